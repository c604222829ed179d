//! Primes below `2^32`: no value leaves its word, shown by the kernels' own text over intervals; and every kernel
//! equals the textbook.

use super::{
    Map, Residues, TwiddleMemory, circle, column_scratch, network, small,
    small::{Below30, Below31, Below32, Class, Small},
    small_columns,
    tree_network::{down, up, up_scaled},
    words32::{Factor, Words32},
};
use crate::{
    algebra::{Domain, Ring, Roots, Std},
    arith,
    dft::{Circle, Classical, Transform},
    kernel::packed::Portable,
    order::Order,
    rings::{M31, Modular, ViaNative},
};
use alloc::{vec, vec::Vec};

/// All words from the first to the last.
type Interval = (u64, u64);

/// Words of which intervals are known.
#[derive(Clone, Copy, Debug)]
struct Bounds;

#[track_caller]
fn interval(low: u64, high: u64) -> Interval {
    assert!(low <= high && high < 1 << 32, "{low} to {high} leaves its word");
    (low, high)
}

impl Words32<1> for Bounds {
    type Token = Portable;
    type V = Interval;

    fn token(self) -> Portable {
        Portable
    }
    fn splat(self, x: u32) -> Interval {
        (x.into(), x.into())
    }
    fn load(self, x: &[u32; 1]) -> Interval {
        (x[0].into(), x[0].into())
    }
    fn store(self, _: &mut [u32; 1], _: Interval) {
        unreachable!("no interval is stored");
    }
    #[track_caller]
    fn add(self, a: Interval, b: Interval) -> Interval {
        interval(a.0 + b.0, a.1 + b.1)
    }
    #[track_caller]
    fn sub(self, a: Interval, b: Interval) -> Interval {
        assert!(a.0 >= b.1, "{a:?} - {b:?} may be negative");
        interval(a.0 - b.1, a.1 - b.0)
    }
    fn min(self, _: Interval, _: Interval) -> Interval {
        unreachable!("a part of `reduce`");
    }
    fn max(self, a: Interval, b: Interval) -> Interval {
        (a.0.max(b.0), a.1.max(b.1))
    }
    fn mul_low(self, _: Interval, _: Interval) -> Interval {
        unreachable!("a part of products");
    }
    fn mul_high(self, _: Interval, _: Interval, _: Interval) -> Interval {
        unreachable!("a part of products");
    }
    fn odd(self, b: Interval) -> Interval {
        b
    }
    #[track_caller]
    fn sub_or_add(self, a: Interval, b: Interval, p: Interval) -> Interval {
        assert!(a.1 < p.0 && b.1 <= p.0, "{a:?} - {b:?} modulo {p:?}");
        interval(0, p.0 - 1)
    }
    fn any_from(self, x: Interval, m: Interval) -> bool {
        x.1 >= m.0
    }
    fn transpose(self, v: [Interval; 1]) -> [Interval; 1] {
        v
    }
    fn reduce(self, x: Interval, c: Interval) -> Interval {
        match c.0 {
            c if x.1 < c => x,
            c if x.0 >= c => interval(x.0 - c, x.1 - c),
            c => interval(0, (c - 1).max(x.1 - c)),
        }
    }
    #[track_caller]
    fn shoup(self, x: Interval, f: Factor<Interval>, p: Interval) -> Interval {
        assert!(x.1 < 1 << 32 && f.low.1 < p.0 && p.0 < 1 << 31);
        // Below p (1 + x/2^32).
        interval(0, ((p.0 << 32) + p.0 * x.1 - 1) >> 32)
    }
    #[track_caller]
    fn montgomery(self, x: Interval, f: Factor<Interval>, p: Interval) -> Interval {
        assert!(x.1 < 1 << 32 && f.high.1 < p.0);
        interval(0, p.0 - 1)
    }
}

fn hull(intervals: &[Interval]) -> Interval {
    intervals.iter().fold((u64::MAX, 0), |hull, x| (hull.0.min(x.0), hull.1.max(x.1)))
}

