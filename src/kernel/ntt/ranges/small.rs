//! Words of 32 bits whose ranges are known, in any number of lanes, and the transforms modulo primes below `2^32` over them.

use super::{
    super::{
        Map, Residues, circle, small as single,
        small::{Below30, Below31, Below32, Class, Small},
        tree::{Nodes, Tree},
        words32::{Factor, Words32},
    },
    columns, eighths,
    interval::{Interval, Tracked},
    pairs, said, transforms, words,
};
use crate::{
    algebra::Std,
    arith,
    dft::Circle,
    kernel::{isa::Isa, packed::Portable},
    lists::from_fn,
    rings::{M31, Modular, ViaNative},
};
use alloc::vec::Vec;

/// Vectors of intervals of words of 32 bits. Without its reductions it shows that they are needed.
#[derive(Clone, Copy, Debug)]
struct Ranged {
    reduces: bool,
}

type V<const L: usize> = [Interval; L];

fn interval(word: u64, low: u64, high: u64) -> Interval {
    Interval::new::<32>(word, low.into(), high.into())
}

fn each<const L: usize>(a: V<L>, b: V<L>, f: impl Fn(Interval, Interval) -> Interval) -> V<L> {
    from_fn(|l| f(a[l], b[l]))
}

impl<const L: usize> Words32<L> for Ranged {
    type Token = Portable;
    type V = V<L>;
    type Block = V<L>;

    fn token(self) -> Portable {
        Portable
    }
    fn splat(self, x: u32) -> V<L> {
        [Interval::one(x.into()); L]
    }
    fn load(self, x: &V<L>) -> V<L> {
        *x
    }
    fn store(self, x: &mut V<L>, v: V<L>) {
        *x = v;
    }
    fn row(self, x: &[u32; L]) -> V<L> {
        x.map(|x| Interval::one(x.into()))
    }
    fn add(self, a: V<L>, b: V<L>) -> V<L> {
        each(a, b, Interval::plus::<32>)
    }
    fn sub(self, a: V<L>, b: V<L>) -> V<L> {
        each(a, b, Interval::minus::<32>)
    }
    fn min(self, _: V<L>, _: V<L>) -> V<L> {
        unreachable!("a part of `reduce`");
    }
    fn max(self, a: V<L>, b: V<L>) -> V<L> {
        each(a, b, |a, b| interval(a.word.max(b.word), a.low.max(b.low), a.high.max(b.high)))
    }
    fn mul_low(self, _: V<L>, _: V<L>) -> V<L> {
        unreachable!("a part of products");
    }
    fn mul_high(self, _: V<L>, _: V<L>, _: V<L>) -> V<L> {
        unreachable!("a part of products");
    }
    fn odd(self, b: V<L>) -> V<L> {
        // Products of odd places read the even places: these get the word above.
        from_fn(|l| b[l | (L > 1) as usize])
    }
    fn sub_or_add(self, a: V<L>, b: V<L>, p: V<L>) -> V<L> {
        from_fn(|l| {
            let (a, b, p) = (a[l], b[l], p[l]);
            assert!(a.high < p.low && b.high <= p.low, "{a:?} - {b:?} modulo {p:?}");
            interval(if a.word < b.word { a.word + p.word } else { a.word } - b.word, 0, p.low - 1)
        })
    }
    fn any_from(self, x: V<L>, m: V<L>) -> bool {
        (0..L).any(|l| x[l].high >= m[l].low)
    }
    fn transpose(self, v: [V<L>; L]) -> [V<L>; L] {
        from_fn(|j| from_fn(|l| v[l][j]))
    }
    fn reduce(self, x: V<L>, c: V<L>) -> V<L> {
        if self.reduces { each(x, c, Interval::reduced::<32>) } else { x }
    }
    fn shoup(self, x: V<L>, f: Factor<V<L>>, p: V<L>) -> V<L> {
        from_fn(|l| {
            let (x, w, quotient, p) = (x[l], f.low[l], f.high[l], p[l]);
            assert!(w.high < p.low && p.low < 1 << 31 && (l % 2 == 0 || f.odd[l] == quotient));
            // Below p (1 + x/2^32), for every factor.
            let high = ((p.low << 32) + p.low * x.high - 1) >> 32;
            interval(w.word * x.word - ((quotient.word * x.word) >> 32) * p.word, 0, high)
        })
    }
    fn montgomery(self, x: V<L>, f: Factor<V<L>>, p: V<L>) -> V<L> {
        from_fn(|l| {
            let (x, w, p) = (x[l], f.high[l], p[l]);
            assert!(w.high < p.low && (l % 2 == 0 || f.odd[l] == w));
            let multiple = (x.word as u32).wrapping_mul(f.low[l].word as u32);
            let (a, b) = ((x.word * w.word) >> 32, (u64::from(multiple) * p.word) >> 32);
            interval(if a < b { a + p.word } else { a } - b, 0, p.low - 1)
        })
    }
}

