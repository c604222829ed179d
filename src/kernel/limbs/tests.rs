use super::*;
use crate::{
    arith::{
        Random, Seed, karatsuba,
        limbs::{self, schoolbook},
    },
    inside::require,
};
use alloc::{vec, vec::Vec};

/// Every level of this machine.
fn levels() -> Vec<Level> {
    let mut levels = vec![Level::Words];
    #[cfg(target_arch = "x86_64")]
    if let Some(adx) = Adx::detect() {
        levels.push(Level::Adx(adx));
        levels.extend(require::found("ifma", Ifma::detect()).map(|ifma| Level::Ifma(ifma, adx)));
    }
    levels
}

/// Numbers of `n` limbs: random ones, and those whose products carry far or nowhere.
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
    // What lies in the output does not matter.
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
    let mut random = Random::new(Seed::Fixed(4));
    for n in 0..12 {
        for (a, b) in numbers(n, &mut random).iter().zip(numbers(n, &mut random).iter().rev()) {
            let (mut out, mut expected) = (vec![9; 2 * n], vec![9; 2 * n]);
            if (1..=8).contains(&n) {
                schoolbook(a, b, &mut expected);
            }
            assert_eq!(few(a, b, &mut out), (1..=8).contains(&n));
            assert_eq!(out, expected);
            if (1..=8).contains(&n) {
                schoolbook(a, a, &mut expected);
            }
            assert_eq!(few_squared(a, &mut out), (1..=8).contains(&n));
            assert_eq!(out, expected);
            assert!(!few(a, b, &mut vec![9; 2 * n + 1]) && !few_squared(a, &mut vec![9; 2 * n + 1]));
        }
    }
}
