//! Recorded networks compute the transform, count as the counting ring does, and factor its matrix.

use super::{elements, typed};
use num_complex::Complex;
use ringfft::{
    Result,
    algebra::{Ring, Roots},
    plan::{Accelerated, Algorithm, Builder, Scale, Threads},
    rings::{ComplexRing, Modular},
};
use ringfft_testing::{
    Erased, ErasedElement, Tally, count,
    tracing::{Direction, Factor, Layers, Network, Placement, Tracing, factors, trace, trace_plan, trace_recipe},
};

/// The lengths at which an algorithm is tried over the modulus.
fn lengths(algorithm: Algorithm, modulus: u64) -> Vec<usize> {
    let divides = |n: &usize| (modulus - 1).is_multiple_of(*n as u64);
    let short: Vec<usize> = (1..=32).filter(divides).filter(|&n| algorithm.exists_for(n)).collect();
    if short.iter().any(|&n| n > 1) {
        short
    } else {
        [64, 81].into_iter().filter(|&n| algorithm.exists_for(n)).collect()
    }
}

/// `w^(je)` for the exponent `e` of each position; `None` where the ring has no such root.
fn matrix<R: Accelerated<Scalars = R> + Roots>(
    ring: &R,
    algorithm: Algorithm,
    n: usize,
) -> Option<Vec<Vec<R::Element>>> {
    let builder = Builder::new(ring.clone(), n).algorithm(algorithm).order(algorithm.native_order());
    let recipe = builder.choose().ok()?;
    let order = recipe.root_order()?;
    let w = if order == 1 { ring.one() } else { ring.root(order).ok()? };
    let row = |k| (0..n).map(|j| ring.power(&w, order, j * recipe.exponent(k) % order)).collect();
    Some((0..n).map(row).collect())
}

/// Whether all operations are needed by some output: those of convolutions with zeros at their ends are not.
fn same_tally(algorithm: Algorithm, recorded: &Tally, counted: &Tally) -> bool {
    match algorithm {
        Algorithm::Rader | Algorithm::Bluestein | Algorithm::Truncated => {
            recorded.additions <= counted.additions && recorded.products() <= counted.products()
        }
        _ => recorded == counted,
    }
}

/// Column `j` of the product of the factors.
fn column<R: Ring>(ring: &R, factors: &[Factor<R::Element>], j: usize) -> Vec<R::Element> {
    let mut unit = vec![ring.zero(); factors[0].columns];
    unit[j] = ring.one();
    factors.iter().fold(unit, |vector, factor| factor.apply(ring, &vector))
}

fn checked<R>(
    ring: &R,
    network: &Network<R::Element>,
    expected: &[Vec<R::Element>],
    near: impl Fn(&R::Element, &R::Element) -> bool,
) where
    R: Accelerated<Scalars = R> + Roots,
{
    let layers = Layers::new(network, ring);
    let placement = Placement::new(&layers);
    for boundary in placement.boundaries() {
        let rows: Vec<usize> = boundary.iter().map(|(_, row)| *row).collect();
        assert!(rows.is_sorted_by(|a, b| a < b), "one value a row: {rows:?}");
        assert!(rows.iter().all(|&row| row < placement.height()));
    }
    let factors = factors(&layers, &placement, ring);
    assert_eq!(factors.len(), layers.depth().max(1));
    for j in 0..network.len() {
        let mut unit = vec![ring.zero(); network.len()];
        unit[j] = ring.one();
        let found = network.evaluate(ring, &unit).unwrap();
        let product = column(ring, &factors, j);
        for k in 0..network.len() {
            assert!(near(&found[k], &expected[k][j]), "value {k} of unit {j}");
            assert!(near(&product[k], &expected[k][j]), "entry ({k}, {j}) of the product of the factors");
        }
    }
}

fn exact(a: &ErasedElement, b: &ErasedElement) -> bool {
    a.get::<u64>().unwrap() == b.get::<u64>().unwrap()
}

fn close(a: &ErasedElement, b: &ErasedElement) -> bool {
    let [a, b] = [a, b].map(|x| x.get::<Complex<f64>>().unwrap());
    (a - b).norm() < 1e-12
}

#[test]
fn every_algorithm_is_recorded_exactly() -> Result<()> {
    let mut seen = 0;
    for modulus in [17, 73, 257, 998_244_353] {
        let ring = Erased::new(Modular::new(modulus)?);
        for &algorithm in Algorithm::ALL {
            for n in lengths(algorithm, modulus) {
                let Some(matrix) = matrix(&ring, algorithm, n) else { continue };
                let Ok(network) = trace(algorithm, ring.clone(), n) else { continue };
                checked(&ring, &network, &matrix, exact);
                let (recorded, counted) = (network.tally(&ring), count(algorithm, ring.clone(), n)?.forward);
                assert!(
                    same_tally(algorithm, &recorded, &counted),
                    "{algorithm} {n} {modulus}: {recorded:?} {counted:?}"
                );
                seen += 1;
            }
        }
    }
    assert!(seen > 60, "{seen}");
    Ok(())
}