/// Transforms by the kernel of one lane.
fn by_words(p: u64, map: &Map, x: &mut [u64], inverse: bool) {
    let map = Map { memory: super::TwiddleMemory::Full, ..*map };
    let (kernel, mut short) =
        (single(p as u32, &map, 1, Isa::Auto).unwrap(), x.iter().map(|&x| x as u32).collect::<Vec<u32>>());
    if inverse {
        kernel.inverse(&mut short)
    } else {
        kernel.forward(&mut short)
    }
    x.iter_mut().zip(short).for_each(|(x, y)| *x = y.into());
}

/// Checks transforms, columns and pairs in `L` lanes, on the greatest words that need no reduction and on all words.
fn run<const L: usize, C: Class<L, Words = Ranged>>(class: C) {
    let p = u64::from(class.modulus());
    let ring = &Modular::new(p).unwrap();
    let make = |map: &Map| Small::new::<L>(class, eighths(ring, map).map(|w| w as u32), false);
    let entering = [p - 1, u64::from(class.tight()) - 1, u32::MAX.into()];
    transforms::<L, _, _>(&make, ring, &entering, &|map, x, inverse| by_words(p, map, x, inverse));
    if L > 1 {
        columns::<L, _, _>(&make, ring, &entering, &|map, x, inverse| by_words(p, map, x, inverse));
        pairs::<L, _, _>(&make, ring, &entering);
    }
}

/// Checks the circle transform over M31, from canonical elements.
fn round<const L: usize>() {
    let p = M31::PRIME;
    let ring = Small::new::<L>(Below31::new(Ranged { reduces: true }, p).unwrap(), [1; 3], false);
    // Intervals take more room than words: of sixteen lanes longer trees would be cut into nodes that fill no tile.
    let most = if L == 16 { 2 } else { 5 };
    for len in (0..most).map(|k| ((L * L) << k).max(4)) {
        let book = Circle::new(Std::<M31, ViaNative>::new(), len).unwrap();
        let [residues, inverses] = book.tables().map(|list| list.iter().map(|x| x.value()).collect::<Vec<u32>>());
        let scale = arith::inverse_mod(len as u64, p.into()).unwrap() as u32;
        for (forward, scale) in [(None, scale), (Some(scale), 1)] {
            let tree = Tree::<L, _>::new(ring, Nodes { residues: &residues, inverses: &inverses, forward, scale });
            let kernel = circle(&residues, &inverses, (forward, scale), 1).unwrap();
            let input = words(p.into(), u64::from(p) - 1, len);
            for inverse in [false, true] {
                let mut expected: Vec<u32> = input.iter().map(|&x| x as u32).collect();
                let mut x: Vec<Interval> = input.iter().map(|&x| Interval::up_to(x, u64::from(p) - 1)).collect();
                let (blocks, _) = x.as_chunks_mut::<L>();
                if inverse {
                    tree.inverse(blocks)
                } else {
                    tree.forward(blocks)
                }
                if inverse {
                    kernel.inverse(&mut expected)
                } else {
                    kernel.forward(&mut expected)
                }
                let right = |(x, y): (&Interval, &u32)| x.is_below(p.into()) && x.word() == u64::from(*y);
                assert!(x.iter().zip(&expected).all(right), "{L} lanes, length {len}, back {inverse}");
            }
        }
    }
}

