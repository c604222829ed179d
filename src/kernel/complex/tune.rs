//! Measured choices: the fastest of the kernels that the cost model finds best, and how they are kept as text.
//!
//! ```text
//! ringfft-tuning 1
//! cpu avx512 AMD EPYC 9R14
//! c64 1000 natural 1 lanes8(8*5x5x5)
//! ```
//!
//! A text of another version, CPU or instruction set has nothing to say here and is skipped. Reading and writing files is the
//! caller's.

#![allow(unreachable_pub, reason = "for those who keep measured choices")]

use super::{Kernel, Native, Shape, build, candidates, resolve};
use crate::{Error, Result, kernel::isa::Isa, order::Order};
use alloc::{collections::BTreeMap, format, string::String, vec::Vec};
use core::fmt::Write;
use num_complex::Complex;
use std::time::{Duration, Instant};

/// First line of every text.
const VERSION: &str = "ringfft-tuning 1";

/// How many candidates are timed.
const CANDIDATES: usize = 6;

/// The fastest of the best candidates, each timed for `budget`.
///
/// # Errors
/// Where no kernel has the length, order or instruction set, or memory is short.
pub fn tune<T: Native>(len: usize, order: Order, isa: Isa, threads: usize, budget: Duration) -> Result<Shape> {
    let mut best: Option<(Duration, Shape)> = None;
    let zero = Complex::new(T::zero(), T::zero());
    let mut x = super::reserve("values to time a transform with", len)?;
    x.resize(len, zero);
    let mut scratch: Vec<Complex<T>> = Vec::new();
    for (shape, _) in candidates::<T>(len, order, isa, threads)?.into_iter().take(CANDIDATES) {
        let kernel = build::<T>(&shape, isa, threads)?;
        scratch = if scratch.len() < kernel.scratch_len() {
            let mut longer = super::reserve("scratch to time a transform with", kernel.scratch_len())?;
            longer.resize(kernel.scratch_len(), zero);
            longer
        } else {
            scratch
        };
        let time = measure(&*kernel, &mut x, &mut scratch, budget);
        if best.as_ref().is_none_or(|(least, _)| time < *least) {
            best = Some((time, shape));
        }
    }
    let possible = "1 to 2^40";
    best.map(|(_, shape)| shape).ok_or(Error::Length { what: "a complex transform", len, possible })
}

/// The least time of a thousand runs.
fn measure<T: Native>(
    kernel: &dyn Kernel<T>,
    x: &mut [Complex<T>],
    scratch: &mut [Complex<T>],
    budget: Duration,
) -> Duration {
    let (begin, mut least, mut runs) = (Instant::now(), Duration::MAX, 1u32);
    loop {
        let start = Instant::now();
        for _ in 0..runs {
            kernel.run(core::hint::black_box(&mut *x), scratch, false);
        }
        let time = start.elapsed();
        if time < Duration::from_micros(20) && runs < 1 << 20 {
            runs *= 2;
        } else {
            least = least.min(time * 1000 / runs);
        }
        if begin.elapsed() > budget && least < Duration::MAX {
            return least;
        }
    }
}

