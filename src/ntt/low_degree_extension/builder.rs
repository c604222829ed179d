//! The builder of low-degree extensions, and their options.

use super::LowDegreeExtension;
use crate::{
    Error, Result,
    algebra::{Action, Domain, Exponents, Ring, Roots, Scalar},
    kernel::memory::reserve,
    order::{Order, bit_reverse},
    plan::{Accelerated, Builder, Isa, Layout, Options, Plan, Planner, Scale, Threads},
};
use alloc::{format, vec::Vec};

/// Collects the options of a [`LowDegreeExtension`].
///
/// ```
/// use ringfft::{ntt::LowDegreeExtension, order::Order, rings::{BabyBear, native}};
///
/// let extension = LowDegreeExtension::builder(native::<BabyBear>(), 4, 2)
///     .shift(BabyBear::new(31))
///     .order(Order::BitReversed)
///     .values_order(Order::Natural)
///     .build()?;
/// let mut extended = [BabyBear::ZERO; 8];
/// extension.extend(&[BabyBear::new(7); 4], &mut extended)?;
/// assert_eq!(extended, [BabyBear::new(7); 8]); // a constant polynomial
/// # Ok::<(), ringfft::Error>(())
/// ```
#[derive(Clone)]
#[must_use = "a builder does nothing until it is built"]
pub struct LowDegreeExtensionBuilder<M: Action> {
    module: M,
    len: usize,
    blowup: usize,
    root: Option<Scalar<M>>,
    shift: Option<Scalar<M>>,
    values_shift: Option<Scalar<M>>,
    values_order: Option<Order>,
    options: Options,
}

/// The sizes that follow from the options.
struct Sizes {
    total: usize,
    rows: usize,
    width: usize,
    interpolating: usize,
    evaluating: usize,
    threads: usize,
}

impl<M: Accelerated> LowDegreeExtensionBuilder<M> {
    pub(super) fn new(module: M, len: usize, blowup: usize) -> Self {
        let (root, shift, values_shift, values_order) = (None, None, None, None);
        let options = Options::default();
        LowDegreeExtensionBuilder { module, len, blowup, root, shift, values_shift, values_order, options }
    }

    /// Sets `w` as the root of unity of order `blowup * len`, in place of the ring's own; it is checked to be
    /// principal.
    pub fn root(mut self, w: Scalar<M>) -> Self {
        self.root = Some(w);
        self
    }

    /// Evaluates at `g w^i` instead of `w^i`; `g` must be a unit.
    pub fn shift(mut self, g: Scalar<M>) -> Self {
        self.shift = Some(g);
        self
    }

    /// Sets the points of the given values to `h u^j`, `u = w^blowup`, in place of `u^j`; `h` must be a unit.
    pub fn values_shift(mut self, h: Scalar<M>) -> Self {
        self.values_shift = Some(h);
        self
    }

    /// Sets the order of the output values, and of the input values: natural (the default) or bit-reversed.
    pub fn order(mut self, order: Order) -> Self {
        self.options.order = order;
        self
    }

    /// Sets another order of the input values: any that a plan can have.
    pub fn values_order(mut self, order: Order) -> Self {
        self.values_order = Some(order);
        self
    }

    /// Sets the number of polynomials in one call and their layout: in rows or columns.
    pub fn batch(mut self, batch: usize, layout: Layout) -> Self {
        self.options.batch = batch;
        self.options.layout = layout;
        self
    }

    /// Sets the number of threads that may be used. The results do not depend on it.
    pub fn threads(mut self, threads: Threads) -> Self {
        self.options.threads = threads;
        self
    }

    /// Sets the most bytes that tables and scratch may take.
    pub fn memory_limit(mut self, bytes: u64) -> Self {
        self.options.memory_limit = Some(bytes);
        self
    }

    /// Sets the instruction set to run on.
    pub fn isa(mut self, isa: Isa) -> Self {
        self.options.isa = isa;
        self
    }

