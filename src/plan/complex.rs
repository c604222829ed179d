//! Kernels under the plans of complex floats.

use super::{
    Accelerated, Ask, Built, Job, Kernels, Offer, Recipe, Resources, engine, kernels::same, points::Points,
    reorder::Engine,
};
use crate::{
    Error, Result,
    algebra::{Domain, Roots},
    dft::{Transform, check_slices},
    kernel::{
        complex::{self, Kernel, Shape, native::Native},
        isa::Isa,
    },
    order::Order,
    rings::{ComplexRing, Real},
};
use alloc::{boxed::Box, format, string::String, sync::Arc, vec::Vec};
use num_complex::Complex;

/// A kernel as an engine of plans.
struct Packed<T> {
    kernel: Box<dyn Kernel<T>>,
    /// The length that the kernel reports. Scratch and order, below, are its answers too; each is asked once.
    len: usize,
    scratch_len: usize,
    order: Order,
    /// `true` if the root is the inverse of the ring's own.
    backwards: bool,
}

impl<T: Real> Transform<ComplexRing<T>> for Packed<T> {
    fn len(&self) -> usize {
        self.len
    }

    fn order(&self) -> Order {
        self.order
    }

    fn scratch_len(&self) -> usize {
        self.scratch_len
    }

    fn forward(&self, values: &mut [Complex<T>], scratch: &mut [Complex<T>]) -> Result<()> {
        check_slices(self, values, scratch)?;
        self.kernel.run(values, scratch, self.backwards);
        Ok(())
    }

    fn inverse_unscaled(&self, values: &mut [Complex<T>], scratch: &mut [Complex<T>]) -> Result<()> {
        check_slices(self, values, scratch)?;
        self.kernel.run_back(values, scratch, !self.backwards);
        Ok(())
    }

    fn forward_into(&self, input: &[Complex<T>], output: &mut [Complex<T>], scratch: &mut [Complex<T>]) -> Result<()> {
        Error::check_len("input", self.len(), input.len())?;
        check_slices(self, output, scratch)?;
        self.kernel.run_into(input, output, scratch, self.backwards);
        Ok(())
    }

    fn inverse_unscaled_into(
        &self,
        input: &[Complex<T>],
        output: &mut [Complex<T>],
        scratch: &mut [Complex<T>],
    ) -> Result<()> {
        Error::check_len("input", self.len(), input.len())?;
        check_slices(self, output, scratch)?;
        if self.order == Order::Natural {
            self.kernel.run_into(input, output, scratch, !self.backwards);
            return Ok(());
        }
        output.copy_from_slice(input);
        self.inverse_unscaled(output, scratch)
    }
}

/// Returns whether `T` has the size of a float with kernels. Other floats of that size have no plans.
const fn is_native<T>() -> bool {
    matches!(size_of::<T>(), 4 | 8)
}

impl<T: Real> Accelerated for ComplexRing<T> {
    const OWN_POWERS_OF_TWO: bool = is_native::<T>();
    const BUILDS_ALL: bool = is_native::<T>();

    fn identity(&self) -> Option<String> {
        Some(String::new())
    }

    fn kernels(&self) -> Option<&'static dyn Kernels<Self>> {
        static F64: &dyn Kernels<ComplexRing<f64>> = &Floats;
        static F32: &dyn Kernels<ComplexRing<f32>> = &Floats;
        same(F64).or_else(|| same(F32))
    }
}

/// The kernels of complex floats.
struct Floats;

/// The longest length of a kernel.
const LONGEST: usize = complex::shape::LONGEST;

impl<T: Native> Kernels<ComplexRing<T>> for Floats {
    fn instruction_sets(&self, _: &ComplexRing<T>) -> &'static [Isa] {
        &[Isa::Avx2, Isa::Avx512]
    }

    fn fastest(&self, _: &ComplexRing<T>, ask: &Ask) -> Option<Result<Recipe>> {
        let Ask { len, order, resources, .. } = *ask;
        // The textbook refuses a plan that is too much for a machine.
        if !ask.own_root || len > LONGEST {
            return None;
        }
        let isa = resources.isa.resolved();
        let shape = match order {
            // Nothing else is as short.
            Order::Natural if (1..=7).contains(&len) => {
                isa.and_then(complex::native::resolve).map(|_| Shape::Single { len })
            }
            Order::Natural => isa.and_then(|isa| complex::choose::<T>(len, order, isa, resources.threads)),
            // If no kernel leaves this order, natural order is permuted.
            Order::BitReversed => {
                Ok(isa.and_then(|isa| complex::choose::<T>(len, order, isa, resources.threads)).ok()?)
            }
            _ => return None,
        };
        Some(shape.map(|shape| Recipe::Packed { shape }))
    }

    fn offers(&self, _: &ComplexRing<T>, ask: &Ask) -> Vec<Offer> {
        let isa = ask.resources.isa.resolved();
        let found = isa.and_then(|isa| complex::candidates::<T>(ask.len, ask.order, isa, ask.resources.threads));
        let offer = |(shape, cost)| Offer::new(Recipe::Packed { shape }, cost);
        found.unwrap_or_default().into_iter().map(offer).collect()
    }

    fn build(&self, job: &Job<'_, ComplexRing<T>>) -> Result<Option<Built<ComplexRing<T>>>> {
        let Points::Powers(domain) = job.points else { return Ok(None) };
        if !job.is_plain() {
            return Ok(None);
        }
        let engine = match job.recipe {
            Recipe::Packed { shape } => packed(domain, shape, job.resources)?,
            recipe => engine::build(recipe, domain, job.resources.threads)?,
        };
        Ok(Some(Built::new(engine)))
    }
}

fn packed<T: Native>(
    domain: &Domain<ComplexRing<T>>,
    shape: &Shape,
    resources: Resources,
) -> Result<Engine<ComplexRing<T>>> {
    let (ring, len) = (domain.module(), domain.len());
    if shape.len() != len {
        return Err(Error::Unsupported {
            what: format!("packed({shape}) needs another root than one of order {len}: it cannot stand here"),
        });
    }
    let own = if domain.has_own_root() { *domain.root() } else { ring.root(len)? };
    let backwards = *domain.root() == own.conj() && *domain.root() != own;
    if *domain.root() != own && !backwards {
        return Err(Error::Unsupported {
            what: format!(
                "packed({shape}) takes powers of exp(-2 pi i/{len}) or of its inverse, not of another root: `stockham` and \
                 `bluestein` take any"
            ),
        });
    }
    let kernel = complex::build::<T>(shape, resources.isa.resolved()?, resources.threads)?;
    let (len, scratch_len) = (kernel.len(), kernel.scratch_len());
    Ok(Arc::new(Packed { kernel, len, scratch_len, order: shape.order(), backwards }))
}
