//! The transforms of length 2, 4 and 8, straight.
//!
//! # Idea
//! Decimation in time, in place: the inputs lie in bit-reversed order, so that the network leaves natural
//! order without moving an element. `K = w^(n/8)`, `I = w^(n/4)`:
//!
//! ```text
//! x0 --+-- a0 --+----- e0 --+------- X0
//! x4 --+-- a1 --|+---- e1 --|+------ X1
//! x2 --+-- a2 --+|---- e2 --||+----- X2
//! x6 --+-- a3 -I-+---- e3 --|||+---- X3
//! x1 --+-- b0 --+----- o0 --+||| --- X4
//! x5 --+-- b1 --|+---- o1 -K-+||---- X5
//! x3 --+-- b2 --+|---- o2 -I--+|---- X6
//! x7 --+-- b3 -I-+---- o3 -K^3-+---- X7
//! ```
//!
//! # Cost
//! Over a ring (additions, products, of which by `I`): 2: (2, 0, 0); 4: (8, 1, 1); 8: (24, 5, 3). Over the
//! complex numbers: 4, 16 and 56 real operations.

use crate::algebra::{Action, Domain, Roots};

/// The twiddles inside a butterfly of length up to 8; absent where `n` has no such root.
#[derive(Clone)]
pub(crate) struct Eighths<T> {
    /// `w^(n/4)`.
    fourth: Option<T>,
    /// `w^(n/8)` and `w^(3n/8)`.
    eighth: Option<[T; 2]>,
}

impl<T> Eighths<T> {
    pub(crate) fn new<M>(domain: &Domain<M>) -> Self
    where
        M: Action<Twiddle = T>,
        M::Scalars: Roots,
    {
        let n = domain.len();
        Eighths {
            fourth: n.is_multiple_of(4).then(|| domain.twiddle(n / 4)),
            eighth: n.is_multiple_of(8).then(|| [domain.twiddle(n / 8), domain.twiddle(3 * n / 8)]),
        }
    }
}

/// A butterfly: the transform of `R` elements that lie in bit-reversed order.
pub(crate) trait Butterfly<M: Action, const R: usize> {
    /// The slots of the inputs: input `i` belongs in slot `SLOTS[i]`.
    const SLOTS: [usize; R];

    /// Transforms `v` in place.
    fn apply(&self, module: &M, v: &mut [M::Element; R]);
}

impl<M: Action> Butterfly<M, 2> for Eighths<M::Twiddle> {
    const SLOTS: [usize; 2] = [0, 1];

    #[inline(always)]
    fn apply(&self, module: &M, [a, b]: &mut [M::Element; 2]) {
        module.butterfly(a, b);
    }
}

impl<M: Action> Butterfly<M, 4> for Eighths<M::Twiddle> {
    const SLOTS: [usize; 4] = [0, 2, 1, 3];

    #[inline(always)]
    fn apply(&self, module: &M, [a0, a1, a2, a3]: &mut [M::Element; 4]) {
        self.four(module, [a0, a1, a2, a3]);
    }
}

impl<M: Action> Butterfly<M, 8> for Eighths<M::Twiddle> {
    const SLOTS: [usize; 8] = [0, 4, 2, 6, 1, 5, 3, 7];

    #[inline(always)]
    fn apply(&self, module: &M, [e0, e1, e2, e3, o0, o1, o2, o3]: &mut [M::Element; 8]) {
        self.eight(module, [e0, e1, e2, e3, o0, o1, o2, o3]);
    }
}

impl<T> Eighths<T> {
    /// Transforms four elements in bit-reversed order.
    #[inline(always)]
    pub(crate) fn four<M: Action<Twiddle = T>>(&self, module: &M, [a0, a1, a2, a3]: [&mut M::Element; 4]) {
        module.butterfly(a0, a1);
        module.butterfly(a2, a3);
        module.butterfly(a0, a2);
        if let Some(fourth) = &self.fourth {
            module.butterfly_by_fourth(a1, a3, fourth);
        }
    }

    /// Transforms eight elements in bit-reversed order.
    #[inline(always)]
    pub(crate) fn eight<M: Action<Twiddle = T>>(&self, module: &M, v: [&mut M::Element; 8]) {
        let [e0, e1, e2, e3, o0, o1, o2, o3] = v;
        self.four(module, [&mut *e0, &mut *e1, &mut *e2, &mut *e3]);
        self.four(module, [&mut *o0, &mut *o1, &mut *o2, &mut *o3]);
        module.butterfly(e0, o0);
        if let (Some(fourth), Some([eighth, cubed])) = (&self.fourth, &self.eighth) {
            module.butterfly_by_eighth(e1, o1, eighth);
            module.butterfly_by_fourth(e2, o2, fourth);
            module.butterfly_by_eighth(e3, o3, cubed);
        }
    }
}
