//! The peers as contestants of the laboratory: the program `compare`.
//!
//! A contestant here is one transform along one axis a call, on data of its own: FFTW wants an aligned buffer and
//! PhastFT real and imaginary parts apart. The laboratory draws the input, compares the values with the definition, and
//! times the runs in rounds beside the library's own plans. RustFFT is a peer of the laboratory itself.

use crate::{
    complex,
    float::Float,
    foreign::{fftw, mkl},
    timing::{Aligned, Run},
};
use bls12_381::Scalar;
use ff::{Field, PrimeField};
use halo2_proofs::arithmetic::best_fft;
use num_complex::Complex;
use rayon::ThreadPoolBuilder;
use ringfft::{order::Order, plan::Isa, rings::ff as prime_field};
use ringfft_lab::{
    Ask, Contestant, Error, Foreign, ForeignPlan, Narrow, Prepared, Result, foreign_complex, foreign_exact,
};
use std::process::ExitCode;

/// Runs the laboratory with every peer; `--peers` selects them.
pub fn main() -> ExitCode {
    let peers: Vec<&dyn Contestant> =
        COMPLEX.iter().map(|peer| peer as &dyn Contestant).chain([&BestFft as &dyn Contestant]).collect();
    ringfft_lab::main_with_peers(&[], &peers)
}

/// Makes a transform of a length for a number of threads; `None` where the peer has no such transform.
type Make<T> = fn(usize, usize) -> crate::Result<Option<Run<Complex<T>>>>;

/// A peer over complex numbers.
#[derive(Clone, Copy)]
struct ComplexPeer {
    name: &'static str,
    /// The tasks that it has, in words.
    has: &'static str,
    /// `true` if it takes any number of threads, `false` if it has one.
    threads: bool,
    /// Returns why it is not on this machine.
    missing: fn() -> Option<&'static str>,
    double: Make<f64>,
    single: Make<f32>,
}

const COMPLEX: &[ComplexPeer] = &[
    ComplexPeer {
        name: "fftw",
        has: "c32 and c64 in the precisions and with the threads that it was built with",
        threads: true,
        missing: missing_fftw,
        double: by_fftw,
        single: by_fftw,
    },
    ComplexPeer {
        name: "fftw-estimate",
        has: "c32 and c64 in the precisions and with the threads that it was built with",
        threads: true,
        missing: missing_fftw,
        double: by_fftw_estimate,
        single: by_fftw_estimate,
    },
    ComplexPeer {
        name: "mkl",
        has: "c32 and c64",
        threads: true,
        missing: mkl::missing,
        double: by_mkl,
        single: by_mkl,
    },
    ComplexPeer {
        name: "zaft",
        has: "c32 and c64 on one thread",
        threads: false,
        missing: || None,
        double: |len, _| f64::zaft(len).map(Some),
        single: |len, _| f32::zaft(len).map(Some),
    },
    ComplexPeer {
        name: "phastft",
        has: "c32 and c64 at powers of two from 2 on, here on one thread",
        threads: false,
        missing: || None,
        double: by_phastft,
        single: by_phastft,
    },
    ComplexPeer {
        name: "tfhe-fft",
        has: "c64 at powers of two from 2^4 to 2^10 on one thread",
        threads: false,
        missing: || None,
        double: |len, _| Ok(f64::tfhe(len, Order::Natural)),
        single: |len, _| Ok(f32::tfhe(len, Order::Natural)),
    },
];

fn missing_fftw() -> Option<&'static str> {
    fftw::missing::<f32>().and(fftw::missing::<f64>())
}

fn planned_fftw<T: Float>(len: usize, threads: usize, rigor: fftw::Rigor) -> crate::Result<Option<Run<Complex<T>>>> {
    if let Some(why) = fftw::missing::<T>() {
        return Err(why.into());
    }
    Ok(complex::fftw(&[len], threads, &fftw::Options { rigor, wisdom: None })?.map(|(_, run)| run))
}

fn by_fftw<T: Float>(len: usize, threads: usize) -> crate::Result<Option<Run<Complex<T>>>> {
    planned_fftw(len, threads, fftw::Rigor::Measure)
}

fn by_fftw_estimate<T: Float>(len: usize, threads: usize) -> crate::Result<Option<Run<Complex<T>>>> {
    planned_fftw(len, threads, fftw::Rigor::Estimate)
}

fn by_mkl<T: Float>(len: usize, threads: usize) -> crate::Result<Option<Run<Complex<T>>>> {
    Ok(complex::mkl(&[len], threads)?.map(|(_, run)| run))
}

fn by_phastft<T: Float>(len: usize, _: usize) -> crate::Result<Option<Run<Complex<T>>>> {
    Ok((len.is_power_of_two() && len > 1).then(|| T::phastft(len, 1)))
}

impl Contestant for ComplexPeer {
    fn name(&self) -> String {
        self.name.into()
    }

    fn available(&self) -> Result<()> {
        match (self.missing)() {
            None => Ok(()),
            Some(why) => Err(Error::input(format!("{} is not here: {why}", self.name))),
        }
    }

    fn prepare(&self, ask: &Ask<'_>) -> Result<Prepared> {
        let refused = || Error::input(format!("{} has {}, {ONE}", self.name, self.has));
        if !is_one(ask) || !self.threads && ask.threads != 1 {
            return Err(refused());
        }
        match ask.task.ring.as_str() {
            "c64" => self.transform(ask, self.double, refused),
            "c32" => self.transform(ask, self.single, refused),
            _ => Err(refused()),
        }
    }
}

