//! The counts of the transforms of every length, summed over their parts.
//!
//! Between the parts are twiddles `w^(ac)`, `1 <= a < n1`, `1 <= c < n2`, with `w` of order `n1 n2`: as `ac < n1 n2`,
//! an exponent occurs as often as it is such a product. The ring is assumed to have one half.

use super::form::ClosedForm;
use ringfft::arith::{gcd, is_prime};

const COMPLEX: &str = "2 A + 4 H + 6 (M - I - H) less 4 for each constant on an axis, summed over the parts";

const NONE: ClosedForm = ClosedForm {
    additions: 0,
    products: 0,
    products_by_i: 0,
    products_by_eighth: 0,
    products_by_axis: 0,
    formula: "",
    complex_formula: COMPLEX,
    source: "",
};

impl ClosedForm {
    /// Adds `times` times `part` to `self`, and keeps the texts of `self`.
    fn and(self, times: u64, part: &ClosedForm) -> ClosedForm {
        let sum = |a: u64, b: u64| a.saturating_add(times.saturating_mul(b));
        ClosedForm {
            additions: sum(self.additions, part.additions),
            products: sum(self.products, part.products),
            products_by_i: sum(self.products_by_i, part.products_by_i),
            products_by_eighth: sum(self.products_by_eighth, part.products_by_eighth),
            products_by_axis: sum(self.products_by_axis, part.products_by_axis),
            ..self
        }
    }
}

/// Counts the `(n1 - 1)(n2 - 1)` twiddles less those by -1.
fn twiddles(n1: u64, n2: u64) -> ClosedForm {
    let n = n1.saturating_mul(n2);
    let (short, long) = (n1.min(n2), n1.max(n2));
    let times = |e: u64| (1..short).filter(|&a| e.is_multiple_of(a) && e / a < long).count() as u64;
    // Twiddles that are `numerator/parts` of a turn, for odd numerators.
    let of_order = |parts: u64| {
        let numerators = (1..parts).step_by(2).filter(|_| n.is_multiple_of(parts));
        numerators.map(|numerator| times(n / parts * numerator)).sum::<u64>()
    };
    ClosedForm {
        products: n1.saturating_sub(1).saturating_mul(n2.saturating_sub(1)) - of_order(2),
        products_by_i: of_order(4),
        products_by_eighth: of_order(8),
        ..NONE
    }
}

/// Counts the straight transform of length `r`; other composite lengths are the definition.
pub(super) fn small(r: u64) -> ClosedForm {
    let [additions, products, products_by_i, products_by_eighth, products_by_axis] = match r {
        0 | 1 => [0; 5],
        2 => [2, 0, 0, 0, 0],
        3 => [7, 1, 0, 0, 0],
        4 => [8, 1, 1, 0, 0],
        5 => [17, 5, 0, 0, 5],
        8 => [24, 5, 3, 2, 0],
        _ if is_prime(r) => {
            let h = r / 2;
            let products = h.saturating_mul(h).saturating_mul(2);
            [products.saturating_add(4 * h), products, 0, 0, products]
        }
        _ => return naive(r),
    };
    ClosedForm {
        additions,
        products,
        products_by_i,
        products_by_eighth,
        products_by_axis,
        formula: "2: (A, M) = (2, 0); 3: (7, 1); 4: (8, 1); 5: (17, 5); 8: (24, 5); a prime 2h + 1: (2h^2 + 4h, 2h^2)",
        complex_formula: COMPLEX,
        source: "Winograd for 5; sums and differences of pairs for other primes",
    }
}

/// Passes in this order, each `n/r` transforms of length `r` and, for each of `n/(N r)` groups, twiddles.
pub(super) fn stockham(n: u64, radices: &[usize]) -> ClosedForm {
    let only = |radix: usize| radices.iter().all(|&r| r == radix);
    let power_of_two = n.is_power_of_two();
    let mut form = ClosedForm {
        formula: match power_of_two {
            true => "A = n k; M = n k/2 - n + 1, whatever the radices",
            false => "each pass n/r transforms of length r and (r - 1)(n/r - n/(N r)) twiddles less those by -1",
        },
        complex_formula: match () {
            () if only(2) => "5 n k - 10 n + 16 (n >= 4)",
            () if only(4) => "(17/4) n k - (43/6) n + 32/3",
            () if power_of_two => "2 A + 4 H + 6 (M - I - H), with I and H summed over the passes",
            () => COMPLEX,
        },
        source: "Stockham in Cochran 1967; the products by 1 are skipped",
        ..NONE
    };
    let mut done = 1u64;
    for &radix in radices {
        let r = (radix as u64).max(1);
        let columns = n / r;
        form = form.and(columns, &small(r)).and(columns / done.max(1), &twiddles(r, done));
        done = done.saturating_mul(r);
    }
    form
}

/// Counts as Stockham's transform with the radices in the opposite order.
pub(super) fn mixed_radix(n: u64, radices: &[usize]) -> ClosedForm {
    let (mut form, mut size) = (NONE, n);
    for &radix in radices {
        let r = (radix as u64).max(1);
        let part = size / r;
        form = form.and(n / r, &small(r)).and(n / size.max(1), &twiddles(r, part));
        size = part;
    }
    ClosedForm {
        formula: "each node of size r m: m transforms of length r and (r - 1)(m - 1) twiddles less those by -1",
        source: "Cooley-Tukey 1965",
        ..form
    }
}

