//! The additive transforms from monomials to values, without a shift.
//!
//! The forms of a general basis assume constants that are neither zero nor one. A constant that is zero or one, by
//! accident or because the basis begins with 1, makes the count smaller. Over GF(2^128) and a basis that begins with 1
//! and has no other such accident, [`gathen_gerhard_from_one`] and [`gao_mateer_general_from_one`] are exact.

use super::form::ClosedForm;

/// Creates a form in characteristic 2, where no constant has order 4 or 8.
fn form(additions: u128, products: u128, formula: &'static str, source: &'static str) -> ClosedForm {
    let [additions, products] = [additions, products].map(|count| u64::try_from(count).unwrap_or(u64::MAX));
    ClosedForm {
        additions,
        products,
        products_by_i: 0,
        products_by_eighth: 0,
        products_by_axis: 0,
        formula,
        complex_formula: "none: a binary field acts on no complex numbers",
        source,
    }
}

/// Returns `n = 2^k` and `k`.
fn size(n: u64) -> [u128; 2] {
    let k = n.max(1).ilog2();
    [1 << k, k.into()]
}

/// Counts von zur Gathen and Gerhard's transform for any basis: an upper bound.
pub(super) fn gathen_gerhard(n: u64) -> ClosedForm {
    let [n, k] = size(n);
    let both = n * k * (k + 3) / 4 + 1 - n;
    form(
        both,
        both,
        "A = M = n (k^2 + 3 k)/4 - n + 1, less by the constants that are 0 or 1",
        "von zur Gathen-Gerhard 1996; the -n + 1 are the sums by s_i(0) = 0",
    )
}

/// Counts the same for a basis that begins with 1: the value of `s_0` there and the coefficient of `x` in `s_1` are 1.
pub(super) fn gathen_gerhard_from_one(n: u64) -> ClosedForm {
    let all = gathen_gerhard(n);
    let [n, k] = size(n);
    form(
        all.additions.into(),
        u128::from(all.products).saturating_sub(n * k.min(2) / 2),
        "A = n (k^2 + 3 k)/4 - n + 1; M = A - n (k >= 2), less by the constants that are 0 or 1 by accident",
        all.source,
    )
}

/// Counts Wang, Zhu and Cantor's transform.
pub(super) fn wang_zhu_cantor(n: u64) -> ClosedForm {
    let [n, k] = size(n);
    let terms: u128 = (0..k).map(|i| 1 << i.count_ones()).sum();
    form(
        n * (terms + k) / 2 + 1 - n,
        n * k / 2 + 1 - n,
        "A = n (sum of 2^wt(i) over i < k, and k)/2 - n + 1; M = n k/2 - n + 1",
        "Wang-Zhu 1988, Cantor 1989, Mateer 2008; the -n + 1 are the sums by varpi_0 = 0",
    )
}

/// Counts Gao and Mateer's transform for a Cantor basis.
pub(super) fn gao_mateer(n: u64) -> ClosedForm {
    let [n, k] = size(n);
    form(
        n * k + 1 - n + taylor_additions(k),
        n * k / 2 + 1 - n,
        "A = n k - n + 1 + T(k), T(k) = n (k - t)/2 + 2^t T(k - t) + 2^(k - t) T(t), t the power of 2 below k; \
         M = n k/2 - n + 1",
        "Gao-Mateer 2010, Mateer 2008; T(k) = n k lg k/4 for k a power of 2; the -n + 1 are the sums by varpi_0 = 0",
    )
}

/// Counts Gao and Mateer's transform for any basis: an upper bound.
pub(super) fn gao_mateer_general(n: u64) -> ClosedForm {
    let [n, k] = size(n);
    form(
        n * k * (k + 3) / 4 + 1 - n,
        3 * n * k / 2 + 2 - 2 * n,
        "A = (n k^2 + 3 n k - 4 n + 4)/4; M = (3 n k - 4 n + 4)/2, less by the constants that are 1",
        "Gao-Mateer 2010; the sums by 0 are left out, which are n/2 - 1 additions",
    )
}

