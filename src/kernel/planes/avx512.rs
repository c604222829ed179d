//! 64 bytes in one register: AVX-512 with byte permutations and GFNI.
#![allow(unsafe_code, reason = "entering the instruction set; loads, stores and masked shuffles")]

use super::bytes::{Bytes, Line, Words};
use core::arch::{asm, x86_64::*};

/// AVX-512 with byte permutations and GFNI.
macro_rules! with_avx512 {
    ($($then:ident)::+! $($rest:tt)*) => { $($then)::+! { Avx512 ["avx512f" "avx512dq" "avx512bw" "avx512vl" "avx512vbmi" "gfni"] $($rest)* } };
}

with_avx512! { token! }

/// Returns index vectors of a permutation of 128 bytes: the bytes at even or odd positions of two registers, and its
/// inverse.
const fn places(kind: u8) -> [i8; 64] {
    let (mut index, mut i) = ([0; 64], 0);
    while i < 64 {
        index[i as usize] = match kind {
            0 => 2 * i,
            1 => 2 * i + 1,
            2 => i / 2 + 64 * (i % 2),
            _ => 32 + i / 2 + 64 * (i % 2),
        } as i8;
        i += 1;
    }
    index
}
static PLACES: [[i8; 64]; 4] = [places(0), places(1), places(2), places(3)];

#[inline]
#[target_feature(enable = "avx512f")]
fn place(kind: usize) -> __m512i {
    // SAFETY: 64 bytes, by type.
    unsafe { _mm512_loadu_si512(PLACES[kind].as_ptr().cast()) }
}

/// `a` in the lanes outside the mask, a shuffle of `b` inside: one instruction, which the compiler would make a slower
/// permutation of both registers.
macro_rules! merge {
    ($a:ident, $b:ident, $mask:expr, $shuffle:literal, $($operand:tt)*) => {{
        let mut merged = $a;
        // SAFETY: the function has the features of the instruction, which names registers alone.
        unsafe {
            asm!(
                $shuffle,
                merged = inout(zmm_reg) merged,
                from = in(zmm_reg) $b,
                mask = in(kreg) $mask,
                $($operand)*
                options(pure, nomem, nostack, preserves_flags)
            );
        }
        merged
    }};
}

#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512bw,avx512vl,avx512vbmi,gfni")]
fn exchanged<const BIT: u32>(a: __m512i, b: __m512i) -> (__m512i, __m512i) {
    match BIT {
        5 => (_mm512_shuffle_i64x2::<0x44>(a, b), _mm512_shuffle_i64x2::<0xee>(a, b)),
        4 => (
            merge!(a, b, 0b1100_1100u8, "vshufi64x2 {merged} {{{mask}}}, {from}, {from}, 0xa0",),
            merge!(b, a, 0b0011_0011u8, "vshufi64x2 {merged} {{{mask}}}, {from}, {from}, 0xf5",),
        ),
        3 => (_mm512_unpacklo_epi64(a, b), _mm512_unpackhi_epi64(a, b)),
        2 => (
            merge!(a, b, 0xaaaau16, "vpshufd {merged} {{{mask}}}, {from}, 0xa0",),
            merge!(b, a, 0x5555u16, "vpshufd {merged} {{{mask}}}, {from}, 0xf5",),
        ),
        _ => {
            let (down, up, mask) = if BIT == 1 {
                (
                    _mm512_set4_epi32(0x0d0c_0d0c, 0x0908_0908, 0x0504_0504, 0x0100_0100),
                    _mm512_set4_epi32(0x0f0e_0f0e, 0x0b0a_0b0a, 0x0706_0706, 0x0302_0302),
                    0xcccc_cccc_cccc_ccccu64,
                )
            } else {
                (
                    _mm512_set4_epi32(0x0e0e_0c0c, 0x0a0a_0808, 0x0606_0404, 0x0202_0000),
                    _mm512_set4_epi32(0x0f0f_0d0d, 0x0b0b_0909, 0x0707_0505, 0x0303_0101),
                    0xaaaa_aaaa_aaaa_aaaau64,
                )
            };
            (
                merge!(a, b, mask, "vpshufb {merged} {{{mask}}}, {from}, {order}", order = in(zmm_reg) down,),
                merge!(b, a, !mask, "vpshufb {merged} {{{mask}}}, {from}, {order}", order = in(zmm_reg) up,),
            )
        }
    }
}

