//! Several primes at once: every layout and order against products and values by the definition.

use crate::{in_pool, residues};
use ringfft::{
    Error,
    algebra::{Ring, Roots},
    arith,
    conv::{self, Wrap},
    ntt::{Automorphism, RnsLayout, RnsPlan},
    order::Order,
    plan::{Algorithm, Plan, Scale, Threads},
    poly,
    rings::Modular,
};

const LAYOUTS: [RnsLayout; 3] = [RnsLayout::PolynomialMajor, RnsLayout::LimbMajor, RnsLayout::CoefficientMajor];
const MODULI: [u64; 4] = [97, 12_289, 0xffff_ffff_0000_0001, (1 << 62) - (1 << 16) + 1];

/// Where the layout puts residue `j` of polynomial `p` modulo prime `l`.
fn place(layout: RnsLayout, [limbs, polynomials, n]: [usize; 3], [l, p, j]: [usize; 3]) -> usize {
    match layout {
        RnsLayout::PolynomialMajor => (p * limbs + l) * n + j,
        RnsLayout::LimbMajor => (l * polynomials + p) * n + j,
        RnsLayout::CoefficientMajor => (p * n + j) * limbs + l,
        _ => unreachable!(),
    }
}

/// All residues, and a list of them by prime and polynomial.
fn sample(seed: u64, layout: RnsLayout, shape: [usize; 3], moduli: &[u64]) -> (Vec<u64>, Vec<Vec<Vec<u64>>>) {
    let [limbs, polynomials, n] = shape;
    let mut flat = vec![0; limbs * polynomials * n];
    let mut lists = Vec::new();
    for (l, &modulus) in moduli.iter().enumerate() {
        let rows: Vec<Vec<u64>> =
            (0..polynomials).map(|p| residues(seed + (l * polynomials + p) as u64, modulus, n)).collect();
        for (p, row) in rows.iter().enumerate() {
            row.iter().enumerate().for_each(|(j, &x)| flat[place(layout, shape, [l, p, j])] = x);
        }
        lists.push(rows);
    }
    (flat, lists)
}

fn moduli(n: usize) -> Vec<u64> {
    let mut moduli: Vec<u64> =
        MODULI.into_iter().filter(|&m| arith::is_prime(m) && (m - 1).is_multiple_of(2 * n as u64)).collect();
    moduli.extend(arith::find_primes(50, 2 * n as u64, 2));
    moduli
}

#[test]
fn values_are_those_of_the_definition_in_every_layout() {
    for n in [1, 2, 8, 16] {
        let moduli = moduli(n);
        for layout in LAYOUTS {
            for wrap in [Wrap::Negacyclic, Wrap::Cyclic] {
                for order in [Order::BitReversed, Order::Natural] {
                    let shape = [moduli.len(), 3, n];
                    let builder = RnsPlan::builder(&moduli, n).wrap(wrap).order(order);
                    let plan = builder.polynomials(3, layout).build().unwrap();
                    assert_eq!((plan.total_len(), plan.order(), plan.wrap()), (3 * n * moduli.len(), order, wrap));
                    assert!(plan.moduli().eq(moduli.iter().copied()));
                    let (mut values, lists) = sample(7, layout, shape, &moduli);
                    let before = values.clone();
                    plan.forward_with(&mut values, &mut vec![u64::MAX; plan.scratch_len() + 3]).unwrap();
                    for (l, &modulus) in moduli.iter().enumerate() {
                        let ring = Modular::new(modulus).unwrap();
                        let twice = if wrap == Wrap::Negacyclic { 2 } else { 1 };
                        let root = ring.root(twice * n).unwrap();
                        for (p, list) in lists[l].iter().enumerate() {
                            for j in 0..n {
                                let k = order.exponent(j, n);
                                let point = ring.pow(&root, (twice * k + twice - 1) as u64);
                                let found = values[place(layout, shape, [l, p, j])];
                                assert_eq!(
                                    found,
                                    poly::evaluate(&ring, list, &point),
                                    "{layout:?} {wrap:?} {order} {n}"
                                );
                            }
                        }
                    }
                    plan.inverse(&mut values).unwrap();
                    assert_eq!(values, before);
                }
            }
        }
    }
}

