//! The fuzz targets over the command line. Those over the library are in `ringfft_testing::fuzz`.

mod parsers;
mod verbs;

pub use crate::shard::{repair, shard_header};
pub use parsers::{npy, png, wav};
pub use verbs::{convolve, multiply, transform};
