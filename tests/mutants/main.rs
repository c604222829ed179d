//! The tests of the generic code that compile and run quickly: what `scripts/mutants` runs on every mutant.
//!
//! The modules are those of `tests/suite` and `tests/additive`, whose programs `cargo test` runs; this program is built only
//! when it is named.

#[path = "../plans/bad_input.rs"]
mod bad_input;
#[path = "../additive/binary_products.rs"]
mod binary_products;
#[path = "../suite/circle.rs"]
mod circle;
#[path = "../additive/classical.rs"]
mod classical;
#[path = "../additive/classical_counts.rs"]
mod classical_counts;
#[path = "../plans/conv.rs"]
mod conv;
#[path = "../additive/conversion.rs"]
mod conversion;
#[path = "../suite/convolutions.rs"]
mod convolutions;
#[path = "../suite/counts.rs"]
mod counts;
#[path = "../additive/evaluate.rs"]
mod evaluate;
#[path = "../additive/gf2x.rs"]
mod gf2x;
mod inside;
#[path = "../plans/integer.rs"]
mod integer;
#[path = "../suite/lengths/mod.rs"]
mod lengths;
#[path = "../additive/naive.rs"]
mod naive;
#[path = "../additive/novel_arithmetic.rs"]
mod novel_arithmetic;
#[path = "../additive/novel_basis.rs"]
mod novel_basis;
#[path = "../plans/odd_elements.rs"]
mod odd_elements;
#[path = "../plans/orders.rs"]
mod orders;
#[path = "../plans/plan.rs"]
mod plan;
#[path = "../additive/points.rs"]
mod points;
#[path = "../suite/poly.rs"]
mod poly;
#[path = "../suite/radix_2_family.rs"]
mod radix_2_family;
#[path = "../suite/radix_3_family.rs"]
mod radix_3_family;
#[path = "../plans/recipes.rs"]
mod recipes;
mod rings;
#[path = "../suite/tree.rs"]
mod tree;
#[path = "../additive/truncated.rs"]
mod truncated;
#[path = "../suite/vectors_by_hand.rs"]
mod vectors_by_hand;
#[path = "../faults/products.rs"]
mod wrong_products;
