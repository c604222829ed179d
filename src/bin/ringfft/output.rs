//! Output that is whole or absent: written beside its target and renamed.

use crate::failure::{Failure, Outcome};
use std::{
    fs::{self, File, OpenOptions},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

/// Where a result goes.
pub(crate) struct Output {
    target: Target,
}

enum Target {
    Stdout,
    /// A device or pipe: opened as it is.
    Special(PathBuf),
    /// A regular file, existing or not, links resolved.
    Regular(PathBuf),
}

impl Output {
    /// Chooses the target, and refuses one that is also an input.
    pub(crate) fn new(path: Option<&Path>, inputs: &[&Path]) -> Outcome<Self> {
        let path = path.filter(|path| *path != Path::new("-"));
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
        let Some(path) = path else { return Ok(Output { target: Target::Stdout }) };
        let target = match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => {
                return Err(Failure::input(format!("the output {path:?} is a directory: name a file")));
            }
            Ok(metadata) if !metadata.is_file() => Target::Special(path.into()),
            Ok(_) => Target::Regular(fs::canonicalize(path).map_err(|error| Failure::writing(path, &error))?),
            Err(_) => {
                if !fs::metadata(parent(path)).is_ok_and(|metadata| metadata.is_dir()) || path.file_name().is_none() {
                    return Err(Failure::input(format!(
                        "cannot write {path:?}: its directory does not exist: create it or choose another output"
                    )));
                }
                Target::Regular(path.into())
            }
        };
        Ok(Output { target })
    }

    /// Writes the result; a file appears only once everything is in it.
    pub(crate) fn write(self, emit: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Outcome<()> {
        let mut stopped = Stopped::watch();
        let path = match &self.target {
            Target::Stdout => Path::new("-"),
            Target::Special(path) | Target::Regular(path) => path,
        };
        let result = match &self.target {
            Target::Stdout => through(io::stdout().lock(), emit, &mut stopped).map(drop),
            Target::Special(path) => {
                OpenOptions::new().write(true).open(path).and_then(|file| through(file, emit, &mut stopped)).map(drop)
            }
            Target::Regular(path) => replace(path, emit, &mut stopped),
        };
        stopped.raise();
        result.map_err(|error| Failure::writing(path, &error))
    }
}

fn parent(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn through<W: Write>(
    to: W,
    emit: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    stopped: &mut Stopped,
) -> io::Result<W> {
    let mut writer = BufWriter::with_capacity(1 << 16, Watched { to, stopped });
    emit(&mut writer)?;
    writer.flush()?;
    match writer.into_inner() {
        Ok(watched) => Ok(watched.to),
        Err(error) => Err(error.into_error()),
    }
}

/// Writes beside `path`, then renames. The temporary file goes away on every error.
fn replace(path: &Path, emit: impl FnOnce(&mut dyn Write) -> io::Result<()>, stopped: &mut Stopped) -> io::Result<()> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".ringfft-").suffix(".part");
    #[cfg(unix)]
    {
        // As any new file, or as the one that is replaced.
        use std::os::unix::fs::PermissionsExt;
        let mode = fs::metadata(path).map_or(0o666, |metadata| metadata.permissions().mode() & 0o777);
        builder.permissions(fs::Permissions::from_mode(mode));
    }
    let mut file = builder.tempfile_in(parent(path))?;
    through(file.as_file_mut(), emit, stopped)?;
    // Some file systems tell that the disk is full only here.
    match file.as_file().sync_all() {
        Err(error) if error.kind() != io::ErrorKind::InvalidInput => return Err(error),
        _ => {}
    }
    stopped.check()?;
    file.persist(path).map(drop::<File>).map_err(|error| error.error)
}

/// Whether both paths name one regular file.
#[cfg(unix)]
fn same_file(a: &Path, b: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |path| fs::metadata(path).ok().filter(fs::Metadata::is_file).map(|file| (file.dev(), file.ino()));
    identity(a).is_some_and(|a| Some(a) == identity(b))
}

/// Whether both paths name one regular file.
#[cfg(not(unix))]
fn same_file(a: &Path, b: &Path) -> bool {
    let canonical = |path| fs::canonicalize(path).ok().filter(|path| path.is_file());
    canonical(a).is_some_and(|a| Some(a) == canonical(b))
}

/// A writer that ends early when a signal asks the program to stop.
struct Watched<'a, W> {
    to: W,
    stopped: &'a mut Stopped,
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

/// Signals that arrive while output is being written are held back until the unfinished file is gone.
#[cfg(unix)]
pub(crate) struct Stopped {
    signal: std::sync::Arc<std::sync::atomic::AtomicUsize>,
}

#[cfg(unix)]
impl Stopped {
    pub(crate) fn watch() -> Self {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
        let stopped = Stopped { signal: Default::default() };
        for signal in [SIGHUP, SIGINT, SIGTERM] {
            // Where a handler cannot be had the signal acts as it always does.
            let _ = signal_hook::flag::register_usize(signal, stopped.signal.clone(), signal as usize);
        }
        // A file size limit becomes an error of the write instead of the end of the process.
        let _ = signal_hook::flag::register(SIGXFSZ, Default::default());
        stopped
    }

    fn number(&self) -> usize {
        self.signal.load(std::sync::atomic::Ordering::SeqCst)
    }

    pub(crate) fn check(&self) -> io::Result<()> {
        if self.number() == 0 { Ok(()) } else { Err(io::Error::other("stopped by a signal")) }
    }

    /// Ends the process as the signal would have.
    pub(crate) fn raise(&self) {
        if let Ok(signal @ 1..) = i32::try_from(self.number()) {
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    }
}

#[cfg(not(unix))]
pub(crate) struct Stopped;

#[cfg(not(unix))]
impl Stopped {
    pub(crate) fn watch() -> Self {
        Stopped
    }

    pub(crate) fn check(&self) -> io::Result<()> {
        Ok(())
    }

    pub(crate) fn raise(&self) {}
}
