//! Products and squares of limbs by AVX-512 IFMA.
//!
//! Notation: a digit has `D` bits, `a_i` and `b_j` are digits; half a block is 4 digits or columns, a block 8, so `D` bytes.
//!
//! # Idea
//! A product of two digits is added up in two parts, without carries: the low 52 bits at column `i + j`, the high ones
//! one column up. A digit of `a` in every lane is multiplied by 8 neighbouring digits of `b`, from a multiple of 4 on:
//! for a block `V` of columns and half a block `H` of `a`, digit `4H + r` meets the digits of `b` from `8V - 4H` on.
//! The products begin at column `8V + r`. A block of columns is 8 sums in registers: low and high parts for `r` from 0
//! to 3. It is moved up by `r` lanes once, at the end.
//!
//! A square adds up the products of different halves `H < G` once, with `2 a_i` for `a_i`. So its digits have 51 bits,
//! those of a product 52.
//!
//! # Ranges
//! A column adds up at most `2 N` parts below `2^52`, `N` the digits of the shorter factor (a square's: `N + 2` parts, those of digits
//! that are doubled or high at most `2^52`): below `2^63` for `N < 2^10`. [`MAX`] limbs are fewer.
#![allow(unsafe_code, reason = "entering the instruction set; loads and stores")]

use super::digits::{Columns, Ifma, PRODUCT, SQUARE, V, digits, with_ifma};
use core::{arch::x86_64::*, mem::MaybeUninit};

/// The greatest number of limbs of a factor.
pub(crate) const MAX: usize = 256;

/// Blocks of the longest factor.
const BLOCKS: usize = (MAX * 8).div_ceil(SQUARE as usize);

/// Half a block.
type Half = [u64; 4];

/// Room for the halves of a factor, and for one more before and two behind.
#[repr(C, align(64))]
struct Room {
    /// Padding that aligns the blocks with cache lines: stores and loads that cross lines are slower.
    _unused: MaybeUninit<Half>,
    halves: [MaybeUninit<Half>; 2 * BLOCKS + 3],
}

impl Room {
    const fn new() -> Self {
        Room { _unused: MaybeUninit::uninit(), halves: [MaybeUninit::uninit(); 2 * BLOCKS + 3] }
    }
}

impl Ifma {
    /// Computes `out <- a b`, for factors of 1 to [`MAX`] limbs, `out` as long as both.
    pub(crate) fn multiply(self, a: &[u64], b: &[u64], out: &mut [u64]) {
        assert!(a.len().min(b.len()) > 0 && a.len().max(b.len()) <= MAX && out.len() == a.len() + b.len());
        // SAFETY: `self` exists, so `detect` found the features.
        unsafe { multiply(a, b, out) }
    }

    /// Computes `out <- a^2`, for a factor of 1 to [`MAX`] limbs, `out` twice as long.
    pub(crate) fn square(self, a: &[u64], out: &mut [u64]) {
        assert!(!a.is_empty() && a.len() <= MAX && out.len() == 2 * a.len());
        // SAFETY: `self` exists, so `detect` found the features.
        unsafe { square(a, out) }
    }
}

with_ifma! { compiled!
    fn multiply(a: &[u64], b: &[u64], out: &mut [u64]) {
        let (mut a_room, mut b_room) = (Room::new(), Room::new());
        let a = cut::<PRODUCT>(a, &mut a_room);
        let b = cut::<PRODUCT>(b, &mut b_room);
        // Halves with digits.
        let (m, n) = (a.len() - 2, b.len() - 2);
        let mut columns = Blocks::<PRODUCT>::new(out);
        for v in 0..(m + n).div_ceil(2) {
            let mut sums = Sums::new();
            // Half `h` of `a` is multiplied by halves `2v - h` and `2v - h + 1` of `b`, one of which exists.
            let (from, to) = ((2 * v + 1).saturating_sub(n), (2 * v + 2).min(m));
            sums.add_all(&a[1 + from..1 + to], &b[2 * v + 2 - to..2 * v + 3 - from]);
            columns.push(&sums);
        }
    }
}

with_ifma! { compiled!
    fn square(a: &[u64], out: &mut [u64]) {
        let (mut room, mut doubled_room) = (Room::new(), Room::new());
        let a = cut::<SQUARE>(a, &mut room);
        let doubled = double(a, &mut doubled_room);
        let n = a.len() - 2;
        let mut columns = Blocks::<SQUARE>::new(out);
        for v in 0..n {
            let mut sums = Sums::new();
            // Half `h` is multiplied by halves `2v - h` and `2v - h + 1`, both above `h`.
            let from = (2 * v + 1).saturating_sub(n).min(v);
            sums.add_all(&doubled[1 + from..1 + v], &a[v + 2..2 * v + 3 - from]);
            // Half `v` is multiplied by itself and half `v + 1`.
            let b = load(&a[v + 1..v + 3]);
            sums.add(&a[v + 1], _mm512_mask_add_epi64(b, 0xf0, b, b));
            columns.push(&sums);
        }
    }
}

