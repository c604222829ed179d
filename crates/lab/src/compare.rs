//! Runs a comparison, from its options to its report.

use crate::{
    choice::Choice,
    contestant::Contestant,
    error::{Error, Result, quoted},
    interrupt::Interrupt,
    judge::CHECKS,
    library::{Library, Open, Rings},
    machine::{Limits, Machine},
    measure::{Entry, Timing, measure, shuffle},
    options::{Options, split},
    peers,
    presets::{DEFAULT, PRESETS, Part, Preset, preset},
    progress::Progress,
    report::{Partial, Report, SCHEMA, Source},
    task::{Task, tasks},
};
use ringfft_testing::Random;
use std::{collections::BTreeMap, path::Path};

/// The rings and contestants of a comparison.
pub struct Laboratory<'a> {
    /// Opens a ring by name.
    pub open: Open<'a>,
    /// Contestants beside the library's own, in every comparison.
    pub contestants: &'a [&'a dyn Contestant],
    /// Programs of others, which `--peers` selects by name.
    pub peers: &'a [&'a dyn Contestant],
    /// `true` if values stay in each algorithm's own order by default.
    pub native_order: bool,
}

/// Tasks with the algorithms that run on each.
struct Group {
    tasks: Vec<Task>,
    algorithms: Vec<String>,
}

/// Reads the report that the options name, or runs the comparison. The run ends early once `interrupt` is set, and the
/// report is then partial.
///
/// # Errors
/// [`Error::Input`] for invalid options, for a ring or peer that does not exist, and if no row is left;
/// [`Error::Resource`] for lengths beyond the memory; [`Error::Verification`] for a wrong result.
pub fn compare(options: &Options, laboratory: &Laboratory<'_>, interrupt: &Interrupt) -> Result<Report> {
    if let Some(path) = &options.from {
        let mut report = read(path)?;
        if let Some(name) = &options.baseline {
            report.baseline = baseline(&report, Some(name))?;
        }
        return Ok(report);
    }
    let preset = match options.preset.as_deref() {
        Some(name) => Some(preset(name).ok_or_else(|| unknown_preset(name))?),
        None if options.tasks.is_empty() => Some(&DEFAULT),
        None => None,
    };
    let groups = groups(options, preset)?;
    let rings = Rings::new(laboratory.open);
    let named: Vec<&str> = groups.iter().flat_map(|group| &group.algorithms).map(String::as_str).collect();
    let mut library: BTreeMap<&str, Library<'_>> = BTreeMap::new();
    for name in named {
        library.insert(name, Library { choice: Choice::parse(name)?, rings: &rings });
    }
    let built = peers::built();
    let all: Vec<&dyn Contestant> = laboratory.peers.iter().copied().chain(built.iter().map(AsRef::as_ref)).collect();
    let (peers, missing) = peers::selected(&options.peers, &all)?;
    if let Some(name) = &options.baseline {
        let others = laboratory.contestants.iter().chain(&peers).map(|other| other.name());
        let names: Vec<String> = library.keys().map(ToString::to_string).chain(others).collect();
        if !names.contains(name) {
            return Err(Error::input(format!(
                "--baseline names {}, which is not compared: it is one of {}",
                quoted(name),
                names.join(", ")
            )));
        }
    }
    // An unknown ring ends the run before anything is timed.
    for task in groups.iter().flat_map(|group| &group.tasks) {
        rings.get(&task.ring)?;
    }
    let (isas, threads) = (options.isas()?, options.thread_counts()?);
    let (rounds, sample, most) = options.times()?;
    let native = options.native_order()?.or(preset.filter(|p| p.native_order).map(|_| true));
    let timing = Timing {
        rounds,
        sample,
        most,
        seed: options.seed,
        native_order: native.unwrap_or(laboratory.native_order),
        memory: options.memory_limit()?,
    };
    let entries = |group: &Group| -> Vec<Entry<'_>> {
        let own = group.algorithms.iter().filter_map(|name| library.get(name.as_str()));
        let own = own.map(|one| one as &dyn Contestant);
        // Ratios refer to the first by default, which is no peer.
        let all: Vec<&dyn Contestant> =
            laboratory.contestants.iter().copied().chain(own).chain(peers.iter().copied()).collect();
        let conditions = isas.iter().flat_map(|isa| threads.iter().map(move |threads| (*isa, *threads)));
        let conditions: Vec<_> = conditions.collect();
        all.iter()
            .flat_map(|contestant| {
                conditions.iter().map(move |&(isa, threads)| Entry { contestant: *contestant, isa, threads })
            })
            .collect()
    };
    let groups: Vec<(Vec<Task>, Vec<Entry<'_>>)> =
        groups.iter().map(|group| (group.tasks.clone(), entries(group))).collect();

    let planned: usize = groups.iter().map(|(tasks, entries)| tasks.len() * entries.len() * rounds).sum();
    let mut progress = Progress::new(planned);
    let limits = Limits::measure();
    // Indices of the tasks: the report has them in order, the run in random order.
    let mut places: Vec<(usize, usize)> =
        groups.iter().enumerate().flat_map(|(g, (tasks, _))| (0..tasks.len()).map(move |t| (g, t))).collect();
    shuffle(&mut places, &mut Random::new(options.seed));
    let mut done = BTreeMap::new();
    let (mut wanted, mut taken) = (0, 0);
    for (group, place) in places {
        let (tasks, entries) = &groups[group];
        let task = &tasks[place];
        let message = format!("{}:{}", task.ring, task.size());
        if interrupt.is_set() {
            wanted += entries.len() * rounds;
            continue;
        }
        let mut step = |steps: usize| progress.step(steps, &message);
        let timed = measure(task, entries, &timing, &|| interrupt.is_set(), &mut step)?;
        (wanted, taken) = (wanted + timed.samples.0, taken + timed.samples.1);
        done.insert((group, place), timed);
    }
    drop(progress);

    let mut refused = Refused::default();
    let mut rows = Vec::new();
    for ((group, place), timed) in done {
        let (tasks, entries) = &groups[group];
        for (entry, error) in timed.refused {
            refused.push(entries[entry].contestant.name(), &tasks[place], error);
        }
        rows.extend(timed.rows);
    }
    let interrupted = interrupt.is_set();
    if rows.is_empty() && !interrupted {
        return Err(refused.first.unwrap_or_else(|| Error::input("there is nothing to time: name a ring and lengths")));
    }
    let mut report = Report {
        schema: SCHEMA.into(),
        version: env!("CARGO_PKG_VERSION").into(),
        title: preset.map_or_else(|| options.tasks.join(", "), |preset| preset.title.into()),
        preset: preset.map(source),
        seed: options.seed,
        rounds,
        machine: Machine::here(),
        limits,
        checks: CHECKS.into(),
        baseline: String::new(),
        partial: interrupted.then_some(Partial { planned: wanted, taken }),
        rows,
        notes: missing.into_iter().chain(refused.lines()).collect(),
    };
    report.baseline = match baseline(&report, options.baseline.as_deref()) {
        Ok(label) => label,
        Err(error) => {
            // The samples are kept.
            report.notes.push(error.text().into());
            baseline(&report, None)?
        }
    };
    Ok(report)
}

