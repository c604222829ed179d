//! Transforms, over checked words too, against evaluation one value at a time.

use super::{
    Form, LANES, Residue, Wide, bytes,
    carry::Carried,
    field::{Field, Limbs},
    limbs::{Block, LIMBS, PRECISE, ROUGH, settle, to_words},
    multiply::{Multiply, multiply},
    words::{MASK, Words},
};
#[cfg(all(target_arch = "x86_64", feature = "std"))]
use crate::kernel::packed::Avx2;
use crate::{
    Result,
    arith::random::{Random, Seed},
    inside::require,
    kernel::packed::Portable,
    lists,
    order::bit_reverse,
    rings::representation::Representation,
};
use alloc::{vec, vec::Vec};

/// Primes, the greatest and the least that the kernels take and the two fields of this crate, each with a root of order `2^16`.
pub(super) const PRIMES: [(Residue, Residue); 4] = [
    (
        [0xffff_ffff_ffd7_0001, u64::MAX, u64::MAX, 0x7fff_ffff_ffff_ffff],
        [0xc28e_ebd4_df2e_8c1d, 0x7f93_42b2_201f_19f6, 0x5235_4974_70ad_12d2, 0x3cc4_86d3_7bc4_a64e],
    ),
    (
        [0x0034_0001, 0, 0, 0x0800_0000_0000_0000],
        [0x3011_d3cd_7a44_452b, 0x09c9_7d06_d6dd_8aee, 0xcfb8_d348_19a9_2261, 0x0149_b44f_20b6_6d48],
    ),
    (
        [0xffff_ffff_0000_0001, 0x53bd_a402_fffe_5bfe, 0x3339_d808_09a1_d805, 0x73ed_a753_299d_7d48],
        [0x137b_458a_cfc3_5f7a, 0x0cab_a63a_29c0_1b06, 0x0409_ee98_7a02_402c, 0x6709_c6cd_56aa_725b],
    ),
    (
        [0x43e1_f593_f000_0001, 0x2833_e848_79b9_7091, 0xb850_45b6_8181_585d, 0x3064_4e72_e131_a029],
        [0xd162_8ba2_daac_43b7, 0x16c8_601d_e434_7e7d, 0x649a_bebd_e081_dcff, 0x00ee_b2cb_5981_ed45],
    ),
];

/// Eight words, whose sums must stay signed words.
#[derive(Clone, Copy, Debug)]
pub(super) struct Checked;

fn each(f: impl Fn(usize) -> u64) -> [u64; LANES] {
    lists::from_fn(f)
}

fn sum(a: u64, b: i128) -> u64 {
    i64::try_from(i128::from(a as i64) + b).expect("a sum is a signed word") as u64
}

impl Words for Checked {
    type Token = Portable;
    type V = [u64; LANES];
    type Word = u64;

    fn token(self) -> Portable {
        Portable
    }
    fn splat(self, x: u64) -> [u64; LANES] {
        [x; LANES]
    }
    fn load(self, x: &[u64; LANES]) -> [u64; LANES] {
        *x
    }
    fn factors(self, x: &[u64; LANES]) -> [u64; LANES] {
        *x
    }
    fn store(self, x: &mut [u64; LANES], v: [u64; LANES]) {
        *x = v;
    }
    fn add(self, a: [u64; LANES], b: [u64; LANES]) -> [u64; LANES] {
        each(|l| sum(a[l], i128::from(b[l] as i64)))
    }
    fn sub(self, a: [u64; LANES], b: [u64; LANES]) -> [u64; LANES] {
        each(|l| sum(a[l], -i128::from(b[l] as i64)))
    }
    fn and(self, a: [u64; LANES], b: [u64; LANES]) -> [u64; LANES] {
        each(|l| a[l] & b[l])
    }
    fn or(self, a: [u64; LANES], b: [u64; LANES]) -> [u64; LANES] {
        each(|l| a[l] | b[l])
    }
    fn right(self, a: [u64; LANES], count: u32) -> [u64; LANES] {
        each(|l| a[l] >> count)
    }
    fn left(self, a: [u64; LANES], count: u32) -> [u64; LANES] {
        each(|l| a[l] << count)
    }
    fn carry(self, a: [u64; LANES]) -> [u64; LANES] {
        each(|l| (a[l] as i64 >> 52) as u64)
    }
    fn keep(self, sign: [u64; LANES], a: [u64; LANES]) -> [u64; LANES] {
        each(|l| if sign[l] >> 63 == 0 { a[l] } else { 0 })
    }
    fn low(self, c: [u64; LANES], a: [u64; LANES], b: [u64; LANES]) -> [u64; LANES] {
        each(|l| sum(c[l], (a[l] & MASK).wrapping_mul(b[l] & MASK) as i128 & i128::from(MASK)))
    }
    fn high(self, c: [u64; LANES], a: [u64; LANES], b: [u64; LANES]) -> [u64; LANES] {
        each(|l| sum(c[l], ((u128::from(a[l] & MASK) * u128::from(b[l] & MASK)) >> 52) as i128))
    }
    fn lookup(self, table: &[u64; LANES], index: [u64; LANES]) -> [u64; LANES] {
        each(|l| table[index[l] as usize])
    }
    fn transpose(self, v: [[u64; LANES]; LANES]) -> [[u64; LANES]; LANES] {
        lists::from_fn(|j| each(|l| v[l][j]))
    }
    fn load_elements(self, x: &[[u64; 4]; LANES]) -> [[u64; LANES]; 4] {
        lists::from_fn(|k| each(|l| x[l][k]))
    }
    fn store_elements(self, x: &mut [[u64; 4]; LANES], v: [[u64; LANES]; 4]) {
        for (l, x) in x.iter_mut().enumerate() {
            *x = [v[0][l], v[1][l], v[2][l], v[3][l]];
        }
    }
}

