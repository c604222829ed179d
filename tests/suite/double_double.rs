//! Complex numbers of two `f64` against integers of 400 bits: arithmetic, roots, transforms.

use super::{elements, erased_builder, typed};
use num_bigint::BigInt;
use num_complex::Complex;
use ringfft::{
    Result,
    algebra::{Ring, Roots},
    conv,
    plan::Algorithm,
    rings::{ComplexRing, DoubleDouble, Real, root_of_unity},
};
use ringfft_testing::Random;

type Wide = Complex<DoubleDouble>;

/// Fixed point: the number times `2^SCALE`.
const SCALE: i32 = 400;

/// A float is a number of this scale, exactly, unless it is tiny.
fn fixed_word(x: f64) -> BigInt {
    let bits = x.to_bits();
    let (exponent, fraction) = ((bits >> 52 & 0x7ff) as i32, bits & ((1 << 52) - 1));
    let mantissa = BigInt::from(if exponent == 0 { fraction } else { fraction | 1 << 52 });
    let shift = exponent.max(1) - 1075 + SCALE;
    let size = if shift < 0 { mantissa >> -shift } else { mantissa << shift };
    if x < 0.0 { -size } else { size }
}

fn fixed(x: DoubleDouble) -> BigInt {
    fixed_word(x.high()) + fixed_word(x.low())
}

fn whole(n: i64) -> BigInt {
    BigInt::from(n) << SCALE
}

fn times(a: &BigInt, b: &BigInt) -> BigInt {
    (a * b) >> SCALE
}

/// Whether `error` is at most `units u^2` of `truth`, `u = 2^-53`, both in fixed point.
fn within(units: u32, error: BigInt, truth: &BigInt) -> bool {
    BigInt::from(error.magnitude().clone()) << 106 <= BigInt::from(truth.magnitude().clone()) * units
}

/// `lg |error/truth|`, rounded up to an integer.
fn log_error(error: &BigInt, truth: &BigInt) -> i64 {
    if *error == BigInt::ZERO { i64::MIN } else { error.bits() as i64 - truth.bits() as i64 + 1 }
}

/// Pi by Machin's formula.
fn pi() -> BigInt {
    let arctangent_of_inverse = |n: i64| {
        let (mut power, mut sum) = (whole(1) / n, BigInt::ZERO);
        for k in 0..400i64 {
            let term = &power / (2 * k + 1);
            sum = if k % 2 == 0 { sum + term } else { sum - term };
            power /= n * n;
        }
        sum
    };
    (arctangent_of_inverse(5) * 4 - arctangent_of_inverse(239)) * 4
}

/// Cosine and sine of `2 pi k/n`.
fn rotation(pi: &BigInt, k: usize, n: usize) -> Complex<BigInt> {
    let angle = pi * 2 * k / n;
    let (mut re, mut im, mut term) = (BigInt::ZERO, BigInt::ZERO, whole(1));
    for j in 0..200usize {
        match j % 4 {
            0 => re += &term,
            1 => im += &term,
            2 => re -= &term,
            _ => im -= &term,
        }
        term = times(&term, &angle) / (j + 1);
    }
    Complex { re, im }
}

fn draw(random: &mut Random) -> DoubleDouble {
    let scale = f64::powi(2.0, random.below(40) as i32 - 20);
    DoubleDouble::new(random.float() * scale, random.float() * scale * f64::powi(2.0, -53 - random.below(30) as i32))
}

