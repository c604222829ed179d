use super::*;
use crate::{
    arith::{Random, Seed},
    integer::{from_decimal, to_decimal},
};
use alloc::{format, string::String};

/// Computes the decimal digits by division by ten, word by word.
fn naive(number: &[u64]) -> String {
    let mut number = trimmed(number).to_vec();
    let mut digits = Vec::new();
    while !number.is_empty() {
        let remainder = number.iter_mut().rev().fold(0, |remainder, limb| {
            let dividend = u128::from(remainder) << 64 | u128::from(*limb);
            *limb = (dividend / 1_000_000_000) as u64;
            (dividend % 1_000_000_000) as u64
        });
        digits.extend(format!("{remainder:09}").bytes().rev());
        number.truncate(trimmed(&number).len());
    }
    digits.reverse();
    let zeros = digits.iter().take_while(|&&digit| digit == b'0').count();
    digits.drain(..zeros);
    if digits.is_empty() { "0".into() } else { String::from_utf8(digits).unwrap() }
}

/// Returns numbers of `len` limbs: random, all ones, a single bit, its neighbours, and zeros between ones.
fn numbers(len: usize, random: &mut Random) -> Vec<Vec<u64>> {
    let ones = vec![u64::MAX; len];
    let mut bit = vec![0; len];
    let mut above = vec![0; len];
    let mut sparse = vec![0; len];
    if let Some(top) = len.checked_sub(1) {
        bit[top] = 1 << (len % 64);
        above[top] = 1;
        above[0] |= 1;
        sparse[top] = 1 << 63;
        sparse[top / 2] = u64::MAX;
    }
    let mut below = bit.clone();
    if len > 0 {
        super::super::limbs::sub_assign(&mut below, &[1]);
    }
    vec![(0..len).map(|_| random.word()).collect(), ones, bit, below, above, sparse]
}

#[inline]
pub(crate) fn digits_are_those_of_long_division() {
    let mut random = Random::new(Seed::Fixed(21));
    let edges =
        [1, 2, 4, 5, 8].iter().flat_map(|slots| [slots * SLOT_LIMBS - 1, slots * SLOT_LIMBS, slots * SLOT_LIMBS + 1]);
    for len in (0..30).chain(edges).chain([600, 1000]) {
        for number in numbers(len, &mut random) {
            let digits = naive(&number);
            assert_eq!(to_decimal(&number).unwrap(), digits, "{len}");
            assert_eq!(from_decimal(&digits).unwrap(), trimmed(&number), "{len}");
        }
    }
}

#[inline]
pub(crate) fn fractions_give_every_word() {
    let mut random = Random::new(Seed::Fixed(22));
    let fraction = Fraction::new().unwrap();
    let mut product = vec![0; 2 * SLOT_WORDS];
    for len in 0..=SLOT_LIMBS {
        for number in numbers(len, &mut random) {
            let mut words = vec![1; SLOT_WORDS];
            fraction.write(&number, &mut words, &mut product).unwrap();
            // The words back to a number.
            let mut back = Vec::new();
            for word in words.iter().rev() {
                assert!(*word < TEN);
                let top = mul_add_limb(&mut back, TEN, *word);
                back.push(top);
            }
            assert_eq!(trimmed(&back), trimmed(&number), "{len}");
        }
    }
}

/// Checks powers of ten and their neighbours around the ends of slots, and of trees with one slot above a power of two.
#[inline]
pub(crate) fn powers_of_ten_at_the_ends_of_slots() {
    for slots in [1, 2, 3, 4, 5, 9, 17, 33] {
        for digits in [
            slots * SLOT_DIGITS - 1,
            slots * SLOT_DIGITS,
            slots * SLOT_DIGITS + 1,
            slots * 64 * 19,
            slots * 64 * 19 + 1,
        ] {
            let power = format!("1{}", "0".repeat(digits - 1));
            let limbs = from_decimal(&power).unwrap();
            // 10^k = 5^k 2^k.
            let zeros =
                limbs.iter().map(|limb| limb.trailing_zeros() as usize).take_while(|&zeros| zeros == 64).count();
            assert_eq!(64 * zeros + limbs[zeros].trailing_zeros() as usize, digits - 1);
            assert_eq!(to_decimal(&limbs).unwrap(), power);
            let nines = "9".repeat(digits - 1);
            let mut number = from_decimal(&nines).unwrap();
            assert_eq!(to_decimal(&number).unwrap(), nines);
            number.resize(limbs.len(), 0);
            add_assign(&mut number, &[1]);
            assert_eq!(number, limbs, "{digits}");
        }
    }
}

/// Checks the round trip of long numbers on one thread and several, with few and many slots above a power of two.
#[inline]
pub(crate) fn long_numbers_come_back_on_any_threads() {
    let mut random = Random::new(Seed::Fixed(23));
    for slots in [64, 65, 72, 80, 81, 100, 127, 128, 400, 513] {
        for number in numbers(slots * SLOT_LIMBS - 5, &mut random) {
            let expected = words(&number, 1).unwrap();
            assert_eq!(words(&number, 2).unwrap(), expected);
            assert_eq!(words(&number, 5).unwrap(), expected);
            let digits = to_decimal(&number).unwrap();
            for threads in [1, 2, 3] {
                assert_eq!(read(digits.as_bytes(), threads).unwrap(), trimmed(&number), "{slots} slots");
            }
        }
    }
}
