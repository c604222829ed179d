//! Split radix, radix 4 and radix 8: values, inverses, orders, counts.

use num_complex::Complex;
use ringfft::{
    Error, Result,
    algebra::{Action, Domain, Module, Ring, Roots, Scalar},
    dft::{Radix4, Radix8, SplitRadix, Tangent, Transform, TwistedRadix4, TwistedRadix8},
    order::Order,
    rings::{ComplexRing, Modular, Rows},
};
use ringfft_testing::{Counting, Tally};

use std::sync::Arc;

type Boxed<M> = Box<dyn Transform<M>>;

/// The algorithms that exist over every ring.
const NAMES: [&str; 5] = ["split-radix", "radix-4", "twisted-radix-4", "radix-8", "twisted-radix-8"];

fn build<M: Action>(name: &str, domain: &Domain<M>) -> Result<Boxed<M>>
where
    M::Scalars: Roots,
{
    Ok(match name {
        "split-radix" => Box::new(SplitRadix::new(domain)?),
        "tangent" => Box::new(Tangent::new(domain)?),
        "radix-4" => Box::new(Radix4::new(domain)?),
        "twisted-radix-4" => Box::new(TwistedRadix4::new(domain)?),
        "radix-8" => Box::new(Radix8::new(domain)?),
        "twisted-radix-8" => Box::new(TwistedRadix8::new(domain)?),
        other => panic!("{other}"),
    })
}

fn order(name: &str) -> Order {
    if name == "split-radix" { Order::ConjugatePair } else { Order::BitReversed }
}

/// `f(x)` by Horner's rule.
fn horner<R: Ring>(ring: &R, f: &[R::Element], x: &R::Element) -> R::Element {
    f.iter().rev().fold(ring.zero(), |mut sum, c| {
        ring.mul_assign(&mut sum, x);
        ring.add_assign(&mut sum, c);
        sum
    })
}

/// Small seeded numbers.
fn numbers(n: usize) -> impl Iterator<Item = u64> {
    (0..n as u64).map(|j| (j * j * 7 + j * 13 + 5) % 1009)
}

fn scratch<M: Module>(module: &M, transform: &dyn Transform<M>) -> Vec<M::Element> {
    vec![module.zero(); transform.scratch_len()]
}

fn check_exact(ring: Modular, domain: &Domain<Modular>) -> Result<()> {
    let n = domain.len();
    let f: Vec<u64> = numbers(n).map(|x| ring.element(x)).collect();
    for name in NAMES {
        let transform = build(name, domain)?;
        assert_eq!((transform.len(), transform.order()), (n, order(name)));
        let (mut values, mut scratch) = (f.clone(), scratch(&ring, &*transform));
        transform.forward(&mut values, &mut scratch)?;
        for (j, value) in values.iter().enumerate().step_by(1 + n / 64) {
            let point = ring.power(domain.root(), n, transform.order().exponent(j, n));
            assert_eq!(*value, horner(&ring, &f, &point), "{name}, n = {n}, position {j}");
        }
        transform.inverse_unscaled(&mut values, &mut scratch)?;
        for (value, f) in values.iter().zip(&f) {
            let mut expected = ring.integer(n as u64);
            ring.mul_assign(&mut expected, f);
            assert_eq!(*value, expected, "{name}, n = {n}, inverse");
        }
    }
    Ok(())
}

#[test]
fn values_and_inverses_modulo_primes() -> Result<()> {
    for (modulus, most) in [(17, 4), (257, 8), (998_244_353, 12)] {
        let ring = Modular::new(modulus)?;
        for k in 0..=most {
            check_exact(ring, &Domain::new(ring, 1 << k)?)?;
        }
    }
    Ok(())
}

/// Residues modulo products of primes, with roots chosen by search.
#[test]
fn rings_with_zero_divisors() -> Result<()> {
    for (modulus, n) in [(65u64, 4usize), (17 * 97, 8), (17 * 97, 16), (257 * 193, 64)] {
        let ring = Modular::new(modulus)?;
        let half = |w: u64| ring.pow(&w, n as u64 / 2);
        let root = (2..modulus).find(|&w| half(w) == modulus - 1).expect("a principal root exists");
        check_exact(ring, &Domain::with_root(ring, n, root)?)?;
    }
    Ok(())
}

