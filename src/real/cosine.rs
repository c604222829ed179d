//! The maps of the cosine transforms; the sine transforms are the same with signs and a reversal.
//!
//! Notation: `V` is the transform of a real sequence `v`, `W` that of a complex one; `x` in, `Y` out; `by` is a factor.
//!
//! # Idea
//! ```text
//! II   v = x_0 x_2 x_4 ... x_5 x_3 x_1            Y_k - i Y_(n-k) = 2 exp(-pi i k/2n) V_k
//! III  the same, backwards
//! IV   t_j = (x_2j + i x_(n-1-2j)) u_j            Y_2k - i Y_(n-1-2k) = 2 u_k W_k,  u_j = exp(-2 pi i (8j+1)/16n),
//!                                                 W of length n/2
//! IV,  with a = 1 mod 8, a = r mod n, and x(a) continued evenly about 0 and oddly about 2n over the odd numbers:
//! odd  v_r = x(a_r)                               Y(8u + a_0) = 2 Re(exp(-pi i n/4) V_u)
//! I    v = x_0 x_1 ... x_(n-1) ... x_2 x_1        Y_k = V_k, of length 2(n - 1)
//! ```
//! In the odd case of IV the numbers `1 mod 8` reach every element once. For two of them `ab/8n` splits by the Chinese
//! remainder theorem into `n/8` and a multiple of `1/n`. That is a real transform of length `n` without twiddles.

use super::RealPlan;
use crate::{Result, kernel::cast::numbers_mut, plan::Plan, rings::Real};
use num_complex::Complex;

/// A transform with a table and the scratch of one call.
pub(super) struct Through<'a, T: Real, P> {
    pub(super) plan: &'a P,
    pub(super) twiddles: &'a [Complex<T>],
    pub(super) scratch: &'a mut [Complex<T>],
    pub(super) factor: Option<T>,
}

/// Real numbers, values and the rest of the scratch.
type Areas<'a, T> = (&'a mut [T], &'a mut [Complex<T>], &'a mut [Complex<T>]);

fn areas<T>(scratch: &mut [Complex<T>], reals: usize) -> Areas<'_, T> {
    let (numbers, scratch) = scratch.split_at_mut(reals.div_ceil(2));
    let (values, scratch) = scratch.split_at_mut(reals / 2 + 1);
    (&mut numbers_mut(numbers)[..reals], values, scratch)
}

/// Returns the elements that [`areas`] takes, and none for the transform inside.
pub(super) fn areas_len(reals: usize) -> Option<usize> {
    reals.div_ceil(2).checked_add(reals / 2 + 1)
}

/// Computes cosine II, or with `sine` the alternating sum whose reversal is sine II.
pub(super) fn two<T: Real>(x: &mut [T], sine: bool, through: Through<'_, T, RealPlan<T>>) -> Result<()> {
    let n = x.len();
    let (v, spectrum, scratch) = areas(through.scratch, n);
    let (even, odd) = v.split_at_mut(n.div_ceil(2));
    even.iter_mut().zip(x.iter().step_by(2)).for_each(|(v, x)| *v = *x);
    let signed = |x: T| if sine { -x } else { x };
    odd.iter_mut().rev().zip(x.iter().skip(1).step_by(2)).for_each(|(v, x)| *v = signed(*x));
    through.plan.forward_row(v, spectrum, scratch, None)?;
    let by = double(through.factor);
    x[0] = spectrum[0].re * by;
    for (k, (z, t)) in spectrum.iter().zip(through.twiddles).enumerate().skip(1) {
        let u = *z * *t;
        x[n - k] = -(u.im * by);
        x[k] = u.re * by;
    }
    Ok(())
}

/// Computes cosine III, or with `sine` alternating values: sine III of the reversed sequence.
pub(super) fn three<T: Real>(x: &mut [T], sine: bool, through: Through<'_, T, RealPlan<T>>) -> Result<()> {
    let n = x.len();
    let (v, spectrum, scratch) = areas(through.scratch, n);
    spectrum[0] = Complex::new(x[0], T::zero());
    for (k, (z, t)) in spectrum.iter_mut().zip(through.twiddles).enumerate().skip(1) {
        *z = Complex::new(x[k], -x[n - k]) * t.conj();
    }
    through.plan.inverse_row(spectrum, v, scratch, through.factor)?;
    let (even, odd) = v.split_at(n.div_ceil(2));
    x.iter_mut().step_by(2).zip(even).for_each(|(x, v)| *x = *v);
    let signed = |x: T| if sine { -x } else { x };
    x.iter_mut().skip(1).step_by(2).zip(odd.iter().rev()).for_each(|(x, v)| *x = signed(*v));
    Ok(())
}

