//! Scalars that act on a module.

use super::{Module, Ring};

/// The scalars of an action.
///
/// [`Domain`](super::Domain) has an example: `domain.root()` is a `Scalar`.
pub type Scalar<M> = <<M as Action>::Scalars as Module>::Element;

/// A ring of scalars that acts on a module.
///
/// A scalar is *prepared* once, at plan time, as a [`Twiddle`](Action::Twiddle), the form in which it acts at the least
/// cost. A ring acts on itself; a field acts on the points of a curve; a ring acts on rows.
///
/// ```
/// use ringfft::{algebra::Action, rings::{Modular, Rows}};
///
/// // Residues act on rows of three residues.
/// let rows = Rows::new(Modular::new(17)?, 3);
/// let twice = rows.prepare(&2);
/// let mut x = vec![1, 5, 10];
/// rows.apply(&mut x, &twice);
/// assert_eq!(x, [2, 10, 3]);
/// # Ok::<(), ringfft::Error>(())
/// ```
pub trait Action: Module {
    /// The ring of scalars.
    type Scalars: Ring;

    /// A scalar made ready to act.
    type Twiddle: Clone + Send + Sync + 'static;

    /// Returns the ring of scalars.
    fn scalars(&self) -> &Self::Scalars;

    /// Prepares `scalar` as a twiddle, so that it acts at the least cost.
    fn prepare(&self, scalar: &Scalar<Self>) -> Self::Twiddle;

    /// Computes `x <- w * x`.
    fn apply(&self, x: &mut Self::Element, w: &Self::Twiddle);

    /// Returns `w * x`, in a new place.
    #[inline]
    fn applied(&self, x: &Self::Element, w: &Self::Twiddle) -> Self::Element {
        let mut product = x.clone();
        self.apply(&mut product, w);
        product
    }

    /// Computes `(a, b) <- (a + w b, a - w b)`, the Cooley-Tukey butterfly.
    ///
    /// Overridden where a product is best formed in a new place.
    #[inline]
    fn butterfly_by(&self, a: &mut Self::Element, b: &mut Self::Element, w: &Self::Twiddle) {
        self.apply(b, w);
        self.butterfly(a, b);
    }

    /// Computes `(a, b) <- (a + b, w (a - b))`, the Gentleman-Sande butterfly.
    #[inline]
    fn butterfly_then(&self, a: &mut Self::Element, b: &mut Self::Element, w: &Self::Twiddle) {
        self.butterfly(a, b);
        self.apply(b, w);
    }

    /// Computes `x <- w * x` for a principal fourth root of unity `w` (so `w * w = -1`), which some rings apply
    /// without a product.
    #[inline]
    fn apply_fourth(&self, x: &mut Self::Element, w: &Self::Twiddle) {
        self.apply(x, w);
    }

    /// Computes `x <- w * x` for a principal eighth root of unity `w` (so `w^4 = -1`), which some rings apply more
    /// cheaply than a general scalar.
    #[inline]
    fn apply_eighth(&self, x: &mut Self::Element, w: &Self::Twiddle) {
        self.apply(x, w);
    }

    /// Computes `x <- w * x` for a real scalar `w`, one of the two [`parts`](Ring::parts) of a scalar, which complex rings
    /// apply with half the products.
    #[inline]
    fn apply_real(&self, x: &mut Self::Element, w: &Self::Twiddle) {
        self.apply(x, w);
    }

    /// Computes [`butterfly_by`](Action::butterfly_by) for a principal fourth root of unity.
    #[inline]
    fn butterfly_by_fourth(&self, a: &mut Self::Element, b: &mut Self::Element, w: &Self::Twiddle) {
        self.apply_fourth(b, w);
        self.butterfly(a, b);
    }

    /// Computes [`butterfly_by`](Action::butterfly_by) for a principal eighth root of unity.
    #[inline]
    fn butterfly_by_eighth(&self, a: &mut Self::Element, b: &mut Self::Element, w: &Self::Twiddle) {
        self.apply_eighth(b, w);
        self.butterfly(a, b);
    }
}
