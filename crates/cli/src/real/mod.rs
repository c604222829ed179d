//! `ringfft transform` of real numbers (`--kind r2c`, `c2r`, `dct1` to `dst4`) and of arrays (`--shape`, `--axes`).

mod elements;
mod request;

use crate::{
    args::TransformArgs,
    failure::{Failure, Outcome},
    floats::{Bits, Floats},
    format::{Format, Survey},
    input::{self, input_name},
    output::Output,
    phrase,
    progress::Progress,
    report::{Report, seconds},
    settings::Settings,
    spec::RingName,
    values::NpyType,
};
use elements::{Data, read_reals};
use num_complex::Complex;
use request::{Kind, Request};
use ringfft::{
    complex::Multi,
    plan::{Device, Layout},
    real::{Build, Builder, RealMulti, RealPlan, Trigonometric, TrigonometricKind},
};
use std::time::{Duration, Instant};

/// Returns true if the arguments ask for real numbers or for an array.
pub(crate) fn is_asked(args: &TransformArgs) -> bool {
    args.shape.is_some() || args.axes.is_some() || request::kind(&args.kind).is_some()
}

/// Runs the verb.
pub(crate) fn run(args: &TransformArgs, settings: Settings) -> Outcome<()> {
    match RingName::parse(&args.ring)? {
        RingName::C32 => over::<f32>(args, settings),
        RingName::C64 => over::<f64>(args, settings),
        _ => Err(Failure::input(format!(
            "real transforms, --shape and --axes are for c32 and c64, not for {}: transform rows with --batch B --layout \
             rows, columns with --layout columns",
            args.ring
        ))),
    }
}

fn over<T: Bits>(args: &TransformArgs, settings: Settings) -> Outcome<()> {
    let request = Request::new(args, settings)?;
    let format = Format::parse(&args.format.format)?;
    let output = Output::new(args.output.as_deref(), &[&args.input], format.content())?;
    let progress = Progress::new("reading");
    let content = input::read(&args.input, settings.memory)?;
    drop(progress);
    let progress = format.phases(content.len() as f64, "transforming");
    let what = input_name(&args.input);
    let complex = matches!(request.kind, Kind::Complex | Kind::ToReal);
    let (npy, width) = match complex {
        true => (NpyType::Complex { float: T::WIDTH }, 2 * T::WIDTH),
        false => (NpyType::Real { float: T::WIDTH }, T::WIDTH),
    };
    let survey = format.survey(npy, width, &content, &what)?;
    // An upper bound of the bytes of input and output, before any element is read.
    let floats = match request.kind {
        Kind::Complex => 2,
        Kind::Trigonometric(_) => 1,
        Kind::FromReal | Kind::ToReal => 4,
    };
    let fixed = (content.len() + survey.converted) as u128 + floats * (survey.count as u128 + 2) * T::WIDTH as u128;
    input::within(settings.memory, fixed, "the input with its elements")?;
    let data = match complex {
        true => Data::Values(format.read(&Floats::<T>::new(), &content, survey.count, &what)?),
        false => Data::Reals(read_reals(format, &content, survey.count, &what)?),
    };
    drop(content);
    progress.next();
    let run = Run { request: &request, survey, fixed, what: &what };
    let Done { data, shape, report } = transform(data, &run)?;
    progress.next();
    output.write_under(progress, |out| data.write(format, &shape, out))?;
    let (ring, kind) = (args.ring.as_str(), args.kind.as_str());
    let direction = if args.inverse { "inverse" } else { "forward" };
    let done = report.sentence().unwrap_or_default().to_string();
    let inverse = if args.inverse { "inverse " } else { "" };
    let report = report.saying(format!("{inverse}{kind} over {ring}, {done}"));
    report.with("ring", ring).with("kind", kind).with("direction", direction).note(settings.json);
    Ok(())
}

struct Done<T> {
    data: Data<T>,
    /// The shape of the result in NumPy.
    shape: Vec<usize>,
    report: Report,
}

