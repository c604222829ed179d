//! Real transforms out of place: numbers to the first half of their values, and back.

use crate::{
    Result,
    float::{Float, Norm, Peer, agree, rounding, told},
    foreign::{fftw, mkl},
    halves::{Extent, Halves, as_complex},
    request::{Kind, Request},
    timing::{Contest, MANY_CALLS, Measure, Run, Told, clocked},
};
use realfft::RealFftPlanner;
use ringfft::{
    plan::{Scale, Threads},
    real::{RealMulti, RealPlan},
};

/// Ours against every peer that has the shape; one way or the other.
pub fn contest<T: Float + Norm<Real = T>>(
    request: &Request,
    shape: &[usize],
    forward: bool,
    kind: Kind,
) -> Result<Box<dyn Measure>> {
    let threads = request.threads;
    let extent = Extent::new(shape);
    let mut peers: Vec<Peer<T>> = Vec::new();
    if kind == Kind::Threads {
        peers.push(("ringfft 1 thread", ours(shape, forward, 1)?));
    }
    peers.extend(fftw(shape, forward, threads, &request.fftw)?);
    if let [len] = *shape {
        peers.extend(mkl(len, forward, threads)?);
        if threads == 1 {
            peers.push(("realfft", realfft(len, forward)));
            peers.push(("zaft", T::zaft_real(len, forward)?));
        }
        if len.is_power_of_two() && len >= 4 {
            peers.push(("PhastFT", T::phastft_real(len, threads, forward)));
        }
    }
    let mut contest =
        Contest { input: extent.input(forward), ours: ours(shape, forward, threads)?, peers, most_calls: MANY_CALLS };
    // PhastFT multiplies its twiddles of real transforms along, and their errors grow with the length.
    let numbers = extent.numbers;
    agree(
        &mut contest,
        |name| if name == "PhastFT" { rounding(numbers).max(numbers as f64) } else { rounding(numbers) },
    )?;
    // As for complex transforms: zero stays what it is.
    contest.input.fill(T::zero());
    Ok(Box::new(contest))
}

/// From one buffer to another.
type Transform<T> = Box<dyn FnMut(&mut [T], &mut [T])>;

/// Ours, with its own scratch.
fn ours<T: Float>(shape: &[usize], forward: bool, threads: usize) -> Result<Run<T>> {
    let threads = Threads::AtMost(threads);
    let halves = |scratch: usize, ns: f64, run: Transform<T>| {
        told(ns, Some(scratch), Halves::of(Extent::new(shape), forward, run))
    };
    if let [len] = *shape {
        let (plan, ns) = clocked(|| RealPlan::<T>::builder(len).scale(Scale::NONE).threads(threads).build());
        let plan = plan?;
        let mut scratch = plan.scratch()?;
        return Ok(halves(
            plan.scratch_len(),
            ns,
            Box::new(move |input: &mut [T], output: &mut [T]| {
                match forward {
                    true => plan.forward_with(input, as_complex(output), &mut scratch),
                    false => plan.inverse_with(as_complex(input), output, &mut scratch),
                }
                .expect("slices of the plan's lengths");
            }),
        ));
    }
    let axes: Vec<usize> = (0..shape.len()).collect();
    let (plan, ns) = clocked(|| RealMulti::<T>::builder(shape, &axes).scale(Scale::NONE).threads(threads).build());
    let plan = plan?;
    let mut scratch = plan.scratch()?;
    Ok(halves(
        plan.scratch_len(),
        ns,
        Box::new(move |input: &mut [T], output: &mut [T]| {
            match forward {
                true => plan.forward_with(input, as_complex(output), &mut scratch),
                false => plan.inverse_with(as_complex(input), output, &mut scratch),
            }
            .expect("slices of the plan's lengths");
        }),
    ))
}

fn fftw<T: Float>(shape: &[usize], forward: bool, threads: usize, options: &fftw::Options) -> Result<Option<Peer<T>>> {
    let kind = if forward { fftw::Kind::RealToComplex } else { fftw::Kind::ComplexToReal };
    let Some(plan) = fftw::plan::<T>(kind, shape, threads, options)? else { return Ok(None) };
    let facts = plan.facts;
    let run =
        Halves::of(Extent::new(shape), forward, move |input: &mut [T], output: &mut [T]| plan.real(input, output));
    Ok(Some((options.rigor.name(), Box::new(Told { run, facts }))))
}

fn mkl<T: Float>(len: usize, forward: bool, threads: usize) -> Result<Option<Peer<T>>> {
    let Some(plan) = mkl::plan::<T>(true, &[len], threads)? else { return Ok(None) };
    let facts = plan.facts;
    let run = Halves::new(len, forward, move |input: &mut [T], output: &mut [T]| plan.real(input, output, forward));
    Ok(Some(("MKL", Box::new(Told { run, facts }))))
}

/// realfft, which uses its input as scratch.
fn realfft<T: Float>(len: usize, forward: bool) -> Run<T> {
    let mut planner = RealFftPlanner::<T>::new();
    if forward {
        let (plan, ns) = clocked(|| planner.plan_fft_forward(len));
        let mut scratch = plan.make_scratch_vec();
        return told(
            ns,
            Some(scratch.len()),
            Halves::new(len, forward, move |input: &mut [T], output: &mut [T]| {
                plan.process_with_scratch(input, as_complex(output), &mut scratch)
                    .expect("slices of the plan's lengths");
            }),
        );
    }
    let (plan, ns) = clocked(|| planner.plan_fft_inverse(len));
    let mut scratch = plan.make_scratch_vec();
    told(
        ns,
        Some(scratch.len()),
        Halves::new(len, forward, move |input: &mut [T], output: &mut [T]| {
            plan.process_with_scratch(as_complex(input), output, &mut scratch).expect("slices of the plan's lengths");
        }),
    )
}
