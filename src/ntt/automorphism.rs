//! Automorphisms `X -> X^g` of the polynomials modulo `X^n + 1` and `X^n - 1`, on coefficients and on values.
//!
//! Notation: `n` the length, `N` the order of `X`: `2n` modulo `X^n + 1`, `n` modulo `X^n - 1`; `g` a unit modulo `N`.
//!
//! # Idea
//! `X -> X^g` maps `f` to `f(X^g)`. Coefficient `j` moves to position `g j mod N`. If that is `n` or above, `X^n = -1`
//! changes the sign: a signed permutation. The value of `f(X^g)` at `v^e` is `f(v^(g e))`, another value of `f`: values
//! are permuted without signs, and no transform to coefficients is needed. Modulo `X^n + 1`, for `g = 3` and `n = 4`,
//! places and exponents `e`:
//!
//! ```text
//! coefficients   c0  c1  c2  c3          values at   v^1  v^5  v^3  v^7     (bit-reversed)
//! become         c0  c3 -c2  c1          become      v^3  v^7  v^1  v^5
//! ```
//! An automorphism of `Z[X]/(X^n + 1)` is a rotation or the conjugation of slots in homomorphic encryption.
//!
//! # Cost
//! On coefficients at most `n - 1` negations; values are only moved. Two tables of `n` words of 32 bits.

use crate::{
    Error, Result,
    algebra::Module,
    arith,
    conv::Wrap,
    kernel::memory::{filled, reserve},
    order::Order,
};
use alloc::{format, vec::Vec};
use core::fmt;

/// The automorphism `X -> X^g` of polynomials modulo `X^n + 1` or `X^n - 1`, over any module.
///
/// ```
/// use ringfft::{ntt::Automorphism, order::Order, rings::Modular};
///
/// let third = Automorphism::negacyclic(4, 3, Order::BitReversed)?;
/// let mut coefficients = [10, 11, 12, 13];
/// third.on_coefficients(&Modular::new(97)?, &mut coefficients)?;
/// assert_eq!(coefficients, [10, 13, 97 - 12, 11]);
/// let mut values = ["v^1", "v^5", "v^3", "v^7"];
/// third.on_values(&mut values)?;
/// assert_eq!(values, ["v^3", "v^7", "v^1", "v^5"]);
/// # Ok::<(), ringfft::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Automorphism {
    len: usize,
    wrap: Wrap,
    /// Below the order of `X`.
    exponent: usize,
    order: Order,
    /// The highest bit marks a change of sign.
    coefficients: Moves,
    values: Moves,
}

/// The bit that marks a change of sign.
const MINUS: u32 = 1 << 31;

/// A permutation: place `i` receives the element at place `source[i]`.
#[derive(Clone, PartialEq, Eq)]
struct Moves {
    source: Vec<u32>,
    /// One place of each cycle longer than 1.
    leaders: Vec<u32>,
}

impl Moves {
    fn new(source: Vec<u32>) -> Result<Self> {
        let mut seen = filled("marks of places", source.len(), false)?;
        let mut leaders = Vec::new();
        for leader in 0..source.len() {
            let mut place = leader;
            let mut steps = 0;
            while !seen[place] {
                seen[place] = true;
                place = (source[place] & !MINUS) as usize;
                steps += 1;
            }
            if steps > 1 {
                leaders.push(leader as u32);
            }
        }
        Ok(Moves { source, leaders })
    }

    /// Moves the elements at multiples of `step`.
    fn in_place<E>(&self, list: &mut [E], step: usize) {
        for &leader in &self.leaders {
            let mut place = leader as usize;
            loop {
                let from = (self.source[place] & !MINUS) as usize;
                if from == leader as usize {
                    break;
                }
                list.swap(place * step, from * step);
                place = from;
            }
        }
    }

    fn copy<E: Clone>(&self, input: &[E], output: &mut [E]) {
        for (to, &from) in output.iter_mut().zip(&self.source) {
            to.clone_from(&input[(from & !MINUS) as usize]);
        }
    }

    fn signs<M: Module>(&self, module: &M, list: &mut [M::Element], step: usize) {
        for (element, from) in list.iter_mut().step_by(step).zip(&self.source) {
            if from & MINUS != 0 {
                module.neg_assign(element);
            }
        }
    }
}

impl Automorphism {
    /// Creates `X -> X^g` modulo `X^len + 1`, for odd `g`, taken modulo `2 len`. Values are those at the odd powers
    /// `v^(2k+1)` of a root of order `2 len`, for `k` in this order.
    ///
    /// # Errors
    /// [`Error::Length`] for length 0, 2^31 or above, or one that the order does not support; [`Error::NotInvertible`]
    /// if `g` has a factor in common with `2 len`; [`Error::Memory`].
    pub fn negacyclic(len: usize, g: usize, order: Order) -> Result<Self> {
        Self::new(len, Wrap::Negacyclic, g, order)
    }

    /// Creates `X -> X^g` modulo `X^len - 1`, for `g` prime to `len`, which counts modulo `len`. Values are those at the
    /// powers `w^k` of a root of order `len`, for `k` in this order.
    ///
    /// # Errors
    /// As [`negacyclic`](Automorphism::negacyclic), for a factor in common with `len`.
    pub fn cyclic(len: usize, g: usize, order: Order) -> Result<Self> {
        Self::new(len, Wrap::Cyclic, g, order)
    }

