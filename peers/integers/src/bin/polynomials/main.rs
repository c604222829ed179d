//! Products, quotients, greatest common divisors and values of polynomials: ringfft beside FLINT, NTL and arkworks.

mod foreign;
mod residues;
mod scalars;
mod task;

use clap::{Parser, ValueEnum};
use peers_integers::{
    Result,
    contest::{Boxed, contest},
    libraries::{Flint, Ntl},
    options::Common,
    progress::Progress,
    report::{Csv, Table},
    sizes::{Span, logarithm},
};
use std::{collections::HashSet, process::ExitCode};
use task::Operation;

/// Polynomials: ringfft beside its peers, in alternation in one process.
#[derive(Debug, Parser)]
struct Options {
    /// Picks what is timed
    #[arg(long, value_delimiter = ',', default_value = "product")]
    operation: Vec<Operation>,
    /// Coefficients: ranges FIRST..LAST or lengths, separated by commas, each a number or 2^EXPONENT
    #[arg(long, value_delimiter = ',', default_value = "2^8..2^22")]
    lengths: Vec<Span>,
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
    /// Returns the names of the peers that have an operation over a ring.
    fn names(&self, ring: Ring, operation: Operation, common: &Common) -> Vec<&'static str> {
        let prime = ring.prime();
        let found = |name: &str| match name {
            foreign::FLINT => self.flint.as_ref().is_some_and(|flint| prime.is_some() || flint.wide.is_some()),
            foreign::NTL => self.ntl.is_some() && foreign::ntl_operation(operation).is_some() && common.threads == 1,
            residues::SHORT => prime.is_some_and(|prime| prime >> 32 == 0),
            scalars::ARK => matches!(operation, Operation::Product | Operation::Divide) && common.threads == 1,
            scalars::PLAN => operation == Operation::Product,
            _ => true,
        };
        let names = if ring.prime().is_some() { &residues::NAMES[..] } else { &scalars::NAMES[..] };
        names.iter().copied().filter(|name| common.wants(name) && found(name)).collect()
    }

    /// Returns the contestants of a row, ours first.
    fn contestants(&self, operation: Operation, ring: Ring, n: usize, names: &[&str]) -> Result<Vec<Boxed<'_>>> {
        let (flint, ntl) = (self.flint.as_ref(), self.ntl.as_ref());
        match ring.prime() {
            Some(prime) => residues::contestants(flint, ntl, prime, operation, n, names),
            None => scalars::contestants(flint, ntl, operation, n, names),
        }
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
    let flint = common.open(&[foreign::FLINT], Flint::new);
    let ntl = common.open(&[foreign::NTL], Ntl::new);
    if let Some(flint) = &flint {
        flint.set_threads(usize::from(common.threads));
    }
    let mut versions = Vec::new();
    versions.extend(flint.as_ref().map(|flint| format!("flint: {}", flint.version)));
    versions.extend(ntl.as_ref().map(|ntl| format!("ntl: {}", ntl.version)));
    let mut csv = Csv::new(common, "operation,ring,threads,length", &versions, &["ark-poly="])?;
    let mut lengths = Vec::new();
    for span in &options.lengths {
        lengths.extend(span.steps(options.per_octave, 1)?);
    }
    let libraries = Libraries { flint, ntl };
    let progress = Progress::new(options.operation.len() * options.ring.len() * lengths.len());
    for &operation in &options.operation {
        for &ring in &options.ring {
            let title = format!("{}, {}, threads: {}", operation.name(), ring.name(), common.threads);
            let names = libraries.names(ring, operation, common);
            let mut table = progress.suspend(|| Table::new(&title, "lg n", &names));
            let mut left = HashSet::new();
            for &len in &lengths {
                progress.row(format!("{title}: n = 2^{}", logarithm(len)));
                let names: Vec<_> = names.iter().copied().filter(|name| !left.contains(name)).collect();
                let mut contestants = libraries.contestants(operation, ring, usize::try_from(len)?, &names)?;
                let timings = contest(&mut contestants, &common.budget())
                    .map_err(|error| format!("{title}, {len} coefficients: {error}"))?;
                progress.done(|| table.row(&logarithm(len), &timings));
                csv.row(&format!("{},{},{},{len}", operation.name(), ring.name(), common.threads), &timings)?;
                let limit = common.limit as f64 * 1e6;
                left.extend(timings.iter().filter(|timing| timing.least > limit).map(|timing| timing.name));
            }
        }
    }
    Ok(())
}
