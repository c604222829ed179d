//! The table on standard output and the CSV file.

use crate::{
    Result,
    contest::{OURS, Timing},
    options::Common,
};
use std::{
    env,
    fmt::Write as _,
    fs::{self, File, OpenOptions},
    io::{self, Read as _, Write as _},
};

/// A CSV file to which rows are appended, or none.
pub struct Csv {
    file: Option<File>,
}

impl Csv {
    /// Opens the file of `--csv` and appends the head: the lines that the file has not yet, which begin with `#`, and the names of the
    /// columns if the file was empty.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or written.
    pub fn new(common: &Common, keys: &str, libraries: &[String], crates: &[&str]) -> Result<Self> {
        let Some(path) = &common.csv else { return Ok(Csv { file: None }) };
        let open = || -> io::Result<(File, String)> {
            let mut file = OpenOptions::new().create(true).append(true).read(true).open(path)?;
            let mut before = String::new();
            file.read_to_string(&mut before)?;
            Ok((file, before))
        };
        let (mut file, before) = open().map_err(|error| format!("{}: {error}", path.display()))?;
        for line in head(libraries, crates).lines().filter(|line| !before.lines().any(|old| old == *line)) {
            writeln!(file, "{line}")?;
        }
        if before.is_empty() {
            writeln!(file, "{keys},contestant,ns,median_ns,samples,ratio")?;
        }
        Ok(Csv { file: Some(file) })
    }

    /// Writes the timings of one row. The ratio is the least time over that of ours.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn row(&mut self, keys: &str, timings: &[Timing]) -> Result<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        for timing in timings {
            let Timing { name, least, median, samples } = timing;
            let ratio = least / timings[0].least;
            writeln!(file, "{keys},{name},{least:.1},{median:.1},{samples},{ratio:.3}")?;
        }
        Ok(())
    }
}

/// Returns the lines that say what was measured, where, and with which options. Crates are named as `name=version`, the version as far as it
/// singles out one of the lock file.
fn head(libraries: &[String], crates: &[&str]) -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let value = |key: &str| {
        let line = info.lines().find(|line| line.split(':').next().is_some_and(|name| name.trim() == key));
        line.and_then(|line| line.split_once(':')).map_or("unknown", |(_, value)| value.trim())
    };
    let flags = value("flags");
    let sets = ["bmi2", "adx", "avx2", "avx512f", "avx512ifma", "avx512_vbmi2"];
    let sets: Vec<_> = sets.into_iter().filter(|set| flags.split(' ').any(|flag| flag == *set)).collect();
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let kernel = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    let locked = |start: &&str| env!("LOCKED").split(' ').find(|entry| entry.starts_with(*start));
    let crates: Vec<_> = crates.iter().filter_map(locked).map(|entry| entry.replace('=', " ")).collect();
    let flags = match env!("BUILD_FLAGS") {
        "" => "none",
        flags => flags,
    };
    let mut arguments = env::args().skip(1);
    let mut command = Vec::new();
    while let Some(argument) = arguments.next() {
        match argument.split('=').next() {
            // The name of the file is no part of what was measured.
            Some("--csv") if argument.contains('=') => (),
            Some("--csv") => drop(arguments.next()),
            _ => command.push(argument),
        }
    }
    let mut head = String::new();
    let mut line = |text: String| {
        let _ = writeln!(head, "# {text}");
    };
    line(format!(
        "machine: {}, family {} model {}, {cores} cores, {}",
        value("model name"),
        value("cpu family"),
        value("model"),
        sets.join(" ")
    ));
    line(format!("system: {} {}", env::consts::OS, kernel.trim()));
    line(format!("{}, profile {}, RUSTFLAGS {flags}", env!("RUSTC_VERSION"), env!("BUILD_PROFILE")));
    line(format!("ringfft: {}", env!("RINGFFT_COMMIT")));
    if !crates.is_empty() {
        line(format!("crates: {}", crates.join(", ")));
    }
    libraries.iter().for_each(|library| line(library.clone()));
    line(format!("options: {}", command.join(" ")));
    head
}

/// A table in Markdown, printed row by row: our time, the step to it from the row before, and the peers' times over ours.
pub struct Table<'n> {
    names: &'n [&'static str],
    before: Option<f64>,
}

impl<'n> Table<'n> {
    /// Prints the head of the table.
    pub fn new(title: &str, key: &str, names: &'n [&'static str]) -> Self {
        println!("\n## {title}\n");
        let columns: String = names.iter().map(|name| format!(" {name:>11} |")).collect();
        println!("| {key:>8} | {:>13} | {:>5} |{columns}", "ours, ns", "step");
        println!("|{}", "---|".repeat(names.len() + 3));
        Table { names, before: None }
    }

    /// Prints one row. Peers without a timing get a dash.
    pub fn row(&mut self, key: &str, timings: &[Timing]) {
        let time = |name: &str| timings.iter().find(|timing| timing.name == name).map(|timing| timing.least);
        let Some(ours) = time(OURS) else { return };
        let ratio = |ratio: Option<f64>| ratio.map_or("-".into(), |ratio| format!("{ratio:.2}"));
        let step = ratio(self.before.map(|before| ours / before));
        let columns: String =
            self.names.iter().map(|name| format!(" {:>11} |", ratio(time(name).map(|time| time / ours)))).collect();
        println!("| {key:>8} | {ours:>13.1} | {step:>5} |{columns}");
        self.before = Some(ours);
    }
}
