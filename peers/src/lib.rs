//! ringfft beside its peers, both measured in alternation in one process.
//!
//! `README.md` says how to run it and what the columns mean. A library, so that a package with a dependency that not
//! everybody can fetch adds its contestants and calls [`main`], and one with rows of its own calls [`main_of`].

mod accuracy;
mod additive;
mod batches;
mod complex;
mod erasure;
mod field;
mod float;
mod foreign;
#[cfg(feature = "gf2x")]
mod gf2x;
mod halves;
#[cfg(feature = "compare")]
pub mod laboratory;
mod makes;
mod real;
mod request;
mod rows;
#[cfg(test)]
mod tests;
mod timing;

pub use request::{AdditivePeer, AdditivePeers, Kind, Request};
pub use rows::{Make, Row};
pub use timing::{Aligned, Contest, Contestant, Facts, MANY_CALLS, Measure, Run, Told, agree, clocked};

use foreign::fftw;
use std::{error::Error, io::Write as _, process::ExitCode, time::Duration};
use timing::{Budget, Outcome};

/// A result, or why not.
pub type Result<T> = std::result::Result<T, Box<dyn Error>>;

const USAGE: &str = "\
usage: peers [options] [filter ...]           measure every row whose name contains a filter
       peers list [filter ...]                print the rows' names
       peers accuracy [options] [filter ...]  errors of complex transforms, of lengths whose name contains a filter
       peers profile [options] filter ...     run the first matching row in a loop
       peers makes [options] [filter ...]     one table of the records of all machines: the fastest peer over ours

  --threads N     threads of ours and of peers that have them (1; rows ending in /threads take at least 2)
  --recipe R      what ours runs, for rows of R's length; the default recipe then stands among the peers
  --all           also the rows that are left out otherwise, such as odd powers of two; one named in full is never left out
  --best          of the peers of a row, only the fastest
  --fftw HOW      FFTW plans by estimate, measure or patient (measure)
  --wisdom DIR    FFTW keeps its plans there, and takes those it finds
  --ms N          least time a row takes, in milliseconds (1000)
  --rounds N      least number of rounds a row takes (5)
  --cold N        write N MiB before each call, more than the caches hold: tables, scratch and code come from memory (0)
  --csv           comma-separated values instead of a table
  --seeds N       accuracy: over how many inputs the errors are averaged (20)
  --seconds N     profile: how long (10)
  --peer NAME     profile: run this peer instead of ours
  --here FILE     makes: a column for this file of --csv, measured on the machine at hand (- for standard input)
  --machine NAME  makes, --csv: the name of that machine (its folder of records, by vendor, family and model)
  --records DIR   makes: the folder with a folder of records for each machine (../benches/record)
  --below         makes: only rows that are below 1.0 on some machine";

struct Arguments {
    command: Command,
    request: Request,
    budget: Budget,
    csv: bool,
    all: bool,
    best: bool,
    seeds: u64,
    seconds: u64,
    peer: Option<String>,
    makes: makes::Options,
    filters: Vec<String>,
    rows: fn() -> Vec<Row>,
}

#[derive(PartialEq)]
enum Command {
    Measure,
    List,
    Accuracy,
    Profile,
    Makes,
}

