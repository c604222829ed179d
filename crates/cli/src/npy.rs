//! NumPy arrays: writes headers, parses them, and converts items to the ring's raw bytes.
//!
//! A type is accepted by its kind and its size together. For a size that NumPy does not have, or that the ring does not
//! read, the error names those that it reads.

mod header;

use crate::{
    failure::{Failure, Outcome},
    values::NpyType,
};
use header::{Header, MAGIC};
use std::borrow::Cow;

/// Returns the header of `count` elements: version 1.0, padded to 64 bytes.
pub(crate) fn header(kind: NpyType, count: usize) -> Vec<u8> {
    match kind {
        NpyType::Words { words } => header_of_shape(kind, &[count, words]),
        _ => header_of_shape(kind, &[count]),
    }
}

/// Returns the header of an array; the words of an element are its last axis. The version is 1.0, or 2.0 if many axes
/// make the text long.
pub(crate) fn header_of_shape(kind: NpyType, shape: &[usize]) -> Vec<u8> {
    let descr = match kind {
        NpyType::Complex { float } => format!("<c{}", 2 * float),
        NpyType::Real { float } => format!("<f{float}"),
        NpyType::Unsigned { bytes } => format!("<u{bytes}"),
        NpyType::Words { .. } => "<u8".into(),
    };
    let lengths: Vec<String> = shape.iter().map(usize::to_string).collect();
    let shape = format!("({}{})", lengths.join(", "), if shape.len() == 1 { "," } else { "" });
    let mut text = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}");
    // Version 1.0 counts the text in two bytes, version 2.0 in four.
    let long = text.len() + 64 > usize::from(u16::MAX);
    let count = if long { 4 } else { 2 };
    while !(MAGIC.len() + 2 + count + text.len() + 1).is_multiple_of(64) {
        text.push(' ');
    }
    text.push('\n');
    let version = [if long { 2 } else { 1 }, 0];
    [MAGIC, &version, &(text.len() as u64).to_le_bytes()[..count], text.as_bytes()].concat()
}

/// Converts an item of the file to bytes of the ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Conversion {
    None,
    /// Floats of 4 bytes to floats of 8.
    Widen,
    /// Floats of `from` bytes to complex numbers of floats of `to` bytes.
    Imaginary {
        from: usize,
        to: usize,
    },
    /// Integers of `from` bytes to unsigned ones of `to` bytes.
    Integers {
        signed: bool,
        from: usize,
        to: usize,
    },
}

/// An array whose header and size agree.
pub(crate) struct Array<'a> {
    /// Lengths of the axes in elements: without the axis of an element's words.
    pub(crate) shape: Vec<usize>,
    data: &'a [u8],
    conversion: Conversion,
    what: &'a str,
}

impl<'a> Array<'a> {
    /// Parses the header of `file` and checks that the ring reads its type.
    pub(crate) fn new(file: &'a [u8], kind: NpyType, what: &'a str) -> Outcome<Self> {
        let wrong = |text: String| Failure::input(format!("{what} is no array this ring can read: {text}"));
        let (Header { descr, fortran, mut shape }, data) = Header::read(file).map_err(wrong)?;
        let (kind_of_item, item) = item(&descr, kind).map_err(wrong)?;
        if fortran && shape.iter().filter(|&&len| len != 1).count() > 1 {
            return Err(wrong("its order is Fortran's: save numpy.ascontiguousarray of it".into()));
        }
        let items = shape.iter().try_fold(1usize, |product, &len| product.checked_mul(len));
        match items.and_then(|items| items.checked_mul(item)) {
            None => return Err(wrong(format!("its shape {shape:?} has more elements than a file can hold"))),
            Some(bytes) if bytes != data.len() => {
                return Err(wrong(format!(
                    "its shape {shape:?} of {descr} takes {bytes} bytes, but {} follow the header",
                    data.len()
                )));
            }
            Some(_) => {}
        }
        let last = if shape.len() > 1 { shape.last().copied() } else { None };
        let conversion = match (kind, kind_of_item, item) {
            (NpyType::Complex { float }, 'c', _) if item == 2 * float => Conversion::None,
            (NpyType::Complex { float: 8 }, 'c', 8) | (NpyType::Real { float: 8 }, 'f', 4) => Conversion::Widen,
            (NpyType::Complex { float }, 'f', 4 | 8) if item <= float => {
                Conversion::Imaginary { from: item, to: float }
            }
            (NpyType::Real { float }, 'f', _) if item == float => Conversion::None,
            (NpyType::Unsigned { bytes }, 'u', _) if item == bytes => Conversion::None,
            (NpyType::Unsigned { bytes }, 'u' | 'i', 1 | 2 | 4 | 8) => {
                Conversion::Integers { signed: kind_of_item == 'i', from: item, to: bytes }
            }
            (NpyType::Words { words }, 'u', 8) if last == Some(words) => Conversion::None,
            (NpyType::Words { words }, 'u', 1) if last == Some(8 * words) => Conversion::None,
            (NpyType::Words { words }, 'V' | 'S', _) if item == 8 * words => Conversion::None,
            (NpyType::Words { words }, 'u', 1 | 8) => {
                return Err(wrong(format!(
                    "its shape is {shape:?}, but {} is needed",
                    needed(NpyType::Words { words })
                )));
            }
            _ => return Err(wrong(format!("its type is {descr}, but {} is needed", needed(kind)))),
        };
        if matches!((kind, kind_of_item), (NpyType::Words { .. }, 'u')) {
            shape.pop();
        }
        Ok(Array { shape, data, conversion, what })
    }