/// Counts the same for a basis that begins with 1, which is the vector divided by only for `n = 2`.
pub(super) fn gao_mateer_general_from_one(n: u64) -> ClosedForm {
    let all = gao_mateer_general(n);
    form(
        all.additions.into(),
        if n == 2 { 0 } else { all.products.into() },
        "A = (n k^2 + 3 n k - 4 n + 4)/4; M = (3 n k - 4 n + 4)/2 (k >= 2), less by the constants that are 1 by accident",
        all.source,
    )
}

/// Returns `T(k)`: the additions of all Taylor expansions.
fn taylor_additions(k: u128) -> u128 {
    if k < 2 {
        return 0;
    }
    let t = k.next_power_of_two() / 2;
    ((k - t) << (k - 1)) + (taylor_additions(k - t) << t) + (taylor_additions(t) << (k - t))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Counting, Random, Tally};
    use ringfft::{
        additive::{GaoMateer, GaoMateerGeneral, GathenGerhard, WangZhuCantor},
        algebra::{Ring, Roots, Std, Subspace},
        dft::Transform,
        rings::{BinaryField, Gf2p128, ViaBinary, binary},
    };

    type Ground = Counting<Std<Gf2p128, ViaBinary>>;

    fn element(random: &mut Random) -> Gf2p128 {
        Gf2p128::from_bits(u128::from(random.bits()) << 64 | u128::from(random.bits()))
    }

    fn agrees(module: &Ground, transform: &dyn Transform<Ground>, form: ClosedForm) {
        let n = transform.len();
        let mut values = vec![binary::<Gf2p128>().one(); n];
        let mut run = |inverse: bool| -> Tally {
            module.take();
            if inverse {
                transform.inverse_unscaled(&mut values, &mut []).unwrap();
            } else {
                transform.forward(&mut values, &mut []).unwrap();
            }
            module.take()
        };
        for tally in [run(false), run(true)] {
            assert!(form.agrees(&tally), "{n}: {form:?}, {tally:?}");
        }
    }

    #[test]
    fn forms_of_additive_transforms_are_what_is_counted() {
        let module = &Counting::new(binary::<Gf2p128>());
        let mut random = Random::new(11);
        for k in 0..=10u32 {
            let n = 1u64 << k;
            let on = |basis| Subspace::with_basis(module.clone(), basis).unwrap();
            let cantor = on(binary::<Gf2p128>().cantor_basis(k).unwrap());
            agrees(module, &WangZhuCantor::new(&cantor).unwrap(), wang_zhu_cantor(n));
            agrees(module, &GaoMateer::new(&cantor).unwrap(), gao_mateer(n));
            let any = on((0..k).map(|_| element(&mut random)).collect());
            agrees(module, &GathenGerhard::new(&any).unwrap(), gathen_gerhard(n));
            agrees(module, &GaoMateerGeneral::new(&any).unwrap(), gao_mateer_general(n));
            let powers = on((0..k).map(|i| Gf2p128::from_bits(1 << i)).collect());
            agrees(module, &GathenGerhard::new(&powers).unwrap(), gathen_gerhard_from_one(n));
            agrees(module, &GaoMateerGeneral::new(&powers).unwrap(), gao_mateer_general_from_one(n));
        }
    }

    /// Checks the forms against known values, where the formula is not the same expression again.
    #[test]
    fn counts_of_additive_transforms_are_those_known() {
        let pair = |form: ClosedForm| [form.additions, form.products];
        assert_eq!(pair(gao_mateer(1 << 12)), [86017, 20481]);
        assert_eq!(pair(gao_mateer(1 << 16)), [2031617, 458753]);
        assert_eq!(pair(wang_zhu_cantor(1 << 16)), [3112961, 458753]);
        assert_eq!(pair(gathen_gerhard(1 << 12)), [180225, 180225]);
        assert_eq!(pair(gao_mateer_general(1 << 12)), [180225, 65538]);
        let forms: Vec<fn(u64) -> ClosedForm> = vec![gathen_gerhard, wang_zhu_cantor, gao_mateer, gao_mateer_general];
        for form in forms {
            assert_eq!(pair(form(1)), [0, 0]);
            assert!(pair(form(1 << 63))[0] > 1 << 62, "no overflow");
        }
    }
}
