//! Products of at most three registers a side, in registers, and of any length by at most one register.

use super::{block::Block, slices};

/// Words of the longest block.
pub(super) const MOST: usize = 8;

/// Computes `out <- a b` for `N` words each, `N <= 2 WORDS`; `out` has `2N`.
///
/// # Idea
/// With `W` words to a register and `a = a0 + a1 y`, `b = b0 + b1 y`, `y = x^(64 W)`:
///
/// ```text
/// a b = l + (m + l + h) y + h y^2,   l = a0 b0,  h = a1 b1,  m = (a0 + a1)(b0 + b1)
/// ```
///
/// or `m + l + h = a0 b1 + a1 b0` row by row where `a1` and `b1` are a few words. Nothing goes through memory between.
#[inline(always)]
fn leaf<K: Block, const N: usize>(k: K, out: &mut [u64], a: &[u64], b: &[u64]) {
    let (Ok(a), Ok(b)) = (<&[u64; N]>::try_from(a), <&[u64; N]>::try_from(b)) else { return };
    let Some(out) = out.get_mut(..2 * N) else { return };
    if k.short(out, a, b) {
        return;
    }
    let w = K::WORDS;
    if N <= w {
        let (low, high) = k.product(k.load(a), k.load(b));
        let (first, rest) = out.split_at_mut(w.min(2 * N));
        k.store(first, low);
        k.store(rest, high);
        return;
    }
    if N > 2 * w {
        return;
    }
    let (a0, a1) = (k.load(&a[..w]), k.load(&a[w..]));
    let (b0, b1) = (k.load(&b[..w]), k.load(&b[w..]));
    let (l0, l1) = k.product(a0, b0);
    let (h0, h1) = if 2 * (N - w) <= w { k.half_product(a1, b1) } else { k.product(a1, b1) };
    let (m0, m1) = if N - w <= K::ROWS {
        let (x0, x1) = k.by_words(a0, &b[w..]);
        let (y0, y1) = k.by_words(b0, &a[w..]);
        (k.add(x0, y0), k.add(x1, y1))
    } else {
        let (m0, m1) = k.product(k.add(a0, a1), k.add(b0, b1));
        (k.add3(m0, l0, h0), k.add3(m1, l1, h1))
    };
    let (out0, out) = out.split_at_mut(w);
    let (out1, out) = out.split_at_mut(w);
    let (out2, out3) = out.split_at_mut(w.min(2 * (N - w)));
    k.store(out0, l0);
    k.store(out1, k.add(l1, m0));
    k.store(out2, k.add(h0, m1));
    k.store(out3, h1);
}

/// Computes `out <- a b` for up to 7 words each on a block of half the width, inside a run of the wider one; returns
/// `false` for more. So few words do not fill the wider registers.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
#[inline(always)]
pub(super) fn shorter<K: Block>(k: K, out: &mut [u64], a: &[u64], b: &[u64]) -> bool {
    macro_rules! of_length {
        ($($n:literal)*) => {
            match a.len() {
                $($n => leaf::<K, $n>(k, out, a, b),)*
                _ => return false,
            }
        };
    }
    of_length!(1 2 3 4 5 6 7);
    true
}

/// Computes `out <- a b` for equal lengths from 1 to `2 WORDS`. [`Block::leaf`] compiles it for its instruction set as
/// one function with slices in registers, because calls dominate the cost of short products.
#[inline(always)]
pub(super) fn equal<K: Block>(k: K, out: &mut [u64], a: &[u64], b: &[u64]) {
    macro_rules! of_length {
        ($($n:literal)*) => {
            match a.len() {
                $($n => if const { $n <= 2 * K::WORDS } { leaf::<K, $n>(k, out, a, b) },)*
                _ => debug_assert!(false, "a leaf of {} words", a.len()),
            }
        };
    }
    of_length!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16)
}

/// Computes `out <- a b` in registers, for `2 WORDS < b.len() <= a.len() <= 3 WORDS` and `out` of both lengths.
///
/// # Idea
/// With `a = a0 + a1 y + a2 y^2`, `b` likewise, `p_i = a_i b_i` and `q_ij = (a_i + a_j)(b_i + b_j)`:
///
/// ```text
/// a b = p0 + (q01 + p0 + p1) y + (q02 + p0 + p1 + p2) y^2 + (q12 + p1 + p2) y^3 + p2 y^4
/// ```
///
/// has six products of a register, where two registers and one have seven, in three calls with copies between them.
#[inline(always)]
pub(super) fn three<K: Block>(k: K, out: &mut [u64], a: &[u64], b: &[u64]) {
    let w = K::WORDS;
    let (a0, a1, a2) = (k.load(&a[..w]), k.load(&a[w..2 * w]), k.load(&a[2 * w..]));
    let (b0, b1, b2) = (k.load(&b[..w]), k.load(&b[w..2 * w]), k.load(&b[2 * w..]));
    let ((l0, h0), (l1, h1), (l2, h2)) = (k.product(a0, b0), k.product(a1, b1), k.product(a2, b2));
    // What the `p_i` add to registers 1 to 4 of six.
    let (x1, x4) = (k.add3(l0, h0, l1), k.add3(h1, l2, h2));
    let (x2, x3) = (k.add3(x1, h1, l2), k.add3(x4, h0, l1));
    let (l01, h01) = k.product(k.add(a0, a1), k.add(b0, b1));
    let (l02, h02) = k.product(k.add(a0, a2), k.add(b0, b2));
    let (l12, h12) = k.product(k.add(a1, a2), k.add(b1, b2));
    k.store(&mut out[..w], l0);
    k.store(&mut out[w..2 * w], k.add(x1, l01));
    k.store(&mut out[2 * w..3 * w], k.add3(x2, h01, l02));
    k.store(&mut out[3 * w..4 * w], k.add3(x3, h02, l12));
    k.store(&mut out[4 * w..], k.add(x4, h12));
    k.store(out.get_mut(5 * w..).unwrap_or_default(), h2);
}

