//! Primes of up to 64 bits known when the program runs: products modulo x^n + 1, against tfhe-ntt.

use crate::{
    ours::{contest as against, reversed, wanted, words},
    own::{Own, Places},
    primes::GOLDILOCKS,
};
use peers::{Aligned, Contestant, Facts, Kind, Measure, Request, Result, Run, Told, clocked};
use ringfft::{order::Order, plan::{Accelerated, Algorithm, Plan, Scale}, rings::{Goldilocks, Modular, Modular32, conventions::exponent, native}};

/// Both in bit-reversed order, the inverse unscaled.
pub fn contest(request: &Request, prime: u64, log: u32, inverse: bool, kind: Kind) -> Result<Box<dyn Measure>> {
    match prime {
        GOLDILOCKS => Of {
            module: native::<Goldilocks>(),
            element: Goldilocks::new,
            forms64: (|x| x.value(), |&x| Goldilocks::new(x)),
            forms32: (|x| x.value() as u32, |&x| Goldilocks::new(x.into())),
            prime,
        }
        .contest(request, log, inverse, kind),
        _ if prime >> 32 == 0 => Of {
            module: Modular32::new(prime)?,
            element: |x| x as u32,
            forms64: (|&x| x.into(), |&x| x as u32),
            forms32: (|&x| x, |&x| x),
            prime,
        }
        .contest(request, log, inverse, kind),
        _ => Of {
            module: Modular::new(prime)?,
            element: |x| x,
            forms64: (|&x| x, |&x| x),
            forms32: (|&x| x as u32, |&x| x.into()),
            prime,
        }
        .contest(request, log, inverse, kind),
    }
}

/// How to go from elements `T` of ours to elements `U` and back.
type Forms<T, U> = (fn(&T) -> U, fn(&U) -> T);

/// A ring of ours and what relates it to words.
struct Of<M: Accelerated> {
    module: M,
    element: fn(u64) -> M::Element,
    forms64: Forms<M::Element, u64>,
    forms32: Forms<M::Element, u32>,
    prime: u64,
}

impl<M: Accelerated<Scalars = M, Element: PartialEq>> Of<M> {
    fn contest(self, request: &Request, log: u32, inverse: bool, kind: Kind) -> Result<Box<dyn Measure>> {
        let len = 1usize << log;
        let builder = Plan::builder(self.module.clone(), len)
            .algorithm(Algorithm::Negacyclic)
            .order(Order::BitReversed)
            .scale(Scale::NONE);
        let input = words(self.prime).take(len).map(|word| (self.element)(word % self.prime)).collect();
        let mut peers: Vec<(&'static str, Run<M::Element>)> = Vec::new();
        if kind == Kind::Peers && wanted(kind) {
            // The ring's own root is the one that ours takes.
            let root = self.module.root(2 * len)?;
            peers.push(("tfhe-ntt", self.tfhe(log, &root, inverse)?));
        }
        against(request, kind, &builder, inverse, input, peers)
    }

    fn tfhe(&self, log: u32, root: &M::Element, inverse: bool) -> Result<Run<M::Element>> {
        let (len, prime) = (1 << log, self.prime);
        let lacks = || format!("tfhe-ntt has no plan of length 2^{log} modulo {prime}");
        if let Ok(modulus) = u32::try_from(prime) {
            let (plan, ns) = clocked(|| tfhe_ntt::prime32::Plan::try_new(len, modulus));
            let plan = plan.ok_or_else(lacks)?;
            let mut line = vec![0u32; len];
            line[1] = 1;
            plan.fwd(&mut line);
            let places = || self.places(log, root, line[0].into());
            let (takes, gives) = if inverse { (Some(places()?), None) } else { (None, Some(places()?)) };
            let run = move |values: &mut Aligned<u32>| if inverse { plan.inv(values) } else { plan.fwd(values) };
            return Ok(told(Own::new(self.forms32.0, self.forms32.1, run).takes(takes).gives(gives), ns));
        }
        let (plan, ns) = clocked(|| tfhe_ntt::prime64::Plan::try_new(len, prime));
        let plan = plan.ok_or_else(lacks)?;
        let mut line = vec![0u64; len];
        line[1] = 1;
        plan.fwd(&mut line);
        let places = || self.places(log, root, line[0]);
        let (takes, gives) = if inverse { (Some(places()?), None) } else { (None, Some(places()?)) };
        let run = move |values: &mut Aligned<u64>| if inverse { plan.inv(values) } else { plan.fwd(values) };
        Ok(told(Own::new(self.forms64.0, self.forms64.1, run).takes(takes).gives(gives), ns))
    }

    /// Both have the value at `v^(2k+1)` where `k` is in bit-reversed order, but not with the same `v`. Theirs is the first value
    /// of the polynomial `x`, and a power of ours.
    fn places(&self, log: u32, ours: &M::Element, theirs: u64) -> Result<Places> {
        let len = 1usize << log;
        let t = exponent(&self.module, ours, &(self.element)(theirs), 2 * len)?;
        Ok(Box::new(move |j| reversed((t * (2 * reversed(j, log) + 1) - 1) / 2 % len, log)))
    }
}

fn told<T: Clone + 'static>(run: impl Contestant<T> + 'static, ns: f64) -> Run<T> {
    Box::new(Told { run, facts: Facts { plan_ns: Some(ns), ..Facts::default() } })
}
