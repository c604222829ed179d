//! Products and squares of limbs in words: four rows at a time, and few limbs column by column.
//!
//! Notation: `B = 2^64`, `f = f_0 + f_1 B + ...` as many limbs as there are rows.
//!
//! # Idea
//! `x f` is added up limb by limb of `x`, with the sums of as many positions as there are rows in registers: what is above the current
//! position is `(carry + x_j f + sum_j)/B`, below `B^R` again.
//!
//! A square cuts the factor into pieces of four limbs, adds up the products of different pieces once, doubles, and adds the squares of the
//! pieces.

/// The arithmetic of both.
pub(super) trait Words: Copy {
    /// Adds `x f + sum` to the window, and returns the lowest limb apart.
    fn step(self, window: &mut [u64; 4], f: &[u64; 4], x: u64, sum: u64) -> u64;

    /// Adds `a b`.
    fn add_product(self, sum: &mut Sum, a: u64, b: u64);
}

/// A sum of products: three limbs.
#[derive(Clone, Copy)]
pub(super) struct Sum(pub(super) [u64; 3]);

impl Sum {
    #[inline(always)]
    fn add(&mut self, x: u128) {
        let [low, middle, high] = self.0;
        let (sum, carry) = long(low, middle).overflowing_add(x);
        self.0 = [sum as u64, (sum >> 64) as u64, high.wrapping_add(u64::from(carry))];
    }

    #[inline(always)]
    fn double(&mut self) {
        let [low, middle, high] = self.0;
        self.0 = [low << 1, middle << 1 | low >> 63, high << 1 | middle >> 63];
    }

    /// Returns the lowest limb, and drops it.
    #[inline(always)]
    fn next(&mut self) -> u64 {
        let [low, middle, high] = self.0;
        self.0 = [middle, high, 0];
        low
    }
}

#[inline(always)]
fn long(low: u64, high: u64) -> u128 {
    u128::from(high) << 64 | u128::from(low)
}

/// Returns `a + b + carry`, and whether it leaves a word.
#[inline(always)]
fn add(a: u64, b: u64, carry: bool) -> (u64, bool) {
    let (sum, first) = a.overflowing_add(b);
    let (sum, second) = sum.overflowing_add(u64::from(carry));
    (sum, first | second)
}

/// Words of every machine.
#[derive(Clone, Copy, Debug)]
pub(super) struct Portable;

impl Words for Portable {
    #[inline(always)]
    fn step(self, window: &mut [u64; 4], f: &[u64; 4], x: u64, sum: u64) -> u64 {
        step(window, f, x, sum)
    }

    #[inline(always)]
    fn add_product(self, sum: &mut Sum, a: u64, b: u64) {
        sum.add(u128::from(a) * u128::from(b));
    }
}

/// Adds `x f + sum` to the window, and returns the lowest limb apart.
#[inline(always)]
fn step<const R: usize>(window: &mut [u64; R], f: &[u64; R], x: u64, sum: u64) -> u64 {
    let (mut lows, mut highs) = ([0; R], [0; R]);
    for r in 0..R {
        // Below B^2: (B-1)^2 + B-1.
        let product = u128::from(x) * u128::from(f[r]) + if r == 0 { u128::from(sum) } else { 0 };
        (lows[r], highs[r]) = (product as u64, (product >> 64) as u64);
    }
    let mut carry = false;
    for r in 0..R {
        (window[r], carry) = add(window[r], lows[r], carry);
    }
    let lowest = window[0];
    let top = u64::from(carry);
    let mut carry = false;
    for r in 0..R - 1 {
        (window[r], carry) = add(window[r + 1], highs[r], carry);
    }
    // Below B: the whole is below B^(R+1).
    window[R - 1] = highs[R - 1].wrapping_add(top).wrapping_add(u64::from(carry));
    lowest
}

/// Computes `sum <- x f` if `FIRST`, else `sum <- sum + x f`. `sum` has `x.len() + R` limbs, the last `R` of which are overwritten.
#[inline(always)]
fn rows<const R: usize, const FIRST: bool>(
    sum: &mut [u64],
    x: &[u64],
    f: &[u64; R],
    step: impl Fn(&mut [u64; R], &[u64; R], u64, u64) -> u64,
) {
    let mut window = [0; R];
    let (low, high) = sum.split_at_mut(x.len());
    for (sum, &x) in low.iter_mut().zip(x) {
        *sum = step(&mut window, f, x, if FIRST { 0 } else { *sum });
    }
    for (high, window) in high.iter_mut().zip(window) {
        *high = window;
    }
}

