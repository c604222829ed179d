//! The modules that plans can be made for.

use super::kernels::Kernels;
use crate::{
    algebra::{Action, Convolver, Roots},
    kernel::isa::Isa,
};
use alloc::{boxed::Box, string::String};

/// A module that plans can be made for.
///
/// Every method has a default, so your own ring needs one empty implementation. There are two ways to faster engines:
///
/// | a ring with | brings |
/// |---|---|
/// | kernels of its own | [`kernels`](Accelerated::kernels): a value of [`Kernels`] that answers an [`Ask`](super::Ask) with recipes and [`Offer`](super::Offer)s, says what they [need](super::Needs), and makes a [`Job`](super::Job) into a [`Built`](super::Built) engine |
/// | elements that are words of a prime field | [`MontgomeryWords`](crate::rings::MontgomeryWords): the representation of its elements, for which this crate's kernels run |
///
/// `examples/own_ring.rs` brings kernels for a field that this crate does not have.
///
/// ```
/// # use ringfft::{Error, Result, algebra::{Action, Module, Ring, Roots}, plan::Plan};
/// # #[derive(Clone)]
/// # struct MyRing;
/// # impl Module for MyRing {
/// #     type Element = u8;
/// #     fn zero(&self) -> u8 { 0 }
/// #     fn add_assign(&self, a: &mut u8, b: &u8) { *a = (*a + *b) % 5 }
/// #     fn sub_assign(&self, a: &mut u8, b: &u8) { *a = (*a + 5 - *b) % 5 }
/// # }
/// # impl Ring for MyRing {
/// #     fn name(&self) -> String { "the integers modulo 5".into() }
/// #     fn one(&self) -> u8 { 1 }
/// #     fn mul_assign(&self, a: &mut u8, b: &u8) { *a = *a * *b % 5 }
/// #     fn is_zero(&self, a: &u8) -> bool { *a == 0 }
/// #     fn inverse(&self, a: &u8) -> Option<u8> { (1..5).find(|b| a * b % 5 == 1) }
/// # }
/// # impl Action for MyRing {
/// #     type Scalars = Self;
/// #     type Twiddle = u8;
/// #     fn scalars(&self) -> &Self { self }
/// #     fn prepare(&self, scalar: &u8) -> u8 { *scalar }
/// #     fn apply(&self, x: &mut u8, w: &u8) { self.mul_assign(x, w) }
/// # }
/// # impl Roots for MyRing {
/// #     fn root(&self, n: usize) -> Result<u8> {
/// #         let missing = || Error::NoRoot { ring: self.name(), order: n, possible: "1, 2 and 4".into() };
/// #         [1, 4, 0, 2].get(n.wrapping_sub(1)).copied().filter(|&w| w != 0).ok_or_else(missing)
/// #     }
/// # }
/// impl ringfft::plan::Accelerated for MyRing {}
///
/// let mut x = [1, 2, 3, 4];
/// Plan::over(MyRing, 4)?.forward(&mut x)?;
/// assert_eq!(x, [0, 4, 3, 2]);
/// # Ok::<(), Error>(())
/// ```
pub trait Accelerated: Action<Scalars: Roots> {
    /// `true` if plans of powers of two run kernels of the ring's own. Then, without the feature `variants`, the engines
    /// that the planner takes for powers of two elsewhere are not compiled for it. The general engine, Stockham's, serves
    /// them.
    const OWN_POWERS_OF_TWO: bool = false;

    /// `true` if the scalars have subspaces over GF(2), so that additive transforms are compiled. A module over the scalars
    /// of another passes on the value of that one.
    const SUBSPACES: bool = false;

    /// `true` if the [kernels](Accelerated::kernels) build an engine for every recipe. The textbook is then not compiled
    /// again in each crate that plans over the module.
    const BUILDS_ALL: bool = false;

    /// Returns text that identifies this module among all values of its type, so that a [`Planner`](super::Planner) may
    /// share tables between plans. With `None`, the default, nothing is shared. [`Resident`](super::Resident) vectors
    /// over a ring with data then only hold their elements: plans and other vectors refuse them.
    fn identity(&self) -> Option<String> {
        None
    }

    /// Returns the kernels of the ring; `None` (the default) leaves every plan to the textbook.
    fn kernels(&self) -> Option<&'static dyn Kernels<Self>> {
        None
    }

    /// Multiplies every element of `row` by a factor: the scale of a plan. `isa` is the wider of AVX-512 and AVX2 that the plan may take and
    /// the machine has, or [`Isa::Scalar`]. The default takes one element after the other, on words alone.
    fn scale(&self, row: &mut [Self::Element], factor: &Self::Twiddle, isa: Isa) {
        let _ = isa;
        row.iter_mut().for_each(|x| self.apply(x, factor));
    }

    /// Returns a convolver by the ring's own products of polynomials, if they are faster than Karatsuba's method in
    /// rings without roots of unity. The default is `None`.
    fn products(&self) -> Option<Box<dyn Convolver<Self>>> {
        None
    }

    /// Returns the instruction sets, besides words alone, that the kernels can be asked to use.
    fn instruction_sets(&self) -> &'static [Isa] {
        self.kernels().map_or(&[], |kernels| kernels.instruction_sets(self))
    }
}
