//! A ring that counts its operations, over the same elements.
//!
//! Additions and subtractions count alike; negations are free. A product by a constant is counted by the [`Class`] of
//! the constant, which is found when the constant is prepared. So one run gives the counts over a general ring and the
//! real operations over the complex numbers.

use super::ErasedElement;
use num_complex::Complex;
use ringfft::{
    Result,
    algebra::{Action, Exponents, Module, Ring, Roots, Scalar},
    order::Order,
    plan::{Accelerated, Algorithm, Builder, Plan, Recipe, Scale, Threads},
};
use std::{
    any::Any,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

/// The kind of constant that a twiddle is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Class {
    /// `1`: no work.
    One,
    /// `-1`: a negation, free.
    MinusOne,
    /// `w^2 = -1`: `I` or `-I`.
    Fourth,
    /// `w^4 = -1`: an odd power of the eighth root.
    Eighth,
    /// Purely real or purely imaginary: complex rings only.
    Axis,
    /// Anything else.
    Other,
}

impl Class {
    /// Returns the class of the scalar `s`. Complex numbers over `f64` and `f32`, [erased](ErasedElement) or not, are
    /// classified by their parts, within a few units in the last place. Elements of other rings are classified by the
    /// equations of the class.
    pub fn of<S: Ring>(scalars: &S, s: &S::Element) -> Class {
        let mut s_any: &dyn Any = s;
        while let Some(erased) = s_any.downcast_ref::<ErasedElement>() {
            s_any = erased.as_any();
        }
        if let Some(z) = s_any.downcast_ref::<Complex<f64>>() {
            return Class::of_complex(z.re, z.im, f64::EPSILON);
        }
        if let Some(z) = s_any.downcast_ref::<Complex<f32>>() {
            return Class::of_complex(z.re.into(), z.im.into(), f32::EPSILON.into());
        }
        let squared = |a: &S::Element| {
            let mut square = a.clone();
            scalars.mul_assign(&mut square, a);
            square
        };
        let one = scalars.one();
        let mut minus_one = one.clone();
        scalars.neg_assign(&mut minus_one);
        let square = squared(s);
        match () {
            () if scalars.equal(s, &one) => Class::One,
            () if scalars.equal(s, &minus_one) => Class::MinusOne,
            () if scalars.equal(&square, &minus_one) => Class::Fourth,
            () if scalars.equal(&squared(&square), &minus_one) => Class::Eighth,
            () => Class::Other,
        }
    }

    fn of_complex(re: f64, im: f64, epsilon: f64) -> Class {
        let near = |a: f64, b: f64| (a - b).abs() <= 4.0 * epsilon;
        match (near(im, 0.0), near(re, 0.0)) {
            (true, _) if near(re, 1.0) => Class::One,
            (true, _) if near(re, -1.0) => Class::MinusOne,
            (_, true) if near(im.abs(), 1.0) => Class::Fourth,
            (true, _) | (_, true) => Class::Axis,
            _ if near(re.abs(), im.abs()) && near(re * re + im * im, 1.0) => Class::Eighth,
            _ => Class::Other,
        }
    }
}

/// The counted operations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Tally {
    /// Additions and subtractions.
    pub additions: u64,
    /// Products by `1` and `-1`, which are free and part of no sum.
    pub by_unit: u64,
    /// Products by `I` and `-I`.
    pub by_fourth: u64,
    /// Products by odd powers of the eighth root.
    pub by_eighth: u64,
    /// Products by other real or imaginary constants.
    pub by_axis: u64,
    /// Products by other constants.
    pub by_other: u64,
    /// Products of two elements, neither of them a prepared constant.
    pub general: u64,
}

impl Tally {
    /// Returns the number of products by constants other than `1` and `-1`.
    pub fn products(&self) -> u64 {
        self.by_fourth + self.by_eighth + self.by_axis + self.by_other
    }

    /// Returns the number of those by `I` and `-I`.
    pub fn products_by_i(&self) -> u64 {
        self.by_fourth
    }

    /// Returns the number of additions of real numbers, if the elements are complex.
    pub fn real_additions(&self) -> u64 {
        2 * (self.additions + self.by_eighth + self.by_other + self.general)
    }

    /// Returns the number of products of real numbers, if the elements are complex. A product by `I` takes none, one by an
    /// eighth root or a real constant takes 2, every other one 4.
    pub fn real_products(&self) -> u64 {
        2 * (self.by_eighth + self.by_axis) + 4 * (self.by_other + self.general)
    }
}

