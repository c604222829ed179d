//! Powers of any complex float, each rounded once.
//!
//! Notation: `u` half the distance from 1 to the next float; `c` the ratio; `B` a power of two near the square root of the number
//! of powers.
//!
//! # Idea
//! A product of floats is rounded, and a power computed from the previous one inherits its error: after `k` products it
//! is `k` times as large. Here products are integers of 191 bits with a binary exponent. So `k` of them are right to
//! `2^-188 k`, and the float is rounded from the last. Many powers of one ratio are products of two short tables in
//! double words,
//!
//! ```text
//! first c^k = (first c^(B i)) c^j,       k = B i + j,  j < B,
//! ```
//! by the product of [`Circle`](super::Circle), with exponents apart.
//!
//! # Contract
//! `|result - truth| <= (1 + 2^-18) u |truth|` for floats up to `f64`, `EPSILON |truth|` for double words, where no part
//! leaves the normal range; `u/sqrt 2` in place of `u` where `|truth| <= 1` and both floats of a part are below 1. Beyond the
//! range parts overflow and underflow as floats do. `papers/rounding.md` derives it, `tests/accuracy/powers.rs` asserts it.
//!
//! # Cost
//! Two integer products for each of about `2 sqrt(n)` entries, then as many operations a power as a root of `Circle` takes; over
//! floats wider than `f64` an integer product a power. Triangular exponents take two integer products each.

use super::{
    super::{
        double_double::DoubleDouble,
        real::{Real, is_wide},
    },
    circle::{Split, product},
};
use crate::{algebra::Exponents, arith::limbs};
use alloc::vec::Vec;
use core::cmp::Ordering;
use num_complex::Complex;

/// A part: sign and size, little-endian limbs.
#[derive(Clone, Copy, Debug)]
struct Part<const N: usize> {
    negative: bool,
    size: [u64; N],
}

impl<const N: usize> Part<N> {
    const ZERO: Self = Part { negative: false, size: [0; N] };

    fn negated(self) -> Self {
        Part { negative: !self.negative, ..self }
    }

    /// Returns the sum, of at most `64 N` bits.
    fn plus(self, other: Self) -> Self {
        let (mut large, mut small) = (self, other);
        if self.negative == other.negative {
            limbs::add_assign(&mut large.size, &small.size);
            return large;
        }
        match limbs::compare(&self.size, &other.size) {
            Ordering::Equal => return Self::ZERO,
            Ordering::Less => (large, small) = (other, self),
            Ordering::Greater => {}
        }
        limbs::sub_assign(&mut large.size, &small.size);
        large
    }

    /// Returns the zeros above the leading bit.
    fn leading_zeros(&self) -> u32 {
        let zeros = self.size.iter().rev().take_while(|limb| **limb == 0).count();
        let top = self.size.iter().rev().find(|limb| **limb != 0).map_or(0, |limb| limb.leading_zeros());
        64 * zeros as u32 + top
    }
}

impl Part<3> {
    fn times(&self, other: &Self) -> Part<6> {
        let mut size = [0; 6];
        limbs::schoolbook(&self.size, &other.size, &mut size);
        Part { negative: self.negative != other.negative, size }
    }

    /// Returns `mantissa 2^shift`, rounded towards zero, of a number below `2^191`.
    fn of(negative: bool, mantissa: u64, shift: i64) -> Self {
        if shift < 0 {
            let low = if shift > -64 { mantissa >> -shift } else { 0 };
            return Part { negative, size: [low, 0, 0] };
        }
        let (limb, bit) = ((shift / 64) as usize, (shift % 64) as u32);
        let wide = u128::from(mantissa) << bit;
        let mut size = [0; 3];
        for (i, word) in [wide as u64, (wide >> 64) as u64].into_iter().enumerate() {
            if let Some(place) = size.get_mut(limb + i) {
                *place = word;
            }
        }
        Part { negative, size }
    }

    /// Returns the part over `2^191`: the leading digits and the next ones.
    fn double_word(&self) -> DoubleDouble {
        let [_, middle, top] = self.size;
        // 52 digits, then 75 of which 53 are kept.
        let high = (top & !0x7ff) as f64 * power_of_two(-63);
        let low = (u128::from(top & 0x7ff) << 64 | u128::from(middle)) as f64 * power_of_two(-127);
        if self.negative { DoubleDouble::new(-high, -low) } else { DoubleDouble::new(high, low) }
    }

