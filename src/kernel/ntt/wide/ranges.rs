//! The proof that no limb leaves its word and no value leaves `[0, 2^260)`: the kernels' own text over ranges instead
//! of words.
//!
//! # Idea
//! [`Ranged`] is a [`Words`] whose lanes hold three things: one word, an interval of the words that a limb can be, and
//! an interval of the values of its element. Loads, stores and transpositions keep all three. Sums and differences add
//! and subtract both intervals. A step that computes a new value ends in [`Words::leaves`], a step that reads one
//! begins with [`Words::takes`]. The whole engine runs over it: passes, tiles, products, both orders, with and without
//! a coset.
//!
//! # Covered
//! - Every sum of limbs is a signed word, and every shift down is of a word that is not negative.
//! - Every operand of a product, a table of multiples, a reduction or a division by `2^k` is in the required range.
//! - Every word lies in its interval and every value in its bound, for the inputs tried; the results are those of the
//!   same engine over checked words.
//!
//! Intervals depend neither on the input nor on the factors; only the bound `2^52` of their limbs is used. The bound
//! after each kind of step (`p` times 11, 2 or 1, or that of [`limbs`](super::limbs)) is not derived here:
//! `papers/proofs.md` lists the proofs.

mod words;

use super::{
    Form, LANES, Residue, Wide,
    field::Field,
    limbs::{Block, LIMBS},
    tests::{Checked, PRIMES, inputs, residue},
};
use crate::lists::from_fn;
use alloc::{vec, vec::Vec};
use words::{Limb, Ranged, at_most, normal, plus};

fn ranged(x: &[Residue]) -> Vec<Residue<Limb>> {
    x.iter().map(|words| words.map(|word| Limb::any(word, 64))).collect()
}

#[track_caller]
fn equal(x: &[Residue<Limb>], y: &[Residue]) {
    assert!(x.iter().map(|x| x.map(|limb| limb.word)).eq(y.iter().copied()), "the values of the checked engine");
}

/// Checks transforms of `2^log_len` elements both ways, in both orders, on a coset and off it.
fn transforms(log_len: u32, [prime, root]: [Residue; 2]) {
    let n = 1usize << log_len;
    let field = Field::new(&prime).unwrap();
    let root = residue(&field, &field.squared(&field.of_words(&root), 16 - log_len));
    for (shift, natural, x) in [None, Some([3, 1, 4, 1])]
        .into_iter()
        .zip(inputs(&prime, n).into_iter().skip(1))
        .flat_map(|(shift, x)| [(shift, false, x.clone()), (shift, true, x)])
    {
        let kernel = Wide::new(Ranged, &prime, n, &root, shift.as_ref(), 1).unwrap().unwrap();
        let checked = Wide::new(Checked, &prime, n, &root, shift.as_ref(), 1).unwrap().unwrap();
        let (mut space, mut words) = (vec![Block::ZERO; n / LANES], vec![Block::ZERO; n / LANES]);
        let (mut y, mut expected) = (ranged(&x), x);
        kernel.forward(&mut y, &mut space, natural).unwrap();
        checked.forward(&mut expected, &mut words, natural).unwrap();
        equal(&y, &expected);
        kernel.inverse(&mut y, &mut space, natural).unwrap();
        checked.inverse(&mut expected, &mut words, natural).unwrap();
        equal(&y, &expected);
    }
}

/// Calls `f` on a stack that has room for unoptimised frames full of ranges.
fn deep<T: Send>(f: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(1 << 28).spawn_scoped(scope, f).unwrap();
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

#[inline]
pub(crate) fn transforms_stay_in_range() {
    deep(|| {
        for (prime, root) in PRIMES {
            // Without a level of single pairs, and with one.
            transforms(8, [prime, root]);
            transforms(9, [prime, root]);
        }
        // Nodes above a leaf.
        transforms(12, [PRIMES[0].0, PRIMES[0].1]);
    });
}

fn products() {
    for (prime, root) in PRIMES {
        let field = Field::new(&prime).unwrap();
        let root = residue(&field, &field.squared(&field.of_words(&root), 8));
        let kernel = Wide::new(Ranged, &prime, 256, &root, None, 1).unwrap().unwrap();
        let checked = Wide::new(Checked, &prime, 256, &root, None, 1).unwrap().unwrap();
        let [x, y, z] = inputs(&prime, 256);
        let (b, c) = (ranged(&y), ranged(&z));
        for form in [Form::Residues, Form::Montgomery] {
            for with_sum in [false, true] {
                let (mut a, mut expected) = (ranged(&x), x.clone());
                kernel.multiply(form, &mut a, &b, with_sum.then_some(&c[..]));
                checked.multiply(form, &mut expected, &y, with_sum.then_some(&z[..]));
                equal(&a, &expected);
            }
        }
        for subtract in [false, true] {
            let (mut a, mut expected) = (ranged(&x), x.clone());
            kernel.add(&mut a, &c, subtract);
            checked.add(&mut expected, &z, subtract);
            equal(&a, &expected);
        }
    }
}

#[inline]
pub(crate) fn products_stay_in_range() {
    deep(products);
}

#[inline]
pub(crate) fn multiples_in_the_table_are_near() {
    for (prime, _) in PRIMES {
        let prime = Field::new(&prime).unwrap().prime();
        // Entry j is in (j 2^257 - p, j 2^257]: values in [j 2^257, (j + 1) 2^257) become values below 2^257 + p.
        for j in 0..8 {
            let entry = normal(from_fn(|i| prime.multiples.0[i][j].into()));
            let corner = [0, 0, 0, 0, (j as i64) << 49];
            assert!(at_most(&entry, &corner));
            assert!(at_most(&corner, &plus(entry, prime.p.map(|limb| limb as i64))));
        }
    }
}

/// Returns the message with which `f` panics.
fn said(f: impl FnOnce() + Send) -> alloc::string::String {
    let found = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| deep(f)));
    let panic = found.expect_err("a broken bound is found");
    panic.downcast_ref::<alloc::string::String>().cloned().unwrap_or_default()
}

#[inline]
pub(crate) fn broken_bounds_of_values_are_found() {
    let (prime, root) = PRIMES[0];
    let field = Field::new(&prime).unwrap();
    let root = residue(&field, &field.squared(&field.of_words(&root), 8));
    let [_, x, _] = inputs(&prime, 256);
    let forward = |kernel: Wide<Ranged>| {
        let mut space = vec![Block::ZERO; 256 / LANES];
        kernel.forward(&mut ranged(&x), &mut space, false).unwrap();
    };
    let broken = |change: &dyn Fn(&mut super::limbs::Biases)| {
        let mut kernel = Wide::new(Ranged, &prime, 256, &root, None, 1).unwrap().unwrap();
        change(&mut kernel.prime.bias);
        kernel
    };
    // A difference whose multiple of the prime is too small in a pass, and in each level across the lanes.
    let (p, zero) = (field.prime().p, [0; LIMBS]);
    for kernel in [
        broken(&|bias| bias.product = p),
        broken(&|bias| bias.eight[0] = zero),
        broken(&|bias| bias.eight[1] = p),
        broken(&|bias| bias.eight[2] = p),
    ] {
        assert!(said(|| forward(kernel)).contains("out of range"));
    }
}
