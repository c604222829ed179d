//! Powers of complex floats that are no roots of unity: against exact ones, and against double words; transforms on cosets.

use crate::fixed::units;
use num_complex::Complex;
use ringfft::{
    algebra::{Exponents, Ring},
    conv::Karatsuba,
    dft::ChirpZ,
    integer,
    ntt::LowDegreeExtension,
    order::Order,
    plan::{Algorithm, Plan},
    rings::{ComplexRing, DoubleDouble, Real},
};
use ringfft_testing::{
    Random,
    accuracy::{Narrow, Norms, Rounding, rounding_bound},
};

type Wide = Complex<DoubleDouble>;

/// What the page derives: one rounding, and what tables leave.
const BOUND: f64 = 1.0 + 1.0 / (1 << 18) as f64;

/// The same for parts below 1: half a unit of `u` each.
const BOUND_ON_CIRCLE: f64 = std::f64::consts::FRAC_1_SQRT_2 * BOUND;

fn list<T: Real>(first: Complex<T>, ratio: Complex<T>, exponents: Exponents, count: usize) -> Vec<Complex<T>> {
    let mut list = Vec::new();
    assert!(ComplexRing::new().progression(&first, &ratio, exponents, count, |power| list.push(power)));
    list
}

fn wide<T: Real>(z: Complex<T>) -> Wide {
    Complex::new(z.re.as_f64().into(), z.im.as_f64().into())
}

/// The errors of all powers over `u |truth|`: the largest, and the largest of powers whose parts are below 1. Double words multiplied
/// along are off by `7 k 2^-106`.
fn worst<T: Narrow>(ratio: [f64; 2], exponents: Exponents, count: usize) -> [f64; 2] {
    let ratio = Complex::new(T::from_f64(ratio[0]), T::from_f64(ratio[1]));
    let first = Complex::new(T::from_f64(0.7), T::from_f64(-0.1));
    let first = if exponents.is_triangular() { Complex::new(T::one(), T::zero()) } else { first };
    let found = list(first, ratio, exponents, count);
    assert_eq!(found.len(), count);
    let mut step = wide(ratio);
    if exponents.is_negative() {
        step = ComplexRing::new().inverse(&step).unwrap();
    }
    let growth = if exponents.is_triangular() { step } else { Complex::new(1.0.into(), 0.0.into()) };
    if exponents.is_triangular() {
        step = Complex::new(1.0.into(), 0.0.into());
    }
    let (mut truth, mut worst) = (wide(first), [0.0f64; 2]);
    for z in found {
        let distance = wide(z) - truth;
        let size = |z: Wide| z.re.as_f64().hypot(z.im.as_f64());
        let error = size(distance) / size(truth) / T::ROUNDOFF;
        worst[0] = worst[0].max(error);
        if z.re.as_f64().abs().max(z.im.as_f64().abs()) < 1.0 {
            worst[1] = worst[1].max(size(distance) / T::ROUNDOFF);
        }
        truth = truth * step;
        step = step * growth;
    }
    worst
}

fn check<T: Narrow>(name: &str) {
    // The circle within rounding, its inside and its outside; with parts of very different size.
    let ratios = [
        ([0.6, 0.8], 1 << 17),
        ([-0.28, 0.96], 20_000),
        ([0.0, -1.0], 100),
        ([1.0, 1e-5], 20_000),
        ([0.999, -0.04], 20_000),
        ([1.0003, 1e-9], 20_000),
        ([0.5, 0.25], 70),
        ([-3.0, 0.125], 50),
    ];
    for (ratio, count) in ratios {
        for exponents in [Exponents::Up, Exponents::Down, Exponents::TriangularUp, Exponents::TriangularDown] {
            let count = match count {
                _ if !exponents.is_triangular() => count,
                ..=100 => 10,
                _ => 300,
            };
            let [all, on_circle] = worst::<T>(ratio, exponents, count);
            println!("{name} {ratio:?} {exponents:?} {count}: {all:.7} u, {on_circle:.7} u where parts are below 1");
            assert!(all <= BOUND, "{name} {ratio:?} {exponents:?}: {all} u");
            assert!(on_circle <= BOUND_ON_CIRCLE, "{name} {ratio:?} {exponents:?}: {on_circle} u");
        }
    }
}

