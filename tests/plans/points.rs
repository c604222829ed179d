//! Points of plans, and polynomials by their values: Lagrange coefficients, the vanishing polynomial.

use num_complex::Complex;
use ringfft::{
    Error, Result,
    algebra::{Ring, Roots},
    order::Order,
    plan::{Accelerated, Algorithm, Builder, Plan},
    rings::{ComplexRing, Gf2p16, Goldilocks, M31, Modular, binary, native},
};

/// Returns the value of the polynomial at `x` by Horner's rule.
fn horner<R: Ring>(ring: &R, f: &[R::Element], x: &R::Element) -> R::Element {
    f.iter().rev().fold(ring.zero(), |mut sum, c| {
        ring.mul_assign(&mut sum, x);
        ring.add_assign(&mut sum, c);
        sum
    })
}

/// Checks the points against the values of a polynomial, and Lagrange's and the vanishing polynomial at others and at points.
fn check<R>(builder: Builder<R>, element: impl Fn(u64) -> R::Element) -> Result<()>
where
    R: Accelerated<Scalars = R> + Ring + Roots,
    R::Element: PartialEq + std::fmt::Debug,
{
    let plan = builder.build()?;
    let (ring, n) = (plan.module(), plan.len());
    let f: Vec<R::Element> = (0..n as u64).map(|k| element(3 * k * k + k + 1)).collect();
    let mut values = f.clone();
    plan.forward(&mut values)?;
    let points = plan.points()?;
    assert_eq!(points.len(), n);
    assert_eq!(plan.point(n), None);
    for (k, point) in points.iter().enumerate() {
        assert_eq!(plan.point(k).as_ref(), Some(point), "{plan:?} {k}");
        assert_eq!(horner(ring, &f, point), values[k], "{plan:?} {k}");
        assert!(ring.is_zero(&plan.vanishing(point)?));
    }
    for x in [element(1_000_003), element(12_345)] {
        let product = points.iter().fold(ring.one(), |mut product, point| {
            let mut factor = x.clone();
            ring.sub_assign(&mut factor, point);
            ring.mul_assign(&mut product, &factor);
            product
        });
        assert_eq!(plan.vanishing(&x)?, product, "{plan:?}");
    }
    let tests = [element(1_000_003), element(0), points[n / 2].clone(), points[n - 1].clone()];
    for x in tests {
        let coefficients = match plan.lagrange(&x) {
            Err(Error::Unsupported { what }) => {
                assert!(what.contains("truncated") && !n.is_power_of_two(), "{what}");
                continue;
            }
            found => found?,
        };
        let mut sum = ring.zero();
        for (coefficient, value) in coefficients.iter().zip(&values) {
            let mut term = value.clone();
            ring.mul_assign(&mut term, coefficient);
            ring.add_assign(&mut sum, &term);
        }
        assert_eq!(sum, horner(ring, &f, &x), "{plan:?}");
    }
    Ok(())
}

#[test]
fn values_are_taken_at_the_points() -> Result<()> {
    let p = 998_244_353;
    let modular = || Modular::new(p).unwrap();
    for n in [1, 2, 7, 8, 16, 17, 28, 119] {
        for order in [Order::Natural, Order::BitReversed, Order::ConjugatePair] {
            if order.exists_for(n) && order.is_permutation(n) {
                let builder = || Plan::builder(modular(), n).order(order);
                check(builder(), |k| k % p)?;
                check(builder().coset(3), |k| k % p)?;
            }
        }
    }
    for n in [1, 2, 8, 64] {
        check(Plan::builder(native::<Goldilocks>(), n).coset(Goldilocks::new(7)), Goldilocks::new)?;
        let negacyclic = || Plan::builder(native::<Goldilocks>(), n).algorithm(Algorithm::Negacyclic);
        check(negacyclic(), Goldilocks::new)?;
        check(negacyclic().order(Order::BitReversed).coset(Goldilocks::new(5)), Goldilocks::new)?;
    }
    for n in [1, 3, 4, 13, 16] {
        check(Plan::builder(modular(), n).order(Order::Truncated), |k| k % p)?;
        let field = || Plan::builder(binary::<Gf2p16>(), n);
        check(field(), |k| Gf2p16::new(k as u16))?;
        check(field().coset(Gf2p16::new(4711)), |k| Gf2p16::new(k as u16))?;
    }
    Ok(())
}

#[test]
fn over_floats_the_sum_is_close() -> Result<()> {
    let plan = Plan::builder(ComplexRing::<f64>::new(), 1000).build()?;
    let f: Vec<Complex<f64>> = (0..1000).map(|k| Complex::new(f64::from(k % 7), 1.0)).collect();
    let mut values = f.clone();
    plan.forward(&mut values)?;
    for x in [Complex::new(0.3, 0.4), Complex::new(0.0, 0.0), Complex::new(-0.999, 1e-9)] {
        let found: Complex<f64> = plan.lagrange(&x)?.iter().zip(&values).map(|(l, y)| l * y).sum();
        let expected = horner(&ComplexRing::new(), &f, &x);
        assert!((found - expected).norm() < 1e-8 * expected.norm().max(1.0), "{x}: {found} {expected}");
    }
    Ok(())
}

#[test]
fn the_circle_has_no_scalar_points() -> Result<()> {
    let plan = Plan::builder(native::<M31>(), 8).algorithm(Algorithm::Circle).build()?;
    assert_eq!(plan.point(0), None);
    for refused in [plan.points().err(), plan.lagrange(&M31::from(1)).err(), plan.vanishing(&M31::from(1)).err()] {
        assert!(matches!(refused, Some(Error::Unsupported { what }) if what.contains("circle")));
    }
    Ok(())
}

#[test]
fn zero_divisors_are_told() -> Result<()> {
    // Modulo 17 * 257 the root of order 16 is principal, and 18 differs from the point 1 by 17.
    let ring = Modular::new(17 * 257)?;
    let root = (2..17 * 257).find(|w| ring.check_root(w, 16).is_ok()).expect("16 divides both p - 1");
    let plan = Plan::builder(ring, 16).root(root).build()?;
    assert!(matches!(plan.lagrange(&18), Err(Error::NotInvertible { .. })));
    Ok(())
}
