//! The device kernels of `ringfft`, compiled to PTX and compressed: what its feature `cuda` loads.
//!
//! `scripts/gpu-ptx` of the repository writes the texts from `cuda/src`.
#![no_std]

extern crate alloc;

use alloc::string::String;

macro_rules! modules {
    ($($name:literal)*) => {
        /// The names of the modules.
        pub const NAMES: &[&str] = &[$($name),*];

        fn compressed(name: &str) -> Option<&'static [u8]> {
            match name {
                $( $name => Some(include_bytes!(concat!("ptx/", $name, ".ptx.z"))), )*
                _ => None,
            }
        }
    };
}

modules! {
    "babybear" "babybear_pass" "bls12_381" "bls12_381_pass" "bn254" "bn254_pass" "c32" "c32_cosine" "c32_pass" "c64" "c64_cosine"
    "c64_pass" "goldilocks" "goldilocks_pass" "koalabear" "koalabear_pass" "word32" "word32_pass" "word64" "word64_pass"
}

/// Returns the text of a module of [`NAMES`]; `None` for any other name.
pub fn text(name: &str) -> Option<String> {
    let bytes = miniz_oxide::inflate::decompress_to_vec_zlib(compressed(name)?).ok()?;
    String::from_utf8(bytes).ok()
}