    /// Returns the number of elements.
    pub(crate) fn len(&self) -> usize {
        self.shape.iter().product()
    }

    /// Converts the elements to raw bytes of the ring. Returns an error for a number that the ring cannot hold.
    pub(crate) fn to_raw(&self) -> Outcome<Cow<'a, [u8]>> {
        let data = self.data;
        let converted = match self.conversion {
            Conversion::None => return Ok(Cow::Borrowed(data)),
            Conversion::Widen => floats(data, 4, 8, false),
            Conversion::Imaginary { from, to } => floats(data, from, to, true),
            Conversion::Integers { signed, from, to } => integers(data, signed, from, to).ok_or_else(|| {
                Failure::input(format!("{} holds a number that is negative or too large for this ring", self.what))
            })?,
        };
        Ok(Cow::Owned(converted))
    }

    /// Returns the bytes that [`to_raw`](Array::to_raw) allocates.
    pub(crate) fn converted_bytes(&self) -> usize {
        match self.conversion {
            Conversion::None => 0,
            Conversion::Widen => 2 * self.data.len(),
            Conversion::Imaginary { from, to } => self.data.len() / from * 2 * to,
            Conversion::Integers { from, to, .. } => self.data.len() / from * to,
        }
    }
}

/// Parses `descr` into kind and size. Returns the error message for a type that NumPy does not have, or that this
/// program does not read.
fn item(descr: &str, needs: NpyType) -> Result<(char, usize), String> {
    let needs = || format!("{} is needed", needed(needs));
    let unknown = || format!("its type is {descr}, which NumPy does not have: {}", needs());
    let (order, rest) = descr.split_at(usize::from(descr.starts_with(['<', '>', '|', '='])));
    let mut rest = rest.chars();
    let kind = rest.next().ok_or_else(unknown)?;
    let digits = rest.as_str();
    let plain = !digits.starts_with('0') && !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    let size: usize = digits.parse().ok().filter(|_| plain).ok_or_else(unknown)?;
    match (kind, size) {
        ('c', 8 | 16) | ('f', 4 | 8) | ('i' | 'u', 1 | 2 | 4 | 8) | ('V' | 'S', _) => {}
        ('c', 32) | ('f', 2 | 12 | 16) | ('c', 24) | ('b', 1) | ('m' | 'M', 8) | ('O' | 'U', _) => {
            return Err(format!("its type is {descr}, which this program does not read: {}", needs()));
        }
        _ => return Err(unknown()),
    }
    let numeric = !matches!(kind, 'V' | 'S') && size > 1;
    match order {
        ">" if numeric => Err(format!("its type {descr} is big-endian: convert it with .astype(\"<{kind}{size}\")")),
        "|" if numeric => {
            Err(format!("its type {descr} has no order of bytes: convert it with .astype(\"<{kind}{size}\")"))
        }
        "" | "=" if numeric && cfg!(target_endian = "big") => {
            Err(format!("its type {descr} is of this machine's order: convert it with .astype(\"<{kind}{size}\")"))
        }
        _ => Ok((kind, size)),
    }
}

