//! The radix-3 family: equality with the definition, inverses, counts, printed pseudocode and bad input.

use num_complex::Complex;
use ringfft::{
    Error, Result,
    algebra::{Action, Domain, Module, Ring, Roots},
    dft::{Radix3, Transform, TwistedRadix3, TwistedRadix3Complex},
    order::Order,
    rings::{ComplexRing, Goldilocks, Modular, Rows, ff, native},
};
use ringfft_testing::{Counting, Tally};

type Family<M> = [(&'static str, Order, Box<dyn Transform<M>>); 3];

fn family<M: Action>(domain: &Domain<M>) -> Result<Family<M>>
where
    M::Scalars: Roots,
{
    Ok([
        ("radix3", Order::TernaryReversed, Box::new(Radix3::new(domain)?)),
        ("twisted", Order::TernaryConjugate, Box::new(TwistedRadix3::new(domain)?)),
        ("complex", Order::TernaryConjugate, Box::new(TwistedRadix3Complex::new(domain)?)),
    ])
}

/// Values by Horner's rule and three times `n` over, for elements of the ring itself.
fn check<R>(domain: &Domain<R>, elements: &[R::Element], close: impl Fn(&R::Element, &R::Element) -> bool) -> Result<()>
where
    R: Ring + Action<Scalars = R> + Roots,
{
    let (ring, n) = (domain.module(), domain.len());
    for (name, order, transform) in family(domain)? {
        assert_eq!((transform.len(), transform.order(), transform.scratch_len()), (n, order, 0));
        let mut values = elements.to_vec();
        transform.forward(&mut values, &mut [])?;
        for (j, value) in values.iter().enumerate() {
            let point = ring.power(domain.root(), n, order.exponent(j, n));
            let mut sum = ring.zero();
            for coefficient in elements.iter().rev() {
                ring.mul_assign(&mut sum, &point);
                ring.add_assign(&mut sum, coefficient);
            }
            assert!(close(value, &sum), "{name} over {} at {j} of {n}", ring.name());
        }
        transform.inverse_unscaled(&mut values, &mut [])?;
        for (j, (value, coefficient)) in values.iter().zip(elements).enumerate() {
            let mut scaled = ring.integer(n as u64);
            ring.mul_assign(&mut scaled, coefficient);
            assert!(close(value, &scaled), "{name} over {}: inverse at {j} of {n}", ring.name());
        }
    }
    Ok(())
}

/// A generator of test words.
fn words(n: usize) -> impl Iterator<Item = u64> {
    let mut state = 0x9e37_79b9_7f4a_7c15 ^ n as u64;
    (0..n).map(move |_| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 8
    })
}

#[test]
fn residues_modulo_primes_and_composites() -> Result<()> {
    for (modulus, longest) in [(149_299_201, 729), (19, 9), (7, 3), (37, 9), (109, 27), (163, 81), (487, 243)] {
        let ring = Modular::new(modulus)?;
        for n in (0..7).map(|k| 3usize.pow(k)).filter(|&n| n <= longest) {
            let elements: Vec<u64> = words(n).map(|word| ring.element(word)).collect();
            check(&Domain::new(ring, n)?, &elements, |a, b| a == b)?;
        }
    }
    // Chosen roots in composite rings: 16 is 2 modulo 7 and 3 modulo 13, 460 is 4 modulo 19 and 16 modulo 37; modulo 21
    // the unscaled inverse exists, although 3 has no inverse.
    check(&Domain::with_root(Modular::new(91)?, 3, 16)?, &[90, 5, 17], |a, b| a == b)?;
    check(&Domain::with_root(Modular::new(703)?, 9, 460)?, &[3, 1, 4, 1, 5, 9, 2, 6, 5], |a, b| a == b)?;
    check(&Domain::with_root(Modular::new(21)?, 3, 4)?, &[20, 5, 17], |a, b| a == b)?;
    // Every root of order 9.
    let ring = Modular::new(19)?;
    for root in [4, 16, 9, 17, 6, 5] {
        check(&Domain::with_root(ring, 9, root)?, &[3, 1, 4, 1, 5, 9, 2, 6, 5], |a, b| a == b)?;
    }
    Ok(())
}

#[test]
fn fields_with_one_factor_of_three() -> Result<()> {
    type F = bls12_381::Scalar;
    for n in [1, 3] {
        let elements: Vec<F> = words(n).map(F::from).collect();
        check(&Domain::new(ff::<F>(), n)?, &elements, |a, b| a == b)?;
        let elements: Vec<Goldilocks> = words(n).map(Goldilocks::new).collect();
        check(&Domain::new(native::<Goldilocks>(), n)?, &elements, |a, b| a == b)?;
    }
    Ok(())
}

#[test]
fn complex_numbers() -> Result<()> {
    let ring = ComplexRing::<f64>::new();
    for n in (0..7).map(|k| 3usize.pow(k)) {
        let part = |word: u64| word as f64 / (1u64 << 56) as f64 - 0.5;
        let elements: Vec<_> = words(n).zip(words(n + 1)).map(|(a, b)| Complex::new(part(a), part(b))).collect();
        let close = |a: &Complex<f64>, b: &Complex<f64>| (a - b).norm() < 1e-12 * n as f64;
        check(&Domain::new(ring, n)?, &elements, close)?;
        // The conjugate root, that of the opposite sign convention.
        let root = ring.root(n)?.conj();
        check(&Domain::with_root(ring, n, root)?, &elements, close)?;
    }
    Ok(())
}

/// Rows of complex numbers: a module that is no ring, with shared products.
#[test]
fn rows_are_transformed_alike() -> Result<()> {
    let ring = ComplexRing::<f64>::new();
    let rows = Rows::new(ring, 2);
    let element = |word: u64| Complex::new(word as f64 / (1u64 << 55) as f64, 1.0);
    let (left, right): (Vec<_>, Vec<_>) = (words(9).map(element).collect(), words(10).take(9).map(element).collect());
    let single = family(&Domain::new(ring, 9)?)?;
    for ((name, _, transform), (_, _, alone)) in family(&Domain::new(rows, 9)?)?.into_iter().zip(single) {
        let mut values: Vec<_> = left.iter().zip(&right).map(|(a, b)| vec![*a, *b]).collect();
        transform.forward(&mut values, &mut [])?;
        let (mut first, mut second) = (left.clone(), right.clone());
        alone.forward(&mut first, &mut [])?;
        alone.forward(&mut second, &mut [])?;
        for (row, (a, b)) in values.iter().zip(first.iter().zip(&second)) {
            assert!((row[0] - a).norm() < 1e-13 && (row[1] - b).norm() < 1e-13, "{name}");
        }
    }
    Ok(())
}

fn tallies<R: Action>(ring: R, n: usize) -> Result<[[Tally; 2]; 3]>
where
    R::Scalars: Roots,
{
    let counting = Counting::new(ring);
    let mut tallies = Vec::new();
    for (_, _, transform) in family(&Domain::new(counting.clone(), n)?)? {
        let mut values = vec![counting.zero(); n];
        counting.take();
        transform.forward(&mut values, &mut [])?;
        let forward = counting.take();
        transform.inverse_unscaled(&mut values, &mut [])?;
        tallies.push([forward, counting.take()]);
    }
    Ok([tallies[0], tallies[1], tallies[2]])
}

/// Additions and products over a ring, of `radix3` and `twisted`, then of `complex`.
const RING: [[u64; 5]; 6] = [
    [3, 7, 1, 6, 2],
    [9, 42, 10, 36, 16],
    [27, 189, 55, 162, 82],
    [81, 756, 244, 648, 352],
    [243, 2835, 973, 2430, 1378],
    [729, 10206, 3646, 8748, 5104],
];

/// Real additions and products of `complex`, and real operations of the others.
const COMPLEX: [[u64; 4]; 6] = [
    [3, 14, 4, 20],
    [9, 88, 32, 144],
    [27, 406, 164, 708],
    [81, 1648, 704, 2976],
    [243, 6238, 2756, 11508],
    [729, 22600, 10208, 42288],
];

#[test]
fn counts_over_a_ring() -> Result<()> {
    for [n, additions, products, fewer, more] in RING {
        let k = u64::from(n.ilog(3));
        assert_eq!([3 * additions, products], [7 * n * k, n * k - n + 1]);
        assert_eq!([fewer, 3 * more], [2 * n * k, 4 * n * k - 3 * n + 3]);
        let [radix3, twisted, complex] = tallies(Modular::new(149_299_201)?, n as usize)?;
        for tally in [radix3, twisted].concat() {
            assert_eq!([tally.additions, tally.products(), tally.by_other], [additions, products, products], "{n}");
        }
        for tally in complex {
            assert_eq!([tally.additions, tally.products(), tally.by_other], [fewer, more, more], "{n}");
        }
        for tally in [radix3, twisted, complex].concat() {
            assert_eq!([tally.by_unit, tally.general], [0, 0], "{n}");
        }
    }
    Ok(())
}

#[test]
fn counts_over_the_complex_numbers() -> Result<()> {
    for [n, real_additions, real_products, others] in COMPLEX {
        let k = u64::from(n.ilog(3));
        assert_eq!(real_additions + real_products, 8 * n * k - 3 * (n - 1));
        assert_eq!([3 * real_products, 3 * real_additions], [8 * n * k - 6 * (n - 1), 16 * n * k - 3 * (n - 1)]);
        assert_eq!(3 * others, 32 * n * k - 18 * (n - 1));
        let [radix3, twisted, complex] = tallies(ComplexRing::<f64>::new(), n as usize)?;
        for tally in [radix3, twisted].concat() {
            assert_eq!(tally.real_additions() + tally.real_products(), others, "{n}");
        }
        for tally in complex {
            assert_eq!([tally.real_additions(), tally.real_products()], [real_additions, real_products], "{n}");
            assert_eq!(
                [tally.by_fourth, tally.by_axis, tally.by_other, tally.by_unit],
                [n * k / 3, (4 * n * k - 3 * (n - 1)) / 3, 0, 0]
            );
            assert_eq!(2 * tally.additions, (16 * n * k - 3 * (n - 1)) / 3);
        }
    }
    Ok(())
}

#[test]
fn one_point_is_the_identity() -> Result<()> {
    for [forward, inverse] in tallies(Modular::new(19)?, 1)? {
        assert_eq!([forward, inverse], [Tally::default(); 2]);
    }
    Ok(())
}

/// Figure 4.4 at `n = 3`, where it needs no twist: steps 7, 8 and 10 as printed, and as they must be.
#[test]
fn printed_figure_4_4_fails_at_three_points() {
    const P: i64 = 7;
    const W: i64 = 2;
    #[derive(Clone, Copy, PartialEq)]
    enum Step {
        Corrected,
        SevenPrinted,
        EightPrinted,
        EightWithPlus,
        TenPrinted,
    }
    let inverse = |[x, y, z]: [i64; 3], step: Step| {
        let gamma = y + z;
        let beta = W * W * y + W * z;
        // Printed: -W f_gamma and W^2 f_gamma, the minus sign between them lost.
        let alpha = if step == Step::SevenPrinted { -W * gamma - W * W * gamma } else { beta + gamma };
        let a = match step {
            Step::EightPrinted => x * alpha,
            Step::EightWithPlus => x + alpha,
            _ => x - alpha,
        };
        let c = if step == Step::TenPrinted { x + y } else { x + gamma };
        [c, x + beta, a].map(|coefficient| coefficient.rem_euclid(P))
    };
    let f = [3, 1, 5];
    // Delta'(3) = 0 1 2: at 1, W and W^-1 = W^2.
    let values = [1, W, W * W].map(|point| f[0] + point * (f[1] + point * f[2]));
    let tripled = f.map(|coefficient| 3 * coefficient % P);
    assert_eq!(inverse(values, Step::Corrected), tripled);
    for step in [Step::SevenPrinted, Step::EightPrinted, Step::EightWithPlus, Step::TenPrinted] {
        assert_ne!(inverse(values, step), tripled);
    }
    let [c, b, a] = inverse(values, Step::TenPrinted);
    assert!(c != tripled[0] && [b, a] == tripled[1..], "step 10 spoils f_C alone");
}

#[test]
fn lengths_and_rings_without_a_transform() -> Result<()> {
    let ring = Modular::new(19)?;
    for n in [2, 6, 18] {
        let domain = Domain::new(ring, n)?;
        let errors =
            [Radix3::new(&domain).err(), TwistedRadix3::new(&domain).err(), TwistedRadix3Complex::new(&domain).err()];
        for error in errors {
            let message = error.unwrap().to_string();
            assert!(message.contains(&format!("length {n}")) && message.contains("power of three"), "{message}");
        }
    }
    // No cube root, no root of order 27.
    assert!(matches!(Domain::new(Modular::new(17)?, 3), Err(Error::NoRoot { order: 3, .. })));
    assert!(matches!(Domain::new(ring, 27), Err(Error::NoRoot { order: 27, .. })));
    // Characteristic 3: no root; and 1, whose powers sum to 3 = 0, is refused by the transforms.
    let three = Modular::new(3)?;
    assert!(matches!(Domain::new(three, 3), Err(Error::NoRoot { order: 3, .. })));
    if let Ok(domain) = Domain::with_root(three, 3, 1) {
        for error in
            [Radix3::new(&domain).err(), TwistedRadix3::new(&domain).err(), TwistedRadix3Complex::new(&domain).err()]
        {
            assert!(matches!(error, Some(Error::NoRoot { order: 3, .. })));
        }
    }
    let transform = TwistedRadix3::new(&Domain::new(ring, 9)?)?;
    assert!(matches!(transform.forward(&mut [0; 8], &mut []), Err(Error::SliceLength { expected: 9, found: 8, .. })));
    assert!(matches!(transform.inverse_unscaled(&mut [0; 10], &mut []), Err(Error::SliceLength { .. })));
    Ok(())
}
