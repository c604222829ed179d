//! Sequences of real numbers.

use crate::{C, DIRTY, SCALES, THREADS, complex, definition, distance, in_pool, near, random, random_complex};
use num_complex::Complex;
use quickcheck::{QuickCheck, TestResult};
use ringfft::{
    Error,
    inside::require,
    plan::{Isa, Layout, Scale, Threads},
    real::RealPlan,
    rings::DoubleDouble,
};

fn forward(plan: &RealPlan<f64>, x: &[f64]) -> Vec<C> {
    let mut out = vec![DIRTY; plan.spectrum_len() * plan.batch()];
    plan.forward_with(x, &mut out, &mut vec![DIRTY; plan.scratch_len()]).unwrap();
    out
}

fn inverse(plan: &RealPlan<f64>, x: &[C]) -> Vec<f64> {
    let mut out = vec![f64::NAN; plan.len() * plan.batch()];
    plan.inverse_with(x, &mut out, &mut vec![DIRTY; plan.scratch_len()]).unwrap();
    out
}

#[test]
fn equals_the_definition() {
    for n in (1..=64).chain([97, 100, 105, 127, 128, 243, 255, 256, 500, 603, 605, 615, 625, 693, 729, 889]) {
        let plan = RealPlan::new(n).unwrap();
        let x = random(n as u64, n);
        let expected: Vec<C> = (0..=n / 2).map(|k| definition(&complex(&x), k)).collect();
        let found = forward(&plan, &x);
        assert!(distance(&found, &expected) < 1e-14, "{n}: {}", distance(&found, &expected));
        assert!(found[0].im == 0.0 && (n % 2 == 1 || found[n / 2].im == 0.0), "{n}");
        near(&inverse(&plan, &found), &x, 1e-14, &format!("inverse {n}"));
    }
}

/// Checks plans of each length in each instruction set against the definition, to within `wide` and `short`, and back.
fn equal_the_definition(lengths: &[usize], wide: f64, short: f64) {
    for isa in require::sets().filter(|isa| *isa != Isa::Pclmul) {
        for &n in lengths {
            let plan = RealPlan::builder(n).isa(isa).build().unwrap();
            let x = random(n as u64, n);
            let expected: Vec<C> = (0..=n / 2).map(|k| definition(&complex(&x), k)).collect();
            let found = forward(&plan, &x);
            assert!(distance(&found, &expected) < wide, "{n} {isa}: {}", distance(&found, &expected));
            near(&inverse(&plan, &found), &x, wide, &format!("inverse {n} {isa}"));
            let plan = RealPlan::<f32>::builder(n).isa(isa).build().unwrap();
            let singles: Vec<f32> = x.iter().map(|x| *x as f32).collect();
            let (mut values, mut back) = (vec![Complex::new(f32::NAN, 0.0); n / 2 + 1], vec![f32::NAN; n]);
            plan.forward(&singles, &mut values).unwrap();
            let found: Vec<C> = values.iter().map(|z| C::new(z.re.into(), z.im.into())).collect();
            assert!(distance(&found, &expected) < short, "{n} {isa} f32: {}", distance(&found, &expected));
            plan.inverse(&values, &mut back).unwrap();
            near(&back.into_iter().map(f64::from).collect::<Vec<_>>(), &x, 1e-6, &format!("inverse {n} {isa} f32"));
        }
    }
}

/// Checks single values of a long transform and its inverse, and that any number of threads has the same bits.
fn threads_change_no_bit(n: usize) {
    in_pool(|| {
        let x = random(1, n);
        let plans = THREADS.map(|threads| RealPlan::builder(n).threads(threads).build().unwrap());
        let first = forward(&plans[0], &x);
        for k in [0, 1, 4, 5, 8, 9, n / 3, n / 2 - 1, n / 2] {
            let expected = definition(&complex(&x), k);
            assert!((first[k] - expected).norm() < 1e-12 * (n as f64).sqrt(), "{n} at {k}");
        }
        let back = inverse(&plans[0], &first);
        near(&back, &x, 1e-14, "inverse of a long one");
        for plan in &plans[1..] {
            assert_eq!(forward(plan, &x), first);
            assert_eq!(inverse(plan, &first), back);
        }
    });
}

