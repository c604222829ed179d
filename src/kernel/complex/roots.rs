//! Roots of unity for tables, eight at a time.
//!
//! The network of [`octant`](crate::rings) in vectors with fused products: the nearest sixteenth of the octant, a rest
//! of at most `pi/128`, Taylor's series, the addition theorem. Terms below `2^-26` of the result have one word, all
//! others two:
//!
//! ```text
//! a/n = i/16 + d/n,  d = a - n i/16 an integer over 16;   r = (pi/4) (d/n)
//! cos r - 1 = -t/2 + t^2 (1/24 - ...),   sin r = r + r (-t/6 + t^2 (1/120 - ...)),   t = r^2 < 2^-10
//! ```
//!
//! Each part is within `2^-76` of the truth. So its rounding differs from that of
//! [`root_of_unity`](crate::rings::root_of_unity) in the last place about once in `2^24` parts. A
//! [`Circle`](crate::rings::Circle) is as accurate. Without vectors of doubles they come from there.

use super::reserve;
use crate::{
    Result,
    rings::{Circle, Real},
};
use alloc::vec::Vec;
use num_complex::Complex;

#[cfg(all(target_arch = "x86_64", feature = "std"))]
use crate::{
    kernel::packed::{Avx2, Avx512, F64x4, F64x8, Floats, Token},
    rings::SIXTEENTHS,
};

/// Roots at a time.
const BATCH: usize = 8;

/// The real part and its rounding error, the imaginary part and its rounding error.
type Batch = [[f64; BATCH]; 4];

/// The unit that computes the roots.
enum Engine {
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    Wide(Avx512),
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    Half(Avx2),
    Words(Circle<f64>),
}

/// The powers of `exp(-2 pi i/n)`, each computed on demand.
pub(crate) struct Roots {
    n: usize,
    engine: Engine,
}

impl Roots {
    /// Creates the roots of order `n`, at least 1 and below `2^48`.
    pub(crate) fn new(n: usize) -> Self {
        let engine = Self::engine(n);
        Roots { n, engine }
    }

    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    fn engine(n: usize) -> Engine {
        match (Avx512::detect(), Avx2::detect()) {
            (Some(token), _) => Engine::Wide(token),
            (_, Some(token)) => Engine::Half(token),
            _ => Engine::Words(Circle::new(n, 2 * n)),
        }
    }

    #[cfg(not(all(target_arch = "x86_64", feature = "std")))]
    fn engine(n: usize) -> Engine {
        Engine::Words(Circle::new(n, 2 * n))
    }

    /// Returns `exp(-2 pi i k/n)` for these `k < n`.
    pub(super) fn batch(&self, k: [usize; BATCH]) -> Batch {
        let n = self.n;
        let mut out = [[0.0; BATCH]; 4];
        let circle = match &self.engine {
            Engine::Words(circle) => Some(circle),
            #[cfg(all(target_arch = "x86_64", feature = "std"))]
            _ => None,
        };
        if let Some(circle) = circle {
            for l in 0..BATCH {
                let [high, low] = circle.twofold((n - k[l]) % n);
                [out[0][l], out[1][l], out[2][l], out[3][l]] = [high.re, low.re, high.im, low.im];
            }
            return out;
        }
        // To the first octant, as integers.
        let (mut a, mut turns) = ([0.0; BATCH], [(false, 1.0, -1.0); BATCH]);
        for l in 0..BATCH {
            let below = k[l].min(n - k[l]);
            let mut angle = 8 * below;
            let (re, im) = (angle > 2 * n, below != k[l]);
            angle = if re { 4 * n - angle } else { angle };
            let exchange = angle > n;
            angle = if exchange { 2 * n - angle } else { angle };
            a[l] = angle as f64;
            turns[l] = (exchange, if re { -1.0 } else { 1.0 }, if im { 1.0 } else { -1.0 });
        }
        let found = self.octant(&a);
        for l in 0..BATCH {
            let (exchange, re, im) = turns[l];
            let (x, y) = if exchange { (2, 0) } else { (0, 2) };
            out[0][l] = re * found[x][l];
            out[1][l] = re * found[x + 1][l];
            out[2][l] = im * found[y][l];
            out[3][l] = im * found[y + 1][l];
        }
        out
    }

