//! Products of integers through three word primes: exact at any size.
//!
//! Notation: `B = 2^64`, `a = sum a_i B^i`, `b` alike, `n` the lesser number of limbs, `p_0, p_1, p_2` word
//! primes: below 2^50 for `n` to about 2^22, whose kernels are faster, and above four of them in vectors, else three above 2^61.
//!
//! # Idea
//! A limb is a coefficient. The coefficients of the product of polynomials are at most `n (B-1)^2`. That is below
//! `p_0 p_1 p_2`, which is above 2^183 for the longer primes, enough for every `n` up to 2^55. So three products modulo
//! primes and the Chinese remainder theorem give them, and their sum at `x = B` is the product. Limbs are coefficients
//! without conversion.
//!
//! A short factor is transformed once where that costs less than one transform of everything. Its length is then that of its
//! product with a slice of the long one.
//!
//! # Cost
//! Nine transforms (six for a square) of the least `2^k`, `5 2^k` or `3 2^k` words that reaches the number of limbs of the product;
//! four arrays of that length, three for a square. Tables and up to 16 MiB of the arrays stay for the next product.
//!
//! # Source
//! \[Pollard 1971\]; three primes: \[Harvey-van der Hoeven-Lecerf 2016\], section 1; the transform:
//! `conv::word`. `papers/integer_product.md`.

use super::remainders::{Remainders, recombine};
use crate::{
    Error, Result,
    algebra::Ring,
    arith::limbs::add_assign,
    conv::word::{Scratch, WordTransform, transform_len},
};
use alloc::vec::Vec;

/// The factors of a product.
pub(super) enum Factors<'a> {
    /// Two integers.
    Two(&'a [u64], &'a [u64]),
    /// One and itself.
    Square(&'a [u64]),
}

const WHAT: &str = "residues of a product of integers";

/// Returns room for this many lists of `len` words.
pub(super) fn room(lists: usize, len: usize) -> Result<Scratch> {
    let needed = len as u128 * 8 * lists as u128;
    Scratch::new(WHAT, len.checked_mul(lists).ok_or(Error::Memory { what: WHAT, needed, limit: None })?)
}

/// The form of a product: its transforms and their scratch.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Form {
    /// The length of transforms.
    pub(super) len: usize,
    /// Is `true` where the longer factor is cut.
    pub(super) sliced: bool,
    pub(super) primes: usize,
    /// The words of scratch.
    pub(super) scratch: usize,
}

impl Form {
    /// Returns the form of a product of this many limbs, or of a square.
    pub(super) fn new([short, long]: [usize; 2], square: bool) -> Result<Self> {
        let whole = transform_len(short + long - 1)?;
        let len = if square { whole } else { length(short, short + long)? };
        let sliced = len < whole;
        let primes = Remainders::new(short, len)?.primes().len();
        let lists = if sliced { 2 * primes + 2 } else { primes + usize::from(!square) };
        let needed = len as u128 * 8 * lists as u128;
        let scratch = len.checked_mul(lists).ok_or(Error::Memory { what: WHAT, needed, limit: None })?;
        Ok(Form { len, sliced, primes, scratch })
    }

    /// Returns the form of the factors.
    pub(super) fn of(factors: &Factors<'_>) -> Result<Self> {
        match *factors {
            Factors::Square(a) => Self::new([a.len(); 2], true),
            Factors::Two(a, b) => Self::new([a.len().min(b.len()), a.len().max(b.len())], false),
        }
    }
}

/// Returns the primes of transforms of `len` elements, if the shorter factor has this many limbs.
pub(super) fn primes_of(limbs: usize, len: usize) -> Result<Vec<u64>> {
    Ok(Remainders::new(limbs, len)?.primes().iter().map(|prime| prime.modulus()).collect())
}

/// Limbs of a product from which a second thread pays; squares need twice as many (measured).
const SHARED: usize = 1 << 14;

/// Computes `out <- a b`, where `out` has as many limbs as `a` and `b` together, and both have some.
pub(super) fn product(factors: &Factors<'_>, out: &mut [u64], threads: usize) -> Result<()> {
    let form = Form::of(factors)?;
    product_in(form, factors, out, &mut Scratch::new(WHAT, form.scratch)?, threads)
}

