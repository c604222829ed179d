//! Matrices and sums of products: each against its definition.

mod bad_input;
mod integers;
mod polynomials;
mod rings;

/// Reproducible words.
struct Source(u64);

impl Source {
    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 ^ self.0 >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn below(&mut self, n: u64) -> u64 {
        (self.word() >> 3) % n
    }
}