fn transform<T: Bits>(data: Data<T>, run: &Run<'_>) -> Outcome<Done<T>> {
    let request = run.request;
    match (request.several(), data) {
        (Some((shape, axes)), Data::Values(mut values)) if request.kind == Kind::Complex => {
            run.survey.check_shape(shape, run.what)?;
            run.holds(values.len(), shape)?;
            let (plan, planned) = run.plan(Multi::<T>::builder(shape, axes))?;
            let ran = timed(|| match request.inverse {
                true => plan.inverse(&mut values),
                false => plan.forward(&mut values),
            })?;
            Ok(Done {
                data: Data::Values(values),
                shape: shape.clone(),
                report: planned.report(plan.device(), ran, shape, 1),
            })
        }
        (Some((shape, axes)), data) => {
            let (plan, planned) = run.plan(RealMulti::<T>::builder(shape, axes))?;
            let values_shape = plan.spectrum_shape().to_vec();
            match data {
                Data::Reals(reals) => {
                    run.survey.check_shape(shape, run.what)?;
                    run.holds(reals.len(), shape)?;
                    let mut values = filled(values_shape.iter().product(), Complex::new(T::zero(), T::zero()))?;
                    let ran = timed(|| plan.forward(&reals, &mut values))?;
                    Ok(Done {
                        data: Data::Values(values),
                        shape: values_shape,
                        report: planned.report(plan.device(), ran, shape, 1),
                    })
                }
                Data::Values(mut values) => {
                    run.survey.check_shape(&values_shape, run.what)?;
                    run.holds(values.len(), &values_shape)?;
                    let mut reals = filled(shape.iter().product(), T::zero())?;
                    let ran = timed(|| plan.inverse(&mut values, &mut reals))?;
                    Ok(Done {
                        data: Data::Reals(reals),
                        shape: shape.clone(),
                        report: planned.report(plan.device(), ran, shape, 1),
                    })
                }
            }
        }
        (None, Data::Reals(mut reals)) => {
            let batch = request.batch;
            if let Kind::Trigonometric(kind) = request.kind {
                if let Some((shape, axes)) = &request.array {
                    run.survey.check_shape(shape, run.what)?;
                    run.holds(reals.len(), shape)?;
                    return separable(reals, kind, shape, axes, run);
                }
                let len = run.each(reals.len())?;
                let builder = Trigonometric::<T>::builder(kind, len).batch(batch, request.layout);
                let (plan, planned) = run.plan(builder)?;
                let ran = timed(|| match request.inverse {
                    true => plan.inverse(&mut reals),
                    false => plan.forward(&mut reals),
                })?;
                let shape = vec![reals.len()];
                return Ok(Done {
                    data: Data::Reals(reals),
                    shape,
                    report: planned.report(plan.device(), ran, &[len], batch),
                });
            }
            let len = run.each(reals.len())?;
            if request.array.as_ref().is_some_and(|(shape, _)| shape[..] != [len]) {
                run.holds(len, &request.array.as_ref().map_or(vec![], |(shape, _)| shape.clone()))?;
            }
            let (plan, planned) = run.plan(RealPlan::<T>::builder(len).batch(batch, request.layout))?;
            let mut values = filled(plan.spectrum_len() * batch, Complex::new(T::zero(), T::zero()))?;
            let ran = timed(|| plan.forward(&reals, &mut values))?;
            let shape = vec![values.len()];
            Ok(Done { data: Data::Values(values), shape, report: planned.report(plan.device(), ran, &[len], batch) })
        }
        (None, Data::Values(values)) => {
            let (each, batch) = (run.each(values.len())?, request.batch);
            // Without a length, the real sequence is taken to be of even length; a single value belongs to a single
            // number.
            let len = request.array.as_ref().map_or(if each == 1 { 1 } else { 2 * (each - 1) }, |(shape, _)| shape[0]);
            run.holds(each, &[len / 2 + 1])?;
            let (plan, planned) = run.plan(RealPlan::<T>::builder(len).batch(batch, request.layout))?;
            let mut reals = filled(len * batch, T::zero())?;
            let ran = timed(|| plan.inverse(&values, &mut reals))?;
            let shape = vec![reals.len()];
            Ok(Done { data: Data::Reals(reals), shape, report: planned.report(plan.device(), ran, &[len], batch) })
        }
    }
}

