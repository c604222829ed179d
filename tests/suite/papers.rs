//! The paper pages: every key and file they name exists, every algorithm has a page, and the worked examples
//! are what the code computes.

use ringfft::{
    Error, Result,
    algebra::{Action, Domain, Module, Ring, Roots},
    arith::pow_mod,
    dft::{Classical, Naive, Stockham, Transform, Twisted},
    order::{bit_reverse, bit_reverse_permute},
};
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

fn root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Every file below `directory` with the extension, as (path from the root, text).
fn files(directory: &str, extension: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut pending = vec![PathBuf::from(directory)];
    while let Some(path) = pending.pop() {
        for entry in fs::read_dir(root().join(&path)).unwrap() {
            let child = path.join(entry.unwrap().file_name());
            if root().join(&child).is_dir() {
                pending.push(child);
            } else if child.extension().is_some_and(|found| found == extension) {
                found.push((child.display().to_string(), read(&child)));
            }
        }
    }
    found.sort();
    found
}

/// Returns the texts between `open` and `close` that look like `Name 1965` or `Name-Name 1965`. A line of a comment may
/// end within one.
fn keys(text: &str, open: &str, close: &str) -> BTreeSet<String> {
    text.split(open)
        .skip(1)
        .filter_map(|rest| rest.split_once(close))
        .map(|(key, _)| key.split_whitespace().filter(|word| !word.starts_with("//")).collect::<Vec<_>>().join(" "))
        .filter(|key| {
            key.rsplit_once(' ').is_some_and(|(name, year)| {
                year.len() == 4
                    && year.bytes().all(|b| b.is_ascii_digit())
                    && name.starts_with(|c: char| c.is_ascii_uppercase())
            })
        })
        .collect()
}

#[test]
fn every_key_is_in_the_bibliography() {
    let bibliography = read("papers/bibliography.md");
    let known = keys(&bibliography, "| [", "] |");
    assert!(known.len() >= 12, "{known:?}");
    let mut cited = 0;
    let sources = ["src", "tests", "examples"].into_iter().flat_map(|directory| files(directory, "rs"));
    for (path, text) in sources {
        for key in keys(&text, "\\[", "\\]") {
            assert!(known.contains(&key), "{path} cites [{key}], which papers/bibliography.md lacks");
            cited += 1;
        }
    }
    for (path, text) in files("papers", "md") {
        for key in keys(&text, "[", "]") {
            assert!(known.contains(&key), "{path} cites [{key}], which papers/bibliography.md lacks");
            cited += 1;
        }
    }
    assert!(cited > 20);
}

#[test]
fn pages_name_files_that_exist() {
    let mut named = 0;
    for (page, text) in files("papers", "md") {
        // Code spans of one line that begin like a path of this repository.
        let spans = text.lines().flat_map(|line| line.split('`').skip(1).step_by(2));
        for span in spans {
            let begins = ["src/", "tests/", "examples/", "benches/", "papers/"].iter().any(|top| span.starts_with(top));
            if begins && !span.contains(' ') {
                assert!(root().join(span).exists(), "{page} names {span}, which does not exist");
                named += 1;
            }
        }
    }
    assert!(named > 20);
}

#[test]
fn every_algorithm_has_a_page() {
    let index = read("papers/README.md");
    let sources = ["src/dft", "src/additive", "src/kernel"].into_iter().flat_map(|directory| files(directory, "rs"));
    let mut pages = 0;
    for (path, text) in sources {
        let name = Path::new(&path).file_stem().unwrap().to_str().unwrap().to_owned();
        // Files without a source of their own are parts or drivers of those that have one.
        if !text.contains("//! # Source") {
            continue;
        }
        pages += 1;
        let page = match path.as_str() {
            "src/additive/truncated.rs" => "papers/truncated_additive.md".into(),
            _ => format!("papers/{name}.md"),
        };
        assert!(index.contains(&format!("`{page}`")), "papers/README.md does not list {page}");
        let text = read(&page);
        assert!(text.contains(&format!("`{path}`")), "{page} does not name {path}");
        for heading in ["## Problem", "## Derivation", "## Cost", "## Differences", "## Files", "## Open"] {
            assert!(text.contains(heading), "{page} has no section {heading}");
        }
        let counted = text.contains("tests/suite/counts.rs") || text.contains("`tests/additive/");
        assert!(counted, "{page} does not say where its cost is asserted");
        assert!(text.contains("Worked example"), "{page} has no worked example");
    }
    assert!(pages >= 5);
    for (page, _) in files("papers", "md") {
        assert!(page == "papers/README.md" || index.contains(&format!("`{page}`")), "{page} is not in the index");
    }
}

