//! The rings that recipes are fuzzed over: one for each family of engines.

use crate::{
    Random,
    accuracy::{Narrow, rounding_bound},
};
use num_complex::Complex;
use ringfft::{
    algebra::{Module, Roots, Std},
    plan::{Accelerated, Isa, Recipe},
    rings::{BabyBear, ComplexRing, Gf2p16, Goldilocks, M31, Modular, Modular32, ViaBinary, ViaNative, binary, native},
};
use std::fmt::Debug;

/// A ring with random elements and a comparison of lists.
pub(super) trait Fuzzed: Accelerated<Scalars = Self, Element: Debug> + Roots {
    fn draw(&self, random: &mut Random) -> Self::Element;

    /// Returns whether a list is the true one: exactly, or over floats as near as a transform by `recipe` comes to it.
    fn is_near(&self, found: &[Self::Element], truth: &[Self::Element], recipe: &Recipe) -> bool;

    fn drawn(&self, random: &mut Random, count: usize) -> Vec<Self::Element> {
        (0..count).map(|_| self.draw(random)).collect()
    }
}

macro_rules! exact {
    ($($ring:ty: $self:ident, $bits:ident => $element:expr;)*) => { $(
        impl Fuzzed for $ring {
            fn draw(&$self, random: &mut Random) -> Self::Element {
                let $bits = random.bits();
                $element
            }

            fn is_near(&self, found: &[Self::Element], truth: &[Self::Element], _: &Recipe) -> bool {
                found == truth
            }
        }
    )* };
}

exact! {
    Modular: self, bits => bits % self.modulus();
    Modular32: self, bits => (bits % u64::from(self.modulus())) as u32;
    Std<Goldilocks, ViaNative>: self, bits => Goldilocks::new(bits);
    Std<BabyBear, ViaNative>: self, bits => BabyBear::new(bits);
    Std<M31, ViaNative>: self, bits => M31::new(bits);
    Std<Gf2p16, ViaBinary>: self, bits => Gf2p16::new(bits as u16);
}

impl<T: Narrow + Debug> Fuzzed for ComplexRing<T>
where
    Self: Accelerated<Scalars = Self> + Module<Element = Complex<T>> + Roots,
{
    fn draw(&self, random: &mut Random) -> Complex<T> {
        Complex::new(T::from_f64(random.float()), T::from_f64(random.float()))
    }

    /// Returns whether the error is within sixteen times the [`rounding_bound`], plus the rounding of a sum of as many
    /// terms.
    fn is_near(&self, found: &[Complex<T>], truth: &[Complex<T>], recipe: &Recipe) -> bool {
        let square = |z: Complex<f64>| z.re * z.re + z.im * z.im;
        let wide = |z: &Complex<T>| Complex::new(z.re.as_f64(), z.im.as_f64());
        let (error, size) = found.iter().zip(truth).fold((0.0, 0.0), |(error, size), (found, truth)| {
            (error + square(wide(found) - wide(truth)), size + square(wide(truth)))
        });
        let units = 16.0 * rounding_bound(recipe).units() + 4.0 * truth.len() as f64;
        let allowed = T::ROUNDOFF * units;
        found.len() == truth.len() && error <= allowed * allowed * size
    }
}

/// Up to this length the definition is asked.
pub(super) const DEFINED: usize = 96;

/// Returns the lengths up to [`DEFINED`] that some plan over the ring has: those with a root, and in characteristic 2 all.
pub(super) fn lens<R: Fuzzed>(ring: &R) -> Vec<usize> {
    let additive = ring.cantor_basis(0).is_ok();
    (1..=DEFINED).filter(|&len| additive || ring.root(len).is_ok()).collect()
}

/// Returns the instruction sets that this machine has for the ring.
pub(super) fn isas<R: Fuzzed>(ring: &R) -> Vec<Isa> {
    let own = ring.instruction_sets().iter().copied().filter(|isa| isa.is_available());
    [Isa::Auto, Isa::Scalar].into_iter().chain(own).collect()
}

/// An operation over a ring of any type.
pub(super) trait Over {
    fn over<R: Fuzzed>(&mut self, ring: R);
}

/// Moduli of every class of kernel for words: those from 50 bits on have roots of all orders that divide `2^10 3^2 5 7 11 13`. The
/// last one is composite.
const MODULI: [u64; 9] = [
    257,
    12_289,
    3_221_225_473,
    1_125_898_959_144_961,
    2_251_798_979_189_761,
    4_611_686_018_351_892_481,
    9_223_372_036_104_145_921,
    18_446_744_073_638_200_321,
    65,
];

/// The number of rings.
pub(super) const RINGS: usize = MODULI.len() + 7;

/// Runs the operation over ring `index`, modulo their number.
pub(super) fn over(index: usize, what: &mut impl Over) {
    match index % RINGS {
        0 => what.over(native::<Goldilocks>()),
        1 => what.over(ComplexRing::<f64>::new()),
        2 => what.over(ComplexRing::<f32>::new()),
        3 => what.over(binary::<Gf2p16>()),
        4 => what.over(native::<BabyBear>()),
        5 => what.over(native::<M31>()),
        6 => {
            if let Ok(ring) = Modular32::new(998_244_353) {
                what.over(ring);
            }
        }
        i => {
            if let Ok(ring) = Modular::new(MODULI[i - 7]) {
                what.over(ring);
            }
        }
    }
}
