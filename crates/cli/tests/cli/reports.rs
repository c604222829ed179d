//! The program's reports about itself.

use crate::{fails, ok, run};
use serde_json::Value;

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&ok(args, "")).unwrap()
}

#[test]
fn list_names_what_there_is() {
    let list = json(&["list", "--json"]);
    assert_eq!(list["schema"], "ringfft.list/1");
    let names = |key: &str| -> Vec<String> {
        list[key].as_array().unwrap().iter().map(|entry| entry["name"].as_str().unwrap().to_string()).collect()
    };
    for algorithm in names("algorithms") {
        let explained = |(ring, len)| run(&["explain", &format!("{ring}:{len}:{algorithm}")], b"").status.success();
        assert!(
            [("c64", 64), ("c64", 81), ("c64", 61), ("c64", 60), ("m31", 64), ("gf2:16", 64)]
                .into_iter()
                .any(explained),
            "{algorithm}"
        );
    }
    for ring in names("rings").iter().filter(|ring| !ring.contains(':')) {
        ok(&["transform", "--ring", ring, "-"], if ring.starts_with('c') { "1 0\n" } else { "1\n" });
    }
    let native = list["algorithms"].as_array().unwrap().iter().find(|entry| entry["name"] == "twisted").unwrap();
    assert_eq!(native["native_order"], "bit-reversed");
    assert!(ok(&["list"], "").contains("goldilocks"));
}

#[test]
fn count_prints_the_counts_of_the_literature() {
    let text = ok(&["count", "c64:1024:twisted"], "");
    let value = |key: &str| text.lines().find_map(|line| line.strip_prefix(&format!("{key} "))).unwrap();
    assert_eq!(value("additions"), "10240");
    assert_eq!(value("products"), "4097");
    assert_eq!(value("products_by_i"), "511");
    let real: u64 = ["real_additions", "real_products"].map(|key| value(key).parse::<u64>().unwrap()).iter().sum();
    // 5 n k - 10 n + 16.
    assert_eq!(real, 5 * 1024 * 10 - 10 * 1024 + 16);
    assert_eq!(value("agrees"), "true");
    for key in ["formula", "source"] {
        assert!(!value(key).is_empty());
    }
    let both = json(&["count", "--json", "goldilocks:2^4", "mod:65@8:4:naive"]);
    assert_eq!(both[0]["schema"], "ringfft.count/1");
    assert_eq!(both[1]["spec"], "mod:65@8:4:naive");
    fails(&["count", "mod:17:5"], "", 2);
    fails(&["count"], "", 2);
    fails(&["count", "--memory", "1M", "c64:2^20"], "", 3);
}

#[test]
fn explain_shows_the_recipe() {
    let text = ok(&["explain", "c64:2^10", "bn254-fr:8:twisted"], "");
    assert!(text.contains("tree\n  ") && text.contains("why ") && text.contains("reorder"), "{text}");
    assert_eq!(json(&["explain", "--json", "mod:13:12"])[0]["recipe"], "stockham(12, 4x3)");
    for spec in ["c64", "c64:0", "c64:2^64", "c64:12:twisted", "mod:17:17", "c64:8:dragon", "fermat:8:64"] {
        fails(&["explain", spec], "", 2);
    }
    // A plan that no machine can hold is explained, not built.
    ok(&["explain", "c64:2^50"], "");
}

#[test]
fn explain_shows_the_way_of_integers() {
    let text = ok(&["explain", "c64:8", "--integers", "2^20", "--integers", "2^20x2^30"], "");
    assert!(text.contains("recipe ") && text.contains("engine primes") && text.contains("slices "), "{text}");
    let both = json(&["explain", "--json", "--integers", "100x200", "--integers", "2^20", "--threads", "1"]);
    assert_eq!((&both[0]["engine"], &both[1]["transforms"]), (&"schoolbook".into(), &2.into()));
    assert!(both[1]["scratch_bytes"].as_u64().unwrap() >= 3 * 8 * 32_768);
    let named = json(&["explain", "--json", "--integers", "2^20", "--engine", "floating"]);
    assert_eq!(named[0]["engine"], "floating");
    for sizes in ["", "0", "5x", "x", "-1", "1x0", "2^64x1"] {
        fails(&["explain", "--integers", sizes], "", 2);
    }
    fails(&["explain", "--integers", "64", "--engine", "dragon"], "", 2);
    fails(&["explain"], "", 2);
}

#[test]
fn verify_counts_what_passed() {
    let text =
        ok(&["verify", "--isa", "scalar", "--seed", "7", "mod:17:16", "c64:100", "bls12-381-fr:64:stockham"], "");
    assert_eq!(text.lines().last().unwrap(), "25 passed, 0 failed");
    let report = json(&["verify", "--json", "goldilocks:2^12:twisted"]);
    assert_eq!((&report["schema"], &report["passed"]), (&"ringfft.verify/1".into(), &1.into()));
    fails(&["verify", "mod:17:5"], "", 2);
    fails(&["verify", "--seed", "x"], "", 2);
    fails(&["verify", "c64:12:twisted"], "", 2);
    fails(&["verify", "mod:17:16:tangent"], "", 2);
}

/// Checks side by side report in the order of checks one after another.
#[test]
fn verify_reports_the_same_on_any_threads() {
    let verify = |more: &[&str]| {
        let specs =
            ["verify", "--isa", "scalar", "mod:17:16", "c64:100", "goldilocks:2^13:twisted", "mod:17:8", "gf2:8:64"];
        ok(&[&specs[..], more].concat(), "")
    };
    let one = verify(&["--threads", "1"]);
    for more in [&["--threads", "2"][..], &["--threads", "7"], &["--memory", "1G"], &[]] {
        assert_eq!(verify(more), one, "{more:?}");
    }
    let error = |threads: &str| fails(&["verify", "--threads", threads, "c64:64", "mod:17:5", "c64:12:twisted"], "", 2);
    assert_eq!(error("1"), error("4"));
}

#[test]
fn verify_says_why_it_skipped() {
    for (spec, key, words) in [
        ("mod:65@8:4", "with_other_roots", "because the root named has another order"),
        ("c64:64", "without_algorithms", "because the algorithm does not exist over this ring"),
        ("mod:257:256", "without_roots", "for want of a root of unity of the order needed"),
    ] {
        let report = json(&["verify", "--isa", "scalar", "--json", spec]);
        let count = report[key].as_u64().unwrap();
        let text = ok(&["verify", "--isa", "scalar", spec], "");
        assert!(count > 0 && text.contains(&format!("{count} {words}")), "{spec}: {report} {text}");
        assert!(!text.contains("lengths without roots"), "{text}");
    }
    // Every order divides p - 1 = 16, and every algorithm of this name exists.
    assert_eq!(json(&["verify", "--json", "mod:17:16:twisted"])["without_roots"], 0);
}

#[test]
fn help_and_version_go_to_standard_output() {
    for args in [&["--help"][..], &["--version"], &["transform", "--help"], &["poly", "multiply", "--help"]] {
        let output = run(args, b"");
        assert!(output.status.success() && !output.stdout.is_empty() && output.stderr.is_empty(), "{args:?}");
    }
}
