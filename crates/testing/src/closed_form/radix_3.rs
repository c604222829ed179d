//! The operation counts of the radix-3 transforms.

use super::form::ClosedForm;

/// Counts the classical radix 3 and the twisted one with the same kernel, over a ring and over the complex numbers: no
/// power of a root of odd order but 1 is real or imaginary.
pub(super) fn radix_3(n: u64) -> ClosedForm {
    let triples = triples(n);
    ClosedForm {
        additions: triples.saturating_mul(7),
        products: triples.saturating_mul(3).saturating_add(1).saturating_sub(n),
        products_by_i: 0,
        products_by_eighth: 0,
        products_by_axis: 0,
        formula: "A = (7/3) n k; M = n k - n + 1",
        complex_formula: "(32/3) n k - 6 n + 6",
        source: "Mateer 2008; the -n + 1 are the skipped products by 1",
    }
}

/// Counts the twisted radix 3 with conjugate twiddles, over rings without [`parts`](ringfft::algebra::Ring::parts).
pub(super) fn twisted_radix_3_conjugate(n: u64) -> ClosedForm {
    let triples = triples(n);
    ClosedForm {
        additions: triples.saturating_mul(6),
        products: triples.saturating_mul(4).saturating_add(1).saturating_sub(n),
        products_by_i: 0,
        products_by_eighth: 0,
        products_by_axis: 0,
        formula: "A = 2 n k; M = (4/3) n k - n + 1",
        complex_formula: "with shared products, 8 n k - 3 (n - 1)",
        source: "Mateer 2008, figure 4.4; the -n + 1 are the skipped products by 1",
    }
}

/// Counts the twisted radix 3 with shared products, over complex rings: a product by `i` and four by real constants
/// each time. The first position of each of the `(n - 1)/2` nodes saves two products and an addition.
pub(super) fn twisted_radix_3_shared(n: u64) -> ClosedForm {
    let (triples, nodes) = (triples(n), n.saturating_sub(1) / 2);
    let real = triples.saturating_mul(4) - 2 * nodes;
    ClosedForm {
        additions: triples.saturating_mul(8) - nodes,
        products: triples.saturating_add(real),
        products_by_i: triples,
        products_by_eighth: 0,
        products_by_axis: real,
        formula: "A = (8/3) n k - (n - 1)/2; M = (5/3) n k - n + 1, of which I = n k/3 and the rest real",
        complex_formula: "8 n k - 3 (n - 1)",
        source: "Mateer 2008, figure 4.4, with real products shared both ways",
    }
}

/// Counts the transforms of length 3 in one of length `n`: `(n/3) log3 n`.
fn triples(n: u64) -> u64 {
    (n / 3).saturating_mul(u64::from(n.max(1).ilog(3)))
}
