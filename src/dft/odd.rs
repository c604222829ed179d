//! The transforms of length 3, 5 and other odd primes, straight.
//!
//! Notation: `r` the length, `K` a principal root of order `r`, `h = (r - 1)/2`.
//!
//! # Idea
//! As `1 + K + K^2 = 0`, one product is enough for length 3, and with one half two real ones take an addition less. For
//! any odd prime, sums and differences of the elements `j` and `r - j` are multiplied by the constants
//! `c_e = (K^e + K^-e)/2` and `s_e = (K^e - K^-e)/2`. Over the complex numbers `c_e` is real and `s_e` imaginary.
//!
//! ```text
//! 3:            d = K (b - c):         a + (b + c),  (a - c) + d,  (a - b) - d
//! 3, with 1/2:  t = b + c:             a + t,  (a + t + (c_1 - 1) t) +- s_1 (b - c)
//! r:            t_j = x_j + x_(r-j),   u_j = x_j - x_(r-j),   1 <= j <= h
//!               X_0 = x_0 + sum t_j,   X_q, X_(r-q) = (x_0 + sum c_(qj) t_j) +- sum s_(qj) u_j
//! ```
//! Length 5 is the last line as \[Winograd 1978\] arranges it. Without one half, so in characteristic 2, lengths from 5
//! on fall back to the definition.
//!
//! # Cost
//! Over a ring (additions, products): 3: (7, 1), with one half (6, 2); 5: (17, 5); `r`:
//! `(2 h^2 + 4 h, 2 h^2)`, and without one half `(r (r - 1), (r - 1)^2)`. Over the complex numbers (real
//! additions, real products): 3: (16, 4), with one half (12, 4); 5: (34, 10).

use super::butterfly::Butterfly;
use crate::{
    Result,
    algebra::{Action, Domain, Module, Ring, Roots, Scalar},
    lists,
};
use alloc::vec::Vec;

/// Returns `K^e` for `K = w^(n/r)`.
fn power<M: Action>(domain: &Domain<M>, radix: usize, e: usize) -> Scalar<M>
where
    M::Scalars: Roots,
{
    domain.module().scalars().power(domain.root(), domain.len(), e % radix * (domain.len() / radix))
}

/// Returns one half, where the ring has it.
fn half<M: Action>(domain: &Domain<M>) -> Option<Scalar<M>>
where
    M::Scalars: Roots,
{
    domain.module().scalars().inverse_of_integer(2).ok()
}

/// Returns `[c_e, s_e]`, with `c_e` real if the ring has real parts.
fn pair<M: Action>(domain: &Domain<M>, radix: usize, e: usize, half: &Scalar<M>) -> [Scalar<M>; 2]
where
    M::Scalars: Roots,
{
    let scalars = domain.module().scalars();
    let (mut cosine, mut sine) = (power(domain, radix, e), power(domain, radix, radix - e % radix));
    scalars.butterfly(&mut cosine, &mut sine);
    scalars.mul_assign(&mut cosine, half);
    scalars.mul_assign(&mut sine, half);
    [real(scalars, cosine), sine]
}

/// Returns the real part, where there is one.
fn real<S: Ring>(scalars: &S, a: S::Element) -> S::Element {
    match scalars.parts(&a) {
        Some([real, _]) => real,
        None => a,
    }
}

fn plus<S: Module>(scalars: &S, a: &S::Element, b: &S::Element) -> S::Element {
    let mut sum = a.clone();
    scalars.add_assign(&mut sum, b);
    sum
}

fn minus<S: Module>(scalars: &S, a: &S::Element, b: &S::Element) -> S::Element {
    let mut difference = a.clone();
    scalars.sub_assign(&mut difference, b);
    difference
}

fn times<S: Ring>(scalars: &S, a: &S::Element, b: &S::Element) -> S::Element {
    let mut product = a.clone();
    scalars.mul_assign(&mut product, b);
    product
}

/// Length 3 by one product with `K`.
#[derive(Clone)]
pub(crate) struct Third<T>(T);

