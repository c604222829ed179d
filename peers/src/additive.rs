//! Additive transforms over GF(2^128) against Plonky3's, and whoever else is handed in.

use crate::{
    Result,
    request::{AdditivePeer, Kind, Request},
    timing::{Contest, Contestant, FEW_CALLS, Measure, Run},
};
use p3_binary_dft::{AdditiveNtt, LchNtt, PolyBasisNtt};
use p3_binary_field::{BinaryField128, Ghash128, TowerLevel};
use p3_matrix::dense::RowMajorMatrix;
use ringfft::{
    algebra::Roots,
    plan::{Algorithm, Coefficients, Plan, Threads},
    rings::{Gf2p128, binary},
};

/// The widths of twiddles with a row each.
pub const WIDTHS: [u32; 5] = [8, 16, 32, 64, 128];

/// log2 of the length of those rows, at which all twiddles of a transform can have one width.
pub const COSET_LOG: u32 = 8;

/// Ours over the canonical Cantor basis against transforms over other Cantor bases of the same subspace, or against our
/// one thread.
pub fn contest(request: &Request, log_len: u32, kind: Kind) -> Result<Box<dyn Measure>> {
    let peers = match kind {
        Kind::Peers => plonky3(log_len, 0).into_iter().chain((request.additive)(log_len)).collect(),
        Kind::Threads => {
            vec![AdditivePeer { name: "ringfft 1 thread", run: ours(log_len, 0, 1)?, basis: canonical(log_len)? }]
        }
    };
    contest_of(ours(log_len, 0, request.threads)?, peers, log_len)
}

/// The same on a coset whose twiddles are all of one width: elements of GF(2^width) and of no smaller field that
/// matters.
pub fn coset(request: &Request, width: u32) -> Result<Box<dyn Measure>> {
    let shift = if width == 8 { 0 } else { canonical(width)?[width as usize - 1] };
    contest_of(ours(COSET_LOG, shift, request.threads)?, plonky3(COSET_LOG, shift), COSET_LOG)
}

fn contest_of(ours: Run<Gf2p128>, peers: Vec<AdditivePeer>, log_len: u32) -> Result<Box<dyn Measure>> {
    let (bases, peers): (Vec<_>, Vec<_>) = peers.into_iter().map(|peer| (peer.basis, (peer.name, peer.run))).unzip();
    let mut contest = Contest { input: input(1 << log_len), ours, peers, most_calls: FEW_CALLS };
    agree(&mut contest, &bases, &canonical(log_len)?)?;
    Ok(Box::new(contest))
}

/// Our forward transform on `shift + V`, with its own scratch.
fn ours(log_len: u32, shift: u128, threads: usize) -> Result<Run<Gf2p128>> {
    let plan = Plan::builder(binary::<Gf2p128>(), 1 << log_len)
        .algorithm(Algorithm::NovelBasis)
        .coefficients(Coefficients::Novel)
        .coset(Gf2p128::new(shift))
        .threads(Threads::AtMost(threads))
        .build()?;
    let mut scratch = plan.scratch()?;
    Ok(Box::new(move |values: &mut [Gf2p128]| {
        plan.forward_with(values, &mut scratch).expect("slices of the plan's lengths");
    }))
}

/// The basis of our points.
fn canonical(dim: u32) -> Result<Vec<u128>> {
    Ok(binary::<Gf2p128>().cantor_basis(dim)?.into_iter().map(|beta| beta.bits()).collect())
}

/// Plonky3's three: Lin, Chung and Han's network in the field that ours is in, the same in Plonky3's tower, and from
/// the tower through the polynomial basis and back.
fn plonky3(log_len: u32, shift: u128) -> Vec<AdditivePeer> {
    let basis: Vec<u128> = (0..log_len as usize).map(|i| Ghash128::cantor_basis(i).to_repr()).collect();
    let peer = |name, run| AdditivePeer { name, run, basis: basis.clone() };
    vec![
        peer("p3 LchNtt, GHASH", Plonky3::boxed(LchNtt::<Ghash128>::default(), shift)),
        peer("p3 LchNtt, tower", Plonky3::boxed(LchNtt::<BinaryField128>::default(), shift)),
        peer("p3 PolyBasisNtt, tower", Plonky3::boxed(PolyBasisNtt, shift)),
    ]
}

