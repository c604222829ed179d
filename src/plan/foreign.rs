//! Plans over the fields of the crate `ff`, of either release.

use super::{Accelerated, PackedShape, Recipe, Resources};
use crate::{
    Result,
    algebra::{Convolver, Domain, Std},
    conv::ThroughRing,
    dft::Transform,
    kernel::isa::Isa,
    order::Order,
};
use alloc::{boxed::Box, string::String, sync::Arc};

macro_rules! fields {
    ($field:path, $via:ident, $release:ident) => {
        impl<F: $field> Accelerated for Std<F, crate::rings::$via> {
            fn identity(&self) -> Option<String> {
                Some(String::new())
            }

            fn instruction_sets(&self) -> &'static [Isa] {
                super::wide::instruction_sets(self)
            }

            fn packed(&self, len: usize, order: Order, resources: Resources) -> Option<Result<PackedShape>> {
                super::wide::shape(self, len, order, resources)
            }

            fn packed_over_any_root(&self) -> bool {
                true
            }

            fn engine(
                &self,
                recipe: &Recipe,
                domain: &Domain<Self>,
                resources: Resources,
            ) -> Result<Arc<dyn Transform<Self>>> {
                super::wide::engine(recipe, domain, resources, super::wide::foreign::<super::wide::$release<F>, Self>)
            }

            fn coset_engine(
                &self,
                recipe: &Recipe,
                domain: &Domain<Self>,
                coset: &F,
                resources: Resources,
            ) -> Result<Option<Arc<dyn Transform<Self>>>> {
                super::wide::packed(
                    recipe,
                    domain,
                    Some(coset),
                    resources,
                    super::wide::foreign::<super::wide::$release<F>, Self>,
                )
            }

            fn products(&self) -> Option<Box<dyn Convolver<Self>>> {
                Some(Box::new(ThroughRing::new(*self)))
            }
        }
    };
}

#[cfg(feature = "ff014")]
fields!(ff::PrimeField, ViaFf, Release014);
#[cfg(feature = "ff013")]
fields!(ff013::PrimeField, ViaFf013, Release013);
