//! Recipes that are asked and run.

use super::{
    rings::{Fuzzed, Over},
    values::{builder, check},
};
use crate::Random;
use ringfft::plan::{Isa, Layout, Recipe};

/// Calls every method of a recipe: none may panic.
pub(super) fn ask(recipe: &Recipe) {
    assert!(recipe.tree().lines().count() >= 1);
    let _ = (recipe.order(), recipe.algorithm(), recipe.twiddle_count(), recipe.root_order(), recipe.is_cyclic());
    for threads in [0, 1, 3, usize::MAX] {
        let _ = recipe.scratch_len(threads);
    }
    for j in [0, 1, 5, usize::MAX] {
        let _ = recipe.exponent(j);
    }
}

/// A plan over a ring.
pub(super) struct Run<'a> {
    pub(super) recipe: &'a Recipe,
    pub(super) isa: Isa,
    pub(super) random: Random,
}

impl Over for Run<'_> {
    fn over<R: Fuzzed>(&mut self, ring: R) {
        let builder = builder(&ring, self.recipe).isa(self.isa);
        check(&ring, builder.clone(), &mut self.random);
        if let Recipe::Columns { width, .. } = self.recipe
            && let Ok(plan) = builder.batch(*width, Layout::Columns).build()
            && let Some(total) = plan.len().checked_mul(*width).filter(|&total| total <= 4096)
        {
            let input = ring.drawn(&mut self.random, total);
            let mut values = input.clone();
            assert!(plan.forward(&mut values).is_ok() && plan.inverse(&mut values).is_ok(), "{}", self.recipe);
            assert!(ring.is_near(&values, &input, plan.recipe()), "{}", self.recipe);
        }
    }
}
