//! Truncated in blocks: the whole nodes of the reduction tree by transforms of powers of two, of which there are kernels.
//!
//! Notation: `N = 2^k` the least power of two from `n` on, `w` a principal `N`-th root, `(2m, j)` the node
//! `f mod (x^(2m) - w^sigma(j))`, `b^2 = w^sigma(j)`, `f = A x^m + B`.
//!
//! # Idea
//! The first `n` leaves are those of one whole node for each binary digit of `n`: a transform of that length on the coset
//! `s = w^sigma(j)` of the powers of `w^(N/2m)`, `sigma` on the bits that are left. One path through the tree leads to all of them.
//!
//! ```text
//! n = 13 = 8 + 4 + 1, N = 16          (16, 0)  known > m: both nodes below, the left one is whole
//!                     +----------------+----------------+
//!              whole (8, 0)                          (8, 1)  known > m
//!                                            +----------+---------+
//!                                     whole (4, 2)             (4, 3)  known <= m: only B + b A is wanted
//!                                                            +---+---+
//!                                                         (2, 6)     .    and again, to the leaf (1, 12)
//! ```
//! Forward, a kernel can also run the network of the whole transform without the unwanted nodes. It computes the path's
//! sums and differences in vectors.
//!
//! The inverse uses exact transforms of whole nodes. So values need no scale, unlike in the textbook twin, but 2 must
//! be a unit:
//!
//! * `known > m`: `Y = B + b A` is known entirely. Where `A_d` is known, `B_d = Y_d - b A_d` and `Z_d = B_d - b A_d`. The right
//!   node gives the other `Z_d`; there `A_d = (Y_d - Z_d)/(2b)`, `B_d = (Y_d + Z_d)/2`.
//! * `known <= m`: where `B_d` is known, `Y_d = B_d + b A_d`; the left node gives the other `Y_d`, `B_d = Y_d - b A_d`.
//!
//! # Equals
//! [`dft::Truncated`](crate::dft::Truncated): the same values over exact rings, and `N` times less from the inverse.
//!
//! # Contract
//! | input | output | lengths | elements | scratch | in place |
//! |---|---|---|---|---|---|
//! | low degree first | [`Truncated`](Order::Truncated) | any n >= 1 | any action in which 2 is a unit | N, 0 if n = N | no |
//!
//! # Cost
//! The transforms of the whole nodes, and along the path at most `N/2` products forward and `N` back. A pruned kernel
//! runs its levels forward, each on the wanted values and less than one more node. It runs the path of the inverse in
//! its vectors.
//!
//! # Source
//! \[Van der Hoeven 2004\], with its recursion cut at whole nodes.

use crate::{
    Result,
    algebra::{Action, Domain, Module, Ring, Roots, Scalar},
    dft::{Transform, check_slices},
    kernel::ntt::Pairing,
    lists,
    order::{Order, bit_reverse},
};
use alloc::{boxed::Box, sync::Arc, vec::Vec};

/// A transform of a whole node, exact both ways, without scratch.
pub(crate) type Whole<M> = Arc<dyn Transform<M>>;

/// The maker of the transform of a whole node: from its length and the shift `s`; `None` if there is none.
pub(crate) type Make<'a, M> = dyn FnMut(usize, &Scalar<M>) -> Result<Option<Whole<M>>> + 'a;

/// Pruned forward transform: computes the first `wanted` outputs of the root node. It also computes the path of the
/// inverse in vectors.
pub(crate) trait First<M: Module>: Send + Sync {
    /// Transforms coefficients to the first `wanted` values, in bit-reversed order; the contents of the other places are not
    /// defined.
    fn forward(&self, values: &mut [M::Element], wanted: usize);

    /// Transforms pairs of a step of the path, from the first on, as many as fill vectors. Returns their number.
    fn pair(&self, step: usize, pairing: Pairing, low: &mut [M::Element], high: &mut [M::Element]) -> usize;
}

/// A node of the path whose leaves are not all wanted.
struct Step<M: Action> {
    /// Half the coefficients of the node.
    half: usize,
    /// Wanted leaves.
    known: usize,
    /// Coefficients that may be other than zero.
    nonzero: usize,
    /// The left node below, where it is whole and the path leads on to the right.
    left: Option<Whole<M>>,
    /// `e` of `b = w^e`.
    exponent: usize,
    /// `b`; `None` for 1.
    by: Option<M::Twiddle>,
    /// `1/(2b)`.
    back: M::Twiddle,
}

