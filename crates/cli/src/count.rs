//! `ringfft count`: operations, counted and by formula.

mod cache;
mod plot;
mod tally;

use crate::{
    args::SpecArgs,
    failure::{Failure, Outcome},
    image,
    output::Output,
    progress::Progress,
    report::Report,
    ring::{Job, open},
    settings::Settings,
    spec::Spec,
    values::{AnyValues, Values},
};
use ringfft::conv::Convolve;
use ringfft_lab::cache::Cache;
use ringfft_testing::closed_form;
use tally::{Chosen, choose, counted};

/// The subject of a count: a transform, or the passes over a picture.
enum Subject {
    Transform(Spec),
    Image((usize, usize)),
}

impl Subject {
    fn parse(text: &str) -> Outcome<Self> {
        match text.strip_prefix("image:") {
            Some(size) => image::count::parse(size).map(Subject::Image),
            None => Spec::parse(text).map(Subject::Transform),
        }
    }
}

/// Runs the verb.
pub(crate) fn run(args: &SpecArgs) -> Outcome<()> {
    let settings = Settings::new(&args.common)?;
    if let Some(path) = &args.plot {
        return plot::run(&args.specs, path, &settings);
    }
    let cache = args.cache.as_deref().map(cache::parse).transpose()?;
    let output = Output::report()?;
    let specs: Vec<Subject> = args.specs.iter().map(|spec| Subject::parse(spec)).collect::<Outcome<_>>()?;
    let progress = Progress::steps("counting", specs.len() as u64);
    let mut reports = Vec::new();
    for spec in &specs {
        reports.push(match spec {
            Subject::Transform(spec) => open::<Count>(&spec.ring)?.run((spec, &settings, cache))?,
            Subject::Image(_) if cache.is_some() => {
                return Err(Failure::input("--cache traces transforms, and no images: leave image:WIDTHxHEIGHT out"));
            }
            Subject::Image(size) => image::count::count(*size, &settings)?,
        });
        progress.step();
    }
    drop(progress);
    let text = Report::several(&reports, settings.json);
    output.write(|out| out.write_all(text.as_bytes()))
}

/// The transform, the options, and the cache if `--cache` is given.
type In<'a> = (&'a Spec, &'a Settings, Option<Cache>);

/// Counts the operations of one transform.
struct Count;

impl Job for Count {
    type In<'a> = In<'a>;
    type Out<'v> = Outcome<Report>;

    fn run<V: Values<Ring: Convolve>>(values: &V, input: In<'_>) -> Outcome<Report> {
        count(values, input)
    }
}

/// Chooses the recipe for elements of the ring's own size, and runs it once over the counting ring.
fn count<V: Values>(values: &V, (spec, settings, cache): In<'_>) -> Outcome<Report> {
    let chosen = choose(values, spec, settings)?;
    let traced = cache.map(|cache| (cache, choose(values, spec, settings)));
    let report = counted_report(values, chosen, values.exact(), spec, settings)?;
    match traced {
        None => Ok(report),
        Some((cache, chosen)) => cache::report(report, values, chosen?, (spec.len, values.size()), cache),
    }
}

/// Counts the operations of a recipe, beside its closed form.
fn counted_report(
    values: &dyn AnyValues,
    chosen: Chosen,
    exact: bool,
    spec: &Spec,
    settings: &Settings,
) -> Outcome<Report> {
    let (recipe, tally) = counted(values, chosen, spec.len, settings.memory)?;
    let form = closed_form(&recipe, !exact);
    // No complex numbers have characteristic 2.
    let real = |operations: u64| if recipe.algorithm().is_additive() { 0 } else { operations };
    Ok(Report::new("count")
        .with("spec", spec.to_string())
        .with("recipe", recipe.to_string())
        .with("additions", tally.additions)
        .with("products", tally.products())
        .with("products_by_i", tally.products_by_i())
        .with("real_additions", real(tally.real_additions()))
        .with("real_products", real(tally.real_products()))
        .with("formula_additions", form.additions)
        .with("formula_products", form.products)
        .with("formula_products_by_i", form.products_by_i)
        .with("formula_real_additions", real(form.real_additions()))
        .with("formula_real_products", real(form.real_products()))
        .with("agrees", form.agrees(&tally))
        .with(
            "formula",
            match recipe.algorithm().is_additive() {
                true => form.formula.to_string(),
                false => {
                    format!("{}; over the complex numbers, real operations: {}", form.formula, form.complex_formula)
                }
            },
        )
        .with("source", form.source))
}
