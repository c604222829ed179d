//! The fragment programs of \[Moreland-Angel 2003\], run pass by pass over a texture and counted: Tables 1 and 2 of the
//! source, and an implementation of its section 5 that shares nothing with the transform of the library.
//!
//! A *fragment* is one number of the packed array, written by one run of one program; a pass reads the numbers that the
//! pass before it left. A filtered image is a forward transform, a product by the packed response and an inverse
//! transform; `M` columns and `N` rows are powers of two.
//!
//! | program | what it writes | fragments |
//! |---|---|---|
//! | FFT | one part of a butterfly, equation (6) | `2 M N (lg M + lg N)` |
//! | Untangle | one part of one spectrum of a pair, equation (8), scaled | `M N - 4` |
//! | Scale | the others; in the second pass all | `M N + 2 N` |
//! | Multiply | one part of a product of spectra, read by equation (10) | `M N` |
//! | Tangle | one part of `F + i G`, equation (7) | `M N - 4` |
//! | Pass | the others, as they are; in the first pass all | `M N + 2 N` |

use num_complex::Complex;
use ringfft::{Error, Result, rings::root_of_unity};
use std::mem;

/// A fragment program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Program {
    /// A pass of Stockham's transform.
    Fft,
    /// Takes two spectra apart.
    Untangle,
    /// Multiplies by a constant.
    Scale,
    /// Puts two spectra together.
    Tangle,
    /// Copies.
    Pass,
    /// Multiplies two packed spectra.
    Multiply,
}

impl Program {
    /// All of them, as Table 1 lists them.
    pub const ALL: &'static [Program] =
        &[Program::Fft, Program::Untangle, Program::Scale, Program::Tangle, Program::Pass, Program::Multiply];

    /// Returns the name, in lower case.
    pub fn name(self) -> &'static str {
        ["fft", "untangle", "scale", "tangle", "pass", "multiply"][self as usize]
    }

    /// Returns the arithmetic instructions of one fragment, from Table 1.
    pub fn arithmetic(self) -> u64 {
        [27, 4, 1, 1, 0, 66][self as usize]
    }

    /// Returns the texture look-ups of one fragment, from Table 1; each reads four `f32`, one for each channel.
    pub fn texture(self) -> u64 {
        [3, 2, 1, 2, 1, 4][self as usize]
    }
}

/// Fragments that each program wrote.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fragments {
    counts: [u64; 6],
}

impl Fragments {
    /// Returns the closed form of a filtered image of `rows` by `cols` pixels, powers of two from 2 on: the last column of
    /// Table 1.
    ///
    /// # Errors
    /// [`Error::Length`] for other sizes; [`Error::Memory`] where the instructions cannot be counted.
    pub fn closed_form(rows: usize, cols: usize) -> Result<Self> {
        let overflow = || Error::Memory { what: "the packed image", needed: u128::MAX, limit: None };
        for len in [rows, cols] {
            if len < 2 || !len.is_power_of_two() {
                return Err(Error::Length {
                    what: "the schedule of fragment programs",
                    len,
                    possible: "take rows and columns that are powers of two from 2 on",
                });
            }
        }
        let (n, m) = (rows as u64, cols as u64);
        // The greatest number below is that of the bytes the first program reads.
        let mn = m.checked_mul(n).filter(|&mn| mn <= 1 << 50).ok_or_else(overflow)?;
        let levels = u64::from(cols.ilog2() + rows.ilog2());
        Ok(Fragments { counts: [2 * mn * levels, mn - 4, mn + 2 * n, mn - 4, mn + 2 * n, mn] })
    }

    /// Returns the number of fragments that `program` wrote.
    pub fn of(&self, program: Program) -> u64 {
        self.counts[program as usize]
    }

    /// Returns the arithmetic instructions of `program`; each works on four channels.
    pub fn arithmetic(&self, program: Program) -> u64 {
        self.of(program) * program.arithmetic()
    }

    /// Returns the bytes that `program` read.
    pub fn read(&self, program: Program) -> u64 {
        self.of(program) * program.texture() * 16
    }

    /// Returns the bytes that `program` wrote.
    pub fn written(&self, program: Program) -> u64 {
        self.of(program) * 16
    }

    /// Returns the sum of `count` over all programs.
    pub fn total(&self, count: impl Fn(&Self, Program) -> u64) -> u64 {
        Program::ALL.iter().map(|&program| count(self, program)).sum()
    }
}

