//! The known answers of `vectors/`: every file, every vector, every algorithm that has its length.

use num_complex::Complex;
use ringfft::{
    Error, Result,
    algebra::{Action, Domain, Ring, Roots},
    dft::{Circle, IncompleteNegacyclic, Negacyclic, Transform, Truncated},
    order::Order,
    plan::{Accelerated, Algorithm, Plan, Scale},
    rings::{
        BabyBear, Bls12381Fr, Bn254Fr, ComplexRing, Fermat, Goldilocks, KoalaBear, M31, Modular, NativeField, native,
    },
};
use ringfft_testing::{Erased, ErasedElement};
use serde_json::Value;
use std::{collections::BTreeSet, fs, path::PathBuf};

pub(super) fn directory() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).join("vectors")
}

/// Whether two lists are equal, or near.
type Equal<'a, E> = &'a dyn Fn(&[E], &[E]) -> bool;

/// A vector with its elements read.
#[derive(Clone)]
struct Vector<'a, E> {
    id: &'a str,
    transform: &'a str,
    forward: bool,
    len: usize,
    order: Order,
    scale: Scale,
    root: Option<E>,
    coset: Option<E>,
    input: Vec<E>,
    output: Vec<E>,
}

pub(super) fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_else(|| panic!("{key} is missing in {value}"))
}

impl<'a, E> Vector<'a, E> {
    fn read(value: &'a Value, parse: impl Fn(&str) -> E) -> Self {
        let list = |key: &str| value[key].as_array().unwrap().iter().map(|x| parse(x.as_str().unwrap())).collect();
        Vector {
            id: text(value, "id"),
            transform: text(value, "transform"),
            forward: match text(value, "direction") {
                "forward" => true,
                "inverse" => false,
                other => panic!("the direction {other}"),
            },
            len: value["len"].as_u64().unwrap() as usize,
            order: text(value, "order").parse().unwrap(),
            scale: text(value, "scale").parse().unwrap(),
            root: value["root"].as_str().map(&parse),
            coset: value["coset"].as_str().map(&parse),
            input: list("input"),
            output: list("output"),
        }
    }
}

/// Algorithms that compute another map than the discrete Fourier transform.
const OTHER_MAPS: [&str; 4] = ["truncated", "negacyclic", "incomplete-negacyclic", "circle"];

/// Runs every algorithm on one vector; the number of those that ran.
fn transforms<R>(ring: &R, vector: &Vector<'_, R::Element>, equal: Equal<'_, R::Element>) -> usize
where
    R: Accelerated + Ring + Action<Scalars = R>,
{
    let mut ran = 0;
    let build = |algorithm, order| -> Result<Plan<R::Element, R>> {
        let mut builder = Plan::builder(ring.clone(), vector.len).algorithm(algorithm).order(order).scale(vector.scale);
        if let Some(root) = &vector.root {
            builder = builder.root(root.clone());
        }
        if let Some(coset) = &vector.coset {
            builder = builder.coset(coset.clone());
        }
        builder.build()
    };
    let permutation = vector.order.permutation(vector.len);
    for &algorithm in Algorithm::ALL {
        if !algorithm.exists_for(vector.len) || algorithm.is_additive() || OTHER_MAPS.contains(&algorithm.name()) {
            continue;
        }
        let run = |plan: &Plan<R::Element, R>, mut values: Vec<R::Element>| {
            if vector.forward { plan.forward(&mut values) } else { plan.inverse(&mut values) }.unwrap();
            values
        };
        let found = match build(algorithm, vector.order) {
            Ok(plan) if plan.order() == vector.order => run(&plan, vector.input.clone()),
            // An order that plans do not bring values to: the natural one, permuted here.
            Ok(_) | Err(Error::Length { .. } | Error::Unsupported { .. }) => match build(algorithm, Order::Natural) {
                Ok(plan) if vector.forward => {
                    let natural = run(&plan, vector.input.clone());
                    permutation.iter().map(|&e| natural[e].clone()).collect()
                }
                Ok(plan) => {
                    let mut natural = vector.input.clone();
                    permutation.iter().zip(&vector.input).for_each(|(&e, x)| natural[e] = x.clone());
                    run(&plan, natural)
                }
                Err(_) if algorithm != Algorithm::Naive => continue,
                Err(error) => panic!("{}: {error}", vector.id),
            },
            // An algorithm that asks more of the ring than a root of this order.
            Err(_) if algorithm != Algorithm::Naive => continue,
            Err(error) => panic!("{}: {error}", vector.id),
        };
        assert!(equal(&found, &vector.output), "{}: {algorithm} over {}", vector.id, ring.name());
        ran += 1;
    }
    ran
}

