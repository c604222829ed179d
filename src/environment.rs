//! Environment variables, all by one rule.
//!
//! | variable | value | unset or empty |
//! |---|---|---|
//! | `RINGFFT_ISA` | the instruction set of what leaves it open: `auto`, `scalar`, `pclmul`, `avx2`, `avx512` | the best of the machine |
//! | `RINGFFT_MACHINE` | the description of the machine for models of cost: a [`Machine`](crate::plan::Machine) as text | that of the processor |
//! | `RINGFFT_DEVICE_BYTES` | bytes of a call from which [`Device::Auto`](crate::gpu::Device::Auto) takes a device | 4 MiB |
//! | `RINGFFT_DEVICE_MEMORY` | bytes of a device's memory that plans use at most | what is free |
//!
//! Any other value is [`Error::Parse`], which names the variable, the value and what is possible, for every call that depends on the
//! variable. A good value is read once in a process. Numbers are decimal. The last two variables need the feature `cuda`.

use crate::{Error, Result};
use alloc::string::String;
use std::{env, sync::OnceLock};

/// A variable, and its value after the first read.
pub(crate) struct Variable<T> {
    name: &'static str,
    /// Returns the value of a text, or what is possible in its place, the variable's name included.
    parse: fn(&str) -> core::result::Result<T, &'static str>,
    value: OnceLock<Option<T>>,
}

impl<T: Copy> Variable<T> {
    pub(crate) const fn new(name: &'static str, parse: fn(&str) -> core::result::Result<T, &'static str>) -> Self {
        Variable { name, parse, value: OnceLock::new() }
    }

    /// Returns the value, `None` where the variable is unset or empty.
    ///
    /// # Errors
    /// [`Error::Parse`] for a value that is not possible.
    pub(crate) fn get(&self) -> Result<Option<T>> {
        if let Some(value) = self.value.get() {
            return Ok(*value);
        }
        let text = env::var_os(self.name).unwrap_or_default();
        let value = self.of(&text.to_string_lossy())?;
        Ok(*self.value.get_or_init(|| value))
    }

    fn of(&self, text: &str) -> Result<Option<T>> {
        if text.is_empty() {
            return Ok(None);
        }
        let wrong = |expected| {
            let found: String = text.chars().take(40).collect();
            Error::Parse { expected, found, source: None }
        };
        (self.parse)(text).map(Some).map_err(wrong)
    }
}

#[cfg(feature = "inside")]
pub(crate) mod tests {
    use super::*;
    use alloc::string::ToString;

    #[inline]
    pub(crate) fn empty_is_the_default_and_malformed_is_an_error() {
        const EXPECTED: &str = "in the variable RINGFFT_NO_SUCH a number, or nothing";
        let variable = Variable::new("RINGFFT_NO_SUCH", |text| text.parse::<u64>().map_err(|_| EXPECTED));
        assert_eq!((variable.of("").unwrap(), variable.of("4096").unwrap()), (None, Some(4096)));
        for text in ["4k", " 1", "-1", "1.5", "18446744073709551616", "\u{fffd}"] {
            let error = variable.of(text).unwrap_err();
            assert!(matches!(&error, Error::Parse { found, .. } if found == text), "{error}");
            assert!(error.to_string().contains("RINGFFT_NO_SUCH"), "{error}");
        }
        assert_eq!(variable.get().unwrap(), None);
    }
}
