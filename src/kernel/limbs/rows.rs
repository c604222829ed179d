//! Products and squares of limbs in words: up to eight limbs of a factor at a time.
//!
//! Notation: `B = 2^64`, `f = f_0 + f_1 B + ...` as many limbs as there are rows.
//!
//! # Idea
//! `x f` is added up limb by limb of `x`. The sums of as many positions as `f` has limbs are in registers: the window.
//! The part above the current position is `(window + x_j f + sum_j)/B`, again below `B^M`. A longer `f` is split.
//!
//! A square adds up the products `x_j x_i` for `i < j` in the same way, `j` of them for the first `j`. Then it doubles the sum and adds the
//! squares of the limbs.

use super::few;

/// Products of one limb by `M` others.
pub(super) trait Row<const M: usize>: Copy {
    /// Computes `x f + sum`. Returns the lowest limb, and moves the others to the window.
    fn first(self, window: &mut [u64; M], f: &[u64; M], x: u64, sum: u64) -> u64;

    /// Computes `window + x f + sum`. Returns the lowest limb, and moves the others to the window.
    fn next(self, window: &mut [u64; M], f: &[u64; M], x: u64, sum: u64) -> u64;

    /// Computes [`next`](Self::next) without a sum.
    #[inline(always)]
    fn next_alone(self, window: &mut [u64; M], f: &[u64; M], x: u64) -> u64 {
        self.next(window, f, x, 0)
    }
}

/// The arithmetic of products.
pub(super) trait Words: Row<1> + Row<2> + Row<3> + Row<4> + Row<5> + Row<6> + Row<7> + Row<8> {
    /// The most limbs of a window.
    const ROWS: usize;

    /// Computes [`rows`] for eight limbs of `f`.
    #[inline(always)]
    fn eight_rows<const FIRST: bool>(self, out: &mut [u64], x: &[u64], f: &[u64; 8]) {
        rows::<8, FIRST>(self, out, x, f);
    }

    /// Computes `out <- 2 out + x_0^2 + x_1^2 B^2 + ...`, `out` twice as long as `x`, and at most half as large as it can be.
    fn double_and_add_squares(self, x: &[u64], out: &mut [u64]);
}

/// Words of every machine.
#[derive(Clone, Copy, Debug)]
pub(super) struct Portable;

/// Returns `a + b + carry`, and whether it leaves a word.
#[inline(always)]
fn add(a: u64, b: u64, carry: bool) -> (u64, bool) {
    let (sum, first) = a.overflowing_add(b);
    let (sum, second) = sum.overflowing_add(u64::from(carry));
    (sum, first | second)
}

impl<const M: usize> Row<M> for Portable {
    #[inline(always)]
    fn first(self, window: &mut [u64; M], f: &[u64; M], x: u64, sum: u64) -> u64 {
        *window = [0; M];
        self.next(window, f, x, sum)
    }

    #[inline(always)]
    fn next(self, window: &mut [u64; M], f: &[u64; M], x: u64, sum: u64) -> u64 {
        let (mut lows, mut highs) = ([0; M], [0; M]);
        for r in 0..M {
            // Below B^2: (B-1)^2 + B-1.
            let product = u128::from(x) * u128::from(f[r]) + if r == 0 { u128::from(sum) } else { 0 };
            (lows[r], highs[r]) = (product as u64, (product >> 64) as u64);
        }
        let mut carry = false;
        for r in 0..M {
            (window[r], carry) = add(window[r], lows[r], carry);
        }
        let lowest = window[0];
        let top = u64::from(carry);
        let mut carry = false;
        for r in 0..M - 1 {
            (window[r], carry) = add(window[r + 1], highs[r], carry);
        }
        // Below B: the whole is below B^(M+1).
        window[M - 1] = highs[M - 1].wrapping_add(top).wrapping_add(u64::from(carry));
        lowest
    }
}

impl Words for Portable {
    const ROWS: usize = 4;

    #[inline(always)]
    fn double_and_add_squares(self, x: &[u64], out: &mut [u64]) {
        let (mut below, mut carry) = (0, false);
        let out = &mut out.as_chunks_mut::<2>().0[..x.len()];
        for i in 0..x.len() {
            let ([low, high], x) = (&mut out[i], x[i]);
            let square = u128::from(x) * u128::from(x);
            let doubled = (u128::from(*high) << 64 | u128::from(*low)) << 1 | below;
            below = u128::from(*high >> 63);
            let (sum, first) = doubled.overflowing_add(square);
            let (sum, second) = sum.overflowing_add(u128::from(carry));
            carry = first | second;
            (*low, *high) = (sum as u64, (sum >> 64) as u64);
        }
    }
}

/// Writes out the body for every index below `$end`, in turn: a loop would not be unrolled in time for arrays to become registers.
macro_rules! unrolled {
    ($i:ident, $end:expr => $body:block) => { unrolled! { $i, $end => $body; 0 1 2 3 4 5 6 7 } };
    ($i:ident, $end:expr => $body:block; $($index:literal)*) => { $(
        if const { $index < $end } {
            const $i: usize = $index;
            $body
        }
    )* };
}

