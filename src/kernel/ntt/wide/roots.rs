//! The factors of one direction.

use super::{
    field::{Field, Limbs},
    limbs::{Block, LIMBS, LaneTwiddle, Twiddle},
    tile::Lanes,
    words::LANES,
};
use crate::{Error, Result};
use alloc::vec::Vec;

/// Powers of a root `g` of order `n = 2^k`, for the points `h g^j`.
pub(crate) struct Roots {
    /// `c` of block `b` of level `l`, where there are `2^l` blocks, at `at[l] + b`: `h^(n/2^(l+1)) g^(b with its k - 1 bits
    /// reversed)`. Without `h` the levels share one list.
    blocks: Vec<Twiddle>,
    at: Vec<usize>,
    /// The powers 1 to 7 of `h g^(t with its k - 6 bits reversed)` for tile `t`.
    pub(crate) tiles: Vec<[Twiddle; 7]>,
    pub(crate) lanes: Lanes,
}

fn reserve<E>(len: usize) -> Result<Vec<E>> {
    let mut table = Vec::new();
    let refusal = |_| Error::Memory { what: "the factors", needed: len as u128 * size_of::<E>() as u128, limit: None };
    table.try_reserve_exact(len).map_err(refusal)?;
    Ok(table)
}

impl Roots {
    /// Creates the factors; `root` has order `2^log_len`.
    pub(crate) fn new(field: &Field, root: &Limbs, shift: Option<&Limbs>, log_len: u32) -> Result<Self> {
        let (k, n) = (log_len, 1usize << log_len);
        let powers = reversed(field, root, k - 1, n / 16)?;
        let (mut blocks, mut at) = (Vec::new(), Vec::new());
        match shift {
            None => {
                blocks = reserve(n / 16)?;
                blocks.extend(powers.iter().map(|power| field.twiddle(power)));
                at.resize(k as usize - 3, 0);
            }
            Some(shift) => {
                blocks.try_reserve_exact(n / 8).map_err(|_| Error::Memory {
                    what: "the factors",
                    needed: n as u128 / 8 * size_of::<Twiddle>() as u128,
                    limit: None,
                })?;
                for level in 0..k - 3 {
                    at.push(blocks.len());
                    let shift = field.squared(shift, k - 1 - level);
                    blocks.extend(powers[..1 << level].iter().map(|power| field.twiddle(&field.times(power, &shift))));
                }
            }
        }
        let mut tiles = reserve(n / 64)?;
        for base in &reversed(field, root, k - 6, n / 64)? {
            let base = shift.map_or(*base, |shift| field.times(base, shift));
            tiles.push(seven(field, &base).map(|power| field.twiddle(&power)));
        }
        let (eighth, last) = (field.squared(root, k - 3), field.squared(root, k - 6));
        let eighth = seven(field, &eighth);
        let mut lambda = [LaneTwiddle(Block::ZERO, Block::ZERO); 7];
        for (lane, base) in reversed(field, &last, 3, LANES)?.iter().enumerate() {
            for (lambda, power) in lambda.iter_mut().zip(seven(field, base)) {
                let Twiddle(w, q) = field.twiddle(&power);
                for i in 0..LIMBS {
                    (lambda.0.0[i][lane], lambda.1.0[i][lane]) = (w[i], q[i]);
                }
            }
        }
        let eighth = [field.twiddle(&eighth[0]), field.twiddle(&eighth[1]), field.twiddle(&eighth[2])];
        Ok(Roots { blocks, at, tiles, lanes: Lanes { lambda, eighth } })
    }

    /// Returns the factors of the two levels below block `b` of level `level`.
    #[inline(always)]
    pub(crate) fn block(&self, level: u32, b: usize) -> [&Twiddle; 3] {
        let (one, two) = (&self.blocks[self.at[level as usize] + b], self.at[level as usize + 1] + 2 * b);
        [one, &self.blocks[two], &self.blocks[two + 1]]
    }

    /// Returns the factors of blocks `b` and `b + 1` of level `level`.
    #[inline(always)]
    pub(crate) fn pair(&self, level: u32, b: usize) -> [&Twiddle; 2] {
        let at = self.at[level as usize] + b;
        [&self.blocks[at], &self.blocks[at + 1]]
    }

    /// Returns the number of bytes.
    #[cfg(all(feature = "inside", feature = "std"))]
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.blocks[..]) + size_of_val(&self.tiles[..]) + size_of::<Lanes>()
    }
}

/// Returns the bytes of the factors of one direction.
pub(super) fn bytes(len: usize, coset: bool) -> Option<u64> {
    // A coset has factors of its own on every level: n/16 of the last, as many on all others but one.
    let blocks = if coset { (len / 8).saturating_sub(1) } else { len / 16 };
    let factors = blocks.checked_add((len / 64).checked_mul(7)?)?;
    let bytes = factors.checked_mul(size_of::<Twiddle>())?.checked_add(size_of::<Lanes>())?;
    u64::try_from(bytes).ok()
}

/// Returns `root^(j with its bits reversed)` for `j < count`, a power of two; `j` has `bits` bits.
fn reversed(field: &Field, root: &Limbs, bits: u32, count: usize) -> Result<Vec<Limbs>> {
    let mut powers = reserve(count)?;
    powers.push(field.one());
    for level in 0..count.ilog2() {
        // One bit more of the number is a bit less of the exponent.
        let step = field.squared(root, bits - 1 - level);
        for j in 0..1 << level {
            powers.push(field.times(&powers[j], &step));
        }
    }
    Ok(powers)
}

/// Returns the powers 1 to 7 of `a`.
fn seven(field: &Field, a: &Limbs) -> [Limbs; 7] {
    let mut powers = [*a; 7];
    for j in 1..7 {
        powers[j] = field.times(&powers[j - 1], a);
    }
    powers
}