#[derive(Default)]
struct Counters {
    additions: AtomicU64,
    by_unit: AtomicU64,
    by_fourth: AtomicU64,
    by_eighth: AtomicU64,
    by_axis: AtomicU64,
    by_other: AtomicU64,
    general: AtomicU64,
}

impl Counters {
    fn of(&self, class: Class) -> &AtomicU64 {
        match class {
            Class::One | Class::MinusOne => &self.by_unit,
            Class::Fourth => &self.by_fourth,
            Class::Eighth => &self.by_eighth,
            Class::Axis => &self.by_axis,
            Class::Other => &self.by_other,
        }
    }

    fn all(&self) -> [&AtomicU64; 7] {
        let Counters { additions, by_unit, by_fourth, by_eighth, by_axis, by_other, general } = self;
        [additions, by_unit, by_fourth, by_eighth, by_axis, by_other, general]
    }
}

/// A module that performs and counts the operations of the module inside; clones count together.
///
/// Only operations on elements are counted: those on scalars while a plan is made are not.
///
/// ```
/// use num_complex::Complex;
/// use ringfft::{plan::Plan, rings::ComplexRing};
/// use ringfft_testing::Counting;
///
/// let ring = Counting::new(ComplexRing::<f64>::new());
/// let plan = Plan::over(ring.clone(), 8)?;
/// plan.forward(&mut [Complex::new(0.0, 0.0); 8])?;
/// let tally = ring.take();
/// assert_eq!((tally.additions, tally.products(), tally.products_by_i()), (24, 5, 3));
/// assert_eq!(tally.real_additions() + tally.real_products(), 56);
/// # Ok::<(), ringfft::Error>(())
/// ```
#[derive(Clone)]
pub struct Counting<M> {
    module: M,
    counters: Arc<Counters>,
}

/// A twiddle with its class.
#[derive(Clone, Copy, Debug)]
pub struct Classified<T> {
    twiddle: T,
    class: Class,
}

impl<M> Counting<M> {
    /// Creates a counting `module`, with all counters at zero.
    pub fn new(module: M) -> Self {
        Counting { module, counters: Arc::default() }
    }

    /// Returns the counts since the last call, and sets them back to zero.
    pub fn take(&self) -> Tally {
        let [additions, by_unit, by_fourth, by_eighth, by_axis, by_other, general] =
            self.counters.all().map(|counter| counter.swap(0, Relaxed));
        Tally { additions, by_unit, by_fourth, by_eighth, by_axis, by_other, general }
    }

    fn add(&self, additions: u64) {
        self.counters.additions.fetch_add(additions, Relaxed);
    }

    fn multiply<T>(&self, w: &Classified<T>) {
        self.counters.of(w.class).fetch_add(1, Relaxed);
    }
}

impl<M: Module> Module for Counting<M> {
    type Element = M::Element;

    fn zero(&self) -> M::Element {
        self.module.zero()
    }

    fn add_assign(&self, a: &mut M::Element, b: &M::Element) {
        self.add(1);
        self.module.add_assign(a, b);
    }

    fn sub_assign(&self, a: &mut M::Element, b: &M::Element) {
        self.add(1);
        self.module.sub_assign(a, b);
    }

    fn neg_assign(&self, a: &mut M::Element) {
        self.module.neg_assign(a);
    }

    fn butterfly(&self, a: &mut M::Element, b: &mut M::Element) {
        self.add(2);
        self.module.butterfly(a, b);
    }
}

impl<M: Action> Action for Counting<M> {
    type Scalars = M::Scalars;
    type Twiddle = Classified<M::Twiddle>;

    fn scalars(&self) -> &M::Scalars {
        self.module.scalars()
    }

    fn prepare(&self, scalar: &Scalar<M>) -> Self::Twiddle {
        Classified { twiddle: self.module.prepare(scalar), class: Class::of(self.scalars(), scalar) }
    }

    fn apply(&self, x: &mut M::Element, w: &Self::Twiddle) {
        self.multiply(w);
        self.module.apply(x, &w.twiddle);
    }

    fn apply_fourth(&self, x: &mut M::Element, w: &Self::Twiddle) {
        self.multiply(w);
        self.module.apply_fourth(x, &w.twiddle);
    }

