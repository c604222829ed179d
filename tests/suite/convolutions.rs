//! Convolutions by fixed kernels and the transforms made of them: equal to the definition over every kind of
//! module, by every way, with the operations counted.

use bls12_381::{G1Projective, Scalar as BlsScalar};
use num_complex::Complex;
use ringfft::{
    Error, Result,
    algebra::{Action, Convolver, Domain, Module, Ring, Roots},
    arith::is_prime,
    conv::{self, Karatsuba, ThroughRing, ThroughTransform},
    dft::{Bluestein, Chirp, ChirpZ, Classical, InverseChirpZ, Naive, Rader, Stockham, Transform, Twisted},
    plan::Recipe,
    rings::{Acted, ComplexRing, Modular, Rows, ff, root_of_unity},
};
use ringfft_testing::{Counting, Random, closed_form, count_recipe};
use std::sync::Arc;

/// The field of 256 elements, modulo `x^8 + x^4 + x^3 + x^2 + 1`, in which `x` generates the units.
#[derive(Clone, Debug)]
struct Binary;

impl Module for Binary {
    type Element = u8;

    fn zero(&self) -> u8 {
        0
    }

    fn add_assign(&self, a: &mut u8, b: &u8) {
        *a ^= b;
    }

    fn sub_assign(&self, a: &mut u8, b: &u8) {
        *a ^= b;
    }
}

impl Ring for Binary {
    fn name(&self) -> String {
        "the field of 256 elements".into()
    }

    fn one(&self) -> u8 {
        1
    }

    fn mul_assign(&self, a: &mut u8, b: &u8) {
        let product = (0..8).filter(|i| b >> i & 1 == 1).fold(0u16, |sum, i| sum ^ u16::from(*a) << i);
        *a = (8..15).rev().fold(product, |rest, i| if rest >> i & 1 == 1 { rest ^ 0x11d << (i - 8) } else { rest })
            as u8;
    }

    fn is_zero(&self, a: &u8) -> bool {
        *a == 0
    }

    fn inverse(&self, a: &u8) -> Option<u8> {
        (*a != 0).then(|| self.pow(a, 254))
    }
}

impl Action for Binary {
    type Scalars = Self;
    type Twiddle = u8;

    fn scalars(&self) -> &Self {
        self
    }

    fn prepare(&self, scalar: &u8) -> u8 {
        *scalar
    }

    fn apply(&self, x: &mut u8, w: &u8) {
        self.mul_assign(x, w);
    }
}

impl Roots for Binary {
    fn root(&self, n: usize) -> Result<u8> {
        if n == 0 || 255 % n != 0 {
            return Err(Error::NoRoot { ring: self.name(), order: n, possible: "the order must divide 255".into() });
        }
        Ok(self.pow(&2, 255 / n as u64))
    }
}

impl conv::Convolve for Binary {}

fn run<M: Module>(module: &M, transform: &dyn Transform<M>, x: &[M::Element], forward: bool) -> Vec<M::Element> {
    let mut values = x.to_vec();
    // Dirty and oversized scratch.
    let mut scratch: Vec<_> = x.iter().cycle().take(transform.scratch_len() + 3).cloned().collect();
    scratch.resize(transform.scratch_len() + 3, module.zero());
    match forward {
        true => transform.forward(&mut values, &mut scratch).unwrap(),
        false => transform.inverse_unscaled(&mut values, &mut scratch).unwrap(),
    }
    values
}

/// Every transform through `convolver` equals the definition in both directions; which exist is returned.
fn check<M: Action>(
    domain: &Domain<M>,
    convolver: &dyn Convolver<M>,
    x: &[M::Element],
    equal: impl Fn(&M::Element, &M::Element) -> bool,
) -> Result<Vec<&'static str>>
where
    M::Scalars: Roots,
{
    let (module, n) = (domain.module(), domain.len());
    let naive = Naive::new(domain)?;
    let mut found = Vec::new();
    let mut compare = |name: &'static str, transform: Result<Box<dyn Transform<M>>>| {
        let Ok(transform) = transform else { return };
        assert_eq!(transform.len(), n);
        for forward in [true, false] {
            let (fast, slow) = (run(module, &*transform, x, forward), run(module, &naive, x, forward));
            let same = fast.iter().zip(&slow).all(|(a, b)| equal(a, b));
            assert!(same, "{name} at {n}, forward {forward}");
        }
        found.push(name);
    };
    let boxed = |transform: Result<Bluestein<M>>| transform.map(|it| Box::new(it) as Box<dyn Transform<M>>);
    compare("triangular", boxed(Bluestein::new(domain, Chirp::Triangular, convolver)));
    compare("symmetric", boxed(Bluestein::new(domain, Chirp::Symmetric, convolver)));
    compare("rader", Rader::new(domain, convolver).map(|it| Box::new(it) as Box<dyn Transform<M>>));
    Ok(found)
}

