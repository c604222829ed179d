//! Operands of products.

use clap::ValueEnum;

/// The bits of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Operands {
    /// Random limbs, the top bit set.
    Random,
    /// All bits set.
    Ones,
    /// The lowest bit, the highest bit and eight others set.
    Sparse,
}

impl Operands {
    /// Returns the name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Operands::Random => "random",
            Operands::Ones => "ones",
            Operands::Sparse => "sparse",
        }
    }

    /// Returns an operand of so many limbs, at least one, low limb first. Its top bit is set.
    pub fn limbs(self, limbs: usize, seed: u64) -> Vec<u64> {
        let mut words = Words(seed ^ limbs as u64);
        let mut operand: Vec<u64> = match self {
            Operands::Random => (0..limbs).map(|_| words.next()).collect(),
            Operands::Ones => vec![u64::MAX; limbs],
            Operands::Sparse => vec![0; limbs],
        };
        if self == Operands::Sparse {
            operand[0] |= 1;
            for _ in 0..8 {
                operand[(words.next() % limbs as u64) as usize] |= 1 << (words.next() % 64);
            }
        }
        operand[limbs - 1] |= 1 << 63;
        operand
    }
}

/// A generator of test data: SplitMix64.
#[derive(Clone, Debug)]
pub struct Words(pub u64);

impl Words {
    /// Returns the next word.
    #[expect(clippy::should_implement_trait, reason = "the sequence has no end")]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}
