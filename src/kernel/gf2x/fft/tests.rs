//! Against schoolbook products and definitions.

use super::*;
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

fn schoolbook(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut c = vec![0; a.len() + b.len()];
    for (i, &x) in a.iter().enumerate() {
        for bit in (0..64).filter(|bit| x >> bit & 1 == 1) {
            let mut before = 0;
            for (j, &y) in b.iter().chain([&0]).enumerate() {
                c[i + j] ^= y << bit | before;
                before = if bit == 0 { 0 } else { y >> (64 - bit) };
            }
        }
    }
    c
}

fn check(a: &[u64], b: &[u64]) {
    let expected = schoolbook(a, b);
    for isa in Isa::all() {
        let fft = Fft::new(a.len(), b.len(), isa).unwrap();
        let mut out = vec![!0; a.len() + b.len()];
        let mut scratch = vec![0x7777; fft.scratch_len()];
        fft.multiply_into(&mut out, a, b, &mut scratch).unwrap();
        assert!(out == expected, "{} by {} words", a.len(), b.len());
    }
}

#[test]
fn products_equal_schoolbook() {
    let mut random = Random(1);
    for (a, b) in [(1, 1), (1, 2), (3, 1), (63, 64), (64, 64), (64, 65), (100, 28), (128, 128), (129, 128), (500, 3)] {
        check(&random.words(a), &random.words(b));
    }
    for _ in 0..40 {
        let (a, b) = (random.word() as usize % 600 + 1, random.word() as usize % 600 + 1);
        check(&random.words(a), &random.words(b));
    }
    check(&[!0; 300], &[!0; 200]);
}
