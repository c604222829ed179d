//! `ringfft multiply`.

use crate::{
    args::MultiplyArgs,
    failure::{Failure, Outcome, quoted},
    input,
    operand::{Length, Operand, Unread, conversion_seconds, residue_of_text},
    output::{Content, Output},
    phrase,
    progress::Progress,
    report::{Report, seconds},
    settings::{Settings, check_kernels},
    spec::canonical_u64,
    suggest::unknown,
};
use ringfft::{
    algebra::{Module, Ring},
    arith::{Random, Seed, find_primes, is_prime},
    integer::{Engine, Multiplier, SpecialModulus, to_decimal, to_hexadecimal, verify_product},
    rings::Modular,
};
use sha2::{Digest, Sha256};
use std::{path::Path, time::Instant};

/// The parsed options.
struct Asked {
    radix: u64,
    input_radix: u64,
    engine: Engine,
    modulus: Option<SpecialModulus>,
    seed: Seed,
}

/// Returns the engine with this name. An unknown name is an error.
pub(crate) fn engine(name: &str) -> Outcome<Engine> {
    let names: Vec<&str> = Engine::ALL.iter().map(|engine| engine.name()).collect();
    name.parse().map_err(|_| unknown("engine", name, &names))
}

fn asked(args: &MultiplyArgs) -> Outcome<Asked> {
    let radix = |text: &str| match text {
        "10" => Ok(10),
        "16" => Ok(16),
        other => Err(unknown("radix", other, &["10", "16"])),
    };
    let radix_in = args.input_radix.as_deref().map(radix).transpose()?;
    let radix = radix(&args.radix)?;
    let input_radix = radix_in.unwrap_or(radix);
    let engine = engine(&args.engine)?;
    let modulus = |text: &String| {
        text.parse::<SpecialModulus>().map_err(|_| {
            let digits =
                text.trim().strip_prefix("2^").and_then(|rest| rest.strip_suffix("-1").or(rest.strip_suffix("+1")));
            let digits =
                digits.filter(|digits| !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit()));
            Failure::input(match digits {
                Some(digits) if digits.bytes().any(|digit| digit != b'0') => {
                    format!("the exponent of --mod {} is too large: N must be at most {}", quoted(text), u64::MAX)
                }
                _ => format!("{} is no modulus of --mod: write 2^N-1 or 2^N+1, N at least 1", quoted(text)),
            })
        })
    };
    let seed = |text: &String| {
        canonical_u64(text)
            .map(Seed::Fixed)
            .ok_or_else(|| Failure::input(format!("{} is no seed: give an integer below 2^64", quoted(text))))
    };
    let modulus = args.modulus.as_ref().map(modulus).transpose()?;
    let seed = args.seed.as_ref().map_or(Ok(Seed::System), seed)?;
    match (args.operands.len(), args.square) {
        (1, true) | (2, false) => Ok(Asked { radix, input_radix, engine, modulus, seed }),
        (_, true) => Err(Failure::input("--square takes one integer, but two are given: leave one out")),
        (_, false) => Err(Failure::input("a product takes two integers, but one is given: add the other, or --square")),
    }
}

