//! `count --plot`: the operations of all variants against the length, as a chart.

use super::tally::{choose, counted};
use crate::{
    failure::{Failure, Outcome},
    output::{Content, Output},
    progress::Progress,
    ring::{Job, open},
    settings::Settings,
    spec::{RingName, Spec},
    values::Values,
};
use ringfft::{conv::Convolve, plan::Algorithm};
use ringfft_charts::{Figure, Look, Panel, Point, Scale, Series};
use ringfft_lab::{Task, tasks};
use std::path::Path;

/// The greatest length that is counted for a chart.
const LONGEST: usize = 1 << 14;

/// The lengths and their operations.
type Counts = Vec<(usize, u64)>;

/// Draws the chart of one ring and its lengths.
pub(super) fn run(specs: &[String], path: &Path, settings: &Settings) -> Outcome<()> {
    let [spec] = specs else {
        return Err(Failure::input("--plot draws one ring: write one RING:LENGTHS, for instance c64:2^1..2^12"));
    };
    let tasks: Vec<Task> = tasks(spec, 1, None)?;
    let lens: Vec<usize> = tasks.iter().map(Task::len).collect();
    if let Some(task) = tasks.iter().find(|task| task.shape.len() != 1 || task.len() > LONGEST) {
        return Err(Failure::input(format!(
            "a chart of counts has lengths of 1 to {LONGEST}, and not {}",
            task.size()
        )));
    }
    let name = RingName::parse(tasks.first().map_or("", |task| &task.ring))?;
    let output = Output::new(Some(path), &[], Content::Svg)?;
    let ring = open::<Curve>(&name)?;
    let progress = Progress::steps("counting", Algorithm::ALL.len() as u64);
    let mut series: Vec<Series> = Vec::new();
    let mut complex = false;
    for algorithm in Algorithm::ALL {
        let (counts, real) = ring.run((*algorithm, &name, &lens, settings))?;
        complex |= real;
        let unit = |len: usize| (len as f64 * (len as f64).log2()).max(1.0);
        let points: Vec<Point> =
            counts.iter().map(|&(len, count)| Point::exact((len as f64).log2(), count as f64 / unit(len))).collect();
        if !points.is_empty() {
            series.push(Series { name: algorithm.name().into(), look: Look::of(series.len()), points });
        }
        progress.step();
    }
    drop(progress);
    let left_out = far(&mut series);
    if series.is_empty() {
        return Err(Failure::input(format!("no algorithm over {name} has one of these lengths: take others")));
    }
    let what = if complex { "additions and products of real numbers" } else { "additions and products" };
    let panel = Panel {
        title: String::new(),
        sizes: "log2 n".into(),
        quantity: "operations / (n log2 n)".into(),
        scale: Scale::Logarithmic,
        height: 430,
        series,
    };
    let figure = Figure {
        title: format!("{name}: operations of every algorithm"),
        note: format!("{what}, counted by running each once; {left_out}"),
        tint: None,
        width: 860,
        columns: 1,
        panels: vec![panel],
    };
    let text = figure.svg().map_err(|error| Failure::input(error.to_string()))?;
    output.write(|out| out.write_all(text.as_bytes()))
}

/// Removes the curves that lie above three times the lowest at every length, so that the others are distinct. Returns a
/// sentence that names the removed algorithms.
fn far(series: &mut Vec<Series>) -> String {
    let all = series.clone();
    let least = |x: f64| {
        let at = all.iter().flat_map(|series| &series.points).filter(|point| point.x == x);
        at.map(|point| point.y).fold(f64::INFINITY, f64::min)
    };
    let is_far = |series: &Series| series.points.iter().all(|point| point.y > 3.0 * least(point.x));
    let names: Vec<&str> = all.iter().filter(|one| is_far(one)).map(|one| one.name.as_str()).collect();
    series.retain(|one| !is_far(one));
    series.iter_mut().enumerate().for_each(|(look, one)| one.look = Look::of(look));
    let more = if names.is_empty() {
        String::new()
    } else {
        format!(", and {}, above three times the least", names.join(", "))
    };
    format!("left out are the quadratic ones{more}")
}

/// Counts one algorithm at several lengths.
struct Curve;

impl Job for Curve {
    type In<'a> = (Algorithm, &'a RingName, &'a [usize], &'a Settings);
    /// The counts, and whether they are of real numbers.
    type Out<'v> = Outcome<(Counts, bool)>;

    fn run<V: Values<Ring: Convolve>>(
        values: &V,
        (algorithm, name, lens, settings): Self::In<'_>,
    ) -> Outcome<(Counts, bool)> {
        let mut counts = Counts::new();
        let complex = !values.exact();
        let quadratic = matches!(algorithm, Algorithm::Naive | Algorithm::AdditiveNaive);
        for &len in lens.iter().filter(|&&len| !quadratic && len > 1 && algorithm.exists_for(len)) {
            let spec = Spec { ring: name.clone(), len, algorithm: Some(algorithm), named: true };
            // An algorithm that the ring lacks has no curve; an alias has the curve of its algorithm.
            let Ok(chosen) = choose(values, &spec, settings) else { continue };
            if chosen.recipe.algorithm() != algorithm {
                continue;
            }
            let Ok((_, tally)) = counted(values, chosen, len, settings.memory) else { continue };
            let all = match complex {
                true => tally.real_additions() + tally.real_products(),
                false => tally.additions + tally.products() + tally.general,
            };
            counts.push((len, all));
        }
        Ok((counts, complex))
    }
}
