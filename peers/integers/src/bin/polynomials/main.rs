//! Products of polynomials: ringfft beside FLINT, NTL and arkworks.

mod residues;
mod scalars;

use clap::{Parser, ValueEnum};
use peers_integers::{
    Result,
    contest::{Boxed, contest},
    libraries::{Flint, Ntl},
    options::Common,
    report::{Csv, Table},
    sizes::{Span, logarithm},
};
use std::{collections::HashSet, process::ExitCode};

/// Products of polynomials: ringfft beside its peers, in alternation in one process.
#[derive(Debug, Parser)]
struct Options {
    /// Coefficients of each factor: a range FIRST..LAST or one length, each a number or 2^EXPONENT
    #[arg(long, default_value = "2^8..2^22")]
    lengths: Span,
    /// Lengths an octave
    #[arg(long, default_value_t = 1, value_name = "N")]
    per_octave: u32,
    /// Ring of the coefficients
    #[arg(long, value_delimiter = ',', default_value = "p31,p60,p63,bls12-381-fr")]
    ring: Vec<Ring>,
    #[command(flatten)]
    common: Common,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Ring {
    /// Modulo 2^31 - 1
    P31,
    /// Modulo 2^60 - 93
    P60,
    /// Modulo 2^63 - 25
    P63,
    /// Scalar field of BLS12-381
    #[value(name = "bls12-381-fr")]
    Bls12381Fr,
}

impl Ring {
    fn name(self) -> &'static str {
        match self {
            Ring::P31 => "p31",
            Ring::P60 => "p60",
            Ring::P63 => "p63",
            Ring::Bls12381Fr => "bls12-381-fr",
        }
    }

    /// Returns the prime, if it fits in a word.
    fn prime(self) -> Option<u64> {
        match self {
            Ring::P31 => Some((1 << 31) - 1),
            Ring::P60 => Some((1 << 60) - 93),
            Ring::P63 => Some((1 << 63) - 25),
            Ring::Bls12381Fr => None,
        }
    }
}

/// The libraries that were found and are wanted.
struct Libraries {
    flint: Option<Flint>,
    ntl: Option<Ntl>,
}

impl Libraries {
    /// Returns the names of the peers over a ring.
    fn names(&self, ring: Ring, common: &Common) -> Vec<&'static str> {
        let prime = ring.prime().unwrap_or(u64::MAX);
        let found = |name: &str| match name {
            residues::FLINT => self.flint.is_some(),
            residues::NTL => self.ntl.as_ref().is_some_and(|ntl| prime <= ntl.largest()) && common.threads == 1,
            residues::SHORT => prime >> 32 == 0,
            scalars::ARK => common.threads == 1,
            _ => true,
        };
        let names = if ring.prime().is_some() { &residues::NAMES[..] } else { &scalars::NAMES[..] };
        names.iter().copied().filter(|name| common.wants(name) && found(name)).collect()
    }
}

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("polynomials: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Result<()> {
    let common = &options.common;
    common.start(&[&residues::NAMES[..], &scalars::NAMES[..]].concat())?;
    let flint = common.open(&[residues::FLINT], Flint::new);
    let ntl = common.open(&[residues::NTL], Ntl::new);
    if let Some(flint) = &flint {
        flint.set_threads(usize::from(common.threads));
    }
    let mut versions = Vec::new();
    versions.extend(flint.as_ref().map(|flint| format!("flint: {}", flint.version)));
    versions.extend(ntl.as_ref().map(|ntl| format!("ntl: {}", ntl.version)));
    let mut csv = Csv::new(common, "ring,threads,length", &versions, &["ark-poly="])?;
    let libraries = Libraries { flint, ntl };
    for &ring in &options.ring {
        let names = libraries.names(ring, common);
        let title = format!("{}, threads: {}", ring.name(), common.threads);
        let mut table = Table::new(&title, "lg n", &names);
        let mut left = HashSet::new();
        for len in options.lengths.steps(options.per_octave, 1)? {
            let names: Vec<_> = names.iter().copied().filter(|name| !left.contains(name)).collect();
            let mut contestants: Vec<Boxed<'_>> = match ring.prime() {
                Some(prime) => {
                    let Libraries { flint, ntl } = &libraries;
                    residues::contestants(flint.as_ref(), ntl.as_ref(), prime, usize::try_from(len)?, &names)?
                }
                None => scalars::contestants(usize::try_from(len)?, &names)?,
            };
            let timings = contest(&mut contestants, &common.budget())
                .map_err(|error| format!("{}, {len} coefficients: {error}", ring.name()))?;
            table.row(&logarithm(len), &timings);
            csv.row(&format!("{},{},{len}", ring.name(), common.threads), &timings)?;
            let limit = common.limit as f64 * 1e6;
            left.extend(timings.iter().filter(|timing| timing.least > limit).map(|timing| timing.name));
        }
    }
    Ok(())
}
