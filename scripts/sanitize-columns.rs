//! Transforms on several threads and of columns, for `scripts/sanitize`: short enough for an interpreter, long enough for every driver.

use num_complex::Complex;
use ringfft::{
    plan::{Accelerated, Algorithm, Builder, Isa, Layout, Threads},
    rings::{ComplexRing, Gf2p16, Goldilocks, M31, Modular, binary, native},
};

/// A pool of three threads, whatever the machine has.
fn in_pool(run: impl FnOnce() + Send) {
    rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap().install(run);
}

/// There and back, with one thread and with three: the same elements.
fn same<M: Accelerated<Element: PartialEq + std::fmt::Debug>>(builder: &Builder<M>, input: &[M::Element]) {
    let run = |threads| {
        let plan = builder.clone().threads(threads).build().unwrap();
        let mut values = input.to_vec();
        plan.forward(&mut values).unwrap();
        let found = values.clone();
        plan.inverse(&mut values).unwrap();
        (found, values)
    };
    assert_eq!(run(Threads::AtMost(1)), run(Threads::AtMost(3)), "{}", builder.choose().unwrap());
}

fn complex(count: usize) -> Vec<Complex<f64>> {
    (0..count).map(|i| Complex::new((i * i % 251) as f64, (i % 17) as f64)).collect()
}

fn layouts(run: impl Fn(Layout) + Sync + Send) {
    in_pool(|| [Layout::Rows, Layout::Columns].into_iter().for_each(run));
}

#[test]
fn batches() {
    layouts(|layout| {
        for len in [16, 60, 256, 1024] {
            same(&Builder::new(ComplexRing::<f64>::new(), len).batch(24, layout), &complex(24 * len));
            let list: Vec<Goldilocks> = (0..24 * len as u64).map(|i| Goldilocks::new(i * i)).collect();
            same(&Builder::new(native::<Goldilocks>(), len).batch(24, layout), &list);
        }
        let list: Vec<M31> = (0..24 * 64).map(M31::new).collect();
        same(&Builder::new(native::<M31>(), 64).algorithm(Algorithm::Circle).batch(24, layout), &list);
        let list: Vec<Gf2p16> = (0..24 * 256).map(|i| Gf2p16::new(i as u16)).collect();
        same(&Builder::new(binary::<Gf2p16>(), 256).algorithm(Algorithm::NovelBasis).batch(24, layout), &list);
    });
}

#[test]
fn columns_of_residues() {
    for modulus in [12_289, 998_244_353, 3_221_225_473, 0xffff_ffff_0000_0001] {
        let ring = Modular::new(modulus).unwrap();
        layouts(|layout| {
            let list: Vec<u64> = (0..40 * 256).map(|i| i * i % modulus).collect();
            same(&Builder::new(ring, 256).batch(40, layout), &list);
        });
    }
}

#[test]
fn four_steps() {
    in_pool(|| {
        for algorithm in [Algorithm::FourStep, Algorithm::SixStep] {
            same(&Builder::new(ComplexRing::<f64>::new(), 1 << 14).algorithm(algorithm), &complex(1 << 14));
            let ring = Modular::new(998_244_353).unwrap();
            let list: Vec<u64> = (0..1 << 14).collect();
            same(&Builder::new(ring, 1 << 14).algorithm(algorithm), &list);
        }
    });
}

#[test]
fn parallel_transforms() {
    in_pool(|| {
        for len in [1 << 15, 1 << 17, 3 << 14, 100_000] {
            same(&Builder::new(ComplexRing::<f64>::new(), len), &complex(len));
        }
        let list: Vec<Goldilocks> = (0..1 << 17).map(Goldilocks::new).collect();
        same(&Builder::new(native::<Goldilocks>(), 1 << 17), &list);
        for algorithm in [Algorithm::Stockham, Algorithm::Twisted] {
            let ring = Modular::new(998_244_353).unwrap();
            let list: Vec<u64> = (0..1 << 14).collect();
            same(&Builder::new(ring, 1 << 14).algorithm(algorithm).order(algorithm.default_order()), &list);
        }
    });
}

#[test]
fn scalar() {
    for layout in [Layout::Rows, Layout::Columns] {
        same(&Builder::new(ComplexRing::<f64>::new(), 12).isa(Isa::Scalar).batch(5, layout), &complex(60));
        let list: Vec<u64> = (0..80).collect();
        same(&Builder::new(Modular::new(998_244_353).unwrap(), 16).isa(Isa::Scalar).batch(5, layout), &list);
        let list: Vec<Goldilocks> = (0..80).map(Goldilocks::new).collect();
        same(&Builder::new(native::<Goldilocks>(), 16).isa(Isa::Scalar).batch(5, layout), &list);
    }
}
