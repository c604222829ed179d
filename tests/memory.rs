//! What is allocated, counted: nothing while a plan runs on the caller's scratch, no more than `bytes()` says
//! while it lives, and nothing that grows with the number of plans made.
//!
//! The counters are the thread's: the one that runs the tests allocates beside them whenever it is given time.
#![allow(unsafe_code)]

use num_complex::Complex;
use ringfft::{
    Result,
    order::Order,
    plan::{Accelerated, Algorithm, Isa, Layout, Plan, Planner, Split, Threads, TwiddleMemory},
    real::RealPlan,
    rings::{BabyBear, Bls12381Fr, ComplexRing, Goldilocks, Modular, Modular32, native},
};
use ringfft_testing::Random;
use std::{
    alloc::{GlobalAlloc, Layout as Block, System},
    cell::Cell,
};

struct Counting;

thread_local! {
    static CALLS: Cell<i64> = const { Cell::new(0) };
    static LIVE: Cell<i64> = const { Cell::new(0) };
}

// SAFETY: every call is handed to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, block: Block) -> *mut u8 {
        CALLS.set(CALLS.get() + 1);
        LIVE.set(LIVE.get() + block.size() as i64);
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc(block) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, block: Block) {
        LIVE.set(LIVE.get() - block.size() as i64);
        // SAFETY: the caller's promise is passed on.
        unsafe { System.dealloc(pointer, block) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn calls(run: impl FnOnce()) -> i64 {
    let before = CALLS.get();
    run();
    CALLS.get() - before
}

fn live() -> i64 {
    LIVE.get()
}

#[test]
fn memory() -> Result<()> {
    execution_allocates_nothing()?;
    bytes_are_what_is_taken()?;
    real_plans_take_no_more_than_promised()?;
    tables_of_residues_take_no_more_than_promised()?;
    random_lengths_leave_memory_flat()
}

fn execution_allocates_nothing() -> Result<()> {
    // Products of polynomials inside a ring allocate, and say so.
    let allocates = |algorithm: &Algorithm, n: usize| *algorithm == Algorithm::Bluestein && n == 256;
    let dfts = |algorithm: &Algorithm| algorithm.is_dft() && *algorithm != Algorithm::Tangent;
    for algorithm in Algorithm::ALL.iter().copied().filter(dfts) {
        for order in [Order::Natural, Order::BitReversed] {
            for (batch, layout) in [(1, Layout::Rows), (3, Layout::Rows), (3, Layout::Columns)] {
                for n in
                    [1, 2, 8, 64, 256].into_iter().filter(|&n| algorithm.exists_for(n) && !allocates(&algorithm, n))
                {
                    let builder = Plan::builder(Modular::new(257)?, n).algorithm(algorithm).order(order);
                    let plan = builder.batch(batch, layout).threads(Threads::AtMost(1)).build()?;
                    let (mut values, mut scratch) = (vec![3; n * batch], plan.scratch()?);
                    let count = calls(|| {
                        plan.forward_with(&mut values, &mut scratch).unwrap();
                        plan.inverse_with(&mut values, &mut scratch).unwrap();
                    });
                    assert_eq!(count, 0, "{} with {batch} in {layout:?}", plan.recipe());
                    assert!(values.iter().all(|&x| x == 3));
                }
            }
        }
    }
    let plan = Plan::builder(ComplexRing::<f64>::new(), 64).threads(Threads::AtMost(1)).build()?;
    let (mut re, mut im) = ([1.0; 64], [0.0; 64]);
    let mut scratch = vec![Complex::new(0.0, 0.0); plan.split_scratch_len()?];
    let count = calls(|| {
        plan.forward_split_with(Split { re: &mut re, im: &mut im }, &mut scratch).unwrap();
        plan.inverse_split_with(Split { re: &mut re, im: &mut im }, &mut scratch).unwrap();
    });
    assert_eq!(count, 0, "parts apart");
    Ok(())
}

/// Tables and scratch take what `bytes()` said before they existed, and not two kilobytes more.
fn bytes_are_what_is_taken() -> Result<()> {
    for algorithm in Algorithm::ALL.iter().copied().filter(|algorithm| algorithm.is_dft()) {
        for n in [64usize, 256, 729, 1024].into_iter().filter(|&n| algorithm.exists_for(n)) {
            for coset in [false, true] {
                let builder = || {
                    let builder = Plan::builder(ComplexRing::<f64>::new(), n).algorithm(algorithm);
                    let builder = builder.threads(Threads::AtMost(1));
                    if coset { builder.coset(Complex::new(0.0, 1.0)) } else { builder }
                };
                let promised = builder().bytes()? as i64;
                let before = live();
                let plan = builder().build()?;
                let scratch = plan.scratch()?;
                let taken = live() - before;
                assert_eq!(plan.bytes() as i64, promised);
                // Chirps and indices take a little more than a twiddle each.
                assert!(
                    taken <= promised + promised / 8 + 2048 && promised <= taken + taken / 8 + 2048,
                    "{} coset {coset}: {taken} taken, {promised} promised",
                    plan.recipe()
                );
                drop((plan, scratch));
                assert_eq!(live(), before);
                assert!(builder().memory_limit(promised as u64).build().is_ok());
                assert!(builder().memory_limit(promised as u64 - 1).build().is_err());
            }
        }
    }
    Ok(())
}

/// Even and odd lengths, primes above a product of small primes or not, on kernels and without any.
fn real_plans_take_no_more_than_promised() -> Result<()> {
    for isa in [Isa::Auto, Isa::Scalar] {
        for n in [64, 1000, 603, 615, 73, 103, 1009, 4099, 65_537] {
            let builder = || RealPlan::<f64>::builder(n).isa(isa).threads(Threads::AtMost(1));
            let (promised, before) = (builder().bytes()? as i64, live());
            let plan = builder().build()?;
            let scratch = plan.scratch()?;
            let taken = live() - before;
            assert!(taken <= promised + promised / 8 + 2048, "{n} {isa}: {taken} taken, {promised} promised");
            assert!(promised <= 2 * taken + 8192, "{n} {isa}: {taken} taken, {promised} promised");
            assert_eq!(plan.bytes() as i64, promised);
            drop((plan, scratch));
            assert_eq!(live(), before, "{n} {isa}");
        }
    }
    Ok(())
}

/// For each width of words and each arithmetic, on both sides of the lengths above which vectors share rows of factors. They always do
/// for primes of 64 bits, whose promise is greater.
fn tables_of_residues_take_no_more_than_promised() -> Result<()> {
    for p in [0x3_ffff_fd90_0001, 0x7_ffff_ff90_0001, 0x3fff_c000_0000_0001, 0x7fff_ffff_fef0_0001] {
        tables_take_what_is_promised(&Modular::new(p)?, 7, [12, 15, 16], 2)?;
    }
    tables_take_what_is_promised(&Modular::new(0xffff_fffc_0000_0001)?, 7, [12, 15, 16], 5)?;
    tables_take_what_is_promised(&native::<Goldilocks>(), Goldilocks::new(7), [12, 15, 16], 2)?;
    for p in [0x3ed0_0001, 0x7800_0001] {
        tables_take_what_is_promised(&Modular32::new(p)?, 7, [12, 18, 19], 2)?;
    }
    tables_take_what_is_promised(&native::<BabyBear>(), BabyBear::new(7), [12, 18, 19], 2)
}

/// Whatever they hold, on a coset too; the promise is at most `times` what is taken.
fn tables_take_what_is_promised<R: Accelerated<Scalars = R>>(
    ring: &R,
    shift: R::Element,
    logs: [u32; 3],
    times: i64,
) -> Result<()> {
    for twiddles in [TwiddleMemory::Full, TwiddleMemory::TwoLevel, TwiddleMemory::Recomputed] {
        for (log, coset) in logs.into_iter().flat_map(|log| [(log, false), (log, true)]) {
            let builder = Plan::builder(ring.clone(), 1 << log).order(Order::BitReversed);
            let builder = builder.twiddles(twiddles).threads(Threads::AtMost(1));
            let builder = if coset { builder.coset(shift.clone()) } else { builder };
            let before = live();
            let plan = builder.build()?;
            let (taken, promised) = (live() - before, plan.bytes() as i64);
            let is_kept = taken <= promised + promised / 8 + 4096 && promised <= times * taken + 4096;
            assert!(is_kept, "{} {} {twiddles:?}: {taken} taken, {promised} promised", ring.name(), plan.recipe());
        }
    }
    Ok(())
}

fn random_lengths_leave_memory_flat() -> Result<()> {
    let start = live();
    let mut planner = Planner::new();
    let mut random = Random::new(99);
    let mut early = 0;
    for turn in 0..100_000 {
        let n = 1 + random.below(96);
        match turn % 3 {
            0 => drop(planner.plan(Plan::builder(ComplexRing::<f64>::new(), n))?),
            1 => drop(planner.plan(Plan::builder(Modular::new(998_244_353)?, 1 << random.below(8)))?),
            // Most lengths have no root here: errors leave nothing behind either.
            _ => drop(planner.plan(Plan::builder(native::<Bls12381Fr>(), if turn % 90 == 2 { 64 } else { n * 7 + 4 }))),
        }
        if turn < 5_000 {
            early = early.max(live() - start);
        }
        // Any 32 engines: at most 128 elements of 32 bytes each with their tables, and the entries.
        assert!(live() - start < early.max(32 * 20_000), "turn {turn}: {} bytes", live() - start);
    }
    assert!(planner.len() <= 32);
    planner.clear();
    drop(planner);
    // A byte for each plan would be 100,000.
    assert!(live() - start < 50_000, "{} bytes are left", live() - start);
    Ok(())
}
