//! Panics in tasks of every entry point that shares out work over foreign code: the caller gets the panic, nothing hangs, and the same
//! plan in the same pool is right the next time. The work of products, several primes and erasure codes calls no foreign code; there, and
//! everywhere, a pool of one thread, a caller's pool, nested pools and calls from inside a task give the same result.
//!
//! One operation panics, the one at which the fuse has burnt down: an operation of a ring, a clone or a drop.

use crate::{
    fragile::{BURNT, Fused, Held, HeldRing, Weak, fuse},
    scenarios::{digest, words},
};
use num_complex::Complex;
use ringfft::{
    code::ErasureCode,
    complex::Multi,
    integer::{Engine, Multiplier},
    ntt::{LowDegreeExtension, RnsPlan},
    order::Order,
    plan::{Accelerated, Algorithm, Layout, Plan, Threads},
    poly::gf2,
    real::{RealPlan, Trigonometric, TrigonometricKind},
    rings::{Bls12381Fr, Gf2p16, Modular, binary, native},
};
use ringfft_testing::Random;
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Mutex, mpsc},
    time::Duration,
};

/// Tests that use the fuse run one after another.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

fn pool(threads: usize) -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap()
}

/// Runs `f` on a thread of its own, and panics where it does not end.
fn ends(f: impl FnOnce() + Send + 'static) {
    let (done, finished) = mpsc::channel();
    let thread = std::thread::spawn(move || {
        f();
        let _ = done.send(());
    });
    if let Err(mpsc::RecvTimeoutError::Timeout) = finished.recv_timeout(Duration::from_secs(200)) {
        panic!("a deadlock, or a machine that is busy with much else");
    }
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
}

/// Something that is run again and again: the values that come out.
type Work = Box<dyn Fn() -> Vec<u64> + Send + Sync>;

/// The panics that reach the caller of `work`, which is right after each.
fn panics(name: &str, work: Work) {
    fuse(i64::MAX);
    let truth = work();
    let operations = i64::MAX - fuse(i64::MAX);
    assert!(operations > 8, "{name}: nothing could panic");
    for threads in [1, 3] {
        let pool = pool(threads);
        let mut random = Random::new(threads as u64);
        for part in 0..8 {
            let at = operations * part / 8 + random.below(operations as usize / 8) as i64;
            fuse(at);
            let outcome = catch_unwind(AssertUnwindSafe(|| pool.install(&work)));
            fuse(i64::MAX);
            let message = outcome.map(|_| ()).expect_err(&format!("{name}: the panic at {at} was swallowed"));
            assert_eq!(message.downcast_ref::<&str>(), Some(&BURNT), "{name}: another panic");
            assert!(pool.install(&work) == truth, "{name} on {threads} threads after a panic at {at}");
        }
        // Without the pool, which the panics may not have harmed either.
        assert!(work() == truth, "{name} outside the pool");
    }
}

fn quiet() {
    std::panic::set_hook(Box::new(|info| {
        if !info.to_string().contains(BURNT) {
            eprintln!("{info}");
        }
    }));
}

/// Forward and back, made once.
fn plan<M: Accelerated>(
    ring: M,
    (algorithm, n, batch, layout): (Option<Algorithm>, usize, usize, Layout),
    input: Vec<M::Element>,
    word: fn(&M::Element) -> u64,
) -> Work {
    let builder = Plan::builder(ring, n).threads(Threads::AtMost(3)).batch(batch, layout);
    let plan = match algorithm {
        Some(algorithm) => builder.algorithm(algorithm),
        None => builder,
    };
    let plan = plan.build().unwrap();
    Box::new(move || {
        let mut values = input.clone();
        plan.forward(&mut values).unwrap();
        let mut words: Vec<u64> = values.iter().map(word).collect();
        plan.inverse(&mut values).unwrap();
        words.extend(values.iter().map(word));
        words
    })
}

fn residues() -> Fused<Modular> {
    Fused(Modular::new(998_244_353).unwrap())
}

