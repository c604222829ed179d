//! Complex transforms in one and more dimensions, forward and in place.

mod crates;
mod ours;

pub use crates::rustfft;

use crate::{
    Result,
    float::{Float, Peer, agree, rounding, uniform},
    foreign::{fftw, mkl},
    request::{Kind, Request},
    timing::{Contest, MANY_CALLS, Measure, Told},
};
use num_complex::Complex;
use ringfft::{order::Order, rings::Real};

/// Ours against every peer that has the shape and the order, or against our one thread too.
pub fn contest<T: Float>(request: &Request, shape: &[usize], order: Order, kind: Kind) -> Result<Box<dyn Measure>> {
    let len = shape.iter().product();
    let threads = request.threads;
    let ours = |threads, recipe| ours::forward::<T>(shape, order, threads, recipe);
    let mut peers: Vec<Peer<Complex<T>>> = Vec::new();
    match kind {
        Kind::Threads => peers.push(("ringfft 1 thread", ours(1, request.recipe.as_ref())?)),
        Kind::Peers if order == Order::Natural => {}
        // For those that need no order: what they would pay for it.
        Kind::Peers => peers.push(("ringfft natural", ours::forward::<T>(shape, Order::Natural, threads, None)?)),
    }
    if request.recipe.is_some() {
        peers.push(("ringfft automatic", ours(threads, None)?));
    }
    peers.extend(fftw::<T>(shape, threads, &request.fftw)?);
    peers.extend(mkl::<T>(shape, threads)?);
    if let [len] = *shape {
        if threads == 1 {
            peers.push(("rustfft", rustfft(len)));
            peers.push(("zaft", T::zaft(len)?));
            peers.extend(T::tfhe(len, Order::Natural).map(|run| ("tfhe-fft", run)));
            if order != Order::Natural {
                peers.extend(T::tfhe(len, order).map(|run| ("tfhe-fft unordered", run)));
            }
        }
        if len.is_power_of_two() && len > 1 {
            peers.push(("PhastFT", T::phastft(len, threads)));
        }
    }
    let ours = ours(threads, request.recipe.as_ref())?;
    let mut contest = Contest { input: input(len), ours, peers, most_calls: MANY_CALLS };
    agree(&mut contest, |_| rounding(2 * len))?;
    // Transforms of transforms grow; zero stays what it is, and takes the same time.
    contest.input.fill(Complex::default());
    Ok(Box::new(contest))
}

/// FFTW, where it is.
pub fn fftw<T: Float>(shape: &[usize], threads: usize, options: &fftw::Options) -> Result<Option<Peer<Complex<T>>>> {
    let Some(plan) = fftw::plan::<T>(fftw::Kind::Forward, shape, threads, options)? else { return Ok(None) };
    let facts = plan.facts;
    let run = move |values: &mut [Complex<T>]| plan.complex(values);
    Ok(Some((options.rigor.name(), Box::new(Told { run, facts }))))
}

/// MKL, where it is.
pub fn mkl<T: Float>(shape: &[usize], threads: usize) -> Result<Option<Peer<Complex<T>>>> {
    let Some(plan) = mkl::plan::<T>(false, shape, threads)? else { return Ok(None) };
    let facts = plan.facts;
    let run = move |values: &mut [Complex<T>]| plan.complex(values, true);
    Ok(Some(("MKL", Box::new(Told { run, facts }))))
}

/// Returns random numbers, the same in every run.
pub fn input<T: Real>(len: usize) -> Vec<Complex<T>> {
    let mut part = uniform(0);
    (0..len).map(|_| Complex::new(part(), part())).collect()
}
