//! Scenarios, and what transforms are compared with.

use num_complex::Complex;
use ringfft::{
    algebra::{Module, Ring, Roots, Std},
    gpu::DeviceRing,
    inside::require,
    rings::{BabyBear, Bls12381Fr, Bn254Fr, ComplexRing, Goldilocks, KoalaBear, Modular, Modular32, ViaNative},
};
use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
};

/// Limits of a device so small that everything is looped over.
pub(crate) const SMALL: &[(&str, &str)] = &[
    ("RINGFFT_EMULATED_BLOCKS", "7"),
    ("RINGFFT_EMULATED_THREADS", "32"),
    ("RINGFFT_EMULATED_SHARED", "2048"),
    ("RINGFFT_EMULATED_MEMORY", "1048576"),
];

/// The folder of the emulated driver.
fn emulated() -> Option<PathBuf> {
    let folder = env::var_os("RINGFFT_SHIM").map_or_else(|| "target/gpu-shim".into(), PathBuf::from);
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).join(folder).join("driver");
    folder.join("libcuda.so.1").exists().then_some(folder)
}

/// Runs the ignored test `name` in a process with these settings, on the emulated driver or, where the settings ask nothing of the driver
/// and the environment asks for it, on the machine's own.
pub(crate) fn scenario(name: &str, settings: &[(&str, &str)]) {
    let asked = env::var("RINGFFT_GPU_TESTS").unwrap_or_default();
    let mut command = Command::new(env::current_exe().unwrap());
    command.args([name, "--exact", "--ignored", "--nocapture", "--test-threads=1"]);
    assert!(["", "device"].contains(&asked.as_str()), "RINGFFT_GPU_TESTS is {asked}: device or nothing");
    let on_the_machine = asked == "device";
    if on_the_machine && settings.iter().all(|(name, _)| name.starts_with("RINGFFT_DEVICE_")) {
        // The machine's driver is found without help.
    } else if let Some(folder) = require::found("gpu-emulator", emulated().filter(|_| !on_the_machine)) {
        command.env("LD_LIBRARY_PATH", folder);
    } else {
        return;
    }
    let output = command.envs(settings.iter().copied()).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && text.contains("1 passed"),
        "{name} {settings:?}\n{text}\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// `$name => $body`: a test `$name` that runs `inner::$name`, ignored by itself, under each list of settings.
macro_rules! scenarios {
    ($($name:ident [$($settings:expr),*] $body:block)*) => {
        $(#[test]
        fn $name() {
            let path = concat!(module_path!(), "::inner::", stringify!($name));
            let path = path.split_once("::").map_or(path, |(_, path)| path);
            $(crate::kit::scenario(path, $settings);)*
        })*
        mod inner {
            #[allow(unused_imports)]
            use super::*;
            $(#[test]
            #[ignore = "a scenario, for a process of its own"]
            fn $name() $body)*
        }
    };
}
pub(crate) use scenarios;

/// Numbers that look random.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }
}

pub(crate) type El<R> = <R as Module>::Element;

/// A ring of the tests: elements that look random, and a ring in which the definition is computed.
pub(crate) trait Sample: DeviceRing {
    type Wide: Roots;
    /// Whether results do not depend on the order of operations.
    const EXACT: bool = true;
    fn wide(&self) -> Self::Wide;
    fn random(&self, numbers: &mut Numbers) -> El<Self>;
    fn widen(&self, x: &El<Self>) -> El<Self::Wide>;
    fn close(&self, found: &[El<Self>], expected: &[El<Self::Wide>]) -> bool;
}

