//! The files of `vectors/`: their format, their script, and their constants against those of the ecosystems.

use super::vectors::{decimal, directory, files, text};
use ringfft::{
    inside::require,
    rings::{
        BabyBear, Bls12381Fr, Bn254Fr, Goldilocks, KoalaBear,
        conventions::{Conventions, Ecosystem, convention_root},
        native,
    },
};
use serde_json::Value;
use std::{collections::BTreeSet, fs, process::Command};

/// The roots in the files of other ecosystems are those of the table of conventions.
#[test]
fn roots_of_the_ecosystems() {
    fn check<F: Conventions>(file: &Value, ecosystem: Ecosystem) {
        let ring = native::<F>();
        for value in file["vectors"].as_array().unwrap() {
            let root = convention_root::<F>(ecosystem, value["len"].as_u64().unwrap() as usize).unwrap();
            assert_eq!(decimal(&ring, text(value, "root")), root);
        }
    }
    let mut checked = 0;
    for (_, file) in files() {
        let ecosystem = match text(&file, "convention") {
            "arkworks" => Ecosystem::Arkworks,
            "halo2" => Ecosystem::Halo2,
            "plonky3" => Ecosystem::Plonky3,
            "risc0" => Ecosystem::Risc0,
            "winterfell" => Ecosystem::Winterfell,
            _ => continue,
        };
        match text(&file, "ring") {
            "goldilocks" => check::<Goldilocks>(&file, ecosystem),
            "babybear" => check::<BabyBear>(&file, ecosystem),
            "koalabear" => check::<KoalaBear>(&file, ecosystem),
            "bls12-381-fr" => check::<Bls12381Fr>(&file, ecosystem),
            "bn254-fr" => check::<Bn254Fr>(&file, ecosystem),
            _ => continue,
        }
        checked += 1;
    }
    assert_eq!(checked, 8);
}

/// The cube root of unity and the root of order 2^s that pasta_curves names are those of the files.
#[cfg(feature = "ff014")]
#[test]
fn constants_of_pasta() {
    fn check<F: ff::PrimeField + ff::WithSmallOrderMulGroup<3>>(name: &str) {
        let (_, file) = files().into_iter().find(|(found, _)| found == name).unwrap();
        let ring = ringfft::rings::ff::<F>();
        let mut cosets = 0;
        for value in file["vectors"].as_array().unwrap() {
            let len = value["len"].as_u64().unwrap();
            let squarings = F::S - len.trailing_zeros();
            let root = (0..squarings).fold(F::ROOT_OF_UNITY, |w, _| w.square());
            assert_eq!(decimal(&ring, text(value, "root")), root);
            if let Some(coset) = value["coset"].as_str() {
                assert_eq!(decimal(&ring, coset), F::ZETA);
                cosets += 1;
            }
        }
        assert!(cosets > 4);
    }
    check::<pasta_curves::Fp>("pallas-base.halo2.json");
    check::<pasta_curves::Fq>("vesta-base.halo2.json");
}

/// The files state their format, and ids are unique in each.
#[test]
fn files_follow_the_schema() {
    let readme = fs::read_to_string(directory().join("README.md")).unwrap();
    let digests = fs::read_to_string(directory().join("SHA256SUMS")).unwrap();
    let mut total = 0;
    for (name, file) in files() {
        assert_eq!(text(&file, "schema"), "ringfft-vectors/1", "{name}");
        assert!(readme.contains(&format!("`{name}`")), "vectors/README.md does not name {name}");
        assert!(digests.contains(&format!("  {name}\n")), "SHA256SUMS does not name {name}");
        assert_eq!(
            name,
            format!("{}.{}.json", text(&file, "ring").replace([':', '/'], "-"), text(&file, "convention"))
        );
        let vectors = file["vectors"].as_array().unwrap();
        let ids: BTreeSet<&str> = vectors.iter().map(|vector| text(vector, "id")).collect();
        assert_eq!(ids.len(), vectors.len(), "{name}");
        for key in vectors.iter().chain([&file]).flat_map(|value| value.as_object().unwrap().keys()) {
            assert!(readme.contains(&format!("| `{key}` |")), "vectors/README.md does not document {key}");
        }
        total += fs::metadata(directory().join(name)).unwrap().len();
    }
    assert!(total < 1_200_000, "{total} bytes");
}

/// The script writes what is there, byte for byte.
#[test]
fn the_script_writes_these_files() {
    let output = Command::new("python3").arg("-B").arg(directory().join("generate.py")).arg("--check").output();
    let Some(output) = require::found("python", output.ok()) else { return };
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
}
