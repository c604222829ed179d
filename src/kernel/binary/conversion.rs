//! Between coefficients of powers of `x` and coefficients in the novel basis of a Cantor basis: additions in bulk.
//!
//! # Idea
//! As [`Conversion`](crate::additive::Conversion): expansion in `y = x^tau + x`, then all columns, then all rows. Dividing by `y^h` is
//! two additions of whole ranges, the upper part of the multiple first, so that every range is added to another one that it does not
//! meet. What is short is done on 16 rows in registers, and columns go through a buffer, a strip at a time.
//!
//! # Equals
//! [`Conversion`](crate::additive::Conversion) of `2^k` coefficients over a Cantor basis, bit for bit.

use super::cast::{self, Word};
use crate::{
    Error, Result,
    kernel::planes::Bytes,
    rings::BinaryField,
    threads::{Every, both, share},
};

/// Words of a strip's buffer.
const STRIP: usize = 1 << 10;
/// Columns of a strip.
const COLUMNS: usize = 16;
/// Polynomials with fewer words are not shared out over threads.
const SHARED: usize = 1 << 15;

/// `to <- to + from`.
#[inline(always)]
fn add<T: Word>(to: &mut [T], from: &[T]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to ^= *from;
    }
}

/// How a polynomial of `2^k` coefficients, each a row of `width` words, is converted.
#[derive(Clone, Copy)]
pub(super) struct Rows<B> {
    pub(super) isa: B,
    pub(super) threads: usize,
}

impl<B: Bytes> Rows<B> {
    /// `2^k` elements, to the novel basis or from it.
    pub(super) fn elements<const INVERSE: bool, F: BinaryField>(self, f: &mut [F]) -> Result<()> {
        let done = match F::BITS {
            8 => cast::words::<u8, F>(f).map(|f| self.convert::<INVERSE, u8>(f, 1)),
            16 => cast::words::<u16, F>(f).map(|f| self.convert::<INVERSE, u16>(f, 1)),
            32 => cast::words::<u32, F>(f).map(|f| self.convert::<INVERSE, u32>(f, 1)),
            _ => cast::words::<u64, F>(f).map(|f| self.convert::<INVERSE, u64>(f, F::BITS as usize / 64)),
        };
        done.ok_or(Error::Contract { what: "the elements of a binary field must be words" })
    }

    /// To the novel basis, or from it.
    fn convert<const INVERSE: bool, T: Word>(self, f: &mut [T], width: usize) {
        let k = (f.len() / width).trailing_zeros();
        if k < 2 {
            return;
        }
        if k <= 4 {
            return self.isa.run(
                #[inline(always)]
                || match k {
                    2 => short::<4, INVERSE, T>(f, width),
                    3 => short::<8, INVERSE, T>(f, width),
                    _ => short::<16, INVERSE, T>(f, width),
                },
            );
        }
        let t = 1 << (k - 1).ilog2();
        if !INVERSE {
            self.expand::<false, T>(f, t, k);
            self.columns::<false, T>(f, width << t);
        }
        self.rows::<INVERSE, T>(f, width << t, width);
        if INVERSE {
            self.columns::<true, T>(f, width << t);
            self.expand::<true, T>(f, t, k);
        }
    }

    /// Every piece of `len` elements by itself.
    fn rows<const INVERSE: bool, T: Word>(self, f: &mut [T], len: usize, width: usize) {
        let shared = self.threads > 1 && f.len() >= SHARED;
        let alone = Rows { threads: if shared { 1 } else { self.threads }, ..self };
        share(shared, Every(f, len), 1, &|rows: Every<&mut [T]>| {
            rows.0.chunks_exact_mut(len).for_each(|row| alone.convert::<INVERSE, T>(row, width));
        });
    }