#[test]
fn powers_of_f64_are_rounded_once() {
    check::<f64>("f64");
}

#[test]
fn powers_of_f32_are_rounded_once() {
    check::<f32>("f32");
}

/// A sign and a size: just enough for squares of Gaussian integers.
#[derive(Clone)]
struct Signed(bool, Vec<u64>);

impl Signed {
    fn new(x: i128) -> Self {
        let size = x.unsigned_abs();
        Signed(x < 0, vec![size as u64, (size >> 64) as u64])
    }

    fn times(&self, other: &Self) -> Self {
        Signed(self.0 != other.0, integer::multiply(&self.1, &other.1).unwrap())
    }

    /// `self + other`, by two's complement.
    fn plus(&self, other: &Self) -> Self {
        let len = self.1.len().max(other.1.len()) + 1;
        let complement = |x: &Signed| {
            let mut carry = x.0;
            let words = (0..len).map(|i| x.1.get(i).copied().unwrap_or(0)).map(|word| {
                let word = if x.0 { !word } else { word };
                let (word, over) = word.overflowing_add(u64::from(carry));
                carry = over;
                word
            });
            words.collect::<Vec<_>>()
        };
        let mut carry = 0u128;
        let sum = complement(self).into_iter().zip(complement(other)).map(|(a, b)| {
            carry += u128::from(a) + u128::from(b);
            let word = carry as u64;
            carry >>= 64;
            word
        });
        let sum: Vec<u64> = sum.collect();
        let negative = sum[len - 1] >> 63 == 1;
        Signed(negative, complement(&Signed(negative, sum)))
    }

    /// `self 2^(120 - shift)`, rounded down in size.
    fn fixed(&self, shift: usize) -> i128 {
        let bit = |i: usize| self.1.get(i / 64).is_some_and(|word| word >> (i % 64) & 1 == 1);
        let at = |place: usize| (shift + place).checked_sub(120).is_some_and(bit);
        let size = (0..126).rev().fold(0, |size: i128, place| size << 1 | i128::from(at(place)));
        if self.0 { -size } else { size }
    }
}

/// `(re + i im)/2^digits` to the powers `2^m`, exactly, times `2^120`.
fn exact_squares(re: i128, im: i128, digits: usize, squarings: usize) -> Vec<[i128; 2]> {
    let (mut re, mut im, mut shift) = (Signed::new(re), Signed::new(im), digits);
    (0..squarings)
        .map(|_| {
            let minus = Signed(!im.0, im.1.clone());
            let product = re.times(&im);
            (re, im) = (re.plus(&im).times(&re.plus(&minus)), product.plus(&product));
            shift *= 2;
            [re.fixed(shift), im.fixed(shift)]
        })
        .collect()
}

/// Powers up to `2^16` of a number near the circle, against Gaussian integers: `f32` and `f64`.
#[test]
fn powers_are_those_of_gaussian_integers() {
    let (re, im, digits) = (10_066_330i128, 13_421_773i128, 24);
    let scale = (1 << digits) as f64;
    fn check<T: Real>(ratio: Complex<T>, digits: u32, truths: &[[i128; 2]]) {
        let powers = list(Complex::new(T::one(), T::zero()), ratio, Exponents::Up, (1 << truths.len()) + 1);
        for (m, truth) in truths.iter().enumerate() {
            let k = 2usize << m;
            for power in [powers[k], ComplexRing::new().pow(&ratio, k as u64)] {
                for (part, truth) in [power.re, power.im].into_iter().zip(truth) {
                    let error = units(part.as_f64(), digits, *truth);
                    assert!(error <= 0.5 + 1e-6, "{k}: {error} units in the last place");
                }
            }
        }
    }
    let truths = exact_squares(re, im, digits, 16);
    check(Complex::new(re as f64 / scale, im as f64 / scale), 53, &truths);
    check(Complex::new((re as f64 / scale) as f32, (im as f64 / scale) as f32), 24, &truths);
}

