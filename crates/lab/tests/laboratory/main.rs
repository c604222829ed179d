//! The laboratory from outside: statistics, presets, reports, and what it does with bad requests. No test asserts a time.

mod contestants;

use clap::Parser;
use contestants::Nobody;
use ringfft_lab::{
    Check, Choice, DEFAULT, Error, Form, Interrupt, Laboratory, Limits, Machine, Options, PRESETS, Partial, Report,
    Row, SCHEMA, Summary, Task, TimedRing, compare, open, preset,
    statistics::{median, median_interval, minimum, ratio},
    tasks,
};
use ringfft_testing::Random;

#[derive(Parser)]
struct Program {
    #[command(flatten)]
    options: Options,
}

fn options(arguments: &[&str]) -> Options {
    Program::try_parse_from(["lab"].iter().chain(arguments)).unwrap().options
}

fn run(arguments: &[&str]) -> Result<Report, Error> {
    let laboratory = Laboratory { open: &open, contestants: &[], peers: &[&Nobody], native_order: false };
    compare(&options(arguments), &laboratory, &Interrupt::watch())
}

/// A run that takes as little time as possible.
const SHORT: [&str; 8] = ["--rounds", "3", "--sample", "0.01", "--seconds", "0.1", "--memory", "256M"];

fn short(arguments: &[&str]) -> Result<Report, Error> {
    run(&[arguments, &SHORT].concat())
}

fn row(variant: &str, len: usize, samples: &[f64]) -> Row {
    Row {
        task: Task { ring: "c64".into(), shape: vec![len], batch: 1 },
        variant: variant.into(),
        isa: "auto".into(),
        threads: 1,
        recipe: format!("{variant}({len}, <4x4>)"),
        order: "natural".into(),
        complex: true,
        plan_seconds: 1e-6,
        table_bytes: Some(128),
        scratch_bytes: 64,
        element_bytes: 16,
        error: Some(2.5e-16),
        check: Some(Check { values: len, round_trip: len }),
        operations: None,
        calls: 7,
        samples: samples.to_vec(),
    }
}

/// A report whose numbers are known.
fn report() -> Report {
    Report {
        schema: SCHEMA.into(),
        version: "0".into(),
        title: "two <variants> & more".into(),
        preset: None,
        seed: 1,
        rounds: 5,
        machine: Machine { processor: "a".into(), cores: 2, ..Machine::default() },
        checks: "all values".into(),
        limits: Limits { clock_ghz: 3.0, fma_gflops: 100.0, multiplies_per_ns: 3.0, copy_bytes_per_ns: 20.0 },
        baseline: "a".into(),
        partial: None,
        rows: vec![
            row("a", 16, &[100.0, 110.0, 90.0, 105.0, 95.0]),
            row("b", 16, &[200.0, 220.0, 180.0, 210.0, 190.0]),
            row("a", 64, &[500.0, 510.0, 520.0]),
            row("b", 64, &[400.0, 410.0, 420.0]),
        ],
        notes: vec!["c has no row over c64 at 2^4: none".into()],
    }
}

#[test]
fn statistics_of_known_samples() {
    let samples = [3.0, 1.0, 2.0, 10.0];
    assert_eq!((minimum(&samples), median(&samples)), (1.0, 2.5));
    assert_eq!(median(&[5.0, 1.0, 3.0]), 3.0);
    assert!(median(&[]).is_nan() && minimum(&[]).is_nan());
    // The interval holds the median, lies within the samples, repeats, and shrinks to a point where all are equal.
    let interval = median_interval(&samples, 7);
    assert!(interval.low >= 1.0 && interval.low <= 2.5 && interval.high >= 2.5 && interval.high <= 10.0);
    assert_eq!(interval, median_interval(&samples, 7));
    let same = median_interval(&[4.0; 9], 1);
    assert_eq!((same.low, same.high), (4.0, 4.0));
    // Twice the time in each round is twice the time, whatever the rounds are.
    let slow: Vec<f64> = samples.iter().map(|x| 2.0 * x).collect();
    let (twice, interval) = ratio(&slow, &samples, 3);
    assert_eq!((twice, interval.low, interval.high), (2.0, 2.0, 2.0));
    // A large sample of even numbers between 0 and 1: the median is near one half, and the interval is short.
    let mut random = Random::new(5);
    let many: Vec<f64> = (0..4000).map(|_| f64::midpoint(random.float(), 1.0)).collect();
    let interval = median_interval(&many, 1);
    assert!(interval.low < 0.52 && interval.high > 0.48 && interval.high - interval.low < 0.06, "{interval:?}");
}

