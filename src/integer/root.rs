//! The square root of an integer.
//!
//! Notation: `B = 2^64`.
//!
//! # Idea
//! With `n = n_1 B^(2h) + m B^h + n_0` and the root `s`, remainder `r` of `n_1`, one division gives the other half of the root:
//!
//! ```text
//! r B^h + m = q (2 s) + u,     root = s B^h + q,     remainder = u B^h + n_0 - q^2
//! ```
//!
//! The top of `n` must be at least a quarter of what its limbs hold, and `s` at least as long as `q`. Then `q` is right
//! or one too great; a negative remainder shows that.
//!
//! # Source
//! \[Zimmermann 1999\].

use super::{
    Multiplier, copied,
    limbs::{add_assign, compare, shift_left, shift_right, sub_assign, trimmed},
};
use crate::{Result, conv::buffer};
use alloc::{vec, vec::Vec};

const WHAT: &str = "a square root";

impl Multiplier {
    /// Returns the square root of `n`, rounded down, by this multiplier's products.
    ///
    /// Costs about as much as two divisions of `n` by a number half as long.
    ///
    /// # Errors
    /// As [`multiply`](Self::multiply).
    pub fn square_root(&self, n: &[u64]) -> Result<Vec<u64>> {
        let n = trimmed(n);
        let Some(top) = n.last() else { return Ok(Vec::new()) };
        // An even number of limbs, the upper two bits not both zero: n 4^k, whose root is 2^k times that of n, and rounded down again.
        let len = n.len().next_multiple_of(2);
        let mut x = copied(WHAT, n, len)?;
        let shift = (64 * (len - n.len()) as u32 + top.leading_zeros()) & !1;
        let limbs = shift as usize / 64;
        x.rotate_right(limbs);
        shift_left(&mut x, shift % 64);
        let (mut root, _) = self.root_and_remainder(&x)?;
        let half = shift / 2;
        root.drain(..half as usize / 64);
        shift_right(&mut root, half % 64);
        root.truncate(trimmed(&root).len());
        Ok(root)
    }

    /// Returns root and remainder of an even number of limbs, at least two, of which the upper two bits are not both zero.
    fn root_and_remainder(&self, n: &[u64]) -> Result<(Vec<u64>, Vec<u64>)> {
        if let [low, high] = *n {
            let n = u128::from(high) << 64 | u128::from(low);
            let root = n.isqrt();
            let rest = n - root * root;
            return Ok((vec![root as u64], vec![rest as u64, (rest >> 64) as u64]));
        }
        let len = n.len() / 2;
        let h = len / 2;
        let (low, upper) = n.split_at(2 * h);
        let (n0, middle) = low.split_at(h);
        let (s, r) = self.root_and_remainder(upper)?;
        let mut dividend = buffer(WHAT, h + r.len(), &0)?;
        dividend[..h].copy_from_slice(middle);
        dividend[h..].copy_from_slice(&r);
        let mut twice = copied(WHAT, &s, s.len() + 1)?;
        shift_left(&mut twice, 1);
        let (q, u) = self.divide(&dividend, &twice)?;
        let mut root = buffer(WHAT, len + 1, &0)?;
        root[h..len].copy_from_slice(&s);
        add_assign(&mut root, &q);
        let mut rest = buffer(WHAT, len + 2, &0)?;
        rest[..h].copy_from_slice(n0);
        rest[h..h + u.len()].copy_from_slice(&u);
        let square = self.square(&q)?;
        if compare(&rest, &square).is_lt() {
            // rest + 2 root - 1 for the root less one.
            sub_assign(&mut root, &[1]);
            add_assign(&mut rest, &root);
            add_assign(&mut rest, &root);
            add_assign(&mut rest, &[1]);
        }
        sub_assign(&mut rest, &square);
        root.truncate(len);
        rest.truncate(trimmed(&rest).len());
        Ok((root, rest))
    }
}

/// Returns the square root of `n`, rounded down, with the fastest products, on all threads.
///
/// ```
/// use ringfft::integer;
///
/// assert_eq!(integer::square_root(&[0, 0, 1])?, [0, 1]);
/// assert_eq!(integer::square_root(&[99])?, [9]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// # Errors
/// As [`Multiplier::square_root`].
pub fn square_root(n: &[u64]) -> Result<Vec<u64>> {
    Multiplier::default().square_root(n)
}

#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests {
    use super::*;
    use crate::arith::{Random, Seed};

    #[inline]
    pub(crate) fn roots_are_rounded_down() {
        let mut random = Random::new(Seed::Fixed(8));
        let multiplier = Multiplier::default();
        for len in (1..24).chain([99, 100, 500]) {
            for kind in 0..5 {
                let mut root: Vec<u64> = (0..len).map(|_| random.word()).collect();
                match kind {
                    0 => root.fill(u64::MAX),
                    1 => root.fill(0),
                    2 => root[len - 1] >>= len % 64,
                    _ => {}
                }
                root[len - 1] |= u64::from(kind < 3);
                let root = trimmed(&root);
                let mut square = multiplier.square(root).unwrap();
                assert_eq!(multiplier.square_root(&square).unwrap(), root, "{len} {kind}");
                // The greatest number with this root, and the first with the next.
                square.resize(2 * len + 1, 0);
                add_assign(&mut square, root);
                add_assign(&mut square, root);
                assert_eq!(multiplier.square_root(&square).unwrap(), root, "{len} {kind}");
                add_assign(&mut square, &[1]);
                let mut next = root.to_vec();
                next.push(0);
                add_assign(&mut next, &[1]);
                assert_eq!(multiplier.square_root(&square).unwrap(), trimmed(&next), "{len} {kind}");
            }
        }
        assert!(square_root(&[0, 0]).unwrap().is_empty());
    }
}
