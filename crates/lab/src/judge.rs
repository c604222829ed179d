//! Errors of results against the definition.

use num_complex::Complex;
use ringfft::{
    algebra::{Ring, Roots},
    rings::{ComplexRing, Real, root_of_unity},
};
use ringfft_testing::{
    Random,
    accuracy::{Narrow, Norms, reference},
};
use std::{cell::RefCell, rc::Rc};

/// The values that are compared before a row is timed, as a report states them: the bounds are those below.
pub(crate) const CHECKS: &str = "before timing, of the first transform of a call: exact rings, every value up to length 2^10 (2^6 where \
                                 elements have no fixed size) and 4 drawn values above, by the definition; c32 and c64, every value up to \
                                 2^18 and 4 drawn values above, in longer precision; transforms at other points than the powers of a root \
                                 (additive, negacyclic, truncated, circle) and arrays, every value after forward and inverse; integers, \
                                 every limb, by another engine, or modulo random primes where that engine lacks memory";

/// The number of values of a long transform that are compared with the definition.
const PLACES: usize = 4;

/// The greatest length for which every value of floats is compared.
const LONGEST_TRUTH: usize = 1 << 18;

/// Returns the greatest length for which every value of an exact ring is compared. Each value costs `n` products, and
/// elements behind pointers may be long.
const fn longest_whole<E>() -> usize {
    if std::mem::needs_drop::<E>() { 1 << 6 } else { 1 << 10 }
}

/// Returns the value at `point` of the polynomial with these coefficients.
fn value<R: Ring>(
    ring: &R,
    coefficients: impl DoubleEndedIterator<Item = R::Element>,
    point: &R::Element,
) -> R::Element {
    coefficients.rev().fold(ring.zero(), |mut value, coefficient| {
        ring.mul_assign(&mut value, point);
        ring.add_assign(&mut value, &coefficient);
        value
    })
}

/// Compares values with the definition.
pub(crate) trait Judge<R: Ring> {
    /// Returns the relative error of `values`; value `j` belongs at `root^exponent(j)`. Returns `None` if the true
    /// values are not known.
    fn error(
        &self,
        ring: &R,
        root: &R::Element,
        input: &[R::Element],
        values: &[R::Element],
        exponent: &dyn Fn(usize) -> usize,
    ) -> Option<f64>;

    /// Returns the relative distance of `found` from `scale` times `wanted`.
    fn distance(&self, ring: &R, found: &[R::Element], wanted: &[R::Element], scale: usize) -> Option<f64>;

    /// Returns the number of values that [`error`](Judge::error) compares in a transform of a length.
    fn compared(&self, len: usize) -> usize {
        len
    }

    /// Scales the input down so that many transforms in a row do not overflow. Returns the number of transforms.
    fn scale(&self, input: &mut [R::Element], len: usize) -> u32 {
        let _ = (input, len);
        u32::MAX
    }

    /// Returns whether elements are complex floats.
    fn complex(&self) -> bool {
        false
    }
}

/// Exact elements, which are equal or wrong.
pub(crate) struct Exact;

impl<R: Roots> Judge<R> for Exact {
    fn error(
        &self,
        ring: &R,
        root: &R::Element,
        input: &[R::Element],
        values: &[R::Element],
        exponent: &dyn Fn(usize) -> usize,
    ) -> Option<f64> {
        let mut random = Random::new(values.len() as u64);
        let right = |place: usize| {
            let point = ring.pow(root, exponent(place) as u64);
            ring.equal(&value(ring, input.iter().cloned(), &point), &values[place])
        };
        let right = if values.len() <= longest_whole::<R::Element>() {
            (0..values.len()).all(right)
        } else {
            (0..PLACES).all(|_| right(random.below(values.len())))
        };
        Some(if right { 0.0 } else { f64::INFINITY })
    }

    fn compared(&self, len: usize) -> usize {
        if len <= longest_whole::<R::Element>() { len } else { PLACES }
    }

    fn distance(&self, ring: &R, found: &[R::Element], wanted: &[R::Element], scale: usize) -> Option<f64> {
        let scale = ring.integer(scale as u64);
        let right = found.iter().zip(wanted).all(|(found, wanted)| {
            let mut wanted = wanted.clone();
            ring.mul_assign(&mut wanted, &scale);
            ring.equal(found, &wanted)
        });
        Some(if right { 0.0 } else { f64::INFINITY })
    }
}

/// A list and its transform in higher precision.
type Truth<T> = (Vec<Complex<T>>, Rc<Vec<Complex<<T as Narrow>::Wide>>>);

