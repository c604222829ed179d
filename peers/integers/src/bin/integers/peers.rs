//! The contestants of integer products.

use dashu_int::UBig;
use malachite_base::num::arithmetic::traits::Square as _;
use malachite_nz::natural::Natural;
use num_bigint::BigUint;
use peers_integers::{
    Result,
    contest::{Boxed, Entry, OURS, Prepared},
    libraries::{Flint, Gmp, Limbs},
    options::Common,
};
use ringfft::{integer::Multiplier, plan::Threads};
use std::hint::black_box;

const ONE_THREAD: &str = "1 thread";
const GMP: &str = "gmp";
const SYSTEM: &str = "gmp-system";
const FLINT: &str = "flint";
const FLINT_ONE_THREAD: &str = "flint 1 thread";
const BIGINT: &str = "num-bigint";
const MALACHITE: &str = "malachite";
const DASHU: &str = "dashu";

/// Two factors, or one to be squared.
#[derive(Clone, Copy)]
pub struct Factors<'a> {
    /// The longer factor.
    pub a: &'a [u64],
    /// The shorter factor; `None` for a square.
    pub b: Option<&'a [u64]>,
}

impl Factors<'_> {
    fn product_len(self) -> usize {
        self.a.len() + self.b.map_or(self.a.len(), <[u64]>::len)
    }
}

/// The peers that were found and are wanted.
pub struct Peers {
    gmp: Option<Gmp>,
    flint: Option<Flint>,
    system: Option<Gmp>,
    names: Vec<&'static str>,
    threads: usize,
}

impl Peers {
    /// Opens the libraries.
    pub fn open(common: &Common) -> Result<Self> {
        let all = [ONE_THREAD, GMP, SYSTEM, FLINT, FLINT_ONE_THREAD, BIGINT, MALACHITE, DASHU];
        common.start(&all)?;
        let threads = usize::from(common.threads);
        // The system's GMP last: FLINT shares the GMP that is open.
        let alone = |name, open: fn() -> Result<Gmp>| (threads == 1).then(|| common.open(&[name], open)).flatten();
        let gmp = alone(GMP, Gmp::built);
        let flint = common.open(&[FLINT, FLINT_ONE_THREAD], Flint::new);
        let system = alone(SYSTEM, Gmp::system);
        let found = |name: &str| match name {
            ONE_THREAD => threads > 1,
            GMP => gmp.is_some(),
            SYSTEM => system.is_some(),
            FLINT => flint.is_some(),
            FLINT_ONE_THREAD => flint.is_some() && threads > 1,
            _ => threads == 1,
        };
        let names = all.into_iter().filter(|name| common.wants(name) && found(name)).collect();
        Ok(Peers { gmp, flint, system, names, threads })
    }

    /// Returns the names of the peers.
    pub fn names(&self) -> &[&'static str] {
        &self.names
    }

    /// Returns the versions of the libraries that are not crates.
    pub fn libraries(&self) -> Vec<String> {
        let line = |name: &str, version: Option<&String>| version.map(|version| format!("{name}: {version}"));
        let versions = [
            line(GMP, self.gmp.as_ref().map(|gmp| &gmp.version)),
            line(SYSTEM, self.system.as_ref().map(|gmp| &gmp.version)),
            line(FLINT, self.flint.as_ref().map(|flint| &flint.version)),
        ];
        versions.into_iter().flatten().collect()
    }

    /// Returns the contestants of a row, ours first.
    pub fn contestants<'a>(
        &'a self,
        ours: Multiplier,
        factors: Factors<'a>,
        wanted: impl Fn(&str) -> bool,
    ) -> Vec<Boxed<'a>> {
        let mut all = vec![ringfft(OURS, ours, factors)];
        for &name in self.names.iter().filter(|name| wanted(name)) {
            let limbs = match name {
                GMP => self.gmp.as_ref().map(|gmp| gmp.limbs),
                SYSTEM => self.system.as_ref().map(|gmp| gmp.limbs),
                _ => None,
            };
            all.extend(match (name, limbs) {
                (FLINT, _) => self.flint(name, factors, self.threads),
                (FLINT_ONE_THREAD, _) => self.flint(name, factors, 1),
                (_, Some(limbs)) => Some(foreign(name, limbs, factors)),
                (ONE_THREAD, _) if self.threads > 1 => {
                    Some(ringfft(name, ours.threads(Threads::AtMost(1)), factors))
                }
                (BIGINT, _) => Some(big(name, factors, bigint, |a, b| a * b, |a| a * a, BigUint::to_u64_digits)),
                (MALACHITE, _) => {
                    Some(big(name, factors, natural, |a, b| a * b, |a| a.square(), Natural::to_limbs_asc))
                }
                (DASHU, _) => {
                    Some(big(name, factors, UBig::from_words, |a, b| a * b, UBig::sqr, |x| x.as_words().to_vec()))
                }
                _ => None,
            });
        }
        all
    }

    /// Returns FLINT's contestant with so many threads, which it sets before a sample.
    fn flint<'a>(&'a self, name: &'static str, factors: Factors<'a>, threads: usize) -> Option<Boxed<'a>> {
        let flint = self.flint.as_ref()?;
        let contestant = foreign(name, flint.limbs, factors);
        let prepare = move || flint.set_threads(threads);
        Some(if self.threads > 1 { Box::new(Prepared { contestant, prepare }) } else { contestant })
    }
}

fn ringfft<'a>(name: &'static str, multiplier: Multiplier, factors: Factors<'a>) -> Boxed<'a> {
    let call = move |out: &mut Vec<u64>| {
        let a = black_box(factors.a);
        let done = match factors.b {
            Some(b) => multiplier.multiply_into(a, black_box(b), out),
            None => multiplier.square_into(a, out),
        };
        done.expect("a product that fits in memory");
    };
    Box::new(Entry { name, state: vec![0; factors.product_len()], call, product: Vec::clone })
}

fn foreign<'a>(name: &'static str, limbs: Limbs, factors: Factors<'a>) -> Boxed<'a> {
    let call = move |out: &mut Vec<u64>| match factors.b {
        Some(b) => limbs.multiply(factors.a, b, out),
        None => limbs.square(factors.a, out),
    };
    Box::new(Entry { name, state: vec![0; factors.product_len()], call, product: Vec::clone })
}

/// A type of big integers: the product is a new number, freed by the next call.
fn big<'a, T: 'a>(
    name: &'static str,
    factors: Factors<'a>,
    from: impl Fn(&[u64]) -> T,
    multiply: impl Fn(&T, &T) -> T + 'a,
    square: impl Fn(&T) -> T + 'a,
    limbs: impl Fn(&T) -> Vec<u64> + 'a,
) -> Boxed<'a> {
    let (a, b) = (from(factors.a), factors.b.map(&from));
    let call = move |out: &mut Option<T>| {
        *out = Some(match &b {
            Some(b) => multiply(black_box(&a), black_box(b)),
            None => square(black_box(&a)),
        });
    };
    Box::new(Entry { name, state: None, call, product: move |out: &Option<T>| out.as_ref().map_or(Vec::new(), &limbs) })
}

fn bigint(limbs: &[u64]) -> BigUint {
    BigUint::new(limbs.iter().flat_map(|&limb| [limb as u32, (limb >> 32) as u32]).collect())
}

fn natural(limbs: &[u64]) -> Natural {
    Natural::from_limbs_asc(limbs)
}
