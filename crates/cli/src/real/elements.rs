//! Real numbers and arrays in files.

use crate::{
    failure::{Failure, Outcome, quoted},
    floats::{Bits, Floats, read_float, too_large, write_float},
    format::{Format, decoded, lines},
    npy::{self, Array},
    values::{NpyType, Values},
};
use num_complex::Complex;
use std::io::{self, Write};

/// The elements of an input or an output.
pub(crate) enum Data<T> {
    Reals(Vec<T>),
    Values(Vec<Complex<T>>),
}

impl<T: Bits> Data<T> {
    /// Writes the elements; an array of NumPy gets the shape.
    pub(crate) fn write(&self, format: Format, shape: &[usize], out: &mut dyn Write) -> io::Result<()> {
        let values = Floats::<T>::new();
        if format == Format::Npy {
            let kind = match self {
                Data::Reals(_) => NpyType::Real { float: T::WIDTH },
                Data::Values(_) => values.npy(),
            };
            out.write_all(&npy::header_of_shape(kind, shape))?;
        }
        let format = if format == Format::Npy { Format::Raw } else { format };
        let reals = match self {
            Data::Values(elements) => return format.write(&values, elements, out),
            Data::Reals(reals) => reals,
        };
        let (mut line, mut bytes) = (String::new(), Vec::new());
        for x in reals {
            if format == Format::Text {
                line.clear();
                write_float(x, &mut line);
                line.push('\n');
                out.write_all(line.as_bytes())?;
            } else {
                bytes.clear();
                x.encode(&mut bytes);
                out.write_all(&bytes)?;
            }
        }
        Ok(())
    }
}

/// Reads the real numbers in `bytes`, at most `count` of them. `what` names the input in messages.
pub(crate) fn read_reals<T: Bits>(format: Format, bytes: &[u8], count: usize, what: &str) -> Outcome<Vec<T>> {
    let mut reals = Vec::new();
    reals
        .try_reserve_exact(count)
        .map_err(|_| Failure::Resource(format!("no memory for {count} real numbers: take a shorter input")))?;
    match format {
        Format::Text => {
            for (number, line) in lines(decoded(bytes, what)?) {
                let text = std::str::from_utf8(line).ok();
                reals.push(text.and_then(read_float).ok_or_else(|| {
                    let found = quoted(&String::from_utf8_lossy(line));
                    Failure::input(match text.and_then(too_large::<T>) {
                        Some(trouble) => format!("line {number} of {what}: {trouble}"),
                        None => format!(
                            "line {number} of {what} is {found}, but a real sequence takes one number on each line"
                        ),
                    })
                })?);
            }
        }
        Format::Raw => raw(bytes, what, &mut reals)?,
        Format::Npy => {
            raw(&Array::new(bytes, NpyType::Real { float: T::WIDTH }, what)?.to_raw()?, what, &mut reals)?;
        }
    }
    if reals.is_empty() {
        return Err(Failure::input(format!("{what} holds no number: at least one is needed")));
    }
    Ok(reals)
}

fn raw<T: Bits>(bytes: &[u8], what: &str, reals: &mut Vec<T>) -> Outcome<()> {
    if !bytes.len().is_multiple_of(T::WIDTH) {
        return Err(Failure::input(format!(
            "{what} has {} bytes, but a real number takes {}: the length must be a multiple of that",
            bytes.len(),
            T::WIDTH
        )));
    }
    reals.extend(bytes.chunks_exact(T::WIDTH).filter_map(T::decode));
    Ok(())
}
