//! `ringfft compare`, `count --plot`, `count --cache` and `explain --measure` from outside.

use crate::{directory, fails, ok, run};
use serde_json::Value;
use std::fs;

/// A run that takes as little time as possible.
const SHORT: [&str; 6] = ["--rounds", "3", "--sample", "0.01", "--seconds", "0.1"];

fn short<'a>(arguments: &[&'a str]) -> Vec<&'a str> {
    ["compare"].iter().chain(arguments).chain(&SHORT).copied().collect()
}

#[test]
fn it_writes_every_form_and_renders_the_page_again() {
    let folder = directory("compare");
    let path = |name: &str| folder.join(name).display().to_string();
    let names: Vec<String> = ["a.html", "a.json", "a.csv", "a.tex"].map(path).to_vec();
    let mut arguments = short(&["c64:2^3..2^5", "gf2:16:16", "mod:17@3:16", "--algorithms", "auto,cantor,twisted"]);
    for name in &names {
        arguments.extend(["-o", name]);
    }
    let output = run(&arguments, b"");
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && output.stdout.is_empty(), "{errors}");
    // One line for each algorithm that a ring does not have.
    assert_eq!(errors.lines().count(), 3, "{errors}");
    let json: Value = serde_json::from_str(&fs::read_to_string(&names[1]).unwrap()).unwrap();
    assert_eq!(json["schema"], "ringfft.compare/1");
    assert_eq!(json["rows"].as_array().unwrap().len(), 3 * 2 + 2 + 2);
    assert!(json["rows"].as_array().unwrap().iter().all(|row| row["error"].as_f64().unwrap() < 1e-14));
    let again = path("again.html");
    ok(&["compare", "--from", &names[1], "-o", &again], "");
    assert_eq!(fs::read(&names[0]).unwrap(), fs::read(again).unwrap());
    fails(&["compare", "--from", &names[1], "-o", &names[1]], "", 2);
    let text = ok(&["compare", "--from", &names[1]], "");
    assert!(text.contains("ns/(n lg n)") && text.contains("gf2:16"), "{text}");
    assert_eq!(serde_json::from_str::<Value>(&ok(&["compare", "--from", &names[1], "--json"], "")).unwrap(), json);
}

#[test]
fn bad_requests_are_one_line() {
    for (arguments, code, words) in [
        // A length beyond memory.
        (&["c64:2^60"][..], 3, &["bytes", "limit"][..]),
        (&["c64:2^20", "--memory", "1M"], 3, &["c64:2^20", "1.0 MiB", "--memory"]),
        (&["z:2^40"], 3, &["z:2^40", "GiB", "--memory"]),
        (&["c64:16", "--memory", "much"], 2, &["much", "512M"]),
        // A peer that is not built.
        (&["c64:16", "--peers", "fftw"], 2, &["fftw", "program compare of the package peers", "peers/README.md"]),
        (&["c64:16", "--peers", "dragon"], 2, &["dragon", "peers/README.md"]),
        // A ring that an algorithm refuses.
        (&["c64:16", "--algorithms", "cantor"], 2, &["characteristic 2"]),
        (&["c64:16", "--algorithms", "karatsuba"], 2, &["karatsuba", "c64", "z or z/square"]),
        (&["z:16", "--algorithms", "split-radix"], 2, &["split-radix", "schoolbook"]),
        (&["z:16x16"], 2, &["z has one product"]),
        (&["z:16", "--algorithms", "primes+two-level"], 2, &["primes", "tables"]),
        (&["mod:16:16"], 2, &["16"]),
        (&["gf2:2^10"], 2, &["gf2"]),
        (&["c64"], 2, &["RING:LENGTHS"]),
        (&["c64:16", "-o", "report.png"], 2, &["report.png", ".html"]),
        (&["c64:16", "--preset", "dragon"], 2, &["dragon", "benchfft"]),
    ] {
        let error = fails(&short(arguments), "", code);
        assert!(words.iter().all(|word| error.contains(word)), "{arguments:?}: {error}");
    }
    fails(&["compare", "--from", "/nowhere/a.json"], "", 2);
    // A report that was measured takes no limit of memory.
    let error = fails(&["compare", "--from", "/nowhere/a.json", "--memory", "1G"], "", 2);
    assert!(error.contains("--from") && error.contains("--memory"), "{error}");
}

