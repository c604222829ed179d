//! The straight transforms of small lengths: the building blocks of the longer ones.
//!
//! Notation: `n` the length, `w` a principal `n`-th root.
//!
//! # Idea
//! Lengths 2, 3, 4, 5, 8 are written out, other odd primes are sums over pairs (`butterfly` and `odd` draw them);
//! any other length is the definition. `n = 3`, `d = w (x1 - x2)`:
//!
//! ```text
//! X_0 = x0 + (x1 + x2),    X_1 = (x0 - x2) + d,    X_2 = (x0 - x1) - d
//! ```
//!
//! # Contract
//! | input | output | lengths | elements | scratch | in place |
//! |---|---|---|---|---|---|
//! | low degree first | natural | any n >= 1 | any action | n | through scratch |
//!
//! # Cost
//! Over a ring (additions, products): 2: (2, 0); 3: (7, 1), with one half (6, 2); 4: (8, 1); 5: (17, 5);
//! 8: (24, 5); an odd prime `2h + 1`: `(2 h^2 + 4 h, 2 h^2)`. Over the complex numbers (real additions, real
//! products): 2: (4, 0); 3: (16, 4), with one half (12, 4); 4: (16, 0); 5: (34, 10); 8: (52, 4). Asserted by
//! `tests/suite/lengths/mod.rs`.

use super::{
    Transform,
    butterfly::{Butterfly, Eighths},
    check_slices,
    odd::{Fifth, Prime, Third, ThirdByHalf},
};
use crate::{
    Error, Result,
    algebra::{Action, Domain, Roots},
    arith::is_prime,
    lists::from_fn,
    order::Order,
};
use alloc::vec::Vec;

/// A straight transform of length `radix`, whose root is a power of that of a longer one.
pub(crate) struct Straight<T> {
    pub(crate) radix: usize,
    pub(crate) kernel: Kernel<T>,
}

/// The kernel of a straight transform, by its length.
pub(crate) enum Kernel<T> {
    Two(Eighths<T>),
    Four(Eighths<T>),
    Eight(Eighths<T>),
    Three(Third<T>),
    ThreeByHalf(ThirdByHalf<T>),
    Five(Fifth<T>),
    Prime(Prime<T>),
    /// The definition: `K^e` for `1 <= e < r`.
    Plain(Vec<T>),
}

impl<T: Clone> Straight<T> {
    /// Creates the transform of length `radix`, which divides the domain's length, over `w^(n/radix)`.
    pub(crate) fn new<M>(domain: &Domain<M>, radix: usize) -> Self
    where
        M: Action<Twiddle = T>,
        M::Scalars: Roots,
    {
        let kernel = match radix {
            2 => Kernel::Two(Eighths::new(domain)),
            3 => Kernel::Three(Third::new(domain)),
            4 => Kernel::Four(Eighths::new(domain)),
            5 => Fifth::new(domain).map_or_else(|| Kernel::Prime(Prime::new(domain, 5)), Kernel::Five),
            8 => Kernel::Eight(Eighths::new(domain)),
            _ if is_prime(radix as u64) => Kernel::Prime(Prime::new(domain, radix)),
            _ => Kernel::Plain(domain.twiddles(domain.len() / radix.max(1), radix).into_iter().skip(1).collect()),
        };
        Straight { radix, kernel }
    }

    /// Returns the number of elements of a column that [`apply`](Straight::apply) needs; 0 where the transform is written
    /// out.
    pub(crate) fn column_len(&self) -> usize {
        match self.kernel {
            Kernel::Prime(_) | Kernel::Plain(_) => self.radix,
            _ => 0,
        }
    }

