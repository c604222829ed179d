//! Sums of slices, register by register.

use super::block::Block;

/// `out <- a + b`, `b` no longer than `a`, `out` as long as `a`.
#[inline(always)]
pub(super) fn sum<K: Block>(k: K, out: &mut [u64], a: &[u64], b: &[u64]) {
    let (first, second) = a.split_at(b.len());
    let (out, rest) = out.split_at_mut(b.len());
    rest.copy_from_slice(second);
    for ((out, a), b) in out.chunks_mut(K::WORDS).zip(first.chunks(K::WORDS)).zip(b.chunks(K::WORDS)) {
        k.store(out, k.add(k.load(a), k.load(b)));
    }
}

/// `out <- out + a`, as far as `a` goes.
#[inline(always)]
pub(super) fn add<K: Block>(k: K, out: &mut [u64], a: &[u64]) {
    for (out, a) in out.chunks_mut(K::WORDS).zip(a.chunks(K::WORDS)) {
        k.store(out, k.add(k.load(out), k.load(a)));
    }
}

/// The last step of Karatsuba's method: `l0 | l1 | h0 | h1` becomes `l0 | l1 + h0 + l0 + m0 | l1 + h0 + h1 + m1 | h1`, four
/// pieces of half of `low` and `middle`; `high` may end within `h1`.
#[inline(always)]
pub(super) fn merge<K: Block>(k: K, low: &mut [u64], high: &mut [u64], middle: &[u64]) {
    let half = low.len() / 2;
    let (l0, l1) = low.split_at_mut(half);
    let (h0, h1) = high.split_at_mut(half);
    let (m0, m1) = middle.split_at(half);
    let (m0, m1, l0) = (m0.chunks(K::WORDS), m1.chunks(K::WORDS), l0.chunks(K::WORDS));
    let (l1, h0) = (l1.chunks_mut(K::WORDS), h0.chunks_mut(K::WORDS));
    for (i, ((((l1, h0), l0), m0), m1)) in l1.zip(h0).zip(l0).zip(m0).zip(m1).enumerate() {
        let both = k.add(k.load(l1), k.load(h0));
        let top = h1.get(i * K::WORDS..).unwrap_or(&[]);
        let top = k.load(top.get(..h0.len()).unwrap_or(top));
        k.store(l1, k.add3(both, k.load(l0), k.load(m0)));
        k.store(h0, k.add3(both, top, k.load(m1)));
    }
}
