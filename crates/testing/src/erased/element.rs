//! Elements and twiddles without a type.

use std::any::Any;

/// A value of any type that can be copied.
trait Value: Any + Send + Sync {
    fn copied(&self) -> Box<dyn Value>;
}

impl<T: Clone + Send + Sync + 'static> Value for T {
    fn copied(&self) -> Box<dyn Value> {
        Box::new(self.clone())
    }
}

/// An element of some ring.
pub struct ErasedElement(Box<dyn Value>);

impl ErasedElement {
    /// `element`, of whatever ring.
    pub fn new<T: Clone + Send + Sync + 'static>(element: T) -> Self {
        ErasedElement(Box::new(element))
    }

    /// The element, if it is of the type `T`.
    pub fn get<T: 'static>(&self) -> Option<&T> {
        self.as_any().downcast_ref()
    }

    pub(super) fn get_mut<T: 'static>(&mut self) -> Option<&mut T> {
        let any: &mut dyn Any = &mut *self.0;
        any.downcast_mut()
    }

    pub(super) fn as_any(&self) -> &dyn Any {
        &*self.0
    }
}

impl Clone for ErasedElement {
    fn clone(&self) -> Self {
        ErasedElement((*self.0).copied())
    }
}

/// A scalar of some ring, made ready to act.
#[derive(Clone)]
pub struct ErasedTwiddle(pub(super) ErasedElement);

/// Which of the products by a twiddle.
#[derive(Clone, Copy)]
pub(super) enum Product {
    Any,
    Fourth,
    Eighth,
    Real,
}