/// Sixteen and thirty-two numbers, in registers with vectors of every length and without any.
#[test]
fn short_lengths_equal_the_definition_on_every_instruction_set() {
    equal_the_definition(&[16, 32], 1e-15, 3e-7);
}

/// Odd lengths with each radix, in vectors of every length and without any.
#[test]
fn odd_lengths_equal_the_definition_on_every_instruction_set() {
    equal_the_definition(&[9 * 71, 7 * 121, 5 * 131, 3 * 211, 9 * 67, 675], 1e-14, 1e-6);
    threads_change_no_bit(9 * 32_771);
}

/// Primes in vectors of every length and without any, above a product of small primes or not.
#[test]
fn prime_lengths_equal_the_definition_on_every_instruction_set() {
    let primes = [73, 79, 89, 97, 101, 103, 107, 113, 127, 139, 227, 251, 331, 499, 1009];
    equal_the_definition(&primes, 2e-15, 4e-7);
    threads_change_no_bit(65_537);
}

#[test]
fn long_ones_equal_the_definition_here_and_there() {
    for n in [4096, 10_000, 6561, 10_007, 65_536, 131_072] {
        let plan = RealPlan::new(n).unwrap();
        let x = random(n as u64, n);
        let found = forward(&plan, &x);
        for k in [0, 1, 2, n / 5, n / 4, n / 3, n / 2 - 1, n / 2] {
            let expected = definition(&complex(&x), k);
            assert!((found[k] - expected).norm() < 1e-12 * (n as f64).sqrt(), "{n} at {k}");
        }
        near(&inverse(&plan, &found), &x, 1e-14, &format!("inverse {n}"));
    }
}

#[test]
fn scales_are_those_of_plans() {
    for n in [1, 2, 9, 16, 30, 73, 103] {
        let x = random(n as u64, n);
        let plain = forward(&RealPlan::builder(n).scale(Scale::NONE).build().unwrap(), &x);
        for scale in SCALES {
            let plan = RealPlan::builder(n).scale(scale).build().unwrap();
            assert_eq!(plan.scale(), scale);
            let (forth, product) = match scale {
                Scale::NONE => (1.0, n as f64),
                Scale::FORWARD => (1.0 / n as f64, 1.0),
                Scale::UNITARY => (1.0 / (n as f64).sqrt(), 1.0),
                _ => (1.0, 1.0),
            };
            let found = forward(&plan, &x);
            let expected: Vec<C> = plain.iter().map(|z| z * forth).collect();
            assert!(distance(&found, &expected) < 1e-15, "{n} {scale}");
            let expected: Vec<f64> = x.iter().map(|x| x * product).collect();
            near(&inverse(&plan, &found), &expected, 1e-14 * product, &format!("{n} {scale}"));
        }
    }
}

/// The parts that no real sequence has make no difference.
#[test]
fn the_ends_are_real() {
    for n in [1, 2, 7, 8, 12, 73, 103, 603, 605] {
        let plan = RealPlan::new(n).unwrap();
        let mut x = random_complex(5, n / 2 + 1);
        let expected = inverse(&plan, &x);
        x[0].im = f64::NAN;
        if n % 2 == 0 {
            x[n / 2].im = f64::INFINITY;
        }
        assert_eq!(inverse(&plan, &x), expected, "{n}");
    }
}

#[test]
fn a_batch_is_row_by_row_on_any_threads() {
    in_pool(|| {
        for n in [1, 2, 7, 16, 30, 73] {
            for batch in [1, 2, 3, 5, 8] {
                let one = RealPlan::builder(n).threads(Threads::AtMost(1)).build().unwrap();
                let x = random((n * batch) as u64, n * batch);
                let rows: Vec<C> = x.chunks(n).flat_map(|row| forward(&one, row)).collect();
                let back: Vec<f64> = rows.chunks(n / 2 + 1).flat_map(|row| inverse(&one, row)).collect();
                for threads in THREADS {
                    let plan = RealPlan::builder(n).threads(threads).batch(batch, Layout::Rows).build().unwrap();
                    assert_eq!(forward(&plan, &x), rows, "{n} x {batch}");
                    assert_eq!(inverse(&plan, &rows), back, "{n} x {batch}");
                    let plan = RealPlan::builder(n).threads(threads).batch(batch, Layout::Columns).build().unwrap();
                    let turned: Vec<f64> = (0..n * batch).map(|i| x[i % batch * n + i / batch]).collect();
                    let found = forward(&plan, &turned);
                    let m = n / 2 + 1;
                    assert!((0..m * batch).all(|i| found[i] == rows[i % batch * m + i / batch]), "{n} x {batch}");
                    let found = inverse(&plan, &found);
                    assert!((0..n * batch).all(|i| found[i] == back[i % batch * n + i / batch]), "{n} x {batch}");
                }
            }
        }
    });
}

