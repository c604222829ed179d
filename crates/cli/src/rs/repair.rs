//! `rs repair`.

use super::{
    code::{code, room},
    found::{headers, named, read_one},
};
use crate::{
    args::Common,
    failure::{Failure, Outcome},
    input,
    output::{Content, Output},
    phrase::{self, hexadecimal},
    progress::{Phase, Progress},
    report::{Report, seconds},
    settings::Settings,
};
use clap::Args;
use sha2::{Digest, Sha256};
use std::{fs, path::PathBuf, time::Instant};

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
pub(super) fn run(args: &RepairArgs) -> Outcome<()> {
    let settings = Settings::new(&args.common)?;
    let output = Output::new(args.output.as_deref(), &[], Content::File)?;
    check_output(args)?;
    let (set, shards, mut damaged) = headers(&args.directory)?.choose(&args.directory)?;
    let (data, parity) = (set.data as usize, set.parity as usize);
    let too_few = |good: usize, damaged: &[String]| {
        Failure::input(format!(
            "too many shards are lost: {good} of {} are good, {data} are needed, any of them{}: find {} more",
            data + parity,
            named(damaged),
            data - good
        ))
    };
    // A header may be forged: nothing is allocated before enough files of the stated length are found.
    if shards.len() < data {
        return Err(too_few(shards.len(), &damaged));
    }
    let code = code(data, parity, &settings)?;
    let too_long = || Failure::Resource("the shards are too long for the memory of this machine".into());
    let len = usize::try_from(set.shard_len).map_err(|_| too_long())?;
    let file_len = usize::try_from(set.file_len).map_err(|_| too_long())?;

    // The shards that are read, those that are restored, one more to compare with, and the work-space of the code.
    let restored = data - shards.keys().filter(|&&index| index < set.data).count();
    let needed = (data + restored + 1) as u128 * len as u128 + 512 * (data + parity) as u128;
    input::within(settings.memory, needed, "the shards")?;
    let progress = Progress::phases(phases((data * len) as f64, (restored * len) as f64));
    let mut good: Vec<(usize, Vec<u8>)> = Vec::new();
    for (&index, files) in &shards {
        if good.len() == data {
            break;
        }
        let mut shard = room(len)?;
        match read_one(files, &mut shard) {
            Ok(()) => good.push((index as usize, shard)),
            Err(why) => damaged.push(why),
        }
    }
    if good.len() < data {
        return Err(too_few(good.len(), &damaged));
    }
    // A damaged shard is restored too.
    let lost = data - good.iter().filter(|(index, _)| *index < data).count();
    input::within(settings.memory, needed + (lost - restored) as u128 * len as u128, "the shards")?;
    progress.next();
    let start = Instant::now();
    let restored = code.restore(good.iter().map(|(index, shard)| (*index, shard.as_slice())))?;
    let repaired = start.elapsed();
    progress.next();
    // In the order of their indices, up to the length of the file.
    let mut parts: Vec<&(usize, Vec<u8>)> = good.iter().chain(&restored).filter(|(index, _)| *index < data).collect();
    parts.sort_by_key(|(index, _)| *index);
    let mut rest = file_len;
    let parts: Vec<&[u8]> = parts
        .into_iter()
        .map(|(_, shard)| {
            let part = &shard[..rest.min(len)];
            rest -= part.len();
            part
        })
        .collect();
    let mut digest = Sha256::new();
    parts.iter().for_each(|part| digest.update(part));
    if digest.finalize()[..] != set.file_digest {
        return Err(Failure::Verification(
            "the shards are whole by their own check sums, but the file they give is not the one encoded: one of them is \
             forged; nothing was written"
                .into(),
        ));
    }
    progress.next();
    output.write_under(progress, |out| parts.iter().try_for_each(|part| out.write_all(part)))?;
    let sentence = format!(
        "{} restored from {} of {}: {} lost, {} damaged; repair {}; sha256 {}",
        phrase::size(file_len as u128),
        phrase::count(data),
        phrase::counted(data + parity, "shard"),
        phrase::counted(lost, "data shard"),
        phrase::counted(damaged.len(), "file"),
        phrase::time(repaired),
        hexadecimal(&set.file_digest)
    );
    Report::new("rs_repair")
        .saying(sentence)
        .with("data", data)
        .with("parity", parity)
        .with("shard_bytes", len)
        .with("file_bytes", file_len)
        .with("data_lost", lost)
        .with("damaged", damaged.len())
        .with("repair_seconds", seconds(repaired))
        .with("sha256", hexadecimal(&set.file_digest))
        .note(settings.json);
    Ok(())
}

/// Returns the phases of the work with the expected seconds of each.
fn phases(bytes: f64, lost: f64) -> [Phase; 4] {
    let restoring = if lost > 0.0 { 4e-9 * bytes } else { 0.0 };
    [("reading", 4e-9 * bytes), ("restoring", restoring), ("checking", 2e-9 * bytes), ("writing", 2e-9 * bytes)]
}

/// Rejects an output that is a file in the directory of the shards.
fn check_output(args: &RepairArgs) -> Outcome<()> {
    let Some(output) = args.output.as_deref().filter(|path| path.as_os_str() != "-") else { return Ok(()) };
    // Links are resolved.
    let inside = match (fs::canonicalize(output), fs::canonicalize(&args.directory)) {
        (Ok(file), Ok(directory)) => file.parent() == Some(directory.as_path()),
        _ => false,
    };
    if inside {
        return Err(Failure::input(format!(
            "the output {:?} is a file among the shards: name another place",
            output.display().to_string()
        )));
    }
    Ok(())
}
