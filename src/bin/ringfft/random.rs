//! Numbers for tests: splitmix64.

/// A generator of reproducible words.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Random(seed)
    }

    pub(crate) fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number below `bound`, nearly uniform.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        (u128::from(self.word()) * u128::from(bound) >> 64) as u64
    }
}
