//! The kernel that computes a transform, as plain data and as text.

#![allow(unreachable_pub, reason = "for those who print, keep and compare shapes")]

use super::{
    across::radices::scratch_of_steps, codelets, columns, convolution, cyclic, direct, nine_rows, powers,
    powers::product, short_powers, stepped, transposed,
};
#[cfg(feature = "prime")]
use crate::kernel::{TwiddleMemory, ntt};
use crate::{Error, Result, order::Order};
use alloc::{boxed::Box, vec::Vec};
use core::{fmt, str::FromStr};

mod check;

/// The greatest length.
///
/// Less where words are short, so that small multiples of a length fit one.
pub(crate) const LONGEST: usize = if usize::BITS > 43 { 1 << 40 } else { 1 << (usize::BITS - 3) };

/// The fewest values of a row of [`Shape::Rows`]: every vector of columns is full.
pub(crate) const SHORTEST_ROW: usize = 16;

/// The kernel of a transform: enough data to build it again.
///
/// The fields are public, so not every value is a kernel. [`check`](Shape::check) finds those that are not, and everything that
/// takes a shape calls it.
///
/// Numbers after a name are the lanes of its vectors. As text:
///
/// ```text
/// direct8(61)                        the definition, `L` values at a time
/// direct2(31)                        the same in registers, two doubles or four singles with the parts side by side
/// single(7)                          a network
/// codelet4(4*8)                      two steps in registers, or through the first cache
/// lanes8(8x8*8x4)                    a power of two, columns in lanes: 64 by 32
/// pairs2(8*8x4)                      the same with the parts of a number side by side: 8 by 32
/// pairs8(45*8)                       two steps as a codelet's, with the parts side by side in vectors of 64 bytes
/// columns8(10x10*10)                 any sides: 100 by 10, passes of radix 10
/// residues8(4096,bit-reversed)       over residues; without an order, natural
/// rader(1009,columns8(16*9x7))       a cyclic convolution of length p - 1
/// bluestein(1000003,columns8(...))     a cyclic convolution of length at least 2 n - 1
/// rows(123456,bluestein(643,...))    rows of 643 values by the kernel inside, columns of 192 in lanes
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Shape {
    /// The definition.
    Direct {
        /// Lanes of a vector.
        lanes: usize,
        /// The length.
        len: usize,
    },
    /// A network for one transform, without vectors.
    Single {
        /// The length.
        len: usize,
    },
    /// Two steps in registers or the first cache.
    Codelet {
        /// Lanes of a vector.
        lanes: usize,
        /// Length of the first step's transforms.
        columns: usize,
        /// Length of the second step's transforms.
        rows: usize,
    },
    /// Columns in lanes, then rows; any sides. Where the lanes divide the first radix its pass transposes.
    Columns {
        /// Lanes of a vector.
        lanes: usize,
        /// Radices of the first step.
        columns: Vec<usize>,
        /// Radices of the second step.
        rows: Vec<usize>,
    },
    /// Columns in lanes for powers of two: the first radix is 8, or 16 on 16 lanes, and the lanes divide the rows.
    Lanes {
        /// Lanes of a vector.
        lanes: usize,
        /// Radices of the first step.
        columns: Vec<usize>,
        /// Radices of the second step.
        rows: Vec<usize>,
    },
    /// Two steps in registers that hold both parts of a number side by side: a power of two from 256 to 8192, whose first radix is 8 or
    /// 16 and whose rows have two or three; or as [`Codelet`](Shape::Codelet) on vectors of 64 bytes, with one number on each side.
    Pairs {
        /// Numbers of a vector: 2 doubles or 4 singles, in vectors of 64 bytes 4 or 8.
        lanes: usize,
        /// Radices of the first step.
        columns: Vec<usize>,
        /// Radices of the second step.
        rows: Vec<usize>,
    },
    /// A power of two in place, to bit-reversed order.
    Reversed {
        /// Lanes of a vector.
        lanes: usize,
        /// The length.
        len: usize,
    },
    /// The tree of remainders over residues, a power of two in place.
    Residues {
        /// Lanes of a vector.
        lanes: usize,
        /// The length.
        len: usize,
        /// The order of the values: natural, or bit-reversed.
        natural: bool,
    },
    /// A prime length by a cyclic convolution of the length below it.
    Rader {
        /// The prime.
        len: usize,
        /// The transform inside, [`Columns`](Shape::Columns): with as many rows as lanes, nothing in it is reordered.
        inner: Box<Shape>,
    },
    /// Any length by a cyclic convolution.
    Bluestein {
        /// The length.
        len: usize,
        /// The transform inside, [`Columns`](Shape::Columns): with as many rows as lanes, nothing in it is reordered.
        inner: Box<Shape>,
    },
    /// A length with a large prime factor: rows by the kernel of a divisor, then columns in lanes.
    Rows {
        /// The length.
        len: usize,
        /// The kernel of the rows: [`Direct`](Shape::Direct), [`Rader`](Shape::Rader) or [`Bluestein`](Shape::Bluestein). Columns have the
        /// length over that of a row: at most 2048 values, without a prime factor above 7.
        inner: Box<Shape>,
    },
}

