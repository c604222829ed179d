//! Arrays as elements, against transforms of their entries one by one.

use crate::{in_pool, residues};
use ringfft::{
    algebra::Module,
    inside::require,
    order::Order,
    plan::{Accelerated, Algorithm, Isa, Layout, Plan, Scale, Threads},
    rings::{Arrays, BabyBear, Gf2p16, Goldilocks, binary, native},
};

/// Kernels for columns, kernels for each column, and words; lengths and algorithms without kernels.
fn check<M: Accelerated<Scalars = M, Element: PartialEq>, const D: usize>(module: &M, element: fn(u64) -> M::Element) {
    let arrays = Arrays::<M, D>::new(module.clone());
    for (index, n) in [1, 2, 12, 16, 60, 256, 1024].into_iter().enumerate() {
        let numbers = residues(n as u64, u64::MAX, 2 * n * D);
        let values: Vec<[M::Element; D]> =
            numbers.chunks_exact(D).map(|entries| std::array::from_fn(|i| element(entries[i]))).collect();
        let scale = [Scale::INVERSE, Scale::NONE, Scale::FORWARD][index % 3];
        let order = if n.is_power_of_two() && index % 2 == 1 { Order::BitReversed } else { Order::Natural };
        let shift = (index % 2 == 1).then(|| element(7));
        let entries = |algorithm: Algorithm| {
            let builder = Plan::builder(module.clone(), n).algorithm(algorithm).order(order).scale(scale);
            shift.clone().map_or(builder.clone(), |shift| builder.coset(shift)).build().unwrap()
        };
        let book = entries(Algorithm::Stockham);
        let entry = |x: &[[M::Element; D]], batch: usize, which: usize, i: usize| -> Vec<M::Element> {
            x.iter().skip(which).step_by(batch).map(|x| x[i].clone()).collect()
        };
        for (isa, threads) in [(Isa::Auto, 1), (Isa::Auto, 3), (Isa::Avx2, 1), (Isa::Scalar, 2)] {
            if isa == Isa::Avx2 && !require::has("avx2", isa.is_available()) {
                continue;
            }
            let builder = Plan::builder(arrays.clone(), n).order(order).scale(scale).isa(isa);
            let builder = builder.threads(Threads::AtMost(threads));
            let builder = shift.clone().map_or(builder.clone(), |shift| builder.coset(shift));
            for batch in [1, 2] {
                let Ok(plan) = builder.clone().batch(batch, Layout::Columns).build() else {
                    assert_eq!(isa, Isa::Avx2);
                    continue;
                };
                let mut x = values[..n * batch].to_vec();
                let mut scratch = plan.scratch().unwrap();
                plan.forward_with(&mut x, &mut scratch).unwrap();
                let mut back = x.clone();
                plan.inverse_with(&mut back, &mut scratch).unwrap();
                for (which, i) in (0..batch).flat_map(|which| [0, D - 1].map(|i| (which, i))) {
                    let what = format!("{n} {isa} {threads} {order} {scale} {} entry {i}", plan.recipe());
                    let mut expected = entry(&values[..n * batch], batch, which, i);
                    book.forward(&mut expected).unwrap();
                    assert!(entry(&x, batch, which, i) == expected, "{what}");
                    book.inverse(&mut expected).unwrap();
                    assert!(entry(&back, batch, which, i) == expected, "{what}, back");
                }
            }
        }
    }
}

#[test]
fn entries_are_transformed_side_by_side() {
    in_pool(|| {
        // Extensions of degree 2, 4 and 5, and wide enough for the columns' kernels.
        check::<_, 4>(&native::<BabyBear>(), BabyBear::from);
        check::<_, 5>(&native::<BabyBear>(), BabyBear::from);
        check::<_, 16>(&native::<BabyBear>(), BabyBear::from);
        check::<_, 2>(&native::<Goldilocks>(), Goldilocks::new);
        check::<_, 8>(&native::<Goldilocks>(), Goldilocks::new);
    });
}

/// The extension of BabyBear by a root of `x^4 - 11`.
type Extension = [BabyBear; 4];

fn product(a: &Extension, b: &Extension) -> Extension {
    let mut sum = [0; 4].map(BabyBear::from);
    for (i, a) in a.iter().enumerate() {
        for (j, b) in b.iter().enumerate() {
            let term = *a * *b;
            sum[(i + j) % 4] += if i + j < 4 { term } else { term * BabyBear::from(11) };
        }
    }
    sum
}

#[test]
fn products_of_polynomials_over_an_extension() {
    let n = 128;
    let plan = Plan::<Extension>::new(n).unwrap();
    let list = |seed| -> Vec<Extension> {
        let numbers = residues(seed, u64::MAX, 4 * n);
        numbers.chunks_exact(4).map(|x| std::array::from_fn(|i| BabyBear::from(x[i]))).collect()
    };
    let [a, b] = [1, 2].map(list);
    let (mut x, mut y) = (a.clone(), b.clone());
    plan.forward(&mut x).unwrap();
    plan.forward(&mut y).unwrap();
    x.iter_mut().zip(&y).for_each(|(x, y)| *x = product(x, y));
    plan.inverse(&mut x).unwrap();
    let ring = plan.module();
    for k in [0, 1, 77, n - 1] {
        let mut sum = ring.zero();
        (0..n).for_each(|i| ring.add_assign(&mut sum, &product(&a[i], &b[(n + k - i) % n])));
        assert_eq!(x[k], sum);
    }
}

#[test]
fn arrays_over_binary_fields() {
    let (n, ring) = (64, binary::<Gf2p16>());
    let plan = Plan::over(Arrays::<_, 3>::new(ring), n).unwrap();
    let values: Vec<[Gf2p16; 3]> = residues(5, 1 << 16, 3 * n)
        .chunks_exact(3)
        .map(|x| std::array::from_fn(|i| Gf2p16::new(x[i] as u16)))
        .collect();
    let mut x = values.clone();
    plan.forward(&mut x).unwrap();
    let single = Plan::over(ring, n).unwrap();
    for i in 0..3 {
        let mut entry: Vec<Gf2p16> = values.iter().map(|x| x[i]).collect();
        single.forward(&mut entry).unwrap();
        assert!(entry.iter().zip(&x).all(|(entry, x)| *entry == x[i]));
    }
    plan.inverse(&mut x).unwrap();
    assert_eq!(x, values);
}
