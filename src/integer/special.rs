//! Products modulo `2^N - 1` and `2^N + 1`.

use super::{
    Engine, Multiplier, copied, lengthen,
    limbs::{add_assign, bit_len, compare, shift_right, sub_assign, trimmed},
    parted, product_len,
    transform::{self, Factors, length},
    transforms_pay, weighted, without_leading_zeros,
};
use crate::{Error, ParseCause, Result, conv::buffer};
use alloc::vec::Vec;
use core::{cmp::Ordering, fmt, num::NonZeroU64, str::FromStr};

/// A modulus next to a power of two; the exponent is at least 1.
///
/// [`multiply_modulo`] takes it and has an example. `Display` and `FromStr` write and read `2^N-1` and `2^N+1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SpecialModulus {
    /// `2^N - 1`.
    MinusOne(u64),
    /// `2^N + 1`.
    PlusOne(u64),
}

impl fmt::Display for SpecialModulus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SpecialModulus::MinusOne(n) => write!(f, "2^{n}-1"),
            SpecialModulus::PlusOne(n) => write!(f, "2^{n}+1"),
        }
    }
}

impl FromStr for SpecialModulus {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let because = |source| Error::Parse {
            expected: "2^N-1 or 2^N+1, with N at least 1",
            found: text.chars().take(40).collect(),
            source,
        };
        let wrong = || because(None);
        let rest = text.trim().strip_prefix("2^").ok_or_else(wrong)?;
        let (digits, modulus) = match (rest.strip_suffix("-1"), rest.strip_suffix("+1")) {
            (Some(digits), _) => (digits, SpecialModulus::MinusOne as fn(u64) -> Self),
            (_, Some(digits)) => (digits, SpecialModulus::PlusOne as fn(u64) -> Self),
            _ => return Err(wrong()),
        };
        if !digits.bytes().all(|digit| digit.is_ascii_digit()) {
            return Err(wrong());
        }
        match digits.parse::<NonZeroU64>() {
            Ok(n) => Ok(modulus(n.get())),
            Err(source) => Err(because(Some(ParseCause::Integer(source)))),
        }
    }
}

impl SpecialModulus {
    const fn exponent(self) -> u64 {
        match self {
            SpecialModulus::MinusOne(n) | SpecialModulus::PlusOne(n) => n,
        }
    }

    /// Returns the canonical residue, in `[0, m)`, without leading zero limbs.
    ///
    /// # Errors
    /// [`Error::Length`] for exponent 0; [`Error::Memory`].
    pub fn residue(self, x: &[u64]) -> Result<Vec<u64>> {
        let n = self.exponent();
        if n == 0 {
            let possible = "the exponent must be at least 1";
            return Err(Error::Length { what: "a modulus 2^N-1 or 2^N+1", len: 0, possible });
        }
        let bits = bit_len(x);
        let mut x = if bits > u128::from(n) && bits <= 2 * u128::from(n) {
            // Here n fits an address.
            match self {
                SpecialModulus::MinusOne(_) => folded(x, n as usize)?,
                SpecialModulus::PlusOne(_) => return Ok(without_leading_zeros(alternating(x, n as usize)?)),
            }
        } else {
            copied(WHAT, x, x.len())?
        };
        while bit_len(&x) > u128::from(n) {
            // 2^N is 1 or -1: the digits of x to the base 2^N, summed with these signs. Here n fits an address.
            let [mut even, odd] = digit_sums(&x, n as usize)?;
            match self {
                SpecialModulus::MinusOne(_) => {
                    add_assign(&mut even, &odd);
                }
                SpecialModulus::PlusOne(_) => {
                    let is_power = bit_len(&x) == u128::from(n) + 1 && trimmed(&even).is_empty();
                    if is_power {
                        // 2^N itself is canonical.
                        break;
                    }
                    // Each sum is shorter than x, so this ends; 0 <= p, q <= 2^N.
                    let (p, q) = (self.residue(&even)?, self.residue(&odd)?);
                    even = p;
                    lengthen(WHAT, &mut even, n as usize / 64 + 2)?;
                    if compare(&even, &q).is_lt() {
                        let mut modulus = buffer(WHAT, even.len(), &0)?;
                        modulus[n as usize / 64] = 1 << (n % 64);
                        add_assign(&mut modulus, &[1]);
                        add_assign(&mut even, &modulus);
                    }
                    sub_assign(&mut even, &q);
                }
            }
            x = even;
        }
        if matches!(self, SpecialModulus::MinusOne(_)) && bit_len(&x) == u128::from(n) && is_all_ones(&x, n) {
            x.clear();
        }
        Ok(without_leading_zeros(x))
    }
}

