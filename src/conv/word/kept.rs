//! Values that are made once for everybody, or for one user where nothing can be kept.

use crate::Result;
use core::ops::Deref;
#[cfg(feature = "std")]
use std::sync::OnceLock;

/// A place for a value.
#[cfg(feature = "std")]
pub(super) type Place<T> = OnceLock<T>;

/// A place that never exists: the feature `std` is off.
#[cfg(not(feature = "std"))]
pub(super) struct Place<T>(core::convert::Infallible, core::marker::PhantomData<T>);

/// A value in a place, or of its own.
pub(super) enum Kept<T: 'static> {
    #[cfg(feature = "std")]
    Shared(&'static T),
    Own(T),
}

impl<T> Deref for Kept<T> {
    type Target = T;

    fn deref(&self) -> &T {
        match self {
            #[cfg(feature = "std")]
            Kept::Shared(value) => value,
            Kept::Own(value) => value,
        }
    }
}

impl<T> Kept<T> {
    /// Returns the value of the place, made now if it is empty.
    pub(super) fn new(place: Option<&'static Place<T>>, make: impl FnOnce() -> Result<T>) -> Result<Self> {
        #[cfg(feature = "std")]
        if let Some(place) = place {
            if let Some(value) = place.get() {
                return Ok(Kept::Shared(value));
            }
            // Of two threads that make it at once, one gives its own away.
            let made = make()?;
            return Ok(Kept::Shared(place.get_or_init(|| made)));
        }
        let _ = place;
        make().map(Kept::Own)
    }
}
