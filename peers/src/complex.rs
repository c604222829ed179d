//! Complex numbers against RustFFT.

use crate::{
    Result,
    rows::{Kind, Request, ours},
    timing::{Contest, FEW_CALLS, Measure, Run},
};
use num_complex::Complex;
use ringfft::rings::{ComplexRing, Real};
use rustfft::{Fft, FftNum, FftPlanner, FftPlannerScalar};
use std::sync::Arc;

/// Ours against RustFFT's scalar planner and its default one, or against our one thread.
pub fn contest<T: FftNum + Real>(request: &Request, log_len: u32, kind: Kind) -> Result<Box<dyn Measure>> {
    let len = 1usize << log_len;
    let ring = ComplexRing::<T>::new();
    let plan = |threads, recipe| ours(ring, len, threads, recipe);
    let mut peers: Vec<(&'static str, Run<Complex<T>>)> = match kind {
        Kind::Peers => vec![
            ("rustfft scalar", rustfft(FftPlannerScalar::new().plan_fft_forward(len))),
            ("rustfft default", rustfft(FftPlanner::new().plan_fft_forward(len))),
        ],
        Kind::Threads => vec![("ringfft 1 thread", plan(1, request.recipe.as_ref())?)],
    };
    if request.recipe.is_some() {
        peers.push(("ringfft automatic", plan(request.threads, None)?));
    }
    let ours = plan(request.threads, request.recipe.as_ref())?;
    let mut contest = Contest { input: input(len), ours, peers, most_calls: FEW_CALLS };
    agree(&mut contest)?;
    Ok(Box::new(contest))
}

fn rustfft<T: FftNum>(fft: Arc<dyn Fft<T>>) -> Run<Complex<T>> {
    let zero = Complex::new(T::zero(), T::zero());
    let mut scratch = vec![zero; fft.get_inplace_scratch_len()];
    Box::new(move |values: &mut [_]| fft.process_with_scratch(values, &mut scratch))
}

/// Parts in [-1, 1), the same in every run.
fn input<T: Real>(len: usize) -> Vec<Complex<T>> {
    let mut state = 0x243f_6a88_85a3_08d3u64;
    let mut part = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        T::from_f64((state >> 40) as f64 / f64::from(1 << 23) - 1.0)
    };
    (0..len).map(|_| Complex::new(part(), part())).collect()
}

/// Every peer computes the same map as ours, up to rounding.
fn agree<T: Real>(contest: &mut Contest<Complex<T>>) -> Result<()> {
    let mut results = contest.results().into_iter();
    let (_, ours) = results.next().expect("ours comes first");
    let norm: f64 = ours.iter().map(square).sum();
    for (name, theirs) in results {
        let error: f64 = ours.iter().zip(&theirs).map(|(a, b)| square(&(*a - *b))).sum();
        let bound = 32.0 * T::unit().as_f64();
        // Written so that an error that is no number fails.
        let equal = (error / norm).sqrt() <= bound;
        if !equal {
            return Err(format!("ours and {name} differ: {:e} relative", (error / norm).sqrt()).into());
        }
    }
    Ok(())
}

fn square<T: Real>(z: &Complex<T>) -> f64 {
    z.norm_sqr().as_f64()
}
