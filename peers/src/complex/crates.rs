//! The crates among the peers.

use super::{Float, told};
use crate::{
    Result,
    timing::{Contestant, Run, clocked},
};
use dyn_stack::{PodBuffer, PodStack};
use num_complex::Complex;
use phastft::{
    fft_f32_dit_with_planner_and_opts, fft_f64_dit_with_planner_and_opts,
    options::Options,
    planner::{Direction, PlannerDit32, PlannerDit64},
};
use ringfft::order::Order;
use rustfft::FftPlanner;
use std::{f64::consts::TAU, ops::RangeInclusive, time::Duration};
use tfhe_fft::{ordered, unordered};
use zaft::Zaft;

/// RustFFT with the best instruction set it has for this machine.
pub fn rustfft<T: Float>(len: usize) -> Run<Complex<T>> {
    let (fft, ns) = clocked(|| FftPlanner::<T>::new().plan_fft_forward(len));
    let scratch_len = fft.get_inplace_scratch_len();
    let mut scratch = vec![Complex::default(); scratch_len];
    told(ns, Some(scratch_len), move |values: &mut [Complex<T>]| fft.process_with_scratch(values, &mut scratch))
}

/// PhastFT works on real and imaginary parts apart.
struct Parts<T, R> {
    re: Vec<T>,
    im: Vec<T>,
    transform: R,
}

impl<T: Float, R: FnMut(&mut [T], &mut [T])> Contestant<Complex<T>> for Parts<T, R> {
    fn load(&mut self, input: &[Complex<T>], _work: &mut [Complex<T>]) {
        for ((re, im), z) in self.re.iter_mut().zip(&mut self.im).zip(input) {
            (*re, *im) = (z.re, z.im);
        }
    }

    fn run(&mut self, _work: &mut [Complex<T>]) {
        (self.transform)(&mut self.re, &mut self.im);
    }

    fn store(&mut self, work: &mut [Complex<T>]) {
        for ((re, im), z) in self.re.iter().zip(&self.im).zip(work) {
            *z = Complex::new(*re, *im);
        }
    }
}

/// Its own guess of the best options, within as many threads as there are.
fn options(len: usize, threads: usize) -> Options {
    let mut options = Options::guess_options(len);
    if threads == 1 {
        options.multithreaded_bit_reversal = false;
        options.smallest_parallel_chunk_size = usize::MAX;
    }
    options
}

/// tfhe-fft in its own order; which one, its transform of the second unit vector tells.
struct Unordered<R> {
    transform: R,
    exponents: Vec<usize>,
}

impl<R: FnMut(&mut [Complex<f64>])> Contestant<Complex<f64>> for Unordered<R> {
    fn run(&mut self, work: &mut [Complex<f64>]) {
        (self.transform)(work);
    }

    fn store(&mut self, work: &mut [Complex<f64>]) {
        let values = work.to_vec();
        for (value, &exponent) in values.iter().zip(&self.exponents) {
            work[exponent] = *value;
        }
    }
}

/// tfhe-fft's plans try each of their algorithms for this long.
const TRIAL: Duration = Duration::from_millis(20);

/// Lengths that tfhe-fft has in natural order; its own order has all of twice the least of them and more.
const TFHE_ORDERED: RangeInclusive<usize> = 16..=1024;

impl Float for f64 {
    const SINGLE: bool = false;

    fn zaft(len: usize) -> Result<Run<Complex<f64>>> {
        let (fft, ns) = clocked(|| Zaft::make_forward_fft_f64(len));
        let fft = fft.map_err(|error| format!("zaft: {error:?}"))?;
        let mut scratch = vec![Complex::default(); fft.scratch_length()];
        Ok(told(ns, Some(scratch.len()), move |values: &mut [_]| {
            fft.execute_with_scratch(values, &mut scratch).expect("slices of the plan's lengths");
        }))
    }

    fn phastft(len: usize, threads: usize) -> Run<Complex<f64>> {
        let (planner, ns) = clocked(|| PlannerDit64::new(len));
        let options = options(len, threads);
        let transform = move |re: &mut [f64], im: &mut [f64]| {
            fft_f64_dit_with_planner_and_opts(re, im, Direction::Forward, &planner, &options);
        };
        told(ns, None, Parts { re: vec![0.0; len], im: vec![0.0; len], transform })
    }

    fn tfhe(len: usize, order: Order) -> Option<Run<Complex<f64>>> {
        if !len.is_power_of_two() {
            return None;
        }
        if order == Order::Natural {
            if !TFHE_ORDERED.contains(&len) {
                return None;
            }
            let (plan, ns) = clocked(|| ordered::Plan::new(len, ordered::Method::Measure(TRIAL)));
            let mut memory = PodBuffer::new(plan.fft_scratch());
            let transform = move |values: &mut [_]| plan.fwd(values, PodStack::new(&mut memory));
            return Some(told(ns, None, transform));
        }
        if len < 2 * TFHE_ORDERED.start() {
            return None;
        }
        let (plan, ns) = clocked(|| unordered::Plan::new(len, unordered::Method::Measure(TRIAL)));
        let mut memory = PodBuffer::new(plan.fft_scratch());
        let mut transform = move |values: &mut [Complex<f64>]| plan.fwd(values, PodStack::new(&mut memory));
        let mut unit = vec![Complex::default(); len];
        unit[1] = Complex::new(1.0, 0.0);
        transform(&mut unit);
        let exponent = |z: &Complex<f64>| (-z.arg() / TAU * len as f64).round().rem_euclid(len as f64) as usize;
        let exponents = unit.iter().map(exponent).collect();
        Some(told(ns, None, Unordered { transform, exponents }))
    }
}

impl Float for f32 {
    const SINGLE: bool = true;

    fn zaft(len: usize) -> Result<Run<Complex<f32>>> {
        let (fft, ns) = clocked(|| Zaft::make_forward_fft_f32(len));
        let fft = fft.map_err(|error| format!("zaft: {error:?}"))?;
        let mut scratch = vec![Complex::default(); fft.scratch_length()];
        Ok(told(ns, Some(scratch.len()), move |values: &mut [_]| {
            fft.execute_with_scratch(values, &mut scratch).expect("slices of the plan's lengths");
        }))
    }

    fn phastft(len: usize, threads: usize) -> Run<Complex<f32>> {
        let (planner, ns) = clocked(|| PlannerDit32::new(len));
        let options = options(len, threads);
        let transform = move |re: &mut [f32], im: &mut [f32]| {
            fft_f32_dit_with_planner_and_opts(re, im, Direction::Forward, &planner, &options);
        };
        told(ns, None, Parts { re: vec![0.0; len], im: vec![0.0; len], transform })
    }

    fn tfhe(_: usize, _: Order) -> Option<Run<Complex<f32>>> {
        None
    }
}
