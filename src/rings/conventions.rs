//! The roots of unity of other libraries: the same transform with its values in another order.
//!
//! ```
//! use ringfft::{algebra::{Roots, Ring}, rings::{BabyBear, conventions::{Ecosystem, convention_root, exponent}, native}};
//!
//! let (ring, n) = (native::<BabyBear>(), 8);
//! let theirs = convention_root::<BabyBear>(Ecosystem::Risc0, n)?;
//! let ours = ring.root(n)?;
//! assert_eq!(ring.pow(&ours, exponent(&ring, &ours, &theirs, n)? as u64), theirs);
//! # Ok::<(), ringfft::Error>(())
//! ```
//!
//! Two libraries that compute "the" transform of length `n = 2^k` over one field agree only if they take the
//! same root. If theirs is `v = w^t`, with `w` ours, then `t` is odd and
//!
//! ```text
//! theirs_k = sum_j x_j v^(jk) = ours_(k t mod n).
//! ```
//!
//! | field | ecosystem | generator | root of order `2^s` |
//! |---|---|---|---|
//! | Goldilocks, `s = 32` | this crate, Plonky3 | 7 | `7^((p-1)/2^s)` = 1753635133440165772 |
//! | | winterfell | 7 | 7277203076849721926, which is not a power of its generator by `(p-1)/2^s` |
//! | BabyBear, `s = 27` | this crate, Plonky3 | 31 | `31^15` = 440564289 |
//! | | RISC Zero | none | 137 |
//! | KoalaBear, `s = 24` | this crate, Plonky3 | 3 | `3^127` = 1791270792 |
//! | BLS12-381 scalars, `s = 32` | this crate, arkworks, halo2curves, `bls12_381` | 7 | `7^((p-1)/2^s)` |
//! | BN254 scalars, `s = 28` | this crate, arkworks, Plonky3 | 5 | `5^((p-1)/2^s)` |
//! | | halo2curves | 7 | `7^((p-1)/2^s)`, equal to the other up to order 32 |
//!
//! All of them take the root of order `2^k` to be the root of order `2^s`, squared `s - k` times.
//!
//! # Sources
//! Plonky3 `goldilocks.rs`, `baby_bear.rs`, `koala_bear.rs`, `bn254.rs`; winterfell 0.13.1 `f64/mod.rs`, which
//! had this crate's root until March 2023; RISC Zero `baby_bear.rs` (`ROU_FWD`); arkworks `bls12_381` and
//! `bn254` `fields/fr.rs`; halo2curves 0.10.0 `bls12381/fr.rs`, `bn256/fr.rs`; `bls12_381` 0.9.0 `scalar.rs`.

use super::{BabyBear, Bls12381Fr, Bn254Fr, Goldilocks, KoalaBear, NativeField, no_root};
use crate::{Error, Result, algebra::Roots};
use alloc::format;
use core::fmt;

/// A family of libraries that share their roots of unity.
///
/// [`convention_root`] takes it and has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Ecosystem {
    /// The root of this crate.
    Ringfft,
    /// `ark-bls12-381`, `ark-bn254`.
    Arkworks,
    /// halo2curves, and `bls12_381`.
    Halo2,
    /// `p3-goldilocks`, `p3-baby-bear`, `p3-koala-bear`, `p3-bn254`.
    Plonky3,
    /// `risc0-core`.
    Risc0,
    /// `winter-math`, since its root changed in March 2023.
    Winterfell,
}

impl fmt::Display for Ecosystem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ecosystem::Ringfft => "this crate",
            Ecosystem::Arkworks => "arkworks",
            Ecosystem::Halo2 => "halo2",
            Ecosystem::Plonky3 => "Plonky3",
            Ecosystem::Risc0 => "RISC Zero",
            Ecosystem::Winterfell => "winterfell",
        })
    }
}

/// One row of the table: the generator and the root of an ecosystem in one field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Convention {
    /// The ecosystem.
    pub ecosystem: Ecosystem,
    /// The generator of the multiplicative group that it names, if any.
    pub generator: Option<u64>,
    /// The root of order `2^s`, `s` the field's two-adicity, as little-endian words.
    pub root: [u64; 4],
}

/// A field with a table of conventions.
pub trait Conventions: NativeField {
    /// The table's rows, this crate's own first.
    const CONVENTIONS: &'static [Convention];
}

/// Returns the root of order `n`, a power of two, that `ecosystem` uses in the field `F`.
///
/// ```
/// use ringfft::{plan::Plan, rings::{BabyBear, conventions::{Ecosystem, convention_root}, native}};
///
/// let root = convention_root::<BabyBear>(Ecosystem::Risc0, 1 << 26)?;
/// assert_eq!(root, BabyBear::new(137 * 137));
/// let root = convention_root(Ecosystem::Risc0, 8)?;
/// let plan = Plan::builder(native::<BabyBear>(), 8).root(root).build()?;
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// # Errors
/// [`Error::NoRoot`] if `n` is not a power of two or too large; [`Error::Unsupported`] if the table has no row.
pub fn convention_root<F: Conventions>(ecosystem: Ecosystem, n: usize) -> Result<F> {
    if !n.is_power_of_two() || n.trailing_zeros() > F::TWO_ADICITY {
        return Err(no_root(F::name(), n, F::TWO_ADICITY));
    }
    let row = F::CONVENTIONS.iter().find(|row| row.ecosystem == ecosystem).ok_or_else(|| Error::Unsupported {
        what: format!("no root of {ecosystem} is known in {}: give the root itself", F::name()),
    })?;
    Ok((n.trailing_zeros()..F::TWO_ADICITY).fold(F::from_words(&row.root), |w, _| w.squared()))
}

