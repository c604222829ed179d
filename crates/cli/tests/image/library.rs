//! The packed transform of the library against the definition.

use num_complex::Complex;
use num_traits::Zero;
use ringfft::{
    Error,
    arith::{Random, Seed},
    plan::{Scale, Threads},
    real::{Packed2d, PackedSpectrum, PackedSpectrumMut},
};
use std::{
    cell::Cell,
    f64::consts::PI,
    ops::{Add, Mul, Neg, Sub},
};

const SIZES: [(usize, usize); 14] = [
    (1, 1),
    (1, 2),
    (2, 1),
    (1, 7),
    (7, 1),
    (2, 2),
    (3, 3),
    (4, 4),
    (5, 4),
    (4, 5),
    (6, 10),
    (9, 15),
    (40, 33),
    (33, 70),
];

pub(crate) fn image(seed: u64, len: usize) -> Vec<f64> {
    let mut random = Random::new(Seed::Fixed(seed));
    (0..len).map(|_| (random.word() >> 11) as f64 / (1u64 << 52) as f64 - 1.0).collect()
}

/// The definition: `F(v, u)`, rows of `cols`.
pub(crate) fn naive(rows: usize, cols: usize, image: &[f64]) -> Vec<Complex<f64>> {
    let mut values = Vec::new();
    for v in 0..rows {
        for u in 0..cols {
            let mut sum = Complex::zero();
            for (at, &pixel) in image.iter().enumerate() {
                let turns =
                    (v * (at / cols) % rows) as f64 / rows as f64 + (u * (at % cols) % cols) as f64 / cols as f64;
                sum += Complex::from_polar(pixel, -2.0 * PI * turns);
            }
            values.push(sum);
        }
    }
    values
}

fn sizes() -> impl Iterator<Item = (usize, usize)> {
    (1..=8).flat_map(|rows| (1..=8).map(move |cols| (rows, cols))).chain(SIZES)
}

fn packed(rows: usize, cols: usize, image: &[f64]) -> Vec<f64> {
    let mut values = image.to_vec();
    Packed2d::new(rows, cols).unwrap().forward(&mut values).unwrap();
    values
}

#[test]
fn every_frequency_is_that_of_the_definition() {
    for (rows, cols) in sizes() {
        let image = image(1, rows * cols);
        let expected = naive(rows, cols, &image);
        let mut values = packed(rows, cols, &image);
        let view = PackedSpectrum::new(rows, cols, &values).unwrap();
        let (n, m) = (rows as isize, cols as isize);
        for v in -n..2 * n {
            for u in -m..2 * m {
                let value = expected[v.rem_euclid(n) as usize * cols + u.rem_euclid(m) as usize];
                assert!((view.get(v, u) - value).norm() < 1e-11, "{rows} x {cols} at ({v}, {u})");
                assert_eq!(view.get(-v, -u), view.get(v, u).conj());
            }
        }
        Packed2d::new(rows, cols).unwrap().inverse(&mut values).unwrap();
        assert!(values.iter().zip(&image).all(|(a, b)| (a - b).abs() < 1e-14 * (2.0 + (rows * cols) as f64).log2()));

        let mut single: Vec<f32> = image.iter().map(|&pixel| pixel as f32).collect();
        let plan = Packed2d::<f32>::new(rows, cols).unwrap();
        plan.forward(&mut single).unwrap();
        let view = PackedSpectrum::new(rows, cols, &single).unwrap();
        for (at, value) in expected.iter().enumerate() {
            let found = view.get((at / cols) as isize, (at % cols) as isize);
            assert!((Complex::new(f64::from(found.re), f64::from(found.im)) - value).norm() < 1e-3);
        }
        plan.inverse(&mut single).unwrap();
        assert!(single.iter().zip(&image).all(|(&a, &b)| (f64::from(a) - b).abs() < 1e-5));
    }
}

#[test]
fn channels_and_threads_change_no_bit() {
    for (rows, cols) in [(129, 200), (160, 161), (4, 5000), (5000, 3), (7, 9)] {
        let pixels = rows * cols;
        let image = image(2, 3 * pixels);
        let one = Packed2d::builder(rows, cols).threads(Threads::AtMost(1)).build().unwrap();
        let mut expected = image.clone();
        expected.chunks_exact_mut(pixels).for_each(|channel| one.forward(channel).unwrap());
        let mut back = expected.clone();
        back.chunks_exact_mut(pixels).for_each(|channel| one.inverse(channel).unwrap());
        for threads in [1, 2, 3, 5] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                let plan = Packed2d::builder(rows, cols).channels(3).threads(Threads::Auto).build().unwrap();
                let mut values = image.clone();
                // Dirty scratch, and more than needed.
                let mut scratch = vec![Complex::new(f64::NAN, 7.0); plan.scratch_len() + 3];
                plan.forward_with(&mut values, &mut scratch).unwrap();
                assert!(values == expected, "{rows} x {cols} on {threads} threads");
                plan.inverse_with(&mut values, &mut scratch).unwrap();
                assert!(values == back, "{rows} x {cols} on {threads} threads");
            });
        }
    }
}

