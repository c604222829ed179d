//! Recipes: of text, and made of choices.

use super::{
    bytes::Bytes,
    rings::{Fuzzed, Over, RINGS, isas, lens, over},
    run::{Run, ask},
    shapes::shape,
};
use ringfft::{
    dft::Chirp,
    order::Order,
    plan::{Algorithm, Convolution, Isa, Recipe, Scale},
};

/// Checks that a text that parses is written back to one that parses to the same. No method of the recipe may panic. A
/// plan by it is an error or computes the recipe's transform. Reads the text as a recipe, an algorithm, an order and a
/// scale; the bytes choose the ring.
///
/// # Panics
/// If the library is wrong.
pub fn recipe(bytes: &[u8]) {
    let Ok(text) = core::str::from_utf8(bytes) else { return };
    if let Ok(recipe) = text.parse::<Recipe>() {
        assert!(recipe.check().is_ok(), "{text:?}");
        assert_eq!(recipe.to_string().parse::<Recipe>().ok().as_ref(), Some(&recipe), "{text:?}");
        ask(&recipe);
        // One ring a text, by its hash: the same recipe with another space is asked of another.
        let mut random = Bytes(bytes).random();
        over(random.below(RINGS), &mut Run { recipe: &recipe, isa: Isa::Auto, random });
    }
    if let Ok(algorithm) = text.parse::<Algorithm>() {
        assert_eq!(algorithm.to_string(), text);
    }
    if let Ok(order) = text.parse::<Order>() {
        assert_eq!(order.to_string(), text);
    }
    if let Ok(scale) = text.parse::<Scale>() {
        assert_eq!(scale.to_string(), text);
    }
}

/// Checks that a recipe's text parses to the same if it is accepted and not else. No method may panic. A plan by it is
/// an error or computes the recipe's transform. Reads the bytes as a ring, an instruction set and a recipe, a tree of
/// any variants whose numbers often fit together.
///
/// # Panics
/// If the library is wrong.
pub fn recipes(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let ring = bytes.below(RINGS);
    over(ring, &mut Made { bytes });
}

/// A recipe of choices.
struct Made<'a> {
    bytes: Bytes<'a>,
}

impl Over for Made<'_> {
    fn over<R: Fuzzed>(&mut self, ring: R) {
        let bytes = &mut self.bytes;
        let isa = if bytes.below(8) == 7 { bytes.one_of(Isa::ALL) } else { bytes.one_of(&isas(&ring)) };
        let len = if bytes.below(4) == 3 { bytes.number() } else { bytes.one_of(&lens(&ring)) };
        let recipe = of_len(bytes, 3, len);
        ask(&recipe);
        let parsed = recipe.to_string().parse::<Recipe>();
        match recipe.check() {
            Ok(()) => assert_eq!(parsed.ok().as_ref(), Some(&recipe)),
            // The list of one factor 1 is written as the list without factors is.
            Err(_) => assert_ne!(parsed.ok().as_ref(), Some(&recipe)),
        }
        Run { recipe: &recipe, isa, random: bytes.random() }.over(ring);
    }
}

/// Returns a recipe for this length, if the bytes choose one, at most `depth` levels deep.
pub(super) fn of_len(bytes: &mut Bytes<'_>, depth: usize, len: usize) -> Recipe {
    let below = depth.saturating_sub(1);
    let part = |bytes: &mut Bytes<'_>, len| Box::new(of_len(bytes, below, len));
    match bytes.below(if depth == 0 { 5 } else { 14 }) {
        0 | 1 => {
            let all = Algorithm::ALL;
            let fit = |algorithm: &Algorithm| algorithm.exists_for(len) && algorithm.is_plain();
            let fits: Vec<Algorithm> = all.iter().copied().filter(fit).collect();
            let any = bytes.below(8) == 7 || fits.is_empty();
            Recipe::plain(if any { bytes.one_of(all) } else { bytes.one_of(&fits) }, len)
        }
        2 => Recipe::Stockham { len, radices: radices(bytes, len, true) },
        3 => Recipe::MixedRadix { len, radices: radices(bytes, len, false) },
        4 => Recipe::Packed { shape: shape(bytes, len) },
        kind @ 5..=7 => {
            let n1 = divisor(bytes, len);
            let (columns, rows) = (part(bytes, n1), part(bytes, len / n1));
            match kind {
                5 => Recipe::GoodThomas { columns, rows },
                6 => Recipe::FourStep { columns, rows },
                _ => Recipe::SixStep { columns, rows },
            }
        }
        8 => Recipe::Rader { len, convolution: convolution(bytes, below, len.saturating_sub(1), true) },
        9 => Recipe::Bluestein {
            len,
            chirp: if len % 2 == 1 || bytes.below(4) == 0 { Chirp::Symmetric } else { Chirp::Triangular },
            convolution: convolution(bytes, below, len, false),
        },
        10 => Recipe::FromNovel { inner: part(bytes, len) },
        11 => Recipe::Columns {
            width: bytes.below(20),
            lanes: bytes.one_of(&[1, 4, 8, 16, 0, usize::MAX]),
            inner: part(bytes, len),
        },
        _ => Recipe::Reorder { order: bytes.one_of(Order::ALL), inner: part(bytes, len) },
    }
}

/// Returns a divisor, mostly one other than the number and one.
fn divisor(bytes: &mut Bytes<'_>, len: usize) -> usize {
    let divisors: Vec<usize> = (2..len.min(256)).filter(|d| len.is_multiple_of(*d)).collect();
    if divisors.is_empty() || bytes.below(16) == 15 { 1 + bytes.below(9) } else { bytes.one_of(&divisors) }
}

/// Factors, mostly of this number.
fn radices(bytes: &mut Bytes<'_>, len: usize, prime: bool) -> Vec<usize> {
    let (mut rest, mut radices) = (len, Vec::new());
    while rest > 1 && radices.len() < 70 {
        let all = 2..=rest.min(64);
        let fit = |r: &usize| rest.is_multiple_of(*r) && (!prime || ringfft::inside::is_radix(*r));
        let fits: Vec<usize> = all.filter(fit).collect();
        let radix = if fits.is_empty() { rest } else { bytes.one_of(&fits) };
        radices.push(radix);
        rest /= radix;
    }
    if bytes.below(16) == 15 {
        radices.push(bytes.number());
    }
    radices
}

/// Returns a convolution of `n` values, if the bytes choose one.
fn convolution(bytes: &mut Bytes<'_>, depth: usize, n: usize, cyclic: bool) -> Convolution {
    let len = if bytes.below(16) == 15 { bytes.number() } else { n };
    let long = len.saturating_mul(2).saturating_sub(1);
    match bytes.below(6) {
        0 => Convolution::Karatsuba { len },
        1 => Convolution::Ring { len },
        2 if cyclic => Convolution::Transform(Box::new(of_len(bytes, depth, len))),
        3 => {
            let more = bytes.below(3);
            Convolution::Transform(Box::new(of_len(bytes, depth, long.saturating_add(more))))
        }
        _ => {
            let long = long.checked_next_power_of_two().unwrap_or(long);
            Convolution::Transform(Box::new(of_len(bytes, depth, long)))
        }
    }
}
