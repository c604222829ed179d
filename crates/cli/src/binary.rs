//! Binary fields on the command line.

use crate::{
    failure::{Failure, Outcome},
    spec::RingName,
    values::{Element, NpyType, Points, Values},
};
use ringfft::{
    algebra::Std,
    plan::{Algorithm, Recipe},
    rings::{BinaryField, ViaBinary, binary},
};
use ringfft_testing::Random;

/// The factor from the bytes of the operands to those of a product over GF(2): the product and its transforms.
pub(crate) const GF2_PRODUCT: u128 = 12;

/// A binary field with its documented basis.
pub(crate) struct Binary<F> {
    ring: Std<F, ViaBinary>,
    name: RingName,
}

impl<F: BinaryField> Binary<F> {
    pub(crate) fn new(name: RingName) -> Self {
        Binary { ring: binary::<F>(), name }
    }
}

impl<F: BinaryField> Values for Binary<F> {
    type Ring = Std<F, ViaBinary>;

    fn ring(&self) -> &Self::Ring {
        &self.ring
    }

    fn name(&self) -> String {
        self.name.to_string()
    }

    fn root(&self, n: usize) -> Outcome<F> {
        match n {
            1 => Ok(F::ONE),
            _ => Err(Failure::input(format!(
                "{} takes additive transforms here, at sums of basis vectors instead of powers of a root: {}",
                self.name,
                additive()
            ))),
        }
    }

    /// Returns the monomial basis `1, x, x^2, ...` for the algorithms that take any basis, and the Cantor basis for the
    /// others.
    fn points(&self, recipe: &Recipe) -> Outcome<Points<Element<Self>>> {
        let algorithm = recipe.algorithm();
        if !algorithm.is_additive() {
            self.root(0)?;
        }
        let general = matches!(algorithm, Algorithm::GathenGerhard | Algorithm::GaoMateerGeneral);
        let dim = recipe.len().max(1).ilog2();
        if general && dim <= F::BITS {
            return Ok(Points::Basis((0..dim).map(|i| F::from_bits(1 << i)).collect()));
        }
        Ok(Points::CantorBasis)
    }

    fn check(&self, algorithm: Option<Algorithm>) -> Outcome<()> {
        match algorithm.map(Algorithm::over_subspaces) {
            Some(algorithm) if !algorithm.is_additive() => Err(Failure::input(format!(
                "{algorithm} works at powers of a root of unity, and over {} there are additive transforms here: {}",
                self.name,
                additive()
            ))),
            _ => Ok(()),
        }
    }

    fn read(&self, text: &str) -> Option<F> {
        let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"))?;
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        let significant = digits.trim_start_matches('0');
        let bits = if significant.is_empty() { 0 } else { u128::from_str_radix(significant, 16).ok()? };
        (F::BITS == 128 || bits >> F::BITS == 0).then(|| F::from_bits(bits))
    }

    fn expected(&self) -> String {
        format!("a 0x hexadecimal number of at most {} bits", F::BITS)
    }

    fn write(&self, element: &F, out: &mut String) {
        out.push_str(&format!("{:#x}", element.to_bits()));
    }

    fn width(&self) -> usize {
        F::BITS as usize / 8
    }

    /// Returns the bytes of one product over GF(2) of polynomials with twice as many bits.
    fn product_bytes(&self, a: usize, b: usize) -> u128 {
        (a as u128 + b as u128) * 2 * self.width() as u128 * (1 + GF2_PRODUCT)
    }

    fn decode(&self, bytes: &[u8]) -> Option<F> {
        let bits = bytes.iter().rev().fold(0u128, |bits, &byte| bits << 8 | u128::from(byte));
        (bytes.len() == self.width()).then(|| F::from_bits(bits))
    }

    fn encode(&self, element: &F, out: &mut Vec<u8>) {
        out.extend(&element.to_bits().to_le_bytes()[..self.width()]);
    }

    fn npy(&self) -> NpyType {
        match self.width() {
            16 => NpyType::Words { words: 2 },
            bytes => NpyType::Unsigned { bytes },
        }
    }

    fn random(&self, random: &mut Random) -> F {
        match random.below(16) {
            small @ (0 | 1) => F::from_bits(small as u128),
            _ => F::from_bits(u128::from(random.bits()) << 64 | u128::from(random.bits())),
        }
    }
}

/// Returns the additive algorithms that a message lists.
fn additive() -> String {
    let names: Vec<&str> =
        Algorithm::ALL.iter().copied().filter(|algorithm| algorithm.is_additive()).map(Algorithm::name).collect();
    format!("{}, auto", names.join(", "))
}
