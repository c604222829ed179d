//! The laboratory as a program, for a package with its own variants.

use crate::{
    compare::{Laboratory, compare},
    contestant::{Ask, Contestant},
    error::{Error, Result, quoted},
    interrupt::Interrupt,
    network::drawing,
    options::Options,
    render::Form,
    rings::open,
    task::Task,
    variant::erased,
};
use clap::Parser;
use ringfft_testing::tracing::{Layers, Placement};
use std::{
    fs::OpenOptions,
    io::{self, Write},
    path::{Path, PathBuf},
    process::ExitCode,
};

/// Compares variants of your own with those of the library.
#[derive(Parser)]
struct Program {
    /// Print operations and layers of each variant at this length instead of timing, for instance 8; -o draws the network of each as SVG, in
    /// the order of the variants
    #[arg(long, value_name = "N")]
    network: Option<usize>,
    /// The ring of the network: c32, c64, goldilocks, babybear or bls12-381-fr
    #[arg(long, value_name = "RING", default_value = "c64")]
    ring: String,
    #[command(flatten)]
    options: Options,
}

/// Runs the laboratory on your own variants, with the options of `ringfft compare` from the command line.
///
/// Before a variant is timed at a task, it is checked against the definition and its operations are counted. Its rows
/// are beside those of the library's algorithms that `--algorithms` names. `--network N` prints the operations and the
/// layers of each variant of length `N` instead, and `-o` draws them as SVG. Without tasks, every second power from
/// 2^4 to 2^14 over c64 and goldilocks is run.
///
/// Errors go to standard error, one line each. The exit code is 1 for a wrong variant, 2 for a bad request, 3 for lack
/// of memory.
pub fn main(contestants: &[&dyn Contestant]) -> ExitCode {
    main_with_peers(contestants, &[])
}

/// Runs the laboratory as [`main`] does, beside programs of others, which `--peers` selects by name; `--peers all`
/// selects all of them.
///
/// Without variants of your own the run without tasks is the default set of `ringfft compare`.
pub fn main_with_peers(contestants: &[&dyn Contestant], peers: &[&dyn Contestant]) -> ExitCode {
    match run(contestants, peers) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // If standard error is closed, the exit code still reports the error.
            let _ = writeln!(std::io::stderr(), "error: {error}");
            ExitCode::from(match error {
                Error::Verification(_) => 1,
                Error::Input(_) => 2,
                Error::Resource(_) => 3,
            })
        }
    }
}

fn run(contestants: &[&dyn Contestant], peers: &[&dyn Contestant]) -> Result<()> {
    let mut program = Program::parse();
    if let Some(len) = program.network {
        let given = &program.options;
        if !given.tasks.is_empty() || given.preset.is_some() || given.from.is_some() {
            return Err(Error::input(
                "--network draws one length of every variant: leave out tasks, --preset and --from",
            ));
        }
        if contestants.is_empty() {
            return Err(Error::input("there is no variant to draw: `ringfft draw` draws the library's own"));
        }
        return networks(contestants, &program.ring, len, &program.options.outputs);
    }
    let options = &mut program.options;
    if !contestants.is_empty() && options.tasks.is_empty() && options.preset.is_none() && options.from.is_none() {
        options.tasks = ["c64:2^4..2^14/2", "goldilocks:2^4..2^14/2"].map(String::from).to_vec();
        if options.algorithms.is_empty() {
            options.algorithms = vec!["split-radix,twisted,stockham".into()];
        }
    }
    let forms: Vec<Form> = options.outputs.iter().map(|path| Form::of(path)).collect::<Result<_>>()?;
    // A file that cannot be written ends the run before anything is timed.
    for path in &options.outputs {
        OpenOptions::new().create(true).append(true).open(path).map_err(|error| unwritable(path, &error))?;
    }
    let interrupt = Interrupt::watch();
    let laboratory = Laboratory { open: &open, contestants, peers, native_order: !contestants.is_empty() };
    let report = compare(options, &laboratory, &interrupt)?;
    for (path, form) in options.outputs.iter().zip(&forms) {
        write(path, &form.render(&report)?)?;
    }
    if options.outputs.is_empty() {
        print(&Form::Text.render(&report)?)?;
    } else if options.from.is_none() {
        for note in &report.notes {
            // A closed standard error is no failure.
            let _ = writeln!(std::io::stderr(), "{note}");
        }
    }
    if let Some(partial) = report.partial {
        let _ = writeln!(
            std::io::stderr(),
            "interrupted: {} of {} samples were taken; the report says that it is partial",
            partial.taken,
            partial.planned
        );
    }
    interrupt.raise();
    Ok(())
}

/// Prints the operations and the layers of each contestant.
fn networks(contestants: &[&dyn Contestant], ring: &str, len: usize, outputs: &[PathBuf]) -> Result<()> {
    /// The greatest length for which a drawing is legible.
    const DRAWN: usize = 64;
    const LONGEST: usize = 1 << 12;
    let scalars = erased(ring).ok_or_else(|| Error::input(format!("no ring {} for networks", quoted(ring))))?;
    if !(1..=LONGEST).contains(&len) {
        return Err(Error::input(format!("--network is {len}: take a length up to {LONGEST}")));
    }
    let svg = |path: &&PathBuf| path.extension().is_some_and(|ending| ending == "svg");
    if len > DRAWN && !outputs.is_empty() || outputs.len() > contestants.len() || !outputs.iter().all(|path| svg(&path))
    {
        return Err(Error::input(format!(
            "a drawing has a length up to {DRAWN}, the ending .svg, and is one for each of {} variants",
            contestants.len()
        )));
    }
    let task = Task { ring: ring.into(), shape: vec![len], batch: 1 };
    let ask = Ask::new(&task);
    for (index, contestant) in contestants.iter().enumerate() {
        let name = contestant.name();
        let (Some(tally), Some(network)) = (contestant.count(&ask), contestant.network(&ask)) else {
            return Err(Error::input(format!("{name} has no network of length {len} over {ring}")));
        };
        let layers = Layers::new(&network, &scalars);
        let rows = Placement::new(&layers).height();
        if let Some(path) = outputs.get(index) {
            write(path, &drawing(&layers, &format!("{name}, n = {len}, over {ring}")))?;
        }
        print(&format!(
            "{name} of length {len} over {ring}: {} additions, {} products, {} of them by a fourth root; {} layers, {rows} rows\n",
            tally.additions,
            tally.products(),
            tally.products_by_i(),
            layers.depth()
        ))?;
        for level in 1..=layers.depth() {
            let sums = layers.values().iter().filter(|value| value.level == level).count();
            let with = |value: &&ringfft_testing::tracing::Value<_>| value.terms.iter().any(|term| term.by.is_some());
            let products = layers.values().iter().filter(|value| value.level == level).filter(with).count();
            print(&format!("  layer {level}: {sums} sums, {products} with a product\n"))?;
        }
    }
    Ok(())
}

fn write(path: &Path, text: &str) -> Result<()> {
    std::fs::write(path, text).map_err(|error| unwritable(path, &error))
}

fn unwritable(path: &Path, error: &io::Error) -> Error {
    Error::Resource(format!("cannot write {path:?}: {error}: choose another output"))
}

fn print(text: &str) -> Result<()> {
    match std::io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Error::Resource(format!("cannot write to standard output: {error}")))
        }
        _ => Ok(()),
    }
}