#[test]
fn long_sweeps_have_equal_bits_on_any_threads() {
    in_pool(|| {
        for n in [1 << 17, (1 << 17) + 2] {
            let x = random(1, n);
            let plan = |threads| RealPlan::builder(n).threads(threads).build().unwrap();
            let expected = forward(&plan(Threads::AtMost(1)), &x);
            let back = inverse(&plan(Threads::AtMost(1)), &expected);
            for threads in THREADS {
                assert!(forward(&plan(threads), &x) == expected && inverse(&plan(threads), &expected) == back, "{n}");
            }
        }
    });
}

#[test]
fn other_floats() {
    for n in [1, 6, 9, 16, 31, 73, 103] {
        let x = random(7, n);
        let narrow: Vec<f32> = x.iter().map(|&x| x as f32).collect();
        let expected: Vec<C> = (0..=n / 2).map(|k| definition(&complex(&x), k)).collect();
        let mut values = vec![Complex::new(0f32, 0.0); n / 2 + 1];
        let plan = RealPlan::<f32>::new(n).unwrap();
        plan.forward(&narrow, &mut values).unwrap();
        let found: Vec<C> = values.iter().map(|z| C::new(z.re.into(), z.im.into())).collect();
        assert!(distance(&found, &expected) < 1e-6, "{n}");
        let mut back = vec![0f32; n];
        plan.inverse(&values, &mut back).unwrap();
        assert!(back.iter().zip(&narrow).all(|(a, b)| (a - b).abs() < 1e-5));

        let wide: Vec<DoubleDouble> = x.iter().map(|&x| DoubleDouble::from(x)).collect();
        let zero = DoubleDouble::from(0.0);
        let mut values = vec![Complex::new(zero, zero); n / 2 + 1];
        let plan = RealPlan::<DoubleDouble>::new(n).unwrap();
        plan.forward(&wide, &mut values).unwrap();
        let mut back = vec![zero; n];
        plan.inverse(&values, &mut back).unwrap();
        for (a, b) in back.iter().zip(&wide) {
            let error = *a - *b;
            assert!(ringfft::rings::Real::as_f64(error).abs() < 1e-29, "{n}");
        }
    }
}

#[test]
fn what_cannot_be_is_said() {
    assert!(matches!(RealPlan::<f64>::new(0), Err(Error::Length { len: 0, .. })));
    let none = RealPlan::<f64>::builder(8).batch(0, Layout::Rows).build();
    assert!(matches!(none, Err(Error::Length { what: "a batch", .. })));
    let strided = RealPlan::<f64>::builder(8).batch(2, Layout::Strided { stride: 2, distance: 20 }).build();
    assert!(matches!(strided, Err(Error::Unsupported { .. })));
    for n in [usize::MAX, usize::MAX - 1, usize::MAX / 16] {
        assert!(RealPlan::<f64>::builder(n).batch(1 << 20, Layout::Columns).build().is_err());
        assert!(RealPlan::<f64>::builder(n).memory_limit(1 << 20).build().is_err(), "{n}");
    }
    let builder = RealPlan::<f64>::builder(1000).threads(Threads::AtMost(1));
    let bytes = builder.bytes().unwrap();
    let plan = RealPlan::<f64>::builder(1000).threads(Threads::AtMost(1)).memory_limit(bytes).build().unwrap();
    assert!(plan.bytes() == bytes && plan.scratch_len() * 16 <= bytes as usize);
    let plan = RealPlan::<f64>::builder(8).batch(2, Layout::Rows).build().unwrap();
    let (x, mut values, mut scratch) = ([0.0; 16], [DIRTY; 10], vec![DIRTY; plan.scratch_len()]);
    plan.forward(&x, &mut values).unwrap();
    let wrong = |result: Result<(), Error>, expected, found| {
        let error = result.unwrap_err();
        let right = matches!(error, Error::SliceLength { expected: e, found: f, .. } if (e, f) == (expected, found));
        assert!(right, "{error}");
    };
    wrong(plan.forward(&x[1..], &mut values), 16, 15);
    wrong(plan.forward(&x, &mut values[1..]), 10, 9);
    wrong(plan.inverse(&values[..8], &mut [0.0; 16]), 10, 8);
    wrong(plan.inverse(&values, &mut [0.0; 17]), 16, 17);
    // A plan short enough to stay in registers has none.
    let least = scratch.len();
    if least == 0 {
        return;
    }
    wrong(plan.forward_with(&x, &mut values, &mut scratch[1..]), least, least - 1);
    wrong(plan.inverse_with(&values, &mut [0.0; 16], &mut scratch[1..]), least, least - 1);
}

