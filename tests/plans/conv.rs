//! Convolution over every ring against the definition.

use num_complex::Complex;
use quickcheck::{TestResult, quickcheck};
use ringfft::{
    Error, Result,
    algebra::{Action, Lift, Module, Ring, Roots},
    conv::{self, Convolve},
    rings::{Bls12381Fr, Bn254Fr, ComplexRing, Modular, ff, native},
};

type Scalar = bls12_381::Scalar;

fn schoolbook<R: Ring>(ring: &R, a: &[R::Element], b: &[R::Element]) -> Vec<R::Element> {
    if a.is_empty() || b.is_empty() {
        return Vec::new();
    }
    let mut out = vec![ring.zero(); a.len() + b.len() - 1];
    for (i, x) in a.iter().enumerate() {
        for (j, y) in b.iter().enumerate() {
            let mut term = x.clone();
            ring.mul_assign(&mut term, y);
            ring.add_assign(&mut out[i + j], &term);
        }
    }
    out
}

fn wrapped<R: Ring>(ring: &R, a: &[R::Element], b: &[R::Element], n: usize, negative: bool) -> Vec<R::Element> {
    let mut out = vec![ring.zero(); n];
    for (i, x) in schoolbook(ring, a, b).iter().enumerate() {
        if negative && i / n % 2 == 1 {
            ring.sub_assign(&mut out[i % n], x);
        } else {
            ring.add_assign(&mut out[i % n], x);
        }
    }
    out
}

/// Every kind of product against the definition, with `same` for equality.
fn check<R: Convolve>(ring: &R, a: &[R::Element], b: &[R::Element], same: impl Fn(&R::Element, &R::Element) -> bool) {
    let what = format!("{}: {} by {}", ring.name(), a.len(), b.len());
    let equal = |kind: &str, x: &[R::Element], y: &[R::Element]| {
        assert_eq!(x.len(), y.len(), "{kind}, {what}");
        let wrong = x.iter().zip(y).position(|(x, y)| !same(x, y));
        assert_eq!(wrong, None, "{kind}, {what}");
    };
    let full = schoolbook(ring, a, b);
    equal("linear", &conv::linear(ring, a, b).unwrap(), &full);
    let (m, n) = (a.len().min(b.len()), a.len().max(b.len()));
    let inner = if m == 0 { &[][..] } else { &full[m - 1..n] };
    equal("middle", &conv::middle(ring, a, b).unwrap(), inner);
    let reversed: Vec<_> = b.iter().rev().cloned().collect();
    equal("correlate", &conv::correlate(ring, a, b).unwrap(), &schoolbook(ring, a, &reversed));
    for n in [1, 2, 7, 64, 100, 256, 512, 1024] {
        equal("cyclic", &conv::cyclic(ring, a, b, n).unwrap(), &wrapped(ring, a, b, n, false));
        equal("negacyclic", &conv::negacyclic(ring, a, b, n).unwrap(), &wrapped(ring, a, b, n, true));
    }
}

const LENGTHS: [(usize, usize); 22] = [
    (0, 0),
    (0, 3),
    (5, 0),
    (1, 1),
    (1, 9),
    (2, 3),
    (9, 10),
    (10, 10),
    (11, 64),
    (23, 24),
    (24, 25),
    (47, 48),
    (48, 48),
    (49, 1000),
    (63, 64),
    (64, 65),
    (100, 29),
    (127, 128),
    (128, 129),
    (299, 300),
    (300, 301),
    (512, 513),
];

fn residues(ring: &Modular, len: usize, seed: u64) -> Vec<u64> {
    let m = ring.modulus();
    (0..len as u64)
        .map(|i| match (i * seed) % 5 {
            0 => m - 1,
            1 => 0,
            _ => ring.element((i + seed).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(17)),
        })
        .collect()
}

#[test]
fn residues_of_every_kind() {
    let moduli = [3, 17, 257, 65, 998_244_353, (1 << 61) - 1, 0x3fff_c000_0000_0001, 0xffff_ffff_0000_0001, u64::MAX];
    for m in moduli.into_iter().chain([u64::MAX - 58, (1 << 63) + 1]) {
        let ring = Modular::new(m).unwrap();
        for (i, j) in LENGTHS {
            check(&ring, &residues(&ring, i, 3), &residues(&ring, j, 7), |x, y| x == y);
        }
    }
}

#[test]
fn all_largest_residues() {
    for m in [257, u64::MAX, u64::MAX - 58] {
        let ring = Modular::new(m).unwrap();
        let a = vec![m - 1; 3000];
        let product = conv::linear(&ring, &a, &a).unwrap();
        assert!(product.iter().enumerate().all(|(k, x)| *x == ring.element((k + 1).min(5999 - k) as u64)));
    }
}

