//! Truncated transforms over rings with kernels: whole nodes of the reduction tree by kernels on cosets.

use super::{Accelerated, Algorithm, Ask, Job, PackedShape, Recipe, Resources, points::Points, reorder::Engine};
use crate::{
    Result,
    algebra::{Domain, Ring, Scalar},
    dft::{Classical, Transform, check_slices, delegated},
    kernel::{First, Truncated, isa::Isa, ntt},
    order::Order,
};
use alloc::{boxed::Box, sync::Arc, vec::Vec};

/// A plan of fewer points has nothing to gain.
const LEAST: usize = 16;

/// The function that makes a [`First`] of a bit-reversed recipe and the exponents of the path, if there is one.
pub(super) type MakeFirst<M> = fn(&Recipe, &Domain<M>, &[usize], Resources) -> Result<Option<Box<dyn First<M>>>>;

/// Returns the transform in blocks, if the recipe asks for a truncated one and there are kernels for its longest node. Words
/// alone are left to the textbook.
pub(super) fn engine<M: Accelerated>(
    recipe: &Recipe,
    domain: &Domain<M>,
    resources: Resources,
    first: MakeFirst<M>,
) -> Result<Option<Engine<M>>> {
    let Recipe::Plain { algorithm: Algorithm::Truncated, len } = recipe else { return Ok(None) };
    let (len, order) = (*len, domain.len());
    if resources.isa.resolved()? == Isa::Scalar || len < LEAST || len.checked_next_power_of_two() != Some(order) {
        return Ok(None);
    }
    let longest = if len == order { len } else { order / 2 };
    let Some(kernels) = domain.module().kernels() else { return Ok(None) };
    let kernel = |size| kernels.fastest(domain.module(), &reversed(size, resources));
    if !matches!(kernel(longest), Some(Ok(_))) {
        return Ok(None);
    }
    let truncated = Truncated::new(domain, len, &mut |size, shift| {
        let domain = domain.subdomain(order / size)?;
        let Some(recipe) = kernel(size) else { return shifted(&domain, shift).map(Some) };
        let (recipe, scalars) = (recipe?, domain.module().scalars());
        let coset = (!scalars.equal(shift, &scalars.one())).then_some(shift);
        let points = Points::Powers(domain.clone());
        match kernels.engine(&Job { coset, ..Job::new(&recipe, &points, resources) })? {
            Some(built) => Ok(Some(built.engine)),
            None => shifted(&domain, shift).map(Some),
        }
    })?;
    let Some(truncated) = truncated else { return Ok(None) };
    let first = match kernel(order) {
        Some(recipe) => first(&recipe?, domain, &truncated.exponents(), resources)?,
        None => None,
    };
    Ok(Some(Arc::new(truncated.with_first(first))))
}

/// Returns the request for a transform of a whole node, before its coset.
fn reversed(len: usize, resources: Resources) -> Ask {
    Ask { len, order: Order::BitReversed, own_root: true, resources }
}

/// Returns the number of twiddles in the tables of the kernels for the blocks, and for all of them at once.
pub(super) fn table_len<M: Accelerated>(module: &M, len: usize, resources: Resources) -> Option<usize> {
    let digits = (0..usize::BITS).filter(|digit| len >> digit & 1 == 1).map(|digit| 1 << digit);
    digits.chain([len.checked_next_power_of_two()?]).try_fold(0usize, |sum, size| {
        let found = module.kernels().and_then(|kernels| kernels.fastest(module, &reversed(size, resources)));
        let table = match found {
            Some(Ok(Recipe::Packed { shape: PackedShape::Residues { lanes, len, .. } })) => {
                ntt::table_len(lanes, len, size_of::<M::Element>(), resources.twiddles)?
            }
            Some(Ok(recipe)) => recipe.twiddle_count()?,
            _ => size.checked_mul(3)?,
        };
        sum.checked_add(table)
    })
}

/// A short transform on a coset by the textbook.
struct Shifted<M: Accelerated> {
    module: M,
    inner: Classical<M>,
    /// The powers of the shift; those of its inverse over the length.
    powers: [Vec<M::Twiddle>; 2],
}

fn shifted<M: Accelerated>(domain: &Domain<M>, shift: &Scalar<M>) -> Result<Engine<M>> {
    let (module, len) = (domain.module(), domain.len());
    let scalars = module.scalars();
    let powers = |first: Scalar<M>, ratio: &Scalar<M>| -> Vec<M::Twiddle> {
        let mut power = first;
        let mut list = Vec::with_capacity(len);
        for _ in 0..len {
            list.push(module.prepare(&power));
            scalars.mul_assign(&mut power, ratio);
        }
        list
    };
    // A root of unity: its inverse is a power of it.
    let back = scalars.inverse(shift).unwrap_or_else(|| scalars.one());
    let powers = [powers(scalars.one(), shift), powers(scalars.inverse_of_integer(len as u64)?, &back)];
    Ok(Arc::new(Shifted { module: module.clone(), inner: Classical::new(domain)?, powers }))
}

impl<M: Accelerated> Shifted<M> {
    fn weigh(&self, values: &mut [M::Element], powers: &[M::Twiddle]) {
        values.iter_mut().zip(powers).for_each(|(x, power)| self.module.apply(x, power));
    }
}

impl<M: Accelerated> Transform<M> for Shifted<M> {
    delegated!(inner: len, order, scratch_len);

    fn inverse_scale(&self) -> usize {
        1
    }

    fn forward(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        check_slices(self, values, scratch)?;
        self.weigh(values, &self.powers[0]);
        self.inner.forward(values, scratch)
    }

    fn inverse_unscaled(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        self.inner.inverse_unscaled(values, scratch)?;
        self.weigh(values, &self.powers[1]);
        Ok(())
    }
}
