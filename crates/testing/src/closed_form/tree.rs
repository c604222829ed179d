//! The counts of the transforms at the nodes of the reduction tree, and of the circle transform.

use super::form::ClosedForm;

/// Counts the negacyclic transform of length `n`.
pub(super) fn negacyclic(n: u64) -> ClosedForm {
    ClosedForm {
        formula: "A = n k; M = n k/2, of which I = n/2",
        complex_formula: "5 n k - 4 n (n >= 4)",
        source: "Poppelmann, Oder and Guneysu 2015; no product by 1 is left to skip",
        ..incomplete_negacyclic(n, 1)
    }
}

/// Counts the negacyclic transform of length `n` stopped at remainders of length `block`.
pub(super) fn incomplete_negacyclic(n: u64, block: u64) -> ClosedForm {
    let levels = u64::from((n / block.max(1)).max(1).ilog2());
    let half = (n / 2).saturating_mul(levels);
    ClosedForm {
        additions: 2 * half,
        products: half,
        products_by_i: if levels >= 1 { n / 2 } else { 0 },
        products_by_eighth: if levels >= 2 { n / 2 } else { 0 },
        products_by_axis: 0,
        formula: "A = n (k - t); M = n (k - t)/2, of which I = n/2; remainders of length 2^t",
        complex_formula: "5 n (k - t) - 4 n (k - t >= 2)",
        source: "FIPS 203, section 4.3, for t = 1",
    }
}

/// Counts the circle transform of length `n`.
pub(super) fn circle(n: u64) -> ClosedForm {
    let half = (n / 2).saturating_mul(n.max(1).ilog2().into());
    ClosedForm {
        additions: 2 * half,
        products: if n == 2 { 0 } else { half },
        products_by_i: 0,
        products_by_eighth: 0,
        products_by_axis: 0,
        formula: "A = n k; M = n k/2 (0 at n = 2)",
        complex_formula: "none: no circle of the complex numbers is named",
        source: "Haboeck, Levit and Papini 2024",
    }
}

/// Counts the truncated transform of length `n`, forward.
pub(super) fn truncated(n: u64) -> ClosedForm {
    let mut counts = Counts::default();
    counts.forward(n.max(1).next_power_of_two(), 0, n, n);
    counts.form("A, M summed over the nodes with a wanted leaf; at most n lg N + N and half as much")
}

/// Counts the truncated transform of length `n`, back to `N` times the coefficients.
pub(super) fn truncated_inverse(n: u64) -> ClosedForm {
    let mut counts = Counts::default();
    counts.inverse(n.max(1).next_power_of_two(), 0, n, n);
    counts.form("A, M summed over the nodes with a known leaf; doublings are additions")
}

/// Additions, products, and how many of them are by fourth and eighth roots.
#[derive(Default)]
struct Counts {
    additions: u64,
    products: u64,
    fourths: u64,
    eighths: u64,
}

impl Counts {
    fn form(self, formula: &'static str) -> ClosedForm {
        ClosedForm {
            additions: self.additions,
            products: self.products,
            products_by_i: self.fourths,
            products_by_eighth: self.eighths,
            products_by_axis: 0,
            formula,
            complex_formula: "2 A + 4 H + 6 (M - I - H), with I and H summed over the nodes",
            source: "van der Hoeven 2004, with the zero tail skipped",
        }
    }

    /// Adds `count` products by the twiddle of index `j`.
    fn times(&mut self, count: u64, j: u64) {
        self.products += if j == 0 { 0 } else { count };
        self.fourths += if j == 1 { count } else { 0 };
        self.eighths += if matches!(j, 2 | 3) { count } else { 0 };
    }

    /// Adds a whole node.
    fn whole(&mut self, len: u64, j: u64) {
        if len > 1 {
            self.additions += len;
            self.times(len / 2, j);
            if j < 2 {
                self.whole(len / 2, 2 * j);
                self.whole(len / 2, 2 * j + 1);
            } else {
                // No special twiddle is left below: lg len - 1 levels more.
                let levels = u64::from(len.ilog2()) - 1;
                self.additions += len * levels;
                self.products += len / 2 * levels;
            }
        }
    }