impl Bytes for Avx512 {
    type V = __m512i;
    type Factor = __m512i;
    type Block = u64;
    const REGISTERS: usize = 32;
    const INLINED: usize = 8;
    const WIDEST: usize = 16;

    #[inline(always)]
    fn run<R>(self, f: impl FnOnce() -> R) -> R {
        with_avx512! { entry! self }
        // SAFETY: `self` exists, so `detect` found the features.
        unsafe { f.inner() }
    }

    with_avx512! { token_methods!
        fn load(line: &Line) -> __m512i {
            // SAFETY: 64 bytes, by type.
            unsafe { _mm512_loadu_si512(line.as_ptr().cast()) }
        }
        fn store(line: &mut Line, v: __m512i) -> () {
            // SAFETY: 64 bytes, by type.
            unsafe { _mm512_storeu_si512(line.as_mut_ptr().cast(), v) }
        }
        fn splat(byte: u8) -> __m512i { _mm512_set1_epi8(byte as i8) }
        fn xor(a: __m512i, b: __m512i) -> __m512i { _mm512_xor_si512(a, b) }
        fn xor3(a: __m512i, b: __m512i, c: __m512i) -> __m512i { _mm512_ternarylogic_epi64::<0x96>(a, b, c) }
        fn factor(byte: u8) -> __m512i { _mm512_set1_epi8(byte as i8) }
        fn times(a: __m512i, w: __m512i, _level: usize) -> __m512i { _mm512_gf2p8mul_epi8(a, w) }
        fn mul(a: __m512i, w: __m512i) -> __m512i { _mm512_gf2p8mul_epi8(a, w) }
        fn block(m: u64) -> u64 { m }
        fn affine(a: __m512i, m: u64) -> __m512i { _mm512_gf2p8affine_epi64_epi8::<0>(a, _mm512_set1_epi64(m as i64)) }
        fn unzip(a: __m512i, b: __m512i) -> (__m512i, __m512i) {
            (_mm512_permutex2var_epi8(a, place(0), b), _mm512_permutex2var_epi8(a, place(1), b))
        }
        fn zip(even: __m512i, odd: __m512i) -> (__m512i, __m512i) {
            (_mm512_permutex2var_epi8(even, place(2), odd), _mm512_permutex2var_epi8(even, place(3), odd))
        }
    }

    #[inline(always)]
    fn lane_factor(self, byte: u8, lanes: &Line) -> __m512i {
        self.xor(self.splat(byte), self.load(lanes))
    }

    #[inline(always)]
    fn exchange<const BIT: u32>(self, a: __m512i, b: __m512i) -> (__m512i, __m512i) {
        // SAFETY: `self` exists, so `detect` found the features.
        unsafe { exchanged::<BIT>(a, b) }
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn shifted<const S: usize>(before: __m512i, v: __m512i) -> __m512i {
    match S {
        1 => _mm512_alignr_epi32::<15>(v, before),
        2 => _mm512_alignr_epi32::<14>(v, before),
        4 => _mm512_alignr_epi32::<12>(v, before),
        _ => _mm512_alignr_epi32::<8>(v, before),
    }
}

impl Words for Avx512 {
    with_avx512! { token_methods!
        fn load_bytes(bytes: &[u8; 64]) -> __m512i {
            // SAFETY: 64 bytes, by type.
            unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
        }
        fn store_bytes(bytes: &mut [u8; 64], v: __m512i) -> () {
            // SAFETY: 64 bytes, by type.
            unsafe { _mm512_storeu_si512(bytes.as_mut_ptr().cast(), v) }
        }
        fn next_power(v: __m512i, first: u32) -> __m512i {
            let order = _mm512_setr_epi32(0, 1, 3, 3, 7, 5, 7, 7, 15, 9, 11, 11, 15, 13, 15, 15);
            _mm512_mask_set1_epi32(_mm512_permutexvar_epi32(order, v), 1, first as i32)
        }
    }

    /// Shifts words by `S`, which is 1, 2, 4 or 8.
    #[inline(always)]
    fn shift_words<const S: usize>(self, before: __m512i, v: __m512i) -> __m512i {
        // SAFETY: `self` exists, so `detect` found the features.
        unsafe { shifted::<S>(before, v) }
    }
}