    /// The conversion of wide rows, a strip of columns at a time where it fits the buffer.
    fn columns<const INVERSE: bool, T: Word>(self, f: &mut [T], width: usize) {
        let count = f.len() / width;
        if count <= 16 || count * COLUMNS > STRIP || width <= COLUMNS {
            return self.convert::<INVERSE, T>(f, width);
        }
        let mut buffer = [T::default(); STRIP];
        let buffer = &mut buffer[..count * COLUMNS];
        for at in (0..width).step_by(COLUMNS) {
            for (row, strip) in f.chunks_exact(width).zip(buffer.chunks_exact_mut(COLUMNS)) {
                strip.copy_from_slice(&row[at..][..COLUMNS]);
            }
            self.convert::<INVERSE, T>(buffer, COLUMNS);
            for (row, strip) in f.chunks_exact_mut(width).zip(buffer.chunks_exact(COLUMNS)) {
                row[at..][..COLUMNS].copy_from_slice(strip);
            }
        }
    }

    /// The division by `x^h + x^shift`, lengths in elements and `h` half of them, or its inverse.
    fn divide<const INVERSE: bool, T: Word>(self, f: &mut [T], shift: usize) {
        self.isa.run(
            #[inline(always)]
            || {
                let h = f.len() / 2;
                let (low, high) = f.split_at_mut(h);
                let (start, end) = high.split_at_mut(h - shift);
                if INVERSE {
                    add(&mut low[shift..], start);
                }
                add(&mut start[..shift], end);
                if !INVERSE {
                    add(&mut low[shift..], start);
                }
            },
        )
    }

    /// The expansion in `x^tau + x`, `tau = 2^t` rows, of `2^k` rows, or its inverse.
    fn expand<const INVERSE: bool, T: Word>(self, f: &mut [T], t: u32, k: u32) {
        if k <= t {
            return;
        }
        let h = f.len() / 2;
        let shift = h >> t;
        if !INVERSE {
            self.divide::<INVERSE, T>(f, shift);
        }
        let (low, high) = f.split_at_mut(h);
        both(
            self.threads > 1 && h >= SHARED,
            || self.expand::<INVERSE, T>(low, t, k - 1),
            || self.expand::<INVERSE, T>(high, t, k - 1),
        );
        if INVERSE {
            self.divide::<INVERSE, T>(f, shift);
        }
    }
}

/// The steps in this order, or in the reverse one.
const fn ordered<const N: usize>(steps: [(usize, usize); N], reverse: bool) -> [(usize, usize); N] {
    let (mut ordered, mut i) = (steps, 0);
    while i < N {
        ordered[i] = steps[if reverse { N - 1 - i } else { i }];
        i += 1;
    }
    ordered
}

/// `x[to] += x[from]` in this order, or in the reverse one.
macro_rules! steps {
    ($x:ident, $inverse:expr, $($to:literal $from:literal),*) => {{
        let steps = const { ordered([$(($to, $from)),*], $inverse) };
        let mut i = 0;
        while i < steps.len() {
            let add = $x[steps[i].1];
            $x[steps[i].0] ^= add;
            i += 1;
        }
    }};
}

/// `R` rows, 4, 8 or 16, column by column.
#[inline(always)]
fn short<const R: usize, const INVERSE: bool, T: Word>(f: &mut [T], width: usize) {
    for column in 0..width {
        let mut x = [f[column]; R];
        let mut r = 1;
        while r < R {
            x[r] = f[r * width + column];
            r += 1;
        }
        match R {
            4 => steps!(x, INVERSE, 2 3, 1 2),
            8 => steps!(x, INVERSE, 4 7, 3 6, 2 5, 1 4, 2 3, 1 2, 6 7, 5 6),
            16 => steps!(x, INVERSE,
                9 15, 8 14, 7 13, 6 12, 5 11, 4 10, 3 9, 2 8, 4 7, 3 6, 2 5, 1 4, 12 15, 11 14, 10 13, 9 12,
                8 12, 4 8, 9 13, 5 9, 10 14, 6 10, 11 15, 7 11, 2 3, 1 2, 6 7, 5 6, 10 11, 9 10, 14 15, 13 14),
            _ => {}
        }
        r = 0;
        while r < R {
            f[r * width + column] = x[r];
            r += 1;
        }
    }
}