    /// Builds the extension.
    ///
    /// # Errors
    /// - [`Error::NoRoot`] where the ring has no root of order `blowup * len`: the largest order is named; [`Error::NotPrincipal`]
    ///   for a wrong root;
    /// - [`Error::Length`] for a length, blow-up or batch of 0, or one that the order does not support;
    /// - [`Error::NotInvertible`] for a shift that is not a unit;
    /// - [`Error::Unsupported`] for another order or layout than said above;
    /// - [`Error::Memory`].
    pub fn build(self) -> Result<LowDegreeExtension<M>> {
        let Sizes { total, rows, width, interpolating, evaluating, threads } = self.sizes()?;
        let (n, k, order, limit) = (self.len, self.blowup, self.options.order, self.options.memory_limit);
        let too_much = |needed| Error::Memory { what: "the extension", needed, limit };
        let root = match self.root.clone() {
            Some(root) => Domain::with_root(self.module.clone(), total, root)?,
            None => Domain::new(self.module.clone(), total)?,
        };
        let (root, scalars) = (root.root().clone(), self.module.scalars());
        let one = scalars.one();
        let unit = |shift: &Option<Scalar<M>>| shift.clone().filter(|shift| !scalars.equal(shift, &one));
        let (shift, values_shift) = (unit(&self.shift), unit(&self.values_shift));
        let inverse = |shift: &Scalar<M>| {
            scalars.inverse(shift).ok_or_else(|| Error::NotInvertible {
                ring: scalars.name(),
                what: "the coset shift (a coset needs a unit)".into(),
            })
        };
        if let Some(shift) = &values_shift {
            inverse(shift)?;
        }
        // The coefficients of `f(g x)` from the values at `h u^j`: the points are those of a coset `h/g` of its.
        let mut relative = values_shift.clone().unwrap_or_else(|| one.clone());
        if let Some(shift) = &shift {
            scalars.mul_assign(&mut relative, &inverse(shift)?);
        }
        let small = scalars.power(&root, total, k % total);
        let values_order = self.values_order.unwrap_or(order);
        let inner = |order, scale, coset: &Scalar<M>, tasks: usize| {
            let builder = Builder::new(self.module.clone(), n)
                .root(small.clone())
                .order(order)
                .scale(scale)
                .batch(width, Layout::Columns)
                .isa(self.options.isa)
                .memory_limit(limit.unwrap_or(u64::MAX))
                .threads(Threads::AtMost(threads / tasks));
            if scalars.equal(coset, &one) { builder } else { builder.coset(coset.clone()) }
        };
        let interpolation = inner(values_order, Scale::INVERSE, &relative, interpolating);
        let exponent = |block: usize| match order {
            Order::BitReversed => bit_reverse(block, k.trailing_zeros()),
            _ => block,
        };
        let coset = |block: usize| inner(order, Scale::NONE, &scalars.power(&root, total, exponent(block)), evaluating);
        let copied = values_order == order && scalars.equal(&relative, &one);
        // Tables and scratch, before any of it is made.
        let mut bytes = interpolation.bytes()?.checked_add(coset(0).bytes()?).ok_or(too_much(u128::MAX))?;
        if k > 1 {
            let others = coset(1).bytes()?.checked_mul(k as u64 - 1);
            bytes = others.and_then(|others| bytes.checked_add(others)).ok_or(too_much(u128::MAX))?;
        }
        let in_all = total.checked_mul(self.options.batch).ok_or(too_much(u128::MAX))?;
        let turned = if order == Order::Natural && k > 1 { in_all } else { 0 };
        let copies = in_all / k;
        let own = copies.checked_add(turned).and_then(|own| own.checked_mul(size_of::<M::Element>()));
        let powers = if shift.is_some() { n } else { 0 };
        let own = powers.checked_mul(size_of::<M::Twiddle>()).and_then(|table| own?.checked_add(table));
        bytes = own.and_then(|own| bytes.checked_add(own as u64)).ok_or(too_much(u128::MAX))?;
        if limit.is_some_and(|limit| limit < bytes) {
            return Err(too_much(bytes.into()));
        }
        let mut planner = Planner::new();
        // Products of floats are rounded: powers of `h` and `g`, and of the root, are taken apart.
        let rounded = scalars.parts(&one).is_some();
        let apart = if rounded && !scalars.equal(&relative, &one) {
            quotients(scalars, &values_shift, &shift, n)?
        } else {
            None
        };
        let interpolation = match apart {
            Some(powers) => interpolation.coset_powers(powers),
            None => interpolation,
        };
        let interpolation = planner.plan(interpolation)?;
        let mut cosets: Vec<Plan<M::Element, M>> = reserve("the cosets", k)?;
        let of_root = |step: usize| {
            // Asked for first: the ring makes its list where nothing can be refused.
            drop(reserve::<Scalar<M>>("the powers of a root", n)?);
            Ok::<_, Error>(scalars.powers(&root, total, step, n))
        };
        for block in 0..k {
            let mut builder = coset(block);
            if rounded && block > 0 {
                let c = exponent(block);
                builder = builder.coset_powers([of_root(c)?, of_root(total - c)?]);
            }
            cosets.push(planner.plan(builder)?);
        }
        let mut list = reserve("the powers of the shift", powers)?;
        if let Some(shift) = &shift {
            let unit =
                scalars.progression(&one, shift, Exponents::Up, n, |power| list.push(self.module.prepare(&power)));
            debug_assert!(unit, "powers with positive exponents need no unit");
        }
        let each = cosets.iter().map(Plan::scratch_len).max().unwrap_or(0);
        let (interpolating, evaluating) = ((interpolating, interpolation.scratch_len()), (evaluating, each));
        let of_tasks = |(tasks, each): (usize, usize)| tasks.checked_mul(each);
        let sizes = || {
            let most = of_tasks(interpolating)?.max(of_tasks(evaluating)?);
            copies.checked_add(turned)?.checked_add(most)
        };
        let scratch = sizes().ok_or(too_much(u128::MAX))?;
        let shift = list;
        Ok(LowDegreeExtension {
            interpolation,
            cosets,
            shift,
            root,
            order,
            copied,
            rows,
            width,
            interpolating,
            evaluating,
            scratch,
            bytes,
        })
    }