    fn forward(&mut self, len: u64, j: u64, wanted: u64, nonzero: u64) {
        if wanted == 0 || len == 1 {
            return;
        }
        if wanted == len && nonzero == len {
            return self.whole(len, j);
        }
        let m = len / 2;
        let both = nonzero.saturating_sub(m);
        self.additions += if wanted > m { 2 * both } else { both };
        self.times(both, j);
        self.forward(m, 2 * j, wanted.min(m), nonzero.min(m));
        self.forward(m, 2 * j + 1, wanted.saturating_sub(m), nonzero.min(m));
    }

    fn inverse(&mut self, len: u64, j: u64, known: u64, nonzero: u64) {
        if known == 0 || len == 1 {
            return;
        }
        if known == len {
            return self.whole(len, j);
        }
        let m = len / 2;
        let both = nonzero.saturating_sub(m);
        if known < m {
            // Doublings; sums B + b A where B is known; differences Y - b A where it is not.
            self.additions += known + both;
            self.times(both, j);
            self.inverse(m, 2 * j, known, nonzero.min(m));
        } else {
            // Y - b A and Y + Z where A is known, Y + Y where it is zero; butterflies.
            let k = known - m;
            self.whole(m, 2 * j);
            self.additions += 2 * (both - k) + (m - both) + 2 * k;
            self.times(both, j);
            self.inverse(m, 2 * j + 1, k, m);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Counting;
    use ringfft::{
        algebra::{Action, Domain, Roots},
        dft::{Circle, IncompleteNegacyclic, Negacyclic, Transform, Truncated},
        rings::{ComplexRing, M31, Modular, native},
    };

    fn agree<M: Action>(ring: &Counting<M>, transform: &dyn Transform<Counting<M>>, forms: [ClosedForm; 2]) {
        use ringfft::algebra::Module;
        let mut values = vec![ring.zero(); transform.len()];
        let mut scratch = vec![ring.zero(); transform.scratch_len()];
        ring.take();
        transform.forward(&mut values, &mut scratch).unwrap();
        let forward = ring.take();
        transform.inverse_unscaled(&mut values, &mut scratch).unwrap();
        for (tally, form) in [(forward, forms[0]), (ring.take(), forms[1])] {
            assert!(form.agrees(&tally), "{}: {tally:?} {form:?}", transform.len());
            assert_eq!((tally.by_unit, tally.by_axis), (0, 0));
        }
    }

    #[test]
    fn forms_of_the_tree_agree_with_the_counts() {
        fn check<M: Action<Scalars: Roots>>(module: M) {
            let ring = Counting::new(module);
            let domain = |n| Domain::new(ring.clone(), n).unwrap();
            for n in 1..=130usize {
                let transform = Truncated::new(&domain(n.next_power_of_two()), n).unwrap();
                let forms = [truncated(n as u64), truncated_inverse(n as u64)];
                agree(&ring, &transform, forms);
                let order = n.next_power_of_two() as u64;
                let bound = n as u64 * u64::from(order.ilog2()) + order;
                for form in forms {
                    assert!(form.additions <= bound && 2 * form.products <= bound, "{n}");
                }
            }
            for n in (0..9).map(|k| 1usize << k) {
                agree(&ring, &Negacyclic::new(&domain(2 * n)).unwrap(), [negacyclic(n as u64); 2]);
                for block in [1, 2, 4] {
                    let transform = IncompleteNegacyclic::with_block(&domain(2 * n), block).unwrap();
                    agree(&ring, &transform, [incomplete_negacyclic((n * block) as u64, block as u64); 2]);
                }
                if n >= 4 {
                    let (form, k) = (negacyclic(n as u64), u64::from(n.ilog2()));
                    assert_eq!(form.real_additions() + form.real_products(), 5 * n as u64 * k - 4 * n as u64);
                }
            }
        }
        check(Modular::new(998_244_353).unwrap());
        check(ComplexRing::<f64>::new());
        let ring = Counting::new(native::<M31>());
        for n in (0..9).map(|k| 1usize << k) {
            agree(&ring, &Circle::new(ring.clone(), n).unwrap(), [circle(n as u64); 2]);
        }
    }
}