impl<T> Third<T> {
    /// Creates the factors for a length that 3 divides.
    pub(crate) fn new<M>(domain: &Domain<M>) -> Self
    where
        M: Action<Twiddle = T>,
        M::Scalars: Roots,
    {
        Third(domain.twiddle(domain.len() / 3))
    }
}

impl<M: Action> Butterfly<M, 3> for Third<M::Twiddle> {
    const SLOTS: [usize; 3] = [0, 1, 2];

    #[inline(always)]
    fn apply(&self, module: &M, [a, b, c]: &mut [M::Element; 3]) {
        let mut d = minus(module, b, c);
        module.apply(&mut d, &self.0);
        let mut x1 = minus(module, a, c);
        let mut x2 = minus(module, a, b);
        module.add_assign(b, c);
        module.add_assign(a, b);
        module.add_assign(&mut x1, &d);
        module.sub_assign(&mut x2, &d);
        (*b, *c) = (x1, x2);
    }
}

/// Length 3 by `c_1 - 1 = -3/2` and `s_1`.
#[derive(Clone)]
pub(crate) struct ThirdByHalf<T> {
    cosine: T,
    sine: T,
}

impl<T> ThirdByHalf<T> {
    /// Creates the factors for a length that 3 divides.
    ///
    /// # Errors
    /// [`Error::NotInvertible`](crate::Error::NotInvertible) without one half.
    pub(crate) fn new<M>(domain: &Domain<M>) -> Result<Self>
    where
        M: Action<Twiddle = T>,
        M::Scalars: Roots,
    {
        let (module, scalars) = (domain.module(), domain.module().scalars());
        let [cosine, sine] = pair(domain, 3, 1, &scalars.inverse_of_integer(2)?);
        let cosine = minus(scalars, &cosine, &scalars.one());
        Ok(ThirdByHalf { cosine: module.prepare(&cosine), sine: module.prepare(&sine) })
    }
}

impl<M: Action> Butterfly<M, 3> for ThirdByHalf<M::Twiddle> {
    const SLOTS: [usize; 3] = [0, 1, 2];

    #[inline(always)]
    fn apply(&self, module: &M, [a, b, c]: &mut [M::Element; 3]) {
        module.butterfly(b, c);
        module.add_assign(a, b);
        module.apply_real(b, &self.cosine);
        module.add_assign(b, a);
        module.apply(c, &self.sine);
        module.butterfly(b, c);
    }
}

/// Length 5 by Winograd's five products.
#[derive(Clone)]
pub(crate) struct Fifth<T> {
    /// `(c_1 + c_2)/2 - 1` and `(c_1 - c_2)/2`.
    cosines: [T; 2],
    /// `s_1`, `s_1 + s_2` and `s_2 - s_1`.
    sines: [T; 3],
}

impl<T> Fifth<T> {
    /// Creates the factors for a length that 5 divides; `None` if 2 has no inverse.
    pub(crate) fn new<M>(domain: &Domain<M>) -> Option<Self>
    where
        M: Action<Twiddle = T>,
        M::Scalars: Roots,
    {
        let (module, scalars) = (domain.module(), domain.module().scalars());
        let half = half(domain)?;
        let [[c1, s1], [c2, s2]] = [pair(domain, 5, 1, &half), pair(domain, 5, 2, &half)];
        let mean = times(scalars, &plus(scalars, &c1, &c2), &half);
        let cosines = [minus(scalars, &mean, &scalars.one()), times(scalars, &minus(scalars, &c1, &c2), &half)];
        let sines = [s1.clone(), plus(scalars, &s1, &s2), minus(scalars, &s2, &s1)];
        Some(Fifth {
            cosines: lists::map(cosines, |c| module.prepare(&c)),
            sines: lists::map(sines, |s| module.prepare(&s)),
        })
    }
}

impl<M: Action> Butterfly<M, 5> for Fifth<M::Twiddle> {
    const SLOTS: [usize; 5] = [0, 1, 2, 3, 4];