#[test]
fn products_are_those_modulo_every_prime() {
    for n in [1, 4, 32] {
        let moduli = moduli(n);
        for layout in LAYOUTS {
            for wrap in [Wrap::Negacyclic, Wrap::Cyclic] {
                let shape = [moduli.len(), 2, n];
                let plan = RnsPlan::builder(&moduli, n).wrap(wrap).polynomials(2, layout).build().unwrap();
                let (mut a, of_a) = sample(1, layout, shape, &moduli);
                let (mut b, of_b) = sample(2000, layout, shape, &moduli);
                let (mut sum, of_sum) = sample(4000, layout, shape, &moduli);
                let (copy_a, copy_b) = (a.clone(), b.clone());
                plan.product(&mut a, &mut b).unwrap();
                // sum + 3 a b, by values.
                let (mut values_a, mut values_b) = (copy_a.clone(), copy_b.clone());
                plan.forward(&mut values_a).unwrap();
                plan.forward(&mut values_b).unwrap();
                assert_eq!(b, values_b);
                plan.forward(&mut sum).unwrap();
                plan.scale(&mut values_a, &vec![3; moduli.len()]).unwrap();
                plan.multiply_accumulate(&mut sum, &values_a, &values_b).unwrap();
                plan.inverse(&mut sum).unwrap();
                for (l, &modulus) in moduli.iter().enumerate() {
                    let ring = Modular::new(modulus).unwrap();
                    for p in 0..2 {
                        let (x, y) = (&of_a[l][p], &of_b[l][p]);
                        let expected = match wrap {
                            Wrap::Cyclic => conv::cyclic(&ring, x, y, n),
                            Wrap::Negacyclic => conv::negacyclic(&ring, x, y, n),
                        }
                        .unwrap();
                        for (j, &expected) in expected.iter().enumerate() {
                            let at = place(layout, shape, [l, p, j]);
                            assert_eq!(a[at], expected, "{layout:?} {wrap:?} {modulus}");
                            let m = u128::from(modulus);
                            let three = (u128::from(of_sum[l][p][j]) + 3 * u128::from(expected)) % m;
                            assert_eq!(u128::from(sum[at]), three);
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn threads_do_not_change_the_results() {
    in_pool(|| {
        let (n, moduli) = (1 << 8, arith::find_primes(61, 1 << 9, 5));
        for layout in LAYOUTS {
            let (values, _) = sample(3, layout, [5, 2, n], &moduli);
            let results = [1, 2, 3].map(|threads| {
                let builder = RnsPlan::builder(&moduli, n).polynomials(2, layout);
                let plan = builder.threads(Threads::AtMost(threads)).build().unwrap();
                let (mut a, mut b) = (values.clone(), values.clone());
                plan.product(&mut a, &mut b).unwrap();
                (a, b)
            });
            assert!(results[0] == results[1] && results[0] == results[2], "{layout:?}");
        }
    });
}

#[test]
fn automorphisms_of_all_residues() {
    in_pool(|| {
        let n = 16;
        for (wrap, order) in [(Wrap::Negacyclic, Order::BitReversed), (Wrap::Cyclic, Order::Natural)] {
            let map = |g| match wrap {
                Wrap::Cyclic => Automorphism::cyclic(n, g, order).unwrap(),
                Wrap::Negacyclic => Automorphism::negacyclic(n, g, order).unwrap(),
            };
            let moduli = moduli(n);
            for layout in LAYOUTS {
                let shape = [moduli.len(), 3, n];
                let builder = RnsPlan::builder(&moduli, n).wrap(wrap).order(order).polynomials(3, layout);
                let plan = builder.threads(Threads::AtMost(3)).build().unwrap();
                let (flat, lists) = sample(11, layout, shape, &moduli);
                let (mut coefficients, mut values) = (flat.clone(), flat);
                plan.map_coefficients(&map(5), &mut coefficients).unwrap();
                for (l, &modulus) in moduli.iter().enumerate() {
                    let ring = Modular::new(modulus).unwrap();
                    for (p, list) in lists[l].iter().enumerate() {
                        let mut moved = list.clone();
                        map(5).on_coefficients(&ring, &mut moved).unwrap();
                        assert!(
                            (0..n).all(|j| coefficients[place(layout, shape, [l, p, j])] == moved[j]),
                            "{layout:?}"
                        );
                    }
                }
                plan.forward(&mut values).unwrap();
                plan.map_values(&map(5), &mut values).unwrap();
                plan.inverse(&mut values).unwrap();
                assert_eq!(values, coefficients, "{layout:?}");
            }
        }
    });
    let plan = RnsPlan::new(&[97, 193], 8).unwrap();
    let refused =
        |map: Automorphism, list: &mut [u64]| matches!(plan.map_values(&map, list), Err(Error::Unsupported { .. }));
    assert_eq!(plan.order(), Order::Natural);
    assert!(refused(Automorphism::negacyclic(8, 3, Order::BitReversed).unwrap(), &mut [0; 16]));
    assert!(refused(Automorphism::negacyclic(4, 3, Order::Natural).unwrap(), &mut [0; 16]));
    assert!(refused(Automorphism::cyclic(8, 3, Order::Natural).unwrap(), &mut [0; 16]));
    let map = Automorphism::negacyclic(8, 3, Order::Natural).unwrap();
    plan.map_coefficients(&map, &mut [0; 16]).unwrap();
    assert!(plan.map_coefficients(&map, &mut [0; 15]).is_err());
}

#[test]
fn unscaled_inverses() {
    let plan = RnsPlan::builder(&[97, 193], 8).scale(Scale::NONE).build().unwrap();
    let mut values: Vec<u64> = (0..16).collect();
    plan.forward(&mut values).unwrap();
    plan.inverse(&mut values).unwrap();
    assert_eq!(values, (0..16).map(|i| 8 * i % [97, 193][i as usize / 8]).collect::<Vec<_>>());
}

#[test]
fn bad_moduli_lengths_and_slices() {
    for modulus in [0, 1, 2, 4, 91, u64::MAX, 0xffff_ffff, 4_294_967_291 * 4_294_967_279] {
        let error = RnsPlan::new(&[97, modulus], 4).unwrap_err();
        assert!(matches!(error, Error::Modulus { modulus: found, .. } if found == modulus), "{modulus}: {error}");
    }
    assert!(matches!(RnsPlan::new(&[97, 193, 97], 4), Err(Error::Modulus { modulus: 97, .. })));
    let error = RnsPlan::new(&[193, 97], 64).unwrap_err();
    assert!(matches!(&error, Error::NoRoot { order: 128, .. }), "{error}");
    let text = error.to_string();
    assert!(text.contains("modulo 193") && text.contains("largest power of two is 64"), "{text}");
    assert!(matches!(RnsPlan::new(&[], 4), Err(Error::Length { len: 0, .. })));
    assert!(matches!(RnsPlan::new(&[97], 0), Err(Error::Length { len: 0, .. })));
    assert!(matches!(RnsPlan::new(&[97], 3), Err(Error::Length { len: 3, .. })));
    let none = RnsPlan::builder(&[97], 4).polynomials(0, RnsLayout::LimbMajor).build();
    assert!(matches!(none, Err(Error::Length { len: 0, .. })));
    let limited = RnsPlan::builder(&[97], 4).memory_limit(10).build();
    assert!(matches!(limited, Err(Error::Memory { limit: Some(10), .. })));
    // Each prime's plan is within the limit, all together are not; refused before the first is built, which the sum names.
    let one = Plan::builder(Modular::new(97).unwrap(), 4)
        .algorithm(Algorithm::Negacyclic)
        .threads(Threads::AtMost(1))
        .bytes()
        .unwrap();
    let limited = RnsPlan::builder(&[97, 193, 257], 4).threads(Threads::AtMost(1)).memory_limit(2 * one).build();
    assert!(matches!(limited, Err(Error::Memory { needed, limit: Some(_), .. }) if needed == 3 * u128::from(one)));
    for (bits, count) in [(20, 1000), (65, 1), (1, 1), (30, 0)] {
        assert!(matches!(RnsPlan::with_primes(bits, count, 1 << 10), Err(Error::Unsupported { .. })), "{bits} {count}");
    }
    assert!(matches!(RnsPlan::with_primes(30, 1, 0), Err(Error::Length { len: 0, .. })));
    let plan = RnsPlan::builder(&[97, 193], 4).polynomials(2, RnsLayout::CoefficientMajor).build().unwrap();
    assert!(plan.forward(&mut [0; 15]).is_err() && plan.inverse(&mut [0; 17]).is_err());
    assert!(plan.forward_with(&mut [0; 16], &mut vec![0; plan.scratch_len() - 1]).is_err());
    assert!(plan.multiply(&mut [0; 16], &[0; 15]).is_err());
    assert!(plan.multiply_accumulate(&mut [0; 16], &[0; 16], &[0; 15]).is_err());
    assert!(plan.multiply_accumulate(&mut [0; 16], &[0; 17], &[0; 16]).is_err());
    assert!(plan.scale(&mut [0; 16], &[1]).is_err());
    assert!(plan.product(&mut [0; 16], &mut [0; 15]).is_err());
    let mut values = [0; 16];
    plan.check(&values).unwrap();
    (values[2], values[3]) = (96, 96);
    plan.check(&values).unwrap();
    values[2] = 97;
    assert!(plan.check(&values).unwrap_err().to_string().contains("element 2 is 97"));
    (values[2], values[5]) = (0, 97);
    plan.check(&values).unwrap();
    values[5] = 193;
    assert!(plan.check(&values).unwrap_err().to_string().contains("modulo 193"));
}

/// A word beyond its prime counts as its residue, and what comes out is reduced: at every length, one included.
#[test]
fn unreduced_words_come_out_reduced() {
    for n in [1, 2, 8] {
        let moduli = [97, 12_289];
        for (layout, wrap) in
            LAYOUTS.into_iter().flat_map(|layout| [Wrap::Negacyclic, Wrap::Cyclic].map(|wrap| (layout, wrap)))
        {
            let plan = RnsPlan::builder(&moduli, n).polynomials(2, layout).wrap(wrap).build().unwrap();
            let shape = [2, 2, n];
            let (reduced, _) = sample(5, layout, shape, &moduli);
            let mut beyond = reduced.clone();
            for (l, modulus) in moduli.into_iter().enumerate() {
                for (p, j) in (0..2).flat_map(|p| (0..n).map(move |j| (p, j))) {
                    beyond[place(layout, shape, [l, p, j])] += modulus * (1 + j as u64);
                }
            }
            type Step<'a> = (&'a str, &'a dyn Fn(&mut Vec<u64>));
            let steps: [Step<'_>; 6] = [
                ("forward", &|x| plan.forward(x).unwrap()),
                ("inverse", &|x| plan.inverse(x).unwrap()),
                ("product", &|x| plan.product(x, &mut beyond.clone()).unwrap()),
                ("multiply", &|x| plan.multiply(x, &beyond).unwrap()),
                ("multiply and accumulate", &|x| plan.multiply_accumulate(x, &beyond, &beyond).unwrap()),
                ("scale", &|x| plan.scale(x, &[1, 1]).unwrap()),
            ];
            for (what, step) in steps {
                let (mut x, mut y) = (beyond.clone(), reduced.clone());
                step(&mut x);
                step(&mut y);
                assert!(plan.check(&x).is_ok(), "{what} of length {n}, {layout:?}, {wrap:?}");
                assert_eq!(x, y, "{what} of length {n}, {layout:?}, {wrap:?}");
            }
        }
    }
}
