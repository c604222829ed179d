//! Rings whose elements are words, and the maps that their kernels compute.

use super::{Accelerated, Algorithm, Job, PackedShape, Recipe, scale::Factor};
use crate::{
    Result,
    algebra::{Domain, Ring, Scalar, Std},
    kernel::{cast, isa::Isa, ntt},
    rings::{Goldilocks, Modular, Modular32, Monty31, ViaNative},
};
use alloc::boxed::Box;

/// A ring whose elements are words.
pub(super) trait Words: Accelerated {
    /// The word: of 64 bits or of 32.
    type Word: 'static;
    /// `true` if every word of an element is below the modulus.
    const REDUCED: bool = false;

    /// Returns the elements as words, in place.
    fn words(values: &mut [Self::Element]) -> &mut [Self::Word];
    /// Returns the residue of a scalar.
    fn word(scalar: &Scalar<Self>) -> u64;
    /// Returns the lanes of a vector for this many elements.
    fn lanes(len: usize, isa: Isa) -> usize {
        ntt::lanes(len, isa)
    }
    fn kernel(&self, map: &ntt::Map, lanes: usize, isa: Isa) -> Option<Box<dyn ntt::Kernel<Self::Word>>>;
    /// Returns the lanes of a vector for rows of this many columns; 1 if there are no kernels for columns.
    fn column_lanes(&self, width: usize, isa: Isa) -> usize {
        let _ = (width, isa);
        1
    }
    /// Returns the kernel for columns in vectors.
    fn column_kernel(&self, map: &ntt::Map, width: usize, isa: Isa) -> Option<Box<dyn ntt::ColumnKernel<Self::Word>>> {
        let _ = (map, width, isa);
        None
    }
}

impl Words for Modular {
    type Word = u64;

    fn words(values: &mut [u64]) -> &mut [u64] {
        values
    }

    fn word(scalar: &u64) -> u64 {
        *scalar
    }

    fn kernel(&self, map: &ntt::Map, lanes: usize, isa: Isa) -> Option<Box<dyn ntt::Kernel>> {
        ntt::modular(self, map, lanes, isa)
    }

    fn column_lanes(&self, width: usize, isa: Isa) -> usize {
        if self.modulus() >> 62 == 0 && ntt::wide_column_lanes(width, isa) == 8 { 8 } else { 1 }
    }

    fn column_kernel(&self, map: &ntt::Map, width: usize, isa: Isa) -> Option<Box<dyn ntt::ColumnKernel<u64>>> {
        ntt::modular_columns(self, map, width, ntt::wide_column_lanes(width, isa))
    }
}

impl Words for Std<Goldilocks, ViaNative> {
    type Word = u64;

    fn words(values: &mut [Goldilocks]) -> &mut [u64] {
        cast::words_mut(values)
    }

    fn word(scalar: &Goldilocks) -> u64 {
        scalar.value()
    }

    fn kernel(&self, map: &ntt::Map, lanes: usize, isa: Isa) -> Option<Box<dyn ntt::Kernel>> {
        ntt::goldilocks(map, lanes, isa)
    }

    fn column_lanes(&self, width: usize, isa: Isa) -> usize {
        ntt::wide_column_lanes(width, isa)
    }

    fn column_kernel(&self, map: &ntt::Map, width: usize, isa: Isa) -> Option<Box<dyn ntt::ColumnKernel<u64>>> {
        ntt::goldilocks_columns(map, width, ntt::wide_column_lanes(width, isa))
    }
}

/// Implements the methods of [`Words`] by kernels of words of 32 bits, below the modulus `$modulus`.
macro_rules! small {
    ($ring:ident: $modulus:expr) => {
        fn lanes(len: usize, isa: Isa) -> usize {
            ntt::small_lanes(len, isa)
        }

        fn kernel(&self, map: &ntt::Map, lanes: usize, isa: Isa) -> Option<Box<dyn ntt::Kernel<u32>>> {
            let $ring = self;
            ntt::small($modulus, map, lanes, isa)
        }

        fn column_lanes(&self, width: usize, isa: Isa) -> usize {
            ntt::column_lanes(width, isa)
        }

        fn column_kernel(&self, map: &ntt::Map, width: usize, isa: Isa) -> Option<Box<dyn ntt::ColumnKernel<u32>>> {
            let $ring = self;
            ntt::small_columns($modulus, map, width, ntt::column_lanes(width, isa))
        }
    };
}

impl Words for Modular32 {
    type Word = u32;

    fn words(values: &mut [u32]) -> &mut [u32] {
        values
    }

    fn word(scalar: &u32) -> u64 {
        u64::from(*scalar)
    }

    small!(ring: ring.modulus());
}

/// The words are in Montgomery's form, which is linear: the kernel of the residues serves them.
impl<const P: u32> Words for Std<Monty31<P>, ViaNative> {
    type Word = u32;
    const REDUCED: bool = true;

    fn words(values: &mut [Monty31<P>]) -> &mut [u32] {
        cast::small_words_mut(values)
    }

    fn word(scalar: &Monty31<P>) -> u64 {
        scalar.value().into()
    }

    small!(_ring: P);
}

/// Returns the map that a recipe of a kernel computes, and the lanes of the kernel. Returns `None` for other recipes, and
/// for factors that are refused elsewhere with a reason.
pub(super) fn map<M: Words>(job: &Job<'_, M>, domain: &Domain<M>) -> Result<Option<(ntt::Map, usize)>> {
    let (recipe, resources) = (job.recipe, job.resources);
    let isa = resources.isa.resolved()?;
    let (ring, order) = (domain.module().scalars(), domain.len());
    let (len, lanes, natural) = match recipe {
        Recipe::Packed { shape: PackedShape::Residues { lanes, len, natural } } if *len == order => {
            (*len, *lanes, *natural)
        }
        Recipe::Plain { algorithm: Algorithm::Negacyclic, len }
            if isa != Isa::Scalar && *len > 1 && len.checked_mul(2) == Some(order) =>
        {
            (*len, M::lanes(*len, isa), false)
        }
        _ => return Ok(None),
    };
    recipe.check()?;
    let power = |k: usize| ring.pow(domain.root(), (k % order) as u64);
    let pair = |w: &Scalar<M>, inverse: &Scalar<M>| [M::word(w), M::word(inverse)];
    let step = order / len;
    // The negacyclic points are a coset of the powers of the root's square, shifted by the root.
    let mut shift = (step > 1).then(|| (power(1), power(order - 1)));
    if let Some(coset) = job.coset {
        let Some(inverse) = ring.inverse(coset) else { return Ok(None) };
        let (mut by, mut back) = shift.unwrap_or_else(|| (ring.one(), ring.one()));
        ring.mul_assign(&mut by, coset);
        ring.mul_assign(&mut back, &inverse);
        shift = Some((by, back));
    }
    let over_len = M::word(&ring.inverse_of_integer(len as u64)?);
    let (forward, scale) = match (job.scale.forward, job.scale.inverse) {
        (Factor::OverSqrtLen, _) | (_, Factor::OverSqrtLen) => return Ok(None),
        (forward, inverse) => {
            ((forward == Factor::OverLen).then_some(over_len), if inverse == Factor::OverLen { over_len } else { 1 })
        }
    };
    let map = ntt::Map {
        len,
        root: pair(&power(step), &power(order - step)),
        shift: shift.map(|(by, back)| pair(&by, &back)),
        forward,
        scale,
        natural,
        reduced: M::REDUCED,
        memory: resources.twiddles,
        threads: resources.threads,
    };
    Ok(Some((map, lanes)))
}