/// The integers modulo 17, in which the pages compute.
#[derive(Clone)]
struct Seventeen;

const P: u64 = 17;
const W: u64 = 9;
const X: [u64; 8] = [3, 1, 4, 1, 5, 9, 2, 6];

impl Module for Seventeen {
    type Element = u64;

    fn zero(&self) -> u64 {
        0
    }

    fn add_assign(&self, a: &mut u64, b: &u64) {
        *a = (*a + b) % P;
    }

    fn sub_assign(&self, a: &mut u64, b: &u64) {
        *a = (*a + P - b) % P;
    }
}

impl Ring for Seventeen {
    fn name(&self) -> String {
        "the integers modulo 17".into()
    }

    fn one(&self) -> u64 {
        1
    }

    fn mul_assign(&self, a: &mut u64, b: &u64) {
        *a = *a * b % P;
    }

    fn is_zero(&self, a: &u64) -> bool {
        *a == 0
    }

    fn inverse(&self, a: &u64) -> Option<u64> {
        ringfft::arith::inverse_mod(*a, P)
    }
}

impl Action for Seventeen {
    type Scalars = Self;
    type Twiddle = u64;

    fn scalars(&self) -> &Self {
        self
    }

    fn prepare(&self, scalar: &u64) -> u64 {
        *scalar
    }

    fn apply(&self, x: &mut u64, w: &u64) {
        *x = *x * w % P;
    }
}

impl Roots for Seventeen {
    fn root(&self, n: usize) -> Result<u64> {
        match n {
            1 | 2 | 4 | 8 => Ok(pow_mod(W, 8 / n as u64, P)),
            _ => Err(Error::NoRoot { ring: self.name(), order: n, possible: "the order must divide 8".into() }),
        }
    }
}

fn forward(transform: &dyn Transform<Seventeen>, values: &[u64]) -> Vec<u64> {
    let mut values = values.to_vec();
    transform.forward(&mut values, &mut vec![0; transform.scratch_len()]).unwrap();
    values
}

fn inverse(transform: &dyn Transform<Seventeen>, values: &[u64]) -> Vec<u64> {
    let mut values = values.to_vec();
    transform.inverse_unscaled(&mut values, &mut vec![0; transform.scratch_len()]).unwrap();
    values
}

/// The page must contain the numbers, in this order.
fn printed(page: &str, numbers: &[u64]) {
    let text = numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
    assert!(read(page).contains(&text), "{page} does not contain {text}");
}

#[test]
fn worked_examples_are_what_the_code_computes() -> Result<()> {
    let domain = Domain::new(Seventeen, 8)?;
    let naive = Naive::new(&domain)?;
    let values = forward(&naive, &X);
    let eight_x: Vec<u64> = X.iter().map(|x| 8 * x % P).collect();
    let powers: Vec<u64> = (0..8).map(|e| pow_mod(W, e, P)).collect();
    let mut reversed = values.clone();
    bit_reverse_permute(&mut reversed);

    let index = "papers/README.md";
    [&X[..], &powers, &values].iter().for_each(|numbers| printed(index, numbers));
    let (natural, bit_reversed) = (
        ["papers/naive.md", "papers/stockham.md", "papers/four_step.md"],
        ["papers/classical.md", "papers/twisted.md"],
    );
    natural.iter().for_each(|page| printed(page, &values));
    bit_reversed.iter().for_each(|page| printed(page, &reversed));
    for page in ["papers/naive.md", "papers/classical.md", "papers/inverse.md"] {
        printed(page, &eight_x);
    }
    printed("papers/inverse.md", &forward(&naive, &values));

    let (classical, twisted) = (Classical::new(&domain)?, Twisted::new(&domain)?);
    let transforms: [(&dyn Transform<Seventeen>, &[u64]); 4] =
        [(&naive, &values), (&Stockham::new(&domain)?, &values), (&classical, &reversed), (&twisted, &reversed)];
    for (transform, expected) in transforms {
        assert_eq!(forward(transform, &X), expected);
        assert_eq!(inverse(transform, expected), eight_x);
    }
    Ok(())
}

