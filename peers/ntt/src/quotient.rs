//! The quotient step of a proof as `examples/quotient.rs` takes it: four lists of values on the group of order `n`, to the coefficients
//! of `(a b s - c)/(X^n - 1)`, by way of a coset of the group of order `2n`.
//!
//! The input is `a`, `b`, `s`, `c` one after another, in bit-reversed order for ours and in natural order for the peers, each as it
//! likes it best; the output its first half, and zeros.

use crate::{
    ours::{reversed, wanted, words},
    own::{Own, Places},
    wide::{from_ark, to_ark},
};
use ark_ff::PrimeField as ArkField;
use ark_poly::{EvaluationDomain, Radix2EvaluationDomain};
use blst::blst_fr;
use ff::PrimeField;
use halo2curves::fft::{FftGroup, best_fft};
use p3_dft::{Radix2Bowers, Radix2DFTSmallBatch, Radix2Dit, Radix2DitParallel, TwoAdicSubgroupDft};
use p3_field::{PrimeCharacteristicRing, PrimeField64};
use p3_matrix::{Matrix, dense::RowMajorMatrix};
use peers::{Aligned, Contest, Kind, MANY_CALLS, Measure, Request, Result, Run, agree};
use ringfft::{algebra::{Ring, Roots}, order::Order, plan::{Accelerated, Plan, Resident, Threads}, rings::{
        Bls12381FrParameters, Bn254FrParameters, Goldilocks, MontgomeryWords,
        conventions::{Ecosystem, convention_root, exponent},
        ff013, montgomery_words, native,
    }};

