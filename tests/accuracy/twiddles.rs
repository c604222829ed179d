//! Roots of unity, one by one and from tables, against sines in integers.

use crate::fixed::{rotation, units};
use num_complex::Complex;
use ringfft::{
    algebra::Roots,
    rings::{Circle, ComplexRing, Real, root_of_unity},
};
use ringfft_testing::Random;

/// Powers of two, powers of 3 and 5, primes, and the rest of what is awkward.
const ORDERS: [usize; 30] = [
    1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 97, 125, 243, 729, 1000, 1024, 59_049, 65_537, 78_125, 999_983, 1_000_000,
    1_048_576, 1_594_323, 1_953_125, 2_097_150, 4_194_304, 8_388_593, 16_777_213, 16_777_216,
];

/// Every index of a short order, random ones and both ends of a long one.
fn indices(n: usize, random: &mut Random) -> Vec<usize> {
    if n <= 2000 {
        return (0..n).collect();
    }
    (0..20).flat_map(|k| [k, n - 1 - k]).chain((0..2000).map(|_| random.below(n))).collect()
}

/// The largest error of a part: in units in its last place, and in units of `2^-digits`.
#[derive(Default)]
struct Worst {
    last_place: f64,
    absolute: f64,
    modulus: f64,
}

impl Worst {
    fn take<T: Real>(&mut self, z: Complex<T>, digits: u32, truth: [i128; 2]) {
        let parts = [z.re.as_f64(), z.im.as_f64()];
        let mut absolute = [0.0; 2];
        for (i, &x) in parts.iter().enumerate() {
            let error = units(x, digits, truth[i]);
            self.last_place = self.last_place.max(error);
            let exponent = (x.abs().to_bits() >> 52) as i32 - 1023;
            absolute[i] = if x == 0.0 { 0.0 } else { error * 2f64.powi(exponent + 1) };
            self.absolute = self.absolute.max(absolute[i]);
        }
        self.modulus = self.modulus.max(absolute[0].hypot(absolute[1]));
    }

    /// Rounded once: half a unit in the last place, so half of `2^-digits` a part and the square root of a half of it in modulus.
    fn check(&self, what: &str) {
        println!(
            "{what}: {:.7} units in the last place, {:.7} u, modulus {:.7} u",
            self.last_place, self.absolute, self.modulus
        );
        assert!(self.last_place <= 0.5 + 1e-6, "{what}: {} units in the last place", self.last_place);
        assert!(self.absolute <= 0.5 + 1e-6, "{what}: {} u", self.absolute);
        assert!(self.modulus <= 0.707_107_5, "{what}: {} u in modulus", self.modulus);
    }
}

fn check<T: Real>(digits: u32, name: &str) {
    let (mut single, mut bulk, mut random) = (Worst::default(), Worst::default(), Random::new(53));
    let (mut differing, mut all) = (0, 0);
    for n in ORDERS {
        let circle = Circle::<T>::new(n, usize::MAX);
        for k in indices(n, &mut random) {
            let truth = rotation(k, n);
            let (one, other) = (root_of_unity::<T>(k, n), circle.root(k));
            single.take(one, digits, truth);
            bulk.take(other, digits, truth);
            all += 1;
            differing += usize::from(one != other);
        }
    }
    single.check(&format!("{name}, one by one"));
    bulk.check(&format!("{name}, from tables"));
    assert!(differing <= 1, "{differing} of {all} differ between the two ways");
}

#[test]
fn roots_of_f64_are_rounded_once() {
    check::<f64>(53, "f64");
}

#[test]
fn roots_of_f32_are_rounded_once() {
    check::<f32>(24, "f32");
}

/// What tables of transforms are made of: the ring's powers, in steps, of either root.
#[test]
fn powers_of_a_ring_are_its_roots() {
    let ring = ComplexRing::<f64>::new();
    for n in [1usize, 2, 3, 8, 12, 97, 360, 1024, 6561] {
        let root = ring.root(n).unwrap();
        for (w, sign) in [(root, n - 1), (root.conj(), 1)] {
            for step in [0, 1, 2, 3, n / 2, n - 1, n, 5 * n + 7] {
                for (k, z) in ring.powers(&w, n, step, 2 * n + 3).into_iter().enumerate() {
                    assert_eq!(z, root_of_unity(sign * k % n * (step % n) % n, n), "{n}: {k} times {step}");
                }
            }
        }
    }
}

/// The symmetries of the circle hold exactly.
#[test]
fn tables_keep_the_symmetries() {
    for n in [8usize, 24, 1000, 4096, 6000] {
        let circle = Circle::<f64>::new(n, usize::MAX);
        for k in 1..n {
            let z = circle.root(k);
            assert_eq!(circle.root(n - k), z.conj());
            assert_eq!(circle.root((k + n / 2) % n), -z);
            assert_eq!(circle.root((k + n / 4) % n), Complex::new(-z.im, z.re));
        }
        let powers: Vec<_> = circle.powers(n - 3, n + 5).take(40).collect();
        for (j, z) in powers.into_iter().enumerate() {
            assert_eq!(z, circle.root((n - 3 + 5 * j) % n));
        }
    }
}
