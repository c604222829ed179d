//! Prime fields of up to 255 bits in four words, in Montgomery form: the scalar fields of BLS12-381 and BN254.
//!
//! Notation: `p` the prime, `R = 2^256`; the element `a` is kept as `a R mod p` in `[0, p)`.
//!
//! # Idea
//! The product is taken word by word of the second factor. After adding `a b_i` to the running sum `t`, the
//! multiple `m p` with `m = -t p^-1 mod 2^64` clears the lowest word, which is then dropped:
//!
//! ```text
//! t <- (t + a b_i + m p) / 2^64,      i = 0, 1, 2, 3
//! ```
//!
//! From `t < 2 p` follows `t + a b_i + m p < 2 p + 2 (2^64 - 1) p = 2^65 p`, so `t < 2 p` again; as
//! `2 p < 2^256`, four words hold it. One conditional subtraction ends in `[0, p)`. Each multiple of four words
//! is summed up in one chain of carries before it is added.
//!
//! | field | bits | generator | two-adicity | other small factors of `p - 1` |
//! |---|---|---|---|---|
//! | [`Bls12381Fr`] | 255 | 7 | 32 | 3 |
//! | [`Bn254Fr`] | 254 | 5 | 28 | 3^2 |
//!
//! # Source
//! \[Koc-Acar-Kaliski 1996\], coarsely integrated operand scanning.

use super::native::{MontgomeryForm, NativeField, ViaNative, operators, subtract_word};
use crate::{
    algebra::{StaticElement, Std},
    arith::inverse::inverse_modulo,
};
use alloc::string::String;
use core::{fmt, hash::Hash};

/// The constants of a field of four words.
///
/// [`Bls12381FrParameters`] and [`Bn254FrParameters`] implement it.
pub trait Mont256Parameters: Copy + Eq + Hash + Default + Send + Sync + 'static {
    /// The field's name, for messages.
    const NAME: &'static str;
    /// The prime: odd and below `2^255`, least word first.
    const MODULUS: [u64; 4];
    /// A generator of the multiplicative group.
    const GENERATOR: u64;

    /// `true` if the engines of this field are compiled in this crate.
    #[doc(hidden)]
    const COMPILED_HERE: bool = false;
}

/// The constants of [`Bls12381Fr`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bls12381FrParameters;

impl Mont256Parameters for Bls12381FrParameters {
    const NAME: &'static str = "the scalar field of BLS12-381";
    const MODULUS: [u64; 4] =
        [0xffff_ffff_0000_0001, 0x53bd_a402_fffe_5bfe, 0x3339_d808_09a1_d805, 0x73ed_a753_299d_7d48];
    const GENERATOR: u64 = 7;
    const COMPILED_HERE: bool = true;
}

/// The constants of [`Bn254Fr`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bn254FrParameters;

impl Mont256Parameters for Bn254FrParameters {
    const NAME: &'static str = "the scalar field of BN254";
    const MODULUS: [u64; 4] =
        [0x43e1_f593_f000_0001, 0x2833_e848_79b9_7091, 0xb850_45b6_8181_585d, 0x3064_4e72_e131_a029];
    const GENERATOR: u64 = 5;
    const COMPILED_HERE: bool = true;
}

/// The scalar field of BLS12-381; generator 7.
///
/// [`Mont256`] has an example.
pub type Bls12381Fr = Mont256<Bls12381FrParameters>;

/// The scalar field of BN254; generator 5.
///
/// [`Mont256`] has an example.
pub type Bn254Fr = Mont256<Bn254FrParameters>;

/// An element of the field with the constants `C`.
///
/// ```
/// use ringfft::rings::Bls12381Fr;
///
/// let a = Bls12381Fr::new(1 << 63) * Bls12381Fr::new(4);
/// assert_eq!(a.limbs(), [0, 2, 0, 0]); // 2^65, least word first
/// assert_eq!(Bls12381Fr::from_limbs([0, 2, 0, 0]), a);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(transparent)]
pub struct Mont256<C: Mont256Parameters> {
    pub(crate) limbs: [u64; 4],
    constants: core::marker::PhantomData<C>,
}

impl<C: Mont256Parameters> Mont256<C> {
    /// Zero.
    pub const ZERO: Self = Self::raw([0; 4]);
    /// One.
    pub const ONE: Self = Self::new(1);

