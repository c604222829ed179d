//! Products and squares of few limbs on every machine: products column by column, squares row by row.

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

/// Writes out the body for every index below `$end`, in turn: a loop would not be unrolled.
macro_rules! columns {
    ($k:ident < $end:expr => $body:block) => { columns! { $k < $end => $body; 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 } };
    ($k:ident < $end:expr => $body:block; $($column:literal)*) => { $(
        if const { $column < $end } {
            const $k: usize = $column;
            $body
        }
    )* };
}

/// Computes `out <- a b` for `N` by `N` limbs, up to 3.
#[inline(always)]
pub(super) fn product_of<const N: usize, const TWICE: usize>(a: &[u64], b: &[u64], out: &mut [u64]) {
    let (Some(a), Some(b), Some(product)) =
        (a.first_chunk::<N>(), b.first_chunk::<N>(), out.first_chunk_mut::<TWICE>())
    else {
        return;
    };
    let mut sum = Sum([0; 3]);
    columns!(K < 2 * N - 1 => {
        for i in (K + 1).saturating_sub(N)..N.min(K + 1) {
            sum.add(u128::from(a[i]) * u128::from(b[K - i]));
        }
        product[K] = sum.next();
    });
    product[2 * N - 1] = sum.next();
}

/// Computes `out <- x^2` for `N` limbs, up to 8: the products of different limbs, doubled, and the squares.
#[inline(always)]
pub(super) fn square_of<const N: usize, const TWICE: usize>(x: &[u64], out: &mut [u64]) {
    let (Some(x), Some(out)) = (x.first_chunk::<N>(), out.first_chunk_mut::<TWICE>()) else { return };
    let mut sums = [0; TWICE];
    columns!(I < N => {
        let mut carry = 0;
        for j in I + 1..N {
            // Below B^2: (B-1)^2 + 2 (B-1).
            let sum = u128::from(x[I]) * u128::from(x[j]) + u128::from(sums[I + j]) + u128::from(carry);
            (sums[I + j], carry) = (sum as u64, (sum >> 64) as u64);
        }
        sums[I + N] = carry;
    });
    let mut doubled = [0; TWICE];
    let mut carry = false;
    columns!(K < TWICE => {
        (doubled[K], carry) = add(sums[K], sums[K], carry);
    });
    debug_assert!(!carry, "below half of what it can be");
    columns!(I < N => {
        let square = u128::from(x[I]) * u128::from(x[I]);
        (out[2 * I], carry) = add(doubled[2 * I], square as u64, carry);
        (out[2 * I + 1], carry) = add(doubled[2 * I + 1], (square >> 64) as u64, carry);
    });
    debug_assert!(!carry, "a square has twice as many limbs");
}

/// Returns `a + b + carry`, and whether it leaves a word.
#[inline(always)]
fn add(a: u64, b: u64, carry: bool) -> (u64, bool) {
    let (sum, first) = a.overflowing_add(b);
    let (sum, second) = sum.overflowing_add(u64::from(carry));
    (sum, first | second)
}

/// Computes `out <- a b` for one to three limbs of both. Not inlined: its registers would be saved for other lengths too.
#[inline(never)]
pub(super) fn product(a: &[u64], b: &[u64], out: &mut [u64]) {
    match a.len() {
        1 => product_of::<1, 2>(a, b, out),
        2 => product_of::<2, 4>(a, b, out),
        _ => product_of::<3, 6>(a, b, out),
    }
}

/// Computes `out <- x^2` for one to three limbs. Not inlined, as [`product`].
#[inline(never)]
pub(super) fn square(x: &[u64], out: &mut [u64]) {
    match x.len() {
        1 => square_of::<1, 2>(x, out),
        2 => square_of::<2, 4>(x, out),
        _ => square_of::<3, 6>(x, out),
    }
}
