//! All roots of unity of an order in a list.

use super::{reserve, roots::Images};
use crate::{
    Result,
    rings::{Real, constant_root},
};
use alloc::vec::Vec;
use num_complex::Complex;

/// The first half of the roots of short odd orders, which transforms by the definition have: computed when compiling, because a plan
/// is to take no longer than a few transforms.
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

/// All powers of `exp(-2 pi i/n)`.
pub(super) fn list<T: Real>(n: usize) -> Result<Vec<Complex<T>>> {
    let mut list = match SHORT.iter().position(|(order, _)| *order == n) {
        Some(place) => {
            let mut list = reserve("the roots of a table", n)?;
            let roots = SHORT[place].1[..n / 2 + 1].iter();
            list.extend(roots.map(|[re, im]| [Complex::new(T::from_f64(*re), T::from_f64(*im))]));
            list
        }
        None => Images::<T, 1>::new(n, n)?.list,
    };
    let known = list.len();
    list.resize(n.max(known), [Complex::new(T::one(), T::zero()); 1]);
    // `-i conj(w)` at the other side of the octant.
    if n.is_multiple_of(4) {
        for k in 0..=n / 8 {
            list[n / 4 - k] = [Complex::new(-list[k][0].im, -list[k][0].re)];
        }
    }
    if n.is_multiple_of(2) {
        // `-conj(w)` at that of the quarter.
        for k in 0..=n / 4 {
            let [w] = list[k];
            list[n / 2 - k] = [Complex::new(-w.re, w.im)];
        }
    }
    for k in 1..=n / 2 {
        let [w] = list[k];
        list[n - k] = [w.conj()];
    }
    Ok(list.into_flattened())
}
