//! The scalar fields of BLS12-381 and BN254, natural order: our fields, and those of others through the crate `ff`, against
//! `best_fft` and arkworks.

use crate::{
    ours::{self, contest as against, wanted, words},
    own::{Own, Places},
};
use ark_ff::{BigInteger, PrimeField as ArkField};
use ark_poly::{EvaluationDomain, Radix2EvaluationDomain};
use ff::{Field, PrimeField};
use halo2curves::fft::{FftGroup, best_fft};
use peers::{Aligned, Kind, Measure, Request, Result, Run};
use ringfft::{algebra::{Roots, Std}, plan::{Accelerated, Plan, Threads}, rings::{Bls12381Fr, Bn254Fr, NativeField, ViaNative, conventions::exponent, ff013, native}};

type Of = fn(&Request, u32, bool, Kind) -> Result<Box<dyn Measure>>;
type BlsArk = ark_bls12_381::Fr;
type BnArk = ark_bn254::Fr;
type BnHalo = halo2curves::bn256::Fr;

/// The rows: name, whether inverse, contest.
pub const ROWS: [(&str, bool, Of); 8] = [
    ("bls12-381-fr", false, bls12_381),
    ("bls12-381-fr-inv", true, bls12_381),
    ("bls12-381-fr-ff", false, bls12_381_ff),
    ("bls12-381-fr-ff-inv", true, bls12_381_ff),
    ("bn254-fr", false, bn254),
    ("bn254-fr-inv", true, bn254),
    ("bn254-fr-ff", false, bn254_ff),
    ("bn254-fr-ff-inv", true, bn254_ff),
];

fn bls12_381(request: &Request, log: u32, inverse: bool, kind: Kind) -> Result<Box<dyn Measure>> {
    let module = native::<Bls12381Fr>();
    let peers = peers::<_, blstrs::Scalar, BlsArk>(module, log, inverse, kind, "blstrs best_fft")?;
    contest(request, kind, module, log, inverse, peers)
}

fn bls12_381_ff(request: &Request, log: u32, inverse: bool, kind: Kind) -> Result<Box<dyn Measure>> {
    let module = ff013::<blstrs::Scalar>();
    let mut peers = peers::<_, blstrs::Scalar, BlsArk>(module, log, inverse, kind, "blstrs best_fft")?;
    peers.extend(native_field::<_, Bls12381Fr>(module, request, log, inverse, kind)?);
    contest(request, kind, module, log, inverse, peers)
}

fn bn254(request: &Request, log: u32, inverse: bool, kind: Kind) -> Result<Box<dyn Measure>> {
    let module = native::<Bn254Fr>();
    let peers = peers::<_, BnHalo, BnArk>(module, log, inverse, kind, "halo2curves best_fft")?;
    contest(request, kind, module, log, inverse, peers)
}

fn bn254_ff(request: &Request, log: u32, inverse: bool, kind: Kind) -> Result<Box<dyn Measure>> {
    let module = ff013::<BnHalo>();
    let mut peers = peers::<_, BnHalo, BnArk>(module, log, inverse, kind, "halo2curves best_fft")?;
    peers.extend(native_field::<_, Bn254Fr>(module, request, log, inverse, kind)?);
    contest(request, kind, module, log, inverse, peers)
}

fn contest<M>(
    request: &Request,
    kind: Kind,
    module: M,
    log: u32,
    inverse: bool,
    peers: Peers<M::Element>,
) -> Result<Box<dyn Measure>>
where
    M: Accelerated<Element: PrimeField>,
{
    let len = 1usize << log;
    let base = M::Element::from(1 << 32).square();
    let mut words = words(len as u64);
    let mut element = || (0..4).fold(M::Element::ZERO, |x, _| x * base + M::Element::from(words.next().unwrap_or(0)));
    let input = (0..len).map(|_| element()).collect();
    against(request, kind, &Plan::builder(module, len), inverse, input, peers)
}

