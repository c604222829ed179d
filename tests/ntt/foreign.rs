//! Fields of other crates: bytes of any length and form, and words that are handed out.

use crate::wide::{has_ifma, has_wide_lanes};
use core::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};
use ff::{Field, PrimeField};
use ringfft::{
    Error,
    algebra::Lift,
    order::Order,
    plan::{Algorithm, Isa, Plan, Scale, Threads},
    poly,
    rings::{BabyBear, Bls12381Fr, Bls12381FrParameters, Goldilocks, MontgomeryWords, ff, montgomery_words, native},
};
use ringfft_testing::wrapped_field;
use subtle::{Choice, CtOption};

/// The form of the bytes, chosen when running: a field each would compile every algorithm once more.
static FORM: AtomicU8 = AtomicU8::new(LITTLE);

/// The scalars of BLS12-381 with other bytes: 40 of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
struct Wrapped(Bls12381Fr);

/// Zeros above the integer, least byte first.
const LITTLE: u8 = 0;
/// Zeros above the integer, most significant byte first.
const BIG: u8 = 1;
/// Least byte first, and one that must be there behind zeros.
const TAGGED: u8 = 2;
/// Bytes turned into others.
const SCRAMBLED: u8 = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bytes([u8; 40]);

impl Default for Bytes {
    fn default() -> Self {
        Bytes([0; 40])
    }
}

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl AsMut<[u8]> for Bytes {
    fn as_mut(&mut self) -> &mut [u8] {
        &mut self.0
    }
}

wrapped_field!(Wrapped, Bls12381Fr);

impl PrimeField for Wrapped {
    type Repr = Bytes;

    const MODULUS: &'static str = <Bls12381Fr as PrimeField>::MODULUS;
    const NUM_BITS: u32 = Bls12381Fr::NUM_BITS;
    const CAPACITY: u32 = Bls12381Fr::CAPACITY;
    const TWO_INV: Self = Wrapped(Bls12381Fr::TWO_INV);
    const MULTIPLICATIVE_GENERATOR: Self = Wrapped(Bls12381Fr::MULTIPLICATIVE_GENERATOR);
    const S: u32 = Bls12381Fr::S;
    const ROOT_OF_UNITY: Self = Wrapped(Bls12381Fr::ROOT_OF_UNITY);
    const ROOT_OF_UNITY_INV: Self = Wrapped(Bls12381Fr::ROOT_OF_UNITY_INV);
    const DELTA: Self = Wrapped(Bls12381Fr::DELTA);

    fn from_repr(bytes: Bytes) -> CtOption<Self> {
        let form = FORM.load(Relaxed);
        let mut bytes = bytes.0;
        match form {
            BIG => bytes.reverse(),
            SCRAMBLED => bytes.iter_mut().for_each(|byte| *byte ^= 0x5a),
            _ => {}
        }
        let tag = u8::from(form == TAGGED);
        let (low, high) = bytes.split_at(32);
        let whole = high[..7] == [0; 7] && high[7] == tag;
        let element = Bls12381Fr::from_repr(low.try_into().unwrap()).map(Wrapped);
        CtOption::new(element.unwrap_or(Self::ZERO), element.is_some() & Choice::from(u8::from(whole)))
    }

    fn to_repr(&self) -> Bytes {
        let form = FORM.load(Relaxed);
        let mut bytes = [0; 40];
        bytes[..32].copy_from_slice(&self.0.to_repr());
        bytes[39] = u8::from(form == TAGGED);
        match form {
            BIG => bytes.reverse(),
            SCRAMBLED => bytes.iter_mut().for_each(|byte| *byte ^= 0x5a),
            _ => {}
        }
        Bytes(bytes)
    }

    fn is_odd(&self) -> Choice {
        self.0.is_odd()
    }
}

const N: usize = 512;

fn input() -> Vec<Bls12381Fr> {
    (0..N as u64).map(|i| -Bls12381Fr::new(i * i * 0x9e37_79b9 + i)).collect()
}

fn holds(form: u8, in_lanes: bool) {
    FORM.store(form, Relaxed);
    // Integers of any words become elements whatever the bytes are.
    for words in [&[5, 6, 7, 1 << 60][..], &[9, 0], &[u64::MAX; 5], &[]] {
        let own = native::<Bls12381Fr>().from_words(words);
        assert_eq!(ff::<Wrapped>().from_words(words).0, own, "form {form}");
    }
    let lanes = has_wide_lanes();
    for order in [Order::Natural, Order::BitReversed] {
        for threads in [1, 2] {
            let plan = Plan::builder(ff::<Wrapped>(), N).order(order).coset(Wrapped(Bls12381Fr::new(7)));
            let plan = plan.threads(Threads::AtMost(threads)).build().unwrap();
            assert_eq!(plan.recipe().algorithm() == Algorithm::Packed, in_lanes && lanes, "form {form}");
            let own = Plan::builder(native::<Bls12381Fr>(), N).order(order).coset(Bls12381Fr::new(7)).build().unwrap();
            let mut own_values = input();
            own.forward(&mut own_values).unwrap();
            let mut values: Vec<Wrapped> = input().into_iter().map(Wrapped).collect();
            plan.forward(&mut values).unwrap();
            assert!(values.iter().map(|x| x.0).eq(own_values), "form {form} {order}");
            plan.inverse(&mut values).unwrap();
            assert!(values.iter().map(|x| x.0).eq(input()), "form {form} {order}");
        }
    }
    // The instruction set is refused where there are no kernels, when the plan is made.
    for (isa, here) in [(Isa::Avx512, has_ifma()), (Isa::Avx2, lanes)] {
        let asked = Plan::builder(ff::<Wrapped>(), N).isa(isa).build();
        assert_eq!(asked.is_ok(), in_lanes && here, "form {form} {isa}");
    }
}

