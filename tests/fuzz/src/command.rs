//! The verbs of the command line, in process: arguments and files in, output or a message out.

use crate::{
    args::{Cli, Command},
    convolve, count, draw, explain,
    failure::Failure,
    image, input, list, multiply, output, poly, rs, spectrum, transform,
};
use clap::Parser;

/// Arguments that have been read.
pub struct Arguments(Cli);

impl Arguments {
    /// Reads the arguments that follow the program's name; `None` where they are not right, or ask for help.
    pub fn read<T: Into<std::ffi::OsString> + Clone>(arguments: impl IntoIterator<Item = T>) -> Option<Self> {
        let program = std::ffi::OsString::from("ringfft");
        let all = std::iter::once(program).chain(arguments.into_iter().map(Into::into));
        Cli::try_parse_from(all).ok().map(Arguments)
    }

    /// Runs the verb on these files and returns what it writes, or its message.
    ///
    /// # Panics
    /// If the verb says that the program is at fault, or that a result of it was wrong.
    pub fn run(&self, files: &[(&str, &[u8])]) -> Result<Vec<u8>, String> {
        input::place(files);
        let _ = output::take();
        let outcome = match &self.0.command {
            Command::List(args) => list::run(args),
            Command::Transform(args) => transform::run(args),
            Command::Count(args) => count::run(args),
            Command::Explain(args) => explain::run(args),
            Command::Draw(args) => draw::run(args),
            Command::Convolve(args) => convolve::run(args),
            Command::Poly(command) => poly::run(command),
            Command::Multiply(args) => multiply::run(args),
            Command::Spectrum(args) => spectrum::run(args),
            Command::Image(command) => image::run(command),
            Command::Rs(command) => rs::run(command),
            // Minutes of work by design.
            Command::Verify(_) | Command::Tune(_) => return Err("not driven".into()),
        };
        // Forged shards are what the check of a repaired file is for.
        let shards = matches!(self.0.command, Command::Rs(_));
        match outcome {
            Ok(()) => Ok(output::take()),
            Err(failure @ Failure::Internal(_)) => panic!("{failure}"),
            Err(failure @ Failure::Verification(_)) if !shards => panic!("{failure}"),
            Err(failure) => {
                let text = failure.to_string();
                assert!(text.lines().count() <= 1, "an error of several lines: {text:?}");
                Err(text)
            }
        }
    }
}
