//! Which modules a plan can be made for, and which of them may share tables.

use crate::{
    algebra::{Action, Convolver, Roots},
    conv::ThroughRing,
    rings::{Acted, Rows},
};
use alloc::{
    boxed::Box,
    string::{String, ToString},
};

/// A module that plans can be made for.
///
/// Every method has a default, so a ring of your own joins with one empty line:
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
    /// Text that tells this module from every other value of its type, so that a
    /// [`Planner`](super::Planner) may share tables between plans. `None` (the default) shares nothing.
    fn identity(&self) -> Option<String> {
        None
    }

    /// The ring's own products of polynomials as a way to make cyclic convolutions, where they are faster than
    /// Karatsuba's method in rings without roots of unity; `None` is the default.
    fn products(&self) -> Option<Box<dyn Convolver<Self>>> {
        None
    }
}

impl<T: crate::rings::Real> Accelerated for crate::rings::ComplexRing<T> {
    fn identity(&self) -> Option<String> {
        Some(String::new())
    }
}

#[cfg(feature = "ff014")]
impl<F: ff::PrimeField> Accelerated for crate::algebra::Std<F, crate::rings::ViaFf> {
    fn identity(&self) -> Option<String> {
        Some(String::new())
    }

    fn products(&self) -> Option<Box<dyn Convolver<Self>>> {
        Some(Box::new(ThroughRing::new(*self)))
    }
}

#[cfg(feature = "ff013")]
impl<F: ff013::PrimeField> Accelerated for crate::algebra::Std<F, crate::rings::ViaFf013> {
    fn identity(&self) -> Option<String> {
        Some(String::new())
    }

    fn products(&self) -> Option<Box<dyn Convolver<Self>>> {
        Some(Box::new(ThroughRing::new(*self)))
    }
}

impl Accelerated for crate::rings::Modular {
    fn identity(&self) -> Option<String> {
        Some(self.modulus().to_string())
    }

    fn products(&self) -> Option<Box<dyn Convolver<Self>>> {
        Some(Box::new(ThroughRing::new(*self)))
    }
}

impl Accelerated for crate::rings::Fermat {
    fn identity(&self) -> Option<String> {
        Some(self.exponent().to_string())
    }
}

impl<F: crate::rings::NativeField> Accelerated for crate::algebra::Std<F, crate::rings::ViaNative> {
    fn identity(&self) -> Option<String> {
        Some(String::new())
    }

    fn products(&self) -> Option<Box<dyn Convolver<Self>>> {
        Some(Box::new(ThroughRing::new(*self)))
    }
}

impl<M: Accelerated> Accelerated for Rows<M> {}

impl<G, S> Accelerated for Acted<G, S>
where
    Acted<G, S>: Action<Scalars: Roots>,
    G: Clone + Send + Sync + 'static,
    S: Clone + Send + Sync + 'static,
{
}
