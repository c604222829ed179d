//! The proof that no value leaves its word: the kernels' own text over ranges instead of words, in as many lanes as
//! machines have.
//!
//! # Idea
//! An [`Interval`] is one word and an interval of the words that could stand in its place. [`Ranged`] is vectors of
//! them: every sum, difference and reduction keeps both. It panics if the interval leaves its word, or if the word is
//! not in the interval. It also panics if a reduction is asked for more than it promises. A transform over [`Ranged`]
//! is the text that machines run, for all words and all factors at once. Its values for one input are compared with the
//! transform of single words.
//!
//! # Covered
//! | ring | lanes |
//! |---|---|
//! | `Lazy` with room for four, words of 64 bits | 1, 4, 8 |
//! | `Lazy` with room for two, words of 64 bits | 1, 4 |
//! | `Lazy` with room for four and for two, words of 52 bits | 8 |
//! | `Nearest`, words with a sign | 8 |
//! | `Full` | 1, 4, 8 |
//! | `Gold`, with products for eighth roots | 1 |
//! | `Gold`, with shifts | 4, 8 |
//! | `Small` below `2^30`, `2^31`, `2^32` | 1, 8, 16 |
//!
//! Those are the rings and widths of which kernels are built, and two of single words more (room for four, below
//! `2^30`). Each runs forward and back, cyclic and on a coset, in both orders, reduced and not. Tables hold all
//! twiddles, fewer, or those of the cosets of subtrees: every radix that the ring has, radix 8 of lazy words included,
//! and the lane stage with its transpositions. The lane stage runs with a row of factors for each tile and with two
//! factors. More than one lane adds the pairs of truncated inverses, and the columns of matrices where the ring has
//! kernels for them. Over M31 it adds the circle.
//!
//! Intervals do not depend on factors or inputs. `Doubles`, whose text names its instruction set, is not among them.
//!
//! The operations of [`Ranged`] promise the same as those of machines: see `papers/proofs.md`, and [`short`] for all short words.

mod interval;
mod signed;
mod small;
mod words;

mod short;

pub(crate) use short::short_words_exhaustively;
pub(crate) use small::{a_missing_short_reduction_is_found, no_short_value_leaves_its_word};

use super::{
    Map, Residues, Results, TwiddleMemory,
    columns::{ColumnKernel, Columns, scratch_len},
    cosets::subtree,
    full::Full,
    goldilocks::{EIGHTH, Gold},
    lazy::Lazy,
    modular,
    pairs::{InVectors, Pairing, Pairs},
    signed::Nearest,
    tables::Points,
    tests::primes,
    transform::Transform,
};
use crate::{
    algebra::{Ring, Roots},
    arith,
    kernel::isa::Isa,
    rings::{Goldilocks, Modular},
};
use alloc::{vec, vec::Vec};
use interval::{Interval, Tracked};
use words::Ranged;

/// Returns the map of `len` elements, on the coset of `shift` or cyclic.
fn map(ring: &Modular, len: usize, shift: Option<u64>, natural: bool, memory: TwiddleMemory) -> Map {
    let inverse = |w: u64| arith::inverse_mod(w, ring.modulus()).unwrap();
    let root = ring.root(len).unwrap();
    let scale = inverse(len as u64 % ring.modulus());
    let shift = shift.map(|s| [s, inverse(s)]);
    Map { len, root: [root, inverse(root)], shift, forward: None, scale, natural, reduced: false, memory, threads: 1 }
}

/// Returns the powers of the root of order 8; ones where the length has none.
fn eighths(ring: &Modular, map: &Map) -> [u64; 3] {
    match map.len {
        2 => [1; 3],
        4 => [1, map.root[0], map.root[0]],
        len => [1, 2, 3].map(|k| ring.pow(&map.root[0], k * (len as u64 / 8))),
    }
}

/// Converts a residue to the ring's own width.
fn own<S: TryFrom<u64>>(x: u64) -> S {
    S::try_from(x).unwrap_or_else(|_| unreachable!("a word of the ring"))
}

fn points<S: TryFrom<u64> + Copy>(map: &Map) -> Points<S> {
    Points {
        root: map.root.map(own),
        shift: map.shift.map(|pair| pair.map(own)),
        forward: map.forward.map(own),
        scale: own(map.scale),
        memory: map.memory,
    }
}

/// Returns `len` words: `most`, other extremes, and residues.
fn words(p: u64, most: u64, len: usize) -> Vec<u64> {
    let mut state = p;
    (0..len)
        .map(|i| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            match i % 7 {
                0 => most,
                1 => p - 1,
                2 => 0,
                _ => (state ^ state >> 29) % p,
            }
        })
        .collect()
}

