//! `ringfft draw`: labels that do not overlap, outputs in their order, limits.

use crate::{directory, fails, ok};
use std::fs;

/// The value of an attribute.
fn attribute<'a>(element: &'a str, name: &str) -> Option<&'a str> {
    element.split_once(&format!(" {name}=\"")).and_then(|(_, rest)| rest.split('"').next())
}

/// Labels with their areas: every rectangle of the picture but background and legend.
fn labels(svg: &str) -> Vec<[f64; 4]> {
    let rectangles = svg.lines().filter(|line| line.starts_with("<rect") && !line.contains("class=\"w\""));
    let number = |element, name| attribute(element, name).unwrap().parse::<f64>().unwrap();
    let areas = rectangles.map(|element| {
        let (x, y) = (number(element, "x"), number(element, "y"));
        [x, y, x + number(element, "width"), y + number(element, "height")]
    });
    areas.collect()
}

/// The texts of the picture.
fn texts(svg: &str) -> Vec<&str> {
    svg.lines()
        .filter(|line| line.starts_with("<text"))
        .filter_map(|line| line.split_once('>')?.1.split_once("</text>").map(|(text, _)| text))
        .collect()
}

/// The algorithms of this build with the order of their values.
fn algorithms() -> Vec<(String, String)> {
    let list: serde_json::Value = serde_json::from_str(&ok(&["list", "--json"], "")).unwrap();
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_string();
    let algorithms = list["algorithms"].as_array().unwrap();
    algorithms.iter().map(|algorithm| (text(&algorithm["name"]), text(&algorithm["native_order"]))).collect()
}

#[test]
fn labels_do_not_overlap() {
    let mut drawn = 0;
    for (name, _) in algorithms() {
        for len in ["1", "2", "3", "4", "5", "6", "7", "8", "9", "12", "15", "16", "27", "32", "64"] {
            for inverse in [false, true] {
                let subject = format!("{name}:{len}");
                let mut arguments = vec!["draw", &subject];
                arguments.extend(inverse.then_some("--inverse"));
                let output = crate::run(&arguments, b"");
                if !output.status.success() {
                    // The algorithm does not have the length: bad input, and nothing else.
                    assert_eq!(output.status.code(), Some(2), "{subject}: {}", String::from_utf8_lossy(&output.stderr));
                    continue;
                }
                let svg = String::from_utf8(output.stdout).unwrap();
                drawn += 1;
                if name == "naive" && len.parse::<usize>().unwrap() > 9 {
                    // Quadratic: n labels on the edges of every value.
                    continue;
                }
                let areas = labels(&svg);
                for (i, a) in areas.iter().enumerate() {
                    for b in &areas[..i] {
                        let apart =
                            a[2] <= b[0] + 0.2 || b[2] <= a[0] + 0.2 || a[3] <= b[1] + 0.2 || b[3] <= a[1] + 0.2;
                        assert!(apart, "{subject} {inverse}: {a:?} and {b:?}");
                    }
                }
            }
        }
    }
    assert!(drawn > 60, "{drawn}");
}

#[test]
fn outputs_are_labelled_in_their_order() {
    let svg = ok(&["draw", "classical:8"], "");
    let shown = texts(&svg);
    let values: Vec<&&str> = shown.iter().filter(|text| text.starts_with('X')).collect();
    assert_eq!(values, [&"X₀", &"X₄", &"X₂", &"X₆", &"X₁", &"X₅", &"X₃", &"X₇"]);
    assert!(shown.contains(&"Values in bit-reversed order: 0 4 2 6 1 5 3 7"));
    assert!(shown.contains(&"Over c64, w = exp(−2πi/8); 24 additions, 5 products (3 by ±w²)"));
    // Boxes from the left and from the top: the header of src/dft/classical.rs.
    let boxes: Vec<&&str> = shown.iter().filter(|text| text.starts_with('w')).collect();
    assert_eq!(boxes, [&"w²", &"w²", &"w²", &"w", &"w³"]);
    assert_eq!(shown.iter().filter(|text| **text == "−").count(), 12);
    let inverse = ok(&["draw", "classical:8", "--inverse"], "");
    assert!(texts(&inverse).contains(&"8x₇"));
    assert_eq!(svg, ok(&["draw", " classical:8"], ""), "the same picture every time");
    assert!(texts(&ok(&["draw", "classical(8)"], "")).contains(&"X₄"));
}

#[test]
fn residues_and_names() {
    let svg = ok(&["draw", "twisted:8", "--ring", "mod:17@9"], "");
    assert!(texts(&svg).iter().any(|text| text.starts_with("Over mod:17@9, w = 9;")));
    // No power of a root that the ring has: the number itself.
    let json = crate::run(&["draw", "stockham(16, 4x4)", "--ring", "goldilocks", "--json"], b"");
    let report: serde_json::Value = serde_json::from_slice(&json.stderr).unwrap();
    assert_eq!(report["schema"], "ringfft.draw/1");
    assert_eq!((&report["layers"], &report["rows"], &report["additions"]), (&4.into(), &16.into(), &64.into()));
}

#[test]
fn factors() {
    let svg = ok(&["draw", "twisted:8", "--factors"], "");
    let shown = texts(&svg);
    // Three matrices of 16 entries, in the order in which they are written.
    assert_eq!(labels(&svg).len(), 3 * 16 + 3);
    let names: Vec<&&str> = shown.iter().filter(|text| text.starts_with('F')).collect();
    assert_eq!(names, [&"F₃", &"F₂", &"F₁"]);
    let file = directory("draw").join("factors.svg");
    assert_eq!(ok(&["draw", "twisted:8", "--factors", "-o", file.to_str().unwrap()], ""), "");
    assert_eq!(fs::read_to_string(file).unwrap(), svg);
}

#[test]
fn limits_and_errors() {
    assert!(fails(&["draw", "stockham:128"], "", 2).contains("at most 64"));
    assert!(fails(&["draw", "stockham:64", "--factors"], "", 2).contains("at most 32"));
    assert!(fails(&["draw", "naive:18446744073709551615"], "", 2).contains("at most 64"));
    assert!(fails(&["draw", "classical"], "", 2).contains("classical:8"));
    assert!(fails(&["draw", "fast:8"], "", 2).contains("no algorithm"));
    assert!(fails(&["draw", "stockham(8, 2x"], "", 2).contains("recipe"));
    assert!(fails(&["draw", "classical:9"], "", 2).contains("power of two"));
    assert!(fails(&["draw", "classical:8", "--ring", "mod:7"], "", 2).contains("mod:7"));
    assert!(fails(&["draw", "classical:8", "--ring", "z"], "", 2).contains("no roots of unity"));
    assert!(fails(&["draw", "classical:8", "-o", "/nowhere/at/all.svg"], "", 2).contains("directory"));
}
