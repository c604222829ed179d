//! Real transforms out of place: numbers to the first half of their values, and back.

use crate::{
    Result,
    complex::{Float, Peer, agree, rounding, told, uniform},
    foreign::{fftw, mkl},
    rows::{Kind, Request},
    timing::{Contest, Contestant, MANY_CALLS, Measure, Run, Told, clocked},
};
use num_complex::Complex;
use realfft::RealFftPlanner;
use ringfft::{plan::{Scale, Threads}, real::{RealMulti, RealPlan}};

/// Ours against every peer that has the shape; one way or the other.
pub fn contest<T: Float + crate::complex::Norm<Real = T>>(
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

/// Pairs of numbers as complex numbers.
pub fn as_complex<T: Float>(pairs: &mut [T]) -> &mut [Complex<T>] {
    let len = pairs.len() / 2;
    // SAFETY: `Complex<T>` is two `T` in a row, `repr(C)`, and every pair of floats is one.
    unsafe { std::slice::from_raw_parts_mut(pairs.as_mut_ptr().cast(), len) }
}

/// Where numbers and values lie in the shared buffer: the input first, then, from a multiple of 64 bytes on, the output.
#[derive(Clone, Copy)]
pub struct Extent {
    /// Real numbers.
    numbers: usize,
    /// Numbers that the values consist of.
    parts: usize,
    /// Numbers of one row of values, along the last axis.
    row: usize,
}

impl Extent {
    fn new(shape: &[usize]) -> Self {
        let numbers: usize = shape.iter().product();
        let last = shape[shape.len() - 1];
        let row = (last / 2 + 1) * 2;
        Extent { numbers, parts: numbers / last * row, row }
    }

    /// Numbers of the input and of the output, and where the output starts.
    fn split(self, forward: bool) -> [usize; 3] {
        let (input, output) = if forward { (self.numbers, self.parts) } else { (self.parts, self.numbers) };
        [input, output, input.next_multiple_of(64)]
    }

    /// Something to transform. Values are those of a real array: in one dimension the first, and for even lengths the last,
    /// have no imaginary part; in more, the first and the last of every row are zero.
    fn input<T: Float>(self, forward: bool) -> Vec<T> {
        let [input, output, start] = self.split(forward);
        let mut buffer = vec![T::zero(); start + output];
        let mut number = uniform(0);
        if forward {
            buffer[..input].fill_with(number);
            return buffer;
        }
        let rows = self.parts / self.row;
        if rows == 1 {
            buffer[..input].fill_with(number);
            buffer[1] = T::zero();
            if self.numbers.is_multiple_of(2) {
                buffer[input - 1] = T::zero();
            }
            return buffer;
        }
        // Away from the first and the last column of the last axis every value may be what it likes.
        for row in buffer[..input].chunks_exact_mut(self.row) {
            let end = self.row - 2;
            row[2..end].fill_with(&mut number);
        }
        buffer
    }
}

/// A real transform that finds its input and its output in the shared buffer.
pub struct Halves<F> {
    extent: Extent,
    forward: bool,
    transform: F,
}

impl<F> Halves<F> {
    /// One of `len` real numbers.
    pub fn new(len: usize, forward: bool, transform: F) -> Self {
        Self::of(Extent::new(&[len]), forward, transform)
    }

    fn of(extent: Extent, forward: bool, transform: F) -> Self {
        Halves { extent, forward, transform }
    }

    fn split<'a, T>(&self, work: &'a mut [T]) -> (&'a mut [T], &'a mut [T]) {
        let [input, output, start] = self.extent.split(self.forward);
        let (head, tail) = work.split_at_mut(start);
        (&mut head[..input], &mut tail[..output])
    }
}

impl<T: Float, F: FnMut(&mut [T], &mut [T])> Contestant<T> for Halves<F> {
    fn run(&mut self, work: &mut [T]) {
        let (input, output) = self.split(work);
        (self.transform)(input, output);
    }

    fn store(&mut self, work: &mut [T]) {
        // Some destroy their input.
        self.split(work).0.fill(T::zero());
    }
}

/// PhastFT's: values as real and imaginary parts apart.
pub struct HalfParts<T, F> {
    pub halves: Halves<()>,
    pub re: Vec<T>,
    pub im: Vec<T>,
    /// Of the numbers and the values' parts.
    pub transform: F,
}

impl<T: Float, F: FnMut(&mut [T], &mut [T], &mut [T])> Contestant<T> for HalfParts<T, F> {
    fn load(&mut self, input: &[T], work: &mut [T]) {
        work.clone_from_slice(input);
        if !self.halves.forward {
            let values = as_complex(self.halves.split(work).0);
            for ((re, im), z) in self.re.iter_mut().zip(&mut self.im).zip(values) {
                (*re, *im) = (z.re, z.im);
            }
        }
    }

    fn run(&mut self, work: &mut [T]) {
        let (input, output) = self.halves.split(work);
        let numbers = if self.halves.forward { input } else { output };
        (self.transform)(numbers, &mut self.re, &mut self.im);
    }

    fn store(&mut self, work: &mut [T]) {
        let (input, output) = self.halves.split(work);
        input.fill(T::zero());
        if self.halves.forward {
            for ((re, im), z) in self.re.iter().zip(&self.im).zip(as_complex(output)) {
                *z = Complex::new(*re, *im);
            }
        } else {
            // Its inverse divides by the length.
            let len = T::from_integer(output.len() as u64);
            output.iter_mut().for_each(|x| *x = *x * len);
        }
    }
}