impl Arguments {
    fn parse(mut words: impl Iterator<Item = String>, additive: AdditivePeers, rows: fn() -> Vec<Row>) -> Result<Self> {
        let mut arguments = Arguments {
            command: Command::Measure,
            request: Request { threads: 1, recipe: None, fftw: fftw::Options::default(), additive },
            budget: Budget { time: Duration::from_secs(1), rounds: 5, cold: 0 },
            csv: false,
            all: false,
            best: false,
            seeds: 20,
            seconds: 10,
            peer: None,
            makes: makes::Options::default(),
            filters: Vec::new(),
            rows,
        };
        let mut first = true;
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
            match word.as_str() {
                "list" if first => arguments.command = Command::List,
                "accuracy" if first => arguments.command = Command::Accuracy,
                "profile" if first => arguments.command = Command::Profile,
                "makes" if first => arguments.command = Command::Makes,
                "--threads" => arguments.request.threads = value()?.parse::<usize>()?.max(1),
                "--recipe" => arguments.request.recipe = Some(value()?.parse()?),
                "--ms" => arguments.budget.time = Duration::from_millis(value()?.parse()?),
                "--cold" => arguments.budget.cold = value()?.parse::<u16>()?.into(),
                "--rounds" => arguments.budget.rounds = value()?.parse::<usize>()?.max(1),
                "--all" => arguments.all = true,
                "--best" => arguments.best = true,
                "--fftw" => arguments.request.fftw.rigor = value()?.parse()?,
                "--wisdom" => arguments.request.fftw.wisdom = Some(value()?.into()),
                "--csv" => arguments.csv = true,
                "--here" => arguments.makes.here = Some(value()?.into()),
                "--machine" => arguments.makes.machine = Some(value()?),
                "--records" => arguments.makes.records = Some(value()?.into()),
                "--below" => arguments.makes.below = true,
                "--seeds" => arguments.seeds = value()?.parse::<u64>()?.max(1),
                "--seconds" => arguments.seconds = value()?.parse()?,
                "--peer" => arguments.peer = Some(value()?),
                option if option.starts_with('-') => return Err(format!("unknown option {option}\n{USAGE}").into()),
                _ => arguments.filters.push(word),
            }
            first = false;
        }
        arguments.makes.csv = arguments.csv;
        Ok(arguments)
    }

    /// The rows asked for. A filter that is the whole name of a row takes that one alone.
    fn matching(&self) -> Vec<Row> {
        let rows = (self.rows)();
        let names: Vec<String> = rows.iter().map(Row::name).collect();
        rows.into_iter().filter(|row| self.asked(&row.name(), &names, row.extra)).collect()
    }

    /// Whether the filters want this one of all names.
    fn asked(&self, name: &str, names: &[String], extra: bool) -> bool {
        let wanted = |filter: &String| match names.contains(filter) {
            true => filter == name,
            false => name.contains(filter.as_str()) && (self.all || !extra),
        };
        self.filters.is_empty() && (self.all || !extra) || self.filters.iter().any(wanted)
    }
}

/// The columns, with their widths and what stands above them; text left, numbers right.
const COLUMNS: [(&str, usize); 17] = [
    ("ring", 18),
    ("n", 27),
    ("peer", 23),
    ("ours, ns", 12),
    ("peer, ns", 12),
    ("ratio", 6),
    ("best", 4),
    ("ours, median", 12),
    ("peer, median", 12),
    ("median", 6),
    ("rounds", 6),
    ("quiet", 5),
    ("ours plan, us", 13),
    ("peer plan, us", 13),
    ("estimate, us", 12),
    ("ours scratch", 12),
    ("peer scratch", 12),
];

fn line(cells: &[String], csv: bool) {
    if csv {
        return println!("{}", cells.iter().map(|cell| makes::quoted(cell)).collect::<Vec<_>>().join(","));
    }
    let cell = |(index, (cell, (_, width))): (usize, (&String, &(&str, usize)))| match index {
        0..3 => format!("{cell:width$}"),
        _ => format!("{cell:>width$}"),
    };
    println!("| {} |", cells.iter().zip(&COLUMNS).enumerate().map(cell).collect::<Vec<_>>().join(" | "));
}

fn header(csv: bool) {
    if csv {
        return println!("{}", COLUMNS.map(|(name, _)| name.replace(", ", "_").replace(' ', "_")).join(","));
    }
    line(&COLUMNS.map(|(name, _)| name.to_owned()), false);
    println!("|{}", "---|".repeat(COLUMNS.len()));
}

/// Nanoseconds: to a tenth where that shows.
fn time(ns: f64) -> String {
    if ns < 1000.0 { format!("{ns:.1}") } else { format!("{ns:.0}") }
}

fn print(row: &Row, outcomes: &[Outcome], arguments: &Arguments) {
    // Other ways of ours are no peers.
    let others = outcomes.iter().filter(|outcome| !outcome.peer.starts_with("ringfft"));
    let best = others.map(|outcome| outcome.peer_min).fold(f64::INFINITY, f64::min);
    let plan = |ns: Option<f64>| ns.map_or("-".to_owned(), |ns| format!("{:.1}", ns / 1e3));
    let count = |count: Option<usize>| count.map_or("-".to_owned(), |count| count.to_string());
    for outcome in outcomes {
        let Outcome { peer, ours_min, peer_min, ours_median, peer_median, ratio_median, rounds, quiet, .. } = outcome;
        let [ours, theirs]: [Facts; 2] = [outcome.ours_facts, outcome.peer_facts];
        let is_best = *peer_min <= best && !peer.starts_with("ringfft");
        if arguments.best && !is_best {
            continue;
        }
        let cells = [
            row.ring.to_owned(),
            row.size(),
            (*peer).to_owned(),
            time(*ours_min),
            time(*peer_min),
            format!("{:.3}", peer_min / ours_min),
            if is_best { "*" } else { "" }.to_owned(),
            time(*ours_median),
            time(*peer_median),
            format!("{ratio_median:.3}"),
            rounds.to_string(),
            quiet.to_string(),
            plan(ours.plan_ns),
            plan(theirs.plan_ns),
            plan(theirs.estimate_ns),
            count(ours.scratch),
            count(theirs.scratch),
        ];
        line(&cells, arguments.csv);
    }
}