/// Returns the types that the ring reads, for messages.
fn needed(kind: NpyType) -> String {
    match kind {
        NpyType::Complex { float: 4 } => "<c8 or <f4".into(),
        NpyType::Complex { .. } => "<c16, <c8, <f8 or <f4".into(),
        NpyType::Real { float: 4 } => "<f4".into(),
        NpyType::Real { .. } => "<f8 or <f4".into(),
        NpyType::Unsigned { bytes } => format!("<u{bytes} (or other integers of 1, 2, 4 or 8 bytes)"),
        NpyType::Words { words } => format!("<u8 with shape (n, {words}), |u1 with shape (n, {}), or |V{0}", 8 * words),
    }
}

/// Converts floats of `from` bytes to floats of `to` bytes. If `real` is set, an imaginary part 0 follows each.
fn floats(data: &[u8], from: usize, to: usize, real: bool) -> Vec<u8> {
    let mut raw = Vec::with_capacity(data.len() / from * to * if real { 2 } else { 1 });
    for chunk in data.chunks_exact(from) {
        let x = match *chunk {
            [a, b, c, d] => f64::from(f32::from_le_bytes([a, b, c, d])),
            _ => chunk.try_into().map_or(f64::NAN, f64::from_le_bytes),
        };
        let mut push =
            |x: f64| if to == 4 { raw.extend((x as f32).to_le_bytes()) } else { raw.extend(x.to_le_bytes()) };
        push(x);
        if real {
            push(0.0);
        }
    }
    raw
}

/// Converts integers of `from` bytes to unsigned ones of `to` bytes; `None` if one is negative or too large.
fn integers(data: &[u8], signed: bool, from: usize, to: usize) -> Option<Vec<u8>> {
    let mut raw = Vec::with_capacity(data.len() / from * to);
    for chunk in data.chunks_exact(from) {
        if signed && chunk.last().is_some_and(|byte| byte >> 7 == 1) {
            return None;
        }
        let kept = from.min(to);
        if chunk[kept..].iter().any(|&byte| byte != 0) {
            return None;
        }
        raw.extend(&chunk[..kept]);
        raw.resize(raw.len() + to - kept, 0);
    }
    Some(raw)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn to_raw(file: &[u8], kind: NpyType) -> Outcome<Vec<u8>> {
        Array::new(file, kind, "it")?.to_raw().map(Cow::into_owned)
    }

    #[test]
    fn headers_read_back() {
        for kind in [
            NpyType::Complex { float: 4 },
            NpyType::Real { float: 8 },
            NpyType::Unsigned { bytes: 8 },
            NpyType::Words { words: 4 },
        ] {
            let mut file = header(kind, 3);
            assert!(file.len().is_multiple_of(64));
            let data: Vec<u8> = (0..match kind {
                NpyType::Words { .. } => 96,
                _ => 24,
            })
                .collect();
            file.extend(&data);
            assert_eq!(to_raw(&file, kind).unwrap(), data[..]);
            assert!(to_raw(&file[..file.len() - 1], kind).is_err());
        }
        // Lengths around the longest text that two bytes can count.
        for axes in [21_000, 21_820, 21_821, 21_822, 21_840, 22_000, 40_000] {
            let kind = NpyType::Unsigned { bytes: 8 };
            let mut file = header_of_shape(kind, &vec![1; axes]);
            assert!(file.len().is_multiple_of(64));
            file.extend([7; 8]);
            assert_eq!(Array::new(&file, kind, "it").unwrap().shape.len(), axes);
            assert_eq!(to_raw(&file, kind).unwrap(), [7; 8]);
        }
        for file in [&b""[..], b"\x93NUMPY", b"\x93NUMPY\x01\x00\xff\xff{}", b"1\n2\n"] {
            assert!(to_raw(file, NpyType::Unsigned { bytes: 4 }).is_err());
        }
    }
}