/// Computes `out <- x f` if `FIRST`, else `out <- out + x f`. `out` has `x.len() + M` limbs, the last `M` of which are overwritten.
#[inline(always)]
fn rows<const M: usize, const FIRST: bool>(w: impl Row<M>, out: &mut [u64], x: &[u64], f: &[u64; M]) {
    let ([out0, out @ ..], [x0, x @ ..]) = (out, x) else { return };
    let mut window = [0; M];
    *out0 = w.first(&mut window, f, *x0, if FIRST { 0 } else { *out0 });
    more_rows::<M, FIRST>(w, window, out, x, f);
}

/// Computes the rest of [`rows`], above the lowest limb.
#[inline(always)]
fn more_rows<const M: usize, const FIRST: bool>(
    w: impl Row<M>,
    mut window: [u64; M],
    out: &mut [u64],
    x: &[u64],
    f: &[u64; M],
) {
    let (low, high) = out.split_at_mut(x.len());
    let mut at = 0;
    if M == 8 {
        // The window moves on by a limb a row: four rows need as many moves between registers as one.
        let (outs, xs) = (low.as_chunks_mut::<4>().0, x.as_chunks::<4>().0);
        for i in 0..xs.len() {
            let (out, x) = (&mut outs[i], &xs[i]);
            unrolled!(I, 4 => { row::<M, FIRST>(w, &mut window, f, x[I], &mut out[I]); }; 0 1 2 3);
            at += 4;
        }
    }
    while at < x.len() {
        row::<M, FIRST>(w, &mut window, f, x[at], &mut low[at]);
        at += 1;
    }
    if let Some(high) = high.first_chunk_mut() {
        *high = window;
    }
}

/// Computes one row of [`more_rows`].
#[inline(always)]
fn row<const M: usize, const FIRST: bool>(w: impl Row<M>, window: &mut [u64; M], f: &[u64; M], x: u64, out: &mut u64) {
    *out = if FIRST { w.next_alone(window, f, x) } else { w.next(window, f, x, *out) };
}

/// Computes [`more_rows`] in a function of its own, which has all registers.
#[inline(never)]
fn rows_apart<const M: usize, const FIRST: bool>(
    w: impl Row<M>,
    window: [u64; M],
    out: &mut [u64],
    x: &[u64],
    f: &[u64; M],
) {
    more_rows::<M, FIRST>(w, window, out, x, f);
}

/// Computes [`rows`] for the limbs of `f`, one to [`Words::ROWS`].
#[inline(always)]
fn some_rows<W: Words, const FIRST: bool>(w: W, out: &mut [u64], x: &[u64], f: &[u64]) {
    macro_rules! some {
        ($($len:literal)*) => { match f.len() {
            $($len if $len <= W::ROWS => {
                if let Some(f) = f.first_chunk() {
                    rows::<$len, FIRST>(w, out, x, f);
                }
            })*
            8 if W::ROWS == 8 => {
                if let Some(f) = f.first_chunk() {
                    w.eight_rows::<FIRST>(out, x, f);
                }
            }
            _ => {}
        } };
    }
    some!(1 2 3 4 5 6 7);
}

/// Computes `out <- a b` for `S` limbs of `a` and `M` of `b`.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
#[inline(always)]
pub(super) fn product_of<const S: usize, const M: usize>(w: impl Row<M>, a: &[u64], b: &[u64], out: &mut [u64]) {
    let (Some(a), Some(b), Some((low, high))) =
        (a.first_chunk::<S>(), b.first_chunk::<M>(), out.split_first_chunk_mut::<S>())
    else {
        return;
    };
    let mut window = [0; M];
    unrolled!(I, S => {
        low[I] = if I == 0 { w.first(&mut window, b, a[I], 0) } else { w.next_alone(&mut window, b, a[I]) };
    });
    if let Some(high) = high.first_chunk_mut() {
        *high = window;
    }
}

/// Computes `out <- a b` for `S` limbs of `a`: block by block of `b`, with the part that reaches into the next block in
/// registers.
#[inline(always)]
pub(super) fn narrow<W: Words, const S: usize>(w: W, a: &[u64], b: &[u64], out: &mut [u64]) {
    let Some(a) = a.first_chunk::<S>() else { return };
    let (body, top) = out.split_at_mut(b.len());
    let ((blocks, rest), (out_blocks, out)) = (b.as_chunks::<8>(), body.as_chunks_mut::<8>());
    let mut carry = [0; S];
    for (i, f) in blocks.iter().enumerate() {
        narrow_block(w, a, f, &mut out_blocks[i], &mut carry);
    }
    macro_rules! some {
        ($($len:literal)*) => { match rest.len() {
            $($len => if let (Some(f), Some(out)) = (rest.first_chunk::<$len>(), out.first_chunk_mut::<$len>()) {
                narrow_block(w, a, f, out, &mut carry);
            })*
            _ => {}
        } };
    }
    some!(1 2 3 4 5 6 7);
    if let Some(top) = top.first_chunk_mut() {
        *top = carry;
    }
}

