//! Fuzz targets: plain functions over any bytes, which panic if the library does something wrong.
//!
//! ```
//! use ringfft_testing::fuzz;
//!
//! // Panics if the library is wrong.
//! fuzz::number(b"12345678901234567890");
//! ```
//!
//! They run in the tests on seeds and on bytes that look random, and fit any coverage-guided fuzzer.

mod bytes;
mod engines;
mod lengths;
mod products;
mod recipes;
mod rings;
mod run;
mod shapes;
mod tuning;
mod values;

pub use engines::engines;
pub use lengths::lengths;
pub use products::{product, transform};
pub use recipes::{recipe, recipes};
pub use shapes::shapes;
pub use tuning::tuning;

use ringfft::{
    CodeError, Error,
    code::ErasureCode,
    integer::{self, Engine, SpecialModulus},
    poly::gf2::{self, Engine as Way, Isa, Multiplier},
};

/// Checks that a number that parses is written back as it was except for leading zeros, and that both readings of a
/// number agree. Reads the text as a number, decimal and hexadecimal, as a special modulus and as an engine.
///
/// # Panics
/// If the library is wrong.
pub fn number(bytes: &[u8]) {
    let Ok(text) = core::str::from_utf8(bytes) else { return };
    let bare = |text: &str| match text.trim_start_matches('0') {
        "" => "0".to_string(),
        digits => digits.to_ascii_lowercase(),
    };
    if let Ok(limbs) = integer::from_decimal(text) {
        assert_eq!(integer::to_decimal(&limbs).ok(), Some(bare(text)), "{text:?}");
        let again = integer::to_hexadecimal(&limbs).and_then(|digits| integer::from_hexadecimal(&digits));
        assert_eq!(again.ok(), Some(limbs), "{text:?}");
    }
    if let Ok(limbs) = integer::from_hexadecimal(text) {
        assert_eq!(integer::to_hexadecimal(&limbs).ok(), Some(bare(text)), "{text:?}");
    }
    if let Ok(modulus) = text.parse::<SpecialModulus>() {
        assert_eq!(modulus.to_string().parse::<SpecialModulus>().ok(), Some(modulus), "{text:?}");
    }
    if let Ok(engine) = text.parse::<Engine>() {
        assert_eq!(engine.to_string(), text);
    }
}

/// Checks that every product over GF(2) is the schoolbook's, and that engines that the machine lacks are errors. Reads
/// the bytes as engine, instruction set, two lengths and two polynomials.
///
/// # Panics
/// If the library is wrong.
pub fn gf2_product(bytes: &[u8]) {
    let byte = |i: usize| bytes.get(i).copied().unwrap_or(0);
    let engine = Way::ALL[usize::from(byte(0)) % Way::ALL.len()];
    let isa = Isa::ALL[usize::from(byte(1)) % Isa::ALL.len()];
    let lens = [2, 3].map(|i| usize::from(byte(i)) % 48);
    // Short input goes round, each time with other bits.
    let body = bytes.get(4..).unwrap_or(&[]);
    let word = |at: usize| {
        let at = (8 * at..8 * at + 8).map(|i| match body.len() {
            0 => i as u8,
            len => body[i % len].wrapping_mul((2 * (i / len) + 1) as u8),
        });
        at.fold(0, |word, byte| word << 8 | u64::from(byte))
    };
    let a: Vec<u64> = (0..lens[0]).map(word).collect();
    let b: Vec<u64> = (lens[0]..lens[0] + lens[1]).map(word).collect();
    let mut expected = vec![0; a.len() + b.len()];
    for i in (0..64 * a.len()).filter(|i| a[i / 64] >> (i % 64) & 1 == 1) {
        for (j, &word) in b.iter().enumerate() {
            let wide = u128::from(word) << (i % 64);
            expected[i / 64 + j] ^= wide as u64;
            expected[i / 64 + j + 1] ^= (wide >> 64) as u64;
        }
    }
    let multiplier = Multiplier::new().engine(engine).isa(isa);
    match multiplier.multiply(&a, &b) {
        Ok(product) => assert_eq!(product, expected, "{multiplier:?}"),
        Err(error) => assert!(matches!(error, Error::Unsupported { .. }) && !isa.is_available(), "{error}"),
    }
    assert_eq!(gf2::multiply(&b, &a).ok(), Some(expected));
    if let Ok(product) = multiplier.multiply(&a, &a.clone()) {
        assert_eq!(multiplier.square(&a).ok(), Some(product));
    }
}

/// Checks that lost shards come back, that too many losses are the documented error, and that shards with any index are
/// refused or right. Reads the bytes as numbers of shards, a length, contents and losses.
///
/// # Panics
/// If the library is wrong.
pub fn shards(bytes: &[u8]) {
    let mut bytes = bytes.iter().copied();
    let mut byte = || bytes.next().unwrap_or(0);
    let (data, parity) = match byte() % 4 {
        0 => (usize::from(byte()), usize::from(byte())),
        _ => (usize::from(byte() % 9), usize::from(byte() % 9)),
    };
    let Ok(code) = ErasureCode::new(data, parity) else {
        assert!(data == 0 || parity == 0);
        return;
    };
    let len = 2 + usize::from(byte() % 70);
    let list: Vec<Vec<u8>> = (0..data).map(|_| (0..len).map(|_| byte()).collect()).collect();
    let found = code.encode(&list);
    if len % 2 == 1 {
        assert!(matches!(found, Err(Error::Length { .. })));
        return;
    }
    let Ok(found) = found else { panic!("{found:?}") };
    let all: Vec<Vec<u8>> = list.into_iter().chain(found).collect();
    let mask = byte();
    let mut left: Vec<Option<Vec<u8>>> = all
        .iter()
        .map(|_| (byte() ^ mask) & 3 != 0)
        .zip(&all)
        .map(|(keep, shard)| keep.then(|| shard.clone()))
        .collect();
    let lost = left.iter().filter(|shard| shard.is_none()).count();
    let received: Vec<(usize, Vec<u8>)> = (0..).zip(&left).filter_map(|(i, shard)| Some((i, shard.clone()?))).collect();
    match code.repair_all(&mut left) {
        Ok(()) => assert!(lost <= parity && left.iter().flatten().eq(&all)),
        Err(error) => assert!(lost > parity && matches!(error, Error::Code(CodeError::TooManyLost { .. })), "{error}"),
    }
    // Indices that are forged, or not.
    let forged = usize::from(byte()).wrapping_sub(usize::from(byte()));
    let listed = received.iter().any(|(index, _)| *index == forged);
    let more = (forged, all[forged % all.len()].clone());
    let known = received.iter().chain([&more]).map(|(index, shard)| (*index, shard));
    match code.restore(known) {
        Ok(restored) => {
            assert!(forged < all.len() && !listed && restored.iter().all(|(index, shard)| *shard == all[*index]));
        }
        Err(Error::Code(CodeError::Index { again, .. })) => assert!(if again { listed } else { forged >= all.len() }),
        Err(error) => {
            assert!(lost > parity + 1 && matches!(error, Error::Code(CodeError::TooManyLost { .. })), "{error}")
        }
    }
}