/// Computes a cosine or sine transform along each of these axes of a row-major array, one after another.
fn separable<T: Bits>(
    mut reals: Vec<T>,
    kind: TrigonometricKind,
    shape: &[usize],
    axes: &[usize],
    run: &Run<'_>,
) -> Outcome<Done<T>> {
    let mut whole = Planned { bytes: 0, took: Duration::ZERO };
    let (mut ran, mut device) = (Duration::ZERO, Device::Cpu);
    for &axis in axes {
        let (len, inner): (usize, usize) = (shape[axis], shape[axis + 1..].iter().product());
        let outer = reals.len() / (len * inner);
        // Rows of the last axis are contiguous; those of another axis are the columns of each part of the array.
        let (batch, layout) = if inner == 1 { (outer, Layout::Rows) } else { (inner, Layout::Columns) };
        let (plan, planned) = run.plan(Trigonometric::<T>::builder(kind, len).batch(batch, layout))?;
        let mut scratch = plan.scratch()?;
        ran += timed(|| {
            reals.chunks_exact_mut(len * batch).try_for_each(|part| match run.request.inverse {
                true => plan.inverse_with(part, &mut scratch),
                false => plan.forward_with(part, &mut scratch),
            })
        })?;
        (whole.bytes, whole.took) = (whole.bytes.max(planned.bytes), whole.took + planned.took);
        device = plan.device();
    }
    let report = whole.report(device, ran, shape, 1);
    Ok(Done { data: Data::Reals(reals), shape: shape.to_vec(), report })
}

fn timed(run: impl FnOnce() -> ringfft::Result<()>) -> Outcome<Duration> {
    let start = Instant::now();
    run()?;
    Ok(start.elapsed())
}

fn filled<E: Clone>(len: usize, value: E) -> Outcome<Vec<E>> {
    let mut list = Vec::new();
    list.try_reserve_exact(len)
        .map_err(|_| Failure::Resource(format!("no memory for {len} elements: take a shorter input")))?;
    list.resize(len, value);
    Ok(list)
}

struct Run<'a> {
    request: &'a Request,
    survey: Survey,
    fixed: u128,
    what: &'a str,
}

impl Run<'_> {
    /// Builds the plan. Returns it with its bytes and the time that this took, or an error beyond the memory limit.
    fn plan<P: Build>(&self, builder: Builder<P>) -> Outcome<(P, Planned)> {
        let settings = &self.request.settings;
        let start = Instant::now();
        let builder =
            builder.scale(self.request.scale).threads(settings.threads).isa(settings.isa).device(settings.device);
        let bytes = builder.bytes()?;
        input::within(settings.memory, self.fixed + u128::from(bytes), "the transform with its input")?;
        let plan = builder.build()?;
        Ok((plan, Planned { bytes, took: start.elapsed() }))
    }

    /// Returns the number of elements of each transform of the batch.
    fn each(&self, count: usize) -> Outcome<usize> {
        let batch = self.request.batch;
        self.survey.check_batch(batch, self.request.layout, true, self.what)?;
        if count.is_multiple_of(batch) {
            return Ok(count / batch);
        }
        Err(Failure::input(format!(
            "{} holds {count} elements, which is no multiple of the {batch} transforms of --batch",
            self.what
        )))
    }

    /// Checks that the input holds an array of this shape.
    fn holds(&self, count: usize, shape: &[usize]) -> Outcome<()> {
        let needed = shape.iter().try_fold(1usize, |product, len| product.checked_mul(*len));
        if needed == Some(count) {
            return Ok(());
        }
        let lengths: Vec<String> = shape.iter().map(usize::to_string).collect();
        Err(Failure::input(format!(
            "{} holds {count} elements, but {} of shape {} are needed: check --shape",
            self.what,
            needed.map_or("too many".into(), |needed| needed.to_string()),
            lengths.join("x")
        )))
    }
}

struct Planned {
    bytes: u64,
    took: Duration,
}

impl Planned {
    fn report(&self, device: Device, ran: Duration, shape: &[usize], batch: usize) -> Report {
        let lengths: Vec<String> = shape.iter().map(usize::to_string).collect();
        let lengths = lengths.join("x");
        let many = if batch == 1 { String::new() } else { format!("{} times ", phrase::count(batch)) };
        let on = if device == Device::Cuda { " on a device" } else { "" };
        let times = [self.took, ran].map(phrase::time);
        Report::new("transform")
            .saying(format!("{many}shape {lengths}{on}; plan {}, transform {}", times[0], times[1]))
            .with("length", shape.iter().product::<usize>())
            .with("shape", lengths)
            .with("batch", batch)
            .with("device", device.name())
            .with("plan_bytes", self.bytes)
            .with("plan_seconds", seconds(self.took))
            .with("transform_seconds", seconds(ran))
    }
}
