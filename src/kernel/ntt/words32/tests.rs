//! Every instruction set against one word, and the reductions over short words exhaustively.

use super::*;
use crate::kernel::packed::Portable;
use crate::lists;

/// Words of `BITS` bits: products and differences are modulo `2^BITS`, so that all of them can be tried.
#[derive(Clone, Copy, Debug)]
struct Short<const BITS: u32>;

impl<const BITS: u32> Short<BITS> {
    const MASK: u32 = (1 << BITS) - 1;
}

impl<const BITS: u32> Words32<1> for Short<BITS> {
    type Token = Portable;
    type V = u32;
    type Block = [u32; 1];

    fn token(self) -> Portable {
        Portable
    }
    fn splat(self, x: u32) -> u32 {
        x
    }
    fn load(self, x: &[u32; 1]) -> u32 {
        x[0]
    }
    fn store(self, x: &mut [u32; 1], v: u32) {
        x[0] = v;
    }
    fn row(self, x: &[u32; 1]) -> u32 {
        x[0]
    }
    fn add(self, a: u32, b: u32) -> u32 {
        (a + b) & Self::MASK
    }
    fn sub(self, a: u32, b: u32) -> u32 {
        a.wrapping_sub(b) & Self::MASK
    }
    fn min(self, a: u32, b: u32) -> u32 {
        a.min(b)
    }
    fn max(self, a: u32, b: u32) -> u32 {
        a.max(b)
    }
    fn mul_low(self, a: u32, b: u32) -> u32 {
        (a * b) & Self::MASK
    }
    fn mul_high(self, a: u32, b: u32, _: u32) -> u32 {
        (a * b) >> BITS
    }
    fn odd(self, b: u32) -> u32 {
        b
    }
    fn sub_or_add(self, a: u32, b: u32, p: u32) -> u32 {
        if a < b { (a + p).wrapping_sub(b) & Self::MASK } else { a - b }
    }
    fn any_from(self, x: u32, m: u32) -> bool {
        x >= m
    }
    fn transpose(self, v: [u32; 1]) -> [u32; 1] {
        v
    }
}

/// Checks every product of every residue of `p` with every word.
fn products<const BITS: u32>(p: u32) {
    let (words, size) = (Short::<BITS>, 1u32 << BITS);
    let mut inverse = 1;
    while inverse * p % size != 1 {
        inverse += 2;
    }
    for w in 0..p {
        let shoup = Factor { low: w, high: (w << BITS) / p, odd: (w << BITS) / p };
        let montgomery = Factor { low: w * inverse % size, high: w, odd: w };
        for x in 0..size {
            if 2 * p < size {
                let product = words.shoup(x, shoup, p);
                assert!(product < 2 * p && product % p == w * x % p, "{w} {x} modulo {p}: {product}");
                assert!(
                    u64::from(product) << BITS < u64::from(p) * u64::from(size + x),
                    "{w} {x} modulo {p}: {product}"
                );
                assert_eq!(words.reduce(product, p), w * x % p);
            }
            let product = words.montgomery(x, montgomery, p);
            assert!(product < p && product * size % p == w * x % p, "{w} {x} modulo {p}: {product}");
        }
    }
}

#[inline]
pub(crate) fn reductions_of_all_words_of_eight_bits() {
    (3..256).step_by(2).for_each(products::<8>);
    let words = Short::<8>;
    for a in 0..256 {
        for c in 0..256 {
            assert_eq!(words.reduce(a, c), if a < c { a } else { a - c });
            // Sums and differences modulo every p of residues.
            if a < c {
                for b in 0..c {
                    assert_eq!(words.sub_or_add(a, b, c), (a + c - b) % c);
                    assert_eq!(words.sub_or_add(a, words.sub(c, b), c), (a + b) % c);
                    if a + c < 256 {
                        assert_eq!(words.difference(a, b, c), a + c - b);
                    }
                }
            }
        }
    }
}

#[inline]
pub(crate) fn reductions_of_all_words_of_twelve_bits() {
    // The least, those about a quarter, a half and the whole of the word's range.
    [3, 1021, 2039, 2045, 4093].into_iter().for_each(products::<12>);
}

fn word(i: usize) -> u32 {
    match i % 7 {
        0 => u32::MAX - i as u32,
        1 => i as u32,
        2 => 1 << (i % 32),
        _ => (i as u32).wrapping_mul(0x9e37_79b9) ^ 0x5bd1_e995,
    }
}

fn equals_one_word<const L: usize, W: Words32<L, Block = [u32; L]>>(w: W) {
    w.token().run(|| {
        let block = |offset: usize| lists::from_fn(|l| word(offset + l));
        let stored = |v: W::V| {
            let mut out = [0; L];
            w.store(&mut out, v);
            out
        };
        for offset in 0..64 {
            let (x, y, z): ([u32; L], [u32; L], [u32; L]) = (block(offset), block(5 * offset + 3), block(9 * offset));
            let (a, b, c) = (w.load(&x), w.load(&y), w.load(&z));
            let each = |f: &dyn Fn(u32, u32, u32) -> u32| -> [u32; L] { lists::from_fn(|l| f(x[l], y[l], z[l])) };
            assert_eq!(stored(a), x);
            assert_eq!(stored(w.row(&x)), x);
            assert_eq!(stored(w.splat(y[0])), [y[0]; L]);
            assert_eq!(stored(w.add(a, b)), each(&|x, y, _| U32x1.add(x, y)));
            assert_eq!(stored(w.sub(a, b)), each(&|x, y, _| U32x1.sub(x, y)));
            assert_eq!(stored(w.min(a, b)), each(&|x, y, _| U32x1.min(x, y)));
            assert_eq!(stored(w.max(a, b)), each(&|x, y, _| U32x1.max(x, y)));
            assert_eq!(stored(w.mul_low(a, b)), each(&|x, y, _| U32x1.mul_low(x, y)));
            assert_eq!(stored(w.mul_high(a, b, w.odd(b))), each(&|x, y, _| U32x1.mul_high(x, y, y)));
            assert_eq!(stored(w.sub_or_add(a, b, c)), each(&|x, y, z| U32x1.sub_or_add(x, y, z)));
            assert_eq!(stored(w.sub_or_add(a, a, c)), [0; L]);
            for m in [0, 1, x[0], u32::MAX] {
                assert_eq!(w.any_from(a, w.splat(m)), x.iter().any(|&x| x >= m));
            }
        }
        let mut rows = [w.splat(0); L];
        for (j, row) in rows.iter_mut().enumerate() {
            *row = w.load(&lists::from_fn(|l| (100 * j + l) as u32));
        }
        for (l, row) in w.transpose(rows).into_iter().enumerate() {
            assert_eq!(stored(row), lists::from_fn(|j| (100 * j + l) as u32), "row {l}");
        }
    });
}

#[inline]
pub(crate) fn every_width_equals_one_word() {
    equals_one_word(U32x1);
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    {
        use crate::{
            inside::require,
            kernel::packed::{Avx2, Avx512},
        };
        if let Some(token) = require::found("avx2", Avx2::detect()) {
            equals_one_word(U32x8(token));
        }
        if let Some(token) = require::found("avx512", Avx512::detect()) {
            equals_one_word(U32x16(token));
        }
    }
}