#[allow(clippy::len_without_is_empty, reason = "a transform has at least one value")]
impl Shape {
    /// Returns the number of values of a transform; 0 if the number overflows.
    #[allow(clippy::len_without_is_empty, reason = "a transform has at least one point")]
    pub fn len(&self) -> usize {
        match self {
            Shape::Direct { len, .. }
            | Shape::Single { len }
            | Shape::Reversed { len, .. }
            | Shape::Residues { len, .. }
            | Shape::Rader { len, .. }
            | Shape::Bluestein { len, .. }
            | Shape::Rows { len, .. } => *len,
            Shape::Codelet { columns, rows, .. } => columns.checked_mul(*rows).unwrap_or(0),
            Shape::Columns { columns, rows, .. }
            | Shape::Lanes { columns, rows, .. }
            | Shape::Pairs { columns, rows, .. } => {
                product(columns).zip(product(rows)).and_then(|(a, b)| a.checked_mul(b)).unwrap_or(0)
            }
        }
    }

    /// Returns whether the kernel takes any number of rows in place, one after another, as one call.
    pub(crate) fn takes_rows(&self) -> bool {
        match self {
            Shape::Codelet { lanes, columns, rows } => codelets::is_codelet(*lanes, *columns, *rows),
            Shape::Pairs { lanes, columns, rows } => {
                matches!(stepped::sides(columns, rows), Some([n1, n2]) if codelets::is_wide_codelet(*lanes, n1, n2))
            }
            _ => false,
        }
    }

    /// Returns the order of the values.
    pub fn order(&self) -> Order {
        match self {
            Shape::Reversed { .. } | Shape::Residues { natural: false, .. } => Order::BitReversed,
            _ => Order::Natural,
        }
    }

    /// Returns the complex numbers of scratch that a run on this many threads needs. Returns `None` if the number
    /// overflows, or [`check`](Shape::check) refuses the shape.
    pub fn scratch_len(&self, threads: usize) -> Option<usize> {
        self.check().ok()?;
        match self {
            // Four lanes of singles have no table nor scratch either, but those of doubles do.
            Shape::Direct { lanes: 2, .. } => Some(0),
            Shape::Direct { lanes, len } => Some(direct::scratch_len(*len, *lanes)),
            Shape::Codelet { lanes, columns, rows } if nine_rows::exists(*lanes, *columns, *rows) => {
                Some(nine_rows::scratch_len())
            }
            Shape::Codelet { lanes, columns, rows } if !codelets::is_codelet(*lanes, *columns, *rows) => {
                Some(stepped::scratch_len(*columns, *rows, *lanes))
            }
            Shape::Single { .. } | Shape::Codelet { .. } | Shape::Reversed { .. } | Shape::Residues { .. } => Some(0),
            Shape::Pairs { lanes, columns, rows } => match stepped::sides(columns, rows) {
                Some(_) if self.takes_rows() => Some(0),
                Some([n1, n2]) => Some(stepped::scratch_len(n1, n2, *lanes)),
                // The numbers, and those before the first line of the cache.
                None => self.len().checked_add(short_powers::before(*lanes)),
            },
            Shape::Columns { lanes, columns, rows } | Shape::Lanes { lanes, columns, rows }
                if transposed::is_transposed(columns, *lanes) =>
            {
                let threads = powers::threads(self.len(), threads);
                transposed::scratch_len(columns[0], product(&columns[1..])?, product(rows)?, *lanes, threads)?
                    .checked_add(if matches!(self, Shape::Lanes { .. }) { short_powers::apart(self.len()) } else { 0 })
            }
            Shape::Columns { lanes, columns, rows } | Shape::Lanes { lanes, columns, rows } => {
                columns::scratch_len(product(columns)?, product(rows)?, *lanes)
            }
            Shape::Rows { len, inner } => {
                let [each, threads] = rows_shared(*len, inner, threads)?;
                each.checked_mul(threads)?.checked_add(*len)
            }
            Shape::Rader { inner, .. } | Shape::Bluestein { inner, .. } => match &**inner {
                Shape::Columns { lanes, columns, rows }
                    if match self {
                        Shape::Rader { .. } => cyclic::is_cyclic(columns, rows, *lanes),
                        _ => cyclic::is_chirped(columns, rows, *lanes),
                    } =>
                {
                    cyclic::scratch_len(inner.len())
                }
                Shape::Columns { lanes, columns, rows } => {
                    // The values to convolve are made in scratch.
                    convolution::scratch_len(product(columns)?, product(rows)?, *lanes)?.checked_add(inner.len())
                }
                _ => None,
            },
        }
    }

