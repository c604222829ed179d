//! `rs repair`.

use super::{
    code::{code, room},
    header::{Header, LEN, Set, Wrong, hexadecimal, sha256},
};
use crate::{
    args::Common,
    failure::{Failure, Outcome},
    input,
    output::{Content, Output},
    progress::Progress,
    report::{Report, seconds},
    settings::Settings,
};
use clap::Args;
use sha2::{Digest, Sha256};
use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::Read,
    path::{Path, PathBuf},
    time::Instant,
};

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

/// Shards by index, as often as they were found.
type ByIndex = BTreeMap<u32, Vec<(PathBuf, Header)>>;

/// The shards found, by the set that they belong to.
#[derive(Default)]
struct Found {
    /// Each set with its shards by index.
    sets: Vec<(Set, ByIndex)>,
    /// Files that are shards but cannot be used.
    damaged: Vec<String>,
}

fn headers(directory: &Path) -> Outcome<Found> {
    let failed = |error: std::io::Error| Failure::reading(directory, &error);
    let mut paths = Vec::new();
    for entry in fs::read_dir(directory).map_err(failed)? {
        paths.push(entry.map_err(failed)?.path());
    }
    paths.sort();
    let mut found = Found::default();
    for path in paths {
        // Only regular files: a pipe would wait.
        let Ok(metadata) = fs::metadata(&path) else { continue };
        if !metadata.is_file() {
            continue;
        }
        let mut bytes = Vec::new();
        let name = path.file_name().unwrap_or_default().display().to_string();
        if File::open(&path).and_then(|file| file.take(LEN as u64).read_to_end(&mut bytes)).is_err() {
            found.damaged.push(format!("{name:?} cannot be read"));
            continue;
        }
        match Header::from_bytes(&bytes) {
            Ok(header) if metadata.len().checked_sub(LEN as u64) == Some(header.set.shard_len) => {
                let at = found.sets.iter().position(|(set, _)| *set == header.set);
                let at = at.unwrap_or_else(|| {
                    found.sets.push((header.set, BTreeMap::new()));
                    found.sets.len() - 1
                });
                found.sets[at].1.entry(header.index).or_default().push((path, header));
            }
            Ok(_) => found.damaged.push(format!("{name:?} has lost or gained bytes")),
            Err(Wrong::Damaged(part)) => found.damaged.push(format!("{name:?}: {part} is damaged")),
            Err(Wrong::Version(version)) => {
                found.damaged.push(format!("{name:?} is of version {version}, and this program reads version 1"));
            }
            // By its name it was a shard.
            Err(Wrong::Foreign) if path.extension().is_some_and(|extension| extension == "shard") => {
                found.damaged.push(format!("{name:?}: its header is damaged"));
            }
            Err(Wrong::Foreign) => {}
        }
    }
    Ok(found)
}