const WHAT: &str = "a residue";

/// Returns `x mod 2^n + floor(x/2^n)`, less `2^n - 1` where that is above it, for `x` below `2^(2n)`: in one pass.
fn folded(x: &[u64], n: usize) -> Result<Vec<u64>> {
    let (limbs, shift) = (n / 64, n % 64);
    let mut sum = buffer(WHAT, limbs + 1, &0u64)?;
    let (low, high) = x.split_at(x.len().min(limbs));
    // The upper half begins within a limb, whose lower bits belong to the lower half.
    let bits = |limb: u64, next: u64| if shift == 0 { limb } else { limb >> shift | next << (64 - shift) };
    let next = high.iter().skip(1).chain(core::iter::once(&0));
    let mut carry = false;
    for ((sum, &low), (&limb, &next)) in
        sum.iter_mut().zip(low).zip(high.iter().zip(next).chain(core::iter::repeat((&0, &0))))
    {
        let (value, first) = low.overflowing_add(bits(limb, next));
        let (value, second) = value.overflowing_add(u64::from(carry));
        (*sum, carry) = (value, first | second);
    }
    let mask = (1 << shift) - 1;
    let at = |i: usize| high.get(i).copied().unwrap_or(0);
    // Below 2^(shift + 1): the upper part is below 2^n.
    sum[limbs] = (at(0) & mask) + bits(at(limbs), at(limbs + 1)) + u64::from(carry);
    if sum[limbs] > mask {
        sum[limbs] &= mask;
        add_assign(&mut sum, &[1]);
    }
    Ok(sum)
}

/// Returns `x mod 2^n - floor(x/2^n)` modulo `2^n + 1`, for `x` below `2^(2n)`.
fn alternating(x: &[u64], n: usize) -> Result<Vec<u64>> {
    let (limbs, shift) = (n / 64, n % 64);
    let mut high = copied(WHAT, &x[limbs..], x.len() - limbs)?;
    let mut low = copied(WHAT, &x[..limbs], limbs + 1)?;
    low[limbs] = high[0] & ((1 << shift) - 1);
    shift_right(&mut high, shift as u32);
    let high = trimmed(&high);
    if compare(&low, high).is_lt() {
        // 2^n + 1 more.
        let (rest, carry) = low[limbs].overflowing_add(1 << shift);
        low[limbs] = rest;
        debug_assert!(!carry);
        add_assign(&mut low, &[1]);
    }
    sub_assign(&mut low, high);
    Ok(low)
}

/// Returns the sums of the digits of even and of odd index to the base `2^n`.
fn digit_sums(x: &[u64], n: usize) -> Result<[Vec<u64>; 2]> {
    // Fewer than 2^64 digits: one limb more than a digit has, and one for the shift.
    let len = n / 64 + 2;
    let mut sums = [buffer(WHAT, len, &0u64)?, buffer(WHAT, len, &0u64)?];
    let mut digit = buffer(WHAT, n.div_ceil(64), &0u64)?;
    let total = bit_len(x);
    for (index, start) in (0..).step_by(n).take_while(|&start| (start as u128) < total).enumerate() {
        let (limb, shift) = (start / 64, start % 64);
        let at = |i: usize| x.get(i).copied().unwrap_or(0);
        for (i, digit) in digit.iter_mut().enumerate() {
            let high = if shift == 0 { 0 } else { at(limb + i + 1) << (64 - shift) };
            *digit = at(limb + i) >> shift | high;
        }
        if let (Some(top), 1..) = (digit.last_mut(), n % 64) {
            *top &= (1 << (n % 64)) - 1;
        }
        add_assign(&mut sums[index % 2], &digit);
    }
    Ok(sums)
}

fn is_all_ones(x: &[u64], n: u64) -> bool {
    // As many ones as bits.
    x.iter().map(|limb| u64::from(limb.count_ones())).sum::<u64>() == n
}

