//! `image filter`: a picture times a frequency response.

use super::{
    picture::{Picture, clips, zeros},
    plan::{cycles, memory, number, plan},
};
use crate::{
    args::Common,
    failure::{Failure, Outcome},
    input,
    output::{Content, Output},
    phrase,
    progress::Progress,
    report::{Report, seconds},
    settings::Settings,
    suggest::unknown,
};
use clap::Args;
use ringfft::real::PackedSpectrumMut;
use std::{f64::consts::PI, path::PathBuf, time::Instant};

#[derive(Args)]
pub(crate) struct FilterArgs {
    /// low, high, band, blur (Gaussian) or sharpen (unsharp masking)
    #[arg(long, value_name = "KIND")]
    kind: String,
    /// Cut-off of low and high, a fraction of Nyquist's frequency [default: 0.25 for low, 0.05 for high]
    #[arg(long, value_name = "R", allow_negative_numbers = true)]
    radius: Option<String>,
    /// Lower cut-off of band [default: 0.05]
    #[arg(long, value_name = "R", allow_negative_numbers = true)]
    from: Option<String>,
    /// Upper cut-off of band [default: 0.25]
    #[arg(long, value_name = "R", allow_negative_numbers = true)]
    to: Option<String>,
    /// Width of the transition at a cut-off of low, high and band, in the same unit; 0 cuts sharply, which shows as ringing
    /// [default: 0.05]
    #[arg(long, value_name = "R", allow_negative_numbers = true)]
    soft: Option<String>,
    /// Standard deviation of blur and sharpen, in pixels [default: 2 for blur, 1 for sharpen]
    #[arg(long, value_name = "PIXELS", allow_negative_numbers = true)]
    sigma: Option<String>,
    /// Strength of sharpen, gain of high and band [default: 1]
    #[arg(long, value_name = "A", allow_negative_numbers = true)]
    amount: Option<String>,
    /// Added to every colour, a fraction of white [default: 0.5 for high and band, which have no mean]
    #[arg(long, value_name = "C", allow_negative_numbers = true)]
    offset: Option<String>,
    /// Continues the picture beyond its border: wrap (the opposite side) or mirror (the picture mirrored, at four times the work)
    /// [default: mirror for blur and sharpen, else wrap]
    #[arg(long, value_name = "NAME")]
    border: Option<String>,
    #[command(flatten)]
    common: Common,
    /// A PNG picture of 1 to 16 bits a sample; `-` is standard input
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// The PNG picture to write [default: standard output]
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
}

/// A response that depends on the distance from frequency 0 alone: the same in all directions, and real.
enum Response {
    Low { radius: f64, soft: f64 },
    High { radius: f64, soft: f64, amount: f64 },
    Band { from: f64, to: f64, soft: f64, amount: f64 },
    Blur { sigma: f64 },
    Sharpen { sigma: f64, amount: f64 },
}

/// The options by name; each kind of filter takes some of them.
struct Given<'a> {
    kind: &'a str,
    options: [(&'static str, &'a Option<String>); 6],
}

impl Given<'_> {
    /// Returns the values of the wanted options in order, with defaults for those not given. Rejects any other option.
    fn take<const K: usize>(&self, wanted: [(&str, f64, f64); K]) -> Outcome<[f64; K]> {
        let is_wanted = |name: &str| wanted.iter().any(|(wanted, ..)| *wanted == name);
        for (name, text) in &self.options {
            if text.is_some() && !is_wanted(name) {
                let names: Vec<String> = wanted.iter().map(|(name, ..)| format!("--{name}")).collect();
                return Err(Failure::input(format!(
                    "--{name} says nothing to a filter of kind {}: it takes {}",
                    self.kind,
                    names.join(", ")
                )));
            }
        }
        let mut values = [0.0; K];
        for (value, (wanted, default, most)) in values.iter_mut().zip(wanted) {
            let given = self.options.iter().find(|(name, _)| *name == wanted).and_then(|(_, text)| text.as_ref());
            *value = given.map_or(Ok(default), |text| number(wanted, text, 0.0..=most))?;
        }
        Ok(values)
    }
}

impl Response {
    fn new(args: &FilterArgs) -> Outcome<Self> {
        let given = Given {
            kind: &args.kind,
            options: [
                ("radius", &args.radius),
                ("from", &args.from),
                ("to", &args.to),
                ("soft", &args.soft),
                ("sigma", &args.sigma),
                ("amount", &args.amount),
            ],
        };
        let (soft, amount) = (("soft", 0.05, 2.0), ("amount", 1.0, 1000.0));
        Ok(match args.kind.as_str() {
            "low" => {
                let [radius, soft] = given.take([("radius", 0.25, 2.0), soft])?;
                Response::Low { radius, soft }
            }
            "high" => {
                let [radius, soft, amount] = given.take([("radius", 0.05, 2.0), soft, amount])?;
                Response::High { radius, soft, amount }
            }
            "band" => {
                let [from, to, soft, amount] = given.take([("from", 0.05, 2.0), ("to", 0.25, 2.0), soft, amount])?;
                if from >= to {
                    return Err(Failure::input(format!(
                        "--from is {from} and --to is {to}: the band must begin below its end"
                    )));
                }
                Response::Band { from, to, soft, amount }
            }
            "blur" => {
                let [sigma] = given.take([("sigma", 2.0, 1e6)])?;
                Response::Blur { sigma }
            }
            "sharpen" => {
                let [sigma, amount] = given.take([("sigma", 1.0, 1e6), amount])?;
                Response::Sharpen { sigma, amount }
            }
            kind => return Err(unknown("filter of kind", kind, &["low", "high", "band", "blur", "sharpen"])),
        })
    }

