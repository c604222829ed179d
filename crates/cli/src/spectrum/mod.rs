//! `ringfft spectrum`: the power of a sound by frequency, as a table or a curve, or by time and frequency, as a picture.

mod axis;
mod canvas;
mod chart;
mod chunks;
mod curve;
mod frames;
mod picture;
mod request;
mod source;
mod table;
mod ticks;

use crate::{
    failure::{Failure, Outcome},
    input,
    output::{Content, Output, check_inputs},
    phrase,
    progress::Progress,
    report::seconds,
    settings::Settings,
};
use request::{Request, positive};
use std::{path::Path, time::Instant};

pub(crate) use request::SpectrumArgs;

/// Runs the verb.
pub(crate) fn run(args: &SpectrumArgs) -> Outcome<()> {
    let settings = Settings::new(&args.common)?;
    let request = Request::new(args, &settings)?;
    let rate = args.rate.as_deref().map(|text| positive(text, "--rate", "samples a second")).transpose()?;
    check_inputs(args.output.as_deref(), &[&args.input])?;
    let content = content(args.output.as_deref(), request.npy)?;
    let output = Output::new(args.output.as_deref(), &[&args.input], content)?;
    let progress = Progress::phases([("reading", 0.0), ("analysing", 0.0)]);
    let bytes = input::read(&args.input, settings.memory)?;
    let source = match rate {
        Some(rate) => source::text(&bytes, rate, &request)?,
        None => source::wav(bytes, &request)?,
    };
    progress.next();
    let start = Instant::now();
    let make = match content {
        Content::Npy if request.short_time => frames::make,
        Content::Png => picture::draw,
        Content::Svg => curve::draw,
        _ => table::make,
    };
    let (content, report) = make(&source, &request)?;
    let time = start.elapsed();
    let unit = report.text("unit").map_or_else(String::new, |unit| format!(", in {unit}"));
    let (done, size) = (report.sentence().unwrap_or_default(), phrase::size(content.len()));
    let sentence = format!("{done}{unit}; {size}; analysis {}", phrase::time(time));
    let report = report.saying(sentence).with("analysis_seconds", seconds(time)).with("bytes", content.len());
    drop(progress);
    output.write(|out| out.write_all(&content))?;
    report.note(settings.json);
    Ok(())
}

/// Returns the content to write, by the ending of the output's name.
fn content(output: Option<&Path>, npy: bool) -> Outcome<Content> {
    let ending = output.and_then(Path::extension).map(|ending| ending.to_string_lossy().to_lowercase());
    let picture = |content| match npy {
        true => Err(Failure::input("--format npy is a table, but -o names a picture: leave one of them out")),
        false => Ok(content),
    };
    match ending.as_deref() {
        Some("png") => picture(Content::Png),
        Some("svg") => picture(Content::Svg),
        None => Ok(if npy { Content::Npy } else { Content::Text }),
        Some("npy") if npy => Ok(Content::Npy),
        Some("txt" | "dat") if !npy => Ok(Content::Text),
        Some(other) => Err(Failure::input(format!(
            "the output ends in .{other}, but it must end in .png (a spectrogram), .svg (a curve), .txt, .dat or nothing (a table), \
             or with --format npy in .npy or nothing (an array)"
        ))),
    }
}
