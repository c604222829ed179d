//! The radices of columns in lanes: which passes, in which order.

use super::{
    super::passes::exists,
    kernel::{ALIGNMENT, LINES},
};
use alloc::vec::Vec;
use num_complex::Complex;

/// Radices whose passes read or write a matrix.
pub(super) const ENDS: [usize; 6] = [8, 7, 5, 4, 3, 2];

/// The longest columns whose work space is a few lines for each row.
pub(crate) const SHORT: usize = 1 << 11;

/// Returns whether columns of this length take passes over a few lines of each row.
pub(crate) fn is_in_steps(len: usize) -> bool {
    let mut rest = len;
    for p in [2, 3, 5, 7] {
        while rest != 0 && rest.is_multiple_of(p) {
            rest /= p;
        }
    }
    (2..=SHORT).contains(&len) && rest == 1
}

/// Returns an upper bound on the scratch of such columns, in complex numbers.
pub(crate) fn scratch_of_steps(len: usize) -> usize {
    (LINES + 1) * ALIGNMENT / size_of::<Complex<f32>>() * len + ALIGNMENT
}

/// Returns the radices of a length, first to last; `None` if there are none, or none that can be the last.
pub(super) fn radices(len: usize) -> Option<Vec<usize>> {
    if len < 2 {
        return None;
    }
    let (twos, mut rest) = (len.trailing_zeros() as usize, len >> len.trailing_zeros());
    let mut all: Vec<usize> = match twos {
        0 => Vec::new(),
        1 => [2].to_vec(),
        2 => [4].to_vec(),
        4 => [4, 4].to_vec(),
        7 => [8, 4, 4].to_vec(),
        // One or two fours beside eights.
        _ if twos % 3 == 1 => [&[8, 8, 4, 4][..], &alloc::vec![8; (twos - 10) / 3]].concat(),
        _ if twos % 3 == 2 => [&[8, 4][..], &alloc::vec![8; (twos - 5) / 3]].concat(),
        _ => alloc::vec![8; twos / 3],
    };
    while rest.is_multiple_of(81) {
        (rest, all) = (rest / 9, [&all[..], &[9]].concat());
    }
    let mut p = 3;
    while rest > 1 {
        if p * p > rest {
            p = rest;
        }
        if !rest.is_multiple_of(p) {
            p += 2;
            continue;
        }
        if !exists(p) {
            return None;
        }
        (rest, all) = (rest / p, [&all[..], &[p]].concat());
    }
    let mut end = || {
        let radix = ENDS.into_iter().find(|radix| all.contains(radix))?;
        let at = all.iter().position(|&other| other == radix)?;
        Some(all.swap_remove(at))
    };
    let last = end()?;
    let first = end().unwrap_or(1);
    all.sort_unstable();
    Some([&[first][..], &all, &[last]].concat())
}

#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests {
    use super::*;

    #[inline]
    pub(crate) fn radices_multiply_to_the_length() {
        for len in 2..3000 {
            let Some(radices) = radices(len) else { continue };
            let (Some(first), Some(last)) = (radices.first(), radices.last()) else { unreachable!() };
            assert!(radices.iter().product::<usize>() == len && radices.iter().all(|radix| exists(*radix)));
            assert!((*first == 1 || ENDS.contains(first)) && ENDS.contains(last), "{len}: {radices:?}");
        }
        assert_eq!(radices(1024), Some([8, 4, 4, 8].to_vec()));
        assert_eq!(radices(4096), Some([8, 8, 8, 8].to_vec()));
        assert!(radices(1).is_none() && radices(11).is_none() && radices(2 * 9973).is_none());
    }
}