/// The machine of section 5: a texture to read, a frame buffer to write, exchanged after every pass.
pub struct FragmentMachine {
    rows: usize,
    cols: usize,
    texture: Vec<f64>,
    frame: Vec<f64>,
    fragments: Fragments,
}

impl FragmentMachine {
    /// Creates a machine with an image of `rows` by `cols` pixels, row-major, in its texture.
    ///
    /// # Errors
    /// As [`Fragments::closed_form`]; [`Error::SliceLength`] unless `image` has this many pixels.
    pub fn new(rows: usize, cols: usize, image: &[f64]) -> Result<Self> {
        Fragments::closed_form(rows, cols)?;
        ringfft::inside::check_len("image", rows * cols, image.len())?;
        Ok(FragmentMachine {
            rows,
            cols,
            texture: image.to_vec(),
            frame: vec![0.0; image.len()],
            fragments: Fragments::default(),
        })
    }

    /// Returns the texture: pixels, or the packed spectrum.
    pub fn texture(&self) -> &[f64] {
        &self.texture
    }

    /// Returns the fragments that were written until now.
    pub fn fragments(&self) -> Fragments {
        self.fragments
    }

    /// Runs a program on the fragments that `covers` takes.
    fn draw(
        &mut self,
        program: Program,
        covers: impl Fn(usize, usize) -> bool,
        run: impl Fn(&[f64], usize, usize) -> f64,
    ) {
        for y in 0..self.rows {
            for x in (0..self.cols).filter(|&x| covers(y, x)) {
                self.frame[y * self.cols + x] = run(&self.texture, y, x);
                self.fragments.counts[program as usize] += 1;
            }
        }
    }

    fn swap(&mut self) {
        mem::swap(&mut self.texture, &mut self.frame);
    }

    /// Runs passes of equation (6) along the rows or the columns, with the root of the forward transform or its conjugate.
    fn fft(&mut self, along: bool, conjugate: bool) {
        let (rows, cols) = (self.rows, self.cols);
        let len = if along { cols } else { rows };
        for level in 1..=len.ilog2() {
            let size = 1 << level;
            let stride = len / size;
            let twiddles: Vec<Complex<f64>> = (0..size)
                .map(|u| root_of_unity::<f64>(u, size))
                .map(|w| if conjugate { w } else { w.conj() })
                .collect();
            self.draw(
                Program::Fft,
                |_, _| true,
                |texture, y, x| {
                    let (n, imaginary) = if along { (x, y >= rows / 2) } else { (y, x >= cols / 2) };
                    let u = n / stride;
                    let (even, odd) = ((n + u * stride) % len, (n + u * stride + stride) % len);
                    // The two parts of a complex number: rows y and y + N/2, columns x and M - x, or 0 and M/2.
                    let part = |k: usize, imaginary: bool| match along {
                        true => texture[(y % (rows / 2) + if imaginary { rows / 2 } else { 0 }) * cols + k],
                        false => {
                            let real = if x % (cols / 2) == 0 { 0 } else { x.min(cols - x) };
                            let column = match (imaginary, real) {
                                (false, _) => real,
                                (true, 0) => cols / 2,
                                (true, _) => cols - real,
                            };
                            texture[k * cols + column]
                        }
                    };
                    let w = twiddles[u];
                    let (re, im) = (part(odd, false), part(odd, true));
                    part(even, imaginary) + if imaginary { w.re * im + w.im * re } else { w.re * re - w.im * im }
                },
            );
            self.swap();
        }
    }

    /// Computes the packed spectrum, divided by the number of pixels.
    pub fn forward(&mut self) {
        let (n, m) = (self.rows, self.cols);
        self.fft(true, false);
        let special = move |x: usize| x == 0 || x == m / 2;
        self.draw(
            Program::Untangle,
            move |_, x| !special(x),
            move |texture, y, x| {
                let at = |y: usize, x: usize| texture[y * m + x];
                let (half, mirror) = (0.5 / m as f64, m - x);
                half * match (y < n / 2, x < m / 2) {
                    (true, true) => at(y, x) + at(y, mirror),
                    (true, false) => at(y + n / 2, x) - at(y + n / 2, mirror),
                    (false, true) => at(y, x) + at(y, mirror),
                    (false, false) => -(at(y - n / 2, x) - at(y - n / 2, mirror)),
                }
            },
        );
        self.draw(Program::Scale, move |_, x| special(x), move |texture, y, x| texture[y * m + x] / m as f64);
        self.swap();
        self.fft(false, false);
        self.draw(Program::Scale, |_, _| true, move |texture, y, x| texture[y * m + x] / n as f64);
        self.draw(
            Program::Untangle,
            move |y, x| special(x) && y != 0 && y != n / 2,
            move |texture, y, x| {
                let at = |y: usize, x: usize| texture[y * m + x];
                let (half, mirror) = (0.5 / n as f64, n - y);
                half * match (x == 0, y < n / 2) {
                    (_, true) => at(y, x) + at(mirror, x),
                    (true, false) => at(y, m / 2) - at(mirror, m / 2),
                    (false, false) => -(at(y, 0) - at(mirror, 0)),
                }
            },
        );
        self.swap();
    }

