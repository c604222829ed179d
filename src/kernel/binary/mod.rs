//! Fast Lin-Chung-Han transforms over the binary fields of this crate.
//!
//! Notation as in [`NovelBasis`](crate::additive::NovelBasis); an element has `P` bytes.
//!
//! # Idea
//! A Cantor basis spans the subfields in order, so the twiddles of short and middle transforms lie in GF(2^8), GF(2^16)
//! or GF(2^32). A product by an element of GF(2^(8W)) costs 3^(lg W) byte products for every `W` bytes: if the elements
//! are those of a tower, byte by byte in [`planes`](crate::kernel::planes). So the first pass maps the elements to the
//! tower by an isomorphism, and the last pass maps them back.
//!
//! | file | what it holds |
//! |---|---|
//! | `isomorphism` | the field onto the tower, as matrices over GF(2) |
//! | `toeplitz` | coordinates of GF(2^128) over GF(2^32) to which the matrix is a Toeplitz one: 144 byte products, not 256 |
//! | `driver` | the passes over memory, and their threads |
//! | `fast` | byte planes: from words to planes and back, leaves |
//! | `clmul`, `clmul512` | GF(2^128) as it is, by carry-less products: short transforms, and shifts that leave GF(2^32) |
//! | `portable` | the same transform by the field's products |
//! | `engine` | all of them as transforms of a field, with the conversion from powers of `x` |
//! | `cast` | elements as bytes |
//!
//! # Equals
//! [`NovelBasis`](crate::additive::NovelBasis), and with [`Conversion`](crate::additive::Conversion) before it for [`monomial_engine`], bit
//! for bit, on every instruction set and for every number of threads.
//!
//! # Contract
//! | input | output | lengths | elements | scratch | in place |
//! |---|---|---|---|---|---|
//! | low degree first | natural | 2^k, k >= 7 (4 by `clmul`) | this crate's binary fields; a Cantor basis, any shift | 0 | yes |
//!
//! # Cost
//! Byte products for every butterfly and byte: 1, 3/2, 9/4, 27/8, 81/16 for twiddles of 1, 2, 4, 8, 16 bytes.
//! `papers/kernel_binary.md` has the times.

mod cast;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
mod clmul;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
mod clmul512;
mod driver;
mod engine;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
mod fast;
pub(crate) mod isomorphism;
mod portable;
mod toeplitz;

use crate::{
    Error, Result,
    algebra::{Std, Subspace},
    dft::Transform,
    kernel::{isa::Isa, planes},
    rings::{BinaryField, ViaBinary},
};
use alloc::{boxed::Box, format, sync::Arc};
use driver::{Driver, Kernel};
use engine::{Kernelled, Monomial, Novel};
use portable::Portable;

/// The least dimension: two blocks of 64 elements.
const LEAST: u32 = 7;

/// The least dimension of the carry-less kernel: two lines of four elements, and as many again.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
const LEAST_CARRYLESS: u32 = 4;
/// The greatest dimension at which carry-less products are taken although the twiddles are narrow: chosen on an EPYC of family
/// 25. The values are the same on either side.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
const SHORT: u32 = 12;

/// A transform over a binary field.
pub(crate) type Engine<F> = Arc<dyn Transform<Std<F, ViaBinary>>>;

/// The basis that the coefficients belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Basis {
    /// The novel basis of the points.
    Novel,
    /// Powers of `x`.
    Monomial,
}

/// Returns the fastest transform on `points` that `isa` has, of coefficients in the novel basis. Returns `None` if the textbook
/// transform is as fast. That is so for fewer than `2^7` points (`2^4` by carry-less products), another basis than Cantor's, or
/// elements that are not words.
///
/// # Errors
/// [`Error::Unsupported`] if this machine lacks the instruction set; [`Error::Parse`] if `RINGFFT_ISA` names none.
pub(crate) fn engine<F: BinaryField>(
    points: &Subspace<Std<F, ViaBinary>>,
    threads: usize,
    isa: Isa,
) -> Option<Result<Engine<F>>> {
    applies(points, isa).then(|| chosen(points, Basis::Novel, threads, isa.resolved()?))
}

