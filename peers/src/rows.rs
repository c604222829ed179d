//! The rows of the table: which ring, which length, against whom.

use crate::{
    Result, complex, field,
    timing::{Budget, Measure, Outcome},
};
use ringfft::plan::{Accelerated, Plan, Recipe, Threads};
use std::time::Duration;

/// What the command line asks of every row.
#[derive(Clone, Debug)]
pub struct Request {
    pub threads: usize,
    pub recipe: Option<Recipe>,
}

/// One contest, not yet prepared.
pub struct Row {
    pub ring: &'static str,
    pub log_len: u32,
    kind: Kind,
    make: fn(&Request, u32, Kind) -> Result<Box<dyn Measure>>,
}

/// Against whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Other crates.
    Peers,
    /// Ours with one thread.
    Threads,
}

/// Every row.
///
/// Products belong here too: a contest whose buffer holds both factors and room for the product.
pub fn rows() -> Vec<Row> {
    let transforms = |ring, logs: &[u32], kind, make: fn(&Request, u32, Kind) -> Result<Box<dyn Measure>>| {
        logs.iter().map(|&log_len| Row { ring, log_len, kind, make }).collect::<Vec<_>>()
    };
    let every_second = [10, 12, 14, 16, 18, 20];
    [
        transforms("complex-f64", &every_second, Kind::Peers, complex::contest::<f64>),
        transforms("complex-f32", &every_second, Kind::Peers, complex::contest::<f32>),
        transforms("bls12-381-fr", &[12, 16, 20], Kind::Peers, field::contest),
        transforms("complex-f64", &[20], Kind::Threads, complex::contest::<f64>),
        transforms("bls12-381-fr", &[20], Kind::Threads, field::contest),
    ]
    .into_iter()
    .flatten()
    .collect()
}

impl Row {
    /// What filters look at.
    pub fn name(&self) -> String {
        match self.kind {
            Kind::Peers => format!("{}/{}", self.ring, self.size()),
            Kind::Threads => format!("{}/{}/threads", self.ring, self.size()),
        }
    }

    /// The length, as a power of two.
    pub fn size(&self) -> String {
        format!("2^{}", self.log_len)
    }

    /// Prepares the contest, within a pool of its number of threads, and runs it there.
    fn within<R: Send>(&self, request: &Request, run: impl FnOnce(Box<dyn Measure>) -> R + Send) -> Result<R> {
        let mut request = request.clone();
        if self.kind == Kind::Threads {
            request.threads = request.threads.max(2);
        }
        let len = 1usize << self.log_len;
        request.recipe = request.recipe.filter(|recipe| recipe.len() == len);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(request.threads).build()?;
        pool.install(|| match (self.make)(&request, self.log_len, self.kind) {
            Ok(contest) => Ok(run(contest)),
            Err(error) => Err(error.to_string()),
        })
        .map_err(|error| format!("{}: {error}", self.name()).into())
    }

    /// Measures ours against each of the peers.
    pub fn measure(&self, request: &Request, budget: Budget) -> Result<Vec<Outcome>> {
        self.within(request, |mut contest| contest.measure(budget))
    }

    /// Runs ours, or the named peer, for a time; tells who ran, and how many calls.
    pub fn profile(&self, request: &Request, peer: Option<&str>, time: Duration) -> Result<(&'static str, u64)> {
        self.within(request, |mut contest| {
            let names = contest.names();
            let index = peer.map_or(Some(0), |peer| names.iter().position(|name| name.contains(peer)));
            index.map(|index| (names[index], contest.run_for(index, time)))
        })?
        .ok_or_else(|| format!("{} has no such peer", self.name()).into())
    }
}

/// Our forward transform with its own scratch.
pub fn ours<M>(module: M, len: usize, threads: usize, recipe: Option<&Recipe>) -> Result<crate::timing::Run<M::Element>>
where
    M: Accelerated,
{
    let builder = Plan::builder(module, len).threads(Threads::AtMost(threads));
    let plan = match recipe {
        Some(recipe) => builder.recipe(recipe.clone()),
        None => builder,
    }
    .build()?;
    let mut scratch = plan.scratch()?;
    Ok(Box::new(move |values: &mut [_]| plan.forward_with(values, &mut scratch).expect("slices of the plan's lengths")))
}
