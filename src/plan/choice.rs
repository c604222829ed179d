//! The choice of a recipe.

use super::{Algorithm, Coefficients, Convolution, Map, Options, Recipe, engine};
use crate::{
    Error, Result, arith,
    dft::{Chirp, stockham_radices},
    order::Order,
};
use alloc::{boxed::Box, vec};

/// From this length on the data leaves the cache between Stockham's passes, and two sweeps beat one for
/// every radix.
const FOUR_STEP_LEN: usize = 1 << 20;

/// Up to this prime factor a butterfly by the definition is used instead of the two transforms of Bluestein's. The
/// bound follows from the number of products, not from measurements.
const PRIME_RADIX: u64 = 31;

/// From this length on a ring's products, which plan anew each time, are taken where Karatsuba's method would do: an
/// estimate.
const RING_LEN: usize = 256;

/// The facts that the planner must know of a ring.
#[derive(Clone, Copy)]
pub(crate) struct Ground<'a> {
    /// `true` for the algorithms that have been compiled for the ring.
    pub(crate) compiled: fn(Algorithm) -> bool,
    /// Bytes of an element.
    pub(crate) element_bytes: usize,
    /// `true` for the orders of which the ring has a root.
    pub(crate) has_root: &'a dyn Fn(usize) -> bool,
    /// `true` if the ring has subspaces over GF(2) for additive transforms.
    pub(crate) has_subspaces: &'a dyn Fn() -> bool,
    /// `true` if the ring has products of polynomials that are faster than Karatsuba's.
    pub(crate) has_products: bool,
    /// The recipe of the ring's fastest kernel for a length and an order, where it has any.
    pub(crate) fastest: &'a dyn Fn(usize, Order) -> Option<Result<Recipe>>,
}

/// Returns the recipe for a length, a ring and options.
#[inline]
pub(crate) fn choose(len: usize, ground: &Ground<'_>, options: &Options) -> Result<Recipe> {
    let plain = options.algorithm.is_none()
        && options.map.is_none()
        && options.recipe.is_none()
        && options.coefficients == Coefficients::Monomial;
    // The most frequent request, on a path that takes no longer than a few short transforms.
    if plain
        && (len > 0 && options.batch > 0 && options.order == Order::Natural)
        && let Some(recipe) = (ground.fastest)(len, Order::Natural)
    {
        return recipe;
    }
    choose_any(len, ground, options)
}

fn choose_any(len: usize, ground: &Ground<'_>, options: &Options) -> Result<Recipe> {
    if len == 0 {
        return Err(Error::Length { what: "a transform", len, possible: "the least length is 1" });
    }
    if options.batch == 0 {
        return Err(Error::Length { what: "a batch", len: 0, possible: "the least batch is 1" });
    }
    if let Some(recipe) = &options.recipe {
        check_map(options.map, recipe.algorithm())?;
        if recipe.len() != len {
            return Err(Error::Unsupported {
                what: alloc::format!("the recipe {recipe} is for length {}, not {len}", recipe.len()),
            });
        }
        recipe.check()?;
        return Ok(recipe.clone());
    }
    let order = options.order;
    if !order.exists_for(len) {
        return Err(Error::Length { what: order.what(), len, possible: order.lengths() });
    }
    let binary = (ground.has_subspaces)();
    // Kernels compute the map that the planner takes where none is named, which the negacyclic one of other lengths is made of.
    let through_kernels = match options.map {
        None => true,
        Some(Map::Cyclic) => !binary,
        Some(Map::Negacyclic) => !binary && (options.algorithm.is_some() || !len.is_power_of_two()),
        Some(Map::Additive) => binary,
        Some(_) => false,
    };
    if through_kernels
        && let (None | Some(Algorithm::Packed), Coefficients::Monomial) = (options.algorithm, options.coefficients)
    {
        if let Some(recipe) = (ground.fastest)(len, order) {
            return recipe;
        }
        if let Some(recipe) = (ground.fastest)(len, Order::Natural).filter(|_| order.is_permutation(len)) {
            return Ok(Recipe::Reorder { order, inner: Box::new(recipe?) });
        }
    }
    // Powers of a root are asked for where the ring has subspaces too.
    let cyclic = Ground { has_subspaces: &|| false, ..*ground };
    let ground = if matches!(options.map, Some(Map::Cyclic | Map::Negacyclic)) { &cyclic } else { ground };
    let additive = (ground.has_subspaces)();
    let algorithm = match (options.algorithm, options.map) {
        (Some(algorithm), _) if additive => algorithm.over_subspaces(),
        (Some(algorithm), _) => algorithm,
        (None, Some(Map::Negacyclic)) if len.is_power_of_two() => Algorithm::Negacyclic,
        (None, Some(Map::Circle)) => Algorithm::Circle,
        (None, Some(Map::Truncated)) if additive => Algorithm::AdditiveTruncated,
        (None, Some(Map::Truncated)) => Algorithm::Truncated,
        (None, Some(Map::Additive)) if len.is_power_of_two() => Algorithm::NovelBasis,
        (None, Some(Map::Additive)) => Algorithm::AdditiveTruncated,
        // In characteristic 2 there are three algorithms over roots of unity, Rader's for primes among them.
        (None, _) if binary && !additive && largest_prime(len) <= PRIME_RADIX => Algorithm::MixedRadix,
        (None, _) if binary && !additive => Algorithm::Bluestein,
        (None, _) => automatic(len, ground, order),
    };
    check_map(options.map, algorithm)?;
    if !algorithm.exists_for(len) {
        return Err(Error::Length { what: algorithm.name(), len, possible: algorithm.possible() });
    }
    let recipe = named(algorithm, len, ground)?;
    let recipe = match options.coefficients {
        Coefficients::Monomial => recipe,
        Coefficients::Novel if algorithm.is_additive() => Recipe::FromNovel { inner: Box::new(recipe) },
        Coefficients::Novel => {
            return Err(Error::Unsupported {
                what: alloc::format!(
                    "{algorithm} takes monomial coefficients: the novel basis belongs to additive transforms"
                ),
            });
        }
    };
    if leaves(&recipe, order) {
        return Ok(recipe);
    }
    if !order.is_permutation(len) || !recipe.order().is_permutation(len) {
        let native = recipe.order();
        return Err(Error::Unsupported {
            what: alloc::format!(
                "{algorithm} of length {len} leaves its values in {native} order, which is no permutation of {order} \
                 order: ask for {native} order, or for another algorithm"
            ),
        });
    }
    Ok(Recipe::Reorder { order, inner: Box::new(recipe) })
}

