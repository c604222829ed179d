//! The variants side by side: group `<ring>/<len>`, function = algorithm, and the ring's bare products.
//!
//! `cargo bench --bench transforms`; `-- --test` runs each once. Inputs are seeded, plans and copies are made
//! outside the timing.

use bls12_381::Scalar;
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use num_complex::Complex;
use ringfft::{
    additive::NovelBasis,
    algebra::{Domain, Lift, Subspace},
    dft::Transform,
    order::Order,
    plan::{Accelerated, Algorithm, Coefficients, Isa, Plan, Threads},
    rings::{Bls12381Fr, ComplexRing, Gf2p16, Gf2p128, Goldilocks, binary, ff, native},
};
use std::hint::black_box;

/// SplitMix64.
struct Seeded(u64);

impl Seeded {
    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// In [0, 1).
    fn float(&mut self) -> f64 {
        (self.word() >> 11) as f64 / (1u64 << 53) as f64
    }
}

fn bench<M: Accelerated>(
    c: &mut Criterion,
    name: &str,
    module: &M,
    lens: &[usize],
    mut element: impl FnMut(&mut Seeded) -> M::Element,
) {
    let mut seeded = Seeded(1);
    for &len in lens {
        let input: Vec<M::Element> = (0..len).map(|_| element(&mut seeded)).collect();
        let mut group = c.benchmark_group(format!("{name}/{len}"));
        group.throughput(Throughput::Elements(len as u64)).sample_size(if len > 1 << 14 { 10 } else { 50 });
        let mut row = |variant: &str, plan: ringfft::Result<Plan<M::Element, M>>| {
            let plan = plan.expect("the ring has a root of this order");
            let mut scratch = plan.scratch().expect("scratch fits");
            group.bench_function(variant, |b| {
                b.iter_batched_ref(
                    || input.clone(),
                    |values| plan.forward_with(values, &mut scratch),
                    BatchSize::LargeInput,
                );
            });
        };
        let builder = || Plan::builder(module.clone(), len).threads(Threads::AtMost(1));
        let additive = Algorithm::Cantor.exists_over(module.scalars());
        let exists = |algorithm: &Algorithm| {
            let kind = if additive { algorithm.is_additive() } else { algorithm.is_dft() };
            kind && algorithm.exists_for(len) && algorithm.exists_over(module.scalars())
        };
        for algorithm in Algorithm::ALL.iter().copied().filter(exists) {
            // The definition is quadratic.
            if !matches!(algorithm, Algorithm::Naive | Algorithm::AdditiveNaive) || len <= 256 {
                row(algorithm.name(), builder().algorithm(algorithm).order(algorithm.native_order()).build());
            }
        }
        if additive {
            // The textbook, and each instruction set that has a kernel.
            let novel = || builder().algorithm(Algorithm::NovelBasis).coefficients(Coefficients::Novel);
            for isa in Isa::ALL.iter().copied().filter(|isa| isa.is_available()) {
                row(&format!("novel-basis, novel, {isa}"), novel().isa(isa).build());
            }
            let points = Subspace::new(module.clone(), len.ilog2()).expect("the field has such a subspace");
            let textbook = NovelBasis::new(&points).expect("its tables fit");
            group.bench_function("novel-basis, novel, textbook", |b| {
                b.iter_batched_ref(|| input.clone(), |x| textbook.forward(x, &mut []), BatchSize::LargeInput);
            });
            group.finish();
            continue;
        }
        if Algorithm::Packed.exists_over(module.scalars()) {
            let sets = [&[Isa::Scalar], module.instruction_sets()].concat();
            for isa in sets.into_iter().filter(|isa| isa.is_available()) {
                let plan = builder().algorithm(Algorithm::Packed).isa(isa).build();
                // Primes of 255 bits have no kernel on words alone.
                if isa != Isa::Scalar || plan.is_ok() {
                    row(&format!("packed, {isa}"), plan);
                }
            }
        }
        row("planner, natural", builder().build());
        row("planner, bit-reversed", builder().order(Order::BitReversed).build());
        group.finish();
    }
    products(c, name, module, element);
}

/// How many twiddles a second the ring can apply when nothing else is in the way.
fn products<M: Accelerated>(
    c: &mut Criterion,
    name: &str,
    module: &M,
    mut element: impl FnMut(&mut Seeded) -> M::Element,
) {
    const COUNT: usize = 1024;
    let mut seeded = Seeded(2);
    let twiddles = match Domain::new(module.clone(), 2 * COUNT) {
        Ok(domain) => domain.twiddles(1, COUNT),
        Err(_) => {
            let points = Subspace::new(module.clone(), COUNT.ilog2()).expect("the ring has roots or subspaces");
            (0..COUNT).map(|j| module.prepare(&points.point(j))).collect()
        }
    };
    let mut values: Vec<M::Element> = (0..COUNT).map(|_| element(&mut seeded)).collect();
    let mut group = c.benchmark_group(format!("{name}/products"));
    group.throughput(Throughput::Elements(COUNT as u64));
    group.bench_function("apply", |b| {
        b.iter(|| {
            for (x, w) in black_box(&mut values[..]).iter_mut().zip(black_box(&twiddles[..])) {
                module.apply(x, w);
            }
        });
    });
    group.finish();
}

fn transforms(c: &mut Criterion) {
    let lens = [1 << 8, 1 << 12, 1 << 16, 1 << 20];
    bench(c, "c64", &ComplexRing::<f64>::new(), &lens, |seeded| {
        Complex::new(seeded.float() - 0.5, seeded.float() - 0.5)
    });
    bench(c, "goldilocks", &native::<Goldilocks>(), &lens, |seeded| Goldilocks::from(seeded.word()));
    let words = |seeded: &mut Seeded| [seeded.word(), seeded.word(), seeded.word(), seeded.word() >> 2];
    bench(c, "bls12-381-fr", &native::<Bls12381Fr>(), &lens[..3], |seeded| {
        native::<Bls12381Fr>().from_words(&words(seeded))
    });
    bench(c, "gf2-16", &binary::<Gf2p16>(), &lens[..3], |seeded| Gf2p16::new(seeded.word() as u16));
    let word = |seeded: &mut Seeded| u128::from(seeded.word()) << 64 | u128::from(seeded.word());
    bench(c, "gf2-128", &binary::<Gf2p128>(), &lens[..3], |seeded| Gf2p128::new(word(seeded)));
    bench(c, "bls12-381-fr of ff", &ff::<Scalar>(), &lens[..3], |seeded| Scalar::from_raw(words(seeded)));
}

criterion_group!(benches, transforms);
criterion_main!(benches);
