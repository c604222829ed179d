//! Who may import whom: the table of `ARCHITECTURE.md`, held against every file of the library.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// Named by every module.
const EVERYWHERE: [&str; 6] = ["error", "arith", "lists", "threads", "environment", "features"];

/// Every module with what it may name besides itself and those, lowest first.
const TABLE: &[(&str, &[&str])] = &[
    ("error", &[]),
    ("arith", &[]),
    ("lists", &[]),
    ("threads", &[]),
    ("environment", &[]),
    ("features", &[]),
    ("algebra", &[]),
    ("order", &[]),
    ("rings", &["algebra"]),
    ("dft", &["algebra", "order"]),
    ("additive", &["algebra", "order", "dft"]),
    ("kernel", &["algebra", "order", "rings", "dft", "additive"]),
    ("conv", &["algebra", "order", "rings", "dft", "additive", "kernel"]),
    ("gpu", &["algebra", "order", "rings", "dft", "additive", "conv", "kernel"]),
    ("plan", &["algebra", "order", "rings", "dft", "additive", "conv", "kernel", "gpu"]),
    ("real", &["algebra", "order", "rings", "dft", "additive", "conv", "kernel", "gpu", "plan"]),
    ("complex", &["plan", "real"]),
    ("ntt", &["algebra", "order", "rings", "dft", "additive", "conv", "kernel", "gpu", "plan"]),
    ("integer", &["algebra", "order", "rings", "dft", "additive", "conv", "kernel", "gpu", "plan", "real"]),
    ("poly", &["algebra", "order", "rings", "dft", "additive", "conv", "kernel", "gpu", "plan", "real", "integer"]),
    ("code", &["algebra", "order", "rings", "dft", "additive", "conv", "kernel", "gpu", "plan", "real"]),
    ("matrix", &["algebra", "rings", "conv", "kernel", "plan", "integer", "poly"]),
];

/// Name everything; nothing in the library names them.
const TOP: &[&str] = &["inside"];

fn source() -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).join("src")
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The code without comments and without its tests.
fn code(text: &str) -> String {
    let tests = text.find("pub(crate) mod tests {").unwrap_or(text.len());
    text[..tests].lines().map(|line| line.split("//").next().unwrap_or("")).collect::<Vec<_>>().join("\n")
}

/// The first names after a path prefix: one, or those of a brace list.
fn names_after(rest: &str) -> Vec<String> {
    let ident =
        |text: &str| text.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    let Some(list) = rest.trim_start().strip_prefix('{') else { return vec![ident(rest)] };
    let (mut depth, mut start, mut names) = (1, 0, Vec::new());
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 || (depth == 1 && c == ',') {
            names.push(ident(&list[start..at]));
            start = at + 1;
        }
        if depth == 0 {
            break;
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

/// Top-level modules that a file at `depth` below the crate root names, as `crate::x` or `super::...::x`.
fn imports(code: &str, depth: usize) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let root = "super::".repeat(depth);
    for prefix in ["crate::", root.as_str()].into_iter().filter(|prefix| !prefix.is_empty()) {
        for (at, _) in code.match_indices(prefix) {
            let before = code[..at].chars().next_back();
            if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':') {
                continue;
            }
            for name in names_after(&code[at + prefix.len()..]) {
                found.insert(match name.as_str() {
                    "Error" | "Result" | "CodeError" | "DeviceFailure" | "ParseCause" => "error".into(),
                    _ => name,
                });
            }
        }
    }
    found
}