/// Complex floats, compared in higher precision.
pub(crate) struct Floats<T: Narrow> {
    /// The last list and its transform, kept because contestants at one task have the same input.
    last: RefCell<Option<Truth<T>>>,
    /// The binary exponent of the least normal number, as a positive number.
    range: u32,
}

impl<T: Narrow> Floats<T> {
    pub(crate) fn new() -> Self {
        Floats { last: RefCell::new(None), range: if size_of::<T>() == 4 { 126 } else { 1022 } }
    }

    fn truth(&self, input: &[Complex<T>]) -> Rc<Vec<Complex<T::Wide>>> {
        let mut last = self.last.borrow_mut();
        if let Some((_, truth)) = last.as_ref().filter(|(known, _)| known == input) {
            return truth.clone();
        }
        let wide: Vec<_> = input.iter().map(|z| Complex::new(z.re.widened(), z.im.widened())).collect();
        let truth = Rc::new(reference(&wide));
        *last = Some((input.to_vec(), truth.clone()));
        truth
    }

    /// Compares drawn values with the definition. An error of `allowed` is relative to the root mean square of all values.
    fn places_are_right(
        &self,
        input: &[Complex<T>],
        values: &[Complex<T>],
        exponent: &dyn Fn(usize) -> usize,
        allowed: f64,
    ) -> bool {
        let (ring, len) = (ComplexRing::<T::Wide>::new(), values.len());
        let wide = |z: &Complex<T>| Complex::new(z.re.widened(), z.im.widened());
        let square = |z: Complex<T::Wide>| z.re.as_f64() * z.re.as_f64() + z.im.as_f64() * z.im.as_f64();
        // The squares of the values are n times those of the input.
        let mean: f64 = input.iter().map(|z| square(wide(z))).sum();
        let mut random = Random::new(len as u64);
        (0..PLACES).all(|_| {
            let place = random.below(len);
            let root = root_of_unity::<T::Wide>((len - exponent(place) % len) % len, len);
            let truth = value(&ring, input.iter().map(wide), &root);
            let error = square(wide(&values[place]) - truth);
            // An error that is no number is no right one.
            error <= allowed * allowed * mean
        })
    }
}

impl<T: Narrow> Judge<ComplexRing<T>> for Floats<T> {
    fn error(
        &self,
        _: &ComplexRing<T>,
        _: &Complex<T>,
        input: &[Complex<T>],
        values: &[Complex<T>],
        exponent: &dyn Fn(usize) -> usize,
    ) -> Option<f64> {
        // The error of a right transform grows with the logarithm of the length, and with its square root in sums by
        // the definition.
        let allowed = 64.0 * T::ROUNDOFF * (values.len() as f64).sqrt().max(4.0);
        if values.len() > LONGEST_TRUTH {
            return if self.places_are_right(input, values, exponent, allowed) { None } else { Some(f64::INFINITY) };
        }
        let truth = self.truth(input);
        let ordered: Vec<_> = (0..values.len()).map(|j| truth[exponent(j)]).collect();
        let error = Norms::of(values, &ordered).l2;
        Some(if error < allowed { error } else { f64::INFINITY })
    }

    fn distance(
        &self,
        ring: &ComplexRing<T>,
        found: &[Complex<T>],
        wanted: &[Complex<T>],
        scale: usize,
    ) -> Option<f64> {
        let scale = ring.integer(scale as u64);
        let wanted: Vec<_> =
            wanted.iter().map(|z| *z * scale).map(|z| Complex::new(z.re.widened(), z.im.widened())).collect();
        let error = Norms::of(found, &wanted).l2;
        Some(if error < 1e-2 { error } else { f64::INFINITY })
    }

    fn scale(&self, input: &mut [Complex<T>], len: usize) -> u32 {
        // The scaled parts are small, but their squares are normal numbers of f64.
        let down = self.range / 4;
        let factor = T::from_f64((-f64::from(down)).exp2());
        for z in input {
            *z = Complex::new(z.re * factor, z.im * factor);
        }
        // A transform multiplies the Euclidean norm by the square root of the length, rounded up here.
        let calls = 2 * (self.range + down - 10) / len.max(2).next_power_of_two().ilog2();
        calls.saturating_sub(1).max(1)
    }

    fn compared(&self, len: usize) -> usize {
        if len <= LONGEST_TRUTH { len } else { PLACES }
    }

    fn complex(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_report_states_the_bounds() {
        let whole = [longest_whole::<u64>(), longest_whole::<Vec<u64>>(), LONGEST_TRUTH];
        assert!(whole.iter().all(|bound| CHECKS.contains(&format!("2^{}", bound.ilog2()))));
        assert_eq!(CHECKS.matches(&format!("{PLACES} drawn values")).count(), 2);
    }
}
