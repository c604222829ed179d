//! The options of a comparison, as the command line reads them.

use crate::{
    error::{Error, Result, quoted},
    settings::parse_bytes,
};
use clap::Args;
use ringfft::plan::Isa;
use std::{path::PathBuf, time::Duration};

/// The default limit of the bytes of a run.
const MEMORY: u64 = 2 << 30;

/// The heading of options of the machine in help texts. A program that flattens [`Options`] puts its own there too.
pub const MACHINE: &str = "Machine options";

/// The options of a comparison.
#[derive(Args, Clone, Debug)]
#[command(after_help = "Without tasks and preset a default set is run, in less than five minutes.\n\nExamples:\n  \
                  ringfft compare c64:2^4..2^16 --algorithms auto,stockham,split-radix -o report.html\n  \
                  ringfft compare goldilocks:2^10,1000,3^5 --isa scalar,auto --threads 1,2 -o rows.csv -o report.json\n  \
                  ringfft compare z:2^12..2^24/2 --algorithms auto,karatsuba,primes,floating -o products.html\n  \
                  ringfft compare --preset johnson-frigo -o report.html\n  \
                  ringfft compare --from report.json -o report.html\n\n\
                  A length is 1000, 3^5, a range 2^4..2^22 of powers, 2^4..2^22/2 for every second one, or an array 512x512. An algorithm \
                  is auto, a name of `ringfft list`, stockham/R or mixed-radix/R with the radix R, or a recipe; real and filter are transforms of \
                  arrays of real numbers; +two-level and +recomputed name other tables of kernels over residues.\n\n\
                  z:2^20 is the product of two integers of 2^20 bits, z/square:2^20 a square; their algorithms are auto, schoolbook, karatsuba, \
                  primes and floating.")]
pub struct Options {
    /// Transforms to time: RING:LENGTHS, for instance c64:2^4..2^20 or goldilocks:1000,3^5
    #[arg(value_name = "RING:LENGTHS")]
    pub tasks: Vec<String>,
    /// Repeats the experiment of a source: govindaraju-11 to govindaraju-18, moreland-angel-table-3, bainville, mateer, johnson-frigo or
    /// benchfft; or runs the default set, default
    #[arg(long, value_name = "NAME")]
    pub preset: Option<String>,
    /// Algorithms to time, separated by commas; may be given several times [default: auto]
    #[arg(long, value_name = "LIST")]
    pub algorithms: Vec<String>,
    /// Recipes to time beside them, each of one length; may be given several times
    #[arg(long = "recipe", value_name = "RECIPE")]
    pub recipes: Vec<String>,
    /// Programs of others to time beside them, separated by commas, or all, where this program has some; the package peers builds one that
    /// has FFTW, MKL and crates
    #[arg(long, value_name = "LIST")]
    pub peers: Vec<String>,
    /// Instruction sets, separated by commas [default: auto]
    #[arg(long, value_name = "LIST", help_heading = MACHINE)]
    pub isa: Option<String>,
    /// Numbers of threads, separated by commas [default: 1]
    #[arg(long, value_name = "LIST", help_heading = MACHINE)]
    pub threads: Option<String>,
    /// Memory for the contestants at one task, for instance 512M or 4GiB; longer ones are left out [default: 2GiB]
    #[arg(long, value_name = "SIZE", help_heading = MACHINE)]
    pub memory: Option<String>,
    /// Order of the values: natural, or native, each algorithm's own [default: natural]
    #[arg(long, value_name = "NAME")]
    pub order: Option<String>,
    /// Transforms in one call
    #[arg(long, value_name = "B")]
    pub batch: Option<usize>,
    /// Elements of all transforms in one call, which sets their number; for instance 2^23
    #[arg(long, value_name = "N", conflicts_with = "batch")]
    pub total: Option<String>,
    /// Seed of the order of runs, of the elements and of the intervals
    #[arg(long, value_name = "S", default_value = "1")]
    pub seed: u64,
    /// Samples of each row [default: 21]
    #[arg(long, value_name = "N")]
    pub rounds: Option<usize>,
    /// Milliseconds of each sample [default: 2]
    #[arg(long, value_name = "MS")]
    pub sample: Option<f64>,
    /// Seconds that a row may take; three samples are taken in any case [default: 1]
    #[arg(long, value_name = "S")]
    pub seconds: Option<f64>,
    /// The algorithm that ratios refer to [default: the first]
    #[arg(long, value_name = "NAME")]
    pub baseline: Option<String>,
    /// Reads a report from JSON instead of running
    #[arg(long, value_name = "FILE", conflicts_with_all = ["tasks", "preset", "algorithms", "recipes",
        "peers", "isa", "threads", "memory", "order", "batch", "total", "seed", "rounds", "sample", "seconds"])]
    pub from: Option<PathBuf>,
    /// Output file; may be given several times. The ending names the form: .html, .json, .csv, .tex or .txt [default: a table on standard
    /// output]
    #[arg(short, long = "output", value_name = "FILE")]
    pub outputs: Vec<PathBuf>,
}

