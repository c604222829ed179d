//! The choice of a plan of the library, as text: `auto`, an algorithm, an algorithm with one radix, a recipe, or an engine
//! for products of integers.

use crate::error::{Error, Result, quoted};
use ringfft::{
    integer::Engine,
    plan::{Algorithm, Recipe, TwiddleMemory},
};
use std::fmt;

/// The selection of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    what: What,
    twiddles: TwiddleMemory,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum What {
    /// The planner's choice.
    Auto,
    /// An algorithm by name.
    Algorithm(Algorithm),
    /// Stockham's or mixed radix with this radix as often as it divides the length.
    Radix(Algorithm, usize),
    /// A recipe, which has one length.
    Recipe(Recipe),
    /// Real numbers in an array.
    Array(OfArrays),
    /// Products of integers by one engine; never the automatic one.
    Engine(Engine),
}

/// The transforms of arrays of real numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfArrays {
    /// The half spectrum of real numbers.
    Real,
    /// The half spectrum, multiplied by a response, and back.
    Filter,
}

/// The kinds of twiddle tables by name.
const TWIDDLES: [(&str, TwiddleMemory); 3] = [
    ("tabled", TwiddleMemory::Full),
    ("two-level", TwiddleMemory::TwoLevel),
    ("recomputed", TwiddleMemory::Recomputed),
];

impl Choice {
    /// Parses a choice: `auto`, `split-radix`, `stockham/4` (radix 4, then the rest), `stockham(8, 4x2)`; `+two-level`
    /// or `+recomputed` selects other tables.
    ///
    /// # Errors
    /// [`Error::Input`] for text of another form.
    pub fn parse(text: &str) -> Result<Self> {
        // A plus sign inside a recipe belongs to the recipe.
        let (text, twiddles) = match text.rsplit_once('+').filter(|(_, name)| !name.contains(')')) {
            None => (text, TwiddleMemory::Full),
            Some((rest, name)) => (
                rest,
                TWIDDLES.iter().find(|(known, _)| *known == name).map(|(_, twiddles)| *twiddles).ok_or_else(|| {
                    Error::input(format!("no tables {}: there are tabled, two-level and recomputed", quoted(name)))
                })?,
            ),
        };
        let what = What::parse(text)?;
        if let (What::Engine(engine), true) = (&what, twiddles != TwiddleMemory::Full) {
            return Err(Error::input(format!(
                "{engine} has no choice of tables: leave out what follows the plus sign"
            )));
        }
        Ok(Choice { what, twiddles })
    }

    /// Returns the engine of products of integers; `None` if the choice is one of transforms alone.
    pub fn engine(&self) -> Option<Engine> {
        match &self.what {
            What::Auto if self.twiddles == TwiddleMemory::Full => Some(Engine::Auto),
            What::Engine(engine) => Some(*engine),
            _ => None,
        }
    }

    /// Returns the kind of twiddle tables.
    pub fn twiddles(&self) -> TwiddleMemory {
        self.twiddles
    }

    /// Returns the transform of arrays of real numbers, if the choice is one.
    pub fn of_arrays(&self) -> Option<OfArrays> {
        if let What::Array(array) = self.what { Some(array) } else { None }
    }

    /// Returns the algorithm; `None` for the planner's choice.
    pub fn algorithm(&self) -> Option<Algorithm> {
        match &self.what {
            What::Auto | What::Array(_) | What::Engine(_) => None,
            What::Algorithm(algorithm) | What::Radix(algorithm, _) => Some(*algorithm),
            What::Recipe(recipe) => Some(recipe.algorithm()),
        }
    }

    /// Returns the recipe for a length; `None` if the planner chooses it.
    ///
    /// # Errors
    /// [`Error::Input`] for a length that the choice does not have.
    pub fn recipe(&self, len: usize) -> Result<Option<Recipe>> {
        match &self.what {
            What::Auto | What::Algorithm(_) | What::Array(_) | What::Engine(_) => Ok(None),
            What::Radix(algorithm, radix) => {
                let radices = radices(len, *radix);
                Ok(Some(match algorithm {
                    Algorithm::Stockham => Recipe::Stockham { len, radices },
                    _ => Recipe::MixedRadix { len, radices },
                }))
            }
            What::Recipe(recipe) if recipe.len() == len => Ok(Some(recipe.clone())),
            What::Recipe(recipe) => {
                Err(Error::input(format!("{recipe} has the length {}, so it has no row at {len}", recipe.len())))
            }
        }
    }
}

