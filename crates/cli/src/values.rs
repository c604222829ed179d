//! The facts of a ring for the command line: the text of its elements, its documented roots of unity, and the tolerance
//! of comparisons.

use crate::{
    failure::{Failure, Outcome},
    settings::Settings,
    spec::Spec,
};
use ringfft::{
    algebra::{Module, Ring, Roots},
    plan::{Accelerated, Algorithm, Builder, Layout, Plan, Recipe, Tuning},
};
use ringfft_testing::{Erased, ErasedElement, Random};
use std::slice::from_ref;

/// An element of the ring of `V`.
pub(crate) type Element<V> = <<V as Values>::Ring as Module>::Element;

/// A ring with the text, bytes and roots of the command line.
pub(crate) trait Values: Send + Sync + 'static {
    /// The ring of the library.
    type Ring: Accelerated<Scalars = Self::Ring> + Roots;

    /// Returns the ring.
    fn ring(&self) -> &Self::Ring;

    /// Returns the name on the command line.
    fn name(&self) -> String;

    /// Returns the principal `n`-th root of unity that the command line documents. It does not depend on the crate that
    /// implements the ring.
    fn root(&self, n: usize) -> Outcome<Element<Self>>;

    /// Returns the points at which the command line takes the values of a recipe.
    fn points(&self, recipe: &Recipe) -> Outcome<Points<Element<Self>>> {
        self.root(recipe.root_order().unwrap_or(recipe.len())).map(Points::Root)
    }

    /// Measures the recipes worth considering for a transform, and returns the fastest. Returns an error if the planner
    /// considers only one.
    fn time(&self, spec: &Spec, settings: &Settings, tuning: &mut Tuning) -> Outcome<Recipe> {
        let _ = (spec, settings, tuning);
        let name = self.name();
        Err(Failure::input(format!("the planner considers one recipe for every length over {name}: tune c32 or c64")))
    }

    /// Returns the first law of the discrete Fourier transform that a plan breaks on random input. `None` if it keeps
    /// them, or the ring has no such tests.
    fn broken_law(&self, plan: &Plan<Element<Self>, Self::Ring>, seed: u64) -> Outcome<Option<String>> {
        let _ = (plan, seed);
        Ok(None)
    }

    /// Rejects an algorithm by name if the ring has no such transforms on the command line.
    fn check(&self, algorithm: Option<Algorithm>) -> Outcome<()> {
        match algorithm {
            Some(algorithm) if algorithm.is_additive() => Err(Failure::input(format!(
                "{algorithm} is an additive transform, which needs a binary field, and {} is none: take gf2:8, gf2:16, \
                 gf2:32, gf2:64 or gf2:128, or another algorithm of `ringfft list`",
                self.name()
            ))),
            _ => Ok(()),
        }
    }

    /// Parses the element on one line.
    fn read(&self, text: &str) -> Option<Element<Self>>;

    /// Returns the form of the text that [`read`](Values::read) takes, for messages.
    fn expected(&self) -> String;

    /// Returns the fault of a text that has the right form but that [`read`](Values::read) rejects.
    fn trouble(&self, text: &str) -> Option<String> {
        let _ = text;
        None
    }

    /// Parses the element given with an option.
    fn read_argument(&self, text: &str) -> Option<Element<Self>> {
        self.read(text)
    }

    /// Multiplies coefficient `j` of each transform by `c^j`, or by `c^-j`, with `c` in higher precision than the
    /// elements. Returns `false`, and changes nothing, if the plan is as exact by itself or must reject `c`.
    fn weigh(&self, c: &str, inverse: bool, elements: &mut [Element<Self>], batch: usize, layout: Layout) -> bool {
        let _ = (c, inverse, elements, batch, layout);
        false
    }

    /// Returns the complex conjugate, where elements are complex numbers.
    fn conjugate(&self, element: &Element<Self>) -> Option<Element<Self>> {
        let _ = element;
        None
    }

    /// Appends the element as text.
    fn write(&self, element: &Element<Self>, out: &mut String);

    /// Returns the bytes of an element.
    fn width(&self) -> usize;

    /// Returns the bytes of memory that an element takes.
    fn size(&self) -> usize {
        size_of::<Element<Self>>()
    }

    /// Returns the most bytes that a product of `a` by `b` elements takes besides its operands and result. These are
    /// the padded and transformed operands, and the twiddles with the memory of their computation.
    fn product_bytes(&self, a: usize, b: usize) -> u128 {
        4 * padded(a, b) * self.size() as u128
    }

    /// Reads the element from its bytes; `None` for bytes of no element.
    fn decode(&self, bytes: &[u8]) -> Option<Element<Self>>;

    /// Appends the element's bytes.
    fn encode(&self, element: &Element<Self>, out: &mut Vec<u8>);

    /// Returns the NumPy type.
    fn npy(&self) -> NpyType;

    /// Draws an element for tests.
    fn random(&self, random: &mut Random) -> Element<Self>;

    /// Returns the distance of `found` from `expected`: relative for floats; in exact rings 0 or infinite.
    fn distance(&self, found: &[Element<Self>], expected: &[Element<Self>]) -> f64 {
        let ring = self.ring();
        let equal =
            found.len() == expected.len() && found.iter().zip(expected).all(|(found, right)| ring.equal(found, right));
        if equal { 0.0 } else { f64::INFINITY }
    }

    /// Returns the tolerance for rounding errors in a transform of length `n`.
    fn tolerance(&self, n: usize, quadratic: bool) -> f64 {
        let _ = (n, quadratic);
        0.0
    }

    /// Computes `f(c w^k)` for `w` of order `order`, independently of any transform.
    fn evaluate(
        &self,
        f: &[Element<Self>],
        w: &Element<Self>,
        order: usize,
        k: usize,
        c: Option<&Element<Self>>,
    ) -> Element<Self> {
        let _ = order;
        let ring = self.ring();
        let mut point = ring.pow(w, k as u64);
        if let Some(c) = c {
            ring.mul_assign(&mut point, c);
        }
        horner(ring, f, &point)
    }

    /// Returns whether elements are compared exactly.
    fn exact(&self) -> bool {
        true
    }
}