/// As [`rows`] for the factors in `f`, one to four.
#[inline(always)]
fn some_rows<const FIRST: bool>(w: impl Words, sum: &mut [u64], x: &[u64], f: &[u64]) {
    match *f {
        [f0] => rows::<1, FIRST>(sum, x, &[f0], step),
        [f0, f1] => rows::<2, FIRST>(sum, x, &[f0, f1], step),
        [f0, f1, f2] => rows::<3, FIRST>(sum, x, &[f0, f1, f2], step),
        [f0, f1, f2, f3] => four_rows::<FIRST>(w, sum, x, &[f0, f1, f2, f3]),
        _ => {}
    }
}

#[inline(always)]
fn four_rows<const FIRST: bool>(w: impl Words, sum: &mut [u64], x: &[u64], f: &[u64; 4]) {
    rows::<4, FIRST>(
        sum,
        x,
        f,
        #[inline(always)]
        |window, f, x, sum| w.step(window, f, x, sum),
    );
}

/// Writes out the body for every column below `$end`, in turn: a loop over the columns would not be unrolled.
macro_rules! columns {
    ($k:ident < $end:expr => $body:block) => { columns! { $k < $end => $body; 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 } };
    ($k:ident < $end:expr => $body:block; $($column:literal)*) => { $(
        if const { $column < $end } {
            const $k: usize = $column;
            $body
        }
    )* };
}

/// Returns the product of `N` by `N` limbs, up to 4.
#[inline(always)]
fn product_of<const N: usize, const TWICE: usize>(w: impl Words, a: &[u64; N], b: &[u64; N]) -> [u64; TWICE] {
    let mut product = [0; TWICE];
    let mut sum = Sum([0; 3]);
    columns!(K < 2 * N - 1 => {
        for i in (K + 1).saturating_sub(N)..N.min(K + 1) {
            w.add_product(&mut sum, a[i], b[K - i]);
        }
        product[K] = sum.next();
    });
    product[2 * N - 1] = sum.next();
    product
}

/// Returns the square of `N` limbs, up to 8. Columns are independent sums, which compilers interleave better than one after the other.
#[inline(always)]
fn square_of<const N: usize, const TWICE: usize>(x: &[u64; N]) -> [u64; TWICE] {
    let mut square = [0; TWICE];
    let mut carry = Sum([0; 3]);
    columns!(K < 2 * N - 1 => {
        let mut sum = Sum([0; 3]);
        for i in (K + 1).saturating_sub(N)..K.div_ceil(2) {
            sum.add(u128::from(x[i]) * u128::from(x[K - i]));
        }
        sum.double();
        if K & 1 == 0 {
            sum.add(u128::from(x[K / 2]) * u128::from(x[K / 2]));
        }
        sum.add(long(carry.0[0], carry.0[1]));
        square[K] = sum.next();
        carry = sum;
    });
    square[2 * N - 1] = carry.next();
    square
}

/// Computes `sum <- 2 sum + square + carry`, where the limb below `sum` was `below`. Returns its highest limb, and the carry.
#[inline(always)]
fn double_and_add<const M: usize>(sum: &mut [u64; M], square: &[u64; M], (below, carry): (u64, bool)) -> (u64, bool) {
    let mut doubled = [0; M];
    for i in 0..M {
        doubled[i] = sum[i] << 1 | if i == 0 { below } else { sum[i - 1] } >> 63;
    }
    let (highest, mut carry) = (sum[M - 1], carry);
    for i in 0..M {
        (sum[i], carry) = add(doubled[i], square[i], carry);
    }
    (highest, carry)
}

/// As [`double_and_add`], with the square of `x`, for the highest limbs.
#[inline(always)]
fn double_and_add_some<const N: usize, const TWICE: usize>(sum: &mut [u64], x: &[u64; N], state: (u64, bool)) {
    if let Some(sum) = sum.first_chunk_mut::<TWICE>() {
        double_and_add(sum, &square_of(x), state);
    }
}

