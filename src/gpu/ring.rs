//! The rings with kernels: the layout of their elements in memory, and their roots of unity as tables.

#![allow(unsafe_code, reason = "slices of elements are copied as bytes")]

use super::source::Name;
use crate::{
    Result,
    algebra::{Action, Ring, Roots, Std},
    rings::{
        BabyBear, Bls12381Fr, Bn254Fr, Circle, ComplexRing, Goldilocks, KoalaBear, Modular, Modular32, Real, ViaNative,
    },
};
use alloc::vec::Vec;
use num_complex::Complex;

/// A ring with kernels for devices: complex numbers, the fields of this crate (except for that of `2^31 - 1`), and
/// residues modulo a prime known at run time. That prime is below `2^31` for [`Modular32`] and below `2^62` for
/// [`Modular`].
///
/// Sealed: a kernel and a type that only claims to be its element would read each other's bytes.
pub trait DeviceRing: Ring<Element: Plain> + Roots + Action<Scalars = Self> + sealed::Kernels {}

impl<R: Ring<Element: Plain> + Roots + Action<Scalars = R> + sealed::Kernels> DeviceRing for R {}

/// Types that kernels may read as raw bytes.
///
/// # Safety
/// The type has no padding, every bit pattern is a valid value, and its layout is that of the struct of this name in
/// `cuda/src`.
pub unsafe trait Plain: Copy + Send + Sync + 'static {}

// SAFETY: two floats without padding.
unsafe impl Plain for Complex<f32> {}
// SAFETY: as above.
unsafe impl Plain for Complex<f64> {}
// SAFETY: a word.
unsafe impl Plain for u32 {}
// SAFETY: a word.
unsafe impl Plain for u64 {}
// SAFETY: transparent over a word; a word above the modulus is still a valid value of the type.
unsafe impl Plain for Goldilocks {}
// SAFETY: as above.
unsafe impl Plain for BabyBear {}
// SAFETY: as above.
unsafe impl Plain for KoalaBear {}
// SAFETY: transparent over four words.
unsafe impl Plain for Bls12381Fr {}
// SAFETY: as above.
unsafe impl Plain for Bn254Fr {}

/// Returns the elements as bytes.
pub(crate) fn bytes<E: Plain>(elements: &[E]) -> &[u8] {
    // SAFETY: `Plain` has no padding, so all bytes are initialised; the length is that of the slice.
    unsafe { core::slice::from_raw_parts(elements.as_ptr().cast(), size_of_val(elements)) }
}

/// Returns the elements as bytes, to write.
pub(crate) fn bytes_mut<E: Plain>(elements: &mut [E]) -> &mut [u8] {
    // SAFETY: as in `bytes`; and every bit pattern is a valid element, by `Plain`.
    unsafe { core::slice::from_raw_parts_mut(elements.as_mut_ptr().cast(), size_of_val(elements)) }
}

pub(crate) mod sealed {
    use super::*;

    /// The interface between the engine and a ring.
    pub trait Kernels: Ring + Roots {
        /// Returns its kernels, if it has any.
        #[doc(hidden)]
        fn kernels(&self) -> Option<Name>;

        /// Returns the powers of the ring's root of this order.
        #[doc(hidden)]
        fn root_powers(&self, order: usize, exponents: &[usize]) -> Result<Vec<Self::Element>> {
            let w = self.root(order)?;
            // Two short lists and a product each, except for short tables.
            if exponents.len() < 64 {
                return Ok(exponents.iter().map(|&e| self.power(&w, order, e % order)).collect());
            }
            let low = 1 << order.ilog2().div_ceil(2);
            let fine = self.powers(&w, order, 1, low);
            let coarse = self.powers(&w, order, low % order, order.div_ceil(low));
            let entry = |&e: &usize| {
                let e = e % order;
                let mut power = fine[e % low].clone();
                self.mul_assign(&mut power, &coarse[e / low]);
                power
            };
            Ok(exponents.iter().map(entry).collect())
        }

        /// Writes the element as tables hold it.
        #[doc(hidden)]
        fn put(&self, x: &Self::Element, table: &mut Vec<u8>);

        /// Writes the modulus as kernels take it, if it is known at run time only.
        #[doc(hidden)]
        fn describe(&self, _: &mut Vec<u8>) {}

        /// Returns the elements as residues below the modulus; `None` if they already are.
        #[doc(hidden)]
        fn reduced(&self, _: &[Self::Element]) -> Option<Vec<Self::Element>> {
            None
        }
    }
}

impl<T: Real> sealed::Kernels for ComplexRing<T>
where
    Complex<T>: Plain,
{
    fn kernels(&self) -> Option<Name> {
        match size_of::<T>() {
            4 => Some(Name::C32),
            8 => Some(Name::C64),
            _ => None,
        }
    }

    /// Returns the powers, each rounded once, from its exponent.
    fn root_powers(&self, order: usize, exponents: &[usize]) -> Result<Vec<Complex<T>>> {
        let circle = Circle::<T>::new(order, exponents.len());
        Ok(exponents.iter().map(|&e| circle.root((order - e % order) % order)).collect())
    }

    fn put(&self, x: &Complex<T>, table: &mut Vec<u8>) {
        table.extend_from_slice(bytes(core::slice::from_ref(x)));
    }
}

/// The fields of this crate: tables hold elements.
macro_rules! fields {
    ($($field:ident $name:ident,)*) => {
        $(impl sealed::Kernels for Std<$field, ViaNative> {
            fn kernels(&self) -> Option<Name> {
                Some(Name::$name)
            }

            fn put(&self, x: &$field, table: &mut Vec<u8>) {
                table.extend_from_slice(bytes(core::slice::from_ref(x)));
            }
        })*
    };
}
fields! {
    Goldilocks Goldilocks,
    BabyBear BabyBear,
    KoalaBear KoalaBear,
    Bls12381Fr Bls12381,
    Bn254Fr Bn254,
}

/// Residues modulo a prime known at run time: tables hold `x 2^BITS`.
macro_rules! words {
    ($($ring:ident $name:ident $word:ident $double:ident $least_zeros:literal,)*) => {
        $(impl sealed::Kernels for $ring {
            fn kernels(&self) -> Option<Name> {
                (self.modulus().leading_zeros() >= $least_zeros && self.generator().is_some()).then_some(Name::$name)
            }

            fn put(&self, x: &$word, table: &mut Vec<u8>) {
                let shifted = ($double::from(*x) << $word::BITS) % $double::from(self.modulus());
                table.extend_from_slice(&(shifted as $word).to_ne_bytes());
            }

            fn describe(&self, table: &mut Vec<u8>) {
                let p = self.modulus();
                // Newton's steps: each doubles the digits of 1/p modulo a power of two; p is right in three.
                let mut inverse = p;
                for _ in 0..6 {
                    inverse = inverse.wrapping_mul((2 as $word).wrapping_sub(p.wrapping_mul(inverse)));
                }
                let wide = $double::from(p);
                let one = (1 << $word::BITS) % wide;
                for word in [p, inverse.wrapping_neg(), (one * one % wide) as $word, 0] {
                    table.extend_from_slice(&word.to_ne_bytes());
                }
            }

            fn reduced(&self, values: &[$word]) -> Option<Vec<$word>> {
                let p = self.modulus();
                let any = values.iter().any(|&x| x >= p);
                any.then(|| values.iter().map(|&x| x % p).collect())
            }
        })*
    };
}
words! {
    Modular32 Word32 u32 u64 1,
    Modular Word64 u64 u128 2,
}