    /// Returns cosine and sine of `(pi/4)(a/n)` for integers `0 <= a <= n`.
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    fn octant(&self, a: &[f64; BATCH]) -> Batch {
        let n = self.n as f64;
        match self.engine {
            Engine::Wide(token) => token.run(
                #[inline(always)]
                || octant(F64x8(token), a, n),
            ),
            Engine::Half(token) => {
                let mut out = [[0.0; BATCH]; 4];
                for (i, a) in a.as_chunks::<4>().0.iter().enumerate() {
                    let half = token.run(
                        #[inline(always)]
                        || octant(F64x4(token), a, n),
                    );
                    for (out, half) in out.iter_mut().zip(&half) {
                        out[4 * i..4 * i + 4].copy_from_slice(half);
                    }
                }
                out
            }
            Engine::Words(_) => [[0.0; BATCH]; 4],
        }
    }

    #[cfg(not(all(target_arch = "x86_64", feature = "std")))]
    fn octant(&self, _: &[f64; BATCH]) -> Batch {
        [[0.0; BATCH]; 4]
    }

    /// Computes the powers of indices below `n` and gives them to `put` one by one, with their rounding errors.
    pub(crate) fn each<T: Real>(
        &self,
        indices: impl IntoIterator<Item = usize>,
        mut put: impl FnMut(Complex<T>, Complex<T>),
    ) {
        let mut indices = indices.into_iter();
        loop {
            let (mut k, mut count) = ([0; BATCH], 0);
            while count < BATCH
                && let Some(index) = indices.next()
            {
                k[count] = index;
                count += 1;
            }
            if count > 0 {
                let [re, re_low, im, im_low] = self.batch(k);
                for l in 0..count {
                    let (re, im) = (halves::<T>(re[l], re_low[l]), halves::<T>(im[l], im_low[l]));
                    put(Complex::new(re[0], im[0]), Complex::new(re[1], im[1]));
                }
            }
            if count < BATCH {
                return;
            }
        }
    }
}

/// Returns a sum, rounded, and its rounding error.
#[inline(always)]
fn halves<T: Real>(high: f64, low: f64) -> [T; 2] {
    let rounded = T::from_f64(high);
    [rounded, T::from_f64((high - rounded.as_f64()) + low)]
}

/// Returns `a + b` for `|a| >= |b|`, and its rounding error.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
#[inline(always)]
fn quick<const L: usize, F: Floats<L>>(f: F, a: F::V, b: F::V) -> [F::V; 2] {
    let s = f.add(a, b);
    [s, f.sub(b, f.sub(s, a))]
}

/// Returns `a b`, without the product of the low words.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
#[inline(always)]
fn times<const L: usize, F: Floats<L>>(f: F, a: [F::V; 2], b: [F::V; 2]) -> [F::V; 2] {
    let p = f.mul(a[0], b[0]);
    let e = f.mul_sub(a[0], b[0], p);
    [p, f.mul_add(a[0], b[1], f.mul_add(a[1], b[0], e))]
}

/// Returns `a + b`.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
#[inline(always)]
fn plus<const L: usize, F: Floats<L>>(f: F, a: [F::V; 2], b: [F::V; 2]) -> [F::V; 2] {
    let s = f.add(a[0], b[0]);
    let t = f.sub(s, a[0]);
    let e = f.add(f.sub(a[0], f.sub(s, t)), f.sub(b[0], t));
    quick(f, s, f.add(e, f.add(a[1], b[1])))
}

