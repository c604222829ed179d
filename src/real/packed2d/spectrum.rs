//! A packed spectrum, read and changed where it lies: equation (10) of \[Moreland-Angel 2003\] as a view.

use crate::{Error, Result};
use alloc::format;
use core::ops::{Add, Mul, Neg, Sub};
use num_complex::Complex;
use num_traits::Zero;

/// The places of the parts of `F(row, col)`: that of the real part, and that of the imaginary part with `true` if it is
/// negated.
#[derive(Clone, Copy)]
struct Place {
    re: usize,
    im: Option<(usize, bool)>,
}

#[derive(Clone, Copy, Debug)]
struct Shape {
    rows: usize,
    cols: usize,
}

impl Shape {
    fn new(rows: usize, cols: usize, found: usize) -> Result<Self> {
        if rows == 0 || cols == 0 {
            return Err(Error::Length {
                what: "a packed spectrum",
                len: 0,
                possible: "take rows and columns from 1 on",
            });
        }
        let expected = rows.checked_mul(cols).ok_or(Error::Memory {
            what: "a packed spectrum",
            needed: u128::MAX,
            limit: None,
        })?;
        Error::check_len("packed spectrum", expected, found)?;
        Ok(Shape { rows, cols })
    }

    /// Returns the place by equation (10), for any size: comparisons with a half are comparisons of doubles.
    fn place(self, row: isize, col: isize) -> Place {
        let Shape { rows, cols } = self;
        let (v, u) = (reduced(row, rows), reduced(col, cols));
        let at = |v: usize, u: usize| v * cols + u;
        if 2 * u > cols {
            return Place { re: at(v, cols - u), im: Some((at(v, u), false)) };
        }
        let mirrored = (rows - v) % rows;
        if u > 0 && 2 * u < cols {
            return Place { re: at(mirrored, u), im: Some((at(mirrored, cols - u), true)) };
        }
        match (2 * v).cmp(&rows) {
            _ if v == 0 || 2 * v == rows => Place { re: at(v, u), im: None },
            core::cmp::Ordering::Greater => Place { re: at(mirrored, u), im: Some((at(v, u), false)) },
            _ => Place { re: at(v, u), im: Some((at(mirrored, u), true)) },
        }
    }

    /// Returns one frequency of every conjugate pair, between minus and plus half the size, with its place.
    fn frequencies(self) -> impl Iterator<Item = (isize, isize, Place)> {
        (0..self.rows).flat_map(move |v| {
            (0..=self.cols / 2).filter_map(move |u| {
                let real = u == 0 || 2 * u == self.cols;
                if real && 2 * v > self.rows {
                    return None;
                }
                let (row, col) = (signed(if real { v } else { (self.rows - v) % self.rows }, self.rows), u as isize);
                Some((row, col, self.place(row, col)))
            })
        })
    }
}

/// Returns `frequency` modulo `len`; frequencies of one turn take no division.
fn reduced(frequency: isize, len: usize) -> usize {
    // A slice has at most isize::MAX elements.
    let len = len as isize;
    let index = match frequency {
        near if (0..len).contains(&near) => near,
        near if (-len..0).contains(&near) => near + len,
        far => far.rem_euclid(len),
    };
    index as usize
}

/// Returns the frequency of index `k`, in `(-len/2, len/2]`.
fn signed(k: usize, len: usize) -> isize {
    if 2 * k > len { k as isize - len as isize } else { k as isize }
}

/// A packed spectrum of `rows` by `cols` real numbers, as [`Packed2d`](super::Packed2d) leaves it, to be read.
///
/// ```
/// use ringfft::real::{Packed2d, PackedSpectrum};
///
/// let mut image = vec![1.0; 4 * 6];
/// Packed2d::<f64>::new(4, 6)?.forward(&mut image)?;
/// let spectrum = PackedSpectrum::new(4, 6, &image)?;
/// assert_eq!(spectrum.get(0, 0).re, 24.0);
/// assert_eq!(spectrum.get(-1, 2).re, 0.0);
/// # Ok::<(), ringfft::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PackedSpectrum<'a, T> {
    shape: Shape,
    values: &'a [T],
}

/// A packed spectrum to be changed: always that of a real image.
///
/// [`PackedSpectrum`] has an example of the places.
#[derive(Debug)]
pub struct PackedSpectrumMut<'a, T> {
    shape: Shape,
    values: &'a mut [T],
}

impl<'a, T> PackedSpectrum<'a, T> {
    /// Creates the view of one channel.
    ///
    /// # Errors
    /// [`Error::SliceLength`] unless `values` holds `rows * cols` numbers, [`Error::Length`] if there are none.
    pub fn new(rows: usize, cols: usize, values: &'a [T]) -> Result<Self> {
        Ok(PackedSpectrum { shape: Shape::new(rows, cols, values.len())?, values })
    }
}

