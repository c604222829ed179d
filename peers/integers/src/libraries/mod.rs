//! GMP, FLINT and NTL, opened when a program starts. None of them is linked.
//!
//! | library | variable | default |
//! |---|---|---|
//! | GMP built for this CPU | `GMP_DIR`, a folder with `lib/libgmp.so` | `ext/gmp` beside `Cargo.toml` |
//! | the system's GMP | `SYSTEM_GMP`, a file | `libgmp.so.10` |
//! | FLINT | `FLINT_DIR`, a folder with `lib/libflint.so` | `ext/flint` |
//! | NTL behind `ntl.cpp` | `NTL_DIR`, a folder with `lib/libpeersntl.so` | `ext/ntl` |

mod flint;
mod flint_matrix;
mod flint_wide;
mod flint_words;
mod gmp;
mod limbs;
mod loader;
mod ntl;

pub use flint::Flint;
pub use flint_matrix::{FlintMatrices, FlintMatrix};
pub use flint_wide::{WideField, WideFields};
pub use flint_words::{WordPolynomial, WordPolynomials};
pub use gmp::Gmp;
pub use limbs::Limbs;
pub use ntl::{Ntl, NtlOperation, NtlTask};