#[test]
fn arithmetic_is_right_to_106_bits() {
    let mut random = Random::new(7);
    for _ in 0..20_000 {
        let (a, b) = (draw(&mut random), draw(&mut random));
        let (x, y) = (fixed(a), fixed(b));
        for (units, found, truth) in [(3, a + b, &x + &y), (3, a - b, &x - &y), (5, a * b, times(&x, &y))] {
            assert!(within(units, fixed(found) - &truth, &truth), "{a} and {b}: {found}");
        }
        let quotient = a / b;
        assert!(within(4, times(&fixed(quotient), &y) - &x, &x), "{a} / {b} = {quotient}");
        let root = a.abs().sqrt();
        let square = times(&fixed(root), &fixed(root));
        // Twice the relative error of the root.
        assert!(within(8, square - fixed(a.abs()), &x), "root of {a}: {root}");
        let (whole_part, rest) = (a.trunc(), a % b);
        assert!(whole_part.abs() <= a.abs() && (a - whole_part).abs() < 1.0.into(), "{a}: {whole_part}");
        assert_eq!(whole_part.trunc(), whole_part);
        assert!(rest.abs() <= b.abs(), "{a} % {b} = {rest}");
        assert_eq!(a.partial_cmp(&b), x.partial_cmp(&y));
        assert_eq!(a.high() + a.low(), a.high(), "normalised");
        assert_eq!(a.to_string().parse::<DoubleDouble>().unwrap(), a);
        assert_eq!((-a).to_string().parse::<DoubleDouble>().unwrap(), -a);
    }
    assert_eq!(DoubleDouble::from(0.0).sqrt(), 0.0.into());
    assert!(DoubleDouble::from(-1.0).sqrt().high().is_nan());
    for n in [0, 1, u64::MAX, u64::MAX - 1, (1 << 53) + 1, u64::MAX - 1023] {
        assert_eq!(fixed(n.into()), BigInt::from(n) << SCALE);
    }
    for text in ["", "x", "1+", "1+y", "+", "--1", "1e", "é+1"] {
        assert!(text.parse::<DoubleDouble>().is_err(), "{text:?}");
    }
    for (text, value) in [("1e-3", 1e-3), ("-2.5", -2.5), ("1e+2-0e0", 100.0), ("1E+2+1", 101.0)] {
        assert_eq!(text.parse::<DoubleDouble>().unwrap(), value.into());
    }
}

/// Every root is within `2^-104` of the true one, in each part.
#[test]
fn roots_are_exact_to_the_unit() {
    let pi = pi();
    assert_eq!(fixed_word(std::f64::consts::PI).bits(), pi.bits());
    assert_eq!(log_error(&(fixed_word(std::f64::consts::PI) - &pi), &pi), -54 + 1);
    let half = DoubleDouble::square_root_of_half();
    assert!(log_error(&(times(&fixed(half), &fixed(half)) * 2 - whole(1)), &whole(1)) <= -104);
    let mut worst = i64::MIN;
    for n in [1, 2, 3, 5, 7, 8, 12, 27, 64, 97, 1000, 4096, 65_537, 1 << 20, 1_000_003] {
        for k in (0..n).step_by((n / 60).max(1)) {
            let (truth, found) = (rotation(&pi, k, n), root_of_unity::<DoubleDouble>(k, n));
            for error in [fixed(found.re) - truth.re, fixed(found.im) - truth.im] {
                worst = worst.max(log_error(&error, &whole(1)));
            }
        }
    }
    assert!(worst <= -104, "2^{worst}");
    println!("the worst error of a root is below 2^{worst}");
}

#[test]
fn a_root_must_be_right_in_both_words() {
    let ring = ComplexRing::<DoubleDouble>::new();
    for n in [1, 2, 3, 8, 27, 1000, 4096] {
        let w = ring.root(n).unwrap();
        ring.check_root(&w, n).unwrap();
        let narrow = root_of_unity::<f64>(n - 1, n);
        let rounded = Complex::new(narrow.re.into(), narrow.im.into());
        assert_eq!(ring.check_root(&rounded, n).is_ok(), n <= 2, "{n}");
        // The root of the other sign, computed with a few roundings, is a root too.
        let conjugate = ring.inverse(&w).unwrap();
        ring.check_root(&conjugate, n).unwrap();
    }
}

fn sample(n: usize) -> Vec<Wide> {
    let mut random = Random::new(n as u64);
    (0..n).map(|_| Complex::new(draw(&mut random), draw(&mut random))).collect()
}

fn square(z: &Wide) -> f64 {
    z.norm_sqr().as_f64()
}

