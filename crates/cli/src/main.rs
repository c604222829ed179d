//! The command line of `ringfft`: transforms, products and their checks on files.

mod args;
mod binary;
mod bits;
mod closed;
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
mod progress;
mod real;
mod report;
mod residues;
mod ring;
mod rs;
mod settings;
mod spec;
mod spectrum;
mod stopped;
mod transform;
mod tune;
mod usage;
mod values;
mod verify;
mod words;

use args::{Cli, Command, PolyCommand};
use failure::{Failure, Outcome};
use std::{
    io::{self, Write},
    panic,
    process::ExitCode,
};

fn main() -> ExitCode {
    panic::set_hook(Box::new(|_| {}));
    let outcome = panic::catch_unwind(|| usage::parse().and_then(|cli| cli.map_or(Ok(()), |cli| run(&cli))));
    let failure = match outcome {
        Ok(Ok(())) => return ExitCode::SUCCESS,
        Ok(Err(failure)) => failure,
        Err(payload) => {
            let text = payload.downcast_ref::<&str>().map(|text| text.to_string());
            Failure::Internal(text.or(payload.downcast_ref::<String>().cloned()).unwrap_or_default())
        }
    };
    if !matches!(failure, Failure::BrokenPipe) {
        // Nobody to read it is no reason to fail differently.
        let _ = writeln!(io::stderr(), "{failure}");
    }
    failure.exit_code()
}

fn run(cli: &Cli) -> Outcome<()> {
    match &cli.command {
        Command::List(args) => list::run(args),
        Command::Transform(args) => transform::run(args),
        Command::Verify(args) => verify::run(args),
        Command::Count(args) => count::run(args),
        Command::Explain(args) => explain::run(args),
        Command::Tune(args) => tune::run(args),
        Command::Draw(args) => draw::run(args),
        Command::Convolve(args) => convolve::run(args),
        Command::Poly(PolyCommand::Multiply(args)) => convolve::poly_multiply(args),
        Command::Multiply(args) => multiply::run(args),
        Command::Spectrum(args) => spectrum::run(args),
        Command::Image(command) => image::run(command),
        Command::Rs(command) => rs::run(command),
    }
}