/// Products and squares of integers by every engine, each checked by another one.
#[test]
fn integers_are_a_ring() {
    let engines = "auto,schoolbook,karatsuba,primes,floating";
    let arguments = short(&["z:1,100,2^12", "z/square:2^13", "--algorithms", engines, "--json"]);
    let report: Value = serde_json::from_str(&ok(&arguments, "")).unwrap();
    let rows = report["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 4 * 5);
    assert!(rows.iter().all(|row| row["error"].as_f64() == Some(0.0) && row["element_bytes"] == 8), "{report}");
    assert!(report["checks"].as_str().unwrap().contains("another engine"));
}

/// An interrupted run ends as the signal would end it, after its samples are written.
#[cfg(unix)]
#[test]
fn an_interrupted_run_keeps_its_samples() {
    use std::{
        os::unix::process::ExitStatusExt,
        process::{Command, Stdio},
        time::Duration,
    };
    let folder = directory("compare-interrupted");
    let path = folder.join("a.json");
    let mut child = Command::new(env!("CARGO_BIN_EXE_ringfft"))
        .args([
            "compare",
            "c64:2^4..2^12",
            "--algorithms",
            "auto,stockham",
            "--rounds",
            "10000",
            "--seconds",
            "3600",
            "-o",
        ])
        .arg(&path)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_secs(3));
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let status = child.wait().unwrap();
    assert_eq!(status.signal(), Some(2), "{status:?}");
    let report: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    let (taken, planned) = (&report["partial"]["taken"], &report["partial"]["planned"]);
    assert!(taken.as_u64().unwrap() > 0 && taken.as_u64() < planned.as_u64(), "{taken} of {planned}");
    let samples: usize =
        report["rows"].as_array().unwrap().iter().map(|row| row["samples"].as_array().unwrap().len()).sum();
    assert_eq!(taken.as_u64().unwrap(), samples as u64);
    let page = folder.join("a.html").display().to_string();
    ok(&["compare", "--from", &path.display().to_string(), "-o", &page], "");
    assert!(fs::read_to_string(page).unwrap().contains("This report is partial"));
}

/// Every algorithm of a preset over a binary field has a plan: the other rings are checked in the laboratory's own tests.
#[test]
fn binary_rows_of_presets_have_plans() {
    for preset in ringfft_lab::PRESETS {
        for part in preset.parts.iter().filter(|part| part.tasks.iter().any(|task| task.starts_with("gf2:"))) {
            let list = part.algorithms.join(",");
            let arguments = short(&["gf2:16:16", "--order", "native", "--algorithms", &list, "--json"]);
            let report: Value = serde_json::from_str(&ok(&arguments, "")).unwrap();
            assert_eq!(report["rows"].as_array().unwrap().len(), part.algorithms.len(), "{}", preset.name);
        }
    }
}

#[test]
fn counts_are_drawn() {
    let path = directory("count-plot").join("counts.svg").display().to_string();
    for spec in ["c64:2^1..2^6", "gf2:16:2..16", "goldilocks:12,16,17"] {
        ok(&["count", "--plot", &path, spec], "");
        let svg = fs::read_to_string(&path).unwrap();
        assert!(
            svg.starts_with("<svg ") && svg.contains("prefers-color-scheme:dark") && !svg.contains("NaN"),
            "{spec}"
        );
        assert_eq!(svg.contains("split-radix"), !spec.starts_with("gf2"), "{spec}");
    }
    for specs in [&["c64:16", "c32:16"][..], &["c64"], &["c64:2^20"], &["c64:8x8"], &["dragon:8"]] {
        fails(&[&["count", "--plot", &path], specs].concat(), "", 2);
    }
    fails(&["count", "--plot", "a.png", "c64:16"], "", 2);
}

#[test]
fn misses_of_an_ideal_cache() {
    let seen = |len: &str, cache: &str| {
        let text = ok(&["count", len, "--cache", cache], "");
        let value = |key: &str| -> u64 {
            text.lines().find_map(|line| line.strip_prefix(key)).unwrap().trim().parse().unwrap()
        };
        (value("cache_accesses "), value("cache_misses "), value("cache_lines "))
    };
    // All of it fits: each line is missed once. 256 elements of 16 bytes are 64 lines, and 128 factors 32, or part of one more.
    let (accesses, misses, lines) = seen("c64:256:twisted", "1M,64");
    assert_eq!(misses, lines);
    assert!((64 + 32..=64 + 34).contains(&lines), "{lines}");
    // Each of n/2 lg n butterflies reads and writes two elements; most read a factor, and the product reads and writes again.
    assert!(accesses >= 4 * 128 * 8, "{accesses}");
    // A smaller cache misses no less, and one line of one element always.
    let (_, small, _) = seen("c64:256:twisted", "1K,64");
    assert!(small > misses);
    for cache in ["", "32K", "0,64", "32,64", "32K,0", "x,64"] {
        fails(&["count", "c64:16", "--cache", cache], "", 2);
    }
    fails(&["count", "c64:2^17", "--cache", "32K,64"], "", 2);
    fails(&["count", "image:8x8", "--cache", "32K,64"], "", 2);
}

#[test]
fn explain_measures() {
    let text = ok(&["explain", "c64:1000", "goldilocks:16", "gf2:16:16", "--measure"], "");
    assert!(text.matches("measured ").count() >= 3, "{text}");
    assert!(text.contains("predicted "), "{text}");
    let json: Value = serde_json::from_str(&ok(&["explain", "c64:1000", "--measure", "--json"], "")).unwrap();
    assert!(json[0]["measured"].as_array().unwrap().iter().all(|row| row["measured_ns"].as_f64().unwrap() > 0.0));
}
