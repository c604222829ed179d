//! The operation counts of the literature, as formulas.
//!
//! Every form gives four numbers: additions `A`, products `M` by constants other than 1 and -1, of which `I`
//! by a fourth root and `H` by odd powers of an eighth root. The real operations over the complex numbers
//! follow: `2 A + 2 (M - I)` additions and `2 H + 4 (M - I - H)` products.

mod convolutions;

use super::Tally;
use crate::{
    arith::gcd,
    plan::{Algorithm, Recipe},
};

/// The counts of an algorithm by formula; both directions cost the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ClosedForm {
    /// Additions and subtractions.
    pub additions: u64,
    /// Products by constants other than 1 and -1.
    pub products: u64,
    /// Those of them by a fourth root of unity.
    pub products_by_i: u64,
    /// Those of them by odd powers of an eighth root.
    pub products_by_eighth: u64,
    /// Those of them by purely real or purely imaginary constants over the complex numbers.
    pub products_by_axis: u64,
    /// The formulas, `n` the length, `k` its logarithm.
    pub formula: &'static str,
    /// The formula of the real operations over the complex numbers.
    pub complex_formula: &'static str,
    /// Where the formulas come from.
    pub source: &'static str,
}

impl ClosedForm {
    /// Additions of real numbers over the complex numbers.
    pub fn real_additions(&self) -> u64 {
        2 * (self.additions + self.products - self.products_by_i - self.products_by_axis)
    }

    /// Products of real numbers over the complex numbers.
    pub fn real_products(&self) -> u64 {
        4 * (self.products - self.products_by_i - self.products_by_axis) - 2 * self.products_by_eighth
            + 2 * self.products_by_axis
    }

    /// Whether `tally` is what the formulas say.
    pub fn agrees(&self, tally: &Tally) -> bool {
        (self.additions, self.products, self.products_by_i, self.products_by_eighth)
            == (tally.additions, tally.products(), tally.products_by_i(), tally.by_eighth)
    }
}

/// The closed form of `recipe`; reordering moves elements and counts nothing.
///
/// The forms hold in every integral domain; they are not meant for lengths near `usize::MAX`, where they
/// saturate.
pub fn closed_form(recipe: &Recipe) -> ClosedForm {
    match recipe {
        Recipe::Plain { algorithm, len } => plain(*algorithm, *len as u64),
        Recipe::Stockham { len, radices } => stockham(*len as u64, radices),
        Recipe::FourStep { columns, rows } => four_step(columns, rows),
        Recipe::Rader { len, convolution } => convolutions::rader(*len as u64, convolution),
        Recipe::Bluestein { len, chirp, convolution } => convolutions::bluestein(*len as u64, *chirp, convolution),
        Recipe::Reorder { inner, .. } => closed_form(inner),
        _ => todo!(),
    }
}

fn plain(algorithm: Algorithm, n: u64) -> ClosedForm {
    match algorithm {
        Algorithm::Naive => naive(n),
        Algorithm::Classical | Algorithm::Twisted => radix_2(n),
        Algorithm::DepthFirst => ClosedForm { source: "Gentleman and Sande 1966", ..radix_2(n) },
        _ => todo!(),
    }
}

/// Of the exponents `jk mod n`, `1 <= j, k < n`, those equal to `e` number `sum gcd(j, n)` over the `j` whose
/// greatest common divisor with `n` divides `e`.
fn naive(n: u64) -> ClosedForm {
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

fn radix_2(n: u64) -> ClosedForm {
    let k = u64::from(n.max(1).ilog2());
    ClosedForm {
        additions: n.saturating_mul(k),
        products: ((n / 2).saturating_mul(k) + 1).saturating_sub(n),
        products_by_i: (n / 2).saturating_sub(1),
        products_by_axis: 0,
        products_by_eighth: (n / 2).saturating_sub(2),
        formula: "A = n k; M = n k/2 - n + 1, of which I = n/2 - 1",
        complex_formula: "5 n k - 10 n + 16 (n >= 4)",
        source: "Cooley-Tukey 1965, Gentleman-Sande 1966, Mateer 2008; the -n + 1 are the skipped products by 1",
    }
}

fn stockham(n: u64, radices: &[usize]) -> ClosedForm {
    let (mut fourths, mut eighths, mut done) = (0u64, 0u64, 1u64);
    for &radix in radices {
        let r = (radix as u64).max(1);
        let columns = n / r;
        let groups = columns / done.max(1);
        // Inside the butterflies, then the twiddles w^(ik n/(N r)) of one group.
        let inside = match r {
            8 => (3, 2),
            4 => (1, 0),
            _ => (0, 0),
        };
        let twiddles = match (done, r) {
            (1, _) => (0, 0),
            (2, 2) => (1, 0),
            (2, _) | (_, 2) => (1, 2),
            _ => (1, 4),
        };
        fourths += columns * inside.0 + groups * twiddles.0;
        eighths += columns * inside.1 + groups * twiddles.1;
        done = done.saturating_mul(r);
    }
    let radix_4 = radices.iter().all(|&r| r == 4);
    ClosedForm {
        products_by_i: fourths,
        products_by_axis: 0,
        products_by_eighth: eighths,
        formula: "A = n k; M = n k/2 - n + 1, whatever the radices",
        complex_formula: match radices {
            _ if radices.iter().all(|&r| r == 2) => "5 n k - 10 n + 16 (n >= 4)",
            _ if radix_4 => "(17/4) n k - (43/6) n + 32/3",
            _ => "2 A + 4 H + 6 (M - I - H), with I and H summed over the passes",
        },
        source: "Stockham in Cochran 1967; the products by 1 are skipped",
        ..radix_2(n)
    }
}

/// `n2` columns of length `n1`, `n1` rows of length `n2`, and the twiddles `w^(a c)`, `1 <= a < n1`,
/// `1 <= c < n2`, between them; as `a c < n`, an exponent occurs as often as it is such a product.
fn four_step(columns: &Recipe, rows: &Recipe) -> ClosedForm {
    let (n1, n2) = (columns.len() as u64, rows.len() as u64);
    let (columns, rows) = (closed_form(columns), closed_form(rows));
    let both = |count: fn(&ClosedForm) -> u64| n2 * count(&columns) + n1 * count(&rows);
    let n = n1 * n2;
    let times = |e: u64| (1..n1).filter(|&a| e.is_multiple_of(a) && e / a < n2).count() as u64;
    // Twiddles that are `numerator/parts` of a turn, for odd numerators.
    let of_order = |parts: u64| {
        let numerators = (1..parts).step_by(2).filter(|_| n.is_multiple_of(parts));
        numerators.map(|numerator| times(n / parts * numerator)).sum::<u64>()
    };
    ClosedForm {
        additions: both(|form| form.additions),
        products: both(|form| form.products) + n1.saturating_sub(1) * n2.saturating_sub(1) - of_order(2),
        products_by_i: both(|form| form.products_by_i) + of_order(4),
        products_by_axis: 0,
        products_by_eighth: both(|form| form.products_by_eighth) + of_order(8),
        formula: "n2 times the columns, n1 times the rows, and M = (n1 - 1)(n2 - 1) twiddles between them",
        complex_formula: "2 A + 4 H + 6 (M - I - H), with I and H summed over columns, rows and twiddles",
        source: "Bailey 1990",
    }
}