/// Computes [`product`] in the scratch of its form.
pub(super) fn product_in(
    form: Form,
    factors: &Factors<'_>,
    out: &mut [u64],
    scratch: &mut [u64],
    threads: usize,
) -> Result<()> {
    let coefficients = out.len() - 1;
    let shared = if matches!(factors, Factors::Square(_)) { 2 * SHARED } else { SHARED };
    let threads = if out.len() < shared { 1 } else { threads };
    if let (true, Factors::Two(a, b)) = (form.sliced, factors) {
        let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
        let remainders = Remainders::new(short.len(), form.len)?;
        let (values, scratch) = scratch.split_at_mut(form.primes * form.len);
        for (values, prime) in values.chunks_exact_mut(form.len).zip(remainders.primes()) {
            WordTransform::new(*prime, form.len, threads)?.values(short, values, threads);
        }
        return Slices { remainders: &remainders, len: form.len, limbs: short.len(), values }
            .multiply(long, out, scratch, threads);
    }
    let carry = wrapped_product_in(factors, form.len, coefficients, out, scratch, threads)?;
    debug_assert_eq!(carry, [0; 3]);
    Ok(())
}

/// Computes `out <- a b + 2^l (B^n - 1)/(B - 1) B^2 mod B^n + 1`, not canonical: `n` limbs and two above, for `n` a power of two and
/// factors of at most `n` limbs. Returns `2^l`.
pub(super) fn negacyclic_product(factors: &Factors<'_>, n: usize, out: &mut [u64], threads: usize) -> Result<u64> {
    let above = (n as u64).next_power_of_two();
    // Coefficients lie between -n B^2 and n B^2; with 2^l B^2 more they are not negative.
    let remainders = Remainders::new(2 * n, 2 * n)?;
    let primes = remainders.primes();
    let square = matches!(factors, Factors::Square(_));
    let mut scratch = room(primes.len() + usize::from(!square), n)?;
    let (residues, other) = scratch.split_at_mut(primes.len() * n);
    for (residues, prime) in residues.chunks_exact_mut(n).zip(primes) {
        let transform = WordTransform::negacyclic(*prime, n, threads)?;
        match *factors {
            Factors::Square(a) => transform.square(a, residues, threads),
            Factors::Two(a, b) => transform.convolve([a, b], residues, &mut other[..n], threads),
        }
        let mut more = prime.pow(&prime.element(1 << 32), 4);
        prime.mul_assign(&mut more, &prime.element(above));
        transform.raise(residues, more);
    }
    let carry = recombine(&remainders, lists(residues, n, n), out, threads);
    debug_assert_eq!(carry, [0; 3]);
    Ok(above)
}

/// Computes `out <- a b mod B^n - 1`, not canonical: `n` limbs and two above, for `n` a power of two and factors of at most
/// `n` limbs.
pub(super) fn cyclic_product(factors: &Factors<'_>, n: usize, out: &mut [u64], threads: usize) -> Result<()> {
    let carry = wrapped_product(factors, n, n, out, threads)?;
    debug_assert_eq!(carry, [0; 3]);
    Ok(())
}

/// Computes the first `coefficients` of the product of length `len`, at `B`, and returns the limbs left above `out`.
fn wrapped_product(
    factors: &Factors<'_>,
    len: usize,
    coefficients: usize,
    out: &mut [u64],
    threads: usize,
) -> Result<[u64; 3]> {
    let primes = Remainders::new(limbs(factors), len)?.primes().len();
    let lists = primes + usize::from(matches!(factors, Factors::Two(..)));
    wrapped_product_in(factors, len, coefficients, out, &mut room(lists, len)?, threads)
}

/// Computes [`wrapped_product`] in scratch for a list a prime, and one more for two factors.
fn wrapped_product_in(
    factors: &Factors<'_>,
    len: usize,
    coefficients: usize,
    out: &mut [u64],
    scratch: &mut [u64],
    threads: usize,
) -> Result<[u64; 3]> {
    let remainders = Remainders::new(limbs(factors), len)?;
    let primes = remainders.primes();
    let (residues, other) = scratch.split_at_mut(primes.len() * len);
    for (residues, prime) in residues.chunks_exact_mut(len).zip(primes) {
        let transform = WordTransform::new(*prime, len, threads)?;
        match *factors {
            Factors::Square(a) => transform.square(a, residues, threads),
            Factors::Two(a, b) => transform.convolve([a, b], residues, &mut other[..len], threads),
        }
    }
    Ok(recombine(&remainders, lists(residues, len, coefficients), out, threads))
}

