//! `ringfft draw`: the network of a transform, or its sparse matrices, as SVG.

mod canvas;
mod frame;
mod label;
mod matrices;
mod network;

use crate::{
    args::DrawArgs,
    failure::{Failure, Outcome, quoted},
    output::{Content, Output},
    phrase,
    report::{Done, Report},
    ring::{Job, open},
    settings::Settings,
    spec::{RingName, native_order, parse_algorithm, parse_len, possible},
    values::{AnyValues, Values},
};
use frame::Frame;
use label::{Names, subscript, superscript};
use ringfft::{
    algebra::{Module, Ring},
    conv::Convolve,
    plan::{Algorithm, Builder, Options, Plan, Recipe, Scale, Threads},
};
use ringfft_testing::{
    Erased, ErasedElement, Tally,
    tracing::{Direction, Layers, Placement, Traced, Tracing, factors, trace_plan},
};
use std::iter;

/// The greatest length of a network.
const NETWORK_LEN: usize = 64;
/// The greatest length of factors.
const FACTORS_LEN: usize = 32;

/// The request for a drawing.
struct Request {
    subject: String,
    len: usize,
    options: Options,
    factors: bool,
    inverse: bool,
}

/// Runs the verb.
pub(crate) fn run(args: &DrawArgs) -> Outcome<()> {
    let settings = Settings::new(&args.common)?;
    let ring = open::<Drawing>(&RingName::parse(&args.ring)?)?;
    let request = Request::new(args, &settings)?;
    let output = Output::new(args.output.as_deref(), &[], Content::Svg)?;
    let Done { report, emit } = ring.run(&request)?;
    output.write(emit)?;
    report.note(settings.json);
    Ok(())
}

impl Request {
    fn new(args: &DrawArgs, settings: &Settings) -> Outcome<Self> {
        let mut options = Options::default();
        options.scale = Scale::NONE;
        options.threads = Threads::AtMost(1);
        options.memory_limit = settings.memory;
        let text = args.subject.trim();
        let (subject, len) = if text.contains('(') {
            let recipe: Recipe = text.parse()?;
            options.order = recipe.order();
            options.recipe = Some(recipe.clone());
            (recipe.to_string(), recipe.len())
        } else {
            let Some((name, len)) = text.split_once(':') else {
                return Err(Failure::input(format!(
                    "{} is no network: write ALGORITHM:LENGTH or a recipe, for instance classical:8 or \
                     \"stockham(8, 2x2x2)\"",
                    quoted(text)
                )));
            };
            options.algorithm = parse_algorithm(name)?;
            options.order = native_order(options.algorithm);
            (name.to_string(), parse_len(len)?)
        };
        let (what, most) = match args.factors {
            false => ("a network", NETWORK_LEN),
            true => ("the factors of a network", FACTORS_LEN),
        };
        if len > most {
            return Err(Failure::input(format!(
                "{what} of length {len} would not be readable: draw a length of at most {most}"
            )));
        }
        Ok(Request { subject, len, options, factors: args.factors, inverse: args.inverse })
    }
}

/// Draws a transform.
struct Drawing;

impl Job for Drawing {
    type In<'a> = &'a Request;
    type Out<'v> = Outcome<Done<'v>>;

    fn run<'v, V: Values<Ring: Convolve>>(values: &'v V, request: &Request) -> Outcome<Done<'v>> {
        draw(values, request)
    }
}