/// Double words against Gaussian integers of 96 bits: within their unit.
#[test]
fn powers_of_double_words_are_exact_to_their_unit() {
    let part = |high: u64, low: u64| i128::from(high) << 48 | i128::from(low);
    let (re, im) = (part(168_884_986_026_394, 123_456_789_012_345), part(225_179_981_368_525, 98_765_432_109_876));
    let float = |x: i128| {
        let word = |x: i128, below: i32| x as f64 * 2f64.powi(-below);
        DoubleDouble::new(word(x >> 48, 48), word(x & ((1 << 48) - 1), 96))
    };
    let ratio = Complex::new(float(re), float(im));
    let truths = exact_squares(re, im, 96, 12);
    let powers = list(Complex::new(1.0.into(), 0.0.into()), ratio, Exponents::Up, (1 << truths.len()) + 1);
    let fixed = |x: DoubleDouble| {
        let scale = 2f64.powi(120);
        (x.high() * scale) as i128 + (x.low() * scale) as i128
    };
    for (m, truth) in truths.iter().enumerate() {
        let power = powers[2 << m];
        let distance = [fixed(power.re) - truth[0], fixed(power.im) - truth[1]].map(|x| x as f64 * 2f64.powi(-120));
        let units = distance[0].hypot(distance[1]) / DoubleDouble::EPSILON.high();
        assert!(units <= 1.0, "power {}: {units} units", 2 << m);
    }
}

/// Beyond the range of floats powers are infinite or zero in size, never NaN, and those before are exact.
#[test]
fn ranges_end_as_those_of_floats() {
    fn check<T: Narrow>(exponent: i32) {
        let ends = |exponent: i32, exponents| {
            // (1 + i)^2 = 2i, exactly.
            let size = T::from_f64(2f64.powi(exponent));
            list(Complex::new(T::one(), T::zero()), Complex::new(size, size), exponents, 40)
        };
        for (up, exponents) in [(exponent, Exponents::Up), (-exponent - 1, Exponents::Down)] {
            let large = ends(up, exponents);
            let small = ends(-up - 1, exponents);
            for (k, (large, small)) in large.iter().zip(&small).enumerate() {
                for part in [large.re, large.im, small.re, small.im].map(Real::as_f64) {
                    assert!(!part.is_nan(), "power {k} of 2^{exponent}");
                    // Infinity is one, for want of a fraction.
                    let power_of_two = part.to_bits() << 12 == 0;
                    assert!(power_of_two || part.abs() < f64::MIN_POSITIVE, "power {k}: {part:e}");
                }
            }
            assert!(large[39].re.as_f64().abs().max(large[39].im.as_f64().abs()) == f64::INFINITY);
            assert!(small[39].re.as_f64() == 0.0 && small[39].im.as_f64() == 0.0);
        }
    }
    check::<f64>(40);
    check::<f32>(10);
    let nan = list(Complex::new(1.0, 0.0), Complex::new(f64::NAN, 0.0), Exponents::Up, 3);
    assert!(nan.iter().all(|z| z.re.is_nan()));
    let zero = list(Complex::new(2.0, 0.0), Complex::new(0.0, 0.0), Exponents::Up, 3);
    assert_eq!(zero, [Complex::new(2.0, 0.0), Complex::new(0.0, 0.0), Complex::new(0.0, 0.0)]);
    let refused = ComplexRing::<f64>::new().progression(&zero[0], &zero[1], Exponents::Down, 3, |_| unreachable!());
    assert!(!refused);
}

fn random<T: Narrow>(n: usize) -> Vec<Complex<T>> {
    let mut random = Random::new(11);
    let mut part = || T::from_f64(random.float());
    (0..n).map(|_| Complex::new(part(), part())).collect()
}

fn widened<T: Narrow>(x: &[Complex<T>]) -> Vec<Complex<T::Wide>> {
    x.iter().map(|z| Complex::new(z.re.widened(), z.im.widened())).collect()
}

/// A product by a weight more than the transform, whose parts may be above 1.
fn with_weights(plan: Rounding) -> Rounding {
    Rounding(plan.0 + Rounding::PRODUCT.0 + 0.5)
}