#[test]
fn a_panic_in_an_operation_reaches_the_caller() {
    let _alone = ONE_AT_A_TIME.lock().unwrap_or_else(|poison| poison.into_inner());
    quiet();
    ends(|| {
        for (name, algorithm, n, batch, layout) in [
            ("rows", None, 64, 32, Layout::Rows),
            ("columns", None, 64, 32, Layout::Columns),
            ("four-step", Some(Algorithm::FourStep), 1 << 12, 1, Layout::Rows),
            ("six-step", Some(Algorithm::SixStep), 1 << 12, 1, Layout::Rows),
            ("stockham", Some(Algorithm::Stockham), 1 << 13, 1, Layout::Rows),
            ("depth first", Some(Algorithm::DepthFirst), 1 << 12, 1, Layout::Rows),
            ("bluestein", Some(Algorithm::Bluestein), 238, 8, Layout::Columns),
        ] {
            panics(name, plan(residues(), (algorithm, n, batch, layout), words(n * batch, 998_244_353), |&x| x));
        }
        // Elements of 32 bytes.
        let wide: Vec<Bls12381Fr> = words(1 << 12, u64::MAX).into_iter().map(Bls12381Fr::new).collect();
        let word = |x: &Bls12381Fr| digest(&[*x]);
        panics("wide", plan(Fused(native::<Bls12381Fr>()), (None, 1 << 12, 1, Layout::Rows), wide, word));
        let bits: Vec<Gf2p16> = words(1 << 13, 1 << 16).into_iter().map(|x| Gf2p16::new(x as u16)).collect();
        let word = |x: &Gf2p16| digest(&[*x]);
        let how = (Some(Algorithm::NovelBasis), 1 << 10, 8, Layout::Rows);
        panics("additive", plan(Fused(binary::<Gf2p16>()), how, bits, word));

        let extension =
            LowDegreeExtension::builder(residues(), 1 << 9, 4).batch(3, Layout::Rows).threads(Threads::AtMost(3));
        let (extension, input) = (extension.build().unwrap(), words(3 << 9, 998_244_353));
        let extend = move || {
            let mut output = vec![0; 3 << 11];
            extension.extend(&input, &mut output).unwrap();
            output
        };
        panics("extension", Box::new(extend));
    });
}

#[test]
fn a_panic_in_a_clone_or_a_drop_reaches_the_caller() {
    let _alone = ONE_AT_A_TIME.lock().unwrap_or_else(|poison| poison.into_inner());
    quiet();
    ends(|| {
        for (name, algorithm, n, batch, layout) in [
            ("rows", None, 16, 16, Layout::Rows),
            ("columns", None, 16, 16, Layout::Columns),
            ("four-step", Some(Algorithm::FourStep), 1 << 10, 1, Layout::Rows),
            ("stockham", Some(Algorithm::Stockham), 1 << 12, 1, Layout::Rows),
            ("depth first", Some(Algorithm::DepthFirst), 1 << 10, 1, Layout::Rows),
        ] {
            let input = words(n * batch, 998_244_353).into_iter().map(Held::new).collect();
            panics(name, plan(HeldRing, (algorithm, n, batch, layout), input, Held::word));
        }
    });
}

#[test]
fn a_panic_in_a_float_reaches_the_caller() {
    let _alone = ONE_AT_A_TIME.lock().unwrap_or_else(|poison| poison.into_inner());
    quiet();
    ends(|| {
        let floats = |n: usize| -> Vec<Weak> { words(n, 1 << 20).into_iter().map(|x| Weak(x as f64)).collect() };
        let bits = |list: &[Complex<Weak>]| list.iter().flat_map(|z| [z.re.0.to_bits(), z.im.0.to_bits()]).collect();
        let zero = Complex::new(Weak(0.0), Weak(0.0));
        let threads = Threads::AtMost(3);

        let (sequences, input) =
            (RealPlan::<Weak>::builder(96).batch(12, Layout::Rows).threads(threads), floats(96 * 12));
        let sequences = sequences.build().unwrap();
        let work = move || {
            let mut output = vec![zero; 49 * 12];
            sequences.forward(&input, &mut output).unwrap();
            bits(&output)
        };
        panics("real sequences", Box::new(work));

        let array = Multi::<Weak>::builder(&[24, 20], &[0, 1]).threads(threads).build().unwrap();
        let input: Vec<_> = floats(480).into_iter().map(|x| Complex::new(x, Weak(1.0))).collect();
        let work = move || {
            let mut values = input.clone();
            array.forward(&mut values).unwrap();
            bits(&values)
        };
        panics("an array", Box::new(work));

        let cosines =
            Trigonometric::<Weak>::builder(TrigonometricKind::Dct2, 60).batch(12, Layout::Rows).threads(threads);
        let (cosines, input) = (cosines.build().unwrap(), floats(720));
        let work = move || {
            let mut values = input.clone();
            cosines.forward(&mut values).unwrap();
            values.iter().map(|x| x.0.to_bits()).collect()
        };
        panics("cosine transforms", Box::new(work));
    });
}

