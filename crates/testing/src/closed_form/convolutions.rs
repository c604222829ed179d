//! The counts of Rader's and Bluestein's transforms, in terms of the convolution inside.
//!
//! The scalars of the convolution are data: the values of the kernel, or its differences. The forms count each of them
//! as a general one. Through a transform none is 1 or -1, so the numbers are exact. One exception: purely real or
//! imaginary scalars cost less over the complex numbers. By Karatsuba's method a scalar that happens to be 1 or -1 is
//! free, so the form is an upper bound.

use super::form::ClosedForm;
use ringfft::{
    dft::Chirp,
    inside::karatsuba_shape,
    plan::{Convolution, Recipe},
};

/// The closed form of a transform inside a convolution.
type Inner<'a> = &'a dyn Fn(&Recipe) -> ClosedForm;

/// Counts one convolution of `rows` outputs inside a transform.
fn convolution(convolution: &Convolution, rows: u64, form_of: Inner<'_>) -> ClosedForm {
    let form = ClosedForm {
        additions: 0,
        products: 0,
        products_by_i: 0,
        products_by_eighth: 0,
        products_by_axis: 0,
        formula: "",
        complex_formula: "",
        source: "",
    };
    match convolution {
        Convolution::Transform(recipe) => {
            let (inner, m) = (form_of(recipe), recipe.len() as u64);
            ClosedForm {
                additions: 2 * inner.additions,
                // The kernel of one point is a unit.
                products: 2 * inner.products + if m > 1 { m } else { 0 },
                products_by_i: 2 * inner.products_by_i,
                products_by_eighth: 2 * inner.products_by_eighth,
                products_by_axis: 2 * inner.products_by_axis,
                ..form
            }
        }
        Convolution::Karatsuba { .. } => {
            let (leaf, depth) = karatsuba_shape(rows as usize);
            let [additions, products] = karatsuba(leaf as u64, depth);
            ClosedForm { additions, products, ..form }
        }
        // The ring's own products are not made of additions and products by constants.
        _ => form,
    }
}

/// Counts additions and products of Karatsuba's method with `depth` halvings: `A(2h) = 3 A(h) + 3h`, `M(2h) = 3 M(h)`.
fn karatsuba(leaf: u64, depth: u32) -> [u64; 2] {
    let (mut additions, mut products, mut half) = (leaf * (leaf - 1), leaf * leaf, leaf);
    for _ in 0..depth {
        (additions, products, half) = (3 * additions + 3 * half, 3 * products, 2 * half);
    }
    [additions, products]
}

/// Counts Rader's transform: `p - 1` points convolved, `p - 1` additions for the first value and one for each other.
pub(super) fn rader(p: u64, inner: &Convolution, form_of: Inner<'_>) -> ClosedForm {
    let form = convolution(inner, p - 1, form_of);
    ClosedForm {
        additions: form.additions + 2 * (p - 1),
        formula: "A = 2 (n - 1) and the convolution; M: the convolution, its scalars counted as general ones",
        complex_formula: "2 A + 4 H + 6 (M - I - H), less where a scalar of the convolution is real or imaginary",
        source: "Rader 1968",
        ..form
    }
}

/// Counts Bluestein's transform: `n` points convolved, and two products for each chirp, whose exponents are counted by
/// their class.
pub(super) fn bluestein(n: u64, chirp: Chirp, inner: &Convolution, form_of: Inner<'_>) -> ClosedForm {
    let form = convolution(inner, n, form_of);
    // C(k,2) modulo n, or k^2 modulo the order of the square root.
    let order = if chirp == Chirp::Symmetric && n.is_multiple_of(2) { 2 * n } else { n };
    let step = |k: u64| if chirp == Chirp::Symmetric { 2 * k + 1 } else { k };
    let exponents = (0..n).scan(0, |e: &mut u64, k| {
        let current = *e;
        *e = (*e + step(k) % order) % order;
        Some(current)
    });
    let (mut all, mut fourths, mut eighths) = (0, 0, 0);
    for e in exponents {
        let is = |parts: u64| (e * parts).is_multiple_of(order);
        all += u64::from(!is(2));
        fourths += u64::from(is(4) && !is(2));
        eighths += u64::from(is(8) && !is(4));
    }
    ClosedForm {
        products: form.products + 2 * all,
        products_by_i: form.products_by_i + 2 * fourths,
        products_by_eighth: form.products_by_eighth + 2 * eighths,
        formula: match chirp {
            Chirp::Triangular => {
                "A: the convolution; M: the convolution, its scalars counted as general ones, and twice the k < n with \
                 2 C(k,2) not 0 mod n"
            }
            Chirp::Symmetric => {
                "A: the convolution; M: the convolution, its scalars counted as general ones, and twice the k < n with \
                 2 k^2 not 0 mod n (odd n) or k^2 not 0 mod n (even n)"
            }
        },
        complex_formula: "2 A + 4 H + 6 (M - I - H), less where a scalar of the convolution is real or imaginary",
        source: "Bluestein 1970",
        ..form
    }
}
