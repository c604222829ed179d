//! A transform that the library does not have, in the laboratory: Pease's, of constant geometry.
//!
//! Notation: `n = 2^k` the length, `w` a principal `n`-th root, `h = n/2`.
//!
//! # Idea
//! Every stage reads the same pairs and writes to the same places, so that in hardware one stage serves for all:
//!
//! ```text
//! y[2i]     = x[i] + x[i + h]
//! y[2i + 1] = (x[i] - x[i + h]) w^e        e = i with its lowest s bits cleared, in stage s = 0, ..., k - 1
//! ```
//! Stage 0 is the first step of decimation in frequency, with the two halves interleaved: bit 0 of an index says which half, and the other
//! bits the place in it. In stage `s` the lowest `s` bits say which of `2^s` problems, and `e` is its twiddle. Each stage moves the bit
//! that it decides to the lowest place, so that the values are left in bit-reversed order.
//!
//! # Source
//! M. C. Pease, An adaptation of the fast Fourier transform for parallel processing, *J. ACM* 15 (1968), 252-264.
//!
//! `cargo run --release -p ringfft-lab --example own_variant -- -o report.html` times it, `-- --network 8 -o net.svg` draws it.

use ringfft::{
    Error, Result,
    algebra::{Action, Domain, Roots},
    dft::Transform,
    order::Order,
};
use ringfft_lab::Variant;
use std::process::ExitCode;

/// The transform of constant geometry.
struct ConstantGeometry;

impl Variant for ConstantGeometry {
    fn name(&self) -> &str {
        "constant-geometry"
    }

    fn exists_for(&self, len: usize) -> bool {
        len.is_power_of_two()
    }

    fn build<M: Action<Scalars: Roots>>(&self, domain: &Domain<M>) -> Result<Box<dyn Transform<M>>> {
        let half = domain.len() / 2;
        Ok(Box::new(Stages { module: domain.module().clone(), len: domain.len(), twiddles: domain.twiddles(1, half) }))
    }
}

/// The stages over one domain.
struct Stages<M: Action> {
    module: M,
    len: usize,
    /// `w^e` for `e < n/2`.
    twiddles: Vec<M::Twiddle>,
}

impl<M: Action> Stages<M> {
    /// Returns the exponent of pair `i` in a stage.
    fn exponent(i: usize, stage: u32) -> usize {
        i >> stage << stage
    }

    fn check(&self, values: &[M::Element], scratch: &[M::Element]) -> Result<()> {
        let wrong = |what, found, at_least| Err(Error::SliceLength { what, expected: self.len, found, at_least });
        match (values.len(), scratch.len()) {
            (values, _) if values != self.len => wrong("slice of values", values, false),
            (_, scratch) if scratch < self.len => wrong("scratch", scratch, true),
            _ => Ok(()),
        }
    }
}

impl<M: Action> Transform<M> for Stages<M> {
    fn len(&self) -> usize {
        self.len
    }

    fn order(&self) -> Order {
        Order::BitReversed
    }

    fn scratch_len(&self) -> usize {
        self.len
    }

    fn forward(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        self.check(values, scratch)?;
        let (ring, half) = (&self.module, self.len / 2);
        for stage in 0..self.len.ilog2() {
            for (i, to) in scratch[..self.len].chunks_exact_mut(2).enumerate() {
                let (mut a, mut b) = (values[i].clone(), values[i + half].clone());
                match Self::exponent(i, stage) {
                    0 => ring.butterfly(&mut a, &mut b),
                    e => ring.butterfly_then(&mut a, &mut b, &self.twiddles[e]),
                }
                [to[0], to[1]] = [a, b];
            }
            values.swap_with_slice(&mut scratch[..self.len]);
        }
        Ok(())
    }

    fn inverse_unscaled(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        self.check(values, scratch)?;
        let (ring, half) = (&self.module, self.len / 2);
        for stage in (0..self.len.ilog2()).rev() {
            for (i, from) in values.chunks_exact(2).enumerate() {
                let (mut a, mut b) = (from[0].clone(), from[1].clone());
                // w^-e = -w^(h - e): the mirrored twiddle, and the two results change places.
                match Self::exponent(i, stage) {
                    0 => ring.butterfly(&mut a, &mut b),
                    e => {
                        ring.butterfly_by(&mut a, &mut b, &self.twiddles[half - e]);
                        std::mem::swap(&mut a, &mut b);
                    }
                }
                (scratch[i], scratch[i + half]) = (a, b);
            }
            values.swap_with_slice(&mut scratch[..self.len]);
        }
        Ok(())
    }
}

fn main() -> ExitCode {
    ringfft_lab::main(&[&ConstantGeometry])
}

#[cfg(test)]
mod tests {
    use super::*;
    use ringfft::rings::Modular;
    use ringfft_lab::{Ask, Contestant, RINGS, Task};

    #[test]
    fn it_equals_the_definition_over_every_ring() {
        for ring in RINGS {
            for len in [1, 2, 4, 8, 64, 256] {
                let task = Task { ring: ring.into(), shape: vec![len], batch: 1 };
                let error = ConstantGeometry.prepare(&Ask::new(&task)).unwrap().runner.error().unwrap();
                assert!(error.unwrap() < 1e-5, "{ring} {len}");
            }
        }
    }

    #[test]
    fn it_counts_as_much_as_every_transform_of_radix_2() {
        let task = Task { ring: "c64".into(), shape: vec![64], batch: 1 };
        let tally = ConstantGeometry.count(&Ask::new(&task)).unwrap();
        assert_eq!((tally.additions, tally.products()), (64 * 6, 32 * 6 - 64 + 1));
        assert_eq!(ConstantGeometry.network(&Ask::new(&task)).unwrap().len(), 64);
    }

    #[test]
    fn it_refuses_slices_of_other_lengths() {
        let domain = Domain::new(Modular::new(17).unwrap(), 8).unwrap();
        let transform = ConstantGeometry.build(&domain).unwrap();
        assert!(transform.forward(&mut [0; 7], &mut [0; 8]).is_err());
        assert!(transform.inverse_unscaled(&mut [0; 8], &mut [0; 7]).is_err());
    }
}