fn residues(p: u64, n: usize) -> Vec<u64> {
    let mut random = Random::new(n as u64);
    (0..n).map(|_| random.bits() % p).collect()
}

/// The transforms that exist: the triangular chirp always, the symmetric one with its root, Rader's at primes.
fn expected(n: usize, double: bool) -> Vec<&'static str> {
    let prime = is_prime(n as u64).then_some("rader");
    let symmetric = (n % 2 == 1 || double).then_some("symmetric");
    Some("triangular").into_iter().chain(symmetric).chain(prime).collect()
}

#[test]
fn small_fields_by_every_way() -> Result<()> {
    for p in [17u64, 257, 97, 23, 47, 7681] {
        let ring = Modular::new(p)?;
        let lengths = (1..=64).filter(|n| (p - 1) % n == 0);
        for n in lengths.map(|n| n as usize) {
            let domain = Domain::new(ring, n)?;
            let x = residues(p, n);
            let expected = expected(n, (p - 1) % (2 * n as u64) == 0);
            let equal = |a: &u64, b: &u64| a == b;
            let ways: [Box<dyn Convolver<Modular>>; 5] = [
                Box::new(Karatsuba::new(ring)),
                Box::new(Karatsuba::with_leaf(ring, 1)),
                Box::new(Karatsuba::with_leaf(ring, 7)),
                Box::new(ThroughRing::new(ring)),
                conv::convolver(&ring, 2 * n - 1),
            ];
            for way in &ways {
                assert_eq!(check(&domain, &**way, &x, equal)?, expected, "{p} {n}");
            }
            let through = ThroughTransform::new(ring);
            if through.len_from(2 * n - 1).is_ok() {
                assert_eq!(check(&domain, &through, &x, equal)?, expected, "{p} {n}");
            }
        }
    }
    Ok(())
}

/// A transform that leaves any order, of any length, serves as the inner one.
#[test]
fn every_inner_transform() -> Result<()> {
    let ring = Modular::new(7681)?;
    let domain = Domain::new(ring, 5)?;
    let x = residues(7681, 5);
    let equal = |a: &u64, b: &u64| a == b;
    for m in [9, 12, 15, 16, 32, 48] {
        // 7680 = 2^9 3 5.
        let Ok(inner) = Domain::new(ring, m) else { continue };
        let mut transforms: Vec<Arc<dyn Transform<Modular>>> = vec![Arc::new(Naive::new(&inner)?)];
        if m.is_power_of_two() {
            transforms.push(Arc::new(Classical::new(&inner)?));
            transforms.push(Arc::new(Twisted::new(&inner)?));
            transforms.push(Arc::new(Stockham::new(&inner)?));
        }
        for transform in transforms {
            let way = ThroughTransform::with(&inner, transform)?;
            assert_eq!(way.len_from(9)?, m);
            assert_eq!(check(&domain, &way, &x, equal)?, expected(5, true), "{m}");
            assert!(matches!(way.len_from(m + 1), Err(Error::Length { .. })));
        }
    }
    let inner = Domain::new(ring, 16)?;
    let other = Arc::new(Naive::new(&Domain::new(ring, 8)?)?);
    assert!(matches!(ThroughTransform::with(&inner, other), Err(Error::Contract { .. })));
    Ok(())
}

#[test]
fn a_chosen_root_modulo_65() -> Result<()> {
    // 8 is a principal fourth root modulo 65, 57 = -8 too; the ring names no root itself.
    let ring = Modular::new(65)?;
    let domain = Domain::with_root(ring, 4, 8)?;
    let equal = |a: &u64, b: &u64| a == b;
    let way = conv::convolver(&ring, 7);
    assert_eq!(way.len_from(7)?, 7);
    assert_eq!(check(&domain, &*way, &[3, 1, 4, 1], equal)?, ["triangular"]);
    Ok(())
}

