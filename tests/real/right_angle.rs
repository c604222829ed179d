//! Real polynomials modulo `X^n + 1`, and the canonical embedding.

use crate::{C, distance, in_pool, random, random_complex};
use ringfft::{
    Error,
    ntt::Automorphism,
    order::Order,
    plan::{Device, Scale, Threads},
    real::{CanonicalEmbedding, RealNegacyclic},
    rings::{DoubleDouble, root_of_unity},
};
use ringfft_testing::Random;

/// `f(exp(i pi e/n))`.
fn value(f: &[f64], e: usize) -> C {
    let n = f.len();
    f.iter().enumerate().map(|(j, &c)| root_of_unity::<f64>(e * j % (2 * n), 2 * n) * c).sum()
}

/// `a b` modulo `X^n + 1`, in integers.
fn product(a: &[i64], b: &[i64]) -> Vec<i128> {
    let n = a.len();
    let mut out = vec![0; n];
    for (i, &x) in a.iter().enumerate() {
        for (j, &y) in b.iter().enumerate() {
            let term = i128::from(x) * i128::from(y);
            out[(i + j) % n] += if i + j < n { term } else { -term };
        }
    }
    out
}

#[test]
fn values_are_those_of_the_definition() {
    for n in [2, 4, 6, 8, 10, 16, 30, 64, 256] {
        for order in [Order::Natural, Order::BitReversed] {
            if !order.exists_for(n / 2) {
                continue;
            }
            let plan = RealNegacyclic::<f64>::builder(n).order(order).build().unwrap();
            let f = random(n as u64, n);
            let mut values = vec![C::new(f64::NAN, 0.0); n / 2];
            plan.forward_with(&f, &mut values, &mut vec![crate::DIRTY; plan.scratch_len()]).unwrap();
            // At powers of the conjugate of the root.
            let expected: Vec<C> = (0..n / 2).map(|k| value(&f, 2 * n - plan.exponent(k))).collect();
            assert!(distance(&values, &expected) < 1e-14, "{n} {order}");
            assert!((0..n / 2).all(|k| plan.exponent(k) % 4 == 1 && plan.exponent(k) < 2 * n));
            let mut back = vec![f64::NAN; n];
            plan.inverse(&mut values, &mut back).unwrap();
            crate::near(&back, &f, 1e-15 * 8.0, "round trip");
        }
    }
}

#[test]
fn scales() {
    let f = random(1, 16);
    let plan = |scale| RealNegacyclic::<f64>::builder(16).scale(scale).build().unwrap();
    let mut plain = vec![C::new(0.0, 0.0); 8];
    plan(Scale::NONE).forward(&f, &mut plain).unwrap();
    for (scale, forward, both) in
        [(Scale::NONE, 1.0, 8.0), (Scale::FORWARD, 0.125, 1.0), (Scale::UNITARY, 8f64.sqrt().recip(), 1.0)]
    {
        let mut values = vec![C::new(0.0, 0.0); 8];
        plan(scale).forward(&f, &mut values).unwrap();
        assert!(distance(&values, &plain.iter().map(|z| z * forward).collect::<Vec<_>>()) < 1e-15);
        let mut back = vec![0.0; 16];
        plan(scale).inverse(&mut values, &mut back).unwrap();
        crate::near(&back, &f.iter().map(|x| x * both).collect::<Vec<_>>(), 1e-15, "scaled");
    }
}

/// Errors stay below the bound, and not so far below that one would not see a wrong bound.
#[test]
fn products_within_the_bound() {
    for lg in 1..12 {
        let n = 1usize << lg;
        let plan = RealNegacyclic::<f64>::new(n).unwrap();
        let bound = plan.product_error().unwrap();
        let units = bound / (f64::EPSILON / 2.0);
        assert!((11.8 * lg as f64 + 8.0..11.9 * lg as f64 + 9.0).contains(&units), "{units}");
        let mut random = Random::new(lg);
        let mut integers = || (0..n).map(|_| (random.bits() >> 24) as i64 - (1 << 39)).collect::<Vec<i64>>();
        let (a, b) = (integers(), integers());
        let float = |list: &[i64]| list.iter().map(|&x| x as f64).collect::<Vec<f64>>();
        let norm = |list: &[f64]| list.iter().map(|x| x * x).sum::<f64>().sqrt();
        let (x, y) = (float(&a), float(&b));
        let mut found = vec![0.0; n];
        plan.multiply(&x, &y, &mut found).unwrap();
        let exact = product(&a, &b);
        let worst = exact.iter().zip(&found).map(|(&exact, &found)| {
            // Both are below 2^100: the difference of what is left after the leading part.
            (exact - found as i128).unsigned_abs() as f64
        });
        let worst = worst.fold(0.0, f64::max) / (norm(&x) * norm(&y));
        assert!(worst <= bound, "{n}: {worst} {bound}");
        assert!(lg < 4 || worst >= bound / (200.0 * (n as f64).sqrt()), "{n}: {worst} {bound}");
    }
}

