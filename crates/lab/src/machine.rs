//! The machine: its name and its measured limits.
//!
//! Each limit is the best of several short runs of a loop of one kind of operation:
//!
//! | limit | loop |
//! |---|---|
//! | clock | a chain of additions and rotations, two cycles a step |
//! | FMA | independent fused multiply-adds of `f64` in the widest vectors of the processor |
//! | multiply | independent products of words of 64 bits, upper halves taken |
//! | copy | a copy between buffers of 32 MiB, bytes read and written |
//!
//! # Requires
//! The FMA loop is compiled three times: for the target of the build, for AVX2 with FMA, and for AVX-512. The latter
//! two run only if the processor has them.

#![allow(unsafe_code)]

use ringfft::plan::Isa;
use serde::{Deserialize, Serialize};
use std::{hint::black_box, time::Instant};

/// The machine on which a report was made.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Machine {
    /// The name of the processor.
    pub processor: String,
    /// The number of cores that the program may use.
    pub cores: usize,
    /// The operating system and the architecture.
    pub system: String,
    /// The instruction sets of the library that the machine has.
    pub instruction_sets: Vec<String>,
}

impl Machine {
    /// Reads the description of this machine.
    pub fn here() -> Self {
        let cpuinfo = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let name = cpuinfo.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
        let sets = Isa::ALL.iter().filter(|isa| **isa != Isa::Auto && isa.is_available());
        Machine {
            processor: name.map_or_else(|| "unknown".into(), |(_, name)| name.trim().to_string()),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            instruction_sets: sets.map(|isa| isa.name().to_string()).collect(),
        }
    }
}

/// The measured limits of one core.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Limits {
    /// Cycles per nanosecond.
    pub clock_ghz: f64,
    /// Floating-point operations per nanosecond by fused multiply-adds, each of which counts as two.
    pub fma_gflops: f64,
    /// Products of words of 64 bits per nanosecond.
    pub multiplies_per_ns: f64,
    /// Bytes read and written per nanosecond by a copy.
    pub copy_bytes_per_ns: f64,
}

impl Limits {
    /// Measures the limits, in about 0.3 seconds.
    pub fn measure() -> Self {
        Limits {
            clock_ghz: best(clock),
            fma_gflops: best(fma),
            multiplies_per_ns: best(multiply),
            copy_bytes_per_ns: copy(),
        }
    }
}

/// Returns the best rate of several runs.
fn best(run: impl Fn() -> f64) -> f64 {
    (0..8).map(|_| run()).fold(0.0, f64::max)
}

/// Returns a count per nanosecond since `begin`.
fn rate(count: u64, begin: Instant) -> f64 {
    count as f64 / (begin.elapsed().as_nanos().max(1) as f64)
}

fn clock() -> f64 {
    const STEPS: u64 = 1 << 21;
    let (mut x, k) = (black_box(1u64), black_box(0x9e37_79b9_7f4a_7c15u64));
    let begin = Instant::now();
    for _ in 0..STEPS {
        x = x.wrapping_add(k).rotate_left(7);
    }
    black_box(x);
    rate(2 * STEPS, begin)
}

fn multiply() -> f64 {
    const STEPS: u64 = 1 << 18;
    let mut lanes: [u64; 8] = black_box([3, 5, 7, 11, 13, 17, 19, 23]);
    let k = black_box(0x9e37_79b9_7f4a_7c15u64);
    let begin = Instant::now();
    for _ in 0..STEPS {
        for x in &mut lanes {
            *x = ((u128::from(*x) * u128::from(k)) >> 64) as u64;
        }
    }
    black_box(lanes);
    rate(8 * STEPS, begin)
}

/// Number of independent accumulators: enough to hide the latency of the widest vectors.
const WIDTH: usize = 96;

/// The steps of one run.
const STEPS: usize = 1 << 15;

#[inline(always)]
fn fma_body(x: &mut [f64; WIDTH], k: f64, c: f64) {
    for _ in 0..STEPS {
        for x in x.iter_mut() {
            *x = x.mul_add(k, c);
        }
    }
}

/// Computes products and sums separately, for processors without fused multiply-add.
#[inline(always)]
fn without_fma(x: &mut [f64; WIDTH], k: f64, c: f64) {
    for _ in 0..STEPS {
        for x in x.iter_mut() {
            *x = *x * k + c;
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn fma_avx512(x: &mut [f64; WIDTH], k: f64, c: f64) {
    fma_body(x, k, c);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn fma_avx2(x: &mut [f64; WIDTH], k: f64, c: f64) {
    fma_body(x, k, c);
}

fn fma() -> f64 {
    let mut x = [1.0; WIDTH];
    x.iter_mut().enumerate().for_each(|(i, x)| *x += i as f64);
    let (mut x, k, c) = (black_box(x), black_box(0.999), black_box(0.001));
    let begin = Instant::now();
    widest(&mut x, k, c);
    black_box(x);
    rate((2 * WIDTH * STEPS) as u64, begin)
}

fn widest(x: &mut [f64; WIDTH], k: f64, c: f64) {
    #[cfg(target_arch = "x86_64")]
    {
        if std::is_x86_feature_detected!("avx512f") {
            // SAFETY: the line above checks that the processor has AVX-512 F, which is all that the function needs.
            return unsafe { fma_avx512(x, k, c) };
        }
        if std::is_x86_feature_detected!("avx2") && std::is_x86_feature_detected!("fma") {
            // SAFETY: the line above checks that the processor has AVX2 and FMA, which are all that the function needs.
            return unsafe { fma_avx2(x, k, c) };
        }
    }
    if cfg!(target_arch = "aarch64") { fma_body(x, k, c) } else { without_fma(x, k, c) }
}

fn copy() -> f64 {
    const BYTES: usize = 1 << 25;
    let (from, mut to) = (vec![1u8; BYTES], vec![2u8; BYTES]);
    (0..4).fold(0.0, |best: f64, _| {
        let begin = Instant::now();
        to.copy_from_slice(black_box(&from));
        black_box(&mut to);
        best.max(rate(2 * BYTES as u64, begin))
    })
}