#[test]
fn linear() {
    fn property(x: Vec<i16>, y: Vec<i16>, a: i8, b: i8) -> TestResult {
        let n = x.len().min(y.len());
        if n == 0 {
            return TestResult::discard();
        }
        let float = |x: &[i16]| x[..n].iter().map(|&x| f64::from(x)).collect::<Vec<_>>();
        let (x, y, a, b) = (float(&x), float(&y), f64::from(a), f64::from(b));
        let plan = RealPlan::new(n).unwrap();
        let sum: Vec<f64> = x.iter().zip(&y).map(|(x, y)| a * x + b * y).collect();
        let (fx, fy) = (forward(&plan, &x), forward(&plan, &y));
        let expected: Vec<C> = fx.iter().zip(&fy).map(|(x, y)| x * a + y * b).collect();
        let scale = expected.iter().chain(&fx).chain(&fy).map(|z| z.norm()).sum::<f64>() * 128.0;
        let found = forward(&plan, &sum);
        TestResult::from_bool(found.iter().zip(&expected).all(|(f, e)| (f - e).norm() <= 1e-14 * scale))
    }
    QuickCheck::new().quickcheck(property as fn(Vec<i16>, Vec<i16>, i8, i8) -> TestResult);
}

/// Checks every slice one too short and one too long, where the kernel alone runs and where there is more to do.
#[test]
fn slices_of_other_lengths_are_refused() {
    for (n, batch) in [(15, 1), (73, 1), (103, 1), (16, 1), (64, 1), (1000, 1), (1024, 1), (16, 3)] {
        let plan = RealPlan::<f64>::builder(n).batch(batch, Layout::Rows).build().unwrap();
        let (reals, values, least) = (n * batch, plan.spectrum_len() * batch, plan.scratch_len());
        for (which, by) in [(0, 1), (0, -1), (1, 1), (1, -1), (2, -1)] {
            let len = |i: usize, len: usize| len.checked_add_signed(if i == which { by } else { 0 });
            let (Some(a), Some(b), Some(scratch)) = (len(0, reals), len(1, values), len(2, least)) else { continue };
            let (mut x, mut y, mut scratch) = (vec![1.0; a], vec![C::new(1.0, 2.0); b], vec![DIRTY; scratch]);
            let (expected, found) = [(reals, a), (values, b), (least, scratch.len())][which];
            for result in [plan.forward_with(&x, &mut y, &mut scratch), plan.inverse_with(&y, &mut x, &mut scratch)] {
                let Err(Error::SliceLength { expected: e, found: f, at_least, .. }) = result else {
                    panic!("{batch} of {n}, slice {which}: {result:?}");
                };
                assert_eq!((e, f, at_least), (expected, found, which == 2), "{batch} of {n}, slice {which}");
            }
            assert!(
                y.iter().all(|y| *y == C::new(1.0, 2.0)) && x.iter().all(|x| *x == 1.0),
                "{batch} of {n}: nothing is written"
            );
        }
    }
}