    #[inline(always)]
    fn apply(&self, module: &M, [a, b, c, d, e]: &mut [M::Element; 5]) {
        // t1 and t3, t2 and t4, then t1 + t2 and t1 - t2.
        module.butterfly(b, e);
        module.butterfly(d, c);
        module.butterfly(b, d);
        let mut both = plus(module, e, c);
        module.add_assign(a, b);
        module.apply_real(b, &self.cosines[0]);
        module.apply_real(d, &self.cosines[1]);
        module.apply(&mut both, &self.sines[0]);
        module.apply(c, &self.sines[1]);
        module.apply(e, &self.sines[2]);
        module.add_assign(b, a);
        module.butterfly(b, d);
        module.add_assign(e, &both);
        module.sub_assign(&mut both, c);
        // X1 and X4, X2 and X3.
        module.butterfly(b, &mut both);
        module.butterfly(d, e);
        core::mem::swap(c, d);
        core::mem::swap(d, e);
        *e = both;
    }
}

/// An odd prime length from its constants.
#[derive(Clone)]
pub(crate) enum Prime<T> {
    /// `c_e` and `s_e` for `1 <= e < r`.
    Paired { cosines: Vec<T>, sines: Vec<T> },
    /// `K^e` for `1 <= e < r`, in rings without one half.
    Plain { powers: Vec<T> },
}

impl<T: Clone> Prime<T> {
    /// Creates the transform of length `radix`, an odd prime that divides the domain's length.
    pub(crate) fn new<M>(domain: &Domain<M>, radix: usize) -> Self
    where
        M: Action<Twiddle = T>,
        M::Scalars: Roots,
    {
        let module = domain.module();
        let Some(half) = half(domain) else {
            return Prime::Plain { powers: domain.twiddles(domain.len() / radix, radix).split_off(1) };
        };
        let (mut cosines, mut sines) = (Vec::with_capacity(radix - 1), Vec::with_capacity(radix - 1));
        for e in 1..radix {
            let [cosine, sine] = pair(domain, radix, e, &half);
            cosines.push(module.prepare(&cosine));
            sines.push(module.prepare(&sine));
        }
        Prime::Paired { cosines, sines }
    }

    /// Transforms the elements of `x` at `at(0)`, ..., `at(r - 1)`, which it overwrites, and gives the values
    /// with their index to `put`.
    #[inline]
    pub(crate) fn apply<M: Action<Twiddle = T>>(
        &self,
        module: &M,
        x: &mut [M::Element],
        at: impl Fn(usize) -> usize,
        mut put: impl FnMut(usize, M::Element),
    ) {
        match self {
            Prime::Paired { cosines, sines } => {
                let (radix, h) = (sines.len() + 1, sines.len() / 2);
                let mut total = x[at(0)].clone();
                for j in 1..=h {
                    if let Ok([a, b]) = x.get_disjoint_mut([at(j), at(radix - j)]) {
                        module.butterfly(a, b);
                        module.add_assign(&mut total, a);
                    }
                }
                put(0, total);
                for q in 1..=h {
                    let mut even = x[at(0)].clone();
                    let mut odd = module.applied(&x[at(radix - 1)], &sines[q - 1]);
                    let mut e = 0;
                    for j in 1..=h {
                        e = if e + q < radix { e + q } else { e + q - radix };
                        let mut term = x[at(j)].clone();
                        module.apply_real(&mut term, &cosines[e - 1]);
                        module.add_assign(&mut even, &term);
                        if j > 1 {
                            module.add_assign(&mut odd, &module.applied(&x[at(radix - j)], &sines[e - 1]));
                        }
                    }
                    module.butterfly(&mut even, &mut odd);
                    put(q, even);
                    put(radix - q, odd);
                }
            }
            Prime::Plain { powers } => {
                let radix = powers.len() + 1;
                for q in 0..radix {
                    let mut value = x[at(0)].clone();
                    let mut e = 0;
                    for j in 1..radix {
                        e = if e + q < radix { e + q } else { e + q - radix };
                        match e {
                            0 => module.add_assign(&mut value, &x[at(j)]),
                            _ => module.add_assign(&mut value, &module.applied(&x[at(j)], &powers[e - 1])),
                        }
                    }
                    put(q, value);
                }
            }
        }
    }
}