/// Rejects an algorithm of another map than the requested one.
fn check_map(map: Option<Map>, algorithm: Algorithm) -> Result<()> {
    match map {
        Some(map) if !algorithm.computes(map) => Err(Error::Unsupported {
            what: alloc::format!(
                "{algorithm} computes the {} map, and the {map} map was asked for: name the one or the other, or let the planner \
                 choose the algorithm",
                algorithm.map()
            ),
        }),
        _ => Ok(()),
    }
}

/// Returns whether the values of a recipe are in this order. An additive truncated transform leaves all its points in
/// natural order, so it leaves truncated order too.
pub(super) fn leaves(recipe: &Recipe, order: Order) -> bool {
    recipe.order() == order || (recipe.algorithm() == Algorithm::AdditiveTruncated && order == Order::Truncated)
}

/// Returns the algorithm where none is named: the fastest of those that have been compiled.
fn automatic(len: usize, ground: &Ground<'_>, order: Order) -> Algorithm {
    let fastest = fastest(len, ground, order);
    match order {
        _ if (ground.compiled)(fastest) => fastest,
        Order::Natural => Algorithm::Stockham,
        // Reordered from natural order.
        _ => automatic(len, ground, Order::Natural),
    }
}

fn fastest(len: usize, ground: &Ground<'_>, order: Order) -> Algorithm {
    if (ground.has_subspaces)() {
        return if len.is_power_of_two() { Algorithm::NovelBasis } else { Algorithm::AdditiveTruncated };
    }
    match order {
        Order::BitReversed => Algorithm::TwistedRadix4,
        Order::Truncated => Algorithm::Truncated,
        Order::ConjugatePair => Algorithm::SplitRadix,
        Order::TernaryReversed => Algorithm::Radix3,
        Order::TernaryConjugate => Algorithm::TwistedRadix3,
        Order::Natural if len.is_power_of_two() => match len {
            64.. if ground.element_bytes > engine::REGISTER_BYTES => Algorithm::DepthFirst,
            FOUR_STEP_LEN.. => Algorithm::FourStep,
            _ => Algorithm::Stockham,
        },
        Order::Natural => {
            if largest_prime(len) <= PRIME_RADIX {
                Algorithm::Stockham
            } else {
                Algorithm::Bluestein
            }
        }
    }
}

fn largest_prime(len: usize) -> u64 {
    arith::prime_factors(len as u64).last().map_or(1, |&(q, _)| q)
}

