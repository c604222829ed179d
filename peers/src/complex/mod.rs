//! Complex transforms in one and more dimensions, forward and in place.

mod crates;
mod ours;

use crate::{
    Result,
    foreign::{fftw, mkl},
    rows::{Kind, Request},
    timing::{Contest, Facts, MANY_CALLS, Measure, Run, Told},
};
use num_complex::Complex;
use ringfft::{order::Order, rings::Real};
use rustfft::FftNum;

/// `f32` and `f64`: what ours and every peer need of them.
pub trait Float: Real + FftNum + Default {
    /// What errors are measured in.
    type Wide: Real;

    /// Whether this is `f32`.
    const SINGLE: bool;

    /// zaft's plan of this type, forward.
    fn zaft(len: usize) -> Result<Run<Complex<Self>>>;

    /// PhastFT's plan of this type, forward.
    fn phastft(len: usize, threads: usize) -> Run<Complex<Self>>;

    /// zaft's real transform, from numbers to values or back.
    fn zaft_real(len: usize, forward: bool) -> Result<Run<Self>>;

    /// PhastFT's real transform, from numbers to values or back.
    fn phastft_real(len: usize, threads: usize, forward: bool) -> Run<Self>;

    /// tfhe-fft's transforms, in natural order or its own, where it has this type and length.
    fn tfhe(len: usize, order: Order) -> Option<Run<Complex<Self>>>;
}

/// A contestant and its name.
pub type Peer<T> = (&'static str, Run<T>);

/// Ours against every peer that has the shape and the order, or against our one thread too.
pub fn contest<T: Float>(request: &Request, shape: &[usize], order: Order, kind: Kind) -> Result<Box<dyn Measure>> {
    let len = shape.iter().product();
    let threads = request.threads;
    let ours = |threads, recipe| ours::forward::<T>(shape, order, threads, recipe);
    let mut peers: Vec<Peer<Complex<T>>> = Vec::new();
    match kind {
        Kind::Threads => peers.push(("ringfft 1 thread", ours(1, request.recipe.as_ref())?)),
        Kind::Peers if order == Order::Natural => {}
        // For those that need no order: what they would pay for it.
        Kind::Peers => peers.push(("ringfft natural", ours::forward::<T>(shape, Order::Natural, threads, None)?)),
    }
    if request.recipe.is_some() {
        peers.push(("ringfft automatic", ours(threads, None)?));
    }
    peers.extend(fftw::<T>(shape, threads, &request.fftw)?);
    peers.extend(mkl::<T>(shape, threads)?);
    if let [len] = *shape {
        if threads == 1 {
            peers.push(("rustfft", crates::rustfft(len)));
            peers.push(("zaft", T::zaft(len)?));
            peers.extend(T::tfhe(len, Order::Natural).map(|run| ("tfhe-fft", run)));
            if order != Order::Natural {
                peers.extend(T::tfhe(len, order).map(|run| ("tfhe-fft unordered", run)));
            }
        }
        if len.is_power_of_two() && len > 1 {
            peers.push(("PhastFT", T::phastft(len, threads)));
        }
    }
    let ours = ours(threads, request.recipe.as_ref())?;
    let mut contest = Contest { input: input(len), ours, peers, most_calls: MANY_CALLS };
    agree(&mut contest, |_| rounding(2 * len))?;
    // Transforms of transforms grow; zero stays what it is, and takes the same time.
    contest.input.fill(Complex::default());
    Ok(Box::new(contest))
}

/// FFTW, where it is.
fn fftw<T: Float>(shape: &[usize], threads: usize, options: &fftw::Options) -> Result<Option<Peer<Complex<T>>>> {
    let Some(plan) = fftw::plan::<T>(fftw::Kind::Forward, shape, threads, options)? else { return Ok(None) };
    let facts = plan.facts;
    let run = move |values: &mut [Complex<T>]| plan.complex(values);
    Ok(Some((options.rigor.name(), Box::new(Told { run, facts }))))
}

/// MKL, where it is.
fn mkl<T: Float>(shape: &[usize], threads: usize) -> Result<Option<Peer<Complex<T>>>> {
    let Some(plan) = mkl::plan::<T>(false, shape, threads)? else { return Ok(None) };
    let facts = plan.facts;
    let run = move |values: &mut [Complex<T>]| plan.complex(values, true);
    Ok(Some(("MKL", Box::new(Told { run, facts }))))
}

/// Numbers in [-1, 1) of 53 random bits, rounded to `T`; the same for the same seed. (SplitMix64.)
pub fn uniform<T: Real>(seed: u64) -> impl FnMut() -> T {
    let mut state = seed;
    move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        let bits = (z ^ z >> 31) >> 11;
        T::from_f64(bits as f64 / (1u64 << 52) as f64 - 1.0)
    }
}

