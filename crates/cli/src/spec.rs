//! Names on the command line: rings, lengths, `SPEC = ring ':' len [':' algorithm]`.

use crate::{
    failure::{Failure, Outcome, quoted},
    suggest::did_you_mean,
};
use ringfft::{
    order::Order,
    plan::{Accelerated, Algorithm, Builder},
};
use std::fmt;

/// A ring of this build, by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RingName {
    /// Complex numbers of `f32`.
    C32,
    /// Complex numbers of `f64`.
    C64,
    /// 2^64 - 2^32 + 1.
    Goldilocks,
    /// 2^31 - 2^27 + 1.
    BabyBear,
    /// 2^31 - 2^24 + 1.
    KoalaBear,
    /// 2^31 - 1.
    M31,
    /// The scalar field of BLS12-381.
    Bls12381Fr,
    /// The scalar field of BN254.
    Bn254Fr,
    /// `mod:P` and `mod:P@W`; `mod32:P` and `mod32:P@W` in words of 32 bits.
    Mod {
        /// `true` if words are of 32 bits.
        narrow: bool,
        /// The modulus.
        modulus: u64,
        /// The n-th root of unity, where given.
        root: Option<u64>,
    },
    /// `fermat:K`, the integers modulo 2^K + 1.
    Fermat {
        /// `K`.
        exponent: usize,
    },
    /// `gf2:D`, the field with 2^D elements.
    Binary {
        /// `D`.
        degree: u32,
        /// `gf2:16/1002d`: modulo 0x1002d.
        leopard: bool,
    },
    /// Polynomials over GF(2) as bits: products only.
    BinaryPolynomials,
    /// The integers: products only.
    Integers,
}

/// The rings without an argument.
pub(crate) const PLAIN: [(&str, RingName); 10] = [
    ("c32", RingName::C32),
    ("c64", RingName::C64),
    ("goldilocks", RingName::Goldilocks),
    ("babybear", RingName::BabyBear),
    ("koalabear", RingName::KoalaBear),
    ("m31", RingName::M31),
    ("bls12-381-fr", RingName::Bls12381Fr),
    ("bn254-fr", RingName::Bn254Fr),
    ("gf2", RingName::BinaryPolynomials),
    ("z", RingName::Integers),
];

/// The rings that a message lists.
pub(crate) const RINGS: &str = "c32, c64, goldilocks, babybear, koalabear, m31, bls12-381-fr, bn254-fr, mod:P, mod:P@W, mod32:P, mod32:P@W, fermat:K, gf2:8, gf2:16, gf2:16/1002d, gf2:32, gf2:64, gf2:128 (for products also z and gf2)";

/// The rings that help lists for transforms.
pub(crate) const RING_HELP: &str = "c32, c64, goldilocks, babybear, koalabear, m31, bls12-381-fr, bn254-fr, mod:P, mod:P@W, mod32:P, mod32:P@W, fermat:K, or gf2:D with D = 8, 16, 16/1002d, 32, 64 or 128";

/// The rings that help lists for products.
pub(crate) const PRODUCT_HELP: &str = "c32, c64, goldilocks, babybear, koalabear, m31, bls12-381-fr, bn254-fr, mod:P, mod32:P, fermat:K, gf2:D with D = 8, 16, 16/1002d, 32, 64 or 128, z (integers), or gf2 (bits of one hexadecimal number; linear product alone)";

/// The rings that help lists for division.
pub(crate) const DIVIDE_HELP: &str = "goldilocks, babybear, koalabear, m31, bls12-381-fr, bn254-fr, mod:P, mod32:P, fermat:K, gf2:D with D = 8, 16, 16/1002d, 32, 64 or 128, gf2 (bits of one hexadecimal number), or z (a divisor whose leading coefficient is 1 or -1); an element that must be inverted and cannot be is an error";

/// The rings that help lists for greatest common divisors.
pub(crate) const GCD_HELP: &str = "goldilocks, babybear, koalabear, m31, bls12-381-fr, bn254-fr, mod:P, mod32:P, fermat:K, gf2:D with D = 8, 16, 16/1002d, 32, 64 or 128, or gf2 (bits of one hexadecimal number); an element that must be inverted and cannot be is an error";

/// The rings that help lists for values at points.
pub(crate) const EVALUATE_HELP: &str = "c32, c64, goldilocks, babybear, koalabear, m31, bls12-381-fr, bn254-fr, mod:P, mod32:P, fermat:K, gf2:D with D = 8, 16, 16/1002d, 32, 64 or 128, or z (integers)";

/// The rings that help lists for interpolation.
pub(crate) const FIELD_HELP: &str = "goldilocks, babybear, koalabear, m31, bls12-381-fr, bn254-fr, mod:P, mod32:P, fermat:K, or gf2:D with D = 8, 16, 16/1002d, 32, 64 or 128; an element that must be inverted and cannot be is an error";

/// The values of `transform --kind`.
pub(crate) const KINDS: [&str; 12] =
    ["c2c", "r2c", "c2r", "dct1", "dct2", "dct3", "dct4", "dst1", "dst2", "dst3", "dst4", "circle"];