/// `f(z x) mod (x^m - c)`.
fn remainder(z: u64, m: usize, c: u64) -> Vec<u64> {
    let mut node = vec![0; m];
    for (i, x) in X.iter().enumerate() {
        node[i % m] = (node[i % m] + x * pow_mod(z, i as u64, P) * pow_mod(c, (i / m) as u64, P)) % P;
    }
    node
}

#[test]
fn nodes_of_the_trees_are_the_remainders_they_are_said_to_be() -> Result<()> {
    for (m, indices) in [(8, 1), (4, 2), (2, 4)] {
        // The exponent of the first leaf below node j: all leaves have the same m-th power.
        let leaf = |j: usize| bit_reverse(j * m, 3) as u64;
        let classical: Vec<u64> =
            (0..indices).flat_map(|j| remainder(1, m, pow_mod(W, leaf(j) * m as u64, P))).collect();
        let twisted: Vec<u64> = (0..indices).flat_map(|j| remainder(pow_mod(W, leaf(j), P), m, 1)).collect();
        printed("papers/classical.md", &classical);
        printed("papers/twisted.md", &twisted);
        // Stockham after passes of product m: the transforms of every (8/m)-th coefficient.
        let naive = Naive::new(&Domain::with_root(Seventeen, m, pow_mod(W, 8 / m as u64, P))?)?;
        let decimated: Vec<u64> = (0..8 / m)
            .flat_map(|g| forward(&naive, &X.iter().skip(g).step_by(8 / m).copied().collect::<Vec<_>>()))
            .collect();
        printed("papers/stockham.md", &decimated);
    }
    // The inverse of the classical tree, level by level: m times the remainder.
    for m in [2, 4, 8] {
        let scaled: Vec<u64> = (0..8 / m)
            .flat_map(|j| remainder(1, m, pow_mod(W, bit_reverse(j * m, 3) as u64 * m as u64, P)))
            .map(|x| x * m as u64 % P)
            .collect();
        printed("papers/classical.md", &scaled);
    }
    Ok(())
}

#[test]
fn four_steps() -> Result<()> {
    const PAGE: &str = "papers/four_step.md";
    let line = |rows: &[Vec<u64>]| {
        let text = |row: &Vec<u64>| row.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
        let text = format!("| {} | {} |", text(&rows[0]), text(&rows[1]));
        assert!(read(PAGE).contains(&text), "{PAGE} does not contain {text}");
    };
    let domain = Domain::new(Seventeen, 8)?;
    let (columns, rows) = (Naive::new(&domain.subdomain(4)?)?, Naive::new(&domain.subdomain(2)?)?);
    let mut matrix: Vec<Vec<u64>> = X.chunks(4).map(<[u64]>::to_vec).collect();
    line(&matrix);
    if let [top, bottom] = &mut matrix[..] {
        for (x, y) in top.iter_mut().zip(bottom) {
            let column = forward(&columns, &[*x, *y]);
            (*x, *y) = (column[0], column[1]);
        }
    }
    line(&matrix);
    for (c, x) in matrix[1].iter_mut().enumerate() {
        *x = *x * pow_mod(W, c as u64, P) % P;
    }
    line(&matrix);
    matrix.iter_mut().for_each(|row| *row = forward(&rows, row));
    line(&matrix);
    let read_by_columns: Vec<u64> = (0..4).flat_map(|b| [matrix[0][b], matrix[1][b]]).collect();
    assert_eq!(read_by_columns, forward(&Naive::new(&domain)?, &X));
    Ok(())
}