/// The Euclidean norm of the difference, relative.
fn distance(a: &[Wide], b: &[Wide]) -> f64 {
    let error: f64 = a.iter().zip(b).map(|(a, b)| square(&(*a - *b))).sum();
    (error / b.iter().map(square).sum::<f64>()).sqrt()
}

const ALGORITHMS: [Algorithm; 10] = [
    Algorithm::Naive,
    Algorithm::Classical,
    Algorithm::Twisted,
    Algorithm::Radix4,
    Algorithm::TwistedRadix4,
    Algorithm::Radix8,
    Algorithm::TwistedRadix8,
    Algorithm::SplitRadix,
    Algorithm::Stockham,
    Algorithm::DepthFirst,
];

#[test]
fn transforms_equal_the_definition_in_integers() -> Result<()> {
    let pi = pi();
    for n in [8, 27, 64] {
        let x = sample(n);
        let roots: Vec<_> = (0..n).map(|k| rotation(&pi, (n - k) % n, n)).collect();
        let parts: Vec<_> = x.iter().map(|z| (fixed(z.re), fixed(z.im))).collect();
        for algorithm in ALGORITHMS.into_iter().filter(|algorithm| algorithm.exists_for(n)) {
            let mut values = elements(&x);
            erased_builder(&ComplexRing::<DoubleDouble>::new(), n)
                .algorithm(algorithm)
                .build()?
                .forward(&mut values)?;
            let values: Vec<Wide> = typed(&values);
            let size = whole(1) * (1i64 << 20);
            for (k, value) in values.iter().enumerate() {
                let (mut re, mut im) = (BigInt::ZERO, BigInt::ZERO);
                for (j, (a, b)) in parts.iter().enumerate() {
                    let w = &roots[j * k % n];
                    re += a * &w.re - b * &w.im;
                    im += a * &w.im + b * &w.re;
                }
                for error in [fixed(value.re) - (re >> SCALE), fixed(value.im) - (im >> SCALE)] {
                    assert!(log_error(&error, &size) <= -97, "{algorithm} {n}: value {k}");
                }
            }
        }
    }
    Ok(())
}

#[test]
fn round_trips_keep_95_bits() -> Result<()> {
    for n in [1 << 12, 1000, 2187] {
        for algorithm in ALGORITHMS.into_iter().filter(|&algorithm| algorithm.exists_for(n)) {
            if algorithm == Algorithm::Naive && n > 1000 {
                continue;
            }
            let ring = ComplexRing::<DoubleDouble>::new();
            let (x, plan) = (sample(n), erased_builder(&ring, n).algorithm(algorithm).build()?);
            let mut values = elements(&x);
            plan.forward(&mut values)?;
            plan.inverse(&mut values)?;
            let error = distance(&typed(&values), &x);
            println!("{algorithm} {n}: 2^{:.1}", error.log2());
            assert!(error < f64::powi(2.0, -95), "{algorithm} {n}: 2^{:.1}", error.log2());
        }
    }
    Ok(())
}

/// A product of integers below `2^40`, exact through the transform: 91 bits are asked of it.
#[test]
fn products_of_integers_are_exact() -> Result<()> {
    let mut random = Random::new(3);
    let mut input = || -> Vec<u64> { (0..1024).map(|_| random.bits() >> 24).collect() };
    let (a, b) = (input(), input());
    let lift = |x: &[u64]| -> Vec<Wide> { x.iter().map(|&x| Complex::new(x.into(), 0.0.into())).collect() };
    let product = conv::linear(&ComplexRing::new(), &lift(&a), &lift(&b))?;
    for (k, c) in product.iter().enumerate() {
        let truth: u128 =
            (0..=k).filter(|&i| i < 1024 && k - i < 1024).map(|i| u128::from(a[i]) * u128::from(b[k - i])).sum();
        let half = DoubleDouble::from(0.5);
        assert_eq!(fixed((c.re + half).trunc()), BigInt::from(truth) << SCALE, "coefficient {k}");
    }
    Ok(())
}
