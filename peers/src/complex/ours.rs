//! Ours: a plan in one dimension, one of all axes in several.

use crate::{
    Result,
    float::{Float, told},
    timing::{Contestant, Facts, Run, Told, clocked},
};
use num_complex::Complex;
use ringfft::{
    complex::Multi,
    order::Order,
    plan::{Plan, Recipe, Threads},
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
        let axes: Vec<usize> = (0..shape.len()).collect();
        let builder = Multi::<T>::builder(shape, &axes).threads(Threads::AtMost(threads));
        let (plan, ns) = clocked(|| builder.build());
        let plan = plan?;
        let mut scratch = plan.scratch()?;
        return Ok(told(ns, Some(plan.scratch_len()), move |values: &mut [Complex<T>]| {
            plan.forward_with(values, &mut scratch).expect("slices of the plan's lengths");
        }));
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
