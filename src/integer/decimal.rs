//! Decimal words of a number and back, in quasilinear time and without division of long numbers.
//!
//! Notation: `B = 2^64`, `R = 10^19`.
//!
//! # Idea
//! The number is split into slots of equal length, from the low end. A slot is converted in quadratic time. Then
//! neighbours are merged, `high P + low`, with one power `P` for all pairs of a level, *in the arithmetic of the
//! target*. When reading, `P` is a power of ten in limbs; when printing, a power of two in words to the base `R`. So
//! printing costs as much as reading. `P` is transformed once a level ([`FixedFactor`]), and its square is that of the
//! next.
//!
//! ```text
//! reading    a slot of 1408 digits is 74 limbs, 5^1408 is 52:   (74 + 52) 2^j - 1 <= 128 2^j coefficients,   10^1408 = 5^1408 B^22
//! printing   a slot of 63 limbs is 64 words, and so is B^63:    (64 + 64) 2^j - 1 <= 128 2^j coefficients
//! ```
//!
//! # A slot is printed
//! `x < B^63` becomes a fraction, whose words are the integer parts of products with `R`. With `T = 10^(19 63)`, which lies between `B^62`
//! and `B^63`, and `V = floor(B^127/T)`:
//!
//! ```text
//! F = x V + floor(V/2),        x + 1/2 - B^-1 < F T/B^127 <= x + 1/2
//! ```
//!
//! since `(x + 1/2) T/B^127` and `T/B^127` are the greatest that the two roundings take away. `F` has one integer limb,
//! the first word. While `r` words remain, `r + 1` limbs of its fraction are kept. The dropped limbs are less than
//! `R^r/B^(r+1) < 1/B` units of `x`. In total less than `66/B` is lost, so the value never falls below `x`: the words
//! are those of `x`.
//!
//! # Source
//! \[Brent-Zimmermann 2010\], section 1.7; \[Knuth 1997\], section 4.4, methods 1b and 2a.

use super::{
    Multiplier, copied,
    decimal_words::{DIGITS, PARALLEL, TEN},
    division::quotient_of_power,
    fixed::{Binary, Decimal, FixedFactor, Radix, values_len},
    limbs::{add_assign, mul_add_limb, shift_right, trimmed},
};
use crate::{
    Result,
    conv::word::Scratch,
    kernel::memory,
    plan::Threads,
    threads::{Every, both, try_each},
};
use alloc::{vec, vec::Vec};
use core::ops::Range;

const WHAT: &str = "the conversion of a number";

/// Digits of a slot that is read, a multiple of 64, so that the power of two is one of limbs.
pub(super) const SLOT_DIGITS: usize = 1408;
/// Limbs of that slot.
const SLOT_READ: usize = 74;

/// Limbs of a slot that is printed, and its words.
const SLOT_LIMBS: usize = 63;
const SLOT_WORDS: usize = 64;

/// Coefficients of the product of a slot and the power of the first level, and a zero.
const FIRST: usize = 128;

/// Slots that a thread converts one after another.
const SLOTS: usize = 64;

/// Returns the number with these digits, all of them `0` to `9`.
pub(super) fn read(digits: &[u8], threads: usize) -> Result<Vec<u64>> {
    let slots = digits.len().div_ceil(SLOT_DIGITS).max(1);
    let mut number = memory::words("a number", slots * SLOT_READ)?;
    let high = digits.len() - (slots - 1) * SLOT_DIGITS;
    let (first, rest) = digits.split_at(high);
    // The highest slot is the last.
    let (low, top) = number.split_at_mut((slots - 1) * SLOT_READ);
    read_slot(first, top);
    let at_once = |(parts, numbers): Slots<'_>| {
        for (slot, i) in parts.0.chunks_mut(SLOT_READ).zip(numbers) {
            let end = rest.len() - i * SLOT_DIGITS;
            read_slot(&rest[end - SLOT_DIGITS..end], slot);
        }
        Ok(())
    };
    shared(threads, slots - 1, low, SLOT_READ, &at_once)?;
    let power = || {
        let mut power = vec![1];
        for exponent in [27; SLOT_DIGITS / 27].into_iter().chain([SLOT_DIGITS % 27]) {
            let top = mul_add_limb(&mut power, 5_u64.pow(exponent as u32), 0);
            power.push(top);
        }
        power.truncate(trimmed(&power).len());
        power
    };
    join_slots(Binary, power, [SLOT_READ, SLOT_DIGITS / 64], &mut number, threads)?;
    number.truncate(trimmed(&number).len());
    Ok(number)
}

/// Slots, and their numbers.
type Slots<'a> = (Every<&'a mut [u64]>, Range<usize>);

