//! The command line of `ringfft`: transforms, products and their checks on files.

mod args;
mod binary;
mod bits;
mod closed;
mod commands;
mod compare;
mod convolve;
mod count;
mod draw;
mod explain;
mod failure;
mod floats;
mod format;
mod image;
mod input;
mod integers;
mod list;
mod multiply;
mod npy;
mod operand;
mod output;
mod pair;
mod phrase;
mod poly;
mod product;
mod progress;
mod real;
mod report;
mod residues;
mod ring;
mod rs;
mod settings;
mod shell;
mod spec;
mod spectrum;
mod stopped;
mod suggest;
mod transform;
mod tune;
mod tuning;
mod usage;
mod values;
mod verify;
mod words;

use failure::Failure;
use std::{
    io::{self, Write},
    panic,
    process::ExitCode,
};

fn main() -> ExitCode {
    panic::set_hook(Box::new(|_| {}));
    let outcome = panic::catch_unwind(|| usage::parse().and_then(|cli| cli.map_or(Ok(()), |cli| commands::run(&cli))));
    let failure = match outcome {
        Ok(Ok(())) => return ExitCode::SUCCESS,
        Ok(Err(failure)) => failure,
        Err(payload) => {
            let text = payload.downcast_ref::<&str>().map(|text| text.to_string());
            Failure::Internal(text.or(payload.downcast_ref::<String>().cloned()).unwrap_or_default())
        }
    };
    if !matches!(failure, Failure::BrokenPipe) {
        // If standard error is closed, the exit code still reports the failure.
        let _ = writeln!(io::stderr(), "{failure}");
    }
    failure.exit_code()
}
