//! Inverses modulo an odd number of four words, by division steps on the low words. The time depends on the numbers.
//!
//! Notation: `p` the modulus, `a` the number, `B = 2^64`; `N = 62` steps at a time.
//!
//! # Idea
//! With `f = p`, `g = a` a step keeps `f` odd and halves `g`: `(f, g) <- (f, g/2)` for an even `g`, and `(f, (g + f)/2)` or `(g, (g - f)/2)` for an
//! odd one, by the sign of a counter. It depends on the lowest bit of `g` alone, so `N` steps follow from the low words. They are a matrix
//!
//! ```text
//! 2^N f' = u f + v g,   2^N g' = q f + r g,    |u| + |v|, |q| + |r| <= 2^N.
//! ```
//!
//! `d a = f` and `e a = g` modulo `p` all the time, for the same matrix with divisions modulo `p`. In the end `g` is 0 and `f` is 1 or -1.
//!
//! # Literature
//! \[Bernstein-Yang 2019\].

/// Steps that one matrix makes.
const STEPS: u32 = 62;

/// An integer of five words in two's complement.
type Signed = [u64; 5];

/// Returns the inverse of `a` modulo `p`, both of four words; `None` unless they are coprime. `p` is odd and below `2^255`, and `a` below `p`.
pub(crate) fn inverse_modulo(a: &[u64; 4], p: &[u64; 4]) -> Option<[u64; 4]> {
    debug_assert!(p[0] % 2 == 1 && p[3] >> 63 == 0);
    let negative_inverse = super::inverse_of_odd(p[0]).wrapping_neg();
    let (mut f, mut g) = (*p, *a);
    let (mut d, mut e) = ([0; 4], [1, 0, 0, 0]);
    let mut counter = 1;
    while g != [0; 4] {
        let [[u, v], [q, r]] = matrix(&mut counter, f[0], g[0]);
        (f, g) = (shifted(sum([u, v], [&f, &g])), shifted(sum([q, r], [&f, &g])));
        let modular = |factors, words| below(shifted_modulo(sum(factors, words), p, negative_inverse), p);
        (d, e) = (modular([u, v], [&d, &e]), modular([q, r], [&d, &e]));
    }
    match f {
        [1, 0, 0, 0] => Some(d),
        [u64::MAX, u64::MAX, u64::MAX, u64::MAX] => Some(below(sum([-1, 0], [&d, &[0; 4]]), p)),
        _ => None,
    }
}

/// Returns the matrix of the next steps, from the low words.
fn matrix(counter: &mut i64, f: u64, g: u64) -> [[i64; 2]; 2] {
    let (mut f, mut g, mut left) = (f, g, STEPS);
    let ([mut u, mut v], [mut q, mut r]) = ([1_i64, 0], [0, 1_i64]);
    loop {
        let zeros = g.trailing_zeros().min(left);
        g >>= zeros;
        (u, v) = (u << zeros, v << zeros);
        *counter += i64::from(zeros);
        left -= zeros;
        if left == 0 {
            return [[u, v], [q, r]];
        }
        if *counter > 0 {
            *counter = -*counter;
            (f, g) = (g, f.wrapping_neg());
            ([u, v], [q, r]) = ([q, r], [-u, -v]);
        }
        g = g.wrapping_add(f);
        (q, r) = (q + u, r + v);
    }
}

/// Returns `u x + v y` with `|u| + |v| <= 2^62`. The factors are signed, of four words in two's complement.
#[inline(always)]
fn sum([u, v]: [i64; 2], [x, y]: [&[u64; 4]; 2]) -> Signed {
    let mut sum = [0; 5];
    let mut carry = 0;
    for i in 0..4 {
        // Of the words the last alone has a sign.
        let word = |x: u64| if i == 3 { i128::from(x as i64) } else { i128::from(x) };
        carry += i128::from(u) * word(x[i]) + i128::from(v) * word(y[i]);
        sum[i] = carry as u64;
        carry >>= 64;
    }
    sum[4] = carry as u64;
    sum
}

/// Returns `x/2^62`, which fits four words.
#[inline(always)]
fn shifted(x: Signed) -> [u64; 4] {
    core::array::from_fn(|i| x[i] >> STEPS | x[i + 1] << (64 - STEPS))
}