#[test]
fn derived_numbers_are_those_of_the_samples() {
    let report = report();
    let summary = Summary::new(&report, &report.rows[1]);
    assert_eq!((summary.minimum, summary.median), (180.0, 200.0));
    assert_eq!(summary.unit, 200.0 / 64.0);
    assert_eq!(summary.gflops, Some(5.0 * 64.0 / 200.0));
    assert!(summary.multiplications.is_none());
    assert_eq!(summary.ratio.unwrap().0, 2.0);
    assert_eq!(summary.of_copy, 2.0 * 16.0 * 16.0 / 20.0 / 200.0);
}

#[test]
fn json_leads_to_the_same_page() {
    let report = report();
    let json = Form::Json.render(&report).unwrap();
    let read = Report::from_json(&json).unwrap();
    assert_eq!(read, report);
    for form in [Form::Html, Form::Csv, Form::Latex, Form::Text] {
        assert_eq!(form.render(&read).unwrap(), form.render(&report).unwrap(), "{form:?}");
    }
    let page = Form::Html.render(&report).unwrap();
    assert!(
        page.contains("two &lt;variants&gt; &amp; more") && page.contains("&lt;4x4&gt;") && !page.contains("<4x4>")
    );
    assert!(page.contains("prefers-color-scheme:dark") && page.contains("<svg ") && !page.contains("NaN"));
    // Nothing is fetched, and nothing runs.
    for part in ["http-equiv", "<script", "src=", "href=\"http", "url("] {
        assert!(!page.contains(part), "{part}");
    }
    let csv = Form::Csv.render(&report).unwrap();
    let lines: Vec<&str> = csv.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(lines.len(), 5);
    assert!(lines[1].contains("\"a(16, <4x4>)\""), "{}", lines[1]);
    assert!(Form::Latex.render(&report).unwrap().contains("$2^{4}$"));
    for text in ["", "{}", "[1]", &json.replace("compare/1", "compare/9"), &json.replace("100.0", "\"x\"")] {
        assert!(matches!(Report::from_json(text), Err(Error::Input(_))), "{text:.40}");
    }
    for ending in ["html", "json", "csv", "tex", "txt"] {
        assert!(Form::of(format!("a.{ending}").as_ref()).is_ok());
    }
    assert!(Form::of("a.png".as_ref()).is_err() && Form::of("a".as_ref()).is_err());
}

#[test]
fn a_partial_report_says_so() {
    let mut report = report();
    report.partial = Some(Partial { planned: 20, taken: 16 });
    for form in [Form::Html, Form::Csv, Form::Latex, Form::Text] {
        assert!(form.render(&report).unwrap().contains("16 of 20 samples"), "{form:?}");
    }
    // A run that is interrupted before its first sample has no rows, and still a report.
    report.rows.clear();
    assert!(Form::Html.render(&report).is_ok());
}

/// Rows of presets whose ring only the command line opens are checked there.
#[test]
fn every_row_of_a_preset_has_a_plan_at_a_small_length() {
    for preset in PRESETS.iter().chain([&DEFAULT]) {
        for part in preset.parts {
            let lists: Vec<Vec<Task>> =
                part.tasks.iter().map(|text| tasks(text, 1, (part.total > 0).then_some(part.total)).unwrap()).collect();
            for algorithm in part.algorithms {
                let choice = Choice::parse(algorithm).unwrap();
                let mut planned = false;
                for mut task in lists.concat().into_iter().filter(|task| task.len() <= 4096) {
                    let Ok(ring) = open(&task.ring) else {
                        assert_eq!(task.ring, "gf2:16", "{}", preset.name);
                        planned = true;
                        continue;
                    };
                    task.batch = task.batch.min(2);
                    let mut ask = ringfft_lab::Ask::new(&task);
                    ask.native_order = preset.native_order;
                    planned |= ring.prepare(&ask, &choice).is_ok();
                }
                let small = lists.iter().flatten().any(|task| task.len() <= 4096);
                assert!(planned || !small, "{}: {algorithm}", preset.name);
            }
        }
        assert_eq!(ringfft_lab::preset(preset.name).unwrap().title, preset.title);
    }
    assert!(preset("dragon").is_none());
}

#[test]
fn the_same_seed_gives_the_same_rows() {
    let arguments = ["c64:2^4..2^6,12", "goldilocks:16", "--algorithms", "auto,stockham,mixed-radix/4,radix-3"];
    let layout = |report: &Report| -> Vec<(Task, String, String)> {
        report.rows.iter().map(|row| (row.task.clone(), row.variant.clone(), row.recipe.clone())).collect()
    };
    let (first, second) = (short(&arguments).unwrap(), short(&arguments).unwrap());
    assert_eq!(layout(&first), layout(&second));
    // Four lengths and one; radix-3 has none of them, which one line for each ring says.
    assert_eq!(first.rows.len(), 15);
    assert_eq!(first.notes.len(), 2, "{:?}", first.notes);
    assert!(first.notes.iter().all(|note| note.starts_with("radix-3 has no row")));
    for row in &first.rows {
        assert_eq!(row.samples.len(), 3);
        assert!(row.samples.iter().all(|ns| *ns > 0.0));
        let error = row.error.unwrap();
        assert!(if row.complex { error < 1e-14 } else { error == 0.0 }, "{row:?}");
        let all = Check { values: row.task.len(), round_trip: row.task.points() };
        assert_eq!(row.check, Some(all), "{row:?}");
        assert!(row.variant == "auto" || row.operations.is_some(), "{}", row.recipe);
    }
    assert_eq!(first.baseline, "auto");
    assert_eq!(Report::from_json(&first.to_json()).unwrap(), first);
}