#[test]
fn complex_values() -> Result<()> {
    let ring = ComplexRing::<f64>::new();
    for (k, root_index) in (0..=10).flat_map(|k| [(k, 1usize), (k, 3), (k, (1 << k) - 1)]) {
        let n = 1usize << k;
        if n > 1 && root_index.is_multiple_of(2) || root_index == 0 {
            continue;
        }
        let root = ring.power(&ring.root(n)?, n, root_index % n);
        let domain = Domain::with_root(ring, n, root)?;
        let f: Vec<Complex<f64>> = numbers(n).zip(numbers(2 * n).skip(n)).map(|(a, b)| part(a, b)).collect();
        for transform in complex_transforms(&domain)? {
            let (mut values, mut scratch) = (f.clone(), scratch(&ring, &*transform));
            transform.forward(&mut values, &mut scratch)?;
            for (j, value) in values.iter().enumerate().step_by(1 + n / 64) {
                let k = transform.order().exponent(j, n);
                let expected: Complex<f64> =
                    f.iter().enumerate().map(|(i, f)| f * ring.power(&root, n, i * k % n)).sum();
                assert!((value - expected).norm() < 1e-12 * n as f64, "n = {n}, root {root_index}, position {j}");
            }
            transform.inverse_unscaled(&mut values, &mut scratch)?;
            for (value, f) in values.iter().zip(&f) {
                assert!((value / n as f64 - f).norm() < 1e-13, "n = {n}, root {root_index}");
            }
        }
    }
    Ok(())
}

fn part(a: u64, b: u64) -> Complex<f64> {
    Complex::new(a as f64 / 1009.0 - 0.5, b as f64 / 1009.0 - 0.5)
}

fn complex_transforms<M>(domain: &Domain<M>) -> Result<Vec<Boxed<M>>>
where
    M: Action,
    M::Scalars: Roots,
{
    NAMES.iter().chain(&["tangent"]).map(|name| build(name, domain)).collect()
}

/// Elements that are vectors, and scratch that is longer than it must be and full of other things.
#[test]
fn rows_are_transformed_column_by_column() -> Result<()> {
    let (ring, n) = (Modular::new(257)?, 32);
    let rows = Rows::new(ring, 3);
    let f: Vec<Vec<u64>> = numbers(3 * n).map(|x| x % 257).collect::<Vec<_>>().chunks(3).map(<[u64]>::to_vec).collect();
    for name in NAMES {
        let (wide, narrow) = (build(name, &Domain::new(rows.clone(), n)?)?, build(name, &Domain::new(ring, n)?)?);
        let mut values = f.clone();
        wide.forward(&mut values, &mut vec![vec![7; 3]; wide.scratch_len() + 3])?;
        for c in 0..3 {
            let mut column: Vec<u64> = f.iter().map(|row| row[c]).collect();
            narrow.forward(&mut column, &mut vec![7; narrow.scratch_len() + 3])?;
            assert_eq!(values.iter().map(|row| row[c]).collect::<Vec<_>>(), column, "{name}");
        }
    }
    Ok(())
}

#[test]
fn lengths_that_do_not_exist() -> Result<()> {
    let domain = Domain::new(Modular::new(998_244_353)?, 7 * 8)?;
    for name in NAMES {
        let error = build(name, &domain).err().expect("no such length");
        assert!(matches!(error, Error::Length { what, len: 56, .. } if what == name), "{error}");
        assert!(error.to_string().contains("any length"), "{error}");
    }
    let four = Domain::new(Modular::new(17)?, 4)?;
    for name in NAMES {
        let transform = build(name, &four)?;
        assert!(matches!(transform.forward(&mut [0; 3], &mut []), Err(Error::SliceLength { .. })));
        assert!(matches!(transform.inverse_unscaled(&mut [0; 8], &mut []), Err(Error::SliceLength { .. })));
    }
    Ok(())
}

/// Forward, inverse.
fn count<M: Ring + Action>(name: &str, module: M, n: usize) -> Result<[Tally; 2]>
where
    M::Scalars: Roots,
{
    let ring = Counting::new(module);
    let transform = build(name, &Domain::new(ring.clone(), n)?)?;
    let (mut values, mut scratch) = (vec![ring.zero(); n], scratch(&ring, &*transform));
    ring.take();
    transform.forward(&mut values, &mut scratch)?;
    let forward = ring.take();
    transform.inverse_unscaled(&mut values, &mut scratch)?;
    Ok([forward, ring.take()])
}

fn modulo() -> Modular {
    Modular::new(998_244_353).unwrap()
}

fn complex() -> ComplexRing<f64> {
    ComplexRing::new()
}

/// n, additions, products, of which by I.
const SPLIT_RADIX: [[u64; 4]; 8] = [
    [2, 2, 0, 0],
    [4, 8, 1, 1],
    [8, 24, 5, 3],
    [16, 64, 17, 9],
    [64, 384, 129, 57],
    [256, 2048, 769, 313],
    [1024, 10240, 4097, 1593],
    [4096, 49152, 20481, 7737],
];

