//! Tests of features that a machine may lack. They are skipped with a line that says so, or fail if the feature is
//! required.
//!
//! The variable `RINGFFT_REQUIRE` lists names of [`NAMES`], separated by commas. A test that would skip for want of a
//! listed name fails instead. Every such test fails when the list holds a name that [`NAMES`] does not.

use crate::plan::Isa;
use std::{env, string::String, sync::LazyLock};

/// `true` if the library was built without debug assertions.
pub const OPTIMISED: bool = !cfg!(debug_assertions);

/// The variable that lists the names that may not be skipped.
pub const VARIABLE: &str = "RINGFFT_REQUIRE";

/// Every name, and the thing that has to be there.
pub const NAMES: [(&str, &str); 14] = [
    ("pclmul", "a processor with PCLMULQDQ"),
    ("avx2", "a processor with AVX2 and FMA"),
    ("gfni", "a processor with AVX2 and GFNI"),
    ("avx512", "a processor with AVX-512 F, DQ, BW and VL"),
    ("ifma", "a processor with AVX-512 IFMA"),
    ("vbmi", "a processor with AVX-512 VBMI and GFNI"),
    ("vpclmul", "a processor with AVX-512 and VPCLMULQDQ"),
    ("optimised", "a build without debug assertions"),
    ("valgrind", "valgrind in the path"),
    ("python", "python3 in the path"),
    ("scipy", "SciPy, installed or from the package registry"),
    ("qemu", "qemu-x86_64 in the path"),
    ("gpu-emulator", "the emulated driver of scripts/gpu-shim driver"),
    ("no-driver", "a machine without a CUDA driver, whose absence is tested"),
];

/// Returns `found`, and prints that a test is skipped if it is `None`.
///
/// # Panics
/// If it is `None` and `RINGFFT_REQUIRE` lists `name`; if that variable lists a name that is not in [`NAMES`]; if
/// `name` is not in [`NAMES`].
pub fn found<T>(name: &str, found: Option<T>) -> Option<T> {
    static REQUIRED: LazyLock<String> = LazyLock::new(|| {
        let value = env::var_os(VARIABLE).unwrap_or_default();
        value.into_string().unwrap_or_else(|value| panic!("{VARIABLE} is {value:?}, which is not text"))
    });
    if let Err(message) = check(&REQUIRED, name, found.is_some()) {
        panic!("{message}");
    }
    if found.is_none() {
        std::println!("SKIPPED for want of {name}");
    }
    found
}

/// Returns `present`, and prints that something is skipped if it is `false`, as [`found`] does.
///
/// # Panics
/// As [`found`].
pub fn has(name: &str, present: bool) -> bool {
    found(name, present.then_some(())).is_some()
}

/// Returns the instruction sets of this machine, from automatic to the widest; each of the others goes through [`has`].
///
/// # Panics
/// As [`found`].
pub fn sets() -> impl Iterator<Item = Isa> {
    let is_there = |isa: &Isa| matches!(isa, Isa::Auto | Isa::Scalar) || has(isa.name(), isa.is_available());
    Isa::ALL.iter().copied().filter(is_there)
}

/// Checks the list and the presence of `name`; the error is the complaint.
fn check(required: &str, name: &str, present: bool) -> Result<(), String> {
    let known = |name: &str| NAMES.iter().find(|(known, _)| *known == name);
    let mut names = required.split(',').map(str::trim).filter(|name| !name.is_empty());
    if let Some(unknown) = names.clone().find(|name| known(name).is_none()) {
        let all = NAMES.map(|(name, _)| name).join(", ");
        return Err(std::format!("{VARIABLE} lists {unknown}, which is none of {all}"));
    }
    let Some((_, what)) = known(name) else { return Err(std::format!("a test asks for {name}, which has no entry")) };
    if present || names.all(|listed| listed != name) {
        return Ok(());
    }
    Err(std::format!("{VARIABLE} lists {name}, and this test would be skipped for want of it: {what}"))
}

pub(crate) mod tests {
    use super::check;

    #[inline]
    pub(crate) fn what_is_required_may_not_be_skipped() {
        assert_eq!(check("", "avx2", false), Ok(()));
        assert_eq!(check("valgrind, avx512,", "avx2", false), Ok(()));
        assert_eq!(check("valgrind, avx2", "avx2", true), Ok(()));
        for list in ["avx2", "valgrind,avx2", " avx2 ,"] {
            assert!(check(list, "avx2", false).unwrap_err().contains("would be skipped"), "{list}");
        }
        // A name that does not exist, at any position in the list, on any machine.
        for list in ["avx3", "avx2,avx3", "AVX2", "avx2 valgrind"] {
            assert!(check(list, "avx2", true).unwrap_err().contains("none of pclmul, avx2"), "{list}");
        }
        assert!(check("", "avx3", true).is_err());
    }
}
