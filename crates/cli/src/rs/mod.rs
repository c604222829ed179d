//! `rs encode` and `rs repair`: an erasure code on files.

mod encode;
mod header;
mod repair;

use crate::{
    args::Common,
    failure::{Failure, Outcome},
    settings::Settings,
};
use clap::{Args, Subcommand};
use ringfft::code::ErasureCode;
use sha2::{Digest, Sha256};
use std::path::PathBuf;

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

#[derive(Args)]
pub(crate) struct EncodeArgs {
    /// The file to cut; `-` is standard input
    file: PathBuf,
    /// Data shards to cut the file into [default: as many as --shard-size needs]
    #[arg(long, value_name = "N")]
    data: Option<String>,
    /// Parity shards to add: as many shards may be lost
    #[arg(long, value_name = "M")]
    parity: String,
    /// Bytes of the file in a shard, an even number, for instance 64K [default: as few as --data needs]
    #[arg(long, value_name = "SIZE")]
    shard_size: Option<String>,
    /// The directory of the shards, new or empty
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    #[command(flatten)]
    common: Common,
}

#[derive(Args)]
pub(crate) struct RepairArgs {
    /// The directory of the shards
    directory: PathBuf,
    /// The file to write [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    common: Common,
}

/// Runs the verb.
pub(crate) fn run(command: &RsCommand) -> Outcome<()> {
    match command {
        RsCommand::Encode(args) => encode::run(args),
        RsCommand::Repair(args) => repair::run(args),
    }
}

/// The code of so many shards, computed as the options ask.
fn code(data: usize, parity: usize, settings: &Settings) -> Outcome<ErasureCode> {
    let rate = ErasureCode::usual_rate(data, parity)?;
    Ok(ErasureCode::with_isa(data, parity, rate, settings.isa)?.threads(settings.threads))
}

fn sha256(bytes: &[u8]) -> [u8; 32] {
    let mut digest = [0; 32];
    digest.copy_from_slice(&Sha256::digest(bytes));
    digest
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Memory for `len` bytes.
fn room(len: usize) -> Outcome<Vec<u8>> {
    let mut bytes = Vec::new();
    bytes
        .try_reserve_exact(len)
        .map_err(|_| Failure::Resource(format!("no memory for shards of {len} bytes: take a smaller file")))?;
    bytes.resize(len, 0);
    Ok(bytes)
}