/// Returns the label of the rows that ratios refer to.
fn baseline(report: &Report, asked: Option<&str>) -> Result<String> {
    let found = match asked {
        None => report.rows.first(),
        Some(name) => report.rows.iter().find(|row| row.variant == name),
    };
    match (found, asked) {
        (Some(row), _) => Ok(report.label(row)),
        (None, Some(name)) if !report.rows.is_empty() => Err(Error::input(format!(
            "--baseline names {}, which has no row: it is one of {}",
            quoted(name),
            report.labels().join(", ")
        ))),
        _ => Ok(String::new()),
    }
}

/// Returns the tasks with their algorithms.
fn groups(options: &Options, preset: Option<&Preset>) -> Result<Vec<Group>> {
    if options.tasks.is_empty() && (options.batch.is_some() || options.total.is_some()) {
        return Err(Error::input("--batch and --total belong to tasks that are named: a preset has its own"));
    }
    let batch = options.batch.unwrap_or(1).max(1);
    let total = match &options.total {
        None => None,
        Some(text) => Some(tasks(&format!("c64:{text}"), 1, None)?.first().map_or(1, Task::len)),
    };
    let recipes = options.recipes.iter().map(|recipe| recipe.trim().to_string());
    let asked: Vec<String> = options.algorithms.iter().flat_map(|list| split(list)).chain(recipes).collect();
    let mut groups = Vec::new();
    for part in preset.map_or(&[][..], |preset| preset.parts) {
        groups.push(of_part(part, &asked)?);
    }
    if !options.tasks.is_empty() {
        let lists: Vec<Vec<Task>> =
            options.tasks.iter().map(|text| tasks(text, batch, total)).collect::<Result<_>>()?;
        let algorithms = if asked.is_empty() { vec!["auto".to_string()] } else { asked };
        groups.push(Group { tasks: lists.concat(), algorithms });
    }
    Ok(groups)
}

/// Returns the tasks of a part of a preset. Algorithms of the options replace those of the preset.
fn of_part(part: &Part, asked: &[String]) -> Result<Group> {
    let total = (part.total > 0).then_some(part.total);
    let lists: Vec<Vec<Task>> = part.tasks.iter().map(|text| tasks(text, 1, total)).collect::<Result<_>>()?;
    let own = part.algorithms.iter().map(|name| name.to_string()).collect();
    Ok(Group { tasks: lists.concat(), algorithms: if asked.is_empty() { own } else { asked.to_vec() } })
}

fn source(preset: &Preset) -> Source {
    Source {
        name: preset.name.into(),
        source: preset.source.into(),
        axes: preset.axes.into(),
        differences: preset.differences.into(),
    }
}

fn unknown_preset(name: &str) -> Error {
    let names: Vec<&str> = [DEFAULT.name].into_iter().chain(PRESETS.iter().map(|preset| preset.name)).collect();
    Error::input(format!("no preset {}: there are {}", quoted(name), names.join(", ")))
}

/// Reads the report of an earlier run.
fn read(path: &Path) -> Result<Report> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| Error::input(format!("cannot read {path:?}: {error}: check the path and its permissions")))?;
    Report::from_json(&text)
}

/// The rows that are left out, one line for each contestant, ring and kind of reason.
#[derive(Default)]
struct Refused {
    first: Option<Error>,
    /// By ring, contestant, and the reason with its digits masked.
    lists: BTreeMap<(String, String, String), (String, Vec<String>)>,
}

impl Refused {
    fn push(&mut self, name: String, task: &Task, error: Error) {
        let kind: String = error.text().chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
        let entry =
            self.lists.entry((task.ring.clone(), name, kind)).or_insert_with(|| (error.text().into(), Vec::new()));
        let size = task.size();
        if !entry.1.contains(&size) {
            entry.1.push(size);
        }
        if self.first.is_none() {
            self.first = Some(error);
        }
    }

    fn lines(self) -> Vec<String> {
        let lists = self.lists.into_iter();
        lists
            .map(|((ring, name, _), (text, sizes))| {
                format!("{name} has no row over {ring} at {}: {text}", sizes.join(", "))
            })
            .collect()
    }
}