#[test]
fn imports_follow_the_table() {
    let mut all = Vec::new();
    files(&source(), &mut all);
    let mut wrong = Vec::new();
    let mut seen = BTreeSet::new();
    for path in &all {
        let inside = path.strip_prefix(source()).unwrap();
        let parts: Vec<String> =
            inside.with_extension("").components().map(|part| part.as_os_str().to_string_lossy().into()).collect();
        if parts[0] == "lib" || TOP.contains(&parts[0].as_str()) {
            continue;
        }
        let module = parts[0].as_str();
        seen.insert(module.to_string());
        let Some((_, allowed)) = TABLE.iter().find(|(name, _)| *name == module) else {
            wrong.push(format!("{}: the module {module} is not in the table", inside.display()));
            continue;
        };
        let depth = if parts.last().is_some_and(|last| last == "mod") { parts.len() - 1 } else { parts.len() };
        // Files of tests may name what tests share.
        let tests = parts.last().is_some_and(|last| last == "tests" || last.ends_with("_tests"));
        for name in imports(&code(&fs::read_to_string(path).unwrap()), depth) {
            let fine = name == module
                || EVERYWHERE.contains(&name.as_str())
                || allowed.contains(&name.as_str())
                || tests && name == "inside";
            if !fine {
                wrong.push(format!("{}: {module} may not name {name}", inside.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(seen.contains("dft") && seen.contains("plan"), "{seen:?}");
}

#[test]
fn the_table_has_no_cycle() {
    for (at, (module, allowed)) in TABLE.iter().enumerate() {
        for name in *allowed {
            assert!(TABLE[..at].iter().any(|(lower, _)| lower == name), "{module} names {name}, which is not below");
        }
    }
}

#[test]
fn the_reader_of_imports() {
    let text = "use crate::{\n Error, // crate::plan\n algebra::{self, plan::X}, order };\nfn f() { super::super::rings::g() }\n\
                use super::dft;\npub(crate) mod tests { use crate::plan; }";
    let found: Vec<String> = imports(&code(text), 2).into_iter().collect();
    assert_eq!(found, ["algebra", "error", "order", "rings"]);
    assert_eq!(imports("use super::plan::Plan;", 1).into_iter().collect::<Vec<_>>(), ["plan"]);
}

/// `ARCHITECTURE.md` has a line for every module of the library and for every dependency.
#[test]
fn every_module_and_dependency_has_its_line() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let text = fs::read_to_string(root.join("ARCHITECTURE.md")).unwrap();
    let listed = |name: &str| {
        let first = text.lines().filter_map(|line| line.strip_prefix("| ")?.split(" | ").next());
        first.into_iter().any(|cell| cell.contains(&format!("`{name}`")))
    };
    for (module, _) in TABLE {
        assert!(listed(module), "{module}");
    }
    for entry in fs::read_dir(source()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        assert!(name == "lib" || listed(name), "src/{name}");
    }
    let mut dependencies = 0;
    let mut inside = false;
    let manifests =
        ["", "crates/charts", "crates/cli", "crates/lab", "crates/signal", "crates/testing", "cuda", "tests"]
            .map(|folder| root.join(folder).join("Cargo.toml"));
    for line in manifests.map(|path| fs::read_to_string(path).unwrap()).iter().flat_map(|text| text.lines()) {
        if let Some(section) = line.strip_prefix('[') {
            inside = section.ends_with("dependencies]");
        } else if let (true, Some((name, _))) = (inside, line.split_once(" = ")) {
            dependencies += 1;
            let ours = name == "ringfft" || name.starts_with("ringfft.");
            assert!(ours || listed(name), "the dependency {name}");
        }
    }
    assert!(dependencies >= 20, "{dependencies}");
}

/// What a processor has is asked by the macros of `features.rs` alone, and a token is made by them alone.
#[test]
fn tokens_come_from_one_macro() {
    let mut all = Vec::new();
    files(&source(), &mut all);
    let mut tokens = 0;
    for path in all.iter().filter(|path| !path.ends_with("src/features.rs")) {
        let text = fs::read_to_string(path).unwrap();
        assert!(!text.contains("is_x86_feature_detected"), "{}: ask by has_features! or token!", path.display());
        for token in text.lines().filter_map(|line| line.split("! { ").nth(1)?.split(" [\"").next()) {
            tokens += 1;
            let made = format!("{token}(");
            let wrong =
                text.lines().find(|line| line.trim_start().starts_with(&made) || line.contains(&format!("({made}")));
            assert!(wrong.is_none(), "{}: {wrong:?}", path.display());
        }
    }
    assert!(tokens >= 10, "{tokens}");
}

/// No file outgrows what one can read in a sitting; tables apart.
#[test]
fn files_stay_short() {
    let mut all = Vec::new();
    files(&source(), &mut all);
    files(&Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).join("crates"), &mut all);
    for path in all {
        let lines = fs::read_to_string(&path).unwrap().lines().count();
        assert!(lines <= 400, "{}: {lines} lines", path.display());
    }
}
