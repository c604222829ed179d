//! `ringfft count`: operations, counted and by formula.

use crate::{
    args::SpecArgs,
    failure::{Failure, Outcome},
    image, input,
    output::Output,
    progress::Progress,
    report::Report,
    ring::{Job, open},
    settings::Settings,
    spec::{Spec, native_order, possible},
    values::{AnyValues, Values},
};
use ringfft::{
    Result,
    algebra::Module,
    conv::Convolve,
    plan::{Builder, Options, Plan, Recipe, Scale, Threads},
};
use ringfft_testing::{Counting, Erased, ErasedElement, Tally, closed_form};

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
    let output = Output::report()?;
    let specs: Vec<Subject> = args.specs.iter().map(|spec| Subject::parse(spec)).collect::<Outcome<_>>()?;
    let progress = Progress::steps("counting", specs.len() as u64);
    let mut reports = Vec::new();
    for spec in &specs {
        reports.push(match spec {
            Subject::Transform(spec) => open::<Count>(&spec.ring)?.run((spec, &settings))?,
            Subject::Image(size) => image::count::count(*size, &settings)?,
        });
        progress.step();
    }
    drop(progress);
    let text = Report::several(&reports, settings.json);
    output.write(|out| out.write_all(text.as_bytes()))
}

/// Counts the operations of one transform.
struct Count;

impl Job for Count {
    type In<'a> = (&'a Spec, &'a Settings);
    type Out<'v> = Outcome<Report>;

    fn run<V: Values<Ring: Convolve>>(values: &V, (spec, settings): Self::In<'_>) -> Outcome<Report> {
        count(values, spec, settings)
    }
}

/// Chooses the recipe for elements of the ring's own size, and runs it once over the counting ring.
fn count<V: Values>(values: &V, spec: &Spec, settings: &Settings) -> Outcome<Report> {
    values.check(spec.algorithm)?;
    possible(values.ring(), spec.algorithm, spec.len)?;
    let mut options = Options::default();
    options.algorithm = spec.algorithm;
    options.scale = Scale::NONE;
    options.threads = Threads::AtMost(1);
    options.memory_limit = settings.memory;
    options.order = native_order(spec.algorithm);
    let typed = Builder::new(Counting::new(values.ring().clone()), spec.len).options(options.clone());
    let recipe = typed.choose()?;
    options.recipe = Some(recipe.clone());
    // Elements and tables lie behind pointers.
    let elements = spec.len as u128 * (values.size() + size_of::<ErasedElement>()) as u128;
    let held = elements + u128::from(typed.bytes()?);
    counted(values, &recipe, options, held, values.exact(), spec, settings)
}

/// Counts the operations of `recipe`, beside so many bytes that are held.
fn counted(
    values: &dyn AnyValues,
    recipe: &Recipe,
    options: Options,
    held: u128,
    exact: bool,
    spec: &Spec,
    settings: &Settings,
) -> Outcome<Report> {
    let erased = Counting::new(values.erased());
    let builder = values.points(recipe)?.give(Builder::new(erased, spec.len).options(options));
    let needed = held + u128::from(builder.bytes()?);
    input::within(settings.memory, needed, "the transform with its elements")?;
    // A request that the system refuses is refused before anything is computed.
    if usize::try_from(needed).ok().and_then(|bytes| Vec::<u8>::new().try_reserve_exact(bytes).ok()).is_none() {
        return Err(Failure::Resource(format!(
            "no memory for {} elements, {needed} bytes with the tables: take a shorter length",
            spec.len
        )));
    }
    let plan = builder.build()?;
    let tally = tally(&plan)?;
    let form = closed_form(plan.recipe(), !exact);
    // No complex numbers have characteristic 2.
    let real = |operations: u64| if plan.recipe().algorithm().is_additive() { 0 } else { operations };
    Ok(Report::new("count")
        .with("spec", spec.to_string())
        .with("recipe", plan.recipe().to_string())
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
            match plan.recipe().algorithm().is_additive() {
                true => form.formula.to_string(),
                false => {
                    format!("{}; over the complex numbers, real operations: {}", form.formula, form.complex_formula)
                }
            },
        )
        .with("source", form.source))
}

/// Counts the operations of one call.
fn tally(plan: &Plan<ErasedElement, Counting<Erased>>) -> Result<Tally> {
    let ring = plan.module();
    let mut elements = vec![ring.zero(); plan.len()];
    ring.take();
    plan.forward(&mut elements)?;
    Ok(ring.take())
}
