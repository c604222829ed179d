//! Batches of short complex transforms, forward and in place, one after the other or in columns of a matrix.

use crate::{
    Result,
    complex::{input, rustfft},
    float::{Float, agree, rounding, told},
    request::Request,
    timing::{Contest, Contestant, MANY_CALLS, Measure, Run, clocked},
};
use num_complex::Complex;
use ringfft::{
    plan::{Layout, Plan, Threads},
    rings::ComplexRing,
};

/// Batches and lengths.
pub const SHAPES: [[usize; 2]; 5] = [[1024, 16], [4096, 8], [128, 64], [256, 32], [64, 128]];

/// Ours against RustFFT, whose transforms lie one after the other in either layout.
pub fn contest<T: Float>(request: &Request, shape: [usize; 2], layout: Layout) -> Result<Box<dyn Measure>> {
    let [batch, len] = shape;
    let peer: Run<_> = Box::new(Rows { run: rustfft::<T>(len), shape, layout });
    let ours = ours::<T>(shape, layout, request.threads)?;
    let mut contest =
        Contest { input: input(batch * len), ours, peers: vec![("rustfft", peer)], most_calls: MANY_CALLS };
    agree(&mut contest, |_| rounding(2 * len))?;
    contest.input.fill(Complex::default());
    Ok(Box::new(contest))
}

/// Our plan of a batch with its own scratch.
fn ours<T: Float>([batch, len]: [usize; 2], layout: Layout, threads: usize) -> Result<Run<Complex<T>>> {
    let builder = Plan::builder(ComplexRing::<T>::new(), len).batch(batch, layout).threads(Threads::AtMost(threads));
    let (plan, ns) = clocked(|| builder.build());
    let plan = plan?;
    let mut scratch = plan.scratch()?;
    Ok(told(ns, Some(plan.scratch_len()), move |values: &mut [Complex<T>]| {
        plan.forward_with(values, &mut scratch).expect("slices of the plan's lengths");
    }))
}

/// A peer that wants transforms one after the other: columns are transposed for it before the clock runs, and back after.
struct Rows<T> {
    run: Run<Complex<T>>,
    shape: [usize; 2],
    layout: Layout,
}

impl<T: Float> Contestant<Complex<T>> for Rows<T> {
    fn load(&mut self, input: &[Complex<T>], work: &mut [Complex<T>]) {
        let [batch, len] = self.shape;
        match self.layout {
            Layout::Columns => transpose(input, work, [len, batch]),
            _ => work.copy_from_slice(input),
        }
    }

    fn run(&mut self, work: &mut [Complex<T>]) {
        self.run.run(work);
    }

    fn store(&mut self, work: &mut [Complex<T>]) {
        let [batch, len] = self.shape;
        if self.layout == Layout::Columns {
            let values = work.to_vec();
            transpose(&values, work, [batch, len]);
        }
    }
}

/// Transposes a matrix of `rows` by `columns` values.
fn transpose<T: Copy>(from: &[T], to: &mut [T], [rows, columns]: [usize; 2]) {
    for i in 0..rows {
        for j in 0..columns {
            to[j * rows + i] = from[i * columns + j];
        }
    }
}
