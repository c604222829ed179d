//! Mixed radix, and the transforms over two factors.

use super::{Autosort, Family, MANY, Straight, complex, modulo, orders, tally};
use ringfft::{
    Error, Result,
    algebra::{Action, Domain, Roots},
    dft::{FourStep, GoodThomas, MixedRadix, SixStep, Stockham, Transform},
};
use ringfft_testing::Tally;
use std::sync::Arc;

/// Mixed radix with these radices, or the prime factors if there are none.
struct Mixed<'a>(&'a [usize]);

impl Family for Mixed<'_> {
    fn build<M: Action<Scalars: Roots>>(&self, domain: &Domain<M>) -> Result<Arc<dyn Transform<M>>> {
        Ok(match self.0 {
            [] => Arc::new(MixedRadix::new(domain)?),
            radices => Arc::new(MixedRadix::with_radices(domain, radices)?),
        })
    }
}

#[test]
fn mixed_radix_has_every_length() -> Result<()> {
    for n in 1..=130 {
        Mixed(&[]).complex(n)?;
        if 720_720 % n == 0 {
            Mixed(&[]).residues(MANY, None, n)?;
            Mixed(&[]).rows(n)?;
        }
    }
    for n in [1, 2, 6, 11, 12, 33, 66] {
        Mixed(&[]).scalars(n)?;
    }
    for n in [1, 5, 7, 9, 15, 35, 63, 315] {
        Mixed(&[]).binary(n)?;
    }
    for (p, n) in [(17, 16), (257, 64), (31, 30), (65, 4), (91, 6), (31 * 61, 30), (71 * 211, 70)] {
        Mixed(&[]).composite(p, n)?;
    }
    let lists: [&[usize]; 8] =
        [&[6, 10], &[2, 3, 4, 5], &[8, 3, 2], &[9, 4, 2], &[12, 14], &[16, 15], &[7, 6, 5], &[11, 4, 3]];
    for radices in lists.iter().flat_map(|list| orders(list)) {
        let n = radices.iter().product();
        Mixed(&radices).complex(n)?;
        if 720_720 % n == 0 {
            Mixed(&radices).residues(MANY, None, n)?;
        }
    }
    let domain = Domain::new(modulo(MANY), 72)?;
    for radices in [&[9, 8, 1][..], &[6, 13], &[8, 3], &[0], &[72, 2], &[], &[usize::MAX, 2]] {
        let refusal = MixedRadix::with_radices(&domain, radices).err().unwrap().to_string();
        assert!(refusal.contains("multiply to it"), "{refusal}");
    }
    Ok(())
}

#[test]
fn mixed_radix_counts_are_those_of_stockham_turned_round() -> Result<()> {
    for radices in
        [&[2, 2, 2, 2, 2, 2][..], &[4, 4, 4], &[3, 3, 3, 3], &[5, 5], &[8, 3, 3, 5], &[4, 3, 5, 2], &[7, 2, 3]]
    {
        let n = radices.iter().product();
        let turned: Vec<usize> = radices.iter().rev().copied().collect();
        let mixed = tally(&Mixed(radices), complex(), n)?;
        assert_eq!(mixed, tally(&Autosort(&turned), complex(), n)?, "{radices:?}");
    }
    let sixth = tally(&Mixed(&[6, 10]), complex(), 60)?;
    let (inner, outer) = (tally(&Straight(false), complex(), 10)?, tally(&Straight(false), complex(), 6)?);
    assert_eq!(sixth.additions, 6 * inner.additions + 10 * outer.additions);
    Ok(())
}

/// A transform of two factors, the first given, over Stockham or over inner ones of its own kind.
enum TwoFactors {
    PrimeFactor(usize),
    FourStep(usize),
    SixStep(usize),
    /// Four-step over six-step over naive.
    Nested(usize, usize),
    /// Prime factor over prime factor.
    ThreePrimeFactors(usize, usize),
}