    const P: [u64; 4] = {
        assert!(C::MODULUS[0] & 1 == 1 && C::MODULUS[3] >> 63 == 0 && C::MODULUS[3] != 0);
        C::MODULUS
    };
    /// `-p^-1 mod 2^64`: each Newton step doubles the number of correct bits, from the three of `p` itself.
    const NEGATED_P_INVERSE: u64 = {
        let p = Self::P[0];
        let mut inverse = p;
        let mut bits = 3;
        while bits < 64 {
            inverse = inverse.wrapping_mul(2u64.wrapping_sub(p.wrapping_mul(inverse)));
            bits *= 2;
        }
        inverse.wrapping_neg()
    };
    /// `R^2 mod p`: one, doubled 512 times.
    const R2: [u64; 4] = {
        let mut power = Self::raw([1, 0, 0, 0]);
        let mut i = 0;
        while i < 512 {
            power = power.plus(power);
            i += 1;
        }
        power.limbs
    };
    /// `p - 1`.
    const ORDER: [u64; 4] = {
        let mut order = Self::P;
        subtract_word(&mut order, 1);
        order
    };
    const S: u32 = {
        let mut s = 0;
        while Self::ORDER[s as usize / 64] >> (s % 64) & 1 == 0 {
            s += 1;
        }
        s
    };
    const ROOT: Self = {
        assert!(Self::S > 0 && Self::S < 64);
        let mut odd = [0; 4];
        let mut i = 0;
        while i < 4 {
            let above = if i < 3 { Self::ORDER[i + 1] << (64 - Self::S) } else { 0 };
            odd[i] = Self::ORDER[i] >> Self::S | above;
            i += 1;
        }
        Self::new(C::GENERATOR).power(&odd)
    };

    #[inline]
    pub(crate) const fn raw(limbs: [u64; 4]) -> Self {
        Mont256 { limbs, constants: core::marker::PhantomData }
    }

    /// Returns the residue of `n`.
    #[inline]
    pub const fn new(n: u64) -> Self {
        Self::raw([n, 0, 0, 0]).times(Self::raw(Self::R2))
    }

    /// Returns the residue of an integer of four words, least word first, which may be any.
    #[inline]
    pub const fn from_limbs(limbs: [u64; 4]) -> Self {
        // The second factor is below p, which is enough for the bound.
        Self::raw(Self::R2).times(Self::raw(limbs))
    }

    /// Returns the residue in `[0, p)`, least word first.
    #[inline]
    pub const fn limbs(self) -> [u64; 4] {
        // The product by one, without its multiples of zero.
        let [t0, t1, t2, t3] = self.limbs;
        let [t0, t1, t2, t3] = Self::clear([t0, t1, t2, t3, 0]);
        let [t0, t1, t2, t3] = Self::clear([t0, t1, t2, t3, 0]);
        let [t0, t1, t2, t3] = Self::clear([t0, t1, t2, t3, 0]);
        Self::once(Self::clear([t0, t1, t2, t3, 0])).limbs
    }

    /// Returns the one of `t` and `t - p` that is in `[0, p)`, for `t < 2 p`.
    #[inline]
    const fn once(t: [u64; 4]) -> Self {
        let p = Self::P;
        let (d0, borrow) = t[0].overflowing_sub(p[0]);
        let (d1, borrow) = subtract(t[1], p[1], borrow);
        let (d2, borrow) = subtract(t[2], p[2], borrow);
        let (d3, borrow) = subtract(t[3], p[3], borrow);
        let mask = mask(borrow);
        Self::raw([d0 ^ (d0 ^ t[0]) & mask, d1 ^ (d1 ^ t[1]) & mask, d2 ^ (d2 ^ t[2]) & mask, d3 ^ (d3 ^ t[3]) & mask])
    }

    #[inline]
    const fn plus(self, other: Self) -> Self {
        let (a, b) = (self.limbs, other.limbs);
        let (s0, carry) = a[0].overflowing_add(b[0]);
        let (s1, carry) = add(a[1], b[1], carry);
        let (s2, carry) = add(a[2], b[2], carry);
        // 2 p < 2^256: the last carry is zero.
        let (s3, _) = add(a[3], b[3], carry);
        Self::once([s0, s1, s2, s3])
    }

    #[inline]
    const fn minus(self, other: Self) -> Self {
        let (a, b, p) = (self.limbs, other.limbs, Self::P);
        let (d0, borrow) = a[0].overflowing_sub(b[0]);
        let (d1, borrow) = subtract(a[1], b[1], borrow);
        let (d2, borrow) = subtract(a[2], b[2], borrow);
        let (d3, borrow) = subtract(a[3], b[3], borrow);
        let mask = mask(borrow);
        let (d0, carry) = d0.overflowing_add(p[0] & mask);
        let (d1, carry) = add(d1, p[1] & mask, carry);
        let (d2, carry) = add(d2, p[2] & mask, carry);
        let (d3, _) = add(d3, p[3] & mask, carry);
        Self::raw([d0, d1, d2, d3])
    }

    #[inline]
    const fn negated(self) -> Self {
        Self::ZERO.minus(self)
    }

    #[inline]
    const fn times(self, other: Self) -> Self {
        let (a, b) = (&self.limbs, &other.limbs);
        let t = Self::clear(multiple(a, b[0]));
        let t = Self::clear(plus_words(t, multiple(a, b[1])));
        let t = Self::clear(plus_words(t, multiple(a, b[2])));
        let t = Self::clear(plus_words(t, multiple(a, b[3])));
        Self::once(t)
    }