    fn sizes(&self) -> Result<Sizes> {
        let Options { order, batch, layout, threads, .. } = self.options;
        for (what, len) in [("a transform", self.len), ("a blow-up", self.blowup), ("a batch", batch)] {
            if len == 0 {
                return Err(Error::Length { what, len, possible: "the least is 1" });
            }
        }
        let total = self.len.checked_mul(self.blowup).ok_or(Error::Length {
            what: "an extension of this blow-up",
            len: self.len,
            possible: "length times blow-up must be a word",
        })?;
        if !matches!(order, Order::Natural | Order::BitReversed) {
            return Err(Error::Unsupported {
                what: format!("an extension leaves natural or bit-reversed order, not {order}: take one of these"),
            });
        }
        if !order.exists_for(total) {
            return Err(Error::Length { what: order.what(), len: total, possible: order.lengths() });
        }
        let (rows, width) = match layout {
            Layout::Rows => (batch, 1),
            Layout::Columns => (1, batch),
            _ => {
                let what = "an extension has no strides: take rows or columns, or copy the elements together".into();
                return Err(Error::Unsupported { what });
            }
        };
        let threads = threads.resolve();
        let (interpolating, evaluating) = (threads.min(rows), threads.min(rows.saturating_mul(self.blowup)));
        Ok(Sizes { total, rows, width, interpolating, evaluating, threads })
    }
}

/// Computes the powers of `h/g`, and of `g/h`, `count` of each, as products of powers that are each taken by itself. Returns
/// `None` where one of these leaves the range of floats, though the quotients need not.
fn quotients<S: Roots>(
    scalars: &S,
    h: &Option<S::Element>,
    g: &Option<S::Element>,
    count: usize,
) -> Result<Option<[Vec<S::Element>; 2]>> {
    let one = scalars.one();
    let powers = |above: &Option<S::Element>, below: &Option<S::Element>| {
        let mut list = reserve("the powers of a shift", count)?;
        let mut divisors = reserve("the powers of a shift", count)?;
        let (above, below) = (above.as_ref().unwrap_or(&one), below.as_ref().unwrap_or(&one));
        let unit = scalars.progression(&one, above, Exponents::Up, count, |power| list.push(power))
            && scalars.progression(&one, below, Exponents::Down, count, |power| divisors.push(power));
        if !unit {
            let what = "the coset shift (a coset needs a unit)".into();
            return Err(Error::NotInvertible { ring: scalars.name(), what });
        }
        // Sizes only grow or only fall, so the last power is the extreme one.
        if [list.last(), divisors.last()].into_iter().flatten().any(|power| scalars.inverse(power).is_none()) {
            return Ok(None);
        }
        list.iter_mut().zip(&divisors).for_each(|(power, divisor)| scalars.mul_assign(power, divisor));
        Ok(Some(list))
    };
    Ok(match (powers(h, g)?, powers(g, h)?) {
        (Some(there), Some(back)) => Some([there, back]),
        _ => None,
    })
}