#[cfg(all(target_arch = "x86_64", feature = "std"))]
#[inline(always)]
fn octant<const L: usize, F: Floats<L, Float = f64>>(f: F, a: &[f64; L], n: f64) -> [[f64; L]; 4] {
    let (length, reciprocal) = (f.splat(n), f.splat(1.0 / n));
    // Rounded to an integer by adding a constant that leaves no fractional digits.
    let magic = f.constant(6_755_399_441_055_744.0);
    let a = f.load(a);
    let scaled = f.mul(f.constant(16.0), a);
    let nearest = f.sub(f.add(f.mul(scaled, reciprocal), magic), magic);
    let d = f.neg_mul_add(nearest, length, scaled);
    let mut at = [0.0; L];
    f.store(&mut at, nearest);
    let mut table = [[0.0; L]; 4];
    for l in 0..L {
        let entry = &SIXTEENTHS[(at[l] as usize).min(16)];
        for part in 0..4 {
            table[part][l] = entry[part];
        }
    }
    let [c, c_low, s, s_low] = table;
    let (c, s) = ([f.load(&c), f.load(&c_low)], [f.load(&s), f.load(&s_low)]);
    // The quotient, exact except for 2^-104.
    let q = f.mul(d, reciprocal);
    let q = [q, f.mul(f.neg_mul_add(q, length, d), reciprocal)];
    let r =
        times(f, q, [f.constant(core::f64::consts::FRAC_PI_4 / 16.0), f.constant(3.061_616_997_868_383e-17 / 16.0)]);
    let r = quick(f, r[0], r[1]);
    let t = times(f, r, r);
    let square = f.mul(t[0], t[0]);
    let even = f.mul_add(t[0], f.constant(1.0 / 40_320.0), f.constant(-1.0 / 720.0));
    let even = f.mul_add(t[0], f.mul_add(square, f.constant(-1.0 / 3_628_800.0), even), f.constant(1.0 / 24.0));
    let odd = f.mul_add(t[0], f.constant(1.0 / 362_880.0), f.constant(-1.0 / 5040.0));
    let odd = f.mul_add(t[0], f.mul_add(square, f.constant(-1.0 / 39_916_800.0), odd), f.constant(1.0 / 120.0));
    let half = f.constant(-0.5);
    let dc = quick(f, f.mul(half, t[0]), f.mul(square, even));
    let dc = [dc[0], f.mul_add(half, t[1], dc[1])];
    let sixth = times(f, t, [f.constant(-1.0 / 6.0), f.constant(-9.251_858_538_542_97e-18)]);
    let w = quick(f, sixth[0], f.mul(square, odd));
    let w = times(f, r, [w[0], f.add(w[1], sixth[1])]);
    let ds = quick(f, r[0], w[0]);
    let ds = [ds[0], f.add(ds[1], f.add(r[1], w[1]))];
    let minus = [f.neg(s[0]), f.neg(s[1])];
    let re = plus(f, c, plus(f, times(f, c, dc), times(f, minus, ds)));
    let im = plus(f, s, plus(f, times(f, s, dc), times(f, c, ds)));
    let mut out = [[0.0; L]; 4];
    for (out, v) in out.iter_mut().zip([re[0], re[1], im[0], im[1]]) {
        f.store(out, v);
    }
    out
}

/// Computes the powers of `exp(-2 pi i/n)`, `n` at least 1, on an eighth, a quarter or half of the circle. The others are
/// their images. The list has room for `room` if that is more.
pub(super) fn part_of_circle<T: Real>(n: usize, room: usize) -> Result<Vec<Complex<T>>> {
    let last = match n {
        _ if n.is_multiple_of(4) => n / 8,
        _ if n.is_multiple_of(2) => n / 4,
        _ => n / 2,
    };
    let mut list = reserve("the roots of a table", room.max(last + BATCH))?;
    let roots = Roots::new(n);
    if n.is_multiple_of(4) && !matches!(roots.engine, Engine::Words(_)) {
        for first in (0..=last).step_by(BATCH) {
            let mut a = [n as f64; BATCH];
            for (l, a) in a.iter_mut().enumerate() {
                *a = (8 * (first + l)).min(n) as f64;
            }
            let [re, re_low, im, im_low] = roots.octant(&a);
            for l in 0..BATCH {
                list.push(Complex::new(halves(re[l], re_low[l])[0], halves(-im[l], -im_low[l])[0]));
            }
        }
        list.truncate(last + 1);
    } else {
        roots.each::<T>(0..last + 1, |w, _| list.push(w));
    }
    list[0] = Complex::new(T::one(), T::zero());
    Ok(list)
}
