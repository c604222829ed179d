//! FFTW, by its public interface.

use super::{folder, function, open, tell};
use crate::{
    Result,
    float::Float,
    timing::{Aligned, Facts, clocked},
};
use libloading::Library;
use num_complex::Complex;
use std::{
    ffi::{CStr, CString, c_char, c_int, c_uint, c_void},
    fmt, fs,
    path::{Path, PathBuf},
    str::FromStr,
    sync::{Mutex, MutexGuard, OnceLock, PoisonError},
};

/// How FFTW plans, and where it may keep what it found out.
#[derive(Clone, Debug, Default)]
pub struct Options {
    pub rigor: Rigor,
    /// A folder for wisdom, and for the time that each plan took when it was made without.
    pub wisdom: Option<PathBuf>,
}

/// FFTW's planning rigor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rigor {
    Estimate,
    #[default]
    Measure,
    Patient,
}

impl Rigor {
    fn flag(self) -> c_uint {
        match self {
            Rigor::Estimate => 1 << 6,
            Rigor::Measure => 0,
            Rigor::Patient => 1 << 5,
        }
    }

    /// The contestant's name.
    pub fn name(self) -> &'static str {
        match self {
            Rigor::Estimate => "FFTW estimate",
            Rigor::Measure => "FFTW measure",
            Rigor::Patient => "FFTW patient",
        }
    }
}

impl FromStr for Rigor {
    type Err = String;

    fn from_str(word: &str) -> std::result::Result<Self, String> {
        match word {
            "estimate" => Ok(Rigor::Estimate),
            "measure" => Ok(Rigor::Measure),
            "patient" => Ok(Rigor::Patient),
            _ => Err(format!("FFTW plans by estimate, measure or patient, not by {word}")),
        }
    }
}

/// What a plan computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Complex, in place.
    Forward,
    /// Complex, in place.
    Backward,
    /// Real to the first half of the last axis, out of place.
    RealToComplex,
    /// Back, out of place; destroys its input.
    ComplexToReal,
}

type RawPlan = *mut c_void;
type Make = unsafe extern "C" fn(c_int, *const c_int, *mut c_void, *mut c_void, c_uint) -> RawPlan;
type Execute = unsafe extern "C" fn(RawPlan, *mut c_void, *mut c_void);
type File = unsafe extern "C" fn(*const c_char) -> c_int;

/// The library in one precision.
struct Api {
    plan_dft: unsafe extern "C" fn(c_int, *const c_int, *mut c_void, *mut c_void, c_int, c_uint) -> RawPlan,
    plan_dft_r2c: Make,
    plan_dft_c2r: Make,
    execute_dft: Execute,
    execute_dft_r2c: Execute,
    execute_dft_c2r: Execute,
    destroy_plan: unsafe extern "C" fn(RawPlan),
    forget_wisdom: unsafe extern "C" fn(),
    import_wisdom: File,
    export_wisdom: File,
    plan_with_nthreads: Option<unsafe extern "C" fn(c_int)>,
    version: String,
    /// Keeps the functions' code in memory.
    _libraries: Vec<Library>,
}

impl Api {
    /// The library in the precision of `T`, or why it is not there and what to do.
    fn get<T: Float>() -> std::result::Result<&'static Api, &'static str> {
        static DOUBLE: OnceLock<std::result::Result<Api, String>> = OnceLock::new();
        static SINGLE: OnceLock<std::result::Result<Api, String>> = OnceLock::new();
        let (cell, suffix) = if T::SINGLE { (&SINGLE, "f") } else { (&DOUBLE, "") };
        cell.get_or_init(|| Api::load(suffix)).as_ref().map_err(String::as_str)
    }

