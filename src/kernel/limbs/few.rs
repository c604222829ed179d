//! Products and squares of few limbs on every machine, column by column.
//!
//! Columns of a square are independent sums, which compilers interleave better than rows, one after the other.

/// A sum of products: three limbs.
#[derive(Clone, Copy)]
struct Sum([u64; 3]);

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

/// Returns the product of `N` by `N` limbs, up to 3.
#[inline(always)]
fn product_of<const N: usize, const TWICE: usize>(a: &[u64; N], b: &[u64; N]) -> [u64; TWICE] {
    let mut product = [0; TWICE];
    let mut sum = Sum([0; 3]);
    columns!(K < 2 * N - 1 => {
        for i in (K + 1).saturating_sub(N)..N.min(K + 1) {
            sum.add(u128::from(a[i]) * u128::from(b[K - i]));
        }
        product[K] = sum.next();
    });
    product[2 * N - 1] = sum.next();
    product
}

/// Returns the square of `N` limbs, up to 8.
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

/// Calls the function for as many limbs as `$x` has, if that is in the list, and returns `true`.
macro_rules! short {
    ($x:ident, $n:ident, $twice:ident => $out:ident <- $call:expr; $($len:literal $double:literal),*) => {
        match $x.len() {
            $($len => {
                const $n: usize = $len;
                const $twice: usize = $double;
                if let Some($out) = $out.first_chunk_mut::<$twice>() {
                    *$out = $call;
                    return true;
                }
            })*
            _ => {}
        }
    };
}

/// Computes `out <- a b` if both have the same number of limbs, one to three, and `out` as many as both. Returns whether they have.
#[inline(always)]
pub(super) fn product(a: &[u64], b: &[u64], out: &mut [u64]) -> bool {
    if a.len() == b.len() && out.len() == 2 * a.len() {
        short!(a, N, TWICE => out <- match (a.first_chunk::<N>(), b.first_chunk::<N>()) {
            (Some(a), Some(b)) => product_of(a, b),
            _ => return false,
        }; 1 2, 2 4, 3 6);
    }
    false
}

/// Computes `out <- x^2` if `x` has one to three limbs, and `out` twice as many. Returns whether they have.
#[inline(always)]
pub(super) fn square(x: &[u64], out: &mut [u64]) -> bool {
    if out.len() == 2 * x.len() {
        short!(x, N, TWICE => out <- match x.first_chunk::<N>() {
            Some(x) => square_of(x),
            None => return false,
        }; 1 2, 2 4, 3 6);
    }
    false
}

/// Computes [`square`] for four to eight limbs.
#[inline(always)]
pub(super) fn larger_square(x: &[u64], out: &mut [u64]) -> bool {
    if out.len() == 2 * x.len() {
        short!(x, N, TWICE => out <- match x.first_chunk::<N>() {
            Some(x) => square_of(x),
            None => return false,
        }; 4 8, 5 10, 6 12, 7 14, 8 16);
    }
    false
}
