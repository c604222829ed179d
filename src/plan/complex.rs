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
    /// What the kernel says of itself, asked once.
    len: usize,
    scratch_len: usize,
    order: Order,
    /// Whether the root is the inverse of the ring's own.
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

/// The instruction sets that kernels over `T` are written for.
pub(super) fn instruction_sets<T: Real>() -> &'static [Isa] {
    if has_kernels::<T>() { &[Isa::Avx2, Isa::Avx512] } else { &[] }
}

/// Whether `T` has the size of a float with kernels: other floats of that size have no plans.
pub(super) const fn is_native<T>() -> bool {
    matches!(size_of::<T>(), 4 | 8)
}

fn has_kernels<T: Real>() -> bool {
    let float = core::any::TypeId::of::<T>();
    float == core::any::TypeId::of::<f64>() || float == core::any::TypeId::of::<f32>()
}

/// No kernel is longer.
const LONGEST: usize = crate::kernel::complex::shape::LONGEST;

/// The fastest shape of this length in this order, where `T` has kernels.
pub(super) fn shape<T: Real>(len: usize, order: Order, resources: Resources) -> Option<Result<Shape>> {
    let choose = |isa: Isa| {
        if core::any::TypeId::of::<T>() == core::any::TypeId::of::<f64>() {
            choose_f64(len, order, isa, resources.threads)
        } else {
            choose_f32(len, order, isa, resources.threads)
        }
    };
    match order {
        // Nothing else is as short.
        Order::Natural if (1..=7).contains(&len) && has_kernels::<T>() => {
            Some(resources.isa.resolved().and_then(complex::native::resolve).map(|_| Shape::Single { len }))
        }
        // The textbook says what of a plan is too much for a machine.
        _ if len > LONGEST => None,
        Order::Natural => has_kernels::<T>().then(|| resources.isa.resolved().and_then(choose)),
        // Where no kernel leaves this order, natural order is permuted.
        Order::BitReversed if has_kernels::<T>() => resources.isa.resolved().and_then(choose).ok().map(Ok),
        _ => None,
    }
}

/// What may be as fast, the fastest by the model of cost first.
pub(super) fn candidates<T: Real>(len: usize, order: Order, resources: Resources) -> Vec<(Shape, f64)> {
    let Ok(isa) = resources.isa.resolved() else { return Vec::new() };
    let found: Result<Vec<(Shape, f64)>> = if core::any::TypeId::of::<T>() == core::any::TypeId::of::<f64>() {
        candidates_f64(len, order, isa, resources.threads)
    } else if has_kernels::<T>() {
        candidates_f32(len, order, isa, resources.threads)
    } else {
        return Vec::new();
    };
    found.unwrap_or_default()
}

/// The model of cost over `$float`, compiled here: these have no type parameters.
macro_rules! model {
    ($float:ty, $choose:ident, $candidates:ident) => {
        fn $choose(len: usize, order: Order, isa: Isa, threads: usize) -> Result<Shape> {
            complex::choose::<$float>(len, order, isa, threads)
        }

        fn $candidates(len: usize, order: Order, isa: Isa, threads: usize) -> Result<Vec<(Shape, f64)>> {
            complex::candidates::<$float>(len, order, isa, threads)
        }
    };
}
model!(f64, choose_f64, candidates_f64);
model!(f32, choose_f32, candidates_f32);

/// The engine of a recipe: a kernel, or the textbook's.
///
/// A generic function is compiled again in every crate that calls it; what stands behind a function without parameters is
/// compiled once, here.
pub(super) fn engine<T: Real>(
    recipe: &Recipe,
    domain: &Domain<ComplexRing<T>>,
    resources: Resources,
) -> Result<Engine<ComplexRing<T>>> {
    // Decided by the compiler, which makes no code for the other branch.
    if const { is_native::<T>() } {
        // The same type as one of these, which the compiler does not know.
        let mut built = None::<Engine<ComplexRing<T>>>;
        let (domain, place): (&dyn Any, &mut dyn Any) = (domain, &mut built);
        if const { size_of::<T>() == 8 } {
            if let (Some(domain), Some(place)) = (domain.downcast_ref(), place.downcast_mut()) {
                *place = Some(of_f64(recipe, domain, resources)?);
            }
        } else if let (Some(domain), Some(place)) = (domain.downcast_ref(), place.downcast_mut()) {
            *place = Some(of_f32(recipe, domain, resources)?);
        }
        built.ok_or_else(|| Error::Unsupported {
            what: format!(
                "plans over complex floats of {} bytes are those of f32 and f64, not of {}: the algorithms of `dft` take \
                 any float",
                size_of::<T>(),
                core::any::type_name::<T>()
            ),
        })
    } else {
        super::engine::build(recipe, domain, resources.threads)
    }
}

fn of_f64(
    recipe: &Recipe,
    domain: &Domain<ComplexRing<f64>>,
    resources: Resources,
) -> Result<Engine<ComplexRing<f64>>> {
    native(recipe, domain, resources, complex::build::<f64>)
}

fn of_f32(
    recipe: &Recipe,
    domain: &Domain<ComplexRing<f32>>,
    resources: Resources,
) -> Result<Engine<ComplexRing<f32>>> {
    native(recipe, domain, resources, complex::build::<f32>)
}

/// How kernels over `T` are built from shape, instruction set and number of threads.
type Build<T> = fn(&Shape, Isa, usize) -> Result<Box<dyn Kernel<T>>>;

fn native<T: Real>(
    recipe: &Recipe,
    domain: &Domain<ComplexRing<T>>,
    resources: Resources,
    build: Build<T>,
) -> Result<Engine<ComplexRing<T>>> {
    match recipe {
        Recipe::Packed { shape } => packed(domain, shape, build, resources),
        Recipe::Reorder { order, inner } => {
            let inner = native(inner, domain, resources, build)?;
            super::engine::reorder(*order, recipe.is_cyclic(), inner)
        }
        _ => super::engine::build(recipe, domain, resources.threads),
    }
}

fn packed<T: Real>(
    domain: &Domain<ComplexRing<T>>,
    shape: &Shape,
    build: Build<T>,
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
    let kernel = build(shape, resources.isa.resolved()?, resources.threads)?;
    let (len, scratch_len) = (kernel.len(), kernel.scratch_len());
    Ok(Arc::new(Packed { kernel, len, scratch_len, order: shape.order(), backwards }))
}