/// The values of `transform --scale`.
pub(crate) const SCALES: [&str; 4] = ["none", "forward", "inverse", "unitary"];

/// The values of `convolve --kind`.
pub(crate) const CONVOLUTIONS: [&str; 5] = ["linear", "cyclic", "negacyclic", "middle", "correlate"];

/// The names of rings, for suggestions.
pub(crate) const NAMES: [&str; 18] = [
    "c32",
    "c64",
    "goldilocks",
    "babybear",
    "koalabear",
    "m31",
    "bls12-381-fr",
    "bn254-fr",
    "mod:P",
    "mod:P@W",
    "mod32:P",
    "fermat:K",
    "gf2:8",
    "gf2:16",
    "gf2:16/1002d",
    "gf2:32",
    "gf2:64",
    "gf2:128",
];

impl RingName {
    /// Parses a name.
    pub(crate) fn parse(text: &str) -> Outcome<Self> {
        if let Some((_, ring)) = PLAIN.iter().find(|(name, _)| *name == text) {
            return Ok(ring.clone());
        }
        if let Some(argument) = text.strip_prefix("fermat:") {
            let exponent = canonical_u64(argument).and_then(|exponent| usize::try_from(exponent).ok());
            return exponent.map(|exponent| RingName::Fermat { exponent }).ok_or_else(|| {
                let argument = quoted(argument);
                Failure::input(format!(
                    "the exponent {argument} is no canonical decimal integer: write fermat:K, for instance fermat:64"
                ))
            });
        }
        if let Some(argument) = text.strip_prefix("gf2:") {
            let degree = match argument {
                "8" => 8,
                "16" | "16/1002d" => 16,
                "32" => 32,
                "64" => 64,
                "128" => 128,
                _ => {
                    let near = did_you_mean(text, &NAMES);
                    return Err(Failure::input(format!(
                        "no binary field {} in this build: {near}it has gf2:8, gf2:16, gf2:16/1002d, gf2:32, gf2:64 and gf2:128",
                        quoted(text)
                    )));
                }
            };
            return Ok(RingName::Binary { degree, leopard: argument.ends_with("/1002d") });
        }
        let narrow = text.starts_with("mod32:");
        let Some(argument) = text.strip_prefix("mod:").or_else(|| text.strip_prefix("mod32:")) else {
            let near = did_you_mean(text, &NAMES);
            return Err(Failure::input(format!("no ring {} in this build: {near}it has {RINGS}", quoted(text))));
        };
        let (modulus, root) = match argument.split_once('@') {
            Some((modulus, root)) => (modulus, Some(root)),
            None => (argument, None),
        };
        let number = |text: &str, what: &str| {
            canonical_u64(text).ok_or_else(|| {
                Failure::input(format!(
                    "{what} {} is no canonical decimal integer below 2^64: write mod:P or mod:P@W, for instance mod:257",
                    quoted(text)
                ))
            })
        };
        Ok(RingName::Mod {
            narrow,
            modulus: number(modulus, "the modulus")?,
            root: root.map(|root| number(root, "the root of unity")).transpose()?,
        })
    }
}

impl fmt::Display for RingName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RingName::Mod { narrow, modulus, root } => {
                write!(f, "mod{}:{modulus}", if *narrow { "32" } else { "" })?;
                root.map_or(Ok(()), |root| write!(f, "@{root}"))
            }
            RingName::Fermat { exponent } => write!(f, "fermat:{exponent}"),
            RingName::Binary { degree, leopard } => {
                write!(f, "gf2:{degree}{}", if *leopard { "/1002d" } else { "" })
            }
            plain => f.write_str(PLAIN.iter().find(|(_, ring)| ring == plain).map_or("", |(name, _)| name)),
        }
    }
}

/// A ring, a length and perhaps an algorithm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spec {
    /// The ring.
    pub(crate) ring: RingName,
    /// The length.
    pub(crate) len: usize,
    /// The algorithm; `None` if it is not named, or is `auto`.
    pub(crate) algorithm: Option<Algorithm>,
    /// `true` if an algorithm is named, `auto` included.
    pub(crate) named: bool,
}

impl Spec {
    /// Parses a SPEC.
    pub(crate) fn parse(text: &str) -> Outcome<Self> {
        let wrong = || {
            Failure::input(format!(
                "{} is no SPEC: write RING:LENGTH or RING:LENGTH:ALGORITHM, for instance goldilocks:2^12:stockham",
                quoted(text)
            ))
        };
        // These rings have exactly one argument, so the text is unambiguous.
        let parts: Vec<&str> = text.split(':').collect();
        let ring_parts = if matches!(parts[0], "mod" | "mod32" | "fermat" | "gf2") { 2 } else { 1 };
        if !(ring_parts + 1..=ring_parts + 2).contains(&parts.len()) {
            return Err(wrong());
        }
        let ring = RingName::parse(&parts[..ring_parts].join(":"))?;
        let len = parse_len(parts[ring_parts])?;
        let algorithm = match parts.get(ring_parts + 1) {
            None => None,
            Some(name) => parse_algorithm(name)?,
        };
        Ok(Spec { ring, len, algorithm, named: parts.len() == ring_parts + 2 })
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.ring, self.len)?;
        match self.algorithm {
            Some(algorithm) => write!(f, ":{algorithm}"),
            None if self.named => f.write_str(":auto"),
            None => Ok(()),
        }
    }
}

