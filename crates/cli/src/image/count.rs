//! `count image:WxH`: the fragment programs of a filtered picture, run and by formula.

use crate::{
    failure::{Failure, Outcome, quoted},
    input,
    report::Report,
    settings::Settings,
    spec::parse_len,
};
use ringfft_testing::{FragmentMachine, Fragments, Program};

/// The most pixels for which all passes are run.
const PIXELS: u128 = 1 << 24;
const MIB: u64 = 1 << 20;

/// Keys of the report: fragments, instructions, megabytes of 2^20 bytes read and written, as Tables 1 and 2 have them.
const KEYS: [[&str; 4]; 6] = [
    ["fft_fragments", "fft_arithmetic", "fft_read_mib", "fft_written_mib"],
    ["untangle_fragments", "untangle_arithmetic", "untangle_read_mib", "untangle_written_mib"],
    ["scale_fragments", "scale_arithmetic", "scale_read_mib", "scale_written_mib"],
    ["tangle_fragments", "tangle_arithmetic", "tangle_read_mib", "tangle_written_mib"],
    ["pass_fragments", "pass_arithmetic", "pass_read_mib", "pass_written_mib"],
    ["multiply_fragments", "multiply_arithmetic", "multiply_read_mib", "multiply_written_mib"],
];

/// Parses width and height, such as `1024x768`.
pub(crate) fn parse(text: &str) -> Outcome<(usize, usize)> {
    match text.split_once('x').map(|(width, height)| (parse_len(width), parse_len(height))) {
        Some((Ok(width), Ok(height))) => Ok((width, height)),
        _ => Err(Failure::input(format!("image:{} is no picture to count: write image:WIDTHxHEIGHT", quoted(text)))),
    }
}

/// Runs all passes on a black picture.
pub(crate) fn count((width, height): (usize, usize), settings: &Settings) -> Outcome<Report> {
    let form = Fragments::closed_form(height, width)?;
    let pixels = width as u128 * height as u128;
    if pixels > PIXELS {
        return Err(Failure::input(format!(
            "image:{width}x{height} has {pixels} pixels, and every pass over them is run: take at most {PIXELS}"
        )));
    }
    input::within(settings.memory, 5 * 8 * pixels, "the machine with its picture")?;
    let black = vec![0.0; width * height];
    let mut machine = FragmentMachine::new(height, width, &black)?;
    machine.forward();
    machine.multiply(&black)?;
    machine.inverse();
    let counted = machine.fragments();
    let megabytes = |bytes: u64| (bytes + MIB / 2) / MIB;
    let mut report = Report::new("count").with("spec", format!("image:{width}x{height}"));
    for (program, keys) in Program::ALL.iter().copied().zip(KEYS) {
        report = report
            .with(keys[0], counted.of(program))
            .with(keys[1], counted.arithmetic(program))
            .with(keys[2], megabytes(counted.read(program)))
            .with(keys[3], megabytes(counted.written(program)));
    }
    Ok(report
        .with("total_arithmetic", counted.total(Fragments::arithmetic))
        .with("total_read_mib", megabytes(counted.total(Fragments::read)))
        .with("total_written_mib", megabytes(counted.total(Fragments::written)))
        .with("formula_arithmetic", form.total(Fragments::arithmetic))
        .with("agrees", counted == form)
        .with(
            "formula",
            "fragments, M columns, N rows: fft 2 M N (lg M + lg N), untangle and tangle M N - 4, scale and pass M N + 2 N, \
             multiply M N; instructions of one: 27, 4, 1, 1, 0, 66; each on four channels",
        )
        .with("source", "Moreland and Angel 2003, Tables 1 and 2"))
}