#[test]
fn seventeen_points_over_the_field_of_256_elements() -> Result<()> {
    let mut random = Random::new(8);
    for n in [1, 3, 5, 15, 17, 51, 85, 255] {
        let domain = Domain::new(Binary, n)?;
        let x: Vec<u8> = (0..n).map(|_| random.bits() as u8).collect();
        for way in [Box::new(Karatsuba::new(Binary)) as Box<dyn Convolver<Binary>>, Box::new(ThroughRing::new(Binary))]
        {
            assert_eq!(check(&domain, &*way, &x, |a, b| a == b)?, expected(n, false), "{n}");
        }
        // No transform of a power-of-two length exists in characteristic 2, so the way is Karatsuba's.
        assert!(ThroughTransform::new(Binary).len_from(2).is_err());
        assert_eq!(conv::convolver(&Binary, 2 * n + 1).len_from(2 * n + 1)?, 2 * n + 1);
    }
    Ok(())
}

/// `p = 2 q + 1`: the only lengths are 1, 2, q and 2q, and no power of two serves a convolution.
#[test]
fn safe_primes() -> Result<()> {
    let equal = |a: &u64, b: &u64| a == b;
    for q in [3u64, 5, 11, 23, 29, 83] {
        let ring = Modular::new(2 * q + 1)?;
        for n in [q as usize, 2 * q as usize] {
            let (domain, x) = (Domain::new(ring, n)?, residues(2 * q + 1, n));
            assert_eq!(check(&domain, &ThroughRing::new(ring), &x, equal)?, expected(n, n == q as usize), "{n}");
            assert_eq!(check(&domain, &Karatsuba::new(ring), &x, equal)?, expected(n, n == q as usize), "{n}");
        }
    }
    let q = (5000..).find(|&q| is_prime(q) && is_prime(2 * q + 1)).unwrap();
    let (p, n) = (2 * q + 1, q as usize);
    let ring = Modular::new(p)?;
    let (domain, x) = (Domain::new(ring, n)?, residues(p, n));
    let primes = ThroughRing::new(ring);
    let karatsuba = Karatsuba::new(ring);
    let transforms: [Box<dyn Transform<Modular>>; 4] = [
        Box::new(Bluestein::new(&domain, Chirp::Triangular, &primes)?),
        Box::new(Bluestein::new(&domain, Chirp::Symmetric, &primes)?),
        Box::new(Rader::new(&domain, &primes)?),
        Box::new(Bluestein::new(&domain, Chirp::Triangular, &karatsuba)?),
    ];
    for transform in transforms {
        let values = run(&ring, &*transform, &x, true);
        for k in (0..n).step_by(97) {
            assert_eq!(values[k], horner(&ring, &x, &ring.pow(domain.root(), k as u64)), "{k}");
        }
        let back = run(&ring, &*transform, &values, false);
        assert!(back.iter().zip(&x).all(|(b, x)| *b == q * x % p));
    }
    Ok(())
}

fn horner<R: Ring>(ring: &R, f: &[R::Element], at: &R::Element) -> R::Element {
    f.iter().rev().fold(ring.zero(), |mut value, x| {
        ring.mul_assign(&mut value, at);
        ring.add_assign(&mut value, x);
        value
    })
}

#[test]
fn points_of_a_curve() -> Result<()> {
    let points = Acted::new(ff::<BlsScalar>(), G1Projective::identity());
    for n in [2, 3, 11] {
        let domain = Domain::new(points.clone(), n)?;
        let x: Vec<_> = (0..n as u64).map(|k| G1Projective::generator() * BlsScalar::from(k * k + 3)).collect();
        let equal = |a: &G1Projective, b: &G1Projective| a == b;
        let karatsuba = Karatsuba::with_leaf(points.clone(), 1);
        assert_eq!(check(&domain, &karatsuba, &x, equal)?, expected(n, true));
        if n < 11 {
            assert_eq!(check(&domain, &ThroughTransform::new(points.clone()), &x, equal)?, expected(n, true));
        }
    }
    Ok(())
}

