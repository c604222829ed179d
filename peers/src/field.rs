//! The scalar field of BLS12-381 against halo2's `best_fft`.

use crate::{
    Result,
    request::{Kind, Request, ours},
    timing::{Contest, FEW_CALLS, Measure, Run, agree},
};
use bls12_381::Scalar;
use ff::{Field, PrimeField};
use halo2_proofs::arithmetic::{best_fft, recursive_butterfly_arithmetic};
use ringfft::rings::ff;

/// Ours against `best_fft`, both natural order in and out, or against our one thread.
///
/// `best_fft` has no plan: every call of it computes its powers of the root, as in every prover that calls it. The
/// second peer is what remains of it with the powers at hand: bit reversal and halo2's butterflies.
pub fn contest(request: &Request, log_len: u32, kind: Kind) -> Result<Box<dyn Measure>> {
    let len = 1usize << log_len;
    let plan = |threads, recipe| ours(ff::<Scalar>(), len, threads, recipe);
    let mut peers: Vec<(&'static str, Run<Scalar>)> = match kind {
        Kind::Peers => {
            let omega = (log_len..Scalar::S).fold(Scalar::ROOT_OF_UNITY, |w, _| w.square());
            vec![
                ("halo2 best_fft", Box::new(move |values: &mut [_]| best_fft(values, omega, log_len))),
                ("halo2 butterflies", butterflies(omega, len)),
            ]
        }
        Kind::Threads => vec![("ringfft 1 thread", plan(1, request.recipe.as_ref())?)],
    };
    if request.recipe.is_some() {
        peers.push(("ringfft automatic", plan(request.threads, None)?));
    }
    let ours = plan(request.threads, request.recipe.as_ref())?;
    let mut contest = Contest { input: input(len), ours, peers, most_calls: FEW_CALLS };
    agree(&mut contest)?;
    Ok(Box::new(contest))
}

fn butterflies(omega: Scalar, len: usize) -> Run<Scalar> {
    let powers: Vec<Scalar> = std::iter::successors(Some(Scalar::ONE), |w| Some(w * omega)).take(len / 2).collect();
    Box::new(move |values: &mut [Scalar]| {
        let shift = usize::BITS - len.trailing_zeros();
        for k in 0..len {
            let reversed = k.reverse_bits() >> shift;
            if k < reversed {
                values.swap(k, reversed);
            }
        }
        recursive_butterfly_arithmetic(values, len, 1, &powers);
    })
}

/// Elements of full width, the same in every run.
fn input(len: usize) -> Vec<Scalar> {
    let step = Field::pow_vartime(&Scalar::MULTIPLICATIVE_GENERATOR, [0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344]);
    std::iter::successors(Some(step), |x| Some(x.square() + step)).take(len).collect()
}
