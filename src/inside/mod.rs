//! Private parts for the package `ringfft-testing`, and their tests. They are not part of the interface.
//!
//! The feature `inside` adds tests of parts that plans do not reach. Each function panics if the statement in its name
//! is false; `tests/kernels/inside.rs` calls them all. They are compiled with the library, because unit tests would
//! compile all of it a second time. Those marked `#[inline]` have kernels of their own and are compiled with
//! `tests/kernels` only. A test that is not listed is dead code, which clippy finds.

#[cfg(feature = "inside")]
pub mod require;

use crate::{
    Error, Result,
    dft::Transform,
    plan::{Accelerated, Builder, Plan, Recipe},
};
use std::string::String;

/// Returns the transform that a plan runs, without the factors that the plan itself multiplies by.
///
/// # Errors
/// If the plan is on a device.
pub fn engine<M: Accelerated>(plan: &Plan<M::Element, M>) -> Result<&dyn Transform<M>> {
    plan.engine().map(AsRef::as_ref)
}

/// Checks the length of the slice `what`.
///
/// # Errors
/// [`Error::SliceLength`].
pub fn check_len(what: &'static str, expected: usize, found: usize) -> Result<()> {
    Error::check_len(what, expected, found)
}

/// Returns rows of a leaf and halvings of Karatsuba's method for `n` rows.
pub fn karatsuba_shape(n: usize) -> (usize, u32) {
    crate::conv::karatsuba_shape(n)
}

/// Returns the request that a recipe is the fastest for, as the line of a tuning names it.
pub fn tuning_key<M: Accelerated>(builder: &Builder<M>) -> Option<String> {
    crate::plan::tuning_key(builder)
}

/// Returns the length that is asked for.
pub fn length<M: Accelerated>(builder: &Builder<M>) -> usize {
    builder.length()
}

/// Checks whether both recipes compute the same values at the same points, in the same order.
pub fn is_same_map(one: &Recipe, other: &Recipe) -> bool {
    one.is_same_map(other)
}

/// Checks whether the coefficients are those of the novel basis.
pub fn is_novel(recipe: &Recipe) -> bool {
    recipe.is_novel()
}

/// Checks whether Stockham's algorithm has passes of this radix.
pub fn is_radix(radix: usize) -> bool {
    crate::dft::stockham::is_radix(radix)
}

