//! One thread means no `rayon`, and a pool of the caller's is the only one used.
//!
//! One test in one binary: the process has one global pool, which comes into being when it is first asked for
//! anything, and can be set up by hand only before that.

#![cfg(feature = "parallel")]

use num_complex::Complex;
use ringfft::{
    Result,
    integer::{Engine, Multiplier},
    plan::{Algorithm, Layout, Plan, Threads},
    rings::{ComplexRing, Modular},
};

/// Long enough that every driver would take threads.
fn work(threads: Threads) -> Result<()> {
    for (algorithm, n) in
        [(Algorithm::Stockham, 1 << 14), (Algorithm::FourStep, 1 << 14), (Algorithm::Classical, 1 << 8)]
    {
        for batch in [1, 4] {
            for layout in [Layout::Rows, Layout::Columns] {
                let builder = Plan::builder(ComplexRing::<f64>::new(), n).algorithm(algorithm);
                let plan = builder.batch(batch, layout).threads(threads).build()?;
                let mut x = vec![Complex::new(1.0, 0.0); n * batch];
                plan.forward(&mut x)?;
                plan.inverse(&mut x)?;
            }
        }
    }
    let plan = Plan::builder(Modular::new(998_244_353)?, 64).batch(8, Layout::Rows).threads(threads).build()?;
    plan.forward(&mut [1; 512])?;
    let multiplier = Multiplier::new().engine(Engine::Primes).threads(threads);
    let a = vec![u64::MAX; 20_000];
    multiplier.square(&a)?;
    Ok(())
}

#[test]
fn pools() -> Result<()> {
    work(Threads::AtMost(1))?;
    work(Threads::AtMost(0))?;
    // In a pool of the caller's all work stays there, on its threads.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).thread_name(|_| "the caller's".into()).build().unwrap();
    pool.install(|| work(Threads::Auto))?;
    pool.install(|| work(Threads::AtMost(2)))?;
    let global = rayon::ThreadPoolBuilder::new().num_threads(2).build_global();
    assert!(global.is_ok(), "something asked the global pool: {global:?}");
    // From now on there is one; with more than one thread allowed it is used.
    work(Threads::Auto)?;
    assert!(rayon::ThreadPoolBuilder::new().build_global().is_err());
    Ok(())
}