    /// Returns `(t + m p) / 2^64`.
    #[inline(always)]
    const fn clear(t: [u64; 5]) -> [u64; 4] {
        let m = t[0].wrapping_mul(Self::NEGATED_P_INVERSE);
        let q = multiple(&Self::P, m);
        let (_, carry) = t[0].overflowing_add(q[0]);
        let (t1, carry) = add(t[1], q[1], carry);
        let (t2, carry) = add(t[2], q[2], carry);
        let (t3, carry) = add(t[3], q[3], carry);
        let (t4, _) = add(t[4], q[4], carry);
        [t1, t2, t3, t4]
    }
}

/// Returns `a b`: the low and the high halves of the four products in one chain.
#[inline(always)]
const fn multiple(a: &[u64; 4], b: u64) -> [u64; 5] {
    let (w0, h0) = wide(a[0], b);
    let (l1, h1) = wide(a[1], b);
    let (l2, h2) = wide(a[2], b);
    let (l3, h3) = wide(a[3], b);
    let (w1, carry) = h0.overflowing_add(l1);
    let (w2, carry) = add(h1, l2, carry);
    let (w3, carry) = add(h2, l3, carry);
    [w0, w1, w2, w3, h3.wrapping_add(carry as u64)]
}

/// Returns `t + w`; the sum fits.
#[inline(always)]
const fn plus_words(t: [u64; 4], w: [u64; 5]) -> [u64; 5] {
    let (s0, carry) = t[0].overflowing_add(w[0]);
    let (s1, carry) = add(t[1], w[1], carry);
    let (s2, carry) = add(t[2], w[2], carry);
    let (s3, carry) = add(t[3], w[3], carry);
    [s0, s1, s2, s3, w[4].wrapping_add(carry as u64)]
}

/// Returns the product of two words as low and high word.
#[inline(always)]
const fn wide(a: u64, b: u64) -> (u64, u64) {
    let product = a as u128 * b as u128;
    (product as u64, (product >> 64) as u64)
}

/// Returns all ones where there is a borrow, else zero. It is behind a barrier: a compiler that knew it to be one of two
/// words might branch on it.
#[inline(always)]
const fn mask(borrow: bool) -> u64 {
    core::hint::black_box((borrow as u64).wrapping_neg())
}

#[inline(always)]
const fn add(a: u64, b: u64, carry: bool) -> (u64, bool) {
    let (sum, over) = a.overflowing_add(b);
    let (sum, again) = sum.overflowing_add(carry as u64);
    (sum, over | again)
}

#[inline(always)]
const fn subtract(a: u64, b: u64, borrow: bool) -> (u64, bool) {
    let (difference, under) = a.overflowing_sub(b);
    let (difference, again) = difference.overflowing_sub(borrow as u64);
    (difference, under | again)
}

operators!([C: Mont256Parameters] Mont256<C>);

impl<C: Mont256Parameters> fmt::Display for Mont256<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut limbs = self.limbs();
        let mut digits = [b'0'; 78];
        let mut first = digits.len();
        while first == digits.len() || limbs != [0; 4] {
            first -= 1;
            let mut remainder = 0u128;
            for limb in limbs.iter_mut().rev() {
                let dividend = remainder << 64 | u128::from(*limb);
                *limb = (dividend / 10) as u64;
                remainder = dividend % 10;
            }
            digits[first] += remainder as u8;
        }
        f.pad_integral(true, "", core::str::from_utf8(&digits[first..]).unwrap_or_default())
    }
}

impl<C: Mont256Parameters> NativeField for Mont256<C> {
    const ZERO: Self = Self::ZERO;
    const ONE: Self = Self::ONE;
    const GENERATOR: Self = Self::new(C::GENERATOR);
    const MODULUS: &'static [u64] = &Self::P;
    const TWO_ADICITY: u32 = Self::S;
    const ROOT_OF_UNITY: Self = Self::ROOT;
    const COMPILED_HERE: bool = C::COMPILED_HERE;
    const MONTGOMERY_FORM: Option<MontgomeryForm<Self>> =
        Some(MontgomeryForm { words: |x| x.limbs, element: |words| Self::raw(*words) });

    fn name() -> String {
        C::NAME.into()
    }

    /// Returns the inverse, by division steps. `None` for zero. Montgomery words of the inverse are `R^2` over those of the element.
    fn inverse(&self) -> Option<Self> {
        let inverse = Self::raw(inverse_modulo(&self.limbs, &Self::P)?);
        Some(inverse.times(Self::raw(Self::R2)).times(Self::raw(Self::R2)))
    }

    fn write_residue(&self, words: &mut [u64]) {
        words[..4].copy_from_slice(&self.limbs());
    }

    fn from_residue(words: &[u64]) -> Option<Self> {
        let mut limbs = [0; 4];
        let (low, rest) = words.split_at(words.len().min(4));
        limbs[..low.len()].copy_from_slice(low);
        let below = limbs.iter().rev().lt(Self::P.iter().rev());
        (below && rest.iter().all(|&word| word == 0)).then(|| Self::from_limbs(limbs))
    }
}

impl<C: Mont256Parameters> StaticElement for Mont256<C> {
    type Ring = Std<Mont256<C>, ViaNative>;
}
