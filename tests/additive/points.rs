//! Subspaces, polynomials and their values, by definition.

use ringfft::{
    algebra::{Action, Module, Ring, Scalar, Std, Subspace},
    rings::{BinaryField, ViaBinary, binary},
};
use ringfft_testing::Random;

pub(crate) type Field<F> = Std<F, ViaBinary>;

pub(crate) fn random<F: BinaryField>(random: &mut Random) -> F {
    F::from_bits(u128::from(random.bits()) << 64 | u128::from(random.bits()))
}

pub(crate) fn random_list<F: BinaryField>(source: &mut Random, len: usize) -> Vec<F> {
    (0..len).map(|_| random(source)).collect()
}

/// A subspace with a random basis.
pub(crate) fn random_subspace<F: BinaryField>(source: &mut Random, dim: usize) -> Subspace<Field<F>> {
    (0..).find_map(|_| Subspace::with_basis(binary(), random_list(source, dim)).ok()).unwrap()
}

/// The Cantor subspace and a random one, with and without a shift.
pub(crate) fn subspaces<F: BinaryField>(source: &mut Random, dim: u32) -> Vec<Subspace<Field<F>>> {
    let linear = [Subspace::new(binary(), dim).unwrap(), random_subspace(source, dim as usize)];
    linear.into_iter().flat_map(|space| [space.clone(), space.with_shift(random(source))]).collect()
}

/// `f(x)` for coefficients of powers of `x`, low degree first.
pub(crate) fn horner<R: Ring>(ring: &R, f: &[R::Element], x: &R::Element) -> R::Element {
    f.iter().rev().fold(ring.zero(), |mut sum, c| {
        ring.mul_assign(&mut sum, x);
        ring.add_assign(&mut sum, c);
        sum
    })
}

/// The values at the first `count` points.
pub(crate) fn values<F: BinaryField>(space: &Subspace<Field<F>>, f: &[F], count: usize) -> Vec<F> {
    (0..count).map(|j| horner(space.module(), f, &space.point(j))).collect()
}

/// The product of polynomials.
pub(crate) fn product<R: Ring>(ring: &R, a: &[R::Element], b: &[R::Element]) -> Vec<R::Element> {
    let mut sum = vec![ring.zero(); a.len() + b.len() - 1];
    for (i, a) in a.iter().enumerate() {
        for (j, b) in b.iter().enumerate() {
            let mut term = a.clone();
            ring.mul_assign(&mut term, b);
            ring.add_assign(&mut sum[i + j], &term);
        }
    }
    sum
}

/// `X_0, ..., X_(n-1)` as coefficients of powers of `x`, by the definition: `s_i` from its roots.
pub(crate) fn novel_polynomials<M: Action>(space: &Subspace<M>) -> Vec<Vec<Scalar<M>>> {
    let scalars = space.module().scalars();
    let linear = space.clone().with_shift(scalars.zero());
    let mut list = vec![vec![scalars.one()]];
    for i in 0..space.dim() as usize {
        let roots = (0..1 << i).map(|j| vec![linear.point(j), scalars.one()]);
        let s = roots.fold(vec![scalars.one()], |f, root| product(scalars, &f, &root));
        let unit = scalars.inverse(&horner(scalars, &s, &space.basis()[i])).unwrap();
        let normal = product(scalars, &s, &[unit]);
        list.extend(list.clone().iter().map(|x| product(scalars, x, &normal)).collect::<Vec<_>>());
    }
    list
}

/// `sum_i a_i X_i` as coefficients of powers of `x`.
pub(crate) fn expanded<F: BinaryField>(space: &Subspace<Field<F>>, a: &[F]) -> Vec<F> {
    let ring = space.module();
    let mut sum = vec![F::ZERO; a.len()];
    for (a, x) in a.iter().zip(novel_polynomials(space)) {
        sum.iter_mut().zip(&x).for_each(|(sum, c)| ring.add_assign(sum, &(*a * *c)));
    }
    sum
}
