//! Transforms over primes of 252 to 255 bits, eight elements in lanes of 52-bit limbs.
//!
//! Notation: `n = 2^k` elements of four words, `n/8` vectors in the workspace; `h g^j` the points.
//!
//! # Idea
//! The remainder tree of `x^n - h^n` ([`Classical`](crate::dft::Classical)), whose factors are the same for a whole block.
//!
//! ```text
//! words       rows of n/4       -> two levels, limbs ->
//! workspace   blocks of n/32 vectors .. 1 vector      two levels each, depth first
//! tiles       8 vectors         -> transposed, three levels across the lanes, words ->
//! words       64 neighbours in bit-reversed order, or 64 rows in natural order
//! ```
//!
//! The inverse runs the same steps in the opposite order. Words are multiplied by roots and added, so they may be
//! residues or residues times a power of two, as in Montgomery form. A coset changes the factors only. The `1/n` of the
//! inverse is part of the last reduction.
//!
//! Words are multiplied by AVX-512 with products of 52 bits (`ifma`) or by AVX2 (`doubles`).
//!
//! # Equals
//! [`DepthFirst`](crate::kernel::DepthFirst) and [`Classical`](crate::dft::Classical), bit for bit.
#![allow(clippy::needless_range_loop, reason = "vectors stay in registers under an index that unrolls")]

pub(crate) mod carry;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
mod doubles;
mod down;
pub(crate) mod field;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
pub(crate) mod ifma;
mod kernel;
pub(crate) mod limbs;
mod multiply;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
mod multiply_doubles;
mod pass;
mod pool;
mod product;
#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod ranges;
mod roots;
#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests;
mod tile;
mod transform;
mod up;
mod walk;
pub(crate) mod words;

pub(crate) use kernel::Kernel;
pub(crate) use pass::Residue;
pub(crate) use pool::Pool;
pub(crate) use product::Form;
pub(crate) use transform::Wide;
pub(crate) use walk::Read;
pub(crate) use words::LANES;

#[cfg(all(target_arch = "x86_64", feature = "std"))]
use crate::kernel::packed::Avx2;
use crate::{Error, Result, arith, kernel::isa::Isa};
use alloc::boxed::Box;
use field::Field;
use limbs::Block;
use multiply::Multiply;
use roots::Roots;
use tile::Tile;
use walk::{ROWS, rows};

/// The least length.
const LEAST: usize = 1 << 8;
/// The greatest length.
const MOST: usize = arith::saturating_power_of_two(32);

/// Returns whether kernels are written for this prime.
pub(crate) fn takes(prime: &Residue) -> bool {
    Field::takes(prime)
}

/// The words of a machine.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
enum Vectors {
    Ifma(ifma::Ifma),
    Doubles(Avx2),
}

/// Returns the words of this machine with this instruction set.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
fn vectors(isa: Isa) -> Option<Vectors> {
    let ifma = if matches!(isa, Isa::Auto | Isa::Avx512) { ifma::Ifma::detect() } else { None };
    match ifma {
        Some(ifma) => Some(Vectors::Ifma(ifma)),
        None if matches!(isa, Isa::Auto | Isa::Avx2 | Isa::Avx512) => Avx2::detect().map(Vectors::Doubles),
        None => None,
    }
}

/// Returns whether this machine runs the kernels with this instruction set.
pub(crate) fn is_here(isa: Isa) -> bool {
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    return vectors(isa).is_some();
    #[cfg(not(all(target_arch = "x86_64", feature = "std")))]
    return isa == Isa::Avx512 && isa.is_available();
}

/// Returns whether products through the kernels are faster than through word primes: where the processor has products of 52 bits.
pub(crate) fn has_products(isa: Isa) -> bool {
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    return matches!(vectors(isa), Some(Vectors::Ifma(_)));
    #[cfg(not(all(target_arch = "x86_64", feature = "std")))]
    return is_here(isa);
}

/// Returns whether there is a kernel for this prime, this length and this machine.
pub(crate) fn exists(prime: &Residue, len: usize, isa: Isa) -> bool {
    is_here(isa) && len.is_power_of_two() && (LEAST..=MOST).contains(&len) && Field::takes(prime)
}

/// Returns the bytes of the tables of a kernel of this length, on a coset or not, and of the workspace that a plan keeps.
pub(crate) fn bytes(len: usize, coset: bool) -> Option<u64> {
    let tables = roots::bytes(len, coset)?.checked_mul(2)?;
    tables.checked_add(u64::try_from(pool::workspace_bytes(len)?).ok()?)
}

/// Returns the kernel for the points `shift root^j`, with `root` of order `len`, if there is one.
pub(crate) fn kernel(
    prime: &Residue,
    len: usize,
    root: &Residue,
    shift: Option<&Residue>,
    threads: usize,
    isa: Isa,
) -> Option<Result<Box<dyn Kernel>>> {
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    if exists(prime, len, isa) {
        fn boxed<W: Multiply<Word = u64>>(kernel: Result<Wide<W>>) -> Result<Box<dyn Kernel>> {
            kernel.map(|kernel| Box::new(kernel) as Box<dyn Kernel>)
        }
        return Some(match vectors(isa)? {
            Vectors::Ifma(words) => boxed(Wide::new(words, prime, len, root, shift, threads)?),
            Vectors::Doubles(words) => boxed(Wide::new(words, prime, len, root, shift, threads)?),
        });
    }
    let _ = (prime, len, root, shift, threads, isa);
    None
}

