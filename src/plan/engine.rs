//! From a recipe to an engine that runs.

use super::{
    Accelerated, Algorithm, Built, Job, Recipe, Resources,
    additive::additive_engine,
    parts::{PARALLEL_LEN, blocked, check_order, convolver},
    points::Points,
    refused::no_subspaces,
    reorder::{Engine, reorder},
    variants,
};
use crate::{
    Error, Result,
    algebra::{Domain, Ring},
    dft::{Bluestein, Chirp, Negacyclic, Stockham, Truncated, Twisted, TwistedRadix4},
    kernel::{self, DepthFirst},
};
use alloc::{format, sync::Arc};

/// Elements of more bytes do not fit registers: the depth-first transform, which moves them least, is fastest.
pub(super) const REGISTER_BYTES: usize = 16;

/// Builds the engine of a recipe at some points, without factors.
pub(super) fn engine<M: Accelerated>(recipe: &Recipe, points: &Points<M>, resources: Resources) -> Result<Engine<M>> {
    let built = built(&Job::new(recipe, points, resources))?;
    built.map(|built| built.engine).ok_or(Error::Contract { what: "the kernels of a ring must build what they offer" })
}

/// Builds the engine of a job by the ring's kernels, or else by the textbook, which takes no factors.
pub(super) fn built<M: Accelerated>(job: &Job<'_, M>) -> Result<Option<Built<M>>> {
    let module = job.points.module();
    if let Some(kernels) = module.kernels()
        && let Some(built) = kernels.engine(job)?
    {
        return Ok(Some(built));
    }
    if !job.is_plain() {
        return Ok(None);
    }
    let engine = match job.points {
        // Decided by the compiler, which makes no code for algorithms that a module does not take.
        Points::Subspace(points, _) if const { M::SUBSPACES && !M::BUILDS_ALL } => additive_engine(job.recipe, points)?,
        Points::Powers(domain) if const { !M::BUILDS_ALL } => build(job.recipe, domain, job.resources.threads)?,
        Points::Subspace(..) => return Err(no_subspaces(module.scalars().name())),
        Points::Powers(_) => {
            return Err(Error::Unsupported {
                what: format!(
                    "there are no plans over {}: its kernels build none, and the algorithms of `dft` take any ring",
                    module.scalars().name()
                ),
            });
        }
    };
    Ok(Some(Built::new(engine)))
}

/// Builds the engine of `recipe` over `domain`, for this many threads.
pub(crate) fn build<M: Accelerated>(recipe: &Recipe, domain: &Domain<M>, threads: usize) -> Result<Engine<M>> {
    recipe.check()?;
    check_order(recipe, domain.len())?;
    let threads_of = |len: usize| if len >= PARALLEL_LEN { threads } else { 1 };
    Ok(match recipe {
        Recipe::Stockham { radices, .. } => {
            Arc::new(Stockham::with_radices(domain, radices)?.on_threads(threads_of(domain.len())))
        }
        // Only elements that fit registers are transformed so where nothing is named.
        Recipe::FourStep { columns, rows }
            if const { is_compiled::<M>(Algorithm::FourStep) } && blocked(columns, rows) =>
        {
            let inner = |recipe: &Recipe, factor: usize| build(recipe, &domain.subdomain(factor)?, 1);
            let (inner_columns, inner_rows) = (inner(columns, rows.len())?, inner(rows, columns.len())?);
            Arc::new(kernel::FourStep::new(domain, inner_columns, inner_rows, threads_of(domain.len()))?)
        }
        Recipe::Plain { algorithm: Algorithm::DepthFirst, .. } if const { is_compiled::<M>(Algorithm::DepthFirst) } => {
            Arc::new(DepthFirst::new(domain, threads)?)
        }
        Recipe::Plain { algorithm: Algorithm::Twisted, .. } if const { is_compiled::<M>(Algorithm::Twisted) } => {
            Arc::new(Twisted::new(domain)?)
        }
        Recipe::Plain { algorithm: Algorithm::TwistedRadix4, .. } if const { is_compiled::<M>(Algorithm::TwistedRadix4) } => {
            Arc::new(TwistedRadix4::new(domain)?)
        }
        Recipe::Plain { algorithm: Algorithm::Truncated, len } => Arc::new(Truncated::new(domain, *len)?),
        Recipe::Plain { algorithm: Algorithm::Negacyclic, .. } => Arc::new(Negacyclic::new(domain)?),
        Recipe::Bluestein { len, chirp, convolution } => {
            let convolver = convolver(convolution, domain.module(), build)?;
            match chirp {
                Chirp::Symmetric if len.is_multiple_of(2) => Arc::new(Bluestein::symmetric(domain, &*convolver)?),
                _ => Arc::new(Bluestein::new(domain, *chirp, &*convolver)?),
            }
        }
        Recipe::Reorder { order, inner } => {
            let inner = build(inner, domain, threads)?;
            return reorder(*order, recipe.is_cyclic(), inner);
        }
        Recipe::Packed { .. } | Recipe::Kernel { .. } => {
            return Err(Algorithm::Packed.lacks_kernels(domain.module().scalars()));
        }
        Recipe::Columns { .. } => {
            return Err(Error::Unsupported {
                what: format!("{recipe} transforms a whole matrix: it cannot stand inside another"),
            });
        }
        Recipe::FromNovel { .. } => {
            return Err(Error::Unsupported {
                what: format!("{recipe} needs a subspace: it cannot stand over roots of unity"),
            });
        }
        other => return variants::build(other, domain, threads, build),
    })
}

/// Returns whether [`build`] makes this algorithm without the feature `variants`, for lengths that the planner takes it for.
pub(super) const fn is_compiled<M: Accelerated>(algorithm: Algorithm) -> bool {
    // Passes of several elements together are faster where these fit registers, elsewhere transforms that move elements least.
    let small = size_of::<M::Element>() <= REGISTER_BYTES;
    match algorithm {
        Algorithm::Stockham | Algorithm::Bluestein | Algorithm::Truncated | Algorithm::Negacyclic => true,
        Algorithm::NovelBasis | Algorithm::AdditiveTruncated => true,
        Algorithm::TwistedRadix4 => !M::OWN_POWERS_OF_TWO,
        Algorithm::FourStep => small && !M::OWN_POWERS_OF_TWO,
        Algorithm::Twisted | Algorithm::DepthFirst => !small,
        _ => false,
    }
}