impl Multiply for Checked {}

/// Returns the residue of an element in Montgomery form.
pub(super) fn residue(field: &Field, a: &Limbs) -> Residue {
    let x = field.times(&[1, 0, 0, 0, 0], a);
    [x[0] | x[1] << 52, x[1] >> 12 | x[2] << 40, x[2] >> 24 | x[3] << 28, x[3] >> 36 | x[4] << 16]
}

/// Returns inputs of extremes only, of extremes among others, and of unreduced words.
pub(super) fn inputs(prime: &Residue, len: usize) -> [Vec<Residue>; 3] {
    let greatest = [prime[0] - 1, prime[1], prime[2], prime[3]];
    let mut state = 1u64;
    let mut word = || {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        state ^ state >> 29
    };
    let mixed = (0..len).map(|i| match i % 5 {
        0 => greatest,
        1 => [0; 4],
        _ => [word(), word(), word(), word() % prime[3]],
    });
    [vec![greatest; len], mixed.collect(), vec![[u64::MAX; 4]; len]]
}

fn holds<W: Multiply<Word = u64>>(words: W, log_len: u32, threads: usize) {
    let n = 1usize << log_len;
    for (prime, root) in PRIMES {
        let field = Field::new(&prime).unwrap();
        let root = field.squared(&field.of_words(&root), 16 - log_len);
        for shift in [None, Some([3, 1, 4, 1])] {
            let root_words = residue(&field, &root);
            let kernel = Wide::new(words, &prime, n, &root_words, shift.as_ref(), threads).unwrap().unwrap();
            assert_eq!(Some((kernel.bytes() + n / LANES * size_of::<Block>()) as u64), bytes(n, shift.is_some()));
            let mut space = vec![Block::ZERO; n / LANES];
            for natural in [false, true] {
                for x in inputs(&prime, n) {
                    let elements: Vec<Limbs> = x.iter().map(|x| field.of_words(x)).collect();
                    let reduced: Vec<Residue> = elements.iter().map(|x| residue(&field, x)).collect();
                    let mut y = x.clone();
                    kernel.forward(&mut y, &mut space, natural).unwrap();
                    for at in [0, 1, 2, 7, 8, 63, 64, n / 2 + 9, n - 1] {
                        let exponent = if natural { at } else { bit_reverse(at, log_len) };
                        let mut point = shift.map_or(field.one(), |shift| field.of_words(&shift));
                        for bit in 0..log_len {
                            if exponent >> bit & 1 == 1 {
                                point = field.times(&point, &field.squared(&root, bit));
                            }
                        }
                        let value =
                            elements.iter().rev().fold([0; LIMBS], |sum, x| field.plus(&field.times(&sum, &point), x));
                        assert_eq!(y[at], residue(&field, &value), "{n} {at} {natural} {shift:?}");
                    }
                    kernel.inverse(&mut y, &mut space, natural).unwrap();
                    assert!(y == reduced, "{n} {natural} {shift:?}");
                    // Unreduced words as values.
                    let (mut a, mut b) = (x, reduced);
                    kernel.inverse(&mut a, &mut space, natural).unwrap();
                    kernel.inverse(&mut b, &mut space, natural).unwrap();
                    assert!(a == b, "{n} {natural} {shift:?}");
                }
            }
        }
    }
}

