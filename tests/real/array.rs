//! Arrays along their axes.

use crate::{C, DIRTY, SCALES, THREADS, complex, definition, distance, in_pool, random, random_complex};
use ringfft::{
    Error,
    complex::Multi,
    plan::{Scale, Threads},
    real::RealMulti,
};

/// One axis after another by the definition.
fn along(values: &[C], shape: &[usize], axis: usize) -> Vec<C> {
    let (n, stride) = (shape[axis], shape[axis + 1..].iter().product::<usize>());
    let mut out = values.to_vec();
    for start in (0..values.len()).filter(|i| i / stride % n == 0) {
        let column: Vec<C> = (0..n).map(|j| values[start + j * stride]).collect();
        (0..n).for_each(|k| out[start + k * stride] = definition(&column, k));
    }
    out
}

const SHAPES: [&[usize]; 12] = [
    &[1],
    &[6],
    &[2, 3],
    &[1, 5],
    &[5, 1],
    &[8, 16],
    &[31, 17],
    &[4, 3, 5],
    &[1, 6, 1, 4],
    &[3, 2, 2, 5],
    &[64, 9],
    &[3, 100],
];

fn subsets(rank: usize) -> Vec<Vec<usize>> {
    (0..1 << rank).map(|set| (0..rank).rev().filter(|axis| set >> axis & 1 == 1).collect()).collect()
}

#[test]
fn complex_arrays_equal_the_definition() {
    for shape in SHAPES {
        let total = shape.iter().product();
        let x = random_complex(3, total);
        for axes in subsets(shape.len()) {
            let plan = Multi::new(shape, &axes).unwrap();
            let expected = axes.iter().fold(x.clone(), |x, &axis| along(&x, shape, axis));
            let (mut found, mut scratch) = (x.clone(), vec![DIRTY; plan.scratch_len()]);
            plan.forward_with(&mut found, &mut scratch).unwrap();
            assert!(distance(&found, &expected) < 1e-14, "{shape:?} {axes:?}");
            scratch.fill(DIRTY);
            plan.inverse_with(&mut found, &mut scratch).unwrap();
            assert!(distance(&found, &x) < 1e-14, "{shape:?} {axes:?}");
            assert_eq!((plan.shape(), plan.axes()), (shape, &axes[..]));
        }
    }
}

#[test]
fn long_columns_equal_the_definition() {
    const WIDTH: usize = 24;
    for n in [512, 1000, 1024, 1080, 2048, 4096, 6561, 8192] {
        let x = random_complex(5, n * WIDTH);
        let plan = Multi::new(&[n, WIDTH], &[0]).unwrap();
        let mut found = x.clone();
        plan.forward(&mut found).unwrap();
        for column in [0, 7, WIDTH - 1] {
            let values: Vec<C> = (0..n).map(|j| x[j * WIDTH + column]).collect();
            let places = [0, 1, n / 3, n / 2, n - 1];
            let expected = places.map(|k| definition(&values, k));
            let these = places.map(|k| found[k * WIDTH + column]);
            assert!(distance(&these, &expected) < 1e-13, "{n}: column {column}");
        }
        plan.inverse(&mut found).unwrap();
        assert!(distance(&found, &x) < 1e-14, "{n}");
    }
}

#[test]
fn real_arrays_equal_the_definition() {
    for shape in SHAPES {
        let (rank, total) = (shape.len(), shape.iter().product());
        let (last, x) = (shape[rank - 1], random(4, total));
        for axes in subsets(rank).into_iter().filter(|axes| axes.contains(&(rank - 1))) {
            let plan = RealMulti::new(shape, &axes).unwrap();
            let whole = axes.iter().fold(complex(&x), |x, &axis| along(&x, shape, axis));
            let expected: Vec<C> = whole.chunks(last).flat_map(|row| row[..last / 2 + 1].to_vec()).collect();
            assert_eq!(plan.spectrum_shape()[rank - 1], last / 2 + 1);
            let (mut found, mut scratch) = (vec![DIRTY; expected.len()], vec![DIRTY; plan.scratch_len()]);
            plan.forward_with(&x, &mut found, &mut scratch).unwrap();
            assert!(distance(&found, &expected) < 1e-14, "{shape:?} {axes:?}");
            scratch.fill(DIRTY);
            let mut back = vec![f64::NAN; total];
            plan.inverse_with(&mut found, &mut back, &mut scratch).unwrap();
            assert!(distance(&complex(&back), &complex(&x)) < 1e-14, "{shape:?} {axes:?}");
        }
    }
}

