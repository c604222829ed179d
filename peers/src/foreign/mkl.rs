//! Intel's MKL, by the C interface of its DFTI.

use super::{folder, function, open, tell};
use crate::{
    Result,
    float::Float,
    timing::{Facts, clocked},
};
use libloading::Library;
use num_complex::Complex;
use std::{
    ffi::{CStr, c_char, c_int, c_long, c_void},
    sync::OnceLock,
};

type Handle = *mut c_void;

/// The library.
struct Api {
    create_single_1d: CreateOne,
    create_double_1d: CreateOne,
    create_single_md: CreateMany,
    create_double_md: CreateMany,
    set_value: unsafe extern "C" fn(Handle, c_int, ...) -> c_long,
    commit: unsafe extern "C" fn(Handle) -> c_long,
    forward: unsafe extern "C" fn(Handle, *mut c_void, ...) -> c_long,
    backward: unsafe extern "C" fn(Handle, *mut c_void, ...) -> c_long,
    free: unsafe extern "C" fn(*mut Handle) -> c_long,
    message: unsafe extern "C" fn(c_long) -> *const c_char,
    /// Of the OpenMP library, of this thread: how many milliseconds its idle threads spin.
    set_blocktime: Option<unsafe extern "C" fn(c_int)>,
    _libraries: Vec<Library>,
}

type CreateOne = unsafe extern "C" fn(*mut Handle, c_int, c_long) -> c_long;
type CreateMany = unsafe extern "C" fn(*mut Handle, c_int, c_long, *const c_long) -> c_long;

const CONJUGATE_EVEN_STORAGE: c_int = 10;
const PLACEMENT: c_int = 11;
const THREAD_LIMIT: c_int = 27;
const COMPLEX: c_int = 32;
const REAL: c_int = 33;
const COMPLEX_COMPLEX: c_int = 39;
const NOT_IN_PLACE: c_int = 44;

impl Api {
    /// The library, or why it is not there and what to do.
    fn get() -> std::result::Result<&'static Api, &'static str> {
        static API: OnceLock<std::result::Result<Api, String>> = OnceLock::new();
        let api = API.get_or_init(|| {
            let lib = folder("MKL_DIR", "mkl").join("lib");
            let remedy = "run get_mkl.sh, or set MKL_DIR to an installed MKL";
            // The OpenMP runtime first, so that MKL finds it wherever the wheel put it.
            let openmp = lib.join("libiomp5.so");
            let openmp = if openmp.exists() {
                open(&openmp, remedy).map_err(|why| tell("MKL with threads", &why)).ok()
            } else {
                None
            };
            let main = open(&lib.join("libmkl_rt.so.3"), remedy)?;
            Api::bind(main, openmp).map_err(|error| format!("{error}; {remedy}"))
        });
        api.as_ref().map_err(String::as_str)
    }

    fn bind(main: Library, openmp: Option<Library>) -> std::result::Result<Api, libloading::Error> {
        // SAFETY: the names and types in `mkl_dfti.h` and of the OpenMP runtime.
        unsafe {
            Ok(Api {
                create_single_1d: function(&main, "DftiCreateDescriptor_s_1d")?,
                create_double_1d: function(&main, "DftiCreateDescriptor_d_1d")?,
                create_single_md: function(&main, "DftiCreateDescriptor_s_md")?,
                create_double_md: function(&main, "DftiCreateDescriptor_d_md")?,
                set_value: function(&main, "DftiSetValue")?,
                commit: function(&main, "DftiCommitDescriptor")?,
                forward: function(&main, "DftiComputeForward")?,
                backward: function(&main, "DftiComputeBackward")?,
                free: function(&main, "DftiFreeDescriptor")?,
                message: function(&main, "DftiErrorMessage")?,
                set_blocktime: openmp.as_ref().and_then(|openmp| function(openmp, "kmp_set_blocktime").ok()),
                _libraries: std::iter::once(main).chain(openmp).collect(),
            })
        }
    }

    fn check(&self, status: c_long) -> Result<()> {
        if status == 0 {
            return Ok(());
        }
        // SAFETY: MKL returns a string that ends in a zero, for any status.
        let message = unsafe { CStr::from_ptr((self.message)(status)) };
        Err(format!("MKL: {}", message.to_string_lossy()).into())
    }
}

