//! Sums of slices, register by register.

use super::block::Block;

/// Returns up to `len` words from `start` on, as many as there are.
#[inline(always)]
fn part(x: &[u64], start: usize, len: usize) -> &[u64] {
    let rest = x.get(start..).unwrap_or(&[]);
    rest.get(..len).unwrap_or(rest)
}

/// Computes `out <- a + b`, with `b` no longer than `a` and `out` as long as `a`.
#[inline(always)]
pub(super) fn sum<K: Block>(k: K, out: &mut [u64], a: &[u64], b: &[u64]) {
    for (i, (out, a)) in out.chunks_mut(K::WORDS).zip(a.chunks(K::WORDS)).enumerate() {
        let b = k.load(part(b, i * K::WORDS, out.len()));
        k.store(out, k.add(k.load(a), b));
    }
}

/// Computes `out <- out + a` over the length of `a`.
#[inline(always)]
pub(super) fn add<K: Block>(k: K, out: &mut [u64], a: &[u64]) {
    for (out, a) in out.chunks_mut(K::WORDS).zip(a.chunks(K::WORDS)) {
        k.store(out, k.add(k.load(out), k.load(a)));
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
    for (i, ((l1, l0), m0)) in l1.chunks_mut(K::WORDS).zip(l0.chunks(K::WORDS)).zip(m0.chunks(K::WORDS)).enumerate() {
        let (start, len) = (i * K::WORDS, l1.len());
        let both = k.add(k.load(l1), k.load(part(h0, start, len)));
        let upper = k.add3(both, k.load(part(h1, start, len)), k.load(part(m1, start, len)));
        k.store(l1, k.add3(both, k.load(l0), k.load(m0)));
        let h0 = h0.get_mut(start..).unwrap_or(&mut []);
        let len = len.min(h0.len());
        k.store(&mut h0[..len], upper);
    }
}