/// Calls `f` with the slots of `data`, each `len` words, and their numbers, in pieces on threads.
fn shared(
    threads: usize,
    slots: usize,
    data: &mut [u64],
    len: usize,
    f: &(dyn Fn(Slots<'_>) -> Result<()> + Sync),
) -> Result<()> {
    if threads <= 1 || slots < 2 * SLOTS {
        return f((Every(data, len), 0..slots));
    }
    let pieces = (Every(data, len * SLOTS), 0..slots.div_ceil(SLOTS));
    try_each(pieces, &|(part, numbers)| {
        f((Every(part.0, len), numbers.start * SLOTS..(numbers.end * SLOTS).min(slots)))
    })
}

/// Writes the number with these digits, of which one slot has room for: a word at a time.
fn read_slot(digits: &[u8], slot: &mut [u64]) {
    let mut len = 0;
    for digits in digits.rchunks(DIGITS).rev() {
        let top = mul_add_limb(&mut slot[..len], TEN, word(digits));
        if let Some(limb) = slot.get_mut(len).filter(|_| top != 0) {
            *limb = top;
            len += 1;
        }
    }
}

/// Returns the number with at most 19 digits.
fn word(digits: &[u8]) -> u64 {
    let (head, eights) = digits.as_rchunks::<8>();
    let value = head.iter().fold(0, |value, digit| value * 10 + u64::from(digit - b'0'));
    eights.iter().fold(value, |value, digits| value * 100_000_000 + eight(*digits))
}

/// Returns the number with these eight digits: pairs of neighbours become one, three times.
fn eight(digits: [u8; 8]) -> u64 {
    let ones = u64::from_le_bytes(digits) - 0x3030_3030_3030_3030;
    // The first digit is the lowest byte, and counts ten times the next.
    let tens = (ones * 10 + (ones >> 8)) & 0x00ff_00ff_00ff_00ff;
    let hundreds = (tens * 100 + (tens >> 16)) & 0x0000_ffff_0000_ffff;
    (hundreds * 10_000 + (hundreds >> 32)) & 0xffff_ffff
}

/// Returns the words of a number to the base `10^19`, low word first.
pub(super) fn words(number: &[u64], threads: usize) -> Result<Vec<u64>> {
    let slots = number.len().div_ceil(SLOT_LIMBS).max(1);
    let mut words = memory::words("the digits of a number", slots * SLOT_WORDS)?;
    let fraction = Fraction::new()?;
    let at_once = |(parts, numbers): Slots<'_>| {
        let mut product = memory::words(WHAT, 2 * SLOT_WORDS)?;
        for (slot, i) in parts.0.chunks_mut(SLOT_WORDS).zip(numbers) {
            let limbs = &number[i * SLOT_LIMBS..];
            fraction.write(&limbs[..limbs.len().min(SLOT_LIMBS)], slot, &mut product)?;
        }
        Ok(())
    };
    shared(threads, slots, &mut words, SLOT_WORDS, &at_once)?;
    let power = || {
        // 2^64 to the power of the limbs, by long multiplication.
        let mut power = vec![1];
        for _ in 0..SLOT_LIMBS {
            let mut carry = 0;
            for word in &mut power {
                (carry, *word) = Decimal.split(u128::from(*word) << 64 | u128::from(carry));
            }
            power.extend((carry != 0).then_some(carry));
        }
        power
    };
    join_slots(Decimal, power, [SLOT_WORDS, 0], &mut words, threads)?;
    words.truncate(trimmed(&words).len());
    Ok(words)
}

/// `V`, and how it is used.
struct Fraction {
    reciprocal: Vec<u64>,
    half: Vec<u64>,
}

impl Fraction {
    fn new() -> Result<Self> {
        let mut power = vec![1];
        for _ in 1..SLOT_WORDS {
            let top = mul_add_limb(&mut power, TEN, 0);
            power.push(top);
        }
        let reciprocal = quotient_of_power(2 * SLOT_LIMBS + 1, trimmed(&power))?;
        let mut half = reciprocal.clone();
        shift_right(&mut half, 1);
        Ok(Fraction { reciprocal, half })
    }

    /// Writes the words of `x`; `product` is scratch.
    fn write(&self, x: &[u64], words: &mut [u64], product: &mut [u64]) -> Result<()> {
        if x.is_empty() {
            words.fill(0);
            return Ok(());
        }
        let one = Multiplier::new().threads(Threads::AtMost(1));
        let (fraction, rest) = product.split_at_mut(x.len() + self.reciprocal.len());
        rest.fill(0);
        one.multiply_into(x, &self.reciprocal, fraction)?;
        add_assign(product, &self.half);
        // 127 limbs of fraction, of which the upper 64 are kept, and one limb in front of them.
        let first = 2 * SLOT_LIMBS + 1;
        let fraction = &mut product[first - SLOT_WORDS..=first];
        let (Some((integer, fraction)), Some((top, words))) = (fraction.split_last_mut(), words.split_last_mut())
        else {
            return Ok(());
        };
        *top = *integer;
        for (done, words) in (0..).step_by(AT_ONCE).zip(words.rchunks_mut(AT_ONCE)) {
            let next = next_words(&mut fraction[done..]);
            for (word, next) in words.iter_mut().rev().zip(next) {
                *word = next;
            }
        }
        Ok(())
    }
}

/// Words that a fraction gives in one pass: their carries do not wait for each other.
const AT_ONCE: usize = 4;

/// Multiplies a fraction by the base [`AT_ONCE`] times and returns the integer parts.
fn next_words(fraction: &mut [u64]) -> [u64; AT_ONCE] {
    let mut carries = [0; AT_ONCE];
    for limb in fraction {
        for carry in &mut carries {
            let product = u128::from(*limb) * u128::from(TEN) + u128::from(*carry);
            (*carry, *limb) = ((product >> 64) as u64, product as u64);
        }
    }
    carries
}

/// Merges slots, given the power that the first level merges by:
/// `[words of a slot, places that the product is shifted by]`.
fn join_slots<R: Radix>(
    radix: R,
    power: impl FnOnce() -> Vec<u64>,
    [slot, shift]: [usize; 2],
    data: &mut [u64],
    threads: usize,
) -> Result<()> {
    let slots = data.len() / slot;
    if slots < 2 {
        return Ok(());
    }
    let levels = slots.next_power_of_two().trailing_zeros() as usize;
    // The slots above the last power of two are few enough for a product by pieces.
    let half = 1 << (levels - 1);
    let by_pieces = slots - half <= half / PIECES;
    let whole = if by_pieces { levels - 1 } else { levels };
    let mut list = Vec::with_capacity(levels);
    let mut power = power();
    let longest = FIRST << whole.saturating_sub(1);
    let mut scratch = Scratch::new(WHAT, 5 * longest + 2 + 2 * values_len(longest))?;
    let (scratch, mut room) = scratch.split_at_mut(5 * longest + 2);
    for level in 0..whole {
        let factor = FixedFactor::new(radix, &power, FIRST << level, &mut room, threads)?;
        if level + 1 < levels {
            let mut square = memory::words(WHAT, 2 * power.len())?;
            factor.add_square(&mut scratch[..factor.scratch_len()], &mut square);
            square.truncate(trimmed(&square).len());
            power = square;
        }
        list.push(factor);
    }
    let tree = Tree { slot, shift, levels: &list };
    if !by_pieces {
        return tree.join(data, scratch, threads);
    }
    let (low, high) = data.split_at_mut(slot * half);
    tree.join(low, scratch, threads)?;
    tree.join(high, scratch, threads)?;
    drop(list);
    let short = copied(WHAT, trimmed(high), trimmed(high).len())?;
    high.fill(0);
    if !short.is_empty() {
        add_by_pieces(radix, &short, &power, &mut data[shift * half..], threads)?;
    }
    Ok(())
}

/// A power this many times as long as the other factor, or longer, is multiplied in pieces.
const PIECES: usize = 4;

/// Adds `short long` to `out`, by products of `short` and pieces of `long` three times as long.
fn add_by_pieces<R: Radix>(radix: R, short: &[u64], long: &[u64], out: &mut [u64], threads: usize) -> Result<()> {
    let len = (4 * short.len()).next_power_of_two();
    let mut room = memory::words(WHAT, values_len(len))?;
    let factor = FixedFactor::new(radix, short, len, &mut &mut room[..], threads)?;
    let mut scratch = memory::words(WHAT, factor.scratch_len())?;
    let piece = len - short.len();
    for (at, piece) in (0..).step_by(piece).zip(long.chunks(piece)) {
        factor.multiply(piece, &mut scratch);
        factor.add_product(piece.len(), &mut scratch, &mut out[at..]);
    }
    Ok(())
}

/// The levels below some node.
#[derive(Clone, Copy)]
struct Tree<'a, R: Radix> {
    slot: usize,
    shift: usize,
    levels: &'a [FixedFactor<'a, R>],
}

