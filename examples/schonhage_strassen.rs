//! The product of integers of Schoenhage and Strassen (1971): a negacyclic convolution over `Z/(2^K + 1)`, whose
//! transforms are shifts, sums and nothing else, and whose pointwise products are the same problem again.
//!
//! `cargo run --release --example schonhage_strassen`. The derivation is in `papers/fermat.md`.

use ringfft::{
    Result,
    algebra::{Domain, Module, Ring},
    dft::{Classical, Transform},
    integer::Multiplier,
    rings::{Fermat, FermatElement},
};

/// Bits of a modulus from which on a product is split.
const CROSSOVER: usize = 1 << 13;

/// Whether coefficient `i` of the product is negative, by its residue; digits have `m` bits.
pub type SignRule = fn(ring: &Fermat, residue: &FermatElement, i: usize, m: usize) -> bool;

/// Coefficient `i` lies between `-(n-1-i) 4^m` and `(i+1) 4^m`, so a residue from the latter on is a negative
/// coefficient. Half the modulus would be no bound: for `K = 2m + k` coefficient `n - 1` goes beyond it.
pub fn negative_by_index(ring: &Fermat, residue: &FermatElement, i: usize, m: usize) -> bool {
    let mut bound = ring.integer(i as u64 + 1);
    ring.shift(&mut bound, 2 * m);
    residue.limbs().iter().rev().cmp(bound.limbs().iter().rev()).is_ge()
}

/// `a b` in the ring modulo `2^N + 1`.
///
/// # Errors
/// As [`multiply_in_parts`].
pub fn multiply(ring: &Fermat, a: &FermatElement, b: &FermatElement) -> Result<FermatElement> {
    let n = ring.exponent();
    let log_parts = n.trailing_zeros().min(n.ilog2() / 2);
    if n < CROSSOVER || log_parts < 3 {
        let mut product = a.clone();
        ring.mul_assign(&mut product, b);
        return Ok(product);
    }
    multiply_in_parts(ring, a, b, log_parts, negative_by_index)
}

/// `a b` modulo `2^N + 1` through `2^k` products modulo `2^K + 1`; `2^k` must divide `N`.
///
/// # Errors
/// Those of the inner ring and its transform; none where `2^k` divides `N`.
pub fn multiply_in_parts(
    ring: &Fermat,
    a: &FermatElement,
    b: &FermatElement,
    k: u32,
    negative: SignRule,
) -> Result<FermatElement> {
    let n = 1usize << k;
    let m = ring.exponent() / n;
    // Room for every coefficient, and a power of two theta = 2^(K/n) with theta^n = -1.
    let inner = Fermat::new((2 * m + k as usize).next_multiple_of(n))?;
    let weight = inner.exponent() / n;
    let transform = Classical::new(&Domain::new(inner, n)?)?;
    let values = |x: &FermatElement| -> Result<Vec<FermatElement>> {
        let mut values: Vec<_> = (0..n).map(|i| inner.element(&digit(x.limbs(), i, m, n))).collect();
        values.iter_mut().enumerate().for_each(|(i, x)| inner.shift(x, i * weight));
        transform.forward(&mut values, &mut [])?;
        Ok(values)
    };
    let (mut product, other) = (values(a)?, values(b)?);
    for (x, y) in product.iter_mut().zip(&other) {
        *x = multiply(&inner, x, y)?;
    }
    transform.inverse_unscaled(&mut product, &mut [])?;
    let mut sum = ring.zero();
    for (i, mut coefficient) in product.into_iter().enumerate() {
        // Times theta^-i/n: the inverses of powers of two are powers of two.
        inner.shift(&mut coefficient, 2 * inner.exponent() - i * weight - k as usize);
        let minus = negative(&inner, &coefficient, i, m);
        if minus {
            inner.neg_assign(&mut coefficient);
        }
        let mut term = ring.element(coefficient.limbs());
        ring.shift(&mut term, i * m);
        if minus { ring.sub_assign(&mut sum, &term) } else { ring.add_assign(&mut sum, &term) }
    }
    Ok(sum)
}

/// Digit `i` of `n` digits of `m` bits. The last takes all that is left: it is `2^m` for `2^N`.
fn digit(x: &[u64], i: usize, m: usize, n: usize) -> Vec<u64> {
    let bits = if i + 1 == n { m + 1 } else { m };
    let limb = |j: usize| x.get(j).copied().unwrap_or(0);
    let (w, s) = (i * m / 64, i * m % 64);
    let mut digit: Vec<u64> = (0..bits.div_ceil(64))
        .map(|j| limb(w + j) >> s | if s == 0 { 0 } else { limb(w + j + 1) << (64 - s) })
        .collect();
    if let (Some(top), 1..) = (digit.last_mut(), bits % 64) {
        *top &= (1 << (bits % 64)) - 1;
    }
    digit
}

/// `a b` of integers: modulo `2^N + 1` for an `N` that the product does not reach.
///
/// # Errors
/// [`ringfft::Error::Unsupported`] for products above 2^29 bits.
pub fn multiply_integers(a: &[u64], b: &[u64]) -> Result<Vec<u64>> {
    let bits = 64 * (a.len() + b.len()) + 1;
    let ring = Fermat::new(bits.next_multiple_of(1 << (bits.ilog2() / 2)))?;
    let product = multiply(&ring, &ring.element(a), &ring.element(b))?;
    Ok(product.limbs()[..a.len() + b.len()].to_vec())
}

fn main() -> Result<()> {
    for len in [1, 100, 1000, 5000] {
        let mut state = 1u64;
        let mut number = || -> Vec<u64> {
            let mut limb = || {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                state ^ state >> 29
            };
            (0..len).map(|_| limb()).collect()
        };
        let (a, b) = (number(), number());
        let product = multiply_integers(&a, &b)?;
        let mut expected = Multiplier::default().multiply(&a, &b)?;
        expected.resize(2 * len, 0);
        assert_eq!(product, expected);
        println!("{len} by {len} limbs: {:016x}... as it should be", product[2 * len - 1]);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_example_runs() {
        super::main().unwrap();
    }
}