impl Family for TwoFactors {
    fn build<M: Action<Scalars: Roots>>(&self, domain: &Domain<M>) -> Result<Arc<dyn Transform<M>>> {
        use TwoFactors::*;
        let (PrimeFactor(n1) | FourStep(n1) | SixStep(n1) | Nested(n1, _) | ThreePrimeFactors(n1, _)) = self;
        let parts = [domain.subdomain(domain.len() / n1)?, domain.subdomain(*n1)?];
        let columns = Arc::new(Stockham::new(&parts[0])?);
        let rows = Arc::new(Stockham::new(&parts[1])?);
        Ok(match self {
            PrimeFactor(_) => Arc::new(GoodThomas::new(domain, columns, rows)?),
            FourStep(_) => Arc::new(ringfft::dft::FourStep::new(domain, columns, rows)?),
            SixStep(_) => Arc::new(ringfft::dft::SixStep::new(domain, columns, rows)?),
            Nested(_, n2) => {
                let rows = TwoFactors::SixStep(*n2).build(&parts[1])?;
                Arc::new(ringfft::dft::FourStep::new(domain, columns, rows)?)
            }
            ThreePrimeFactors(_, n2) => {
                let rows = TwoFactors::PrimeFactor(*n2).build(&parts[1])?;
                Arc::new(GoodThomas::new(domain, columns, rows)?)
            }
        })
    }
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[test]
fn two_factors() -> Result<()> {
    for n in 1..=64usize {
        for n1 in (1..=n).filter(|n1| n.is_multiple_of(*n1)) {
            let mut families = vec![TwoFactors::FourStep(n1), TwoFactors::SixStep(n1)];
            if gcd(n1, n / n1) == 1 {
                families.push(TwoFactors::PrimeFactor(n1));
            } else {
                let refusal = TwoFactors::PrimeFactor(n1).build(&Domain::new(complex(), n)?).err().unwrap();
                assert!(refusal.to_string().contains("mixed-radix"), "{refusal}");
            }
            for family in families {
                family.complex(n)?;
                if 720_720 % n == 0 {
                    family.residues(MANY, None, n)?;
                }
            }
        }
    }
    for (n1, n) in [(4, 12), (3, 15), (9, 144), (32, 1056), (5, 385), (13, 1001)] {
        for family in [TwoFactors::FourStep(n1), TwoFactors::SixStep(n1), TwoFactors::PrimeFactor(n1)] {
            family.complex(n)?;
            if n < 100 {
                family.rows(n)?;
            }
        }
    }
    for (n1, n) in [(2, 6), (4, 12), (3, 33), (11, 66)] {
        for family in [TwoFactors::FourStep(n1), TwoFactors::SixStep(n1), TwoFactors::PrimeFactor(n1)] {
            family.scalars(n)?;
        }
    }
    for (p, n1, n) in [(31 * 61, 5, 30), (91, 3, 6), (71 * 211, 14, 70)] {
        for family in [TwoFactors::FourStep(n1), TwoFactors::SixStep(n1), TwoFactors::PrimeFactor(n1)] {
            family.composite(p, n)?;
        }
    }
    for (n1, n) in [(5, 35), (9, 45), (7, 63)] {
        TwoFactors::PrimeFactor(n1).binary(n)?;
        TwoFactors::SixStep(n1).binary(n)?;
    }
    TwoFactors::Nested(4, 3).residues(MANY, None, 60)?;
    TwoFactors::Nested(6, 6).residues(MANY, None, 720)?;
    TwoFactors::ThreePrimeFactors(4, 3).residues(MANY, None, 60)?;
    TwoFactors::ThreePrimeFactors(16, 9).residues(MANY, None, 5040)?;
    Ok(())
}

#[test]
fn two_factors_refuse_what_they_cannot_do() -> Result<()> {
    let domain = Domain::new(modulo(257), 16)?;
    let natural = |n: usize| Arc::new(Stockham::new(&domain.subdomain(16 / n).unwrap()).unwrap());
    let reversed = Arc::new(ringfft::dft::Twisted::new(&domain.subdomain(4)?)?);
    assert!(matches!(FourStep::new(&domain, natural(4), natural(2)), Err(Error::Length { what: "four-step", .. })));
    assert!(matches!(SixStep::new(&domain, natural(8), natural(4)), Err(Error::Length { what: "six-step", .. })));
    assert!(matches!(FourStep::new(&domain, natural(4), reversed), Err(Error::Length { len: 16, .. })));
    assert!(matches!(GoodThomas::new(&domain, natural(4), natural(4)), Err(Error::Length { len: 16, .. })));
    Ok(())
}

#[test]
fn two_factors_counts() -> Result<()> {
    // n1, n2, additions and products of both ways over Stockham.
    for (n1, n2) in [(3, 4), (4, 3), (5, 8), (7, 9), (16, 15), (8, 8), (6, 10)] {
        let n = n1 * n2;
        let part = |r: usize| tally(&Autosort(&[]), complex(), r);
        let (columns, rows) = (part(n1)?, part(n2)?);
        let both = |count: fn(&Tally) -> u64| n2 as u64 * count(&columns) + n1 as u64 * count(&rows);
        let minus_ones = (1..n1).flat_map(|a| (1..n2).map(move |c| a * c)).filter(|e| 2 * e == n).count() as u64;
        let twiddles = (n1 as u64 - 1) * (n2 as u64 - 1) - minus_ones;
        let four = tally(&TwoFactors::FourStep(n1), complex(), n)?;
        assert_eq!(four.additions, both(|t| t.additions));
        assert_eq!(four.products(), both(Tally::products) + twiddles);
        assert_eq!(four, tally(&TwoFactors::SixStep(n1), complex(), n)?);
        if gcd(n1, n2) == 1 {
            let prime_factor = tally(&TwoFactors::PrimeFactor(n1), complex(), n)?;
            assert_eq!(prime_factor.additions, both(|t| t.additions));
            assert_eq!(prime_factor.products(), both(Tally::products));
            assert_eq!(prime_factor.real_products(), both(Tally::real_products));
        }
    }
    Ok(())
}
