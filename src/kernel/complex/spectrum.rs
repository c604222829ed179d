//! The spectrum of a convolution's fixed values, rounded once.
//!
//! The spectrum is computed once and enters every result, so its errors are worth avoiding. Rounded like the transforms
//! of a convolution, it would contribute a third of the total error. It would be more for a chirp, whose terms of one
//! size do not average the errors of the factors. Here every number has two parts, as [`precise`](super::precise) has
//! them, and the spectrum is rounded at the end.
//!
//! The passes are those of [`cyclic`](super::cyclic), in the same order, depth first from the blocks that are leaves
//! there. A plan should take no longer than a few transforms, so two properties of the values are used:
//!
//! - Half of the outputs determine the others, so half of the blocks of the first pass are transformed. For even values
//!   `X_{m-k} = X_k`. Where those half the length on are the conjugates, `X_{m-k} = (-1)^k conj(X_k)`.
//! - The factors between the steps, `w^(lane k)`, are products: the numbers `k` of the places of a block are sums of the
//!   first place's and those of the first block's.
//!
//! ```text
//! k(b inner + t) = k(b inner) + k(t)
//! ```
//!
//! Places in reverse have `k` in reverse: every digit of `k(q - 1 - p)` is what that of `k(p)` lacks of the greatest. So
//! the outputs that are not computed are the others read backwards.

#![allow(clippy::needless_range_loop, reason = "vectors stay in registers under an index that unrolls")]

use super::{
    Table, block,
    ends::start,
    pass::Block,
    passes::Passes,
    powers_of_root::Powers,
    precise::{Root, Twofold, dft, gridded, magic, rounded, settled, splat, times},
    reserve,
};
use crate::{
    Result,
    kernel::packed::{ComplexLanes, Floats, Packed, Token},
    lists::zip,
    rings::Real,
};
use alloc::vec::Vec;
use num_complex::Complex;

const WHAT: &str = "the spectrum of a convolution";

/// The way in which output `m - k` follows from output `k`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mirror {
    /// Outputs that do not follow.
    None,
    /// The values are even: the outputs are the same.
    Even,
    /// Values `m/2` apart are conjugates: the outputs are conjugates, with the other sign for odd `k`.
    Conjugates,
}

/// Factors in two parts.
type Row<T, const L: usize> = [Block<T, L>; 2];

/// A spectrum on its way.
struct Spectrum<'a, const L: usize, F: Floats<L>> {
    f: F,
    passes: &'a Passes<F::Float>,
    powers: Powers<F::Float>,
    /// `k1` of each place.
    places: &'a [u32],
    leaf: usize,
    /// The roots of the radix for each pass, then those of the lanes.
    circles: Vec<Vec<Root<F::Float>>>,
    /// The factors of the blocks that a pass runs over at once.
    turns: Vec<Root<F::Float>>,
    /// The values of a network.
    z: Vec<Twofold<F::V>>,
    /// The factors of the first places of all blocks of some pass, and those of the places of its first block.
    rows: [Vec<Row<F::Float, L>>; 2],
    factors: Table<F::Float, L>,
    spectrum: Table<F::Float, L>,
}

