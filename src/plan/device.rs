//! Transforms on a device, as plans run them.

use super::Scale;
use crate::{
    Result,
    algebra::{Action, Scalar},
    rings::Modular,
};
use alloc::boxed::Box;

/// A whole call of a plan on a device, factors included: transforms one after the other, in natural order.
pub(crate) trait OnDevice<M: Action>: Send + Sync {
    /// Transforms `input` to `output`; after an error the output is unspecified.
    fn run_into(&self, input: &[M::Element], output: &mut [M::Element], inverse: bool) -> Result<()>;

    /// Transforms `values` in place; after an error they are unchanged.
    fn run(&self, values: &mut [M::Element], inverse: bool) -> Result<()>;
}

/// Returns the bytes of a call from which [`Device::Auto`] takes a device.
///
/// # Errors
/// [`Error::Parse`](crate::Error::Parse) where a variable of devices is malformed.
#[cfg(feature = "cuda")]
pub(crate) fn least_bytes() -> Result<u64> {
    crate::gpu::settings().map(|settings| settings.least_bytes)
}

/// Returns the greatest number: a build without devices never uses one.
#[cfg(not(feature = "cuda"))]
pub(crate) fn least_bytes() -> Result<u64> {
    Ok(u64::MAX)
}

/// Builds the device's part of a plan, for rings that have kernels there; `None` for others.
pub(super) fn on_device<M: Action>(
    module: &M,
    len: usize,
    batch: usize,
    coset: Option<&Scalar<M>>,
    scale: Scale,
) -> Result<Option<Box<dyn OnDevice<M>>>> {
    #[cfg(feature = "cuda")]
    {
        let coset = coset.map(|coset| coset as &dyn core::any::Any);
        let built = cuda::build(module, len, batch, coset, scale)?;
        Ok(built.and_then(|built| built.downcast::<Box<dyn OnDevice<M>>>().ok()).map(|built| *built))
    }
    #[cfg(not(feature = "cuda"))]
    {
        let _ = (module, len, batch, coset, scale);
        Err(crate::gpu::missing())
    }
}

/// Polynomials over several primes on a device: modulo `x^len + 1` or `x^len - 1`. Members of different primes
/// alternate, or those of one prime are contiguous.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OverPrimes {
    pub(crate) len: usize,
    pub(crate) polynomials: usize,
    pub(crate) negacyclic: bool,
    pub(crate) interleaved: bool,
    pub(crate) scale: Scale,
}

impl OverPrimes {
    /// Builds the part that runs on a device, in natural order.
    pub(crate) fn on_device(self, rings: alloc::vec::Vec<Modular>) -> Result<Box<dyn OnDevice<Modular>>> {
        #[cfg(feature = "cuda")]
        return cuda::over_primes(self, rings);
        #[cfg(not(feature = "cuda"))]
        {
            let OverPrimes { len, polynomials, negacyclic, interleaved, scale } = self;
            let _ = (len, polynomials, negacyclic, interleaved, scale, rings);
            Err(crate::gpu::missing())
        }
    }
}

#[cfg(feature = "cuda")]
mod cuda {
    use super::{super::Scale, super::weights::scale_factor, OnDevice, OverPrimes};
    use crate::{
        Error, Result,
        algebra::{Module, Std},
        gpu::{DeviceOptions, DevicePlan, DeviceRing, Gpu},
        kernel::memory::{Wiped, filled},
        rings::{BabyBear, Bls12381Fr, Bn254Fr, ComplexRing, Goldilocks, KoalaBear, Modular, Modular32, ViaNative},
    };
    use alloc::{boxed::Box, vec::Vec};
    use core::any::Any;
    use std::sync::{Mutex, PoisonError};

    /// A plan on a device, and lists that receive results before these replace the input.
    struct Rows<R: DeviceRing> {
        plan: DevicePlan<R>,
        lists: Mutex<Vec<Vec<<R as Module>::Element>>>,
        /// The element that lists are overwritten with.
        zero: <R as Module>::Element,
    }

