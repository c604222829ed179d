//! The polynomial that vanishes at the lost positions, at all positions at once.
//!
//! Notation: `N = 2^k` positions, `E` those of the lost shards, `varpi_p` the point of position `p`,
//! `L(x)` the product of `x - varpi_e` over `E`.
//!
//! # Idea
//! `varpi_p - varpi_e = varpi_(p xor e)`, so the logarithm of `L(varpi_p)`, and at a lost position that of
//! `L'(varpi_p)`, is `sum_e log varpi_(p xor e)` with `log 0` read as 0. That is a convolution of the indicator of `E`
//! with the table of logarithms over the group of exclusive or. The Walsh-Hadamard transform `H` turns it into a
//! pointwise product. Logarithms are integers modulo `2^16 - 1`, where a carry out of the top is a carry into the
//! bottom. So `H H = 2^k`, and dividing by `2^k` is a rotation by `16 - k` bits.

use super::rows::Rows;

/// Computes `H log`, divided by `N`, of the first `N` logarithms.
pub(super) fn spectrum(v: &dyn Rows, logs: &mut [u16]) {
    v.walsh_hadamard(logs);
    let rotation = (16 - logs.len().max(1).ilog2().min(16)) % 16;
    logs.iter_mut().for_each(|log| *log = log.rotate_left(rotation));
}

/// Computes the logarithms of the locator from the indicator of the lost positions, in place.
pub(super) fn logarithms(v: &dyn Rows, lost: &mut [u16], spectrum: &[u16]) {
    v.walsh_hadamard(lost);
    v.multiply(lost, spectrum);
    v.walsh_hadamard(lost);
}

#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests {
    use super::{
        super::{tables::Tables, vector::Portable},
        *,
    };
    use alloc::vec::Vec;

    #[inline]
    pub(crate) fn logarithms_of_the_locator_are_sums() {
        let tables = Tables::new().unwrap();
        for k in [0, 1, 3, 4, 5, 9, 16] {
            let n = 1usize << k;
            let mut factors = tables.logs[..n].to_vec();
            spectrum(&Portable, &mut factors);
            let lost: Vec<usize> = (0..n).filter(|p| (p * 2_654_435_761) >> 7 & 3 == 0).collect();
            let mut values = alloc::vec![0; n];
            lost.iter().for_each(|&p| values[p] = 1);
            logarithms(&Portable, &mut values, &factors);
            for p in (0..n).step_by((n / 64).max(1)) {
                let sum: u64 = lost.iter().map(|e| u64::from(tables.logs[p ^ e])).sum();
                assert_eq!(u64::from(values[p]) % 65_535, sum % 65_535, "{k} {p}");
            }
        }
    }
}