/// What a choice was measured for: bytes of a float, length, order, threads.
type Key = (usize, usize, &'static str, usize);

/// Measured choices for this CPU with one instruction set.
#[derive(Clone, Debug)]
pub struct Tuning {
    cpu: String,
    shapes: BTreeMap<Key, Shape>,
}

impl Tuning {
    /// None yet.
    ///
    /// # Errors
    /// [`Error::Unsupported`] where the machine lacks the instruction set.
    pub fn new(isa: Isa) -> Result<Self> {
        Ok(Tuning { cpu: format!("cpu {} {}", resolve(isa)?, cpu_model()), shapes: BTreeMap::new() })
    }

    /// The choice for a transform.
    pub fn get<T: Native>(&self, len: usize, order: Order, threads: usize) -> Option<&Shape> {
        self.shapes.get(&(size_of::<T>(), len, order.name(), threads))
    }

    /// Keeps a choice.
    pub fn set<T: Native>(&mut self, order: Order, threads: usize, shape: Shape) {
        self.shapes.insert((size_of::<T>(), shape.len(), order.name(), threads), shape);
    }

    /// All choices as text.
    pub fn to_text(&self) -> String {
        let mut text = format!("{VERSION}\n{}\n", self.cpu);
        for ((bytes, len, order, threads), shape) in &self.shapes {
            // Writing to a string does not fail.
            let _ = writeln!(text, "c{} {len} {order} {threads} {shape}", 8 * bytes);
        }
        text
    }

    /// Adds the choices of a text, and says how many; none of a text of another version, CPU or instruction set.
    ///
    /// # Errors
    /// [`Error::Parse`] where a line of this version and CPU is none; nothing is added then.
    pub fn read(&mut self, text: &str) -> Result<usize> {
        let mut lines = text.lines();
        if lines.next() != Some(VERSION) || lines.next() != Some(&self.cpu) {
            return Ok(0);
        }
        let mut found = Vec::new();
        for line in lines {
            let refuse = || Error::Parse {
                expected: "a line such as `c64 1000 natural 1 lanes8(8*5x5x5)`",
                found: line.chars().take(60).collect(),
                source: None,
            };
            let mut words = line.split(' ');
            let mut word = || words.next().ok_or_else(refuse);
            let bytes = match word()? {
                "c64" => 8,
                "c32" => 4,
                _ => return Err(refuse()),
            };
            let len: usize = word()?.parse().map_err(|_| refuse())?;
            let order: Order = word()?.parse()?;
            let threads: usize = word()?.parse().map_err(|_| refuse())?;
            let shape: Shape = word()?.parse()?;
            if shape.len() != len || shape.order() != order || words.next().is_some() {
                return Err(refuse());
            }
            found.push(((bytes, len, order.name(), threads), shape));
        }
        let count = found.len();
        self.shapes.extend(found);
        Ok(count)
    }
}

/// The CPU's name as it gives it.
fn cpu_model() -> String {
    #[cfg(target_arch = "x86_64")]
    {
        #[allow(unsafe_code, unused_unsafe, reason = "reading the CPU's name; newer Rust calls it safe")]
        let leaf = |leaf: u32| {
            // SAFETY: every x86-64 has the instruction.
            unsafe { core::arch::x86_64::__cpuid(leaf) }
        };
        if leaf(0x8000_0000).eax >= 0x8000_0004 {
            let mut name = Vec::new();
            for i in 0x8000_0002..=0x8000_0004 {
                let words = leaf(i);
                for word in [words.eax, words.ebx, words.ecx, words.edx] {
                    name.extend(word.to_le_bytes());
                }
            }
            let printable = name.into_iter().filter(|c| (b' '..=b'~').contains(c)).map(char::from);
            return printable.collect::<String>().trim().into();
        }
    }
    std::env::consts::ARCH.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_kept_and_those_of_others_skipped() {
        let mut tuning = Tuning::new(Isa::Scalar).unwrap();
        let shape = tune::<f64>(60, Order::Natural, Isa::Scalar, 1, Duration::from_micros(100)).unwrap();
        tuning.set::<f64>(Order::Natural, 1, shape.clone());
        let text = tuning.to_text();
        let mut other = Tuning::new(Isa::Scalar).unwrap();
        assert_eq!(other.read(&text).unwrap(), 1);
        assert_eq!(other.get::<f64>(60, Order::Natural, 1), Some(&shape));
        assert_eq!(other.get::<f32>(60, Order::Natural, 1), None);
        assert_eq!(other.read(&text.replace("tuning 1", "tuning 2")).unwrap(), 0);
        assert_eq!(other.read(&text.replace("cpu scalar", "cpu avx2")).unwrap(), 0);
        for bad in ["c64 60 natural 1 lanes", "c64 61 natural 1 single(6)", "c65", "", "c64 6 natural 1 single(6) x"] {
            assert!(other.read(&format!("{VERSION}\n{}\n{bad}\n", other.cpu)).is_err(), "{bad}");
        }
    }
}
