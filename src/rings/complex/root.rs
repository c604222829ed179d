//! One root of unity, from its index.

use super::{
    super::{
        double_double::DoubleDouble,
        real::{Real, is_wide},
    },
    octant::cosine_and_sine,
};
use num_complex::Complex;

/// Returns `exp(2 pi i k/n)` for `k < n`, correctly rounded except for one case in `2^35`.
///
/// ```
/// use ringfft::rings::root_of_unity;
///
/// let i = root_of_unity::<f64>(1, 4);
/// assert_eq!((i.re, i.im), (0.0, 1.0));
/// ```
///
/// Each part of a `Complex<f64>` or `Complex<f32>` is within `0.5 + 2^-36` units in its last place of the truth. The
/// angle is reduced to the first octant in integers, and cosine and sine there are known to 90 bits before they are
/// rounded once. Floats wider than `f64` refine these by Newton's iteration for `z^N = 1`, which needs no wider sine.
///
/// For many roots of one order see [`Circle`](super::Circle).
pub fn root_of_unity<T: Real>(k: usize, n: usize) -> Complex<T> {
    let (octant, a) = Octant::of(k, n);
    octant.place(first_octant(a, n.max(1)))
}

/// The octant of a root: the signs and the exchange that take it from the first octant.
#[derive(Clone, Copy)]
pub(super) struct Octant {
    negate_re: bool,
    negate_im: bool,
    exchange: bool,
}

impl Octant {
    /// Returns the octant of `exp(2 pi i k/n)`, and `a <= n` for which the root's image in the first is at `(pi/4)(a/n)`.
    #[inline]
    pub(super) const fn of(k: usize, n: usize) -> (Self, usize) {
        let n = if n == 0 { 1 } else { n };
        let k = if k < n { k } else { k % n };
        let negate_im = k > n - k;
        // Eight times an index may be too long for a word.
        let a = 8 * if negate_im { n - k } else { k } as u128;
        let n = n as u128;
        let negate_re = a > 2 * n;
        let a = if negate_re { 4 * n - a } else { a };
        let exchange = a > n;
        let a = if exchange { 2 * n - a } else { a };
        (Octant { negate_re, negate_im, exchange }, a as usize)
    }

    /// Maps a point of the first octant to this one.
    #[inline]
    pub(super) fn place<T: Real>(self, (x, y): (T, T)) -> Complex<T> {
        let (re, im) = if self.exchange { (y, x) } else { (x, y) };
        Complex::new(if self.negate_re { -re } else { re }, if self.negate_im { -im } else { im })
    }
}

/// Returns `exp(-2 pi i k/n)` for `k < n`, when compiling: the conjugate of [`root_of_unity`].
pub(crate) const fn constant_root(k: usize, n: usize) -> [f64; 2] {
    if k == 0 {
        return [1.0, 0.0];
    }
    let (octant, a) = Octant::of(k, n);
    let [x, y] = constant_octant(a, n);
    let [re, im] = if octant.exchange { [y, x] } else { [x, y] };
    [if octant.negate_re { -re } else { re }, if octant.negate_im { im } else { -im }]
}

/// Returns cosine and sine of `(pi/4)(a/n)`, `0 <= a <= n`, as [`first_octant`] has them.
const fn constant_octant(a: usize, n: usize) -> [f64; 2] {
    match a {
        0 => [1.0, 0.0],
        _ if a == n => [core::f64::consts::FRAC_1_SQRT_2; 2],
        _ => {
            let [x, y] = cosine_and_sine(a as u64, n as u64);
            [x.high(), y.high()]
        }
    }
}

/// For each order below 257, the place of the first root's image in the first octant, and its parts.
///
/// A plan of so few elements takes less time than to compute its root.
const FIRST: [(usize, [f64; 2]); 257] = {
    let (mut first, mut n) = ([(0, [1.0, 0.0]); 257], 2);
    while n < first.len() {
        let a = Octant::of(1, n).1;
        first[n] = (a, constant_octant(a, n));
        n += 1;
    }
    first
};

/// Returns cosine and sine of `(pi/4)(a/n)`, `0 <= a <= n`.
pub(super) fn first_octant<T: Real>(a: usize, n: usize) -> (T, T) {
    if a == 0 {
        return (T::one(), T::zero());
    }
    if a == n {
        return (T::square_root_of_half(), T::square_root_of_half());
    }
    if let (false, Some((known, [re, im]))) = (is_wide::<T>(), FIRST.get(n))
        && *known == a
    {
        return (T::from_f64(*re), T::from_f64(*im));
    }
    let [re, im] = cosine_and_sine(a as u64, n as u64);
    if !is_wide::<T>() {
        return (T::from_f64(re.high()), T::from_f64(im.high()));
    }
    let exact = |x: DoubleDouble| T::from_f64(x.high()) + T::from_f64(x.low());
    // Lowest terms of the fraction a/(8 n) of a turn.
    let order = 8 * n as u128 / gcd(a as u128, 8 * n as u128);
    let z = refine(refine(Complex::new(exact(re), exact(im)), order), order);
    (z.re, z.im)
}

/// Computes one step of Newton's iteration for `z^order = 1`: `z - z (z^order - 1)/order`.
fn refine<T: Real>(z: Complex<T>, order: u128) -> Complex<T> {
    let one = Complex::new(T::one(), T::zero());
    let mut power = one;
    for bit in (0..u128::BITS - order.leading_zeros()).rev() {
        power = power * power;
        if order >> bit & 1 == 1 {
            power = power * z;
        }
    }
    let scale = T::from_f64(order as f64);
    let residual = power - one;
    z - z * Complex::new(residual.re / scale, residual.im / scale)
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests {
    use super::*;

    #[inline]
    pub(crate) fn octants_are_symmetric_and_exact() {
        for n in 1..200 {
            for k in 0..n {
                let z = root_of_unity::<f64>(k, n);
                // The angle itself is rounded three times, so the comparison says nothing about the last digit.
                let angle = core::f64::consts::TAU * k as f64 / n as f64;
                assert!((z.re - angle.cos()).abs() < 2e-15 && (z.im - angle.sin()).abs() < 2e-15, "{k}/{n}");
                assert_eq!(root_of_unity::<f64>((n - k) % n, n), z.conj());
                assert_eq!(super::super::index_of(&z, n), Some(k));
            }
        }
        assert_eq!(root_of_unity::<f64>(3, 4), Complex::new(0.0, -1.0));
        assert_eq!(root_of_unity::<f32>(2, 4), Complex::new(-1.0, 0.0));
        assert_eq!(root_of_unity::<f64>(1, 12).im, 0.5);
        assert_eq!(
            root_of_unity::<f64>(usize::MAX - 1, usize::MAX),
            Complex::new(1.0, -core::f64::consts::TAU / usize::MAX as f64)
        );
    }
}
