//! Rings that panic or lie: errors or panics, never undefined behaviour, and the plan works afterwards.
//!
//! They run behind [`Erased`]: one compilation serves all tests, and elements that own memory are dropped in panics too.

use super::{elements, erased_builder, typed};
use ringfft::{
    Error, Result,
    algebra::{Action, Module, Ring, Roots},
    order::Order,
    plan::{Algorithm, Builder, Layout, Planner},
    rings::Modular,
};
use ringfft_testing::{Erased, ErasedElement};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering::Relaxed},
    },
};

/// Z/17 that panics when its fuse has burnt down, and may lie.
#[derive(Clone)]
struct Fused {
    ring: Modular,
    fuse: Arc<AtomicI64>,
    lie: Lie,
}

#[derive(Clone, Copy, PartialEq)]
enum Lie {
    None,
    /// `powers` returns a list that is too short, or too long.
    Powers(usize),
    /// Every root is "principal", and the root of every order is 3.
    Roots,
}

impl Fused {
    fn new(lie: Lie) -> Self {
        Fused { ring: Modular::new(17).unwrap(), fuse: Arc::new(AtomicI64::new(i64::MAX)), lie }
    }

    /// A plan over this ring behind a pointer.
    fn builder(&self, n: usize) -> Builder<Erased> {
        erased_builder(self, n)
    }

    fn burn(&self) {
        if self.fuse.fetch_sub(1, Relaxed) <= 0 {
            panic!("the fuse has burnt down");
        }
    }
}

impl Module for Fused {
    type Element = u64;

    fn zero(&self) -> u64 {
        0
    }

    fn add_assign(&self, a: &mut u64, b: &u64) {
        self.burn();
        self.ring.add_assign(a, b);
    }

    fn sub_assign(&self, a: &mut u64, b: &u64) {
        self.burn();
        self.ring.sub_assign(a, b);
    }
}

impl Ring for Fused {
    fn name(&self) -> String {
        "a ring with a fuse".into()
    }

    fn one(&self) -> u64 {
        1
    }

    fn mul_assign(&self, a: &mut u64, b: &u64) {
        self.burn();
        self.ring.mul_assign(a, b);
    }

    fn is_zero(&self, a: &u64) -> bool {
        self.ring.is_zero(a)
    }

    fn inverse(&self, a: &u64) -> Option<u64> {
        self.ring.inverse(a)
    }
}

impl Action for Fused {
    type Scalars = Self;
    type Twiddle = u64;

    fn scalars(&self) -> &Self {
        self
    }

    fn prepare(&self, scalar: &u64) -> u64 {
        self.burn();
        *scalar
    }

    fn apply(&self, x: &mut u64, w: &u64) {
        self.mul_assign(x, w);
    }
}

impl Roots for Fused {
    fn root(&self, n: usize) -> Result<u64> {
        if self.lie == Lie::Roots { Ok(3) } else { self.ring.root(n) }
    }

    fn check_root(&self, w: &u64, n: usize) -> Result<()> {
        if self.lie == Lie::Roots { Ok(()) } else { self.ring.check_root(w, n) }
    }

    fn powers(&self, w: &u64, n: usize, step: usize, count: usize) -> Vec<u64> {
        let count = if let Lie::Powers(count) = self.lie { count } else { count };
        self.ring.powers(w, n, step, count)
    }
}

fn words(elements: &[ErasedElement]) -> Vec<u64> {
    typed(elements)
}

/// The algorithms that exist for length 8.
fn short() -> impl Iterator<Item = Algorithm> {
    Algorithm::ALL
        .iter()
        .copied()
        .filter(|algorithm| algorithm.is_dft() && *algorithm != Algorithm::Tangent && algorithm.exists_for(8))
}

const RAMP: [u64; 8] = [1, 2, 3, 4, 5, 6, 7, 8];
const VALUES: [u64; 8] = [2, 1, 12, 3, 13, 6, 14, 8];

/// Silences the message of expected panics of this thread and of pool threads.
fn quiet() {
    std::panic::set_hook(Box::new(|info| {
        if !info.to_string().contains("fuse") {
            eprintln!("{info}");
        }
    }));
}

#[test]
fn a_panic_in_any_operation_leaves_the_plan_usable() {
    quiet();
    for algorithm in short() {
        for order in [Order::Natural, Order::BitReversed] {
            for batch in [1, 3] {
                let ring = Fused::new(Lie::None);
                let plan =
                    ring.builder(8).algorithm(algorithm).order(order).batch(batch, Layout::Columns).build().unwrap();
                let input = elements(&RAMP.map(|x| vec![x; batch]).concat());
                let mut panics = 0;
                for fuse in 0..400 {
                    let mut values = input.clone();
                    ring.fuse.store(fuse, Relaxed);
                    let outcome = catch_unwind(AssertUnwindSafe(|| {
                        plan.forward(&mut values)?;
                        plan.inverse(&mut values)
                    }));
                    ring.fuse.store(i64::MAX, Relaxed);
                    panics += i32::from(outcome.is_err());
                    if fuse % 16 == 0 {
                        let mut values = input.clone();
                        plan.forward(&mut values).unwrap();
                        let first: Vec<u64> = words(&values).into_iter().step_by(batch).collect();
                        let truth: Vec<u64> = order.permutation(8).iter().map(|&k| VALUES[k]).collect();
                        assert_eq!(first, truth, "{algorithm} {order} after a panic");
                        plan.inverse(&mut values).unwrap();
                        assert_eq!(words(&values), words(&input));
                    }
                }
                assert!(panics > 48, "{algorithm}: {panics}");
            }
        }
    }
}