type Peers<T> = Vec<(&'static str, Run<T>)>;

/// `best_fft` on the field `S` and arkworks on `A`.
fn peers<M, S, A>(module: M, log: u32, inverse: bool, kind: Kind, name: &'static str) -> Result<Peers<M::Element>>
where
    M: Accelerated<Scalars = M, Element: PrimeField> + Roots,
    S: PrimeField + FftGroup<S>,
    A: ArkField,
{
    if !wanted(kind) {
        return Ok(Vec::new());
    }
    let len = 1usize << log;
    let root = module.root(len)?;
    let omega: S = convert(&if inverse { root.invert().unwrap_or(root) } else { root });
    let scale = S::from(len as u64).invert().unwrap_or(S::ZERO);
    // As every caller does: it takes any root, and no scale.
    let best = move |values: &mut Aligned<S>| {
        best_fft(values, omega, log);
        if inverse {
            values.iter_mut().for_each(|x| *x *= scale);
        }
    };
    let domain = Radix2EvaluationDomain::<A>::new(len).ok_or("arkworks has no domain of this length")?;
    let places = places(&module, &root, &from_ark(&domain.group_gen), len)?;
    let (takes, gives) = if inverse { (places, None) } else { (None, places) };
    let ark = move |values: &mut Vec<A>| match inverse {
        true => domain.ifft_in_place(values),
        false => domain.fft_in_place(values),
    };
    Ok(vec![
        (name, Box::new(Own::new(convert::<M::Element, S>, convert::<S, M::Element>, best))),
        ("ark-poly", Box::new(Own::new(to_ark, from_ark, ark).takes(takes).gives(gives))),
    ])
}

/// Our own field of the same prime, its elements converted outside the timing.
fn native_field<M, N>(module: M, request: &Request, log: u32, inverse: bool, kind: Kind) -> Result<Peers<M::Element>>
where
    M: Accelerated<Scalars = M, Element: PrimeField> + Roots,
    N: NativeField + PrimeField,
    Std<N, ViaNative>: Accelerated<Element = N>,
{
    if kind == Kind::Threads {
        return Ok(Vec::new());
    }
    let len = 1usize << log;
    let places = places(&module, &module.root(len)?, &convert(&native::<N>().root(len)?), len)?;
    let (takes, gives) = if inverse { (places, None) } else { (None, places) };
    let builder = Plan::builder(native::<N>(), len).threads(Threads::AtMost(request.threads));
    let mut plan = ours::run(builder, None, inverse)?;
    let run = move |values: &mut Aligned<N>| plan.run(values);
    let own = Own::new(convert::<M::Element, N>, convert::<N, M::Element>, run);
    Ok(vec![("ringfft own field", Box::new(own.takes(takes).gives(gives)))])
}

/// Where values lie with another root `ours^t`: `theirs_k = ours_(k t)`.
fn places<M: Roots>(module: &M, ours: &M::Element, theirs: &M::Element, len: usize) -> Result<Option<Places>> {
    let t = exponent(module, ours, theirs, len)?;
    Ok((t != 1).then(|| -> Places { Box::new(move |k| k * t % len) }))
}

/// Between fields of the same prime whose canonical bytes are little-endian.
pub fn convert<S: PrimeField, T: PrimeField>(x: &S) -> T {
    let mut bytes = T::Repr::default();
    bytes.as_mut().copy_from_slice(x.to_repr().as_ref());
    T::from_repr(bytes).expect("a residue of the same prime")
}

pub fn to_ark<T: PrimeField, A: ArkField>(x: &T) -> A {
    A::from_le_bytes_mod_order(x.to_repr().as_ref())
}

pub fn from_ark<T: PrimeField, A: ArkField>(x: &A) -> T {
    let mut bytes = T::Repr::default();
    bytes.as_mut().copy_from_slice(&x.into_bigint().to_bytes_le());
    T::from_repr(bytes).expect("a residue of the same prime")
}
