//! The spectrum of a convolution's fixed values, in numbers of two parts.
//!
//! The spectrum is computed once and enters every result, so its errors are worth avoiding. Rounded like the transforms
//! of a convolution, it would contribute a third of the total error. It would be more for a chirp, whose terms of one
//! size do not average the errors of the factors. Here every number is `high + low`, sums and products carry their
//! rounding errors along, and the spectrum is rounded once.
//!
//! ```text
//! a + b = s + e    s = fl(a + b), t = fl(s - a), e = (a - (s - t)) + (b - t)
//! a b   = p + e    p = fl(a b),   e = fl(a b - p), fused
//! ```
//!
//! The passes are those of [`pass`](super::pass), in the same order, of any radix by the sums and differences of
//! [`odd`](super::odd); they need not be fast. Source: \[Dekker 1971\] and \[Joldes-Muller-Popescu 2017\] for numbers
//! of two parts.

#![allow(clippy::needless_range_loop, reason = "vectors stay in registers under an index that unrolls")]

use super::{Kernel, Table, ends::start, pass::Block, passes::Passes, reserve, roots::Images};
use crate::{
    Result,
    kernel::packed::{ComplexLanes, Floats, Packed, Token},
    lists,
    rings::Real,
};
use alloc::{boxed::Box, vec::Vec};
use num_complex::Complex;

/// Real and imaginary part of a vector's high parts, then of its low ones.
type Twofold<V> = [[V; 2]; 2];

/// A root of unity.
type Root<T> = [Complex<T>; 2];

/// Adds `b` to `high + low`.
#[inline(always)]
fn sum<const L: usize, F: Floats<L>>(f: F, [high, low]: [F::V; 2], b: [F::V; 2]) -> [F::V; 2] {
    let s = f.add(high, b[0]);
    let t = f.sub(s, high);
    let e = f.add(f.sub(high, f.sub(s, t)), f.sub(b[0], t));
    [s, f.add(f.add(low, b[1]), e)]
}

/// Returns `a b + c`.
#[inline(always)]
fn product<const L: usize, F: Floats<L>>(f: F, a: [F::V; 2], b: [F::V; 2], c: [F::V; 2]) -> [F::V; 2] {
    let p = f.mul(a[0], b[0]);
    let e = f.mul_sub(a[0], b[0], p);
    sum(f, c, [p, f.mul_add(a[1], b[0], f.mul_add(a[0], b[1], e))])
}

#[inline(always)]
fn negated<const L: usize, F: Floats<L>>(f: F, a: [F::V; 2]) -> [F::V; 2] {
    [f.neg(a[0]), f.neg(a[1])]
}

/// Returns part 0 or 1 of a complex number.
#[inline(always)]
fn part<V: Copy>(x: Twofold<V>, i: usize) -> [V; 2] {
    [x[0][i], x[1][i]]
}

#[inline(always)]
fn joined<V: Copy>(re: [V; 2], im: [V; 2]) -> Twofold<V> {
    [[re[0], im[0]], [re[1], im[1]]]
}

#[inline(always)]
fn plus<const L: usize, F: Floats<L>>(f: F, a: Twofold<F::V>, b: Twofold<F::V>) -> Twofold<F::V> {
    joined(sum(f, part(a, 0), part(b, 0)), sum(f, part(a, 1), part(b, 1)))
}

#[inline(always)]
fn minus<const L: usize, F: Floats<L>>(f: F, a: Twofold<F::V>, b: Twofold<F::V>) -> Twofold<F::V> {
    joined(sum(f, part(a, 0), negated(f, part(b, 0))), sum(f, part(a, 1), negated(f, part(b, 1))))
}

/// Returns the complex product.
#[inline(always)]
fn times<const L: usize, F: Floats<L>>(f: F, a: Twofold<F::V>, w: Twofold<F::V>) -> Twofold<F::V> {
    let zero = [f.constant(0.0); 2];
    let [c, s] = [part(w, 0), part(w, 1)];
    let re = product(f, negated(f, part(a, 1)), s, product(f, part(a, 0), c, zero));
    joined(re, product(f, part(a, 1), c, product(f, part(a, 0), s, zero)))
}

