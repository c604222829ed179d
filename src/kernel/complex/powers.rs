//! Powers of two: which two steps, and on which vectors.

use super::{Kernel, lanes::Lanes, reversed::Reversed};
#[cfg(all(target_arch = "x86_64", feature = "std"))]
use crate::kernel::packed::{Avx2, Avx512, F32x8, F32x16, F64x4, F64x8};
use crate::kernel::{isa::Isa, packed::Scalar};
use alloc::{boxed::Box, vec::Vec};

/// The radices of a side of `2^log_len` elements: eights, with the fours in the middle.
fn radices(log_len: u32) -> Vec<usize> {
    let fours = match log_len % 3 {
        0 => 0,
        1 if log_len == 1 => return [2].to_vec(),
        1 => 2,
        _ => 1,
    };
    let eights = (log_len as usize - 2 * fours) / 3;
    let mut radices = alloc::vec![8; eights.div_ceil(2)];
    radices.resize(radices.len() + fours, 4);
    radices.resize(eights + fours, 8);
    radices
}

/// The radices of columns and rows for `2^log_len` with `2^log_lanes` lanes, at least `2^(2 log_lanes)`.
pub(crate) fn split(log_len: u32, log_lanes: u32, far: bool) -> (Vec<usize>, Vec<usize>) {
    let head = log_lanes.max(3);
    if !far || log_len < 2 * (head + log_lanes) {
        return ([1 << head].to_vec(), radices(log_len - head));
    }
    let rows = log_len.div_ceil(2).min(log_len - head - 2);
    let mut columns = [1 << head].to_vec();
    columns.extend(radices(log_len - rows - head));
    (columns, radices(rows))
}

/// Whether values and scratch of `bytes` an element go past the caches.
fn far(log_len: u32, bytes: usize) -> bool {
    bytes << log_len > 1 << 22
}

/// A transform of `2^log_len` complex doubles, where there is one.
pub(crate) fn doubles(log_len: u32, isa: Isa, threads: usize) -> Option<Box<dyn Kernel<f64>>> {
    let far = far(log_len, 16);
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    match isa {
        Isa::Avx512 if log_len >= 6 => {
            let (columns, rows) = split(log_len, 3, far);
            return Some(Box::new(Lanes::new(F64x8(Avx512::detect()?), &columns, &rows, far, threads)));
        }
        Isa::Avx2 if log_len >= 5 => {
            let (columns, rows) = split(log_len, 2, far);
            return Some(Box::new(Lanes::new(F64x4(Avx2::detect()?), &columns, &rows, far, threads)));
        }
        _ => {}
    }
    (isa == Isa::Scalar && log_len >= 4).then(|| {
        let (columns, rows) = split(log_len, 0, far);
        Box::new(Lanes::new(Scalar::<f64>::new(), &columns, &rows, far, threads)) as Box<dyn Kernel<f64>>
    })
}

/// A transform of `2^log_len` complex singles, where there is one.
pub(crate) fn singles(log_len: u32, isa: Isa, threads: usize) -> Option<Box<dyn Kernel<f32>>> {
    let far = far(log_len, 8);
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    match isa {
        Isa::Avx512 if log_len >= 9 => {
            let (columns, rows) = split(log_len, 4, far);
            return Some(Box::new(Lanes::new(F32x16(Avx512::detect()?), &columns, &rows, far, threads)));
        }
        Isa::Avx512 if log_len >= 6 => {
            let (columns, rows) = split(log_len, 3, far);
            return Some(Box::new(Lanes::new(F32x8(Avx512::detect()?), &columns, &rows, far, threads)));
        }
        Isa::Avx2 if log_len >= 6 => {
            let (columns, rows) = split(log_len, 3, far);
            return Some(Box::new(Lanes::new(F32x8(Avx2::detect()?), &columns, &rows, far, threads)));
        }
        _ => {}
    }
    (isa == Isa::Scalar && log_len >= 4).then(|| {
        let (columns, rows) = split(log_len, 0, far);
        Box::new(Lanes::new(Scalar::<f32>::new(), &columns, &rows, far, threads)) as Box<dyn Kernel<f32>>
    })
}

/// A transform of `2^log_len` complex doubles to bit-reversed order, where there is one.
pub(crate) fn reversed_doubles(log_len: u32, isa: Isa) -> Option<Box<dyn Kernel<f64>>> {
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    match isa {
        Isa::Avx512 if log_len >= 6 => return Some(Box::new(Reversed::new(F64x8(Avx512::detect()?), 1 << log_len))),
        Isa::Avx2 if log_len >= 4 => return Some(Box::new(Reversed::new(F64x4(Avx2::detect()?), 1 << log_len))),
        _ => {}
    }
    let any = isa == Isa::Scalar && log_len >= 2;
    any.then(|| Box::new(Reversed::new(Scalar::<f64>::new(), 1 << log_len)) as Box<dyn Kernel<f64>>)
}

/// A transform of `2^log_len` complex singles to bit-reversed order, where there is one.
pub(crate) fn reversed_singles(log_len: u32, isa: Isa) -> Option<Box<dyn Kernel<f32>>> {
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    match isa {
        Isa::Avx512 if log_len >= 8 => return Some(Box::new(Reversed::new(F32x16(Avx512::detect()?), 1 << log_len))),
        Isa::Avx512 if log_len >= 6 => return Some(Box::new(Reversed::new(F32x8(Avx512::detect()?), 1 << log_len))),
        Isa::Avx2 if log_len >= 6 => return Some(Box::new(Reversed::new(F32x8(Avx2::detect()?), 1 << log_len))),
        _ => {}
    }
    let any = isa == Isa::Scalar && log_len >= 2;
    any.then(|| Box::new(Reversed::new(Scalar::<f32>::new(), 1 << log_len)) as Box<dyn Kernel<f32>>)
}