impl ComplexPeer {
    fn transform<T: Float + Narrow>(
        &self,
        ask: &Ask<'_>,
        make: Make<T>,
        refused: impl Fn() -> Error,
    ) -> Result<Prepared> {
        let len = ask.task.len();
        foreign_complex(ask, || {
            let made = make(len, ask.threads).map_err(|error| Error::input(format!("{}: {error}", self.name)))?;
            Ok(plan(self.name, len, Complex::default(), made.ok_or_else(refused)?))
        })
    }
}

/// The conditions of every peer.
const ONE: &str = "and one transform along one axis a call, with its own choice of instructions";

fn is_one(ask: &Ask<'_>) -> bool {
    ask.task.shape.len() == 1 && ask.task.batch == 1 && ask.isa == Isa::Auto
}

/// Wraps a run with a buffer of its own.
fn plan<E: Clone + 'static>(name: &str, len: usize, zero: E, run: Run<E>) -> ForeignPlan<E> {
    let facts = run.facts();
    ForeignPlan {
        recipe: format!("{name}({len})"),
        plan_seconds: facts.plan_ns.unwrap_or(0.0) * 1e-9,
        scratch_bytes: (facts.scratch.unwrap_or(0) * size_of::<E>()) as u64,
        transform: Box::new(Buffered { run, work: Aligned::new(vec![zero; len]) }),
    }
}

/// A run and the buffer that it works in.
struct Buffered<E> {
    run: Run<E>,
    work: Aligned<E>,
}

impl<E: Clone> Foreign<E> for Buffered<E> {
    fn load(&mut self, input: &[E]) {
        self.run.load(input, &mut self.work);
    }

    fn run(&mut self) {
        self.run.run(&mut self.work);
    }

    fn store(&mut self, values: &mut [E]) {
        self.run.store(&mut self.work);
        values.clone_from_slice(&self.work);
    }
}

/// halo2's `best_fft`. It has no plan: every call computes the powers of its root.
struct BestFft;

impl Contestant for BestFft {
    fn name(&self) -> String {
        "best-fft".into()
    }

    fn prepare(&self, ask: &Ask<'_>) -> Result<Prepared> {
        let len = ask.task.len();
        let log_len = len.ilog2();
        if !is_one(ask) || ask.task.ring != "bls12-381-fr" || !len.is_power_of_two() || log_len > Scalar::S {
            return Err(Error::input(format!(
                "best-fft has bls12-381-fr at powers of two up to 2^{}, {ONE}",
                Scalar::S
            )));
        }
        foreign_exact(
            ask,
            prime_field::<Scalar>(),
            |random| Scalar::from_raw(std::array::from_fn(|_| random.bits())),
            || {
                // It takes the threads of the pool that it is called in.
                let pool = ThreadPoolBuilder::new().num_threads(ask.threads).build();
                let pool = pool.map_err(|error| Error::Resource(format!("best-fft: {error}: take fewer threads")))?;
                let omega = (log_len..Scalar::S).fold(Scalar::ROOT_OF_UNITY, |w, _| w.square());
                let run = move |values: &mut [Scalar]| pool.install(|| best_fft(values, omega, log_len));
                Ok(plan("best-fft", len, Scalar::ZERO, Box::new(run)))
            },
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ringfft_lab::Task;

    fn task(ring: &str, shape: &[usize]) -> Task {
        Task { ring: ring.into(), shape: shape.to_vec(), batch: 1 }
    }

    /// Every peer that is here has a right transform wherever it says so, and one line where it has none.
    #[test]
    fn peers_are_right_or_refuse() {
        let peers = COMPLEX.iter().map(|peer| peer as &dyn Contestant).chain([&BestFft as &dyn Contestant]);
        for peer in peers.filter(|peer| peer.available().is_ok()) {
            let mut right = 0;
            for ring in ["c32", "c64", "bls12-381-fr", "goldilocks"] {
                for shape in [&[1][..], &[2], &[16], &[1000], &[1009], &[1024], &[8, 8]] {
                    let task = task(ring, shape);
                    match peer.prepare(&Ask::new(&task)) {
                        Ok(mut prepared) => {
                            let error = prepared.runner.error().unwrap().unwrap();
                            assert!(
                                error < if ring == "c32" { 1e-5 } else { 1e-13 },
                                "{} {task:?}: {error}",
                                peer.name()
                            );
                            right += 1;
                        }
                        Err(error) => {
                            assert!(!error.to_string().contains('\n') && error.to_string().contains(&peer.name()))
                        }
                    }
                }
            }
            assert!(right >= 2, "{}", peer.name());
        }
    }

    /// A peer that is not there is named with the script that gets it.
    #[test]
    fn a_missing_peer_names_its_script() {
        let missing = ComplexPeer { name: "fftw", missing: || Some("no such file; run get_fftw.sh"), ..COMPLEX[0] };
        assert_eq!(missing.available().unwrap_err().to_string(), "fftw is not here: no such file; run get_fftw.sh");
        for peer in COMPLEX {
            if let Err(error) = peer.available() {
                let script = if peer.name == "mkl" { "get_mkl.sh" } else { "get_fftw.sh" };
                assert!(error.to_string().contains(script), "{error}");
            }
        }
    }
}
