//! Cosine and sine transforms.

use crate::{DIRTY, THREADS, in_pool, near, random};
use quickcheck::{QuickCheck, TestResult};
use ringfft::{
    Error,
    plan::{Layout, Scale, Threads},
    real::{
        Trigonometric,
        TrigonometricKind::{self, Dct1, Dct2, Dct3, Dct4, Dst1, Dst2, Dst3, Dst4},
    },
    rings::{DoubleDouble, Real, root_of_unity},
};

/// `cos(pi a/b)` and `sin(pi a/b)` of integers.
fn turn(a: usize, b: usize) -> (f64, f64) {
    let z = root_of_unity::<f64>(a % (2 * b), 2 * b);
    (z.re, z.im)
}

/// The definitions, term by term: what `x_j` is multiplied by in `Y_k`.
fn weight(kind: TrigonometricKind, n: usize, j: usize, k: usize) -> f64 {
    let sign = if k % 2 == 1 { -1.0 } else { 1.0 };
    match kind {
        Dct1 if j == 0 => 1.0,
        Dct1 if j == n - 1 => sign,
        Dct1 => 2.0 * turn(j * k, n - 1).0,
        Dct2 => 2.0 * turn((2 * j + 1) * k, 2 * n).0,
        Dct3 if j == 0 => 1.0,
        Dct3 => 2.0 * turn(j * (2 * k + 1), 2 * n).0,
        Dct4 => 2.0 * turn((2 * j + 1) * (2 * k + 1), 4 * n).0,
        Dst1 => 2.0 * turn((j + 1) * (k + 1), n + 1).1,
        Dst2 => 2.0 * turn((2 * j + 1) * (k + 1), 2 * n).1,
        Dst3 if j == n - 1 => sign,
        Dst3 => 2.0 * turn((j + 1) * (2 * k + 1), 2 * n).1,
        Dst4 => 2.0 * turn((2 * j + 1) * (2 * k + 1), 4 * n).1,
        other => panic!("no definition of {other}"),
    }
}

fn definition(kind: TrigonometricKind, x: &[f64]) -> Vec<f64> {
    let n = x.len();
    (0..n).map(|k| x.iter().enumerate().map(|(j, x)| x * weight(kind, n, j, k)).sum()).collect()
}

fn least(kind: TrigonometricKind) -> usize {
    if kind == Dct1 { 2 } else { 1 }
}

fn run(plan: &Trigonometric<f64>, x: &[f64], inverse: bool) -> Vec<f64> {
    let (mut x, mut scratch) = (x.to_vec(), vec![DIRTY; plan.scratch_len()]);
    if inverse {
        plan.inverse_with(&mut x, &mut scratch).unwrap();
    } else {
        plan.forward_with(&mut x, &mut scratch).unwrap();
    }
    x
}

#[test]
fn equal_the_definitions() {
    for &kind in TrigonometricKind::ALL {
        for n in (least(kind)..=64).chain([97, 100, 127, 128, 129, 243, 256]) {
            let plan = Trigonometric::new(kind, n).unwrap();
            let x = random(n as u64, n);
            let found = run(&plan, &x, false);
            near(&found, &definition(kind, &x), 2e-14, &format!("{kind} {n}"));
            near(&run(&plan, &found, true), &x, 1e-14, &format!("{kind} {n} inverse"));
        }
    }
}

#[test]
fn long_ones_come_back() {
    for &kind in TrigonometricKind::ALL {
        for n in [4096, 10_000, 6561, 10_007] {
            let plan = Trigonometric::new(kind, n).unwrap();
            let x = random(n as u64, n);
            let found = run(&plan, &x, false);
            for k in [0, 1, n / 3, n / 2, n - 2, n - 1] {
                let expected: f64 = x.iter().enumerate().map(|(j, x)| x * weight(kind, n, j, k)).sum();
                assert!((found[k] - expected).abs() < 1e-12 * (n as f64).sqrt(), "{kind} {n} {k}");
            }
            near(&run(&plan, &found, true), &x, 1e-14, &format!("{kind} {n}"));
        }
    }
}

#[test]
fn scales() {
    for &kind in TrigonometricKind::ALL {
        for n in [2, 3, 8, 15] {
            let x = random(3, n);
            let (period, plain) = (kind.period(n).unwrap() as f64, definition(kind, &x));
            let build = |scale| Trigonometric::builder(kind, n).scale(scale).build().unwrap();
            let times = |x: &[f64], by: f64| x.iter().map(|x| x * by).collect::<Vec<_>>();
            let what = format!("{kind} {n}");
            let none = build(Scale::NONE);
            near(&run(&none, &run(&none, &x, false), true), &times(&x, period), 1e-13, &what);
            near(&run(&none, &x, true), &definition(kind.inverse(), &x), 1e-14, &what);
            let forward = build(Scale::FORWARD);
            near(&run(&forward, &x, false), &times(&plain, 1.0 / period), 1e-15, &what);
            near(&run(&forward, &run(&forward, &x, false), true), &x, 1e-14, &what);
            // Orthogonal: lengths and inner products stay, and the inverse kind is the transpose.
            let unitary = build(Scale::UNITARY);
            let matrix: Vec<Vec<f64>> = (0..n)
                .map(|j| run(&unitary, &(0..n).map(|i| if i == j { 1.0 } else { 0.0 }).collect::<Vec<_>>(), false))
                .collect();
            for (i, a) in matrix.iter().enumerate() {
                for (j, b) in matrix.iter().enumerate() {
                    let product: f64 = a.iter().zip(b).map(|(a, b)| a * b).sum();
                    assert!((product - if i == j { 1.0 } else { 0.0 }).abs() < 1e-14, "{what} {i} {j}");
                }
            }
            near(&run(&unitary, &run(&unitary, &x, false), true), &x, 1e-14, &what);
            let other = Trigonometric::builder(kind.inverse(), n).scale(Scale::UNITARY).build().unwrap();
            near(&run(&other, &x, false), &run(&unitary, &x, true), 1e-14, &what);
        }
    }
}

