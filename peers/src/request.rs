//! Requests to a row, and our transform that answers them.

use crate::{
    Result,
    foreign::fftw,
    timing::{Facts, Run, Told, clocked},
};
use ringfft::{
    plan::{Accelerated, Plan, Recipe, Threads},
    rings::Gf2p128,
};

/// Holds the options of every row.
#[derive(Clone)]
pub struct Request {
    pub threads: usize,
    pub recipe: Option<Recipe>,
    /// The options of FFTW's planner.
    pub fftw: fftw::Options,
    /// More contestants for the rows over GF(2^128).
    pub additive: AdditivePeers,
}

/// Selects the opponents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Other crates.
    Peers,
    /// Ours with one thread.
    Threads,
}

/// A peer: values of novel polynomials at the points of a subspace, natural order in and out.
pub struct AdditivePeer {
    pub name: &'static str,
    pub run: Run<Gf2p128>,
    /// The basis of its points, a Cantor basis; which one it is decides the order of the values and nothing else.
    pub basis: Vec<u128>,
}

/// More peers for transforms of length 2^k.
pub type AdditivePeers = fn(u32) -> Vec<AdditivePeer>;

/// Builds our forward transform with its own scratch.
pub fn ours<M>(module: M, len: usize, threads: usize, recipe: Option<&Recipe>) -> Result<Run<M::Element>>
where
    M: Accelerated,
{
    let mut builder = Plan::builder(module, len).threads(Threads::AtMost(threads));
    if let Some(recipe) = recipe {
        builder = builder.recipe(recipe.clone());
    }
    let (plan, ns) = clocked(|| builder.build());
    let plan = plan?;
    let mut scratch = plan.scratch()?;
    let facts = Facts { plan_ns: Some(ns), estimate_ns: None, scratch: Some(plan.scratch_len()) };
    let run = move |values: &mut [M::Element]| {
        plan.forward_with(values, &mut scratch).expect("slices of the plan's lengths");
    };
    Ok(Box::new(Told { run, facts }))
}
