//! Kernels under the plans of complex floats.

use super::{
    Accelerated, Ask, Built, Job, Kernels, Offer, Recipe, Resources, complex_columns, engine,
    kernels::{ColumnShape, Columns, same},
    points::Points,
    reorder::Engine,
};
use crate::{
    Error, Result,
    algebra::{Action, Domain},
    dft::{Transform, check_lengths},
    kernel::{
        complex::{self, Kernel, Shape, native::Native, single::Single},
        isa::Isa,
        machine::Machine,
        packed::Scalar,
    },
    order::Order,
    rings::{ComplexRing, Real},
};
use alloc::{boxed::Box, format, string::String, sync::Arc, vec::Vec};
use num_complex::Complex;

/// A kernel as an engine of plans. The type of the kernel is known where a second dynamic call would take as long as the
/// transform.
struct Packed<K: ?Sized> {
    kernel: Box<K>,
    /// The length that the kernel reports. Scratch and order, below, are its answers too; each is asked once.
    len: usize,
    scratch_len: usize,
    order: Order,
    /// `true` if the kernel takes rows that lie one after another in one call.
    together: bool,
    /// `true` if the root is the inverse of the ring's own.
    backwards: bool,
}

impl<T: Real, K: Kernel<T> + ?Sized> Transform<ComplexRing<T>> for Packed<K> {
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
        check_lengths(self.len, self.scratch_len, values.len(), scratch.len())?;
        self.kernel.enter(None, values, scratch, self.backwards);
        Ok(())
    }

    fn inverse_unscaled(&self, values: &mut [Complex<T>], scratch: &mut [Complex<T>]) -> Result<()> {
        check_lengths(self.len, self.scratch_len, values.len(), scratch.len())?;
        self.kernel.run_back(values, scratch, !self.backwards);
        Ok(())
    }

    fn forward_into(&self, input: &[Complex<T>], output: &mut [Complex<T>], scratch: &mut [Complex<T>]) -> Result<()> {
        Error::check_len("input", self.len, input.len())?;
        check_lengths(self.len, self.scratch_len, output.len(), scratch.len())?;
        self.kernel.enter(Some(input), output, scratch, self.backwards);
        Ok(())
    }

    fn inverse_unscaled_into(
        &self,
        input: &[Complex<T>],
        output: &mut [Complex<T>],
        scratch: &mut [Complex<T>],
    ) -> Result<()> {
        Error::check_len("input", self.len, input.len())?;
        check_lengths(self.len, self.scratch_len, output.len(), scratch.len())?;
        if self.order == Order::Natural {
            self.kernel.enter(Some(input), output, scratch, !self.backwards);
            return Ok(());
        }
        output.copy_from_slice(input);
        self.inverse_unscaled(output, scratch)
    }

    fn rows(&self, rows: &mut [Complex<T>], inverse: bool) -> bool {
        let inverse = inverse != self.backwards;
        if self.scratch_len > 0 || self.order != Order::Natural || !rows.len().is_multiple_of(self.len) {
            return false;
        }
        for row in rows.chunks_exact_mut(if self.together { rows.len().max(1) } else { self.len }) {
            self.kernel.enter(None, row, &mut [], inverse);
        }
        true
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

    /// Multiplies by a real factor, two products for each value; a complex one takes four products and two sums.
    fn scale(&self, row: &mut [Complex<T>], factor: &Complex<T>, isa: Isa) {
        if factor.im.is_zero() {
            return complex::scale(row, factor.re, isa);
        }
        row.iter_mut().for_each(|x| self.apply(x, factor));
    }

    fn kernels(&self) -> Option<&'static dyn Kernels<Self>> {
        static F64: &dyn Kernels<ComplexRing<f64>> = &Floats;
        static F32: &dyn Kernels<ComplexRing<f32>> = &Floats;
        same(F64).or_else(|| same(F32))
    }
}

/// The kernels of complex floats.
struct Floats;

/// Returns the description of the machine that is named, or that of this one.
fn machine(resources: Resources) -> Result<Machine> {
    resources.machine.map_or_else(Machine::current, Ok)
}

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
        let choose = || complex::choose::<T>(len, order, resources.isa.resolved()?, machine(resources)?);
        let shape = match order {
            // Nothing else is as short.
            Order::Natural if (1..=7).contains(&len) => {
                resources.isa.resolved().and_then(complex::native::resolve).map(|_| Shape::Single { len })
            }
            Order::Natural => choose(),
            // If no kernel leaves this order, natural order is permuted.
            Order::BitReversed => Ok(choose().ok()?),
            _ => return None,
        };
        Some(shape.map(|shape| Recipe::Packed { shape }))
    }

    fn offers(&self, _: &ComplexRing<T>, ask: &Ask) -> Vec<Offer> {
        let (isa, machine) = (ask.resources.isa.resolved(), machine(ask.resources));
        let found = isa.and_then(|isa| complex::candidates::<T>(ask.len, ask.order, isa, machine?));
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

    fn column_shape(
        &self,
        _: &ComplexRing<T>,
        recipe: &Recipe,
        width: usize,
        resources: Resources,
    ) -> Option<ColumnShape> {
        complex_columns::column_shape::<T>(recipe, width, resources)
    }

    fn columns(&self, job: &Job<'_, ComplexRing<T>>, width: usize) -> Result<Option<Box<dyn Columns<ComplexRing<T>>>>> {
        complex_columns::columns(job, width)
    }
}

fn packed<T: Native>(
    domain: &Domain<ComplexRing<T>>,
    shape: &Shape,
    resources: Resources,
) -> Result<Engine<ComplexRing<T>>> {
    let len = domain.len();
    if shape.len() != len {
        return Err(Error::Unsupported {
            what: format!("packed({shape}) needs another root than one of order {len}: it cannot stand here"),
        });
    }
    let Some(backwards) = complex_columns::backwards(domain)? else {
        return Err(Error::Unsupported {
            what: format!(
                "packed({shape}) takes powers of exp(-2 pi i/{len}) or of its inverse, not of another root: `stockham` and \
                 `bluestein` take any"
            ),
        });
    };
    let kernel = complex::build::<T>(shape, resources.isa.resolved()?, resources.threads)?;
    let (len, scratch_len) = (kernel.len(), kernel.scratch_len());
    let (order, together) = (shape.order(), shape.takes_rows());
    macro_rules! short {
        ($($n:literal)*) => {
            match shape {
                $( Shape::Single { len: $n } => {
                    let kernel = Box::new(Single::<$n, _>(Scalar::<T>::new()));
                    return Ok(Arc::new(Packed { kernel, len, scratch_len, order, together, backwards }));
                } )*
                _ => {}
            }
        };
    }
    short!(2 4);
    Ok(Arc::new(Packed { kernel, len, scratch_len, order, together, backwards }))
}