    fn apply_real(&self, x: &mut M::Element, w: &Self::Twiddle) {
        self.multiply(w);
        self.module.apply_real(x, &w.twiddle);
    }

    fn apply_eighth(&self, x: &mut M::Element, w: &Self::Twiddle) {
        self.multiply(w);
        self.module.apply_eighth(x, &w.twiddle);
    }
}

impl<R: Ring> Ring for Counting<R> {
    fn name(&self) -> String {
        format!("{}, counted", self.module.name())
    }

    fn one(&self) -> R::Element {
        self.module.one()
    }

    fn mul_assign(&self, a: &mut R::Element, b: &R::Element) {
        self.counters.general.fetch_add(1, Relaxed);
        self.module.mul_assign(a, b);
    }

    fn is_zero(&self, a: &R::Element) -> bool {
        self.module.is_zero(a)
    }

    fn inverse(&self, a: &R::Element) -> Option<R::Element> {
        self.module.inverse(a)
    }

    fn parts(&self, a: &R::Element) -> Option<[R::Element; 2]> {
        self.module.parts(a)
    }

    fn pow(&self, a: &R::Element, exponent: u64) -> R::Element {
        self.module.pow(a, exponent)
    }

    fn progression(
        &self,
        first: &R::Element,
        ratio: &R::Element,
        exponents: Exponents,
        count: usize,
        take: impl FnMut(R::Element),
    ) -> bool {
        self.module.progression(first, ratio, exponents, count, take)
    }

    fn inverse_of_integer(&self, n: u64) -> Result<R::Element> {
        self.module.inverse_of_integer(n)
    }

    fn inverse_square_root_of_integer(&self, n: u64) -> Option<R::Element> {
        self.module.inverse_square_root_of_integer(n)
    }
}

impl<R: Roots> Roots for Counting<R> {
    fn root(&self, n: usize) -> Result<R::Element> {
        self.module.root(n)
    }

    fn circle_point(&self, n: usize) -> Result<[R::Element; 2]> {
        self.module.circle_point(n)
    }

    fn cantor_basis(&self, dim: u32) -> Result<Vec<R::Element>> {
        self.module.cantor_basis(dim)
    }

    fn check_root(&self, w: &R::Element, n: usize) -> Result<()> {
        self.module.check_root(w, n)
    }

    fn power(&self, w: &R::Element, n: usize, k: usize) -> R::Element {
        self.module.power(w, n, k)
    }

    fn powers(&self, w: &R::Element, n: usize, step: usize, count: usize) -> Vec<R::Element> {
        self.module.powers(w, n, step, count)
    }
}

impl<M: Accelerated> Accelerated for Counting<M> {
    const SUBSPACES: bool = M::SUBSPACES;
}

/// The operations of one transform in both directions, unscaled and in the algorithm's own order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// Coefficients to values.
    pub forward: Tally,
    /// Values to `n` times the coefficients.
    pub inverse: Tally,
}

/// Counts the operations of `algorithm` of length `len` over `module`.
///
/// # Errors
/// Those of [`Builder::build`].
pub fn count<M: Accelerated>(algorithm: Algorithm, module: M, len: usize) -> Result<Counts> {
    let order: Order = algorithm.native_order();
    count_with(Builder::new(Counting::new(module), len).algorithm(algorithm).order(order))
}

/// Counts the operations of `recipe` over `module`.
///
/// # Errors
/// Those of [`Builder::build`].
pub fn count_recipe<M: Accelerated>(recipe: &Recipe, module: M) -> Result<Counts> {
    count_with(Builder::new(Counting::new(module), recipe.len()).recipe(recipe.clone()))
}

fn count_with<M: Accelerated>(builder: Builder<Counting<M>>) -> Result<Counts> {
    let plan: Plan<M::Element, Counting<M>> = builder.scale(Scale::NONE).threads(Threads::AtMost(1)).build()?;
    // The engine itself: a plan may scale its results.
    let (ring, engine) = (plan.module(), ringfft::inside::engine(&plan)?);
    let [mut values, mut scratch] = [plan.len(), engine.scratch_len()].map(|len| vec![ring.zero(); len]);
    ring.take();
    engine.forward(&mut values, &mut scratch)?;
    let forward = ring.take();
    engine.inverse_unscaled(&mut values, &mut scratch)?;
    Ok(Counts { forward, inverse: ring.take() })
}
