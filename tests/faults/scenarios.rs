//! The entry points, each as something to attempt: made, run, and told by a digest of what came out.
//!
//! Nothing but the crate allocates in an attempt: what goes in and what comes out is kept from one to the next.

use crate::allocator::calm;
use num_complex::Complex;
use ringfft::{
    Result,
    plan::{Accelerated, Algorithm, Layout, Plan, Planner, Threads},
    rings::{
        BabyBear, Bls12381Fr, Bn254Fr, ComplexRing, Gf2p16, Gf2p64, Goldilocks, M31, Modular, Modular32, binary, ff,
        native,
    },
};
use ringfft_testing::Random;
use std::{fmt::Display, sync::Mutex};

/// Makes a plan or a product and uses it; the digest of the result.
pub(crate) type Attempt = Box<dyn Fn() -> Result<u64> + Sync>;

/// A named attempt, made when it is wanted.
pub(crate) struct Scenario {
    pub(crate) name: String,
    pub(crate) make: Box<dyn FnOnce() -> Attempt>,
}

/// A digest of the bytes of elements that have no padding.
pub(crate) fn digest<E: Copy>(list: &[E]) -> u64 {
    // SAFETY: the scenarios take floats, words and arrays of words, of which every byte has a value.
    let bytes = unsafe { std::slice::from_raw_parts(list.as_ptr().cast::<u8>(), size_of_val(list)) };
    bytes.chunks(8).fold(bytes.len() as u64, |digest, chunk| {
        let word = chunk.iter().fold(0u64, |word, &byte| word << 8 | u64::from(byte));
        (digest.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    })
}

/// What goes in, and room for what comes out.
pub(crate) struct Values<E>(Mutex<(Vec<E>, Vec<E>)>);

impl<E: Copy> Values<E> {
    pub(crate) fn new(input: Vec<E>) -> Self {
        let copy = input.clone();
        Values(Mutex::new((input, copy)))
    }

    pub(crate) fn random(n: usize, element: impl Fn(&mut Random) -> E) -> Self {
        let mut random = Random::new(n as u64);
        Values::new((0..n).map(|_| element(&mut random)).collect())
    }

    /// Runs `f` on a copy of the input; where it fails, the copy must be as it was.
    pub(crate) fn run(&self, f: impl FnOnce(&mut [E]) -> Result<()>) -> Result<u64> {
        let mut values = self.0.lock().unwrap();
        let (input, copy) = &mut *values;
        copy.copy_from_slice(input);
        let result = f(copy);
        if result.is_err() {
            calm(|| assert_eq!(digest(copy), digest(input), "half a result beside {result:?}"));
        }
        result.map(|()| digest(copy))
    }
}

pub(crate) fn complex(random: &mut Random) -> Complex<f64> {
    Complex::new(random.float(), random.float())
}

pub(crate) fn single(random: &mut Random) -> Complex<f32> {
    Complex::new(random.float() as f32, random.float() as f32)
}

pub(crate) fn words(n: usize, below: u64) -> Vec<u64> {
    let mut random = Random::new(n as u64);
    (0..n).map(|_| random.bits() % below).collect()
}

pub(crate) fn floats(n: usize) -> Vec<f64> {
    let mut random = Random::new(n as u64);
    (0..n).map(|_| random.float()).collect()
}

/// One thread, and three that the library shares work out to.
pub(crate) const THREADS: [usize; 2] = [1, 3];

pub(crate) struct List(Vec<Scenario>);

impl List {
    /// An attempt that is made in a pool of so many threads, and on the caller's where it is one.
    pub(crate) fn add<F: Fn() -> Result<u64> + Send + Sync + 'static>(
        &mut self,
        name: impl Display,
        threads: usize,
        make: impl FnOnce() -> F + 'static,
    ) {
        let make = move || -> Attempt {
            let run = make();
            if threads == 1 {
                return Box::new(run);
            }
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            Box::new(move || pool.install(&run))
        };
        self.0.push(Scenario { name: format!("{name}:{threads}"), make: Box::new(make) });
    }

    /// A transform by a plan of `batch` of them.
    fn plan<M: Accelerated<Element: Copy> + Clone + 'static>(
        &mut self,
        family: &str,
        ring: M,
        (algorithm, n, batch): (Option<Algorithm>, usize, usize),
        element: fn(&mut Random) -> M::Element,
    ) {
        let named = algorithm.map_or("auto", |algorithm| algorithm.name());
        for threads in if algorithm.is_none() && n > 4096 { &THREADS[..] } else { &THREADS[..1] } {
            let (ring, threads) = (ring.clone(), *threads);
            self.add(format!("{family}:{named}:{n}x{batch}"), threads, move || {
                let values = Values::random(n * batch, element);
                move || {
                    let builder = Plan::builder(ring.clone(), n).threads(Threads::AtMost(threads));
                    let builder = match algorithm {
                        Some(algorithm) => builder.algorithm(algorithm),
                        None => builder,
                    };
                    let plan = builder.batch(batch, Layout::Columns).build()?;
                    values.run(|values| plan.forward(values))
                }
            });
        }
    }

    fn plans(&mut self) {
        for (n, batch) in [(16, 1), (1000, 1), (4099, 1), (1 << 15, 1), (20_000, 1), (512, 24), (1018, 3)] {
            self.plan("complex64", ComplexRing::<f64>::new(), (None, n, batch), complex);
            if n >= 4099 {
                self.plan("complex32", ComplexRing::<f32>::new(), (None, n, batch), single);
            }
        }
        let algorithms = || Algorithm::ALL.iter().copied().filter(|algorithm| algorithm.name() != "naive");
        for algorithm in algorithms().filter(|algorithm| !algorithm.is_additive() && *algorithm != Algorithm::Circle) {
            let exists = |n: &usize| algorithm.exists_for(*n);
            for n in [1 << 14, 6561, 4099, 6000].into_iter().filter(exists).take(1) {
                self.plan("complexby", ComplexRing::<f64>::new(), (Some(algorithm), n, 1), complex);
            }
            for n in [1 << 14, 6561, 769].into_iter().filter(exists).take(1) {
                let parts = [Algorithm::FourStep, Algorithm::Bluestein, Algorithm::Rader, Algorithm::Truncated];
                if parts.contains(&algorithm) || [Algorithm::Negacyclic, Algorithm::DepthFirst].contains(&algorithm) {
                    // A root of order 2n, and of powers of two for the convolutions inside.
                    let ring = prime_of(62, (n as u64) << 14);
                    self.plan("residuesby", ring, (Some(algorithm), n, 1), |random| random.bits() >> 3);
                }
            }
        }
        for (n, batch) in [(1 << 10, 1), (1 << 15, 1), (1 << 9, 16)] {
            self.plan("residues62", Modular::new(0x3fff_c000_0000_0001).unwrap(), (None, n, batch), |r| r.bits() >> 3);
            self.plan("residues50", prime_of(50, 1 << 17), (None, n, batch), |r| r.bits() >> 15);
            self.plan("residues32", Modular32::new(998_244_353).unwrap(), (None, n, batch), |r| r.bits() as u32 >> 3);
            self.plan("residuesgoldilocks", native::<Goldilocks>(), (None, n, batch), |r| Goldilocks::new(r.bits()));
            self.plan("residuesbabybear", native::<BabyBear>(), (None, n, batch), |r| BabyBear::new(r.bits()));
        }
        let n = 1 << 13;
        let m31 = |random: &mut Random| M31::new(random.bits());
        self.plan("residuescircle", native::<M31>(), (Some(Algorithm::Circle), n, 1), m31);
        self.plan("wide", native::<Bls12381Fr>(), (None, n, 1), |random| Bls12381Fr::new(random.bits()));
        self.plan("wide-bn254", native::<Bn254Fr>(), (None, n, 1), |random| Bn254Fr::new(random.bits()));
        self.plan("field", ff::<bls12_381::Scalar>(), (None, n, 1), |r| bls12_381::Scalar::from(r.bits()));
        self.plan("fieldpasta", ff::<pasta_curves::Fp>(), (None, n, 1), |r| pasta_curves::Fp::from(r.bits()));
        for algorithm in algorithms().filter(|algorithm| algorithm.is_additive()) {
            let n = if algorithm == Algorithm::AdditiveNaive { 64 } else { 1 << 14 };
            self.plan("binary16", binary::<Gf2p16>(), (Some(algorithm), n, 1), |r| Gf2p16::new(r.bits() as u16));
            self.plan("binary64", binary::<Gf2p64>(), (Some(algorithm), n, 1), |r| Gf2p64::new(r.bits()));
        }
        self.add("complexplanner", 1, || {
            let values = Values::random(4096, complex);
            let planner = Mutex::new(Planner::new());
            move || {
                let builder = Plan::builder(ComplexRing::<f64>::new(), 4096).threads(Threads::AtMost(1));
                let plan = planner.lock().unwrap().plan(builder)?;
                values.run(|values| plan.forward(values))
            }
        });
    }
}

/// The largest prime field of so many bits with roots of this order.
pub(crate) fn prime_of(bits: u32, order: u64) -> Modular {
    Modular::new(ringfft::arith::find_primes(bits, order, 1)[0]).unwrap()
}

/// Every scenario.
pub(crate) fn all() -> Vec<Scenario> {
    let mut list = List(Vec::new());
    list.plans();
    crate::services::add(&mut list);
    list.0
}
