//! The effects of a plan's options on a transform, and the lengths that it refuses.

use super::{Case, Outcome, say};
use crate::Random;
use ringfft::{
    Error,
    algebra::Ring,
    plan::{Accelerated, Algorithm, Builder, Layout, Scale, Threads},
    rings::Rows,
};

impl<M: Accelerated> Case<'_, M> {
    pub(super) fn scales(&self) -> Outcome {
        self.each(8, |plan, random| {
            let n = plan.len();
            if plan.subspace().is_some() {
                return Ok(false);
            }
            let x = self.specimen.draw(random, n);
            let integer = self.module().scalars().integer(n as u64);
            let plain = self.forward(plan, &x)?;
            for scale in [Scale::NONE, Scale::FORWARD] {
                let Some(scaled) = self.plan(n, |builder| builder.scale(scale))? else { return Ok(false) };
                let values = self.forward(&scaled, &x)?;
                let back = self.inverse(&scaled, &values)?;
                let times_n = |x: &[M::Element]| self.act(x, |_| integer.clone());
                if scale == Scale::NONE {
                    self.same("unscaled", n, &values, &plain)?;
                    self.same("unscaled inverse", n, &back, &times_n(&x))?;
                } else {
                    self.same("forward by 1/n", n, &times_n(&values), &plain)?;
                    self.same("inverse of forward by 1/n", n, &back, &x)?;
                }
            }
            Ok(true)
        })
    }

    pub(super) fn coset(&self) -> Outcome {
        self.each(9, |plan, random| {
            if self.algorithm == Algorithm::Circle || plan.subspace().is_some() {
                return Ok(false);
            }
            let (n, c) = (plan.len(), self.specimen.unit());
            let Some(coset) = self.plan(n, |builder| builder.coset(c.clone()))? else { return Ok(false) };
            let x = self.specimen.draw(random, n);
            let scaled = self.act(&x, |j| self.module().scalars().pow(&c, j as u64));
            let values = self.forward(&coset, &x)?;
            self.same("values", n, &values, &self.forward(plan, &scaled)?)?;
            self.same("inverse", n, &self.inverse(&coset, &values)?, &x).map(|()| true)
        })
    }

    pub(super) fn scratch(&self) -> Outcome {
        self.each(10, |plan, random| {
            let n = plan.len();
            let x = self.specimen.draw(random, n);
            let clean = self.forward(plan, &x)?;
            let mut scratch = self.specimen.draw(random, plan.scratch_len() + 7);
            let mut values = x.clone();
            plan.forward_with(&mut values, &mut scratch).map_err(say)?;
            self.same("forward", 0, &values, &clean)?;
            plan.inverse_with(&mut values, &mut scratch).map_err(say)?;
            self.same("inverse", 0, &values, &self.inverse(plan, &clean)?)?;
            let mut short = scratch;
            short.truncate(plan.scratch_len().saturating_sub(1));
            let refused = matches!(plan.forward_with(&mut values, &mut short), Err(Error::SliceLength { .. }));
            if refused == (plan.scratch_len() == 0) {
                return Err(format!("length {n}: short scratch, refused: {refused}"));
            }
            Ok(true)
        })
    }

    pub(super) fn batch(&self) -> Outcome {
        self.each(11, |plan, random| {
            let n = plan.len();
            let batch = 1 + random.below(4);
            let rows = self.specimen.draw(random, n * batch);
            let mut truth = Vec::new();
            for row in rows.chunks(n) {
                truth.extend(self.forward(plan, row)?);
            }
            let strided = Layout::Strided { stride: 2, distance: 2 * n + 1 };
            for layout in [Layout::Rows, Layout::Columns, strided] {
                let Some(batched) = self.plan(n, |builder| builder.batch(batch, layout))? else { return Ok(false) };
                let at = |b: usize, j: usize| match layout {
                    Layout::Rows => b * n + j,
                    Layout::Columns => j * batch + b,
                    _ => 2 * j + b * (2 * n + 1),
                };
                let Some(span) = layout.span(n, batch) else { return Ok(false) };
                let mut laid = self.specimen.draw(random, span);
                (0..n * batch).for_each(|i| laid[at(i / n, i % n)].clone_from(&rows[i]));
                let values = self.forward(&batched, &laid)?;
                let found: Vec<_> = (0..n * batch).map(|i| values[at(i / n, i % n)].clone()).collect();
                self.same(&format!("{batch} {layout:?}"), 0, &found, &truth)?;
                self.same("inverse", n, &self.inverse(&batched, &values)?, &laid)?;
            }
            Ok(true)
        })
    }

    pub(super) fn rows(&self) -> Outcome {
        self.each(12, |plan, random| {
            let (n, columns) = (plan.len(), 3);
            let builder = Builder::new(Rows::new(self.module().clone(), columns), n);
            let builder = builder.algorithm(self.algorithm).order(self.algorithm.default_order());
            let builder = if plan.subspace().is_some() { builder } else { builder.root(plan.root().clone()) };
            let rows_plan = builder.build().map_err(say)?;
            let mut rows: Vec<Vec<M::Element>> = (0..n).map(|_| self.specimen.draw(random, columns)).collect();
            let column = |rows: &[Vec<M::Element>], c: usize| rows.iter().map(|row| row[c].clone()).collect::<Vec<_>>();
            let before: Vec<_> = (0..columns).map(|c| column(&rows, c)).collect();
            rows_plan.forward(&mut rows).map_err(say)?;
            for (c, x) in before.iter().enumerate() {
                self.same(&format!("column {c}"), n, &column(&rows, c), &self.forward(plan, x)?)?;
            }
            rows_plan.inverse(&mut rows).map_err(say)?;
            for (c, x) in before.iter().enumerate() {
                self.same(&format!("inverse of column {c}"), n, &column(&rows, c), x)?;
            }
            Ok(true)
        })
    }

    pub(super) fn threads(&self) -> Outcome {
        let mut random = Random::new(13);
        let mut cases = 0;
        // The longest is shared out over threads by itself, without a batch.
        let slow = matches!(self.algorithm, Algorithm::Naive | Algorithm::AdditiveNaive);
        let lens = [8, 9, 15, 17, 1024, 2187, 1 << 13]
            .into_iter()
            .filter(|&n| self.algorithm.exists_for(n) && n <= 2 * self.specimen.large() && !(slow && n > 256));
        for (n, batch) in lens.flat_map(|n| [(n, 1), (n, 5)]) {
            let x = self.specimen.draw(&mut random, n * batch);
            let mut first: Option<Vec<M::Element>> = None;
            for threads in 1..=3 {
                let run = || -> Result<Option<Vec<M::Element>>, String> {
                    let options = |builder: Builder<M>| builder.batch(batch, Layout::Rows).threads(threads_of(threads));
                    let Some(plan) = self.plan(n, options)? else { return Ok(None) };
                    let values = self.forward(&plan, &x)?;
                    let back = self.inverse(&plan, &values)?;
                    Ok(Some([values, back].concat()))
                };
                let Some(found) = in_pool(threads, run)? else { continue };
                if first.as_ref().is_some_and(|first| self.specimen.distance(&found, first) != 0.0) {
                    return Err(format!("length {n}, batch {batch}: {threads} threads differ from one"));
                }
                first.get_or_insert(found);
                cases += 1;
            }
        }
        Ok(cases)
    }

    pub(super) fn odd_lengths(&self) -> Outcome {
        let mut random = Random::new(14);
        let one = self.specimen.draw(&mut random, 1);
        let scales = [Scale::INVERSE, Scale::NONE, Scale::FORWARD];
        for scale in scales.into_iter().take(if self.algorithm.is_additive() { 1 } else { 3 }) {
            let plan = self.plan(1, |builder| match self.algorithm {
                Algorithm::Circle => builder.scale(scale),
                _ => builder.scale(scale).coset(self.specimen.unit()),
            });
            if !self.algorithm.exists_for(1) {
                continue;
            }
            let Some(plan) = plan? else {
                match self.algorithm {
                    Algorithm::Circle | Algorithm::Tangent | Algorithm::Negacyclic => continue,
                    _ => return Err("length 1 needs no root".into()),
                }
            };
            self.same("forward", 0, &self.forward(&plan, &one)?, &one)?;
            self.same("inverse", 0, &self.inverse(&plan, &one)?, &one)?;
        }
        for n in [0, 1, 3, 6, 96, 1000, (1 << 20) + 1].into_iter().filter(|&n| !self.algorithm.exists_for(n)) {
            let builder = Builder::new(self.module().clone(), n).algorithm(self.algorithm);
            match builder.build() {
                Err(Error::Length { len, .. }) if len == n => {}
                Err(other) => return Err(format!("length {n}: {other}")),
                Ok(_) => return Err(format!("length {n} was accepted")),
            }
        }
        Ok(4)
    }

    pub(super) fn missing_roots(&self) -> Outcome {
        if !self.specimen.has_own_roots() || self.algorithm.is_additive() {
            return Ok(0);
        }
        let mut cases = 0;
        for n in (2..64).chain([1 << 10, 1 << 20]).filter(|&n| self.algorithm.exists_for(n)) {
            if self.specimen.builder(self.algorithm, n).is_none() {
                let builder = Builder::new(self.module().clone(), n).algorithm(self.algorithm);
                match builder.order(self.algorithm.default_order()).build() {
                    Err(Error::NoRoot { order, .. }) if Some(order) == self.algorithm.root_order(n) => cases += 1,
                    Err(Error::NoRoot { .. }) if self.algorithm == Algorithm::Circle => cases += 1,
                    Err(Error::Unsupported { .. }) if self.algorithm == Algorithm::Tangent => cases += 1,
                    Err(Error::NotInvertible { .. }) if self.algorithm == Algorithm::Truncated => cases += 1,
                    Err(other) => return Err(format!("length {n}: {other}")),
                    Ok(_) => return Err(format!("length {n} was accepted without a root")),
                }
            }
        }
        Ok(cases)
    }
}

fn threads_of(count: usize) -> Threads {
    if count == 1 { Threads::AtMost(1) } else { Threads::Auto }
}

#[cfg(feature = "parallel")]
fn in_pool<T>(threads: usize, run: impl FnOnce() -> Result<T, String> + Send) -> Result<T, String>
where
    T: Send,
{
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| format!("{error}"))?;
    pool.install(run)
}

#[cfg(not(feature = "parallel"))]
fn in_pool<T>(_: usize, run: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    run()
}
