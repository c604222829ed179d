//! The circle transform: points, values by the definition of the basis, inverses, counts; and the field M31.

use ringfft::{
    Error,
    algebra::{Action, Ring, Roots},
    dft::{Circle, CirclePoint, Transform},
    order::{Order, bit_reverse},
    rings::{BabyBear, M31, Modular, native},
};
use ringfft_testing::{Counting, Random};

fn own<R: Roots>(ring: &R, order: usize) -> CirclePoint<R::Element> {
    let [x, y] = ring.circle_point(order).unwrap();
    CirclePoint { x, y }
}

/// The value of `f` at a point, by the definition of the basis.
fn value<R: Ring>(ring: &R, f: &[R::Element], point: &CirclePoint<R::Element>) -> R::Element {
    let mut sum = ring.zero();
    for (i, c) in f.iter().enumerate() {
        let (mut term, mut x) = (c.clone(), point.x.clone());
        if i & 1 == 1 {
            ring.mul_assign(&mut term, &point.y);
        }
        let mut rest = i >> 1;
        while rest != 0 {
            if rest & 1 == 1 {
                ring.mul_assign(&mut term, &x);
            }
            // 2 x^2 - 1.
            let copy = x.clone();
            ring.mul_assign(&mut x, &copy);
            let copy = x.clone();
            ring.add_assign(&mut x, &copy);
            ring.sub_assign(&mut x, &ring.one());
            rest >>= 1;
        }
        ring.add_assign(&mut sum, &term);
    }
    sum
}

fn check<R: Ring + Action<Scalars = R>>(
    ring: &R,
    n: usize,
    g: &CirclePoint<R::Element>,
    draw: impl Fn(&mut Random) -> R::Element,
    same: impl Fn(&R::Element, &R::Element) -> bool,
) {
    let transform = Circle::with_point(ring.clone(), n, g.clone()).unwrap();
    assert_eq!((transform.len(), transform.order(), transform.scratch_len()), (n, Order::Natural, n));
    assert_eq!(transform.inverse_scale(), n);
    let mut random = Random::new(n as u64);
    let f: Vec<_> = (0..n).map(|_| draw(&mut random)).collect();
    let truth = |e: usize| value(ring, &f, &g.multiple(ring, e as u64));
    let scaled: Vec<_> = f
        .iter()
        .map(|c| {
            let mut c = c.clone();
            ring.mul_assign(&mut c, &ring.integer(n as u64));
            c
        })
        .collect();
    let equal = |a: &[R::Element], b: &[R::Element]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b));

    let mut scratch: Vec<_> = (0..n + 2).map(|_| draw(&mut random)).collect();
    let mut values = f.clone();
    transform.forward(&mut values, &mut scratch).unwrap();
    assert!(equal(&values, &(0..n).map(|k| truth(2 * k + 1)).collect::<Vec<_>>()), "{n} natural");
    transform.inverse_unscaled(&mut values, &mut scratch).unwrap();
    assert!(equal(&values, &scaled), "{n} inverse");

    let mut values = f.clone();
    transform.forward_unordered(&mut values).unwrap();
    let multiples: Vec<usize> = (0..n).map(|j| transform.multiple(j)).collect();
    for (j, &e) in multiples.iter().enumerate() {
        // The bit-reversed points 1, 5, 9, ..., each followed by its conjugate.
        let even = 4 * bit_reverse(j / 2, (n / 2).max(1).trailing_zeros()) + 1;
        assert_eq!(e, if j % 2 == 0 { even } else { 2 * n - even }, "{n} {j}");
    }
    assert!(equal(&values, &multiples.iter().map(|&e| truth(e)).collect::<Vec<_>>()), "{n} unordered");
    transform.inverse_unordered(&mut values).unwrap();
    assert!(equal(&values, &scaled), "{n} unordered inverse");

    assert!(transform.forward(&mut values[1..], &mut scratch).is_err());
    assert!(transform.inverse_unscaled(&mut values, &mut scratch[..n - 1]).is_err());
    assert!(transform.forward_unordered(&mut values[1..]).is_err());
}

#[test]
fn m31() {
    let ring = native::<M31>();
    for n in (0..9).map(|k| 1 << k) {
        check(&ring, n, &own(&ring, 2 * n), |random| M31::from(random.bits()), |a, b| a == b);
    }
}

