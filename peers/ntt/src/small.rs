//! Goldilocks, BabyBear and KoalaBear: columns of matrices, against Plonky3 and winter-math.

use crate::{
    ours::{contest as against, reversed, wanted, words},
    own::{Own, Places},
};
use p3_dft::{Radix2Bowers, Radix2DFTSmallBatch, Radix2Dit, Radix2DitParallel, TwoAdicSubgroupDft};
use p3_field::{PrimeField64, TwoAdicField};
use p3_matrix::{bitrev::BitReversedMatrixView, dense::RowMajorMatrix, util::reverse_matrix_index_bits};
use p3_monty_31::{FieldParameters, MontyField31, TwoAdicData, dft::RecursiveDft};
use peers::{Aligned, Kind, Measure, Request, Result, Run};
use ringfft::{order::Order, plan::{Layout, Plan}, rings::{
        BabyBear, Goldilocks, KoalaBear, NativeField,
        conventions::{Ecosystem, convention_root, exponent},
        native,
    }};
use std::mem;
use winter_math::{
    fft::{self, fft_inputs::FftInputs},
    fields::f64::BaseElement,
};

/// Which transforms.
#[derive(Clone, Copy)]
pub struct Job {
    /// log2 of their length.
    pub log: u32,
    /// How many, as columns of a matrix that lies row by row.
    pub width: usize,
    /// The order of the values.
    pub order: Order,
    /// From values to coefficients.
    pub inverse: bool,
}

type Of = fn(&Request, Job, Kind) -> Result<Box<dyn Measure>>;

/// The rows: name, order, whether inverse, contest.
pub const ROWS: [(&str, Order, bool, Of); 9] = [
    ("goldilocks", Order::Natural, false, goldilocks),
    ("goldilocks-bitrev", Order::BitReversed, false, goldilocks),
    ("goldilocks-inv", Order::Natural, true, goldilocks),
    ("babybear", Order::Natural, false, monty::<BabyBear, p3_baby_bear::BabyBearParameters>),
    ("babybear-bitrev", Order::BitReversed, false, monty::<BabyBear, p3_baby_bear::BabyBearParameters>),
    ("babybear-inv", Order::Natural, true, monty::<BabyBear, p3_baby_bear::BabyBearParameters>),
    ("koalabear", Order::Natural, false, monty::<KoalaBear, p3_koala_bear::KoalaBearParameters>),
    ("koalabear-bitrev", Order::BitReversed, false, monty::<KoalaBear, p3_koala_bear::KoalaBearParameters>),
    ("koalabear-inv", Order::Natural, true, monty::<KoalaBear, p3_koala_bear::KoalaBearParameters>),
];

