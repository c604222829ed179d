//! `ringfft explain`: the recipe, and why.

use crate::{
    args::ExplainArgs,
    compare::with_ring,
    failure::{Failure, Outcome, quoted},
    multiply::engine,
    output::Output,
    report::Report,
    ring::{Job, open},
    settings::{Settings, check_kernels},
    spec::{Spec, parse_len},
    tuning,
    values::{Points, Values},
};
use ringfft::{
    algebra::Roots,
    conv::Convolve,
    integer::{Explanation, Multiplier},
    order::Order,
    plan::{Accelerated as _, Algorithm, Builder, Isa, Options, Recipe, Threads, Tuning},
};
use ringfft_lab::{Ask, Choice, Task, time_choices};
use serde_json::json;

/// The number of recipes that are shown.
const SHOWN: usize = 6;

/// Runs the verb.
pub(crate) fn run(args: &ExplainArgs) -> Outcome<()> {
    let settings = Settings::new(&args.common)?;
    let output = Output::report()?;
    let specs: Vec<Spec> = args.specs.iter().map(|spec| Spec::parse(spec)).collect::<Outcome<_>>()?;
    let tuning = args.tuning.as_deref().map(tuning::read).transpose()?.unwrap_or_default();
    let mut reports = specs
        .iter()
        .map(|spec| {
            let (report, recipes) = open::<Explain>(&spec.ring)?.run((spec, &settings, &tuning))?;
            if args.measure { measured(report, spec, &settings, &recipes) } else { Ok(report) }
        })
        .collect::<Outcome<Vec<Report>>>()?;
    let engine = engine(&args.engine)?;
    if !args.integers.is_empty() {
        check_kernels(settings.isa, &[], "a product of integers")?;
    }
    for bits in &args.integers {
        reports.push(product(bits, &Multiplier::new().engine(engine).threads(settings.threads))?);
    }
    let text = Report::several(&reports, settings.json);
    output.write(|out| out.write_all(text.as_bytes()))
}

/// Returns the report on a product of integers of `AxB` bits, or on a square of `A` bits.
fn product(text: &str, multiplier: &Multiplier) -> Outcome<Report> {
    let wrong = || {
        Failure::input(format!("{} is no size of integers: write A or AxB, bits from 1 on, as 2^20x2^16", quoted(text)))
    };
    let limbs =
        |bits: &str| parse_len(bits).ok().filter(|&bits| bits > 0).map(|bits| bits.div_ceil(64)).ok_or_else(wrong);
    let (a, b) = match text.split_once('x') {
        Some((a, b)) => (limbs(a)?, Some(limbs(b)?)),
        None => (limbs(text)?, None),
    };
    let Explanation { engine, transforms, scratch_bytes, threads, why, .. } =
        multiplier.explain(a, b.unwrap_or(a), b.is_none())?;
    let mut report = Report::new("explain").with("integers", text).with("engine", engine.name()).with("why", why);
    if let Some(transforms) = transforms {
        report = report
            .with("transforms", transforms.count)
            .with("length", transforms.len)
            .with("primes", transforms.primes)
            .with("slices", transforms.slices);
    }
    // Sizes beyond 2^64 bytes are reported as the greatest number of 64 bits.
    let bytes = u64::try_from(scratch_bytes).unwrap_or(u64::MAX);
    Ok(report.with("scratch_bytes", bytes).with("threads", format!("{threads} at most")))
}

