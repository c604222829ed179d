//! `ringfft transform`.

use crate::{
    args::TransformArgs,
    failure::{Failure, Outcome, quoted},
    format::Format,
    input::{self, input_name},
    output::Output,
    phrase,
    progress::Progress,
    real,
    report::{Done, Report, seconds},
    ring::{Job, open},
    settings::Settings,
    spec::{self, RingName, canonical_u64, native_order, parse_algorithm, possible},
    suggest::unknown,
    tuning,
    values::{Element, Points, Values},
};
use ringfft::{
    conv::Convolve,
    order::Order,
    plan::{Algorithm, Builder, Device, Layout, Options, Plan, Scale, Tuning},
};
use std::{
    iter,
    path::{Path, PathBuf},
    time::Instant,
};

/// The request for a transform. Elements of the ring are still text.
struct Request {
    options: Options,
    /// `true` for the algorithm's own order.
    native: bool,
    inverse: bool,
    coset: Option<String>,
    root: Option<String>,
    tuning: Tuning,
    format: Format,
    what: String,
}

/// Runs the verb.
pub(crate) fn run(args: &TransformArgs) -> Outcome<()> {
    let settings = Settings::with_device(&args.common)?;
    if real::is_asked(args) {
        return real::run(args, settings);
    }
    let ring = open::<Transform>(&RingName::parse(&args.ring)?)?;
    let request = request(args, &settings)?;
    let inputs: Vec<&Path> = iter::once(&args.input).chain(&args.tuning).map(PathBuf::as_path).collect();
    let output = Output::new(args.output.as_deref(), &inputs, request.format.content())?;
    let progress = Progress::new("reading");
    let content = input::read(&args.input, settings.memory)?;
    drop(progress);
    let progress = request.format.phases(content.len() as f64, "transforming");
    let Done { report, emit } = ring.run((&request, &content[..], &progress))?;
    drop(content);
    progress.next();
    output.write_under(progress, emit)?;
    report.note(settings.json);
    Ok(())
}

fn request(args: &TransformArgs, settings: &Settings) -> Outcome<Request> {
    let circle = args.kind == "circle";
    if !circle && args.kind != "c2c" {
        return Err(unknown("transform of kind", &args.kind, &spec::KINDS));
    }
    let mut options = Options::default();
    options.coefficients = args.basis.parse().map_err(|_| unknown("basis", &args.basis, &["monomial", "novel"]))?;
    options.algorithm = parse_algorithm(&args.algorithm)?;
    if circle && options.algorithm.is_some_and(|algorithm| algorithm != Algorithm::Circle) {
        return Err(Failure::input("--kind circle has one algorithm, circle: leave --algorithm out"));
    }
    if circle {
        options.algorithm = Some(Algorithm::Circle);
    }
    options.scale = args.scale.parse::<Scale>().map_err(|_| unknown("scale", &args.scale, &spec::SCALES))?;
    // A truncated transform has one order of values.
    let native = match &args.order {
        Some(order) => order == "native",
        None => options.algorithm == Some(Algorithm::Truncated),
    };
    if let Some(order) = args.order.as_ref().filter(|_| !native) {
        options.order = order.parse::<Order>().map_err(|_| {
            let names: Vec<&str> = Order::ALL.iter().map(|order| order.name()).chain(["native"]).collect();
            unknown("order", order, &names)
        })?;
    }
    options.batch =
        canonical_u64(&args.batch).and_then(|batch| usize::try_from(batch).ok()).filter(|&b| b != 0).ok_or_else(
            || Failure::input(format!("{} is no number of transforms: --batch takes 1 and up", quoted(&args.batch))),
        )?;
    options.layout = match args.layout.as_str() {
        "rows" => Layout::Rows,
        "columns" => Layout::Columns,
        other => return Err(unknown("layout", other, &["rows", "columns"])),
    };
    options.threads = settings.threads;
    options.isa = settings.isa;
    options.device = settings.device;
    options.memory_limit = settings.memory;
    Ok(Request {
        options,
        native,
        inverse: args.inverse,
        coset: args.coset.clone(),
        root: args.root.clone(),
        tuning: args.tuning.as_deref().map(tuning::read).transpose()?.unwrap_or_default(),
        format: Format::parse(&args.format.format)?,
        what: input_name(&args.input),
    })
}

/// Transforms the elements of a file.
struct Transform;

impl Job for Transform {
    type In<'a> = (&'a Request, &'a [u8], &'a Progress);
    type Out<'v> = Outcome<Done<'v>>;

    fn run<'v, V: Values<Ring: Convolve>>(
        values: &'v V,
        (request, input, progress): Self::In<'_>,
    ) -> Outcome<Done<'v>> {
        transform(values, request, input, progress)
    }
}

