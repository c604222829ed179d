//! Elements and twiddles without a type.

use std::any::Any;

/// Copies a value of any type.
trait Value: Any + Send + Sync {
    fn copied(&self) -> Box<dyn Value>;
}

impl<T: Clone + Send + Sync + 'static> Value for T {
    fn copied(&self) -> Box<dyn Value> {
        Box::new(self.clone())
    }
}

/// Holds an element of some ring.
pub struct ErasedElement(Box<dyn Value>);

impl ErasedElement {
    /// Wraps `element` without its type.
    pub fn new<T: Clone + Send + Sync + 'static>(element: T) -> Self {
        ErasedElement(Box::new(element))
    }

    /// Returns the element if it is of type `T`.
    pub fn get<T: 'static>(&self) -> Option<&T> {
        self.as_any().downcast_ref()
    }

    pub(super) fn get_mut<T: 'static>(&mut self) -> Option<&mut T> {
        let any: &mut dyn Any = &mut *self.0;
        any.downcast_mut()
    }

    pub(crate) fn as_any(&self) -> &dyn Any {
        &*self.0
    }
}

impl Clone for ErasedElement {
    fn clone(&self) -> Self {
        ErasedElement((*self.0).copied())
    }
}

/// Holds a prepared scalar of some ring.
#[derive(Clone)]
pub struct ErasedTwiddle(pub(super) ErasedElement);

/// Selects one of the products by a twiddle.
#[derive(Clone, Copy)]
pub(super) enum Product {
    Any,
    Fourth,
    Eighth,
    Real,
}
