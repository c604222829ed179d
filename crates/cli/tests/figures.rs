//! Every file in `papers/figures` is what `ringfft draw` draws today: the name says how.
//!
//! `ALGORITHM-LENGTH[-RADICES][-inverse][-factors].svg` is `ringfft draw ALGORITHM:LENGTH`, or, with radices,
//! `ringfft draw "ALGORITHM(LENGTH, RADICES)"`; additive algorithms are drawn over `gf2:8`, the circle transform over `m31`. With `UPDATE_FIGURES=1` in the environment the files are written
//! instead of compared.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

const ADDITIVE: [&str; 6] =
    ["gathen-gerhard", "cantor", "gao-mateer", "gao-mateer-general", "novel-basis", "additive-truncated"];

fn papers() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../papers")
}

/// Names of the figures.
fn figures() -> BTreeSet<String> {
    let entries = fs::read_dir(papers().join("figures")).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

/// The arguments of `ringfft` that a name stands for.
fn arguments(name: &str) -> Option<Vec<String>> {
    let mut stem = name.strip_suffix(".svg")?;
    let mut options = Vec::new();
    for option in ["factors", "inverse"] {
        if let Some(rest) = stem.strip_suffix(option).and_then(|rest| rest.strip_suffix('-')) {
            stem = rest;
            options.push(format!("--{option}"));
        }
    }
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let (head, last) = stem.rsplit_once('-')?;
    let subject = if is_number(last) {
        format!("{head}:{last}")
    } else {
        let (algorithm, len) = head.rsplit_once('-')?;
        if !is_number(len) || !last.split('x').all(is_number) {
            return None;
        }
        format!("{algorithm}({len}, {last})")
    };
    match subject.split(':').next()? {
        "circle" => options.push("--ring=m31".into()),
        algorithm if ADDITIVE.contains(&algorithm) => options.push("--ring=gf2:8".into()),
        _ => {}
    }
    Some([vec!["draw".into(), subject], options].concat())
}

#[test]
fn figures_are_what_the_code_draws() {
    let update = std::env::var_os("UPDATE_FIGURES").is_some_and(|value| value == "1");
    let mut differing = Vec::new();
    for name in figures() {
        let arguments = arguments(&name).unwrap_or_else(|| panic!("{name} is not named ALGORITHM-LENGTH[-...].svg"));
        let output = Command::new(env!("CARGO_BIN_EXE_ringfft")).args(&arguments).output().unwrap();
        assert!(output.status.success(), "{name}: {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        let path = papers().join("figures").join(&name);
        if update {
            fs::write(&path, &output.stdout).unwrap();
        } else if fs::read(&path).unwrap() != output.stdout {
            differing.push(name);
        }
    }
    assert!(differing.is_empty(), "{differing:?} differ: UPDATE_FIGURES=1 cargo test -p ringfft-cli --test figures");
}

#[test]
fn figures_are_small_and_used() {
    let mut shown = BTreeSet::new();
    for entry in fs::read_dir(papers()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "md") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        for rest in text.split("](figures/").skip(1) {
            let name = rest.split(')').next().unwrap();
            assert!(papers().join("figures").join(name).is_file(), "{path:?} shows {name}, which is not there");
            shown.insert(name.to_string());
        }
    }
    for name in figures() {
        assert!(shown.contains(&name), "no page shows {name}");
        let bytes = fs::metadata(papers().join("figures").join(&name)).unwrap().len();
        assert!(bytes < 60_000, "{name} has {bytes} bytes");
    }
}

#[test]
fn names_read_one_way() {
    let read = |name| arguments(name).unwrap()[1..].join(" ");
    assert_eq!(read("split-radix-16.svg"), "split-radix:16");
    assert_eq!(read("radix-4-16-inverse-factors.svg"), "radix-4:16 --factors --inverse");
    assert_eq!(read("stockham-8-2x2x2-factors.svg"), "stockham(8, 2x2x2) --factors");
    assert_eq!(read("gao-mateer-8.svg"), "gao-mateer:8 --ring=gf2:8");
    for name in ["classical-8.png", "classical.svg", "classical-8-x.svg", "README.md"] {
        assert!(arguments(name).is_none(), "{name}");
    }
}
