//! Output that is complete or absent: written beside its target, then renamed.

use crate::{
    closed::stdout_is_closed,
    failure::{Failure, Outcome},
    progress::Progress,
    stopped::Stopped,
};
use std::{
    fs::{self, File, OpenOptions},
    io::{self, BufWriter, IsTerminal, Write},
    path::{Path, PathBuf},
};

/// The content of a result: it determines the endings of its file, and whether a terminal may show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// Lines of text.
    Text,
    /// Elements as bytes.
    Raw,
    /// An array of NumPy.
    Npy,
    /// A PNG picture.
    Png,
    /// An SVG drawing.
    Svg,
    /// The bytes of a user's file.
    File,
}

/// Endings that other programs read as formats of their own.
const FORMATS: [&str; 17] = [
    "npy", "npz", "jpg", "jpeg", "gif", "bmp", "tif", "tiff", "webp", "avif", "pdf", "wav", "flac", "mp3", "ogg",
    "png", "svg",
];

impl Content {
    /// Returns the name of the content for messages.
    fn name(self) -> &'static str {
        match self {
            Content::Text => "text",
            Content::Raw => "elements as bytes",
            Content::Npy => "an array of NumPy",
            Content::Png => "a PNG picture",
            Content::Svg => "an SVG drawing",
            Content::File => "a file of any kind",
        }
    }

    /// Returns true if a terminal can show it.
    fn is_text(self) -> bool {
        matches!(self, Content::Text | Content::Svg)
    }

    /// Rejects a name with the ending of another format.
    fn check_name(self, path: &Path) -> Outcome<()> {
        let Some(ending) = path.extension().map(|ending| ending.to_string_lossy().to_lowercase()) else {
            return Ok(());
        };
        let known = FORMATS.contains(&ending.as_str());
        let (right, advice) = match self {
            Content::File => (true, ""),
            Content::Text => (!known, "take another ending, such as .txt"),
            Content::Raw => (!known, "take another ending, such as .raw"),
            Content::Npy => (!known || ending == "npy", "take the ending .npy"),
            Content::Png => (ending == "png", "take the ending .png"),
            Content::Svg => (ending == "svg", "take the ending .svg"),
        };
        let array =
            if ending == "npy" && self != Content::Npy { ", or add --format npy where the verb has it" } else { "" };
        if right {
            return Ok(());
        }
        Err(Failure::input(format!(
            "the output {path:?} ends in .{ending}, but what this writes is {}: {advice}{array}",
            self.name()
        )))
    }
}

/// The target of a result.
pub(crate) struct Output {
    target: Target,
}

enum Target {
    Stdout,
    /// A device or pipe, which is opened directly.
    Special(PathBuf),
    /// A regular file, which may exist, with its links resolved.
    Regular(PathBuf),
}

impl Output {
    /// Selects standard output for text.
    pub(crate) fn report() -> Outcome<Self> {
        Output::new(None, &[], Content::Text)
    }