/// Transforms words by the kernel of one lane, forward or, where the flag is set, back.
type Expected<'a> = &'a dyn Fn(&Map, &mut [u64], bool);

/// Checks transforms of all lengths, forward and back, from words up to each of `entering`.
fn transforms<const L: usize, T: Tracked + Send, R>(
    make: &dyn Fn(&Map) -> R,
    ring: &Modular,
    entering: &[u64],
    expected: Expected<'_>,
) where
    R: Residues<L, Block = [T; L], Scalar: TryFrom<u64>>,
{
    let p = ring.modulus();
    let all = [TwiddleMemory::Full, TwiddleMemory::TwoLevel, TwiddleMemory::Recomputed];
    let recomputed = |len: &usize| subtree(len / L, size_of::<R::Block>(), TwiddleMemory::Recomputed).is_some();
    let longest = (0..).map(|k| (L * L) << k).find(recomputed).unwrap_or(0);
    let lens = if L == 1 { 1..9 } else { 0..5 }.map(|k| (L * L) << k).chain([longest]);
    for (i, len) in lens.filter(|&len| ring.root(len).is_ok()).enumerate() {
        // Both orders, on a coset and off it, with each kind of tables; the longest alone has room for subtrees.
        for (j, &most) in entering.iter().enumerate().take(if len == longest { 1 } else { 3 }) {
            for (shift, natural) in [(None, false), (Some(3), L > 1)] {
                let (shift, memory) = if len == longest { (Some(3), all[2]) } else { (shift, all[(i + j) % 2]) };
                let map = map(ring, len, shift, natural && len < longest, memory);
                let ring = make(&map);
                let transform = Transform::<L, T>::new(ring, len, &points(&map), map.natural, 1);
                let input = words(p, most, len);
                let mut values = input.clone();
                expected(&map, &mut values, false);
                let mut coefficients = input.clone();
                expected(&map, &mut coefficients, true);
                for (form, bound) in [(Results::Canonical, 1), (Results::Unreduced, 4)] {
                    for (inverse, expected) in [(false, &values), (true, &coefficients)] {
                        let mut x: Vec<T> = input.iter().map(|&word| T::up_to(word, most)).collect();
                        let (blocks, _) = x.as_chunks_mut();
                        if inverse {
                            transform.inverse(blocks, form)
                        } else {
                            transform.forward(blocks, form)
                        }
                        check(&x, expected, p, bound, &map);
                    }
                }
            }
        }
    }
}

/// Checks that all intervals are below `bound` times the modulus and all words congruent to the expected ones.
#[track_caller]
fn check<T: Tracked>(x: &[T], expected: &[u64], p: u64, bound: u128, map: &Map) {
    for (i, (x, y)) in x.iter().zip(expected).enumerate() {
        assert!(x.is_below(u128::from(p) * bound), "not canonical, {x:?} modulo {p}, {map:?}");
        assert!(x.word() % p == *y, "value {i} modulo {p}, {map:?}: {x:?}, not {y}");
    }
}

/// Checks the columns of matrices whose rows are whole vectors, parts of one, and neither.
fn columns<const L: usize, T: Tracked + Default + Send + Sync, R>(
    make: &dyn Fn(&Map) -> R,
    ring: &Modular,
    entering: &[u64],
    expected: Expected<'_>,
) where
    R: Residues<L, Block = [T; L], Scalar: TryFrom<u64>>,
{
    let p = ring.modulus();
    for (rows, width, natural) in [(8, L, true), (16, L / 2, false), (32, 3, true), (2, L, false), (128, L, false)] {
        for (&most, shift) in entering.iter().zip([Some(3), None].into_iter().cycle()) {
            let map = map(ring, rows, shift, natural, TwiddleMemory::Full);
            let columns = Columns::<L, T>::new(make(&map), [rows, width], &points(&map), natural, 1);
            let input = words(p, most, rows * width);
            for inverse in [false, true] {
                let mut x: Vec<T> = input.iter().map(|&word| T::up_to(word, most)).collect();
                let mut scratch = vec![T::default(); scratch_len(rows, width, L, 1).unwrap()];
                if inverse {
                    columns.inverse(&mut x, &mut scratch)
                } else {
                    columns.forward(&mut x, &mut scratch)
                }
                for c in 0..width {
                    let mut column: Vec<u64> = input.iter().skip(c).step_by(width).copied().collect();
                    expected(&map, &mut column, inverse);
                    let x: Vec<T> = x.iter().skip(c).step_by(width).copied().collect();
                    check(&x, &column, p, 1, &map);
                }
            }
        }
    }
}