    /// Returns the factor at the frequency of `x`, `y` cycles per pixel.
    fn at(&self, y: f64, x: f64) -> f64 {
        let r = 2.0 * x.hypot(y);
        let gauss = |sigma: f64| (-2.0 * (PI * sigma).powi(2) * (x * x + y * y)).exp();
        match *self {
            Response::Low { radius, soft } => below(r, radius, soft),
            Response::High { radius, soft, amount } => amount * (1.0 - below(r, radius, soft)),
            Response::Band { from, to, soft, amount } => amount * (below(r, to, soft) - below(r, from, soft)),
            Response::Blur { sigma } => gauss(sigma),
            Response::Sharpen { sigma, amount } => 1.0 + amount * (1.0 - gauss(sigma)),
        }
    }

    fn has_mean(&self) -> bool {
        !matches!(self, Response::High { .. } | Response::Band { .. })
    }
}

/// Returns 1 below the radius and 0 above it, with half a cosine of width `soft` between; always 1 at frequency 0.
fn below(r: f64, radius: f64, soft: f64) -> f64 {
    let soft = soft.min(2.0 * radius);
    let along = (r - radius) / soft + 0.5;
    match soft > 0.0 {
        true if along <= 0.0 => 1.0,
        true if along >= 1.0 => 0.0,
        true => 0.5 + 0.5 * (PI * along).cos(),
        false => f64::from(r <= radius),
    }
}

/// Runs the verb.
pub(super) fn run(args: &FilterArgs) -> Outcome<()> {
    let settings = Settings::with_device(&args.common)?;
    let response = Response::new(args)?;
    let mirror = match args.border.as_deref() {
        None => matches!(response, Response::Blur { .. } | Response::Sharpen { .. }),
        Some("wrap") => false,
        Some("mirror") => true,
        Some(other) => return Err(unknown("border", other, &["wrap", "mirror"])),
    };
    let border = if mirror { "mirror" } else { "wrap" };
    let offset = match &args.offset {
        Some(text) => number("offset", text, -1.0..=1.0)?,
        None if response.has_mean() => 0.0,
        None => 0.5,
    };
    let output = Output::new(args.output.as_deref(), &[&args.input], Content::Png)?;
    let progress = Progress::new("reading");
    let start = Instant::now();
    let mut picture = Picture::read(&args.input, memory(&settings))?;
    drop(progress);
    let progress = Progress::steps("filtering", picture.planes.len() as u64);
    let (width, height) = (picture.width, picture.height);
    let (rows, cols) = if mirror { (2 * height, 2 * width) } else { (height, width) };
    let mirrors = if mirror { size_of::<f64>() as u128 * rows as u128 * cols as u128 } else { 0 };
    let held = picture.bytes() + mirrors;
    input::within(memory(&settings), held, "the picture and its mirrors")?;
    let plan = plan(rows, cols, &settings, held)?;
    let mut scratch = plan.scratch()?;
    let white = picture.white();
    let mut extended = if mirror { zeros(rows * cols) } else { Some(Vec::new()) }.ok_or_else(|| {
        Failure::Resource(format!("no memory for {rows} x {cols} pixels: take a smaller picture or --border wrap"))
    })?;
    for index in 0..picture.planes.len() {
        let alpha = picture.is_alpha(index);
        let plane = &mut picture.planes[index];
        let values = if mirror {
            reflect(plane, width, &mut extended);
            &mut extended
        } else {
            &mut *plane
        };
        plan.forward_with(values, &mut scratch)?;
        PackedSpectrumMut::new(rows, cols, values)?.filter(|row, col| match (alpha, row, col) {
            // Opacity keeps its mean: without it a high pass would hide the picture.
            (true, 0, 0) => 1.0,
            _ => response.at(cycles(row, rows), cycles(col, cols)),
        });
        plan.inverse_with(values, &mut scratch)?;
        if mirror {
            let rows = extended.chunks_exact(cols).zip(plane.chunks_exact_mut(width));
            rows.for_each(|(from, to)| to.copy_from_slice(&from[..width]));
        }
        if !alpha {
            plane.iter_mut().for_each(|sample| *sample += offset * white);
        }
        progress.step();
    }
    drop((plan, scratch, extended, progress));
    let time = start.elapsed();
    output.write(|out| picture.write(out))?;
    let (kind, clipped) = (args.kind.as_str(), picture.clipped());
    let mirrored = if mirror { "mirrored" } else { "wrapped" };
    Report::new("image_filter")
        .saying(format!("{kind} of {}, border {mirrored}; {}; {}", picture.words(), clips(clipped), phrase::time(time)))
        .with("kind", kind)
        .with("picture", picture.kind())
        .with("width", width)
        .with("height", height)
        .with("border", border)
        .with("clipped", clipped)
        .with("seconds", seconds(time))
        .note(settings.json);
    Ok(())
}

/// Copies the plane, and its mirror images beside and below it, into `extended`. The result is continuous across its
/// borders when repeated.
fn reflect(plane: &[f64], width: usize, extended: &mut [f64]) {
    let (first, second) = extended.split_at_mut(extended.len() / 2);
    for (row, out) in plane.chunks_exact(width).zip(first.chunks_exact_mut(2 * width)) {
        out[..width].copy_from_slice(row);
        out[width..].iter_mut().zip(row.iter().rev()).for_each(|(out, &sample)| *out = sample);
    }
    for (row, out) in first.chunks_exact(2 * width).rev().zip(second.chunks_exact_mut(2 * width)) {
        out.copy_from_slice(row);
    }
}
