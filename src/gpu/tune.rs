//! The form of a transform: the first there is, or the fastest on the device.

use super::{
    driver::{Driver, Memory},
    engine::{Ends, Engine, Wanted},
    form::Form,
    host::{Tables, no_form},
    limits::Limits,
    tiles::Ground,
};
use crate::Result;
use alloc::{string::String, sync::Arc, vec::Vec};
use std::{
    collections::HashMap,
    sync::{LazyLock, Mutex, PoisonError},
    time::{Duration, Instant},
};

/// Runs of a form that are timed, after one that loads its kernels.
const RUNS: usize = 5;

/// The key of the fastest form: a device, a ring and its moduli, and a batch.
#[derive(PartialEq, Eq, Hash)]
struct Key {
    device: String,
    limits: Limits,
    ring: String,
    n: u64,
    batch: u64,
    group: u64,
}

impl Engine {
    pub(crate) fn new(driver: &Arc<Driver>, host: &dyn Tables, wanted: Wanted<'_>) -> Result<Self> {
        Self::of(driver, host, wanted, choose(driver, host, wanted)?)
    }
}

/// Returns the form for a request.
fn choose(driver: &Arc<Driver>, host: &dyn Tables, wanted: Wanted<'_>) -> Result<Form> {
    let Wanted { ring, n, batch, group, columns, tuned, .. } = wanted;
    let has_root = |order| host.has_root(order);
    let limits = driver.description().limits;
    let group = (host.moduli() > 1).then_some(group);
    let ground = Ground { ring: host.kernels(), limits, batch, group, has_root: &has_root };
    let form = match columns {
        Some((stride, twist)) => ground.columns(n, stride, twist),
        None if tuned => fastest(driver, host, wanted, ground.forms(n))?,
        None => ground.form(n),
    };
    form.ok_or_else(|| no_form(ring, n))
}

/// Returns the fastest of these forms, measured once in a process.
fn fastest(driver: &Arc<Driver>, host: &dyn Tables, wanted: Wanted<'_>, forms: Vec<Form>) -> Result<Option<Form>> {
    static FASTEST: LazyLock<Mutex<HashMap<Key, Form>>> = LazyLock::new(Mutex::default);
    if forms.len() < 2 {
        return Ok(forms.into_iter().next());
    }
    let Wanted { ring, n, batch, group, .. } = wanted;
    let description = driver.description();
    let (device, limits) = (description.name.clone(), description.limits);
    let key = Key { device, limits, ring: ring.into(), n, batch, group };
    // Held while forms run, so that none is timed beside another.
    let mut known = FASTEST.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(form) = known.get(&key) {
        return Ok(Some(form.clone()));
    }
    let form = least(forms, |form| time(driver, host, wanted, form.clone()))?;
    known.extend(form.clone().map(|form| (key, form)));
    Ok(form)
}

/// Returns the form of the least time, of those that have one; the first error if none has.
fn least(forms: Vec<Form>, time: impl Fn(&Form) -> Result<Duration>) -> Result<Option<Form>> {
    let (mut best, mut failed) = (None, None);
    for form in forms {
        match time(&form) {
            Ok(time) if best.as_ref().is_none_or(|(least, _)| time < *least) => best = Some((time, form)),
            Ok(_) => {}
            Err(error) => failed = failed.or(Some(error)),
        }
    }
    match (best, failed) {
        (None, Some(error)) => Err(error),
        (best, _) => Ok(best.map(|(_, form)| form)),
    }
}

/// Returns the least time of a call in both directions.
fn time(driver: &Arc<Driver>, host: &dyn Tables, wanted: Wanted<'_>, form: Form) -> Result<Duration> {
    let bytes = wanted.n * wanted.batch * host.kernels().element_bytes();
    let mut values = Memory::new(driver, bytes as usize)?;
    // Zeros are elements of every ring and stay zeros: there is nothing to overwrite afterwards.
    values.wipe()?;
    let engine = Engine::of(driver, host, wanted, form)?;
    let mut least = Duration::MAX;
    for run in 0..=RUNS {
        let start = Instant::now();
        for inverse in [false, true] {
            engine.run(inverse, &values, &values, wanted.batch, Ends::default(), None)?;
        }
        driver.wait()?;
        if run > 0 {
            least = least.min(start.elapsed());
        }
    }
    Ok(least)
}

#[cfg(feature = "inside")]
pub(crate) mod tests {
    use super::{
        super::{
            form::tests::{H200, SMALL, ground},
            source::Name,
        },
        *,
    };
    use crate::{
        algebra::Std,
        gpu::{
            DeviceRing, Gpu,
            host::{Host, Weights},
            ring::{bytes, bytes_mut},
        },
        rings::{BabyBear, Bn254Fr, Goldilocks, Modular, ViaNative},
    };

