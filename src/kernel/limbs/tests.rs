use super::*;
use crate::{
    arith::{
        Random, Seed, karatsuba,
        limbs::{self, schoolbook},
    },
    inside::require,
};
use alloc::{vec, vec::Vec};

/// Returns every level of this machine.
fn levels() -> Vec<Level> {
    let mut levels = vec![Level::Words];
    #[cfg(target_arch = "x86_64")]
    if let Some(adx) = Adx::detect() {
        levels.push(Level::Adx(adx));
        levels.extend(require::found("ifma", Ifma::detect()).map(|ifma| Level::Ifma(ifma, adx)));
    }
    levels
}

/// Returns numbers of `n` limbs: random ones, and some whose products carry far or nowhere.
fn numbers(n: usize, random: &mut Random) -> [Vec<u64>; 6] {
    let bit = |k: usize| {
        let mut x = vec![0; n];
        if let Some(limb) = x.get_mut(k / 64) {
            *limb = 1 << (k % 64);
        }
        x
    };
    let k = random.word() as usize % (64 * n + 1);
    let mut below = bit(k);
    limbs::sub_assign(&mut below, &[1][..n.min(1)]);
    let mut above = bit(k);
    limbs::add_assign(&mut above, &[1][..n.min(1)]);
    let sparse = (0..n).map(|_| if random.word() & 3 == 0 { 0 } else { u64::MAX << (random.word() % 64) }).collect();
    [(0..n).map(|_| random.word()).collect(), vec![u64::MAX; n], below, bit(k), above, sparse]
}

fn check(level: Level, a: &[u64], b: &[u64]) {
    let mut expected = vec![0; a.len() + b.len()];
    schoolbook(a, b, &mut expected);
    // The previous contents of the output are ignored.
    let mut out = vec![0x5555_5555_5555_5555; a.len() + b.len()];
    level.multiply(a, b, &mut out);
    assert_eq!(out, expected, "{level:?}, {} by {} limbs: {a:x?} {b:x?}", a.len(), b.len());
    if a == b {
        out.fill(0xaaaa_aaaa_aaaa_aaaa);
        level.square(a, &mut out);
        assert_eq!(out, expected, "{level:?}, square of {} limbs: {a:x?}", a.len());
    }
}

#[inline]
pub(crate) fn products_equal_the_textbook() {
    let mut random = Random::new(Seed::Fixed(1));
    for level in levels() {
        for n in 1..=130 {
            for x in numbers(n, &mut random) {
                check(level, &x, &x);
            }
            for m in (1..=130).filter(|m| n.max(*m) < 24 || (n * 131 + m) % 37 == 0) {
                let (a, b) = (numbers(n, &mut random), numbers(m, &mut random));
                for (i, a) in a.iter().enumerate() {
                    check(level, a, &b[i]);
                    check(level, a, &b[(i + 1) % b.len()]);
                }
            }
        }
    }
}

#[inline]
pub(crate) fn long_factors_equal_the_textbook() {
    let mut random = Random::new(Seed::Fixed(2));
    for level in levels() {
        for (n, m) in
            [(255, 255), (256, 256), (257, 257), (13, 257), (9, 1000), (11, 209), (256, 417), (200, 1041), (300, 20)]
        {
            for (a, b) in numbers(n, &mut random).iter().zip(numbers(m, &mut random).iter().rev()) {
                check(level, a, b);
                check(level, b, a);
                check(level, a, a);
            }
        }
    }
}

#[inline]
pub(crate) fn karatsubas_products_equal_the_textbook() {
    /// A level whose Karatsuba steps go further down.
    struct Below(Level, usize);

    impl Base for Below {
        fn multiply(&self, a: &[u64], b: &[u64], out: &mut [u64]) {
            self.0.multiply(a, b, out);
        }

        fn square(&self, x: &[u64], out: &mut [u64]) {
            self.0.square(x, out);
        }

        fn crossover(&self, _: bool) -> usize {
            self.1
        }
    }

    let mut random = Random::new(Seed::Fixed(3));
    for level in levels() {
        for n in [4, 5, 6, 7, 8, 9, 31, 32, 33, 63, 64, 65, 100, 127, 128, 129, 257, 400] {
            let (a, b) = (numbers(n, &mut random), numbers(n, &mut random));
            let mut scratch = vec![0x3333_3333_3333_3333; karatsuba::scratch_len(n)];
            for base in [Below(level, 4), Below(level, 30), Below(level, level.crossover(false))] {
                for (a, b) in a.iter().zip(b.iter().rev()) {
                    let (mut out, mut expected) = (vec![7; 2 * n], vec![0; 2 * n]);
                    karatsuba::multiply(a, b, &mut out, &mut scratch, &base);
                    schoolbook(a, b, &mut expected);
                    assert_eq!(out, expected, "{level:?}, {n} limbs: {a:x?} {b:x?}");
                    karatsuba::square(a, &mut out, &mut scratch, &base);
                    schoolbook(a, a, &mut expected);
                    assert_eq!(out, expected, "{level:?}, square of {n} limbs: {a:x?}");
                }
            }
        }
    }
}

#[inline]
pub(crate) fn instruction_sets_have_their_levels() {
    for isa in [Isa::Scalar, Isa::Pclmul] {
        assert!(matches!(Level::of(isa), Level::Words));
    }
    #[cfg(target_arch = "x86_64")]
    {
        assert!(!matches!(Level::of(Isa::Avx2), Level::Ifma(..)));
        if require::found("ifma", Ifma::detect()).is_some() {
            assert!(matches!(Level::of(Isa::Avx512), Level::Ifma(..)));
            assert!(matches!(Level::of(Isa::Auto), Level::Ifma(..)));
            assert!(matches!(Level::of(Isa::Avx2), Level::Adx(..)));
        }
    }
}

