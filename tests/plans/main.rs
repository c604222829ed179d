//! Tests of plans: their options and recipes, products through them, bad input and hostile rings.

mod bad_input;
mod complex_batches;
mod conv;
mod fuzz;
mod hostile_products;
mod hostile_rings;
mod integer;
mod integer_halves;
mod integer_modulo;
mod many;
mod map;
mod matrix;
mod odd_elements;
mod orders;
mod plan;
mod points;
mod poly;
mod recipes;
#[path = "../through_erased.rs"]
mod through_erased;

use through_erased::{elements, erased_builder, typed};