#[test]
fn over_the_complex_numbers_too() -> Result<()> {
    let ring = Erased::new(ComplexRing::<f64>::new());
    for &algorithm in Algorithm::ALL {
        for n in [1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 16, 27, 32, 64] {
            if !algorithm.exists_for(n) {
                continue;
            }
            let Some(matrix) = matrix(&ring, algorithm, n) else { continue };
            let Ok(network) = trace(algorithm, ring.clone(), n) else { continue };
            checked(&ring, &network, &matrix, close);
            let (recorded, counted) = (network.tally(&ring), count(algorithm, ring.clone(), n)?.forward);
            assert!(same_tally(algorithm, &recorded, &counted), "{algorithm} {n}: {recorded:?} {counted:?}");
        }
    }
    Ok(())
}

#[test]
fn inverse_networks_undo_the_forward_ones() -> Result<()> {
    let ring = Erased::new(Modular::new(257)?);
    for &algorithm in Algorithm::ALL {
        for n in [1, 2, 4, 8, 16, 64] {
            if !algorithm.exists_for(n) {
                continue;
            }
            let builder = Builder::new(Tracing::new(ring.clone()), n)
                .algorithm(algorithm)
                .order(algorithm.native_order())
                .scale(Scale::NONE)
                .threads(Threads::AtMost(1));
            let Ok(plan) = builder.build() else { continue };
            let network = trace_plan(&plan, Direction::Inverse)?;
            let x: Vec<u64> = (0..n as u64).map(|j| (j * j + 3) % 257).collect();
            let values = trace(algorithm, ring.clone(), n)?.evaluate(&ring, &elements(&x))?;
            let scaled: Vec<u64> = x.iter().map(|x| x * n as u64 % 257).collect();
            assert_eq!(typed::<u64>(&network.evaluate(&ring, &values)?), scaled, "{algorithm} {n}");
            let layers = Layers::new(&network, &ring);
            let factors = factors(&layers, &Placement::new(&layers), &ring);
            let product = factors.iter().fold(values, |vector, factor| factor.apply(&ring, &vector));
            assert_eq!(typed::<u64>(&product), scaled, "{algorithm} {n}");
        }
    }
    Ok(())
}

#[test]
fn textbook_networks_lie_as_in_the_textbook() -> Result<()> {
    let ring = Erased::new(Modular::new(17)?);
    for name in ["classical(8)", "twisted(8)", "stockham(8, 2x2x2)"] {
        let network = trace_recipe(&name.parse()?, ring.clone())?;
        let layers = Layers::new(&network, &ring);
        let placement = Placement::new(&layers);
        assert_eq!((layers.depth(), placement.height(), placement.is_sorted()), (3, 8, true), "{name}");
        // The operands of the value in each row after the first layer.
        let operands: Vec<Vec<usize>> = placement.boundaries()[1]
            .iter()
            .map(|(value, _)| layers.values()[*value].terms.iter().map(|term| term.value).collect())
            .collect();
        let expected: [[usize; 2]; 8] = match name {
            "stockham(8, 2x2x2)" => [[0, 4], [0, 4], [1, 5], [1, 5], [2, 6], [2, 6], [3, 7], [3, 7]],
            _ => [[0, 4], [1, 5], [2, 6], [3, 7], [0, 4], [1, 5], [2, 6], [3, 7]],
        };
        assert_eq!(operands, expected, "{name}");
        for factor in factors(&layers, &placement, &ring) {
            assert_eq!((factor.rows, factor.columns, factor.entries.len()), (8, 8, 16), "{name}");
        }
    }
    Ok(())
}

#[test]
fn only_what_outputs_need_is_recorded() -> Result<()> {
    use ringfft::algebra::{Action, Module};
    let ring = Modular::new(17)?;
    let tracing = Tracing::new(ring);
    let network = tracing.record(3, |x| {
        let mut unused = x[0].clone();
        tracing.add_assign(&mut unused, &x[1]);
        let mut zero = tracing.zero();
        tracing.sub_assign(&mut zero, &x[2]);
        tracing.apply(&mut zero, &5);
        x[0] = zero;
        Ok(())
    })?;
    assert_eq!(network.tally(&ring), count_of(1, 1));
    assert_eq!(network.evaluate(&ring, &[1, 2, 3])?, [2, 2, 3]);
    assert!(network.evaluate(&ring, &[1, 2]).is_err());
    // Zero has no layer: -5 x_2 is one entry.
    let layers = Layers::new(&network, &ring);
    let factors = factors(&layers, &Placement::new(&layers), &ring);
    assert_eq!((layers.depth(), factors.len()), (0, 1));
    assert_eq!(factors[0].entries, [(0, 2, 12), (1, 1, 1), (2, 2, 1)]);
    Ok(())
}

fn count_of(additions: u64, by_other: u64) -> Tally {
    let mut tally = Tally::default();
    (tally.additions, tally.by_other) = (additions, by_other);
    tally
}