#[test]
fn rows() -> Result<()> {
    let ring = Rows::new(Modular::new(7681)?, 3);
    for n in [1, 2, 3, 5, 6, 12, 15] {
        let domain = Domain::new(ring.clone(), n)?;
        let x: Vec<Vec<u64>> = (0..n).map(|j| residues(7681, 3 * n)[3 * j..][..3].to_vec()).collect();
        for way in [
            Box::new(Karatsuba::new(ring.clone())) as Box<dyn Convolver<_>>,
            Box::new(ThroughTransform::new(ring.clone())),
        ] {
            assert_eq!(check(&domain, &*way, &x, |a, b| a == b)?, expected(n, true), "{n}");
        }
    }
    Ok(())
}

/// The sum with the rounding of each addition carried along.
fn compensated(terms: impl Iterator<Item = Complex<f64>>) -> Complex<f64> {
    let (mut sum, mut rest) = (Complex::new(0.0, 0.0), Complex::new(0.0, 0.0));
    for term in terms {
        let next = sum + term;
        let virtual_term = next - sum;
        rest += (sum - (next - virtual_term)) + (term - virtual_term);
        sum = next;
    }
    sum + rest
}

#[test]
fn complex_numbers_keep_their_accuracy() -> Result<()> {
    let ring = ComplexRing::<f64>::new();
    for n in [2, 3, 36, 37, 1009, 65537] {
        let (domain, way) = (Domain::new(ring, n)?, ThroughTransform::new(ring));
        let mut random = Random::new(n as u64);
        let x: Vec<_> = (0..n).map(|_| Complex::new(random.float(), random.float())).collect();
        let norm = x.iter().map(|x| x.norm_sqr()).sum::<f64>().sqrt();
        let mut transforms: Vec<Box<dyn Transform<_>>> = vec![
            Box::new(Bluestein::new(&domain, Chirp::Triangular, &way)?),
            Box::new(Bluestein::new(&domain, Chirp::Symmetric, &way)?),
        ];
        if is_prime(n as u64) {
            transforms.push(Box::new(Rader::new(&domain, &way)?));
        }
        for transform in transforms {
            let values = run(&ring, &*transform, &x, true);
            for k in (0..n).step_by(n.div_ceil(9)) {
                let term = |(j, x): (usize, &Complex<f64>)| x * root_of_unity::<f64>((n - j * k % n) % n, n);
                let exact = compensated(x.iter().enumerate().map(term));
                let error = (values[k] - exact).norm();
                assert!(error < 4e-15 * norm, "{n} {k} {:e}", error / norm);
            }
            let back = run(&ring, &*transform, &values, false);
            let error: f64 = back.iter().zip(&x).map(|(b, x)| (b / n as f64 - x).norm_sqr()).sum();
            assert!(error.sqrt() < 4e-15 * norm, "{n} {:e}", error.sqrt() / norm);
        }
    }
    Ok(())
}

/// The caller's root of twice the order, whatever the scalars' own.
#[test]
fn the_symmetric_chirp_of_even_length() -> Result<()> {
    let ring = Modular::new(17)?;
    let way = Karatsuba::new(ring);
    // 9 = 3^2 is the own root of order 8; 2 = 6^2 is another.
    let foreign = Domain::with_root(ring, 8, 2)?;
    let Err(error) = Bluestein::new(&foreign, Chirp::Symmetric, &way) else { panic!("6 is not the own root") };
    assert!(error.to_string().contains("Bluestein::symmetric"), "{error}");
    let x = [3, 1, 4, 1, 5, 9, 2, 6];
    let transform = Bluestein::symmetric(&Domain::with_root(ring, 16, 6)?, &way)?;
    assert_eq!(run(&ring, &transform, &x, true), run(&ring, &Naive::new(&foreign)?, &x, true));
    // Order 16 is the greatest: a symmetric chirp of length 16 would need order 32.
    let domain = Domain::new(ring, 16)?;
    let Err(error) = Bluestein::new(&domain, Chirp::Symmetric, &way) else { panic!("there is no root of order 32") };
    assert!(matches!(&error, Error::NoRoot { order: 32, .. }));
    assert!(error.to_string().contains("triangular"), "{error}");
    assert!(Bluestein::new(&domain, Chirp::Triangular, &way).is_ok());
    let odd = Domain::new(Modular::new(31)?, 15)?;
    assert!(matches!(Bluestein::symmetric(&odd, &Karatsuba::new(Modular::new(31)?)), Err(Error::Length { .. })));
    let Err(error) = Rader::new(&Domain::new(ring, 16)?, &way) else { panic!("16 is not prime") };
    for name in ["mixed-radix", "good-thomas", "bluestein"] {
        assert!(error.to_string().contains(name), "{error}");
    }
    Ok(())
}

