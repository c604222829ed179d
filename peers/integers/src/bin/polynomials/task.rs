//! Operations on polynomials and their operands.

use clap::ValueEnum;
use peers_integers::{contest::Boxed, contest::Entry, operands::Words};
use ringfft::{Error, conv::Convolve, poly};
use std::{collections::HashSet, hint::black_box};

/// An operation of two operands, over `n` coefficients.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Operation {
    /// Two factors of n coefficients
    Product,
    /// Quotient and remainder of 2 n coefficients by n
    Divide,
    /// Greatest common divisor, of degree 8, of two polynomials of n coefficients
    Gcd,
    /// Values of n coefficients at n points
    Evaluate,
    /// The polynomial with n values at n points
    Interpolate,
}

impl Operation {
    /// Returns the name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Operation::Product => "product",
            Operation::Divide => "divide",
            Operation::Gcd => "gcd",
            Operation::Evaluate => "evaluate",
            Operation::Interpolate => "interpolate",
        }
    }

    /// Returns the lengths of both operands.
    fn lengths(self, n: usize) -> (usize, usize) {
        match self {
            Operation::Divide => (2 * n, n),
            _ => (n, n),
        }
    }
}

/// Degree of the divisor that both operands of [`Operation::Gcd`] have.
const COMMON: usize = 8;

/// Two operands: polynomials, low coefficient first; points in the place of the second for values, of the first for interpolation.
pub struct Task<E> {
    pub operation: Operation,
    pub n: usize,
    pub a: Vec<E>,
    pub b: Vec<E>,
}

impl<E: Clone> Task<E> {
    /// Creates random operands. `element` makes an element that is not zero of a generator; `words` writes its words.
    ///
    /// # Errors
    /// Returns an error if there is no memory.
    pub fn new<R: Convolve<Element = E>>(
        ring: &R,
        operation: Operation,
        n: usize,
        element: impl Fn(&mut Words) -> E,
        words: impl Fn(&E) -> Vec<u64>,
    ) -> Result<Self, Error> {
        let list = |len: usize, seed: u64| {
            let mut generator = Words(seed ^ n as u64);
            (0..len).map(|_| element(&mut generator)).collect::<Vec<E>>()
        };
        let (a_len, b_len) = operation.lengths(n);
        let (mut a, mut b) = (list(a_len, 1), list(b_len, 2));
        match operation {
            Operation::Gcd if n > COMMON + 1 => {
                let common = list(COMMON + 1, 3);
                a = poly::multiply(ring, &a[..n - COMMON], &common)?;
                b = poly::multiply(ring, &b[..n - COMMON], &common)?;
            }
            Operation::Interpolate => {
                let mut seen = HashSet::new();
                let mut generator = Words(n as u64);
                a.clear();
                while a.len() < n {
                    let point = element(&mut generator);
                    if seen.insert(words(&point)) {
                        a.push(point);
                    }
                }
            }
            _ => (),
        }
        Ok(Task { operation, n, a, b })
    }

    /// Returns the contestant that computes the result by ringfft: two lists, of which only a division uses the second.
    pub fn ours<'a, R: Convolve<Element = E> + 'a>(
        self,
        name: &'static str,
        ring: R,
        words: impl Fn(&E) -> Vec<u64> + 'a,
    ) -> Boxed<'a>
    where
        E: 'a,
    {
        let first = if self.operation == Operation::Product { vec![ring.zero(); 2 * self.n - 1] } else { Vec::new() };
        let call = move |out: &mut [Vec<E>; 2]| {
            compute(&ring, self.operation, black_box(&self.a), black_box(&self.b), out).expect("memory and a field");
        };
        let product = move |out: &[Vec<E>; 2]| out.iter().flatten().flat_map(&words).collect();
        Box::new(Entry { name, state: [first, Vec::new()], call, product })
    }
}

fn compute<R: Convolve>(
    ring: &R,
    operation: Operation,
    a: &[R::Element],
    b: &[R::Element],
    out: &mut [Vec<R::Element>; 2],
) -> Result<(), Error> {
    match operation {
        Operation::Product => poly::multiply_into(ring, a, b, &mut out[0])?,
        Operation::Divide => *out = poly::divide(ring, a, b)?.into(),
        Operation::Gcd => out[0] = poly::gcd(ring, a, b)?,
        Operation::Evaluate => out[0] = poly::evaluate_many(ring, a, b)?,
        Operation::Interpolate => out[0] = poly::interpolate(ring, a, b)?,
    }
    Ok(())
}
