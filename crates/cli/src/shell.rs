//! `ringfft completions` and `ringfft man`: completions of shells and man pages, made from the arguments of the
//! program.

use crate::{
    failure::{Failure, Outcome, quoted},
    output::{Content, Output},
    spec::{CONVOLUTIONS, KINDS, NAMES, SCALES},
    suggest::{did_you_mean, unknown},
};
use clap::{Args, Command, ValueEnum, builder::PossibleValuesParser};
use clap_complete::Shell;
use clap_mangen::Man;
use ringfft::{
    integer::Engine,
    order::Order,
    plan::{Algorithm, Isa},
};
use ringfft_signal::Window;
use std::path::PathBuf;

#[derive(Args)]
#[command(after_help = "Examples:\n  \
                        ringfft completions bash > ~/.local/share/bash-completion/completions/ringfft\n  \
                        ringfft completions zsh > ~/.zfunc/_ringfft\n  \
                        ringfft completions fish > ~/.config/fish/completions/ringfft.fish")]
pub(crate) struct CompletionsArgs {
    /// bash, elvish, fish, powershell or zsh
    #[arg(value_name = "SHELL")]
    shell: String,
    /// Output file [default: standard output]
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
                        ringfft man > ringfft.1\n  \
                        ringfft man transform > ringfft-transform.1\n  \
                        ringfft man -o ~/.local/share/man/man1")]
pub(crate) struct ManArgs {
    /// The verb, for instance transform or poly divide [default: the program]
    #[arg(value_name = "VERB")]
    verb: Vec<String>,
    /// A directory that is there: write the pages of the program and of every verb into it
    #[arg(short, long, value_name = "DIR", conflicts_with = "verb")]
    output: Option<PathBuf>,
}

/// Runs `completions`.
pub(crate) fn completions(args: &CompletionsArgs, command: Command) -> Outcome<()> {
    let shell = Shell::from_str(&args.shell, true).map_err(|_| {
        let names: Vec<String> = Shell::value_variants().iter().map(Shell::to_string).collect();
        unknown("completions for", &args.shell, &names.iter().map(String::as_str).collect::<Vec<_>>())
    })?;
    let output = Output::new(args.output.as_deref(), &[], Content::Text)?;
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut with_values(command), "ringfft", &mut script);
    output.write(|out| out.write_all(&script))
}

/// Returns the possible values of an option for the completions of shells.
fn values(verb: &str, option: &str) -> Vec<&'static str> {
    match (verb, option) {
        (_, "ring") => NAMES.into_iter().filter(|name| !name.contains(char::is_uppercase)).collect(),
        (_, "algorithm") => Algorithm::ALL.iter().map(|algorithm| algorithm.name()).chain(["auto"]).collect(),
        (_, "engine") => Engine::ALL.iter().map(|engine| engine.name()).collect(),
        (_, "isa") => Isa::ALL.iter().map(|isa| isa.name()).collect(),
        (_, "device") => vec!["cpu", "cuda", "auto"],
        ("spectrum", "format") => vec!["text", "npy"],
        (_, "format") => vec!["text", "raw", "npy"],
        ("transform", "kind") => KINDS.to_vec(),
        ("transform", "scale") => SCALES.to_vec(),
        ("transform", "order") => Order::ALL.iter().map(|order| order.name()).chain(["native"]).collect(),
        ("transform", "layout") => vec!["rows", "columns"],
        ("convolve", "kind") => CONVOLUTIONS.to_vec(),
        ("filter", "kind") => vec!["low", "high", "band", "blur", "sharpen"],
        ("spectrum", "window") => Window::ALL.iter().map(|window| window.name()).collect(),
        ("multiply", "radix" | "input_radix") => vec!["10", "16"],
        ("completions", "shell") => vec!["bash", "elvish", "fish", "powershell", "zsh"],
        _ => Vec::new(),
    }
}

/// Returns the command with the possible values of its options. It is used for completions only: elsewhere the errors
/// list them.
fn with_values(command: Command) -> Command {
    let verb = command.get_name().to_string();
    let below: Vec<String> = command.get_subcommands().map(|verb| verb.get_name().to_string()).collect();
    let command = command.mut_args(|arg| match values(&verb, arg.get_id().as_str()) {
        names if names.is_empty() => arg,
        names => arg.value_parser(PossibleValuesParser::new(names)),
    });
    below.iter().fold(command, |command, name| command.mut_subcommand(name, with_values))
}

/// Runs `man`.
pub(crate) fn man(args: &ManArgs, command: Command) -> Outcome<()> {
    let mut command = command.disable_help_subcommand(true);
    command.build();
    if let Some(directory) = &args.output {
        return pages(&command).into_iter().try_for_each(|command| {
            let (name, text) = page(command)?;
            Output::new(Some(&directory.join(name)), &[], Content::Text)?.write(|out| out.write_all(&text))
        });
    }
    let mut chosen = &command;
    for given in &args.verb {
        let names: Vec<&str> = chosen.get_subcommands().map(Command::get_name).collect();
        chosen = chosen.find_subcommand(given).ok_or_else(|| {
            let near = did_you_mean(given, &names);
            let there = if names.is_empty() { "it has none".into() } else { format!("there are {}", names.join(", ")) };
            Failure::input(format!("no page for the verb {}: {near}{there}", quoted(given)))
        })?;
    }
    let (_, text) = page(chosen)?;
    Output::report()?.write(|out| out.write_all(&text))
}

/// Returns the command and all commands below it.
fn pages(command: &Command) -> Vec<&Command> {
    let mut all = vec![command];
    all.extend(command.get_subcommands().flat_map(pages));
    all
}

/// Returns the file name and the text of a man page.
fn page(command: &Command) -> Outcome<(String, Vec<u8>)> {
    let man = Man::new(command.clone()).source(format!("ringfft {}", env!("CARGO_PKG_VERSION"))).manual("ringfft");
    let mut text = Vec::new();
    man.render(&mut text).map_err(|error| Failure::Internal(format!("the page cannot be written: {error}")))?;
    Ok((man.get_filename(), text))
}
