//! Reading the arguments, with errors of one line.

use crate::{
    args::Cli,
    failure::{Failure, Outcome},
    output::Output,
};
use clap::{CommandFactory, Parser, error::ErrorKind};

/// The arguments; `None` where help or version was asked for and printed.
pub(crate) fn parse() -> Outcome<Option<Cli>> {
    let error = match Cli::try_parse() {
        Ok(cli) => return Ok(Some(cli)),
        Err(error) => error,
    };
    let text = error.render().to_string();
    let first = text.lines().next().unwrap_or_default().trim_start_matches("error: ").to_string();
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            Output::new(None, &[])?.write(|out| out.write_all(text.as_bytes()))?;
            Ok(None)
        }
        ErrorKind::InvalidSubcommand => {
            let (of, names) = verbs();
            let given = first.replace("subcommand", "verb");
            Err(Failure::Input(format!("{given}: {of} in this build has {names}; see {of} --help")))
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand => {
            let (of, names) = verbs();
            Err(Failure::Input(format!("no verb given: {of} in this build has {names}; see {of} --help")))
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

/// The command whose verb is missing, and its verbs.
fn verbs() -> (&'static str, String) {
    let command = Cli::command();
    let given = std::env::args_os().nth(1).unwrap_or_default();
    let (of, command) = match command.find_subcommand(&given) {
        Some(found) if given == "poly" => ("ringfft poly", found),
        Some(found) if given == "rs" => ("ringfft rs", found),
        Some(found) if given == "image" => ("ringfft image", found),
        _ => ("ringfft", &command),
    };
    let names: Vec<&str> = command.get_subcommands().map(|verb| verb.get_name()).collect();
    (of, names.join(", "))
}