    /// Transforms `v`, of length `radix`, which it overwrites, and passes each value with its index to `put`.
    #[inline]
    pub(crate) fn apply<M: Action<Twiddle = T>>(
        &self,
        module: &M,
        v: &mut [M::Element],
        mut put: impl FnMut(usize, M::Element),
    ) {
        let get = |i: usize| v[i].clone();
        match &self.kernel {
            Kernel::Two(eighths) => {
                (0..).zip(transformed::<2, M, _>(module, eighths, get)).for_each(|(q, x)| put(q, x))
            }
            Kernel::Three(third) => (0..).zip(transformed::<3, M, _>(module, third, get)).for_each(|(q, x)| put(q, x)),
            Kernel::ThreeByHalf(third) => {
                (0..).zip(transformed::<3, M, _>(module, third, get)).for_each(|(q, x)| put(q, x))
            }
            Kernel::Four(eighths) => {
                (0..).zip(transformed::<4, M, _>(module, eighths, get)).for_each(|(q, x)| put(q, x))
            }
            Kernel::Five(fifth) => (0..).zip(transformed::<5, M, _>(module, fifth, get)).for_each(|(q, x)| put(q, x)),
            Kernel::Eight(eighths) => {
                (0..).zip(transformed::<8, M, _>(module, eighths, get)).for_each(|(q, x)| put(q, x))
            }
            Kernel::Prime(prime) => prime.apply(module, v, |i| i, put),
            Kernel::Plain(powers) => {
                for q in 0..self.radix {
                    let (mut value, mut e) = (v[0].clone(), 0);
                    for x in &v[1..] {
                        e = (e + q) % self.radix;
                        match e {
                            0 => module.add_assign(&mut value, x),
                            _ => module.add_assign(&mut value, &module.applied(x, &powers[e - 1])),
                        }
                    }
                    put(q, value);
                }
            }
        }
    }
}

/// Computes the butterfly of the elements that `get` returns.
#[inline(always)]
pub(crate) fn transformed<const R: usize, M: Action, B: Butterfly<M, R>>(
    module: &M,
    butterfly: &B,
    get: impl Fn(usize) -> M::Element,
) -> [M::Element; R] {
    let slots = B::SLOTS;
    let mut v: [M::Element; R] = from_fn(|s| get(slots[s]));
    butterfly.apply(module, &mut v);
    v
}

/// The straight transform of a small length: natural order.
///
/// ```
/// use ringfft::{algebra::Domain, dft::{Small, Transform}, rings::Modular};
///
/// let ring = Modular::new(11)?;
/// let domain = Domain::new(ring, 5)?;
/// let transform = Small::new(&domain)?;
/// // The values of `x` are the points.
/// let mut x = [0; 5];
/// x[1] = 1;
/// transform.forward(&mut x, &mut vec![0; transform.scratch_len()])?;
/// assert_eq!(x[1], *domain.root());
/// # Ok::<(), ringfft::Error>(())
/// ```
pub struct Small<M: Action> {
    module: M,
    straight: Straight<M::Twiddle>,
}

impl<M: Action> Small<M>
where
    M::Scalars: Roots,
{
    /// Creates the transform over `domain`: quadratic time for lengths other than 2, 3, 4, 5, 8.
    ///
    /// # Errors
    /// None: every domain will do.
    pub fn new(domain: &Domain<M>) -> Result<Self> {
        Ok(Small { module: domain.module().clone(), straight: Straight::new(domain, domain.len()) })
    }

    /// Creates the transform of length 3 with six additions and two products. Over the complex numbers the products are by
    /// real numbers: 12 additions and 4 products of real numbers.
    ///
    /// # Errors
    /// [`Error::Length`] for other lengths; [`Error::NotInvertible`] without one half.
    pub fn with_half(domain: &Domain<M>) -> Result<Self> {
        let len = domain.len();
        if len != 3 {
            let possible = "the kernel with one half has length 3; `Small::new` takes any length";
            return Err(Error::Length { what: "small", len, possible });
        }
        let straight = Straight { radix: len, kernel: Kernel::ThreeByHalf(ThirdByHalf::new(domain)?) };
        Ok(Small { module: domain.module().clone(), straight })
    }
}

impl<M: Action> Transform<M> for Small<M> {
    fn len(&self) -> usize {
        self.straight.radix
    }

    fn order(&self) -> Order {
        Order::Natural
    }

    fn scratch_len(&self) -> usize {
        self.len()
    }

    fn forward(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        check_slices(self, values, scratch)?;
        let v = &mut scratch[..self.len()];
        v.clone_from_slice(values);
        self.straight.apply(&self.module, v, |q, value| values[q] = value);
        Ok(())
    }

    fn inverse_unscaled(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        self.forward(values, scratch)?;
        values[1..].reverse();
        Ok(())
    }
}
