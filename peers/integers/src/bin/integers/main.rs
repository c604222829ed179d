//! Products and squares of integers: ringfft beside GMP, FLINT, num-bigint, malachite and dashu.

mod peers;

use clap::{Parser, ValueEnum};
use peers::{Factors, Peers};
use peers_integers::{
    Result,
    contest::contest,
    operands::Operands,
    options::Common,
    progress::Progress,
    report::{Csv, Table},
    sizes::{Span, logarithm},
};
use ringfft::{
    integer::{Engine, Multiplier},
    plan::Threads,
};
use std::{collections::HashSet, process::ExitCode};

/// Products of integers: ringfft beside its peers, in alternation in one process.
#[derive(Debug, Parser)]
struct Options {
    /// Bits of the longer factor: a range FIRST..LAST or one size, each a number or 2^EXPONENT; rounded to limbs
    #[arg(long, default_value = "2^6..2^28")]
    bits: Span,
    /// Sizes an octave
    #[arg(long, default_value_t = 4, value_name = "N")]
    per_octave: u32,
    /// Picks the products that are timed
    #[arg(long, value_delimiter = ',', default_value = "product")]
    kind: Vec<Kind>,
    /// Bits of the operands
    #[arg(long, value_delimiter = ',', default_value = "random")]
    operands: Vec<Operands>,
    /// Engine of ours, by its name in ringfft
    #[arg(long, default_value = "auto", value_name = "NAME")]
    engine: Engine,
    #[command(flatten)]
    common: Common,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Kind {
    /// Two factors of equal length
    Product,
    /// One factor by itself
    Square,
    /// One factor ten times as long as the other
    #[value(name = "1:10")]
    Tenth,
    /// One factor a hundred times as long as the other
    #[value(name = "1:100")]
    Hundredth,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Product => "product",
            Kind::Square => "square",
            Kind::Tenth => "1:10",
            Kind::Hundredth => "1:100",
        }
    }

    /// Returns the limbs of the shorter factor.
    fn shorter(self, limbs: usize) -> usize {
        match self {
            Kind::Product | Kind::Square => limbs,
            Kind::Tenth => limbs.div_ceil(10),
            Kind::Hundredth => limbs.div_ceil(100),
        }
    }
}

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("integers: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Result<()> {
    let common = &options.common;
    let peers = Peers::open(common)?;
    let sizes = options.bits.steps(options.per_octave, 64)?;
    let keys = "kind,operands,threads,bits,limbs_a,limbs_b";
    let mut csv = Csv::new(common, keys, &peers.libraries(), &["num-bigint=0.5", "malachite-nz=", "dashu-int="])?;
    let threads = Threads::AtMost(usize::from(common.threads));
    let ours = Multiplier::new().engine(options.engine).threads(threads);
    let progress = Progress::new(options.kind.len() * options.operands.len() * sizes.len());
    for &kind in &options.kind {
        for &operands in &options.operands {
            let title = format!("{}, {} operands, threads: {}", kind.name(), operands.name(), common.threads);
            let mut table = progress.suspend(|| Table::new(&title, "lg bits", peers.names()));
            let mut left = HashSet::new();
            for &bits in &sizes {
                let limbs = usize::try_from(bits / 64)?;
                progress.row(format!("{title}: 2^{} bits", logarithm(bits)));
                let a = operands.limbs(limbs, 1);
                let b = operands.limbs(kind.shorter(limbs), 2);
                let b = (!matches!(kind, Kind::Square)).then_some(&b[..]);
                let factors = Factors { a: &a, b };
                let mut contestants = peers.contestants(ours, factors, |name| !left.contains(name));
                let timings = contest(&mut contestants, &common.budget())
                    .map_err(|error| format!("{}, {bits} bits: {error}", kind.name()))?;
                progress.done(|| table.row(&logarithm(bits), &timings));
                let (name, shorter) = (kind.name(), b.map_or(limbs, <[u64]>::len));
                let keys = format!("{name},{},{},{bits},{limbs},{shorter}", operands.name(), common.threads);
                csv.row(&keys, &timings)?;
                let limit = common.limit as f64 * 1e6;
                left.extend(timings.iter().filter(|timing| timing.least > limit).map(|timing| timing.name));
            }
        }
    }
    Ok(())
}