    fn load(suffix: &str) -> std::result::Result<Api, String> {
        let lib = folder("FFTW_DIR", "fftw").join("lib");
        let remedy = "run get_fftw.sh, or set FFTW_DIR to an installed FFTW that was built with AVX-512";
        let main = open(&lib.join(format!("libfftw3{suffix}.so.3")), remedy)?;
        let threads = open(&lib.join(format!("libfftw3{suffix}_threads.so.3")), remedy);
        let threads = threads.map_err(|why| tell("FFTW with threads", &why)).ok();
        let api = Api::bind(main, threads, suffix).map_err(|error| format!("{error}; {remedy}"))?;
        if !api.version.contains("avx512") {
            eprintln!("peers: *** {} HAS NO AVX-512 CODELETS ***: {remedy}", api.version);
        }
        Ok(api)
    }

    fn bind(main: Library, threads: Option<Library>, suffix: &str) -> std::result::Result<Api, libloading::Error> {
        let name = |function: &str| format!("fftw{suffix}_{function}");
        // SAFETY: the names and types of FFTW's documented interface; that of the threads is initialised before any plan is
        // made, and `fftw_version` is a string that ends in a zero.
        unsafe {
            let plan_with_nthreads = match &threads {
                Some(threads) => {
                    let init: unsafe extern "C" fn() -> c_int = function(threads, &name("init_threads"))?;
                    (init() != 0).then_some(function(threads, &name("plan_with_nthreads"))?)
                }
                None => None,
            };
            // Of an array the symbol is its address.
            let version = CStr::from_ptr(function::<*const c_char>(&main, &name("version"))?);
            Ok(Api {
                plan_dft: function(&main, &name("plan_dft"))?,
                plan_dft_r2c: function(&main, &name("plan_dft_r2c"))?,
                plan_dft_c2r: function(&main, &name("plan_dft_c2r"))?,
                execute_dft: function(&main, &name("execute_dft"))?,
                execute_dft_r2c: function(&main, &name("execute_dft_r2c"))?,
                execute_dft_c2r: function(&main, &name("execute_dft_c2r"))?,
                destroy_plan: function(&main, &name("destroy_plan"))?,
                forget_wisdom: function(&main, &name("forget_wisdom"))?,
                import_wisdom: function(&main, &name("import_wisdom_from_filename"))?,
                export_wisdom: function(&main, &name("export_wisdom_to_filename"))?,
                plan_with_nthreads,
                version: version.to_string_lossy().into_owned(),
                _libraries: std::iter::once(main).chain(threads).collect(),
            })
        }
    }
}

/// A plan of FFTW.
pub struct Plan {
    api: &'static Api,
    raw: RawPlan,
    kind: Kind,
    /// Scalars of the input and of the output.
    lens: [usize; 2],
    single: bool,
    pub facts: Facts,
}

/// FFTW executes plans in any thread, but makes and destroys them in one at a time.
static PLANNER: Mutex<()> = Mutex::new(());

fn lock() -> MutexGuard<'static, ()> {
    PLANNER.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Drop for Plan {
    fn drop(&mut self) {
        let _planner = lock();
        // SAFETY: a plan that FFTW made, destroyed once; `_planner` keeps others from the planner.
        unsafe { (self.api.destroy_plan)(self.raw) };
    }
}

impl fmt::Debug for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?} {:?}", self.api.version, self.kind, self.lens)
    }
}

/// Scalars of a buffer on either side.
fn lens(kind: Kind, shape: &[usize]) -> [usize; 2] {
    let total: usize = shape.iter().product();
    let last = shape[shape.len() - 1];
    let half = total / last * (last / 2 + 1) * 2;
    match kind {
        Kind::Forward | Kind::Backward => [2 * total, 2 * total],
        Kind::RealToComplex => [total, half],
        Kind::ComplexToReal => [half, total],
    }
}

/// Returns why the library is not there in the precision of `T`, and what to do; `None` where it is there.
#[cfg(feature = "compare")]
pub fn missing<T: Float>() -> Option<&'static str> {
    Api::get::<T>().err()
}