/// Counts two transforms of coprime lengths, each given with its length.
pub(super) fn good_thomas(columns: (u64, &ClosedForm), rows: (u64, &ClosedForm)) -> ClosedForm {
    ClosedForm {
        formula: "n2 times the columns, n1 times the rows; no twiddles",
        source: "Good 1958, Thomas 1963",
        ..NONE.and(rows.0, columns.1).and(columns.0, rows.1)
    }
}

/// Counts two transforms, each given with its length, and the twiddles between.
pub(super) fn four_step(columns: (u64, &ClosedForm), rows: (u64, &ClosedForm)) -> ClosedForm {
    ClosedForm {
        formula: "n2 times the columns, n1 times the rows, and (n1 - 1)(n2 - 1) twiddles less those by -1",
        source: "Bailey 1990",
        ..good_thomas(columns, rows).and(1, &twiddles(columns.0, rows.0))
    }
}

/// Counts the definition. Among the exponents `jk mod n`, `1 <= j, k < n`, the value `e` occurs `sum gcd(j, n)` times.
/// The sum is over the `j` whose greatest common divisor with `n` divides `e`.
pub(super) fn naive(n: u64) -> ClosedForm {
    let (mut ones, mut minus_ones, mut fourths, mut eighths) = (0, 0, 0, 0);
    let divides = |g: u64, part: u64| n.is_multiple_of(part) && (n / part).is_multiple_of(g);
    for g in (1..n).map(|j| gcd(j, n)) {
        // k = 0 is one of the g solutions of jk = 0.
        ones += g - 1;
        minus_ones += g * u64::from(divides(g, 2));
        fourths += 2 * g * u64::from(divides(g, 4));
        eighths += 4 * g * u64::from(divides(g, 8));
    }
    let all = n.saturating_sub(1);
    ClosedForm {
        additions: n.saturating_mul(all),
        products: all.saturating_mul(all) - ones - minus_ones,
        products_by_i: fourths,
        products_by_axis: 0,
        products_by_eighth: eighths,
        formula: "A = n (n - 1); M = (n - 1)^2 less the j, k > 0 with 2jk = 0 mod n",
        complex_formula: "2 A + 4 H + 6 (M - I - H); I, H: the j, k > 0 with 4jk/n, 8jk/n an odd integer",
        source: "the definition; exponents counted by gcd(j, n)",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Counting, Tally};
    use ringfft::{
        algebra::{Domain, Module},
        dft::{FourStep, GoodThomas, MixedRadix, SixStep, Small, Stockham, Transform, stockham_radices},
        rings::ComplexRing,
    };
    use std::sync::Arc;

    type Counted = Counting<ComplexRing<f64>>;

    fn agree(form: ClosedForm, ring: &Counted, transform: &dyn Transform<Counted>) {
        let n = transform.len();
        let (mut values, mut scratch) = (vec![ring.zero(); n], vec![ring.zero(); transform.scratch_len()]);
        ring.take();
        transform.forward(&mut values, &mut scratch).unwrap();
        let forward = ring.take();
        transform.inverse_unscaled(&mut values, &mut scratch).unwrap();
        let both: [Tally; 2] = [forward, ring.take()];
        for tally in both {
            assert!(form.agrees(&tally), "{n}: {form:?}, {tally:?}");
            assert_eq!(form.products_by_axis, tally.by_axis, "{n}");
            assert_eq!(
                [form.real_additions(), form.real_products()],
                [tally.real_additions(), tally.real_products()],
                "{n}"
            );
        }
    }

    #[test]
    fn forms_of_any_length_are_what_is_counted() {
        let ring = Counting::new(ComplexRing::<f64>::new());
        for n in 1..=160u64 {
            let domain = Domain::new(ring.clone(), n as usize).unwrap();
            let radices = stockham_radices(n as usize);
            agree(stockham(n, &radices), &ring, &Stockham::new(&domain).unwrap());
            agree(mixed_radix(n, &radices), &ring, &MixedRadix::with_radices(&domain, &radices).unwrap());
            agree(small(n), &ring, &Small::new(&domain).unwrap());
            for n1 in (1..=n).filter(|n1| n.is_multiple_of(*n1)) {
                let n2 = n / n1;
                let part = |length: u64| {
                    let inner = domain.subdomain((n / length) as usize).unwrap();
                    (stockham(length, &stockham_radices(length as usize)), Arc::new(Stockham::new(&inner).unwrap()))
                };
                let ((columns_form, columns), (rows_form, rows)) = (part(n1), part(n2));
                let (columns_form, rows_form) = ((n1, &columns_form), (n2, &rows_form));
                let form = four_step(columns_form, rows_form);
                agree(form, &ring, &FourStep::new(&domain, columns.clone(), rows.clone()).unwrap());
                agree(form, &ring, &SixStep::new(&domain, columns.clone(), rows.clone()).unwrap());
                if let Ok(transform) = GoodThomas::new(&domain, columns, rows) {
                    agree(good_thomas(columns_form, rows_form), &ring, &transform);
                }
                let radices = [n1 as usize, n2 as usize];
                if let Ok(transform) = MixedRadix::with_radices(&domain, &radices) {
                    agree(mixed_radix(n, &radices), &ring, &transform);
                }
            }
        }
    }
}
