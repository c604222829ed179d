//! The transform of real numbers, rounded once: the spectrum of a convolution with fixed real numbers.
//!
//! [`spectrum`](super::spectrum) has lengths that are multiples of the lanes. Zeros after the numbers make their length `t` times as long for
//! a `t` that divides the lanes; every `t`-th value of that transform is one of theirs.

use super::{
    ends::start,
    passes::Passes,
    reserve,
    spectrum::{Mirror, spectrum},
};
use crate::{
    Result,
    kernel::{memory::filled, packed::Floats},
    rings::Real,
};
use alloc::vec::Vec;
use num_complex::Complex;

const WHAT: &str = "the spectrum of a convolution";

/// Returns the factors of a length without prime factors above 13, all of them radices of passes, or `None` for another length.
fn radices(len: usize) -> Option<Vec<usize>> {
    let (mut rest, mut radices) = (len, Vec::new());
    for radix in [8, 4, 9, 3, 5, 7, 11, 13, 2] {
        while rest.is_multiple_of(radix) {
            radices.push(radix);
            rest /= radix;
        }
    }
    (rest == 1).then_some(radices)
}

/// Returns the values of at least `L^2` real numbers, between -1 and 1, up to the middle one, divided by the length. `None` for lengths with
/// prime factors above 13.
///
/// # Errors
/// [`Error::Memory`](crate::Error::Memory) if the system refuses the memory.
pub(crate) fn real_spectrum<const L: usize, F: Floats<L>>(
    f: F,
    numbers: &[F::Float],
) -> Option<Result<Vec<Complex<F::Float>>>> {
    let len = numbers.len();
    let times = L >> len.trailing_zeros().min(L.trailing_zeros());
    let radices = radices(len * times / L)?;
    Some(padded(f, numbers, times, &radices))
}

fn padded<const L: usize, F: Floats<L>>(
    f: F,
    numbers: &[F::Float],
    times: usize,
    radices: &[usize],
) -> Result<Vec<Complex<F::Float>>> {
    let zero = Complex::new(F::Float::default(), F::Float::default());
    let len = numbers.len();
    let mut values = filled(WHAT, len * times, zero)?;
    values.iter_mut().zip(numbers).for_each(|(z, x)| z.re = *x);
    let passes = Passes::new(L, radices)?;
    let (q, last) = (passes.len, passes.passes.last().map_or((1, 1), |pass| (pass.radix, pass.blocks)));
    let mut places = reserve(WHAT, q)?;
    for &rho in &passes.order {
        places.extend((0..last.0).map(|j| rho + (j * last.1) as u32));
    }
    let [_, table] = spectrum(f, &passes, (&places, q), Mirror::None, &mut values)?;
    let mut spectrum = filled(WHAT, len / 2 + 1, zero)?;
    let times_all = F::Float::from_integer(times as u64);
    for (i, block) in table.iter().enumerate() {
        for (l, lane) in F::ORDER.into_iter().enumerate() {
            let output = places[start(i / L, q, L) + lane] as usize + q * (i % L);
            if output.is_multiple_of(times) && output / times <= len / 2 {
                // Real parts of all lanes, then imaginary parts.
                let part = |at: usize| if at.is_multiple_of(2) { block[at / 2].re } else { block[at / 2].im };
                spectrum[output / times] = Complex::new(part(l) * times_all, part(L + l) * times_all);
            }
        }
    }
    Ok(spectrum)
}
