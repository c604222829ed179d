//! `ringfft count`: operations, counted and by formula.

use crate::{
    args::SpecArgs,
    failure::Outcome,
    input,
    output::Output,
    progress::Progress,
    report::Report,
    ring::open,
    settings::Settings,
    spec::Spec,
    values::{Element, Values},
};
use ringfft::{
    plan::{Builder, Options, Plan, Scale, Threads},
    testing::{Counting, closed_form},
};

/// Runs the verb.
pub(crate) fn run(args: &SpecArgs) -> Outcome<()> {
    let settings = Settings::new(&args.common)?;
    let specs: Vec<Spec> = args.specs.iter().map(|spec| Spec::parse(spec)).collect::<Outcome<_>>()?;
    let progress = Progress::steps("counting", specs.len() as u64);
    let mut reports = Vec::new();
    for spec in &specs {
        reports.push(open(&spec.ring)?.count(spec, &settings)?);
        progress.step();
    }
    drop(progress);
    let text = Report::several(&reports, settings.json);
    Output::new(None, &[])?.write(|out| out.write_all(text.as_bytes()))
}

/// Runs the transform once over the counting ring.
pub(crate) fn count<V: Values>(values: &V, spec: &Spec, settings: &Settings) -> Outcome<Report> {
    let mut options = Options::default();
    options.algorithm = spec.algorithm;
    options.scale = Scale::NONE;
    options.threads = Threads::AtMost(1);
    options.memory_limit = settings.memory;
    options.order = crate::transform::native_order(spec.algorithm);
    let ring = Counting::new(values.ring().clone());
    let builder = Builder::new(ring.clone(), spec.len).options(options);
    let recipe = builder.choose()?;
    let builder = builder.root(values.root(recipe.root_order().unwrap_or(spec.len))?);
    let elements = spec.len as u128 * values.size() as u128;
    input::within(settings.memory, elements + u128::from(builder.bytes()?), "the transform with its elements")?;
    let plan: Plan<Element<V>, Counting<V::Ring>> = builder.build()?;
    let mut elements = crate::values::zeros(values, spec.len)?;
    ring.take();
    plan.forward(&mut elements)?;
    let tally = ring.take();
    let form = closed_form(plan.recipe(), !values.exact());
    Ok(Report::new("count")
        .with("spec", spec.to_string())
        .with("recipe", plan.recipe().to_string())
        .with("additions", tally.additions)
        .with("products", tally.products())
        .with("products_by_i", tally.products_by_i())
        .with("real_additions", tally.real_additions())
        .with("real_products", tally.real_products())
        .with("formula_additions", form.additions)
        .with("formula_products", form.products)
        .with("formula_products_by_i", form.products_by_i)
        .with("formula_real_additions", form.real_additions())
        .with("formula_real_products", form.real_products())
        .with("agrees", form.agrees(&tally))
        .with(
            "formula",
            format!("{}; over the complex numbers, real operations: {}", form.formula, form.complex_formula),
        )
        .with("source", form.source))
}