/// What shares out work and calls nothing of the caller's.
fn closed() -> Vec<(&'static str, Work)> {
    let threads = Threads::AtMost(3);
    let (a, b) = (words(3000, u64::MAX), words(2500, u64::MAX));
    let (x, y) = (a.clone(), b.clone());
    let integers = move || Multiplier::new().engine(Engine::Primes).threads(threads).multiply(&a, &b).unwrap();
    let bits = move || {
        let multiplier = gf2::Multiplier::new().engine(gf2::Engine::AdditiveFft).threads(threads);
        multiplier.multiply(&x, &y).unwrap()
    };
    let rns = move || {
        let n = 1 << 10;
        let plan = RnsPlan::with_primes(50, 3, n).unwrap().order(Order::BitReversed).threads(threads).build().unwrap();
        let (mut a, mut b) = (words(3 * n, 1 << 48), words(3 * n, 1 << 49));
        plan.product(&mut a, &mut b).unwrap();
        a
    };
    let code = move || {
        let code = ErasureCode::new(40, 20).unwrap().threads(threads);
        let data: Vec<Vec<u8>> =
            words(40 << 12, 256).chunks(1 << 12).map(|c| c.iter().map(|&x| x as u8).collect()).collect();
        code.encode(&data).unwrap().iter().map(|shard| digest(shard)).collect()
    };
    let floats = move || {
        let plan =
            Plan::builder(ringfft::rings::ComplexRing::<f64>::new(), 1 << 13).batch(3, Layout::Rows).threads(threads);
        let mut values: Vec<_> = words(3 << 13, 1 << 20).into_iter().map(|x| Complex::new(x as f64, 1.0)).collect();
        plan.build().unwrap().forward(&mut values).unwrap();
        vec![digest(&values)]
    };
    vec![
        ("integers", Box::new(integers)),
        ("bits", Box::new(bits)),
        ("several primes", Box::new(rns)),
        ("erasure code", Box::new(code)),
        ("floats", Box::new(floats)),
    ]
}

#[test]
fn every_pool_gives_the_same_result() {
    ends(|| {
        let how = (Some(Algorithm::FourStep), 1 << 12, 1, Layout::Rows);
        let generic = plan(Modular::new(998_244_353).unwrap(), how, words(1 << 12, 998_244_353), |&x| x);
        for (name, work) in closed().into_iter().chain([("four-step", generic)]) {
            let (one, three, other) = (pool(1), pool(3), pool(2));
            let truth = one.install(&work);
            assert!(work() == truth, "{name} in the global pool");
            assert!(three.install(&work) == truth, "{name} in the caller's pool");
            // From inside tasks, several at once, in the pool that works for all of them.
            for pool in [&one, &three] {
                let results = Mutex::new(Vec::new());
                pool.scope(|scope| {
                    for _ in 0..4 {
                        scope.spawn(|_| results.lock().unwrap().push(work()));
                    }
                });
                assert!(results.into_inner().unwrap().iter().all(|found| *found == truth), "{name} in tasks");
                let (left, right) = pool.install(|| rayon::join(&work, &work));
                assert!(left == truth && right == truth, "{name} in a join");
            }
            // A pool inside a task of another.
            assert!(three.install(|| other.install(|| three.install(&work))) == truth, "{name} in nested pools");
            // Threads that belong to no pool, at once.
            std::thread::scope(|scope| {
                let found: Vec<_> = (0..3).map(|_| scope.spawn(&work)).collect();
                assert!(found.into_iter().all(|found| found.join().unwrap() == truth), "{name} on threads");
            });
        }
    });
}