impl<W: Multiply> Wide<W> {
    /// Creates the transform at the points `shift root^j`, with `root` of order `len`, both residues.
    ///
    /// Returns `None` if there is no kernel for the prime or the length.
    pub(crate) fn new(
        words: W,
        prime: &[u64; 4],
        len: usize,
        root: &Residue,
        shift: Option<&Residue>,
        threads: usize,
    ) -> Option<Result<Self>> {
        if !len.is_power_of_two() || !(LEAST..=MOST).contains(&len) {
            return None;
        }
        let field = Field::new(prime)?;
        let log_len = len.ilog2();
        let tables = || {
            let root = field.of_words(root);
            let shift = shift.map(|shift| field.of_words(shift));
            let forward = Roots::new(&field, &root, shift.as_ref(), log_len)?;
            let shift = shift.map(|shift| field.inverse(&shift));
            let inverse = Roots::new(&field, &field.inverse(&root), shift.as_ref(), log_len)?;
            Ok(Wide {
                words,
                prime: field.prime(),
                log_len,
                coset: shift.is_some(),
                forward,
                inverse,
                products: product::factors(&field),
                threads,
            })
        };
        Some(tables())
    }

    /// Returns the bytes of tables.
    #[cfg(all(feature = "inside", feature = "std"))]
    fn bytes(&self) -> usize {
        self.forward.bytes() + self.inverse.bytes()
    }

    fn check(&self, values: &[Residue<W::Word>], workspace: &[Block<W::Word>]) -> Result<()> {
        Error::check_len("slice of values", 1 << self.log_len, values.len())?;
        Error::check_at_least("workspace", (1 << self.log_len) / LANES, workspace.len())
    }

    /// Transforms coefficients to values, as [`Kernel::forward`].
    fn forward(&self, values: &mut [Residue<W::Word>], workspace: &mut [Block<W::Word>], natural: bool) -> Result<()> {
        self.check(values, workspace)?;
        let x = &mut workspace[..(1 << self.log_len) / LANES];
        self.first(&copy(values), x);
        if natural {
            self.children(x, &mut [], x.len() / 4, 0, |b, x, out| self.node_down(x, out, b));
            self.columns_down(x.as_chunks().0, 0, rows(values));
        } else {
            self.children(x, values, x.len() / 4, 0, |b, x, out| self.node_down(x, out, b));
        }
        Ok(())
    }

    /// Transforms values to coefficients, as [`Kernel::inverse`].
    fn inverse(&self, values: &mut [Residue<W::Word>], workspace: &mut [Block<W::Word>], natural: bool) -> Result<()> {
        self.check(values, workspace)?;
        let x = &mut workspace[..(1 << self.log_len) / LANES];
        self.levels_up(&copy(values), x, natural);
        let (to, _) = values.as_chunks_mut::<LANES>();
        carry::quarters_of(self.shares(x.len()), x, to, 1, &|from, to| self.last(from, to.map(|row| row.0)));
        Ok(())
    }
}

/// Returns a reader of elements that are words already.
fn copy<T: Copy + Sync>(values: &[Residue<T>]) -> impl Fn(usize, &mut [Residue<T>]) + Sync {
    |at, words| words.copy_from_slice(&values[at..at + words.len()])
}

impl<W: Multiply<Word = u64>> Kernel for Wide<W> {
    fn len(&self) -> usize {
        1 << self.log_len
    }

    fn threads(&self) -> usize {
        self.threads
    }

    fn forward(&self, values: &mut [Residue], workspace: &mut [Block], natural: bool) -> Result<()> {
        self.forward(values, workspace, natural)
    }

    fn inverse(&self, values: &mut [Residue], workspace: &mut [Block], natural: bool) -> Result<()> {
        self.inverse(values, workspace, natural)
    }

    fn first(&self, read: Read<'_>, x: &mut [Block]) {
        self.first(read, x);
    }

    fn levels_down(&self, x: &mut [Block]) {
        self.children(x, &mut [], x.len() / 4, 0, |b, x, out| self.node_down(x, out, b));
    }

    fn level_down(&self, x: &mut [Block], b: usize) {
        self.level_down(x, x.len(), b);
    }

    fn values_down(&self, x: &mut [Block], out: &mut [Residue], b: usize) {
        self.node_down(x, out, b);
    }

    fn columns_down(&self, tiles: &[Tile], first: usize, rows: [&mut [Residue]; ROWS]) {
        self.columns_down(tiles, first, rows);
    }

    fn levels_up(&self, read: Read<'_>, x: &mut [Block], natural: bool) {
        self.levels_up(read, x, natural);
    }

    fn last(&self, from: [&[Block]; 4], to: [&mut [[Residue; LANES]]; 4]) {
        self.last(from, to);
    }

    fn multiply(&self, form: Form, x: &mut [Residue], y: &[Residue], z: Option<&[Residue]>) {
        self.multiply(form, x, y, z);
    }

    fn add(&self, x: &mut [Residue], y: &[Residue], subtract: bool) {
        self.add(x, y, subtract);
    }
}