/// The truncated transform over transforms of whole nodes.
pub(crate) struct Truncated<M: Action> {
    module: M,
    len: usize,
    order: usize,
    steps: Vec<Step<M>>,
    /// The whole node at the end of the path; `None` for a leaf.
    last: Option<Whole<M>>,
    /// The kernel that makes the values instead, if there is one: faster than whole nodes and the path to them.
    first: Option<Box<dyn First<M>>>,
}

impl<M: Action> Truncated<M>
where
    M::Scalars: Roots,
{
    /// Creates the transform of length `len` over a domain of the least power of two that is not less. Returns `None` if 2 has no
    /// inverse, or a whole node no transform.
    pub(crate) fn new(domain: &Domain<M>, len: usize, make: &mut Make<'_, M>) -> Result<Option<Self>> {
        let (module, scalars, order) = (domain.module(), domain.module().scalars(), domain.len());
        let Some(half) = scalars.inverse(&scalars.integer(2)) else { return Ok(None) };
        let power = |e: usize| scalars.power(domain.root(), order, e % order);
        let bits = order.trailing_zeros();
        // The transform of the node (size, j), unless it is a leaf.
        let mut whole = |size: usize, j: usize| -> Result<Option<Option<Whole<M>>>> {
            if size == 1 {
                return Ok(Some(None));
            }
            let shift = power(bit_reverse(j, bits - size.trailing_zeros()));
            let Some(made) = make(size, &shift)? else { return Ok(None) };
            let fits = made.len() == size && made.order() == Order::BitReversed;
            Ok(if fits && made.inverse_scale() == 1 && made.scratch_len() == 0 { Some(Some(made)) } else { None })
        };
        let (mut size, mut j, mut known, mut nonzero) = (order, 0, len, len);
        let mut steps = Vec::new();
        while known < size {
            let half_size = size / 2;
            let e = bit_reverse(j, bits) / 2;
            let mut back = power(order - e);
            scalars.mul_assign(&mut back, &half);
            let mut step = Step {
                half: half_size,
                known,
                nonzero,
                left: None,
                exponent: e,
                by: (j > 0).then(|| module.prepare(&power(e))),
                back: module.prepare(&back),
            };
            (size, j, nonzero) = (half_size, 2 * j, nonzero.min(half_size));
            if known > half_size {
                let Some(left) = whole(size, j)? else { return Ok(None) };
                step.left = left;
                (j, known) = (j + 1, known - half_size);
            }
            steps.push(step);
        }
        let Some(last) = whole(size, j)? else { return Ok(None) };
        Ok(Some(Truncated { module: module.clone(), len, order, steps, last, first: None }))
    }
}

impl<M: Action> Step<M> {
    /// Returns whether the path leads to the right.
    fn is_right(&self) -> bool {
        self.known > self.half
    }

    /// Returns the number of places with both coefficients.
    fn both(&self) -> usize {
        self.nonzero.saturating_sub(self.half)
    }

    /// Returns `b x`.
    fn times(&self, module: &M, x: &M::Element) -> M::Element {
        match &self.by {
            Some(b) => module.applied(x, b),
            None => x.clone(),
        }
    }

    /// Computes `low <- low + b high`.
    fn add(&self, module: &M, low: &mut [M::Element], high: &[M::Element]) {
        for (b, a) in low.iter_mut().zip(high) {
            module.add_assign(b, &self.times(module, a));
        }
    }

    fn pair(&self, module: &M, pairing: Pairing, low: &mut [M::Element], high: &mut [M::Element]) {
        for (y, a) in low.iter_mut().zip(high) {
            match pairing {
                Pairing::Add => module.add_assign(y, &self.times(module, a)),
                Pairing::Sub => module.sub_assign(y, &self.times(module, a)),
                Pairing::Split => {
                    let product = self.times(module, a);
                    module.sub_assign(y, &product);
                    a.clone_from(y);
                    module.sub_assign(a, &product);
                }
                Pairing::Join => {
                    let mut half = y.clone();
                    module.sub_assign(&mut half, a);
                    module.apply(&mut half, &self.back);
                    module.sub_assign(y, &self.times(module, &half));
                    *a = half;
                }
            }
        }
    }
}