/// Kernels for integers, whatever is above them; the textbook's way for bytes that are none.
#[test]
fn canonical_bytes_of_any_form() {
    holds(LITTLE, true);
    holds(BIG, true);
    holds(TAGGED, false);
    holds(SCRAMBLED, false);
}

/// Fields of this crate that come as fields of `ff` are transformed as what they are.
#[test]
fn own_fields_as_fields_of_ff() {
    fn check<F: PrimeField + ringfft::rings::NativeField>(seven: F) {
        let x: Vec<F> = (0..N as u64).map(|i| F::from(i * i + 3)).collect();
        for (case, order) in [Order::Natural, Order::BitReversed].into_iter().enumerate() {
            let scale = [Scale::INVERSE, Scale::FORWARD][case];
            let own = Plan::builder(native::<F>(), N).order(order).coset(seven).scale(scale).build().unwrap();
            let plan = Plan::builder(ff::<F>(), N).order(order).coset(seven).scale(scale).root(*own.root());
            let plan = plan.build().unwrap();
            assert_eq!(plan.recipe(), own.recipe());
            let (mut a, mut b) = (x.clone(), x.clone());
            plan.forward(&mut a).unwrap();
            own.forward(&mut b).unwrap();
            assert!(a == b, "{order}");
            let mut into = x.clone();
            plan.forward_into(&x, &mut into).unwrap();
            assert!(into == b, "into another slice, {order}");
            plan.inverse_into(&b, &mut into).unwrap();
            plan.inverse(&mut a).unwrap();
            own.inverse(&mut b).unwrap();
            assert!(a == b && into == b, "back, {order}");
            // Without a coset the engine is another.
            let own = Plan::builder(native::<F>(), N).order(order).build().unwrap();
            let plan = Plan::builder(ff::<F>(), N).order(order).root(*own.root()).build().unwrap();
            plan.forward_into(&x, &mut into).unwrap();
            own.forward_into(&x, &mut b).unwrap();
            assert!(into == b, "{order}, without a coset");
        }
    }
    check(BabyBear::new(7));
    check(Goldilocks::new(7));
}

/// A field of another crate, with words.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Other([u64; 4]);

/// `2^256 mod p`.
const ONE: [u64; 4] = [0x1_ffff_fffe, 0x5884_b7fa_0003_4802, 0x998c_4fef_ecbc_4ff5, 0x1824_b159_acc5_056f];

struct Words;

/// Whether it hands out other words.
static LYING: AtomicBool = AtomicBool::new(false);

impl MontgomeryWords for Words {
    type Field = Other;
    type Parameters = Bls12381FrParameters;
    const ONE: Other = Other(ONE);

    fn to_words(element: &Other) -> [u64; 4] {
        if LYING.load(Relaxed) { [1, 0, 0, 0] } else { element.0 }
    }

    fn from_words(words: [u64; 4]) -> Other {
        Other(words)
    }
}

#[test]
fn words_handed_out() {
    let ring = montgomery_words::<Words>();
    let wide = |x: Bls12381Fr| {
        use ringfft::algebra::Lift;
        ring.from_words(&x.limbs())
    };
    for (n, order) in [(N, Order::Natural), (N, Order::BitReversed), (12, Order::Natural)] {
        let plan = Plan::builder(ring, n).order(order).threads(Threads::AtMost(2)).build().unwrap();
        let own = Plan::builder(native::<Bls12381Fr>(), n).order(order).build().unwrap();
        assert_eq!(plan.recipe().algorithm() == Algorithm::Packed, own.recipe().algorithm() == Algorithm::Packed);
        let (mut a, mut b) = (input()[..n].iter().map(|x| wide(*x)).collect::<Vec<_>>(), input()[..n].to_vec());
        let x = a.clone();
        plan.forward(&mut a).unwrap();
        own.forward(&mut b).unwrap();
        assert!(a.iter().copied().eq(b.iter().map(|b| wide(*b))));
        let mut into = vec![wide(Bls12381Fr::ZERO); n];
        plan.forward_into(&x, &mut into).unwrap();
        assert!(into == a, "into another slice, {n} {order}");
        plan.inverse_into(&a, &mut into).unwrap();
        assert!(into == x, "back into another slice, {n} {order}");
        plan.inverse(&mut a).unwrap();
        assert!(a == x);
        // Room for the elements as those of the field behind is kept.
        if plan.recipe().algorithm() != Algorithm::Packed {
            assert!(plan.bytes() >= own.bytes() + (n * size_of::<Bls12381Fr>()) as u64);
        }
    }
    // Products of polynomials too.
    let (f, g) = (input(), &input()[3..300]);
    let product = poly::multiply(
        &ring,
        &f.iter().map(|x| wide(*x)).collect::<Vec<_>>(),
        &g.iter().map(|x| wide(*x)).collect::<Vec<_>>(),
    );
    let own = poly::multiply(&native::<Bls12381Fr>(), &f, g).unwrap();
    assert!(product.unwrap().into_iter().eq(own.into_iter().map(wide)));
    let root = wide(*Plan::<Bls12381Fr>::new(N).unwrap().root());
    LYING.store(true, Relaxed);
    assert!(matches!(Plan::over(ring, N), Err(Error::Contract { .. })));
    assert!(Plan::builder(ring, N).root(root).build().is_err());
}