    /// Multiplies by another packed spectrum of the same size.
    ///
    /// # Errors
    /// [`Error::SliceLength`] for another size.
    pub fn multiply(&mut self, response: &[f64]) -> Result<()> {
        ringfft::inside::check_len("response", self.texture.len(), response.len())?;
        let (n, m) = (self.rows, self.cols);
        self.draw(
            Program::Multiply,
            |_, _| true,
            move |texture, y, x| {
                let real = if x == 0 || x == m / 2 { y <= n / 2 } else { x < m / 2 };
                let u = if x > 0 && x < m / 2 { m - x } else { x };
                let product = equation_10(texture, n, m, u, y) * equation_10(response, n, m, u, y);
                if real { product.re } else { product.im }
            },
        );
        self.swap();
        Ok(())
    }

    /// Computes the pixels again, after [`forward`](FragmentMachine::forward).
    pub fn inverse(&mut self) {
        self.inverse_by(true);
    }

    /// Computes the inverse with the roots of the forward transform, as section 5 of the source says.
    pub fn inverse_as_printed(&mut self) {
        self.inverse_by(false);
    }

    fn inverse_by(&mut self, conjugate: bool) {
        let (n, m) = (self.rows, self.cols);
        let special = move |x: usize| x == 0 || x == m / 2;
        self.draw(Program::Pass, |_, _| true, move |texture, y, x| texture[y * m + x]);
        self.draw(
            Program::Tangle,
            move |y, x| special(x) && y != 0 && y != n / 2,
            move |texture, y, x| {
                let at = |y: usize, x: usize| texture[y * m + x];
                let (low, high) = (y.min(n - y), y.max(n - y));
                match (x == 0, y < n / 2) {
                    (true, true) => at(low, 0) + at(high, m / 2),
                    (true, false) => at(low, 0) - at(high, m / 2),
                    (false, true) => at(low, m / 2) - at(high, 0),
                    (false, false) => at(low, m / 2) + at(high, 0),
                }
            },
        );
        self.swap();
        self.fft(false, conjugate);
        self.draw(Program::Pass, move |_, x| special(x), move |texture, y, x| texture[y * m + x]);
        self.draw(
            Program::Tangle,
            move |_, x| !special(x),
            move |texture, y, x| {
                let at = |y: usize, x: usize| texture[y * m + x];
                let (f, g) = (y % (n / 2), y % (n / 2) + n / 2);
                let (low, high) = (x.min(m - x), x.max(m - x));
                match (y < n / 2, x < m / 2) {
                    (true, true) => at(f, low) + at(g, high),
                    (true, false) => at(f, low) - at(g, high),
                    (false, true) => at(g, low) - at(f, high),
                    (false, false) => at(g, low) + at(f, high),
                }
            },
        );
        self.swap();
        self.fft(true, conjugate);
    }
}

/// Evaluates equation (10) as printed: `F(u, v)` from the packed array of `rows = N` and `cols = M`, both even.
pub fn equation_10(a: &[f64], rows: usize, cols: usize, u: usize, v: usize) -> Complex<f64> {
    let (n, m) = (rows, cols);
    let at = |u: usize, v: usize| a[v * m + u];
    let (edge_u, edge_v) = (u == 0 || 2 * u == m, v == 0 || 2 * v == n);
    let (low_u, low_v) = (2 * u < m, 2 * v < n);
    let re = match (edge_u, low_u) {
        (true, _) if 2 * v <= n => at(u, v),
        (true, _) => at(u, n - v),
        (_, true) if edge_v => at(u, v),
        (_, true) => at(u, n - v),
        _ => at(m - u, v),
    };
    let im = match (edge_u, low_u) {
        (true, _) if edge_v => 0.0,
        (true, _) if low_v => -at(u, n - v),
        (true, _) => at(u, v),
        (_, true) if edge_v => -at(m - u, v),
        (_, true) => -at(m - u, n - v),
        _ => at(u, v),
    };
    Complex::new(re, im)
}
