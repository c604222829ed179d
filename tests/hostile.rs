//! Rings that panic, lie or are empty, lengths and slices that are wrong: errors or panics, never undefined
//! behaviour, and the plan works afterwards.

use num_complex::Complex;
use ringfft::{
    Error, Result,
    algebra::{Action, Module, Ring, Roots, Scalar},
    order::Order,
    plan::{Accelerated, Algorithm, Layout, Plan, Planner, Recipe, Threads},
    rings::{ComplexRing, Modular, Rows},
};
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

impl Accelerated for Fused {}

/// The algorithms that exist for length 8.
fn short() -> impl Iterator<Item = Algorithm> {
    Algorithm::ALL.into_iter().filter(|algorithm| algorithm.exists_for(8))
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
                let plan = Plan::builder(ring.clone(), 8)
                    .algorithm(algorithm)
                    .order(order)
                    .batch(batch, Layout::Columns)
                    .build()
                    .unwrap();
                let input: Vec<u64> = RAMP.iter().flat_map(|&x| vec![x; batch]).collect();
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
                        let first: Vec<u64> = (0..8).map(|j| values[j * batch]).collect();
                        let truth: Vec<u64> = order.permutation(8).iter().map(|&k| VALUES[k]).collect();
                        assert_eq!(first, truth, "{algorithm} {order} after a panic");
                        plan.inverse(&mut values).unwrap();
                        assert_eq!(values, input);
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
    for (algorithm, n) in [(Algorithm::FourStep, 64), (Algorithm::FourStep, 1 << 13), (Algorithm::Stockham, 1 << 13)] {
        let input: Vec<u64> = (0..n as u64).collect();
        let mut truth = input.clone();
        Plan::builder(ring.ring, n).algorithm(Algorithm::Classical).build().unwrap().forward(&mut truth).unwrap();
        let run = || {
            let plan = Plan::builder(ring.clone(), n).algorithm(algorithm).build().unwrap();
            for fuse in [0, 1, 10, 100, 300] {
                ring.fuse.store(fuse, Relaxed);
                let outcome = catch_unwind(AssertUnwindSafe(|| plan.forward(&mut input.clone())));
                ring.fuse.store(i64::MAX, Relaxed);
                assert!(outcome.is_err(), "{algorithm} {n} {fuse}");
                let mut values = input.clone();
                plan.forward(&mut values).unwrap();
                assert!(values == truth, "{algorithm} {n} after a panic");
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
        let builder = || Plan::builder(ring.clone(), 8).algorithm(Algorithm::Classical);
        let _ = catch_unwind(AssertUnwindSafe(|| planner.plan(builder()).map(|_| ())));
        ring.fuse.store(i64::MAX, Relaxed);
        let mut values = RAMP;
        planner.plan(builder()).unwrap().forward(&mut values).unwrap();
        assert_eq!(values, VALUES);
    }
}

#[test]
fn lists_of_powers_of_the_wrong_length_are_not_relied_on() {
    for count in [0, 1, 3, 100] {
        for algorithm in short() {
            let plan = Plan::builder(Fused::new(Lie::Powers(count)), 8).algorithm(algorithm).build().unwrap();
            let mut values = RAMP;
            plan.forward(&mut values).unwrap();
            assert_eq!(values, VALUES, "{algorithm}, {count} powers");
            plan.inverse(&mut values).unwrap();
            assert_eq!(values, RAMP);
        }
    }
}

/// A ring that calls everything a root gets nonsense, but it gets it safely.
#[test]
fn false_roots_give_nonsense_safely() {
    for algorithm in Algorithm::ALL {
        for n in (0..8).map(|k| 1usize << k).filter(|&n| algorithm.exists_for(n)) {
            let plan = Plan::builder(Fused::new(Lie::Roots), n).algorithm(algorithm).build().unwrap();
            let mut values = vec![5; n];
            plan.forward(&mut values).unwrap();
            plan.inverse(&mut values).unwrap();
        }
    }
    // 34 = 0 in Z/17: no inverse transform, but a forward one.
    let refused = Plan::builder(Fused::new(Lie::Roots), 34).build();
    assert!(matches!(refused, Err(Error::NotInvertible { .. })), "{refused:?}");
}

/// The ring with one element, which takes no space.
#[derive(Clone)]
struct Zero;

impl Module for Zero {
    type Element = ();

    fn zero(&self) {}

    fn add_assign(&self, _: &mut (), _: &()) {}

    fn sub_assign(&self, _: &mut (), _: &()) {}
}

impl Ring for Zero {
    fn name(&self) -> String {
        "the ring with one element".into()
    }

    fn one(&self) {}

    fn mul_assign(&self, _: &mut (), _: &()) {}

    fn is_zero(&self, _: &()) -> bool {
        true
    }

    fn inverse(&self, _: &()) -> Option<()> {
        Some(())
    }
}

impl Action for Zero {
    type Scalars = Zero;
    type Twiddle = ();

    fn scalars(&self) -> &Zero {
        self
    }

    fn prepare(&self, _: &Scalar<Self>) {}

    fn apply(&self, _: &mut (), _: &()) {}
}

impl Roots for Zero {
    fn root(&self, _: usize) -> Result<()> {
        Ok(())
    }
}

impl Accelerated for Zero {}

#[test]
fn elements_of_size_zero() -> Result<()> {
    for algorithm in Algorithm::ALL {
        for n in [1, 2, 3, 8, 100, 1024].into_iter().filter(|&n| algorithm.exists_for(n)) {
            for layout in [Layout::Rows, Layout::Columns] {
                for threads in [Threads::AtMost(1), Threads::Auto] {
                    let plan = Plan::builder(Zero, n)
                        .algorithm(algorithm)
                        .batch(3, layout)
                        .threads(threads)
                        .coset(())
                        .build()?;
                    assert_eq!(plan.bytes(), 0);
                    let mut values = vec![(); 3 * n];
                    plan.forward(&mut values)?;
                    plan.inverse(&mut values)?;
                    assert!(plan.forward(&mut values[1..]).is_err());
                }
            }
        }
    }
    Ok(())
}

/// Rows shorter or longer than announced count as continued by zeros.
#[test]
fn ragged_rows() -> Result<()> {
    let ring = Modular::new(17)?;
    for algorithm in short() {
        let plan = Plan::builder(Rows::new(ring, 2), 4).algorithm(algorithm).build()?;
        let mut rows = vec![vec![1, 5], vec![], vec![3, 7, 11, 2], vec![4]];
        plan.forward(&mut rows)?;
        for (column, x) in [[1, 0, 3, 4], [5, 0, 7, 0], [0, 0, 11, 0], [0, 0, 2, 0]].into_iter().enumerate() {
            let mut truth = x;
            Plan::over(ring, 4)?.forward(&mut truth)?;
            let found: Vec<u64> = rows.iter().map(|row| row.get(column).copied().unwrap_or(0)).collect();
            assert_eq!(found, truth, "{algorithm}, column {column}");
        }
        plan.inverse(&mut rows)?;
        assert_eq!(rows[0][..2], [1, 5]);
    }
    Ok(())
}

#[test]
fn roots_that_are_not_principal() -> Result<()> {
    let refused = |modulus, n, w| {
        let outcome = Plan::builder(Modular::new(modulus).unwrap(), n).root(w).build();
        assert!(
            matches!(outcome, Err(Error::NotPrincipal { order, .. }) if order == n),
            "{w} mod {modulus}: {outcome:?}"
        );
    };
    // 3 has order 16, 16 has order 2.
    for w in [0, 1, 2, 3, 16] {
        refused(17, 4, w);
    }
    // 21 = (1 mod 5, 8 mod 13) has order 4, and 26 = (1 mod 5, 0) is no unit; 14 = (-1, 1) has order 2.
    for (n, w) in [(4, 21), (4, 26), (2, 14), (2, 1)] {
        refused(65, n, w);
    }
    Plan::builder(Modular::new(65)?, 4).root(8).build()?;
    let half = Plan::builder(ComplexRing::<f64>::new(), 4).root(Complex::new(0.0, 0.5)).build();
    assert!(matches!(half, Err(Error::NotPrincipal { .. })));
    for w in [Complex::new(f64::NAN, 0.0), Complex::new(f64::INFINITY, 0.0), Complex::new(0.0, 0.0)] {
        assert!(Plan::builder(ComplexRing::<f64>::new(), 4).root(w).build().is_err(), "{w}");
    }
    let no_unit = Plan::builder(Modular::new(65)?, 4).root(8).coset(13).build();
    assert!(matches!(no_unit, Err(Error::NotInvertible { .. })), "{no_unit:?}");
    Ok(())
}

#[test]
fn slices_of_the_wrong_length_are_left_alone() -> Result<()> {
    let plan = Plan::builder(Modular::new(17)?, 8).algorithm(Algorithm::Stockham).batch(2, Layout::Rows).build()?;
    for len in [0, 1, 8, 15, 17, 32] {
        let mut values = vec![7; len];
        for outcome in [
            plan.forward(&mut values),
            plan.inverse(&mut values),
            plan.forward_into(&vec![1; len], &mut [0; 16]),
            plan.inverse_into(&[1; 16], &mut values),
        ] {
            assert!(matches!(outcome, Err(Error::SliceLength { expected: 16, found, .. }) if found == len));
        }
        assert!(values.iter().all(|&x| x == 7));
    }
    let (mut values, mut short) = (vec![7; 16], vec![0; plan.scratch_len() - 1]);
    let outcome = plan.forward_with(&mut values, &mut short);
    assert!(matches!(outcome, Err(Error::SliceLength { what: "scratch", at_least: true, .. })), "{outcome:?}");
    assert_eq!(values, [7; 16]);
    Ok(())
}

#[test]
fn lengths_beyond_counting() -> Result<()> {
    let huge = [usize::MAX, usize::MAX - 1, 1 << 63, 1 << 62, 1 << 60, 1 << 59, (1 << 58) + 1];
    for n in huge {
        for algorithm in Algorithm::ALL {
            let refused = |outcome: Result<()>| {
                assert!(
                    matches!(outcome, Err(Error::Memory { .. } | Error::Length { .. } | Error::NoRoot { .. })),
                    "{algorithm} {n}: {outcome:?}"
                );
            };
            refused(Plan::builder(ComplexRing::<f64>::new(), n).algorithm(algorithm).build().map(|_| ()));
            refused(Plan::builder(Modular::new(17)?, n).algorithm(algorithm).build().map(|_| ()));
        }
        let batch = Plan::builder(ComplexRing::<f64>::new(), 8).batch(n, Layout::Columns);
        assert!(matches!(batch.bytes(), Err(Error::Memory { .. })), "batch {n}");
        assert!(matches!(batch.build(), Err(Error::Memory { .. })), "batch {n}");
    }
    assert!(matches!(
        Plan::builder(ComplexRing::<f64>::new(), 8).batch(0, Layout::Rows).build(),
        Err(Error::Length { .. })
    ));
    Ok(())
}

#[test]
fn recipes_that_make_no_sense() -> Result<()> {
    let ring = Modular::new(17)?;
    let lists: [&[usize]; 7] = [&[0, 8], &[8, 0], &[3], &[2, 2], &[8, 8], &[1, 8], &[usize::MAX, 2]];
    for radices in lists {
        let recipe = Recipe::Stockham { len: 8, radices: radices.to_vec() };
        let outcome = Plan::builder(ring, 8).recipe(recipe).build();
        assert!(matches!(outcome, Err(Error::Length { .. } | Error::Memory { .. })), "{radices:?}: {outcome:?}");
    }
    for recipe in [Recipe::Classical { len: 16 }, Recipe::Naive { len: 0 }, Recipe::Twisted { len: 7 }] {
        assert!(Plan::builder(ring, 8).recipe(recipe).build().is_err());
    }
    // Factors that are no multiples of 8, and values in the wrong order.
    let leaf = |len| Box::new(Recipe::Twisted { len });
    for (columns, rows) in [(8, 8), (1, 8), (usize::MAX, 2), (1 << 32, 1 << 32)] {
        let recipe = Recipe::FourStep { columns: leaf(columns), rows: leaf(rows) };
        let len = recipe.len();
        assert!(Plan::builder(Modular::new(257)?, len).recipe(recipe).build().is_err(), "{columns} x {rows}");
    }
    let six = Recipe::Reorder { to_natural: true, inner: Box::new(Recipe::Classical { len: 6 }) };
    assert!(matches!(Plan::builder(ring, 6).recipe(six).build(), Err(Error::NoRoot { .. })));
    Ok(())
}

#[test]
fn values_that_are_not_finite() -> Result<()> {
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX] {
        for algorithm in Algorithm::ALL {
            let plan = Plan::builder(ComplexRing::<f64>::new(), 64).algorithm(algorithm).build()?;
            let mut values = vec![Complex::new(1.0, 0.0); 64];
            values[3] = Complex::new(bad, 0.0);
            plan.forward(&mut values)?;
            if !bad.is_finite() {
                assert!(values.iter().all(|z| !z.re.is_finite() || !z.im.is_finite()), "{algorithm} {bad}");
            }
            plan.inverse(&mut values)?;
        }
    }
    Ok(())
}

/// A panic in a pool thread reaches the caller, and the pool goes on.
#[cfg(feature = "parallel")]
#[test]
fn a_panic_in_a_pool_thread() {
    quiet();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    pool.install(|| {
        let ring = Fused::new(Lie::None);
        let plan = Plan::builder(ring.clone(), 8).batch(64, Layout::Rows).build().unwrap();
        let input: Vec<u64> = RAMP.repeat(64);
        for fuse in [0, 1, 100, 1000] {
            let mut values = input.clone();
            ring.fuse.store(fuse, Relaxed);
            let outcome = catch_unwind(AssertUnwindSafe(|| plan.forward(&mut values)));
            ring.fuse.store(i64::MAX, Relaxed);
            assert!(outcome.is_err());
            let mut values = input.clone();
            plan.forward(&mut values).unwrap();
            assert!(values.chunks(8).all(|row| row == VALUES));
        }
    });
}