#[inline]
pub(crate) fn checked_words_evaluate_polynomials() {
    holds(Checked, 8, 1);
    holds(Checked, 9, 1);
}

#[cfg(all(target_arch = "x86_64", feature = "std"))]
#[inline]
pub(crate) fn vectors_evaluate_polynomials() {
    if let Some(words) = require::found("ifma", super::ifma::Ifma::detect()) {
        for log_len in 8..=13 {
            holds(words, log_len, 1);
        }
        holds(words, 14, 2);
    }
    // The walk is the same: a leaf with and without single pairs, nodes above it, threads.
    if let Some(words) = require::found("avx2", Avx2::detect()) {
        holds(words, 8, 1);
        holds(words, 9, 1);
        holds(words, 13, 2);
    }
}

/// Returns limbs whose carries are propagated.
fn normal(mut x: Limbs) -> Limbs {
    for i in 1..LIMBS {
        x[i] = x[i].wrapping_add((x[i - 1] as i64 >> 52) as u64);
        x[i - 1] &= MASK;
    }
    x
}

/// Returns whether `x`, of any limbs, is from 0 to `n p - 1`.
fn below(x: Limbs, n: u64, p: &Limbs) -> bool {
    let (x, bound) = (normal(x), normal(p.map(|limb| n * limb)));
    (x[4] as i64) >= 0 && x.iter().rev().lt(bound.iter().rev())
}

fn extremes<W: Multiply<Word = u64>>(w: W) {
    let lane = |x: W::V| {
        let mut lanes = [0; LANES];
        w.store(&mut lanes, x);
        lanes[3]
    };
    let mut random = Random::new(Seed::Fixed(3));
    let mut any = |bits: u32| random.word() >> (64 - bits);
    for (prime, _) in PRIMES {
        let field = Field::new(&prime).unwrap();
        let vectors = field.prime();
        let limbs = |x: Limbs| x.map(|limb| w.splat(limb));
        // The greatest value, and one of the least lower limbs below a long upper one.
        let extremes = [[MASK; LIMBS], [0, 0, 0, 0, MASK], [MASK, MASK, MASK, MASK, 0], [0; LIMBS]];
        let near = [MASK, MASK, MASK, MASK, MASK >> 1];
        let random: Vec<Limbs> = (0..50).map(|_| [any(52), any(52), any(52), any(52), any(51)]).collect();
        for x in extremes.into_iter().chain([near]).chain(random) {
            let in_form = field.of_limbs(&x);
            let to = |x: [W::V; LIMBS]| to_words::<false, _>(w, &vectors, x, 0).map(lane);
            assert_eq!(to(limbs(x)), residue(&field, &in_form));
            assert_eq!(to(settle(w, &vectors, limbs(x))), residue(&field, &in_form));
            let half = [0, 0, 0, prime[3] >> 1];
            for factor in [[prime[0] - 1, prime[1], prime[2], prime[3]], [1, 0, 0, 0], [2, 7, 1, 8], [0; 4], half] {
                let factor = field.of_words(&factor);
                let twiddle = field.twiddle(&factor);
                let [rough] = multiply::<ROUGH, 1, _, _>(w, &vectors, [limbs(x)], [&twiddle]);
                let [precise] = multiply::<PRECISE, 1, _, _>(w, &vectors, [limbs(x)], [&twiddle]);
                let expected = residue(&field, &field.times(&in_form, &factor));
                assert_eq!([to(rough), to(precise)], [expected; 2]);
                assert!(below(rough.map(lane), 11, &vectors.p), "a rough product of {x:x?}");
                assert!(x[4] > MASK >> 1 || below(precise.map(lane), 2, &vectors.p), "a precise product of {x:x?}");
                for limb in rough.iter().chain(&precise) {
                    assert!((lane(*limb) as i64) < 1 << 57 && lane(*limb) as i64 > -(1 << 6));
                }
            }
        }
    }
}

#[inline]
pub(crate) fn arithmetic_of_extreme_limbs() {
    extremes(Checked);
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    if let Some(words) = require::found("avx2", Avx2::detect()) {
        extremes(words);
    }
}

/// Elements that are words turned into others.
struct Negated;

impl Representation for Negated {
    type Element = Residue;
    const MONTGOMERY: bool = false;

    fn new() -> Result<Self> {
        Ok(Negated)
    }