impl<T: Copy + Neg<Output = T> + Zero> PackedSpectrum<'_, T> {
    /// Returns `F(row, col)`, the spectrum at any pair of frequencies. They count modulo the size, so that negative ones are
    /// those above half of it.
    #[must_use]
    pub fn get(&self, row: isize, col: isize) -> Complex<T> {
        let Place { re, im } = self.shape.place(row, col);
        let part = |(at, negated): (usize, bool)| if negated { -self.values[at] } else { self.values[at] };
        Complex::new(self.values[re], im.map_or(T::zero(), part))
    }
}

impl<'a, T> PackedSpectrumMut<'a, T> {
    /// Creates the view of one channel.
    ///
    /// # Errors
    /// As [`PackedSpectrum::new`].
    pub fn new(rows: usize, cols: usize, values: &'a mut [T]) -> Result<Self> {
        Ok(PackedSpectrumMut { shape: Shape::new(rows, cols, values.len())?, values })
    }

    /// Returns the same view, to be read.
    #[must_use]
    pub fn as_view(&self) -> PackedSpectrum<'_, T> {
        PackedSpectrum { shape: self.shape, values: self.values }
    }
}

impl<T> PackedSpectrumMut<'_, T>
where
    T: Copy + Zero + Neg<Output = T> + Add<Output = T> + Sub<Output = T> + Mul<Output = T>,
{
    fn put(&mut self, place: Place, value: Complex<T>) {
        self.values[place.re] = value.re;
        if let Some((at, negated)) = place.im {
            self.values[at] = if negated { -value.im } else { value.im };
        }
    }

    /// Sets `F(row, col)`, and with it its mirror `F(-row, -col)` to the conjugate.
    ///
    /// # Errors
    /// [`Error::Unsupported`] for an imaginary part where the two are the same: no real image has such a spectrum.
    pub fn set(&mut self, row: isize, col: isize, value: Complex<T>) -> Result<()> {
        let place = self.shape.place(row, col);
        if place.im.is_none() && !value.im.is_zero() {
            return Err(Error::Unsupported {
                what: format!(
                    "the spectrum of a real image is real at frequency ({row}, {col}), which is its own mirror: set a \
                     number without imaginary part"
                ),
            });
        }
        self.put(place, value);
        Ok(())
    }

    /// Replaces every `F(row, col)` by `f(row, col, F(row, col))`, once for each pair of mirrors: the column frequency is
    /// in `0..=cols/2`, the row frequency in `(-rows/2, rows/2]`. Where a frequency is its own mirror the imaginary part
    /// is dropped.
    pub fn map(&mut self, mut f: impl FnMut(isize, isize, Complex<T>) -> Complex<T>) {
        for (row, col, place) in self.shape.frequencies() {
            let value = f(row, col, self.as_view().get(row, col));
            self.put(place, value);
        }
    }

    /// Multiplies by the real, symmetric frequency response `response(row, col) = response(-row, -col)`, which is asked
    /// once for each pair of mirrors, as in [`map`](PackedSpectrumMut::map). A product for every number.
    pub fn filter(&mut self, mut response: impl FnMut(isize, isize) -> T) {
        for (row, col, Place { re, im }) in self.shape.frequencies() {
            let factor = response(row, col);
            self.values[re] = self.values[re] * factor;
            if let Some((at, _)) = im {
                self.values[at] = self.values[at] * factor;
            }
        }
    }

    /// Multiplies by another spectrum, frequency by frequency: the cyclic convolution of the images.
    ///
    /// # Errors
    /// [`Error::SliceLength`] unless both have the same rows and columns.
    pub fn multiply(&mut self, other: &PackedSpectrum<'_, T>) -> Result<()> {
        let Shape { rows, cols } = self.shape;
        Error::check_len("other spectrum's list of rows", rows, other.shape.rows)?;
        Error::check_len("other spectrum's rows", cols, other.shape.cols)?;
        let (a, b) = (&mut *self.values, other.values);
        let complex = |a: &mut [T], re: usize, im: usize| {
            let (x, y) = (a[re], a[im]);
            a[re] = x * b[re] - y * b[im];
            a[im] = x * b[im] + y * b[re];
        };
        // Columns u and M - u are the parts of one complex number in every row.
        for row in (0..rows).map(|v| v * cols) {
            for u in 1..cols.div_ceil(2) {
                complex(a, row + u, row + cols - u);
            }
        }
        // So are rows v and N - v of the unpaired columns, 0 and M/2; with v = 0 and N/2, real numbers remain.
        let middle = cols.is_multiple_of(2).then_some(cols / 2);
        for u in [Some(0), middle].into_iter().flatten() {
            for v in 1..rows.div_ceil(2) {
                complex(a, v * cols + u, (rows - v) * cols + u);
            }
            let middle = rows.is_multiple_of(2).then_some(rows / 2);
            for at in [Some(0), middle].into_iter().flatten().map(|v| v * cols + u) {
                a[at] = a[at] * b[at];
            }
        }
        Ok(())
    }
}
