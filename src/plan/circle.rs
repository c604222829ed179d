//! The kernel under plans of the circle transform over M31.

use super::{Algorithm, Ask, Built, Job, Kernels, Recipe, engine, points::Points, reorder::Engine, scale::Factor};
use crate::{
    Result,
    algebra::{Domain, Lift, Ring, Std},
    dft::{Circle, Transform, check_slices},
    kernel::{cast, isa::Isa, ntt},
    lists,
    order::Order,
    rings::{M31, ViaNative},
};
use alloc::{boxed::Box, sync::Arc};

type Field = Std<M31, ViaNative>;

/// The tree in vectors, between the orders of the textbook.
struct PackedCircle {
    /// `true` if its inverse returns the coefficients, `false` if it returns the length times them.
    exact: bool,
    kernel: Box<dyn ntt::Kernel<u32>>,
    book: Circle<Field>,
}

impl Transform<Field> for PackedCircle {
    fn len(&self) -> usize {
        self.book.len()
    }

    fn order(&self) -> Order {
        self.book.order()
    }

    fn scratch_len(&self) -> usize {
        self.book.scratch_len()
    }

    fn inverse_scale(&self) -> usize {
        if self.exact { 1 } else { self.book.len() }
    }

    fn forward(&self, values: &mut [M31], scratch: &mut [M31]) -> Result<()> {
        check_slices::<Field>(self, values, scratch)?;
        self.kernel.forward(cast::mersenne_words_mut(values));
        self.book.to_natural(values, scratch);
        Ok(())
    }

    fn inverse_unscaled(&self, values: &mut [M31], scratch: &mut [M31]) -> Result<()> {
        check_slices::<Field>(self, values, scratch)?;
        self.book.undo_natural(values, scratch);
        self.kernel.inverse(cast::mersenne_words_mut(values));
        Ok(())
    }
}

/// The kernels of the field of `2^31 - 1`: the circle transform.
pub(super) struct CircleTree;

impl Kernels<Field> for CircleTree {
    fn instruction_sets(&self, _: &Field) -> &'static [Isa] {
        &[Isa::Avx2, Isa::Avx512]
    }

    fn fastest(&self, _: &Field, _: &Ask) -> Option<Result<Recipe>> {
        None
    }

    fn multiplies(&self) -> bool {
        true
    }

    fn build(&self, job: &Job<'_, Field>) -> Result<Option<Built<Field>>> {
        let Points::Powers(domain) = job.points else { return Ok(None) };
        if job.coset.is_some() {
            return Ok(None);
        }
        if let Some(kernel) = kernel(job, domain)? {
            return Ok(Some(Built::scaled(kernel)));
        }
        if !job.is_plain() {
            return Ok(None);
        }
        let engine: Engine<Field> = match job.recipe {
            Recipe::Plain { algorithm: Algorithm::Circle, len } => Arc::new(Circle::new(*domain.module(), *len)?),
            recipe => engine::build(recipe, domain, job.resources.threads)?,
        };
        Ok(Some(Built::new(engine)))
    }
}

/// Builds the kernel of a job with its scales, if there are vectors for it.
fn kernel(job: &Job<'_, Field>, domain: &Domain<Field>) -> Result<Option<Engine<Field>>> {
    let (&Recipe::Plain { algorithm: Algorithm::Circle, len }, scale) = (job.recipe, job.scale) else {
        return Ok(None);
    };
    let isa = job.resources.isa.resolved()?;
    let lanes = ntt::small_lanes(len, isa);
    if isa == Isa::Scalar || lanes == 1 {
        return Ok(None);
    }
    let field = domain.module();
    let book = Circle::new(*field, len)?;
    let [residues, inverses] = book.tables().map(|list| lists::of(list, |x| x.value()));
    if [scale.forward, scale.inverse].contains(&Factor::OverSqrtLen) {
        return Ok(None);
    }
    let over_len = field.to_words(&field.inverse_of_integer(len as u64)?)[0] as u32;
    let exact = scale.inverse == Factor::OverLen;
    let scales = ((scale.forward == Factor::OverLen).then_some(over_len), if exact { over_len } else { 1 });
    let kernel = ntt::circle(&residues, &inverses, scales, lanes);
    Ok(kernel.map(|kernel| Arc::new(PackedCircle { exact, kernel, book }) as Engine<Field>))
}