    /// Returns the complex numbers or twiddles of tables, to a few per cent. Returns `None` if the number overflows, or
    /// [`check`](Shape::check) refuses the shape.
    pub fn table_len(&self) -> Option<usize> {
        self.check().ok()?;
        match self {
            Shape::Direct { lanes: 2, .. } => Some(0),
            Shape::Direct { lanes, len } => Some(direct::table_len(*len, *lanes)),
            Shape::Single { .. } => Some(0),
            Shape::Reversed { lanes, len } => {
                // A transform in one function has factors for each value between columns and rows.
                let short = if *lanes > 1 && *len <= 64 * lanes * lanes { *len } else { 0 };
                (len / lanes).checked_mul(3)?.checked_add(lanes * lanes + short)
            }
            #[cfg(feature = "prime")]
            Shape::Residues { lanes, len, .. } => ntt::table_len(*lanes, *len, 8, TwiddleMemory::Full),
            #[cfg(not(feature = "prime"))]
            Shape::Residues { .. } => None,
            Shape::Codelet { lanes, columns, rows } if nine_rows::exists(*lanes, *columns, *rows) => {
                Some(nine_rows::table_len(*lanes))
            }
            // Constant factors belong to no plan.
            Shape::Codelet { lanes, columns, rows } if codelets::is_codelet(*lanes, *columns, *rows) => Some(0),
            // With the parts side by side each part of a factor twice; four lanes may have them apart, and once.
            Shape::Codelet { lanes, columns, rows } => {
                rows.next_multiple_of(*lanes).checked_mul(*columns)?.checked_mul(if *lanes < 8 { 2 } else { 1 })
            }
            Shape::Columns { lanes, columns, rows } | Shape::Lanes { lanes, columns, rows } => {
                let (n1, n2) = (product(columns)?, product(rows)?);
                n1.checked_mul(n2.checked_add(2 * lanes)?)?.checked_add(n2)
            }
            // Each part of a factor twice; once from 1024 doubles on, or 4096 singles. Four lanes may be of either.
            Shape::Pairs { lanes, columns, rows } => match stepped::sides(columns, rows) {
                Some(_) if self.takes_rows() => Some(0),
                Some([n1, n2]) => n2.next_multiple_of(*lanes).checked_mul(n1)?.checked_mul(2),
                None => {
                    let twice = self.len() < 1024 || self.len() <= 2048 && *lanes > 2;
                    self.len().checked_mul(if twice { 2 } else { 1 })
                }
            },
            Shape::Rader { len, inner } => inner.table_len()?.checked_add(inner.len())?.checked_add(*len),
            Shape::Bluestein { len, inner } => inner.table_len()?.checked_add(inner.len())?.checked_add(*len),
            // Of columns fewer than two factors a value, and their conjugates.
            Shape::Rows { len, inner } => inner.table_len()?.checked_add(*len)?.checked_add(4 * (len / inner.len())),
        }
    }
}

/// Returns the scratch that one thread needs beside the matrix of [`Shape::Rows`], and the number of threads that share it: as many as need no
/// more scratch than the matrix.
pub(super) fn rows_shared(len: usize, inner: &Shape, threads: usize) -> Option<[usize; 2]> {
    let each = inner.scratch_len(1)?.max(scratch_of_steps(len / inner.len()));
    Some([each, powers::threads(len, threads).min((len / each).max(1))])
}