#[test]
fn counts_over_a_ring() -> Result<()> {
    for [n, additions, products, by_i] in SPLIT_RADIX {
        for name in NAMES {
            for tally in [count(name, modulo(), n as usize)?, count(name, complex(), n as usize)?].concat() {
                assert_eq!([tally.additions, tally.products()], [additions, products], "{name} {n}");
                assert_eq!(tally.by_unit, 0, "{name} {n}");
                if name == "split-radix" {
                    let (k, sign) = (n.ilog2() as i64, if n.ilog2() % 2 == 0 { 1 } else { -1 });
                    assert_eq!(tally.products_by_i(), by_i, "{n}");
                    assert_eq!(18 * by_i as i64, (3 * k - 2) * n as i64 + 2 * sign);
                }
            }
        }
    }
    Ok(())
}

#[test]
fn counts_over_the_complex_numbers() -> Result<()> {
    let real = |name: &str, [n, additions, products]: [u64; 3]| -> Result<u64> {
        for tally in count(name, complex(), n as usize)? {
            assert_eq!([tally.real_additions(), tally.real_products()], [additions, products], "{name} {n}");
        }
        Ok(additions + products)
    };
    for row in [
        [2, 4, 0],
        [4, 16, 0],
        [8, 52, 4],
        [16, 144, 24],
        [32, 372, 84],
        [64, 912, 248],
        [256, 5008, 1656],
        [1024, 25488, 9336],
    ] {
        let n = row[0];
        assert_eq!(real("split-radix", row)?, 4 * n * u64::from(n.ilog2()) + 8 - 6 * n);
    }
    for name in ["radix-4", "twisted-radix-4"] {
        for row in
            [[4, 16, 0], [16, 144, 24], [64, 920, 264], [256, 5080, 1800], [1024, 25944, 10248], [4096, 126296, 53256]]
        {
            let n = row[0];
            assert_eq!(12 * real(name, row)?, 51 * n * u64::from(n.ilog2()) + 128 - 86 * n);
        }
    }
    for name in ["radix-8", "twisted-radix-8"] {
        for row in [[8, 52, 4], [64, 928, 248], [512, 11632, 3992], [4096, 126832, 48280]] {
            real(name, row)?;
        }
    }
    Ok(())
}

#[test]
fn tangent_over_the_complex_numbers() -> Result<()> {
    for k in 1..=12u32 {
        let (n, k) = (1i64 << k, i64::from(k));
        let sign = if k % 2 == 0 { 1 } else { -1 };
        let formula = (34 * 3 * n * k - 124 * n - 54 * k - 6 * sign * k + 16 * sign + 8 * 27) / 27;
        for tally in count("tangent", complex(), n as usize)? {
            assert_eq!((tally.real_additions() + tally.real_products()) as i64, formula, "{n}");
            // Nothing but products by I and by real constants.
            assert_eq!([tally.by_other, tally.by_eighth, tally.by_unit, tally.general], [0; 4], "{n}");
            match n {
                4 | 8 | 16 | 32 => assert_eq!(formula, 4 * n * k - 6 * n + 8),
                64 => assert_eq!(formula, 1152),
                256 => assert_eq!(formula, 6552),
                1024 => assert_eq!(formula, 33968),
                _ => {}
            }
        }
    }
    Ok(())
}

#[test]
fn tangent_needs_real_parts() -> Result<()> {
    for n in [1, 2, 8, 64] {
        let error = Tangent::new(&Domain::new(modulo(), n)?).err().expect("residues have no parts");
        assert!(matches!(error, Error::Unsupported { .. }), "{error}");
        assert!(error.to_string().contains("split-radix") && error.to_string().contains("998244353"), "{error}");
    }
    let error = Tangent::new(&Domain::new(complex(), 12)?).err().expect("no such length");
    assert!(matches!(error, Error::Length { what: "tangent", len: 12, .. }), "{error}");
    Ok(())
}

/// The root mean square of the relative error of `name` against the same values in `f64`, in units of `f32`.
fn error_of(name: &str, n: usize) -> Result<f64> {
    let f: Vec<Complex<f64>> = numbers(n).zip(numbers(3 * n).skip(2 * n)).map(|(a, b)| part(a, b)).collect();
    // Exact in both types.
    let mut narrow: Vec<Complex<f32>> = f.iter().map(|z| Complex::new(z.re as f32, z.im as f32)).collect();
    let mut wide: Vec<Complex<f64>> = narrow.iter().map(|z| Complex::new(z.re.into(), z.im.into())).collect();
    build(name, &Domain::new(complex(), n)?)?.forward(&mut wide, &mut [Complex::default(); 2])?;
    build(name, &Domain::new(ComplexRing::<f32>::new(), n)?)?.forward(&mut narrow, &mut [Complex::default(); 2])?;
    let difference =
        |(x, y): (&Complex<f64>, &Complex<f32>)| (x - Complex::new(f64::from(y.re), f64::from(y.im))).norm_sqr();
    let error: f64 = wide.iter().zip(&narrow).map(difference).sum();
    let size: f64 = wide.iter().map(Complex::norm_sqr).sum();
    Ok((error / size).sqrt() / f64::from(f32::EPSILON))
}

