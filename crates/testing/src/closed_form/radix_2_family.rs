//! Split radix, the tangent transform, radix 4 and radix 8.

use super::form::ClosedForm;

/// Counts the conjugate-pair split radix.
pub(super) fn split_radix(n: u64) -> ClosedForm {
    let k = u64::from(n.max(1).ilog2());
    // Nodes of sizes 2^(k - 2), 2^(k - 1); a node of size 4m >= 8 has one pair of odd eighth roots.
    let (mut before, mut eighths) = (0u64, 0u64);
    for _ in 3..=k {
        (before, eighths) = (eighths, eighths.saturating_add(2 * before).saturating_add(2));
    }
    let sign: i128 = if k.is_multiple_of(2) { 2 } else { -2 };
    ClosedForm {
        additions: n.saturating_mul(k),
        products: ((n / 2).saturating_mul(k) + 1).saturating_sub(n),
        products_by_i: (((3 * i128::from(k) - 2) * i128::from(n) + sign) / 18) as u64,
        products_by_eighth: eighths,
        products_by_axis: 0,
        formula: "A = n k; M = n k/2 - n + 1, of which I = (3 n k - 2 n + 2 (-1)^k)/18",
        complex_formula: "4 n k - 6 n + 8 (n >= 2)",
        source: "Duhamel-Hollmann 1984, Kamar-Elcherif 1989, Mateer 2008; the -n + 1 are the skipped products by 1",
    }
}

/// Counts the tangent transform, over complex numbers only. Every product is by `I` or by a real constant.
pub(super) fn tangent(n: u64) -> ClosedForm {
    let [plain, ..] = tangent_kinds(n.max(1).ilog2());
    let [additions, fourths, reals] = plain;
    ClosedForm {
        additions,
        products: fourths + reals,
        products_by_i: fourths,
        products_by_eighth: 0,
        products_by_axis: reals,
        formula: "A, I and the real products R summed over the four kinds of nodes; M = I + R",
        complex_formula: "(34/9) n k - (124/27) n - 2 k - (2/9) (-1)^k k + (16/27) (-1)^k + 8",
        source: "Johnson-Frigo 2007",
    }
}

/// Counts additions, products by `I` and products by real constants of a node of size `2^k` of each kind: values
/// divided by 1, `S(N)`, `S(2N)`, `S(4N)`.
fn tangent_kinds(k: u32) -> [[u64; 3]; 4] {
    let two = |reals| [2, 0, reals];
    let (mut quarter, mut half) = ([[0; 3]; 4], [two(0), two(0), two(0), two(1)]);
    if k == 0 {
        return quarter;
    }
    for log_size in 2..=k {
        let q = 1u64 << (log_size - 2);
        let inner = q - 1;
        // Columns 0 and q/2 rotate by nothing and by a tangent of 1.
        let rotations = inner - u64::from(q >= 2);
        let scales = [2 * inner, 0, 2 * inner + 1, 4 * q - 1];
        let halves = [half[0], half[2], half[3], half[2]];
        let node = core::array::from_fn(|kind| {
            let own = [6 + 8 * inner, q, 2 * rotations + scales[kind]];
            core::array::from_fn(|i| own[i] + halves[kind][i] + 2 * quarter[1][i])
        });
        (quarter, half) = (half, node);
    }
    half
}

/// Counts radix 4, classical and twisted.
pub(super) fn radix_4(n: u64) -> ClosedForm {
    ClosedForm {
        complex_formula: "(17/4) n k - (43/6) n + 32/3 (n = 4^j); else 2 A + 4 H + 6 (M - I - H)",
        ..radix(n, 4)
    }
}

/// Counts radix 8, classical and twisted.
pub(super) fn radix_8(n: u64) -> ClosedForm {
    radix(n, 8)
}

/// Counts steps of radix `r`, and one of radix 2 or 4 without twiddles where the logarithm needs it: the first of the
/// classical form, the last of the twisted. A classical step works in `m` columns of each of `c` nodes, a twisted one
/// in each of `m` nodes of `c` columns: the counts are equal.
fn radix(n: u64, r: u64) -> ClosedForm {
    let k = n.max(1).ilog2();
    // Products by I and by odd eighth roots inside the transform of length `radix`.
    let inside = |radix: u64| match radix {
        8 => (3, 2),
        4 => (1, 0),
        _ => (0, 0),
    };
    let rest = 1 << (k % r.ilog2());
    let (mut fourths, mut eighths) = (n / rest * inside(rest).0, n / rest * inside(rest).1);
    let mut nodes = rest;
    while nodes < n {
        let columns = n / (nodes * r);
        fourths += n / r * inside(r).0 + columns * u64::from(nodes >= 2);
        eighths += n / r * inside(r).1 + columns * 2 * (u64::from(nodes >= 2) + u64::from(nodes >= 4));
        nodes *= r;
    }
    ClosedForm {
        additions: n.saturating_mul(k.into()),
        products: ((n / 2).saturating_mul(k.into()) + 1).saturating_sub(n),
        products_by_i: fourths,
        products_by_eighth: eighths,
        products_by_axis: 0,
        formula: "A = n k; M = n k/2 - n + 1, whatever the radix",
        complex_formula: "2 A + 4 H + 6 (M - I - H), with I and H summed over the steps",
        source: "Gentleman-Sande 1966, Bergland 1968; the -n + 1 are the skipped products by 1",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Counting;
    use ringfft::{
        Result,
        algebra::{Domain, Module},
        dft::{Radix4, Radix8, SplitRadix, Tangent, Transform, TwistedRadix4, TwistedRadix8},
        rings::ComplexRing,
    };

    type Counted = Counting<ComplexRing<f64>>;

    fn check(ring: &Counted, transform: &dyn Transform<Counted>, form: ClosedForm) -> Result<()> {
        let n = transform.len();
        let (mut values, mut scratch): (Vec<_>, Vec<_>) =
            (vec![ring.zero(); n], vec![ring.zero(); transform.scratch_len()]);
        ring.take();
        transform.forward(&mut values, &mut scratch)?;
        let forward = ring.take();
        transform.inverse_unscaled(&mut values, &mut scratch)?;
        for tally in [forward, ring.take()] {
            assert!(form.agrees(&tally), "{n}: {form:?}, {tally:?}");
            assert_eq!(form.products_by_axis, tally.by_axis, "{n}");
            assert_eq!(form.real_additions(), tally.real_additions(), "{n}");
            assert_eq!(form.real_products(), tally.real_products(), "{n}");
        }
        Ok(())
    }

    #[test]
    fn forms_of_radix_2_are_what_is_counted() {
        let ring = Counting::new(ComplexRing::new());
        for n in (0..=13).map(|k| 1usize << k) {
            let domain = Domain::new(ring.clone(), n).unwrap();
            let n = n as u64;
            check(&ring, &SplitRadix::new(&domain).unwrap(), split_radix(n)).unwrap();
            check(&ring, &Tangent::new(&domain).unwrap(), tangent(n)).unwrap();
            check(&ring, &Radix4::new(&domain).unwrap(), radix_4(n)).unwrap();
            check(&ring, &TwistedRadix4::new(&domain).unwrap(), radix_4(n)).unwrap();
            check(&ring, &Radix8::new(&domain).unwrap(), radix_8(n)).unwrap();
            check(&ring, &TwistedRadix8::new(&domain).unwrap(), radix_8(n)).unwrap();
        }
    }
}