/// Computes `a b` modulo `2^N - 1` or `2^N + 1`, on all threads: the canonical residue, without leading zero limbs.
///
/// A product has `2 N` bits, and the residue has `N`; transforms of that length compute the residue at once, for every
/// `N`, up to `2^28` bits by the fastest primes. They take half as long as the product if `N` is 64 times a power of
/// two. With AVX-512 the same holds for 64 times three or five times a power of two. For other `N` they take nine
/// tenths at best.
///
/// ```
/// use ringfft::integer::{SpecialModulus, multiply_modulo};
///
/// // Fermat: 3^(2^127 - 2) = 1 modulo the prime 2^127 - 1. The exponent has 126 binary ones, then a zero.
/// let modulus = SpecialModulus::MinusOne(127);
/// let mut power = vec![3];
/// for _ in 1..126 {
///     power = multiply_modulo(&power, &power, modulus)?;
///     power = multiply_modulo(&power, &[3], modulus)?;
/// }
/// power = multiply_modulo(&power, &power, modulus)?;
/// assert_eq!(power, [1]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// # Errors
/// As [`Multiplier::multiply`]; [`Error::Length`] for `N = 0`.
pub fn multiply_modulo(a: &[u64], b: &[u64], modulus: SpecialModulus) -> Result<Vec<u64>> {
    Multiplier::default().multiply_modulo(a, b, modulus)
}

impl Multiplier {
    /// Computes `a b` modulo `2^N - 1` or `2^N + 1`: see [`multiply_modulo`].
    ///
    /// # Errors
    /// As [`multiply`](Multiplier::multiply); [`Error::Length`] for `N = 0`.
    pub fn multiply_modulo(&self, a: &[u64], b: &[u64], modulus: SpecialModulus) -> Result<Vec<u64>> {
        let same = core::ptr::eq(a, b) || compare(a, b) == Ordering::Equal;
        let a = modulus.residue(a)?;
        let b = if same { Vec::new() } else { modulus.residue(b)? };
        let factors = if same { Factors::Square(&a) } else { Factors::Two(&a, &b) };
        let short = if same { a.len() } else { a.len().min(b.len()) };
        let limbs = modulus.exponent().div_ceil(64);
        // 2^N itself has a limb more.
        let reduced = [&a, &b].iter().all(|x| bit_len(x) <= u128::from(modulus.exponent()));
        let engine = matches!(self.engine, Engine::Auto | Engine::Primes);
        if engine && reduced && (short as u64).saturating_mul(2) > limbs && transforms_pay([short; 2], same)? {
            let threads = self.threads.resolve();
            if modulus.exponent().is_multiple_of(64) && (limbs.is_power_of_two() || parted::exists(limbs as usize)?) {
                return by_whole_limbs(&factors, limbs as usize, modulus, threads);
            }
            let product = product_len(short, short.max(a.len()).max(b.len()))?;
            if let Some(plan) = weighted::Plan::new(modulus.exponent(), matches!(modulus, SpecialModulus::PlusOne(_)))
                && plan.cost() < 3 * transform::cost(length(short, product)?)
            {
                return modulus.residue(&plan.multiply(&factors, threads)?);
            }
        }
        let product = if same { self.square(&a)? } else { self.multiply(&a, &b)? };
        modulus.residue(&product)
    }
}

/// Multiplies modulo `2^(64 n) - 1` or `2^(64 n) + 1`, `n` a power of two, or three or five times one.
fn by_whole_limbs(factors: &Factors<'_>, n: usize, modulus: SpecialModulus, threads: usize) -> Result<Vec<u64>> {
    let mut out = buffer("a product of integers", n + 3, &0)?;
    let (product, _) = out.split_at_mut(n + 2);
    let negacyclic = matches!(modulus, SpecialModulus::PlusOne(_));
    let above = match (n.is_power_of_two(), negacyclic) {
        (false, _) => parted::product(factors, n, negacyclic, product, threads)?,
        (true, true) => transform::negacyclic_product(factors, n, product, threads)?,
        (true, false) => {
            transform::cyclic_product(factors, n, product, threads)?;
            0
        }
    };
    if negacyclic {
        // Less 2^l in limbs 2 to n + 1. The difference is above -2^l B^(n + 1); twice 2^l B times the modulus keep it positive.
        add_assign(&mut out[1..], &[2 * above]);
        add_assign(&mut out[n + 1..], &[2 * above]);
        sub_assign(&mut out[2..], &buffer("a residue", n, &above)?);
    }
    modulus.residue(&out)
}
