//! Rows as elements: one transform of many columns.

use crate::algebra::{Action, Module, Scalar};
use alloc::{vec, vec::Vec};

/// Rows of `columns` elements of another module; scalars act on every column alike.
///
/// A transform over rows transforms each column of a matrix whose rows are the elements. This is the textbook form:
/// each row is a vector of its own. Short rows count as extended by zeros.
///
/// ```
/// use ringfft::{plan::Plan, rings::{Modular, Rows}};
///
/// // The transform of length 2 of two columns.
/// let mut x = [vec![1, 10], vec![2, 20]];
/// Plan::over(Rows::new(Modular::new(97)?, 2), 2)?.forward(&mut x)?;
/// assert_eq!(x, [vec![3, 30], vec![96, 87]]);
/// # Ok::<(), ringfft::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Rows<M> {
    module: M,
    columns: usize,
}

impl<M> Rows<M> {
    /// Creates the rows of `columns` elements of `module`.
    pub fn new(module: M, columns: usize) -> Self {
        Rows { module, columns }
    }
}

impl<M: Module> Rows<M> {
    fn extend(&self, row: &mut Vec<M::Element>, len: usize) {
        if row.len() < len {
            row.resize(len, self.module.zero());
        }
    }
}

/// Implements the action of scalars of the module `$m` of the entries on all of them alike.
macro_rules! entry_by_entry {
    ($m:ident) => {
        type Scalars = $m::Scalars;
        type Twiddle = $m::Twiddle;

        fn scalars(&self) -> &$m::Scalars {
            self.module.scalars()
        }

        fn prepare(&self, scalar: &Scalar<Self>) -> $m::Twiddle {
            self.module.prepare(scalar)
        }

        fn apply(&self, x: &mut Self::Element, w: &$m::Twiddle) {
            for x in x.iter_mut() {
                self.module.apply(x, w);
            }
        }

        fn apply_fourth(&self, x: &mut Self::Element, w: &$m::Twiddle) {
            for x in x.iter_mut() {
                self.module.apply_fourth(x, w);
            }
        }

        fn apply_real(&self, x: &mut Self::Element, w: &$m::Twiddle) {
            for x in x.iter_mut() {
                self.module.apply_real(x, w);
            }
        }

        fn apply_eighth(&self, x: &mut Self::Element, w: &$m::Twiddle) {
            for x in x.iter_mut() {
                self.module.apply_eighth(x, w);
            }
        }
    };
}
pub(super) use entry_by_entry;

impl<M: Module> Module for Rows<M> {
    type Element = Vec<M::Element>;

    fn zero(&self) -> Self::Element {
        vec![self.module.zero(); self.columns]
    }

    fn add_assign(&self, a: &mut Self::Element, b: &Self::Element) {
        self.extend(a, b.len());
        for (a, b) in a.iter_mut().zip(b) {
            self.module.add_assign(a, b);
        }
    }

    fn sub_assign(&self, a: &mut Self::Element, b: &Self::Element) {
        self.extend(a, b.len());
        for (a, b) in a.iter_mut().zip(b) {
            self.module.sub_assign(a, b);
        }
    }

    fn butterfly(&self, a: &mut Self::Element, b: &mut Self::Element) {
        self.extend(a, b.len());
        self.extend(b, a.len());
        for (a, b) in a.iter_mut().zip(b) {
            self.module.butterfly(a, b);
        }
    }
}

impl<M: Action> Action for Rows<M> {
    entry_by_entry!(M);
}