    /// Returns `self 2^(exponent - 191)`, rounded.
    fn rounded<T: Real>(&self, exponent: i64) -> T {
        let sign = |x: f64| if self.negative { -x } else { x };
        if !is_wide::<T>() {
            let sum = self.double_word();
            return T::from_f64(scaled(sum.high() + sum.low(), exponent));
        }
        // Four exact words, the least first.
        let [low, middle, top] = self.size;
        let words = [
            (low & ((1 << 47) - 1), 191),
            ((middle & ((1 << 31) - 1)) << 17 | low >> 47, 144),
            ((top & 0x7fff) << 33 | middle >> 31, 96),
            (top >> 15, 48),
        ];
        let mut sum = T::zero();
        for &(word, below) in &words {
            sum = sum + T::from_f64(scaled(sign(word as f64), exponent.saturating_sub(below)));
        }
        sum
    }
}

/// Returns `2^k` for `|k| <= 1022`.
fn power_of_two(k: i64) -> f64 {
    f64::from_bits(((1023 + k) as u64) << 52)
}

/// Returns `x 2^exponent`, rounded once: for `x` of 0 or between `2^-200` and `2^60`.
#[inline]
fn scaled(x: f64, exponent: i64) -> f64 {
    if exponent == 0 {
        return x;
    }
    // The first factor leaves a normal number.
    let exponent = exponent.clamp(-1600, 1600);
    let half = exponent / 2;
    x * power_of_two(half) * power_of_two(exponent - half)
}

/// `(re + i im) 2^(exponent - 191)`: the larger part lies in `[2^190, 2^191)`, or both are 0.
#[derive(Clone, Copy, Debug)]
struct Wide {
    re: Part<3>,
    im: Part<3>,
    exponent: i64,
}

impl Wide {
    const ONE: Self = Wide { re: Part { negative: false, size: [0, 0, 1 << 62] }, im: Part::ZERO, exponent: 1 };

    /// Converts exactly, for floats of at most 188 bits; returns `None` for infinite numbers and NaN.
    fn new<T: Real>(z: &Complex<T>) -> Option<Self> {
        // A float wider than `f64` is the sum of its rounded value and the rest.
        let words = |x: T| {
            let first = x.as_f64();
            let rest = x - T::from_f64(first);
            let second = rest.as_f64();
            [first, second, (rest - T::from_f64(second)).as_f64()]
        };
        Self::of_words([words(z.re), words(z.im)])
    }

    /// Returns the sum of each part's words, of which the first is the sum rounded.
    fn of_words(words: [[f64; 3]; 2]) -> Option<Self> {
        if !words.as_flattened().iter().all(|x| x.is_finite()) {
            return None;
        }
        // Sign, digits, and the exponent of the last of them.
        let digits = |x: f64| {
            let bits = x.to_bits();
            let (biased, fraction) = (bits >> 52 & 0x7ff, bits & ((1 << 52) - 1));
            let mantissa = if biased == 0 { fraction } else { fraction | 1 << 52 };
            (x < 0.0, mantissa, biased.max(1) as i64 - 1075)
        };
        let top = |x: &f64| {
            let (_, mantissa, last) = digits(*x);
            (mantissa != 0).then(|| last + i64::from(64 - mantissa.leading_zeros()))
        };
        let Some(top) = words.as_flattened().iter().filter_map(top).max() else {
            return Some(Wide { re: Part::ZERO, im: Part::ZERO, exponent: 0 });
        };
        // The second and third word leave the sum below twice the power of two above the first.
        let exponent = top + 1;
        let sum = |words: [f64; 3]| {
            let mut sum = Part::ZERO;
            for x in words {
                let (negative, mantissa, last) = digits(x);
                sum = sum.plus(Part::of(negative, mantissa, last - exponent + 191));
            }
            sum
        };
        let [re, im] = [sum(words[0]), sum(words[1])];
        Some(Self::normalised(re, im, exponent))
    }

    fn normalised(mut re: Part<3>, mut im: Part<3>, exponent: i64) -> Self {
        let shift = re.leading_zeros().min(im.leading_zeros()).saturating_sub(1);
        if shift >= 64 {
            return Wide { re: Part::ZERO, im: Part::ZERO, exponent: 0 };
        }
        limbs::shift_left(&mut re.size, shift);
        limbs::shift_left(&mut im.size, shift);
        Wide { re, im, exponent: exponent - i64::from(shift) }
    }

    /// Returns the product, each part within a unit below the truth in size.
    fn times(&self, other: &Self) -> Self {
        let re = self.re.times(&other.re).plus(self.im.times(&other.im).negated());
        let im = self.re.times(&other.im).plus(self.im.times(&other.re));
        let (re, im, zeros) = leading(re, im);
        // No power that a float holds has so large an exponent.
        let exponent = (self.exponent + other.exponent).clamp(-1 << 60, 1 << 60);
        Wide { re, im, exponent: exponent + 2 - i64::from(zeros) }
    }

