//! Holds names, colours and dashes of contestants.

use ringfft_charts::{Dash, Look};
use ringfft_records::OURS;

/// A contestant in legends.
pub struct Contestant {
    /// The name in legends.
    pub label: String,
    /// Colour, dashes and place.
    pub look: Look,
}

/// Contestants: name in the CSV, in legends, colour and dashes.
const LOOKS: &[(&str, &str, usize, Dash)] = &[
    (OURS, "ringfft", 0, Dash::Whole),
    ("1 thread", "ringfft, one thread", 0, Dash::Long),
    ("flint", "FLINT", 1, Dash::Whole),
    ("flint 1 thread", "FLINT, one thread", 1, Dash::Long),
    ("flint fft", "FLINT, its transforms", 1, Dash::Short),
    ("gmp", "GMP", 2, Dash::Whole),
    ("gmp-system", "GMP of the system", 2, Dash::Long),
    ("ntl", "NTL", 3, Dash::Whole),
    ("ark-poly", "ark-poly", 4, Dash::Whole),
    ("num-bigint", "num-bigint", 5, Dash::Whole),
    ("malachite", "malachite", 6, Dash::Whole),
    ("dashu", "dashu", 7, Dash::Whole),
    ("plan", "ringfft, transforms alone", 8, Dash::Whole),
    ("entry by entry", "ringfft, entry by entry", 0, Dash::Long),
    ("fftw", "FFTW", 1, Dash::Whole),
    ("mkl", "MKL", 2, Dash::Whole),
    ("rustfft", "RustFFT", 3, Dash::Whole),
    ("zaft", "zaft", 4, Dash::Whole),
    ("fastest peer", "the fastest of its peers", 5, Dash::Whole),
    ("gf2x 1.3", "gf2x", 1, Dash::Whole),
    ("modular32", "ringfft, words of 32 bits", 8, Dash::Long),
];

/// Returns the contestant of a name in the CSV.
pub fn contestant(name: &str) -> Contestant {
    match LOOKS.iter().position(|look| look.0 == name) {
        Some(rank) => {
            let (_, label, colour, dash) = LOOKS[rank];
            Contestant { label: label.to_owned(), look: Look::numbered(colour, dash, rank) }
        }
        None => Contestant { label: name.to_owned(), look: Look::numbered(8, Dash::Long, LOOKS.len()) },
    }
}
