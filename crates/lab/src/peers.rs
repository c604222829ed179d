//! Foreign programs as contestants, if they are built in.

use crate::{
    contestant::Contestant,
    error::{Error, Result, quoted},
};

#[cfg(feature = "rustfft")]
mod rust_fft;

/// The names of the peers of this build.
const BUILT: &[&str] = &[
    #[cfg(feature = "rustfft")]
    "rustfft",
];

/// Returns the peers of a list of names.
pub(crate) fn named(lists: &[String]) -> Result<Vec<Box<dyn Contestant>>> {
    lists.iter().flat_map(|list| list.split(',')).map(peer).collect()
}

fn peer(name: &str) -> Result<Box<dyn Contestant>> {
    match name {
        #[cfg(feature = "rustfft")]
        "rustfft" => Ok(Box::new(rust_fft::RustFft)),
        _ => {
            let built = if BUILT.is_empty() { "none".to_string() } else { BUILT.join(", ") };
            Err(Error::input(format!(
                "the peer {} is not in this build, which has {built}: build with the feature rustfft for that one, or make a contestant of \
                 it in a package of your own (`ringfft_lab::Contestant`)",
                quoted(name)
            )))
        }
    }
}
