//! The transforms that have every length, or every length that factors: equality with the definition, inverses,
//! counts, refusals.

mod factors;
mod stockham;

use bls12_381::Scalar;
use num_complex::Complex;
use ringfft::{
    Error, Result,
    algebra::{Action, Domain, Module, Ring, Roots},
    dft::{Naive, Small, Stockham, Transform},
    rings::{ComplexRing, Modular, Rows, ff},
};
use ringfft_testing::{Counting, Tally};
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

/// Additions, products, real additions, real products.
fn all(tally: Tally) -> [u64; 4] {
    [tally.additions, tally.products(), tally.real_additions(), tally.real_products()]
}

/// The straight transforms, that of length 3 by one half if set.
struct Straight(bool);

impl Family for Straight {
    fn build<M: Action<Scalars: Roots>>(&self, domain: &Domain<M>) -> Result<Arc<dyn Transform<M>>> {
        Ok(if self.0 { Arc::new(Small::with_half(domain)?) } else { Arc::new(Small::new(domain)?) })
    }
}
