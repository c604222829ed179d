//! Writing that fails: at every byte of a limit, on a full device, by a signal, on a closed stream. The target keeps what it held,
//! nothing else is left, and the program says so.
#![cfg(target_os = "linux")]
#![allow(unsafe_code)]

use crate::{directory, ok, run};
use std::{
    collections::BTreeMap,
    fs::{self, File, OpenOptions},
    io::{self, Read},
    os::unix::process::{CommandExt, ExitStatusExt},
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Output, Stdio},
    thread,
    time::{Duration, Instant},
};

/// A run whose files cannot grow beyond `limit` bytes.
fn limited(args: &[String], limit: u64) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ringfft"));
    command.args(args).stdin(Stdio::null());
    let set = move || {
        let limit = libc::rlimit { rlim_cur: limit, rlim_max: limit };
        // SAFETY: the structure is valid for the call.
        if unsafe { libc::setrlimit(libc::RLIMIT_FSIZE, &limit) } == 0 {
            Ok(())
        } else {
            Err(io::Error::last_os_error())
        }
    };
    // SAFETY: the closure calls one function that may be called between fork and exec, and allocates nothing.
    unsafe { command.pre_exec(set) };
    command.output().unwrap()
}

/// Every file below a directory with its content.
fn content(home: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(home).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.insert(path.clone(), Vec::new());
            files.extend(content(&path));
        } else {
            files.insert(path.clone(), fs::read(&path).unwrap());
        }
    }
    files
}

