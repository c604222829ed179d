//! Ours: a plan in one dimension, and plans along the axes in several.

use super::{Float, told};
use crate::{
    Result,
    timing::{Aligned, Contestant, Facts, Run, Told, clocked},
};
use num_complex::Complex;
use ringfft::{
    order::Order,
    plan::{Layout, Plan, Recipe, Scale, Threads},
    rings::ComplexRing,
};

/// Our forward transform with its own scratch.
pub fn forward<T: Float>(
    shape: &[usize],
    order: Order,
    threads: usize,
    recipe: Option<&Recipe>,
) -> Result<Run<Complex<T>>> {
    let [len] = *shape else {
        let (axes, ns) = clocked(|| Axes::<T>::new(shape, threads));
        let axes = axes?;
        let scratch = axes.scratch.len();
        return Ok(told(ns, Some(scratch), axes));
    };
    let mut builder = Plan::builder(ComplexRing::<T>::new(), len).threads(Threads::AtMost(threads)).order(order);
    if let Some(recipe) = recipe {
        builder = builder.recipe(recipe.clone());
    }
    let (plan, plan_ns) = clocked(|| builder.build());
    let plan = plan?;
    let mut scratch = plan.scratch()?;
    let facts = Facts { plan_ns: Some(plan_ns), estimate_ns: None, scratch: Some(plan.scratch_len()) };
    let forward = move |values: &mut [Complex<T>]| {
        plan.forward_with(values, &mut scratch).expect("slices of the plan's lengths");
    };
    if order == Order::Natural {
        return Ok(Box::new(Told { run: forward, facts }));
    }
    Ok(Box::new(Told { run: Reversed { run: forward, order }, facts }))
}

/// Values that leave in another order and are compared in natural order.
struct Reversed<R> {
    run: R,
    order: Order,
}

impl<T: Float, R: FnMut(&mut [Complex<T>])> Contestant<Complex<T>> for Reversed<R> {
    fn run(&mut self, work: &mut [Complex<T>]) {
        (self.run)(work);
    }

    fn store(&mut self, work: &mut [Complex<T>]) {
        assert!(self.order == Order::BitReversed && work.len().is_power_of_two());
        let bits = work.len().trailing_zeros();
        for i in 0..work.len() {
            let j = if bits == 0 { 0 } else { i.reverse_bits() >> (usize::BITS - bits) };
            if i < j {
                work.swap(i, j);
            }
        }
    }
}

/// A transform along every axis of a row-major array, one after the other.
// A place held: `ringfft` has no transform in several dimensions yet. When it has, it takes this one's place in the rows.
pub struct Axes<T: Float> {
    /// Of each axis, the plan of all transforms along it in one part of the array.
    plans: Vec<Plan<Complex<T>>>,
    scratch: Aligned<Complex<T>>,
}

impl<T: Float> Axes<T> {
    pub fn new(shape: &[usize], threads: usize) -> Result<Self> {
        let mut plans = Vec::new();
        for (axis, &len) in shape.iter().enumerate() {
            let inner: usize = shape[axis + 1..].iter().product();
            let outer: usize = shape[..axis].iter().product();
            let builder = Plan::builder(ComplexRing::<T>::new(), len).threads(Threads::AtMost(threads));
            let builder = match inner {
                1 => builder.batch(outer, Layout::Rows),
                _ => builder.batch(inner, Layout::Columns),
            };
            plans.push(builder.scale(Scale::NONE).build()?);
        }
        let scratch = plans.iter().map(Plan::scratch_len).max().unwrap_or(0);
        Ok(Axes { plans, scratch: Aligned::new(vec![Complex::default(); scratch]) })
    }
}

impl<T: Float> Contestant<Complex<T>> for Axes<T> {
    fn run(&mut self, work: &mut [Complex<T>]) {
        for plan in &self.plans {
            for part in work.chunks_exact_mut(plan.len() * plan.batch()) {
                plan.forward_with(part, &mut self.scratch[..plan.scratch_len()]).expect("slices of the plan's lengths");
            }
        }
    }
}
