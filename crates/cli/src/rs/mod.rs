//! `rs encode`, `rs repair` and `rs check`: an erasure code on files.

mod check;
mod code;
mod encode;
mod found;
mod header;
mod repair;

use crate::failure::Outcome;
use check::CheckArgs;
use clap::Subcommand;
use encode::EncodeArgs;
use repair::RepairArgs;

/// The verbs of `rs`.
#[derive(Subcommand)]
pub(crate) enum RsCommand {
    /// Cuts a file into shards and adds parity shards, into a new directory.
    #[command(
        after_help = "Of all the shards any N, the number of data shards, are enough for `ringfft rs repair`. Each carries a check \
                            sum, so one that is damaged counts as lost. docs/shards.md describes the format.\n\nExamples:\n  \
                            ringfft rs encode film.mkv --data 100 --parity 20 -o shards"
    )]
    Encode(EncodeArgs),
    /// Restores the file from a directory of shards, some of which may be missing or damaged.
    #[command(
        after_help = "Before the file appears it is checked against the digest that every shard carries.\n\nExamples:\n  \
                            ringfft rs repair shards -o film.mkv"
    )]
    Repair(RepairArgs),
    /// Reads every shard of a directory and tells which are missing or damaged, and whether the file can be restored.
    #[command(
        after_help = "Exit code 0: every shard is good. Exit code 1: some are missing or damaged.\n\nExamples:\n  \
                            ringfft rs check shards"
    )]
    Check(CheckArgs),
}

/// Runs the verb.
pub(crate) fn run(command: &RsCommand) -> Outcome<()> {
    match command {
        RsCommand::Encode(args) => encode::run(args),
        RsCommand::Repair(args) => repair::run(args),
        RsCommand::Check(args) => check::run(args),
    }
}
