//! The counts of the additive transforms in the novel basis, and of the conversions to it; on a subspace without shift.
//!
//! A product by a twiddle that happens to be one is not counted. The forms hold without such accidents: over Cantor
//! bases and over random bases in large fields.

use super::form::ClosedForm;

const COMPLEX: &str = "none: the complex numbers have another characteristic";

const fn form(additions: u64, products: u64, formula: &'static str, source: &'static str) -> ClosedForm {
    ClosedForm {
        additions,
        products,
        products_by_i: 0,
        products_by_eighth: 0,
        products_by_axis: 0,
        formula,
        complex_formula: COMPLEX,
        source,
    }
}

/// Counts the Lin-Chung-Han transform of length `n = 2^k`, any basis, both directions.
#[cfg(test)]
fn novel_basis(n: u64) -> ClosedForm {
    let (half, skipped) = ((n / 2).saturating_mul(n.max(1).ilog2().into()), n.saturating_sub(1));
    form(
        half.saturating_mul(2).saturating_sub(skipped),
        half.saturating_sub(skipped),
        "A = n k - n + 1; M = n k/2 - n + 1",
        "Lin, Chung and Han 2014; the -n + 1 are the skipped zero twiddles",
    )
}

/// Counts the truncated transform in the novel basis of length `n`, any basis, both directions.
pub(super) fn truncated_novel(n: u64) -> ClosedForm {
    let order = n.max(1).checked_next_power_of_two().unwrap_or(u64::MAX);
    let k = u64::from(order.ilog2());
    let remainders = |levels: u64| (0..levels).map(|l| (order - n) % (1 << l)).fold(0, u64::saturating_add);
    let additions = n.saturating_mul(k).saturating_add(remainders(k.saturating_sub(1)) + 1).saturating_sub(order);
    let twice = n.saturating_mul(k.saturating_sub(1)).saturating_add(remainders(k) + 2).saturating_sub(order);
    form(
        additions,
        twice / 2,
        "A = n k - N + 1 + sum (u mod 2^l), l < k - 1; M = (n (k - 1) - N + 2 + sum (u mod 2^l), l < k)/2; N = 2^k the next \
         power of two, u = N - n",
        "van der Hoeven 2004 on the tree of Lin, Chung and Han 2014",
    )
}

/// Counts the conversion of `n` coefficients between powers of `x` and the novel basis of a Cantor basis, both
/// directions.
pub(super) fn conversion_cantor(n: u64) -> ClosedForm {
    form(
        over_bits(n, |b| b.count_ones().into()),
        0,
        "A = sum of wt(b) over i < n and the bits b of i; at n = 2^k, (n/2) (wt(0) + ... + wt(k-1)), which is n k lg(k)/4 for k = \
         2^e; M = 0",
        "Gao and Mateer 2010, the Taylor expansions alone",
    )
}

/// Counts the conversion of `n` coefficients between powers of `x` and the novel basis of a basis of another kind, both
/// directions.
#[cfg(test)]
fn conversion_generic(n: u64) -> ClosedForm {
    form(
        over_bits(n, u64::from),
        over_bits(n, |b| u64::from(b) + 1),
        "A = sum of b, M = sum of b + 1 over i < n and the bits b of i; at n = 2^k, A = n k (k - 1)/4, M = n k (k + 1)/4",
        "von zur Gathen and Gerhard 1996, the divisions alone",
    )
}

/// Counts the map from coefficients of powers of `x` to the first `n` values on a subspace and back, for a Cantor
/// basis. At `n = 2^k` it is Gao and Mateer's transform too.
pub(super) fn evaluation_cantor(n: u64) -> ClosedForm {
    sum(conversion_cantor(n), truncated_novel(n))
}

/// Counts the map from coefficients of powers of `x` to the first `n` values on a subspace and back, for a basis of
/// another kind.
#[cfg(test)]
fn evaluation_generic(n: u64) -> ClosedForm {
    sum(conversion_generic(n), truncated_novel(n))
}

fn sum(conversion: ClosedForm, transform: ClosedForm) -> ClosedForm {
    form(
        conversion.additions.saturating_add(transform.additions),
        conversion.products.saturating_add(transform.products),
        "the conversion and the truncated transform in the novel basis; over a Cantor basis at n = 2^k, A = n k - n + 1 + \
         (n/2) (wt(0) + ... + wt(k-1)), M = n k/2 - n + 1",
        "Gao and Mateer 2010; Lin, Chung and Han 2014",
    )
}