/// From the widest tight values: every method of the ring leaves what it says, in a word, and so do the networks.
fn ranges<C: Class<1, Words = Bounds>>(class: C, tight: u64, free: u64) {
    let p = class.modulus();
    let ring = Small::new::<1>(class, [p - 1, p / 2, 1], false);
    let within = |x: Interval, bound: u64| assert!(x.1 < bound, "{x:?} reaches {bound} modulo {p}");
    let (widest_tight, widest_free) = ((0, tight - 1), (0, free - 1));
    for w in [0, 1, p / 2, p - 1] {
        let factor = Residues::<1>::splat(ring, &class.prepare(w));
        within(Residues::<1>::mul(ring, widest_free, factor), tight);
        let undone = up::<1, 8, _>(ring, [widest_tight; 8], |_| factor);
        within(hull(&undone), tight);
        within(hull(&up_scaled::<1, 8, _>(ring, [widest_tight; 8], |_| factor, |_| factor)), tight);
        within(hull(&up_scaled::<1, 4, _>(ring, [widest_tight; 4], |_| factor, |_| factor)), tight);
        within(hull(&down::<1, 8, _>(ring, [widest_free; 8], |_| factor)), free);
        within(hull(&down::<1, 4, _>(ring, [widest_free; 4], |_| factor)), free);
    }
    let (sum, difference) = Residues::<1>::butterfly(ring, widest_tight, widest_tight);
    within(sum, free);
    within(difference, free);
    within(Residues::<1>::reduce(ring, widest_free), tight);
    within(Residues::<1>::rotate::<1>(ring, widest_free), tight);
    within(Residues::<1>::rotate::<2>(ring, widest_free), tight);
    within(Residues::<1>::rotate::<3>(ring, widest_free), tight);
    within(Residues::<1>::canonical(ring, widest_free), p.into());
    within(Residues::<1>::enter(ring, widest_tight), tight);
    // With words that are not reduced among them.
    within(hull(&Residues::<1>::enter_all(ring, [(0, u64::from(u32::MAX)); 8])), tight);
    within(hull(&network::forward::<1, 8, _>(ring, [widest_tight; 8])), free);
    within(hull(&network::inverse::<1, 8, _>(ring, [widest_tight; 8])), free);
}

#[inline]
pub(crate) fn no_short_value_leaves_its_word() {
    for p in [3, 998_244_353, (1 << 30) - 35] {
        ranges(Below30::new(Bounds, p).unwrap(), 2 * u64::from(p), 4 * u64::from(p));
    }
    for p in [3, (1 << 30) - 35, 0x7800_0001, 0x7f00_0001, (1 << 31) - 1] {
        ranges(Below31::new(Bounds, p).unwrap(), p.into(), 2 * u64::from(p));
    }
    for p in [3, 0x7f00_0001, (1 << 31) - 1, 3_221_225_473, u32::MAX - 4] {
        ranges(Below32::new(Bounds, p).unwrap(), p.into(), p.into());
    }
    assert!(Below30::new(Bounds, 1 << 30).is_none() && Below31::new(Bounds, 1 << 31).is_none());
    assert!(Below32::new(Bounds, 1 << 31).is_none() && Below32::new(Bounds, 1).is_none());
}

/// Canonical elements: all greatest, all zero, one of each in turn, or mixed.
fn elements(p: u32, len: usize, seed: usize) -> Vec<u32> {
    let mut x = seed as u64 + 88_172_645_463_325_252;
    let mut next = || {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        (x >> 16) % u64::from(p)
    };
    (0..len)
        .map(|i| match seed % 4 {
            0 => p - 1,
            1 => (p - 1) * (i % 2) as u32,
            2 if i % 5 == 0 => p - 1,
            _ => next() as u32,
        })
        .collect()
}

fn map(ring: &Modular, len: usize, shift: Option<u64>, natural: bool) -> Map {
    let inverse = |w: u64| arith::inverse_mod(w, ring.modulus()).unwrap();
    let root = ring.root(len).unwrap();
    let scale = inverse(len as u64 % ring.modulus());
    Map {
        reduced: false,
        len,
        root: [root, inverse(root)],
        shift: shift.map(|s| [s, inverse(s)]),
        forward: None,
        scale,
        natural,
        memory: if natural && shift.is_some() { TwiddleMemory::TwoLevel } else { TwiddleMemory::Full },
        threads: 1,
    }
}

/// The textbook's values.
fn textbook(ring: &Modular, coefficients: &[u32], shift: Option<u64>, natural: bool) -> Vec<u32> {
    let mut power = 1;
    let mut values: Vec<u64> = coefficients
        .iter()
        .map(|&x| {
            let mut x = x.into();
            ring.mul_assign(&mut x, &power);
            ring.mul_assign(&mut power, &shift.unwrap_or(1));
            x
        })
        .collect();
    let domain = Domain::with_root(*ring, values.len(), ring.root(values.len()).unwrap()).unwrap();
    Classical::new(&domain).unwrap().forward(&mut values, &mut []).unwrap();
    if natural {
        Order::BitReversed.to_natural(&mut values).unwrap();
    }
    values.into_iter().map(|x| x as u32).collect()
}