#[test]
fn values_at_a_geometric_progression() -> Result<()> {
    let ring = Modular::new(998_244_353)?;
    let p = 998_244_353;
    for (n, m) in [(1, 1), (1, 9), (9, 1), (8, 8), (13, 40), (40, 13), (100, 101)] {
        let f = residues(p, n);
        for (start, ratio) in [(1, 3), (0, 5), (7, 1), (12345, p - 1), (2, 10)] {
            for way in [
                Box::new(Karatsuba::new(ring)) as Box<dyn Convolver<Modular>>,
                Box::new(ThroughRing::new(ring)),
                conv::convolver(&ring, n + m),
            ] {
                let chirp_z = ChirpZ::new(&start, &ratio, n, m, &*way)?;
                let (mut values, mut scratch) = (vec![1; m], vec![9; chirp_z.scratch_len()]);
                chirp_z.evaluate(&f, &mut values, &mut scratch)?;
                let mut point = start;
                for value in values {
                    assert_eq!(value, horner(&ring, &f, &point), "{n} {m} {start} {ratio}");
                    ring.mul_assign(&mut point, &ratio);
                }
            }
        }
    }
    let way = Karatsuba::new(ring);
    assert!(matches!(ChirpZ::new(&1, &0, 3, 4, &way), Err(Error::NotInvertible { .. })));
    assert!(matches!(ChirpZ::new(&1, &3, 0, 4, &way), Err(Error::Length { .. })));
    assert!(matches!(ChirpZ::new(&1, &3, 4, 0, &way), Err(Error::Length { .. })));
    assert!(matches!(ChirpZ::new(&1, &3, usize::MAX, 2, &way), Err(Error::Length { .. })));
    // Units of a ring with zero divisors will do; others will not.
    let ring = Modular::new(65)?;
    assert!(ChirpZ::new(&5, &5, 3, 3, &Karatsuba::new(ring)).is_err());
    let chirp_z = ChirpZ::new(&5, &2, 3, 3, &Karatsuba::new(ring))?;
    let (mut values, mut scratch) = ([0; 3], vec![0; chirp_z.scratch_len()]);
    chirp_z.evaluate(&[1, 1, 1], &mut values, &mut scratch)?;
    assert_eq!(values, [31, 111 % 65, 421 % 65]);
    assert!(chirp_z.evaluate(&[1, 1], &mut values, &mut scratch).is_err());
    assert!(chirp_z.evaluate(&[1, 1, 1], &mut values, &mut []).is_err());
    Ok(())
}

#[test]
fn slices_are_checked() -> Result<()> {
    let ring = Modular::new(7681)?;
    let domain = Domain::new(ring, 5)?;
    let ways: [Box<dyn Convolver<Modular>>; 3] =
        [Box::new(Karatsuba::new(ring)), Box::new(ThroughRing::new(ring)), Box::new(ThroughTransform::new(ring))];
    for way in ways {
        let transforms: [Box<dyn Transform<Modular>>; 2] =
            [Box::new(Bluestein::new(&domain, Chirp::Triangular, &*way)?), Box::new(Rader::new(&domain, &*way)?)];
        for transform in transforms {
            let scratch_len = transform.scratch_len();
            assert!(transform.forward(&mut [0; 4], &mut vec![0; scratch_len]).is_err());
            assert!(transform.forward(&mut [0; 5], &mut vec![0; scratch_len - 1]).is_err());
            assert!(transform.inverse_unscaled(&mut [0; 5], &mut vec![0; scratch_len - 1]).is_err());
        }
        let cyclic = way.cyclic(&[1, 2, 3, 4])?;
        assert!(cyclic.convolve(&mut [0; 5], &mut vec![0; cyclic.scratch_len()]).is_err());
        assert!(cyclic.convolve(&mut [0; 4], &mut vec![0; cyclic.scratch_len() - 1]).is_err());
        let middle = way.middle(&[1, 2, 3, 4], 2)?;
        assert_eq!((middle.inputs(), middle.outputs()), (2, 3));
        let mut values = [10, 1, 0];
        middle.multiply(&mut values, &mut vec![0; middle.scratch_len()])?;
        assert_eq!(values, [21, 32, 43]);
        assert!(middle.multiply(&mut [0; 2], &mut vec![0; middle.scratch_len()]).is_err());
        assert!(middle.multiply(&mut values, &mut vec![0; middle.scratch_len() - 1]).is_err());
        assert!(way.middle(&[1, 2], 3).is_err() && way.middle(&[1, 2], 0).is_err() && way.middle(&[], 0).is_err());
        assert!(way.cyclic(&[]).is_err());
    }
    Ok(())
}

