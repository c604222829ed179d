//! Rings, elements and floats of which one operation panics: the one at which the fuse has burnt down.

use num_traits::{Num, One, Zero};
use ringfft::{
    Result,
    algebra::{Action, Module, Ring, Roots},
    plan::Accelerated,
    rings::{Modular, Real},
};
use std::{
    ops::{Add, Div, Mul, Neg, Rem, Sub},
    sync::atomic::{AtomicI64, Ordering::Relaxed},
};

/// What the panics say.
pub(crate) const BURNT: &str = "the fuse has burnt down";

static FUSE: AtomicI64 = AtomicI64::new(i64::MAX);

/// Lets `operations` pass, and then one panic; what was left of the last fuse.
pub(crate) fn fuse(operations: i64) -> i64 {
    FUSE.swap(operations, Relaxed)
}

fn burn() {
    if FUSE.fetch_sub(1, Relaxed) == 0 {
        std::panic::panic_any(BURNT);
    }
}

/// A ring around another.
#[derive(Clone)]
pub(crate) struct Fused<R>(pub(crate) R);

impl<R: Ring> Module for Fused<R> {
    type Element = R::Element;

    fn zero(&self) -> R::Element {
        self.0.zero()
    }

    fn add_assign(&self, a: &mut R::Element, b: &R::Element) {
        burn();
        self.0.add_assign(a, b);
    }

    fn sub_assign(&self, a: &mut R::Element, b: &R::Element) {
        burn();
        self.0.sub_assign(a, b);
    }
}

impl<R: Ring> Ring for Fused<R> {
    fn name(&self) -> String {
        "a ring with a fuse".into()
    }

    fn one(&self) -> R::Element {
        self.0.one()
    }

    fn mul_assign(&self, a: &mut R::Element, b: &R::Element) {
        burn();
        self.0.mul_assign(a, b);
    }

    fn is_zero(&self, a: &R::Element) -> bool {
        self.0.is_zero(a)
    }

    fn inverse(&self, a: &R::Element) -> Option<R::Element> {
        self.0.inverse(a)
    }
}

impl<R: Ring> Action for Fused<R> {
    type Scalars = Self;
    type Twiddle = R::Element;

    fn scalars(&self) -> &Self {
        self
    }

    fn prepare(&self, scalar: &R::Element) -> R::Element {
        scalar.clone()
    }

    fn apply(&self, x: &mut R::Element, w: &R::Element) {
        self.mul_assign(x, w);
    }
}

impl<R: Roots> Roots for Fused<R> {
    fn root(&self, n: usize) -> Result<R::Element> {
        self.0.root(n)
    }

    fn cantor_basis(&self, dim: u32) -> Result<Vec<R::Element>> {
        self.0.cantor_basis(dim)
    }
}

impl<R: Roots> Accelerated for Fused<R> {
    const SUBSPACES: bool = true;
}

/// A residue that owns memory, and whose copies and ends burn the fuse.
pub(crate) struct Held(Box<u64>);

impl Held {
    pub(crate) fn new(word: u64) -> Self {
        Held(Box::new(word))
    }

    pub(crate) fn word(&self) -> u64 {
        *self.0
    }
}

impl Clone for Held {
    fn clone(&self) -> Self {
        burn();
        Held(self.0.clone())
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        burn();
    }
}

/// Their ring, modulo 998244353.
#[derive(Clone)]
pub(crate) struct HeldRing;

fn residues() -> Modular {
    Modular::new(998_244_353).unwrap()
}

impl Module for HeldRing {
    type Element = Held;

    fn zero(&self) -> Held {
        Held::new(0)
    }

    fn add_assign(&self, a: &mut Held, b: &Held) {
        residues().add_assign(&mut a.0, &b.0);
    }

    fn sub_assign(&self, a: &mut Held, b: &Held) {
        residues().sub_assign(&mut a.0, &b.0);
    }
}

impl Ring for HeldRing {
    fn name(&self) -> String {
        "a ring of elements with a fuse".into()
    }

    fn one(&self) -> Held {
        Held::new(1)
    }

    fn mul_assign(&self, a: &mut Held, b: &Held) {
        residues().mul_assign(&mut a.0, &b.0);
    }

    fn is_zero(&self, a: &Held) -> bool {
        *a.0 == 0
    }

    fn inverse(&self, a: &Held) -> Option<Held> {
        residues().inverse(&a.0).map(Held::new)
    }
}

impl Action for HeldRing {
    type Scalars = Self;
    type Twiddle = Held;

    fn scalars(&self) -> &Self {
        self
    }

    fn prepare(&self, scalar: &Held) -> Held {
        Held::new(scalar.word())
    }

    fn apply(&self, x: &mut Held, w: &Held) {
        self.mul_assign(x, w);
    }
}

impl Roots for HeldRing {
    fn root(&self, n: usize) -> Result<Held> {
        residues().root(n).map(Held::new)
    }
}

impl Accelerated for HeldRing {}

/// A float whose sums and products burn the fuse. Plans take floats of its size for `f32` or `f64`, so it has another.
#[repr(align(16))]
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(crate) struct Weak(pub(crate) f64);

macro_rules! operators {
    ($($trait:ident $f:ident;)*) => { $(
        impl $trait for Weak {
            type Output = Weak;
            fn $f(self, other: Weak) -> Weak {
                burn();
                Weak(self.0.$f(other.0))
            }
        }
    )* };
}

operators! { Add add; Sub sub; Mul mul; Div div; Rem rem; }

impl Neg for Weak {
    type Output = Weak;
    fn neg(self) -> Weak {
        Weak(-self.0)
    }
}

impl Zero for Weak {
    fn zero() -> Self {
        Weak(0.0)
    }
    fn is_zero(&self) -> bool {
        self.0 == 0.0
    }
}

impl One for Weak {
    fn one() -> Self {
        Weak(1.0)
    }
}

impl Num for Weak {
    type FromStrRadixErr = <f64 as Num>::FromStrRadixErr;
    fn from_str_radix(text: &str, radix: u32) -> Result<Self, Self::FromStrRadixErr> {
        f64::from_str_radix(text, radix).map(Weak)
    }
}

impl Real for Weak {
    fn from_f64(x: f64) -> Self {
        Weak(x)
    }
    fn from_integer(n: u64) -> Self {
        Weak(n as f64)
    }
    fn as_f64(self) -> f64 {
        self.0
    }
    fn unit() -> Self {
        Weak(f64::EPSILON)
    }
    fn square_root(self) -> Self {
        Weak(self.0.sqrt())
    }
    fn square_root_of_half() -> Self {
        Weak(std::f64::consts::FRAC_1_SQRT_2)
    }
    fn is_regular(self) -> bool {
        self.0.is_normal()
    }
}