/// Checks the range of every method of the ring, from the widest values that it takes.
fn methods<const L: usize, C: Class<L, Words = Ranged>>(class: C, tight: u64, free: u64) {
    let p = class.modulus();
    let ring = Small::new::<L>(class, [p - 1, p / 2, 1], false);
    let up_to = |bound: u64| [interval(0, 0, bound - 1); L];
    let within = |x: V<L>, bound: u64| assert!(x.iter().all(|x| x.high < bound), "{x:?} reaches {bound} modulo {p}");
    let (widest_tight, widest_free) = (up_to(tight), up_to(free));
    for w in [0, 1, p / 2, p - 1] {
        within(ring.mul(widest_free, Residues::<L>::splat(ring, &class.prepare(w))), tight);
    }
    let (sum, difference) = ring.butterfly(widest_tight, widest_tight);
    [sum, difference].into_iter().for_each(|x| within(x, free));
    for x in [ring.reduce(widest_free), ring.rotate::<1>(widest_free), ring.rotate::<2>(widest_free)] {
        within(x, tight);
    }
    within(ring.rotate::<3>(widest_free), tight);
    within(Residues::<L>::canonical(ring, widest_free), p.into());
    within(ring.enter(widest_tight), tight);
    // Some words are not reduced.
    let mut entering = [up_to(1 << 32); 8];
    ring.enter_all(&mut entering);
    entering.into_iter().for_each(|x| within(x, tight));
}

/// Checks every class at its least and greatest moduli.
fn extremes<const L: usize>() {
    let words = Ranged { reduces: true };
    for p in [3, 998_244_353, (1 << 30) - 35] {
        methods::<L, _>(Below30::new(words, p).unwrap(), 2 * u64::from(p), 4 * u64::from(p));
    }
    for p in [3, (1 << 30) - 35, 0x7800_0001, 0x7f00_0001, (1 << 31) - 1] {
        methods::<L, _>(Below31::new(words, p).unwrap(), p.into(), 2 * u64::from(p));
    }
    for p in [3, 0x7f00_0001, (1 << 31) - 1, 3_221_225_473, u32::MAX - 4] {
        methods::<L, _>(Below32::new(words, p).unwrap(), p.into(), p.into());
    }
}

/// Checks each class at its greatest modulus with roots of order `2^13`, and at one with roots enough for subtrees.
fn classes<const L: usize>() {
    let words = Ranged { reduces: true };
    for p in [998_244_353, 1_073_692_673] {
        run::<L, _>(Below30::new(words, p).unwrap());
    }
    for p in [0x7800_0001, 2_147_352_577] {
        run::<L, _>(Below31::new(words, p).unwrap());
    }
    for p in [3_221_225_473, 4_294_475_777] {
        run::<L, _>(Below32::new(words, p).unwrap());
    }
    round::<L>();
}

#[inline]
pub(crate) fn no_short_value_leaves_its_word() {
    extremes::<1>();
    extremes::<16>();
    let words = Ranged { reduces: true };
    assert!(Below30::new(words, 1 << 30).is_none() && Below31::new(words, 1 << 31).is_none());
    assert!(Below32::new(words, 1 << 31).is_none() && Below32::new(words, 1).is_none());
    classes::<1>();
    classes::<8>();
    classes::<16>();
}

#[inline]
pub(crate) fn a_missing_short_reduction_is_found() {
    let broken = Ranged { reduces: false };
    let text = said(|| run::<16, _>(Below30::new(broken, 1_073_692_673).unwrap()));
    assert!(text.contains("leaves its word") || text.contains("may be negative"), "{text}");
    let text = said(|| run::<16, _>(Below31::new(broken, 2_147_352_577).unwrap()));
    assert!(text.contains("leaves its word") || text.contains("may be negative"), "{text}");
}