fn input<T: Real>(len: usize) -> Vec<Complex<T>> {
    let mut part = uniform(0);
    (0..len).map(|_| Complex::new(part(), part())).collect()
}

/// A number to compare.
pub trait Norm: Copy {
    type Real: Real;

    /// The squares of the absolute values of this and of its difference from another.
    fn squares(self, other: Self) -> [f64; 2];
}

impl<T: Real> Norm for Complex<T> {
    type Real = T;

    fn squares(self, other: Self) -> [f64; 2] {
        [self.norm_sqr(), (self - other).norm_sqr()].map(T::as_f64)
    }
}

impl Norm for f64 {
    type Real = f64;

    fn squares(self, other: Self) -> [f64; 2] {
        [self * self, (self - other) * (self - other)]
    }
}

impl Norm for f32 {
    type Real = f32;

    fn squares(self, other: Self) -> [f64; 2] {
        f64::from(self).squares(f64::from(other))
    }
}

/// Every peer computes the same map as ours, up to rounding; `units` says how many units of rounding a contestant may be
/// off.
pub fn agree<N: Norm>(contest: &mut Contest<N>, units: impl Fn(&str) -> f64) -> Result<()> {
    let mut results = contest.results().into_iter();
    let (_, ours) = results.next().expect("ours comes first");
    for (name, theirs) in results {
        let bound = units(name) * N::Real::unit().as_f64();
        let [norm, error] = ours.iter().zip(&theirs).fold([0.0, 0.0], |[norm, error], (&ours, &theirs)| {
            let [square, distance] = ours.squares(theirs);
            [norm + square, error + distance]
        });
        let relative = (error / norm).sqrt();
        // Written so that an error that is no number fails.
        let equal = relative <= bound;
        if !equal {
            return Err(format!("ours and {name} differ: {relative:e} relative, more than {bound:e}").into());
        }
    }
    Ok(())
}

/// The error of a transform of so many numbers with good twiddles, with much to spare.
pub fn rounding(numbers: usize) -> f64 {
    8.0 * (numbers as f64).log2().max(4.0)
}

/// A contestant whose plan took `plan_ns` and that is handed `scratch` elements.
pub fn told<T, R>(plan_ns: f64, scratch: Option<usize>, run: R) -> Run<T>
where
    T: Clone,
    R: crate::timing::Contestant<T> + 'static,
{
    Box::new(Told { run, facts: Facts { plan_ns: Some(plan_ns), estimate_ns: None, scratch } })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{real, rows::Request};

    fn request() -> Request {
        Request { threads: 1, recipe: None, fftw: fftw::Options::default(), additive: |_| Vec::new() }
    }

    /// Making a contest compares every peer that is here with ours.
    #[test]
    fn peers_agree() {
        for order in [Order::Natural, Order::BitReversed] {
            for log in 1..=9 {
                contest::<f64>(&request(), &[1 << log], order, Kind::Peers).unwrap();
                contest::<f32>(&request(), &[1 << log], order, Kind::Peers).unwrap();
            }
        }
        for shape in [&[1000][..], &[1009], &[24, 10], &[4, 5, 6]] {
            contest::<f64>(&request(), shape, Order::Natural, Kind::Peers).unwrap();
            contest::<f32>(&request(), shape, Order::Natural, Kind::Peers).unwrap();
        }
        for forward in [true, false] {
            for shape in [&[16][..], &[15], &[256], &[101], &[8, 12], &[6, 9]] {
                real::contest::<f64>(&request(), shape, forward, Kind::Peers).unwrap();
                real::contest::<f32>(&request(), shape, forward, Kind::Peers).unwrap();
            }
        }
    }

    #[test]
    fn a_wrong_peer_is_refused() {
        let identity = |_: &mut [Complex<f64>]| {};
        let off = |values: &mut [Complex<f64>]| values[3].re += 1e-12;
        for (run, agrees) in [(Box::new(identity) as Run<_>, true), (Box::new(off) as Run<_>, false)] {
            let mut contest =
                Contest { input: input(64), ours: Box::new(identity), peers: vec![("another", run)], most_calls: 1 };
            assert_eq!(agree(&mut contest, |_| rounding(128)).is_ok(), agrees);
        }
    }

    /// Both directions of everybody have errors of rounding, of the right type.
    #[test]
    fn errors_are_small_and_not_zero() {
        for errors in crate::accuracy::errors::<f64>(240, 2, &fftw::Options::default()).unwrap() {
            let norms = errors.means.into_iter().flatten();
            norms.for_each(|norm| assert!(norm > 1e-17 && norm < 3e-15, "{}: {norm}", errors.who));
        }
        for errors in crate::accuracy::errors::<f32>(241, 2, &fftw::Options::default()).unwrap() {
            let norms = errors.means.into_iter().flatten();
            norms.for_each(|norm| assert!(norm > 1e-9 && norm < 2e-6, "{}: {norm}", errors.who));
        }
    }
}