/// Runs the verb.
pub(crate) fn run(args: &MultiplyArgs) -> Outcome<()> {
    let settings = Settings::new(&args.common)?;
    check_kernels(settings.isa, &[], "a product of integers")?;
    let Asked { radix, input_radix, engine, modulus, seed } = asked(args)?;
    let paths: Vec<&Path> = args.operands.iter().map(|path| path.as_path()).collect();
    if paths.len() == 2 && paths[0] == paths[1] && paths[0] == Path::new("-") {
        return Err(Failure::input("both inputs are `-`, but standard input can be read once: name a file for one"));
    }
    let output = Output::new(args.output.as_deref(), &paths, Content::Text)?;
    let multiplier = Multiplier::new().engine(engine).threads(settings.threads);

    let progress = Progress::new("reading");
    let start = Instant::now();
    input::within(settings.memory, paths.iter().map(|path| input::size(path)).sum(), "the inputs")?;
    let a = Unread::open(paths[0], input_radix, settings.memory)?;
    let b = paths.get(1).map(|path| Unread::open(path, input_radix, settings.memory)).transpose()?;
    input::within(settings.memory, needed(&a, b.as_ref(), radix, modulus), "the product with its inputs")?;
    drop(progress);
    let progress = Progress::phases(phases(&a, b.as_ref(), radix));
    let a = a.evaluate(&multiplier)?;
    progress.next();
    let b = b.map(|b| b.evaluate(&multiplier)).transpose()?;
    let read = start.elapsed();
    let right = b.as_ref().unwrap_or(&a);
    progress.next();

    let start = Instant::now();
    let product = match &b {
        _ if modulus.is_some() && args.no_verify => Vec::new(),
        Some(b) => multiplier.multiply(&a.limbs, &b.limbs)?,
        None => multiplier.square(&a.limbs)?,
    };
    let opposite = a.negative != right.negative;
    let residue = match modulus {
        Some(modulus) => {
            Some(signed_residue(modulus, multiplier.multiply_modulo(&a.limbs, &right.limbs, modulus)?, opposite)?)
        }
        None => None,
    };
    let negative = residue.is_none() && opposite && !product.is_empty();
    let result: &[u64] = residue.as_deref().unwrap_or(&product);
    let multiplied = start.elapsed();
    progress.next();

    let start = Instant::now();
    let digits = if radix == 16 { to_hexadecimal(result)? } else { to_decimal(result)? };
    let converted = start.elapsed();
    progress.next();

    let start = Instant::now();
    if !args.no_verify {
        verify_product(&a.limbs, &right.limbs, &product, seed)?;
        if let Some(modulus) = modulus
            && signed_residue(modulus, modulus.residue(&product)?, opposite)? != result
        {
            return Err(Failure::Verification(format!("the residue modulo {modulus} differs from the product's")));
        }
        // The limbs are right. So are the digits of inputs and output, up to an unlucky random prime.
        let inputs = [&a, right];
        check_text(&inputs[..if b.is_some() { 2 } else { 1 }], result, &digits, radix, seed)?;
    }
    let verified = start.elapsed();
    drop(progress);

    let sign = if negative { "-" } else { "" };
    let prefix = if radix == 16 { "0x" } else { "" };
    let mut digest = Sha256::new();
    for part in [sign, prefix, &digits, "\n"] {
        digest.update(part.as_bytes());
    }
    output.write(|out| [sign, prefix, &digits, "\n"].iter().try_for_each(|part| out.write_all(part.as_bytes())))?;
    let subject = subject(&a, b.as_ref(), radix, modulus, digits.len());
    let check = match args.no_verify {
        true => "; not verified".into(),
        false => format!(", check {}; verified", phrase::time(verified)),
    };
    let sha256 = phrase::hexadecimal(&digest.finalize());
    let by = if engine == Engine::default() { String::new() } else { format!(" by {}", engine.name()) };
    let sentence = format!(
        "{subject}; read {}, product{by} {}, convert {}{check}; sha256 {sha256}",
        phrase::time(read),
        phrase::time(multiplied),
        phrase::time(converted)
    );
    Report::new("multiply")
        .saying(sentence)
        .with("bits", vec![bits(&a.limbs), bits(&right.limbs)])
        .with("result_bits", bits(result))
        .with("result_digits", digits.len())
        .with("radix", radix)
        .with("modulus", modulus.map(|modulus| modulus.to_string()))
        .with("engine", engine.name())
        .with("read_seconds", seconds(read))
        .with("multiply_seconds", seconds(multiplied))
        .with("convert_seconds", seconds(converted))
        .with("verify_seconds", seconds(verified))
        .with("verified", !args.no_verify)
        .with("sha256", sha256)
        .note(settings.json);
    Ok(())
}

