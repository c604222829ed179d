//! Lists the commands: the arguments that `clap` reads for each, and the function that runs it.

use crate::{
    args::{
        ConvolveArgs, DrawArgs, ExplainArgs, ListArgs, MultiplyArgs, PolyCommand, SpecArgs, TransformArgs, TuneArgs,
        VerifyArgs,
    },
    compare::{self, CompareArgs},
    convolve, count, draw, explain,
    failure::Outcome,
    image::{self, ImageCommand},
    list, multiply, poly,
    rs::{self, RsCommand},
    shell::{self, CompletionsArgs, ManArgs},
    spectrum::{self, SpectrumArgs},
    transform, tune, verify,
};
use clap::{CommandFactory, Parser, Subcommand};

/// Fast Fourier transforms, products and their checks over many rings.
#[derive(Parser)]
#[command(
    name = "ringfft",
    version,
    after_help = "Exit codes: 0 success, 1 a verification failed, 2 bad input, 3 memory, disk or device missing, 4 internal error.\n\n\
                  Files: `-` is standard input or output. Results go to standard output unless -o names a file; times and notes go to \
                  standard error. An output file appears only once it is whole.\n\n\
                  Text: UTF-8, one element a line; blank lines and what follows # are skipped. A number of c32 or c64 is rounded to the \
                  nearest float, a tiny one to a subnormal or 0; one that is too large is an error; inf and nan are taken.\n\n\
                  Examples:\n  \
                  printf '1 0\\n2 0\\n3 0\\n4 0\\n' | ringfft transform --ring c64 -\n  \
                  ringfft multiply 3^100+1 7^50\n  \
                  ringfft spectrum sound.wav -o spectrogram.png\n  \
                  ringfft explain goldilocks:2^20\n  \
                  ringfft completions bash"
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
#[allow(clippy::large_enum_variant, reason = "there is one of it")]
pub(crate) enum Command {
    /// Lists rings, algorithms and their orders, engines, instruction sets and devices of this build and machine.
    List(ListArgs),
    /// Computes the discrete Fourier transform of the elements in a file, or its inverse.
    Transform(TransformArgs),
    /// Multiplies two sequences: the linear, cyclic, negacyclic or middle product, or their correlation.
    Convolve(ConvolveArgs),
    /// Multiplies two integers and verifies the product.
    Multiply(MultiplyArgs),
    /// Multiplies and divides polynomials over a ring; greatest common divisors, values at points and back.
    #[command(subcommand)]
    Poly(PolyCommand),
    /// Computes the power of a sound by frequency, as a table or a curve, or by time and frequency, as a picture.
    Spectrum(SpectrumArgs),
    /// Cuts a file into shards of which some may be lost, and restores it: an erasure code.
    #[command(subcommand)]
    Rs(RsCommand),
    /// Filters pictures, shows their spectra and makes textures.
    #[command(subcommand)]
    Image(ImageCommand),
    /// Checks transforms of this build against independent evaluation.
    Verify(VerifyArgs),
    /// Counts the operations of a transform by running it over a counting ring, beside the closed form.
    Count(SpecArgs),
    /// Shows which recipe a plan takes, as a tree, and why.
    Explain(ExplainArgs),
    /// Times the recipes worth considering and saves the fastest, for `transform --tuning` and `explain --tuning`.
    Tune(TuneArgs),
    /// Times algorithms, instruction sets and threads side by side, and reports what they cost, as a page with charts too.
    Compare(CompareArgs),
    /// Draws the network of a transform with its twiddles and the order of its values, or its sparse matrices, as SVG.
    Draw(DrawArgs),
    /// Prints the completions of a shell: bash, elvish, fish, powershell or zsh.
    Completions(CompletionsArgs),
    /// Prints the man page of the program or of a verb, or writes all of them to a directory.
    Man(ManArgs),
}

/// Runs the command of the arguments.
pub(crate) fn run(cli: &Cli) -> Outcome<()> {
    match &cli.command {
        Command::List(args) => list::run(args),
        Command::Transform(args) => transform::run(args),
        Command::Verify(args) => verify::run(args),
        Command::Count(args) => count::run(args),
        Command::Explain(args) => explain::run(args),
        Command::Tune(args) => tune::run(args),
        Command::Compare(args) => compare::run(args),
        Command::Draw(args) => draw::run(args),
        Command::Convolve(args) => convolve::run(args),
        Command::Poly(command) => poly::run(command),
        Command::Multiply(args) => multiply::run(args),
        Command::Spectrum(args) => spectrum::run(args),
        Command::Image(command) => image::run(command),
        Command::Rs(command) => rs::run(command),
        Command::Completions(args) => shell::completions(args, Cli::command()),
        Command::Man(args) => shell::man(args, Cli::command()),
    }
}
