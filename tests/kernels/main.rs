//! Kernels on every instruction set of this machine: nothing outside their slices is touched, nothing is allocated.
#![allow(unsafe_code)]

mod alloc;
mod choices;
#[cfg(unix)]
mod guard;
mod inside;
mod lengths;
mod tuning;

use ringfft::{
    plan::{Accelerated, Isa},
    rings::{ComplexRing, Real},
};

/// Whether complex plans can be asked to run on this instruction set here.
fn has_kernels<T: Real>(isa: Isa) -> bool {
    matches!(isa, Isa::Auto | Isa::Scalar)
        || isa.is_available() && ComplexRing::<T>::new().instruction_sets().contains(&isa)
}

/// Every name that `RINGFFT_REQUIRE` takes is documented, and no other.
#[test]
fn required_names_are_documented() {
    let text = include_str!("../../CONTRIBUTING.md");
    let table = text.split("| name | what has to be there |").nth(1).unwrap().split("\n\n").next().unwrap();
    let rows: Vec<&str> = table.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next()).collect();
    assert_eq!(rows, ringfft::inside::require::NAMES.map(|(name, _)| name));
}

/// What the machine has is used, not passed over.
#[test]
#[cfg(target_arch = "x86_64")]
fn every_instruction_set_of_the_machine_has_its_kernels() {
    for isa in [Isa::Avx2, Isa::Avx512] {
        assert!(!isa.is_available() || has_kernels::<f64>(isa) && has_kernels::<f32>(isa), "{isa}");
    }
}