/// Computes the factors between the steps and the spectrum of `values`, divided by their number, for each leaf in the
/// order of [`cyclic`](super::cyclic). The values, whose parts are at most 1, are overwritten.
pub(super) fn spectrum<const L: usize, F: Floats<L>>(
    f: F,
    passes: &Passes<F::Float>,
    (places, leaf): (&[u32], usize),
    mirror: Mirror,
    values: &mut [Complex<F::Float>],
) -> Result<[Table<F::Float, L>; 2]> {
    let q = passes.len;
    let powers = Powers::new(q * L)?;
    let first = passes.passes.first().map_or(1, |pass| pass.radix);
    // A leaf is a block of some pass: none lies in two blocks of the first, unless it is all.
    let mirror = if leaf < q { mirror } else { Mirror::None };
    let kept = if mirror == Mirror::None { q } else { (first / 2 + 1) * (q / first) };
    let mut low = Table::<F::Float, L>::new(WHAT, kept)?;
    low.zeros(kept);
    let mut circles = reserve(WHAT, passes.passes.len() + 1)?;
    let (mut most, mut inner) = (L, q);
    for pass in &passes.passes {
        most = most.max(pass.radix);
        inner = if pass.inner + q / pass.inner < inner + q / inner { pass.inner } else { inner };
    }
    for level in 0..=passes.passes.len() {
        let radix = passes.passes.get(level).map_or(L, |pass| pass.radix);
        let mut circle = reserve(WHAT, radix)?;
        powers.steps(f, (radix, q * L / radix), &mut circle);
        circles.push(circle);
    }
    // The blocks of a leaf have a factor for each of its vectors at most.
    let (turns, mut z) = (reserve(WHAT, most.max(leaf))?, reserve(WHAT, most)?);
    z.resize(most, [[f.constant(0.0); 2]; 2]);
    let mut rows = [reserve(WHAT, q / inner)?, reserve(WHAT, inner)?];
    for (rows, (step, count)) in rows.iter_mut().zip([(inner, q / inner), (1, inner)]) {
        let mut at = 0;
        let mut next = || {
            at += 1;
            F::ORDER[(at - 1) % L] * places[(at - 1) / L * step] as usize
        };
        powers.each(f, count * L, &mut next, &mut |high, low| {
            rows.extend(zip(high.as_chunks().0, low.as_chunks().0).map(|(high, low)| [block(*high), block(*low)]));
        });
    }
    let factors = Table::new(WHAT, q)?;
    let spectrum = Table::new(WHAT, q / leaf * leaf.div_ceil(L) * L)?;
    let mut all = Spectrum { f, passes, powers, places, leaf, circles, turns, z, rows, factors, spectrum };
    let high = values.as_chunks_mut::<L>().0;
    match passes.passes.first() {
        Some(_) => {
            all.pass(0, (0, 1), high, low.blocks_mut());
            all.run((1, 0, kept / (q / first)), &mut high[..kept], low.blocks_mut());
        }
        None => all.across(0, q, Some([high, &low])),
    }
    let mut at = kept;
    while at < q {
        all.reflect(at, mirror);
        at += leaf;
    }
    Ok([all.factors, all.spectrum])
}

