//! benchFFT's errors of the planner's transforms, held to the derived bound.

use crate::plans;
use num_complex::Complex;
use ringfft::{
    arith::prime_factors,
    plan::{Algorithm, Plan},
    rings::ComplexRing,
};
use ringfft_testing::{
    Random,
    accuracy::{Accuracy, Narrow, Norms, Rounding, accuracy, reference, rounding_bound},
};

/// `c` of the bound `c u sqrt(lg n)` where no prime factor is above 31, squared.
const BY_FACTORS: f64 = 4.53;

/// The same for a prime from 37 on, through a convolution whose length has only such factors.
const BY_CONVOLUTION: f64 = 16.0;

/// The same where there is a convolution inside the convolution.
const BY_TWO_CONVOLUTIONS: f64 = 49.0;

/// The mean of the squares of the errors over a few lists: fewer where a list is an average by itself.
fn measure<T: Narrow>(plan: &Plan<Complex<T>>) -> [Norms; 2] {
    let seeds = (1024 / plan.len()).clamp(1, 20);
    let mut means = [Norms::default(); 2];
    for seed in 0..seeds {
        let Accuracy { forward, backward, .. } = accuracy(plan, seed as u64).unwrap();
        for (mean, found) in means.iter_mut().zip([forward, backward]) {
            mean.l1 = mean.l1.max(found.l1);
            mean.l2 += found.l2 * found.l2 / seeds as f64;
            mean.linf = mean.linf.max(found.linf);
        }
    }
    means.map(|mean| Norms { l2: mean.l2.sqrt(), ..mean })
}

/// Holds the planner's plans of these lengths to the bound of their recipes, and that to `c u sqrt(lg n)`.
fn check<T: Narrow>(name: &str, lens: impl IntoIterator<Item = usize>, square_of_c: f64) {
    for n in lens {
        for (isa, plan) in plans::<T>(n) {
            let bound = rounding_bound(plan.recipe());
            let root = (n as f64).log2().sqrt();
            let recipe = plan.recipe().to_string();
            let convolutions = recipe.matches("rader(").count() + recipe.matches("bluestein(").count();
            let square_of_c = match convolutions {
                0 => square_of_c,
                1 => square_of_c.max(BY_CONVOLUTION),
                _ => BY_TWO_CONVOLUTIONS,
            };
            let what = format!("{name} {n} on {isa}");
            // The definition, which is fastest for some short lengths, has the bound of a sum of `n` terms.
            let by_definition = recipe.contains("direct");
            let small = bound.0 <= square_of_c * (n as f64).log2();
            assert!(small || by_definition, "{what}: {} by {recipe}", bound.0);
            let [forward, backward] = measure(&plan);
            let units = |error: f64| error / T::ROUNDOFF;
            println!(
                "{what}: L2 {:.3} u forward, {:.3} u backward, {:.3} allowed, {:.3} u sqrt(lg n); L1 {:.3}, Linf {:.3}",
                units(forward.l2),
                units(backward.l2),
                bound.units(),
                units(forward.l2) / root,
                units(forward.l1),
                units(forward.linf),
            );
            assert!(units(forward.l2) <= bound.units(), "{what}: {} u forward", units(forward.l2));
            assert!(units(backward.l2) <= bound.of_inverse().units(), "{what}: {} u backward", units(backward.l2));
            assert!(units(forward.l1) <= 2.0 * bound.units(), "{what}: {} u in L1", units(forward.l1));
            assert!(units(forward.linf) <= 6.0 * bound.units(), "{what}: {} u in Linf", units(forward.linf));
            // Roundings that are even within their range have 0.42 of the largest, and so have the transforms; a pass that rounds
            // once more than it should is seen here.
            assert!(n < 64 || units(forward.l2) <= 0.5 * bound.units(), "{what}: {} u forward", units(forward.l2));
            assert!(
                n < 64 || units(backward.l2) <= 0.5 * bound.of_inverse().units(),
                "{what}: {} u",
                units(backward.l2)
            );
            // An error of nothing would be a transform held against itself.
            assert!(n < 16 || units(forward.l2) > 0.2, "{what}: {} u", units(forward.l2));
        }
    }
}

fn powers_up_to(base: usize, most: usize) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(base), move |n| n.checked_mul(base)).take_while(move |n| *n <= most)
}

const COMPOSITE: [usize; 14] = [6, 10, 12, 15, 60, 77, 143, 360, 1000, 1001, 2310, 5040, 10_000, 30_030];
const SMALL_PRIMES: [usize; 9] = [7, 11, 13, 17, 19, 23, 29, 31, 961];
const LARGE_PRIMES: [usize; 11] = [37, 59, 97, 101, 127, 257, 521, 1009, 2039, 4099, 8191];

