//! How transforms are cut into launches, and what the compiled kernels are: no driver is needed.

use ringfft::inside as gpu;

#[test]
fn forms_keep_to_the_limits_and_make_up_the_length() {
    gpu::forms_keep_to_the_limits_and_make_up_the_length();
}

#[test]
fn forms_are_those_that_compete() {
    gpu::forms_are_those_that_compete();
}

#[test]
fn the_least_time_wins() {
    gpu::the_least_time_wins();
}

#[test]
fn launches_are_counted() {
    gpu::launches_are_counted();
}

#[test]
fn levels_stay_wide() {
    gpu::levels_stay_wide();
}

#[test]
fn kernels_are_as_the_manifest_says() {
    gpu::kernels_are_as_the_manifest_says();
}

#[test]
fn tiles_hold_every_member_once() {
    gpu::tiles_hold_every_member_once();
}

#[test]
fn tiles_of_columns_fit() {
    gpu::tiles_of_columns_fit();
}