/// Computes `out <- a b` in registers, for `2 WORDS + 1` words each.
///
/// Two registers and a word: with `y = x^(64 WORDS)` and the words `a2` and `b2`,
///
/// ```text
/// a b = (a0 + a1 y)(b0 + b1 y) + (a0 b2 + b0 a2) y^2 + (a1 b2 + b1 a2) y^3 + a2 b2 y^4
/// ```
#[inline(always)]
pub(super) fn two_and_word<K: Block>(k: K, out: &mut [u64], a: &[u64], b: &[u64]) {
    let w = K::WORDS;
    let (a0, a1, a2) = (k.load(&a[..w]), k.load(&a[w..2 * w]), &a[2 * w..]);
    let (b0, b1, b2) = (k.load(&b[..w]), k.load(&b[w..2 * w]), &b[2 * w..]);
    let ((l0, l1), (h0, h1)) = (k.product(a0, b0), k.product(a1, b1));
    let (m0, m1) = k.product(k.add(a0, a1), k.add(b0, b1));
    let ((p0, p1), (q0, q1)) = (k.by_words(a0, b2), k.by_words(b0, a2));
    let ((r0, r1), (s0, s1)) = (k.by_words(a1, b2), k.by_words(b1, a2));
    let (last, _) = k.by_words(k.load(a2), b2);
    let both = k.add(l1, h0);
    k.store(&mut out[..w], l0);
    k.store(&mut out[w..2 * w], k.add3(both, l0, m0));
    k.store(&mut out[2 * w..3 * w], k.add(k.add3(both, h1, m1), k.add(p0, q0)));
    k.store(&mut out[3 * w..4 * w], k.add(k.add3(h1, p1, q1), k.add(r0, s0)));
    k.store(&mut out[4 * w..], k.add3(r1, s1, last));
}

/// Computes `out <- a b` for any `a` and `N <= WORDS` words of `b`: one register of `a` after the other, the high one
/// of each product carried into the next.
#[inline(always)]
fn rows<K: Block, const N: usize>(k: K, out: &mut [u64], a: &[u64], b: &[u64]) {
    let Ok(b) = <&[u64; N]>::try_from(b) else { return };
    let mut carry = k.load(&[]);
    let (head, tail) = out.split_at_mut(a.len());
    let mut i = 0;
    while i < a.len() {
        let (a, out) = (&a[i..], &mut head[i..]);
        let (low, high) = k.by_words(k.load(a), b);
        let low = k.add(low, carry);
        k.store(out, low);
        carry = if a.len() >= K::WORDS {
            high
        } else {
            // The rest of the low register, then the high one, follow this shorter piece.
            let mut words = [0; 2 * MOST];
            k.store(&mut words[..K::WORDS], low);
            k.store(&mut words[K::WORDS..2 * K::WORDS], high);
            k.load(&words[a.len()..a.len() + K::WORDS])
        };
        i += K::WORDS;
    }
    k.store(tail, carry);
}

/// Computes `out <- a b` for any `a` and 1 to `WORDS` words of `b`.
#[inline(always)]
pub(super) fn by_block<K: Block>(k: K, out: &mut [u64], a: &[u64], b: &[u64]) {
    macro_rules! of_length {
        ($($n:literal)*) => {
            match b.len() {
                $($n => if const { $n <= K::WORDS } { k.run(#[inline(always)] || rows::<K, $n>(k, out, a, b)) },)*
                _ => debug_assert!(false, "rows of {} words", b.len()),
            }
        };
    }
    of_length!(1 2 3 4 5 6 7 8)
}

/// Computes `out <- a b`, with the words of `b` a register at a time.
#[inline(always)]
pub(super) fn schoolbook<K: Block>(k: K, out: &mut [u64], a: &[u64], b: &[u64]) {
    out.fill(0);
    let mut row = [0; 2 * MOST];
    for (j, b) in b.chunks(K::WORDS).enumerate() {
        for (i, a) in a.chunks(MOST).enumerate() {
            let row = &mut row[..a.len() + b.len()];
            by_block(k, row, a, b);
            slices::add(k, &mut out[j * K::WORDS + i * MOST..], row);
        }
    }
}