/// Returns the phases of the work with the seconds that they are expected to take.
fn phases(a: &Unread, b: Option<&Unread>, radix: u64) -> [(&'static str, f64); 5] {
    let limbs = (a.limbs() + b.unwrap_or(a).limbs()) as f64;
    let digits = limbs * if radix == 16 { 16.0 } else { 19.27 };
    let converting = if radix == 16 { digits * 1e-9 } else { conversion_seconds(digits, 8e-9) };
    [
        ("reading", a.seconds()),
        ("reading", b.map_or(0.0, Unread::seconds)),
        ("multiplying", conversion_seconds(limbs, 4e-9)),
        ("converting", converting),
        ("checking", 3e-9 * digits),
    ]
}

/// Returns the product in words: the lengths of both factors and of the result.
fn subject(a: &Operand, b: Option<&Operand>, radix: u64, modulus: Option<SpecialModulus>, digits: usize) -> String {
    let noun = |hexadecimal: bool| if hexadecimal { "hexadecimal digit" } else { "digit" };
    let each = |length: &Length| match length {
        Length::Decimal(len) => phrase::counted(*len, noun(false)),
        Length::Hexadecimal(len) => phrase::counted(*len, noun(true)),
        Length::Expression(text) if text.chars().count() > 40 => "an expression".into(),
        Length::Expression(text) => text.clone(),
    };
    let factors = match (a.length(), b.map(Operand::length)) {
        (a, None) => format!("{} squared", each(&a)),
        (Length::Decimal(a), Some(Length::Decimal(b))) => phrase::pair(a, b, noun(false)),
        (Length::Hexadecimal(a), Some(Length::Hexadecimal(b))) => phrase::pair(a, b, noun(true)),
        (a, Some(b)) => format!("{} x {}", each(&a), each(&b)),
    };
    let modulo = modulus.map_or_else(String::new, |modulus| format!(" modulo {modulus}"));
    format!("{factors}{modulo} = {}", phrase::counted(digits, noun(radix == 16)))
}

/// Returns an upper bound of the bytes of a product. It covers the operands, the arrays of the transforms, the product,
/// its digits, and the tree of the conversion to decimal. The residue of a negative product is one more number.
fn needed(a: &Unread, b: Option<&Unread>, radix: u64, modulus: Option<SpecialModulus>) -> u128 {
    let right = b.unwrap_or(a);
    let opposite = a.is_negative() != right.is_negative();
    let residue = match modulus {
        Some(SpecialModulus::MinusOne(exponent) | SpecialModulus::PlusOne(exponent)) if opposite => exponent / 64 + 1,
        _ => 0,
    };
    let bytes_each = if radix == 16 { 96 } else { 232 };
    bytes_each * (a.limbs() + right.limbs() + u128::from(residue))
}

/// Returns the residue of `x`, or that of `-x` if `negative` is set.
fn signed_residue(modulus: SpecialModulus, residue: Vec<u64>, negative: bool) -> Outcome<Vec<u64>> {
    if !negative || residue.is_empty() {
        return Ok(residue);
    }
    // m - x: the words of 2^N -+ 1 minus those of x.
    let (exponent, plus) = match modulus {
        SpecialModulus::MinusOne(exponent) => (exponent, false),
        SpecialModulus::PlusOne(exponent) => (exponent, true),
    };
    if exponent > 1 << 36 {
        return Err(Failure::Resource(format!(
            "the residue of a negative product modulo {modulus} has more than 2^36 bits: take a smaller exponent"
        )));
    }
    let words = usize::try_from(exponent / 64 + 1).unwrap_or(usize::MAX);
    let mut difference: Vec<u64> = Vec::new();
    difference
        .try_reserve_exact(words)
        .map_err(|_| Failure::Resource(format!("no memory for a residue modulo {modulus}: take a smaller exponent")))?;
    difference.resize(words, 0);
    difference[words - 1] = 1 << (exponent % 64);
    let mut borrow = u64::from(!plus);
    let mut carry = u64::from(plus);
    for (i, word) in difference.iter_mut().enumerate() {
        let (sum, over) = word.overflowing_add(carry);
        let (sum, under) = sum.overflowing_sub(borrow);
        let (sum, below) = sum.overflowing_sub(residue.get(i).copied().unwrap_or(0));
        (*word, carry, borrow) = (sum, u64::from(over), u64::from(under) + u64::from(below));
    }
    while difference.last() == Some(&0) {
        difference.pop();
    }
    Ok(difference)
}

/// Compares digits and limbs of the inputs and of the result modulo a random prime. So reading and printing are checked
/// too.
fn check_text(inputs: &[&Operand], result: &[u64], digits: &str, radix: u64, seed: Seed) -> Outcome<()> {
    let mut random = Random::new(seed);
    let p = (0..1 << 16)
        .map(|_| random.word() >> 3 | 1 << 60 | 1)
        .find(|&p| is_prime(p))
        .unwrap_or(find_primes(61, 2, 1)[0]);
    let ring = Modular::new(p)?;
    let wrong = |what: &str| {
        Err(Failure::Verification(format!("the digits of {what} are wrong modulo the prime {p}; nothing was written")))
    };
    if inputs.iter().any(|input| input.residue(&ring) != residue_of_limbs(&input.limbs, &ring)) {
        return wrong("an input, as read,");
    }
    if residue_of_text(digits.as_bytes(), radix, &ring) != residue_of_limbs(result, &ring) {
        return wrong("the result, as printed,");
    }
    Ok(())
}

fn residue_of_limbs(limbs: &[u64], ring: &Modular) -> u64 {
    let base = ring.element(ring.element(u64::MAX) + 1);
    limbs.iter().rev().fold(0, |mut residue, limb| {
        ring.mul_assign(&mut residue, &base);
        ring.add_assign(&mut residue, limb);
        residue
    })
}

fn bits(limbs: &[u64]) -> u64 {
    limbs.last().map_or(0, |top| 64 * limbs.len() as u64 - u64::from(top.leading_zeros()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn residues_of_negative_numbers() {
        for n in [1u32, 5, 63, 64, 65, 100] {
            for (modulus, m) in [
                (SpecialModulus::MinusOne(n.into()), (1u128 << n) - 1),
                (SpecialModulus::PlusOne(n.into()), (1u128 << n) + 1),
            ] {
                for x in [1, m / 2 + 1, m - 1].into_iter().filter(|x| (1..m).contains(x)) {
                    let words = |x: u128| {
                        let mut words = vec![x as u64, (x >> 64) as u64];
                        while words.last() == Some(&0) {
                            words.pop();
                        }
                        words
                    };
                    assert_eq!(signed_residue(modulus, words(x), true).unwrap(), words(m - x), "{modulus} {x}");
                    assert_eq!(signed_residue(modulus, words(x), false).unwrap(), words(x));
                }
            }
        }
    }
}
