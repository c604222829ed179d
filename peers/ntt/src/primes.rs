//! Primes on either side of the bounds at which implementations change their arithmetic.

/// The rows: their names forward and back, and the prime, of which one is subtracted gives a multiple of 2^25.
///
/// Of 32 bits and less they are 7 * 2^26 + 1, 15 * 2^27 + 1 and 3 * 2^30 + 1; of more, the greatest below the power of two.
pub const ROWS: [([&str; 2], u64); 9] = [
    (["p30", "p30-inv"], 469_762_049),
    (["p31", "p31-inv"], 2_013_265_921),
    (["p32", "p32-inv"], 3_221_225_473),
    (["p50", "p50-inv"], greatest_below(50)),
    (["p51", "p51-inv"], greatest_below(51)),
    (["p62", "p62-inv"], greatest_below(62)),
    (["p63", "p63-inv"], greatest_below(63)),
    (["p64", "p64-inv"], greatest_below(64)),
    (["p64-goldilocks", "p64-goldilocks-inv"], GOLDILOCKS),
];

/// 2^64 - 2^32 + 1.
pub const GOLDILOCKS: u64 = 0xffff_ffff_0000_0001;

/// The greatest prime below `2^bits` that leaves 1 modulo 2^25.
const fn greatest_below(bits: u32) -> u64 {
    let mut prime = (((1 << bits) - 1u128) >> 25 << 25) as u64 + 1;
    while !is_prime(prime) {
        prime -= 1 << 25;
    }
    prime
}

/// By the witnesses of Miller and Rabin that suffice for words.
const fn is_prime(n: u64) -> bool {
    let witnesses = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    let twos = (n - 1).trailing_zeros();
    let mut index = 0;
    while index < witnesses.len() {
        let mut power = pow(witnesses[index], (n - 1) >> twos, n);
        let mut squarings = 1;
        while power != 1 && power != n - 1 {
            if squarings == twos {
                return false;
            }
            power = multiply(power, power, n);
            // From one that is not -1 there is no way back to -1.
            if power == 1 {
                return false;
            }
            squarings += 1;
        }
        index += 1;
    }
    true
}

const fn pow(mut base: u64, mut exponent: u64, n: u64) -> u64 {
    let mut power = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = multiply(power, base, n);
        }
        base = multiply(base, base, n);
        exponent >>= 1;
    }
    power
}

const fn multiply(a: u64, b: u64, n: u64) -> u64 {
    (a as u128 * b as u128 % n as u128) as u64
}
