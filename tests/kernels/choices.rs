//! The kernels that the model of cost chooses.

use ringfft::{
    inside::require,
    plan::{Isa, Machine, PackedShape, Plan, Recipe},
    rings::{ComplexRing, Real},
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

/// Returns the recipe that the model chooses with AVX2.
fn chosen<T: Real>(n: usize) -> String {
    Plan::builder(ComplexRing::<T>::new(), n).isa(Isa::Avx2).machine(Machine::AMD).choose().unwrap().to_string()
}

/// Short lengths take the functions that they have, and primes behind them Rader's transform before the definition.
#[test]
fn short_lengths_take_their_functions() {
    if !require::has("avx2", Isa::Avx2.is_available()) {
        return;
    }
    for (n, kernel) in [(17, "direct2(17)"), (47, "direct2(47)"), (18, "codelet2(2*9)"), (34, "codelet2(2*17)")] {
        assert_eq!(chosen::<f64>(n), format!("packed({kernel})"));
    }
    for (n, kernel) in [(17, "direct4(17)"), (47, "direct4(47)"), (20, "codelet4(4*5)"), (68, "codelet4(4*17)")] {
        assert_eq!(chosen::<f32>(n), format!("packed({kernel})"));
    }
    for recipe in [chosen::<f64>(61), chosen::<f32>(97)] {
        assert!(recipe.starts_with("packed(rader("), "{recipe}");
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

/// A thousand values take three passes and rows of eight, or of four doubles for five hundred, where wide vectors gain time, and no three
/// passes where that was not measured.
#[test]
fn three_passes_fill_wide_vectors() {
    fn chosen<T: Real>(n: usize, isa: Isa, machine: Machine) -> String {
        Plan::builder(ComplexRing::<T>::new(), n).isa(isa).machine(machine).choose().unwrap().to_string()
    }
    if require::has("avx512", Isa::Avx512.is_available()) {
        assert_eq!(chosen::<f32>(1000, Isa::Avx512, Machine::SAPPHIRE), "packed(pairs8(125*8))");
        assert_eq!(chosen::<f64>(500, Isa::Avx512, Machine::SAPPHIRE), "packed(pairs4(125*4))");
        for recipe in [chosen::<f32>(1000, Isa::Avx512, Machine::AMD), chosen::<f64>(500, Isa::Avx512, Machine::AMD)] {
            assert!(!recipe.contains("(125*"), "{recipe}");
        }
    }
    if require::has("avx2", Isa::Avx2.is_available()) {
        let recipe = chosen::<f32>(1000, Isa::Avx2, Machine::ZEN3);
        assert!(!recipe.contains("(125*") && !recipe.contains("(250*"), "{recipe}");
    }
}
