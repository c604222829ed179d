//! Against Karatsuba's method and the definitions.

use super::*;
use crate::inside::require;
use crate::kernel::{
    gf2x::{Level, karatsuba_scratch_len},
    isa,
    planes::tower,
};
use alloc::{vec, vec::Vec};

struct Random(u64);

impl Random {
    fn word(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn words(&mut self, len: usize) -> Vec<u64> {
        (0..len).map(|_| self.word()).collect()
    }
}

fn check(random: &mut Random, a: usize, b: usize) {
    let (a, b) = (random.words(a), random.words(b));
    let mut expected = vec![0; a.len() + b.len()];
    let mut scratch = vec![0; karatsuba_scratch_len(a.len(), b.len())];
    Level::new(isa::Isa::Auto).unwrap().karatsuba(&mut expected, &a, &b, &mut scratch);
    // The portable instruction set is slow.
    let sets = Isa::all().filter(|isa| a.len() < 700 || !matches!(isa, Isa::Portable(_)));
    for (isa, threads) in sets.flat_map(|isa| [(isa, 1), (isa, 2)]) {
        let fft = Fft::new(a.len(), b.len(), isa).unwrap().threads(threads);
        let mut out = vec![!0; a.len() + b.len()];
        let mut scratch = vec![0x7777; fft.scratch_len()];
        fft.multiply_into(&mut out, &a, &b, &mut scratch).unwrap();
        assert!(out == expected, "{} by {} words", a.len(), b.len());
    }
}

pub(crate) fn products_equal_karatsubas() {
    let mut random = Random(1);
    for (a, b) in [(1, 1), (1, 2), (3, 1), (63, 64), (64, 64), (64, 65), (100, 28), (129, 128), (500, 3), (3, 1000)] {
        check(&mut random, a, b);
    }
    for _ in 0..30 {
        let (a, b) = (random.word() as usize % 600 + 1, random.word() as usize % 600 + 1);
        check(&mut random, a, b);
    }
}

pub(crate) fn long_products_equal_karatsubas() {
    let mut random = Random(2);
    for len in [1 << 10, 1 << 11, 1 << 12, 1 << 13] {
        for (a, b) in [(len - 1, len - 1), (len, len), (len + 1, len), (len + 1, len + 1)] {
            check(&mut random, a, b);
        }
        let a = len + random.word() as usize % len;
        check(&mut random, a, len);
        let b = random.word() as usize % 300 + 300;
        check(&mut random, a, b);
    }
    if require::has("optimised", require::OPTIMISED) {
        // Twiddles of four bytes, and the conversion's next power of two.
        for len in [(1 << 14) - 1, 1 << 14, (1 << 14) + 1, 3 << 13, (1 << 15) + 77, 1 << 16] {
            check(&mut random, len, len);
        }
    }
}

pub(crate) fn other_lengths_are_refused() {
    let isa = Isa::Portable(crate::kernel::planes::Portable);
    assert!(Fft::new(0, 3, isa).is_err());
    assert!(Fft::new(1 << 30, 1 << 30, isa).is_err());
    assert!(Fft::new(usize::MAX, 1, isa).is_err());
    let fft = Fft::new(2, 3, isa).unwrap();
    let mut scratch = vec![0; fft.scratch_len()];
    assert!(fft.multiply_into(&mut [0; 5], &[1; 3], &[1; 3], &mut scratch).is_err());
    assert!(fft.multiply_into(&mut [0; 6], &[1; 2], &[1; 3], &mut scratch).is_err());
    assert!(fft.multiply_into(&mut [0; 5], &[1; 2], &[1; 3], &mut scratch[1..]).is_err());
    assert!(fft.multiply_into(&mut [0; 5], &[1; 2], &[1; 3], &mut scratch).is_ok());
}

/// Returns `X_i(p)` for `i < len`, in GF(2^64): `X_(i + 2^b) = X_i s_b` for `i < 2^b`.
fn novel_values(p: u128, len: usize) -> Vec<u128> {
    let (mut values, mut s) = (vec![1], p);
    while values.len() < len {
        let shifted: Vec<_> = values.iter().map(|&x| tower::mul(x, s, 3)).collect();
        values.extend(shifted);
        s ^= tower::square(s, 3);
    }
    values
}

fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

pub(crate) fn conversion_keeps_values() {
    let mut random = Random(3);
    for len in [256, 512, 768, 1280, 4096 + 256, 1 << 15, 65_536 + 256, 3 << 16] {
        if len > 1 << 15 && !require::has("optimised", require::OPTIMISED) {
            continue;
        }
        let words: Vec<u32> = (0..len).map(|_| random.word() as u32).collect();
        let p = random.word() as u128;
        let basis = novel_values(p, len);
        let (mut power, mut expected) = (1, 0);
        for word in &words {
            expected ^= if word & 4 == 0 { 0 } else { power };
            power = tower::mul(power, p, 3);
        }
        for (isa, shared) in Isa::all().flat_map(|isa| [(isa, false), (isa, true)]) {
            let mut x = bytes(&words);
            with_isa!(isa, k => convert(k, &mut x, 2, false, shared));
            let bits = x.iter().step_by(4).map(|byte| byte & 4);
            let value = bits.zip(&basis).fold(0, |sum, (bit, x)| sum ^ if bit == 0 { 0 } else { *x });
            assert_eq!(value, expected, "{len} words");
            with_isa!(isa, k => convert(k, &mut x, 2, true, shared));
            assert!(x == bytes(&words), "{len} words back");
        }
    }
}

pub(crate) fn carry_is_a_product_by_y() {
    let mut random = Random(4);
    for len in [256, 512, 1024 + 256] {
        let isa = Isa::best();
        let (low, mut high): (Vec<u32>, Vec<u32>) =
            (0..len).map(|_| (random.word() as u32, random.word() as u32)).unzip();
        high[len - 1] = 0;
        // (low + Y high) in powers of Y, from both in powers of Y.
        let expected: Vec<u32> = (0..len).map(|i| low[i] ^ if i == 0 { 0 } else { high[i - 1] }).collect();
        let (mut low, mut high, mut expected) = (bytes(&low), bytes(&high), bytes(&expected));
        with_isa!(isa, k => for words in [&mut low, &mut high, &mut expected] {
            convert(k, words, 2, false, false);
        });
        for (isa, cut) in Isa::all().flat_map(|isa| [(isa, 0), (isa, 64)]) {
            let mut sum = low.clone();
            let (first, rest) = sum.split_at_mut(4 * cut);
            with_isa!(isa, k => {
                if cut > 0 {
                    embed::carry(k, embed::Low(first, 0), &high);
                }
                embed::carry(k, embed::Low(rest, cut / 16), &high);
            });
            assert_eq!(sum, expected);
        }
    }
}
