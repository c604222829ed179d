//! Transforms and products against their definitions, over elements that bytes choose.

use super::{
    bytes::Bytes,
    rings::{DEFINED, Fuzzed, Over, RINGS, over},
    values::definition,
};
use crate::Random;
use num_complex::Complex;
use ringfft::{
    conv::{self, Convolve},
    plan::{Algorithm, Builder, Device, Isa},
    poly,
    rings::{ComplexRing, Gf2p16, Goldilocks, Modular, Modular32, binary, native},
};

/// Checks a transform against its definition. The bytes choose a ring, a length, an algorithm, an instruction set and
/// the elements. Many elements are 0, 1, -1 and equal to each other.
///
/// # Panics
/// If the library is wrong.
pub fn transform(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let ring = bytes.below(RINGS);
    let (len, algorithm, isa) = (1 + bytes.below(DEFINED), bytes.byte(), bytes.one_of(Isa::ALL));
    let random = bytes.random();
    over(ring, &mut Map { len, algorithm, isa, bytes, random });
}

struct Map<'a> {
    len: usize,
    algorithm: u8,
    isa: Isa,
    bytes: Bytes<'a>,
    random: Random,
}

impl Over for Map<'_> {
    fn over<R: Fuzzed>(&mut self, ring: R) {
        let mut builder = Builder::new(ring.clone(), self.len).isa(self.isa).device(Device::Cpu);
        if let Some(&algorithm) = Algorithm::ALL.get(usize::from(self.algorithm) % (2 * Algorithm::ALL.len())) {
            builder = builder.algorithm(algorithm).order(algorithm.default_order());
        }
        let Ok(plan) = builder.build() else { return };
        let input = elements(&ring, self.len, &mut self.bytes, &mut self.random);
        let mut values = input.clone();
        assert!(plan.forward(&mut values).is_ok());
        if let Some(truth) = definition(&plan, &input) {
            assert!(ring.is_near(&values, &truth, plan.recipe()), "{} over {}: {input:?}", plan.recipe(), ring.name());
        }
        assert!(plan.inverse(&mut values).is_ok());
        assert!(
            ring.is_near(&values, &input, plan.recipe()),
            "{} over {}, back: {input:?}",
            plan.recipe(),
            ring.name()
        );
    }
}

/// Draws elements, a byte for each: the first few values of a byte are the extremes, and an element already drawn.
fn elements<R: Fuzzed>(ring: &R, count: usize, bytes: &mut Bytes<'_>, random: &mut Random) -> Vec<R::Element> {
    let mut list: Vec<R::Element> = Vec::with_capacity(count);
    for _ in 0..count {
        let element = match bytes.byte() {
            0 => ring.zero(),
            1 => ring.one(),
            2 => {
                let mut minus = ring.zero();
                ring.sub_assign(&mut minus, &ring.one());
                minus
            }
            3..=15 if !list.is_empty() => list[random.below(list.len())].clone(),
            16..=31 => ring.integer(u64::from(bytes.byte())),
            _ => ring.draw(random),
        };
        list.push(element);
    }
    list
}

/// Checks products against the schoolbook: bytes choose a ring, a kind of product, two lengths and the elements.
///
/// # Panics
/// If the library is wrong.
pub fn product(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let (ring, kind) = (bytes.byte(), bytes.byte());
    let mut len = || match bytes.byte() {
        len @ 0..=127 => usize::from(len) % 25,
        len => 2 * usize::from(len - 128),
    };
    let lens = [len(), len()];
    let random = bytes.random();
    let mut case = Products { kind, lens, bytes, random };
    match ring % 6 {
        0 => case.check(&native::<Goldilocks>(), exact),
        1 => case.check(&binary::<Gf2p16>(), exact),
        2 => case.check(&ComplexRing::<f64>::new(), near),
        3 => Modular32::new(12_289).iter().for_each(|ring| case.check(ring, exact)),
        4 => Modular::new(12_289).iter().for_each(|ring| case.check(ring, exact)),
        _ => Modular::new(3_221_225_473).iter().for_each(|ring| case.check(ring, exact)),
    }
}

struct Products<'a> {
    kind: u8,
    lens: [usize; 2],
    bytes: Bytes<'a>,
    random: Random,
}

impl Products<'_> {
    fn check<R: Fuzzed + Convolve>(&mut self, ring: &R, is_right: Right<R::Element>) {
        let [a, b] = self.lens.map(|len| elements(ring, len, &mut self.bytes, &mut self.random));
        let squared = self.kind & 0x80 != 0;
        let b = if squared { a.clone() } else { b };
        let full = schoolbook(ring, &a, &b);
        let (short, long) = (a.len().min(b.len()), a.len().max(b.len()));
        let wrapped = |n: usize, minus: bool| {
            let mut sums = vec![ring.zero(); n];
            for (k, term) in full.iter().enumerate() {
                match minus && k / n % 2 == 1 {
                    true => ring.sub_assign(&mut sums[k % n], term),
                    false => ring.add_assign(&mut sums[k % n], term),
                }
            }
            sums
        };
        let n = long.max(1);
        let (found, truth) = match self.kind % 8 {
            0 => (conv::cyclic(ring, &a, &b, n), wrapped(n, false)),
            1 => (conv::negacyclic(ring, &a, &b, n), wrapped(n, true)),
            2 => {
                let middle = if short == 0 { &[][..] } else { &full[short - 1..long] };
                (conv::middle(ring, &a, &b), middle.to_vec())
            }
            3 => {
                let reversed: Vec<_> = b.iter().rev().cloned().collect();
                (conv::correlate(ring, &a, &b), schoolbook(ring, &a, &reversed))
            }
            4 if squared => (poly::square(ring, &a), full),
            _ => (poly::multiply(ring, &a, &b), full),
        };
        let Ok(found) = found else { panic!("{found:?}") };
        let right = found.len() == truth.len() && is_right(&found, &truth, [&a, &b]);
        assert!(right, "kind {} over {}: {a:?} by {b:?}: {found:?}, not {truth:?}", self.kind % 8, ring.name());
    }
}

/// The test whether a product of two factors is the true one.
type Right<E> = fn(&[E], &[E], [&[E]; 2]) -> bool;

fn exact<E: PartialEq>(found: &[E], truth: &[E], _: [&[E]; 2]) -> bool {
    found == truth
}

/// Returns whether the error is within rounding, relative to the norms of the factors: terms of the product may cancel.
fn near(found: &[Complex<f64>], truth: &[Complex<f64>], factors: [&[Complex<f64>]; 2]) -> bool {
    let square = |list: &[Complex<f64>]| list.iter().map(|z| z.re * z.re + z.im * z.im).sum::<f64>();
    let size = square(factors[0]) * square(factors[1]);
    let units = 16.0 * (factors[0].len() + factors[1].len()) as f64;
    found
        .iter()
        .zip(truth)
        .all(|(found, truth)| square(&[found - truth]) <= size * units * units * f64::EPSILON * f64::EPSILON)
}

/// Computes the product, coefficient by coefficient.
fn schoolbook<R: Convolve>(ring: &R, a: &[R::Element], b: &[R::Element]) -> Vec<R::Element> {
    if a.is_empty() || b.is_empty() {
        return Vec::new();
    }
    let mut product = vec![ring.zero(); a.len() + b.len() - 1];
    for (i, a) in a.iter().enumerate() {
        for (j, b) in b.iter().enumerate() {
            let mut term = a.clone();
            ring.mul_assign(&mut term, b);
            ring.add_assign(&mut product[i + j], &term);
        }
    }
    product
}
