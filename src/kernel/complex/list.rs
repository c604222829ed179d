//! All roots of unity of an order in a list, and those of a table, from a list or one by one.

use super::{reserve, roots::part_of_circle};
use crate::{
    Result,
    rings::{Circle, Real, constant_root},
};
use alloc::vec::Vec;
use num_complex::Complex;

/// The first half of the roots of short odd orders, for transforms by the definition. They are computed at compile
/// time, because a plan should take no longer than a few transforms.
static SHORT: [(usize, [[f64; 2]; 16]); 7] = {
    let mut short: &[usize] = &[11, 13, 17, 19, 23, 29, 31];
    let (mut all, mut i) = ([(0, [[0.0; 2]; 16]); 7], 0);
    while let [n, rest @ ..] = short {
        let mut k = 0;
        while k <= *n / 2 {
            all[i].1[k] = constant_root(k, *n);
            k += 1;
        }
        all[i].0 = *n;
        (short, i) = (rest, i + 1);
    }
    all
};

/// Computes all powers of `exp(-2 pi i/n)`.
pub(super) fn list<T: Real>(n: usize) -> Result<Vec<Complex<T>>> {
    let mut list = match SHORT.iter().position(|(order, _)| *order == n) {
        Some(place) => {
            let mut list = reserve("the roots of a table", n)?;
            let roots = SHORT[place].1[..n / 2 + 1].iter();
            list.extend(roots.map(|[re, im]| Complex::new(T::from_f64(*re), T::from_f64(*im))));
            list
        }
        None => part_of_circle(n, n)?,
    };
    let known = list.len();
    list.resize(n.max(known), Complex::new(T::one(), T::zero()));
    // `-i conj(w)` at the other side of the octant.
    if n.is_multiple_of(4) {
        let (front, back) = list[..n / 4 + 1].split_at_mut(n / 8 + 1);
        for (to, w) in back.iter_mut().rev().zip(&*front) {
            // The first has the zero that is positive.
            *to = Complex::new(T::zero() - w.im, -w.re);
        }
    }
    if n.is_multiple_of(2) {
        // `-conj(w)` at that of the quarter.
        let (front, back) = list[..n / 2 + 1].split_at_mut(n / 4 + 1);
        for (to, w) in back.iter_mut().rev().zip(&*front) {
            *to = Complex::new(-w.re, w.im);
        }
        // -1 as the conjugate of itself: its zero is negative.
        list[n / 2] = list[n / 2].conj();
    }
    let (front, back) = list[..n].split_at_mut(n / 2 + 1);
    for (to, w) in back.iter_mut().rev().zip(&front[1..]) {
        *to = w.conj();
    }
    Ok(list)
}

/// Up to this order all roots are listed where tables take a good part of them.
pub(super) const LISTED: usize = 1 << 18;

/// The powers of `exp(-2 pi i/n)`.
pub(crate) struct Twiddles<T> {
    n: usize,
    /// All of them, or nothing.
    list: Vec<Complex<T>>,
    circle: Option<Circle<T>>,
}

impl<T: Real> Twiddles<T> {
    /// Creates the powers, of which about `count` will be asked for.
    pub(crate) fn new(n: usize, count: usize) -> Self {
        let n = n.max(1);
        if n <= LISTED
            && count >= n / 4
            && let Ok(list) = list(n)
        {
            return Twiddles { n, list, circle: None };
        }
        Twiddles { n, list: Vec::new(), circle: Some(Circle::new(n, count)) }
    }

    /// Returns `exp(-2 pi i k/n)`.
    #[inline(always)]
    pub(crate) fn power(&self, k: usize) -> Complex<T> {
        match self.list.get(k) {
            Some(root) => *root,
            None => self.other_power(k),
        }
    }

    /// Computes [`power`](Self::power) of an exponent that is not in the list.
    #[inline(never)]
    fn other_power(&self, k: usize) -> Complex<T> {
        let k = k % self.n;
        match (self.list.get(k), &self.circle) {
            (Some(root), _) => *root,
            (None, Some(circle)) => circle.root((self.n - k) % self.n),
            _ => Complex::new(T::one(), T::zero()),
        }
    }

    /// Returns the real and the imaginary part of a power.
    #[inline]
    pub(crate) fn parts(&self, k: usize) -> [T; 2] {
        let w = self.power(k);
        [w.re, w.im]
    }
}