/// Calls the function for as many limbs as `$x` has, if that is in the list, and returns.
macro_rules! short {
    ($x:ident, $n:ident, $twice:ident => $call:expr; $($len:literal $double:literal),*) => {
        match $x.len() {
            $($len => {
                const $n: usize = $len;
                const $twice: usize = $double;
                return $call;
            })*
            _ => {}
        }
    };
}

/// Computes `out <- a b` if both have the same number of limbs, one to eight, and `out` as many as both. Returns whether they have.
#[inline]
pub(crate) fn few(a: &[u64], b: &[u64], out: &mut [u64]) -> bool {
    if a.len() != b.len() || out.len() != 2 * a.len() {
        return false;
    }
    short!(a, N, TWICE => match (a.first_chunk::<N>(), b.first_chunk::<N>(), out.first_chunk_mut::<TWICE>()) {
        (Some(a), Some(b), Some(out)) => {
            *out = product_of(Portable, a, b);
            true
        }
        _ => false,
    }; 1 2, 2 4, 3 6);
    if !(4..=8).contains(&a.len()) {
        return false;
    }
    portable(a, b, out);
    true
}

/// Computes `out <- a b` on every machine, `a` not longer than `b`.
#[inline(never)]
pub(super) fn portable(a: &[u64], b: &[u64], out: &mut [u64]) {
    multiply(Portable, a, b, out);
}

/// Computes `out <- x^2` if `x` has one to eight limbs, and `out` twice as many. Returns whether they have.
pub(crate) fn few_squared(x: &[u64], out: &mut [u64]) -> bool {
    if out.len() != 2 * x.len() {
        return false;
    }
    short!(x, N, TWICE => match (x.first_chunk::<N>(), out.first_chunk_mut::<TWICE>()) {
        (Some(x), Some(out)) => {
            *out = square_of(x);
            true
        }
        _ => false,
    }; 1 2, 2 4, 3 6, 4 8, 5 10, 6 12, 7 14, 8 16);
    false
}

/// Computes `out <- a b`, `out` as long as both, `a` not longer than `b`.
#[inline(always)]
pub(super) fn multiply(w: impl Words, a: &[u64], b: &[u64], out: &mut [u64]) {
    if a.len() == b.len() {
        short!(a, N, TWICE => if let (Some(a), Some(b), Some(out)) =
            (a.first_chunk::<N>(), b.first_chunk::<N>(), out.first_chunk_mut::<TWICE>())
        {
            *out = product_of(w, a, b);
        }; 1 2, 2 4, 3 6, 4 8);
    }
    let (first, others) = a.split_at(a.len().min(4));
    some_rows::<true>(w, &mut out[..b.len() + first.len()], b, first);
    let (blocks, last) = others.as_chunks::<4>();
    let mut at = 4;
    for f in blocks {
        four_rows::<false>(w, &mut out[at..at + b.len() + 4], b, f);
        at += 4;
    }
    if !last.is_empty() {
        some_rows::<false>(w, &mut out[at..], b, last);
    }
}

/// Computes `out <- x^2`, `out` twice as long.
#[inline(always)]
pub(super) fn square(w: impl Words, x: &[u64], out: &mut [u64]) {
    if few_squared(x, out) {
        return;
    }
    let n = x.len();
    let (blocks, last) = x.as_chunks::<4>();
    let mut end = out.len().min(4);
    out[..end].fill(0);
    for (i, f) in (0..).step_by(4).zip(blocks) {
        if i + 4 >= n {
            break;
        }
        end = n + i + 4;
        if i == 0 {
            four_rows::<true>(w, &mut out[4..end], &x[4..], f);
        } else {
            four_rows::<false>(w, &mut out[2 * i + 4..end], &x[i + 4..], f);
        }
    }
    out[end..].fill(0);
    let (sums, rest) = out.as_chunks_mut::<8>();
    let mut state = (0, false);
    for (sum, x) in sums.iter_mut().zip(blocks) {
        state = double_and_add(sum, &square_of(x), state);
    }
    match *last {
        [x0] => double_and_add_some::<1, 2>(rest, &[x0], state),
        [x0, x1] => double_and_add_some::<2, 4>(rest, &[x0, x1], state),
        [x0, x1, x2] => double_and_add_some::<3, 6>(rest, &[x0, x1, x2], state),
        _ => {}
    }
}
