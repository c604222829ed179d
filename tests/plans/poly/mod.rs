//! Polynomials: each algorithm against its textbook, over small and large primes and a composite modulus.

mod bad_input;
mod composition;
mod division;
mod euclid;
mod paper;
mod points;
mod sequences;
mod series;
mod textbook;

use ringfft::rings::Modular;

/// Many roots of unity; hardly any; so few elements that sequences are irregular and series end; the least field.
const PRIMES: [u64; 4] = [0xffff_ffff_0000_0001, 0x7fff_ffff, 97, 3];

fn rings() -> impl Iterator<Item = Modular> {
    PRIMES.into_iter().map(|p| Modular::new(p).unwrap())
}

/// Reproducible coefficients.
struct Source(u64);

impl Source {
    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 ^ self.0 >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 3
    }

    fn list(&mut self, ring: &Modular, len: usize) -> Vec<u64> {
        (0..len).map(|_| ring.element(self.word())).collect()
    }

    /// Without leading zeros, and with a constant term that is no zero.
    fn full(&mut self, ring: &Modular, len: usize) -> Vec<u64> {
        let mut list = self.list(ring, len);
        for end in [0, len.saturating_sub(1)] {
            if let Some(end) = list.get_mut(end)
                && *end == 0
            {
                *end = 1;
            }
        }
        list
    }
}

/// Shapes that random lists do not have: zeros, ones, all the greatest, single coefficients.
fn extremes(ring: &Modular, len: usize) -> Vec<Vec<u64>> {
    let mut single = vec![0; len];
    single[len - 1] = 1;
    let mut ends = single.clone();
    ends[0] = 1;
    vec![vec![0; len], vec![1; len], vec![ring.modulus() - 1; len], single, ends]
}