/// Returns `c + r x` for a real `r`.
#[inline(always)]
fn scaled<const L: usize, F: Floats<L>>(f: F, x: Twofold<F::V>, r: [F::V; 2], c: Twofold<F::V>) -> Twofold<F::V> {
    joined(product(f, part(x, 0), r, part(c, 0)), product(f, part(x, 1), r, part(c, 1)))
}

/// Returns the same numbers with high parts that are the rounded sums of both; low ones are smaller.
#[inline(always)]
fn settled<const L: usize, F: Floats<L>>(f: F, [a, b]: Twofold<F::V>) -> Twofold<F::V> {
    let s = [f.add(a[0], b[0]), f.add(a[1], b[1])];
    [s, [f.sub(b[0], f.sub(s[0], a[0])), f.sub(b[1], f.sub(s[1], a[1]))]]
}

#[inline(always)]
fn splat<const L: usize, F: Floats<L>>(f: F, [high, low]: Root<F::Float>) -> Twofold<F::V> {
    [[f.splat(high.re), f.splat(high.im)], [f.splat(low.re), f.splat(low.im)]]
}

/// Returns `-i a`.
#[inline(always)]
fn turned<const L: usize, F: Floats<L>>(f: F, a: Twofold<F::V>) -> Twofold<F::V> {
    joined(part(a, 1), negated(f, part(a, 0)))
}

/// Transforms four values.
#[inline(always)]
fn four<const L: usize, F: Floats<L>>(f: F, z: [Twofold<F::V>; 4]) -> [Twofold<F::V>; 4] {
    let (a, b) = (plus(f, z[0], z[2]), minus(f, z[0], z[2]));
    let (c, d) = (plus(f, z[1], z[3]), turned(f, minus(f, z[1], z[3])));
    [plus(f, a, c), plus(f, b, d), minus(f, a, c), minus(f, b, d)]
}

/// Transforms `z`, overwrites it, and gives the outputs to `put` with their indices. `circle` has `exp(-2 pi i k/r)`.
#[inline(always)]
fn dft<const L: usize, F: Floats<L>>(
    f: F,
    z: &mut [Twofold<F::V>],
    circle: &[Root<F::Float>],
    mut put: impl FnMut(usize, Twofold<F::V>),
) {
    if let (4, Some(z)) = (z.len(), z.first_chunk::<4>()) {
        let z = four(f, *z);
        for k in 0..4 {
            put(k, z[k]);
        }
        return;
    }
    if let (8, Some(z), Some([high, low])) = (z.len(), z.first_chunk::<8>(), circle.get(1)) {
        // The square root of one half.
        let h = [f.splat(high.re), f.splat(low.re)];
        let zero = [[f.constant(0.0); 2]; 2];
        let a = four(f, [z[0], z[2], z[4], z[6]]);
        let [b0, b1, b2, b3] = four(f, [z[1], z[3], z[5], z[7]]);
        // By `(1 - i) h`, `-i` and `(-1 - i) h`.
        let b1 = scaled(f, plus(f, b1, turned(f, b1)), h, zero);
        let b3 = scaled(f, minus(f, turned(f, b3), b3), h, zero);
        let b = [b0, b1, turned(f, b2), b3];
        for k in 0..4 {
            put(k, plus(f, a[k], b[k]));
            put(k + 4, minus(f, a[k], b[k]));
        }
        return;
    }
    any(f, z, circle, put);
}

/// Transforms any length as above, by sums and differences.
#[inline(always)]
fn any<const L: usize, F: Floats<L>>(
    f: F,
    z: &mut [Twofold<F::V>],
    circle: &[Root<F::Float>],
    mut put: impl FnMut(usize, Twofold<F::V>),
) {
    let (r, h) = (z.len(), (z.len() - 1) / 2);
    let zero = [[f.constant(0.0); 2]; 2];
    let first = z[0];
    let mut total = first;
    for t in 1..=h {
        let (a, b) = (z[t], z[r - t]);
        (z[t], z[r - t]) = (plus(f, a, b), minus(f, a, b));
        total = plus(f, total, z[t]);
    }
    let middle = if r.is_multiple_of(2) { z[r / 2] } else { zero };
    put(0, plus(f, total, middle));
    for k in 1..=r / 2 {
        let mut a = if k % 2 == 0 { plus(f, first, middle) } else { minus(f, first, middle) };
        let (mut b, mut at) = (zero, 0);
        for t in 1..=h {
            at += k;
            at -= if at >= r { r } else { 0 };
            let w = splat(f, circle[at]);
            a = scaled(f, z[t], part(w, 0), a);
            b = scaled(f, z[r - t], part(w, 1), b);
        }
        // `B` has the sign of `-sin`: `X = A + i B`.
        let b = turned(f, b);
        put(k, minus(f, a, b));
        if k != r - k {
            put(r - k, plus(f, a, b));
        }
    }
}