/// Coefficients between one of the primes that products go through and the next, and residues of every multiple of such a prime.
#[test]
fn residues_near_the_primes_of_products() {
    let ring = Modular::new(u64::MAX - 58).unwrap();
    let short = [0x3_fff3_0000_0001u64, 0x3_ffed_0000_0001, 0x3_ffeb_0000_0001];
    let primes = [short, [0x3fff_c000_0000_0001, 0x3fff_be00_0000_0001, 0x3fff_8400_0000_0001]].concat();
    let near = |p: u64| (1..=4).flat_map(move |k| [k * p - 1, k * p, k * p + 1]);
    let a: Vec<u64> = primes.into_iter().flat_map(near).cycle().take(300).collect();
    let mut unit = vec![0; 300];
    unit[7] = 1;
    let (mut shifted, mut square, mut expected) = (vec![0; 599], vec![0; 599], vec![0; 599]);
    assert!(conv::through_primes(&ring, &a, &unit, &mut shifted).unwrap());
    assert!(shifted[7..307] == a && shifted[..7] == [0; 7] && shifted[307..] == [0; 292]);
    assert!(conv::through_primes(&ring, &a, &a, &mut square).unwrap());
    Hidden(ring).linear_into(&a, &a, &mut expected).unwrap();
    assert!(square == expected);
}