#[test]
fn scales_divide_by_pixels() {
    let (rows, cols) = (6, 5);
    let image = image(3, 30);
    let expected = packed(rows, cols, &image);
    for (scale, forward, there_and_back) in [
        (Scale::NONE, 1.0, 30.0),
        (Scale::INVERSE, 1.0, 1.0),
        (Scale::FORWARD, 30.0, 1.0),
        (Scale::UNITARY, 30f64.sqrt(), 1.0),
    ] {
        let plan = Packed2d::builder(rows, cols).scale(scale).build().unwrap();
        let mut values = image.clone();
        plan.forward(&mut values).unwrap();
        assert!(values.iter().zip(&expected).all(|(a, b)| (a * forward - b).abs() < 1e-13));
        plan.inverse(&mut values).unwrap();
        assert!(values.iter().zip(&image).all(|(a, b)| (a - b * there_and_back).abs() < 1e-13));
    }
}

#[test]
fn spectra_are_multiplied_where_they_lie() {
    for (rows, cols) in sizes() {
        let (a, b) = (packed(rows, cols, &image(4, rows * cols)), packed(rows, cols, &image(5, rows * cols)));
        let mut product = a.clone();
        let (a, b) = (PackedSpectrum::new(rows, cols, &a).unwrap(), PackedSpectrum::new(rows, cols, &b).unwrap());
        PackedSpectrumMut::new(rows, cols, &mut product).unwrap().multiply(&b).unwrap();
        let product = PackedSpectrum::new(rows, cols, &product).unwrap();
        let mut filtered: Vec<f64> = packed(rows, cols, &image(4, rows * cols));
        let response = |v: isize, u: isize| (v * v + 3 * u * u + v * u) as f64;
        let mut asked = Vec::new();
        PackedSpectrumMut::new(rows, cols, &mut filtered).unwrap().filter(|v, u| {
            asked.push((v, u));
            response(v, u)
        });
        let filtered = PackedSpectrum::new(rows, cols, &filtered).unwrap();
        for &(v, u) in &asked {
            assert!((product.get(v, u) - a.get(v, u) * b.get(v, u)).norm() < 1e-12, "{rows} x {cols}");
            assert_eq!(filtered.get(v, u), a.get(v, u) * response(v, u), "{rows} x {cols}");
            assert!(2 * v > -(rows as isize) && 2 * v <= rows as isize && u >= 0 && 2 * u <= cols as isize);
        }
        // Each frequency or its mirror, once.
        let (n, m) = (rows as isize, cols as isize);
        let mut seen: Vec<(isize, isize)> = asked
            .iter()
            .flat_map(|&(v, u)| {
                let both = [(v.rem_euclid(n), u.rem_euclid(m)), ((-v).rem_euclid(n), (-u).rem_euclid(m))];
                if both[0] == both[1] { vec![both[0]] } else { both.to_vec() }
            })
            .collect();
        seen.sort_unstable();
        assert_eq!(seen, (0..n).flat_map(|v| (0..m).map(move |u| (v, u))).collect::<Vec<_>>());
    }
}

#[test]
fn a_product_of_spectra_is_a_cyclic_convolution() {
    let (rows, cols) = (5, 6);
    let (a, b) = (image(6, 30), image(7, 30));
    let mut product = packed(rows, cols, &a);
    let other = packed(rows, cols, &b);
    let other = PackedSpectrum::new(rows, cols, &other).unwrap();
    PackedSpectrumMut::new(rows, cols, &mut product).unwrap().multiply(&other).unwrap();
    Packed2d::new(rows, cols).unwrap().inverse(&mut product).unwrap();
    for (at, value) in product.iter().enumerate() {
        let (y, x) = (at / cols, at % cols);
        let sum: f64 =
            (0..30).map(|k| a[k] * b[(y + rows - k / cols) % rows * cols + (x + cols - k % cols) % cols]).sum();
        assert!((value - sum).abs() < 1e-13);
    }
}

#[test]
fn what_is_set_is_read_and_stays_real() {
    for (rows, cols) in sizes().filter(|&(rows, cols)| rows * cols < 100) {
        let mut values = vec![0.0; rows * cols];
        let mut view = PackedSpectrumMut::new(rows, cols, &mut values).unwrap();
        let mut expected = vec![Complex::zero(); rows * cols];
        let (n, m) = (rows as isize, cols as isize);
        for at in 0..n * m {
            let (v, u) = (at / m, at % m);
            let mirror = (-v).rem_euclid(n) * m + (-u).rem_euclid(m);
            let value = Complex::new(at as f64, if mirror == at { 0.0 } else { 1.0 + at as f64 });
            view.set(v - n, u + m, value).unwrap();
            (expected[mirror as usize], expected[at as usize]) = (value.conj(), value);
            if mirror == at {
                let error = view.set(v, u, Complex::new(1.0, 1.0)).unwrap_err();
                assert!(error.to_string().contains("real"), "{error}");
            }
        }
        for at in 0..n * m {
            assert_eq!(view.as_view().get(at / m, at % m), expected[at as usize], "{rows} x {cols}");
        }
        view.map(|_, _, value| value * Complex::i());
        for at in 0..n * m {
            let own_mirror = (-(at / m)).rem_euclid(n) == at / m && (-(at % m)).rem_euclid(m) == at % m;
            let (v, u) = (at / m, at % m);
            let asked = u == 0 || 2 * u < m || 2 * u == m;
            if own_mirror {
                assert_eq!(view.as_view().get(v, u), Complex::zero());
            } else if asked && u > 0 && 2 * u < m {
                assert_eq!(view.as_view().get(v, u), expected[at as usize] * Complex::i());
            }
        }
    }
}

