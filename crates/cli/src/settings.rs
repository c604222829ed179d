//! The common options, read: threads, instruction set, device, memory, report.

use crate::{
    args::Common,
    failure::{Failure, Outcome, quoted},
    spec::parse_bytes,
    suggest::{did_you_mean, unknown},
};
use ringfft::plan::{Device, Isa, Threads};

/// The values of the common options.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    pub(crate) threads: Threads,
    pub(crate) isa: Isa,
    pub(crate) device: Device,
    pub(crate) memory: Option<u64>,
    pub(crate) json: bool,
}

impl Settings {
    /// Parses the options of a verb that runs on the processor only, and sets up the thread pool.
    pub(crate) fn new(common: &Common) -> Outcome<Self> {
        let settings = Settings::with_device(common)?;
        if settings.device == Device::Cuda {
            return Err(Failure::input(
                "--device cuda is for transform and image, and this verb runs on the processor: take cpu or auto",
            ));
        }
        Ok(settings)
    }

    /// Parses the options and sets up the thread pool. A device that is asked for and missing is an error.
    pub(crate) fn with_device(common: &Common) -> Outcome<Self> {
        let isa = instruction_set(common.isa.as_deref())?;
        let device = device(common.device.as_deref().unwrap_or("cpu"))?;
        let memory = common.memory.as_deref().map(parse_bytes).transpose()?;
        let threads = match &common.threads {
            None => Threads::Auto,
            Some(text) => {
                let threads = text.parse::<usize>().ok().filter(|threads| (1..=1 << 12).contains(threads));
                let threads = threads.ok_or_else(|| {
                    Failure::input(format!("{} is no number of threads: give 1 to 4096", quoted(text)))
                })?;
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build_global();
                pool.map_err(|error| Failure::Resource(format!("cannot start {threads} threads: {error}")))?;
                Threads::AtMost(threads)
            }
        };
        Ok(Settings { threads, isa, device, memory, json: common.json })
    }
}

/// Returns the instruction set of `--isa`, or else of the variable `RINGFFT_ISA`. One that the machine lacks is an
/// error.
fn instruction_set(option: Option<&str>) -> Outcome<Isa> {
    let variable = std::env::var_os("RINGFFT_ISA").map(|value| value.to_string_lossy().into_owned());
    let (name, from) = match (option, &variable) {
        (Some(name), _) => (name, "--isa"),
        (None, Some(name)) if !name.is_empty() => (name.as_str(), "RINGFFT_ISA"),
        _ => return Ok(Isa::Auto),
    };
    let isa: Isa = name.parse().map_err(|_| {
        let possible = instruction_sets();
        let near = did_you_mean(name, &possible);
        let possible = possible.join(", ");
        Failure::input(format!("{from} is {}, but this machine has {possible}; {near}or take auto", quoted(name)))
    })?;
    if isa.is_available() {
        return Ok(isa);
    }
    Err(Failure::input(format!(
        "{from} asks for {name}, but this machine lacks it: it has {}; leave it out or take auto",
        instruction_sets().join(", ")
    )))
}

/// Rejects an instruction set for which `what` has no kernels.
pub(crate) fn check_kernels(isa: Isa, kernels: &[Isa], what: &str) -> Outcome<()> {
    if matches!(isa, Isa::Auto | Isa::Scalar) || kernels.contains(&isa) {
        return Ok(());
    }
    let names: Vec<&str> = [Isa::Auto, Isa::Scalar].iter().chain(kernels).map(|isa| isa.name()).collect();
    Err(Failure::input(format!("{what} has no kernels for {isa} in this build: take {}", names.join(", "))))
}

/// Returns the names of the instruction sets of this machine.
pub(crate) fn instruction_sets() -> Vec<&'static str> {
    Isa::ALL.iter().copied().filter(|isa| *isa != Isa::Auto && isa.is_available()).map(Isa::name).collect()
}

/// Returns the device with this name. A device that is missing is an error.
fn device(name: &str) -> Outcome<Device> {
    let device = name.parse().map_err(|_| unknown("device", name, &["cpu", "cuda", "auto"]))?;
    if device == Device::Cuda {
        let missing = |error| Failure::Resource(format!("--device cuda is asked for, but {error}: take cpu or auto"));
        Device::available().map_err(missing)?;
    }
    Ok(device)
}
