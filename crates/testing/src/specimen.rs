//! A module with the facts about it that the conformance suite needs.

use super::{Erased, ErasedElement, Random};
use ringfft::{
    algebra::{Module, Ring, Roots, Scalar},
    plan::{Accelerated, Algorithm, Builder, Isa},
};

type E<M> = <M as Module>::Element;
type Sample<M> = Box<dyn Fn(&mut Random) -> E<M> + Send + Sync>;
type Distance<M> = Box<dyn Fn(&[E<M>], &[E<M>]) -> f64 + Send + Sync>;
type Bound = Box<dyn Fn(usize) -> f64 + Send + Sync>;
type Product<M> = Box<dyn Fn(&E<M>, &E<M>) -> E<M> + Send + Sync>;
type Root<M> = Box<dyn Fn(usize) -> Option<Scalar<M>> + Send + Sync>;

/// A module, how to draw elements of it, and when two lists of them count as equal.
pub struct Specimen<M: Accelerated> {
    module: M,
    sample: Sample<M>,
    distance: Distance<M>,
    bound: Bound,
    product: Option<Product<M>>,
    root: Option<Root<M>>,
    isa: Isa,
    small: usize,
    large: usize,
}

impl<M: Accelerated<Element: PartialEq>> Specimen<M> {
    /// Creates a specimen of an exact module: lists are equal or not.
    pub fn exact(module: M, sample: impl Fn(&mut Random) -> M::Element + Send + Sync + 'static) -> Self {
        let distance = |a: &[M::Element], b: &[M::Element]| {
            (a.iter().zip(b).filter(|(a, b)| a != b).count() + a.len().abs_diff(b.len())) as f64
        };
        Specimen::inexact(module, sample, distance, |_| 0.0)
    }
}

impl<M: Accelerated> Specimen<M> {
    /// Creates a specimen of a module of floats. `distance` measures the difference of a list from the true one,
    /// relative to the size of the true one. For length `n` a distance of at most `bound(n)` is accepted.
    pub fn inexact(
        module: M,
        sample: impl Fn(&mut Random) -> M::Element + Send + Sync + 'static,
        distance: impl Fn(&[M::Element], &[M::Element]) -> f64 + Send + Sync + 'static,
        bound: impl Fn(usize) -> f64 + Send + Sync + 'static,
    ) -> Self {
        Specimen {
            module,
            sample: Box::new(sample),
            distance: Box::new(distance),
            bound: Box::new(bound),
            product: None,
            root: None,
            isa: Isa::Auto,
            small: 64,
            large: 1 << 12,
        }
    }

    /// Sets the roots; lengths without one are left out.
    pub fn with_root(mut self, root: impl Fn(usize) -> Option<Scalar<M>> + Send + Sync + 'static) -> Self {
        self.root = Some(Box::new(root));
        self
    }

    /// Limits the lengths, for costly elements: every length up to `small`, and powers of two up to `large`.
    pub fn up_to(mut self, small: usize, large: usize) -> Self {
        (self.small, self.large) = (small, large);
        self
    }

    /// Sets the instruction set, in place of the best one.
    pub fn on(mut self, isa: Isa) -> Self {
        self.isa = isa;
        self
    }

    /// Returns the module.
    pub fn module(&self) -> &M {
        &self.module
    }

    pub(super) fn small(&self) -> usize {
        self.small
    }

    pub(super) fn large(&self) -> usize {
        self.large
    }

    pub(super) fn has_own_roots(&self) -> bool {
        self.root.is_none()
    }

    pub(super) fn draw(&self, random: &mut Random, count: usize) -> Vec<M::Element> {
        (0..count).map(|_| (self.sample)(random)).collect()
    }

    pub(super) fn distance(&self, found: &[M::Element], truth: &[M::Element]) -> f64 {
        (self.distance)(found, truth)
    }

    pub(super) fn bound(&self, n: usize) -> f64 {
        (self.bound)(n)
    }

    pub(super) fn product(&self, a: &M::Element, b: &M::Element) -> Option<M::Element> {
        self.product.as_ref().map(|product| product(a, b))
    }

    /// Returns a plan to be made with an algorithm, if the ring has the structure that the algorithm needs.
    pub(super) fn builder(&self, algorithm: Algorithm, n: usize) -> Option<Builder<M>> {
        let builder =
            Builder::new(self.module.clone(), n).algorithm(algorithm).order(algorithm.default_order()).isa(self.isa);
        let scalars = self.module.scalars();
        let possible = match algorithm {
            Algorithm::Tangent => scalars.parts(&scalars.one()).is_some(),
            Algorithm::Circle => scalars.circle_point(2 * n).is_ok(),
            additive if additive.is_additive() => scalars.cantor_basis(n.next_power_of_two().trailing_zeros()).is_ok(),
            Algorithm::Truncated => n == 1 || scalars.inverse_of_integer(2).is_ok(),
            _ => true,
        };
        let order = algorithm.root_order(n).filter(|_| possible)?;
        match &self.root {
            Some(root) => Some(builder.root(root(order)?)),
            None => (order <= 1 || scalars.root(order).is_ok()).then_some(builder),
        }
    }

    /// Returns a unit other than one if there is one, of absolute value one over the complex numbers.
    pub(super) fn unit(&self) -> Scalar<M> {
        let scalars = self.module.scalars();
        let unit = |k: &Scalar<M>| scalars.inverse(k).is_some();
        match scalars.root(1009) {
            Ok(root) => root,
            Err(_) => (3..12).map(|k| scalars.integer(k)).find(unit).unwrap_or_else(|| scalars.one()),
        }
    }
}

impl<M: Accelerated + Ring> Specimen<M> {
    /// Checks the convolution theorem too, with the ring's own product.
    pub fn with_product(mut self) -> Self {
        let ring = self.module.clone();
        self.product = Some(Box::new(move |a, b| {
            let mut product = a.clone();
            ring.mul_assign(&mut product, b);
            product
        }));
        self
    }
}

impl<R: Accelerated<Scalars = R> + Roots> Specimen<R> {
    /// Converts to an [`Erased`] ring: every operation is the ring's own, and the algorithms are compiled once for all
    /// rings.
    pub fn erased(self) -> Specimen<Erased> {
        let Specimen { module, sample, distance, bound, product, root, isa, small, large } = self;
        let zero = module.zero();
        let typed = move |a: &ErasedElement| a.get().unwrap_or(&zero).clone();
        let all = {
            let typed = typed.clone();
            move |list: &[ErasedElement]| list.iter().map(&typed).collect::<Vec<_>>()
        };
        Specimen {
            module: Erased::new(module),
            sample: Box::new(move |random| ErasedElement::new(sample(random))),
            distance: Box::new(move |found, truth| distance(&all(found), &all(truth))),
            bound,
            product: product.map(|product| -> Product<Erased> {
                let typed = typed.clone();
                Box::new(move |a, b| ErasedElement::new(product(&typed(a), &typed(b))))
            }),
            root: root.map(|root| -> Root<Erased> { Box::new(move |n| root(n).map(ErasedElement::new)) }),
            isa,
            small,
            large,
        }
    }
}
