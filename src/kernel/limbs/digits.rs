//! Limbs as digits of 51 or 52 bits in vectors, and columns of sums as limbs.
//!
//! Notation: a digit has `D` bits; a block is 8 digits or columns, so `D` bytes.
//!
//! # Idea
//! A column, below `2^63`, carries into the next. A digit that is still too large, which is rare, carries a one. These
//! carries go through full digits of a block at once, as a sum of masks.
#![allow(unsafe_code, reason = "loads and stores")]

use core::arch::x86_64::*;

/// AVX-512 with products of 52 bits and permutations of bytes.
macro_rules! with_ifma {
    ($($then:ident)::+! $($rest:tt)*) => {
        $($then)::+! { Ifma ["avx512f" "avx512dq" "avx512bw" "avx512vl" "avx512ifma" "avx512vbmi" "bmi2"] $($rest)* }
    };
}

pub(super) use with_ifma;

with_ifma! { token! }

/// Bits of a digit of products, and of squares.
pub(super) const PRODUCT: u32 = 52;
pub(super) const SQUARE: u32 = 51;

/// 8 digits or columns.
pub(super) type V = __m512i;

/// Bytes and shifts between limbs and digits of `D` bits.
struct Tables {
    /// Every digit with the bits below and above it in its first and last byte.
    cut: [u8; 64],
    /// The bits below it.
    shifts: [u64; 8],
    /// The bytes of digits that were moved up by `shifts`, those shared by two digits from the lower one.
    join: [u8; 64],
    /// The shared bytes from the upper one.
    join_upper: [u8; 64],
    /// The mask of the shared bytes.
    shared: u64,
}

impl Tables {
    const fn new(d: usize) -> Self {
        let mut tables = Tables { cut: [0; 64], shifts: [0; 8], join: [0; 64], join_upper: [0; 64], shared: 0 };
        let mut j = 0;
        while j < 8 {
            let mut k = 0;
            while k < 8 {
                tables.cut[8 * j + k] = (d * j / 8 + k) as u8;
                k += 1;
            }
            tables.shifts[j] = (d * j % 8) as u64;
            j += 1;
        }
        let mut m = 0;
        while m < d {
            let j = 8 * m / d;
            tables.join[m] = (8 * j + m - d * j / 8) as u8;
            if 8 * m + 7 >= d * (j + 1) {
                tables.join_upper[m] = (8 * (j + 1)) as u8;
                tables.shared |= 1 << m;
            }
            m += 1;
        }
        tables
    }

    /// Returns the tables.
    const fn of<const D: u32>() -> &'static Tables {
        const { &Tables::new(D as usize) }
    }
}

with_ifma! { compiled!
    #[inline]
    fn lanes(x: &[u64; 8]) -> V {
        // SAFETY: 64 bytes, by type.
        unsafe { _mm512_loadu_si512(x.as_ptr().cast()) }
    }
}

with_ifma! { compiled!
    #[inline]
    fn words(x: &[u8; 64]) -> V {
        // SAFETY: 64 bytes, by type.
        unsafe { _mm512_loadu_si512(x.as_ptr().cast()) }
    }
}

with_ifma! { compiled!
    /// Returns the mask of the first `count` bytes, or of all.
    #[inline]
    fn first(count: usize) -> u64 {
        _bzhi_u64(u64::MAX, count.min(64) as u32)
    }
}

with_ifma! { compiled!
    /// Returns the greatest digit in every lane.
    #[inline]
    pub(super) fn full<const D: u32>() -> V {
        _mm512_set1_epi64((1 << D) - 1)
    }
}