with_ifma! { compiled!
    /// Splits limbs into digits. Returns halves of blocks, with one half of zeros before the first and one after the
    /// last.
    #[inline]
    fn cut<'a, const D: u32>(x: &[u64], room: &'a mut Room) -> &'a [Half] {
        let halves = (64 * x.len()).div_ceil(4 * D as usize);
        let to = room.halves.as_mut_ptr().cast::<i8>();
        let zero = _mm512_setzero_si512();
        // SAFETY: the first two halves of `room`.
        unsafe { _mm512_storeu_si512(to.cast(), zero) };
        let blocks = halves.div_ceil(2);
        // Room for 32 bytes, `blocks` times 64, and 64.
        assert!(2 * blocks + 3 <= room.halves.len());
        for i in 0..blocks {
            let digits = digits::<D>(x, D as usize * i);
            // SAFETY: the block lies in `room`, by the assertion.
            unsafe { _mm512_storeu_si512(to.add(64 * i + 32).cast(), digits) };
        }
        // SAFETY: as above.
        unsafe { _mm512_storeu_si512(to.add(64 * blocks + 32).cast(), zero) };
        // SAFETY: the halves up to 2 `blocks` + 2 were written, and `halves` is at most 2 `blocks`.
        unsafe { &*(&raw const room.halves[..halves + 2] as *const [Half]) }
    }
}

with_ifma! { compiled!
    /// Doubles digits.
    #[inline]
    fn double<'a>(x: &[Half], room: &'a mut Room) -> &'a [Half] {
        for (i, &[a, b, c, d]) in x.iter().enumerate() {
            room.halves[i].write([2 * a, 2 * b, 2 * c, 2 * d]);
        }
        // SAFETY: these were written.
        unsafe { &*(&raw const room.halves[..x.len()] as *const [Half]) }
    }
}

with_ifma! { compiled!
    /// Loads two halves.
    #[inline]
    fn load(x: &[Half]) -> V {
        assert!(x.len() == 2);
        // SAFETY: 64 bytes, by the assertion.
        unsafe { _mm512_loadu_si512(x.as_ptr().cast()) }
    }
}

/// The sums of a block of columns: low and high parts for each place of a digit in its half.
struct Sums {
    low: [V; 4],
    high: [V; 4],
}

impl Sums {
    with_ifma! { compiled!
        #[inline]
        fn new() -> Self {
            Sums { low: [_mm512_setzero_si512(); 4], high: [_mm512_setzero_si512(); 4] }
        }
    }

    with_ifma! { compiled!
        /// Adds the products of each half of `a` by two neighbours of `b`, which go down as those of `a` go up.
        #[inline]
        fn add_all(&mut self, a: &[Half], b: &[Half]) {
            for i in 0..a.len() {
                let at = a.len() - 1 - i;
                self.add(&a[i], load(&b[at..at + 2]));
            }
        }
    }

    with_ifma! { compiled!
        #[inline]
        fn add(&mut self, a: &Half, b: V) {
            for r in 0..4 {
                let a = _mm512_set1_epi64(a[r] as i64);
                self.low[r] = _mm512_madd52lo_epu64(self.low[r], a, b);
                self.high[r] = _mm512_madd52hi_epu64(self.high[r], a, b);
            }
        }
    }

    with_ifma! { compiled!
        /// Returns the sums that begin `r` lanes up, for `r` from 0 to 4.
        #[inline]
        fn parts<const D: u32>(&self) -> [V; 5] {
            let (low, mut high) = (&self.low, self.high);
            // The high parts stand for multiples of 2^52, those of a column for multiples of 2^D.
            if D < 52 {
                for high in &mut high {
                    *high = _mm512_slli_epi64::<{ 52 - SQUARE }>(*high);
                }
            }
            [
                low[0],
                _mm512_add_epi64(low[1], high[0]),
                _mm512_add_epi64(low[2], high[1]),
                _mm512_add_epi64(low[3], high[2]),
                high[3],
            ]
        }
    }
}

/// Blocks of sums in their order.
struct Blocks<'a, const D: u32> {
    /// The parts of the block before, which begin 1 to 4 lanes up.
    parts: [V; 4],
    columns: Columns<'a, D>,
}

impl<'a, const D: u32> Blocks<'a, D> {
    with_ifma! { compiled!
        #[inline]
        fn new(out: &'a mut [u64]) -> Self {
            Blocks { parts: [_mm512_setzero_si512(); 4], columns: Columns::new(out) }
        }
    }

    with_ifma! { compiled!
        /// Adds up a block of columns, and writes its digits.
        #[inline]
        fn push(&mut self, sums: &Sums) {
            let (parts, before) = (sums.parts::<D>(), &self.parts);
            let columns = _mm512_add_epi64(
                _mm512_add_epi64(
                    _mm512_add_epi64(parts[0], _mm512_alignr_epi64::<7>(parts[1], before[0])),
                    _mm512_alignr_epi64::<6>(parts[2], before[1]),
                ),
                _mm512_add_epi64(
                    _mm512_alignr_epi64::<5>(parts[3], before[2]),
                    _mm512_alignr_epi64::<4>(parts[4], before[3]),
                ),
            );
            self.parts = [parts[1], parts[2], parts[3], parts[4]];
            self.columns.push(columns);
        }
    }
}