/// Transforms on a coset both ways, against the next wider arithmetic on the same coset.
fn cosets<T: Narrow>(lens: &[usize]) {
    let c = Complex::new(T::from_f64(0.6), T::from_f64(0.8));
    for &n in lens {
        let exact = Plan::builder(ComplexRing::<T::Wide>::new(), n).coset(widened(&[c])[0]).build().unwrap();
        let plan = Plan::builder(ComplexRing::<T>::new(), n).coset(c).build().unwrap();
        let x = random::<T>(n);
        for inverse in [false, true] {
            let (mut found, mut truth) = (x.clone(), widened(&x));
            if inverse {
                plan.inverse(&mut found).unwrap();
                exact.inverse(&mut truth).unwrap();
            } else {
                plan.forward(&mut found).unwrap();
                exact.forward(&mut truth).unwrap();
            }
            let bound = with_weights(rounding_bound(plan.recipe()));
            let allowed = if inverse { bound.of_inverse() } else { bound }.units();
            let error = Norms::of(&found, &truth).l2 / T::ROUNDOFF;
            println!("{n}, inverse {inverse}: {error:.3} u, {allowed:.3} allowed");
            assert!(error <= allowed, "{n} inverse {inverse}: {error} u");
        }
    }
}

#[test]
fn transforms_on_a_coset_are_as_exact_as_others() {
    cosets::<f64>(&[8, 1000, 1009, 1 << 14]);
    cosets::<f32>(&[8, 1000, 1009, 1 << 16]);
}

/// Extensions by a blow-up of 4 from values on a coset to values on another, both ways of giving a polynomial.
#[test]
fn extensions_are_as_exact_as_transforms() {
    let (n, k) = (1 << 12, 4);
    let (g, h) = (Complex::new(0.6f32, 0.8), Complex::new(-0.28f32, 0.96));
    for order in [Order::Natural, Order::BitReversed] {
        for (shift, values_shift) in [(None, None), (Some(g), None), (None, Some(h)), (Some(g), Some(h))] {
            let ring = ComplexRing::<f32>::new();
            let mut builder = LowDegreeExtension::builder(ring, n, k).order(order).values_order(Order::Natural);
            let wide = ComplexRing::<f64>::new();
            let (mut at, mut from) = (Plan::builder(wide, n * k).order(order), Plan::builder(wide, n));
            if let Some(g) = shift {
                (builder, at) = (builder.shift(g), at.coset(widened(&[g])[0]));
            }
            if let Some(h) = values_shift {
                (builder, from) = (builder.values_shift(h), from.coset(widened(&[h])[0]));
            }
            let (extension, at, from) = (builder.build().unwrap(), at.build().unwrap(), from.build().unwrap());
            let x = random::<f32>(n);
            for values in [false, true] {
                let mut found = vec![Complex::new(0.0, 0.0); n * k];
                let mut truth = widened(&x);
                if values {
                    extension.extend(&x, &mut found).unwrap();
                    from.inverse(&mut truth).unwrap();
                } else {
                    extension.evaluate(&x, &mut found).unwrap();
                }
                truth.resize(n * k, Complex::new(0.0, 0.0));
                at.forward(&mut truth).unwrap();
                // Two transforms, each with weights, and a product of powers.
                let transform = with_weights(rounding_bound(&"radix-4(4096)".parse().unwrap())).0;
                let allowed = Rounding(2.0 * transform + 2.0 * Rounding::PRODUCT.0).of_inverse().units();
                let error = Norms::of(&found, &truth).l2 / f32::ROUNDOFF;
                println!("{order} {shift:?} {values_shift:?} {values}: {error:.3} u, {allowed:.3} allowed");
                assert!(error <= allowed, "{order} {shift:?} {values_shift:?} {values}: {error} u");
            }
        }
    }
}

