//! The command line of `ringfft`: transforms, products and their checks on files.

mod args;
mod convolve;
mod count;
mod explain;
mod failure;
mod floats;
mod format;
mod input;
mod integers;
mod list;
mod npy;
mod output;
mod progress;
mod report;
mod residues;
mod ring;
mod settings;
mod spec;
mod transform;
mod values;
mod verify;
mod words;

use args::{Cli, Command, PolyCommand};
use clap::{CommandFactory, Parser, error::ErrorKind};
use failure::{Failure, Outcome};
use std::{
    io::{self, Write},
    panic,
    process::ExitCode,
};

fn main() -> ExitCode {
    panic::set_hook(Box::new(|_| {}));
    let outcome = panic::catch_unwind(|| parse().and_then(|cli| cli.map_or(Ok(()), |cli| run(&cli))));
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
        Command::Convolve(args) => convolve::run(args),
        Command::Poly(PolyCommand::Multiply(args)) => convolve::poly_multiply(args),
        Command::Multiply(_) => todo!(),
    }
}

/// The arguments; `None` where help or version was asked for and printed.
fn parse() -> Outcome<Option<Cli>> {
    let error = match Cli::try_parse() {
        Ok(cli) => return Ok(Some(cli)),
        Err(error) => error,
    };
    let text = error.render().to_string();
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            output::Output::new(None, &[])?.write(|out| out.write_all(text.as_bytes()))?;
            Ok(None)
        }
        ErrorKind::InvalidSubcommand => {
            let names: Vec<String> = Cli::command().get_subcommands().map(|verb| verb.get_name().into()).collect();
            let given =
                text.lines().next().unwrap_or_default().trim_start_matches("error: ").replace("subcommand", "verb");
            Err(Failure::Input(format!("{given}: this build has {}; see ringfft --help", names.join(", "))))
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand => {
            let names: Vec<String> = Cli::command().get_subcommands().map(|verb| verb.get_name().into()).collect();
            Err(Failure::Input(format!("no verb given: there are {}; see ringfft --help", names.join(", "))))
        }
        _ => {
            let lines: Vec<&str> = text
                .lines()
                .map(|line| line.trim().trim_start_matches("error: "))
                .filter(|line| !line.is_empty() && !line.starts_with("For more information"))
                .collect();
            Err(Failure::Input(format!("{}; see --help", lines.join(" "))))
        }
    }
}