    fn words(&self, element: &Residue) -> Residue {
        element.map(|word| !word)
    }

    fn element(&self, words: &Residue) -> Option<Residue> {
        Some(words.map(|word| !word))
    }
}

#[cfg(all(target_arch = "x86_64", feature = "std"))]
fn carried<W: Multiply<Word = u64>>(words: W) {
    let (prime, root) = PRIMES[3];
    let field = Field::new(&prime).unwrap();
    let turned = |list: &[Residue]| -> Vec<Residue> { list.iter().map(|x| x.map(|word| !word)).collect() };
    for (log_len, threads) in [(8, 1), (9, 1), (13, 2), (14, 2)] {
        let root = residue(&field, &field.squared(&field.of_words(&root), 16 - log_len));
        let kernel = Wide::new(words, &prime, 1 << log_len, &root, Some(&[7, 0, 0, 0]), threads).unwrap().unwrap();
        let x: Vec<Residue> = (0..1u64 << log_len).map(|i| [i * i, i, 1, 5]).collect();
        let mut space = vec![Block::ZERO; x.len() / LANES];
        for natural in [true, false] {
            let mut values = x.clone();
            kernel.forward(&mut values, &mut space, natural).unwrap();
            let mut y = turned(&x);
            let carried = Carried { kernel: &kernel, carry: &Negated, natural };
            carried.enter(&y, &mut space);
            carried.values(&mut space, &mut y).unwrap();
            assert!(turned(&y) == values, "{log_len} {natural}");
            carried.enter_values(&y, &mut space);
            carried.coefficients(&space, &mut y).unwrap();
            assert!(turned(&y) == x, "{log_len} {natural}");
        }
    }
}

#[cfg(all(target_arch = "x86_64", feature = "std"))]
#[inline]
pub(crate) fn carried_elements_are_their_words() {
    if let Some(words) = require::found("ifma", super::ifma::Ifma::detect()) {
        carried(words);
    }
    if let Some(words) = require::found("avx2", Avx2::detect()) {
        carried(words);
    }
}

fn multiplies<W: Multiply<Word = u64>>(words: W, threads: usize) {
    let n = 1 << 13;
    for (prime, root) in PRIMES {
        let field = Field::new(&prime).unwrap();
        let root = residue(&field, &field.squared(&field.of_words(&root), 3));
        let kernel = Wide::new(words, &prime, n, &root, None, threads).unwrap().unwrap();
        // 1/F in this form.
        let per = |form| match form {
            Form::Residues => field.one(),
            Form::Montgomery => field.inverse(&field.squared(&field.of_words(&[2, 0, 0, 0]), 8)),
        };
        let [greatest, mixed, any] = inputs(&prime, n);
        let rotated: Vec<Residue> = mixed[3..].iter().chain(&mixed[..3]).copied().collect();
        for (x, y, z) in [(&greatest, &mixed, &any), (&any, &any, &greatest), (&mixed, &rotated, &mixed)] {
            for form in [Form::Residues, Form::Montgomery] {
                let (mut product, mut sum) = (x.clone(), x.clone());
                kernel.multiply(form, &mut product, y, None);
                kernel.multiply(form, &mut sum, y, Some(z));
                let (mut plus, mut minus) = (x.clone(), x.clone());
                kernel.add(&mut plus, y, false);
                kernel.add(&mut minus, y, true);
                for i in (0..n).step_by(37) {
                    let [a, b, c] = [x, y, z].map(|list| field.of_words(&list[i]));
                    let value = field.times(&field.times(&a, &b), &per(form));
                    assert_eq!(product[i], residue(&field, &value), "{i} {form:?}");
                    assert_eq!(sum[i], residue(&field, &field.plus(&value, &c)), "{i} {form:?}");
                    assert_eq!(plus[i], residue(&field, &field.plus(&a, &b)), "{i}");
                    assert_eq!(
                        residue(&field, &field.plus(&field.of_words(&minus[i]), &b)),
                        residue(&field, &a),
                        "{i}"
                    );
                }
            }
        }
    }
}

#[inline]
pub(crate) fn products_of_large_fields_in_words() {
    multiplies(Checked, 1);
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    if let Some(words) = require::found("ifma", super::ifma::Ifma::detect()) {
        multiplies(words, 1);
        multiplies(words, 2);
    }
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    if let Some(words) = require::found("avx2", Avx2::detect()) {
        multiplies(words, 1);
        multiplies(words, 2);
    }
}
