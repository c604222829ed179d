//! Kernels by themselves: see [`inside`].

use ringfft::testing::inside;

macro_rules! held {
    ($($(#[$meta:meta])* $name:ident)*) => { $(
        $(#[$meta])*
        #[test]
        fn $name() {
            inside::$name();
        }
    )* };
}

held! {
    steps_of_any_radices_are_the_definition
    powers_of_one_function_are_the_definition
    bit_reversed_order_is_the_definition_and_goes_back
    two_steps_through_the_first_cache_are_the_definition
    radices_without_a_pass_are_refused
    convolutions_are_the_definition
    every_length_equals_the_definition_on_every_instruction_set
    long_sweeps_come_back_on_any_threads
    the_tower_is_one
    the_basis_is_cantors
    vectors_do_what_they_say
    bytes_of_elements_become_planes
    butterflies_are_products
    transforms_equal_their_definition
    truncated_transforms_equal_the_whole
    short_transforms_equal_the_textbook
    long_transforms_equal_the_textbook
    other_cosets_and_bases_equal_the_textbook
    the_conversion_equals_the_textbook
    what_has_no_kernel_says_so
    #[cfg(target_arch = "x86_64")]
    carry_less_transforms_equal_the_textbook
    products_equal_karatsubas
    long_products_equal_karatsubas
    other_lengths_are_refused
    conversion_keeps_values
    carry_is_a_product_by_y
    every_engine_computes_the_same_bytes
}