#[test]
fn arrays_batches_and_other_orders_run() {
    let report = short(&["c32:16x16,8x4x2", "--algorithms", "auto,real,filter"]).unwrap();
    assert_eq!(report.rows.len(), 6);
    assert!(report.rows.iter().all(|row| row.error.unwrap() < 1e-5 && row.check.unwrap().is_round_trip()));
    let report = short(&["c64:16", "--batch", "8", "--order", "native", "--algorithms", "classical"]).unwrap();
    assert_eq!((report.rows[0].task.batch, report.rows[0].order.as_str()), (8, "bit-reversed"));
    let text = Form::Text.render(&report).unwrap();
    assert!(text.contains("  16 of 128, round trip\n") && text.contains("\nchecked: "), "{text}");
    let report = short(&["c64:16,64", "--total", "2^8"]).unwrap();
    assert_eq!(report.rows.iter().map(|row| row.task.batch).collect::<Vec<_>>(), [16, 4]);
    let report = short(&["goldilocks:2^10", "--algorithms", "auto,auto+two-level", "--isa", "scalar,auto"]).unwrap();
    assert_eq!(report.labels().len(), 4);
}

#[test]
fn bad_requests_are_one_clear_line() {
    let input = |arguments: &[&str], words: &[&str]| {
        let error = short(arguments).unwrap_err();
        assert!(matches!(error, Error::Input(_)), "{arguments:?}: {error}");
        let text = error.to_string();
        assert!(!text.contains('\n') && words.iter().all(|word| text.contains(word)), "{arguments:?}: {text}");
    };
    input(&["dragon:16"], &["dragon", "c64"]);
    input(&["c64"], &["RING:LENGTHS"]);
    for lengths in ["0", "x", "2^4..3^5", "2^9..2^4", "2^4..2^9/0", "", "1,,2", "2^4x2^5..2^6x2^7", "2^99"] {
        assert!(short(&[&format!("c64:{lengths}")]).is_err(), "{lengths}");
    }
    input(&["c64:16", "--algorithms", "dragon"], &["dragon", "split-radix"]);
    input(&["c64:16", "--algorithms", "radix-3"], &["power of three"]);
    input(&["goldilocks:16x16"], &["arrays"]);
    input(&["c64:16", "--peers", "somebody"], &["somebody", "nobody", "peers/README.md"]);
    input(&["--preset", "dragon"], &["dragon", "johnson-frigo"]);
    input(&["c64:16", "--isa", "dragon"], &["dragon", "scalar"]);
    input(&["c64:16", "--threads", "0"], &["--threads"]);
    input(&["c64:16", "--order", "odd"], &["natural or native"]);
    input(&["c64:16", "--baseline", "twisted"], &["twisted", "auto"]);
    let error = run(&["--from", "/nowhere/report.json"]).unwrap_err();
    assert!(matches!(&error, Error::Input(text) if text.contains("/nowhere/report.json")), "{error}");
    // A report that was measured takes no options of a run.
    for option in [["--rounds", "3"], ["--memory", "1G"]] {
        assert!(Program::try_parse_from(["lab", "--from", "report.json"].iter().chain(&option)).is_err());
    }
    assert!(matches!(run(&["--batch", "8"]), Err(Error::Input(text)) if text.contains("--batch")));
    // A length beyond the memory names the bytes; what has room stays.
    let error = short(&["c64:2^40"]).unwrap_err();
    assert!(matches!(&error, Error::Resource(text) if text.contains("TiB") && text.contains("256 MiB")), "{error}");
    let report = short(&["c64:16,2^40"]).unwrap();
    assert_eq!((report.rows.len(), report.notes.len()), (1, 1));
}

#[test]
fn rings_are_opened_by_name() {
    for name in ringfft_lab::RINGS {
        let ring: Box<dyn TimedRing> = open(name).unwrap();
        let task = Task { ring: name.into(), shape: vec![8], batch: 1 };
        let ask = ringfft_lab::Ask::new(&task);
        let prepared = ring.prepare(&ask, &Choice::parse("twisted").unwrap()).unwrap();
        assert!(prepared.recipe.contains("twisted(8)"), "{}", prepared.recipe);
        assert_eq!(ring.count(&ask, &Choice::parse("twisted").unwrap()).unwrap().additions, 24);
    }
}
