//! The transforms that have every length, or every length that factors: equality with the definition, inverses,
//! counts, refusals.

use bls12_381::Scalar;
use num_complex::Complex;
use ringfft::{
    Error, Result,
    algebra::{Action, Domain, Module, Ring, Roots},
    dft::{FourStep, GoodThomas, MixedRadix, Naive, SixStep, Small, Stockham, Transform, stockham_radices},
    rings::{ComplexRing, Modular, Rows, ff},
    testing::{Counting, Tally},
};
use std::sync::Arc;

/// A prime: it has roots for every length that divides 720720, which is divisible by every number up to 16.
const MANY: u64 = 1390 * 720_720 + 1;

fn modulo(p: u64) -> Modular {
    Modular::new(p).unwrap()
}

fn complex() -> ComplexRing<f64> {
    ComplexRing::new()
}

fn words(n: usize) -> impl Iterator<Item = u64> {
    let mut x = n as u64 ^ 0x9e37_79b9_7f4a_7c15;
    (0..n).map(move |_| {
        x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        x >> 20
    })
}

/// `transform` equals the definition at the powers of the domain's root, in the order it declares, and its inverse
/// gives `n` times what was there; scratch is dirty and longer than asked for.
fn check<M>(
    domain: &Domain<M>,
    transform: &dyn Transform<M>,
    element: impl Fn(u64) -> M::Element,
    equal: impl Fn(&M::Element, &M::Element) -> bool,
) -> Result<()>
where
    M: Action,
    M::Scalars: Roots,
{
    let (n, module) = (domain.len(), domain.module());
    assert_eq!(transform.len(), n);
    let input: Vec<M::Element> = words(n).map(&element).collect();
    let mut expected = input.clone();
    Naive::new(domain)?.forward(&mut expected, &mut vec![module.zero(); n])?;
    let mut scratch: Vec<M::Element> = words(transform.scratch_len() + 3).map(&element).collect();
    let mut values = input.clone();
    transform.forward(&mut values, &mut scratch)?;
    for (j, value) in values.iter().enumerate() {
        let k = transform.order().exponent(j, n);
        assert!(equal(value, &expected[k]), "{n} at {j}");
    }
    transform.inverse_unscaled(&mut values, &mut scratch)?;
    let scale = module.prepare(&module.scalars().integer(n as u64));
    for (j, (value, x)) in values.iter().zip(&input).enumerate() {
        assert!(equal(value, &module.applied(x, &scale)), "{n} at {j}, inverse");
    }
    let least = transform.scratch_len();
    if least > 0 {
        let short = transform.forward(&mut values, &mut scratch[..least - 1]);
        assert!(matches!(short, Err(Error::SliceLength { at_least: true, .. })));
    }
    assert!(matches!(transform.forward(&mut values[1..], &mut scratch), Err(Error::SliceLength { .. })));
    Ok(())
}

/// The field of 4096 elements: polynomials over the field of two modulo `x^12 + x^6 + x^4 + x + 1`. It has no half.
#[derive(Clone)]
struct Binary;

impl Module for Binary {
    type Element = u16;

    fn zero(&self) -> u16 {
        0
    }

    fn add_assign(&self, a: &mut u16, b: &u16) {
        *a ^= b;
    }

    fn sub_assign(&self, a: &mut u16, b: &u16) {
        *a ^= b;
    }
}

impl Ring for Binary {
    fn name(&self) -> String {
        "the field of 4096 elements".into()
    }

    fn one(&self) -> u16 {
        1
    }

    fn mul_assign(&self, a: &mut u16, b: &u16) {
        let mut product = 0;
        for bit in (0..12).rev() {
            product = (product << 1) ^ if product >> 11 & 1 == 1 { 0x1053 } else { 0 };
            product ^= if b >> bit & 1 == 1 { *a } else { 0 };
        }
        *a = product;
    }

    fn is_zero(&self, a: &u16) -> bool {
        *a == 0
    }

    fn inverse(&self, a: &u16) -> Option<u16> {
        (*a != 0).then(|| self.pow(a, 4094))
    }
}

impl Action for Binary {
    type Scalars = Self;
    type Twiddle = u16;

    fn scalars(&self) -> &Self {
        self
    }

    fn prepare(&self, scalar: &u16) -> u16 {
        *scalar
    }

    fn apply(&self, x: &mut u16, w: &u16) {
        self.mul_assign(x, w);
    }
}

impl Roots for Binary {
    fn root(&self, n: usize) -> Result<u16> {
        match n {
            1.. if 4095 % n == 0 => Ok(self.pow(&2, 4095 / n as u64)),
            _ => Err(Error::NoRoot { ring: self.name(), order: n, possible: "the order must divide 4095".into() }),
        }
    }
}

/// A family of transforms over any module, made by one constructor.
trait Family {
    fn build<M: Action<Scalars: Roots>>(&self, domain: &Domain<M>) -> Result<Arc<dyn Transform<M>>>;