/// Additions, products.
fn counted<M: Action<Scalars: Roots>>(ring: &Counting<M>, transform: &dyn Transform<Counting<M>>) -> [u64; 2] {
    let zeros = vec![ring.zero(); transform.len()];
    let tallies = [true, false].map(|forward| {
        ring.take();
        run(ring, transform, &zeros, forward);
        ring.take()
    });
    assert_eq!(tallies[0], tallies[1]);
    assert_eq!(tallies[0].general, 0);
    [tallies[0].additions, tallies[0].products()]
}

#[test]
fn counts_through_a_transform() -> Result<()> {
    let ring = Counting::new(Modular::new(998_244_353)?);
    let way = ThroughTransform::new(ring.clone());
    // 998244352 = 2^23 7 17.
    for (n, chirp, expected) in [
        // Two transforms, the spectrum, and chirps other than 1: C(k,2) = 0 0 1 3 6 3 1 modulo 7.
        (7, Chirp::Triangular, [128, 34 + 16 + 10]),
        (7, Chirp::Symmetric, [128, 34 + 16 + 12]),
        // 2 x (384, 129), 64; C(k,2) modulo 17 is 0 for k = 0, 1; k^2 only for k = 0.
        (17, Chirp::Triangular, [768, 258 + 64 + 30]),
        (17, Chirp::Symmetric, [768, 258 + 64 + 32]),
    ] {
        let transform = Bluestein::new(&Domain::new(ring.clone(), n)?, chirp, &way)?;
        assert_eq!(counted(&ring, &transform), expected, "{n} {chirp:?}");
    }
    // Length 16 for 17 points exactly; 6 does not divide a power of two, so 7 points take length 16 too.
    let rader = |n| Rader::new(&Domain::new(ring.clone(), n)?, &way);
    assert_eq!(counted(&ring, &rader(17)?), [2 * 64 + 32, 34 + 16]);
    assert_eq!(counted(&ring, &rader(7)?), [2 * 64 + 12, 34 + 16]);
    assert_eq!(counted(&ring, &rader(2)?), [2, 0]);

    // Five coefficients, seven values, a convolution of length 16; 3^(-C(k,2)) is 1 for k = 0, 1.
    for (start, before) in [(1, 3), (2, 4)] {
        let chirp_z = ChirpZ::new(&start, &3, 5, 7, &way)?;
        ring.take();
        evaluated(&chirp_z, &[0; 5]);
        let tally = ring.take();
        assert_eq!([tally.additions, tally.products()], [128, 34 + 16 + before + 5]);
    }
    let inverse = InverseChirpZ::new(&2, &3, 5, &way)?;
    ring.take();
    interpolated(&inverse, &[0; 5]);
    let tally = ring.take();
    assert_eq!([tally.additions, tally.products()], [256, 2 * (34 + 16) + 5 + 3 + 4]);

    let ring = Counting::new(ComplexRing::<f64>::new());
    let way = ThroughTransform::new(ring.clone());
    let transform = Bluestein::new(&Domain::new(ring.clone(), 37)?, Chirp::Symmetric, &way)?;
    assert_eq!(counted(&ring, &transform), [2 * 896, 2 * 321 + 128 + 72]);
    Ok(())
}

