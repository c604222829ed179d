//! No file names, through others, what names it: imports are followed from file to file, through re-exports too. Checked are the
//! library, the packages around it, and the peers that it is compared with.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

/// A module's path, from the crate's root.
type Module = Vec<String>;

fn words(path: &str) -> Module {
    path.split("::").map(|word| word.trim().to_string()).filter(|word| !word.is_empty()).collect()
}

/// The paths of a use tree, such as `a::{b, c::{d, e}}`.
fn paths(tree: &str) -> Vec<Module> {
    let tree = tree.trim();
    let Some(open) = tree.find('{') else {
        return vec![words(tree.split(" as ").next().unwrap_or(tree))];
    };
    let (prefix, list) = (words(&tree[..open]), &tree[open + 1..tree.rfind('}').unwrap_or(tree.len())]);
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&list[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&list[start..]);
    let inner = parts.into_iter().filter(|part| !part.trim().is_empty()).flat_map(paths);
    inner.map(|path| prefix.iter().cloned().chain(path).filter(|word| word != "self").collect()).collect()
}

/// A file's code without comments, tests, and use trees; the trees; and which of them are re-exports.
fn split(text: &str) -> (String, Vec<(bool, String)>) {
    let tests = text.find("mod tests {").unwrap_or(text.len());
    let code = text[..tests].lines().map(|line| line.split("//").next().unwrap_or("")).collect::<Vec<_>>().join("\n");
    let (mut rest, mut body, mut trees) = (code.as_str(), String::new(), Vec::new());
    while let Some(at) = rest.find("use ") {
        let line = rest[..at].rfind('\n').map_or(0, |line| line + 1);
        let before = rest[line..at].trim();
        let whole = rest[at..].find(';');
        if let (true, Some(end)) = (before.is_empty() || before.starts_with("pub"), whole) {
            body.push_str(&rest[..line]);
            trees.push((before.starts_with("pub"), rest[at + 4..at + end].to_string()));
            rest = &rest[at + end + 1..];
        } else {
            body.push_str(&rest[..at + 4]);
            rest = &rest[at + 4..];
        }
    }
    body.push_str(rest);
    (body, trees)
}

struct House {
    files: BTreeSet<Module>,
    /// What a module hands on by another module's name.
    handed_on: BTreeMap<Module, BTreeMap<String, Module>>,
}

impl House {
    /// A path as one from the root, where it is one of the crate.
    fn absolute(&self, module: &Module, path: &Module) -> Option<Module> {
        let first = path.first()?;
        if first == "crate" {
            return Some(path[1..].to_vec());
        }
        let mut base = module.clone();
        let up = path.iter().take_while(|word| *word == "super").count();
        base.truncate(base.len().checked_sub(up)?);
        if up == 0 && first != "self" && !self.files.contains(&[base.clone(), vec![first.clone()]].concat()) {
            return None;
        }
        Some([base, path[up..].iter().filter(|word| *word != "self").cloned().collect()].concat())
    }

    /// The file in which what a path names is written.
    fn file(&self, path: &Module, depth: usize) -> Module {
        let most = (0..=path.len()).rev().find(|&k| self.files.contains(&path[..k])).unwrap_or(0);
        let (module, rest) = (path[..most].to_vec(), &path[most..]);
        let next = rest.first().and_then(|name| self.handed_on.get(&module)?.get(name));
        match next.and_then(|next| self.absolute(&module, next)) {
            Some(next) if depth < 8 && next != *path => self.file(&[next, rest[1..].to_vec()].concat(), depth + 1),
            _ => module,
        }
    }
}

/// The paths that code names in place: `crate::a::b`, `super::a`, and `a::b` of a child or of what `names` stands for.
fn in_place<'a>(body: &'a str) -> impl Iterator<Item = Module> + 'a {
    body.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'))
        .filter(|word| word.contains("::") && !word.starts_with(':'))
        .map(words)
}

/// The files of a package by their modules; the root is `lib.rs`, or `main.rs` where there is no library.
fn read(source: &Path) -> BTreeMap<Module, String> {
    fn walk(folder: &Path, module: &Module, found: &mut BTreeMap<Module, String>) {
        let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        for path in paths {
            let name = path.file_stem().unwrap().to_string_lossy().to_string();
            let child = [module.clone(), vec![name.clone()]].concat();
            if path.is_dir() {
                walk(&path, &child, found);
            } else if matches!(name.as_str(), "lib" | "main" | "mod") {
                // In the order of their names, so a library's root stays.
                found.entry(module.clone()).or_insert_with(|| fs::read_to_string(&path).unwrap());
            } else if name != "tests" && !name.ends_with("_tests") {
                found.insert(child, fs::read_to_string(&path).unwrap());
            }
        }
    }
    let mut found = BTreeMap::new();
    walk(source, &Vec::new(), &mut found);
    found
}