    /// Over a residue ring.
    fn residues(&self, p: u64, root: Option<u64>, n: usize) -> Result<()> {
        let ring = modulo(p);
        let domain = match root {
            Some(root) => Domain::with_root(ring, n, root)?,
            None => Domain::new(ring, n)?,
        };
        check(&domain, &*self.build(&domain)?, |x| x % p, |a, b| a == b)
    }

    /// Over the complex numbers.
    fn complex(&self, n: usize) -> Result<()> {
        let domain = Domain::new(complex(), n)?;
        let float = |x: u64| Complex::new((x % 1000) as f64 / 1000.0 - 0.5, (x / 1000 % 1000) as f64 / 1000.0 - 0.5);
        check(&domain, &*self.build(&domain)?, float, |a, b| (a - b).norm() < 1e-9)
    }

    /// Over rows of residues.
    fn rows(&self, n: usize) -> Result<()> {
        let domain = Domain::new(Rows::new(modulo(MANY), 3), n)?;
        let row = |x: u64| vec![x % MANY, 3 * x % MANY, x / 3 % MANY];
        check(&domain, &*self.build(&domain)?, row, |a, b| a == b)
    }

    /// Over a field of another crate; 2, 3, 11 and 19 divide its group's order.
    fn scalars(&self, n: usize) -> Result<()> {
        let domain = Domain::new(ff::<Scalar>(), n)?;
        check(&domain, &*self.build(&domain)?, Scalar::from, |a, b| a == b)
    }

    /// In characteristic 2.
    fn binary(&self, n: usize) -> Result<()> {
        let domain = Domain::new(Binary, n)?;
        check(&domain, &*self.build(&domain)?, |x| x as u16 & 0xfff, |a, b| a == b)
    }

    /// Modulo composite numbers, over principal roots found by search.
    fn composite(&self, p: u64, n: usize) -> Result<()> {
        let root = (1..p).find(|w| modulo(p).check_root(w, n).is_ok());
        self.residues(p, Some(root.expect("there is a principal root")), n)
    }
}

fn tally<M: Action<Scalars: Roots>>(family: &impl Family, module: M, n: usize) -> Result<Tally> {
    let ring = Counting::new(module);
    let transform = family.build(&Domain::new(ring.clone(), n)?)?;
    let mut values = vec![ring.zero(); n];
    let mut scratch = vec![ring.zero(); transform.scratch_len()];
    ring.take();
    transform.forward(&mut values, &mut scratch)?;
    let forward = ring.take();
    transform.inverse_unscaled(&mut values, &mut scratch)?;
    assert_eq!(forward, ring.take(), "both directions cost the same");
    Ok(forward)
}

/// Stockham with these radices, or its own if there are none.
struct Autosort<'a>(&'a [usize]);

impl Family for Autosort<'_> {
    fn build<M: Action<Scalars: Roots>>(&self, domain: &Domain<M>) -> Result<Arc<dyn Transform<M>>> {
        Ok(match self.0 {
            [] => Arc::new(Stockham::new(domain)?),
            radices => Arc::new(Stockham::with_radices(domain, radices)?),
        })
    }
}

/// Every order of the factors.
fn orders(factors: &[usize]) -> Vec<Vec<usize>> {
    if factors.is_empty() {
        return vec![Vec::new()];
    }
    let with = |i: usize| {
        let rest = [&factors[..i], &factors[i + 1..]].concat();
        orders(&rest).into_iter().map(move |tail| [&[factors[i]][..], &tail].concat())
    };
    (0..factors.len()).flat_map(with).collect()
}

#[test]
fn stockham_has_every_length() -> Result<()> {
    for n in 1..=130 {
        let radices = stockham_radices(n);
        assert_eq!(radices.iter().product::<usize>(), n);
        assert!(radices.iter().all(|&r| [2, 4, 8].contains(&r) || r % 2 == 1));
        Autosort(&[]).complex(n)?;
        if 720_720 % n == 0 {
            Autosort(&[]).residues(MANY, None, n)?;
            Autosort(&[]).rows(n)?;
        }
    }
    assert_eq!(stockham_radices(5040), [8, 2, 3, 3, 5, 7]);
    assert_eq!((stockham_radices(0), stockham_radices(1)), (vec![], vec![]));
    for n in [1, 2, 3, 6, 11, 12, 19, 33, 48, 66, 209] {
        Autosort(&[]).scalars(n)?;
    }
    for n in [1, 3, 5, 7, 9, 13, 15, 35, 45, 63, 91, 315, 585] {
        Autosort(&[]).binary(n)?;
    }
    for (p, n) in [(17, 16), (257, 64), (31, 30), (71, 35), (65, 4), (91, 6), (31 * 61, 30), (71 * 211, 70)] {
        Autosort(&[]).composite(p, n)?;
    }
    Ok(())
}

