//! Elements in files: text, raw and npy.

use crate::{
    failure::{Failure, Outcome, quoted},
    npy::{self, Array},
    output::Content,
    progress::Progress,
    suggest::unknown,
    values::{Element, NpyType, Values},
};
use ringfft::plan::Layout;
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
            _ => Err(unknown("format", text, &["text", "raw", "npy"])),
        }
    }

    /// Returns the kind of content that a file of this format has.
    pub(crate) fn content(self) -> Content {
        match self {
            Format::Text => Content::Text,
            Format::Raw => Content::Raw,
            Format::Npy => Content::Npy,
        }
    }

    /// Starts the progress of a verb that reads `bytes`, computes, and writes as many.
    pub(crate) fn phases(self, bytes: f64, computing: &'static str) -> Progress {
        let (read, written) = if self == Format::Text { (1e-8, 2e-8) } else { (1e-9, 1e-9) };
        Progress::phases([("reading", bytes * read), (computing, bytes * 1e-8), ("writing", bytes * written)])
    }

    /// Counts the elements of a file without reading them. They are of the type `kind`, or of `width` bytes. An array
    /// that does not fit the ring is an error.
    pub(crate) fn survey(self, kind: NpyType, width: usize, bytes: &[u8], what: &str) -> Outcome<Survey> {
        Ok(match self {
            Format::Text => Survey { count: lines(decoded(bytes, what)?).count(), axes: None, converted: 0 },
            Format::Raw => Survey { count: bytes.len() / width, axes: None, converted: 0 },
            Format::Npy => {
                let array = Array::new(bytes, kind, what)?;
                Survey { count: array.len(), converted: array.converted_bytes(), axes: Some(array.shape) }
            }
        })
    }

    /// Reads the elements in `bytes`, at most `count` of them. `what` names the input in messages.
    pub(crate) fn read<V: Values>(
        self,
        values: &V,
        bytes: &[u8],
        count: usize,
        what: &str,
    ) -> Outcome<Vec<Element<V>>> {
        let mut elements = Vec::new();
        elements.try_reserve_exact(count).map_err(|_| {
            Failure::Resource(format!("no memory for {count} elements of {}: take a shorter input", values.name()))
        })?;
        match self {
            Format::Text => text(values, bytes, what, &mut elements)?,
            Format::Raw => raw(values, bytes, what, &mut elements)?,
            Format::Npy => raw(values, &Array::new(bytes, values.npy(), what)?.to_raw()?, what, &mut elements)?,
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

/// Describes a file before its elements are read.
pub(crate) struct Survey {
    /// Number of elements.
    pub(crate) count: usize,
    /// Lengths of the axes of an array of NumPy; `None` for other formats.
    axes: Option<Vec<usize>>,
    /// Bytes that a conversion takes beside the file and the elements.
    pub(crate) converted: usize,
}

impl Survey {
    /// Returns the axes of an array with more than one axis longer than 1; its elements are not one sequence.
    fn several(&self) -> Option<&[usize]> {
        self.axes.as_deref().filter(|axes| axes.iter().filter(|&&len| len != 1).count() > 1)
    }

    /// Rejects an array of several axes, for verbs that take sequences.
    pub(crate) fn check_sequence(&self, what: &str) -> Outcome<()> {
        let Some(axes) = self.several() else { return Ok(()) };
        Err(Failure::input(format!(
            "{what} is an array of shape {}, but a sequence is needed: save one row of it, or array.ravel()",
            shown(axes)
        )))
    }

    /// Rejects an array of several axes whose rows, or columns, are not the batch asked for. The error proposes
    /// `--shape` if `arrays` is set.
    pub(crate) fn check_batch(&self, batch: usize, layout: Layout, arrays: bool, what: &str) -> Outcome<()> {
        let Some(axes) = self.several() else { return Ok(()) };
        let rows: usize = axes[..axes.len() - 1].iter().product();
        let columns: usize = axes[1..].iter().product();
        let matching = match layout {
            Layout::Rows => rows,
            _ => columns,
        };
        if batch == matching {
            return Ok(());
        }
        let whole =
            if arrays { format!(", or --shape {} to transform along all axes", shown(axes)) } else { String::new() };
        Err(Failure::input(format!(
            "{what} is an array of shape {}, but --batch is {batch}: pass --batch {rows} to transform along its last axis, \
             --batch {columns} --layout columns along its first{whole}",
            shown(axes)
        )))
    }

    /// Rejects an array of several axes that has another shape.
    pub(crate) fn check_shape(&self, shape: &[usize], what: &str) -> Outcome<()> {
        match self.several() {
            Some(axes) if axes != shape => Err(Failure::input(format!(
                "{what} is an array of shape {}, but one of shape {} is needed: check --shape",
                shown(axes),
                shown(shape)
            ))),
            _ => Ok(()),
        }
    }
}

/// Returns a shape as `--shape` takes it: `512x768`.
fn shown(axes: &[usize]) -> String {
    axes.iter().map(usize::to_string).collect::<Vec<_>>().join("x")
}

/// Returns the text without its byte-order mark. Rejects UTF-16 and UTF-32.
pub(crate) fn decoded<'a>(bytes: &'a [u8], what: &str) -> Outcome<&'a [u8]> {
    let wide = match bytes {
        [0xff, 0xfe, 0, 0, ..] | [0, 0, 0xfe, 0xff, ..] => "UTF-32",
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => "UTF-16",
        // A digit and a zero byte, in either order.
        [0, digit, ..] | [digit, 0, ..] if digit.is_ascii_graphic() => {
            "UTF-16 without a byte-order mark, or bytes of numbers"
        }
        _ => return Ok(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)),
    };
    Err(Failure::input(format!(
        "{what} is {wide}, but text must be UTF-8 or ASCII: convert it, for instance with iconv -t UTF-8"
    )))
}

/// Returns the lines that are not empty, trimmed and without comments, each with its number from 1.
pub(crate) fn lines(bytes: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    bytes
        .split(|&byte| byte == b'\n')
        .enumerate()
        .map(|(i, line)| (i + 1, line.split(|&byte| byte == b'#').next().unwrap_or(line).trim_ascii()))
        .filter(|(_, line)| !line.is_empty())
}

fn text<V: Values>(values: &V, bytes: &[u8], what: &str, elements: &mut Vec<Element<V>>) -> Outcome<()> {
    for (number, line) in lines(decoded(bytes, what)?) {
        let text = std::str::from_utf8(line).ok();
        let Some(element) = text.and_then(|line| values.read(line)) else {
            let trouble = text.and_then(|line| values.trouble(line));
            return Err(wrong_line(number, line, what, trouble, &values.name(), &values.expected()));
        };
        elements.push(element);
    }
    Ok(())
}

/// Returns the error of a line that is no element of the ring `name`.
fn wrong_line(number: usize, line: &[u8], what: &str, trouble: Option<String>, name: &str, expected: &str) -> Failure {
    let found = quoted(&String::from_utf8_lossy(line));
    Failure::input(match trouble {
        Some(trouble) => format!("line {number} of {what} is {found}: {trouble}"),
        None => format!("line {number} of {what} is {found}, but {name} takes {expected} on each line"),
    })
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
