//! The counts of the additive transforms in the novel basis, and of the conversions to it; on a subspace without shift.
//!
//! The product of a twiddle that happens to be one is none: the forms hold where there is no such accident, over Cantor bases
//! and over random ones in large fields.

use super::ClosedForm;

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

/// The Lin-Chung-Han transform of length `n = 2^k`, any basis, both directions.
pub(super) fn novel_basis(n: u64) -> ClosedForm {
    let counts = whole(n, 0);
    let source = "Lin, Chung and Han 2014; the -n + 1 are the skipped zero twiddles";
    form(counts.additions, counts.products, "A = n k - n + 1; M = n k/2 - n + 1", source)
}

/// The conversion of `n` coefficients between powers of `x` and the novel basis of a Cantor basis, both directions.
pub(super) fn conversion_cantor(n: u64) -> ClosedForm {
    let formula = "A = T(k), M = 0 at n = 2^k: T(0) = T(1) = 0, T(k) = 2^(k-1) (k - t) + 2^t T(k - t) + 2^(k-t) T(t), t the \
                   largest power of two below k; other n summed over the expansions";
    form(convert(n, 1), 0, formula, "Gao and Mateer 2010, the Taylor expansions alone")
}

/// The conversion of `n` coefficients between powers of `x` and the novel basis of a basis of another kind, both directions.
pub(super) fn conversion_generic(n: u64) -> ClosedForm {
    let [additions, products] = divide(n);
    let formula = "A = n k (k - 1)/4, M = n k (k + 1)/4 at n = 2^k; other n summed over the divisions";
    form(additions, products, formula, "von zur Gathen and Gerhard 1996, the divisions alone")
}

/// Coefficients of powers of `x` to the first `n` values on a subspace, Cantor basis; at `n = 2^k` both directions of Gao and
/// Mateer's transform too.
pub(super) fn evaluation_cantor(n: u64) -> ClosedForm {
    sum(conversion_cantor(n), truncated_novel(n))
}

/// Back from the values of [`evaluation_cantor`].
pub(super) fn evaluation_cantor_inverse(n: u64) -> ClosedForm {
    sum(conversion_cantor(n), truncated_novel_inverse(n))
}

/// Coefficients of powers of `x` to the first `n` values on a subspace, any basis.
pub(super) fn evaluation_generic(n: u64) -> ClosedForm {
    sum(conversion_generic(n), truncated_novel(n))
}

/// Back from the values of [`evaluation_generic`].
pub(super) fn evaluation_generic_inverse(n: u64) -> ClosedForm {
    sum(conversion_generic(n), truncated_novel_inverse(n))
}

fn sum(conversion: ClosedForm, transform: ClosedForm) -> ClosedForm {
    form(
        conversion.additions + transform.additions,
        conversion.products + transform.products,
        "the conversion and the transform in the novel basis; over a Cantor basis at n = 2^k, A = n k - n + 1 + T(k), \
         M = n k/2 - n + 1",
        "Gao and Mateer 2010; Lin, Chung and Han 2014",
    )
}

/// The truncated transform in the novel basis of length `n`, any basis, forward.
pub(super) fn truncated_novel(n: u64) -> ClosedForm {
    let counts = forward(n.max(1).next_power_of_two(), 0, n, n);
    truncated(counts, "A, M summed over the nodes with a wanted leaf; at most n lg N + N/2 and half as much")
}

/// The truncated transform in the novel basis of length `n`, any basis, back.
pub(super) fn truncated_novel_inverse(n: u64) -> ClosedForm {
    let counts = inverse(n.max(1).next_power_of_two(), 0, n, n);
    truncated(counts, "A, M summed over the nodes with a known leaf; at most n lg N + N/2 and half as much")
}

fn truncated(counts: Counts, formula: &'static str) -> ClosedForm {
    form(counts.additions, counts.products, formula, "van der Hoeven 2004 on the tree of Lin, Chung and Han 2014")
}

#[derive(Clone, Copy, Default)]
struct Counts {
    additions: u64,
    products: u64,
}

impl Counts {
    /// And `others` additions, and `times` products by the twiddle of node `j`, each with an addition.
    fn and(self, others: u64, times: u64, j: u64) -> Counts {
        let times = if j == 0 { 0 } else { times };
        Counts { additions: self.additions + others + times, products: self.products + times }
    }

    fn plus(self, other: Counts) -> Counts {
        Counts { additions: self.additions + other.additions, products: self.products + other.products }
    }
}

/// A whole node: on the left edge one node of each size has no twiddle.
fn whole(len: u64, j: u64) -> Counts {
    let half = (len / 2).saturating_mul(len.max(1).ilog2().into());
    let skipped = if j == 0 { len.saturating_sub(1) } else { 0 };
    Counts { additions: half.saturating_mul(2).saturating_sub(skipped), products: half.saturating_sub(skipped) }
}

/// `wanted` values of node `j` from `nonzero` coefficients.
fn forward(len: u64, j: u64, wanted: u64, nonzero: u64) -> Counts {
    if wanted == 0 || len == 1 {
        return Counts::default();
    }
    if wanted == len && nonzero == len {
        return whole(len, j);
    }
    let m = len / 2;
    let both = nonzero.saturating_sub(m);
    let left = forward(m, 2 * j, wanted.min(m), nonzero.min(m));
    let right = forward(m, 2 * j + 1, wanted.saturating_sub(m), nonzero.min(m));
    left.plus(right).and(if wanted > m { both } else { 0 }, both, j)
}