#[test]
fn scales_are_those_of_all_points() {
    for (shape, axes) in [(&[4usize, 3, 5][..], &[0usize, 2][..]), (&[6, 4], &[1]), (&[5], &[0])] {
        let points: usize = axes.iter().map(|&axis| shape[axis]).product();
        let x = random_complex(9, shape.iter().product());
        let mut plain = x.clone();
        Multi::new(shape, axes).unwrap().forward(&mut plain).unwrap();
        let reals: Vec<f64> = x.iter().map(|z| z.re).collect();
        for scale in SCALES {
            let (forth, product) = match scale {
                Scale::NONE => (1.0, points as f64),
                Scale::FORWARD => (1.0 / points as f64, 1.0),
                Scale::UNITARY => (1.0 / (points as f64).sqrt(), 1.0),
                _ => (1.0, 1.0),
            };
            let plan = Multi::builder(shape, axes).scale(scale).build().unwrap();
            let mut found = x.clone();
            plan.forward(&mut found).unwrap();
            assert!(
                distance(&found, &plain.iter().map(|z| z * forth).collect::<Vec<_>>()) < 1e-14,
                "{shape:?} {scale}"
            );
            plan.inverse(&mut found).unwrap();
            let expected: Vec<C> = x.iter().map(|z| z * product).collect();
            assert!(distance(&found, &expected) < 1e-14, "{shape:?} {scale}");
            let plan = RealMulti::builder(shape, axes).scale(scale).build().unwrap();
            let unscaled = RealMulti::new(shape, axes).unwrap();
            let mut values = vec![DIRTY; plan.spectrum_shape().iter().product()];
            let mut others = values.clone();
            plan.forward(&reals, &mut values).unwrap();
            unscaled.forward(&reals, &mut others).unwrap();
            others.iter_mut().for_each(|z| *z *= forth);
            assert!(distance(&values, &others) < 1e-14, "{shape:?} {scale}");
            let mut back = vec![0.0; reals.len()];
            plan.inverse(&mut values, &mut back).unwrap();
            let expected: Vec<f64> = reals.iter().map(|x| x * product).collect();
            assert!(distance(&complex(&back), &complex(&expected)) < 1e-14, "{shape:?} {scale}");
        }
    }
}

/// Shapes above the least work of a thread, long and short on every side.
#[test]
fn equal_bits_on_any_threads() {
    in_pool(|| {
        let shapes: [&[usize]; 7] =
            [&[256, 256], &[2, 40_000], &[40_000, 2], &[1, 1 << 15], &[1 << 15, 1], &[40, 30, 32], &[2, 3, 9000]];
        for shape in shapes {
            let (rank, x) = (shape.len(), random_complex(2, shape.iter().product()));
            let reals: Vec<f64> = x.iter().map(|z| z.re).collect();
            let axes: Vec<usize> = (0..rank).collect();
            let mut expected: Option<(Vec<C>, Vec<C>, Vec<f64>)> = None;
            for threads in THREADS {
                let plan = Multi::builder(shape, &axes).threads(threads).build().unwrap();
                let mut found = x.clone();
                plan.forward_with(&mut found, &mut vec![DIRTY; plan.scratch_len()]).unwrap();
                let plan = RealMulti::builder(shape, &axes).threads(threads).build().unwrap();
                let mut values = vec![DIRTY; plan.spectrum_shape().iter().product()];
                plan.forward_with(&reals, &mut values, &mut vec![DIRTY; plan.scratch_len()]).unwrap();
                let (mut back, kept) = (vec![f64::NAN; reals.len()], values.clone());
                plan.inverse_with(&mut values, &mut back, &mut vec![DIRTY; plan.scratch_len()]).unwrap();
                let error = distance(&complex(&back), &complex(&reals));
                assert!(error < 1e-14, "{shape:?}: {error}");
                let all = (found, kept, back);
                assert!(*expected.get_or_insert(all.clone()) == all, "{shape:?} {threads:?}");
            }
        }
    });
}

#[test]
fn what_cannot_be_is_said() {
    let text = |error: Option<Error>| error.unwrap().to_string();
    let refused = |shape: &[usize], axes: &[usize]| text(Multi::<f64>::new(shape, axes).err());
    assert_eq!(refused(&[4, 4], &[2]), "there is no axis 2: the array has rank 2, so its axes are 0 to 1");
    assert!(refused(&[4, 4], &[1, 1]).starts_with("axis 1 is given twice"));
    assert!(refused(&[4, 0], &[0]).contains("an axis does not exist for length 0"));
    assert!(refused(&[], &[]).contains("a shape"));
    assert!(refused(&[usize::MAX, 3], &[0]).contains("the array"));
    assert!(refused(&[1 << 40, 1 << 20], &[0]).contains("bytes"));
    let last = text(RealMulti::<f64>::new(&[4, 4], &[0]).err());
    assert!(last.contains("axis 1 must be among the axes"), "{last}");
    assert!(RealMulti::<f64>::new(&[usize::MAX, 2], &[1]).is_err());
    let limited = Multi::<f64>::builder(&[512, 512], &[0, 1]).memory_limit(1000).build();
    assert!(matches!(limited, Err(Error::Memory { limit: Some(1000), .. })));
    let builder = || Multi::<f64>::builder(&[48, 60, 33], &[0, 1, 2]).threads(Threads::AtMost(1));
    let bytes = builder().bytes().unwrap();
    let plan = builder().memory_limit(bytes).build().unwrap();
    assert!(plan.bytes() == bytes && plan.scratch_len() as u64 * 16 <= bytes);

    let plan = Multi::<f64>::new(&[3, 4], &[0, 1]).unwrap();
    let mut scratch = vec![DIRTY; plan.scratch_len()];
    let expected = |result: Result<(), Error>, length| {
        assert!(matches!(result, Err(Error::SliceLength { expected, .. }) if expected == length), "{length}");
    };
    expected(plan.forward(&mut [DIRTY; 11]), 12);
    expected(plan.inverse_with(&mut [DIRTY; 12], &mut scratch[1..]), plan.scratch_len());
    let plan = RealMulti::<f64>::new(&[3, 4], &[0, 1]).unwrap();
    expected(plan.forward(&[0.0; 12], &mut [DIRTY; 10]), 9);
    expected(plan.forward(&[0.0; 11], &mut [DIRTY; 9]), 12);
    expected(plan.inverse(&mut [DIRTY; 9], &mut [0.0; 13]), 12);
}
