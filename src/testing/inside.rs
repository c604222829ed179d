//! Kernels by themselves against their definitions: what cannot be asked for through plans.
//!
//! Each function panics where what its name says does not hold; `tests/kernels/inside.rs` calls them. They are compiled with the
//! library, which has the kernels they use, rather than as unit tests, which would have a second copy of every kernel.

use crate::kernel;

macro_rules! held {
    ($($module:ident $(:: $inner:ident)*: $($(#[$meta:meta])* $name:ident)*;)*) => { $( $(
        $(#[$meta])*
        pub fn $name() {
            kernel::$module $(:: $inner)*::$name();
        }
    )* )* };
}

held! {
    complex::steps_tests:
        steps_of_any_radices_are_the_definition
        powers_of_one_function_are_the_definition
        bit_reversed_order_is_the_definition_and_goes_back
        two_steps_through_the_first_cache_are_the_definition
        radices_without_a_pass_are_refused
        convolutions_are_the_definition;
    real::tests:
        every_length_equals_the_definition_on_every_instruction_set
        long_sweeps_come_back_on_any_threads;
    planes::tests:
        the_tower_is_one
        the_basis_is_cantors
        vectors_do_what_they_say
        bytes_of_elements_become_planes
        butterflies_are_products
        transforms_equal_their_definition
        truncated_transforms_equal_the_whole;
    binary::tests:
        short_transforms_equal_the_textbook
        long_transforms_equal_the_textbook
        other_cosets_and_bases_equal_the_textbook
        the_conversion_equals_the_textbook
        what_has_no_kernel_says_so
        #[cfg(target_arch = "x86_64")]
        carry_less_transforms_equal_the_textbook;
    gf2x::fft::tests:
        products_equal_karatsubas
        long_products_equal_karatsubas
        other_lengths_are_refused
        conversion_keeps_values
        carry_is_a_product_by_y;
    shards::tests:
        every_engine_computes_the_same_bytes;
}