/// Adds measured times to a report, each beside the time that the cost model predicts, if it predicts one.
fn measured(report: Report, spec: &Spec, settings: &Settings, recipes: &[(Recipe, Option<f64>)]) -> Outcome<Report> {
    let task = Task { ring: spec.ring.to_string(), shape: vec![spec.len], batch: 1 };
    let mut ask = Ask::new(&task);
    ask.isa = settings.isa;
    ask.threads = match settings.threads {
        Threads::AtMost(threads) => threads,
        _ => rayon::current_num_threads(),
    };
    ask.memory = settings.memory.unwrap_or(2 << 30);
    let choices: Vec<Choice> = recipes.iter().map(|(recipe, _)| recipe.clone().into()).collect();
    let mut times = Vec::new();
    with_ring(&spec.ring, &mut |ring| times = time_choices(ring, &ask, &choices))?;
    let (mut list, mut lines) = (Vec::new(), Vec::new());
    for ((recipe, predicted), time) in recipes.iter().zip(times) {
        let time = time?;
        list.push(json!({"recipe": recipe.to_string(), "predicted_ns": predicted, "measured_ns": time}));
        let predicted = predicted.map_or_else(String::new, |ns| format!("predicted {ns:.0} ns, "));
        lines.push(format!("{recipe} {predicted}measured {time:.0} ns"));
    }
    Ok(if settings.json { report.with("measured", list) } else { report.with("measured", lines.join("; ")) })
}

/// The report, and the recipes to time with their predicted nanoseconds.
type Explained = (Report, Vec<(Recipe, Option<f64>)>);

/// Explains the choice of one recipe.
struct Explain;

impl Job for Explain {
    type In<'a> = (&'a Spec, &'a Settings, &'a Tuning);
    type Out<'v> = Outcome<Explained>;

    fn run<V: Values<Ring: Convolve>>(values: &V, (spec, settings, tuning): Self::In<'_>) -> Outcome<Explained> {
        explain(values, spec, settings, tuning)
    }
}

/// Chooses the recipe; builds nothing.
fn explain<V: Values>(values: &V, spec: &Spec, settings: &Settings, tuning: &Tuning) -> Outcome<Explained> {
    values.check(spec.algorithm)?;
    let mut options = Options::default();
    options.algorithm = spec.algorithm;
    options.threads = settings.threads;
    options.isa = settings.isa;
    options.memory_limit = settings.memory;
    options.order = spec.algorithm.map_or(Order::Natural, Algorithm::default_order);
    let builder = Builder::new(values.ring().clone(), spec.len).options(options);
    let timed = tuning.recipe(&builder).cloned();
    let tuned = timed.is_some();
    let recipe = timed.map_or_else(|| builder.choose(), Ok)?;
    let mut point_text = String::new();
    let (what, given) = match values.points(&recipe)? {
        Points::Root(root) => ("root", vec![root]),
        Points::CantorBasis => ("basis", values.ring().cantor_basis(spec.len.next_power_of_two().ilog2())?),
        Points::Basis(basis) => ("basis", basis),
    };
    for (i, element) in given.iter().enumerate() {
        if i > 0 {
            point_text.push(' ');
        }
        values.write(element, &mut point_text);
    }
    let mut offers: Vec<(Recipe, Option<f64>)> =
        builder.considered().into_iter().map(|offer| (offer.recipe, Some(offer.nanoseconds))).take(SHOWN).collect();
    let considered = considered(&offers);
    if !offers.iter().any(|(offer, _)| *offer == recipe) {
        offers.insert(0, (recipe.clone(), None));
    }
    let facts = Facts {
        recipe,
        tuned,
        considered,
        points: (what, point_text),
        element_bytes: values.size(),
        plan_bytes: builder.bytes()?,
        kernels: values.ring().instruction_sets(),
    };
    Ok((facts.report(spec, settings), offers))
}

