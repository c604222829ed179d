//! Products in GF(2)[x] against gf2x.

use crate::{
    Result,
    request::{Kind, Request},
    timing::{Contest, MANY_CALLS, Measure, Run, agree},
};
use ringfft::{plan::Threads, poly::gf2::Multiplier};
use std::{ffi::c_int, sync::Once};

#[allow(non_camel_case_types, reason = "as in C")]
type c_words = std::ffi::c_ulong;

unsafe extern "C" {
    /// `c <- a b`, of `an` and `bn` words, low degree first; `c` has `an + bn`.
    fn gf2x_mul(c: *mut u64, a: *const u64, an: c_words, b: *const u64, bn: c_words) -> c_int;
    /// Of the C library's allocator.
    fn mallopt(parameter: c_int, value: c_int) -> c_int;
}

/// Every length: powers of two, one word more, and three in between.
pub fn lengths() -> Vec<(String, usize, Kind)> {
    let mut lengths = Vec::new();
    for k in 8..=26 {
        let power = 1usize << k;
        lengths.push((format!("2^{k}"), power, Kind::Peers));
        if k < 26 {
            lengths.push((format!("2^{k}+64"), power + 64, Kind::Peers));
            for quarters in 5..8 {
                lengths.push((format!("{}*2^{k}", quarters as f64 / 4.0), power / 4 * quarters, Kind::Peers));
            }
        }
    }
    lengths.extend([20, 24].map(|k| (format!("2^{k}"), 1 << k, Kind::Threads)));
    lengths
}

/// Two factors of `bits` bits each, a multiple of 64. The buffer holds both and then their product.
pub fn contest(request: &Request, bits: usize, kind: Kind) -> Result<Box<dyn Measure>> {
    let words = bits / 64;
    let peers = match kind {
        Kind::Peers => vec![("gf2x 1.3", gf2x(words))],
        Kind::Threads => vec![("ringfft 1 thread", ours(words, 1)?)],
    };
    let mut state = 0x243f_6a88_85a3_08d3u64;
    let mut word = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state ^ state >> 29
    };
    let input = (0..4 * words).map(|i| if i < 2 * words { word() } else { 0 }).collect();
    let mut contest = Contest { input, ours: ours(words, request.threads)?, peers, most_calls: MANY_CALLS };
    agree(&mut contest)?;
    Ok(Box::new(contest))
}

/// Ours, with scratch of its own.
fn ours(words: usize, threads: usize) -> Result<Run<u64>> {
    let multiplier = Multiplier::new().threads(Threads::AtMost(threads));
    let mut scratch = vec![0; multiplier.scratch_len(words, words)];
    Ok(Box::new(move |buffer: &mut [u64]| {
        let (factors, product) = buffer.split_at_mut(2 * words);
        let (a, b) = factors.split_at(words);
        multiplier.multiply_into(a, b, product, &mut scratch).expect("slices of the lengths asked for");
    }))
}

fn gf2x(words: usize) -> Run<u64> {
    static ALLOCATOR: Once = Once::new();
    // gf2x allocates its temporaries in every call; memory that the allocator hands back to the system each time costs up
    // to a third of a large product. From here on it keeps what it has.
    ALLOCATOR.call_once(|| {
        const TRIM_THRESHOLD: c_int = -1;
        const TOP_PAD: c_int = -2;
        const MMAP_MAX: c_int = -4;
        for (parameter, value) in [(MMAP_MAX, 0), (TRIM_THRESHOLD, c_int::MAX), (TOP_PAD, 1 << 28)] {
            // SAFETY: a parameter that glibc documents; it changes no memory in use.
            unsafe { mallopt(parameter, value) };
        }
    });
    Box::new(move |buffer: &mut [u64]| {
        let (factors, product) = buffer.split_at_mut(2 * words);
        let (a, b) = factors.split_at(words);
        assert!(product.len() == 2 * words && b.len() == words, "the contest's buffer");
        // SAFETY: `a` and `b` are slices of `words` words, `product` one of twice as many apart from them.
        let code =
            unsafe { gf2x_mul(product.as_mut_ptr(), a.as_ptr(), words as c_words, b.as_ptr(), words as c_words) };
        assert!(code == 0, "gf2x has no memory");
    })
}