/// `known` coefficients of node `j` from as many values and the other coefficients up to `nonzero`.
fn inverse(len: u64, j: u64, known: u64, nonzero: u64) -> Counts {
    if known == 0 || len == 1 {
        return Counts::default();
    }
    if known == len {
        return whole(len, j);
    }
    let m = len / 2;
    let both = nonzero.saturating_sub(m);
    if known < m {
        // B + c A where B is known, Y + c A where it is not.
        return inverse(m, 2 * j, known, nonzero.min(m)).and(0, both, j);
    }
    // Y + A where A is known, Y + Z where it is not; B everywhere.
    whole(m, 2 * j).plus(inverse(m, 2 * j + 1, known - m, m)).and(both, both, j)
}

/// Additions of the conversion of rows of `width` elements, `n` in all, the last row perhaps shorter.
fn convert(n: u64, width: u64) -> u64 {
    let rows = n.div_ceil(width);
    if rows < 3 {
        return 0;
    }
    let k = (rows - 1).ilog2() + 1;
    let tau = 1 << (1 << (k - 1).ilog2());
    let (full, rest) = (n / (width * tau), n % (width * tau));
    expand(n, width * tau) + convert(n, width * tau) + full * convert(width * tau, width) + convert(rest, width)
}

/// Additions of the expansion of `n` elements to remainders of `block`.
fn expand(n: u64, block: u64) -> u64 {
    if n <= block {
        return 0;
    }
    let from = block << (n.div_ceil(block) - 1).ilog2();
    (n - from) + expand(from, block) + expand(n - from, block)
}

/// Additions and products of the conversion by division.
fn divide(n: u64) -> [u64; 2] {
    if n < 2 {
        return [0, 0];
    }
    let k = u64::from((n - 1).ilog2());
    let m = 1 << k;
    let parts = [divide(m), divide(n - m)];
    let sum = |i: usize| parts[0][i] + parts[1][i];
    [sum(0) + (n - m) * k, sum(1) + (n - m) * (k + 1)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        additive::{Conversion, Evaluation, NovelBasis, TruncatedNovelBasis},
        algebra::{Module, Std, Subspace},
        dft::Transform,
        rings::{Gf2p64, ViaBinary, binary},
        testing::{Counting, Random},
    };
    use alloc::{vec, vec::Vec};

    type Field = Counting<Std<Gf2p64, ViaBinary>>;

    fn spaces(ring: &Field, dim: u32) -> [Subspace<Field>; 2] {
        let mut source = Random::new(50);
        let basis: Vec<Gf2p64> = (0..dim).map(|_| Gf2p64::new(source.bits())).collect();
        [Subspace::new(ring.clone(), dim).unwrap(), Subspace::with_basis(ring.clone(), basis).unwrap()]
    }

    fn agree(ring: &Field, transform: &dyn Transform<Field>, forms: [ClosedForm; 2]) {
        let mut values = vec![ring.zero(); transform.len()];
        let mut scratch = vec![ring.zero(); transform.scratch_len()];
        ring.take();
        transform.forward(&mut values, &mut scratch).unwrap();
        let forward = ring.take();
        transform.inverse_unscaled(&mut values, &mut scratch).unwrap();
        for (tally, form) in [(forward, forms[0]), (ring.take(), forms[1])] {
            assert!(form.agrees(&tally), "{}: {tally:?} {form:?}", transform.len());
            assert_eq!((tally.by_unit, tally.general), (0, 0));
        }
    }

    #[test]
    fn forms_agree_with_the_counts() {
        let ring = Counting::new(binary::<Gf2p64>());
        for n in (1..=130usize).chain([255, 256, 257, 511, 513, 1000, 1025]) {
            let dim = n.next_power_of_two().trailing_zeros();
            for (space, cantor) in spaces(&ring, dim).iter().zip([true, false]) {
                let n64 = n as u64;
                if n.is_power_of_two() {
                    agree(&ring, &NovelBasis::new(space).unwrap(), [novel_basis(n64); 2]);
                }
                let transform = TruncatedNovelBasis::new(space, n).unwrap();
                agree(&ring, &transform, [truncated_novel(n64), truncated_novel_inverse(n64)]);
                let (conversion, evaluation) = if cantor {
                    (conversion_cantor(n64), [evaluation_cantor(n64), evaluation_cantor_inverse(n64)])
                } else {
                    (conversion_generic(n64), [evaluation_generic(n64), evaluation_generic_inverse(n64)])
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
    fn bounds() {
        for n in 1..=2000u64 {
            let order = n.next_power_of_two();
            let bound = n * u64::from(order.ilog2()) + order / 2;
            for form in [truncated_novel(n), truncated_novel_inverse(n)] {
                assert!(form.additions <= bound && 2 * form.products <= bound, "{n} {form:?} {bound}");
            }
        }
    }

    #[test]
    fn powers_of_two() {
        /// Additions of the conversion, by the recurrence.
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
            assert_eq!(whole, evaluation_cantor_inverse(n));
        }
    }
}
