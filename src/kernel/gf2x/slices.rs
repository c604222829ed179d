//! Sums of slices, register by register.

use super::block::Block;

/// Returns the words from `start` on, as many as there are.
#[inline(always)]
fn from(x: &[u64], start: usize) -> &[u64] {
    x.get(start..).unwrap_or(&[])
}

/// Copies `a` to the first words of `out`.
#[inline(always)]
pub(super) fn copy<K: Block>(k: K, out: &mut [u64], a: &[u64]) {
    let out = &mut out[..a.len()];
    let mut i = 0;
    while i < a.len() {
        k.store(&mut out[i..], k.load(&a[i..]));
        i += K::WORDS;
    }
}

/// Computes `out <- a + b`, with `b` no longer than `a` and `out` as long as `a`.
#[inline(always)]
pub(super) fn sum<K: Block>(k: K, out: &mut [u64], a: &[u64], b: &[u64]) {
    let a = &a[..out.len()];
    let mut i = 0;
    while i < out.len() {
        let sum = k.add(k.load(&a[i..]), k.load(from(b, i)));
        k.store(&mut out[i..], sum);
        i += K::WORDS;
    }
}

/// Computes `out <- out + a` over the length of `a`, which is not longer than `out`.
#[inline(always)]
pub(super) fn add<K: Block>(k: K, out: &mut [u64], a: &[u64]) {
    assert!(a.len() <= out.len());
    let mut i = 0;
    while i < a.len() {
        let sum = k.add(k.load(&out[i..]), k.load(&a[i..]));
        k.store(&mut out[i..], sum);
        i += K::WORDS;
    }
}

/// Computes the last step of Karatsuba's method: `l0 | l1 | h0 | h1` becomes
/// `l0 | l1 + h0 + l0 + m0 | l1 + h0 + h1 + m1 | h1`. The pieces are halves of `low` and `middle`; `high` may end
/// within `h0` or `h1`.
#[inline(always)]
pub(super) fn merge<K: Block>(k: K, low: &mut [u64], high: &mut [u64], middle: &[u64]) {
    let half = low.len() / 2;
    let (l0, l1) = low.split_at_mut(half);
    let (h0, h1) = high.split_at_mut(half.min(high.len()));
    let (m0, m1) = middle.split_at(half);
    let (l1, m1) = (&mut l1[..half], &m1[..half]);
    let mut i = 0;
    while i < half {
        let both = k.add(k.load(&l1[i..]), k.load(from(h0, i)));
        let upper = k.add3(both, k.load(from(h1, i)), k.load(&m1[i..]));
        let lower = k.add3(both, k.load(&l0[i..]), k.load(&m0[i..]));
        k.store(&mut l1[i..], lower);
        k.store(h0.get_mut(i..).unwrap_or(&mut []), upper);
        i += K::WORDS;
    }
}