impl Options {
    /// Returns the instruction sets, all of which the machine has.
    ///
    /// # Errors
    /// [`Error::Input`] for any other name.
    pub(crate) fn isas(&self) -> Result<Vec<Isa>> {
        let Some(list) = &self.isa else { return Ok(vec![Isa::Auto]) };
        let here: Vec<&str> = Isa::ALL.iter().filter(|isa| isa.is_available()).map(|isa| isa.name()).collect();
        let read = |name: &str| {
            name.parse::<Isa>().ok().filter(|isa| isa.is_available()).ok_or_else(|| {
                Error::input(format!("--isa names {}, and this machine has {}", quoted(name), here.join(", ")))
            })
        };
        list.split(',').map(read).collect()
    }

    /// Returns the numbers of threads.
    ///
    /// # Errors
    /// [`Error::Input`] for any other text.
    pub(crate) fn thread_counts(&self) -> Result<Vec<usize>> {
        let Some(list) = &self.threads else { return Ok(vec![1]) };
        let most = rayon::current_num_threads();
        let read = |text: &str| {
            text.parse::<usize>().ok().filter(|threads| (1..=most).contains(threads)).ok_or_else(|| {
                Error::input(format!("--threads names {}, and there are 1 to {most} threads", quoted(text)))
            })
        };
        list.split(',').map(read).collect()
    }

    /// Returns the most bytes that the contestants at one task may take.
    ///
    /// # Errors
    /// [`Error::Input`] for text that is no number of bytes.
    pub(crate) fn memory_limit(&self) -> Result<u64> {
        self.memory.as_deref().map_or(Ok(MEMORY), parse_bytes)
    }

    /// Returns `true` if the values stay in each algorithm's own order; `None` if no order was given.
    ///
    /// # Errors
    /// [`Error::Input`] for another order.
    pub(crate) fn native_order(&self) -> Result<Option<bool>> {
        match self.order.as_deref() {
            None => Ok(None),
            Some("natural") => Ok(Some(false)),
            Some("native") => Ok(Some(true)),
            Some(other) => Err(Error::input(format!("no order {}: take natural or native", quoted(other)))),
        }
    }

    /// Returns the number of rounds, the time of a sample and the most time of a row.
    ///
    /// # Errors
    /// [`Error::Input`] for numbers out of range.
    pub(crate) fn times(&self) -> Result<(usize, Duration, Duration)> {
        let rounds = self.rounds.unwrap_or(21);
        if !(1..=10_000).contains(&rounds) {
            return Err(Error::input(format!("--rounds is {rounds}: take 1 to 10000")));
        }
        let seconds = |name: &str, value: f64, unit: f64| {
            let seconds = value * unit;
            if seconds > 0.0 && seconds <= 3600.0 {
                return Ok(Duration::from_secs_f64(seconds));
            }
            Err(Error::input(format!("--{name} is {value}: take a positive number of at most one hour")))
        };
        Ok((
            rounds,
            seconds("sample", self.sample.unwrap_or(2.0), 1e-3)?,
            seconds("seconds", self.seconds.unwrap_or(1.0), 1.0)?,
        ))
    }
}

/// Splits a list of algorithms at commas outside brackets, since recipes contain commas.
pub(crate) fn split(list: &str) -> Vec<String> {
    let (mut depth, mut parts) = (0i32, vec![String::new()]);
    for c in list.chars() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        match (c, parts.last_mut()) {
            (',', _) if depth == 0 => parts.push(String::new()),
            (_, Some(part)) => part.push(c),
            _ => {}
        }
    }
    parts.into_iter().map(|part| part.trim().to_string()).filter(|part| !part.is_empty()).collect()
}
