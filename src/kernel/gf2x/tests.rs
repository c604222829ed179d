//! The number of products of words in a product.

use super::{block::Block, karatsuba, leaf};
use core::sync::atomic::{AtomicUsize, Ordering};
use std::{boxed::Box, vec};

/// Words over the integers modulo 2, one bit each; counts products.
#[derive(Clone, Copy)]
struct Counted(&'static AtomicUsize);

impl Counted {
    fn new() -> Self {
        Counted(Box::leak(Box::new(AtomicUsize::new(0))))
    }

    fn products(self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

impl Block for Counted {
    const WORDS: usize = 1;
    const ROWS: usize = 0;
    type V = u64;

    fn run<R>(self, f: impl FnOnce() -> R) -> R {
        f()
    }

    fn leaf(self, out: &mut [u64], a: &[u64], b: &[u64]) {
        leaf::equal(self, out, a, b);
    }

    fn load(self, x: &[u64]) -> u64 {
        x.first().copied().unwrap_or(0)
    }

    fn store(self, out: &mut [u64], v: u64) {
        if let Some(out) = out.first_mut() {
            *out = v;
        }
    }

    fn add(self, a: u64, b: u64) -> u64 {
        a ^ b
    }

    fn product(self, a: u64, b: u64) -> (u64, u64) {
        self.0.fetch_add(1, Ordering::Relaxed);
        (a & b, 0)
    }

    fn spread(self, _: &mut [u64], _: &[u64]) {}
}

fn closed_form(n: usize) -> usize {
    match n {
        1 => 1,
        3 => 6,
        _ => 2 * closed_form(n.div_ceil(2)) + closed_form(n / 2),
    }
}

#[inline]
pub(crate) fn products_of_words_of_bits() {
    for n in 1..200 {
        let (a, b, mut out) = (vec![1; n], vec![1; n], vec![0; 2 * n]);
        let mut scratch = vec![0; karatsuba::scratch_len(n, n)];
        let k = Counted::new();
        karatsuba::multiply(k, &mut out, &a, &b, &mut scratch);
        assert_eq!(k.products(), closed_form(n), "{n}");
        // A word is a coefficient here: coefficient i counts min(i + 1, 2n - 1 - i) terms.
        let expected = (0..2 * n).map(|i| ((i + 1).min(2 * n - 1 - i) % 2) as u64);
        assert!(expected.eq(out.iter().copied()), "{n}");
        let k = Counted::new();
        leaf::schoolbook(k, &mut out, &a, &b);
        assert_eq!(k.products(), n * n, "{n}");
    }
    assert_eq!((0..8).map(|k| closed_form(1 << k)).collect::<vec::Vec<_>>(), [1, 3, 9, 27, 81, 243, 729, 2187]);
}

/// Checks the bound of `scratch_len` for every pair of lengths: less would panic.
#[inline]
pub(crate) fn scratch_of_products_is_enough() {
    for n in 1..120 {
        for m in 1..=n {
            let mut scratch = vec![0; karatsuba::scratch_len(n, m)];
            karatsuba::multiply(Counted::new(), &mut vec![0; n + m], &vec![1; n], &vec![1; m], &mut scratch);
        }
    }
    for (n, m) in [(4097, 4097), (4097, 2050), (8191, 4096), (5000, 4999), (100_000, 33)] {
        let mut scratch = vec![0; karatsuba::scratch_len(n, m)];
        karatsuba::multiply(Counted::new(), &mut vec![0; n + m], &vec![1; n], &vec![1; m], &mut scratch);
    }
}