/// A plan for `T`, or `None` where the library is missing, which a line on standard error says.
pub fn plan<T: Float>(kind: Kind, shape: &[usize], threads: usize, options: &Options) -> Result<Option<Plan>> {
    let api = match Api::get::<T>() {
        Ok(api) => api,
        Err(why) => {
            tell("FFTW", why);
            return Ok(None);
        }
    };
    let _planner = lock();
    let threads = match api.plan_with_nthreads {
        Some(set) => {
            // SAFETY: the library's threads are initialised.
            unsafe { set(threads as c_int) };
            threads
        }
        None if threads == 1 => 1,
        None => return Ok(None),
    };
    let lens = lens(kind, shape);
    let sizes = shape.iter().map(|&n| c_int::try_from(n)).collect::<std::result::Result<Vec<_>, _>>()?;
    let mut input = Aligned::new(vec![T::zero(); lens[0]]);
    let mut output = Aligned::new(vec![T::zero(); if kind.is_complex() { 0 } else { lens[1] }]);
    let from: *mut c_void = input.as_mut_ptr().cast();
    let to: *mut c_void = if kind.is_complex() { from } else { output.as_mut_ptr().cast() };
    let make = |rigor: Rigor| {
        let (rank, sizes, flag) = (sizes.len() as c_int, sizes.as_ptr(), rigor.flag());
        // SAFETY: `sizes` has `rank` sizes, and the buffers have the numbers of scalars that FFTW documents for the kind.
        let raw = unsafe {
            match kind {
                Kind::Forward => (api.plan_dft)(rank, sizes, from, to, -1, flag),
                Kind::Backward => (api.plan_dft)(rank, sizes, from, to, 1, flag),
                Kind::RealToComplex => (api.plan_dft_r2c)(rank, sizes, from, to, flag),
                Kind::ComplexToReal => (api.plan_dft_c2r)(rank, sizes, from, to, flag),
            }
        };
        if raw.is_null() { Err("FFTW makes no such plan") } else { Ok(raw) }
    };
    let destroy = |raw: RawPlan| {
        // SAFETY: a plan that was made and is not used again.
        unsafe { (api.destroy_plan)(raw) };
    };
    let forget = || {
        // SAFETY: `_planner` keeps others from the planner.
        unsafe { (api.forget_wisdom)() };
    };
    forget();
    let (estimated, estimate_ns) = clocked(|| make(Rigor::Estimate));
    destroy(estimated?);
    let precision = if T::SINGLE { "f32" } else { "f64" };
    let store = options.wisdom.as_deref().map(|folder| Store::new(folder, precision)).transpose()?;
    let key = format!("{} {kind:?} {shape:?} {threads} {:?}", api.version, options.rigor);
    let known = store.as_ref().and_then(|store| store.time(&key));
    // What FFTW measures on short transforms depends on luck: the fastest of three plans counts.
    let is_short = lens[0] <= SHORT && options.rigor != Rigor::Estimate;
    let tries = if is_short && known.is_none() { 3 } else { 1 };
    let mut best: Option<(RawPlan, f64)> = None;
    let mut plan_ns = known;
    for _ in 0..tries {
        forget();
        if let Some(store) = &store {
            // SAFETY: a path that ends in a zero; a file that is not there is refused.
            unsafe { (api.import_wisdom)(store.wisdom.as_ptr()) };
        }
        let (raw, taken) = clocked(|| make(options.rigor));
        let raw = raw?;
        plan_ns.get_or_insert(taken);
        let ns = if tries > 1 { time(|| kind.execute(api, raw, from, to)) } else { 0.0 };
        match best {
            Some((_, least)) if least <= ns => destroy(raw),
            _ => {
                best.replace((raw, ns)).into_iter().for_each(|(slower, _)| destroy(slower));
                if let Some(store) = &store {
                    // SAFETY: as above; where the file cannot be written, the plan is made again next time.
                    unsafe { (api.export_wisdom)(store.candidate.as_ptr()) };
                }
            }
        }
    }
    let (raw, _) = best.ok_or("no plan was made")?;
    if let (Some(store), Some(ns)) = (&store, plan_ns) {
        store.keep(&key, ns)?;
    }
    let facts = Facts { plan_ns, estimate_ns: Some(estimate_ns), scratch: None };
    Ok(Some(Plan { api, raw, kind, lens, single: T::SINGLE, facts }))
}