/// Transforms the elements in `input`.
fn transform<'a, V: Values>(values: &'a V, request: &Request, input: &[u8], progress: &Progress) -> Outcome<Done<'a>> {
    if values.exact() && request.options.scale == Scale::UNITARY {
        return Err(Failure::input(format!(
            "--scale unitary divides by square roots of n, which of the rings here only c32 and c64 have for every n: \
             take none, forward or inverse for {}",
            values.name()
        )));
    }
    let batch = request.options.batch;
    values.check(request.options.algorithm)?;
    let survey = request.format.survey(values.npy(), values.width(), input, &request.what)?;
    survey.check_batch(batch, request.options.layout, !values.exact(), &request.what)?;
    // An upper bound, before any element is read.
    let fixed = (input.len() + survey.converted) as u128 + survey.count as u128 * values.size() as u128;
    input::within(request.options.memory_limit, fixed, "the input with its elements")?;
    let mut elements = request.format.read(values, input, survey.count, &request.what)?;
    progress.next();
    if !elements.len().is_multiple_of(batch) {
        return Err(Failure::input(format!(
            "{} holds {} elements, which is no multiple of the {batch} transforms of --batch",
            request.what,
            elements.len()
        )));
    }
    let len = elements.len() / batch;
    let start = Instant::now();
    let (layout, coset) = (request.options.layout, request.coset.as_deref());
    // The option and the length are checked before any element is multiplied.
    let weigh =
        |elements: &mut [Element<V>]| coset.is_some_and(|c| values.weigh(c, request.inverse, elements, batch, layout));
    let apart = weigh(&mut []);
    let builder = builder(values, len, request, apart)?;
    let builder = match request.tuning.recipe(&builder).cloned() {
        Some(recipe) => builder.recipe(recipe),
        None => builder,
    };
    let bytes = builder.bytes()?;
    input::within(request.options.memory_limit, fixed + u128::from(bytes), "the transform with its input")?;
    let plan: Plan<Element<V>, V::Ring> = builder.build()?;
    let planned = start.elapsed();
    let start = Instant::now();
    if request.inverse {
        plan.inverse(&mut elements)?;
        weigh(&mut elements);
    } else {
        weigh(&mut elements);
        plan.forward(&mut elements)?;
    }
    let ran = start.elapsed();
    let direction = if request.inverse { "inverse" } else { "forward" };
    let sentence = format!(
        "{direction} transform of {} over {} by {}, values in {} order{}; plan {}, transform {}",
        elements_of(len, batch),
        values.name(),
        plan.recipe(),
        plan.order(),
        if plan.device() == Device::Cuda { ", on a device" } else { "" },
        phrase::time(planned),
        phrase::time(ran)
    );
    let report = Report::new("transform")
        .saying(sentence)
        .with("ring", values.name())
        .with("length", len)
        .with("batch", batch)
        .with("direction", direction)
        .with("recipe", plan.recipe().to_string())
        .with("order", plan.order().to_string())
        .with("device", plan.device().name())
        .with("plan_bytes", bytes)
        .with("plan_seconds", seconds(planned))
        .with("transform_seconds", seconds(ran));
    let format = request.format;
    Ok(Done { report, emit: Box::new(move |out| format.write(values, &elements, out)) })
}

/// Returns the number of elements of a batch as a phrase.
fn elements_of(len: usize, batch: usize) -> String {
    let elements = phrase::counted(len, "element");
    if batch == 1 { elements } else { format!("{} times {elements}", phrase::count(batch)) }
}

/// Returns the plan's builder over the default root or the one given. With `apart` the coset is left out: the
/// coefficients are multiplied separately.
fn builder<V: Values>(values: &V, len: usize, request: &Request, apart: bool) -> Outcome<Builder<V::Ring>> {
    let mut options = request.options.clone();
    if request.native {
        options.order = native_order(options.algorithm);
    }
    let argument = |text: &str, option: &str| {
        values.read_argument(text).ok_or_else(|| {
            if let Some(trouble) = values.trouble(text) {
                return Failure::input(format!("{option}: {trouble}"));
            }
            let expected = if values.exact() { values.expected() } else { "two numbers `RE,IM`".into() };
            Failure::input(format!("{option} {} is no element of {}: it takes {expected}", quoted(text), values.name()))
        })
    };
    possible(values.ring(), options.algorithm, len)?;
    let builder = Builder::new(values.ring().clone(), len).options(options);
    let points = match &request.root {
        Some(root) => Points::Root(argument(root, "--root")?),
        // The error of a length that the algorithm lacks is more helpful than the next one, so it comes first.
        None => values.points(&builder.choose()?)?,
    };
    let builder = points.give(builder);
    Ok(match &request.coset {
        _ if apart => builder,
        Some(coset) => builder.coset(argument(coset, "--coset")?),
        None => builder,
    })
}
