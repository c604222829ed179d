//! Those tests of private parts that are about the generic code.

use ringfft::inside;

macro_rules! held {
    ($($name:ident)*) => { $(
        #[test]
        fn $name() {
            inside::$name();
        }
    )* };
}

held! {
    primes_bring_the_bound_at_every_length
    primes_are_drawn_anew
    residues_are_those_of_long_division
    points_bring_the_bound_at_every_length
    moduli_bring_the_bound_at_every_length
    moduli_are_irreducible_and_remainders_exact
    reciprocals_are_close_from_below
    quotients_and_remainders_belong_together
    lists_of_the_literature
    negation_rides_along
    rader_turns_products_into_sums
    transposed_twice_is_the_identity
    blocks_of_a_last_pass_are_in_the_order_of_results
    maps_of_remainders_are_permutations
    word_primes_are_what_they_say
    word_transforms_equal_the_textbook
    word_products_equal_the_definition
    karatsuba_equals_schoolbook
    products_by_columns_equal_the_definition
    coefficients_modulo_words_equal_the_definition
    products_modulo_several_words_equal_the_definition
    products_through_small_primes_equal_the_definition
}