/// Makes the transform over `f64` of a length, with these radices where it is short.
pub(crate) type Wider<'a> = &'a dyn Fn(usize, &[usize]) -> Result<Box<dyn Kernel<f64>>>;

/// Computes the spectrum of `values` divided by their number, rounded, for each leaf in the order of
/// [`cyclic`](super::cyclic). Over floats with fewer than half the digits of `f64` the transform runs over `f64`.
pub(super) fn wide_spectrum<const L: usize, F: Floats<L>>(
    wider: Wider<'_>,
    radices: &[usize],
    places: &[u32],
    values: &[Complex<F::Float>],
    leaf: usize,
    spectrum: &mut Table<F::Float, L>,
) -> Result<()> {
    let (m, zero) = (values.len(), Complex::new(0.0f64, 0.0));
    let kernel = wider(m, radices)?;
    let mut x = reserve("the spectrum of a convolution", m)?;
    x.extend(values.iter().map(|x| Complex::new(x.re.as_f64(), x.im.as_f64())));
    let mut scratch = reserve("the spectrum of a convolution", kernel.scratch_len())?;
    scratch.resize(kernel.scratch_len(), zero);
    kernel.run(&mut x, &mut scratch, false);
    let scale = 1.0 / m as f64;
    let groups = leaf.div_ceil(L);
    for (i, spectrum) in spectrum.blocks_mut().as_chunks_mut::<L>().0.iter_mut().enumerate() {
        let at = i / groups * leaf + start(i % groups, leaf, L);
        for (k, spectrum) in spectrum.iter_mut().enumerate() {
            let mut row = *spectrum;
            for l in 0..L {
                let value = x[places[at + F::ORDER[l]] as usize + places.len() * k] * scale;
                row[l] = Complex::new(F::Float::from_f64(value.re), F::Float::from_f64(value.im));
            }
            *spectrum = super::block(row);
        }
    }
    Ok(())
}

/// Computes that spectrum over any floats, from the passes, the roots of the whole length, the list of `k1` and the
/// factors between the steps. The values are overwritten.
pub(super) fn spectrum<const L: usize, F: Floats<L>>(
    f: F,
    (passes, roots): (&Passes<F::Float>, &Images<F::Float, 2>),
    values: &mut [Complex<F::Float>],
    (places, factors): (&[u32], &Table<F::Float, L>),
    leaf: usize,
    spectrum: &mut Table<F::Float, L>,
) -> Result<()> {
    let what = "the spectrum of a convolution";
    let q = passes.len;
    let zero = Complex::new(F::Float::default(), F::Float::default());
    let high = values.as_chunks_mut::<L>().0;
    let mut low = Table::<F::Float, L>::new(what, q)?;
    for block in &mut *high {
        *block = super::block(lists::map(F::ORDER, |lane| block[lane]));
        low.push([zero; L]);
    }
    let most = passes.passes.iter().map(|pass| pass.radix).max().unwrap_or(1).max(L);
    let mut z = reserve(what, most)?;
    z.resize(most, [[f.constant(0.0); 2]; 2]);
    let (mut circle, mut turns) = (reserve(what, most)?, reserve(what, q)?);
    let list = |list: &mut Vec<Root<F::Float>>, count: usize, step: usize| {
        list.clear();
        for k in 0..count {
            list.push(roots.power(k * step));
        }
    };
    let mut rho = Vec::from([0u32]);
    for pass in &passes.passes {
        let (r, blocks) = (pass.radix, pass.blocks);
        let step = q * L / (blocks * r);
        list(&mut circle, r, q * L / r);
        turns.clear();
        let mut next = Vec::with_capacity(rho.len() * r);
        for &rho in &rho {
            for j in 0..r {
                turns.push(roots.power(j * rho as usize * step));
                next.push(rho + (j * blocks) as u32);
            }
        }
        for (b, turns) in turns.chunks_exact(r).enumerate() {
            let at = b * r * pass.inner..(b + 1) * r * pass.inner;
            let (high, low) = (&mut high[at.clone()], &mut low.blocks_mut()[at]);
            f.token().run(
                #[inline(always)]
                || butterflies(f, [high, low], turns, b == 0, &circle, &mut z[..r]),
            );
        }
        rho = next;
    }
    list(&mut circle, L, q);
    let groups = leaf.div_ceil(L);
    for (i, spectrum) in spectrum.blocks_mut().as_chunks_mut::<L>().0.iter_mut().enumerate() {
        let at = i / groups * leaf + start(i % groups, leaf, L);
        let source = [&*high, &*low, &**factors].map(|table| table[at..].first_chunk::<L>());
        let ([Some(high), Some(low), Some(factors)], Some(places)) = (source, places[at..].first_chunk::<L>()) else {
            continue;
        };
        // The rounding errors of the factors.
        let mut rests = [[zero; L]; L];
        for (rest, k) in rests.iter_mut().zip(places) {
            let mut row = [zero; L];
            for l in 0..L {
                row[l] = roots.power(*k as usize * F::ORDER[l])[1];
            }
            *rest = super::block(row);
        }
        f.token().run(
            #[inline(always)]
            || across(f, [high, low, factors, &rests], &circle, &mut z[..L], q * L, spectrum),
        );
    }
    Ok(())
}