/// Errors of everything asked for.
fn accuracy(arguments: &Arguments) -> Result<()> {
    const COLUMNS: &str = "\
| ring        | n       | who     | forward L1 | L2        | Linf      | backward L1 | L2        | Linf      | L2 over FFTW's | back  |
|---|---|---|---|---|---|---|---|---|---|---|";
    type Of = fn(usize, u64, &fftw::Options) -> Result<Vec<accuracy::Errors>>;
    let rings: [(&str, Of); 2] =
        [("complex-f64", accuracy::errors::<f64> as Of), ("complex-f32", accuracy::errors::<f32>)];
    let lengths = accuracy::lengths();
    let name = |ring: &str, size: &str| format!("{ring}/{size}");
    let names: Vec<String> =
        rings.iter().flat_map(|(ring, _)| lengths.iter().map(move |(size, _)| name(ring, size))).collect();
    println!("{COLUMNS}");
    for (ring, errors) in rings {
        for (size, len) in &lengths {
            if !arguments.asked(&name(ring, size), &names, false) {
                continue;
            }
            let errors = errors(*len, arguments.seeds, &arguments.request.fftw)?;
            let fftw = errors.iter().find(|errors| errors.who == "FFTW");
            for errors in &errors {
                let [[f1, f2, f3], [b1, b2, b3]] = errors.means;
                let [forward, backward] = [0, 1].map(|direction| {
                    let over = |fftw: &accuracy::Errors| errors.means[direction][1] / fftw.means[direction][1];
                    fftw.map_or("-".to_owned(), |fftw| format!("{:.3}", over(fftw)))
                });
                println!(
                    "| {ring} | {size:7} | {who:7} | {f1:10.3e} | {f2:9.3e} | {f3:9.3e} | {b1:11.3e} | {b2:9.3e} | {b3:9.3e} \
                     | {forward:14} | {backward:5} |",
                    who = errors.who
                );
            }
        }
    }
    Ok(())
}

fn run(additive: AdditivePeers, rows: fn() -> Vec<Row>) -> Result<()> {
    let mut words = std::env::args().skip(1).peekable();
    if words.peek().is_some_and(|word| word == "--help" || word == "-h") {
        println!("{USAGE}");
        return Ok(());
    }
    let arguments = Arguments::parse(words, additive, rows)?;
    match arguments.command {
        Command::List => {
            let names: String = arguments.matching().iter().map(|row| row.name() + "\n").collect();
            // A reader may stop early, as `head` does.
            let _ = std::io::stdout().write_all(names.as_bytes());
        }
        Command::Accuracy => accuracy(&arguments)?,
        Command::Makes => {
            let table = arguments.makes.table(|name, names| arguments.asked(name, names, false))?;
            std::io::stdout().write_all(table.as_bytes())?;
        }
        Command::Profile => {
            let row = arguments.matching().into_iter().next().ok_or("no row matches")?;
            let time = Duration::from_secs(arguments.seconds);
            let (name, calls) = row.profile(&arguments.request, arguments.peer.as_deref(), time)?;
            println!("{}: {name}: {calls} calls in {time:?}", row.name());
        }
        Command::Measure => {
            if arguments.csv {
                println!("{}", arguments.makes.head()?);
            }
            header(arguments.csv);
            let mut failed = 0;
            for row in arguments.matching() {
                match row.measure(&arguments.request, arguments.budget) {
                    Ok(outcomes) => print(&row, &outcomes, &arguments),
                    Err(error) => {
                        eprintln!("peers: {error}");
                        failed += 1;
                    }
                }
            }
            if failed > 0 {
                return Err(format!("{failed} rows could not be measured").into());
            }
        }
    }
    Ok(())
}

/// The program; `additive` makes more contestants for the rows `gf2-128`.
pub fn main(additive: AdditivePeers) -> ExitCode {
    finish(run(additive, rows::rows))
}

/// The program with other rows.
pub fn main_of(rows: fn() -> Vec<Row>) -> ExitCode {
    finish(run(|_| Vec::new(), rows))
}

fn finish(result: Result<()>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("peers: {error}");
            ExitCode::FAILURE
        }
    }
}
