//! `ringfft tune`, and what reads its file.

use crate::{directory, fails, ok, run};
use std::fs;

#[test]
fn a_saved_tuning_is_used_and_added_to() {
    let file = directory("tuning").join("saved.txt");
    let path = file.to_str().unwrap();
    ok(&["tune", "-o", path, "c64:24"], "");
    ok(&["tune", "-o", path, "c32:2^7", "c64:81"], "");
    let saved = fs::read_to_string(&file).unwrap();
    assert_eq!(saved.lines().count(), 5, "{saved}");

    // A recipe that the model would not choose shows that the file is read.
    let entry = saved.lines().find(|line| line.contains(" 24 ")).unwrap();
    let cut = entry.match_indices(' ').nth(4).unwrap().0;
    fs::write(&file, saved.replace(&entry[cut + 1..], "naive(24)")).unwrap();
    assert!(ok(&["explain", "--tuning", path, "c64:24"], "").contains("naive(24)"));
    assert!(!ok(&["explain", "c64:24"], "").contains("recipe naive(24)"));
    let values: String = (0..24).map(|j| format!("{} {}\n", j % 5, j % 3)).collect();
    let parse = |text: String| -> Vec<f64> { text.split_whitespace().map(|x| x.parse().unwrap()).collect() };
    let tuned = parse(ok(&["transform", "--ring", "c64", "--tuning", path, "-"], &values));
    let own = parse(ok(&["transform", "--ring", "c64", "-"], &values));
    assert!(tuned.len() == 48 && tuned.iter().zip(&own).all(|(a, b)| (a - b).abs() < 1e-12));
}

#[test]
fn what_was_measured_is_told() {
    let output = run(&["tune", "--json", "c64:24", "c32:9"], b"");
    let report: serde_json::Value = serde_json::from_slice(&output.stderr).unwrap();
    assert_eq!((&report["schema"], &report["saved"]), (&"ringfft.tune/1".into(), &2.into()));
    assert_eq!(report["fastest"][1]["spec"], "c32:9");
    assert!(report["fastest"][0]["recipe"].as_str().is_some_and(|recipe| !recipe.is_empty()), "{report}");
    let output = run(&["tune", "c64:24"], b"");
    let report = String::from_utf8(output.stderr).unwrap();
    assert!(report.starts_with("fastest: c64:24 ") && report.lines().count() == 1, "{report}");
}

#[test]
fn the_description_of_the_machine_is_one_that_is_read() {
    let output = run(&["tune", "--machine", "--json"], b"");
    let report: serde_json::Value = serde_json::from_slice(&output.stderr).unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(report["machine"], text.trim_end());
    text.trim_end().parse::<ringfft::plan::Machine>().unwrap();
    fails(&["tune"], "", 2);
    fails(&["tune", "--machine", "c64:24"], "", 2);
}

#[test]
fn a_file_that_is_no_tuning_is_refused() {
    let directory = directory("no-tuning");
    let file = directory.join("bad.txt");
    let path = file.to_str().unwrap();
    fs::write(&file, "hello").unwrap();
    for args in [["explain", "--tuning", path, "c64:24"], ["tune", "-o", path, "c64:24"]] {
        let error = fails(&args, "", 2);
        assert!(error.contains("saved tuning"), "{error}");
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), "hello");
    fails(&["explain", "--tuning", directory.join("none").to_str().unwrap(), "c64:24"], "", 2);
}

#[test]
fn an_entry_for_another_map_is_refused() {
    let file = directory("other-map").join("saved.txt");
    let path = file.to_str().unwrap();
    ok(&["tune", "-o", path, "c64:8"], "");
    let saved = fs::read_to_string(&file).unwrap();
    let entry = saved.lines().last().unwrap();
    let cut = entry.match_indices(' ').nth(4).unwrap().0;
    let values = "1 0\n".repeat(8);
    for recipe in ["negacyclic(8)", "reorder(natural, negacyclic(8))", "classical(8)", "negacyclic(3)"] {
        fs::write(&file, saved.replace(&entry[cut + 1..], recipe)).unwrap();
        let error = fails(&["transform", "--ring", "c64", "--tuning", path, "-"], &values, 2);
        assert!(error.contains("saved tuning") || error.contains("a recipe"), "{error}");
    }
}
