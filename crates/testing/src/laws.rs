//! The laws of modules, rings, actions and roots, as functions for property tests.
//!
//! ```
//! use ringfft::rings::Modular;
//! use ringfft_testing::laws;
//!
//! let ring = Modular::new(17).unwrap();
//! laws::module(&ring, [&3, &5, &11], |a, b| a == b).unwrap();
//! // An equality that never holds breaks the first law.
//! assert!(laws::ring(&ring, [&3, &5, &11], |_, _| false).is_err());
//! ```
//!
//! Each takes a few elements and says which law they break, if any. `same` is equality: exact for exact
//! rings, within a bound for floats.

use ringfft::algebra::{Action, Exponents, Module, Ring, Roots, Scalar};
use std::fmt;

/// A law that a structure broke.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Broken(pub &'static str);

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the law {} does not hold", self.0)
    }
}

impl core::error::Error for Broken {}

fn all(laws: &[(&'static str, bool)]) -> Result<(), Broken> {
    laws.iter().find(|(_, holds)| !holds).map_or(Ok(()), |(law, _)| Err(Broken(law)))
}

/// Checks that `m` is an abelian group, with negation and butterfly by their definitions.
///
/// # Errors
/// The first law that `a`, `b`, `c` break.
pub fn module<M: Module>(
    m: &M,
    [a, b, c]: [&M::Element; 3],
    same: impl Fn(&M::Element, &M::Element) -> bool,
) -> Result<(), Broken> {
    let plus = |x: &M::Element, y: &M::Element| {
        let mut sum = x.clone();
        m.add_assign(&mut sum, y);
        sum
    };
    let minus = |x: &M::Element, y: &M::Element| {
        let mut difference = x.clone();
        m.sub_assign(&mut difference, y);
        difference
    };
    let mut negative = a.clone();
    m.neg_assign(&mut negative);
    let (mut sum, mut difference) = (a.clone(), b.clone());
    m.butterfly(&mut sum, &mut difference);
    all(&[
        ("a + b = b + a", same(&plus(a, b), &plus(b, a))),
        ("(a + b) + c = a + (b + c)", same(&plus(&plus(a, b), c), &plus(a, &plus(b, c)))),
        ("a + 0 = a", same(&plus(a, &m.zero()), a)),
        ("a - a = 0", same(&minus(a, a), &m.zero())),
        ("(a - b) + b = a", same(&plus(&minus(a, b), b), a)),
        ("-a = 0 - a", same(&negative, &minus(&m.zero(), a))),
        ("butterfly = (a + b, a - b)", same(&sum, &plus(a, b)) && same(&difference, &minus(a, b))),
    ])
}

/// Checks that `r` is a commutative ring with one.
///
/// # Errors
/// The first law that `a`, `b`, `c` break, those of a module included.
pub fn ring<R: Ring>(
    r: &R,
    [a, b, c]: [&R::Element; 3],
    same: impl Fn(&R::Element, &R::Element) -> bool,
) -> Result<(), Broken> {
    module(r, [a, b, c], &same)?;
    let plus = |x: &R::Element, y: &R::Element| {
        let mut sum = x.clone();
        r.add_assign(&mut sum, y);
        sum
    };
    let times = |x: &R::Element, y: &R::Element| {
        let mut product = x.clone();
        r.mul_assign(&mut product, y);
        product
    };
    let inverse = r.inverse(a);
    let two = plus(&r.one(), &r.one());
    all(&[
        ("a b = b a", same(&times(a, b), &times(b, a))),
        ("(a b) c = a (b c)", same(&times(&times(a, b), c), &times(a, &times(b, c)))),
        ("a (b + c) = a b + a c", same(&times(a, &plus(b, c)), &plus(&times(a, b), &times(a, c)))),
        ("1 a = a", same(&times(&r.one(), a), a)),
        ("0 a = 0", same(&times(&r.zero(), a), &r.zero())),
        ("0 is zero", r.is_zero(&r.zero())),
        ("a = a", r.equal(a, a)),
        ("a a^-1 = 1", inverse.is_none_or(|inverse| same(&times(a, &inverse), &r.one()))),
        ("0 has no inverse unless 0 = 1", r.inverse(&r.zero()).is_none() || r.is_zero(&r.one())),
        ("integer(2) = 1 + 1", same(&r.integer(2), &two)),
        ("integer(13) = 1 + 4 + 8", same(&r.integer(13), &plus(&r.one(), &plus(&r.pow(&two, 2), &r.pow(&two, 3))))),
        ("a^5 = a a a a a", same(&r.pow(a, 5), &times(a, &times(&times(a, a), &times(a, a))))),
        ("a^0 = 1", same(&r.pow(a, 0), &r.one())),
    ])
}

/// Checks the action of scalars `s`, `t` on elements `a`, `b`.
///
/// # Errors
/// The first law they break.
pub fn action<M: Action>(
    m: &M,
    [s, t]: [&Scalar<M>; 2],
    [a, b]: [&M::Element; 2],
    same: impl Fn(&M::Element, &M::Element) -> bool,
) -> Result<(), Broken> {
    let scalars = m.scalars();
    let act = |s: &Scalar<M>, x: &M::Element| {
        let mut image = x.clone();
        m.apply(&mut image, &m.prepare(s));
        image
    };
    let plus = |x: &M::Element, y: &M::Element| {
        let mut sum = x.clone();
        m.add_assign(&mut sum, y);
        sum
    };
    let minus = |x: &M::Element, y: &M::Element| {
        let mut difference = x.clone();
        m.sub_assign(&mut difference, y);
        difference
    };
    let w = m.prepare(s);
    let butterfly = |run: Butterfly<'_, M>, top: M::Element, bottom: M::Element| {
        let (mut x, mut y) = (a.clone(), b.clone());
        run(&mut x, &mut y, &w);
        same(&x, &top) && same(&y, &bottom)
    };
    let by = butterfly(&|x, y, w| m.butterfly_by(x, y, w), plus(a, &act(s, b)), minus(a, &act(s, b)));
    let then = butterfly(&|x, y, w| m.butterfly_then(x, y, w), plus(a, b), act(s, &minus(a, b)));
    let (mut product, mut sum) = (s.clone(), s.clone());
    scalars.mul_assign(&mut product, t);
    scalars.add_assign(&mut sum, t);
    all(&[
        ("1 a = a", same(&act(&scalars.one(), a), a)),
        ("s (a + b) = s a + s b", same(&act(s, &plus(a, b)), &plus(&act(s, a), &act(s, b)))),
        ("(s + t) a = s a + t a", same(&act(&sum, a), &plus(&act(s, a), &act(t, a)))),
        ("(s t) a = s (t a)", same(&act(&product, a), &act(s, &act(t, a)))),
        ("applied is apply in a new place", same(&m.applied(a, &w), &act(s, a))),
        ("butterfly_by gives a + s b, a - s b", by),
        ("butterfly_then gives a + b, s (a - b)", then),
    ])
}

/// One of the butterflies of an action.
type Butterfly<'a, M> = &'a dyn Fn(&mut <M as Module>::Element, &mut <M as Module>::Element, &<M as Action>::Twiddle);

/// Checks the roots of order `n` and their action; `same` compares elements, `a` is any element.
///
/// Orders without a root pass.
///
/// # Errors
/// The first law that is broken.
pub fn roots<M: Action<Scalars: Roots>>(
    m: &M,
    n: usize,
    a: &M::Element,
    same: impl Fn(&M::Element, &M::Element) -> bool,
) -> Result<(), Broken> {
    let scalars = m.scalars();
    let Ok(w) = scalars.root(n) else { return Ok(()) };
    let act = |s: &Scalar<M>| {
        let mut image = a.clone();
        m.apply(&mut image, &m.prepare(s));
        image
    };
    let power = |k: usize| scalars.power(&w, n, k);
    let mut along = scalars.one();
    let mut each = true;
    for (k, listed) in scalars.powers(&w, n, 1, n).iter().enumerate() {
        each &= same(&act(&along), &act(listed)) && same(&act(&along), &act(&power(k)));
        scalars.mul_assign(&mut along, &w);
    }
    // The k-th factor is w^(k step).
    let progression = |exponents: Exponents, step: usize| {
        let (mut k, mut each) = (0, true);
        let unit = scalars.progression(&scalars.one(), &w, exponents, n, |s| {
            each &= same(&act(&s), &act(&power(k * step % n)));
            k += 1;
        });
        unit && each && k == n
    };
    let parts = (1..=n).filter(|m| n.is_multiple_of(*m));
    let tower = |part| scalars.root(part).is_ok_and(|root| same(&act(&root), &act(&power(n / part % n))));
    let special = |part: usize, apply: &dyn Fn(&mut M::Element, &M::Twiddle)| {
        !n.is_multiple_of(part)
            || (1..part).step_by(2).all(|odd| {
                let mut image = a.clone();
                let s = power(n / part * odd);
                apply(&mut image, &m.prepare(&s));
                same(&image, &act(&s))
            })
    };
    let butterfly = |part: usize, run: Butterfly<'_, M>| {
        !n.is_multiple_of(part)
            || (1..part).step_by(2).all(|odd| {
                let s = m.prepare(&power(n / part * odd));
                // Two elements that are not the same: a, and a turned.
                let (mut x, mut y) = (a.clone(), act(&w));
                let (mut top, mut bottom) = (x.clone(), y.clone());
                run(&mut x, &mut y, &s);
                m.apply(&mut bottom, &s);
                m.butterfly(&mut top, &mut bottom);
                same(&x, &top) && same(&y, &bottom)
            })
    };
    all(&[
        ("w is principal", scalars.check_root(&w, n).is_ok()),
        ("power and powers are w^k, and w^n = 1", each && same(&act(&along), a)),
        ("a progression is first ratio^k", progression(Exponents::Up, 1) && progression(Exponents::Down, n - 1)),
        ("root(n)^(n/m) = root(m)", parts.into_iter().all(tower)),
        ("apply_fourth acts as apply", special(4, &|x, s| m.apply_fourth(x, s))),
        ("apply_eighth acts as apply", special(8, &|x, s| m.apply_eighth(x, s))),
        ("butterfly_by_fourth is butterfly_by", butterfly(4, &|x, y, s| m.butterfly_by_fourth(x, y, s))),
        ("butterfly_by_eighth is butterfly_by", butterfly(8, &|x, y, s| m.butterfly_by_eighth(x, y, s))),
    ])
}
