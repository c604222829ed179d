//! The fields of this crate where they come as fields of `ff`: the same elements, so the same engines.

use super::{Accelerated, Factors, Folded, PackedShape, Recipe, Resources, engine::Engine};
use crate::{
    Error, Result,
    algebra::{Domain, Module, Std},
    dft::Transform,
    kernel::{cast, isa::Isa},
    order::Order,
    rings::{BabyBear, Bls12381Fr, Bn254Fr, Goldilocks, KoalaBear, M31, NativeField, ViaNative, native},
};
use alloc::sync::Arc;
use core::any::{Any, TypeId};

/// The text of a field's modulus.
pub(super) trait Modulus {
    const TEXT: &'static str;
}

/// `$block` for the field `$own` of this crate that `$field` is, of the modulus `$modulus`: compiled for fields of that modulus alone.
macro_rules! where_own {
    ($field:ident, $modulus:ident as $own:ident $block:block) => {
        where_own!($field, $modulus as $own $block: Goldilocks BabyBear KoalaBear M31 Bls12381Fr Bn254Fr)
    };
    ($field:ident, $modulus:ident as $own:ident $block:block: $($fields:ident)*) => {
        $(if const { is_modulus($modulus::TEXT, <$fields as NativeField>::MODULUS) } {
            if TypeId::of::<$field>() == TypeId::of::<$fields>() {
                type $own = $fields;
                $block
            }
        })*
    };
}

/// Whether this is the text of a modulus, `0x` and hexadecimal digits.
pub(super) const fn is_modulus(text: &str, modulus: &[u64]) -> bool {
    let digits = text.as_bytes();
    if digits.len() < 3 || digits[0] != b'0' || digits[1] != b'x' {
        return false;
    }
    let mut i = 0;
    // From the last digit on; beyond the modulus there may be zeros.
    while i < 16 * modulus.len() || i + 2 < digits.len() {
        let digit = if i + 2 < digits.len() { digits[digits.len() - 1 - i] } else { b'0' };
        let digit = match digit {
            b'0'..=b'9' => digit - b'0',
            b'a'..=b'f' => digit - b'a' + 10,
            b'A'..=b'F' => digit - b'A' + 10,
            _ => return false,
        };
        let word = if i / 16 < modulus.len() { modulus[i / 16] } else { 0 };
        if digit as u64 != word >> (4 * (i % 16)) & 15 {
            return false;
        }
        i += 1;
    }
    true
}

/// Whether `F` is a field of this crate.
pub(super) fn is_own<F: 'static, P: Modulus>() -> bool {
    where_own!(F, P as Own {
        let _ = TypeId::of::<Own>();
        return true;
    });
    false
}

/// The instruction sets of a field of this crate.
pub(super) fn instruction_sets<F: 'static, P: Modulus>() -> Option<&'static [Isa]> {
    where_own!(F, P as Own {
        return Some(native::<Own>().instruction_sets());
    });
    None
}

/// The kernel of a field of this crate.
pub(super) fn packed<F: 'static, P: Modulus>(
    len: usize,
    order: Order,
    resources: Resources,
) -> Option<Result<PackedShape>> {
    where_own!(F, P as Own {
        return native::<Own>().packed(len, order, resources);
    });
    None
}

/// What a kernel of a field of this crate takes, if it tells.
pub(super) fn packed_bytes<F: 'static, P: Modulus>(shape: &PackedShape, coset: bool) -> Option<Option<u64>> {
    where_own!(F, P as Own {
        return Some(native::<Own>().packed_bytes(shape, coset));
    });
    None
}

/// The domain as one over the field of this crate that its elements are.
fn domain_of<M: Accelerated, G: NativeField>(domain: &Domain<M>) -> Result<Domain<Std<G, ViaNative>>> {
    let root: &dyn Any = domain.root();
    let root = root.downcast_ref::<G>().ok_or(UNLIKE)?;
    Domain::with_root(native::<G>(), domain.len(), *root)
}

const UNLIKE: Error = Error::Contract { what: "the scalars of a field must be its elements" };

/// The engine of a field of this crate; `None` over other fields.
pub(super) fn engine<F: 'static, P: Modulus, M: Accelerated<Element = F>>(
    recipe: &Recipe,
    domain: &Domain<M>,
    resources: Resources,
) -> Option<Result<Engine<M>>> {
    where_own!(F, P as Own {
        fn build(recipe: &Recipe, domain: &Domain<Std<Own, ViaNative>>, resources: Resources) -> Result<Engine<Std<Own, ViaNative>>> {
            domain.module().engine(recipe, domain, resources)
        }
        let engine = domain_of::<M, Own>(domain).and_then(|domain| build(recipe, &domain, resources));
        return Some(engine.map(|engine| Arc::new(Same(engine)) as Engine<M>));
    });
    None
}

/// The engine with coset and scale of a field of this crate, if it has one; `None` over other fields.
pub(super) fn folded_engine<F: 'static, P: Modulus, M: Accelerated<Element = F>>(
    recipe: &Recipe,
    domain: &Domain<M>,
    factors: Factors<'_, M>,
    resources: Resources,
) -> Option<Result<Option<Folded<M>>>> {
    let coset = factors.coset.map(|coset| coset as &dyn Any);
    where_own!(F, P as Own {
        fn build(
            recipe: &Recipe,
            domain: &Domain<Std<Own, ViaNative>>,
            factors: Factors<'_, Std<Own, ViaNative>>,
            resources: Resources,
        ) -> Result<Option<Folded<Std<Own, ViaNative>>>> {
            domain.module().folded_engine(recipe, domain, factors, resources)
        }
        let built = domain_of::<M, Own>(domain).and_then(|domain| {
            let coset = match coset {
                Some(coset) => Some(coset.downcast_ref().ok_or(UNLIKE)?),
                None => None,
            };
            build(recipe, &domain, Factors { coset, scale: factors.scale }, resources)
        });
        return Some(built.map(|folded| {
            folded.map(|Folded { engine, scaled }| Folded::new(Arc::new(Same(engine)) as Engine<M>, scaled))
        }));
    });
    None
}

/// An engine over the field of this crate that the elements are.
struct Same<G: NativeField>(Engine<Std<G, ViaNative>>);

impl<G: NativeField, M: Module> Transform<M> for Same<G> {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn order(&self) -> Order {
        self.0.order()
    }

    fn scratch_len(&self) -> usize {
        self.0.scratch_len()
    }

    fn inverse_scale(&self) -> usize {
        self.0.inverse_scale()
    }

    fn forward(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        self.0.forward(own_mut(values)?, own_mut(scratch)?)
    }

    fn inverse_unscaled(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        self.0.inverse_unscaled(own_mut(values)?, own_mut(scratch)?)
    }

    fn forward_into(&self, input: &[M::Element], output: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        self.0.forward_into(own(input)?, own_mut(output)?, own_mut(scratch)?)
    }

    fn inverse_unscaled_into(
        &self,
        input: &[M::Element],
        output: &mut [M::Element],
        scratch: &mut [M::Element],
    ) -> Result<()> {
        self.0.inverse_unscaled_into(own(input)?, own_mut(output)?, own_mut(scratch)?)
    }

    fn inside(&self) -> Option<&dyn Any> {
        self.0.inside()
    }
}

fn own<A: 'static, B: 'static>(elements: &[A]) -> Result<&[B]> {
    cast::same(elements).ok_or(UNLIKE)
}

fn own_mut<A: 'static, B: 'static>(elements: &mut [A]) -> Result<&mut [B]> {
    cast::same_mut(elements).ok_or(UNLIKE)
}