/// Walks a file size limit over the bytes of what a command writes to `out`.
fn walk(name: &str, out: &str, args: &[&str]) {
    let home = directory(&format!("faults-{name}"));
    let place = |name: &str| home.join(name).to_str().unwrap().to_string();
    fs::write(place("a"), "1 0\n2 0\n-3 1\n0.25 7\n").unwrap();
    fs::write(place("r"), "1\n2\n5\n0\n1\n9\n").unwrap();
    fs::write(place("n"), "123456789012345678901234567890\n").unwrap();
    fs::write(place("raw"), (1..9).flat_map(|x| f64::from(x).to_le_bytes()).collect::<Vec<u8>>()).unwrap();
    let array = "{'descr': '<u8', 'fortran_order': False, 'shape': (2,), }";
    let array = format!("\u{1}\0{}\0{array}", array.len() as u8 as char).into_bytes();
    fs::write(place("a.npy"), [b"\x93NUMPY", &array[..], &[7; 16]].concat()).unwrap();
    fs::write(place("blob"), (0..97).collect::<Vec<u8>>()).unwrap();
    ok(&["image", "texture", "--size", "4x4", "--color", "-o", &place("p.png")], "");
    ok(&["rs", "encode", &place("blob"), "--data", "2", "--parity", "1", "-o", &place("shards")], "");
    let target = place(out);
    let args: Vec<String> = args
        .iter()
        .map(|arg| match arg.strip_prefix('@') {
            Some(name) => place(name),
            None => arg.to_string(),
        })
        .chain(["-o".into(), target.clone()])
        .collect();

    // The length of the longest file.
    let whole = limited(&args, 1 << 30);
    assert!(whole.status.success(), "{args:?}: {}", String::from_utf8_lossy(&whole.stderr));
    let len = match fs::metadata(&target).unwrap() {
        target_is if target_is.is_dir() => content(Path::new(&target)).values().map(Vec::len).max().unwrap(),
        target_is => target_is.len() as usize,
    };
    let is_directory = Path::new(&target).is_dir();
    let step = len.div_ceil(160).max(1);
    // The output of a timing has no fixed length.
    let end = if name == "tune" { 24 } else { len };
    for limit in (0..end).step_by(step).chain(end.saturating_sub(3)..end) {
        let _ = fs::remove_file(&target);
        let _ = fs::remove_dir_all(&target);
        // Nothing there, or a file that must stay as it is.
        if limit % 2 == 1 && !is_directory && name != "tune" {
            fs::write(&target, "what was there").unwrap();
        }
        let before = content(&home);
        let output = limited(&args, limit as u64);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(3), "{args:?} at {limit}: {error}");
        assert!(error.contains("cannot write") && error.contains("too large"), "{args:?} at {limit}: {error}");
        assert!(error.lines().count() == 1 && output.stdout.is_empty(), "{args:?} at {limit}: {error}");
        assert!(content(&home) == before, "{args:?} at {limit} left something");
    }
    if name != "tune" {
        let _ = fs::remove_dir_all(&target);
        let output = limited(&args, len as u64);
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

macro_rules! walks {
    ($($name:ident $out:literal $args:expr;)*) => {$(
        #[test]
        fn $name() {
            walk(stringify!($name), $out, &$args);
        }
    )*};
}

walks! {
    transform_text "out.txt" ["transform", "--ring", "c64", "@a"];
    transform_raw "out.raw" ["transform", "--ring", "c64", "--kind", "r2c", "--format", "raw", "@raw"];
    transform_npy "out.npy" ["transform", "--ring", "goldilocks", "--format", "npy", "@a.npy"];
    convolve "out" ["convolve", "--ring", "c32", "@a", "@a"];
    poly "out" ["poly", "multiply", "--ring", "z", "@n", "@n"];
    multiply "out" ["multiply", "@n", "@n"];
    tune "out" ["tune", "c64:2"];
    draw "out.svg" ["draw", "classical:4"];
    spectrum_table "out" ["spectrum", "--rate", "8", "@r"];
    spectrum_curve "out.svg" ["spectrum", "--rate", "8", "@r"];
    image_filter "out.png" ["image", "filter", "--kind", "blur", "@p.png"];
    image_spectrum "out.png" ["image", "spectrum", "@p.png"];
    image_texture "out.png" ["image", "texture", "--size", "5x5"];
    rs_encode "out" ["rs", "encode", "@blob", "--data", "2", "--parity", "1"];
    rs_repair "out" ["rs", "repair", "@shards"];
}

/// The long picture at a few places.
#[test]
fn spectrum_picture() {
    walk("spectrum_picture", "out.png", &["spectrum", "--rate", "8", "@r"]);
}

#[test]
fn full_devices_and_streams_that_cannot_be_written_are_errors() {
    let input = "1 0\n2 0\n";
    for args in [
        &["transform", "--ring", "c64", "-"][..],
        &["transform", "--ring", "c64", "--format", "raw", "-"],
        &["list"],
        &["explain", "c64:8"],
        &["count", "c64:8"],
        &["verify", "c64:8"],
        &["draw", "classical:4"],
        &["image", "texture", "--size", "4x4"],
        &["multiply", "2^9+1", "2^9-1"],
        &["tune", "c64:2"],
        &["--help"],
        &["--version"],
    ] {
        let started = |out: Stdio| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_ringfft"));
            let mut child =
                command.args(args).stdin(Stdio::piped()).stdout(out).stderr(Stdio::piped()).spawn().unwrap();
            let _ = io::Write::write_all(&mut child.stdin.take().unwrap(), input.repeat(8).as_bytes());
            let output = child.wait_with_output().unwrap();
            (output.status.code(), String::from_utf8(output.stderr).unwrap())
        };
        // Full, and open for reading alone.
        for stream in [OpenOptions::new().write(true).open("/dev/full"), File::open("/dev/null")] {
            let (code, error) = started(stream.unwrap().into());
            assert_eq!(code, Some(3), "{args:?}: {error}");
            assert!(error.contains("cannot write") && error.lines().count() == 1, "{args:?}: {error}");
        }
        // Closed: an error before work starts.
        let script = format!("exec \"$0\" \"$@\" >&- {}", if args.contains(&"-") { "</dev/zero" } else { "" });
        let closed =
            Command::new("sh").args(["-c", &script, env!("CARGO_BIN_EXE_ringfft")]).args(args).output().unwrap();
        let error = String::from_utf8(closed.stderr).unwrap();
        assert_eq!(closed.status.code(), Some(2), "{args:?}: {error}");
        assert!(error.contains("standard output is closed"), "{args:?}: {error}");
    }
    // A closed stream that nothing is written to is no harm, nor is a stream for notes that takes none.
    let home = directory("closed-streams");
    let (source, out) = (home.join("in"), home.join("out"));
    fs::write(&source, input).unwrap();
    for streams in [">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-", "2>/dev/full", "> /dev/null"] {
        let script = format!("exec \"$0\" transform --ring c64 --json {source:?} -o {out:?} {streams}");
        let output = Command::new("sh").args(["-c", &script, env!("CARGO_BIN_EXE_ringfft")]).output().unwrap();
        assert!(output.status.success(), "{streams}: {output:?}");
        assert_eq!(fs::read_to_string(&out).unwrap(), "3 0\n-1 0\n", "{streams}");
        fs::remove_file(&out).unwrap();
    }
    let script = format!("exec \"$0\" transform --ring c64 --json {source:?} 2>&-");
    let output = Command::new("sh").args(["-c", &script, env!("CARGO_BIN_EXE_ringfft")]).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "3 0\n-1 0\n");
    // Names of standard output are standard output: what a file holds already stays in it.
    fs::write(&out, "before\n").unwrap();
    let script = format!("exec \"$0\" transform --ring c64 {source:?} -o /dev/stdout >> {out:?}");
    let output = Command::new("sh").args(["-c", &script, env!("CARGO_BIN_EXE_ringfft")]).output().unwrap();
    assert!(output.status.success());
    assert_eq!(fs::read_to_string(&out).unwrap(), "before\n3 0\n-1 0\n");
}