#[test]
fn counts_by_karatsuba() -> Result<()> {
    let ring = Counting::new(Modular::new(998_244_353)?);
    // Size, leaf, additions and products.
    for (size, leaf, expected) in [
        (1, 1, [0, 1]),
        (2, 1, [3, 3]),
        (4, 1, [15, 9]),
        (8, 1, [57, 27]),
        (16, 1, [195, 81]),
        (4, 4, [12, 16]),
        (8, 4, [48, 48]),
        (16, 4, [168, 144]),
        (32, 4, [552, 432]),
        (20, 5, [9 * 20 + 3 * 5 * 5, 225]),
    ] {
        let depth = (size / leaf as u64).ilog2();
        let (leaves, s) = (3u64.pow(depth), leaf as u64);
        assert_eq!(expected[0], leaves * s * (s - 1) + 3 * s * (leaves - 2u64.pow(depth)));
        assert_eq!(expected[1], leaves * s * s);
        let kernel: Vec<u64> = residues(998_244_353, size as usize);
        let cyclic = Karatsuba::with_leaf(ring.clone(), leaf).cyclic(&kernel)?;
        assert_eq!(cyclic.scratch_len(), size as usize);
        let mut values = residues(998_244_353, size as usize);
        ring.take();
        cyclic.convolve(&mut values, &mut vec![0; size as usize])?;
        let tally = ring.take();
        assert_eq!([tally.additions, tally.products()], expected, "{size} {leaf}");
    }
    // Other sizes are filled up to leaves of equal length: 8 of 5 rows for 37, 16 of 5 for 67; the products are the fewest.
    for (size, products) in [(37, 27 * 25), (67, 81 * 25)] {
        let cyclic = Karatsuba::with_leaf(ring.clone(), 4).cyclic(&residues(998_244_353, size))?;
        let mut values = residues(998_244_353, size);
        let mut scratch = vec![0; cyclic.scratch_len()];
        ring.take();
        cyclic.convolve(&mut values, &mut scratch)?;
        assert_eq!(ring.take().products(), products, "{size}");
    }
    Ok(())
}

#[test]
fn closed_forms() -> Result<()> {
    let recipe = |text: &str| text.parse::<Recipe>();
    // 998244352 = 2^23 7 17.
    let through = [
        "bluestein(1, triangular, transform(stockham(1, 1)))",
        "bluestein(2, triangular, transform(stockham(4, 4)))",
        "bluestein(7, triangular, transform(stockham(16, 4x4)))",
        "bluestein(7, symmetric, transform(classical(16)))",
        "bluestein(8, triangular, transform(stockham(16, 2x8)))",
        "bluestein(8, symmetric, transform(stockham(16, 2x8)))",
        "bluestein(16, symmetric, transform(twisted(32)))",
        "bluestein(119, triangular, transform(stockham(256, 4x8x8)))",
        "rader(2, transform(stockham(1, 1)))",
        "rader(7, transform(stockham(16, 4x4)))",
        "rader(17, transform(stockham(16, 4x4)))",
        "rader(17, transform(classical(32)))",
    ];
    for text in through {
        let (recipe, ring) = (recipe(text)?, Modular::new(998_244_353)?);
        let (form, counts) = (closed_form(&recipe, false), count_recipe(&recipe, ring)?);
        assert!(form.agrees(&counts.forward) && form.agrees(&counts.inverse), "{text}: {form:?} {counts:?}");
        let counts = count_recipe(&recipe, ComplexRing::<f64>::new())?;
        assert!(form.agrees(&counts.forward) && form.agrees(&counts.inverse), "{text}: {form:?} {counts:?}");
        assert!(counts.forward.real_additions() <= form.real_additions(), "{text}");
        assert!(counts.forward.real_products() <= form.real_products(), "{text}");
    }
    for text in [
        "bluestein(7, triangular, karatsuba(7))",
        "bluestein(119, symmetric, karatsuba(119))",
        "rader(17, karatsuba(16))",
    ] {
        let recipe = recipe(text)?;
        let (form, counts) = (closed_form(&recipe, false), count_recipe(&recipe, Modular::new(998_244_353)?)?);
        assert_eq!(form.additions, counts.forward.additions, "{text}");
        let products = counts.forward.products();
        assert!(products <= form.products && products > form.products / 2, "{text}: {products} {}", form.products);
    }
    Ok(())
}

fn evaluated<M: Action>(chirp_z: &ChirpZ<M>, f: &[M::Element]) -> Vec<M::Element> {
    let zero = f[0].clone();
    let (mut values, mut scratch) = (vec![zero.clone(); chirp_z.values()], vec![zero; chirp_z.scratch_len()]);
    chirp_z.evaluate(f, &mut values, &mut scratch).unwrap();
    values
}

