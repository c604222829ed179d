//! Numbers and the first half of their values in one buffer, for transforms out of place.

use crate::{
    float::{Float, uniform},
    timing::Contestant,
};
use num_complex::Complex;

/// Views pairs of numbers as complex numbers.
pub fn as_complex<T: Float>(pairs: &mut [T]) -> &mut [Complex<T>] {
    let len = pairs.len() / 2;
    // SAFETY: `Complex<T>` is two `T` in a row, `repr(C)`, and every pair of floats is one.
    unsafe { std::slice::from_raw_parts_mut(pairs.as_mut_ptr().cast(), len) }
}

/// Places the input and the output in the shared buffer: the input first, the output from a multiple of 64 bytes on.
#[derive(Clone, Copy)]
pub struct Extent {
    /// Real numbers.
    pub numbers: usize,
    /// Numbers that the values consist of.
    parts: usize,
    /// Numbers of one row of values, along the last axis.
    row: usize,
}

impl Extent {
    /// Lays out a transform of this shape.
    pub fn new(shape: &[usize]) -> Self {
        let numbers: usize = shape.iter().product();
        let last = shape[shape.len() - 1];
        let row = (last / 2 + 1) * 2;
        Extent { numbers, parts: numbers / last * row, row }
    }

    /// Returns the lengths of input and output, and the start of the output.
    fn split(self, forward: bool) -> [usize; 3] {
        let (input, output) = if forward { (self.numbers, self.parts) } else { (self.parts, self.numbers) };
        [input, output, input.next_multiple_of(64)]
    }

    /// Returns random input. Values are those of a real array: in one dimension the first, and for even lengths the last,
    /// have no imaginary part; in more, the first and the last of every row are zero.
    pub fn input<T: Float>(self, forward: bool) -> Vec<T> {
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
    /// Wraps a transform of `len` real numbers.
    pub fn new(len: usize, forward: bool, transform: F) -> Self {
        Self::of(Extent::new(&[len]), forward, transform)
    }

    /// Wraps a transform of this layout.
    pub fn of(extent: Extent, forward: bool, transform: F) -> Self {
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