    fn new(len: usize, wrap: Wrap, g: usize, order: Order) -> Result<Self> {
        if len == 0 || len >= MINUS as usize {
            return Err(Error::Length {
                what: "an automorphism",
                len,
                possible: "it needs a length from 1 to 2^31 - 1",
            });
        }
        if !order.is_permutation(len) {
            return Err(Error::Length { what: order.what(), len, possible: order.lengths() });
        }
        let (n, twice) = (len as u64, if wrap == Wrap::Negacyclic { 2 * len as u64 } else { len as u64 });
        let g = g as u64 % twice;
        let Some(back) = arith::inverse_mod(g, twice).or((twice == 1).then_some(0)) else {
            return Err(Error::NotInvertible {
                ring: format!("the integers modulo {twice}"),
                what: format!(
                    "the exponent {g} of X (X -> X^g is an automorphism where g has no factor in common with {twice})"
                ),
            });
        };
        // All factors are below 2^32.
        let mut coefficients = reserve("the table of coefficients", len)?;
        coefficients.extend((0..n).map(|place| {
            let from = back * place % twice;
            // f_j X^j goes to X^(g j): to the place, or `n` above it.
            if from < n { from as u32 } else { (from - n) as u32 | MINUS }
        }));
        let mut position = filled("positions of values", len, 0u32)?;
        for j in 0..len {
            position[order.exponent(j, len)] = j as u32;
        }
        let mut values = reserve("the table of values", len)?;
        for j in 0..len {
            let k = order.exponent(j, len) as u64;
            let moved = match wrap {
                Wrap::Cyclic => g * k % twice,
                Wrap::Negacyclic => (g * (2 * k + 1) % twice - 1) / 2,
            };
            values.push(position[moved as usize]);
        }
        let exponent = g as usize;
        Ok(Automorphism {
            len,
            wrap,
            exponent,
            order,
            coefficients: Moves::new(coefficients)?,
            values: Moves::new(values)?,
        })
    }

    /// Computes `f <- f(X^g)` on coefficients, in place.
    ///
    /// # Errors
    /// [`Error::SliceLength`] unless there are `len` coefficients.
    pub fn on_coefficients<M: Module>(&self, module: &M, coefficients: &mut [M::Element]) -> Result<()> {
        Error::check_len("list of coefficients", self.len, coefficients.len())?;
        self.coefficients_apart(module, coefficients, 1);
        Ok(())
    }

    /// Computes [`on_coefficients`](Automorphism::on_coefficients) of the elements at multiples of `step`.
    pub(super) fn coefficients_apart<M: Module>(&self, module: &M, list: &mut [M::Element], step: usize) {
        self.coefficients.in_place(list, step);
        self.coefficients.signs(module, list, step);
    }

    /// Computes `f(X^g)` on coefficients; the input is unchanged.
    ///
    /// # Errors
    /// As [`on_coefficients`](Automorphism::on_coefficients), for both slices.
    pub fn on_coefficients_into<M: Module>(
        &self,
        module: &M,
        input: &[M::Element],
        output: &mut [M::Element],
    ) -> Result<()> {
        Error::check_len("input", self.len, input.len())?;
        Error::check_len("output", self.len, output.len())?;
        self.coefficients.copy(input, output);
        self.coefficients.signs(module, output, 1);
        Ok(())
    }

    /// Maps the values of `f` to those of `f(X^g)`, in place: a permutation.
    ///
    /// # Errors
    /// [`Error::SliceLength`] unless there are `len` values.
    pub fn on_values<E>(&self, values: &mut [E]) -> Result<()> {
        Error::check_len("list of values", self.len, values.len())?;
        self.values_apart(values, 1);
        Ok(())
    }

    /// Computes [`on_values`](Automorphism::on_values) of the elements at multiples of `step`.
    pub(super) fn values_apart<E>(&self, list: &mut [E], step: usize) {
        self.values.in_place(list, step);
    }

    /// Maps the values of `f` to those of `f(X^g)`; the input is unchanged.
    ///
    /// # Errors
    /// As [`on_values`](Automorphism::on_values), for both slices.
    pub fn on_values_into<E: Clone>(&self, input: &[E], output: &mut [E]) -> Result<()> {
        Error::check_len("input", self.len, input.len())?;
        Error::check_len("output", self.len, output.len())?;
        self.values.copy(input, output);
        Ok(())
    }

    /// Returns the number of coefficients, which is also that of values.
    #[allow(clippy::len_without_is_empty, reason = "a transform has at least one point")]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns the exponent `g`, below the order of `X`.
    pub fn exponent(&self) -> usize {
        self.exponent
    }

    /// Returns the modulus: `X^n + 1` (negacyclic) or `X^n - 1` (cyclic).
    pub fn wrap(&self) -> Wrap {
        self.wrap
    }

    /// Returns the order of the values.
    pub fn order(&self) -> Order {
        self.order
    }
}

impl fmt::Debug for Automorphism {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Automorphism")
            .field("len", &self.len)
            .field("wrap", &self.wrap)
            .field("exponent", &self.exponent)
            .field("order", &self.order)
            .finish_non_exhaustive()
    }
}
