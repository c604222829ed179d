#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ringfft_testing::fuzz::recipes(bytes));