/// Returns the transform of [`engine`] for coefficients of powers of `x`.
///
/// # Errors
/// As [`engine`].
pub(crate) fn monomial_engine<F: BinaryField>(
    points: &Subspace<Std<F, ViaBinary>>,
    threads: usize,
    isa: Isa,
) -> Option<Result<Engine<F>>> {
    applies(points, isa).then(|| chosen(points, Basis::Monomial, threads, isa.resolved()?))
}

fn applies<F: BinaryField>(points: &Subspace<Std<F, ViaBinary>>, isa: Isa) -> bool {
    cast::is_word::<F>() && points.is_cantor() && (points.dim() >= LEAST || has_short_kernel(points, isa))
}

/// Returns whether there is a kernel for fewer than `2^7` points.
fn has_short_kernel<F: BinaryField>(points: &Subspace<Std<F, ViaBinary>>, isa: Isa) -> bool {
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    return matches!(isa.resolved(), Ok(Isa::Auto | Isa::Avx512))
        && planes::Avx512::detect().is_some()
        && carryless(points).is_some();
    #[cfg(not(all(target_arch = "x86_64", feature = "std")))]
    {
        let _ = (points, isa);
        false
    }
}

fn chosen<F: BinaryField>(
    points: &Subspace<Std<F, ViaBinary>>,
    basis: Basis,
    threads: usize,
    isa: Isa,
) -> Result<Engine<F>> {
    if !isa.is_available() {
        let what =
            format!("the instruction set {isa} was asked for, which this machine or this build lacks: take auto");
        return Err(Error::Unsupported { what });
    }
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    {
        if matches!(isa, Isa::Auto | Isa::Avx512)
            && let Some(b) = planes::Avx512::detect()
        {
            let kernel: Box<dyn Kernel> = match carryless(points) {
                Some(c) => Box::new(clmul::Clmul::new(c, points)),
                None => fast::kernel(b, fast::Tower::new(points)?),
            };
            return Ok(with_kernel(planes::Isa::Avx512(b), points, kernel, basis, threads));
        }
        if matches!(isa, Isa::Auto | Isa::Avx512 | Isa::Avx2)
            && let Some(b) = planes::Avx2::detect()
        {
            let kernel = fast::kernel(b, fast::Tower::new(points)?);
            return Ok(with_kernel(planes::Isa::Avx2(b), points, kernel, basis, threads));
        }
    }
    // Without byte products the field's own products are best, by PCLMULQDQ if the machine has it. Conversions are additions.
    let novel = Novel::Portable(Portable::new(points, threads));
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    if matches!(isa, Isa::Auto | Isa::Avx512 | Isa::Avx2)
        && let Some(b) = planes::Shuffles::detect()
    {
        return Ok(finish(planes::Isa::Shuffles(b), points, novel, basis, threads));
    }
    Ok(finish(planes::Isa::Portable(planes::Portable), points, novel, basis, threads))
}

/// Returns the carry-less kernel, if it exists and is faster than byte planes: short transforms, and twiddles of more than 32
/// bits.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
fn carryless<F: BinaryField>(points: &Subspace<Std<F, ViaBinary>>) -> Option<clmul512::Clmul512> {
    let shift = *points.shift();
    let is_wide = || (0..32).fold(shift, |power, _| power.squared()).to_bits() != shift.to_bits();
    let applies = F::BITS == 128 && points.dim() >= LEAST_CARRYLESS && (points.dim() <= SHORT || is_wide());
    if applies { clmul512::Clmul512::detect() } else { None }
}

fn with_kernel<F: BinaryField>(
    isa: planes::Isa,
    points: &Subspace<Std<F, ViaBinary>>,
    kernel: Box<dyn Kernel>,
    basis: Basis,
    threads: usize,
) -> Engine<F> {
    let driver = Driver { kernel, dim: points.dim(), threads: threads.max(1) };
    finish(isa, points, Novel::Lines(driver), basis, threads)
}

fn finish<F: BinaryField>(
    isa: planes::Isa,
    points: &Subspace<Std<F, ViaBinary>>,
    novel: Novel<F>,
    basis: Basis,
    threads: usize,
) -> Engine<F> {
    let monomial = Monomial { isa, bytes: F::BITS.ilog2() - 3, threads };
    Arc::new(Kernelled { dim: points.dim(), novel, monomial: (basis == Basis::Monomial).then_some(monomial) })
}

#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests;