/// Returns the algorithm with this name; `None` for `auto`. An unknown name is an error.
pub(crate) fn parse_algorithm(name: &str) -> Outcome<Option<Algorithm>> {
    if name == "auto" {
        return Ok(None);
    }
    name.parse().map(Some).map_err(|_| {
        let all = Algorithm::ALL.iter().chain([&Algorithm::Packed]);
        let names: Vec<&str> = all.map(|algorithm| algorithm.name()).chain(["auto"]).collect();
        let near = did_you_mean(name, &names);
        Failure::input(format!("no algorithm {} in this build: {near}it has {}", quoted(name), names.join(", ")))
    })
}

/// Parses a length of at least 1: `1000`, `2^20`, `3^9`.
pub(crate) fn parse_len(text: &str) -> Outcome<usize> {
    let number = |text: &str| canonical_u64(text).and_then(|n| usize::try_from(n).ok());
    let value = match text.split_once('^') {
        None => number(text),
        Some((base, exponent)) => number(base)
            .zip(number(exponent).and_then(|exponent| u32::try_from(exponent).ok()))
            .and_then(|(base, exponent)| base.checked_pow(exponent)),
    };
    match value {
        Some(0) => Err(Failure::input("the length 0 is not possible: the least length is 1")),
        Some(len) => Ok(len),
        None => Err(Failure::input(format!(
            "{} is no length this machine can count: write 1000, 2^20 or 3^9",
            quoted(text)
        ))),
    }
}

/// Parses a decimal integer below 2^64; `None` for a sign, leading zeros and other text.
pub(crate) fn canonical_u64(text: &str) -> Option<u64> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    (digits && (text.len() == 1 || !text.starts_with('0'))).then(|| text.parse().ok()).flatten()
}

/// Parses a number of bytes: `1000`, `64K`, `512M`, `2G`, also `KiB`, `MiB`, `GiB`, `TiB` (all powers of 1024).
pub(crate) fn parse_bytes(text: &str) -> Outcome<u64> {
    Ok(ringfft_lab::parse_bytes(text)?)
}

/// Rejects a length that the algorithm does not have. Called early, so that this error comes before those of other
/// options.
pub(crate) fn possible<M: Accelerated>(module: &M, algorithm: Option<Algorithm>, len: usize) -> Outcome<()> {
    match algorithm.filter(|algorithm| !algorithm.exists_for(len)) {
        Some(algorithm) => Ok(Builder::new(module.clone(), len).algorithm(algorithm).choose().map(drop)?),
        None => Ok(()),
    }
}

/// Returns the order that the algorithm leaves its values in; natural for the planner's choice.
pub(crate) fn native_order(algorithm: Option<Algorithm>) -> Order {
    algorithm.map_or(Order::Natural, Algorithm::native_order)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specs_read_one_way() {
        let spec = Spec::parse("mod:257@9:2^4:twisted").unwrap();
        assert_eq!(spec.ring, RingName::Mod { narrow: false, modulus: 257, root: Some(9) });
        let narrow = Spec::parse("mod32:257@9:2^4:twisted").unwrap().ring;
        assert_eq!(narrow, RingName::Mod { narrow: true, modulus: 257, root: Some(9) });
        assert_eq!(narrow.to_string(), "mod32:257@9");
        assert_eq!((spec.len, spec.algorithm), (16, Some(Algorithm::Twisted)));
        for text in [
            "c64:3^9",
            "mod:17:16:auto",
            "bls12-381-fr:1000:naive",
            "mod:17@2:8",
            "fermat:64:2^7:twisted",
            "gf2:16:2^12:gao-mateer",
            "gf2:16/1002d:8:auto",
        ] {
            let spec = Spec::parse(text).unwrap();
            assert_eq!(Spec::parse(&spec.to_string()).unwrap(), spec, "{text}");
        }
        for text in [
            "",
            "c64",
            "c64:",
            "c64:0",
            "c64:08",
            "c64:8:",
            "c64:8:stockham:x",
            "mod:8",
            "mod::8",
            "c64:2^999",
            "fermat:8",
        ] {
            assert!(Spec::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn bytes() {
        assert_eq!(parse_bytes("12").unwrap(), 12);
        assert_eq!(parse_bytes("3KiB").unwrap(), 3072);
        assert_eq!(parse_bytes("1g").unwrap(), 1 << 30);
        for text in ["", "K", "-1", "1.5G", "1X", "99999999999999999999", "99999999999T"] {
            assert!(parse_bytes(text).is_err(), "{text}");
        }
    }
}
