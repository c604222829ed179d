//! How exact the floats are: roots of unity and transforms in a double-double of another crate, and every algorithm in `f64`
//! against it. `tests/accuracy` holds the rest.

use super::{elements, erased_builder, typed};
use num_complex::Complex;
use num_traits::ToPrimitive;
use ringfft::{
    Result,
    plan::{Algorithm, Plan},
    rings::{ComplexRing, root_of_unity},
};
use ringfft_testing::Random;
use twofloat::TwoFloat;

type Wide = Complex<TwoFloat>;

fn wide(z: Complex<f64>) -> Wide {
    Complex::new(z.re.into(), z.im.into())
}

fn norm(z: Wide) -> f64 {
    let narrow = |x: TwoFloat| x.to_f64().unwrap();
    narrow(z.re).hypot(narrow(z.im))
}

/// The Euclidean norm of the error, relative to that of the truth.
fn distance(found: &[Wide], truth: &[Wide]) -> f64 {
    let square = |z: Wide| norm(z) * norm(z);
    let error: f64 = found.iter().zip(truth).map(|(&a, &b)| square(a - b)).sum();
    (error / truth.iter().map(|&b| square(b)).sum::<f64>()).sqrt()
}

fn sample(n: usize) -> Vec<Complex<f64>> {
    let mut random = Random::new(n as u64);
    (0..n).map(|_| Complex::new(random.float(), random.float())).collect()
}

/// `root(k) root(1) = root(k + 1)`, `root(k)^2 = root(2k)` and `|root(k)| = 1` in double-double: together with
/// the first digits, which the unit tests of the ring hold, that pins every digit.
#[test]
fn twiddles_are_exact_to_double_double() {
    for n in [3, 5, 8, 9, 16, 27, 97, 100, 1000, 1024, 65537] {
        let root = |k: usize| root_of_unity::<TwoFloat>(k % n, n);
        let step = (n / 1000).max(1);
        for k in (0..n).step_by(step) {
            let z = root(k);
            for (name, error) in [
                ("successor", norm(z * root(1) - root(k + 1))),
                ("square", norm(z * z - root(2 * k))),
                ("length", norm(z * z.conj() - wide(Complex::new(1.0, 0.0)))),
            ] {
                assert!(error < 1e-30, "{k}/{n}: {name} {error:e}");
            }
        }
    }
}

/// Known digits: cos(2 pi/5) = (sqrt 5 - 1)/4, cos(pi/4) = sqrt(1/2), cos(pi/6) = sqrt(3)/2.
#[test]
fn twiddles_satisfy_their_equations() {
    let one = TwoFloat::from(1.0);
    let (fifth, eighth, twelfth) =
        (root_of_unity::<TwoFloat>(1, 5), root_of_unity::<TwoFloat>(1, 8), root_of_unity::<TwoFloat>(1, 12));
    let small = |x: TwoFloat| assert!(x.to_f64().unwrap().abs() < 1e-30, "{x:?}");
    small(fifth.re * fifth.re * 4.0 + fifth.re * 2.0 - one);
    small(eighth.re * eighth.re * 2.0 - one);
    small(eighth.im - eighth.re);
    small(twelfth.re * twelfth.re * 4.0 - 3.0);
    small(twelfth.im * 2.0 - one);
}

/// The scales `1/n` and `1/sqrt(n)` have all digits too, whatever the type's own division is worth.
#[test]
fn scales_are_exact_to_double_double() {
    use ringfft::algebra::Ring;
    let ring = ComplexRing::<TwoFloat>::new();
    for n in [1u64, 2, 3, 7, 27, 1000, 1024, 65537] {
        let times = |z: Wide, n: u64| z * wide(Complex::new(n as f64, 0.0)) - wide(Complex::new(1.0, 0.0));
        let (inverse, root) = (ring.inverse_of_integer(n).unwrap(), ring.inverse_square_root_of_integer(n).unwrap());
        assert!(norm(times(inverse, n)) < 1e-30, "1/{n}");
        assert!(norm(times(root * root, n)) < 1e-30, "1/sqrt({n})");
        let z = Complex::new(TwoFloat::from(n as f64), TwoFloat::from(0.7));
        assert!(norm(z * ring.inverse(&z).unwrap() - wide(Complex::new(1.0, 0.0))) < 1e-30, "1/({n} + 0.7 i)");
    }
}

/// The transform by its definition.
fn definition(x: &[Wide]) -> Result<Vec<Wide>> {
    let mut values = elements(x);
    let plan = erased_builder(&ComplexRing::<TwoFloat>::new(), x.len()).algorithm(Algorithm::Naive).build()?;
    plan.forward(&mut values)?;
    Ok(typed(&values))
}

#[test]
fn double_double_transforms() -> Result<()> {
    for n in [27, 1024] {
        let x: Vec<Wide> = sample(n).into_iter().map(wide).collect();
        let ring = ComplexRing::<TwoFloat>::new();
        let truth = definition(&x)?;
        for algorithm in
            Algorithm::ALL.iter().copied().filter(|algorithm| algorithm.is_dft() && algorithm.exists_for(n))
        {
            let plan = erased_builder(&ring, n).algorithm(algorithm).build()?;
            let mut values = elements(&x);
            plan.forward(&mut values)?;
            let error = distance(&typed(&values), &truth);
            assert!(error < 1e-28, "{algorithm} {n}: {error:e} from naive");
            plan.inverse(&mut values)?;
            let error = distance(&typed(&values), &x);
            assert!(error < 1e-28, "{algorithm} {n}: round trip {error:e}");
            println!("{algorithm} {n}: round trip {error:e}");
        }
    }
    Ok(())
}

/// The error of the fast algorithms in `f64`, root mean square, stays below `0.45 sqrt(lg n)` units of
/// `f64::EPSILON`; the definition's grows like `sqrt(n)`, below `0.25 sqrt(n)`.
#[test]
fn f64_against_double_double() -> Result<()> {
    for n in [8usize, 16, 64, 100, 256, 1024] {
        let x = sample(n);
        let truth = definition(&x.iter().copied().map(wide).collect::<Vec<_>>())?;
        for algorithm in
            Algorithm::ALL.iter().copied().filter(|algorithm| algorithm.is_dft() && algorithm.exists_for(n))
        {
            let plan = Plan::builder(ComplexRing::<f64>::new(), n).algorithm(algorithm).build()?;
            let bound = match algorithm {
                Algorithm::Naive => 0.25 * (n as f64).sqrt(),
                // Two transforms of twice the length or more, and two chirps.
                Algorithm::Bluestein | Algorithm::Rader => 2.0 * (n as f64).log2().sqrt(),
                _ => 0.45 * (n as f64).log2().sqrt(),
            };
            let mut values = x.clone();
            plan.forward(&mut values)?;
            let found: Vec<Wide> = values.iter().copied().map(wide).collect();
            let forward = distance(&found, &truth) / f64::EPSILON;
            plan.inverse(&mut values)?;
            let start: Vec<Wide> = x.iter().copied().map(wide).collect();
            let back: Vec<Wide> = values.into_iter().map(wide).collect();
            let round_trip = distance(&back, &start) / f64::EPSILON;
            println!("{algorithm} {n}: forward {forward:.3}, round trip {round_trip:.3}, bound {bound:.3}");
            assert!(forward < bound, "{algorithm} {n}: {forward} units, {bound} allowed");
            assert!(round_trip < 2.0 * bound, "{algorithm} {n}: round trip {round_trip} units");
        }
    }
    Ok(())
}