#[test]
fn a_batch_is_row_by_row_on_any_threads() {
    in_pool(|| {
        for &kind in TrigonometricKind::ALL {
            for (n, batch) in [(2, 1), (7, 2), (8, 3), (9, 5), (16, 8)] {
                let one = Trigonometric::builder(kind, n).threads(Threads::AtMost(1)).build().unwrap();
                let x = random(1, n * batch);
                let rows: Vec<f64> = x.chunks(n).flat_map(|row| run(&one, row, false)).collect();
                let turned: Vec<f64> = (0..n * batch).map(|i| x[i % batch * n + i / batch]).collect();
                for threads in THREADS {
                    let build =
                        |layout| Trigonometric::builder(kind, n).batch(batch, layout).threads(threads).build().unwrap();
                    assert_eq!(run(&build(Layout::Rows), &x, false), rows, "{kind} {n} x {batch}");
                    let found = run(&build(Layout::Columns), &turned, false);
                    assert!(
                        (0..n * batch).all(|i| found[i] == rows[i % batch * n + i / batch]),
                        "{kind} {n} x {batch}"
                    );
                }
            }
        }
    });
}

#[test]
fn wide_floats_come_back() {
    for &kind in TrigonometricKind::ALL {
        for n in [2, 5, 8, 12] {
            let wide: Vec<DoubleDouble> = random(2, n).into_iter().map(DoubleDouble::from).collect();
            for scale in [Scale::INVERSE, Scale::UNITARY] {
                let plan = Trigonometric::builder(kind, n).scale(scale).build().unwrap();
                let mut found = wide.clone();
                plan.forward(&mut found).unwrap();
                plan.inverse(&mut found).unwrap();
                let worst = found.iter().zip(&wide).map(|(a, b)| (*a - *b).as_f64().abs()).fold(0.0, f64::max);
                assert!(worst < 1e-29, "{kind} {n}: {worst}");
            }
        }
    }
}

#[test]
fn what_cannot_be_is_said() {
    for &kind in TrigonometricKind::ALL {
        assert!(matches!(Trigonometric::<f64>::new(kind, 0), Err(Error::Length { len: 0, .. })));
        for n in [usize::MAX, usize::MAX / 2, usize::MAX / 16] {
            assert!(Trigonometric::<f64>::builder(kind, n).memory_limit(1 << 20).build().is_err());
        }
        assert_eq!(kind.name().parse::<TrigonometricKind>().unwrap(), kind);
        assert_eq!(kind.inverse().inverse(), kind);
        let plan = Trigonometric::<f64>::builder(kind, 6).threads(Threads::AtMost(1)).build().unwrap();
        assert!(plan.scratch_len() as u64 * 16 <= plan.bytes());
        let mut scratch = vec![DIRTY; plan.scratch_len()];
        assert!(matches!(plan.forward(&mut [0.0; 5]), Err(Error::SliceLength { expected: 6, found: 5, .. })));
        let error = plan.inverse_with(&mut [0.0; 6], &mut scratch[1..]).unwrap_err();
        assert!(matches!(error, Error::SliceLength { at_least: true, .. }));
    }
    assert!(Trigonometric::<f64>::new(Dct1, 1).unwrap_err().to_string().contains("the least length is 2"));
    assert!("dct5".parse::<TrigonometricKind>().is_err());
}

#[test]
fn linear() {
    fn property(x: Vec<i16>, y: Vec<i16>, kind: u8, b: i8) -> TestResult {
        let (n, kind) = (x.len().min(y.len()), TrigonometricKind::ALL[usize::from(kind % 8)]);
        if n < least(kind) {
            return TestResult::discard();
        }
        let float = |x: &[i16]| x[..n].iter().map(|&x| f64::from(x)).collect::<Vec<_>>();
        let (x, y, b) = (float(&x), float(&y), f64::from(b));
        let plan = Trigonometric::new(kind, n).unwrap();
        let sum: Vec<f64> = x.iter().zip(&y).map(|(x, y)| x + b * y).collect();
        let (fx, fy, found) = (run(&plan, &x, false), run(&plan, &y, false), run(&plan, &sum, false));
        let scale: f64 = fx.iter().chain(&fy).map(|x| x.abs() * 256.0).sum();
        TestResult::from_bool((0..n).all(|k| (found[k] - fx[k] - b * fy[k]).abs() <= 1e-14 * scale))
    }
    QuickCheck::new().quickcheck(property as fn(Vec<i16>, Vec<i16>, u8, i8) -> TestResult);
}
