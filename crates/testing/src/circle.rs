//! The definition of a circle transform's values.

use ringfft::algebra::{Action, Module, Ring, Roots, Scalar};

/// Returns the value of `coefficients`, `n` of them, at `e` times the ring's circle point of order `2n`.
///
/// The basis polynomials are products of `y, x, 2x^2 - 1, ...`, each twice the square of the previous one, minus one.
/// Coefficient `i` belongs to the product of those whose bit of `i`, lowest first, is set.
pub fn circle_value<M>(module: &M, coefficients: &[M::Element], e: usize) -> M::Element
where
    M: Action<Scalars: Roots>,
{
    let ring = module.scalars();
    let times = |a: &Scalar<M>, b: &Scalar<M>| {
        let mut product = a.clone();
        ring.mul_assign(&mut product, b);
        product
    };
    // The point as a power of x + i y, by squaring.
    let together = |[a, b]: &[Scalar<M>; 2], [c, d]: &[Scalar<M>; 2]| {
        let (mut re, mut im) = (times(a, c), times(a, d));
        ring.sub_assign(&mut re, &times(b, d));
        ring.add_assign(&mut im, &times(b, c));
        [re, im]
    };
    let mut point = [ring.one(), ring.zero()];
    if let Ok(generator) = ring.circle_point(2 * coefficients.len()) {
        for bit in (0..usize::BITS - e.leading_zeros()).rev() {
            point = together(&point, &point);
            if e >> bit & 1 == 1 {
                point = together(&point, &generator);
            }
        }
    }
    let [mut x, mut factor] = point;
    let mut basis = vec![ring.one()];
    while basis.len() < coefficients.len() {
        let longer: Vec<_> = basis.iter().map(|b| times(b, &factor)).collect();
        basis.extend(longer);
        factor.clone_from(&x);
        let square = times(&x, &x);
        x.clone_from(&square);
        ring.add_assign(&mut x, &square);
        ring.sub_assign(&mut x, &ring.one());
    }
    coefficients.iter().zip(&basis).fold(module.zero(), |mut sum, (coefficient, b)| {
        let mut term = coefficient.clone();
        module.apply(&mut term, &module.prepare(b));
        module.add_assign(&mut sum, &term);
        sum
    })
}
