//! Rings of residues on the command line.

use crate::{
    failure::{Failure, Outcome},
    spec::RingName,
    values::{NpyType, Values, padded},
    words,
};
use ringfft::{
    algebra::{Lift, Roots},
    plan::Accelerated,
};
use ringfft_testing::Random;
use std::cmp::Ordering;

/// A ring of residues with its documented generator.
pub(crate) struct Residues<R> {
    ring: R,
    name: RingName,
    modulus: Vec<u64>,
    /// Bytes of an element.
    width: usize,
    /// The documented primitive root; `None` if the modulus is composite.
    generator: Option<u64>,
    /// The root that belongs to the ring's name, `mod:P@W`.
    given: Option<u64>,
}

impl<R: Lift> Residues<R> {
    pub(crate) fn new(ring: R, name: RingName, width: usize, generator: Option<u64>) -> Self {
        let modulus = ring.modulus();
        let given = match name {
            RingName::Mod { root, .. } => root,
            _ => None,
        };
        Residues { ring, name, modulus, width, generator, given }
    }

    fn element(&self, residue: &[u64]) -> Option<R::Element> {
        (words::compare(residue, &self.modulus) == Ordering::Less).then(|| self.ring.from_words(residue))
    }

    fn modulus_text(&self) -> String {
        if let RingName::Fermat { exponent } = self.name {
            return format!("2^{exponent} + 1");
        }
        let mut text = String::new();
        words::write_decimal(&self.modulus, &mut text);
        text
    }
}

impl<R: Lift + Roots + Accelerated<Scalars = R>> Values for Residues<R> {
    type Ring = R;

    fn ring(&self) -> &R {
        &self.ring
    }

    fn name(&self) -> String {
        self.name.to_string()
    }

    /// Returns `g^((p-1)/n)`. For `fermat:K` it is the library's root `2^(2K/n)`, for `mod:P@W` the root `W`. A
    /// composite modulus without a root is an error.
    fn root(&self, n: usize) -> Outcome<R::Element> {
        if n == 1 {
            return Ok(self.ring.one());
        }
        if let Some(root) = self.given {
            return self.element(&[root]).ok_or_else(|| {
                Failure::input(format!("the root {root} is not below the modulus {}", self.modulus_text()))
            });
        }
        if let RingName::Fermat { .. } = self.name {
            return Ok(self.ring.root(n)?);
        }
        let Some(generator) = self.generator else {
            return Err(Failure::input(format!(
                "{} is composite, so its root of unity must be named: give --root W, or mod:P@W as the ring, with W a \
                 principal root of order {n}",
                self.name
            )));
        };
        let mut order = self.modulus.clone();
        // p is odd.
        order[0] -= 1;
        let (exponent, rest) = words::divide(&order, n as u64);
        let small = self.ring.integer(n as u64);
        if rest != 0 && self.ring.is_zero(&small) {
            return Err(Failure::input(format!(
                "{} has no root of unity of order {n}: {n} is zero there, so x^{n} - 1 has fewer than {n} roots; take a \
                 length that divides p - 1 (p = {})",
                self.name,
                self.modulus_text()
            )));
        }
        if rest != 0 {
            let twos = order[0].trailing_zeros();
            return Err(Failure::input(format!(
                "{} has no root of unity of order {n}: the length must divide p - 1 (p = {}); the largest power of \
                 two is 2^{twos}",
                self.name,
                self.modulus_text()
            )));
        }
        let base = self.ring.integer(generator);
        let mut power = self.ring.one();
        for bit in (0..64 * exponent.len()).rev() {
            let copy = power.clone();
            self.ring.mul_assign(&mut power, &copy);
            if exponent[bit / 64] >> (bit % 64) & 1 == 1 {
                self.ring.mul_assign(&mut power, &base);
            }
        }
        Ok(power)
    }

    fn read(&self, text: &str) -> Option<R::Element> {
        self.element(&words::parse_decimal(text, self.modulus.len())?)
    }

    fn expected(&self) -> String {
        format!("a canonical decimal integer below {}", self.modulus_text())
    }

    fn write(&self, element: &R::Element, out: &mut String) {
        words::write_decimal(&self.ring.to_words(element), out);
    }

    fn width(&self) -> usize {
        self.width
    }

    fn size(&self) -> usize {
        let apart = if let RingName::Fermat { .. } = self.name { self.width } else { 0 };
        size_of::<R::Element>() + apart
    }

    /// Returns the bytes of a product, by the ring's roots or by primes of 61 bits that determine the coefficients. The
    /// latter takes residues modulo each prime, two padded operands with tables, and all elements in words.
    fn product_bytes(&self, a: usize, b: usize) -> u128 {
        let padded = padded(a, b);
        if let RingName::Fermat { .. } = self.name {
            return 4 * padded * self.size() as u128;
        }
        let primes = (16 * self.width as u128 + 40).div_ceil(61);
        padded * (8 * (primes + 4) + 3 * self.width as u128)
    }

    fn decode(&self, bytes: &[u8]) -> Option<R::Element> {
        let word = |chunk: &[u8]| chunk.iter().rev().fold(0u64, |word, &byte| word << 8 | u64::from(byte));
        self.element(&bytes.chunks(8).map(word).collect::<Vec<_>>())
    }

    fn encode(&self, element: &R::Element, out: &mut Vec<u8>) {
        let end = out.len() + self.width;
        out.extend(self.ring.to_words(element).into_iter().flat_map(u64::to_le_bytes));
        out.resize(end, 0);
    }

    fn npy(&self) -> NpyType {
        match self.width {
            bytes @ (4 | 8) => NpyType::Unsigned { bytes },
            bytes => NpyType::Words { words: bytes / 8 },
        }
    }

    fn random(&self, random: &mut Random) -> R::Element {
        match random.below(16) {
            0 => self.ring.zero(),
            1 => {
                let mut minus_one = self.ring.one();
                self.ring.neg_assign(&mut minus_one);
                minus_one
            }
            _ => self.ring.from_words(&(0..=self.modulus.len()).map(|_| random.bits()).collect::<Vec<_>>()),
        }
    }
}
