//! Products and squares of limbs by AVX-512 IFMA.
//!
//! Notation: a digit has `D` bits, `a_i` and `b_j` are digits; half a block is 4 digits or columns, a block 8, so `D` bytes.
//!
//! # Idea
//! A product of two digits is added up in two parts, the low 52 bits at column `i + j` and the high ones one column up, without carries.
//! A digit of `a` in every lane is multiplied by 8 neighbouring digits of `b`, from a multiple of 4 on: for a block `V` of columns and half
//! a block `H` of `a`, digit `4H + r` meets the digits of `b` from `8V - 4H` on, and the products begin at column `8V + r`. So a block of
//! columns is 8 sums in registers, low and high parts for `r` from 0 to 3, and is moved up by `r` lanes once, at the end.
//!
//! A square adds up the products of different halves `H < G` once, with `2 a_i` for `a_i`; hence digits of 51 bits, where a product has 52.
//!
//! Columns become digits by two carries from each to the next, the second of which are ones. Where a digit is still too large, which is
//! rare, carries go through full digits of a block at once: as a sum of masks.
//!
//! # Ranges
//! A column adds up at most `2 N` parts below `2^52`, `N` the digits of the shorter factor (a square's: `N + 2` parts, those of digits
//! that are doubled or high at most `2^52`): below `2^63` for `N < 2^10`. [`MAX`] limbs are fewer.
#![allow(unsafe_code, reason = "entering the instruction set; loads and stores")]

use core::{arch::x86_64::*, array, mem::MaybeUninit};

/// AVX-512 with products of 52 bits and permutations of bytes.
macro_rules! with_ifma {
    ($($then:ident)::+! $($rest:tt)*) => {
        $($then)::+! { Ifma ["avx512f" "avx512dq" "avx512bw" "avx512vl" "avx512ifma" "avx512vbmi" "bmi2"] $($rest)* }
    };
}

with_ifma! { token! }

/// The greatest number of limbs of a factor.
pub(crate) const MAX: usize = 256;

/// Bits of a digit of products, and of squares.
const PRODUCT: u32 = 52;
const SQUARE: u32 = 51;

/// Blocks of the longest factor.
const BLOCKS: usize = (MAX * 8).div_ceil(SQUARE as usize);

/// 8 digits or columns.
type V = __m512i;

/// Half a block.
type Half = [u64; 4];

/// Room for the halves of a factor, and for one more before and two behind.
#[repr(C, align(64))]
struct Room {
    /// So that blocks begin with lines of the cache: stores and loads that cross them are slower.
    _unused: MaybeUninit<Half>,
    halves: [MaybeUninit<Half>; 2 * BLOCKS + 3],
}

impl Room {
    const fn new() -> Self {
        Room { _unused: MaybeUninit::uninit(), halves: [MaybeUninit::uninit(); 2 * BLOCKS + 3] }
    }
}

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
    /// Which bytes are shared.
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
        let mut columns = Columns::<PRODUCT>::new(out);
        for v in 0..(m + n).div_ceil(2) {
            let mut sums = Sums::new();
            // Half `h` of `a` meets halves `2v - h` and `2v - h + 1` of `b`, one of which is there.
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
        let mut columns = Columns::<SQUARE>::new(out);
        for v in 0..n {
            let mut sums = Sums::new();
            // Half `h` meets halves `2v - h` and `2v - h + 1`, both above `h`.
            let from = (2 * v + 1).saturating_sub(n).min(v);
            sums.add_all(&doubled[1 + from..1 + v], &a[v + 2..2 * v + 3 - from]);
            // Half `v` meets itself and half `v + 1`.
            let b = load(&a[v + 1..v + 3]);
            sums.add(&a[v + 1], _mm512_mask_add_epi64(b, 0xf0, b, b));
            columns.push(&sums);
        }
    }
}

with_ifma! { compiled!
    /// Cuts limbs into digits. Returns halves of blocks, with one half of zeros before the first and one behind the last.
    #[inline]
    fn cut<'a, const D: u32>(x: &[u64], room: &'a mut Room) -> &'a [Half] {
        let tables = Tables::of::<D>();
        let (bytes, shifts) = (words(&tables.cut), lanes(&tables.shifts));
        let (bits, len) = (64 * x.len(), 8 * x.len());
        let halves = bits.div_ceil(4 * D as usize);
        let to = room.halves.as_mut_ptr().cast::<i8>();
        let zero = _mm512_setzero_si512();
        // SAFETY: the first two halves of `room`.
        unsafe { _mm512_storeu_si512(to.cast(), zero) };
        let blocks = halves.div_ceil(2);
        // Room for 32 bytes, `blocks` times 64, and 64.
        assert!(2 * blocks + 3 <= room.halves.len());
        for i in 0..blocks {
            let from = D as usize * i;
            // SAFETY: `len - from` bytes from there on are within `x`; no others are read. The block lies in `room`, by the assertion.
            unsafe {
                let v = _mm512_maskz_loadu_epi8(first(len - from), x.as_ptr().cast::<i8>().add(from));
                let digits = _mm512_srlv_epi64(_mm512_permutexvar_epi8(bytes, v), shifts);
                _mm512_storeu_si512(to.add(64 * i + 32).cast(), _mm512_and_si512(digits, full::<D>()));
            }
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
        for (to, x) in room.halves.iter_mut().zip(x) {
            to.write(x.map(|x| 2 * x));
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
    fn full<const D: u32>() -> V {
        _mm512_set1_epi64((1 << D) - 1)
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
            for (a, b) in a.iter().zip(b.windows(2).rev()) {
                self.add(a, load(b));
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
                high = high.map(#[inline(always)] |high| _mm512_slli_epi64::<{ 52 - SQUARE }>(high));
            }
            let parts: [V; 3] = array::from_fn(#[inline(always)] |r| _mm512_add_epi64(low[r + 1], high[r]));
            [low[0], parts[0], parts[1], parts[2], high[3]]
        }
    }
}

/// The way from sums to limbs: blocks of columns in their order.
struct Columns<'a, const D: u32> {
    /// The parts of the block before, which begin 1 to 4 lanes up.
    parts: [V; 4],
    /// Its carries, and those of one that they left.
    carries: V,
    ones: V,
    /// 1 if a carry went through it.
    carry: u32,
    out: &'a mut [u64],
    /// The byte of `out` where the next block begins.
    at: usize,
}

impl<'a, const D: u32> Columns<'a, D> {
    with_ifma! { compiled!
        #[inline]
        fn new(out: &'a mut [u64]) -> Self {
            let zero = _mm512_setzero_si512();
            Columns { parts: [zero; 4], carries: zero, ones: zero, carry: 0, out, at: 0 }
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
            let (sums, carries) = carried::<D>(columns, self.carries);
            let (digits, ones) = carried::<D>(sums, self.ones);
            (self.carries, self.ones) = (carries, ones);
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
                    _mm512_mask_storeu_epi8(to, first(len - self.at), packed);
                }
            }
            self.at += D as usize;
        }
    }
}

with_ifma! { compiled!
    /// Returns the digits of columns with the carries from one lane to the next, the first from the block before, and the carries.
    #[inline]
    fn carried<const D: u32>(columns: V, before: V) -> (V, V) {
        let carries = _mm512_srli_epi64::<D>(columns);
        (_mm512_add_epi64(_mm512_and_si512(columns, full::<D>()), _mm512_alignr_epi64::<7>(carries, before)), carries)
    }
}
