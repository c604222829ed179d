//! Kernels by themselves against their definitions: what cannot be asked for through plans.
//!
//! Each function panics where what its name says does not hold; `tests/kernels/inside.rs` calls them. They are compiled with the
//! library, which has the kernels they use, rather than as unit tests, which would have a second copy of every kernel.

use crate::kernel;

macro_rules! held {
    ($($(#[$meta:meta])* $($module:ident)::+: $name:ident;)*) => { $(
        $(#[$meta])*
        pub fn $name() {
            kernel::$($module::)+$name();
        }
    )* };
}

held! {
    complex::steps_tests: steps_of_any_radices_are_the_definition;
    complex::steps_tests: powers_of_one_function_are_the_definition;
    complex::steps_tests: bit_reversed_order_is_the_definition_and_goes_back;
    complex::steps_tests: two_steps_through_the_first_cache_are_the_definition;
    complex::steps_tests: radices_without_a_pass_are_refused;
    complex::steps_tests: convolutions_are_the_definition;
    complex::steps_tests: spectra_are_rounded_once;
    complex::steps_tests: the_definition_in_lanes_is_the_definition;
    real::tests: every_length_equals_the_definition_on_every_instruction_set;
    real::tests: long_sweeps_come_back_on_any_threads;
    planes::tests: the_tower_is_one;
    planes::tests: the_basis_is_cantors;
    planes::tests: vectors_do_what_they_say;
    planes::tests: bytes_of_elements_become_planes;
    planes::tests: butterflies_are_products;
    planes::tests: transforms_equal_their_definition;
    planes::tests: truncated_transforms_equal_the_whole;
    binary::tests: short_transforms_equal_the_textbook;
    binary::tests: long_transforms_equal_the_textbook;
    binary::tests: other_cosets_and_bases_equal_the_textbook;
    binary::tests: the_conversion_equals_the_textbook;
    binary::tests: what_has_no_kernel_says_so;
    #[cfg(target_arch = "x86_64")]
    binary::tests: carry_less_transforms_equal_the_textbook;
    gf2x::fft::tests: products_equal_karatsubas;
    gf2x::fft::tests: long_products_equal_karatsubas;
    gf2x::fft::tests: other_lengths_are_refused;
    gf2x::fft::tests: conversion_keeps_values;
    gf2x::fft::tests: carry_is_a_product_by_y;
    shards::tests: every_engine_computes_the_same_bytes;
}