/// Computes cosine IV of even length.
pub(super) fn four_even<T: Real>(x: &mut [T], through: Through<'_, T, Plan<Complex<T>>>) -> Result<()> {
    let n = x.len();
    let (w, scratch) = through.scratch.split_at_mut(n / 2);
    for (j, (w, u)) in w.iter_mut().zip(through.twiddles).enumerate() {
        *w = Complex::new(x[2 * j], x[n - 1 - 2 * j]) * *u;
    }
    through.plan.forward_with(w, scratch)?;
    let by = double(through.factor);
    for (k, (w, u)) in w.iter().zip(through.twiddles).enumerate() {
        let z = *w * *u;
        x[2 * k] = z.re * by;
        x[n - 1 - 2 * k] = -(z.im * by);
    }
    Ok(())
}

/// Computes cosine IV of odd length.
pub(super) fn four_odd<T: Real>(x: &mut [T], through: Through<'_, T, RealPlan<T>>) -> Result<()> {
    let n = x.len();
    let (v, spectrum, scratch) = areas(through.scratch, n);
    // 1 mod 8 and 0 mod n, because the square of an odd number is 1 mod 8.
    let start = n * (n % 8);
    // 0 mod 8 and 1 mod n.
    let step = (1..8).map(|t| t * n + 1).find(|multiple| multiple % 8 == 0).unwrap_or(0);
    let mut at = start;
    for v in v.iter_mut() {
        let (index, negative) = place(at, n);
        *v = if negative { -x[index] } else { x[index] };
        at = (at + step) % (8 * n);
    }
    through.plan.forward_row(v, spectrum, scratch, None)?;
    let root = T::square_root_of_half() * double(through.factor);
    let (cos, sin) = match n % 8 {
        1 => (root, root),
        3 => (-root, root),
        5 => (-root, -root),
        _ => (root, -root),
    };
    let mut at = start;
    for u in 0..n {
        let z = if u <= n / 2 { spectrum[u] } else { spectrum[n - u].conj() };
        let value = cos * z.re + sin * z.im;
        let (index, negative) = place(at, n);
        x[index] = if negative { -value } else { value };
        at = (at + 8) % (8 * n);
    }
    Ok(())
}

/// Returns twice the factor.
fn double<T: Real>(factor: Option<T>) -> T {
    let by = factor.unwrap_or(T::one());
    by + by
}

/// Returns the element at an odd number modulo `8n`, and whether its sign changes.
fn place(at: usize, n: usize) -> (usize, bool) {
    let at = if at >= 4 * n { 8 * n - at } else { at };
    if at > 2 * n { ((4 * n - at) / 2, true) } else { (at / 2, false) }
}

/// Computes cosine I through the even continuation.
pub(super) fn one<T: Real>(x: &mut [T], through: Through<'_, T, RealPlan<T>>) -> Result<()> {
    let m = x.len() - 1;
    let (v, spectrum, scratch) = areas(through.scratch, 2 * m);
    v[..=m].copy_from_slice(x);
    v[m + 1..].iter_mut().rev().zip(&x[1..]).for_each(|(v, x)| *v = *x);
    through.plan.forward_row(v, spectrum, scratch, None)?;
    let by = through.factor.unwrap_or(T::one());
    x.iter_mut().zip(spectrum.iter()).for_each(|(x, z)| *x = z.re * by);
    Ok(())
}

/// Computes sine I through the odd continuation.
pub(super) fn sine_one<T: Real>(x: &mut [T], through: Through<'_, T, RealPlan<T>>) -> Result<()> {
    let m = x.len() + 1;
    let (v, spectrum, scratch) = areas(through.scratch, 2 * m);
    (v[0], v[m]) = (T::zero(), T::zero());
    v[1..m].copy_from_slice(x);
    v[m + 1..].iter_mut().rev().zip(x.iter()).for_each(|(v, x)| *v = -*x);
    through.plan.forward_row(v, spectrum, scratch, None)?;
    let by = through.factor.unwrap_or(T::one());
    x.iter_mut().zip(&spectrum[1..]).for_each(|(x, z)| *x = -(z.im * by));
    Ok(())
}

/// Multiplies an element that an orthonormal transform weights less by `sqrt(2)`, or by the inverse.
pub(super) fn weigh<T: Real>(x: &mut T, more: bool) {
    let half = T::square_root_of_half();
    *x = *x * if more { half + half } else { half };
}
