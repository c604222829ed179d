//! The parts of a transform: each of a power of two, on a coset.

use super::{
    points::{POINTS, Point},
    residue::Residue,
};
use crate::{
    Error, Result,
    algebra::{Action, Ring},
    kernel::{
        TwiddleMemory,
        isa::Isa,
        memory::reserve,
        ntt::{
            Coefficients, Kernel, Map,
            rows::{Pair, Rows},
        },
    },
    rings::{Modular, Shoup},
};
use alloc::boxed::Box;

/// The least part in whose length there are rows in vectors.
pub(super) const VECTORS: usize = 64;

/// The constants that all transforms modulo a prime share.
pub(super) struct Field<T: Residue> {
    pub(super) rows: Box<T::Rows>,
    pub(super) points: [Pair; Point::COUNT],
}

/// A transform modulo `x^L - c`; its inverse multiplies by the radix of products.
pub(super) struct Part<T> {
    /// `None` for a length of 1.
    kernel: Option<Box<dyn Kernel<T>>>,
    radix: Shoup,
}

impl<T: Residue> Field<T> {
    pub(super) fn new(ring: &Modular, generator: u64, lanes: usize) -> Result<Self> {
        let p = ring.modulus();
        let z = if (p - 1).is_multiple_of(8) { ring.pow(&generator, 3 * ((p - 1) / 8)) } else { 1 };
        let what = || alloc::format!("a transform modulo {} on this machine", ring.modulus());
        let rows = T::rows(ring, z, lanes).ok_or_else(|| Error::Unsupported { what: what() })?;
        let points = POINTS.map(|point| rows.pair(point.value(ring, generator)));
        Ok(Field { rows, points })
    }
}

impl<T: Residue> Part<T> {
    pub(super) fn new(ring: &Modular, radix: u64, len: usize, point: Point, threads: usize) -> Result<Self> {
        let prepared = ring.prepare(&radix);
        let (Some(generator), 2..) = (ring.generator(), len) else {
            return Ok(Part { kernel: None, radix: prepared });
        };
        let inverse = |w: u64| ring.inverse(&w).unwrap_or(0);
        let mut scale = inverse(ring.element(len as u64));
        ring.mul_assign(&mut scale, &radix);
        let root = ring.pow(&generator, (ring.modulus() - 1) / len as u64);
        let map = Map {
            len,
            root: [root, inverse(root)],
            shift: point.shift(ring, generator, len).map(|shift| [shift, inverse(shift)]),
            forward: None,
            scale,
            natural: false,
            reduced: true,
            memory: tables(len, T::MOST),
            threads,
        };
        let isa = Isa::Auto.resolved()?;
        // The tables of both directions take less; asked for beforehand, because they are made where nothing can fail.
        reserve::<[Shoup; 6]>("tables of a product", len / T::lanes(len, isa))?;
        let kernel = T::kernel(ring, &map, isa);
        let what = || alloc::format!("a transform of length {len} modulo {}", ring.modulus());
        Ok(Part { kernel: Some(kernel.ok_or_else(|| Error::Unsupported { what: what() })?), radix: prepared })
    }

    /// Computes values in the kernel's own form, or canonical ones.
    pub(super) fn forward(&self, f: &mut [T], own: Option<Coefficients>) {
        match (&self.kernel, own) {
            (Some(kernel), Some(coefficients)) => kernel.own(f, coefficients),
            (Some(kernel), None) => kernel.forward(f),
            (None, _) => {}
        }
    }

    pub(super) fn inverse(&self, f: &mut [T], ring: &Modular, own: Option<Coefficients>) {
        match &self.kernel {
            Some(kernel) if let Some(coefficients) = own => kernel.own_inverse(f, coefficients),
            Some(kernel) => kernel.inverse(f),
            None => {
                for x in f.iter_mut() {
                    T::apply(ring, x, &self.radix);
                }
            }
        }
    }
}

/// Returns the tables of a length below two to the power `most`, or above (measured): in the second cache where that holds them, and none that would
/// be made for one product.
const fn tables(len: usize, most: u32) -> TwiddleMemory {
    match len.ilog2() {
        ..16 => TwiddleMemory::Full,
        log if log < most => TwiddleMemory::TwoLevel,
        _ => TwiddleMemory::Recomputed,
    }
}