/// The points at which a transform takes its values.
pub(crate) enum Points<E> {
    /// At powers of this root of unity.
    Root(E),
    /// At the sums of the vectors of the ring's Cantor basis.
    CantorBasis,
    /// At the sums of these vectors.
    Basis(Vec<E>),
}

impl<E> Points<E> {
    /// Returns the same points for elements of another type.
    pub(crate) fn map<T>(self, map: impl Fn(E) -> T) -> Points<T> {
        match self {
            Points::Root(root) => Points::Root(map(root)),
            Points::CantorBasis => Points::CantorBasis,
            Points::Basis(basis) => Points::Basis(basis.into_iter().map(map).collect()),
        }
    }

    /// Returns the builder with these points.
    pub(crate) fn give<M: Accelerated<Scalars: Module<Element = E>>>(self, builder: Builder<M>) -> Builder<M> {
        match self {
            Points::Root(root) => builder.root(root),
            Points::CantorBasis => builder,
            Points::Basis(basis) => builder.basis(basis),
        }
    }
}

/// A ring of the command line with its type hidden: its elements are those of [`erased`](AnyValues::erased).
pub(crate) trait AnyValues {
    /// Returns the ring.
    fn erased(&self) -> Erased;

    /// Returns [`Values::name`].
    fn name(&self) -> String;

    /// Returns [`Values::root`].
    fn root(&self, n: usize) -> Outcome<ErasedElement>;

    /// Returns [`Values::points`].
    fn points(&self, recipe: &Recipe) -> Outcome<Points<ErasedElement>>;

    /// Checks an algorithm as [`Values::check`] does.
    fn check(&self, algorithm: Option<Algorithm>) -> Outcome<()>;

    /// Returns the element as text.
    fn text(&self, element: &ErasedElement) -> String;

    /// Returns true if rounding in a transform of length `n` explains the distance of two elements.
    fn near(&self, found: &ErasedElement, expected: &ErasedElement, n: usize, quadratic: bool) -> bool;
}

impl<V: Values> AnyValues for V {
    fn erased(&self) -> Erased {
        Erased::new(self.ring().clone())
    }

    fn name(&self) -> String {
        Values::name(self)
    }

    fn root(&self, n: usize) -> Outcome<ErasedElement> {
        Values::root(self, n).map(ErasedElement::new)
    }

    fn points(&self, recipe: &Recipe) -> Outcome<Points<ErasedElement>> {
        Values::points(self, recipe).map(|points| points.map(ErasedElement::new))
    }

    fn check(&self, algorithm: Option<Algorithm>) -> Outcome<()> {
        Values::check(self, algorithm)
    }

    fn text(&self, element: &ErasedElement) -> String {
        let mut text = String::new();
        self.write(element.get().unwrap_or(&self.ring().zero()), &mut text);
        text
    }

    fn near(&self, found: &ErasedElement, expected: &ErasedElement, n: usize, quadratic: bool) -> bool {
        let zero = self.ring().zero();
        let [found, expected] = [found, expected].map(|element| from_ref(element.get().unwrap_or(&zero)));
        self.distance(found, expected) <= self.tolerance(n, quadratic)
    }
}

/// Returns the least power of two that holds the product of `a` by `b` elements.
pub(crate) fn padded(a: usize, b: usize) -> u128 {
    (a as u128 + b as u128).next_power_of_two()
}

/// Computes `f(point)`.
pub(crate) fn horner<R: Ring>(ring: &R, f: &[R::Element], point: &R::Element) -> R::Element {
    f.iter().rev().fold(ring.zero(), |mut value, coefficient| {
        ring.mul_assign(&mut value, point);
        ring.add_assign(&mut value, coefficient);
        value
    })
}

/// The storage of elements in NumPy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NpyType {
    /// `<c8` or `<c16`: pairs of floats.
    Complex {
        /// Bytes of a float.
        float: usize,
    },
    /// `<f4` or `<f8`: floats.
    Real {
        /// Bytes of a float.
        float: usize,
    },
    /// `<u4` or `<u8`.
    Unsigned {
        /// Bytes of an integer.
        bytes: usize,
    },
    /// Rows of `<u8`, low word first.
    Words {
        /// Words of an integer.
        words: usize,
    },
}
