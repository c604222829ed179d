//! A transform to hold others against: short, slow, and sharing nothing with them but the roots.

use num_complex::Complex;
use ringfft::rings::{Real, root_of_unity};

/// Up to this prime the definition is used.
const LARGEST_BY_DEFINITION: usize = 61;

/// Computes `X_k = sum_j x_j exp(-2 pi i jk/n)` in natural order, unscaled. It goes by prime factors, small ones first,
/// each by the definition; a large prime is a convolution with a chirp.
///
/// The error grows by a few units of `T` with each factor.
pub fn reference<T: Real>(x: &[Complex<T>]) -> Vec<Complex<T>> {
    match x.len() {
        0 => Vec::new(),
        n => parts(x, 0, 1, &roots(n)),
    }
}

/// Computes `exp(-2 pi i k/n)` for `k < n`, as products of two of about `2 sqrt(n)` of them.
fn roots<T: Real>(n: usize) -> Vec<Complex<T>> {
    let block = 1 << (usize::BITS - n.leading_zeros()).div_ceil(2);
    let fine: Vec<_> = (0..block.min(n)).map(|k| root_of_unity::<T>((n - k) % n, n)).collect();
    let coarse: Vec<_> = (0..n).step_by(block).map(|k| root_of_unity::<T>((n - k) % n, n)).collect();
    coarse.iter().flat_map(|a| fine.iter().map(|b| *a * *b)).take(n).collect()
}

/// Transforms the coefficients at `start`, `start + stride` ..., with the roots of the whole length.
fn parts<T: Real>(x: &[Complex<T>], start: usize, stride: usize, roots: &[Complex<T>]) -> Vec<Complex<T>> {
    let n = x.len() / stride;
    let Some(radix) = (2..).take_while(|p| p * p <= n).find(|p| n.is_multiple_of(*p)).or((n > 1).then_some(n)) else {
        return vec![x[start]];
    };
    if radix > LARGEST_BY_DEFINITION && radix == n {
        let x: Vec<_> = x[start..].iter().step_by(stride).copied().collect();
        return by_chirp(&x);
    }
    let m = n / radix;
    let parts: Vec<Vec<_>> = (0..radix).map(|i| parts(x, start + i * stride, stride * radix, roots)).collect();
    // By a root of the whole length, with nothing to round where it is 1 or -1.
    let times = |z: Complex<T>, e: usize| match e * stride {
        0 => z,
        e if 2 * e == roots.len() => -z,
        e => z * roots[e],
    };
    (0..n)
        .map(|k| {
            let (twist, leg) = (k % m, k / m * m);
            let first = parts[0][twist];
            (1..radix).fold(first, |sum, i| sum + times(times(parts[i][twist], i * twist), i * leg % n))
        })
        .collect()
}

/// Computes a transform as a convolution with `exp(pi i k^2/n)`: `2jk = j^2 + k^2 - (k - j)^2`.
fn by_chirp<T: Real>(x: &[Complex<T>]) -> Vec<Complex<T>> {
    let n = x.len();
    let m = (2 * n - 1).next_power_of_two();
    let roots_of_chirp = roots::<T>(2 * n);
    let chirp: Vec<_> = (0..n).map(|k| roots_of_chirp[(k as u128 * k as u128 % (2 * n as u128)) as usize]).collect();
    let zero = Complex::new(T::zero(), T::zero());
    let (mut signal, mut kernel) = (vec![zero; m], vec![zero; m]);
    for (k, (z, w)) in x.iter().zip(&chirp).enumerate() {
        signal[k] = *z * *w;
        kernel[k] = w.conj();
        kernel[(m - k) % m] = w.conj();
    }
    let (signal, kernel) = (reference(&signal), reference(&kernel));
    let product: Vec<_> = signal.iter().zip(&kernel).map(|(a, b)| *a * *b).collect();
    let back = reference(&product);
    // `m` is a power of two: its inverse is exact.
    let scale = T::from_f64(1.0 / m as f64);
    (0..n).map(|k| back[(m - k) % m] * chirp[k]).map(|z| Complex::new(z.re * scale, z.im * scale)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wide_reference_equals_the_definition() {
        for n in (1..70).chain([97, 2 * 67, 128, 210]) {
            let x: Vec<_> = (0..n).map(|j| Complex::new((j * j % 17) as f64 - 8.0, (5 * j % 13) as f64)).collect();
            for (k, value) in reference(&x).into_iter().enumerate() {
                let term = |(j, x): (usize, &Complex<f64>)| x * root_of_unity::<f64>((n - j * k % n) % n, n);
                let truth: Complex<f64> = x.iter().enumerate().map(term).sum();
                assert!((value - truth).norm() < 1e-12 * n as f64, "{n}, value {k}: {value}, {truth}");
            }
        }
    }
}