macro_rules! floats {
    ($($float:ty, $bound:expr;)*) => {
        $(impl Sample for ComplexRing<$float> {
            type Wide = ComplexRing<f64>;
            const EXACT: bool = false;
            fn wide(&self) -> ComplexRing<f64> {
                ComplexRing::new()
            }
            fn random(&self, numbers: &mut Numbers) -> Complex<$float> {
                let mut part = || ((numbers.next() as i64) as f64 / (i64::MAX as f64)) as $float;
                Complex::new(part(), part())
            }
            fn widen(&self, x: &Complex<$float>) -> Complex<f64> {
                Complex::new(x.re as f64, x.im as f64)
            }
            fn close(&self, found: &[Complex<$float>], expected: &[Complex<f64>]) -> bool {
                let error: f64 = found.iter().zip(expected).map(|(x, y)| (self.widen(x) - y).norm_sqr()).sum();
                let size: f64 = expected.iter().map(Complex::norm_sqr).sum();
                found.len() == expected.len() && error.sqrt() <= $bound * size.sqrt()
            }
        })*
    };
}
floats! { f32, 2e-6; f64, 2e-13; }

macro_rules! exact {
    ($($ring:ty, |$this:ident, $numbers:ident| $random:expr;)*) => {
        $(impl Sample for $ring {
            type Wide = $ring;
            fn wide(&self) -> $ring {
                self.clone()
            }
            fn random(&self, $numbers: &mut Numbers) -> El<Self> {
                let $this = self;
                $random
            }
            fn widen(&self, x: &El<Self>) -> El<Self> {
                *x
            }
            fn close(&self, found: &[El<Self>], expected: &[El<Self>]) -> bool {
                found == expected
            }
        })*
    };
}
exact! {
    Std<Goldilocks, ViaNative>, |_this, numbers| Goldilocks::new(numbers.next());
    Std<BabyBear, ViaNative>, |_this, numbers| BabyBear::new(numbers.next());
    Std<KoalaBear, ViaNative>, |_this, numbers| KoalaBear::new(numbers.next());
    Std<Bls12381Fr, ViaNative>, |this, numbers| {
        let mut x = Bls12381Fr::new(numbers.next());
        let y = x;
        this.mul_assign(&mut x, &y);
        this.mul_assign(&mut x, &y);
        this.mul_assign(&mut x, &y);
        x
    };
    Std<Bn254Fr, ViaNative>, |this, numbers| {
        let mut x = Bn254Fr::new(numbers.next());
        let y = x;
        this.mul_assign(&mut x, &y);
        this.mul_assign(&mut x, &y);
        this.mul_assign(&mut x, &y);
        x
    };
    Modular, |this, numbers| this.element(numbers.next());
    Modular32, |this, numbers| this.element(numbers.next());
}

pub(crate) fn random<R: Sample>(ring: &R, seed: u64, n: usize) -> Vec<El<R>> {
    let mut numbers = Numbers(seed);
    (0..n).map(|_| ring.random(&mut numbers)).collect()
}

/// `f(c w^k)` for these `k`, by Horner's rule, and `w^-1` in place of `w` where asked.
pub(crate) fn values<R: Sample>(
    ring: &R,
    x: &[El<R>],
    n: usize,
    coset: Option<&El<R>>,
    at: &[usize],
) -> Vec<El<R::Wide>> {
    let wide = ring.wide();
    let w = wide.root(n).unwrap();
    at.iter()
        .map(|&k| {
            let mut point = wide.power(&w, n, k);
            if let Some(c) = coset {
                wide.mul_assign(&mut point, &ring.widen(c));
            }
            x.iter().rev().fold(wide.zero(), |mut sum, x| {
                wide.mul_assign(&mut sum, &point);
                wide.add_assign(&mut sum, &ring.widen(x));
                sum
            })
        })
        .collect()
}

/// All places of a short transform, some of a long one.
pub(crate) fn places(n: usize) -> Vec<usize> {
    if n <= 32 {
        return (0..n).collect();
    }
    let mut numbers = Numbers(n as u64);
    let mut list = vec![0, 1, n / 2, n - 1];
    list.extend((0..12).map(|_| numbers.next() as usize % n));
    list
}