/// Returns `x/2^62` modulo `p`, above `-p` and below `2 p` for `|x| < 2^62 p`, with `-1/p` modulo `B`.
#[inline(always)]
fn shifted_modulo(x: Signed, p: &[u64; 4], negative_inverse: u64) -> Signed {
    let factor = x[0].wrapping_mul(negative_inverse) & ((1 << STEPS) - 1);
    let (mut sum, mut carry) = ([0; 5], 0_u128);
    for i in 0..5 {
        let product = if i < 4 { u128::from(factor) * u128::from(p[i]) } else { 0 };
        carry += product + u128::from(x[i]);
        sum[i] = carry as u64;
        carry >>= 64;
    }
    let [a, b, c, d] = shifted(sum);
    [a, b, c, d, (sum[4] as i64 >> STEPS) as u64]
}

/// Returns `x` from `-p` to `2 p` as a number below `p`.
#[inline(always)]
fn below(x: Signed, p: &[u64; 4]) -> [u64; 4] {
    let p = [p[0], p[1], p[2], p[3], 0];
    let add = |x: Signed, y: Signed, negative: bool| -> Signed {
        let (mask, mut carry) = (if negative { u64::MAX } else { 0 }, u128::from(negative) << 64);
        core::array::from_fn(|i| {
            carry = (carry >> 64) + u128::from(x[i]) + u128::from(y[i] ^ mask);
            carry as u64
        })
    };
    let x = if x[4] >> 63 == 1 { add(x, p, false) } else { x };
    let less = add(x, p, true);
    let [a, b, c, d, _] = if less[4] >> 63 == 1 { x } else { less };
    [a, b, c, d]
}

#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests {
    use super::*;
    use crate::arith::{
        Random, Seed, inverse_mod,
        limbs::{schoolbook, sub_assign},
    };
    use alloc::vec;

    /// Returns `a b` modulo `p`, bit by bit.
    fn product(a: &[u64; 4], b: &[u64; 4], p: &[u64; 4]) -> [u64; 4] {
        let mut long = vec![0; 8];
        schoolbook(a, b, &mut long);
        (0..512).rev().fold([0; 4], |remainder, bit| {
            let next = long[bit / 64] >> (bit % 64) & 1;
            let doubled: [u64; 4] =
                core::array::from_fn(|i| remainder[i] << 1 | if i == 0 { next } else { remainder[i - 1] >> 63 });
            below([doubled[0], doubled[1], doubled[2], doubled[3], remainder[3] >> 63], p)
        })
    }

    /// Checks extreme numbers and moduli, composite ones among them, and numbers with a common divisor.
    #[inline]
    pub(crate) fn inverses_modulo_four_words_multiply_to_one() {
        let top = u64::MAX >> 1;
        let moduli = [
            [u64::MAX, u64::MAX, u64::MAX, top],
            [1, 0, 0, 1 << 62],
            [0xffff_ffff_0000_0001, 0x53bd_a402_fffe_5bfe, 0x3339_d808_09a1_d805, 0x73ed_a753_299d_7d48],
            [0x43e1_f593_f000_0001, 0x2833_e848_79b9_7091, 0xb850_45b6_8181_585d, 0x3064_4e72_e131_a029],
            [15, 0, 0, 0],
            [3, 0, 0, 0],
            [u64::MAX, 0, 0, 0],
        ];
        let mut random = Random::new(Seed::Fixed(1));
        for p in moduli {
            let minus = |k: u64| {
                let mut number = p;
                sub_assign(&mut number, &[k]);
                number
            };
            let mut numbers =
                vec![[0; 4], [1, 0, 0, 0], [2, 0, 0, 0], minus(1), minus(2), [p[0] / 2, p[1] / 2, p[2] / 2, p[3] / 2]];
            numbers.extend(
                (0..255)
                    .filter(|bit| *bit < 254 && p[3] >> 62 != 0)
                    .map(|bit| core::array::from_fn(|i| if bit / 64 == i { 1 << (bit % 64) } else { 0 })),
            );
            numbers.extend((0..200).map(|_| {
                let words: [u64; 4] = core::array::from_fn(|_| random.word());
                product(&words, &[1, 0, 0, 0], &p)
            }));
            let mut found = 0;
            for a in numbers {
                match inverse_modulo(&a, &p) {
                    Some(inverse) => {
                        found += 1;
                        assert_eq!(product(&a, &inverse, &p), [1, 0, 0, 0], "{a:x?} modulo {p:x?}");
                        assert!(inverse.iter().rev().lt(p.iter().rev()));
                    }
                    None if p[3] == 0 => assert_eq!(inverse_mod(a[0], p[0]), None),
                    None => assert!(a == [0; 4] || p[3] != 0x73ed_a753_299d_7d48 && p[3] != 0x3064_4e72_e131_a029),
                }
            }
            assert!(found > 50);
        }
        assert_eq!(inverse_modulo(&[5, 0, 0, 0], &[15, 0, 0, 0]), None);
    }
}
