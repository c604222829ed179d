//! Rings and modules whose plans are the textbook's.

use super::{Accelerated, Ask, Built, Job, Kernels, Recipe, engine, points::Points};
use crate::{
    Result,
    algebra::{Action, Roots},
    rings::{Acted, Fermat, Rows},
};
use alloc::string::{String, ToString};

impl Accelerated for Fermat {
    const BUILDS_ALL: bool = true;

    fn identity(&self) -> Option<String> {
        Some(self.exponent().to_string())
    }

    fn kernels(&self) -> Option<&'static dyn Kernels<Self>> {
        static KERNELS: &dyn Kernels<Fermat> = &Here;
        Some(KERNELS)
    }
}

/// The textbook, compiled in this crate.
struct Here;

impl Kernels<Fermat> for Here {
    fn fastest(&self, _: &Fermat, _: &Ask) -> Option<Result<Recipe>> {
        None
    }

    fn build(&self, job: &Job<'_, Fermat>) -> Result<Option<Built<Fermat>>> {
        match job.points {
            Points::Powers(domain) if job.is_plain() => {
                engine::build(job.recipe, domain, job.resources.threads).map(|engine| Some(Built::new(engine)))
            }
            _ => Ok(None),
        }
    }
}

impl<M: Accelerated> Accelerated for Rows<M> {
    const SUBSPACES: bool = M::SUBSPACES;
}

impl<G, S> Accelerated for Acted<G, S>
where
    Acted<G, S>: Action<Scalars: Roots>,
    G: Clone + Send + Sync + 'static,
    S: Clone + Send + Sync + 'static,
{
}