/// Checks the pairs of truncated inverses.
fn pairs<const L: usize, T: Tracked, R>(make: &dyn Fn(&Map) -> R, ring: &Modular, entering: &[u64])
where
    R: Residues<L, Block = [T; L], Scalar: TryFrom<u64>>,
{
    let p = ring.modulus();
    // Pairs ask for no roots.
    let map = map(ring, 2, None, false, TwiddleMemory::Full);
    let (half, b) = (p / 2 + 1, 3);
    let step = [b, p - b, arith::inverse_mod(2 * b, p).unwrap()];
    let pairs = InVectors::<L, R>::new(make(&map), own(half), &[step.map(own)]);
    let times = |x: u64, y: u64| ((u128::from(x % p) * u128::from(y)) % u128::from(p)) as u64;
    let plus = |x: u64, y: u64| ((u128::from(x % p) + u128::from(y % p)) % u128::from(p)) as u64;
    for &most in entering {
        for pairing in [Pairing::Add, Pairing::Sub, Pairing::Split, Pairing::Join] {
            let (low, high) = (words(p, most, 2 * L), words(p - 2, most, 2 * L));
            let [mut x, mut y] =
                [&low, &high].map(|list| list.iter().map(|&word| T::up_to(word, most)).collect::<Vec<T>>());
            assert_eq!(pairs.pair(0, pairing, &mut x, &mut y), 2 * L);
            let of =
                |f: &dyn Fn(u64, u64) -> u64| -> Vec<u64> { low.iter().zip(&high).map(|(&y, &a)| f(y, a)).collect() };
            let less = of(&|y, a| plus(y, times(a, p - b)));
            let (first, second) = match pairing {
                Pairing::Add => (of(&|y, a| plus(y, times(a, b))), None),
                Pairing::Sub => (less, None),
                Pairing::Split => (less, Some(of(&|y, a| plus(y, times(a, p - 2 * b))))),
                Pairing::Join => {
                    let difference = of(&|y, a| times(plus(y, times(a, p - 1)), step[2]));
                    (of(&|y, a| times(plus(y, a), half)), Some(difference))
                }
            };
            check(&x, &first, p, 1, &map);
            second.inspect(|second| check(&y, second, p, 1, &map));
        }
    }
}

/// Transforms by the kernel of one lane.
fn by_words(ring: &Modular, map: &Map, x: &mut [u64], inverse: bool) {
    let map = Map { memory: TwiddleMemory::Full, ..*map };
    let kernel = modular(ring, &map, 1, Isa::Auto).unwrap();
    if inverse { kernel.inverse(x) } else { kernel.forward(x) }
}

/// Runs a ring on the greatest words that it accepts without reduction, and on all words.
macro_rules! run {
    ($l:literal $columns:ident, $ring:expr, $make:expr) => {{
        let (ring, p) = ($ring, $ring.modulus());
        let entering = [p - 1, if p >> 62 == 0 { 2 * p - 1 } else { u64::MAX - 1 }, u64::MAX];
        transforms::<$l, _, _>(&$make, ring, &entering, &|map, x, inverse| by_words(ring, map, x, inverse));
        if $l > 1 {
            pairs::<$l, _, _>(&$make, ring, &entering);
        }
        run!(@$columns $l, ring, entering, $make);
    }};
    (@columns $l:literal, $ring:ident, $entering:ident, $make:expr) => {
        columns::<$l, _, _>(&$make, $ring, &$entering, &|map, x, inverse| by_words($ring, map, x, inverse));
    };
    (@alone $l:literal, $ring:ident, $entering:ident, $make:expr) => {};
}

#[inline]
pub(crate) fn no_lazy_value_leaves_its_word() {
    for p in primes() {
        let ring = &Modular::new(p).unwrap();
        let eighths = |map: &Map| eighths(ring, map);
        let (words, long) = (Ranged::<52>::NEW, Ranged::<64>::NEW);
        if p <= 1 << 50 {
            run!(8 alone, ring, |map: &Map| Lazy::<_, true>::new::<8>(words, *ring, eighths(map)));
        } else if p <= 1 << 51 {
            run!(8 alone, ring, |map: &Map| Lazy::<_, false>::new::<8>(words, *ring, eighths(map)));
        }
        if p <= 1 << 62 {
            run!(8 columns, ring, |map: &Map| Lazy::<_, true>::new::<8>(long, *ring, eighths(map)));
            run!(4 alone, ring, |map: &Map| Lazy::<_, true>::new::<4>(long, *ring, eighths(map)));
            run!(1 alone, ring, |map: &Map| Lazy::<_, true>::new::<1>(long, *ring, eighths(map)));
        } else if p <= 1 << 63 {
            run!(4 alone, ring, |map: &Map| Lazy::<_, false>::new::<4>(long, *ring, eighths(map)));
            run!(1 alone, ring, |map: &Map| Lazy::<_, false>::new::<1>(long, *ring, eighths(map)));
        }
    }
}

