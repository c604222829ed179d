//! The rows of the table: which ring, which length, against whom.

#[cfg(feature = "gf2x")]
use crate::gf2x;
use crate::{
    Result, additive, batches, complex, erasure, field,
    float::{Float, Norm},
    real,
    request::{Kind, Request},
    timing::{Budget, Measure, Outcome},
};
use ringfft::{order::Order, plan::Layout};
use std::time::Duration;

/// One contest, not yet prepared.
pub struct Row {
    pub ring: &'static str,
    /// The length, mostly as a power of two.
    size: String,
    kind: Kind,
    /// The length that a recipe must have to be for this row.
    len: usize,
    /// Not measured unless it is named in full, or everything is asked for.
    pub extra: bool,
    make: Make,
}

/// Prepares the contest of a row.
pub type Make = Box<dyn Fn(&Request, Kind) -> Result<Box<dyn Measure>> + Send + Sync>;

/// Every row.
pub fn rows() -> Vec<Row> {
    let transforms = |ring, logs: &[u32], kind, make: fn(&Request, u32, Kind) -> Result<Box<dyn Measure>>| {
        let row = |&log: &u32| Row {
            ring,
            size: format!("2^{log}"),
            kind,
            len: 1 << log,
            extra: false,
            make: Box::new(move |request, kind| make(request, log, kind)),
        };
        logs.iter().map(row).collect::<Vec<_>>()
    };
    let additive_logs: Vec<u32> = (10..=22).collect();
    let mut rows = [
        complex_rows::<f64>(["complex-f64", "complex-f64-bitrev"]),
        complex_rows::<f32>(["complex-f32", "complex-f32-bitrev"]),
        real_rows::<f64>(["r2c-f64", "c2r-f64"]),
        real_rows::<f32>(["r2c-f32", "c2r-f32"]),
        batch_rows::<f64>("batch-f64"),
        batch_rows::<f32>("batch-f32"),
        transforms("bls12-381-fr", &[12, 16, 20], Kind::Peers, field::contest),
        transforms("bls12-381-fr", &[20], Kind::Threads, field::contest),
        transforms("gf2-128", &additive_logs, Kind::Peers, additive::contest),
        transforms("gf2-128", &[20], Kind::Threads, additive::contest),
    ]
    .into_iter()
    .flatten()
    .collect::<Vec<_>>();
    for &width in &additive::WIDTHS {
        rows.push(Row {
            ring: "gf2-128-coset",
            size: format!("2^{}/{width}-bit", additive::COSET_LOG),
            kind: Kind::Peers,
            len: 1 << additive::COSET_LOG,
            extra: false,
            make: Box::new(move |request, _| additive::coset(request, width)),
        });
    }
    for bytes in [64, 1024] {
        for job in erasure::JOBS {
            let kinds = if bytes == 1024 { &[Kind::Peers, Kind::Threads][..] } else { &[Kind::Peers] };
            for &kind in kinds {
                rows.push(Row {
                    ring: "reed-solomon",
                    size: format!("{0}+{0}/{bytes}/{job}", erasure::SHARDS),
                    kind,
                    len: 0,
                    extra: false,
                    make: Box::new(move |request, kind| erasure::contest(request, bytes, job, kind)),
                });
            }
        }
    }
    #[cfg(feature = "gf2x")]
    for (size, bits, kind) in gf2x::lengths() {
        let make = Box::new(move |request: &Request, kind| gf2x::contest(request, bits, kind));
        rows.push(Row { ring: "gf2x", size, kind, len: 0, extra: false, make });
    }
    rows
}

