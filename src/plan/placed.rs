//! Plans whose transforms run on a device.

use super::{
    Accelerated, Builder, Coefficients, Device, Isa, Layout, Map, Plan,
    device::{OnDevice, least_bytes, on_device},
};
use crate::{Error, Result, algebra::Ring, order::Order};
use alloc::{boxed::Box, format};

impl<M: Accelerated> Builder<M> {
    /// Builds the device's part of the plan, as asked, or where it is worth it; `None` leaves the plan to the processor.
    pub(super) fn for_device(&self) -> Result<Option<Box<dyn OnDevice<M>>>> {
        let (options, module) = (self.asked(), self.module());
        let bytes =
            (self.length() as u64).saturating_mul(options.batch as u64).saturating_mul(size_of::<M::Element>() as u64);
        if options.device == Device::Cpu || (options.device == Device::Auto && bytes < least_bytes()?) {
            return Ok(None);
        }
        let plain = options.algorithm.is_none()
            && options.map.is_none_or(|map| map == Map::Cyclic)
            && options.recipe.is_none()
            && options.order == Order::Natural
            && options.coefficients == Coefficients::Monomial
            && options.isa == Isa::Auto
            && self.basis.is_none()
            && self.has_own_root();
        let build = || on_device(module, self.length(), options.batch, self.coset.as_ref(), options.scale);
        if options.device == Device::Cuda {
            let ring = module.scalars().name();
            let refused = |why: &str| Error::Unsupported { what: format!("a device was asked for, but {why}") };
            if !plain {
                let what = "devices take the cyclic map, the natural order and the ring's own root, and neither an algorithm \
                            nor an instruction set";
                return Err(refused(what));
            }
            return match build()? {
                Some(built) => Ok(Some(built)),
                None => Err(refused(&format!("there are no kernels over {ring} there: take auto or cpu"))),
            };
        }
        let worth = plain && (options.layout == Layout::Rows || options.batch == 1);
        Ok(if worth { build().ok().flatten() } else { None })
    }
}

impl<E: Clone + Send + Sync + 'static, R: Accelerated<Element = E>> Plan<E, R> {
    /// Returns the place of execution: a device or the processor. Under [`Device::Auto`] a device that fails leaves the call
    /// to the processor.
    #[must_use]
    pub fn device(&self) -> Device {
        if self.facts.device.is_some() { Device::Cuda } else { Device::Cpu }
    }

    /// Runs a call on the device. Returns `false`, with nothing done, if the processor is to do it.
    pub(super) fn try_device(&self, values: &mut [E], inverse: bool) -> Result<bool> {
        let Some(device) = &self.facts.device else { return Ok(false) };
        self.done(device.run(values, inverse))
    }

    /// Runs a call as [`try_device`](Plan::try_device), to other memory.
    pub(super) fn try_device_into(&self, input: &[E], output: &mut [E], inverse: bool) -> Result<bool> {
        let Some(device) = &self.facts.device else { return Ok(false) };
        self.done(device.run_into(input, output, inverse))
    }

    fn done(&self, done: Result<()>) -> Result<bool> {
        match done {
            Err(error) if self.options().device == Device::Cuda => Err(error),
            done => Ok(done.is_ok()),
        }
    }
}
