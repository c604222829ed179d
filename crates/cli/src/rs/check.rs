//! `rs check`.

use super::{
    code::room,
    found::{headers, read_one},
};
use crate::{
    args::Common,
    failure::{Failure, Outcome},
    input,
    output::Output,
    progress::Progress,
    report::Report,
    settings::Settings,
};
use clap::Args;
use std::path::PathBuf;

#[derive(Args)]
pub(crate) struct CheckArgs {
    /// The directory of the shards
    directory: PathBuf,
    #[command(flatten)]
    common: Common,
}

/// Runs the verb.
pub(super) fn run(args: &CheckArgs) -> Outcome<()> {
    let settings = Settings::new(&args.common)?;
    let output = Output::report()?;
    let (set, shards, mut damaged) = headers(&args.directory)?.choose(&args.directory)?;
    let too_long = || Failure::Resource("the shards are too long for the memory of this machine".into());
    let len = usize::try_from(set.shard_len).map_err(|_| too_long())?;
    // One shard, and another one to compare it with.
    input::within(settings.memory, 2 * u128::from(set.shard_len), "the shards")?;
    let progress = Progress::steps("checking", shards.len() as u64);
    let (mut place, mut good) = (room(len)?, 0);
    for files in shards.values() {
        match read_one(files, &mut place) {
            Ok(()) => good += 1,
            Err(why) => damaged.push(why),
        }
        progress.step();
    }
    drop(progress);
    let all = set.data + set.parity;
    let missing: Vec<u32> = (0..all).filter(|index| !shards.contains_key(index)).collect();
    let repairable = good >= set.data;
    let report = Report::new("rs_check")
        .with("data", set.data)
        .with("parity", set.parity)
        .with("shard_bytes", set.shard_len)
        .with("file_bytes", set.file_len)
        .with("good", good)
        .with("missing", missing)
        .with("damaged", damaged)
        .with("repairable", repairable);
    let text = if settings.json { format!("{:#}\n", report.json()) } else { report.lines() };
    output.write(|out| out.write_all(text.as_bytes()))?;
    if good == all {
        return Ok(());
    }
    Err(Failure::Verification(format!(
        "{good} of {all} shards are good, {} are needed: {}",
        set.data,
        match repairable {
            true => "ringfft rs repair restores the file".to_string(),
            false => format!("find {} more, any of them", set.data - good),
        }
    )))
}