#[inline]
pub(crate) fn no_value_of_full_words_leaves_its_word() {
    for p in primes() {
        let ring = &Modular::new(p).unwrap();
        let eighths = |map: &Map| eighths(ring, map);
        if p >> 62 == 1 {
            run!(8 alone, ring, |map: &Map| Nearest::new::<8>(signed::Ranged, *ring, eighths(map)));
        } else if p >> 63 == 1 {
            let words = Ranged::<64>::NEW;
            run!(8 alone, ring, |map: &Map| Full::new(words, *ring, eighths(map)));
            run!(4 alone, ring, |map: &Map| Full::new(words, *ring, eighths(map)));
            run!(1 alone, ring, |map: &Map| Full::new(words, *ring, eighths(map)));
        }
    }
}

#[inline]
pub(crate) fn no_value_of_goldilocks_leaves_its_word() {
    let (ring, words) = (&Modular::with_generator(Goldilocks::PRIME, 7), Ranged::<64>::NEW);
    let eighths = |map: &Map| eighths(ring, map);
    // Lengths below 8 have no root of order 8: those of vectors are longer, and pairs do not ask for it.
    let shifts = |map: &Map| if map.len < 8 { [EIGHTH, 0, 0] } else { eighths(map) };
    run!(1 alone, ring, |map: &Map| Gold::<_, false>::new(words, eighths(map)));
    run!(4 columns, ring, |map: &Map| Gold::<_, true>::new(words, shifts(map)));
    run!(8 columns, ring, |map: &Map| Gold::<_, true>::new(words, shifts(map)));
}

/// Returns the message with which `f` panics.
fn said(f: impl FnOnce()) -> alloc::string::String {
    let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(f)).expect_err("a broken bound is found");
    panic.downcast_ref::<alloc::string::String>().cloned().unwrap_or_default()
}

/// Runs 64 elements forward: radix 8 in one pass and in the lane stage, and nothing else.
fn shortest<R: Residues<8, Block = [Interval; 8], Scalar = u64>>(ring: &Modular, make: &dyn Fn([u64; 3]) -> R) {
    let map = map(ring, 64, None, false, TwiddleMemory::Full);
    let transform = Transform::<8, Interval>::new(make(eighths(ring, &map)), 64, &points(&map), false, 1);
    let most = ring.modulus() - 1;
    let mut x = [[Interval::up_to(most, most); 8]; 8];
    transform.forward(&mut x, Results::Canonical);
}

#[inline]
pub(crate) fn a_prime_too_large_for_its_class_is_found() {
    let find = |least: u64| Modular::new(primes().into_iter().filter(|&p| p > least).min().unwrap()).unwrap();
    let (above_50, above_62) = (find(1 << 50), find(1 << 62));
    let text = said(|| shortest(&above_50, &|r| Lazy::<_, true>::of::<8>(Ranged::<52>::NEW, above_50, r)));
    assert!(text.contains("bits"), "{text}");
    let text = said(|| shortest(&above_62, &|r| Lazy::<_, true>::of::<8>(Ranged::<64>::NEW, above_62, r)));
    assert!(text.contains("leaves its word") || text.contains("against"), "{text}");
}

#[inline]
pub(crate) fn a_missing_reduction_is_found() {
    let ring = Modular::new(primes().into_iter().filter(|p| p >> 50 == 0).max().unwrap()).unwrap();
    let text = said(|| shortest(&ring, &|r| Lazy::<_, true>::of::<8>(Ranged::<52>::WITHOUT_REDUCTION, ring, r)));
    assert!(text.contains("may be negative"), "{text}");
    let gold = Modular::with_generator(Goldilocks::PRIME, 7);
    let text = said(|| shortest(&gold, &|r| Gold::<_, true>::new(Ranged::<64>::WITHOUT_REDUCTION, r)));
    assert!(text.contains("leaves its word") || text.contains("borrows twice"), "{text}");
}
