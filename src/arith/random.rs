//! Random words for checks: from a seed, or from the system.

/// The source of randomness of a check.
///
/// [`integer::verify_product`](crate::integer::verify_product) and [`Random`] take one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Seed {
    /// The system's randomness, through the keys of the standard library's hash maps. An adversary cannot guess it
    /// beforehand. Do not use it for secret keys.
    #[cfg(feature = "std")]
    System,
    /// A fixed seed: the same sequence at every call.
    Fixed(u64),
}

/// A source of random words.
///
/// `Random::new(Seed::Fixed(1))` returns the same words each time.
pub struct Random {
    /// The state of SplitMix64; for the system's randomness, a counter that is hashed.
    state: u64,
    #[cfg(feature = "std")]
    keys: Option<std::collections::hash_map::RandomState>,
}

impl Random {
    /// Creates the source of the words that follow from `seed`.
    pub fn new(seed: Seed) -> Self {
        match seed {
            #[cfg(feature = "std")]
            Seed::System => Random { state: 0, keys: Some(std::collections::hash_map::RandomState::new()) },
            Seed::Fixed(state) => Random {
                state,
                #[cfg(feature = "std")]
                keys: None,
            },
        }
    }

    /// Returns the next word.
    pub fn word(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        #[cfg(feature = "std")]
        if let Some(keys) = &self.keys {
            return core::hash::BuildHasher::hash_one(keys, self.state);
        }
        let mut word = self.state;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }
}

#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests {
    use super::*;

    #[inline]
    pub(crate) fn seeds_repeat_and_the_system_does_not() {
        let mut seeded = Random::new(Seed::Fixed(0));
        assert_eq!([seeded.word(), seeded.word()], [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4]);
        #[cfg(feature = "std")]
        assert_ne!(Random::new(Seed::System).word(), Random::new(Seed::System).word());
    }
}
