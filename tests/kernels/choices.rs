//! The kernels that the model of cost chooses.

use ringfft::{
    inside::require,
    plan::{Isa, Machine, PackedShape, Plan, Recipe},
    rings::ComplexRing,
};

/// Long products of small primes take one pass over the columns, which transposes, where vectors have sixteen registers.
#[test]
fn long_products_of_small_primes_take_one_sweep() {
    if !require::has("avx2", Isa::Avx2.is_available()) {
        return;
    }
    for machine in [Machine::AMD, Machine::ZEN3] {
        for n in [100_000, 196_608, 1_000_000] {
            let wide = Plan::builder(ComplexRing::<f64>::new(), n).isa(Isa::Avx2).machine(machine).choose().unwrap();
            let short = Plan::builder(ComplexRing::<f32>::new(), n).isa(Isa::Avx2).machine(machine).choose().unwrap();
            for recipe in [wide.to_string(), short.to_string()] {
                let columns = recipe.split(['(', '*']).nth(2).unwrap();
                assert!(recipe.contains("columns") && columns.parse::<usize>().is_ok(), "{n} {machine}: {recipe}");
            }
        }
    }
}

/// Lengths with a large prime factor take rows by the definition or by a convolution, not a convolution of all values.
#[test]
fn large_prime_factors_take_rows() {
    if !require::has("avx2", Isa::Avx2.is_available()) {
        return;
    }
    for n in [2_020, 123_456] {
        let recipe = Plan::builder(ComplexRing::<f64>::new(), n).isa(Isa::Avx2).machine(Machine::AMD).choose().unwrap();
        assert!(matches!(recipe, Recipe::Packed { shape: PackedShape::Rows { .. } }), "{n}: {recipe}");
    }
}