type Peers<T> = Vec<(&'static str, Run<T>)>;

fn goldilocks(request: &Request, job: Job, kind: Kind) -> Result<Box<dyn Measure>> {
    let mut peers = Vec::new();
    if wanted(kind) {
        peers = plonky3::<Goldilocks, p3_goldilocks::Goldilocks>(job);
        if job.width == 1 {
            peers.extend(winter(job)?);
        }
    }
    contest(request, job, kind, peers)
}

fn monty<E: NativeField, P: FieldParameters + TwoAdicData>(
    request: &Request,
    job: Job,
    kind: Kind,
) -> Result<Box<dyn Measure>>
where
    MontyField31<P>: PrimeField64 + TwoAdicField + Ord,
{
    let mut peers: Peers<E> = Vec::new();
    if wanted(kind) {
        peers = plonky3::<E, MontyField31<P>>(job);
        let dft = RecursiveDft::<MontyField31<P>>::new(1 << job.log);
        peers.push(("p3 RecursiveDft", batch::<E, _, _>(dft, job)));
        if job.width == 1 && !job.inverse && kind == Kind::Peers {
            peers.push(("p3 forward_fft", internal::<E, P>(job)));
        }
    }
    contest(request, job, kind, peers)
}

fn contest<E: NativeField>(request: &Request, job: Job, kind: Kind, peers: Peers<E>) -> Result<Box<dyn Measure>> {
    let len = 1 << job.log;
    let builder = Plan::builder(native::<E>(), len).batch(job.width, Layout::Columns).order(job.order);
    let input = words(len as u64).take(len * job.width).map(|word| E::from_words(&[word])).collect();
    against(request, kind, &builder, job.inverse, input, peers)
}

fn plonky3<E: NativeField, F: PrimeField64 + TwoAdicField + Ord>(job: Job) -> Peers<E> {
    vec![
        ("p3 Radix2Dit", batch::<E, F, _>(Radix2Dit::default(), job)),
        ("p3 Radix2Bowers", batch::<E, F, _>(Radix2Bowers, job)),
        ("p3 Radix2DitParallel", batch::<E, F, _>(Radix2DitParallel::default(), job)),
        ("p3 Radix2DFTSmallBatch", batch::<E, F, _>(Radix2DFTSmallBatch::new(1 << job.log), job)),
    ]
}

/// Where Plonky3 leaves values.
trait Values<F> {
    const REVERSED: bool;
    fn rows(self) -> RowMajorMatrix<F>;
}

impl<F> Values<F> for RowMajorMatrix<F> {
    const REVERSED: bool = false;

    fn rows(self) -> RowMajorMatrix<F> {
        self
    }
}

impl<F> Values<F> for BitReversedMatrixView<RowMajorMatrix<F>> {
    const REVERSED: bool = true;

    fn rows(self) -> RowMajorMatrix<F> {
        self.inner
    }
}

/// Through Plonky3's public interface: the matrix goes in and another comes out, often in the same memory. Where bit-reversed
/// order is wanted, each gives the order that it has; where natural order is wanted and it has the other, it reorders the
/// rows by Plonky3's function for that.
fn batch<E: NativeField, F, D>(dft: D, job: Job) -> Run<E>
where
    F: PrimeField64 + TwoAdicField,
    D: TwoAdicSubgroupDft<F, Evaluations: Values<F>> + 'static,
{
    let Job { log, width, order, inverse } = job;
    let reorder = D::Evaluations::REVERSED && order == Order::Natural;
    let run = move |values: &mut Vec<F>| {
        let matrix = RowMajorMatrix::new(mem::take(values), width);
        *values = if inverse {
            dft.idft_batch(matrix).values
        } else {
            let mut matrix = dft.dft_batch(matrix).rows();
            if reorder {
                reverse_matrix_index_bits(&mut matrix);
            }
            matrix.values
        };
    };
    let own = Own::new(here::<E, F>, back::<E, F>, run);
    let elsewhere = order == Order::BitReversed && !D::Evaluations::REVERSED;
    let places = || -> Places { Box::new(move |i| reversed(i / width, log) * width + i % width) };
    Box::new(own.gives(elsewhere.then(places)))
}

/// What is inside `RecursiveDft`, public without being documented for use: in place, bit-reversed order. For natural order Plonky3's
/// reordering follows.
fn internal<E: NativeField, P: FieldParameters + TwoAdicData>(job: Job) -> Run<E>
where
    MontyField31<P>: PrimeField64,
{
    let table = MontyField31::<P>::roots_of_unity_table(1 << job.log);
    let natural = job.order == Order::Natural;
    let run = move |values: &mut Aligned<MontyField31<P>>| {
        MontyField31::forward_fft(values, &table);
        if natural {
            p3_util::reverse_slice_index_bits(values);
        }
    };
    Box::new(Own::new(here::<E, MontyField31<P>>, back::<E, MontyField31<P>>, run))
}

fn here<E: NativeField, F: PrimeField64>(x: &E) -> F {
    let mut word = [0];
    x.write_residue(&mut word);
    F::from_u64(word[0])
}

fn back<E: NativeField, F: PrimeField64>(x: &F) -> E {
    E::from(x.as_canonical_u64())
}

type InPlace = Box<dyn FnMut(&mut Aligned<BaseElement>)>;

/// Another root of unity than ours: `theirs_k = ours_(k t)`.
fn winter(job: Job) -> Result<Peers<Goldilocks>> {
    let Job { log, order, inverse, .. } = job;
    let len = 1usize << log;
    let root = |ecosystem| convention_root::<Goldilocks>(ecosystem, len);
    let t = exponent(&native(), &root(Ecosystem::Ringfft)?, &root(Ecosystem::Winterfell)?, len)?;
    let natural = move |k: usize| k * t % len;
    let here = |x: &Goldilocks| BaseElement::new(x.value());
    let back = |x: &BaseElement| Goldilocks::new(x.as_int());
    let (name, run): (_, InPlace) = match (inverse, order) {
        (true, _) => {
            let twiddles = fft::get_inv_twiddles::<BaseElement>(len);
            ("winter interpolate_poly", Box::new(move |values| fft::interpolate_poly(values, &twiddles)))
        }
        (_, Order::Natural) => {
            let twiddles = fft::get_twiddles::<BaseElement>(len);
            ("winter evaluate_poly", Box::new(move |values| fft::evaluate_poly(values, &twiddles)))
        }
        _ => {
            let twiddles = fft::get_twiddles::<BaseElement>(len);
            ("winter fft_in_place", Box::new(move |values| FftInputs::fft_in_place(&mut **values, &twiddles)))
        }
    };
    let own = Own::new(here, back, run);
    let places: Places = match order {
        Order::Natural => Box::new(natural),
        _ => Box::new(move |j| reversed(natural(reversed(j, log)), log)),
    };
    let own = if inverse { own.takes(Some(places)) } else { own.gives(Some(places)) };
    Ok(vec![(name, Box::new(own))])
}