/// Returns the `t` below `n` with `theirs = ours^t`, for two principal roots of order `n`, a power of two. The values under
/// the two roots are related by `theirs_k = ours_(k t mod n)`.
///
/// It is found bit by bit (Pohlig and Hellman), with about `(lg n)^2 / 2` squarings.
///
/// # Errors
/// [`Error::Length`] if `n` is not a power of two; [`Error::NotPrincipal`] if either root is not of order `n`, or if
/// they generate different groups, which zero divisors allow.
pub fn exponent<R: Roots>(ring: &R, ours: &R::Element, theirs: &R::Element, n: usize) -> Result<usize> {
    if !n.is_power_of_two() {
        return Err(Error::Length {
            what: "the exponent between two roots",
            len: n,
            possible: "it needs a power of two",
        });
    }
    ring.check_root(ours, n)?;
    ring.check_root(theirs, n)?;
    let one = ring.one();
    // Invariant: rest = theirs * ours^-t has order dividing n / 2^i.
    let (mut t, mut rest) = (0, theirs.clone());
    for i in 0..n.trailing_zeros() {
        if !ring.equal(&ring.pow(&rest, (n >> (i + 1)) as u64), &one) {
            t |= 1 << i;
            ring.mul_assign(&mut rest, &ring.pow(ours, (n - (1 << i)) as u64));
        }
    }
    if ring.equal(&rest, &one) { Ok(t) } else { Err(Error::NotPrincipal { ring: ring.name(), order: n }) }
}

const fn row(ecosystem: Ecosystem, generator: Option<u64>, root: [u64; 4]) -> Convention {
    Convention { ecosystem, generator, root }
}

impl Conventions for Goldilocks {
    const CONVENTIONS: &'static [Convention] = &[
        row(Ecosystem::Ringfft, Some(7), [1_753_635_133_440_165_772, 0, 0, 0]),
        row(Ecosystem::Plonky3, Some(7), [0x1856_29dc_da58_878c, 0, 0, 0]),
        row(Ecosystem::Winterfell, Some(7), [7_277_203_076_849_721_926, 0, 0, 0]),
    ];
}

impl Conventions for BabyBear {
    const CONVENTIONS: &'static [Convention] = &[
        row(Ecosystem::Ringfft, Some(31), [440_564_289, 0, 0, 0]),
        row(Ecosystem::Plonky3, Some(31), [0x1a42_7a41, 0, 0, 0]),
        row(Ecosystem::Risc0, None, [137, 0, 0, 0]),
    ];
}

impl Conventions for KoalaBear {
    const CONVENTIONS: &'static [Convention] = &[
        row(Ecosystem::Ringfft, Some(3), [1_791_270_792, 0, 0, 0]),
        row(Ecosystem::Plonky3, Some(3), [0x6ac4_9f88, 0, 0, 0]),
    ];
}

/// `7^((p-1)/2^32)` modulo the order of BLS12-381.
const BLS12_381_SEVEN: [u64; 4] =
    [0x3829_971f_439f_0d2b, 0xb636_8350_8c22_80b9, 0xd09b_6819_22c8_13b4, 0x16a2_a19e_dfe8_1f20];
/// `5^((p-1)/2^28)` modulo the order of BN254.
const BN254_FIVE: [u64; 4] =
    [0x9bd6_1b6e_725b_19f0, 0x402d_111e_4111_2ed4, 0x00e0_a7eb_8ef6_2abc, 0x2a3c_09f0_a58a_7e85];
/// `7^((p-1)/2^28)` modulo the order of BN254.
const BN254_SEVEN: [u64; 4] =
    [0xd34f_1ed9_60c3_7c9c, 0x3215_cf6d_d393_29c8, 0x9886_5ea9_3dd3_1f74, 0x03dd_b9f5_166d_18b7];

impl Conventions for Bls12381Fr {
    const CONVENTIONS: &'static [Convention] = &[
        row(Ecosystem::Ringfft, Some(7), BLS12_381_SEVEN),
        row(Ecosystem::Arkworks, Some(7), BLS12_381_SEVEN),
        row(Ecosystem::Halo2, Some(7), BLS12_381_SEVEN),
    ];
}

impl Conventions for Bn254Fr {
    const CONVENTIONS: &'static [Convention] = &[
        row(Ecosystem::Ringfft, Some(5), BN254_FIVE),
        row(Ecosystem::Arkworks, Some(5), BN254_FIVE),
        row(Ecosystem::Plonky3, Some(5), BN254_FIVE),
        row(Ecosystem::Halo2, Some(7), BN254_SEVEN),
    ];
}
