//! `rs encode`.

use super::{
    EncodeArgs, code,
    header::{Header, LEN, Set},
    hexadecimal, room, sha256,
};
use crate::{
    failure::{Failure, Outcome, quoted},
    input,
    output::Stopped,
    progress::Progress,
    report::{Report, seconds},
    settings::Settings,
    spec::parse_bytes,
};
use ringfft::code::Workspace;
use std::{fs, io::Write, path::Path, time::Instant};

/// How a file is cut.
struct Cut {
    data: usize,
    parity: usize,
    len: usize,
}

fn number(text: &str, what: &str) -> Outcome<usize> {
    text.parse().ok().filter(|&number| number > 0).ok_or_else(|| {
        Failure::input(format!("{what} is {}, but it must be a number of shards from 1 to 65535", quoted(text)))
    })
}

fn cut(args: &EncodeArgs, file_len: usize) -> Outcome<Cut> {
    let parity = number(&args.parity, "--parity")?;
    let data = args.data.as_deref().map(|text| number(text, "--data")).transpose()?;
    let size = match args.shard_size.as_deref() {
        None => None,
        Some(text) => {
            let size = parse_bytes(text)?;
            let size = usize::try_from(size).ok().filter(|size| *size > 0 && size % 2 == 0);
            Some(size.ok_or_else(|| {
                Failure::input(format!(
                    "--shard-size is {}, but it must be an even number of bytes, 2 or more: the code works on two at a time",
                    quoted(text)
                ))
            })?)
        }
    };
    let (data, len) = match (data, size) {
        (None, None) => return Err(Failure::input("neither --data nor --shard-size is given: give one of them")),
        (None, Some(size)) => (file_len.div_ceil(size).max(1), size),
        (Some(data), None) => (data, file_len.div_ceil(data).max(1).next_multiple_of(2)),
        (Some(data), Some(size)) if data.checked_mul(size).is_none_or(|held| held >= file_len) => (data, size),
        (Some(data), Some(size)) => {
            return Err(Failure::input(format!(
                "{data} shards of {size} bytes do not hold the {file_len} bytes of the file: leave one of --data and \
                 --shard-size out, or enlarge it"
            )));
        }
    };
    Ok(Cut { data, parity, len })
}

/// Runs the verb.
pub(super) fn run(args: &EncodeArgs) -> Outcome<()> {
    let settings = Settings::new(&args.common)?;
    check_directory(&args.output)?;
    let progress = Progress::new("encoding");
    let file = input::read(&args.file, settings.memory)?;
    let Cut { data, parity, len } = cut(args, file.len())?;
    let code = code(data, parity, &settings)?;

    // The file, the last of its shards padded, the parity, and what the code works in.
    let bytes = file.len() as u128 + len as u128 * (parity as u128 + 1) + 256 * (data + parity) as u128;
    input::within(settings.memory, bytes, "the file with its shards")?;
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
    let start = Instant::now();
    let size = parity.checked_mul(len).ok_or_else(|| Failure::Resource("the parity is too long to count".into()))?;
    let mut extra = room(size)?;
    let mut places: Vec<&mut [u8]> = extra.chunks_exact_mut(len).collect();
    code.encode_into(&shards, &mut places, &mut Workspace::new())?;
    let encoded = start.elapsed();

    let file_digest = sha256(&file);
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
    Report::new("rs_encode")
        .with("data", data)
        .with("parity", parity)
        .with("shard_bytes", len)
        .with("file_bytes", file.len())
        .with("encode_seconds", seconds(encoded))
        .with("write_seconds", seconds(start.elapsed()))
        .with("sha256", hexadecimal(&file_digest))
        .note(settings.json);
    Ok(())
}

/// A directory to come, or one that is empty.
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

fn parent(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Writes all files into a directory beside `path`, then gives it that name. Unfinished, it goes away.
fn write_all<'a>(path: &Path, files: impl Iterator<Item = (String, [u8; LEN], &'a [u8])>) -> Outcome<()> {
    let failed = |error: std::io::Error| Failure::writing(path, &error);
    let stopped = Stopped::watch();
    let mut builder = tempfile::Builder::new();
    builder.prefix(".ringfft-").suffix(".part");
    #[cfg(unix)]
    {
        // As any new directory.
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o777));
    }
    let directory = builder.tempdir_in(parent(path)).map_err(failed)?;
    let mut files = files;
    let result = files
        .try_for_each(|(name, header, shard)| {
            stopped.check().map_err(failed)?;
            // The directory is not there before it is whole, so the files need no care of their own.
            let write = || {
                let mut file = fs::File::create_new(directory.path().join(name))?;
                file.write_all(&header)?;
                file.write_all(shard)
            };
            write().map_err(failed)
        })
        .and_then(|()| fs::rename(directory.path(), path).map_err(failed));
    drop(directory);
    stopped.raise();
    result
}
