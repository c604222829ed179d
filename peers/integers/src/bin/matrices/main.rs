//! Products of matrices of integers: ringfft beside FLINT.

mod ours;

use clap::Parser;
use peers_integers::{
    Result,
    contest::{Boxed, Entry, OURS, contest},
    libraries::{Flint, FlintMatrices, FlintMatrix},
    operands::Operands,
    options::Common,
    progress::Progress,
    report::{Csv, Table},
    sizes::{Span, logarithm},
};
use std::{collections::HashSet, process::ExitCode};

const FLINT: &str = "flint";
const FLINT_TRANSFORMS: &str = "flint fft";
const ENTRIES: &str = "entry by entry";

/// Products of square matrices of integers: ringfft beside FLINT, in alternation in one process.
#[derive(Debug, Parser)]
struct Options {
    /// Rows and columns of the matrices
    #[arg(long, value_delimiter = ',', default_value = "16,64", value_name = "N,...")]
    order: Vec<u16>,
    /// Bits of the entries: ranges FIRST..LAST or sizes, separated by commas, each a number or 2^EXPONENT; rounded to limbs
    #[arg(long, value_delimiter = ',', default_value = "100000")]
    bits: Vec<Span>,
    /// Sizes an octave
    #[arg(long, default_value_t = 1, value_name = "N")]
    per_octave: u32,
    /// Bits of the operands
    #[arg(long, value_delimiter = ',', default_value = "random")]
    operands: Vec<Operands>,
    #[command(flatten)]
    common: Common,
}

/// Two square matrices, row by row, and the shape of their product.
pub struct Factors {
    pub order: usize,
    pub limbs: usize,
    pub a: Vec<u64>,
    pub b: Vec<u64>,
}

impl Factors {
    fn new(operands: Operands, order: usize, limbs: usize) -> Self {
        let matrix = |first: u64| (0..order * order).flat_map(|k| operands.limbs(limbs, first + k as u64)).collect();
        Factors { order, limbs, a: matrix(1), b: matrix(1 << 32) }
    }

    /// Returns the limbs of an entry of the product: a sum of `order` products.
    pub fn product_limbs(&self) -> usize {
        2 * self.limbs + 1
    }
}

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("matrices: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Result<()> {
    let common = &options.common;
    let all = [FLINT, FLINT_TRANSFORMS, ENTRIES];
    common.start(&all)?;
    let flint = common.open(&[FLINT, FLINT_TRANSFORMS], Flint::new);
    let matrices = flint.as_ref().and_then(|flint| flint.matrices);
    let threads = usize::from(common.threads);
    if let Some(flint) = &flint {
        flint.set_threads(threads);
    }
    let found = |name: &str| name == ENTRIES || matrices.is_some();
    let names: Vec<_> = all.into_iter().filter(|name| common.wants(name) && found(name)).collect();
    let versions: Vec<_> = flint.iter().map(|flint| format!("flint: {}", flint.version)).collect();
    let mut csv = Csv::new(common, "order,operands,threads,bits,limbs", &versions, &[])?;
    let mut sizes = Vec::new();
    for span in &options.bits {
        sizes.extend(span.steps(options.per_octave, 64)?);
    }
    let progress = Progress::new(options.order.len() * options.operands.len() * sizes.len());
    for &order in &options.order {
        for &operands in &options.operands {
            let title = format!("{order} x {order}, {} operands, threads: {threads}", operands.name());
            let mut table = progress.suspend(|| Table::new(&title, "lg bits", &names));
            let mut left = HashSet::new();
            for &bits in &sizes {
                progress.row(format!("{title}: 2^{} bits", logarithm(bits)));
                let limbs = usize::try_from(bits / 64)?;
                let factors = Factors::new(operands, usize::from(order).max(1), limbs);
                let mut contestants = vec![ours::contestant(OURS, &factors, threads)?];
                for &name in names.iter().filter(|name| !left.contains(*name)) {
                    contestants.extend(match (name, matrices) {
                        (ENTRIES, _) => Some(ours::entry_by_entry(ENTRIES, &factors, threads)),
                        (_, Some(matrices)) => Some(foreign(name, matrices, &factors)),
                        _ => None,
                    });
                }
                let timings =
                    contest(&mut contestants, &common.budget()).map_err(|error| format!("{title}: {error}"))?;
                progress.done(|| table.row(&logarithm(bits), &timings));
                csv.row(&format!("{order},{},{threads},{bits},{limbs}", operands.name()), &timings)?;
                let limit = common.limit as f64 * 1e6;
                left.extend(timings.iter().filter(|timing| timing.least > limit).map(|timing| timing.name));
            }
        }
    }
    Ok(())
}

fn foreign<'f>(name: &'static str, matrices: FlintMatrices, factors: &Factors) -> Boxed<'f> {
    let &Factors { order, limbs, .. } = factors;
    let [a, b] = [&factors.a, &factors.b].map(|entries| matrices.matrix(order, order, limbs, entries));
    let call = move |out: &mut FlintMatrix| match name {
        FLINT_TRANSFORMS => out.set_product_by_transforms(&a, &b),
        _ => out.set_product(&a, &b),
    };
    let room = factors.product_limbs();
    let product = move |out: &FlintMatrix| out.entries(room);
    Box::new(Entry { name, state: matrices.zero(order, order), call, product })
}