/// Sums `weight(b)` over all `i < n` and the bits `b` of `i`.
fn over_bits(n: u64, weight: impl Fn(u32) -> u64) -> u64 {
    (0..u64::BITS - 1).fold(0, |sum: u64, b| {
        let (half, rest) = (1 << b, n % (2 << b));
        let having = (n - rest) / 2 + rest.saturating_sub(half);
        sum.saturating_add(having.saturating_mul(weight(b)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Counting, Random};
    use ringfft::{
        additive::{Conversion, Evaluation, NovelBasis, TruncatedNovelBasis},
        algebra::{Module, Std, Subspace},
        dft::Transform,
        rings::{Gf2p64, ViaBinary, binary},
    };

    type Field = Counting<Std<Gf2p64, ViaBinary>>;

    fn spaces(ring: &Field, dim: u32) -> [Subspace<Field>; 2] {
        let mut source = Random::new(50);
        let basis: Vec<Gf2p64> = (0..dim).map(|_| Gf2p64::new(source.bits())).collect();
        [Subspace::new(ring.clone(), dim).unwrap(), Subspace::with_basis(ring.clone(), basis).unwrap()]
    }

    fn agree(ring: &Field, transform: &dyn Transform<Field>, form: ClosedForm) {
        let mut values = vec![ring.zero(); transform.len()];
        let mut scratch = vec![ring.zero(); transform.scratch_len()];
        ring.take();
        transform.forward(&mut values, &mut scratch).unwrap();
        let forward = ring.take();
        transform.inverse_unscaled(&mut values, &mut scratch).unwrap();
        for tally in [forward, ring.take()] {
            assert!(form.agrees(&tally), "{}: {tally:?} {form:?}", transform.len());
            assert_eq!((tally.by_unit, tally.general), (0, 0));
        }
    }

    #[test]
    fn forms_in_the_novel_basis_agree_with_the_counts() {
        let ring = Counting::new(binary::<Gf2p64>());
        for n in (1..=130usize).chain([255, 256, 257, 511, 513, 1000, 1025]) {
            let dim = n.next_power_of_two().trailing_zeros();
            for (space, cantor) in spaces(&ring, dim).iter().zip([true, false]) {
                let n64 = n as u64;
                if n.is_power_of_two() {
                    agree(&ring, &NovelBasis::new(space).unwrap(), novel_basis(n64));
                }
                let transform = TruncatedNovelBasis::new(space, n).unwrap();
                agree(&ring, &transform, truncated_novel(n64));
                let (conversion, evaluation) = if cantor {
                    (conversion_cantor(n64), evaluation_cantor(n64))
                } else {
                    (conversion_generic(n64), evaluation_generic(n64))
                };
                agree(&ring, &Evaluation::new(space, n).unwrap(), evaluation);
                let mut values = vec![Gf2p64::ZERO; n];
                let change = Conversion::new(space, n).unwrap();
                ring.take();
                change.to_novel(&mut values).unwrap();
                assert!(conversion.agrees(&ring.take()), "{n}");
                change.to_monomial(&mut values).unwrap();
                assert!(conversion.agrees(&ring.take()), "{n}");
            }
        }
    }

    #[test]
    fn counts_in_the_novel_basis_are_bounded() {
        for n in 1..=2000u64 {
            let order = n.next_power_of_two();
            let (form, bound) = (truncated_novel(n), n * u64::from(order.ilog2()));
            assert!(form.additions <= bound && 2 * form.products <= bound, "{n} {form:?} {bound}");
            if n.is_power_of_two() {
                let whole = novel_basis(n);
                assert_eq!((form.additions, form.products), (whole.additions, whole.products));
            }
        }
    }

    #[test]
    fn counts_in_the_novel_basis_at_powers_of_two() {
        /// Counts the additions of the conversion, by the recurrence.
        fn t(k: u32) -> u64 {
            if k < 2 {
                return 0;
            }
            let t_ = 1 << (k - 1).ilog2();
            (1 << (k - 1)) * u64::from(k - t_) + (t(k - t_) << t_) + (t(t_) << (k - t_))
        }
        for k in 0..=20u32 {
            let (n, k64) = (1u64 << k, u64::from(k));
            assert_eq!(conversion_cantor(n).additions, t(k), "{k}");
            if k.is_power_of_two() {
                assert_eq!(4 * t(k), n * k64 * u64::from(k.ilog2()));
            }
            if k > 0 {
                let generic = conversion_generic(n);
                assert_eq!([4 * generic.additions, 4 * generic.products], [n * k64 * (k64 - 1), n * k64 * (k64 + 1)]);
            }
            let whole = evaluation_cantor(n);
            assert_eq!(
                [whole.additions, whole.products],
                [n * k64 + 1 - n + t(k), (n * k64 / 2 + 1).saturating_sub(n)]
            );
        }
    }
}