/// Returns the recipe of an algorithm for a length that it has.
fn named(algorithm: Algorithm, len: usize, ground: &Ground<'_>) -> Result<Recipe> {
    Ok(match algorithm {
        Algorithm::Stockham => Recipe::Stockham { len, radices: stockham_radices(len) },
        // Decimation in time takes them from the last step to the first.
        Algorithm::MixedRadix => Recipe::MixedRadix { len, radices: stockham_radices(len).into_iter().rev().collect() },
        Algorithm::GoodThomas => {
            let powers = arith::prime_factors(len as u64);
            let (q, e) = powers[0];
            let columns = (q as usize).pow(e);
            let rows = len / columns;
            let inner =
                |len: usize| Ok::<_, Error>(Box::new(named(automatic(len, ground, Order::Natural), len, ground)?));
            let rows = if powers.len() > 2 { Box::new(named(algorithm, rows, ground)?) } else { inner(rows)? };
            Recipe::GoodThomas { columns: inner(columns)?, rows }
        }
        Algorithm::FourStep | Algorithm::SixStep => {
            let columns = side(len);
            let inner = |len: usize| -> Result<_> {
                let algorithm =
                    if len.is_power_of_two() { Algorithm::Stockham } else { automatic(len, ground, Order::Natural) };
                Ok(Box::new(named(algorithm, len, ground)?))
            };
            let (columns, rows) = (inner(columns)?, inner(len / columns)?);
            if algorithm == Algorithm::FourStep {
                Recipe::FourStep { columns, rows }
            } else {
                Recipe::SixStep { columns, rows }
            }
        }
        Algorithm::Rader => {
            // A cyclic convolution of exactly the length, or a longer one around a wrapped kernel.
            let exact = len - 1;
            let smooth = exact.is_power_of_two() && (ground.has_root)(exact);
            let possible = "its convolution is longer than can be counted";
            let padded = || exact.checked_mul(2).ok_or(Error::Length { what: "rader", len, possible });
            let convolution =
                if smooth { through_transform(exact, ground)? } else { convolution(exact, padded()? - 1, ground)? };
            Recipe::Rader { len, convolution }
        }
        Algorithm::Bluestein => {
            // For odd `n`, `w^((n+1)/2)` is a square root of `w`.
            let chirp = if len % 2 == 1 { Chirp::Symmetric } else { Chirp::Triangular };
            let possible = "its convolution is longer than can be counted";
            let least = len.checked_mul(2).ok_or(Error::Length { what: "bluestein", len, possible })? - 1;
            Recipe::Bluestein { len, chirp, convolution: convolution(len, least, ground)? }
        }
        Algorithm::Packed => match (ground.fastest)(len, Order::Natural) {
            Some(recipe) => recipe?,
            None => {
                let what = "there are no packed kernels over this ring, or for this root of unity: take auto";
                return Err(Error::Unsupported { what: what.into() });
            }
        },
        plain => Recipe::plain(plain, len),
    })
}

/// Returns the side of a matrix nearest to the square root from below, both sides multiples of eight where they can be.
fn side(len: usize) -> usize {
    if len.is_power_of_two() {
        return 1 << (len.ilog2() / 2);
    }
    let mut divisors = vec![1usize];
    for (q, e) in arith::prime_factors(len as u64) {
        let smaller = divisors.clone();
        let mut power = 1;
        for _ in 0..e {
            power *= q as usize;
            divisors.extend(smaller.iter().map(|divisor| divisor * power));
        }
    }
    divisors.retain(|divisor| *divisor <= len / divisor);
    let eights = |side: &usize| side.is_multiple_of(8) && (len / side).is_multiple_of(8);
    divisors.iter().copied().filter(eights).max().or(divisors.iter().copied().max()).unwrap_or(1)
}

fn through_transform(len: usize, ground: &Ground<'_>) -> Result<Convolution> {
    let algorithm = if ground.element_bytes > engine::REGISTER_BYTES && len >= 64 {
        Algorithm::Twisted
    } else {
        Algorithm::Stockham
    };
    Ok(Convolution::Transform(Box::new(named(algorithm, len, ground)?)))
}

/// Returns a cyclic convolution of length `exact`, or of at least `padded` where it goes through a transform.
fn convolution(exact: usize, padded: usize, ground: &Ground<'_>) -> Result<Convolution> {
    let long = padded.checked_next_power_of_two().filter(|&long| (ground.has_root)(long));
    match long {
        Some(long) => through_transform(long, ground),
        None if ground.has_products && exact >= RING_LEN => Ok(Convolution::Ring { len: exact }),
        None => Ok(Convolution::Karatsuba { len: exact }),
    }
}