/// Small fields, with -1 a square and not, and every point of the right order.
#[test]
fn small_fields() {
    let mut cases = 0;
    for p in [7, 17, 31, 127, 257] {
        let ring = Modular::new(p).unwrap();
        for n in [1usize, 2, 4, 8, 16, 32, 64] {
            let minus_one = CirclePoint { x: p - 1, y: 0 };
            for x in 0..p {
                for y in 0..p {
                    let point = CirclePoint { x, y };
                    if point.is_on_circle(&ring) && point.multiple(&ring, n as u64) == minus_one {
                        check(&ring, n, &point, |random| random.bits() % p, |a, b| a == b);
                        cases += 1;
                    }
                }
            }
        }
    }
    assert_eq!(cases, 5 * (1 + 2 + 4) + 4 * 8 + 3 * 16 + 2 * (32 + 64), "points of order 2n, summed");
}

/// The generator lies on the circle and has order `2^31` exactly; points of different orders agree.
#[test]
fn points_of_m31() {
    let ring = native::<M31>();
    let generator = own(&ring, 1 << 31);
    assert_eq!(generator, CirclePoint { x: M31::new(2), y: M31::new(1_268_011_823) });
    assert!(generator.is_on_circle(&ring));
    let minus_one = CirclePoint { x: -M31::ONE, y: M31::ZERO };
    assert_eq!(generator.multiple(&ring, 1 << 30), minus_one);
    assert_eq!(generator.multiple(&ring, 1 << 31), CirclePoint::neutral(&ring));
    for k in 0..=31 {
        let point = own(&ring, 1 << k);
        assert_eq!(point, generator.multiple(&ring, 1 << (31 - k)), "{k}");
        if k > 0 {
            assert_eq!(point.double(&ring), own(&ring, 1 << (k - 1)));
            assert_eq!(point.multiple(&ring, 1 << (k - 1)), minus_one);
        }
        assert_eq!(point.add(&ring, &point.negated(&ring)), CirclePoint::neutral(&ring));
        assert_eq!(point.add(&ring, &point), point.double(&ring));
    }
    // The abscissa of order 8 is a square root of 1/2.
    let x = own(&ring, 8).x;
    assert_eq!(x * x + x * x, M31::ONE);
    for n in [0, 3, 12] {
        assert!(matches!(ring.circle_point(n), Err(Error::NoRoot { .. })), "{n}");
    }
    #[cfg(target_pointer_width = "64")]
    assert!(ring.circle_point(1 << 32).is_err());
}

#[test]
fn circles_that_do_not_exist() {
    let ring = native::<M31>();
    for n in [0, 3, 12, 1 << 62, 1 << 63] {
        assert!(Circle::new(ring, n).is_err(), "{n}");
    }
    let error = Circle::new(ring, 1 << 31).err().unwrap();
    assert!(matches!(error, Error::NoRoot { .. }) && error.to_string().contains("2^31"), "{error}");
    let error = Circle::new(native::<BabyBear>(), 8).err().unwrap();
    assert!(matches!(error, Error::NoRoot { .. }) && error.to_string().contains("M31"), "{error}");
    let error = Circle::new(Modular::new(17).unwrap(), 8).err().unwrap();
    assert!(matches!(error, Error::NoRoot { .. }) && error.to_string().contains("M31"), "{error}");
    let g = own(&ring, 16);
    assert!(Circle::with_point(ring, 8, g).is_ok());
    let off = CirclePoint { x: g.x, y: g.y + M31::ONE };
    for (n, point) in [(4, g), (16, g), (8, off), (8, CirclePoint::neutral(&ring))] {
        assert!(matches!(Circle::with_point(ring, n, point), Err(Error::NotPrincipal { .. })), "{n}");
    }
    // Modulo 21 the point (8, 0) is on the circle and has order 2 modulo 3 and 1 modulo 7.
    let ring = Modular::new(21).unwrap();
    assert!(matches!(Circle::with_point(ring, 1, CirclePoint { x: 8, y: 0 }), Err(Error::NotPrincipal { .. })));
}

#[test]
fn counts() {
    let ring = Counting::new(native::<M31>());
    for k in 0..=10u64 {
        let n = 1usize << k;
        let transform = Circle::new(ring.clone(), n).unwrap();
        let (mut values, mut scratch) = (vec![M31::ONE; n], vec![M31::ZERO; n]);
        let expected = (n as u64 * k, if n == 2 { 0 } else { n as u64 * k / 2 });
        ring.take();
        transform.forward(&mut values, &mut scratch).unwrap();
        let forward = ring.take();
        transform.inverse_unscaled(&mut values, &mut scratch).unwrap();
        for tally in [forward, ring.take()] {
            assert_eq!((tally.additions, tally.products(), tally.by_unit), (expected.0, expected.1, 0), "{n}");
            assert_eq!(tally.by_other, tally.products());
        }
    }
}
