//! Elements in files: text, raw and npy.

use crate::{
    failure::{Failure, Outcome, quoted},
    npy,
    values::{Element, Values},
};
use std::io::{self, Write};

/// The format of element files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// One element a line.
    Text,
    /// Little-endian elements, nothing else.
    Raw,
    /// An array of NumPy.
    Npy,
}

impl Format {
    /// Reads a name.
    pub(crate) fn parse(text: &str) -> Outcome<Self> {
        match text {
            "text" => Ok(Format::Text),
            "raw" => Ok(Format::Raw),
            "npy" => Ok(Format::Npy),
            _ => Err(Failure::input(format!("no format {}: there are text, raw and npy", quoted(text)))),
        }
    }

    /// Number of elements in `bytes`, or an upper bound, without reading them.
    pub(crate) fn count<V: Values>(self, values: &V, bytes: &[u8]) -> usize {
        match self {
            Format::Text => lines(bytes).count(),
            Format::Raw | Format::Npy => bytes.len() / values.width(),
        }
    }

    /// The elements in `bytes`, `what` naming the input.
    pub(crate) fn read<V: Values>(self, values: &V, bytes: &[u8], what: &str) -> Outcome<Vec<Element<V>>> {
        let count = self.count(values, bytes);
        let mut elements = Vec::new();
        elements.try_reserve_exact(count).map_err(|_| {
            Failure::Resource(format!("no memory for {count} elements of {}: take a shorter input", values.name()))
        })?;
        match self {
            Format::Text => text(values, bytes, what, &mut elements)?,
            Format::Raw => raw(values, bytes, what, &mut elements)?,
            Format::Npy => raw(values, &npy::to_raw(bytes, values.npy(), what)?, what, &mut elements)?,
        }
        if elements.is_empty() {
            return Err(Failure::input(format!("{what} holds no element: at least one is needed")));
        }
        Ok(elements)
    }

    /// Writes `elements`.
    pub(crate) fn write<V: Values>(self, values: &V, elements: &[Element<V>], out: &mut dyn Write) -> io::Result<()> {
        match self {
            Format::Text => {
                let mut line = String::new();
                for element in elements {
                    line.clear();
                    values.write(element, &mut line);
                    line.push('\n');
                    out.write_all(line.as_bytes())?;
                }
                Ok(())
            }
            Format::Npy => {
                out.write_all(&npy::header(values.npy(), elements.len()))?;
                Format::Raw.write(values, elements, out)
            }
            Format::Raw => {
                let mut bytes = Vec::new();
                for element in elements {
                    bytes.clear();
                    values.encode(element, &mut bytes);
                    out.write_all(&bytes)?;
                }
                Ok(())
            }
        }
    }
}

/// Lines with something in them: number and text, comments and blanks removed.
pub(crate) fn lines(bytes: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    bytes
        .split(|&byte| byte == b'\n')
        .enumerate()
        .map(|(i, line)| (i + 1, line.split(|&byte| byte == b'#').next().unwrap_or(line).trim_ascii()))
        .filter(|(_, line)| !line.is_empty())
}

fn text<V: Values>(values: &V, bytes: &[u8], what: &str, elements: &mut Vec<Element<V>>) -> Outcome<()> {
    for (number, line) in lines(bytes) {
        let element = std::str::from_utf8(line).ok().and_then(|line| values.read(line)).ok_or_else(|| {
            Failure::input(format!(
                "line {number} of {what} is {}, but {} takes {} on each line",
                quoted(&String::from_utf8_lossy(line)),
                values.name(),
                values.expected()
            ))
        })?;
        elements.push(element);
    }
    Ok(())
}

fn raw<V: Values>(values: &V, bytes: &[u8], what: &str, elements: &mut Vec<Element<V>>) -> Outcome<()> {
    let width = values.width();
    if !bytes.len().is_multiple_of(width) {
        return Err(Failure::input(format!(
            "{what} has {} bytes, but an element of {} takes {width}: the length must be a multiple of that",
            bytes.len(),
            values.name()
        )));
    }
    for (index, chunk) in bytes.chunks_exact(width).enumerate() {
        let element = values.decode(chunk).ok_or_else(|| {
            Failure::input(format!(
                "element {index} of {what} is no element of {}: it takes {}",
                values.name(),
                values.expected()
            ))
        })?;
        elements.push(element);
    }
    Ok(())
}