/// Computes one block of a pass; a `plain` one has no factors.
#[inline(always)]
fn butterflies<const L: usize, F: Floats<L>>(
    f: F,
    [high, low]: [&mut [Block<F::Float, L>]; 2],
    turns: &[Root<F::Float>],
    plain: bool,
    circle: &[Root<F::Float>],
    z: &mut [Twofold<F::V>],
) {
    let inner = high.len() / turns.len();
    for i in 0..inner {
        for (j, w) in turns.iter().enumerate() {
            let x = [f.load_parts(&high[j * inner + i]), f.load_parts(&low[j * inner + i])];
            z[j] = if plain { x } else { times(f, x, splat(f, *w)) };
        }
        dft(
            f,
            z,
            circle,
            #[inline(always)]
            |k, x| {
                let x = settled(f, x);
                f.store_parts(&mut high[k * inner + i], x[0]);
                f.store_parts(&mut low[k * inner + i], x[1]);
            },
        );
    }
}

/// Computes the step across the lanes: vectors times factors, transposed, transformed, divided by `len` and rounded.
#[inline(always)]
fn across<const L: usize, F: Floats<L>>(
    f: F,
    [high, low, factors, rests]: [&[Block<F::Float, L>; L]; 4],
    circle: &[Root<F::Float>],
    z: &mut [Twofold<F::V>],
    len: usize,
    spectrum: &mut [Block<F::Float, L>; L],
) {
    let zero = f.constant(0.0);
    let (mut a, mut b) = ([[zero; 2]; L], [[zero; 2]; L]);
    for l in 0..L {
        let t = F::ORDER[l];
        let x = [f.load_parts(&high[t]), f.load_parts(&low[t])];
        [a[l], b[l]] = times(f, x, [f.load_parts(&factors[t]), f.load_parts(&rests[t])]);
    }
    let (a, b) = (ComplexLanes(f).transpose(a), ComplexLanes(f).transpose(b));
    for l in 0..L {
        z[F::ORDER[l]] = [a[l], b[l]];
    }
    // The length's reciprocal in two parts.
    let one = f.constant(1.0);
    let length = f.constant(len as f64);
    let inverse = f.constant(1.0 / len as f64);
    let inverse = [inverse, f.mul(f.neg_mul_add(inverse, length, one), inverse)];
    dft(
        f,
        z,
        circle,
        #[inline(always)]
        |k, x| {
            let x = scaled(f, settled(f, x), inverse, [[zero; 2]; 2]);
            f.store_parts(&mut spectrum[k], [f.add(x[0][0], x[1][0]), f.add(x[0][1], x[1][1])]);
        },
    );
}