#[test]
fn stockham_takes_its_radices_in_any_order() -> Result<()> {
    let lists: [&[usize]; 5] = [&[2, 3, 4, 5, 7], &[3, 8, 3], &[5, 2, 5], &[11, 2, 13], &[7, 7, 2]];
    for radices in lists.iter().flat_map(|list| orders(list)) {
        let n = radices.iter().product();
        Autosort(&radices).complex(n)?;
        if 720_720 % n == 0 {
            Autosort(&radices).residues(MANY, None, n)?;
        }
    }
    let domain = Domain::new(modulo(MANY), 72)?;
    for radices in [&[9, 8][..], &[6, 12], &[8, 3], &[8, 9, 1], &[0], &[72], &[2, 4, 3, 3, 3], &[usize::MAX, 2]] {
        let refusal = Stockham::with_radices(&domain, radices).err().unwrap().to_string();
        assert!(refusal.contains("odd primes"), "{refusal}");
    }
    Ok(())
}

/// Additions, products, real additions, real products.
fn all(tally: Tally) -> [u64; 4] {
    [tally.additions, tally.products(), tally.real_additions(), tally.real_products()]
}

#[test]
fn stockham_mixed_counts() -> Result<()> {
    // Radices, additions, products; P2 and P3 are the primes with many twos, with many threes.
    let (p2, p3) = (modulo(998_244_353), modulo(149_299_201));
    let table: [(Modular, &[usize], u64, u64); 13] = [
        (p2, &[2, 2, 2, 2, 2, 2], 384, 129),
        (p2, &[4, 4, 4], 384, 129),
        (p2, &[8, 8], 384, 129),
        (p2, &[8, 2, 4], 384, 129),
        (p2, &[2, 2, 2, 2, 2, 2, 2, 2, 2, 2], 10240, 4097),
        (p2, &[4, 4, 4, 4, 4], 10240, 4097),
        (p2, &[8, 8, 8, 2], 10240, 4097),
        (p3, &[3, 3, 3, 3], 756, 244),
        (p3, &[5, 5], 170, 66),
        (p3, &[2, 3, 5], 202, 69),
        (p3, &[8, 3, 3, 5], 3984, 1527),
        (p3, &[4, 3, 5, 2], 1048, 385),
        (p3, &[8, 3, 5], 1048, 390),
    ];
    for (ring, radices, additions, products) in table {
        let n = radices.iter().product();
        let over_ring = tally(&Autosort(radices), ring, n)?;
        assert_eq!((over_ring.additions, over_ring.products()), (additions, products), "{radices:?}");
        let over_complex = tally(&Autosort(radices), complex(), n)?;
        assert_eq!((over_complex.additions, over_complex.products()), (additions, products), "{radices:?}");
    }
    for (r, expected) in [(3, [7, 1, 16, 4]), (5, [17, 5, 34, 10]), (7, [30, 18, 60, 36]), (13, [96, 72, 192, 144])] {
        assert_eq!(all(tally(&Autosort(&[r]), complex(), r)?), expected, "{r}");
    }
    // Without one half.
    for (r, additions, products) in [(3, 7, 1), (5, 20, 16), (7, 42, 36)] {
        let over_binary = tally(&Autosort(&[r]), Binary, r)?;
        assert_eq!((over_binary.additions, over_binary.products()), (additions, products), "{r}");
    }
    Ok(())
}

/// The straight transforms, that of length 3 by one half if set.
struct Straight(bool);

impl Family for Straight {
    fn build<M: Action<Scalars: Roots>>(&self, domain: &Domain<M>) -> Result<Arc<dyn Transform<M>>> {
        Ok(if self.0 { Arc::new(Small::with_half(domain)?) } else { Arc::new(Small::new(domain)?) })
    }
}

#[test]
fn small_kernels() -> Result<()> {
    // Radix, by one half, additions, products, of which by I, complex additions and products.
    let table = [
        (2, false, [2, 0, 0, 4, 0]),
        (3, false, [7, 1, 0, 16, 4]),
        (3, true, [6, 2, 0, 12, 4]),
        (4, false, [8, 1, 1, 16, 0]),
        (5, false, [17, 5, 0, 34, 10]),
        (8, false, [24, 5, 3, 52, 4]),
    ];
    for (r, half, expected) in table {
        let counted = tally(&Straight(half), complex(), r)?;
        let [additions, products, real_additions, real_products] = all(counted);
        assert_eq!([additions, products, counted.products_by_i(), real_additions, real_products], expected, "{r}");
        let ring = if r == 8 { 998_244_353 } else { 149_299_201 };
        let counted = tally(&Straight(half), modulo(ring), r)?;
        assert_eq!([counted.additions, counted.products(), counted.products_by_i()], expected[..3], "{r}");
    }
    for n in 1..=24 {
        Straight(false).complex(n)?;
    }
    Straight(true).complex(3)?;
    Straight(true).residues(MANY, None, 3)?;
    Straight(true).rows(3)?;
    for n in [1, 3, 5, 7, 9, 15] {
        Straight(false).binary(n)?;
    }
    assert!(matches!(Small::with_half(&Domain::new(Binary, 3)?), Err(Error::NotInvertible { .. })));
    assert!(matches!(Small::with_half(&Domain::new(modulo(17), 4)?), Err(Error::Length { len: 4, .. })));
    Ok(())
}

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