#[test]
fn bad_sizes_are_typed_errors() {
    for (rows, cols, channels) in [(0, 4, 1), (4, 0, 1), (4, 4, 0)] {
        let error = Packed2d::<f64>::builder(rows, cols).channels(channels).build().unwrap_err();
        assert!(matches!(error, Error::Length { len: 0, .. }), "{error}");
        if channels > 0 {
            assert!(matches!(PackedSpectrum::<f64>::new(rows, cols, &[]).unwrap_err(), Error::Length { .. }));
        }
    }
    for (rows, cols, channels) in
        [(usize::MAX, 2, 1), (1 << 40, 1 << 40, 1), (1 << 20, 1 << 20, 1 << 30), (1, 2, usize::MAX)]
    {
        let error = Packed2d::<f32>::builder(rows, cols).channels(channels).build().unwrap_err();
        assert!(matches!(error, Error::Memory { .. }), "{error}");
    }
    assert!(matches!(PackedSpectrum::new(usize::MAX, 2, &[0.0]).unwrap_err(), Error::Memory { .. }));
    assert!(matches!(PackedSpectrum::new(2, 2, &[0.0]).unwrap_err(), Error::SliceLength { .. }));
    let plan = Packed2d::<f64>::builder(4, 6).channels(2).build().unwrap();
    assert_eq!(plan.len(), 48);
    for len in [0, 24, 47, 49] {
        assert!(matches!(plan.forward(&mut vec![0.0; len]).unwrap_err(), Error::SliceLength { .. }));
    }
    let short = &mut vec![Complex::zero(); plan.scratch_len() - 1];
    assert!(matches!(plan.inverse_with(&mut [0.0; 48], short).unwrap_err(), Error::SliceLength { .. }));
    let bytes = plan.bytes();
    let limited = |limit| Packed2d::<f64>::builder(4, 6).channels(2).memory_limit(limit).build();
    assert!(limited(bytes).is_ok());
    assert!(matches!(limited(bytes - 1).unwrap_err(), Error::Memory { .. }));
    assert!(matches!(limited(0).unwrap_err(), Error::Memory { .. }));
    let (mut a, b) = ([0.0; 6], [0.0; 6]);
    let mut view = PackedSpectrumMut::new(2, 3, &mut a).unwrap();
    assert!(view.multiply(&PackedSpectrum::new(3, 2, &b).unwrap()).is_err());
}

thread_local! {
    static OPERATIONS: Cell<[u64; 2]> = const { Cell::new([0; 2]) };
}

/// A number that counts additions and products.
#[derive(Clone, Copy, PartialEq)]
struct Counted(f64);

fn tick(which: usize) {
    OPERATIONS.with(|counts| {
        let mut now = counts.get();
        now[which] += 1;
        counts.set(now);
    });
}

impl Add for Counted {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        tick(0);
        Counted(self.0 + other.0)
    }
}

impl Sub for Counted {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        tick(0);
        Counted(self.0 - other.0)
    }
}

impl Mul for Counted {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        tick(1);
        Counted(self.0 * other.0)
    }
}

impl Neg for Counted {
    type Output = Self;
    fn neg(self) -> Self {
        Counted(-self.0)
    }
}

impl Zero for Counted {
    fn zero() -> Self {
        Counted(0.0)
    }
    fn is_zero(&self) -> bool {
        self.0 == 0.0
    }
}

#[test]
fn products_cost_what_the_page_says() {
    for (rows, cols) in sizes() {
        let pixels = rows * cols;
        // Frequencies that are their own mirrors.
        let own = ((2 - rows % 2) * (2 - cols % 2)) as u64;
        let mut values = vec![Counted(1.0); pixels];
        let other = values.clone();
        let mut view = PackedSpectrumMut::new(rows, cols, &mut values).unwrap();
        OPERATIONS.set([0; 2]);
        view.multiply(&PackedSpectrum::new(rows, cols, &other).unwrap()).unwrap();
        let pairs = (pixels as u64 - own) / 2;
        assert_eq!(OPERATIONS.get(), [2 * pairs, 4 * pairs + own], "{rows} x {cols}");
        OPERATIONS.set([0; 2]);
        view.filter(|_, _| Counted(2.0));
        assert_eq!(OPERATIONS.get(), [0, pixels as u64]);
    }
}