#[test]
fn words_that_are_not_reduced_count_as_their_residues() {
    let ring = Modular::new(257).unwrap();
    for len in [3, 200, 700] {
        let a: Vec<u64> = (0..len).map(|i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
        let reduced: Vec<u64> = a.iter().map(|x| x % 257).collect();
        assert_eq!(conv::linear(&ring, &a, &a).unwrap(), conv::linear(&ring, &reduced, &reduced).unwrap());
    }
}

#[test]
fn fields() {
    let ring = ff::<Scalar>();
    let list =
        |len: usize, seed: u64| (0..len as u64).map(|i| -Scalar::from(i * seed + 1).square()).collect::<Vec<_>>();
    for (i, j) in LENGTHS {
        check(&ring, &list(i, 5), &list(j, 9), |x, y| x == y);
    }
}

/// Products by kernels of long primes, linear and wrapped, of inputs longer than the wrapped length too, and squares.
fn long_primes<R: Convolve<Element: PartialEq> + Roots + Action<Scalars = R>>(
    ring: &R,
    element: impl Fn(u64) -> R::Element,
) {
    let list = |len: usize, seed: u64| -> Vec<R::Element> {
        (0..len as u64).map(|i| element((i + seed).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(17))).collect()
    };
    for (i, j) in [(64, 65), (65, 65), (80, 353), (159, 160), (160, 160), (160, 353), (257, 300)] {
        let (a, b) = (list(i, 5), list(j, 9));
        for (a, b) in [(&a, &b), (&a, &a)] {
            let mut expected = vec![ring.zero(); a.len() + b.len() - 1];
            assert!(conv::through_transform(ring, a, b, &mut expected).unwrap());
            assert!(conv::linear(ring, a, b).unwrap() == expected, "{}: {i} by {j}", ring.name());
            for n in [256, 512] {
                let folded = |negative: bool| {
                    let mut out = vec![ring.zero(); n];
                    for (i, x) in expected.iter().enumerate() {
                        match negative && i / n % 2 == 1 {
                            true => ring.sub_assign(&mut out[i % n], x),
                            false => ring.add_assign(&mut out[i % n], x),
                        }
                    }
                    out
                };
                assert!(conv::cyclic(ring, a, b, n).unwrap() == folded(false), "{}: {i} by {j}, {n}", ring.name());
                assert!(conv::negacyclic(ring, a, b, n).unwrap() == folded(true), "{}: {i} by {j}, {n}", ring.name());
            }
        }
    }
}

#[test]
fn kernels_of_long_primes_equal_the_textbook() {
    let words = |word: u64| [word, !word, word ^ 77, word >> 3];
    long_primes(&native::<Bls12381Fr>(), |word| native::<Bls12381Fr>().from_words(&words(word)));
    long_primes(&native::<Bn254Fr>(), |word| native::<Bn254Fr>().from_words(&words(word)));
    long_primes(&ff::<Scalar>(), |word| Scalar::from_raw(words(word)));
}

#[test]
fn foreign_rings() {
    let ring = Hidden(ff::<Scalar>());
    let list =
        |len: usize, seed: u64| (0..len as u64).map(|i| -Scalar::from(i * seed + 1).square()).collect::<Vec<_>>();
    for (i, j) in LENGTHS {
        check(&ring, &list(i, 5), &list(j, 9), |x, y| x == y);
    }
}

#[test]
fn the_ways_agree() {
    let ring = ff::<Scalar>();
    let list = |len: u64, seed: u64| (0..len).map(|i| -Scalar::from(i * seed + 1).square()).collect::<Vec<_>>();
    for (i, j) in [(1, 1), (2, 5), (100, 300), (700, 1500)] {
        let (a, b) = (list(i, 3), list(j, 8));
        let [mut direct, mut transform, mut primes] = [(); 3].map(|()| vec![Scalar::one(); a.len() + b.len() - 1]);
        Hidden(ring).linear_into(&a, &b, &mut direct).unwrap();
        assert!(conv::through_transform(&ring, &a, &b, &mut transform).unwrap());
        assert!(conv::through_primes(&ring, &a, &b, &mut primes).unwrap());
        assert!(direct == transform && direct == primes);
    }
    let a = vec![-Scalar::one(); 2000];
    let mut primes = vec![Scalar::zero(); 3999];
    assert!(conv::through_primes(&ring, &a, &a, &mut primes).unwrap());
    assert!((0..3999).all(|k: u64| primes[k as usize] == Scalar::from((k + 1).min(3999 - k))));
    let ring = Modular::new(65).unwrap();
    assert!(!conv::through_transform(&ring, &[1, 2, 3], &[1, 2, 3], &mut [0; 5]).unwrap());
}

/// A foreign ring: no roots, no integers, one empty line.
#[derive(Clone)]
struct Hidden<R>(R);

impl<R: Ring> Module for Hidden<R> {
    type Element = R::Element;

    fn zero(&self) -> R::Element {
        self.0.zero()
    }

    fn add_assign(&self, a: &mut R::Element, b: &R::Element) {
        self.0.add_assign(a, b);
    }

    fn sub_assign(&self, a: &mut R::Element, b: &R::Element) {
        self.0.sub_assign(a, b);
    }
}

impl<R: Ring> Ring for Hidden<R> {
    fn name(&self) -> String {
        "a foreign ring".into()
    }

    fn one(&self) -> R::Element {
        self.0.one()
    }

    fn mul_assign(&self, a: &mut R::Element, b: &R::Element) {
        self.0.mul_assign(a, b);
    }

    fn is_zero(&self, a: &R::Element) -> bool {
        self.0.is_zero(a)
    }

    fn inverse(&self, a: &R::Element) -> Option<R::Element> {
        self.0.inverse(a)
    }
}

impl<R: Ring> Convolve for Hidden<R> {}

#[test]
fn complex_numbers() {
    let ring = ComplexRing::<f64>::new();
    let list = |len: usize, seed: f64| {
        (0..len).map(|i| Complex::new((i as f64 * seed).sin(), (i as f64 + seed).cos())).collect::<Vec<_>>()
    };
    for (i, j) in LENGTHS {
        check(&ring, &list(i, 1.3), &list(j, 0.7), |x, y| (x - y).norm() < 1e-10);
    }
}

#[test]
fn long_product_of_a_small_field() -> Result<()> {
    let ring = Modular::new(257)?;
    let (a, b) = (residues(&ring, 100_000, 3), residues(&ring, 70_000, 11));
    let product = conv::linear(&ring, &a, &b)?;
    for point in 0..257 {
        let value = |f: &[u64]| f.iter().rev().fold(0, |sum, x| (sum * point + x) % 257);
        assert_eq!(value(&a) * value(&b) % 257, value(&product));
    }
    Ok(())
}

#[test]
fn refusals() {
    let ring = Modular::new(17).unwrap();
    assert!(matches!(conv::cyclic(&ring, &[1], &[1], 0), Err(Error::Length { .. })));
    assert!(matches!(conv::negacyclic(&ring, &[], &[1], 0), Err(Error::Length { .. })));
    assert!(matches!(ring.linear_into(&[1, 2], &[3], &mut [0; 3]), Err(Error::SliceLength { expected: 2, .. })));
    assert!(matches!(Hidden(ring).linear_into(&[1, 2], &[3], &mut [0; 3]), Err(Error::SliceLength { .. })));
    assert!(matches!(conv::cyclic(&ring, &[1], &[1], usize::MAX), Err(Error::Memory { .. })));
}

quickcheck! {
    fn products_of_random_lists(m: u64, a: Vec<u64>, b: Vec<u64>) -> TestResult {
        let Ok(ring) = Modular::new(m | 1) else { return TestResult::discard() };
        TestResult::from_bool(conv::linear(&ring, &a, &b).unwrap() == schoolbook(&ring, &a, &b))
    }
}

#[test]
fn fields_of_this_crate() {
    use ringfft::rings::{Goldilocks, native};
    let ring = native::<Goldilocks>();
    let list =
        |len: usize, seed: u64| (0..len as u64).map(|i| ring.integer(((i + seed) << 32) | (i * i))).collect::<Vec<_>>();
    for (i, j) in LENGTHS {
        check(&ring, &list(i, 5), &list(j, 9), |x, y| ring.equal(x, y));
    }
}