fn write_radices(f: &mut fmt::Formatter<'_>, radices: &[usize]) -> fmt::Result {
    for (i, radix) in radices.iter().enumerate() {
        write!(f, "{}{radix}", if i == 0 { "" } else { "x" })?;
    }
    Ok(())
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shape::Direct { lanes, len } => write!(f, "direct{lanes}({len})"),
            Shape::Single { len } => write!(f, "single({len})"),
            Shape::Reversed { lanes, len } => write!(f, "reversed{lanes}({len})"),
            Shape::Residues { lanes, len, natural: true } => write!(f, "residues{lanes}({len})"),
            Shape::Residues { lanes, len, natural: false } => write!(f, "residues{lanes}({len},bit-reversed)"),
            Shape::Codelet { lanes, columns, rows } => write!(f, "codelet{lanes}({columns}*{rows})"),
            Shape::Columns { lanes, columns, rows }
            | Shape::Lanes { lanes, columns, rows }
            | Shape::Pairs { lanes, columns, rows } => {
                let name = match self {
                    Shape::Lanes { .. } => "lanes",
                    Shape::Pairs { .. } => "pairs",
                    _ => "columns",
                };
                write!(f, "{name}{lanes}(")?;
                write_radices(f, columns)?;
                f.write_str("*")?;
                write_radices(f, rows)?;
                f.write_str(")")
            }
            Shape::Rader { len, inner } => write!(f, "rader({len},{inner})"),
            Shape::Bluestein { len, inner } => write!(f, "bluestein({len},{inner})"),
            Shape::Rows { len, inner } => write!(f, "rows({len},{inner})"),
        }
    }
}

/// Returns the beginning of a text, for a message.
fn shorten(text: &str) -> alloc::string::String {
    text.chars().take(60).collect()
}

impl FromStr for Shape {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let shape = parse(text, 3).ok_or_else(|| Error::Parse {
            expected: "a shape such as direct8(31), codelet4(4*8), columns8(10x10*10) or bluestein(999,columns8(16x16*8))",
            found: shorten(text),
            source: None,
        })?;
        shape.check()?;
        Ok(shape)
    }
}

/// Returns the shape of a text with at most `depth` shapes inside one another.
fn parse(text: &str, depth: usize) -> Option<Shape> {
    let depth = depth.checked_sub(1)?;
    let (head, rest) = text.split_once('(')?;
    let body = rest.strip_suffix(')')?;
    let digits = head.find(|c: char| c.is_ascii_digit()).unwrap_or(head.len());
    let (name, lanes) = head.split_at(digits);
    let inner = || -> Option<(usize, Box<Shape>)> {
        let (len, inner) = body.split_once(',')?;
        Some((number(len)?, Box::new(parse(inner, depth)?)))
    };
    match name {
        "direct" => Some(Shape::Direct { lanes: number(lanes)?, len: number(body)? }),
        "reversed" => Some(Shape::Reversed { lanes: number(lanes)?, len: number(body)? }),
        "residues" => {
            let (len, natural) = match body.strip_suffix(",bit-reversed") {
                Some(len) => (len, false),
                None => (body, true),
            };
            Some(Shape::Residues { lanes: number(lanes)?, len: number(len)?, natural })
        }
        "single" if lanes.is_empty() => Some(Shape::Single { len: number(body)? }),
        "codelet" => {
            let (columns, rows) = body.split_once('*')?;
            Some(Shape::Codelet { lanes: number(lanes)?, columns: number(columns)?, rows: number(rows)? })
        }
        "columns" | "lanes" | "pairs" => {
            let (columns, rows) = body.split_once('*')?;
            let (lanes, columns, rows) = (number(lanes)?, radices(columns)?, radices(rows)?);
            Some(match name {
                "lanes" => Shape::Lanes { lanes, columns, rows },
                "pairs" => Shape::Pairs { lanes, columns, rows },
                _ => Shape::Columns { lanes, columns, rows },
            })
        }
        "rader" if lanes.is_empty() => inner().map(|(len, inner)| Shape::Rader { len, inner }),
        "bluestein" if lanes.is_empty() => inner().map(|(len, inner)| Shape::Bluestein { len, inner }),
        "rows" if lanes.is_empty() => inner().map(|(len, inner)| Shape::Rows { len, inner }),
        _ => None,
    }
}

/// Reads digits alone, without zeros before them.
fn number(text: &str) -> Option<usize> {
    let plain =
        text.bytes().all(|c| c.is_ascii_digit()) && text.len() <= 13 && (text.len() == 1 || !text.starts_with('0'));
    if plain { text.parse().ok() } else { None }
}

fn radices(text: &str) -> Option<Vec<usize>> {
    if text.len() > 200 {
        return None;
    }
    text.split('x').map(number).collect()
}
