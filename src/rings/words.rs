//! Fields of other crates that expose their Montgomery words.
//!
//! A field of four words in Montgomery form is the same as [`Mont256`], whoever defined it. If its crate converts
//! elements to these words and back by safe functions, every operation of the ring is that of [`Mont256`]. A transform
//! then costs no more than over the crate's own elements.

use crate::{
    Error, Result,
    algebra::{Action, Lift, Module, Ring, Roots, Std},
    rings::{
        Mont256, Mont256Parameters, NativeField, native,
        representation::{Exchange, Representation, Residue},
    },
};
use alloc::{string::String, vec::Vec};
use core::marker::PhantomData;

/// An adapter to a field of another crate that converts its elements to Montgomery words and back.
///
/// The orphan rule forbids implementing this trait for the field itself, so the caller implements it for an empty type
/// of its own.
///
/// ```
/// use ringfft::{plan::Plan, rings::{Bls12381FrParameters, MontgomeryWords, montgomery_words}};
/// # mod other {
/// #     #[derive(Clone, Copy, PartialEq, Debug)]
/// #     pub struct Scalar(pub [u64; 4]);
/// #     impl Scalar {
/// #         pub const ONE: Self =
/// #             Scalar([0x1_ffff_fffe, 0x5884_b7fa_0003_4802, 0x998c_4fef_ecbc_4ff5, 0x1824_b159_acc5_056f]);
/// #     }
/// # }
///
/// struct Words;
///
/// impl MontgomeryWords for Words {
///     type Field = other::Scalar;
///     type Parameters = Bls12381FrParameters;
///     const ONE: other::Scalar = other::Scalar::ONE;
///
///     fn to_words(element: &other::Scalar) -> [u64; 4] {
///         element.0
///     }
///
///     fn from_words(words: [u64; 4]) -> other::Scalar {
///         other::Scalar(words)
///     }
/// }
///
/// let mut values = [other::Scalar::ONE; 1024];
/// Plan::over(montgomery_words::<Words>(), 1024)?.forward(&mut values)?;
/// assert_eq!(values[1], other::Scalar([0; 4]));
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// | crate | field | out | in |
/// |---|---|---|---|
/// | `blstrs` | `Scalar` | `blst_fr::from(*element).l` | `blst_fr { l: words }.into()` |
/// | `halo2curves` | `bn256::Fr` and its others of four words | `element.0` | `Fr(words)` |
/// | `ark-ff` | `Fp256<MontBackend<_, 4>>` | `element.0.0` | `Fp::new_unchecked(BigInt(words))` |
///
/// `bls12_381` and `pasta_curves` do not expose their words: use [`ff()`](crate::rings::ff()), which goes through
/// canonical bytes.
pub trait MontgomeryWords: 'static {
    /// The field of the other crate.
    type Field: Copy + Send + Sync + 'static;
    /// The prime and a generator, which determine the roots of unity.
    type Parameters: Mont256Parameters;
    /// The field's one: its words must be those of `2^256 mod p`, which plans check.
    const ONE: Self::Field;

    /// Returns `a 2^256 mod p` in `[0, p)` for the element `a`, least word first.
    fn to_words(element: &Self::Field) -> [u64; 4];

    /// Returns the element with these words, which are in `[0, p)`.
    fn from_words(words: [u64; 4]) -> Self::Field;
}

/// Marks fields whose words the adapter `A` converts.
///
/// [`montgomery_words`] returns such a ring.
pub struct ViaWords<A>(PhantomData<fn() -> A>);

/// Returns the ring of a field whose Montgomery words `A` converts.
///
/// [`MontgomeryWords`] has an example.
pub const fn montgomery_words<A: MontgomeryWords>() -> Std<A::Field, ViaWords<A>> {
    Std::new()
}

/// The element of this crate with the same words.
type Inner<A> = Mont256<<A as MontgomeryWords>::Parameters>;

#[inline]
fn lower<A: MontgomeryWords>(element: &A::Field) -> Inner<A> {
    Mont256::raw(A::to_words(element))
}

#[inline]
fn raise<A: MontgomeryWords>(element: Inner<A>) -> A::Field {
    A::from_words(element.limbs)
}