/// Runs the verb.
pub(super) fn run(args: &RepairArgs) -> Outcome<()> {
    let settings = Settings::new(&args.common)?;
    let output = Output::new(args.output.as_deref(), &[], Content::File)?;
    let progress = Progress::new("repairing");
    check_output(args)?;
    let Found { mut sets, mut damaged } = headers(&args.directory)?;
    // Only sets with enough shards can be meant.
    if sets.iter().any(|(set, shards)| shards.len() >= set.data as usize) {
        sets.retain(|(set, shards)| shards.len() >= set.data as usize);
    }
    let (set, shards) = match sets.len() {
        1 => sets.remove(0),
        0 => {
            return Err(Failure::input(format!(
                "{:?} holds no usable shard{}: name a directory that `ringfft rs encode` wrote",
                args.directory.display().to_string(),
                named(&damaged)
            )));
        }
        several => {
            let lacking = |(set, shards): &(Set, ByIndex)| (set.data as usize).saturating_sub(shards.len());
            let missing = sets.iter().map(lacking).min().unwrap_or(0);
            let advice = match missing {
                0 => "put those of one file in a directory of their own".to_string(),
                missing => format!("none has enough of them, the nearest lacks {missing}"),
            };
            return Err(Failure::input(format!(
                "{:?} holds shards of {several} files or codes: {advice}",
                args.directory.display().to_string()
            )));
        }
    };
    let (data, parity) = (set.data as usize, set.parity as usize);
    let too_few = |good: usize, damaged: &[String]| {
        Failure::input(format!(
            "too many shards are lost: {good} of {} are good, {data} are needed, any of them{}: find {} more",
            data + parity,
            named(damaged),
            data - good
        ))
    };
    // Nothing is made for what a header claims before there are enough files of the length it claims.
    if shards.len() < data {
        return Err(too_few(shards.len(), &damaged));
    }
    let code = code(data, parity, &settings)?;
    let too_long = || Failure::Resource("the shards are too long for the memory of this machine".into());
    let len = usize::try_from(set.shard_len).map_err(|_| too_long())?;
    let file_len = usize::try_from(set.file_len).map_err(|_| too_long())?;

    // The shards that are read and those that have to be restored, one more to compare with, and what the code works in.
    let restored = data - shards.keys().filter(|&&index| index < set.data).count();
    let needed = (data + restored + 1) as u128 * len as u128 + 512 * (data + parity) as u128;
    input::within(settings.memory, needed, "the shards")?;
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
    // A damaged shard has to be restored too.
    let lost = data - good.iter().filter(|(index, _)| *index < data).count();
    input::within(settings.memory, needed + (lost - restored) as u128 * len as u128, "the shards")?;
    let start = Instant::now();
    let restored = code.restore(good.iter().map(|(index, shard)| (*index, shard.as_slice())))?;
    let repaired = start.elapsed();
    // In order, and no longer than the file.
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
    drop(progress);
    output.write(|out| parts.iter().try_for_each(|part| out.write_all(part)))?;
    Report::new("rs_repair")
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

/// The output must not be one of the files that are read.
fn check_output(args: &RepairArgs) -> Outcome<()> {
    let Some(output) = args.output.as_deref().filter(|path| path.as_os_str() != "-") else { return Ok(()) };
    // Links followed: nothing that is there already in the directory of the shards is replaced.
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

/// The bytes of a shard from the files that claim to be it. Those that agree with their own check sum must agree with each
/// other.
fn read_one(files: &[(PathBuf, Header)], place: &mut [u8]) -> Result<(), String> {
    let named =
        |path: &Path, what: &str| format!("{:?} {what}", path.file_name().unwrap_or_default().display().to_string());
    let read = |path: &Path, header: &Header, place: &mut [u8]| {
        let filled = File::open(path).and_then(|mut file| {
            file.read_exact(&mut [0; LEN])?;
            file.read_exact(place)
        });
        match filled {
            Err(_) => Err(named(path, "cannot be read")),
            Ok(()) if sha256(place) != header.digest => Err(named(path, "is damaged")),
            Ok(()) => Ok(()),
        }
    };
    let mut result = Err(String::new());
    let mut taken: Option<Header> = None;
    for (path, header) in files {
        match taken {
            None => {
                result = read(path, header, place);
                taken = result.is_ok().then_some(*header);
            }
            Some(taken) if taken.digest == header.digest => {}
            Some(_) => {
                let mut other = room(place.len()).map_err(|_| named(path, "cannot be read"))?;
                if read(path, header, &mut other).is_ok() {
                    return Err(named(path, "contradicts another file of the same index"));
                }
            }
        }
    }
    result
}

/// The first few of the damaged shards, for a message.
fn named(damaged: &[String]) -> String {
    match damaged {
        [] => String::new(),
        few @ ([_] | [_, _] | [_, _, _]) => format!(" ({})", few.join("; ")),
        [first, second, rest @ ..] => format!(" ({first}; {second}; {} more are damaged)", rest.len()),
    }
}
