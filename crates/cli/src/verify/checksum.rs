//! A checksum over all values of a transform.

use crate::values::{Element, Values, horner};
use ringfft::algebra::{Module, Ring};
use ringfft_testing::Random;

/// Checks `sum X_k u^k = sum x_j c^j (u^n - 1)/(w^j u - 1)` at a random `u`, for `X_k = x(c w^k)`. An error in any
/// value is found, except with probability `n/p`.
pub(super) fn sums_agree<V: Values>(
    values: &V,
    f: &[Element<V>],
    x: &[Element<V>],
    w: &Element<V>,
    c: &Element<V>,
    random: &mut Random,
) -> bool {
    let ring = values.ring();
    let one = ring.one();
    let u = values.random(random);
    // The denominators, and the products of all before each.
    let (mut point, mut product) = (u.clone(), one.clone());
    let (mut denominators, mut before) = (Vec::new(), Vec::new());
    for _ in f {
        let mut denominator = point.clone();
        ring.sub_assign(&mut denominator, &one);
        before.push(product.clone());
        ring.mul_assign(&mut product, &denominator);
        denominators.push(denominator);
        ring.mul_assign(&mut point, w);
    }
    // If `u` is a point of the transform, or a difference is a zero divisor, the sum is undefined and nothing is
    // checked.
    let Some(mut inverse) = ring.inverse(&product) else { return true };
    let mut sum = ring.zero();
    for ((coefficient, denominator), before) in f.iter().zip(&denominators).zip(&before).rev() {
        let mut term = inverse.clone();
        ring.mul_assign(&mut term, before);
        ring.mul_assign(&mut term, coefficient);
        // From the last coefficient down, by Horner's rule.
        ring.mul_assign(&mut sum, c);
        ring.add_assign(&mut sum, &term);
        ring.mul_assign(&mut inverse, denominator);
    }
    let mut factor = ring.pow(&u, f.len() as u64);
    ring.sub_assign(&mut factor, &one);
    ring.mul_assign(&mut sum, &factor);
    ring.equal(&sum, &horner(ring, x, &u))
}