/// Shifts off the unit circle whose powers leave the range of floats, while those of their quotient do not.
#[test]
fn extensions_between_cosets_of_small_points() {
    let (n, k) = (2048, 2);
    let ring = ComplexRing::<f64>::new();
    let (g, h) = (Complex::new(0.5, 0.0), Complex::new(-0.5, 0.0));
    let extension = LowDegreeExtension::builder(ring, n, k).shift(g).values_shift(h).build().unwrap();
    // The coefficients of f(g x); those of f(h x) are they with signs.
    let x = random::<f64>(n);
    let mut values: Vec<_> = x.iter().enumerate().map(|(j, x)| if j % 2 == 0 { *x } else { -x }).collect();
    Plan::<Complex<f64>>::new(n).unwrap().forward(&mut values).unwrap();
    let mut truth = x.clone();
    truth.resize(n * k, Complex::new(0.0, 0.0));
    Plan::<Complex<f64>>::new(n * k).unwrap().forward(&mut truth).unwrap();
    let mut found = vec![Complex::new(0.0, 0.0); n * k];
    extension.extend(&values, &mut found).unwrap();
    for (j, (found, truth)) in found.iter().zip(&truth).enumerate() {
        assert!((found - truth).norm() <= 1e-9, "{j}: {found}, not {truth}");
    }
}

/// The products of weights are finite where their factors are not.
#[test]
fn chirps_whose_powers_leave_the_range() {
    let (n, start, ratio) = (1100, Complex::new(2.0, 0.0), Complex::new(1.0005, 0.0));
    let chirp = ChirpZ::new(&start, &ratio, n, 2, &Karatsuba::new(ComplexRing::<f64>::new())).unwrap();
    let mut x = vec![Complex::new(0.0, 0.0); n];
    (x[0], x[1]) = (Complex::new(3.0, 0.0), Complex::new(0.0, 1.0));
    let mut found = vec![Complex::new(0.0, 0.0); 2];
    chirp.evaluate(&x, &mut found, &mut vec![Complex::new(0.0, 0.0); chirp.scratch_len()]).unwrap();
    // Products of such sizes keep no digits of small values, but nor are they infinite.
    assert!(found.iter().all(|z| z.re.is_finite() && z.im.is_finite()), "{found:?}");
}

/// Whole nodes of a truncated transform are transforms on cosets.
#[test]
fn truncated_transforms_are_exact() {
    for n in [3 << 10, 5000] {
        let builder =
            Plan::builder(ComplexRing::<f32>::new(), n).algorithm(Algorithm::Truncated).order(Order::Truncated);
        let plan = builder.build().unwrap();
        let wide = Plan::builder(ComplexRing::<f64>::new(), n).algorithm(Algorithm::Truncated).order(Order::Truncated);
        let wide = wide.build().unwrap();
        let x = random::<f32>(n);
        let (mut found, mut truth) = (x.clone(), widened(&x));
        plan.forward(&mut found).unwrap();
        wide.forward(&mut truth).unwrap();
        let error = Norms::of(&found, &truth).l2 / f32::ROUNDOFF;
        let transform = Rounding(3.5 * (n as f64).log2().ceil());
        println!("{n}: {error:.3} u, {:.3} allowed", with_weights(transform).units());
        assert!(error <= with_weights(transform).units(), "{n}: {error} u");
    }
}

/// The weights of a chirp are rounded once, whatever the number of values.
#[test]
fn chirps_are_exact() {
    let n = 600;
    let x = random::<f32>(n);
    let (start, ratio) = (Complex::new(0.6f32, 0.8), Complex::new(0.999_998f32, 0.002));
    let mut found = vec![Complex::new(0.0, 0.0); n];
    let chirp = ChirpZ::new(&start, &ratio, n, n, &Karatsuba::new(ComplexRing::<f32>::new())).unwrap();
    chirp.evaluate(&x, &mut found, &mut vec![Complex::new(0.0, 0.0); chirp.scratch_len()]).unwrap();
    // By Horner's rule, in double words.
    let (mut point, ratio) = (wide(start), wide(ratio));
    let mut truth = Vec::new();
    for _ in 0..n {
        let zero = Complex::new(DoubleDouble::from(0.0), DoubleDouble::from(0.0));
        let value = x.iter().rev().fold(zero, |sum, x| sum * point + wide(*x));
        truth.push(Complex::new(value.re.high(), value.im.high()));
        point = point * ratio;
    }
    let error = Norms::of(&found, &truth).l2 / f32::ROUNDOFF;
    // Karatsuba's product has the bound of the definition; two weights, one of them a product of powers.
    let allowed = Rounding(4.0 * Rounding::PRODUCT.0 + (n as f64 + 1.0) / 2.0).units();
    println!("{error:.3} u, {allowed:.3} allowed");
    assert!(error <= allowed, "{error} u");
}