/// Runs a textbook transform on one vector, both scales as the vector's: the inverse is exact.
fn textbook<R>(ring: &R, vector: &Vector<'_, R::Element>, transform: &dyn Transform<R>) -> Vec<R::Element>
where
    R: Ring + Action<Scalars = R> + Roots,
{
    assert_eq!(transform.len(), vector.len, "{}", vector.id);
    let natural = vector.order == Order::Natural;
    let permutation = transform.order().permutation(vector.len);
    let mut values = vector.input.clone();
    let mut scratch = vec![ring.zero(); transform.scratch_len()];
    if vector.forward {
        transform.forward(&mut values, &mut scratch).unwrap();
        if natural {
            let found = values.clone();
            permutation.iter().zip(found).for_each(|(&e, x)| values[e] = x);
        }
        return values;
    }
    if natural {
        permutation.iter().enumerate().for_each(|(j, &e)| values[j] = vector.input[e].clone());
    }
    transform.inverse_unscaled(&mut values, &mut scratch).unwrap();
    let factor = ring.inverse_of_integer(transform.inverse_scale() as u64).unwrap();
    values.iter_mut().for_each(|x| ring.mul_assign(x, &factor));
    values
}

/// Runs what computes the other maps: the textbook transforms, plans where the root is the ring's own, and for negacyclic
/// values every algorithm on the coset `v` with the root `v^2`.
fn other_maps<R>(
    ring: &R,
    vector: &Vector<'_, R::Element>,
    degree: Option<usize>,
    own: bool,
    equal: Equal<'_, R::Element>,
) -> usize
where
    R: Accelerated + Ring + Action<Scalars = R> + Roots,
{
    // A circle's point is no scalar: its vectors have no root, and their point is checked by the caller.
    let root = vector.root.clone().unwrap_or_else(|| ring.one());
    let domain = |order: usize| Domain::with_root(ring.clone(), order, root.clone()).unwrap();
    let power_of_two = vector.len.is_power_of_two();
    let mut ran = 0;
    let mut check = |transform: &dyn Transform<R>| {
        assert!(equal(&textbook(ring, vector, transform), &vector.output), "{}", vector.id);
        ran += 1;
    };
    match vector.transform {
        "negacyclic" if power_of_two => check(&Negacyclic::new(&domain(2 * vector.len)).unwrap()),
        "negacyclic" => {}
        "incomplete-negacyclic" => {
            let degree = degree.unwrap();
            check(&IncompleteNegacyclic::with_block(&domain(2 * vector.len / degree), degree).unwrap());
        }
        "truncated" => check(&Truncated::new(&domain(vector.len.next_power_of_two()), vector.len).unwrap()),
        "circle" => check(&Circle::new(ring.clone(), vector.len).unwrap()),
        other => panic!("{}: the transform {other}", vector.id),
    }
    if vector.transform == "negacyclic" {
        let mut square = root.clone();
        ring.mul_assign(&mut square, &root);
        ran += transforms(ring, &Vector { root: Some(square), coset: Some(root), ..vector.clone() }, equal);
    }
    if let (true, Ok(algorithm)) = (own, vector.transform.parse::<Algorithm>()) {
        let plan = Plan::builder(ring.clone(), vector.len).algorithm(algorithm).order(vector.order).build();
        if vector.transform == "negacyclic" && !power_of_two {
            assert!(plan.is_err());
            return ran;
        }
        let (plan, mut values) = (plan.unwrap(), vector.input.clone());
        if vector.forward { plan.forward(&mut values) } else { plan.inverse(&mut values) }.unwrap();
        assert!(equal(&values, &vector.output), "{} by a plan", vector.id);
        ran += 1;
    }
    ran
}

/// A file's vectors over one ring: how many ran, how many runs they were, and which transforms are not here.
#[derive(Default)]
struct Tally {
    vectors: usize,
    runs: usize,
    missing: BTreeSet<String>,
}

impl Tally {
    fn file<R>(&mut self, file: &Value, ring: &R, parse: &dyn Fn(&str) -> R::Element, equal: Equal<'_, R::Element>)
    where
        R: Accelerated + Ring + Action<Scalars = R> + Roots,
    {
        let own = text(file, "convention") == "ringfft" && text(file, "ring") != "mod:65";
        for value in file["vectors"].as_array().unwrap() {
            let vector = Vector::read(value, parse);
            assert_eq!((vector.input.len(), vector.output.len()), (vector.len, vector.len), "{}", vector.id);
            let degree = value["degree"].as_u64().map(|degree| degree as usize);
            if let Some(root) = vector.root.as_ref().filter(|_| own && !vector.id.ends_with("-root")) {
                let order = match vector.transform {
                    "negacyclic" => 2 * vector.len,
                    "incomplete-negacyclic" => 2 * vector.len / degree.unwrap(),
                    "truncated" => vector.len.next_power_of_two(),
                    _ => vector.len,
                };
                assert!(ring.equal(&ring.root(order).unwrap(), root), "{}: the root of order {order}", vector.id);
            }
            if let Some(point) = value["root"].as_array() {
                let point: Vec<_> = point.iter().map(|x| parse(x.as_str().unwrap())).collect();
                let own = ring.circle_point(2 * vector.len).unwrap();
                assert!(own.iter().zip(&point).all(|(a, b)| ring.equal(a, b)), "{}: the point", vector.id);
            }
            let runs = match vector.transform {
                "dft" => transforms(ring, &vector, equal),
                _ => other_maps(ring, &vector, degree, own, equal),
            };
            assert!(runs >= 1);
            self.runs += runs;
            self.vectors += 1;
        }
    }

    /// Elements are decimal residues.
    fn exact<R>(&mut self, file: &Value, ring: &R)
    where
        R: Accelerated + Ring + Action<Scalars = R> + Roots,
    {
        // One compilation of the algorithms for all rings.
        let ring = Erased::new(ring.clone());
        let parse = |text: &str| decimal(&ring, text);
        self.file(file, &ring, &parse, &|a, b| a.iter().zip(b).all(|(a, b)| ring.equal(a, b)));
    }

    fn native<F: NativeField>(&mut self, file: &Value) {
        self.exact(file, &native::<F>());
    }
}

/// A decimal number in any ring, by Horner's rule.
pub(super) fn decimal<R: Ring>(ring: &R, text: &str) -> R::Element {
    let ten = ring.integer(10);
    text.bytes().fold(ring.zero(), |mut value, digit| {
        ring.mul_assign(&mut value, &ten);
        ring.add_assign(&mut value, &ring.integer(u64::from(digit - b'0')));
        value
    })
}

/// `re im`.
fn complex(text: &str) -> Complex<f64> {
    let (re, im) = text.split_once(' ').unwrap();
    Complex::new(re.parse().unwrap(), im.parse().unwrap())
}

/// Whether every component is within `8 n` units of rounding of the largest modulus: the definition's own sums of `n`
/// products lose as many.
fn near(epsilon: f64, found: impl Iterator<Item = Complex<f64>>, expected: impl Iterator<Item = Complex<f64>>) -> bool {
    let pairs: Vec<_> = found.zip(expected).collect();
    let largest = pairs.iter().map(|(_, x)| x.norm_sqr().sqrt()).fold(0.0, f64::max);
    let bound = 8.0 * pairs.len() as f64 * epsilon * largest;
    pairs.iter().all(|(a, b)| (a.re - b.re).abs() <= bound && (a.im - b.im).abs() <= bound)
}

pub(super) fn files() -> Vec<(String, Value)> {
    let mut found: Vec<(String, Value)> = fs::read_dir(directory())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .map(|path| {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            (name, serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap())
        })
        .collect();
    found.sort_by(|a, b| a.0.cmp(&b.0));
    found
}

/// Every vector of the discrete Fourier transform; what is not built is named on standard error.
#[test]
fn every_algorithm_gives_the_known_answers() {
    let mut tally = Tally::default();
    for (name, file) in files() {
        let before = tally.vectors;
        match text(&file, "ring") {
            "c64" => tally.file(&file, &ComplexRing::<f64>::default(), &complex, &|a, b| {
                near(f64::EPSILON, a.iter().copied(), b.iter().copied())
            }),
            "c32" => {
                let narrow = |text: &str| {
                    let x = complex(text);
                    ErasedElement::new(Complex::new(x.re as f32, x.im as f32))
                };
                let wide = |x: &ErasedElement| {
                    let x: &Complex<f32> = x.get().unwrap();
                    Complex::new(f64::from(x.re), f64::from(x.im))
                };
                tally.file(&file, &Erased::new(ComplexRing::<f32>::default()), &narrow, &|a, b| {
                    near(f32::EPSILON.into(), a.iter().map(wide), b.iter().map(wide))
                });
            }
            "goldilocks" => tally.native::<Goldilocks>(&file),
            "m31" => tally.native::<M31>(&file),
            "babybear" => tally.native::<BabyBear>(&file),
            "koalabear" => tally.native::<KoalaBear>(&file),
            "bls12-381-fr" => tally.native::<Bls12381Fr>(&file),
            "bn254-fr" => tally.native::<Bn254Fr>(&file),
            #[cfg(feature = "ff014")]
            "pallas-base" => tally.exact(&file, &ringfft::rings::ff::<pasta_curves::Fp>()),
            #[cfg(feature = "ff014")]
            "vesta-base" => tally.exact(&file, &ringfft::rings::ff::<pasta_curves::Fq>()),
            // These have a test of their own.
            "gf2" => continue,
            ring if ring.starts_with("gf2:") => continue,
            ring => match ring.split_once(':') {
                Some(("mod", modulus)) => tally.exact(&file, &Modular::new(modulus.parse().unwrap()).unwrap()),
                Some(("fermat", exponent)) => tally.exact(&file, &Fermat::new(exponent.parse().unwrap()).unwrap()),
                _ => assert!(tally.missing.insert(format!("the ring {ring}"))),
            },
        }
        println!("{name}: {} vectors", tally.vectors - before);
    }
    println!("{} vectors, {} runs of an algorithm", tally.vectors, tally.runs);
    for missing in &tally.missing {
        eprintln!("SKIPPED: {missing} (vectors/ has known answers, this crate has no such map yet)");
    }
    assert!(tally.vectors > 1200 && tally.runs > 7 * tally.vectors, "{} vectors", tally.vectors);
}
