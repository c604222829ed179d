//! The crates among the peers.

use crate::{
    Result,
    float::{Float, told},
    halves::{HalfParts, Halves, as_complex},
    timing::{Contestant, Run, clocked},
};
use dyn_stack::{PodBuffer, PodStack};
use num_complex::Complex;
use phastft::{
    c2r_fft_f32_with_planner_and_opts, c2r_fft_f64_with_planner_and_opts, fft_f32_dit_with_planner_and_opts,
    fft_f64_dit_with_planner_and_opts,
    options::Options,
    planner::{Direction, PlannerDit32, PlannerDit64, PlannerR2c32, PlannerR2c64},
    r2c_fft_f32_with_planner_and_opts, r2c_fft_f64_with_planner_and_opts,
};
use ringfft::{order::Order, rings::DoubleDouble};
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
const TRIAL: Duration = Duration::from_millis(60);

/// Lengths that tfhe-fft has in natural order; its own order has all of twice the least of them and more.
const TFHE_ORDERED: RangeInclusive<usize> = 16..=1024;

/// Of `f64` alone.
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

/// Everything that has a name of its own for each type.
macro_rules! floats {
    ($($t:ty {
        wide: $wide:ty, single: $single:expr, zaft: [$zaft:ident $zaft_r2c:ident $zaft_c2r:ident],
        phastft: [$planner:ident $dit:ident $real_planner:ident $r2c:ident $c2r:ident], tfhe: $tfhe:expr,
    })*) => {$(
        impl Float for $t {
            type Wide = $wide;

            const SINGLE: bool = $single;

            fn zaft(len: usize) -> Result<Run<Complex<$t>>> {
                let (fft, ns) = clocked(|| Zaft::$zaft(len));
                let fft = fft.map_err(|error| format!("zaft: {error:?}"))?;
                let mut scratch = vec![Complex::default(); fft.scratch_length()];
                Ok(told(ns, Some(scratch.len()), move |values: &mut [_]| {
                    fft.execute_with_scratch(values, &mut scratch).expect("slices of the plan's lengths");
                }))
            }

            fn phastft(len: usize, threads: usize) -> Run<Complex<$t>> {
                let (planner, ns) = clocked(|| $planner::new(len));
                let options = options(len, threads);
                let transform = move |re: &mut [$t], im: &mut [$t]| {
                    $dit(re, im, Direction::Forward, &planner, &options);
                };
                told(ns, None, Parts { re: vec![0.0; len], im: vec![0.0; len], transform })
            }

            fn zaft_real(len: usize, forward: bool) -> Result<Run<$t>> {
                if forward {
                    let (fft, ns) = clocked(|| Zaft::$zaft_r2c(len));
                    let fft = fft.map_err(|error| format!("zaft: {error:?}"))?;
                    let mut scratch = vec![Complex::default(); fft.complex_scratch_length()];
                    return Ok(told(ns, Some(scratch.len()), Halves::new(len, forward, move |input: &mut [_], output: &mut [_]| {
                        fft.execute_with_scratch(input, as_complex(output), &mut scratch).expect("slices of the plan's lengths");
                    })));
                }
                let (fft, ns) = clocked(|| Zaft::$zaft_c2r(len));
                let fft = fft.map_err(|error| format!("zaft: {error:?}"))?;
                let mut scratch = vec![Complex::default(); fft.complex_scratch_length()];
                Ok(told(ns, Some(scratch.len()), Halves::new(len, forward, move |input: &mut [_], output: &mut [_]| {
                    fft.execute_with_scratch(as_complex(input), output, &mut scratch).expect("slices of the plan's lengths");
                })))
            }

            fn phastft_real(len: usize, threads: usize, forward: bool) -> Run<$t> {
                let (planner, ns) = clocked(|| $real_planner::new(len));
                let options = options(len / 2, threads);
                let half = len / 2 + 1;
                let [re, im] = [(); 2].map(|()| vec![0.0; half]);
                if forward {
                    let transform = move |input: &mut [$t], re: &mut [$t], im: &mut [$t]| $r2c(input, re, im, &planner, &options);
                    return told(ns, None, HalfParts { halves: Halves::new(len, forward, ()), re, im, transform });
                }
                let [mut a, mut b] = [(); 2].map(|()| vec![0.0; len / 2]);
                let transform = move |output: &mut [$t], re: &mut [$t], im: &mut [$t]| {
                    $c2r(re, im, output, &planner, &options, &mut a, &mut b);
                };
                told(ns, Some(len / 2), HalfParts { halves: Halves::new(len, forward, ()), re, im, transform })
            }

            fn tfhe(len: usize, order: Order) -> Option<Run<Complex<$t>>> {
                $tfhe(len, order)
            }
        }
    )*};
}

floats! {
    f64 {
        wide: DoubleDouble, single: false, zaft: [make_forward_fft_f64 make_r2c_fft_f64 make_c2r_fft_f64],
        phastft: [
            PlannerDit64 fft_f64_dit_with_planner_and_opts
            PlannerR2c64 r2c_fft_f64_with_planner_and_opts c2r_fft_f64_with_planner_and_opts
        ],
        tfhe: tfhe,
    }
    f32 {
        wide: f64, single: true, zaft: [make_forward_fft_f32 make_r2c_fft_f32 make_c2r_fft_f32],
        phastft: [
            PlannerDit32 fft_f32_dit_with_planner_and_opts
            PlannerR2c32 r2c_fft_f32_with_planner_and_opts c2r_fft_f32_with_planner_and_opts
        ],
        tfhe: |_, _| None,
    }
}
