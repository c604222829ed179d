//! Powers of two: which two steps, and on which vectors.

use super::{Kernel, lanes::Lanes};
#[cfg(all(target_arch = "x86_64", feature = "std"))]
use crate::kernel::packed::{Avx2, Avx512, F32x8, F32x16, F64x4, F64x8};
use crate::kernel::{isa::Isa, packed::Scalar};
use alloc::{boxed::Box, vec::Vec};

/// The radices of a side of `2^log_len` elements.
fn radices(log_len: u32) -> Vec<usize> {
    let mut radices = match log_len % 3 {
        0 => Vec::new(),
        1 if log_len == 1 => [2].to_vec(),
        1 => [4, 4].to_vec(),
        _ => [4].to_vec(),
    };
    while radices.iter().product::<usize>() < 1 << log_len {
        radices.push(8);
    }
    radices.reverse();
    radices
}

/// The radices of columns and rows for `2^log_len` with `2^log_lanes` lanes, at least `2^(2 log_lanes)`.
pub(crate) fn split(log_len: u32, log_lanes: u32, bytes: usize) -> (Vec<usize>, Vec<usize>) {
    let head = log_lanes.max(3);
    let short = if bytes == 8 { 14 } else { 13 };
    if log_len <= short.max(head + log_lanes) {
        return ([1 << head].to_vec(), radices(log_len - head));
    }
    let rows = log_len.div_ceil(2);
    let mut columns = [1 << head].to_vec();
    columns.extend(radices(log_len - rows - head));
    (columns, radices(rows))
}

/// A transform of `2^log_len` complex doubles, where there is one.
pub(crate) fn doubles(log_len: u32, isa: Isa) -> Option<Box<dyn Kernel<f64>>> {
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    match isa {
        Isa::Avx512 if log_len >= 6 => {
            let (columns, rows) = split(log_len, 3, 16);
            return Some(Box::new(Lanes::new(F64x8(Avx512::detect()?), &columns, &rows)));
        }
        Isa::Avx2 if log_len >= 5 => {
            let (columns, rows) = split(log_len, 2, 16);
            return Some(Box::new(Lanes::new(F64x4(Avx2::detect()?), &columns, &rows)));
        }
        _ => {}
    }
    (isa == Isa::Scalar && log_len >= 4).then(|| {
        let (columns, rows) = split(log_len, 0, 16);
        Box::new(Lanes::new(Scalar::<f64>::new(), &columns, &rows)) as Box<dyn Kernel<f64>>
    })
}

/// A transform of `2^log_len` complex singles, where there is one.
pub(crate) fn singles(log_len: u32, isa: Isa) -> Option<Box<dyn Kernel<f32>>> {
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    match isa {
        Isa::Avx512 if log_len >= 9 => {
            let (columns, rows) = split(log_len, 4, 8);
            return Some(Box::new(Lanes::new(F32x16(Avx512::detect()?), &columns, &rows)));
        }
        Isa::Avx512 if log_len >= 6 => {
            let (columns, rows) = split(log_len, 3, 8);
            return Some(Box::new(Lanes::new(F32x8(Avx512::detect()?), &columns, &rows)));
        }
        Isa::Avx2 if log_len >= 6 => {
            let (columns, rows) = split(log_len, 3, 8);
            return Some(Box::new(Lanes::new(F32x8(Avx2::detect()?), &columns, &rows)));
        }
        _ => {}
    }
    (isa == Isa::Scalar && log_len >= 4).then(|| {
        let (columns, rows) = split(log_len, 0, 8);
        Box::new(Lanes::new(Scalar::<f32>::new(), &columns, &rows)) as Box<dyn Kernel<f32>>
    })
}
