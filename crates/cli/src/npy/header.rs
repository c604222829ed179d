//! The header of an npy file: a dictionary of Python with three entries.

/// The bytes with which every npy file begins.
pub(super) const MAGIC: &[u8] = b"\x93NUMPY";

/// The facts of a header.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Header {
    /// The type of the items.
    pub(super) descr: String,
    pub(super) fortran: bool,
    pub(super) shape: Vec<usize>,
}

impl Header {
    /// Parses versions 1 to 3. Returns the header and the bytes after it, or a message.
    pub(super) fn read(file: &[u8]) -> Result<(Self, &[u8]), String> {
        let none = || String::from("it does not begin with the header of an npy file: write it with numpy.save");
        let rest = file.strip_prefix(MAGIC).ok_or_else(none)?;
        let (&[major, minor], rest) = rest.split_first_chunk::<2>().ok_or_else(none)?;
        let (len, rest) = match (major, minor) {
            (1, 0) => {
                let (len, rest) = rest.split_first_chunk::<2>().ok_or_else(none)?;
                (usize::from(u16::from_le_bytes(*len)), rest)
            }
            (2 | 3, 0) => {
                let (len, rest) = rest.split_first_chunk::<4>().ok_or_else(none)?;
                (u32::from_le_bytes(*len) as usize, rest)
            }
            _ => return Err(format!("its version is {major}.{minor}, and there are 1.0, 2.0 and 3.0")),
        };
        let (header, data) = rest.split_at_checked(len).ok_or_else(|| {
            format!("its header promises {len} bytes of text, but {} follow: it is cut short or damaged", rest.len())
        })?;
        let wrong = || String::from("its header is no dictionary of descr, fortran_order and shape");
        let text = std::str::from_utf8(header).map_err(|_| wrong())?;
        let mut parser = Parser { rest: text };
        let header = parser.dictionary().ok_or_else(wrong)??;
        if parser.rest.trim().is_empty() { Ok((header, data)) } else { Err(wrong()) }
    }
}

/// Parses the literals of Python that occur in headers.
struct Parser<'a> {
    rest: &'a str,
}

impl<'a> Parser<'a> {
    /// Skips `token` if it comes next. Returns whether it did.
    fn take(&mut self, token: &str) -> bool {
        let rest = self.rest.trim_start().strip_prefix(token);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Parses a quoted text without escapes.
    fn text(&mut self) -> Option<&'a str> {
        let rest = self.rest.trim_start();
        let quote = rest.chars().next().filter(|quote| matches!(quote, '\'' | '"'))?;
        let (text, rest) = rest[1..].split_once(quote)?;
        self.rest = rest;
        (!text.contains('\\')).then_some(text)
    }

    fn truth(&mut self) -> Option<bool> {
        if self.take("True") { Some(true) } else { self.take("False").then_some(false) }
    }

    /// Parses a tuple of lengths.
    fn tuple(&mut self) -> Option<Vec<usize>> {
        let mut lengths = Vec::new();
        if !self.take("(") {
            return None;
        }
        while !self.take(")") {
            let rest = self.rest.trim_start();
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            lengths.push(rest[..digits].parse().ok()?);
            self.rest = &rest[digits..];
            // A tuple of one has a comma; without it this is a number in parentheses.
            if !self.take(",") {
                return (lengths.len() > 1 && self.take(")")).then_some(lengths);
            }
        }
        Some(lengths)
    }

    /// Parses the dictionary, in which every entry occurs once. Returns `None` for other text, and a message for a type
    /// of several fields or axes.
    fn dictionary(&mut self) -> Option<Result<Header, String>> {
        let (mut descr, mut fortran, mut shape) = (None, None, None);
        if !self.take("{") {
            return None;
        }
        while !self.take("}") {
            let key = self.text()?;
            if !self.take(":") {
                return None;
            }
            let twice = match key {
                "descr" if self.rest.trim_start().starts_with(['[', '(']) => {
                    return Some(Err(
                        "its items have several fields or axes: save one field as an array of its own".into()
                    ));
                }
                "descr" => descr.replace(self.text()?.to_string()).is_some(),
                "fortran_order" => fortran.replace(self.truth()?).is_some(),
                "shape" => shape.replace(self.tuple()?).is_some(),
                _ => return None,
            };
            if twice || !self.take(",") {
                return if !twice && self.take("}") {
                    Some(Ok(Header { descr: descr?, fortran: fortran?, shape: shape? }))
                } else {
                    None
                };
            }
        }
        Some(Ok(Header { descr: descr?, fortran: fortran?, shape: shape? }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(version: u8, text: &str) -> Vec<u8> {
        let len = text.len() as u32;
        let len = if version == 1 { len.to_le_bytes()[..2].to_vec() } else { len.to_le_bytes().to_vec() };
        [MAGIC, &[version, 0], &len, text.as_bytes(), b"data"].concat()
    }

    #[test]
    fn dictionaries() {
        let expected = |shape: &[usize]| Header { descr: "<f8".into(), fortran: false, shape: shape.to_vec() };
        for (text, shape) in [
            ("{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }", &[3, 4][..]),
            ("{\"shape\":(3,),\"descr\":\"<f8\",\"fortran_order\":False}\n", &[3]),
            ("  { 'fortran_order' : False , 'shape' : ( ) , 'descr' : '<f8' }   \n", &[]),
            ("{'descr': '<f8', 'fortran_order': False, 'shape': (1,2,3)}", &[1, 2, 3]),
        ] {
            for version in 1..=3 {
                assert_eq!(Header::read(&file(version, text)), Ok((expected(shape), &b"data"[..])), "{text}");
            }
        }
        for text in [
            "",
            "{}",
            "{'descr': '<f8', 'fortran_order': False}",
            "{'descr': '<f8', 'fortran_order': False, 'shape': (3)}",
            "{'descr': '<f8', 'fortran_order': False, 'shape': (-3,)}",
            "{'descr': '<f8', 'fortran_order': False, 'shape': (3,,)}",
            "{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999999999999999,)}",
            "{'descr': '<f8', 'fortran_order': 0, 'shape': (3,)}",
            "{'descr': '<f8', 'fortran_order': False, 'shape': (3,), 'shape': (4,)}",
            "{'descr': '<f8', 'fortran_order': False, 'shape': (3,), 'more': 1}",
            "{'descr': '<f8', 'fortran_order': False, 'shape': (3,)} 1",
            "{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (3,)}",
            "{'descr': '<f8', 'fortran_order': False, 'shape': (3,)",
        ] {
            assert!(Header::read(&file(1, text)).is_err(), "{text}");
        }
        for version in [0, 4, 255] {
            assert!(Header::read(&file(version, "{}")).unwrap_err().contains("version"));
        }
        let whole = file(2, "{'descr': '<f8', 'fortran_order': False, 'shape': (3,)}");
        for end in 0..whole.len() - 4 {
            assert!(Header::read(&whole[..end]).is_err(), "{end}");
        }
    }
}
