//! The known answers over binary fields: every additive algorithm, and products over GF(2).

use super::vectors::{files, text};
use ringfft::{
    Error,
    algebra::Std,
    integer::{from_hexadecimal, to_hexadecimal},
    order::Order,
    plan::{Algorithm, Coefficients, Plan},
    poly::gf2,
    rings::{BinaryField, Gf2p8, Gf2p16, Gf2p16Leopard, Gf2p32, Gf2p64, Gf2p128, ViaBinary, binary},
};
use ringfft_testing::{Erased, ErasedElement};
use serde_json::Value;

fn element<F: BinaryField>(text: &str) -> F {
    F::from_bits(u128::from_str_radix(text.strip_prefix("0x").unwrap(), 16).unwrap())
}

/// Runs every algorithm on every vector of a file; the number of runs.
fn file<F: BinaryField>(file: &Value) -> usize {
    let ring: Std<F, ViaBinary> = binary();
    let mut runs = 0;
    for value in file["vectors"].as_array().unwrap() {
        let list = |key: &str| -> Vec<F> {
            value[key].as_array().unwrap().iter().map(|x| element(x.as_str().unwrap())).collect()
        };
        let id = text(value, "id");
        let (n, basis) = (value["len"].as_u64().unwrap() as usize, list("basis"));
        assert_eq!(text(value, "order").parse::<Order>().unwrap(), Order::Natural);
        let coefficients: Coefficients = text(value, "coefficients").parse().unwrap();
        let erased = |list: Vec<F>| list.into_iter().map(ErasedElement::new).collect::<Vec<_>>();
        let mut ran = 0;
        for algorithm in Algorithm::ALL.iter().copied().filter(|algorithm| algorithm.is_additive()) {
            if !algorithm.exists_for(n) {
                continue;
            }
            // The powers of x are given; a Cantor basis is the ring's own.
            let powers = id.contains("powers-of-x");
            let mut builder = Plan::builder(Erased::new(ring), n).algorithm(algorithm).coefficients(coefficients);
            if powers {
                builder = builder.basis(erased(basis.clone()));
            }
            if let Some(coset) = value["coset"].as_str() {
                builder = builder.coset(ErasedElement::new(element::<F>(coset)));
            }
            let plan = match builder.build() {
                Err(Error::Unsupported { .. }) if powers => continue,
                plan => plan.unwrap(),
            };
            let mut values = erased(list("input"));
            if text(value, "direction") == "forward" { plan.forward(&mut values) } else { plan.inverse(&mut values) }
                .unwrap();
            let found: Vec<F> = values.iter().map(|value| *value.get::<F>().unwrap()).collect();
            assert_eq!(found, list("output"), "{id}: {algorithm} over {}", F::name());
            ran += 1;
        }
        assert!(ran > 1, "{id}");
        runs += ran;
    }
    runs
}

fn products(file: &Value) -> usize {
    let vectors = file["vectors"].as_array().unwrap();
    for value in vectors {
        let number = |key: &str, i: usize| {
            from_hexadecimal(value[key][i].as_str().unwrap().strip_prefix("0x").unwrap()).unwrap()
        };
        let (a, b) = (number("input", 0), number("input", 1));
        for (a, b) in [(&a, &b), (&b, &a)] {
            let product = to_hexadecimal(&gf2::multiply(a, b).unwrap()).unwrap();
            assert_eq!(format!("0x{product}"), value["output"][0].as_str().unwrap(), "{}", text(value, "id"));
        }
    }
    vectors.len()
}

#[test]
fn additive_algorithms_and_products_give_the_known_answers() {
    let mut checked = 0;
    for (name, content) in files() {
        let runs = match text(&content, "ring") {
            "gf2" => products(&content),
            "gf2:8" => file::<Gf2p8>(&content),
            "gf2:16" => file::<Gf2p16>(&content),
            "gf2:16/1002d" => file::<Gf2p16Leopard>(&content),
            "gf2:32" => file::<Gf2p32>(&content),
            "gf2:64" => file::<Gf2p64>(&content),
            "gf2:128" => file::<Gf2p128>(&content),
            _ => continue,
        };
        println!("{name}: {runs} runs");
        checked += 1;
    }
    assert_eq!(checked, 7);
}
