//! The operation counts of the literature, as formulas.
//!
//! Every form gives five numbers: additions `A`, and products `M` by constants other than 1 and -1. Of these, `I` are
//! by a fourth root and `H` by odd powers of an eighth root; `R` are by constants that are real or imaginary over the
//! complex numbers. The real operations follow: `2 A + 2 (M - I - R)` additions and `2 (H + R) + 4 (M - I - H - R)`
//! products.

pub(crate) mod additive_classical;
pub(crate) mod additive_novel;
mod convolutions;
mod form;
pub(crate) mod lengths;
pub(crate) mod radix_2_family;
mod radix_3;
pub(crate) mod tree;

use ringfft::plan::{Algorithm, Recipe};

pub use form::ClosedForm;

/// Returns the closed form of the forward direction of `recipe`, over a complex ring or another one. The inverse costs
/// the same, except for truncated transforms: [`closed_form_inverse`].
///
/// Reordering moves elements and counts nothing. The forms hold in every integral domain; they are not meant for
/// lengths near `usize::MAX`, where they saturate.
pub fn closed_form(recipe: &Recipe, complex: bool) -> ClosedForm {
    match recipe {
        Recipe::Plain { algorithm, len } => plain(*algorithm, *len as u64, complex),
        Recipe::Stockham { len, radices } => lengths::stockham(*len as u64, radices),
        Recipe::MixedRadix { len, radices } => lengths::mixed_radix(*len as u64, radices),
        Recipe::GoodThomas { columns, rows } => pair(columns, rows, complex, lengths::good_thomas),
        Recipe::FourStep { columns, rows } | Recipe::SixStep { columns, rows } => {
            pair(columns, rows, complex, lengths::four_step)
        }
        Recipe::Rader { len, convolution } => {
            convolutions::rader(*len as u64, convolution, &|recipe| closed_form(recipe, complex))
        }
        Recipe::Bluestein { len, chirp, convolution } => {
            convolutions::bluestein(*len as u64, *chirp, convolution, &|recipe| closed_form(recipe, complex))
        }
        Recipe::FromNovel { inner } => match **inner {
            Recipe::Plain { algorithm: Algorithm::NovelBasis | Algorithm::AdditiveTruncated, len } => {
                additive_novel::truncated_novel(len as u64)
            }
            ref other => closed_form(other, complex),
        },
        Recipe::Reorder { inner, .. } => closed_form(inner, complex),
        // Kernels run over floats, where nothing counts: their textbook twins do.
        _ => ClosedForm { formula: "not counted", complex_formula: "not counted", source: "", ..radix_2(1) },
    }
}

/// Returns the closed form of the inverse direction of `recipe`.
pub fn closed_form_inverse(recipe: &Recipe, complex: bool) -> ClosedForm {
    match recipe {
        Recipe::Plain { algorithm: Algorithm::Truncated, len } => tree::truncated_inverse(*len as u64),
        // The differences of neighbours are one too.
        Recipe::Plain { algorithm: Algorithm::AdditiveNaive, len } => additive_naive(*len as u64, *len as u64 / 2),
        Recipe::Reorder { inner, .. } => closed_form_inverse(inner, complex),
        other => closed_form(other, complex),
    }
}

fn pair(
    columns: &Recipe,
    rows: &Recipe,
    complex: bool,
    form: fn((u64, &ClosedForm), (u64, &ClosedForm)) -> ClosedForm,
) -> ClosedForm {
    let [columns, rows] = [columns, rows].map(|recipe| (recipe.len() as u64, closed_form(recipe, complex)));
    form((columns.0, &columns.1), (rows.0, &rows.1))
}

fn plain(algorithm: Algorithm, n: u64, complex: bool) -> ClosedForm {
    match algorithm {
        Algorithm::Classical | Algorithm::Twisted => radix_2(n),
        Algorithm::DepthFirst => ClosedForm { source: "Gentleman and Sande 1966", ..radix_2(n) },
        Algorithm::Radix4 | Algorithm::TwistedRadix4 => radix_2_family::radix_4(n),
        Algorithm::Radix8 | Algorithm::TwistedRadix8 => radix_2_family::radix_8(n),
        Algorithm::SplitRadix => radix_2_family::split_radix(n),
        Algorithm::Tangent => radix_2_family::tangent(n),
        Algorithm::Radix3 | Algorithm::TwistedRadix3 => radix_3::radix_3(n),
        Algorithm::TwistedRadix3Complex if complex => radix_3::twisted_radix_3_shared(n),
        Algorithm::TwistedRadix3Complex => radix_3::twisted_radix_3_conjugate(n),
        Algorithm::Truncated => tree::truncated(n),
        Algorithm::Negacyclic => tree::negacyclic(n),
        Algorithm::Circle => tree::circle(n),
        Algorithm::AdditiveNaive => additive_naive(n, 0),
        Algorithm::NovelBasis | Algorithm::AdditiveTruncated => additive_novel::evaluation_cantor(n),
        Algorithm::GathenGerhard => additive_classical::gathen_gerhard_from_one(n),
        Algorithm::Cantor => additive_classical::wang_zhu_cantor(n),
        Algorithm::GaoMateer => additive_classical::gao_mateer(n),
        Algorithm::GaoMateerGeneral => additive_classical::gao_mateer_general_from_one(n),
        // The others have parts, which a recipe names.
        _ => lengths::naive(n),
    }
}

/// Counts the products of the definition: the first points are 0, which costs none, and 1.
fn additive_naive(n: u64, more_ones: u64) -> ClosedForm {
    let all = n.saturating_sub(1).saturating_mul(n.saturating_sub(1));
    ClosedForm {
        additions: all,
        products: all.saturating_sub(n.saturating_sub(1)).saturating_sub(if n > 1 {
            more_ones.saturating_sub(1)
        } else {
            0
        }),
        products_by_i: 0,
        products_by_axis: 0,
        products_by_eighth: 0,
        formula: "A = (n - 1)^2; M = (n - 1)(n - 2) forward",
        complex_formula: "none: the complex numbers have another characteristic",
        source: "the definition, Horner's rule; the points begin with 0 and 1",
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