impl<const L: usize, F: Floats<L>> Spectrum<'_, L, F> {
    /// Runs the passes from `level` on over `count` blocks of this level from `index` on, which fill `high` and `low`.
    fn run(
        &mut self,
        (level, index, count): (usize, usize, usize),
        high: &mut [Block<F::Float, L>],
        low: &mut [Block<F::Float, L>],
    ) {
        let inner = high.len() / count;
        if count > 1 && high.len() > self.leaf {
            for i in 0..count {
                let at = i * inner..(i + 1) * inner;
                self.run((level, index + i, 1), &mut high[at.clone()], &mut low[at]);
            }
        } else if let Some(pass) = self.passes.passes.get(level) {
            let radix = pass.radix;
            self.pass(level, (index, count), high, low);
            self.run((level + 1, index * radix, count * radix), high, low);
        } else {
            // Blocks of one vector: `index` is the first vector's.
            self.across(index, high.len(), Some([high, low]));
        }
    }

    /// Runs one pass over `count` of its blocks from `index` on. The first pass reads pairs without low parts, and
    /// writes the outputs for which `low` has room.
    fn pass(
        &mut self,
        level: usize,
        (index, count): (usize, usize),
        high: &mut [Block<F::Float, L>],
        low: &mut [Block<F::Float, L>],
    ) {
        let pass = &self.passes.passes[level];
        let (f, q, radix, inner) = (self.f, self.passes.len, pass.radix, pass.inner);
        let step = q * L / (pass.blocks * radix);
        let circle = &self.circles[level][..];
        let z = &mut self.z[..radix];
        self.turns.clear();
        let (mut block, mut j) = (index, 0);
        let mut next = || {
            let exponent = self.places[block * radix * inner] as usize * step * j;
            (block, j) = if j + 1 < radix { (block, j + 1) } else { (block + 1, 0) };
            exponent
        };
        self.powers.list(f, count * radix, &mut next, &mut self.turns);
        let (turns, magic) = (&self.turns[..], magic(pass.blocks * radix));
        f.token().run(
            #[inline(always)]
            || butterflies(f, [high, low], (turns, level == 0, index == 0), circle, magic, z),
        );
    }

    /// Computes the step across the lanes for the leaves of `count` places from `first` on: vectors times factors,
    /// transposed, transformed, divided by the length and rounded. Without values computes the factors alone.
    fn across(&mut self, first: usize, count: usize, values: Option<[&[Block<F::Float, L>]; 2]>) {
        let (f, leaf, groups) = (self.f, self.leaf, self.leaf.div_ceil(L));
        let zero = Complex::new(F::Float::default(), F::Float::default());
        let (mut factors, mut outputs) = ([[zero; L]; L], [[zero; L]; L]);
        for g in 0..count / leaf * groups {
            let at = g / groups * leaf + start(g % groups, leaf, L);
            f.token().run(
                #[inline(always)]
                || self.group((first + at, at), values, &mut factors, &mut outputs),
            );
            // Lists grow outside the instruction set. The last group may begin in the one before it.
            let known = self.factors.len() - (first + at);
            self.factors.extend(&factors[known..]);
            if values.is_some() {
                self.spectrum.extend(&outputs);
            }
        }
    }

    /// Computes the factors of the `L` vectors from `place` on, and of the values from `at` on the outputs.
    #[inline(always)]
    fn group(
        &mut self,
        (place, at): (usize, usize),
        values: Option<[&[Block<F::Float, L>]; 2]>,
        rows: &mut [Block<F::Float, L>; L],
        outputs: &mut [Block<F::Float, L>; L],
    ) {
        let (f, len) = (self.f, self.passes.len * L);
        let (one, most, zero) = (f.constant(magic(1)), f.constant(magic(len)), f.constant(0.0));
        let inner = self.rows[1].len() as u32;
        let mut factors = [[[zero; 2]; 2]; L];
        for t in 0..L {
            let place = (place + t) as u32;
            let [high, low] = &self.rows[0][(place / inner) as usize];
            let head = [f.load_parts(high), f.load_parts(low)];
            let [high, low] = &self.rows[1][(place % inner) as usize];
            let tail = [f.load_parts(high), f.load_parts(low)];
            factors[t] = settled(f, times(f, head, tail, one));
            f.store_parts(&mut rows[t], factors[t][0]);
        }
        let Some([high, low]) = values else { return };
        let (mut a, mut b) = ([[zero; 2]; L], [[zero; 2]; L]);
        for l in 0..L {
            let t = F::ORDER[l];
            let x = [f.load_parts(&high[at + t]), f.load_parts(&low[at + t])];
            [a[l], b[l]] = times(f, x, factors[t], most);
        }
        let (a, b) = (ComplexLanes(f).transpose(a), ComplexLanes(f).transpose(b));
        for l in 0..L {
            self.z[F::ORDER[l]] = [a[l], b[l]];
        }
        let circle = &self.circles[self.passes.passes.len()][..];
        // The length's reciprocal in two parts.
        let inverse = f.constant(1.0 / len as f64);
        let rest = f.neg_mul_add(inverse, f.constant(len as f64), f.constant(1.0));
        let inverse = [inverse, f.mul(rest, inverse)];
        dft(
            f,
            &mut self.z[..L],
            circle,
            most,
            #[inline(always)]
            |k, x| f.store_parts(&mut outputs[k], rounded(f, x, inverse)),
        );
    }

    /// Appends factors and spectrum of the leaf from place `at` on, which mirrors one before it.
    fn reflect(&mut self, at: usize, mirror: Mirror) {
        let (q, leaf, groups) = (self.passes.len, self.leaf, self.leaf.div_ceil(L));
        self.across(at, leaf, None);
        let radix = self.passes.passes.first().map_or(1, |pass| pass.radix);
        // Block `s` of the first pass mirrors block `radix - s`, backwards.
        let (s, inside) = (at / (q / radix), at % (q / radix));
        let source = ((radix - s + 1) * (q / radix) - inside) / leaf - 1;
        let mut lanes = [0; L];
        for l in 0..L {
            lanes[F::ORDER[l]] = l;
        }
        for g in 0..groups {
            // For each lane its output below `q`, and the vector and the lane of the place that it mirrors.
            let mut from = [(0, 0, 0); L];
            for l in 0..L {
                let place = start(g, leaf, L) + F::ORDER[l];
                let back = leaf - 1 - place;
                let group = (back / L).min(groups - 1);
                let vector = (source * groups + group) * L + L - 1;
                from[l] = (self.places[at + place] as usize, vector, lanes[back - start(group, leaf, L)]);
            }
            for k in 0..L {
                let mut row = [Complex::new(F::Float::default(), F::Float::default()); L];
                for l in 0..L {
                    let (output, vector, lane) = from[l];
                    row[l] = mirror.of(value(&self.spectrum[vector - k], lane), (output + q * k) % 2 == 1);
                }
                self.spectrum.push(block(row));
            }
        }
    }
}

