//! `rs encode`.

use super::{
    code::{code, room},
    header::{Header, LEN, Set, sha256},
};
use crate::{
    args::Common,
    failure::{Failure, Outcome, quoted},
    input,
    output::parent,
    phrase::{self, hexadecimal},
    progress::{Phase, Progress},
    report::{Report, seconds},
    settings::Settings,
    spec::parse_bytes,
    stopped::Stopped,
};
use clap::Args;
use ringfft::code::Workspace;
use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    time::Instant,
};

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

/// The cut of a file into shards.
struct Cut {
    data: usize,
    parity: usize,
    len: usize,
}

/// Parses a number of shards or of bytes that is small enough for exact products of two. The number of possible shards
/// is checked later.
fn number(text: &str, what: &str) -> Outcome<usize> {
    text.parse().ok().filter(|number| (1..=usize::MAX >> 16).contains(number)).ok_or_else(|| {
        Failure::input(format!("{what} is {}, but it must be a number of shards from 1 to 65535", quoted(text)))
    })
}

/// The parsed options.
struct Asked {
    parity: usize,
    data: Option<usize>,
    size: Option<usize>,
}

impl Asked {
    fn new(args: &EncodeArgs) -> Outcome<Self> {
        let parity = number(&args.parity, "--parity")?;
        let data = args.data.as_deref().map(|text| number(text, "--data")).transpose()?;
        let size = match args.shard_size.as_deref() {
            None => None,
            Some(text) => {
                let size = usize::try_from(parse_bytes(text)?).ok().filter(|size| *size > 0 && size % 2 == 0);
                Some(size.ok_or_else(|| {
                    Failure::input(format!(
                        "--shard-size is {}, but it must be an even number of bytes, 2 or more: the code works on two at a time",
                        quoted(text)
                    ))
                })?)
            }
        };
        if data.is_none() && size.is_none() {
            return Err(Failure::input("neither --data nor --shard-size is given: give one of them"));
        }
        Ok(Asked { parity, data, size })
    }

    /// Returns the cut of a file of this many bytes.
    fn cut(&self, file_len: usize) -> Outcome<Cut> {
        let parity = self.parity;
        let (data, len) = match (self.data, self.size) {
            (Some(data), Some(size)) if data.checked_mul(size).is_some_and(|held| held < file_len) => {
                return Err(Failure::input(format!(
                    "{data} shards of {size} bytes do not hold the {file_len} bytes of the file: leave one of --data and \
                     --shard-size out, or enlarge it"
                )));
            }
            (Some(data), Some(size)) => (data, size),
            (Some(data), None) => (data, file_len.div_ceil(data).max(1).next_multiple_of(2)),
            (None, size) => {
                let size = size.unwrap_or(2);
                (file_len.div_ceil(size).max(1), size)
            }
        };
        Ok(Cut { data, parity, len })
    }
}

impl Cut {
    /// Checks the memory limit. The file, its last shard padded, a shard of zeros, the parity shards and the work-space
    /// of the code must fit.
    fn check(&self, file_len: usize, memory: Option<u64>) -> Outcome<()> {
        let work = 512 * (self.data as u128 + self.parity as u128);
        let bytes = file_len as u128 + self.len as u128 * (self.parity as u128 + 2) + work;
        input::within(memory, bytes, "the file with its shards")
    }
}

