//! Products by Karatsuba's method with scratch, and in pieces of the longer factor.

use crate::{
    Result,
    arith::{
        karatsuba::{self, Base},
        limbs::add_assign,
    },
    conv::buffer,
    kernel::limbs::Level,
};

const WHAT: &str = "a product of integers";

/// Calls `f` with the scratch of Karatsuba's product of `n` limbs, on the stack if they are few.
pub(super) fn in_scratch(n: usize, f: &mut dyn FnMut(&mut [u64])) -> Result<()> {
    let (mut few, len) = ([0; 512], karatsuba::scratch_len(n));
    match few.get_mut(..len) {
        Some(scratch) => f(scratch),
        None => f(&mut buffer(WHAT, len, &0)?),
    }
    Ok(())
}

/// Multiplies pieces of the longer factor, each as long as the shorter one, by Karatsuba's method.
pub(super) fn by_karatsuba(short: &[u64], long: &[u64], out: &mut [u64], base: &Level) -> Result<()> {
    let n = short.len();
    if n == long.len() {
        return in_scratch(n, &mut |scratch| karatsuba::multiply(short, long, out, scratch, base));
    }
    let mut scratch = buffer(WHAT, karatsuba::scratch_len(n), &0)?;
    let mut product = buffer(WHAT, 2 * n, &0)?;
    out.fill(0);
    for (start, piece) in (0..).step_by(n).zip(long.chunks(n)) {
        let product = &mut product[..n + piece.len()];
        if piece.len() == n {
            karatsuba::multiply(short, piece, product, &mut scratch, base);
        } else if piece.len() < base.crossover(false) {
            base.multiply(piece, short, product);
        } else {
            by_karatsuba(piece, short, product, base)?;
        }
        add_assign(&mut out[start..], product);
    }
    Ok(())
}
