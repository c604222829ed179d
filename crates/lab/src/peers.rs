//! Foreign programs as contestants, selected by name.

use crate::{
    contestant::Contestant,
    error::{Error, Result, quoted},
};

#[cfg(feature = "rustfft")]
mod rust_fft;

/// The name that selects every peer.
const ALL: &str = "all";

/// Returns the peers that this package is built with.
pub(crate) fn built() -> Vec<Box<dyn Contestant>> {
    vec![
        #[cfg(feature = "rustfft")]
        Box::new(rust_fft::RustFft),
    ]
}

/// Returns the peers that lists name, each once, and a line for each that `all` leaves out.
pub(crate) fn selected<'a>(
    lists: &[String],
    peers: &[&'a dyn Contestant],
) -> Result<(Vec<&'a dyn Contestant>, Vec<String>)> {
    let (mut selected, mut missing): (Vec<&dyn Contestant>, Vec<String>) = Default::default();
    for name in lists.iter().flat_map(|list| list.split(',')).map(str::trim) {
        let named: Vec<_> = peers.iter().copied().filter(|peer| name == ALL || peer.name() == name).collect();
        if named.is_empty() {
            return Err(unknown(name, peers));
        }
        for peer in named {
            match peer.available() {
                Err(error) if name == ALL => missing.push(format!("{} is left out: {error}", peer.name())),
                Err(error) => return Err(error),
                Ok(()) if selected.iter().any(|known| known.name() == peer.name()) => {}
                Ok(()) => selected.push(peer),
            }
        }
    }
    Ok((selected, missing))
}

fn unknown(name: &str, peers: &[&dyn Contestant]) -> Error {
    let names: Vec<String> = peers.iter().map(|peer| peer.name()).collect();
    let here = if names.is_empty() { "none".to_string() } else { names.join(", ") };
    Error::input(format!(
        "the peer {} is not in this program, which has {here}: the program compare of the package peers has fftw, mkl, rustfft, zaft, \
         phastft, tfhe-fft and best-fft (peers/README.md); the feature rustfft puts rustfft into this one",
        quoted(name)
    ))
}