impl Mirror {
    /// Returns output `m - k`, `odd` as `k`, from output `k`.
    #[inline(always)]
    fn of<T: Real>(self, x: Complex<T>, odd: bool) -> Complex<T> {
        match (self, odd) {
            (Mirror::None | Mirror::Even, _) => x,
            (Mirror::Conjugates, false) => x.conj(),
            (Mirror::Conjugates, true) => Complex::new(-x.re, x.im),
        }
    }
}

/// Returns the number in a lane of a vector.
#[inline(always)]
fn value<T: Copy, const L: usize>(vector: &Block<T, L>, lane: usize) -> Complex<T> {
    let part = |at: usize| if at.is_multiple_of(2) { vector[at / 2].re } else { vector[at / 2].im };
    Complex::new(part(lane), part(L + lane))
}

/// Computes the blocks of a pass, with factors `turns` for each, on the grid of `magic`. The first one of a `plain` list has
/// no factors. The `first` pass reads pairs without low parts, and writes the outputs for which `low` has room.
#[inline(always)]
fn butterflies<const L: usize, F: Floats<L>>(
    f: F,
    [high, low]: [&mut [Block<F::Float, L>]; 2],
    (turns, first, plain): (&[Root<F::Float>], bool, bool),
    circle: &[Root<F::Float>],
    magic: f64,
    z: &mut [Twofold<F::V>],
) {
    let (radix, magic, zero) = (circle.len(), f.constant(magic), f.constant(0.0));
    let inner = high.len() / turns.len();
    for (block, turns) in turns.chunks_exact(radix).enumerate() {
        let plain = plain && block == 0;
        for i in 0..inner {
            let at = block * radix * inner + i;
            for (j, w) in turns.iter().enumerate() {
                let at = at + j * inner;
                let x = if first {
                    [f.load_pairs(&high[at]), [zero; 2]]
                } else {
                    [f.load_parts(&high[at]), f.load_parts(&low[at])]
                };
                z[j] = if plain || j == 0 { gridded(f, x, magic) } else { times(f, x, splat(f, *w), magic) };
            }
            dft(
                f,
                z,
                circle,
                magic,
                #[inline(always)]
                |k, x| {
                    if let Some(low) = low.get_mut(at + k * inner) {
                        f.store_parts(&mut high[at + k * inner], x[0]);
                        f.store_parts(low, x[1]);
                    }
                },
            );
        }
    }
}
