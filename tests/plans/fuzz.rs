//! The fuzz targets on their seeds, on seeds with errors in them, and on bytes that look random.

use quickcheck::QuickCheck;
use ringfft_testing::{Random, fuzz};

#[test]
fn recipes() {
    let seeds = include_str!("../seeds/recipes.txt");
    let mut random = Random::new(5);
    for line in seeds.lines() {
        fuzz::recipe(line.as_bytes());
        // One to three bytes removed, doubled or exchanged for others of the seeds.
        for _ in 0..1_000 {
            let mut bytes = line.as_bytes().to_vec();
            for _ in 0..=random.below(3) {
                let (at, from) = (random.below(bytes.len().max(1)), random.below(seeds.len()));
                match random.below(3) {
                    0 if !bytes.is_empty() => drop(bytes.remove(at)),
                    1 if !bytes.is_empty() => bytes[at] = seeds.as_bytes()[from],
                    _ => bytes.insert(at, seeds.as_bytes()[from]),
                }
            }
            fuzz::recipe(&bytes);
        }
    }
    for depth in [15, 16, 17, 100_000] {
        let text = "reorder(natural, ".repeat(depth) + "naive(4)" + &")".repeat(depth);
        fuzz::recipe(text.as_bytes());
    }
    QuickCheck::new().tests(2_000).quickcheck(fuzz_recipe as fn(Vec<u8>));
}

fn fuzz_recipe(bytes: Vec<u8>) {
    fuzz::recipe(&bytes);
}

/// So many lists of up to `most` bytes that look random.
fn random(seed: u64, count: usize, most: usize, target: fn(&[u8])) {
    let mut random = Random::new(seed);
    for _ in 0..count {
        let bytes: Vec<u8> = (0..random.below(most)).map(|_| random.bits() as u8).collect();
        target(&bytes);
    }
    target(&[]);
    target(&[0xff; 300]);
}

#[test]
fn trees_of_recipes() {
    random(10, 8_000, 60, fuzz::recipes);
}

#[test]
fn shapes_of_kernels() {
    random(11, 3_000, 40, fuzz::shapes);
}

#[test]
fn pairs_of_engines() {
    random(12, 6_000, 90, fuzz::engines);
}

#[test]
fn transforms_of_chosen_elements() {
    random(15, 3_000, 120, fuzz::transform);
}

#[test]
fn products_of_chosen_elements() {
    random(16, 2_000, 200, fuzz::product);
}

#[test]
fn tuning_texts() {
    let seeds = include_str!("../seeds/tuning.txt");
    let mut random = Random::new(13);
    for line in seeds.lines() {
        fuzz::tuning(line.as_bytes());
        for _ in 0..200 {
            let mut bytes = line.as_bytes().to_vec();
            let (at, from) = (random.below(bytes.len().max(1)), random.below(seeds.len()));
            match random.below(3) {
                0 if !bytes.is_empty() => drop(bytes.remove(at)),
                1 if !bytes.is_empty() => bytes[at] = seeds.as_bytes()[from],
                _ => bytes.insert(at, seeds.as_bytes()[from]),
            }
            fuzz::tuning(&bytes);
        }
    }
    self::random(14, 3_000, 60, fuzz::tuning);
}

#[test]
fn lengths() {
    let mut random = Random::new(6);
    for _ in 0..20_000 {
        let bytes: Vec<u8> = (0..28).map(|_| random.bits() as u8).collect();
        fuzz::lengths(&bytes);
        // Small lengths and batches.
        let mut small = bytes;
        small[3] &= 0b11_0000;
        fuzz::lengths(&small);
    }
    fuzz::lengths(&[]);
    fuzz::lengths(&[0xff; 28]);
}

#[test]
fn numbers() {
    let digits = b"0123456789abcdefABCDEFx_-+^2 \xc3\xa9";
    let seeds = ["", "0", "000", "18446744073709551616", "0xff", "FF", "2^127-1", "2^64+1", "2^0+1", "2^-1", "primes"];
    let mut random = Random::new(8);
    for seed in seeds {
        fuzz::number(seed.as_bytes());
        for _ in 0..2_000 {
            let mut bytes = seed.as_bytes().to_vec();
            bytes.insert(random.below(bytes.len() + 1), digits[random.below(digits.len())]);
            fuzz::number(&bytes);
        }
    }
    for alphabet in [10, 16, 22, digits.len()] {
        for len in (0..60).chain([608, 609, 1216, 1217, 5000]) {
            let bytes: Vec<u8> = (0..len).map(|_| digits[random.below(alphabet)]).collect();
            fuzz::number(&bytes);
        }
    }
    QuickCheck::new().tests(2_000).quickcheck(fuzz_number as fn(Vec<u8>));
}

fn fuzz_number(bytes: Vec<u8>) {
    fuzz::number(&bytes);
}

#[test]
fn shards() {
    let mut random = Random::new(9);
    for len in (0..40).chain((0..300).map(|i| 40 + 10 * i)) {
        let mut bytes: Vec<u8> = (0..len).map(|_| random.bits() as u8).collect();
        fuzz::shards(&bytes);
        // Few shards, few losses.
        bytes.iter_mut().take(2).for_each(|byte| *byte &= 7);
        fuzz::shards(&bytes);
    }
    QuickCheck::new().tests(500).quickcheck(fuzz_shards as fn(Vec<u8>));
}

fn fuzz_shards(bytes: Vec<u8>) {
    fuzz::shards(&bytes);
}

#[test]
fn gf2_products() {
    let mut random = Random::new(9);
    for _ in 0..4_000 {
        let bytes: Vec<u8> = (0..4 + random.below(200)).map(|_| random.bits() as u8).collect();
        fuzz::gf2_product(&bytes);
    }
    fuzz::gf2_product(&[]);
    fuzz::gf2_product(&[0xff; 300]);
    QuickCheck::new().tests(2_000).quickcheck(fuzz_gf2_product as fn(Vec<u8>));
}

fn fuzz_gf2_product(bytes: Vec<u8>) {
    fuzz::gf2_product(&bytes);
}