/// Records the transform and draws it.
fn draw<'a>(values: &dyn AnyValues, request: &Request) -> Outcome<Done<'a>> {
    let (ring, len) = (values.erased(), request.len);
    values.check(request.options.algorithm)?;
    possible(&ring, request.options.algorithm, len)?;
    let builder = Builder::new(Tracing::new(ring.clone()), len).options(request.options.clone());
    // The error of a length that the algorithm lacks is more helpful than the next one, so it comes first.
    let recipe = builder.choose()?;
    let root_order = recipe.root_order().unwrap_or(len);
    let plan = values.points(&recipe)?.give(builder).build()?;
    let direction = if request.inverse { Direction::Inverse } else { Direction::Forward };
    let network = trace_plan(&plan, direction)?;
    let tally = network.tally(&ring);
    let layers = Layers::new(&network, &ring);
    let placement = Placement::new(&layers);

    let permutation = plan.order().permutation(len);
    let coefficients = |factor: &str| (0..len).map(|j| format!("{factor}x{}", subscript(j))).collect::<Vec<_>>();
    let in_order: Vec<String> = permutation.iter().map(|&k| format!("X{}", subscript(k))).collect();
    let order_note =
        format!("{} order: {}", plan.order(), permutation.iter().map(usize::to_string).collect::<Vec<_>>().join(" "));
    let (inputs, outputs, order_note) = match request.inverse {
        false => (coefficients(""), in_order, format!("Values in {order_note}")),
        true => {
            let scale = inverse_scale(values, &ring, &plan)?;
            let factor = if scale == 1 { String::new() } else { scale.to_string() };
            (in_order, coefficients(&factor), format!("Values read in {order_note}"))
        }
    };
    let order_note = match plan.recipe().algorithm() {
        Algorithm::Negacyclic => format!("{order_note}; value k is at v^(2k+1)"),
        _ => order_note,
    };
    let direction = if request.inverse { ", inverse" } else { "" };
    let title = format!("{}{direction}, n = {len}", request.subject);
    let mut frame = Frame { title, notes: vec![order_note], inputs, outputs };

    // A square root of w is called v; other roots that the points are powers of are the w of the picture.
    let named_order = if root_order == 2 * len { len } else { root_order };
    let document = if request.factors {
        let factors = factors(&layers, &placement, &ring);
        let constants = factors.iter().flat_map(|factor| factor.entries.iter().map(|(.., entry)| entry));
        let mut names = Names::new(values, named_order, constants);
        let matrices = matrices::Matrix::of(&factors, &mut |by| names.label(by));
        frame.notes.push(names.root());
        frame.notes.extend(names.legend());
        matrices::document(&frame, &matrices)
    } else {
        let values_of = layers.values().iter().flat_map(|value| &value.terms);
        let constants = values_of.chain(layers.outputs().iter().flatten()).filter_map(|term| term.by.as_ref());
        let mut names = Names::new(values, named_order, constants);
        let picture = network::Picture::new(&layers, &placement, &mut |by| names.label(by));
        frame.notes.push(format!("{}; {}", names.root(), counted(&tally, len)));
        frame.notes.extend(names.legend());
        network::document(&frame, &picture)
    };
    let text = format!("{document}\n");
    let sentence = format!(
        "{} over {}: {}, {}, {}; {} of SVG",
        plan.recipe(),
        values.name(),
        phrase::counted(layers.depth(), "layer"),
        phrase::counted(tally.additions, "addition"),
        phrase::counted(tally.products(), "product"),
        phrase::size(text.len())
    );
    let report = Report::new("draw")
        .saying(sentence)
        .with("ring", values.name())
        .with("recipe", plan.recipe().to_string())
        .with("length", len)
        .with("direction", if request.inverse { "inverse" } else { "forward" })
        .with("order", plan.order().to_string())
        .with("layers", layers.depth())
        .with("rows", placement.height())
        .with("additions", tally.additions)
        .with("products", tally.products())
        .with("bytes", text.len());
    Ok(Done { report, emit: Box::new(move |out| out.write_all(text.as_bytes())) })
}

/// Returns the integer by which the inverse multiplies the coefficients: the length, for most.
fn inverse_scale(
    values: &dyn AnyValues,
    ring: &Erased,
    plan: &Plan<Traced<ErasedElement>, Tracing<Erased>>,
) -> Outcome<usize> {
    let len = plan.len();
    let mut unit = vec![ring.zero(); len];
    unit[0] = ring.one();
    let points = trace_plan(plan, Direction::Forward)?.evaluate(ring, &unit)?;
    let scaled = trace_plan(plan, Direction::Inverse)?.evaluate(ring, &points)?;
    let scale = iter::once(len)
        .chain(1..=2 * len)
        .find(|&scale| values.near(&scaled[0], &ring.integer(scale as u64), len.max(2), true));
    Ok(scale.unwrap_or(len))
}

fn counted(tally: &Tally, len: usize) -> String {
    let plural = |count: u64, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    let mut text = format!("{}, {}", plural(tally.additions, "addition"), plural(tally.products(), "product"));
    if tally.products_by_i() > 0 && len.is_multiple_of(4) {
        let quarter = if len == 4 { String::new() } else { superscript(len / 4) };
        text += &format!(" ({} by {}w{quarter})", tally.products_by_i(), '\u{b1}');
    }
    text
}
