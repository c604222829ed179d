//! Recipes as text, and back.

use super::{Algorithm, Convolution, Recipe, check::DEPTH, recipe::chirp_name};
use crate::{Error, ParseCause, Result, dft::Chirp, lists, order::Order};
use alloc::{
    boxed::Box,
    string::{String, ToString},
    vec::Vec,
};
use core::{fmt, num::NonZeroUsize, str::FromStr};

fn list(radices: &[usize]) -> String {
    let radices: Vec<String> = lists::of(radices, usize::to_string);
    if radices.is_empty() { "1".into() } else { radices.join("x") }
}

impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.algorithm();
        match self {
            Recipe::Plain { len, .. } => write!(f, "{name}({len})"),
            Recipe::Stockham { len, radices } | Recipe::MixedRadix { len, radices } => {
                write!(f, "{name}({len}, {})", list(radices))
            }
            Recipe::GoodThomas { columns, rows }
            | Recipe::FourStep { columns, rows }
            | Recipe::SixStep { columns, rows } => write!(f, "{name}({columns}, {rows})"),
            Recipe::Rader { len, convolution } => write!(f, "{name}({len}, {convolution})"),
            Recipe::Bluestein { len, chirp, convolution } => {
                write!(f, "{name}({len}, {}, {convolution})", chirp_name(*chirp))
            }
            Recipe::Packed { shape } => write!(f, "{name}({shape})"),
            Recipe::Kernel { name, len, order } => write!(f, "kernel({name}, {order}, {len})"),
            Recipe::Columns { width, lanes, inner } => write!(f, "columns({width}, {lanes}, {inner})"),
            Recipe::FromNovel { inner } => write!(f, "from-novel({inner})"),
            Recipe::Reorder { order, inner } => write!(f, "reorder({order}, {inner})"),
        }
    }
}

impl fmt::Display for Convolution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Convolution::Transform(recipe) => write!(f, "transform({recipe})"),
            Convolution::Karatsuba { len } => write!(f, "karatsuba({len})"),
            Convolution::Ring { len } => write!(f, "ring({len})"),
        }
    }
}

/// Returns the error of a text that is not a recipe.
fn wrong(text: &str, source: Option<ParseCause>) -> Error {
    Error::Parse {
        expected: "a recipe, for instance stockham(1024, 8x8x4x4), reorder(natural, classical(1024)) or \
                   rader(17, transform(stockham(16, 4x4)))",
        found: text.chars().take(80).collect(),
        source,
    }
}

fn number(text: &str) -> Result<usize> {
    match text.trim().parse::<NonZeroUsize>() {
        Ok(number) => Ok(number.get()),
        Err(source) => Err(wrong(text, Some(ParseCause::Integer(source)))),
    }
}

/// Splits `name(arguments)` into name and arguments.
fn call(text: &str) -> Result<(&str, &str)> {
    let (name, rest) = text.trim().split_once('(').ok_or_else(|| wrong(text, None))?;
    Ok((name, rest.strip_suffix(')').ok_or_else(|| wrong(text, None))?))
}

/// Returns the two sides of the first comma that no parenthesis encloses.
fn halves(text: &str) -> Result<(&str, &str)> {
    let mut depth = 0usize;
    let comma = text.char_indices().find(|&(_, c)| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ',' && depth == 0
    });
    let (comma, _) = comma.ok_or_else(|| wrong(text, None))?;
    Ok((&text[..comma], &text[comma + 1..]))
}

impl FromStr for Recipe {
    type Err = Error;

    /// Reads a recipe, and [checks](Recipe::check) it.
    fn from_str(text: &str) -> Result<Self> {
        // No deeper than `check` takes, so that reading needs little of the stack: a level has up to two parentheses, and a shape two.
        let mut depth = 0usize;
        for byte in text.bytes() {
            match byte {
                b'(' => depth += 1,
                b')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth > 2 * DEPTH + 2 {
                return Err(wrong(text, None));
            }
        }
        let recipe = Self::parse(text)?;
        match recipe.check() {
            Ok(()) => Ok(recipe),
            Err(error @ Error::Parse { .. }) => Err(error),
            Err(error) => Err(wrong(text, Some(ParseCause::Part(Box::new(error))))),
        }
    }
}