#[inline]
pub(crate) fn few_limbs_need_no_checks() {
    // The level is chosen from here on.
    Level::automatic().unwrap();
    let mut random = Random::new(Seed::Fixed(4));
    for n in 0..40 {
        for m in [0, 1, 2, 3, 7, 33, 34, 100, n] {
            let (a, b) = (&numbers(n, &mut random)[0], &numbers(m, &mut random)[0]);
            let (mut out, mut expected) = (vec![9; n + m], vec![9; n + m]);
            let small = (1..=SMALL).contains(&n.min(m));
            if small {
                schoolbook(a, b, &mut expected);
            }
            assert_eq!(small_product(a, b, &mut out), small, "{n} by {m} limbs");
            assert_eq!(out, expected);
            assert!(!small_product(a, b, &mut vec![9; n + m + 1]));
        }
        let x = &numbers(n, &mut random)[0];
        let (mut out, mut expected) = (vec![9; 2 * n], vec![9; 2 * n]);
        let small = (1..=SMALL).contains(&n);
        if small {
            schoolbook(x, x, &mut expected);
        }
        assert_eq!(small_square(x, &mut out), small, "square of {n} limbs");
        assert_eq!(out, expected);
        out.fill(9);
        assert_eq!(small_product(x, x, &mut out), small, "{n} limbs by themselves");
        assert_eq!(out, expected);
        assert!(!small_square(x, &mut vec![9; 2 * n + 1]));
    }
}

/// Computes the product by the definition, in words of 128 bits.
fn product(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut out = vec![0; a.len() + b.len()];
    for (i, &a) in a.iter().enumerate() {
        let mut carry = 0;
        for (out, &b) in out[i..].iter_mut().zip(b) {
            let sum = u128::from(a) * u128::from(b) + u128::from(*out) + carry;
            (*out, carry) = (sum as u64, sum >> 64);
        }
        out[i + b.len()] = carry as u64;
    }
    out
}

/// Returns the sum of the powers of two below `2^(64 n)`.
fn powers(n: usize, exponents: impl IntoIterator<Item = usize>) -> Vec<u64> {
    let mut sum = vec![0; n];
    for exponent in exponents.into_iter().filter(|exponent| exponent / 64 < n) {
        let mut power = vec![0; n];
        power[exponent / 64] = 1 << (exponent % 64);
        limbs::add_assign(&mut sum, &power);
    }
    sum
}

/// Returns numbers of `n` limbs at the ends of ranges, in pairs whose products carry far.
fn extremes(n: usize, random: &mut Random) -> Vec<[Vec<u64>; 2]> {
    let ones = vec![u64::MAX; n];
    let k = random.word() as usize % (64 * n);
    let [bit, above] = [powers(n, [k]), powers(n, [0, k])];
    // Ones from bit `k` on, up to it, and without it.
    let [mut from, mut below, mut without] = [ones.clone(), powers(n, [k]), ones.clone()];
    limbs::sub_assign(&mut below, &[1]);
    limbs::sub_assign(&mut from, &below);
    limbs::sub_assign(&mut without, &bit);
    let mut pairs = vec![
        [ones.clone(), ones.clone()],
        [ones.clone(), bit.clone()],
        [ones.clone(), above.clone()],
        [below.clone(), above],
        [below, from.clone()],
        [without, ones],
        [from, bit],
    ];
    // Digits of `d` bits: halves whose sum is a carry, below a run of full digits.
    for d in [51, 52] {
        let t = 1 + random.word() as usize % (64 * n / (2 * d) + 1);
        let mut run = powers(n, [d * t + d]);
        limbs::sub_assign(&mut run, &powers(n, [d * t + d - 1]));
        let mut high = powers(n, [d * (2 * t + 1)]);
        limbs::sub_assign(&mut high, &powers(n, [d * t + d]));
        limbs::add_assign(&mut run, &high);
        limbs::add_assign(&mut run, &powers(n, [d - 1]));
        pairs.push([powers(n, [0, d * t]), run]);
    }
    pairs
}

#[inline]
pub(crate) fn extreme_limbs_equal_the_definition() {
    let mut random = Random::new(Seed::Fixed(5));
    let levels = levels();
    let check = |a: &[u64], b: &[u64]| {
        let expected = product(a, b);
        let mut out = vec![0x3333_3333_3333_3333; expected.len()];
        for level in &levels {
            level.multiply(a, b, &mut out);
            assert!(out == expected, "{level:?}, {} by {} limbs: {a:x?} {b:x?}", a.len(), b.len());
            if a == b {
                out.fill(0xcccc_cccc_cccc_cccc);
                level.square(a, &mut out);
                assert!(out == expected, "{level:?}, square of {} limbs: {a:x?}", a.len());
            }
        }
    };
    for n in 1..=300 {
        // One to twelve limbs by as many as there are, and others.
        let m = if n % 5 == 0 { 1 + random.word() as usize % n } else { 1 + n % 12 };
        let pairs = (extremes(n, &mut random), extremes(m, &mut random));
        for (i, ([a, b], [c, d])) in pairs.0.iter().zip(&pairs.1).enumerate() {
            // Of long ones all ones, and a third of the others.
            if n > 64 && i > 0 && i % 3 != n % 3 {
                continue;
            }
            check(a, b);
            check(a, a);
            check(b, b);
            check(a, d);
            check(c, b);
        }
    }
}