/// Returns the limbs of the shorter factor.
fn limbs(factors: &Factors<'_>) -> usize {
    match factors {
        Factors::Square(a) => a.len(),
        Factors::Two(a, b) => a.len().min(b.len()),
    }
}

/// Returns the first words of each of up to four lists of `len`.
pub(super) fn lists(words: &[u64], len: usize, first: usize) -> [&[u64]; 4] {
    let mut lists = words.chunks_exact(len);
    [(); 4].map(|()| lists.next().map_or(&[][..], |list| &list[..first]))
}

/// Returns the cost of a transform: `n (lg n + 6)`, where six stands for input and output.
pub(super) fn cost(len: usize) -> u128 {
    len as u128 * u128::from(len.ilog2() + 6)
}

/// Returns the length of transforms for products of `product` limbs with a factor of `short`: of the whole, or of
/// slices of the other factor. A transform is counted as `n (lg n + 6)`, where six stands for input and output.
pub(super) fn length(short: usize, product: usize) -> Result<usize> {
    let cost = |len: usize, transforms: usize| cost(len) * transforms as u128;
    let whole = transform_len(product.saturating_sub(1).max(1))?;
    let mut least = (cost(whole, 3), whole);
    let mut len = transform_len(2 * short)?;
    while len < whole {
        let slices = (product - short).div_ceil(len - short + 1);
        least = least.min((cost(len, 1 + 2 * slices), len));
        len = transform_len(len + 1)?;
    }
    Ok(least.1)
}

/// A factor by its values, for products with slices of others.
pub(super) struct Transformed {
    remainders: Remainders,
    /// The length of transforms.
    len: usize,
    /// The limbs of the factor.
    limbs: usize,
    values: Scratch,
}

impl Transformed {
    /// Creates the factor with some limbs, fewer than `len`, of transforms of `len` elements.
    pub(super) fn new(factor: &[u64], len: usize, threads: usize) -> Result<Self> {
        let remainders = Remainders::new(factor.len(), len)?;
        let mut values = room(remainders.primes().len(), len)?;
        for (values, prime) in values.chunks_exact_mut(len).zip(remainders.primes()) {
            WordTransform::new(*prime, len, threads)?.values(factor, values, threads);
        }
        Ok(Transformed { remainders, len, limbs: factor.len(), values })
    }

    /// Returns the length of transforms.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Computes the product with `other` in `out`, which has as many limbs as both.
    pub(super) fn multiply(&self, other: &[u64], out: &mut [u64], threads: usize) -> Result<()> {
        let Transformed { remainders, len, limbs, values } = self;
        let mut scratch = room(remainders.primes().len() + 2, *len)?;
        Slices { remainders, len: *len, limbs: *limbs, values }.multiply(other, out, &mut scratch, threads)
    }
}

/// A factor by its values, for products with slices of another.
struct Slices<'a> {
    remainders: &'a Remainders,
    /// The length of transforms.
    len: usize,
    /// The limbs of the factor.
    limbs: usize,
    values: &'a [u64],
}

impl Slices<'_> {
    /// Computes the product with `other` in `out`, which has as many limbs as both, with a list of scratch a prime, and two more.
    fn multiply(&self, other: &[u64], out: &mut [u64], scratch: &mut [u64], threads: usize) -> Result<()> {
        let (primes, len) = (self.remainders.primes(), self.len);
        let transforms =
            primes.iter().map(|prime| WordTransform::new(*prime, len, threads)).collect::<Result<Vec<_>>>()?;
        let (residues, product) = scratch.split_at_mut(primes.len() * len);
        let slice = len - self.limbs + 1;
        out[..self.limbs].fill(0);
        for (start, other) in (0..).step_by(slice).zip(other.chunks(slice)) {
            for ((transform, values), residues) in
                transforms.iter().zip(self.values.chunks_exact(len)).zip(residues.chunks_exact_mut(len))
            {
                transform.convolve_values(values, other, residues, threads);
            }
            let product = &mut product[..self.limbs + other.len()];
            let carry = recombine(self.remainders, lists(residues, len, product.len() - 1), product, threads);
            debug_assert_eq!(carry, [0; 3]);
            // The limbs so far reach as far as the factor into this product.
            let (low, high) = product.split_at(self.limbs);
            let (before, after) = out[start..].split_at_mut(self.limbs);
            after[..other.len()].copy_from_slice(high);
            if add_assign(before, low) {
                add_assign(&mut after[..other.len()], &[1]);
            }
        }
        Ok(())
    }
}
