//! Abelian groups, as values.

/// An abelian group: elements that can be added and subtracted.
///
/// The implementor is the *structure*; it may carry data (a modulus, a row length) or be zero-sized. Operations must be
/// total. They are called on all elements that [`zero`](Module::zero) and the operations produce, and on all elements
/// that the caller transforms.
///
/// ```
/// use ringfft::{algebra::Module, rings::Modular};
///
/// let ring = Modular::new(17)?;
/// let (mut a, mut b) = (15, 4);
/// ring.butterfly(&mut a, &mut b);
/// assert_eq!((a, b), (2, 11)); // 15 + 4 and 15 - 4 modulo 17
/// # Ok::<(), ringfft::Error>(())
/// ```
pub trait Module: Clone + Send + Sync + 'static {
    /// An element of the group.
    type Element: Clone + Send + Sync + 'static;

    /// Returns the neutral element.
    fn zero(&self) -> Self::Element;

    /// Computes `a <- a + b`.
    fn add_assign(&self, a: &mut Self::Element, b: &Self::Element);

    /// Computes `a <- a - b`.
    fn sub_assign(&self, a: &mut Self::Element, b: &Self::Element);

    /// Computes `a <- -a`.
    #[inline]
    fn neg_assign(&self, a: &mut Self::Element) {
        let mut negative = self.zero();
        self.sub_assign(&mut negative, a);
        *a = negative;
    }

    /// Computes `(a, b) <- (a + b, a - b)`, the transform of length two.
    #[inline]
    fn butterfly(&self, a: &mut Self::Element, b: &mut Self::Element) {
        let mut difference = a.clone();
        self.sub_assign(&mut difference, b);
        self.add_assign(a, b);
        *b = difference;
    }
}
