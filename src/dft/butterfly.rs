//! The transforms of length 2, 4 and 8, straight.
//!
//! Values in natural order. Counts over a ring (additions, products, of which by the fourth root):
//! 2: (2, 0, 0); 4: (8, 1, 1); 8: (24, 5, 3). Over the complex numbers: 4, 16 and 56 real operations.

use crate::algebra::{Action, Domain, Roots};
use core::mem::swap;

/// The twiddles inside a butterfly of length up to 8: `w^(n/4)`, `w^(n/8)` and `w^(3n/8)`.
#[derive(Clone)]
pub(crate) struct Eighths<T> {
    /// `w^(n/4)`, `w^(n/8)`, `w^(3n/8)`; absent where `n` has no such root.
    fourth: Option<T>,
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

/// A butterfly: the transform of `R` elements.
pub(crate) trait Butterfly<M: Action, const R: usize> {
    fn apply(&self, module: &M, v: &mut [M::Element; R]);
}

impl<M: Action> Butterfly<M, 2> for Eighths<M::Twiddle> {
    #[inline(always)]
    fn apply(&self, module: &M, [a, b]: &mut [M::Element; 2]) {
        module.butterfly(a, b);
    }
}

impl<M: Action> Butterfly<M, 4> for Eighths<M::Twiddle> {
    #[inline(always)]
    fn apply(&self, module: &M, [a, b, c, d]: &mut [M::Element; 4]) {
        four(module, [a, b, c, d], self.fourth.as_ref());
    }
}

impl<M: Action> Butterfly<M, 8> for Eighths<M::Twiddle> {
    #[inline(always)]
    fn apply(&self, module: &M, v: &mut [M::Element; 8]) {
        let [a0, a1, a2, a3, b0, b1, b2, b3] = v;
        module.butterfly(a0, b0);
        module.butterfly(a1, b1);
        module.butterfly(a2, b2);
        module.butterfly(a3, b3);
        if let (Some(fourth), Some([eighth, cubed])) = (&self.fourth, &self.eighth) {
            module.apply_eighth(b1, eighth);
            module.apply_fourth(b2, fourth);
            module.apply_eighth(b3, cubed);
        }
        four(module, [&mut *a0, &mut *a1, &mut *a2, &mut *a3], self.fourth.as_ref());
        four(module, [&mut *b0, &mut *b1, &mut *b2, &mut *b3], self.fourth.as_ref());
        // Sums hold X0 X2 X4 X6, differences X1 X3 X5 X7: interleave.
        swap(a1, b0); // a: X0 X1 X4 X6, b: X2 X3 X5 X7
        swap(a2, b0); // a: X0 X1 X2 X6, b: X4 X3 X5 X7
        swap(a3, b1); // a: X0 X1 X2 X3, b: X4 X6 X5 X7
        swap(b1, b2);
    }
}

#[inline(always)]
fn four<M: Action>(module: &M, [a, b, c, d]: [&mut M::Element; 4], fourth: Option<&M::Twiddle>) {
    module.butterfly(a, c);
    module.butterfly(b, d);
    if let Some(fourth) = fourth {
        module.apply_fourth(d, fourth);
    }
    module.butterfly(a, b);
    module.butterfly(c, d);
    swap(b, c);
}