/// Returns whether an unfinished file lies in a directory.
fn unfinished(home: &Path) -> bool {
    fs::read_dir(home).unwrap().any(|entry| entry.unwrap().file_name().to_string_lossy().ends_with(".part"))
}

/// Waits until the program writes, then sends a signal, and returns how it ended. It may have ended before.
fn stopped(mut child: Child, home: &Path, signal: i32) -> ExitStatus {
    let start = Instant::now();
    while !unfinished(home) {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        assert!(start.elapsed() < Duration::from_secs(300), "it did not write");
        thread::sleep(Duration::from_micros(200));
    }
    // SAFETY: the child has not been waited for, so its number is its own.
    assert_eq!(unsafe { libc::kill(child.id() as i32, signal) }, 0);
    child.wait().unwrap()
}

/// Starts of a program until a signal meets it while it writes, at most.
const STARTS: usize = 100;

/// The signals that ask a program to stop.
const STOPS: [i32; 4] = [libc::SIGTERM, libc::SIGINT, libc::SIGHUP, libc::SIGQUIT];

#[test]
fn signals_leave_nothing_unfinished() {
    let home = directory("signals");
    let place = |name: &str| home.join(name).to_str().unwrap().to_string();
    fs::write(place("in"), "1 0\n".repeat(1 << 16)).unwrap();
    fs::write(place("blob"), vec![7; 6 << 20]).unwrap();
    let transform = ["transform", "--ring", "c64", &place("in"), "-o", &place("out")].map(String::from);
    let encode =
        ["rs", "encode", &place("blob"), "--data", "3000", "--parity", "1", "-o", &place("out")].map(String::from);
    let start = |args: &[String], ignore: bool| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ringfft"));
        command.args(args).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        // A shell without job control starts what it puts into the background with two of them ignored.
        let signals = move || {
            for signal in STOPS {
                let ignore = ignore && signal == libc::SIGHUP;
                // SAFETY: the signal is one that can be ignored.
                let before = unsafe { libc::signal(signal, if ignore { libc::SIG_IGN } else { libc::SIG_DFL }) };
                if before == libc::SIG_ERR {
                    return Err(io::Error::last_os_error());
                }
            }
            Ok(())
        };
        // SAFETY: the closure calls one function that may be called between fork and exec.
        unsafe { command.pre_exec(signals) };
        command.spawn().unwrap()
    };
    let clear = || {
        let _ = fs::remove_file(home.join("out"));
        let _ = fs::remove_dir_all(home.join("out"));
    };
    for args in [&transform[..], &encode] {
        for signal in STOPS {
            let before = content(&home);
            let met = (0..STARTS).find_map(|_| {
                let status = stopped(start(args, false), &home, signal);
                // On a busy machine it may be done before the signal comes: then all is there.
                if status.success() {
                    assert!(!unfinished(&home) && home.join("out").exists(), "{args:?}");
                    clear();
                    return None;
                }
                Some(status)
            });
            assert_eq!(met.and_then(|status| status.signal()), Some(signal), "{args:?}: {met:?}");
            assert!(content(&home) == before, "{args:?} left something at signal {signal}");
        }
        // A program that is told to ignore a signal goes on.
        let status = stopped(start(args, true), &home, libc::SIGHUP);
        assert!(status.success() && !unfinished(&home), "{args:?}: {status}");
        clear();
    }
}