type Of = fn(&Request, u32, Kind) -> Result<Box<dyn Measure>>;
type Peers<T> = Vec<(&'static str, Run<T>)>;

/// The rows: name, contest.
pub const ROWS: [(&str, Of); 3] =
    [("quotient-bls12-381", bls12_381), ("quotient-bn254", bn254), ("quotient-goldilocks", goldilocks)];

/// The coset's shift, of no power of two as an order in any of the fields.
const SHIFT: u64 = 7;

fn bls12_381(request: &Request, log: u32, kind: Kind) -> Result<Box<dyn Measure>> {
    struct Words;
    impl MontgomeryWords for Words {
        type Field = blstrs::Scalar;
        type Parameters = Bls12381FrParameters;
        const ONE: blstrs::Scalar = <blstrs::Scalar as ff::Field>::ONE;
        fn to_words(element: &blstrs::Scalar) -> [u64; 4] {
            blst_fr::from(*element).l
        }
        fn from_words(words: [u64; 4]) -> blstrs::Scalar {
            blst_fr { l: words }.into()
        }
    }
    let ring = ff013::<blstrs::Scalar>();
    let mut peers = prime_field::<blstrs::Scalar, ark_bls12_381::Fr>(log, kind, "blstrs best_fft")?;
    peers.push(("ringfft words", ours(montgomery_words::<Words>(), log, request.threads)?));
    contest(request, ring, log, peers)
}

fn bn254(request: &Request, log: u32, kind: Kind) -> Result<Box<dyn Measure>> {
    struct Words;
    impl MontgomeryWords for Words {
        type Field = halo2curves::bn256::Fr;
        type Parameters = Bn254FrParameters;
        const ONE: halo2curves::bn256::Fr = <halo2curves::bn256::Fr as ff::Field>::ONE;
        fn to_words(element: &halo2curves::bn256::Fr) -> [u64; 4] {
            element.0
        }
        fn from_words(words: [u64; 4]) -> halo2curves::bn256::Fr {
            halo2curves::bn256::Fr(words)
        }
    }
    let ring = ff013::<halo2curves::bn256::Fr>();
    let mut peers = prime_field::<halo2curves::bn256::Fr, ark_bn254::Fr>(log, kind, "halo2curves best_fft")?;
    // The group is that of another generator, so its values have other places.
    let words = montgomery_words::<Words>();
    let t = exponent(&ring, &ring.root(1 << log)?, &words.root(1 << log)?, 1 << log)?;
    if t == 1 {
        peers.push(("ringfft words", ours(words, log, request.threads)?));
    }
    contest(request, ring, log, peers)
}

fn goldilocks(request: &Request, log: u32, kind: Kind) -> Result<Box<dyn Measure>> {
    let mut peers = Peers::new();
    if wanted(kind) {
        let theirs = convention_root::<Goldilocks>(Ecosystem::Plonky3, 1 << log)?;
        let t = exponent(&native(), &native::<Goldilocks>().root(1 << log)?, &theirs, 1 << log)?;
        peers = vec![
            ("p3 Radix2Dit", plonky3(Radix2Dit::default(), log, t)),
            ("p3 Radix2Bowers", plonky3(Radix2Bowers, log, t)),
            ("p3 Radix2DitParallel", plonky3(Radix2DitParallel::default(), log, t)),
            ("p3 Radix2DFTSmallBatch", plonky3(Radix2DFTSmallBatch::new(2 << log), log, t)),
        ];
    }
    contest(request, native::<Goldilocks>(), log, peers)
}

fn contest<R>(request: &Request, ring: R, log: u32, peers: Peers<R::Element>) -> Result<Box<dyn Measure>>
where
    R: Accelerated<Scalars = R, Element: Copy + PartialEq> + Ring,
{
    let mut words = words(log.into());
    let base = ring.integer(SHIFT);
    let mut element = || {
        let mut x = ring.integer(words.next().unwrap_or(0));
        ring.mul_assign(&mut x, &base);
        let copy = x;
        ring.mul_assign(&mut x, &copy);
        let copy = x;
        ring.mul_assign(&mut x, &copy);
        x
    };
    let input = (0..4usize << log).map(|_| element()).collect();
    let ours = ours(ring, log, request.threads)?;
    let mut contest = Contest { input, ours, peers, most_calls: MANY_CALLS };
    agree(&mut contest)?;
    Ok(Box::new(contest))
}

/// `1/(x^n - 1)` at `g w^i`, for even and for odd `i`.
fn vanishing<R: Ring>(ring: &R, len: usize) -> [R::Element; 2] {
    let power = ring.pow(&ring.integer(SHIFT), len as u64);
    let (mut even, mut odd) = (power.clone(), ring.zero());
    ring.sub_assign(&mut even, &ring.one());
    ring.sub_assign(&mut odd, &power);
    ring.sub_assign(&mut odd, &ring.one());
    [even, odd].map(|z| ring.inverse(&z).unwrap_or_else(|| ring.one()))
}

fn ours<R>(ring: R, log: u32, threads: usize) -> Result<Run<R::Element>>
where
    R: Accelerated<Scalars = R, Element: Copy + PartialEq> + Ring,
{
    let len = 1usize << log;
    let builder = |len| Plan::builder(ring.clone(), len).order(Order::BitReversed).threads(Threads::AtMost(threads));
    let group = builder(len).build()?;
    let coset = builder(2 * len).coset(ring.integer(SHIFT)).build()?;
    let inverses = vanishing(&ring, len);
    let list: Vec<R::Element> = (0..2 * len).map(|i| inverses[i / len]).collect();
    let vanishing = coset.load(&list)?;
    let zero = ring.zero();
    let run = move |work: &mut [R::Element]| {
        let extended = |i: usize| -> ringfft::Result<Resident<R>> {
            let mut values = group.load(&work[i * len..(i + 1) * len])?;
            group.inverse_resident(&mut values)?;
            let mut extended = coset.extend_resident(&values)?;
            coset.forward_resident(&mut extended)?;
            Ok(extended)
        };
        let quotient = || -> ringfft::Result<Resident<R>> {
            let mut product = extended(0)?;
            product.multiply(&extended(1)?)?;
            product.multiply(&extended(2)?)?;
            product.subtract(&extended(3)?)?;
            product.multiply(&vanishing)?;
            coset.inverse_resident(&mut product)?;
            Ok(product)
        };
        let quotient = quotient().expect("vectors of the plans' lengths");
        quotient.store(&mut work[..2 * len]).expect("a vector of the plan's length");
        work[2 * len..].fill(zero);
    };
    Ok(Box::new(run))
}

/// Where ours, bit-reversed, has the value at a place of a list in natural order with the root `ours^t`.
fn takes(log: u32, t: usize) -> Places {
    let len = 1usize << log;
    Box::new(move |i| i / len * len + reversed(i % len * t % len, log))
}

fn prime_field<S, A>(log: u32, kind: Kind, name: &'static str) -> Result<Peers<S>>
where
    S: PrimeField + FftGroup<S>,
    A: ArkField,
{
    if !wanted(kind) {
        return Ok(Vec::new());
    }
    let (ring, len) = (ff013::<S>(), 1usize << log);
    let (omega, omega2, shift) = (ring.root(len)?, ring.root(2 * len)?, S::from(SHIFT));
    let inverse = |x: S| x.invert().unwrap_or(S::ONE);
    let [even, odd] = vanishing(&ring, len);
    let powers = move |values: &mut [S], first: S, ratio: S| {
        let mut power = first;
        values.iter_mut().for_each(|x| {
            *x *= power;
            power *= ratio;
        });
    };
    let (back, back2) = (inverse(omega), inverse(omega2));
    let (scale, scale2, unshift) = (inverse(S::from(len as u64)), inverse(S::from(2 * len as u64)), inverse(shift));
    let best = move |values: &mut Aligned<S>| {
        let mut lists = values.chunks_exact(len).map(|list| {
            let mut list = list.to_vec();
            best_fft(&mut list, back, log);
            powers(&mut list, scale, shift);
            list.resize(2 * len, S::ZERO);
            best_fft(&mut list, omega2, log + 1);
            list
        });
        let mut next = || lists.next().expect("four lists");
        let [mut a, b, s, c] = [next(), next(), next(), next()];
        for (i, a) in a.iter_mut().enumerate() {
            *a = (*a * b[i] * s[i] - c[i]) * if i % 2 == 0 { even } else { odd };
        }
        best_fft(&mut a, back2, log + 1);
        powers(&mut a, scale2, unshift);
        values[..2 * len].copy_from_slice(&a);
        values[2 * len..].fill(S::ZERO);
    };
    let best: Run<S> = Box::new(Own::new(|x: &S| *x, |x: &S| *x, best).takes(Some(takes(log, 1))));

    let no_domain = "arkworks has no domain of this length";
    let group = Radix2EvaluationDomain::<A>::new(len).ok_or(no_domain)?;
    let double = Radix2EvaluationDomain::<A>::new(2 * len).ok_or(no_domain)?;
    let coset = double.get_coset(A::from(SHIFT)).ok_or(no_domain)?;
    let t = exponent(&ring, &omega, &from_ark(&group.group_gen), len)?;
    let inverses: [A; 2] = [to_ark(&even), to_ark(&odd)];
    let ark = move |values: &mut Vec<A>| {
        let mut lists = values.chunks_exact(len).map(|list| {
            let mut list = list.to_vec();
            group.ifft_in_place(&mut list);
            coset.fft_in_place(&mut list);
            list
        });
        let mut next = || lists.next().expect("four lists");
        let [mut a, b, s, c] = [next(), next(), next(), next()];
        for (i, a) in a.iter_mut().enumerate() {
            *a = (*a * b[i] * s[i] - c[i]) * inverses[i % 2];
        }
        coset.ifft_in_place(&mut a);
        values[..2 * len].copy_from_slice(&a);
        values[2 * len..].fill(A::ZERO);
    };
    let ark: Run<S> = Box::new(Own::new(to_ark::<S, A>, from_ark::<S, A>, ark).takes(Some(takes(log, t))));
    Ok(vec![(name, best), ("ark-poly", ark)])
}

/// As a matrix of four columns, which is how Plonky3 holds lists.
fn plonky3<D>(dft: D, log: u32, t: usize) -> Run<Goldilocks>
where
    D: TwoAdicSubgroupDft<p3_goldilocks::Goldilocks> + 'static,
{
    type F = p3_goldilocks::Goldilocks;
    let len = 1usize << log;
    let here = |x: &Goldilocks| F::from_u64(x.value());
    let back = |x: &F| Goldilocks::new(x.as_canonical_u64());
    let inverses = vanishing(&native::<Goldilocks>(), len).map(|x| here(&x));
    let shift = F::from_u64(SHIFT);
    let run = move |values: &mut Vec<F>| {
        let matrix = RowMajorMatrix::new(std::mem::take(values), 4);
        let extended = dft.coset_lde_batch(matrix, 1, shift).to_row_major_matrix();
        let rows = extended.values.as_chunks::<4>().0.iter();
        let quotient = rows.enumerate().map(|(i, [a, b, s, c])| (*a * *b * *s - *c) * inverses[i % 2]).collect();
        *values = dft.coset_idft_batch(RowMajorMatrix::new_col(quotient), shift).values;
        values.resize(4 * len, F::ZERO);
    };
    let natural = takes(log, t);
    let takes: Places = Box::new(move |i| natural(i % 4 * len + i / 4));
    Box::new(Own::new(here, back, run).takes(Some(takes)))
}