/// Of every class, the extremes with roots of order `2^13`, and those in use.
const PRIMES: [u32; 8] =
    [40_961, 998_244_353, 1_073_692_673, 0x7800_0001, 0x7f00_0001, 2_147_352_577, 3_221_225_473, 4_294_475_777];

#[inline]
pub(crate) fn short_residues_equal_the_textbook() {
    for p in PRIMES {
        assert!(arith::is_prime(p.into()) && p % (1 << 13) == 1, "{p}");
        let ring = Modular::new(p.into()).unwrap();
        for len in (1..=13).map(|k| 1usize << k) {
            for (seed, shift, natural) in [(0, None, false), (2, None, true), (1, Some(7), false), (3, Some(7), true)] {
                let map = map(&ring, len, shift, natural);
                let input = elements(p, len, seed + 4 * len);
                let expected = textbook(&ring, &input, shift, natural);
                for lanes in [1, 8, 16] {
                    let Some(kernel) = small(p, &map, lanes) else { continue };
                    let mut x = input.clone();
                    kernel.forward(&mut x);
                    assert!(
                        x == expected,
                        "modulo {p}, {lanes} lanes, length {len}, shift {shift:?}, natural {natural}"
                    );
                    kernel.inverse(&mut x);
                    assert!(x == input, "back, modulo {p}, {lanes} lanes, length {len}, shift {shift:?}");
                }
            }
        }
    }
}

#[inline]
pub(crate) fn columns_of_short_residues_equal_the_textbook() {
    for p in [998_244_353, 0x7800_0001, 3_221_225_473] {
        let ring = Modular::new(p.into()).unwrap();
        for rows in (1..=9).map(|k| 1usize << k) {
            for (width, shift, natural) in
                [(16, None, false), (48, Some(7), true), (5, None, true), (37, Some(7), false), (20, None, false)]
            {
                let map = map(&ring, rows, shift, natural);
                let input = elements(p, rows * width, 3 + width);
                let column = |x: &[u32], c: usize| x.iter().skip(c).step_by(width).copied().collect::<Vec<u32>>();
                for lanes in [8, 16] {
                    let Some(kernel) = small_columns(p, &map, width, lanes) else { continue };
                    let mut scratch = vec![9; column_scratch(rows, width, lanes, 1).unwrap()];
                    let mut x = input.clone();
                    kernel.forward(&mut x, &mut scratch);
                    for c in [0, width / 2, width - 1] {
                        let expected = textbook(&ring, &column(&input, c), shift, natural);
                        assert!(column(&x, c) == expected, "modulo {p}, {lanes} lanes, {rows} by {width}, column {c}");
                    }
                    kernel.inverse(&mut x, &mut scratch);
                    assert!(x == input, "back, modulo {p}, {lanes} lanes, {rows} by {width}");
                }
            }
        }
    }
}

#[inline]
pub(crate) fn the_circle_equals_the_textbook() {
    let p = M31::PRIME;
    for len in (2..=13).map(|k| 1usize << k) {
        let book = Circle::new(Std::<M31, ViaNative>::new(), len).unwrap();
        let [residues, inverses] = book.tables().map(|list| list.iter().map(|x| x.value()).collect::<Vec<u32>>());
        let scale = arith::inverse_mod(len as u64, p.into()).unwrap() as u32;
        for seed in 0..4 {
            let input = elements(p, len, seed);
            let mut expected: Vec<M31> = input.iter().map(|&x| M31::new(x.into())).collect();
            book.forward_unordered(&mut expected).unwrap();
            // The scale of either direction.
            let scales = if seed % 2 == 0 { (None, scale) } else { (Some(scale), 1) };
            let factor = scales.0.map_or(M31::from(1u64), |scale| M31::new(scale.into()));
            expected.iter_mut().for_each(|x| *x *= factor);
            for lanes in [1, 8, 16] {
                let Some(kernel) = circle(&residues, &inverses, scales, lanes) else { continue };
                let mut x = input.clone();
                kernel.forward(&mut x);
                assert!(
                    x.iter().zip(&expected).all(|(x, y)| *x == y.value()),
                    "{lanes} lanes, length {len}, seed {seed}"
                );
                kernel.inverse(&mut x);
                assert!(x == input, "back, {lanes} lanes, length {len}, seed {seed}");
            }
        }
    }
}
