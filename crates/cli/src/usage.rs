//! Parses the arguments, with errors of one line.

use crate::{
    commands::Cli,
    failure::{Failure, Outcome, quoted},
    output::Output,
    suggest::did_you_mean,
};
use clap::{
    Command, CommandFactory, FromArgMatches,
    error::{ContextKind, ContextValue, Error, ErrorKind},
};

/// Parses the arguments; `None` if help or the version was asked for and printed.
pub(crate) fn parse() -> Outcome<Option<Cli>> {
    let mut command = with_numbers(Cli::command());
    let parsed = command.try_get_matches_from_mut(std::env::args_os());
    let error = match parsed.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => return Ok(Some(cli)),
        Err(error) => error,
    };
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        let text = error.render().to_string();
        Output::report()?.write(|out| out.write_all(text.as_bytes()))?;
        return Ok(None);
    }
    Err(Failure::Input(explained(&error, &command)))
}

/// Returns the command with negative numbers allowed as values. So the verbs' own errors, which say what is possible,
/// report them.
fn with_numbers(command: Command) -> Command {
    let names: Vec<String> = command.get_subcommands().map(|verb| verb.get_name().to_string()).collect();
    let command =
        command.mut_args(|arg| if arg.get_action().takes_values() { arg.allow_negative_numbers(true) } else { arg });
    names.iter().fold(command, |command, name| command.mut_subcommand(name, with_numbers))
}

/// Returns the error in words: the argument given, the possible ones, and advice.
fn explained(error: &Error, command: &Command) -> String {
    let (of, verb) = verb(command);
    let text = |kind: ContextKind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join(" and "),
        _ => String::new(),
    };
    let (argument, value) = (text(ContextKind::InvalidArg), text(ContextKind::InvalidValue));
    let names: Vec<&str> = verb.get_subcommands().map(|verb| verb.get_name()).filter(|name| *name != "help").collect();
    let has = format!("{of} in this build has {}; see {of} --help", names.join(", "));
    let see = format!("see {of} --help");
    let usage = error.get(ContextKind::Usage).map(ContextValue::to_string).unwrap_or_default();
    let usage = usage.lines().next().unwrap_or_default().trim_start_matches("Usage: ");
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let given = text(ContextKind::InvalidSubcommand);
            format!("no verb {}: {}{has}", quoted(&given), did_you_mean(&given, &names))
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand => {
            format!("no verb given: {has}")
        }
        ErrorKind::UnknownArgument if argument.starts_with("--") => {
            let near = text(ContextKind::SuggestedArg);
            let near = if near.is_empty() { String::new() } else { format!("did you mean {near}? ") };
            format!("{of} has no option {}: {near}{see}", quoted(&argument))
        }
        ErrorKind::UnknownArgument if argument.starts_with('-') => {
            let mut given = std::env::args_os().map(|given| given.to_string_lossy().into_owned());
            let given = given.find(|given| given.starts_with(&argument)).unwrap_or(argument);
            let file = quoted(&format!("./{given}"));
            let number = if of == "ringfft multiply" { ", where it is an operand, write -- before it" } else { "" };
            format!(
                "{of} has no option {}: {see}; where it is the name of a file, write {file}{number}",
                quoted(&given)
            )
        }
        ErrorKind::UnknownArgument => {
            format!("{of} takes no operand {} there: write {usage}; {see}", quoted(&argument))
        }
        ErrorKind::TooManyValues => format!("{of} takes no further operand {}: write {usage}; {see}", quoted(&value)),
        ErrorKind::MissingRequiredArgument => format!("{of} lacks {argument}: {see}"),
        ErrorKind::InvalidValue if value.is_empty() => format!("{argument} has no value: give one; {see}"),
        ErrorKind::ArgumentConflict if argument == text(ContextKind::PriorArg) => {
            format!("{argument} is given twice: leave one out")
        }
        ErrorKind::InvalidUtf8 => format!("an argument is no UTF-8 text: {see}"),
        _ => {
            let rendered = error.render().to_string();
            let first = rendered.lines().next().unwrap_or_default().trim_start_matches("error: ");
            format!("{first}: {see}")
        }
    }
}

/// Returns the verb that the arguments name, after its full name.
fn verb(command: &Command) -> (String, &Command) {
    let (mut name, mut verb) = (String::from("ringfft"), command);
    for given in std::env::args_os().skip(1) {
        let Some(found) = verb.find_subcommand(&given) else { break };
        name = format!("{name} {}", found.get_name());
        verb = found;
    }
    (name, verb)
}
