//! `rs encode` and `rs repair`: an erasure code on files.

mod code;
mod encode;
mod header;
mod repair;

use crate::failure::Outcome;
use clap::Subcommand;
use encode::EncodeArgs;
use repair::RepairArgs;

/// What to do with shards.
#[derive(Subcommand)]
pub(crate) enum RsCommand {
    /// Cuts a file into shards and adds parity shards, into a new directory.
    #[command(
        after_help = "Of all the shards any N, the number of data shards, are enough for `ringfft rs repair`. Each carries a check\n\
                            sum, so one that is damaged counts as lost. docs/shards.md describes the format.\n\n  \
                            ringfft rs encode film.mkv --data 100 --parity 20 -o shards"
    )]
    Encode(EncodeArgs),
    /// Restores the file from a directory of shards, some of which may be missing or damaged.
    #[command(after_help = "Before the file appears it is checked against the digest that every shard carries.\n\n  \
                            ringfft rs repair shards -o film.mkv")]
    Repair(RepairArgs),
}

/// Runs the verb.
pub(crate) fn run(command: &RsCommand) -> Outcome<()> {
    match command {
        RsCommand::Encode(args) => encode::run(args),
        RsCommand::Repair(args) => repair::run(args),
    }
}