/// Transforms of at most so many scalars are planned more than once.
const SHORT: usize = 1 << 16;

/// Nanoseconds of one call, the least of several samples.
fn time(mut run: impl FnMut()) -> f64 {
    run();
    let (_, once) = clocked(&mut run);
    let calls = (50_000.0 / once.max(1.0)).ceil() as u32;
    let sample = |_| clocked(|| (0..calls).for_each(|_| run())).1 / f64::from(calls);
    (0..20).map(sample).fold(f64::INFINITY, f64::min)
}

impl Kind {
    fn is_complex(self) -> bool {
        matches!(self, Kind::Forward | Kind::Backward)
    }

    /// Executes a plan of this kind on the buffers that it was made for.
    fn execute(self, api: &Api, raw: RawPlan, from: *mut c_void, to: *mut c_void) {
        let execute = match self {
            Kind::Forward | Kind::Backward => api.execute_dft,
            Kind::RealToComplex => api.execute_dft_r2c,
            Kind::ComplexToReal => api.execute_dft_c2r,
        };
        // SAFETY: the callers': a plan of this kind and buffers as long and as aligned as those that it was made for.
        unsafe { execute(raw, from, to) };
    }
}

impl Plan {
    /// A complex transform in place.
    pub fn complex<T: Float>(&self, values: &mut [Complex<T>]) {
        assert!(self.kind.is_complex() && self.single == T::SINGLE && 2 * values.len() == self.lens[0]);
        let at: *mut c_void = values.as_mut_ptr().cast();
        check(at);
        self.kind.execute(self.api, self.raw, at, at);
    }

    /// A real transform from one buffer of scalars to another.
    pub fn real<T: Float>(&self, input: &mut [T], output: &mut [T]) {
        assert!(!self.kind.is_complex() && self.single == T::SINGLE && [input.len(), output.len()] == self.lens);
        let (from, to): (*mut c_void, *mut c_void) = (input.as_mut_ptr().cast(), output.as_mut_ptr().cast());
        check(from);
        check(to);
        self.kind.execute(self.api, self.raw, from, to);
    }
}

/// Plans are made on buffers whose address is a multiple of 64, and hold for those alone.
fn check(at: *mut c_void) {
    assert!(at.addr().is_multiple_of(64), "FFTW's plans are for aligned buffers");
}

/// What is kept between runs.
struct Store {
    wisdom: CString,
    /// What becomes the wisdom when the best plan is known.
    candidate: CString,
    paths: [PathBuf; 2],
    times: PathBuf,
}

impl Store {
    fn new(folder: &Path, precision: &str) -> Result<Store> {
        fs::create_dir_all(folder)?;
        let paths = [format!("wisdom-{precision}"), format!("candidate-{precision}")].map(|name| folder.join(name));
        let text = |path: &Path| -> Result<CString> {
            Ok(CString::new(path.to_str().ok_or("the path of the wisdom is not Unicode")?)?)
        };
        Ok(Store {
            wisdom: text(&paths[0])?,
            candidate: text(&paths[1])?,
            paths,
            times: folder.join(format!("plan-times-{precision}")),
        })
    }

    /// The time of this plan when it was made first.
    fn time(&self, key: &str) -> Option<f64> {
        let text = fs::read_to_string(&self.times).ok()?;
        let (_, ns) = text.lines().filter_map(|line| line.rsplit_once(' ')).find(|(name, _)| *name == key)?;
        ns.parse().ok()
    }

    /// Keeps the candidate, and the time that its plan took.
    fn keep(&self, key: &str, ns: f64) -> Result<()> {
        let [wisdom, candidate] = &self.paths;
        fs::rename(candidate, wisdom)?;
        if self.time(key).is_none() {
            let text = fs::read_to_string(&self.times).unwrap_or_default();
            fs::write(&self.times, format!("{text}{key} {ns:.0}\n"))?;
        }
        Ok(())
    }
}