/// From each file to the files whose items it names.
fn imports(texts: &BTreeMap<Module, String>) -> BTreeMap<Module, BTreeSet<Module>> {
    let parts: BTreeMap<&Module, _> = texts.iter().map(|(module, text)| (module, split(text))).collect();
    let mut house = House { files: texts.keys().cloned().collect(), handed_on: BTreeMap::new() };
    for (module, (_, trees)) in &parts {
        for path in trees.iter().filter(|(public, _)| *public).flat_map(|(_, tree)| paths(tree)) {
            if let Some(name) = path.last() {
                house.handed_on.entry((*module).clone()).or_default().insert(name.clone(), path.clone());
            }
        }
    }
    let mut all = BTreeMap::new();
    for (module, (body, trees)) in &parts {
        let (mut named, mut modules) = (BTreeSet::new(), BTreeMap::new());
        for path in trees.iter().filter(|(public, _)| !*public).flat_map(|(_, tree)| paths(tree)) {
            let Some(absolute) = house.absolute(module, &path) else { continue };
            let file = house.file(&absolute, 0);
            if file == absolute {
                modules.insert(path.last().cloned().unwrap_or_default(), file.clone());
            }
            named.insert(file);
        }
        for path in in_place(body) {
            let through = path.first().and_then(|first| modules.get(first));
            let absolute = match through {
                Some(file) => Some([file.clone(), path[1..].to_vec()].concat()),
                None => house.absolute(module, &path),
            };
            named.extend(absolute.map(|absolute| house.file(&absolute, 0)));
        }
        named.retain(|file| file != *module && !file.is_empty());
        all.insert((*module).clone(), named);
    }
    all
}

/// What can be reached from a file.
fn reached<'a>(from: &'a Module, imports: &'a BTreeMap<Module, BTreeSet<Module>>) -> BTreeSet<&'a Module> {
    let (mut found, mut waiting) = (BTreeSet::new(), vec![from]);
    while let Some(file) = waiting.pop() {
        for next in imports.get(file).into_iter().flatten() {
            if found.insert(next) {
                waiting.push(next);
            }
        }
    }
    found
}

/// The circles among the files of a package, and the number of imports read.
fn circles(source: &Path) -> (Vec<String>, usize) {
    let texts = read(source);
    let imports = imports(&texts);
    let mut circles = Vec::new();
    for file in imports.keys() {
        if reached(file, &imports).contains(file) {
            let back = imports[file].iter().filter(|next| reached(next, &imports).contains(file));
            let back: Vec<String> = back.map(|next| next.join("::")).collect();
            circles.push(format!("{}: {} names {}", source.display(), file.join("::"), back.join(", ")));
        }
    }
    (circles, imports.values().map(BTreeSet::len).sum())
}

#[test]
fn files_do_not_import_each_other_in_circles() {
    let (circles, imports) = circles(&Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).join("src"));
    assert!(imports > 1000, "imports are not read");
    assert!(circles.is_empty(), "circles of files:\n{}", circles.join("\n"));
}

/// The packages around the library have no circles at all.
#[test]
fn packages_have_no_circles_of_files() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let mut found = Vec::new();
    for (source, least) in [
        ("crates/charts", 10),
        ("crates/cli", 200),
        ("crates/lab", 60),
        ("crates/records", 10),
        ("crates/signal", 5),
        ("crates/testing", 40),
        ("peers", 20),
        ("peers/ntt", 5),
        ("peers/integers", 5),
        ("crates/docs", 10),
    ] {
        let (circles, imports) = circles(&root.join(source).join("src"));
        assert!(imports >= least, "{source}: imports are not read: {imports}");
        found.extend(circles);
    }
    assert!(found.is_empty(), "circles of files:\n{}", found.join("\n"));
}

#[test]
fn circles_are_found_through_what_modules_hand_on() {
    let texts: BTreeMap<Module, String> = [
        ("", "mod a; mod b;"),
        ("a", "mod inner;\npub use inner::Thing;"),
        ("a::inner", "use crate::b::{self, Other as Renamed};\npub struct Thing(Renamed);"),
        ("b", "pub struct Other;\nfn f() -> crate::a::Thing { todo!() }"),
        ("c", "use super::b::Other; // use crate::c\n"),
    ]
    .into_iter()
    .map(|(module, text)| (words(module), text.to_string()))
    .collect();
    let imports = imports(&texts);
    let in_circle = |name: &str| reached(&words(name), &imports).contains(&words(name));
    assert!(in_circle("a::inner") && in_circle("b") && !in_circle("a") && !in_circle("c"));
}
