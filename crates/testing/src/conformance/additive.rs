//! The properties of transforms over subspaces alone.

use super::{Case, Outcome, say};
use ringfft::{
    Error,
    algebra::{Module, Ring, Roots, Scalar, Subspace},
    plan::{Accelerated, Algorithm, Builder, Coefficients},
};

impl<M: Accelerated> Case<'_, M> {
    fn additive(&self) -> bool {
        self.algorithm.is_additive()
    }

    /// Checks the values at `c + p_k`, for several `c`, zero and one of them.
    pub(super) fn shifted_points(&self) -> Outcome {
        if !self.additive() {
            return Ok(0);
        }
        self.each(20, |plan, random| {
            let n = plan.len();
            for shift in self.shifts() {
                let Some(coset) = self.plan(n, |builder| builder.coset(shift.clone()))? else { return Ok(false) };
                let x = self.specimen.draw(random, n);
                let values = self.forward(&coset, &x)?;
                let truth: Vec<_> = (0..n).map(|j| self.value(&coset, &x, j)).collect();
                self.same("values on a coset", n, &values, &truth)?;
                self.same("inverse on a coset", n, &self.inverse(&coset, &values)?, &x)?;
            }
            Ok(true)
        })
    }

    /// Checks the span of a caller's basis.
    pub(super) fn other_bases(&self) -> Outcome {
        // These two need a Cantor basis, and say so.
        let cantor = matches!(self.algorithm, Algorithm::Cantor | Algorithm::GaoMateer);
        if !self.additive() {
            return Ok(0);
        }
        self.each(21, |plan, random| {
            let n = plan.len();
            let dim = n.next_power_of_two().trailing_zeros();
            let Some(basis) = self.basis(dim) else { return Ok(false) };
            let same = Subspace::with_basis(self.module().clone(), basis.clone()).map_err(say)?.is_cantor();
            for shift in self.shifts() {
                let builder = Builder::new(self.module().clone(), n).algorithm(self.algorithm);
                let built = builder.basis(basis.clone()).coset(shift).build();
                let other = match built {
                    Err(Error::Unsupported { .. }) if cantor && !same => return Ok(true),
                    built => built.map_err(say)?,
                };
                let x = self.specimen.draw(random, n);
                let values = self.forward(&other, &x)?;
                let truth: Vec<_> = (0..n).map(|j| self.value(&other, &x, j)).collect();
                self.same("values on the span of another basis", n, &values, &truth)?;
                self.same("inverse there", n, &self.inverse(&other, &values)?, &x)?;
            }
            Ok(true)
        })
    }

    /// Checks novel coefficients in place of monomial ones: the polynomial is the sum of `x_i X_i`.
    pub(super) fn novel_coefficients(&self) -> Outcome {
        if !self.additive() {
            return Ok(0);
        }
        self.each(22, |plan, random| {
            let n = plan.len();
            let Some(novel) = self.plan(n, |builder| builder.coefficients(Coefficients::Novel))? else {
                return Ok(false);
            };
            let Some(points) = novel.subspace() else { return Err(String::from("no subspace")) };
            let x = self.specimen.draw(random, n);
            let values = self.forward(&novel, &x)?;
            let truth: Vec<_> = (0..n).map(|j| self.novel_value(points, &x, j)).collect();
            self.same("values of novel coefficients", n, &values, &truth)?;
            self.same("inverse to novel coefficients", n, &self.inverse(&novel, &values)?, &x).map(|()| true)
        })
    }

    /// Computes `sum_i x_i X_i(p_j)` by the definition of the novel basis.
    fn novel_value(&self, points: &Subspace<M>, x: &[M::Element], j: usize) -> M::Element {
        let (module, scalars) = (self.module(), self.module().scalars());
        // s_b(p) over s_b(beta_b), each by the product over the span of the first b vectors.
        let vanishing = |b: usize, p: &Scalar<M>| {
            let mut product = scalars.one();
            for q in 0..1usize << b {
                let mut factor = p.clone();
                (0..b).filter(|i| q >> i & 1 == 1).for_each(|i| scalars.add_assign(&mut factor, &points.basis()[i]));
                scalars.mul_assign(&mut product, &factor);
            }
            product
        };
        let point = points.point(j);
        let normalised: Vec<_> = (0..points.basis().len())
            .map(|b| {
                let mut value = vanishing(b, &point);
                let unit = scalars.inverse(&vanishing(b, &points.basis()[b])).unwrap_or_else(|| scalars.zero());
                scalars.mul_assign(&mut value, &unit);
                value
            })
            .collect();
        let mut sum = module.zero();
        for (i, x) in x.iter().enumerate() {
            let mut weight = scalars.one();
            for (_, value) in normalised.iter().enumerate().filter(|(b, _)| i >> b & 1 == 1) {
                scalars.mul_assign(&mut weight, value);
            }
            module.add_assign(&mut sum, &module.applied(x, &module.prepare(&weight)));
        }
        sum
    }

    /// Checks that dimensions that the field lacks, roots and scales are refused.
    pub(super) fn refusals(&self) -> Outcome {
        if !self.additive() {
            return Ok(0);
        }
        let build = |n: usize, options: &dyn Fn(Builder<M>) -> Builder<M>| {
            options(Builder::new(self.module().clone(), n).algorithm(self.algorithm)).build().err()
        };
        let scalars = self.module().scalars();
        let mut cases = 2;
        if !matches!(build(4, &|builder| builder.root(scalars.one())), Some(Error::Unsupported { .. })) {
            return Err("a root was accepted".into());
        }
        let scale = ringfft::plan::Scale::FORWARD;
        if !matches!(build(4, &|builder| builder.scale(scale)), Some(Error::Unsupported { .. })) {
            return Err("a scale was accepted".into());
        }
        let dependent = [scalars.one(), scalars.one()].to_vec();
        if !matches!(build(4, &|builder| builder.basis(dependent.clone())), Some(Error::Dependent { index: 1, .. })) {
            return Err("a dependent basis was accepted".into());
        }
        if !matches!(build(8, &|builder| builder.basis(dependent.clone())), Some(Error::Subspace { dim: 3, .. })) {
            return Err("a basis of another dimension was accepted".into());
        }
        for dim in (1..20).filter(|&dim| scalars.cantor_basis(dim).is_err()).take(2) {
            if !matches!(build(1 << dim, &|builder| builder), Some(Error::Subspace { dim: found, .. }) if found == dim as usize)
            {
                return Err(format!("2^{dim} was accepted"));
            }
            cases += 1;
        }
        Ok(cases)
    }

    /// Shifts to try: zero, one, and powers of a vector of the Cantor basis.
    fn shifts(&self) -> Vec<Scalar<M>> {
        let scalars = self.module().scalars();
        let last = scalars.cantor_basis(8).ok().and_then(|basis| basis.last().cloned());
        let odd = last.map(|last| scalars.pow(&last, 11));
        [scalars.zero(), scalars.one()].into_iter().chain(odd).collect()
    }

    /// Returns a basis that is not a Cantor basis, of powers of an element of large degree.
    fn basis(&self, dim: u32) -> Option<Vec<Scalar<M>>> {
        let scalars = self.module().scalars();
        let last = scalars.cantor_basis(8).ok()?.pop()?;
        (3..40)
            .map(|step| (0..dim).map(|i| scalars.pow(&last, step + u64::from(i) * (step + 1))).collect())
            .find(|basis: &Vec<_>| Subspace::with_basis(self.module().clone(), basis.clone()).is_ok())
    }
}
