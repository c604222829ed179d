//! The operations of the additive transforms from monomials to values, as their headers and pages print them.

use crate::points::{Field, random_list as list, random_subspace};
use ringfft::{
    Result,
    additive::{GaoMateer, GaoMateerGeneral, GathenGerhard, Taylor, WangZhuCantor},
    algebra::{Ring, Roots, Subspace},
    dft::Transform,
    rings::{BinaryField, Gf2p16, Gf2p16Leopard, Gf2p128, binary},
};
use ringfft_testing::{Counting, Random};

type Counted<F> = Counting<Field<F>>;

fn ring<F: BinaryField>() -> Counted<F> {
    Counting::new(binary::<F>())
}

/// Additions and products, both directions, of which no unit is applied.
fn counts<F: BinaryField>(module: &Counted<F>, transform: &dyn Transform<Counted<F>>) -> [[u64; 2]; 2] {
    let mut values: Vec<F> = list(&mut Random::new(1), transform.len());
    module.take();
    transform.forward(&mut values, &mut []).unwrap();
    let forward = module.take();
    transform.inverse_unscaled(&mut values, &mut []).unwrap();
    [forward, module.take()].map(|tally| {
        assert_eq!((tally.general, tally.by_unit), (0, 0));
        [tally.additions, tally.products()]
    })
}

fn cantor<F: BinaryField>(module: &Counted<F>, dim: u32) -> Subspace<Counted<F>> {
    Subspace::with_basis(module.clone(), binary::<F>().cantor_basis(dim).unwrap()).unwrap()
}

/// `g^(7919 i + 4001)` with `g` the least generator of the field's units: a basis without accidents.
fn general<F: BinaryField>(module: &Counted<F>, dim: u32) -> Subspace<Counted<F>> {
    let field = binary::<F>();
    let order = u64::MAX >> (64 - F::BITS);
    let generates = |g: &F| [3, 5, 17, 257].iter().all(|q| field.pow(g, order / q) != F::ONE);
    let g = (2..).map(F::from_bits).find(generates).unwrap();
    let basis = (0..dim).map(|i| field.pow(&g, 7919 * u64::from(i) + 4001)).collect();
    Subspace::with_basis(module.clone(), basis).unwrap()
}

/// Dimension, additions, products.
type Row = [u64; 3];

const CANTOR: [Row; 11] = [
    [1, 1, 0],
    [2, 7, 1],
    [3, 25, 5],
    [4, 89, 17],
    [5, 225, 49],
    [6, 609, 129],
    [7, 1537, 321],
    [8, 4225, 769],
    [10, 20993, 4097],
    [12, 112641, 20481],
    [16, 3112961, 458753],
];

const GAO_MATEER: [Row; 11] = [
    [1, 1, 0],
    [2, 7, 1],
    [3, 25, 5],
    [4, 81, 17],
    [5, 209, 49],
    [6, 545, 129],
    [7, 1345, 321],
    [8, 3329, 769],
    [10, 16897, 4097],
    [12, 86017, 20481],
    [16, 2031617, 458753],
];

const GATHEN_GERHARD: [Row; 10] = [
    [1, 1, 1],
    [2, 7, 7],
    [3, 29, 29],
    [4, 97, 97],
    [5, 289, 289],
    [6, 801, 801],
    [7, 2113, 2113],
    [8, 5377, 5377],
    [10, 32257, 32257],
    [12, 180225, 180225],
];

const GAO_MATEER_GENERAL: [Row; 10] = [
    [1, 1, 1],
    [2, 7, 6],
    [3, 29, 22],
    [4, 97, 66],
    [5, 289, 178],
    [6, 801, 450],
    [7, 2113, 1090],
    [8, 5377, 2562],
    [10, 32257, 13314],
    [12, 180225, 65538],
];

#[test]
fn tables_of_the_cantor_basis() -> Result<()> {
    fn over<F: BinaryField>() -> Result<()> {
        let module = &ring::<F>();
        for [k, expected @ ..] in CANTOR {
            let subspace = cantor(module, k as u32);
            let transform = WangZhuCantor::new(&subspace)?;
            assert_eq!(counts(module, &transform), [expected; 2], "cantor, 2^{k}");
            assert_eq!(transform.constants(), subspace.len() / 2);
            // Over a Cantor basis the general form has nothing else to do.
            let transform = GathenGerhard::new(&subspace)?;
            assert_eq!(counts(module, &transform), [expected; 2], "gathen-gerhard, 2^{k}");
        }
        for [k, expected @ ..] in GAO_MATEER {
            let subspace = cantor(module, k as u32);
            let transform = GaoMateer::new(&subspace)?;
            assert_eq!(counts(module, &transform), [expected; 2], "gao-mateer, 2^{k}");
            assert_eq!(transform.constants(), subspace.len() / 2);
        }
        Ok(())
    }
    over::<Gf2p16>()?;
    over::<Gf2p16Leopard>()
}

