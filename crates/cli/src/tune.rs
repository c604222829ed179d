//! `ringfft tune`: times the recipes worth considering and saves the fastest.

use crate::{
    args::TuneArgs,
    failure::Outcome,
    output::{Content, Output},
    phrase,
    progress::Progress,
    report::{Report, seconds},
    ring::{Job, open},
    settings::Settings,
    spec::Spec,
    tuning::read,
    values::Values,
};
use ringfft::{
    conv::Convolve,
    plan::{Machine, Recipe, Tuning},
};
use serde_json::{Value, json};
use std::time::Instant;

/// Runs the verb.
pub(crate) fn run(args: &TuneArgs) -> Outcome<()> {
    let settings = Settings::new(&args.common)?;
    if args.machine {
        return measure(&settings);
    }
    let specs: Vec<Spec> = args.specs.iter().map(|spec| Spec::parse(spec)).collect::<Outcome<_>>()?;
    let output = Output::new(args.output.as_deref(), &[], Content::Text)?;
    // Entries that the file holds already stay in it.
    let mut tuning = match args.output.as_deref().filter(|path| path.is_file()) {
        Some(path) => read(path)?,
        None => Tuning::new(),
    };
    let start = Instant::now();
    let progress = Progress::steps("timing", specs.len() as u64);
    let mut fastest = Vec::new();
    for spec in &specs {
        let recipe = open::<Time>(&spec.ring)?.run((spec, &settings, &mut tuning))?;
        fastest.push((spec.to_string(), recipe.to_string()));
        progress.step();
    }
    drop(progress);
    let time = start.elapsed();
    let text = tuning.to_string();
    output.write(|out| out.write_all(text.as_bytes()))?;
    let named: Vec<String> = fastest.iter().take(3).map(|(spec, recipe)| format!("{spec} {recipe}")).collect();
    let more = if fastest.len() > 3 { format!(" and {} more", fastest.len() - 3) } else { String::new() };
    let saved = phrase::counted(tuning.len(), "recipe");
    let tuned: Vec<Value> = fastest.iter().map(|(spec, recipe)| json!({"spec": spec, "recipe": recipe})).collect();
    Report::new("tune")
        .saying(format!("fastest: {}{more}; {saved} saved; {}", named.join(", "), phrase::time(time)))
        .with("fastest", tuned)
        .with("saved", tuning.len())
        .with("seconds", seconds(time))
        .note(settings.json);
    Ok(())
}

/// Prints the description of this machine.
fn measure(settings: &Settings) -> Outcome<()> {
    let start = Instant::now();
    let machine = Machine::measured()?;
    let time = start.elapsed();
    Output::new(None, &[], Content::Text)?.write(|out| writeln!(out, "{machine}"))?;
    Report::new("tune")
        .saying(format!("measured in {}: for RINGFFT_MACHINE", phrase::time(time)))
        .with("machine", machine.to_string())
        .with("seconds", seconds(time))
        .note(settings.json);
    Ok(())
}

/// Times the recipes of one transform.
struct Time;

impl Job for Time {
    type In<'a> = (&'a Spec, &'a Settings, &'a mut Tuning);
    type Out<'v> = Outcome<Recipe>;

    fn run<V: Values<Ring: Convolve>>(values: &V, (spec, settings, tuning): Self::In<'_>) -> Outcome<Recipe> {
        values.time(spec, settings, tuning)
    }
}