    /// Returns `1/z` for `z` other than 0.
    fn inverse(&self) -> Self {
        let square = |part: &Part<3>| part.times(part);
        let (norm, _, zeros) = leading(square(&self.re).plus(square(&self.im)), Part::ZERO);
        // (2^381 - 1)/norm by long division: each of the first 190 steps only shifts in a one.
        let mut rest = [u64::MAX, u64::MAX, u64::MAX >> 2];
        let mut quotient = [0; 3];
        for bit in (0..191).rev() {
            limbs::shift_left(&mut rest, 1);
            rest[0] |= 1;
            if limbs::compare(&rest, &norm.size).is_ge() {
                limbs::sub_assign(&mut rest, &norm.size);
                quotient[bit / 64] |= 1 << (bit % 64);
            }
        }
        let reciprocal = Wide {
            re: Part { negative: false, size: quotient },
            im: Part::ZERO,
            exponent: i64::from(zeros) - 1 - 2 * self.exponent,
        };
        reciprocal.times(&Wide { im: self.im.negated(), ..*self })
    }

    fn rounded<T: Real>(&self) -> Complex<T> {
        Complex::new(self.re.rounded(self.exponent), self.im.rounded(self.exponent))
    }
}

/// Returns the leading 191 bits of two parts, and the zeros that were above them.
fn leading(mut re: Part<6>, mut im: Part<6>) -> (Part<3>, Part<3>, u32) {
    let zeros = re.leading_zeros().min(im.leading_zeros());
    // Of numbers other than 0 the product is that large.
    let shift = if zeros < 64 { zeros - 1 } else { 0 };
    let top = |part: &mut Part<6>| {
        limbs::shift_left(&mut part.size, shift);
        let [_, _, _, low, middle, top] = part.size;
        Part { negative: part.negative, size: [low, middle, top] }
    };
    (top(&mut re), top(&mut im), zeros)
}

/// Returns `base^exponent`; `None` for infinite numbers and NaN.
pub(super) fn power<T: Real>(base: &Complex<T>, exponent: u64) -> Option<Complex<T>> {
    let base = Wide::new(base)?;
    let mut power = Wide::ONE;
    for bit in (0..u64::BITS - exponent.leading_zeros()).rev() {
        power = power.times(&power);
        if exponent >> bit & 1 == 1 {
            power = power.times(&base);
        }
    }
    Some(power.rounded())
}

/// A number of a table, without its exponent in the parts.
#[derive(Clone, Copy)]
struct Entry {
    parts: [Split; 2],
    exponent: i64,
}

/// Returns `first ratio^e` for the first `count` exponents; `false` for infinite numbers and NaN, and then nothing is taken.
pub(super) fn progression<T: Real>(
    first: &Complex<T>,
    ratio: &Complex<T>,
    exponents: Exponents,
    count: usize,
    mut take: impl FnMut(Complex<T>),
) -> bool {
    let (Some(first), Some(ratio)) = (Wide::new(first), Wide::new(ratio)) else { return false };
    let ratio = if exponents.is_negative() { ratio.inverse() } else { ratio };
    if exponents.is_triangular() {
        along(first, Wide::ONE, Some(ratio), count, |power| take(power.rounded()));
        return true;
    }
    if is_wide::<T>() {
        along(first, ratio, None, count, |power| take(power.rounded()));
        return true;
    }
    let bits = (usize::BITS - count.leading_zeros()) / 2;
    let entries = |first, ratio, count| {
        let mut list = Vec::with_capacity(count);
        along(first, ratio, None, count, |power| {
            list.push(Entry {
                parts: [Split::new(power.re.double_word()), Split::new(power.im.double_word())],
                exponent: power.exponent,
            });
        });
        list
    };
    let fine = entries(Wide::ONE, ratio, 1 << bits);
    let step = (0..bits).fold(ratio, |power, _| power.times(&power));
    let coarse = entries(first, step, count.div_ceil(1 << bits));
    for (i, x) in coarse.iter().enumerate() {
        for y in &fine[..(count - (i << bits)).min(1 << bits)] {
            let exponent = x.exponent + y.exponent;
            let [re, im] = product::<T>(&x.parts, &y.parts);
            take(Complex::new(T::from_f64(scaled(re, exponent)), T::from_f64(scaled(im, exponent))));
        }
    }
    true
}

/// Computes powers one after the other: by `step` each time, which `growth` multiplies.
fn along(first: Wide, mut step: Wide, growth: Option<Wide>, count: usize, mut take: impl FnMut(&Wide)) {
    let mut power = first;
    for left in (0..count).rev() {
        take(&power);
        if left > 0 {
            power = power.times(&step);
            step = growth.map_or(step, |growth| step.times(&growth));
        }
    }
}