/// The chirp-z transform at the roots of unity is Bluestein's, and acts on points and rows as on a ring.
#[test]
fn chirp_z_over_modules() -> Result<()> {
    let points = Acted::new(ff::<BlsScalar>(), G1Projective::identity());
    let x: Vec<_> = (0..3).map(|k| G1Projective::generator() * BlsScalar::from(k + 3)).collect();
    let ratio = points.scalars().root(3)?;
    let chirp_z = ChirpZ::new(&points.scalars().one(), &ratio, 3, 3, &Karatsuba::with_leaf(points.clone(), 1))?;
    let naive = Naive::new(&Domain::new(points.clone(), 3)?)?;
    assert_eq!(evaluated(&chirp_z, &x), run(&points, &naive, &x, true));
    Ok(())
}

fn interpolated<M: Action>(inverse: &InverseChirpZ<M>, values: &[M::Element]) -> Vec<M::Element> {
    let zero = values[0].clone();
    let (mut f, mut scratch) = (vec![zero.clone(); inverse.len()], vec![zero; inverse.scratch_len()]);
    inverse.interpolate(values, &mut f, &mut scratch).unwrap();
    f
}

#[test]
fn back_from_a_geometric_progression() -> Result<()> {
    let ring = Modular::new(998_244_353)?;
    for n in [1, 2, 3, 8, 40, 101] {
        let f = residues(998_244_353, n);
        for (start, ratio) in [(1, 3), (7, 5), (12345, 998_244_350)] {
            for way in
                [Box::new(Karatsuba::new(ring)) as Box<dyn Convolver<Modular>>, Box::new(ThroughTransform::new(ring))]
            {
                let forward = ChirpZ::new(&start, &ratio, n, n, &*way)?;
                let inverse = InverseChirpZ::new(&start, &ratio, n, &*way)?;
                assert_eq!(interpolated(&inverse, &evaluated(&forward, &f)), f, "{n} {start} {ratio}");
            }
        }
    }
    // The roots of unity: an inverse transform that needs no inverse of the length. 2 generates the units.
    let way = Karatsuba::new(Binary);
    let f: Vec<u8> = (0..17).map(|j| (j * j * 13 + 7) as u8).collect();
    let ratio = Binary.root(17)?;
    let values = run(&Binary, &Naive::new(&Domain::new(Binary, 17)?)?, &f, true);
    assert_eq!(interpolated(&InverseChirpZ::new(&1, &ratio, 17, &way)?, &values), f);
    let points = Acted::new(ff::<BlsScalar>(), G1Projective::identity());
    let x: Vec<_> = (0..3).map(|k| G1Projective::generator() * BlsScalar::from(k + 3)).collect();
    let (start, ratio, way) = (BlsScalar::from(2), BlsScalar::from(5), Karatsuba::with_leaf(points, 1));
    let values = evaluated(&ChirpZ::new(&start, &ratio, 3, 3, &way)?, &x);
    assert_eq!(interpolated(&InverseChirpZ::new(&start, &ratio, 3, &way)?, &values), x);

    let way = Karatsuba::new(ring);
    // Points that repeat, points that are all zero, a ratio that is no unit, no points.
    for (start, ratio, n) in [(1, 998_244_352, 3), (1, 1, 2), (0, 3, 2), (1, 0, 2)] {
        assert!(matches!(InverseChirpZ::new(&start, &ratio, n, &way), Err(Error::NotInvertible { .. })));
    }
    assert!(matches!(InverseChirpZ::new(&1, &3, 0, &way), Err(Error::Length { .. })));
    assert_eq!(interpolated(&InverseChirpZ::new(&0, &3, 1, &way)?, &[5]), [5]);
    assert_eq!(interpolated(&InverseChirpZ::new(&1, &998_244_352, 2, &way)?, &[5, 1]), [3, 2]);
    // Modulo 65 the points 1 and 6 differ by 5, no unit; 1 and 2 by 1.
    let ring = Modular::new(65)?;
    assert!(InverseChirpZ::new(&1, &6, 2, &Karatsuba::new(ring)).is_err());
    assert_eq!(interpolated(&InverseChirpZ::new(&1, &2, 2, &Karatsuba::new(ring))?, &[5, 7]), [3, 2]);
    let inverse = InverseChirpZ::new(&1, &2, 2, &Karatsuba::new(ring))?;
    assert!(inverse.interpolate(&[1; 3], &mut [0; 2], &mut [0; 99]).is_err());
    assert!(inverse.interpolate(&[1; 2], &mut [0; 3], &mut [0; 99]).is_err());
    assert!(inverse.interpolate(&[1; 2], &mut [0; 2], &mut vec![0; inverse.scratch_len() - 1]).is_err());
    Ok(())
}
