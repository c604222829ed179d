//! ringfft beside its peers, both measured in alternation in one process.
//!
//! `README.md` says how to run it and what the columns mean. A library, so that a package with a dependency that not
//! everybody can fetch adds its contestants and calls [`main`].

mod additive;
mod complex;
mod erasure;
mod field;
#[cfg(feature = "gf2x")]
mod gf2x;
mod rows;
mod timing;

pub use additive::{Peer as AdditivePeer, Peers as AdditivePeers};
pub use timing::{Contestant, Run};

use rows::{Request, Row, rows};
use std::{error::Error, process::ExitCode, time::Duration};
use timing::{Budget, Outcome};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

const USAGE: &str = "\
usage: peers [options] [filter ...]           measure every row whose name contains a filter
       peers list [filter ...]                print the rows' names
       peers profile [options] filter ...     run the first matching row in a loop

  --threads N     threads of ours and of peers that have them (1; rows ending in /threads take at least 2)
  --recipe R      what ours runs, for rows of R's length; the default recipe then stands among the peers
  --ms N          least time a row takes, in milliseconds (1000)
  --rounds N      least number of rounds a row takes (5)
  --csv           comma-separated values instead of a table
  --seconds N     profile: how long (10)
  --peer NAME     profile: run this peer instead of ours";

struct Arguments {
    command: Command,
    request: Request,
    budget: Budget,
    csv: bool,
    seconds: u64,
    peer: Option<String>,
    filters: Vec<String>,
}

#[derive(PartialEq)]
enum Command {
    Measure,
    List,
    Profile,
}

impl Arguments {
    fn parse(mut words: impl Iterator<Item = String>, additive: AdditivePeers) -> Result<Self> {
        let mut arguments = Arguments {
            command: Command::Measure,
            request: Request { threads: 1, recipe: None, additive },
            budget: Budget { time: Duration::from_secs(1), rounds: 5 },
            csv: false,
            seconds: 10,
            peer: None,
            filters: Vec::new(),
        };
        let mut first = true;
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
            match word.as_str() {
                "list" if first => arguments.command = Command::List,
                "profile" if first => arguments.command = Command::Profile,
                "--threads" => arguments.request.threads = value()?.parse::<usize>()?.max(1),
                "--recipe" => arguments.request.recipe = Some(value()?.parse()?),
                "--ms" => arguments.budget.time = Duration::from_millis(value()?.parse()?),
                "--rounds" => arguments.budget.rounds = value()?.parse::<usize>()?.max(1),
                "--csv" => arguments.csv = true,
                "--seconds" => arguments.seconds = value()?.parse()?,
                "--peer" => arguments.peer = Some(value()?),
                option if option.starts_with('-') => return Err(format!("unknown option {option}\n{USAGE}").into()),
                _ => arguments.filters.push(word),
            }
            first = false;
        }
        Ok(arguments)
    }

    fn matching(&self) -> impl Iterator<Item = Row> {
        rows().into_iter().filter(|row| {
            let name = row.name();
            self.filters.is_empty() || self.filters.iter().any(|filter| name.contains(filter.as_str()))
        })
    }
}

fn print(row: &Row, outcome: &Outcome, csv: bool) {
    let Outcome { peer, ours_min, peer_min, ours_median, peer_median, ratio_median, rounds, quiet } = outcome;
    let (ring, n, ratio) = (row.ring, &row.size, peer_min / ours_min);
    if csv {
        println!(
            "{ring},{n},{peer},{ours_min:.0},{peer_min:.0},{ratio:.3},\
             {ours_median:.0},{peer_median:.0},{ratio_median:.3},{rounds},{quiet}"
        );
    } else {
        println!(
            "| {ring:18} | {n:27} | {peer:23} | {ours_min:12.0} | {peer_min:12.0} | {ratio:6.3} \
             | {ours_median:12.0} | {peer_median:12.0} | {ratio_median:6.3} | {rounds:6} | {quiet:5} |"
        );
    }
}

fn run(additive: AdditivePeers) -> Result<()> {
    let mut words = std::env::args().skip(1).peekable();
    if words.peek().is_some_and(|word| word == "--help" || word == "-h") {
        println!("{USAGE}");
        return Ok(());
    }
    let arguments = Arguments::parse(words, additive)?;
    match arguments.command {
        Command::List => arguments.matching().for_each(|row| println!("{}", row.name())),
        Command::Profile => {
            let row = arguments.matching().next().ok_or("no row matches")?;
            let time = Duration::from_secs(arguments.seconds);
            let (name, calls) = row.profile(&arguments.request, arguments.peer.as_deref(), time)?;
            println!("{}: {name}: {calls} calls in {time:?}", row.name());
        }
        Command::Measure => {
            if arguments.csv {
                println!(
                    "ring,n,peer,ours_ns,peer_ns,ratio,ours_median_ns,peer_median_ns,ratio_median,rounds,quiet_rounds"
                );
            } else {
                println!(
                    "| {:18} | {:27} | {:23} | {:>12} | {:>12} | {:>6} | {:>12} | {:>12} | {:>6} | rounds | quiet |",
                    "ring", "n", "peer", "ours, ns", "peer, ns", "ratio", "ours, median", "peer, median", "median"
                );
                println!("|---|---|---|---|---|---|---|---|---|---|---|");
            }
            for row in arguments.matching() {
                for outcome in row.measure(&arguments.request, arguments.budget)? {
                    print(&row, &outcome, arguments.csv);
                }
            }
        }
    }
    Ok(())
}

/// The program; `additive` makes more contestants for the rows `gf2-128`.
pub fn main(additive: AdditivePeers) -> ExitCode {
    match run(additive) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("peers: {error}");
            ExitCode::FAILURE
        }
    }
}
