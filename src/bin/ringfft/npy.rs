//! NumPy arrays: header there and back, conversion to the ring's raw bytes.

use crate::{
    failure::{Failure, Outcome},
    values::NpyType,
};
use std::borrow::Cow;

const MAGIC: &[u8] = b"\x93NUMPY";

/// The header of `count` elements: version 1.0, padded to 64 bytes.
pub(crate) fn header(kind: NpyType, count: usize) -> Vec<u8> {
    match kind {
        NpyType::Words { words } => header_of_shape(kind, &[count, words]),
        _ => header_of_shape(kind, &[count]),
    }
}

/// The header of an array, the words of an element its last axis.
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
    while !(MAGIC.len() + 4 + text.len() + 1).is_multiple_of(64) {
        text.push(' ');
    }
    text.push('\n');
    // A shape with no length 0 has few axes that are not 1, and far below 2^16 characters.
    let len = u16::try_from(text.len()).unwrap_or(u16::MAX).to_le_bytes();
    [MAGIC, &[1, 0], &len, text.as_bytes()].concat()
}

/// The elements as raw bytes of the ring, converted where that loses nothing.
pub(crate) fn to_raw<'a>(file: &'a [u8], kind: NpyType, what: &str) -> Outcome<Cow<'a, [u8]>> {
    let wrong = |text: String| Failure::input(format!("{what} is no array this ring can read: {text}"));
    let (header, data) = split(file)
        .ok_or_else(|| wrong("it does not begin with the header of an npy file: write it with numpy.save".into()))?;
    let descr = quoted_value(header, "descr").ok_or_else(|| wrong("its type is not a plain one".into()))?;
    let shape = shape(header).ok_or_else(|| wrong("its header has no shape".into()))?;
    if value(header, "fortran_order").is_some_and(|order| order.starts_with("True")) && shape.len() > 1 {
        return Err(wrong("its order is Fortran's: save numpy.ascontiguousarray of it".into()));
    }
    let (byte_order, class) = descr.split_at(usize::from(descr.starts_with(['<', '>', '|', '='])));
    let (class, item) = class.split_at_checked(1).ok_or_else(|| wrong(format!("its type is {descr}")))?;
    let item: usize =
        item.parse().ok().filter(|&item| item != 0).ok_or_else(|| wrong(format!("its type is {descr}")))?;
    if byte_order == ">" && item > 1 {
        return Err(wrong(format!("its type {descr} is big-endian: convert it with .astype(\"<{class}{item}\")")));
    }
    let items = shape.iter().try_fold(1usize, |product, &size| product.checked_mul(size));
    if items.and_then(|items| items.checked_mul(item)) != Some(data.len()) {
        return Err(wrong(format!("its shape {shape:?} and its {} bytes of data disagree", data.len())));
    }
    let last = if shape.len() > 1 { shape.last().copied() } else { None };
    match kind {
        NpyType::Complex { float } if class == "c" && item == 2 * float => Ok(Cow::Borrowed(data)),
        NpyType::Complex { float } if class == "c" && item < 2 * float => Ok(floats(data, item / 2, float, false)),
        NpyType::Complex { float } if class == "f" && matches!(item, 4 | 8) && item <= float => {
            Ok(floats(data, item, float, true))
        }
        NpyType::Real { float } if class == "f" && item == float => Ok(Cow::Borrowed(data)),
        NpyType::Real { float } if class == "f" && matches!(item, 4 | 8) && item < float => {
            Ok(floats(data, item, float, false))
        }
        NpyType::Unsigned { bytes } if class == "u" && item == bytes => Ok(Cow::Borrowed(data)),
        NpyType::Unsigned { bytes } if matches!(class, "u" | "i") => integers(data, class == "i", item, bytes)
            .map(Cow::Owned)
            .ok_or_else(|| wrong("it holds a number that is negative or too large".into())),
        NpyType::Words { words }
            if (matches!(class, "u") && item == 8 && last == Some(words))
                || (class == "u" && item == 1 && last == Some(8 * words))
                || (matches!(class, "V" | "S") && item == 8 * words) =>
        {
            Ok(Cow::Borrowed(data))
        }
        NpyType::Words { words } if matches!(class, "u" | "i") && shape.len() == 1 => {
            integers(data, class == "i", item, 8 * words)
                .map(Cow::Owned)
                .ok_or_else(|| wrong("it holds a number that is negative".into()))
        }
        _ => Err(wrong(format!("its type is {descr} with shape {shape:?}, but {} is needed", needed(kind)))),
    }
}

fn needed(kind: NpyType) -> String {
    match kind {
        NpyType::Complex { float } => format!("<c{} (or a narrower float)", 2 * float),
        NpyType::Real { float } => format!("<f{float} (or a narrower float)"),
        NpyType::Unsigned { bytes } => format!("<u{bytes} (or other integers)"),
        NpyType::Words { words } => format!("<u8 with shape (n, {words}), |u1 with shape (n, {}), or |V{0}", 8 * words),
    }
}

/// Header text and data.
fn split(file: &[u8]) -> Option<(&str, &[u8])> {
    let rest = file.strip_prefix(MAGIC)?;
    let (&[major, _], rest) = rest.split_first_chunk::<2>()?;
    let (len, rest) = match major {
        1 => {
            let (len, rest) = rest.split_first_chunk::<2>()?;
            (usize::from(u16::from_le_bytes(*len)), rest)
        }
        2 | 3 => {
            let (len, rest) = rest.split_first_chunk::<4>()?;
            (usize::try_from(u32::from_le_bytes(*len)).ok()?, rest)
        }
        _ => return None,
    };
    let (header, data) = rest.split_at_checked(len)?;
    Some((std::str::from_utf8(header).ok()?, data))
}

/// The text after `'key':`.
fn value<'a>(header: &'a str, key: &str) -> Option<&'a str> {
    let at = header.find(&format!("'{key}'"))? + key.len() + 2;
    Some(header[at..].trim_start().strip_prefix(':')?.trim_start())
}

fn quoted_value<'a>(header: &'a str, key: &str) -> Option<&'a str> {
    value(header, key)?.strip_prefix('\'')?.split('\'').next()
}

fn shape(header: &str) -> Option<Vec<usize>> {
    let inside = value(header, "shape")?.strip_prefix('(')?.split(')').next()?;
    inside.split(',').map(str::trim).filter(|size| !size.is_empty()).map(|size| size.parse().ok()).collect()
}

/// Floats of `from` bytes as floats of `to` bytes, `real` ones followed by an imaginary part 0.
fn floats(data: &[u8], from: usize, to: usize, real: bool) -> Cow<'static, [u8]> {
    let mut raw = Vec::with_capacity(data.len() / from * to * 2);
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
    Cow::Owned(raw)
}

/// Integers of `from` bytes as unsigned ones of `to` bytes.
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
            assert_eq!(*to_raw(&file, kind, "it").unwrap(), data[..]);
            assert!(to_raw(&file[..file.len() - 1], kind, "it").is_err());
        }
        for file in [&b""[..], b"\x93NUMPY", b"\x93NUMPY\x01\x00\xff\xff{}", b"1\n2\n"] {
            assert!(to_raw(file, NpyType::Unsigned { bytes: 4 }, "it").is_err());
        }
    }
}