/// Runs the verb.
pub(super) fn run(args: &EncodeArgs) -> Outcome<()> {
    let settings = Settings::new(&args.common)?;
    let asked = Asked::new(args)?;
    check_directory(&args.output)?;
    let progress = Progress::new("reading");
    if let Some(len) = usize::try_from(input::size(&args.file)).ok().filter(|&len| len > 0) {
        asked.cut(len)?.check(len, settings.memory)?;
    }
    let file = input::read(&args.file, settings.memory)?;
    let cut = asked.cut(file.len())?;
    cut.check(file.len(), settings.memory)?;
    let Cut { data, parity, len } = cut;
    let code = code(data, parity, &settings)?;
    let whole = file.len() / len;
    let rest = file.len() % len;
    let mut padded = room(if whole < data { len } else { 0 })?;
    if rest > 0 {
        padded[..rest].copy_from_slice(&file[whole * len..]);
    }
    let zeros = room(if whole + 1 < data { len } else { 0 })?;
    let shards: Vec<&[u8]> = (0..data)
        .map(|i| match i {
            _ if i < whole => &file[i * len..(i + 1) * len],
            _ if i == whole => &padded,
            _ => &zeros,
        })
        .collect();
    drop(progress);
    let progress = Progress::phases(phases((data * len) as f64, (parity * len) as f64));
    let start = Instant::now();
    let size = parity.checked_mul(len).ok_or_else(|| Failure::Resource("the parity is too long to count".into()))?;
    let mut extra = room(size)?;
    let mut places: Vec<&mut [u8]> = extra.chunks_exact_mut(len).collect();
    code.encode_into(&shards, &mut places, &mut Workspace::new())?;
    let encoded = start.elapsed();

    progress.next();
    let file_digest = sha256(&file);
    progress.next();
    let set = Set {
        data: data as u32,
        parity: parity as u32,
        shard_len: len as u64,
        file_len: file.len() as u64,
        file_digest,
    };
    let start = Instant::now();
    let all = shards.iter().copied().chain(extra.chunks_exact(len));
    write_all(
        &args.output,
        all.enumerate().map(|(i, shard)| {
            let header = Header { set, index: i as u32, digest: sha256(shard) };
            (format!("{i:05}.shard"), header.to_bytes(), shard)
        }),
    )?;
    drop(progress);
    let written = start.elapsed();
    let sentence = format!(
        "{} in {} data and {} of {} each; encode {}, write {}; sha256 {}",
        phrase::size(file.len() as u128),
        phrase::count(data),
        phrase::counted(parity, "parity shard"),
        phrase::size(len as u128),
        phrase::time(encoded),
        phrase::time(written),
        hexadecimal(&file_digest)
    );
    Report::new("rs_encode")
        .saying(sentence)
        .with("data", data)
        .with("parity", parity)
        .with("shard_bytes", len)
        .with("file_bytes", file.len())
        .with("encode_seconds", seconds(encoded))
        .with("write_seconds", seconds(written))
        .with("sha256", hexadecimal(&file_digest))
        .note(settings.json);
    Ok(())
}

/// Returns the phases of the work with the expected seconds of each.
fn phases(data: f64, parity: f64) -> [Phase; 3] {
    [("encoding", 1e-9 * (data + parity)), ("checking", 2e-9 * data), ("writing", 4e-9 * (data + parity))]
}

/// Checks that a path is free for a new directory, or is an empty directory.
fn check_directory(path: &Path) -> Outcome<()> {
    let refused = |why: &str| Err(Failure::input(format!("the output {path:?} {why}: name a new directory")));
    if path.as_os_str() == "-" {
        return refused("is standard output, and shards are files");
    }
    match fs::read_dir(path) {
        Ok(mut entries) => match entries.next() {
            Some(_) => refused("is a directory that is not empty"),
            None => Ok(()),
        },
        Err(_) if fs::symlink_metadata(path).is_ok() => refused("is there and is no directory"),
        Err(_) if path.file_name().is_none() => refused("has no name"),
        Err(_) if !fs::metadata(parent(path)).is_ok_and(|metadata| metadata.is_dir()) => {
            refused("lies in a directory that does not exist")
        }
        Err(_) => Ok(()),
    }
}

/// Writes all files into a directory beside `path`, then renames it. It is removed on every error.
fn write_all<'a>(path: &Path, files: impl Iterator<Item = (String, [u8; LEN], &'a [u8])>) -> Outcome<()> {
    let failed = |error: std::io::Error| Failure::writing(path, &error);
    Stopped::bear_limits();
    let stopped = Stopped::watch();
    let mut builder = tempfile::Builder::new();
    builder.prefix(".ringfft-").suffix(".part");
    #[cfg(unix)]
    {
        // The permissions are those of a new directory.
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o777));
    }
    let directory = builder.tempdir_in(parent(path)).map_err(failed)?;
    let mut files = files;
    let result = files
        .try_for_each(|(name, header, shard)| {
            stopped.check().map_err(failed)?;
            // The directory is renamed once it is complete, so the files need no temporary names.
            let write = || {
                let mut file = fs::File::create_new(directory.path().join(name))?;
                file.write_all(&header)?;
                file.write_all(shard)?;
                // Some file systems report a full disk only here.
                match file.sync_all() {
                    Err(error) if error.kind() != std::io::ErrorKind::InvalidInput => Err(error),
                    _ => Ok(()),
                }
            };
            write().map_err(failed)
        })
        .and_then(|()| stopped.check().and_then(|()| fs::rename(directory.path(), path)).map_err(failed));
    drop(directory);
    stopped.raise();
    result
}