impl Recipe {
    /// Reads a recipe that may be none that can be run.
    fn parse(text: &str) -> Result<Self> {
        let (name, arguments) = call(text)?;
        if name == "reorder" {
            let (order, inner) = halves(arguments)?;
            let order = order.trim().parse::<Order>().map_err(|_| wrong(text, None))?;
            return Ok(Recipe::Reorder { order, inner: Box::new(Self::parse(inner)?) });
        }
        if name == "columns" {
            let (width, rest) = halves(arguments)?;
            let (lanes, inner) = halves(rest)?;
            let inner = Box::new(Self::parse(inner)?);
            return Ok(Recipe::Columns { width: number(width)?, lanes: number(lanes)?, inner });
        }
        if name == "from-novel" {
            return Ok(Recipe::FromNovel { inner: Box::new(Self::parse(arguments)?) });
        }
        if name == "kernel" {
            let (name, rest) = halves(arguments)?;
            let (order, len) = halves(rest)?;
            let order = order.trim().parse::<Order>().map_err(|_| wrong(text, None))?;
            return Ok(Recipe::Kernel { name: name.trim().to_string().into(), len: number(len)?, order });
        }
        if name == "packed" {
            return Ok(Recipe::Packed { shape: arguments.parse()? });
        }
        let algorithm: Algorithm = name.parse().map_err(|_| wrong(text, None))?;
        let radices = || -> Result<_> {
            let (len, radices) = halves(arguments)?;
            // The list without factors is written so.
            let none = radices.trim() == "1";
            let radices = if none { Vec::new() } else { radices.split('x').map(number).collect::<Result<_>>()? };
            Ok((number(len)?, radices))
        };
        let matrix = || -> Result<_> {
            let (columns, rows) = halves(arguments)?;
            Ok((Box::new(Self::parse(columns)?), Box::new(Self::parse(rows)?)))
        };
        Ok(match algorithm {
            Algorithm::Stockham => {
                let (len, radices) = radices()?;
                Recipe::Stockham { len, radices }
            }
            Algorithm::MixedRadix => {
                let (len, radices) = radices()?;
                Recipe::MixedRadix { len, radices }
            }
            Algorithm::GoodThomas => {
                let (columns, rows) = matrix()?;
                Recipe::GoodThomas { columns, rows }
            }
            Algorithm::FourStep => {
                let (columns, rows) = matrix()?;
                Recipe::FourStep { columns, rows }
            }
            Algorithm::SixStep => {
                let (columns, rows) = matrix()?;
                Recipe::SixStep { columns, rows }
            }
            Algorithm::Rader => {
                let (len, convolution) = halves(arguments)?;
                Recipe::Rader { len: number(len)?, convolution: Convolution::parse(convolution)? }
            }
            Algorithm::Bluestein => {
                let (len, rest) = halves(arguments)?;
                let (chirp, convolution) = halves(rest)?;
                let chirp = match chirp.trim() {
                    "triangular" => Chirp::Triangular,
                    "symmetric" => Chirp::Symmetric,
                    _ => return Err(wrong(text, None)),
                };
                Recipe::Bluestein { len: number(len)?, chirp, convolution: Convolution::parse(convolution)? }
            }
            plain => Recipe::Plain { algorithm: plain, len: number(arguments)? },
        })
    }
}

impl FromStr for Convolution {
    type Err = Error;

    /// Reads a convolution, and [checks](Recipe::check) the transform in it; its length must fit the recipe around it.
    fn from_str(text: &str) -> Result<Self> {
        let convolution = Self::parse(text)?;
        match &convolution {
            Convolution::Transform(recipe) => {
                recipe.check().map_err(|error| wrong(text, Some(ParseCause::Part(Box::new(error)))))?
            }
            Convolution::Karatsuba { .. } | Convolution::Ring { .. } => {}
        }
        Ok(convolution)
    }
}

impl Convolution {
    fn parse(text: &str) -> Result<Self> {
        let (name, arguments) = call(text)?;
        match name {
            "transform" => Ok(Convolution::Transform(Box::new(Recipe::parse(arguments)?))),
            "karatsuba" => Ok(Convolution::Karatsuba { len: number(arguments)? }),
            "ring" => Ok(Convolution::Ring { len: number(arguments)? }),
            _ => Err(wrong(text, None)),
        }
    }
}