impl<R: Radix> Tree<'_, R> {
    fn join(self, data: &mut [u64], scratch: &mut [u64], threads: usize) -> Result<()> {
        let Some((factor, lower)) = self.levels.split_last() else { return Ok(()) };
        let below = Tree { levels: lower, ..self };
        let middle = self.slot << lower.len();
        if data.len() <= middle {
            return below.join(data, scratch, threads);
        }
        let (low, high) = data.split_at_mut(middle);
        if threads > 1 && low.len() >= PARALLEL && 2 * high.len() >= low.len() {
            let (left, right) = (threads - threads / 2, threads / 2);
            let mut other = memory::words(WHAT, lower.last().map_or(0, FixedFactor::scratch_len))?;
            let (mut first, mut second) = (Ok(()), Ok(()));
            both(true, || first = below.join(low, scratch, left), || second = below.join(high, &mut other, right));
            first.and(second)?;
        } else {
            below.join(low, scratch, threads)?;
            below.join(high, scratch, threads)?;
        }
        let scratch = &mut scratch[..factor.scratch_len()];
        let len = trimmed(high).len();
        if len > 0 {
            factor.multiply(&high[..len], scratch);
            high.fill(0);
            factor.add_product(len, scratch, &mut data[self.shift << lower.len()..]);
        }
        Ok(())
    }
}

#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests;