#[test]
fn scaled_nodes_lose_no_digits() -> Result<()> {
    for k in [6, 10, 14] {
        let (plain, scaled) = (error_of("split-radix", 1 << k)?, error_of("tangent", 1 << k)?);
        assert!(scaled < 0.25 * (k as f64).sqrt() + 0.5 && scaled < 2.0 * plain, "2^{k}: {plain}, {scaled}");
    }
    Ok(())
}

#[test]
fn tangent_of_rows() -> Result<()> {
    let (rows, n) = (Rows::new(complex(), 2), 64);
    let (wide, narrow) = (Tangent::new(&Domain::new(rows, n)?)?, Tangent::new(&Domain::new(complex(), n)?)?);
    let column = |c: usize| numbers(n).zip(numbers(n + c).skip(c)).map(|(a, b)| part(a, b)).collect::<Vec<_>>();
    let [mut left, mut right] = [column(3), column(5)];
    let mut values: Vec<Vec<Complex<f64>>> = left.iter().zip(&right).map(|(x, y)| vec![*x, *y]).collect();
    wide.forward(&mut values, &mut vec![vec![]; 2])?;
    wide.inverse_unscaled(&mut values, &mut vec![vec![]; 2])?;
    for column in [&mut left, &mut right] {
        narrow.forward(column, &mut [Complex::default(); 2])?;
        narrow.inverse_unscaled(column, &mut [Complex::default(); 2])?;
    }
    assert_eq!(values, left.iter().zip(&right).map(|(x, y)| vec![*x, *y]).collect::<Vec<_>>());
    Ok(())
}

/// A module whose twiddles are handles on one token, which counts them.
#[derive(Clone)]
struct Tokens<M> {
    module: M,
    token: &'static Arc<()>,
}

impl<M: Module> Module for Tokens<M> {
    type Element = M::Element;

    fn zero(&self) -> M::Element {
        self.module.zero()
    }

    fn add_assign(&self, _: &mut M::Element, _: &M::Element) {}

    fn sub_assign(&self, _: &mut M::Element, _: &M::Element) {}
}

impl<M: Action> Action for Tokens<M> {
    type Scalars = M::Scalars;
    type Twiddle = Arc<()>;

    fn scalars(&self) -> &M::Scalars {
        self.module.scalars()
    }

    fn prepare(&self, _: &Scalar<M>) -> Arc<()> {
        Arc::clone(self.token)
    }

    fn apply(&self, _: &mut M::Element, _: &Arc<()>) {}
}

/// Twiddles stored, of length `2^k`.
fn stored(name: &str, k: u32) -> usize {
    let n = 1usize << k;
    let by = |r: usize, levels: usize| (n - (n >> (levels * r.ilog2() as usize))) / (r - 1);
    match (name, k) {
        (_, 0 | 1) => 0,
        ("split-radix", _) => n + 2 - 2 * k as usize,
        ("radix-4", _) => 3 * n / 2 - 4,
        ("twisted-radix-4", _) => 6 * (by(4, k as usize / 2) - k as usize / 2) + 2,
        ("radix-8" | "twisted-radix-8", 2) => 2,
        ("radix-8", _) => 7 * n / 4 - 8,
        ("twisted-radix-8", _) => 14 * (by(8, k as usize / 3) - k as usize / 3) + 6,
        (_, 2..=4) => [3, 4, 8][k as usize - 2],
        _ => n + 11 - 5 * k as usize,
    }
}

#[test]
fn twiddles_are_as_many_as_stated() -> Result<()> {
    for (name, k) in NAMES.iter().chain(&["tangent"]).flat_map(|name| (0..=12).map(move |k| (*name, k))) {
        let token: &'static Arc<()> = Box::leak(Box::new(Arc::new(())));
        let module = Tokens { module: complex(), token };
        let _transform = build(name, &Domain::new(module, 1 << k)?)?;
        assert_eq!(Arc::strong_count(token) - 1, stored(name, k), "{name} 2^{k}");
    }
    Ok(())
}