/// Calls the macro `each` with the list of the items of this module, as `path: name;`.
#[cfg(feature = "inside")]
#[doc(hidden)]
#[macro_export]
macro_rules! each_inside {
    ($each:ident) => {
        $each! {
            kernel::complex::choose::divisors::tests: cheapest_passes_are_the_cheapest;
            #[cfg(target_arch = "x86_64")]
            kernel::complex::choose::tests: real_transforms_store_no_odd_rows;
            kernel::complex::columns_mut::tests: columns_of_others_are_refused;
            kernel::complex::passes::tests: blocks_of_a_last_pass_are_in_the_order_of_results;
            kernel::complex::steps_tests: steps_of_any_radices_are_the_definition;
            kernel::complex::steps_tests: powers_of_one_function_are_the_definition;
            kernel::complex::steps_tests: bit_reversed_order_is_the_definition_and_goes_back;
            kernel::complex::steps_tests: two_steps_through_the_first_cache_are_the_definition;
            kernel::complex::steps_tests: radices_without_a_pass_are_refused;
            kernel::complex::steps_tests: convolutions_are_the_definition;
            kernel::complex::spectrum_tests: powers_of_roots_are_rounded_once;
            kernel::complex::spectrum_tests: spectra_are_rounded_once;
            kernel::complex::spectrum_tests: mirrored_spectra_are_the_whole_ones;
            kernel::complex::steps_tests: roots_of_tables_are_rounded_once;
            #[cfg(target_arch = "x86_64")]
            kernel::complex::steps_tests: constant_factors_are_those_of_lists;
            kernel::complex::steps_tests: the_definition_in_lanes_is_the_definition;
            kernel::real::tests: every_length_equals_the_definition_on_every_instruction_set;
            #[cfg(target_arch = "x86_64")]
            kernel::real::tests: short_lengths_stay_in_registers;
            kernel::real::tests: long_sweeps_come_back_on_any_threads;
            kernel::machine::tests: descriptions_are_read_as_they_are_written;
            kernel::machine::tests: a_malformed_description_names_the_field;
            kernel::planes::tests: the_tower_is_one;
            kernel::planes::tests: the_basis_is_cantors;
            kernel::planes::tests: vectors_do_what_they_say;
            kernel::planes::tests: bytes_of_elements_become_planes;
            kernel::planes::tests: butterflies_are_products;
            kernel::planes::tests: transforms_equal_their_definition;
            kernel::planes::tests: truncated_transforms_equal_the_whole;
            kernel::binary::tests: short_transforms_equal_the_textbook;
            kernel::binary::tests: long_transforms_equal_the_textbook;
            kernel::binary::tests: other_cosets_and_bases_equal_the_textbook;
            kernel::binary::tests: the_conversion_equals_the_textbook;
            kernel::binary::tests: what_has_no_kernel_says_so;
            #[cfg(target_arch = "x86_64")]
            kernel::binary::tests: carry_less_transforms_equal_the_textbook;
            kernel::limbs::tests: products_equal_the_textbook;
            kernel::limbs::tests: long_factors_equal_the_textbook;
            kernel::limbs::tests: karatsubas_products_equal_the_textbook;
            kernel::limbs::tests: instruction_sets_have_their_levels;
            kernel::limbs::tests: few_limbs_need_no_checks;
            kernel::limbs::tests: extreme_limbs_equal_the_definition;
            kernel::gf2x::fft::tests: products_equal_karatsubas;
            kernel::gf2x::fft::tests: long_products_equal_karatsubas;
            kernel::gf2x::fft::tests: other_lengths_are_refused;
            kernel::gf2x::fft::tests: conversion_keeps_values;
            kernel::gf2x::fft::tests: carry_is_a_product_by_y;
            kernel::shards::tests: every_engine_computes_the_same_bytes;
            plan::layout::tests: elements_meet_exactly_where_refused;
            arith::carryless::tests: full_columns_and_single_bits;
            arith::carryless::tests: every_carryless_product_is_the_schoolbook_s;
            arith::tests: inverses_multiply_to_one;
            arith::tests: orders_of_residues;
            arith::inverse::tests: inverses_modulo_four_words_multiply_to_one;
            arith::factor::tests: products_of_montgomery;
            arith::factor::tests: squares_and_products_of_large_primes;
            arith::factor::tests: factors_multiply_back;
            arith::prime::tests: primes_below_ten_thousand;
            arith::prime::tests: large_primes_and_strong_pseudoprimes;
            arith::prime::tests: roots_of_known_primes;
            arith::prime::tests: primes_with_roots;
            arith::random::tests: seeds_repeat_and_the_system_does_not;
            integer::verify::tests: primes_bring_the_bound_at_every_length;
            integer::verify::tests: primes_are_drawn_anew;
            integer::verify::tests: residues_are_those_of_long_division;
            poly::check::tests: points_bring_the_bound_at_every_length;
            poly::gf2::check::tests: moduli_bring_the_bound_at_every_length;
            poly::gf2::check::tests: moduli_are_irreducible_and_remainders_exact;
            integer::division::tests: reciprocals_are_close_from_below;
            integer::division::tests: quotients_and_remainders_belong_together;
            integer::division::tests: quotients_of_any_lengths;
            integer::root::tests: roots_are_rounded_down;
            integer::floating::tests: errors_stay_below_their_bound;
            integer::floating::tests: digits_shrink_with_the_length;
            integer::fixed::tests: products_in_limbs_are_the_definition;
            integer::fixed::tests: products_in_decimal_words_are_the_definition;
            integer::fixed::tests: squares_are_products;
            integer::decimal_words::tests: words_split_at_the_ends_of_their_ranges;
            integer::decimal::tests: digits_are_those_of_long_division;
            integer::decimal::tests: fractions_give_every_word;
            integer::decimal::tests: powers_of_ten_at_the_ends_of_slots;
            integer::decimal::tests: long_numbers_come_back_on_any_threads;
            #[cfg(feature = "zeroize")]
            kernel::memory::tests: nothing_is_left_when_scratch_is_given_back;
            environment::tests: empty_is_the_default_and_malformed_is_an_error;
            kernel::grid::tests: parts_are_disjoint_and_stay_inside;
            kernel::machine::tests: the_machine_is_one_line_and_stays_the_same;
            kernel::binary::isomorphism::tests: the_isomorphism_is_one_in_every_field;
            kernel::packed::tests: factors_act_on_lanes;
            kernel::packed::tests: vectors_of_one_lane;
            #[cfg(target_arch = "x86_64")]
            kernel::packed::tests: pairs_are_numbers;
            #[cfg(target_arch = "x86_64")]
            kernel::packed::tests: vectors_of_avx2;
            #[cfg(target_arch = "x86_64")]
            kernel::packed::tests: vectors_of_avx512;
            kernel::complex::across::radices::tests: radices_multiply_to_the_length;
            kernel::complex::odd_tests: networks_are_the_definition_with_the_stated_instructions;
            kernel::cast::tests: casts_go_there_and_back;
            kernel::isa::tests: the_widest_set_is_allowed_and_available;
            kernel::four_step::tests: shared_passes_equal_the_serial_ones;
            kernel::shards::locator::tests: logarithms_of_the_locator_are_sums;
            kernel::shards::tables::tests: tower_products_are_those_of_the_field;
            kernel::gf2x::transform::tests: scratch_of_a_product_is_that_of_the_transform;
            #[cfg(target_arch = "x86_64")]
            kernel::gf2x::transform::tests: transforms_go_with_narrow_products;
            kernel::gf2x::tests: products_of_words_of_bits;
            kernel::gf2x::tests: scratch_of_products_is_enough;
            kernel::ntt::words32::tests: reductions_of_all_words_of_eight_bits;
            kernel::ntt::words32::tests: reductions_of_all_words_of_twelve_bits;
            kernel::ntt::words32::tests: every_width_equals_one_word;
            kernel::ntt::ranges: no_lazy_value_leaves_its_word;
            kernel::ntt::ranges: no_value_of_full_words_leaves_its_word;
            kernel::ntt::ranges: no_value_of_goldilocks_leaves_its_word;
            kernel::ntt::ranges: no_short_value_leaves_its_word;
            kernel::ntt::ranges: a_prime_too_large_for_its_class_is_found;
            kernel::ntt::ranges: a_missing_reduction_is_found;
            kernel::ntt::ranges: a_missing_short_reduction_is_found;
            kernel::ntt::ranges: short_words_exhaustively;
            kernel::ntt::signed_tests: short_signed_words_exhaustively;
            #[cfg(target_arch = "x86_64")]
            kernel::ntt::rows::digits_tests: halves_of_products_equal_the_definition;
            kernel::ntt::rows::sums::tests: sums_of_products_equal_the_definition;
            kernel::ntt::small_tests: short_residues_equal_the_textbook;
            kernel::ntt::small_tests: columns_of_short_residues_equal_the_textbook;
            kernel::ntt::small_tests: the_circle_equals_the_textbook;
            kernel::ntt::tests: residues_equal_the_textbook;
            kernel::ntt::tests: goldilocks_equals_the_textbook;
            kernel::ntt::tests: every_tile_has_its_turn;
            kernel::ntt::tests: every_tile_is_of_one_piece;
            kernel::ntt::wide::ranges: transforms_stay_in_range;
            kernel::ntt::wide::ranges: products_stay_in_range;
            kernel::ntt::wide::ranges: multiples_in_the_table_are_near;
            kernel::ntt::wide::ranges: broken_bounds_of_values_are_found;
            kernel::ntt::wide::tests: checked_words_evaluate_polynomials;
            #[cfg(target_arch = "x86_64")]
            kernel::ntt::wide::tests: vectors_evaluate_polynomials;
            kernel::ntt::wide::tests: arithmetic_of_extreme_limbs;
            #[cfg(target_arch = "x86_64")]
            kernel::ntt::wide::tests: carried_elements_are_their_words;
            kernel::ntt::wide::tests: products_of_large_fields_in_words;
            order::bit_reversal::tests: lists_of_the_literature;
            order::bit_reversal::tests: negation_rides_along;
            order::rader::tests: rader_turns_products_into_sums;
            order::transpose::tests: transposed_twice_is_the_identity;
            order::crt::tests: maps_of_remainders_are_permutations;
            conv::word::tests: word_primes_are_what_they_say;
            conv::word::tests: word_transforms_equal_the_textbook;
            conv::word::tests: word_products_equal_the_definition;
            conv::word::tests: long_word_products_of_all_shapes_agree;
            conv::columns::tests: products_by_columns_equal_the_definition;
            conv::multimodular::residues::tests: coefficients_modulo_words_equal_the_definition;
            #[cfg(target_arch = "x86_64")]
            conv::multimodular::long::tests: products_modulo_several_words_equal_the_definition;
            #[cfg(target_arch = "x86_64")]
            conv::multimodular::thirty::tests: products_through_small_primes_equal_the_definition;
            conv::direct::tests: karatsuba_equals_schoolbook;
            real::support::tests: fast_lengths_are_near;
            real::columns::tests: columns_come_and_go;
            real::columns::tests: blocks_hold_whole_lines;
            rings::modular32::tests: words_equal_those_of_64_bits;
            rings::complex::octant::tests: ninety_bits_are_right;
            rings::complex::root::tests: octants_are_symmetric_and_exact;
            rings::modular::tests: arithmetic_of_any_words_equals_division;
            rings::modular::tests: words_go_in_and_out_of_run_time_moduli;
            rings::modular::tests: roots_of_run_time_moduli;
            rings::modular::tests: refused_moduli;
            lists::tests: elements_are_made_in_order_and_dropped_once;
            threads::tests: pieces_are_cut_at_the_same_places;
            threads::tests: the_first_error_comes_back;
            threads::tests: every_piece_is_worked_on_once;
            inside::require::tests: what_is_required_may_not_be_skipped;
            #[cfg(feature = "cuda")]
            gpu::form::tests: forms_keep_to_the_limits_and_make_up_the_length;
            #[cfg(feature = "cuda")]
            gpu::tune::tests: forms_are_those_that_compete;
            #[cfg(feature = "cuda")]
            gpu::tune::tests: the_least_time_wins;
            #[cfg(feature = "cuda")]
            gpu::form::tests: launches_are_counted;
            #[cfg(feature = "cuda")]
            gpu::form::tests: levels_stay_wide;
            #[cfg(feature = "cuda")]
            gpu::shim::tests: numbers_of_the_driver_are_values;
            #[cfg(feature = "cuda")]
            gpu::source::tests: kernels_are_as_the_manifest_says;
            #[cfg(feature = "cuda")]
            gpu::stream::tests: tiles_hold_every_member_once;
            #[cfg(feature = "cuda")]
            gpu::stream::tests: tiles_of_columns_fit;
            #[cfg(feature = "cuda")]
            gpu::tune::tests: every_form_is_the_same_transform;
        }
    };
}

#[cfg(feature = "inside")]
macro_rules! held {
    ($($(#[$meta:meta])* $($module:ident)::+: $name:ident;)*) => { $(
        $(#[$meta])*
        #[inline]
        pub fn $name() {
            crate::$($module)::+::$name();
        }
    )* };
}

#[cfg(feature = "inside")]
each_inside!(held);