/// Nothing is unfinished on standard output, so a signal ends the program even while nobody reads.
#[test]
fn a_signal_ends_a_program_whose_reader_waits() {
    let home = directory("stalled");
    fs::write(home.join("in"), "1 0\n".repeat(1 << 16)).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_ringfft"));
    command.args(["transform", "--ring", "c64", home.join("in").to_str().unwrap()]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut pipe = child.stdout.take().unwrap();
    // The first byte tells that it writes; the pipe holds less than all of it.
    pipe.read_exact(&mut [0]).unwrap();
    thread::sleep(Duration::from_millis(200));
    // SAFETY: the child has not been waited for, so its number is its own.
    assert_eq!(unsafe { libc::kill(child.id() as i32, libc::SIGTERM) }, 0);
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if start.elapsed() > Duration::from_secs(20) {
            child.kill().unwrap();
            panic!("the program did not end");
        }
        thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(child.wait().unwrap().signal(), Some(libc::SIGTERM));
}

#[test]
fn a_file_that_is_read_is_not_replaced() {
    let home = directory("tuning-output");
    let place = |name: &str| home.join(name).to_str().unwrap().to_string();
    fs::write(place("in"), "1 0\n2 0\n").unwrap();
    ok(&["tune", "-o", &place("tuning"), "c64:2"], "");
    let before = fs::read(place("tuning")).unwrap();
    let args = ["transform", "--ring", "c64", "--tuning", &place("tuning"), &place("in"), "-o", &place("tuning")];
    assert!(crate::fails(&args, "", 2).contains("also an input"));
    assert_eq!(fs::read(place("tuning")).unwrap(), before);
}

/// A terminal to write to: its other end must stay open.
fn terminal() -> (File, File) {
    let main = OpenOptions::new().read(true).write(true).open("/dev/ptmx").unwrap();
    let number = std::os::fd::AsRawFd::as_raw_fd(&main);
    let mut unlock: libc::c_int = 0;
    let mut index: libc::c_uint = 0;
    // SAFETY: both calls read or write the integer that they are given.
    let made = unsafe {
        libc::ioctl(number, libc::TIOCSPTLCK, &mut unlock) == 0 && libc::ioctl(number, libc::TIOCGPTN, &mut index) == 0
    };
    assert!(made, "{}", io::Error::last_os_error());
    let other = OpenOptions::new().read(true).write(true).open(format!("/dev/pts/{index}")).unwrap();
    (main, other)
}

#[test]
fn what_is_no_text_does_not_go_to_a_terminal() {
    let home = directory("terminal");
    let place = |name: &str| home.join(name).to_str().unwrap().to_string();
    fs::write(place("a"), "1 0\n2 0\n").unwrap();
    ok(&["image", "texture", "--size", "4x4", "-o", &place("p.png")], "");
    ok(&["rs", "encode", &place("a"), "--data", "2", "--parity", "1", "-o", &place("shards")], "");
    let (_main, other) = terminal();
    for (args, text) in [
        (&["image", "texture", "--size", "4x4"][..], false),
        (&["image", "spectrum", &place("p.png")], false),
        (&["image", "filter", "--kind", "blur", &place("p.png"), "-o", "-"], false),
        (&["transform", "--ring", "c64", "--format", "raw", &place("a")], false),
        (&["transform", "--ring", "c64", "--format", "npy", &place("a")], false),
        (&["spectrum", "--rate", "8", "--format", "npy", &place("a")], false),
        (&["rs", "repair", &place("shards")], false),
        (&["transform", "--ring", "c64", &place("a")], true),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ringfft"));
        let output = command.args(args).stdout(other.try_clone().unwrap()).stderr(Stdio::piped()).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        match text {
            true => assert!(output.status.success(), "{args:?}: {error}"),
            false => {
                assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
                assert!(error.contains("terminal") && error.contains("-o"), "{args:?}: {error}");
            }
        }
    }
    // Into a pipe it goes.
    assert!(run(&["image", "texture", "--size", "4x4"], b"").stdout.starts_with(b"\x89PNG"));
}