/// The same for the drivers of long transforms, on one thread and on three.
#[test]
fn a_panic_in_a_long_transform() {
    quiet();
    let ring = Fused { ring: Modular::new(998_244_353).unwrap(), ..Fused::new(Lie::None) };
    let definition = |n| erased_builder(&ring.ring, n).algorithm(Algorithm::Classical).build().unwrap();
    for (algorithm, n) in [(Algorithm::FourStep, 64), (Algorithm::FourStep, 1 << 13), (Algorithm::Stockham, 1 << 13)] {
        let input = elements(&(0..n as u64).collect::<Vec<_>>());
        let mut truth = input.clone();
        definition(n).forward(&mut truth).unwrap();
        let run = || {
            let plan = ring.builder(n).algorithm(algorithm).build().unwrap();
            for fuse in [0, 1, 10, 100, 300] {
                ring.fuse.store(fuse, Relaxed);
                let outcome = catch_unwind(AssertUnwindSafe(|| plan.forward(&mut input.clone())));
                ring.fuse.store(i64::MAX, Relaxed);
                assert!(outcome.is_err(), "{algorithm} {n} {fuse}");
                let mut values = input.clone();
                plan.forward(&mut values).unwrap();
                assert!(words(&values) == words(&truth), "{algorithm} {n} after a panic");
            }
        };
        run();
        #[cfg(feature = "parallel")]
        rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap().install(run);
    }
}

#[test]
fn a_panic_while_planning_leaves_the_planner_usable() {
    quiet();
    let mut planner = Planner::new();
    for fuse in 0..60 {
        let ring = Fused::new(Lie::None);
        ring.fuse.store(fuse, Relaxed);
        let builder = || ring.builder(8).algorithm(Algorithm::Classical);
        let _ = catch_unwind(AssertUnwindSafe(|| planner.plan(builder()).map(|_| ())));
        ring.fuse.store(i64::MAX, Relaxed);
        let mut values = elements(&RAMP);
        planner.plan(builder()).unwrap().forward(&mut values).unwrap();
        assert_eq!(words(&values), VALUES);
    }
}

#[test]
fn lists_of_powers_of_the_wrong_length_are_not_relied_on() {
    for count in [0, 1, 3, 100] {
        for algorithm in short() {
            let plan = Fused::new(Lie::Powers(count)).builder(8).algorithm(algorithm).build().unwrap();
            let mut values = elements(&RAMP);
            plan.forward(&mut values).unwrap();
            assert_eq!(words(&values), VALUES, "{algorithm}, {count} powers");
            plan.inverse(&mut values).unwrap();
            assert_eq!(words(&values), RAMP);
        }
    }
}

/// A ring that calls everything a root gets nonsense, but it gets it safely.
#[test]
fn false_roots_give_nonsense_safely() {
    for algorithm in
        Algorithm::ALL.iter().copied().filter(|algorithm| algorithm.is_dft() && *algorithm != Algorithm::Tangent)
    {
        for n in (0..8).map(|k| 1usize << k).filter(|&n| algorithm.exists_for(n)) {
            let plan = Fused::new(Lie::Roots).builder(n).algorithm(algorithm).build().unwrap();
            let mut values = elements(&vec![5; n]);
            plan.forward(&mut values).unwrap();
            plan.inverse(&mut values).unwrap();
        }
    }
    // 34 = 0 in Z/17: no inverse transform, but a forward one.
    let refused = Fused::new(Lie::Roots).builder(34).build();
    assert!(matches!(refused, Err(Error::NotInvertible { .. })), "{refused:?}");
}

/// A panic in a pool thread reaches the caller, and the pool goes on.
#[cfg(feature = "parallel")]
#[test]
fn a_panic_in_a_pool_thread() {
    quiet();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    pool.install(|| {
        let ring = Fused::new(Lie::None);
        let plan = ring.builder(8).batch(64, Layout::Rows).build().unwrap();
        let input = elements(&RAMP.repeat(64));
        for fuse in [0, 1, 100, 1000] {
            let mut values = input.clone();
            ring.fuse.store(fuse, Relaxed);
            let outcome = catch_unwind(AssertUnwindSafe(|| plan.forward(&mut values)));
            ring.fuse.store(i64::MAX, Relaxed);
            assert!(outcome.is_err());
            let mut values = input.clone();
            plan.forward(&mut values).unwrap();
            assert!(words(&values).chunks(8).all(|row| row == VALUES));
        }
    });
}