#[test]
fn powers_of_two() {
    check::<f64>("f64", powers_up_to(2, 1 << 14).chain([1 << 16]), BY_FACTORS);
    check::<f32>("f32", powers_up_to(2, 1 << 16), BY_FACTORS);
}

#[test]
fn powers_of_three_and_five() {
    check::<f64>("f64", powers_up_to(3, 19_683).chain(powers_up_to(5, 15_625)), BY_FACTORS);
    check::<f32>("f32", powers_up_to(3, 19_683).chain(powers_up_to(5, 15_625)), BY_FACTORS);
}

#[test]
fn products_and_small_primes() {
    check::<f64>("f64", COMPOSITE.into_iter().chain(SMALL_PRIMES), BY_FACTORS);
    check::<f32>("f32", COMPOSITE.into_iter().chain(SMALL_PRIMES), BY_FACTORS);
}

#[test]
fn large_primes() {
    check::<f64>("f64", LARGE_PRIMES, BY_CONVOLUTION);
    check::<f32>("f32", LARGE_PRIMES.into_iter().chain([10_007, 65_537]), BY_CONVOLUTION);
}

/// Chirps and Rader's convolutions where the planner would not take them.
#[test]
fn convolutions_asked_for() {
    for (algorithm, lens) in
        [(Algorithm::Bluestein, [17usize, 60, 64, 243, 1000, 1009]), (Algorithm::Rader, [17, 31, 97, 257, 769, 1153])]
    {
        for n in lens {
            let plan = Plan::builder(ComplexRing::<f64>::new(), n).algorithm(algorithm).build().unwrap();
            let (bound, [forward, backward]) = (rounding_bound(plan.recipe()), measure(&plan));
            let units = |error: f64| error / f64::ROUNDOFF;
            println!("{}: {:.3} u, {:.3} allowed", plan.recipe(), units(forward.l2), bound.units());
            assert!(units(forward.l2) <= bound.units(), "{algorithm} {n}: {} u", units(forward.l2));
            assert!(units(backward.l2) <= bound.of_inverse().units(), "{algorithm} {n}: {} u", units(backward.l2));
        }
    }
}

/// The numbers of `papers/rounding.md`: a level of radix 2 has 7/2, of radix 3 has 41/6, of radix 5 has 21/2.
#[test]
fn the_bound_is_that_of_the_page() {
    let textbook = |n: usize| Plan::builder(ComplexRing::<f64>::new(), n).algorithm(Algorithm::Stockham).choose();
    let bound = |n: usize| rounding_bound(&textbook(n).unwrap());
    assert_eq!(bound(1), Rounding(0.0));
    for k in 1..15 {
        assert_eq!(bound(1 << k), Rounding(3.5 * f64::from(k) - 2.5));
    }
    assert_eq!((bound(27), bound(125)), (Rounding(18.0), Rounding(29.0)));
    for n in (2..2000usize).filter(|&n| prime_factors(n as u64).iter().all(|&(q, _)| q <= 31)) {
        assert!(bound(n).0 <= BY_FACTORS * (n as f64).log2(), "{n}: {:?}", bound(n));
    }
}

/// The truth that transforms are held against: known values, linearity in the last digits of a double word.
#[test]
fn the_reference_is_exact() {
    use ringfft::rings::{DoubleDouble, Real, root_of_unity};
    let mut random = Random::new(7);
    for n in [1usize, 2, 3, 8, 60, 61, 67, 134, 1009, 4096] {
        let place = random.below(n);
        let x: Vec<_> = (0..n)
            .map(|j| {
                Complex::new(DoubleDouble::from(random.float()), DoubleDouble::from(f64::from(u8::from(j == place))))
            })
            .collect();
        let rest: Vec<_> = x.iter().map(|z| Complex::new(z.re, 0.0.into())).collect();
        let (x, rest) = (reference(&x), reference(&rest));
        let size = rest.iter().map(|z| z.norm_sqr().as_f64()).sum::<f64>().sqrt();
        let i = Complex::new(DoubleDouble::from(0.0), DoubleDouble::from(1.0));
        for k in 0..n {
            let w = root_of_unity::<DoubleDouble>((n - place * k % n) % n, n);
            let error = (x[k] - rest[k] - w * i).norm_sqr().as_f64().sqrt();
            assert!(error < 1e-30 * size.max(1.0), "{n}, value {k}: {error:e}");
        }
    }
}