/// Computes `out + carry B^M <- a f + carry`.
#[inline(always)]
fn narrow_block<const M: usize, const S: usize>(
    w: impl Row<M>,
    a: &[u64; S],
    f: &[u64; M],
    out: &mut [u64; M],
    carry: &mut [u64; S],
) {
    let (mut limbs, mut window) = ([0; 16], [0; M]);
    unrolled!(I, S => {
        limbs[I] = if I == 0 { w.first(&mut window, f, a[I], carry[I]) } else { w.next(&mut window, f, a[I], carry[I]) };
    });
    unrolled!(I, M => { limbs[S + I] = window[I]; });
    unrolled!(I, M => { out[I] = limbs[I]; });
    unrolled!(I, S => { carry[I] = limbs[M + I]; });
}

/// Computes `out <- a b`, `out` as long as both, `a` not longer than `b`.
#[inline(always)]
pub(super) fn multiply<W: Words>(w: W, a: &[u64], b: &[u64], out: &mut [u64]) {
    let (mut rest, mut at) = (b, 0);
    while !rest.is_empty() {
        // Windows of few limbs are slower: two of half the limbs.
        let len = if rest.len() >= 2 * W::ROWS {
            W::ROWS
        } else {
            rest.len().div_ceil(1 + usize::from(rest.len() > W::ROWS))
        };
        let (f, others) = rest.split_at(len);
        let out = &mut out[at..at + a.len() + len];
        if at == 0 {
            some_rows::<W, true>(w, out, a, f);
        } else {
            some_rows::<W, false>(w, out, a, f);
        }
        at += len;
        rest = others;
    }
}

/// Computes `out <- x^2`, `out` twice as long, for two limbs or more.
#[inline(always)]
pub(super) fn square<W: Words>(w: W, x: &[u64], out: &mut [u64]) {
    if let [first, .., last] = out {
        (*first, *last) = (0, 0);
        pairs::<W, true>(w, x, out);
        let mut i = W::ROWS;
        while i < x.len() {
            pairs::<W, false>(w, &x[i..], &mut out[2 * i..]);
            i += W::ROWS;
        }
        w.double_and_add_squares(x, out);
    }
}

/// Adds up `x_j x_i B^(i+j)` for `i < j` and `i < W::ROWS`, in `out` from limb 1 on; as [`rows`].
#[inline(always)]
pub(super) fn pairs<W: Words, const FIRST: bool>(w: W, x: &[u64], out: &mut [u64]) {
    // Row `j` adds to columns `j` to `2j - 1`; it is the first one at the highest of them.
    let mut sums = [0; 8];
    macro_rules! row {
        ($($j:literal)*) => { $(
            if $j <= W::ROWS {
                let (Some(&x_j), Some(f)) = (x.get($j), x.first_chunk::<$j>()) else { return };
                let Some(window) = sums.first_chunk_mut::<$j>() else { return };
                out[$j] = match ($j, FIRST) {
                    (1, _) => w.first(window, f, x_j, if FIRST { 0 } else { out[$j] }),
                    (_, true) => w.next_alone(window, f, x_j),
                    (_, false) => w.next(window, f, x_j, out[$j]),
                };
                if $j == W::ROWS {
                    let (out, x) = (&mut out[$j + 1..x.len() + $j], &x[$j + 1..]);
                    if FIRST || W::ROWS < 8 {
                        more_rows::<$j, FIRST>(w, *window, out, x, f);
                    } else {
                        rows_apart::<$j, FIRST>(w, *window, out, x, f);
                    }
                } else if x.len() == $j + 1 {
                    if let Some(out) = out[$j + 1..].first_chunk_mut() {
                        *out = *window;
                    }
                    return;
                }
            }
        )* };
    }
    row!(1 2 3 4 5 6 7 8);
}

/// Computes `out <- a b` on every machine, `a` not longer than `b`.
#[inline(never)]
pub(super) fn portable(a: &[u64], b: &[u64], out: &mut [u64]) {
    match *a {
        [a] => one_row(a, b, out),
        [_, _] => narrow::<_, 2>(Portable, a, b, out),
        [_, _, _] => narrow::<_, 3>(Portable, a, b, out),
        _ => multiply(Portable, a, b, out),
    }
}

/// Computes `out <- a x`, `out` longer by one.
#[inline]
fn one_row(a: u64, x: &[u64], out: &mut [u64]) {
    let mut carry = 0;
    let (low, high) = out.split_at_mut(x.len());
    for i in 0..x.len() {
        let product = u128::from(a) * u128::from(x[i]) + u128::from(carry);
        (low[i], carry) = (product as u64, (product >> 64) as u64);
    }
    if let [out] = high {
        *out = carry;
    }
}

/// Computes `out <- x^2` on every machine.
#[inline(never)]
pub(super) fn portable_square(x: &[u64], out: &mut [u64]) {
    match x.len() {
        4 => few::square_of::<4, 8>(x, out),
        5 => few::square_of::<5, 10>(x, out),
        6 => few::square_of::<6, 12>(x, out),
        7 => few::square_of::<7, 14>(x, out),
        8 => few::square_of::<8, 16>(x, out),
        _ => square(Portable, x, out),
    }
}