/// The recipe that a plan takes, and the facts about it.
struct Facts {
    recipe: Recipe,
    /// `true` if the recipe was chosen by time.
    tuned: bool,
    considered: String,
    /// The points of evaluation: their name and their text.
    points: (&'static str, String),
    element_bytes: usize,
    plan_bytes: u64,
    /// Instruction sets for which the ring has kernels.
    kernels: &'static [Isa],
}

impl Facts {
    fn report(self, spec: &Spec, settings: &Settings) -> Report {
        let recipe = &self.recipe;
        let threads = match settings.threads {
            Threads::AtMost(threads) => threads,
            _ => rayon::current_num_threads(),
        };
        Report::new("explain")
            .with("spec", spec.to_string())
            .with("recipe", recipe.to_string())
            .with("tree", recipe.tree())
            .with(
                "why",
                if self.tuned { "it was the fastest when timed on this machine".into() } else { why(spec, recipe) },
            )
            .with("considered", self.considered)
            .with("order", recipe.order().to_string())
            .with(self.points.0, self.points.1)
            .with("twiddles", recipe.twiddle_count())
            .with("scratch_elements", recipe.scratch_len(threads))
            .with("element_bytes", self.element_bytes)
            .with("plan_bytes", self.plan_bytes)
            .with("instruction_set", instruction_set(self.kernels, settings.isa, recipe))
            .with("threads", format!("{threads} at most"))
    }
}

/// Returns the recipes that the cost model compared, each with its predicted time.
fn considered(offers: &[(Recipe, Option<f64>)]) -> String {
    let list: Vec<String> =
        offers.iter().map(|(recipe, ns)| format!("{recipe} {:.0} ns", ns.unwrap_or_default())).collect();
    if list.is_empty() { "nothing else".into() } else { list.join("; ") }
}

/// Returns the name of the instruction set that the plan computes with, or a sentence about the choice.
fn instruction_set(kernels: &[Isa], asked: Isa, recipe: &Recipe) -> String {
    let here: Vec<&str> = kernels.iter().filter(|isa| isa.is_available()).map(|isa| isa.name()).collect();
    match asked {
        Isa::Auto if here.is_empty() => "scalar (this build has no other kernels for this ring)".into(),
        Isa::Auto if !matches!(recipe.algorithm(), Algorithm::NovelBasis | Algorithm::Packed) => {
            let kernel = if recipe.algorithm().is_additive() { Algorithm::NovelBasis } else { Algorithm::Packed };
            format!("scalar (kernels for {} run {kernel})", here.join(", "))
        }
        Isa::Auto => format!("the best of {} that the length allows", here.join(", ")),
        asked => asked.name().into(),
    }
}

fn why(spec: &Spec, recipe: &Recipe) -> String {
    let algorithm = recipe.algorithm();
    if recipe.algorithm().is_additive() && spec.algorithm.is_some() {
        return format!(
            "{algorithm} was asked for by name; all additive transforms leave their values in natural order"
        );
    }
    let mut reasons = vec![match spec.algorithm {
        Some(_) => format!("{algorithm} was asked for by name"),
        None if algorithm == Algorithm::Packed && recipe.to_string().contains("residues") => format!(
            "{} is a power of two, and the tree of remainders in vector lanes is fastest over residues of this size",
            spec.len
        ),
        None if algorithm == Algorithm::Packed => {
            format!(
                "of the passes in vector lanes that {} can be divided into, the cost model finds these fastest",
                spec.len
            )
        }
        None if algorithm == Algorithm::Bluestein => format!(
            "{} has a prime factor too large for a butterfly of its own, and {algorithm} makes any length a convolution",
            spec.len
        ),
        None if algorithm == Algorithm::AdditiveTruncated => format!(
            "{} is no power of two, and {algorithm} takes the first points of the next one at the price of those",
            spec.len
        ),
        None if algorithm.is_additive() => format!(
            "the field has characteristic 2, so the values are those on a subspace, and {algorithm} has the fewest additions \
             and products"
        ),
        None if !spec.len.is_power_of_two() => format!(
            "{} is a product of small primes and the values are wanted in natural order, which {algorithm} leaves \
             without a permutation",
            spec.len
        ),
        None => format!(
            "{} is a power of two and the values are wanted in natural order, which {algorithm} leaves without a \
             permutation",
            spec.len
        ),
    }];
    if matches!(recipe, Recipe::FourStep { .. }) && spec.algorithm.is_none() {
        reasons.push(
            "it is long, and short transforms of columns and rows keep to the cache and share out to threads".into(),
        );
    }
    if let Recipe::Reorder { inner, .. } = recipe {
        reasons.push(format!("its own order is {}, so a reordering to {} follows", inner.order(), recipe.order()));
    } else if recipe.order() == Order::Natural && spec.algorithm.is_some() {
        reasons.push("its own order is the natural one, so nothing is reordered".into());
    }
    reasons.join("; ")
}