#[test]
fn integers_are_exact_or_refused() {
    for lg in 1..11 {
        let n = 1usize << lg;
        let plan = RealNegacyclic::<f64>::builder(n).order(Order::BitReversed).build().unwrap();
        let mut random = Random::new(lg);
        // As TFHE has it: one factor of few bits.
        for (s, t) in [(8, 30 - lg as u32), (1, 36 - lg as u32), (20, 20 - lg as u32)] {
            let mut integers = |bits: u32| -> Vec<i64> {
                (0..n).map(|_| (random.bits() >> (64 - bits)) as i64 - (1 << (bits - 1))).collect()
            };
            let (a, b) = (integers(s), integers(t));
            let mut out = vec![0; n];
            plan.multiply_integers(&a, &b, &mut out).unwrap();
            assert!(product(&a, &b).iter().zip(&out).all(|(&x, &y)| x == i128::from(y)), "{n}");
        }
        let error = plan.multiply_integers(&vec![1 << 30; n], &vec![1 << 30; n], &mut vec![0; n]).unwrap_err();
        assert!(matches!(&error, Error::Unsupported { what } if what.contains("split")), "{error}");
    }
    let plan = RealNegacyclic::<f64>::new(6).unwrap();
    assert!(plan.product_error().is_none() && plan.relative_error().is_none());
    assert!(matches!(plan.multiply_integers(&[1; 6], &[1; 6], &mut [0; 6]), Err(Error::Unsupported { .. })));
}

#[test]
fn other_floats() {
    let f = random(5, 64);
    let mut expected = vec![C::new(0.0, 0.0); 32];
    RealNegacyclic::<f64>::new(64).unwrap().forward(&f, &mut expected).unwrap();
    let single: Vec<f32> = f.iter().map(|&x| x as f32).collect();
    let mut values = vec![num_complex::Complex::new(0f32, 0.0); 32];
    RealNegacyclic::<f32>::new(64).unwrap().forward(&single, &mut values).unwrap();
    let wide: Vec<C> = values.iter().map(|z| C::new(z.re.into(), z.im.into())).collect();
    assert!(distance(&wide, &expected) < 1e-6);
    let double: Vec<DoubleDouble> = f.iter().map(|&x| DoubleDouble::from(x)).collect();
    let plan = RealNegacyclic::<DoubleDouble>::new(64).unwrap();
    let mut values = vec![num_complex::Complex::new(DoubleDouble::from(0.0), DoubleDouble::from(0.0)); 32];
    plan.forward(&double, &mut values).unwrap();
    let narrow: Vec<C> = values.iter().map(|z| C::new(z.re.high(), z.im.high())).collect();
    assert!(distance(&narrow, &expected) < 1e-14);
}

#[test]
fn threads_do_not_change_the_results() {
    in_pool(|| {
        let f = random(8, 1 << 13);
        let results = crate::THREADS.map(|threads| {
            let mut values = vec![C::new(0.0, 0.0); 1 << 12];
            RealNegacyclic::<f64>::builder(1 << 13).threads(threads).build().unwrap().forward(&f, &mut values).unwrap();
            values
        });
        assert!(results[0] == results[1] && results[0] == results[2]);
    });
}

#[test]
fn slots_are_values_at_powers_of_five() {
    for n in [2usize, 4, 8, 16, 64, 512] {
        let embedding = CanonicalEmbedding::<f64>::new(n).unwrap();
        assert_eq!((embedding.len(), embedding.slots()), (n, n / 2));
        let f = random(n as u64, n);
        let mut slots = vec![crate::DIRTY; n / 2];
        embedding.forward_with(&f, &mut slots, &mut vec![crate::DIRTY; embedding.scratch_len()]).unwrap();
        let mut power = 1;
        let mut expected = Vec::new();
        for _ in 0..n / 2 {
            expected.push(value(&f, power));
            power = power * 5 % (2 * n);
        }
        let error = distance(&slots, &expected);
        assert!(error < 1e-14, "{n}: {error}");
        let mut back = vec![f64::NAN; n];
        embedding.inverse(&slots, &mut back).unwrap();
        crate::near(&back, &f, 2.0 * embedding.relative_error(), "round trip");

        // Rotations and the conjugation are automorphisms.
        let ring = Additive;
        let mut moved = f.clone();
        Automorphism::negacyclic(n, 5, Order::Natural).unwrap().on_coefficients(&ring, &mut moved).unwrap();
        let mut rotated = slots.clone();
        embedding.forward(&moved, &mut rotated).unwrap();
        slots.rotate_left(1 % (n / 2));
        assert!(distance(&rotated, &slots) < 1e-14, "{n}");
        Automorphism::negacyclic(n, 2 * n - 1, Order::Natural).unwrap().on_coefficients(&ring, &mut moved).unwrap();
        embedding.forward(&moved, &mut rotated).unwrap();
        let conjugates: Vec<C> = slots.iter().map(C::conj).collect();
        assert!(distance(&rotated, &conjugates) < 1e-14, "{n}");
    }
}

/// Real numbers as a group.
#[derive(Clone)]
struct Additive;

impl ringfft::algebra::Module for Additive {
    type Element = f64;