impl<M: Action> Truncated<M> {
    /// Returns the same transform with another kernel for the values.
    pub(crate) fn with_first(mut self, first: Option<Box<dyn First<M>>>) -> Self {
        self.first = first;
        self
    }

    /// Returns the exponents of the path's `b`, from the root on.
    pub(crate) fn exponents(&self) -> Vec<usize> {
        lists::of(&self.steps, |step| step.exponent)
    }

    /// Transforms the pairs of a step, in vectors as many as fill them.
    fn pair(&self, step: usize, pairing: Pairing, low: &mut [M::Element], high: &mut [M::Element]) {
        let done = self.first.as_ref().map_or(0, |first| first.pair(step, pairing, low, high));
        self.steps[step].pair(&self.module, pairing, &mut low[done..], &mut high[done..]);
    }

    fn forward_in(&self, work: &mut [M::Element]) -> Result<()> {
        if let Some(first) = &self.first {
            work[self.len..].fill(self.module.zero());
            first.forward(work, self.len);
            return Ok(());
        }
        let mut node = work;
        for step in &self.steps {
            let (low, high) = node[..2 * step.half].split_at_mut(step.half);
            let both = step.both();
            if !step.is_right() {
                step.add(&self.module, &mut low[..both], &high[..both]);
                node = low;
                continue;
            }
            let pairs = low[..both].iter_mut().zip(&mut high[..both]);
            match &step.by {
                Some(b) => {
                    for (low, high) in pairs {
                        self.module.butterfly_by(low, high, b);
                    }
                }
                None => {
                    for (low, high) in pairs {
                        self.module.butterfly(low, high);
                    }
                }
            }
            high[both..].clone_from_slice(&low[both..]);
            if let Some(left) = &step.left {
                left.forward(low, &mut [])?;
            }
            node = high;
        }
        match &self.last {
            Some(last) => last.forward(node, &mut []),
            None => Ok(()),
        }
    }

    /// Transforms back from the node of step `at`, or from the whole node at the end of the path.
    fn inverse_in(&self, node: &mut [M::Element], at: usize) -> Result<()> {
        let Some(step) = self.steps.get(at) else {
            return match &self.last {
                Some(last) => last.inverse_unscaled(node, &mut []),
                None => Ok(()),
            };
        };
        let both = step.both();
        let (low, high) = node.split_at_mut(step.half);
        if !step.is_right() {
            let (known, end) = (step.known, both.max(step.known));
            self.pair(at, Pairing::Add, &mut low[known..end], &mut high[known..end]);
            self.inverse_in(low, at + 1)?;
            let end = both.min(known);
            self.pair(at, Pairing::Sub, &mut low[..end], &mut high[..end]);
            return Ok(());
        }
        if let Some(left) = &step.left {
            left.inverse_unscaled(low, &mut [])?;
        }
        let known = step.known - step.half;
        let end = both.max(known);
        // Y becomes B, A becomes Z.
        self.pair(at, Pairing::Split, &mut low[known..end], &mut high[known..end]);
        high[end..].clone_from_slice(&low[end..]);
        self.inverse_in(high, at + 1)?;
        // Y becomes B, Z becomes A.
        self.pair(at, Pairing::Join, &mut low[..known], &mut high[..known]);
        Ok(())
    }

    fn run(
        &self,
        values: &mut [M::Element],
        scratch: &mut [M::Element],
        run: impl FnOnce(&mut [M::Element]) -> Result<()>,
    ) -> Result<()> {
        check_slices(self, values, scratch)?;
        if self.len == self.order {
            return run(values);
        }
        let work = &mut scratch[..self.order];
        work[..self.len].clone_from_slice(values);
        run(work)?;
        values.clone_from_slice(&work[..self.len]);
        Ok(())
    }
}

impl<M: Action> Transform<M> for Truncated<M> {
    fn len(&self) -> usize {
        self.len
    }

    fn order(&self) -> Order {
        Order::Truncated
    }

    fn scratch_len(&self) -> usize {
        if self.len == self.order { 0 } else { self.order }
    }

    fn inverse_scale(&self) -> usize {
        1
    }

    fn forward(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        self.run(values, scratch, |work| self.forward_in(work))
    }

    fn inverse_unscaled(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        self.run(values, scratch, |work| self.inverse_in(work, 0))
    }
}