#[test]
fn tables_of_a_general_basis() -> Result<()> {
    fn over<F: BinaryField>() -> Result<()> {
        let module = &ring::<F>();
        for [k, expected @ ..] in GATHEN_GERHARD {
            let transform = GathenGerhard::new(&general(module, k as u32))?;
            assert_eq!(counts(module, &transform), [expected; 2], "gathen-gerhard, 2^{k}");
            let n = 1 << k;
            assert_eq!(transform.constants() as u64, n - 1 + 2 * k + k * (k - 1) / 2);
        }
        for [k, expected @ ..] in GAO_MATEER_GENERAL {
            let transform = GaoMateerGeneral::new(&general(module, k as u32))?;
            assert_eq!(counts(module, &transform), [expected; 2], "gao-mateer-general, 2^{k}");
            let n = 1 << k;
            assert_eq!(transform.constants() as u64, 5 * (n - 1) - 2 * k);
        }
        Ok(())
    }
    over::<Gf2p16Leopard>()?;
    over::<Gf2p16>()
}

/// The formulas of the headers, in a field so large that no constant is zero or one by accident.
#[test]
fn formulas() -> Result<()> {
    let module = &ring::<Gf2p128>();
    for k in 1..=9u64 {
        let n = 1u64 << k;
        let shift = Gf2p128::from_bits(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c834);
        let random = &mut Random::new(k);
        let other = random_subspace::<Gf2p128>(random, k as usize);
        let other = Subspace::with_basis(module.clone(), other.basis().to_vec())?;
        let weights: u64 = (0..k).map(|i| 1u64 << i.count_ones()).sum();
        let products = n / 2 * k + 1 - n;
        let expected = |additions: u64, products: u64, extra: u64| [[additions + extra, products + extra]; 2];
        for (subspace, extra) in [(cantor(module, k as u32), 0), (cantor(module, k as u32).with_shift(shift), n - 1)] {
            let form = n / 2 * (weights + k) + 1 - n;
            assert_eq!(counts(module, &WangZhuCantor::new(&subspace)?), expected(form, products, extra), "{k}");
            let form = n * k + 1 - n + taylor_additions(k);
            assert_eq!(counts(module, &GaoMateer::new(&subspace)?), expected(form, products, extra), "{k}");
            let held = if extra == 0 { n / 2 } else { n - 1 };
            assert_eq!(WangZhuCantor::new(&subspace)?.constants() as u64, held);
            assert_eq!(GaoMateer::new(&subspace)?.constants() as u64, held);
        }
        for (subspace, extra) in [(other.clone(), 0), (other.with_shift(shift), n - 1)] {
            let form = n * (k * k + 3 * k) / 4 + 1 - n;
            assert_eq!(counts(module, &GathenGerhard::new(&subspace)?), expected(form, form, extra), "{k}");
            let products = (3 * n * k + 4 - 4 * n) / 2;
            assert_eq!(counts(module, &GaoMateerGeneral::new(&subspace)?), expected(form, products, extra), "{k}");
            assert_eq!(form, (n * k * k + 3 * n * k + 4 - 4 * n) / 4);
        }
        if k.is_power_of_two() {
            assert_eq!(taylor_additions(k), n * k * u64::from(k.ilog2()) / 4);
        }
    }
    Ok(())
}

/// `T(k)`.
fn taylor_additions(k: u64) -> u64 {
    if k < 2 {
        return 0;
    }
    let t = k.next_power_of_two() / 2;
    ((k - t) << (k - 1)) + (taylor_additions(k - t) << t) + (taylor_additions(t) << (k - t))
}

#[test]
fn taylor_expansions() -> Result<()> {
    let module = ring::<Gf2p16>();
    for (k, t) in (0..=12u32).flat_map(|k| (1..=k + 1).map(move |t| (k, t))) {
        let n = 1 << k;
        let taylor = Taylor::new(module.clone(), n, 1 << t)?;
        let mut values = vec![Gf2p16::ONE; n];
        for run in [Taylor::expand, Taylor::collect] {
            run(&taylor, &mut values)?;
            let tally = module.take();
            let expected = n as u64 / 2 * u64::from(k.saturating_sub(t));
            assert_eq!((tally.additions, tally.products(), tally.by_unit), (expected, 0, 0), "2^{k} at 2^{t}");
        }
    }
    Ok(())
}
