//! Kernels under the plans of complex floats.

use super::{Recipe, Resources, engine::Engine};
use crate::{
    Error, Result,
    algebra::{Domain, Roots},
    dft::{Transform, check_slices},
    kernel::{
        complex::{self, Kernel, Shape},
        isa::Isa,
    },
    order::Order,
    rings::{ComplexRing, Real},
};
use alloc::{boxed::Box, format, sync::Arc, vec::Vec};
use core::any::Any;
use num_complex::Complex;

/// A kernel as an engine of plans.
struct Packed<T> {
    kernel: Box<dyn Kernel<T>>,
    order: Order,
    /// Whether the root is the inverse of the ring's own.
    backwards: bool,
}

impl<T: Real> Transform<ComplexRing<T>> for Packed<T> {
    fn len(&self) -> usize {
        self.kernel.len()
    }

    fn order(&self) -> Order {
        self.order
    }

    fn scratch_len(&self) -> usize {
        self.kernel.scratch_len()
    }

    fn forward(&self, values: &mut [Complex<T>], scratch: &mut [Complex<T>]) -> Result<()> {
        check_slices(self, values, scratch)?;
        self.kernel.run(values, scratch, self.backwards);
        Ok(())
    }

    fn inverse_unscaled(&self, values: &mut [Complex<T>], scratch: &mut [Complex<T>]) -> Result<()> {
        check_slices(self, values, scratch)?;
        self.kernel.run(values, scratch, !self.backwards);
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
        self.kernel.run_into(input, output, scratch, !self.backwards);
        Ok(())
    }
}

/// The instruction sets that kernels over `T` are written for.
pub(super) fn instruction_sets<T: Real>() -> &'static [Isa] {
    if has_kernels::<T>() { &[Isa::Avx2, Isa::Avx512] } else { &[] }
}

fn has_kernels<T: Real>() -> bool {
    let float = core::any::TypeId::of::<T>();
    float == core::any::TypeId::of::<f64>() || float == core::any::TypeId::of::<f32>()
}

/// The fastest shape of this length in this order, where `T` has kernels.
pub(super) fn shape<T: Real>(len: usize, order: Order, resources: Resources) -> Option<Result<Shape>> {
    let choose = |isa: Isa| {
        if core::any::TypeId::of::<T>() == core::any::TypeId::of::<f64>() {
            complex::choose::<f64>(len, order, isa, resources.threads)
        } else {
            complex::choose::<f32>(len, order, isa, resources.threads)
        }
    };
    has_kernels::<T>().then(|| resources.isa.resolved().and_then(choose))
}

/// What may be as fast, the fastest by the model of cost first.
pub(super) fn candidates<T: Real>(len: usize, order: Order, resources: Resources) -> Vec<Shape> {
    let Ok(isa) = resources.isa.resolved() else { return Vec::new() };
    let found = if core::any::TypeId::of::<T>() == core::any::TypeId::of::<f64>() {
        complex::candidates::<f64>(len, order, isa, resources.threads)
    } else if has_kernels::<T>() {
        complex::candidates::<f32>(len, order, isa, resources.threads)
    } else {
        Vec::new()
    };
    found.into_iter().map(|(shape, _)| shape).take(TIMED).collect()
}

/// How many candidates are timed.
const TIMED: usize = 8;

/// The engine of a packed recipe, where there are kernels over `T`; `None` for every other recipe.
///
/// The kernels are compiled once, here.
pub(super) fn engine<T: Real>(
    recipe: &Recipe,
    domain: &Domain<ComplexRing<T>>,
    resources: Resources,
) -> Option<Result<Engine<ComplexRing<T>>>> {
    let shape = match recipe {
        Recipe::Packed { shape } => shape,
        Recipe::Reorder { order, inner } => {
            let inner = engine(inner, domain, resources)?;
            return Some(inner.and_then(|inner| super::engine::reorder(*order, recipe.is_cyclic(), inner)));
        }
        _ => return None,
    };
    let domain: &dyn Any = domain;
    let built: Box<dyn Any> = if let Some(domain) = domain.downcast_ref() {
        Box::new(of_f64(shape, domain, resources))
    } else if let Some(domain) = domain.downcast_ref() {
        Box::new(of_f32(shape, domain, resources))
    } else {
        return None;
    };
    // The same type, which the compiler does not know.
    built.downcast::<Result<Engine<ComplexRing<T>>>>().ok().map(|built| *built)
}

fn of_f64(shape: &Shape, domain: &Domain<ComplexRing<f64>>, resources: Resources) -> Result<Engine<ComplexRing<f64>>> {
    packed(domain, shape, |isa| complex::build::<f64>(shape, isa, resources.threads), resources)
}

fn of_f32(shape: &Shape, domain: &Domain<ComplexRing<f32>>, resources: Resources) -> Result<Engine<ComplexRing<f32>>> {
    packed(domain, shape, |isa| complex::build::<f32>(shape, isa, resources.threads), resources)
}

fn packed<T: Real>(
    domain: &Domain<ComplexRing<T>>,
    shape: &Shape,
    build: impl FnOnce(Isa) -> Result<Box<dyn Kernel<T>>>,
    resources: Resources,
) -> Result<Engine<ComplexRing<T>>> {
    let (ring, len) = (domain.module(), domain.len());
    let own = ring.root(len)?;
    let backwards = *domain.root() == own.conj() && *domain.root() != own;
    if *domain.root() != own && !backwards {
        return Err(Error::Unsupported {
            what: format!(
                "packed({shape}) takes powers of exp(-2 pi i/{len}) or of its inverse, not of another root: `stockham` and \
                 `bluestein` take any"
            ),
        });
    }
    Ok(Arc::new(Packed { kernel: build(resources.isa.resolved()?)?, order: shape.order(), backwards }))
}