    /// Selects the target. Rejects one that is also an input, that has the ending of another format, or that is closed.
    /// A terminal is rejected unless the result is text.
    pub(crate) fn new(path: Option<&Path>, inputs: &[&Path], content: Content) -> Outcome<Self> {
        check_inputs(path, inputs)?;
        let path = named(path);
        let Some(path) = path else {
            if stdout_is_closed() {
                return Err(Failure::input(
                    "standard output is closed, so the result would be lost: open it, or name a file where the verb has -o",
                ));
            }
            if !content.is_text() && io::stdout().is_terminal() {
                return Err(Failure::input(format!(
                    "the result is {}, which a terminal cannot show: name a file with -o, or redirect standard output to a \
                     file or a program",
                    content.name()
                )));
            }
            return Ok(Output { target: Target::Stdout });
        };
        let target = match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => {
                return Err(Failure::input(format!("the output {path:?} is a directory: name a file")));
            }
            Ok(metadata) if !metadata.is_file() => Target::Special(path.into()),
            Ok(_) => {
                content.check_name(path)?;
                Target::Regular(fs::canonicalize(path).map_err(|error| Failure::writing(path, &error))?)
            }
            Err(_) if path.file_name().is_none() => {
                return Err(Failure::input(format!("the output {path:?} is no name of a file: choose another output")));
            }
            Err(_) => {
                if !fs::metadata(parent(path)).is_ok_and(|metadata| metadata.is_dir()) {
                    return Err(Failure::input(format!(
                        "cannot write {path:?}: its directory does not exist: create it or choose another output"
                    )));
                }
                content.check_name(path)?;
                Target::Regular(path.into())
            }
        };
        Ok(Output { target })
    }

    /// Writes the result while `progress` is shown, unless the result itself goes to a terminal.
    pub(crate) fn write_under(
        self,
        progress: Progress,
        emit: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Outcome<()> {
        let progress = (!matches!(self.target, Target::Stdout) || !io::stdout().is_terminal()).then_some(progress);
        let written = self.write(emit);
        drop(progress);
        written
    }

    /// Writes the result. A file appears only once it is complete.
    pub(crate) fn write(self, emit: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Outcome<()> {
        Stopped::bear_limits();
        match &self.target {
            Target::Stdout => stdout()
                .and_then(|stream| through(stream, emit))
                .map(drop)
                .map_err(|error| Failure::streaming(Path::new("-"), &error)),
            Target::Special(path) => OpenOptions::new()
                .write(true)
                .open(path)
                .and_then(|file| through(file, emit))
                .map(drop)
                .map_err(|error| Failure::streaming(path, &error)),
            Target::Regular(path) => {
                let stopped = Stopped::watch();
                let result = replace(path, emit, &stopped);
                stopped.raise();
                result.map_err(|error| Failure::writing(path, &error))
            }
        }
    }
}

/// Returns the path, or `None` for a name of standard output.
fn named(path: Option<&Path>) -> Option<&Path> {
    path.filter(|path| !["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].map(Path::new).contains(path))
}

/// Rejects an output that is also an input.
pub(crate) fn check_inputs(path: Option<&Path>, inputs: &[&Path]) -> Outcome<()> {
    let path = named(path);
    for input in inputs {
        let stdin = Path::new("/dev/stdin");
        let input = if *input == Path::new("-") { stdin } else { *input };
        if same_file(path.unwrap_or(Path::new("/dev/stdout")), input) {
            return Err(Failure::input(format!(
                "the output {:?} is also an input: choose another output",
                path.map_or("standard output".into(), |path| path.display().to_string())
            )));
        }
    }
    Ok(())
}

/// Returns standard output without the standard library's buffer. Every failed write is an error here; the standard
/// library takes a closed stream for one that accepts everything.
#[cfg(unix)]
fn stdout() -> io::Result<File> {
    use std::os::fd::AsFd;
    Ok(io::stdout().as_fd().try_clone_to_owned()?.into())
}

#[cfg(not(unix))]
fn stdout() -> io::Result<io::Stdout> {
    Ok(io::stdout())
}

/// Returns the directory that a path lies in.
pub(crate) fn parent(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Writes everything through a buffer of 64 KiB.
fn through<W: Write>(to: W, emit: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut writer = BufWriter::with_capacity(1 << 16, to);
    emit(&mut writer)?;
    writer.flush()
}

/// Writes beside `path`, then renames. The temporary file is removed on every error.
fn replace(path: &Path, emit: impl FnOnce(&mut dyn Write) -> io::Result<()>, stopped: &Stopped) -> io::Result<()> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".ringfft-").suffix(".part");
    #[cfg(unix)]
    {
        // The permissions are those of a new file, or of the file that is replaced.
        use std::os::unix::fs::PermissionsExt;
        let mode = fs::metadata(path).map_or(0o666, |metadata| metadata.permissions().mode() & 0o777);
        builder.permissions(fs::Permissions::from_mode(mode));
    }
    let mut file = builder.tempfile_in(parent(path))?;
    through(Watched { to: file.as_file_mut(), stopped }, emit)?;
    // Some file systems report a full disk only here.
    match file.as_file().sync_all() {
        Err(error) if error.kind() != io::ErrorKind::InvalidInput => return Err(error),
        _ => {}
    }
    stopped.check()?;
    file.persist(path).map(drop::<File>).map_err(|error| error.error)
}

/// Returns true if both paths name one regular file.
#[cfg(unix)]
fn same_file(a: &Path, b: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |path| fs::metadata(path).ok().filter(fs::Metadata::is_file).map(|file| (file.dev(), file.ino()));
    identity(a).is_some_and(|a| Some(a) == identity(b))
}

/// Returns true if both paths name one regular file.
#[cfg(not(unix))]
fn same_file(a: &Path, b: &Path) -> bool {
    let canonical = |path| fs::canonicalize(path).ok().filter(|path| path.is_file());
    canonical(a).is_some_and(|a| Some(a) == canonical(b))
}

/// A writer that ends early when a signal asks the program to stop.
struct Watched<'a, W> {
    to: W,
    stopped: &'a Stopped,
}

impl<W: Write> Write for Watched<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stopped.check()?;
        self.to.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}