/// A transform of Plonky3, which takes and returns a matrix that it owns; here of one column.
struct Plonky3<F, N> {
    ntt: N,
    shift: F,
    values: Vec<F>,
}

impl<F, N> Plonky3<F, N>
where
    F: TowerLevel + From<Ghash128> + 'static,
    N: AdditiveNtt<F> + 'static,
    Ghash128: From<F>,
{
    fn boxed(ntt: N, shift: u128) -> Run<Gf2p128> {
        Box::new(Plonky3 { ntt, shift: F::from(Ghash128::from_repr(shift)), values: Vec::new() })
    }
}

impl<F, N> Contestant<Gf2p128> for Plonky3<F, N>
where
    F: TowerLevel + From<Ghash128>,
    N: AdditiveNtt<F>,
    Ghash128: From<F>,
{
    fn load(&mut self, input: &[Gf2p128], _work: &mut [Gf2p128]) {
        self.values.clear();
        self.values.extend(input.iter().map(|x| F::from(Ghash128::from_repr(x.bits()))));
    }

    fn run(&mut self, _work: &mut [Gf2p128]) {
        let matrix = RowMajorMatrix::new(std::mem::take(&mut self.values), 1);
        self.values = self.ntt.shifted_ntt_batch(matrix, self.shift).values;
    }

    fn store(&mut self, work: &mut [Gf2p128]) {
        for (x, &value) in work.iter_mut().zip(&self.values) {
            *x = Gf2p128::new(Ghash128::from(value).to_repr());
        }
    }
}

/// Elements of full width, the same in every run.
fn input(len: usize) -> Vec<Gf2p128> {
    let mut state = 0x243f_6a88_85a3_08d3_1319_8a2e_0370_7344u128;
    let mut element = || {
        state = state.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645).wrapping_add(0x5851_f42d_4c95_7f2d_1405);
        Gf2p128::new(state ^ state >> 59)
    };
    (0..len).map(|_| element()).collect()
}

/// Every peer computes our values, each at the point it belongs to.
///
/// The first 2^k points of every Cantor basis are the same set, the roots of a polynomial over GF(2), and so are the novel
/// polynomials; bases differ in which index a point has, by a linear map.
fn agree(contest: &mut Contest<Gf2p128>, bases: &[Vec<u128>], canonical: &[u128]) -> Result<()> {
    let mut results = contest.results().into_iter();
    let (_, ours) = results.next().expect("ours comes first");
    for ((name, theirs), basis) in results.zip(bases) {
        let images = coordinates(basis, canonical).ok_or_else(|| format!("{name} evaluates on other points"))?;
        let index = |j: usize| images.iter().enumerate().filter(|(i, _)| j >> i & 1 == 1).fold(0, |x, (_, y)| x ^ y);
        if (0..ours.len()).any(|j| ours[j] != theirs[index(j)]) {
            return Err(format!("ours and {name} differ").into());
        }
    }
    Ok(())
}

/// Which basis vectors each of `vectors` is the sum of, as bits; none where one lies outside the span.
fn coordinates(basis: &[u128], vectors: &[u128]) -> Option<Vec<usize>> {
    // Reduced pairs of a vector and its coordinates, each with a top bit that no later one has.
    let mut echelon: Vec<(u128, usize)> = Vec::new();
    let reduce = |echelon: &[(u128, usize)], start: (u128, usize)| {
        echelon.iter().fold(start, |(rest, bits), &(vector, of)| {
            let clear = rest >> (127 - vector.leading_zeros()) & 1 == 0;
            if clear { (rest, bits) } else { (rest ^ vector, bits ^ of) }
        })
    };
    for (i, &beta) in basis.iter().enumerate() {
        let reduced = reduce(&echelon, (beta, 1 << i));
        if reduced.0 == 0 {
            return None;
        }
        echelon.push(reduced);
    }
    let solve = |&vector: &u128| match reduce(&echelon, (vector, 0)) {
        (0, bits) => Some(bits),
        _ => None,
    };
    vectors.iter().map(solve).collect()
}