impl From<Recipe> for Choice {
    fn from(recipe: Recipe) -> Self {
        Choice { what: What::Recipe(recipe), twiddles: TwiddleMemory::Full }
    }
}

impl What {
    fn parse(text: &str) -> Result<Self> {
        match text {
            "auto" => return Ok(What::Auto),
            "real" => return Ok(What::Array(OfArrays::Real)),
            "filter" => return Ok(What::Array(OfArrays::Filter)),
            _ => {}
        }
        if let Ok(engine) = text.parse::<Engine>() {
            return Ok(What::Engine(engine));
        }
        if text.contains('(') {
            return Ok(What::Recipe(text.parse::<Recipe>()?));
        }
        let (name, radix) = match text.split_once('/') {
            Some((name, radix)) => (name, Some(radix)),
            None => (text, None),
        };
        let algorithm: Algorithm = name.parse().map_err(|_| unknown(text))?;
        let Some(radix) = radix else { return Ok(What::Algorithm(algorithm)) };
        let number = radix.parse::<usize>().ok().filter(|radix| (2..=64).contains(radix));
        match (algorithm, number) {
            (Algorithm::Stockham | Algorithm::MixedRadix, Some(radix)) => Ok(What::Radix(algorithm, radix)),
            _ => Err(Error::input(format!(
                "{} names no radix: write stockham/R or mixed-radix/R, R from 2 to 64, for instance stockham/4",
                quoted(text)
            ))),
        }
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.what {
            What::Auto => f.write_str("auto")?,
            What::Array(OfArrays::Real) => f.write_str("real")?,
            What::Array(OfArrays::Filter) => f.write_str("filter")?,
            What::Algorithm(algorithm) => write!(f, "{algorithm}")?,
            What::Engine(engine) => write!(f, "{engine}")?,
            What::Radix(algorithm, radix) => write!(f, "{algorithm}/{radix}")?,
            What::Recipe(recipe) => write!(f, "{recipe}")?,
        }
        match TWIDDLES.iter().find(|(_, twiddles)| *twiddles == self.twiddles) {
            Some((name, twiddles)) if *twiddles != TwiddleMemory::Full => write!(f, "+{name}"),
            _ => Ok(()),
        }
    }
}

fn unknown(text: &str) -> Error {
    let names: Vec<&str> =
        Algorithm::ALL.iter().chain([&Algorithm::Packed]).map(|algorithm| algorithm.name()).collect();
    Error::input(format!(
        "no algorithm {}: write one of {}, auto, stockham/R, mixed-radix/R, real or filter for arrays, schoolbook, karatsuba, primes or floating for integers, or a recipe such as \"stockham(8, 4x2)\"",
        quoted(text),
        names.join(", ")
    ))
}

/// Returns the factors of a length: the radix as often as it divides, then a smaller power of its prime if one is left,
/// then the remaining primes.
fn radices(len: usize, radix: usize) -> Vec<usize> {
    let (mut rest, mut radices) = (len, Vec::new());
    for factor in (2..=radix).rev().filter(|factor| radix.is_multiple_of(*factor)) {
        while rest.is_multiple_of(factor) && rest > 1 {
            radices.push(factor);
            rest /= factor;
        }
    }
    let mut prime = 2;
    while rest > 1 {
        if prime > rest / prime {
            prime = rest;
        }
        while rest.is_multiple_of(prime) {
            radices.push(prime);
            rest /= prime;
        }
        prime += 1;
    }
    radices
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_read_back() {
        for text in [
            "auto",
            "split-radix",
            "stockham/4",
            "stockham(8, 4x2)",
            "auto+two-level",
            "packed+recomputed",
            "filter",
            "primes",
        ] {
            assert_eq!(Choice::parse(text).unwrap().to_string(), text);
        }
        for text in
            ["", "dragon", "stockham/1", "stockham/x", "tangent/4", "auto+x", "stockham(8, 4x", "primes+two-level"]
        {
            assert!(Choice::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn one_radix_and_what_is_left() {
        assert_eq!(radices(64, 4), [4, 4, 4]);
        assert_eq!(radices(32, 4), [4, 4, 2]);
        assert_eq!(radices(32, 8), [8, 4]);
        assert_eq!(radices(48, 4), [4, 4, 3]);
        assert_eq!(radices(35, 2), [5, 7]);
        assert!(radices(1, 2).is_empty());
        let recipe = Choice::parse("stockham(8, 4x2)").unwrap();
        assert!(recipe.recipe(8).is_ok() && recipe.recipe(16).is_err());
    }
}