/// Rows of real transforms: their names forward and back.
fn real_rows<T: Float + Norm<Real = T>>(names: [&'static str; 2]) -> Vec<Row> {
    let mut rows = Vec::new();
    for (ring, forward) in names.into_iter().zip([true, false]) {
        let mut row = |shape: &[usize], size: String, kind, extra| {
            let shape = shape.to_vec();
            let make = Box::new(move |request: &Request, kind| real::contest::<T>(request, &shape, forward, kind));
            rows.push(Row { ring, size, kind, len: 0, extra, make });
        };
        for log in 4..=24 {
            row(&[1 << log], format!("2^{log}"), Kind::Peers, log % 2 == 1);
        }
        for len in [1000, 1080, 100_000, 1_000_000, 1009, 59_049] {
            row(&[len], len.to_string(), Kind::Peers, false);
        }
        for len in [1024, 4096] {
            for kind in [Kind::Peers, Kind::Threads] {
                row(&[len; 2], format!("{len}x{len}"), kind, false);
            }
        }
    }
    rows
}

/// Rows of batches of complex transforms, in rows and in columns.
fn batch_rows<T: Float>(ring: &'static str) -> Vec<Row> {
    let mut rows = Vec::new();
    for shape in batches::SHAPES {
        for (name, layout) in [("rows", Layout::Rows), ("columns", Layout::Columns)] {
            let [batch, len] = shape;
            let make = Box::new(move |request: &Request, _| batches::contest::<T>(request, shape, layout));
            let size = format!("{batch}x{len}/{name}");
            rows.push(Row { ring, size, kind: Kind::Peers, len: 0, extra: false, make });
        }
    }
    rows
}

/// Lengths below 256 that are no powers of two.
const SHORT: [usize; 36] = [
    18, 20, 21, 22, 24, 25, 26, 27, 28, 30, 33, 36, 39, 40, 44, 45, 48, 50, 52, 54, 55, 56, 60, 63, 72, 80, 81, 90, 96,
    100, 108, 112, 120, 144, 180, 240,
];

/// Primes, and products of primes of many sizes.
const OTHERS: [usize; 8] = [17, 97, 360, 4199, 5040, 30_030, 123_456, 999_983];

/// Rows of complex numbers: their names in natural and in bit-reversed order.
fn complex_rows<T: Float>([natural, reversed]: [&'static str; 2]) -> Vec<Row> {
    let row = |ring, size: String, shape: &[usize], order, kind, extra| {
        let shape = shape.to_vec();
        let len = if shape.len() == 1 { shape[0] } else { 0 };
        let make = Box::new(move |request: &Request, kind| complex::contest::<T>(request, &shape, order, kind));
        Row { ring, size, kind, len, extra, make }
    };
    let plain = |size: &str, len: usize| row(natural, size.into(), &[len], Order::Natural, Kind::Peers, false);
    let mut rows = Vec::new();
    for log in 1..=24 {
        let (size, shape, extra) = (format!("2^{log}"), [1 << log], log % 2 == 1 || log < 4);
        rows.push(row(natural, size.clone(), &shape, Order::Natural, Kind::Peers, extra));
        rows.push(row(reversed, size.clone(), &shape, Order::BitReversed, Kind::Peers, extra));
        if log >= 16 {
            rows.push(row(natural, size, &shape, Order::Natural, Kind::Threads, extra));
        }
    }
    rows.extend([5, 10].map(|exponent| plain(&format!("3^{exponent}"), 3usize.pow(exponent))));
    let lens: [usize; 7] = [1000, 1080, 100_000, 1_000_000, 1009, 65_537, 1_000_003];
    rows.extend(lens.map(|len| plain(&len.to_string(), len)));
    let further = SHORT.into_iter().chain(OTHERS);
    rows.extend(further.map(|len| row(natural, len.to_string(), &[len], Order::Natural, Kind::Peers, true)));
    for kind in [Kind::Peers, Kind::Threads] {
        for shape in [&[1024; 2][..], &[4096; 2], &[256; 3], &[256; 2], &[64; 3]] {
            let size = shape.iter().map(usize::to_string).collect::<Vec<_>>().join("x");
            rows.push(row(natural, size, shape, Order::Natural, kind, shape.iter().product::<usize>() < 1 << 20));
        }
    }
    rows.sort_by_key(|row| (row.ring == reversed, row.kind == Kind::Threads));
    rows
}

impl Row {
    /// A contest of transforms of length `len`.
    pub fn new(ring: &'static str, size: String, len: usize, kind: Kind, extra: bool, make: Make) -> Self {
        Row { ring, size, kind, len, extra, make }
    }

    /// What filters look at.
    pub fn name(&self) -> String {
        format!("{}/{}", self.ring, self.size())
    }

    /// The length, and whether threads are at work.
    pub fn size(&self) -> String {
        let size = &self.size;
        match self.kind {
            Kind::Peers => size.clone(),
            Kind::Threads => format!("{size}/threads"),
        }
    }

    /// Prepares the contest, within a pool of its number of threads, and runs it there.
    fn within<R: Send>(&self, request: &Request, run: impl FnOnce(Box<dyn Measure>) -> R + Send) -> Result<R> {
        let mut request = request.clone();
        if self.kind == Kind::Threads {
            request.threads = request.threads.max(2);
        }
        request.recipe = request.recipe.filter(|recipe| recipe.len() == self.len);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(request.threads).build()?;
        pool.install(|| match (self.make)(&request, self.kind) {
            Ok(contest) => Ok(run(contest)),
            Err(error) => Err(error.to_string()),
        })
        .map_err(|error| format!("{}: {error}", self.name()).into())
    }

    /// Measures ours against each of the peers.
    pub fn measure(&self, request: &Request, budget: Budget) -> Result<Vec<Outcome>> {
        self.within(request, |mut contest| contest.measure(budget))
    }

    /// Runs ours, or the named peer, for a time; tells who ran, and how many calls.
    pub fn profile(&self, request: &Request, peer: Option<&str>, time: Duration) -> Result<(&'static str, u64)> {
        self.within(request, |mut contest| {
            let names = contest.names();
            let index = peer.map_or(Some(0), |peer| names.iter().position(|name| name.contains(peer)));
            index.map(|index| (names[index], contest.run_for(index, time)))
        })?
        .ok_or_else(|| format!("{} has no such peer", self.name()).into())
    }
}
