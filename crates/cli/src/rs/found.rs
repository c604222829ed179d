//! The shards in a directory.

use super::{
    code::room,
    header::{Header, LEN, Set, Wrong, sha256},
};
use crate::failure::{Failure, Outcome};
use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::Read,
    path::{Path, PathBuf},
};

/// The files of each shard, by its index.
pub(super) type ByIndex = BTreeMap<u32, Vec<(PathBuf, Header)>>;

/// The shards found, by the set that they belong to.
#[derive(Default)]
pub(super) struct Found {
    /// Each set with its shards by index.
    sets: Vec<(Set, ByIndex)>,
    /// Files that are shards but cannot be used.
    damaged: Vec<String>,
}

/// Reads the headers of all shards in a directory.
pub(super) fn headers(directory: &Path) -> Outcome<Found> {
    let failed = |error: std::io::Error| Failure::reading(directory, &error);
    let mut paths = Vec::new();
    for entry in fs::read_dir(directory).map_err(failed)? {
        paths.push(entry.map_err(failed)?.path());
    }
    paths.sort();
    let mut found = Found::default();
    for path in paths {
        // Regular files only: a pipe would block.
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
            // Its ending is that of a shard.
            Err(Wrong::Foreign) if path.extension().is_some_and(|extension| extension == "shard") => {
                found.damaged.push(format!("{name:?}: its header is damaged"));
            }
            Err(Wrong::Foreign) => {}
        }
    }
    Ok(found)
}

impl Found {
    /// Returns the only candidate among the sets, its shards, and the names of damaged files. No candidate, or several,
    /// is an error.
    pub(super) fn choose(self, directory: &Path) -> Outcome<(Set, ByIndex, Vec<String>)> {
        let Found { mut sets, damaged } = self;
        // If some sets have enough shards, only these are candidates.
        if sets.iter().any(|(set, shards)| shards.len() >= set.data as usize) {
            sets.retain(|(set, shards)| shards.len() >= set.data as usize);
        }
        match sets.len() {
            1 => {
                let (set, shards) = sets.remove(0);
                Ok((set, shards, damaged))
            }
            0 => Err(Failure::input(format!(
                "{:?} holds no usable shard{}: name a directory that `ringfft rs encode` wrote",
                directory.display().to_string(),
                named(&damaged)
            ))),
            several => {
                let lacking = |(set, shards): &(Set, ByIndex)| (set.data as usize).saturating_sub(shards.len());
                let missing = sets.iter().map(lacking).min().unwrap_or(0);
                let advice = match missing {
                    0 => "put those of one file in a directory of their own".to_string(),
                    missing => format!("none has enough of them, the nearest lacks {missing}"),
                };
                Err(Failure::input(format!(
                    "{:?} holds shards of {several} files or codes: {advice}",
                    directory.display().to_string()
                )))
            }
        }
    }
}

/// Reads a shard from the files with its index. Returns an error if none of them matches its own checksum, or if two
/// that do differ.
pub(super) fn read_one(files: &[(PathBuf, Header)], place: &mut [u8]) -> Result<(), String> {
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

/// Returns the first few damaged shards, for a message.
pub(super) fn named(damaged: &[String]) -> String {
    match damaged {
        [] => String::new(),
        few @ ([_] | [_, _] | [_, _, _]) => format!(" ({})", few.join("; ")),
        [first, second, rest @ ..] => format!(" ({first}; {second}; {} more are damaged)", rest.len()),
    }
}