    /// Checks that every form occurs once, and that the competing ones occur: levels and passes beside rows, a chirp
    /// beside passes.
    #[inline]
    pub(crate) fn forms_are_those_that_compete() {
        let any = |_: u64| true;
        for ring in Name::ALL {
            for limits in [H200, SMALL] {
                let ground = ground(ring, limits, &any);
                for n in (2..300).chain([1 << 10, 1000, 1 << 14, 1 << 16]) {
                    let forms = ground.forms(n);
                    assert!((1..forms.len()).all(|i| !forms[..i].contains(&forms[i])), "{forms:?}");
                }
            }
        }
        let kinds = |limits, n| {
            let forms = ground(Name::C32, limits, &any).forms(n);
            let kind = |form: &Form| match form {
                Form::Rows(_) => 'r',
                Form::Levels(levels) => ['2', '3'][levels.len() - 2],
                Form::Mixed { .. } => 'm',
                Form::Passes(_) => 'p',
                Form::Bluestein { .. } => 'b',
                Form::Single | Form::Columns { .. } => '?',
            };
            forms.iter().map(kind).collect::<alloc::string::String>()
        };
        for (limits, n, expected) in [
            (H200, 8, "mp"),
            (H200, 1 << 12, "r23mp"),
            (H200, 1 << 14, "23p"),
            (H200, 1 << 24, "32p"),
            (H200, 240, "mpb"),
            (H200, 3 << 14, "pb"),
            (H200, 1009, "b"),
            (SMALL, 1 << 10, "2p"),
        ] {
            assert_eq!(kinds(limits, n), expected, "{n}");
        }
    }

    #[inline]
    pub(crate) fn the_least_time_wins() {
        let forms = ground(Name::C32, H200, &|_| true).forms(1 << 12);
        let of = |times: [Option<u64>; 5]| {
            let time = |form: &Form| {
                let at = forms.iter().position(|other| other == form).expect("one of them");
                times[at].map(Duration::from_micros).ok_or_else(|| no_form("a ring", at as u64))
            };
            let form = least(forms.clone(), time).map_err(|error| alloc::format!("{error}"))?;
            Ok(forms.iter().position(|other| Some(other) == form.as_ref()))
        };
        assert_eq!(of([Some(3), Some(5), Some(2), Some(2), Some(9)]), Ok(Some(2)));
        assert_eq!(of([None, Some(5), None, Some(4), None]), Ok(Some(3)));
        assert_eq!(of([None; 5]), Err(alloc::format!("{}", no_form("a ring", 0))));
    }

    /// Checks that for one ring and length every form gives the same values, on a coset and scaled, and inverts them.
    /// Checks the unordered pair too.
    fn alike<R: DeviceRing>(gpu: &Gpu, ring: R, n: u64, least: usize) {
        let batch = 3;
        let x: Vec<_> = (0..n * batch).map(|i| ring.pow(&ring.integer(5), i)).collect();
        let weights =
            Weights { coset: [ring.integer(7)].into(), scale: [Some(ring.integer(3)), None], by_length: false };
        let name = ring.kernels().expect("a ring with kernels");
        let host = Host { rings: [ring].into(), name, weights, len: n };
        let has_root = |order| host.has_root(order);
        let limits = gpu.description().limits;
        let forms = Ground { ring: name, limits, batch, group: None, has_root: &has_root }.forms(n);
        assert!(forms.len() >= least, "{n} {forms:?}");
        let mut first = None;
        for form in forms {
            let wanted = Wanted { ring: "", n, batch, group: 1, columns: None, wiped: false, tuned: false };
            let engine = Engine::of(&gpu.0, &host, wanted, form.clone()).expect("a form");
            let memory = Memory::holding(&gpu.0, bytes(&x)).expect("memory");
            let mut values = x.clone();
            let ends = Ends { unordered: true, ..Ends::default() };
            for ends in [ends, Ends::default()] {
                engine.run(false, &memory, &memory, batch, ends, None).expect("a transform");
                memory.read(0, bytes_mut(&mut values)).expect("a copy");
                engine.run(true, &memory, &memory, batch, ends, None).expect("a transform");
            }
            assert!(bytes(&values) == first.get_or_insert_with(|| bytes(&values).to_vec()), "{n} {form:?}");
        }
    }

    /// Checks the forms on a device if there is one; `tests/gpu` ensures that there is.
    #[inline]
    pub(crate) fn every_form_is_the_same_transform() {
        let Ok(gpu) = Gpu::first() else { return };
        for (n, least) in [(240, 3), (1 << 12, 4), (1 << 14, 3)] {
            alike(&gpu, Std::<Goldilocks, ViaNative>::new(), n, least);
        }
        alike(&gpu, Std::<BabyBear, ViaNative>::new(), 3 << 10, 3);
        alike(&gpu, Std::<Bn254Fr, ViaNative>::new(), 1 << 10, 4);
        alike(&gpu, Modular::new(998_244_353).expect("a modulus"), 1 << 8, 4);
    }
}