/// A descriptor of MKL, committed.
pub struct Plan {
    api: &'static Api,
    handle: Handle,
    /// Scalars of the time side and of the frequency side; equal and in place where complex.
    lens: [usize; 2],
    real: bool,
    single: bool,
    pub facts: Facts,
}

impl Drop for Plan {
    fn drop(&mut self) {
        // SAFETY: a descriptor that MKL made, freed once.
        unsafe { (self.api.free)(&raw mut self.handle) };
    }
}

/// Returns why the library is not there, and what to do; `None` where it is there.
#[cfg(feature = "compare")]
pub fn missing() -> Option<&'static str> {
    Api::get().err()
}

/// A descriptor for `T`, complex in place or real out of place, or `None` where the library is missing, which a line on
/// standard error says.
pub fn plan<T: Float>(real: bool, shape: &[usize], threads: usize) -> Result<Option<Plan>> {
    let api = match Api::get() {
        Ok(api) => api,
        Err(why) => {
            tell("MKL", why);
            return Ok(None);
        }
    };
    if let Some(set_blocktime) = api.set_blocktime {
        // SAFETY: as documented. Its threads spin for a fifth of a second otherwise, on a core that the next contestant needs.
        unsafe { set_blocktime(1) };
    }
    let total: usize = shape.iter().product();
    let last = shape[shape.len() - 1];
    let lens = if real { [total, total / last * (last / 2 + 1) * 2] } else { [2 * total; 2] };
    let mut plan = Plan { api, handle: std::ptr::null_mut(), lens, real, single: T::SINGLE, facts: Facts::default() };
    let sizes = shape.iter().map(|&n| c_long::try_from(n)).collect::<std::result::Result<Vec<_>, _>>()?;
    let (result, ns) = clocked(|| -> Result<()> {
        let domain = if real { REAL } else { COMPLEX };
        let (one, many) = if T::SINGLE {
            (api.create_single_1d, api.create_single_md)
        } else {
            (api.create_double_1d, api.create_double_md)
        };
        let handle = &raw mut plan.handle;
        // SAFETY: a place for the descriptor, and as many sizes as said.
        api.check(unsafe {
            match &sizes[..] {
                &[n] => one(handle, domain, n),
                sizes => many(handle, domain, sizes.len() as c_long, sizes.as_ptr()),
            }
        })?;
        let set = |parameter: c_int, value: c_long| {
            // SAFETY: a descriptor, and parameters that take one integer.
            api.check(unsafe { (api.set_value)(plan.handle, parameter, value) })
        };
        set(THREAD_LIMIT, c_long::try_from(threads)?)?;
        if real {
            set(PLACEMENT, c_long::from(NOT_IN_PLACE))?;
            set(CONJUGATE_EVEN_STORAGE, c_long::from(COMPLEX_COMPLEX))?;
        }
        if real && shape.len() > 1 {
            return Err("strides of real transforms in several dimensions are not set here".into());
        }
        // SAFETY: a descriptor.
        api.check(unsafe { (api.commit)(plan.handle) })
    });
    result?;
    plan.facts.plan_ns = Some(ns);
    Ok(Some(plan))
}

impl Plan {
    /// A complex transform in place, forward or backward.
    pub fn complex<T: Float>(&self, values: &mut [Complex<T>], forward: bool) {
        assert!(!self.real && self.single == T::SINGLE && 2 * values.len() == self.lens[0]);
        let compute = if forward { self.api.forward } else { self.api.backward };
        // SAFETY: values of the descriptor's type and number, in place as committed.
        let status = unsafe { compute(self.handle, values.as_mut_ptr().cast()) };
        assert!(status == 0, "MKL refuses");
    }

    /// A real transform from one buffer of scalars to another.
    pub fn real<T: Float>(&self, input: &mut [T], output: &mut [T], forward: bool) {
        let [time, frequency] = self.lens;
        let lens = if forward { [time, frequency] } else { [frequency, time] };
        assert!(self.real && self.single == T::SINGLE && [input.len(), output.len()] == lens);
        let compute = if forward { self.api.forward } else { self.api.backward };
        let to: *mut c_void = output.as_mut_ptr().cast();
        // SAFETY: buffers of the descriptor's type and numbers, out of place as committed.
        let status = unsafe { compute(self.handle, input.as_mut_ptr().cast(), to) };
        assert!(status == 0, "MKL refuses");
    }
}