/// Checks that the words of one are in Montgomery form with `2^256`.
fn check<A: MontgomeryWords>() -> Result<()> {
    let one = A::to_words(&A::ONE);
    let back = A::to_words(&A::from_words(one));
    match one == Inner::<A>::ONE.limbs && back == one {
        true => Ok(()),
        false => Err(Error::Contract { what: "the words of one must be those of 2^256 modulo the prime" }),
    }
}

impl<A: MontgomeryWords> Module for Std<A::Field, ViaWords<A>> {
    type Element = A::Field;

    #[inline]
    fn zero(&self) -> A::Field {
        raise::<A>(Inner::<A>::ZERO)
    }

    #[inline]
    fn add_assign(&self, a: &mut A::Field, b: &A::Field) {
        *a = raise::<A>(lower::<A>(a) + lower::<A>(b));
    }

    #[inline]
    fn sub_assign(&self, a: &mut A::Field, b: &A::Field) {
        *a = raise::<A>(lower::<A>(a) - lower::<A>(b));
    }
}

impl<A: MontgomeryWords> Ring for Std<A::Field, ViaWords<A>> {
    fn name(&self) -> String {
        Inner::<A>::name()
    }

    #[inline]
    fn one(&self) -> A::Field {
        raise::<A>(Inner::<A>::ONE)
    }

    #[inline]
    fn mul_assign(&self, a: &mut A::Field, b: &A::Field) {
        *a = raise::<A>(lower::<A>(a) * lower::<A>(b));
    }

    fn is_zero(&self, a: &A::Field) -> bool {
        A::to_words(a) == [0; 4]
    }

    fn inverse(&self, a: &A::Field) -> Option<A::Field> {
        NativeField::inverse(&lower::<A>(a)).map(raise::<A>)
    }

    fn integer(&self, n: u64) -> A::Field {
        raise::<A>(Inner::<A>::from(n))
    }
}

impl<A: MontgomeryWords> Action for Std<A::Field, ViaWords<A>> {
    type Scalars = Self;
    type Twiddle = Inner<A>;

    #[inline]
    fn scalars(&self) -> &Self {
        self
    }

    #[inline]
    fn prepare(&self, scalar: &A::Field) -> Inner<A> {
        lower::<A>(scalar)
    }

    #[inline]
    fn apply(&self, x: &mut A::Field, w: &Inner<A>) {
        *x = raise::<A>(lower::<A>(x) * *w);
    }
}

impl<A: MontgomeryWords> Lift for Std<A::Field, ViaWords<A>> {
    fn modulus(&self) -> Vec<u64> {
        native::<Inner<A>>().modulus()
    }

    fn to_words(&self, a: &A::Field) -> Vec<u64> {
        native::<Inner<A>>().to_words(&lower::<A>(a))
    }

    fn write_words(&self, a: &A::Field, to: &mut [u64]) {
        native::<Inner<A>>().write_words(&lower::<A>(a), to);
    }

    fn from_words(&self, words: &[u64]) -> A::Field {
        raise::<A>(native::<Inner<A>>().from_words(words))
    }
}

impl<A: MontgomeryWords> Roots for Std<A::Field, ViaWords<A>> {
    fn root(&self, n: usize) -> Result<A::Field> {
        check::<A>()?;
        native::<Inner<A>>().root(n).map(raise::<A>)
    }
}

/// The words of an adapter, in the form that kernels read.
pub(crate) struct HandedOut<A>(PhantomData<fn() -> A>);

impl<A: MontgomeryWords> Representation for HandedOut<A> {
    type Element = A::Field;
    const MONTGOMERY: bool = true;

    fn new() -> Result<Self> {
        check::<A>().map(|()| HandedOut(PhantomData))
    }

    #[inline]
    fn words(&self, element: &A::Field) -> Residue {
        A::to_words(element)
    }

    #[inline]
    fn element(&self, words: &Residue) -> Option<A::Field> {
        Some(A::from_words(*words))
    }
}

impl<A: MontgomeryWords> Exchange for HandedOut<A> {
    type Inner = Inner<A>;
    type Words = Self;

    fn new() -> Result<Self> {
        Representation::new()
    }

    #[inline]
    fn inner(&self, element: &A::Field) -> Option<Inner<A>> {
        Some(lower::<A>(element))
    }

    #[inline]
    fn outer(&self, inner: &Inner<A>) -> Option<A::Field> {
        Some(raise::<A>(*inner))
    }
}