with_ifma! { compiled!
    /// Returns the 8 digits from a byte of `x` on, zeros beyond its end.
    #[inline]
    pub(super) fn digits<const D: u32>(x: &[u64], from: usize) -> V {
        let tables = Tables::of::<D>();
        let len = 8 * x.len();
        if from >= len {
            return _mm512_setzero_si512();
        }
        let (at, left) = (x.as_ptr().cast::<i8>(), len - from);
        let cut = words(&tables.cut);
        // Masks take time, and a load waits for a store before it to where its mask leaves bytes out.
        let bytes = if left >= 64 {
            // SAFETY: 64 bytes of `x`.
            _mm512_permutexvar_epi8(cut, unsafe { _mm512_loadu_si512(at.add(from).cast()) })
        } else if len >= 64 {
            // The last 64 bytes.
            let place = _mm512_add_epi8(cut, _mm512_set1_epi8((64 - left) as i8));
            let inside = _mm512_cmplt_epu8_mask(place, _mm512_set1_epi8(64));
            // SAFETY: 64 bytes of `x`.
            _mm512_maskz_permutexvar_epi8(inside, place, unsafe { _mm512_loadu_si512(at.add(len - 64).cast()) })
        } else {
            // SAFETY: `left` bytes from byte `from` on are within `x`; no others are read.
            _mm512_permutexvar_epi8(cut, unsafe { _mm512_maskz_loadu_epi8(first(left), at.add(from)) })
        };
        let moved = _mm512_srlv_epi64(bytes, lanes(&tables.shifts));
        _mm512_and_si512(moved, full::<D>())
    }
}

/// The way from columns to limbs: blocks in their order.
pub(super) struct Columns<'a, const D: u32> {
    /// The carries of the block before, from each column to the next.
    carries: V,
    /// 1 if its highest digit left one more.
    carry: u32,
    out: &'a mut [u64],
    /// The byte of `out` where the next block begins.
    at: usize,
}

impl<'a, const D: u32> Columns<'a, D> {
    with_ifma! { compiled!
        #[inline]
        pub(super) fn new(out: &'a mut [u64]) -> Self {
            Columns { carries: _mm512_setzero_si512(), carry: 0, out, at: 0 }
        }
    }

    /// Returns whether every limb was written.
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.at >= 8 * self.out.len()
    }

    with_ifma! { compiled!
        /// Writes the digits of the next block of columns.
        #[inline]
        pub(super) fn push(&mut self, columns: V) {
            let carries = _mm512_srli_epi64::<D>(columns);
            let below = _mm512_alignr_epi64::<7>(carries, self.carries);
            let digits = _mm512_add_epi64(_mm512_and_si512(columns, full::<D>()), below);
            self.carries = carries;
            // Below 2^D + 2^12: a digit leaves one carry at most.
            let made = _mm512_cmpgt_epu64_mask(digits, full::<D>());
            if made == 0 && self.carry == 0 {
                return self.store(digits);
            }
            // A carry goes through the digits that are full: as the carries of an integer sum.
            let passed = u32::from(_mm512_cmpeq_epi64_mask(digits, full::<D>()));
            let taken = (2 * u32::from(made) + self.carry + passed) ^ passed;
            self.carry = taken >> 8;
            let digits = _mm512_mask_add_epi64(digits, taken as u8, digits, _mm512_set1_epi64(1));
            self.store(_mm512_and_si512(digits, full::<D>()));
        }
    }

    with_ifma! { compiled!
        /// Writes a block of digits as `D` bytes.
        #[inline]
        fn store(&mut self, digits: V) {
            let tables = Tables::of::<D>();
            let moved = _mm512_sllv_epi64(digits, lanes(&tables.shifts));
            let packed = _mm512_or_si512(
                _mm512_permutexvar_epi8(words(&tables.join), moved),
                _mm512_maskz_permutexvar_epi8(tables.shared, words(&tables.join_upper), moved),
            );
            let len = 8 * self.out.len();
            if self.at < len {
                // SAFETY: `len - at` bytes from byte `at` on are within `out`; no others are written.
                unsafe {
                    let to = self.out.as_mut_ptr().cast::<i8>().add(self.at);
                    // A mask takes time; bytes above the block are written again.
                    if len - self.at >= 64 {
                        _mm512_storeu_si512(to.cast(), packed);
                    } else {
                        _mm512_mask_storeu_epi8(to, first(len - self.at), packed);
                    }
                }
            }
            self.at += D as usize;
        }
    }
}
