//! The laws that every discrete Fourier transform satisfies.

use super::{Case, Outcome};
use crate::Random;
use ringfft::{
    algebra::Ring,
    order::Order,
    plan::{Accelerated, Algorithm, Scale},
};

impl<M: Accelerated> Case<'_, M> {
    pub(super) fn small_lengths(&self) -> Outcome {
        let mut random = Random::new(1);
        let mut cases = 0;
        for n in self.lens(81) {
            for order in self.orders(n) {
                let Some(plan) = self.plan(n, |builder| builder.order(order))? else { continue };
                if plan.order() != order || plan.recipe().algorithm() != self.algorithm {
                    return Err(format!("asked for {order} {}, got {}", self.algorithm, plan.recipe()));
                }
                let x = self.specimen.draw(&mut random, n);
                let truth: Vec<_> = (0..n).map(|j| self.value(&plan, &x, j)).collect();
                let values = self.forward(&plan, &x)?;
                self.same(&format!("{order} values"), n, &values, &truth)?;
                self.same(&format!("inverse of {order} values"), n, &self.inverse(&plan, &values)?, &x)?;
                cases += 1;
            }
        }
        Ok(cases)
    }

    pub(super) fn large_lengths(&self) -> Outcome {
        let mut random = Random::new(2);
        let mut cases = 0;
        // 257 and 1009 are prime; the quadratic algorithms stop early.
        let most = match self.algorithm {
            Algorithm::Naive => 1 << 10,
            Algorithm::AdditiveNaive => 1 << 8,
            _ => self.specimen.large(),
        };
        let lens = [128, 243, 257, 360, 512, 729, 1000, 1009, 1024, 2048, 2187, 4096];
        let fits = |n: &usize| *n <= most.min(self.specimen.large()) && self.algorithm.exists_for(*n);
        for n in lens.into_iter().filter(fits) {
            for order in self.orders(n) {
                let Some(plan) = self.plan(n, |builder| builder.order(order))? else { continue };
                let x = self.specimen.draw(&mut random, n);
                let values = self.forward(&plan, &x)?;
                let places: Vec<usize> = (0..8).map(|_| random.below(n)).chain([0, 1, n - 1]).collect();
                let found: Vec<_> = places.iter().map(|&j| values[j].clone()).collect();
                let truth: Vec<_> = places.iter().map(|&j| self.value(&plan, &x, j)).collect();
                self.same(&format!("{order} values"), n, &found, &truth)?;
                self.same(&format!("inverse of {order} values"), n, &self.inverse(&plan, &values)?, &x)?;
                cases += 1;
            }
        }
        Ok(cases)
    }

    pub(super) fn linearity(&self) -> Outcome {
        self.each(3, |plan, random| {
            let n = plan.len();
            let (x, y) = (self.specimen.draw(random, n), self.specimen.draw(random, n));
            let s = self.module().scalars().integer(3 + random.below(1000) as u64);
            let together = self.forward(plan, &self.add(&self.act(&x, |_| s.clone()), &y))?;
            let apart = self.add(&self.act(&self.forward(plan, &x)?, |_| s.clone()), &self.forward(plan, &y)?);
            self.same("F(s x + y) = s F(x) + F(y)", n, &together, &apart).map(|()| true)
        })
    }

    pub(super) fn impulse(&self) -> Outcome {
        self.each(4, |plan, random| {
            let n = plan.len();
            let element = self.specimen.draw(random, 1);
            for j in [0, 1, n / 2, n - 1] {
                let mut x = vec![self.module().zero(); n];
                x[j].clone_from(&element[0]);
                let truth: Vec<_> = (0..n).map(|k| self.value(plan, &x, k)).collect();
                self.same(&format!("impulse at {j}"), n, &self.forward(plan, &x)?, &truth)?;
            }
            Ok(true)
        })
    }

    pub(super) fn shift(&self) -> Outcome {
        self.each(5, |plan, random| {
            let n = plan.len();
            if !plan.recipe().is_cyclic() {
                return Ok(false);
            }
            let (x, by) = (self.specimen.draw(random, n), 1 + random.below(n - 1));
            let mut shifted = x.clone();
            shifted.rotate_right(by);
            let truth = self.act(&self.forward(plan, &x)?, |k| self.power(plan, by * plan.recipe().exponent(k)));
            self.same(&format!("shift by {by}"), n, &self.forward(plan, &shifted)?, &truth).map(|()| true)
        })
    }

    pub(super) fn convolution(&self) -> Outcome {
        self.each(6, |plan, random| {
            let n = plan.len();
            if self.algorithm == Algorithm::Circle {
                return Ok(false);
            }
            let negacyclic = self.algorithm == Algorithm::Negacyclic;
            // Truncated values determine a product of fewer coefficients than there are values.
            let count = if negacyclic || plan.recipe().is_cyclic() { n } else { n.div_ceil(2) };
            let padded = |mut x: Vec<M::Element>| {
                x.resize(n, self.module().zero());
                x
            };
            let (x, y) = (self.specimen.draw(random, count), self.specimen.draw(random, count));
            let (x, y) = (padded(x), padded(y));
            let mut truth = vec![self.module().zero(); n];
            for (i, a) in x[..count].iter().enumerate() {
                for (j, b) in y[..count].iter().enumerate() {
                    let Some(product) = self.specimen.product(a, b) else { return Ok(false) };
                    match i + j < n {
                        false if negacyclic => self.module().sub_assign(&mut truth[i + j - n], &product),
                        _ => self.module().add_assign(&mut truth[(i + j) % n], &product),
                    }
                }
            }
            let (x, y) = (self.forward(plan, &x)?, self.forward(plan, &y)?);
            let values: Vec<_> = x.iter().zip(&y).filter_map(|(a, b)| self.specimen.product(a, b)).collect();
            self.same("pointwise product", n, &self.inverse(plan, &values)?, &truth).map(|()| true)
        })
    }

    pub(super) fn reversal(&self) -> Outcome {
        self.each(7, |plan, random| {
            let n = plan.len();
            if !plan.recipe().is_cyclic() || plan.order() != Order::Natural {
                return Ok(false);
            }
            let Some(unscaled) = self.plan(n, |builder| builder.scale(Scale::NONE))? else { return Ok(false) };
            let x = self.specimen.draw(random, n);
            let mut reversed = self.forward(plan, &x)?;
            reversed[1..].reverse();
            self.same("inverse = reversed forward", n, &self.inverse(&unscaled, &x)?, &reversed).map(|()| true)
        })
    }
}