    impl<R: DeviceRing> OnDevice<R> for Rows<R> {
        fn run_into(&self, input: &[R::Element], output: &mut [R::Element], inverse: bool) -> Result<()> {
            self.plan.transform(input, output, inverse)
        }

        fn run(&self, values: &mut [R::Element], inverse: bool) -> Result<()> {
            let new = || filled("results of a device", values.len(), self.zero);
            if cfg!(feature = "zeroize") {
                let mut list = Wiped::new(new()?, self.zero);
                self.plan.transform(values, &mut list, inverse)?;
                values.copy_from_slice(&list);
                return Ok(());
            }
            let lists = || self.lists.lock().unwrap_or_else(PoisonError::into_inner);
            let kept = lists().pop();
            let mut list = kept.map_or_else(new, Ok)?;
            let done = self.plan.transform(values, &mut list, inverse);
            if done.is_ok() {
                values.copy_from_slice(&list);
            }
            lists().push(list);
            done
        }
    }

    /// Builds the device part of the plan for the ring of `module`, as a box.
    pub(super) fn build(
        module: &dyn Any,
        len: usize,
        batch: usize,
        coset: Option<&dyn Any>,
        scale: Scale,
    ) -> Result<Option<Box<dyn Any>>> {
        macro_rules! first_of {
            ($($ring:ty,)*) => {
                $(if let Some(ring) = module.downcast_ref::<$ring>() {
                    let coset = coset.and_then(|coset| coset.downcast_ref::<<$ring as Module>::Element>());
                    return of(ring, len, batch, coset.copied(), scale).map(Some);
                })*
            };
        }
        first_of! {
            ComplexRing<f32>,
            ComplexRing<f64>,
            Std<Goldilocks, ViaNative>,
            Std<BabyBear, ViaNative>,
            Std<KoalaBear, ViaNative>,
            Std<Bls12381Fr, ViaNative>,
            Std<Bn254Fr, ViaNative>,
            Modular,
            Modular32,
        }
        Ok(None)
    }

    fn of<R: DeviceRing>(
        ring: &R,
        len: usize,
        batch: usize,
        coset: Option<R::Element>,
        scale: Scale,
    ) -> Result<Box<dyn Any>> {
        let options = DeviceOptions {
            batch: batch.max(1),
            coset,
            scale: Some([scale_factor(ring, scale.forward, len)?, scale_factor(ring, scale.inverse, len)?]),
            wiped: cfg!(feature = "zeroize"),
            ..DeviceOptions::default()
        };
        let plan = DevicePlan::with(&Gpu::first()?, ring.clone(), len, options)?;
        let rows: Box<dyn OnDevice<R>> = Box::new(Rows { plan, lists: Mutex::default(), zero: ring.zero() });
        Ok(Box::new(rows))
    }

    pub(super) fn over_primes(wanted: OverPrimes, rings: Vec<Modular>) -> Result<Box<dyn OnDevice<Modular>>> {
        let OverPrimes { len, polynomials, negacyclic, interleaved, scale } = wanted;
        // A scale that is an inverse of the length differs from prime to prime, and is the default.
        let scale = match scale {
            Scale::INVERSE => None,
            Scale::NONE => Some([None, None]),
            _ => {
                let what = "of several primes devices take the scales inverse and none: let the processor do others";
                return Err(Error::Unsupported { what: what.into() });
            }
        };
        let too_long = Error::Memory { what: "the residues of a batch", needed: u128::MAX, limit: None };
        let batch = polynomials.checked_mul(rings.len()).ok_or(too_long)?;
        let wiped = cfg!(feature = "zeroize");
        let options = DeviceOptions { batch, negacyclic, interleaved, scale, wiped, ..DeviceOptions::default() };
        let plan = DevicePlan::over(&Gpu::first()?, rings, len, options)?;
        Ok(Box::new(Rows { plan, lists: Mutex::default(), zero: 0 }))
    }
}