    fn zero(&self) -> f64 {
        0.0
    }

    fn add_assign(&self, a: &mut f64, b: &f64) {
        *a += b;
    }

    fn sub_assign(&self, a: &mut f64, b: &f64) {
        *a -= b;
    }
}

/// Against the same embedding in twice the digits.
#[test]
fn errors_of_slots_are_below_the_bound() {
    for lg in 1..12 {
        let n = 1usize << lg;
        let embedding = CanonicalEmbedding::<f64>::new(n).unwrap();
        let exact = CanonicalEmbedding::<DoubleDouble>::new(n).unwrap();
        let f = random(lg, n);
        let mut slots = vec![C::new(0.0, 0.0); n / 2];
        embedding.forward(&f, &mut slots).unwrap();
        let wide: Vec<DoubleDouble> = f.iter().map(|&x| DoubleDouble::from(x)).collect();
        let zero = DoubleDouble::from(0.0);
        let mut truth = vec![num_complex::Complex::new(zero, zero); n / 2];
        exact.forward(&wide, &mut truth).unwrap();
        let part = |a: f64, b: DoubleDouble| (DoubleDouble::from(a) - b).high();
        let error: f64 = slots
            .iter()
            .zip(&truth)
            .map(|(a, b)| part(a.re, b.re).powi(2) + part(a.im, b.im).powi(2))
            .sum::<f64>()
            .sqrt();
        let norm = slots.iter().map(|z| z.norm_sqr()).sum::<f64>().sqrt();
        let bound = embedding.relative_error();
        assert!(error <= bound * norm, "{n}: {} {bound}", error / norm);
        assert!(lg < 4 || error >= bound * norm / 100.0, "{n}: {} {bound}", error / norm);

        let slots = random_complex(lg, n / 2);
        let mut f = vec![0.0; n];
        embedding.inverse(&slots, &mut f).unwrap();
        let wide: Vec<_> = slots.iter().map(|z| num_complex::Complex::new(z.re.into(), z.im.into())).collect();
        let mut truth = vec![zero; n];
        exact.inverse(&wide, &mut truth).unwrap();
        let error = f.iter().zip(&truth).map(|(&a, &b)| part(a, b).powi(2)).sum::<f64>().sqrt();
        let norm = f.iter().map(|x| x * x).sum::<f64>().sqrt();
        assert!(error <= bound * norm, "{n}: {} {bound}", error / norm);
    }
}

#[test]
fn bad_input() {
    for len in [0, 1, 7] {
        assert!(matches!(RealNegacyclic::<f64>::new(len), Err(Error::Length { .. })), "{len}");
    }
    for len in [0, 1, 6, usize::MAX] {
        assert!(matches!(CanonicalEmbedding::<f64>::new(len), Err(Error::Length { .. })), "{len}");
    }
    assert!(matches!(RealNegacyclic::<f64>::builder(64).memory_limit(10).build(), Err(Error::Memory { .. })));
    assert!(matches!(CanonicalEmbedding::<f64>::builder(64).memory_limit(10).build(), Err(Error::Memory { .. })));
    assert!(RealNegacyclic::<f64>::builder(12).order(Order::BitReversed).build().is_err());
    let zero = C::new(0.0, 0.0);
    let plan = RealNegacyclic::<f64>::builder(8).threads(Threads::AtMost(1)).build().unwrap();
    assert!(plan.forward(&[0.0; 7], &mut [zero; 4]).is_err() && plan.forward(&[0.0; 8], &mut [zero; 5]).is_err());
    assert!(plan.inverse(&mut [zero; 3], &mut [0.0; 8]).is_err());
    assert!(plan.multiply(&[0.0; 8], &[0.0; 8], &mut [0.0; 9]).is_err());
    assert!(plan.multiply(&[0.0; 8], &[0.0; 6], &mut [0.0; 8]).is_err());
    assert!(plan.multiply_integers(&[0; 8], &[0; 8], &mut [0; 9]).is_err());
    let short = &mut vec![zero; plan.product_scratch_len() - 1];
    assert!(plan.multiply_with(&[0.0; 8], &[0.0; 8], &mut [0.0; 8], short).is_err());
    let embedding = CanonicalEmbedding::<f64>::new(8).unwrap();
    assert!(embedding.forward(&[0.0; 8], &mut [zero; 5]).is_err());
    assert!(embedding.inverse(&[zero; 4], &mut [0.0; 7]).is_err());
    assert!(embedding.inverse_with(&[zero; 4], &mut [0.0; 8], &mut [zero; 3]).is_err());
}

#[test]
fn no_device_has_them() {
    let negacyclic = RealNegacyclic::<f64>::builder(64).device(Device::Cuda).build();
    assert!(matches!(negacyclic, Err(Error::Unsupported { .. })), "{negacyclic:?}");
    let embedding = CanonicalEmbedding::<f64>::builder(64).device(Device::Cuda).build();
    assert!(matches!(embedding, Err(Error::Unsupported { .. })), "{embedding:?}");
    assert!(RealNegacyclic::<f64>::builder(64).device(Device::Auto).build().is_ok());
}
