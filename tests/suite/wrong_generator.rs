//! A field whose constants are wrong compiles without a word: its plans must be refused.
use ff::{Field, PrimeField};
use ringfft::{
    Error,
    plan::Plan,
    rings::{Goldilocks, ff},
};
use ringfft_testing::{Erased, ErasedElement, wrapped_field};
use subtle::{Choice, CtOption};

/// Goldilocks with 4 for its generator, which is a square (so its `ROOT_OF_UNITY` has order `2^31` at most).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
struct Wrong(Goldilocks);

wrapped_field!(Wrong, Goldilocks);

impl PrimeField for Wrong {
    type Repr = [u8; 8];

    const MODULUS: &'static str = <Goldilocks as PrimeField>::MODULUS;
    const NUM_BITS: u32 = Goldilocks::NUM_BITS;
    const CAPACITY: u32 = Goldilocks::CAPACITY;
    const TWO_INV: Self = Wrong(Goldilocks::TWO_INV);
    const MULTIPLICATIVE_GENERATOR: Self = Wrong(Goldilocks::new(4));
    const S: u32 = Goldilocks::S;
    const ROOT_OF_UNITY: Self = Wrong(Goldilocks::new(4).power(&[0xffff_ffff]));
    const ROOT_OF_UNITY_INV: Self = Wrong(Goldilocks::ONE);
    const DELTA: Self = Wrong(Goldilocks::ONE);

    fn from_repr(bytes: [u8; 8]) -> CtOption<Self> {
        Goldilocks::from_repr(bytes).map(Wrong)
    }

    fn to_repr(&self) -> [u8; 8] {
        self.0.to_repr()
    }

    fn is_odd(&self) -> Choice {
        self.0.is_odd()
    }
}

#[test]
fn a_wrong_generator_is_refused() {
    for n in [2, 6, 8, 1 << 10] {
        let refused = Plan::over(Erased::new(ff::<Wrong>()), n);
        assert!(matches!(refused, Err(Error::NotPrincipal { order, .. }) if order == n), "{n}");
    }
    // The caller's own root is as good as ever, and length 1 needs none.
    let root = ErasedElement::new(Wrong(*Plan::<Goldilocks>::new(8).unwrap().root()));
    assert!(Plan::builder(Erased::new(ff::<Wrong>()), 8).root(root).build().is_ok());
    assert!(Plan::over(Erased::new(ff::<Wrong>()), 1).is_ok());
}

/// A counter in the place of a generator: random elements are the residues of its words.
struct Counter(u64);

impl rand_core::TryRng for Counter {
    type Error = core::convert::Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        Ok(self.try_next_u64()? as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        self.0 += 1;
        Ok(self.0)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
        bytes.fill(self.0 as u8);
        Ok(())
    }
}

#[test]
fn random_elements_use_all_words() {
    let mut rng = Counter(0);
    let two_to_64 = Goldilocks::new(1 << 32).square();
    assert_eq!(Goldilocks::random(&mut rng), Goldilocks::new(1) + Goldilocks::new(2) * two_to_64);
    assert_eq!(Wrong::random(&mut rng).0, Goldilocks::new(3) + Goldilocks::new(4) * two_to_64);
}
