//! The machine: the numbers that the models of cost know of it, and its identity to label measurements.

#![allow(unreachable_pub, reason = "for those who plan, who take it from there")]

#[cfg(feature = "std")]
use crate::environment::Variable;
use crate::{Error, Result};
#[cfg(all(target_arch = "x86_64", feature = "std"))]
use alloc::format;
#[cfg(feature = "std")]
use alloc::string::String;
use core::{fmt, str::FromStr};

/// The numbers by which models of cost choose the kernels of complex transforms.
///
/// A wrong description costs time and never an error: any recipe computes the same transform, though rounding differs between recipes.
/// Without one in the options, that of the environment variable `RINGFFT_MACHINE` is taken; without the variable, that of the
/// processor's family with the size of its own second cache.
///
/// As text, a family, then numbers other than those of the family, all of them optional: `intel`, `amd,wide=150`,
/// `wide=200,shuffle=100,second=1048576,third=400,near32=4194304,near64=4194304,stream=4194304`.
///
/// ```
/// use ringfft::{plan::{Machine, Plan}, rings::ComplexRing};
///
/// let machine: Machine = "amd".parse()?;
/// assert_eq!(machine, Machine::AMD);
/// let plan = Plan::builder(ComplexRing::<f64>::new(), 1000).machine(machine).build()?;
/// assert_eq!(plan.len(), 1000);
/// assert!("amd,wide=1".parse::<Machine>().is_err()); // faster by more than can be
/// # Ok::<(), ringfft::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Machine {
    /// The time of an instruction on vectors of 64 bytes, in hundredths of that on 32 bytes: 50 to 400.
    pub wide: usize,
    /// The time of a shuffle of 32 bytes, in hundredths of that of a sum: 50 to 400.
    pub shuffle: usize,
    /// Bytes of the second cache.
    pub second: usize,
    /// Hundredths of a nanosecond for a line of 64 bytes on its way through the third cache: 0 to 10000.
    pub third: usize,
    /// Bytes of complex `f32` values up to which a first step of a single pass is fastest for powers of two.
    pub near32: usize,
    /// The same for `f64`.
    pub near64: usize,
    /// Bytes of values above which results are stored past the caches. Kernels take it from the environment or the processor's family,
    /// not from a plan's options.
    pub stream: usize,
}

impl Machine {
    /// Zen 4: two instructions on 32 bytes take the time of one on 64, and shuffles that of sums.
    pub const AMD: Machine = Machine {
        wide: 200,
        shuffle: 100,
        second: 1 << 20,
        third: 400,
        near32: 16 << 20,
        near64: *CACHES.end(),
        stream: 11 << 20,
    };

    /// Zen 3 and others of AMD without vectors of 64 bytes.
    pub const ZEN3: Machine = Machine { second: 1 << 19, near32: *CACHES.end(), stream: 4 << 20, ..Machine::AMD };

    /// Intel's processors with two units for vectors of 64 bytes, of which one shuffles: measured on Cascade Lake.
    pub const INTEL: Machine = Machine {
        wide: 120,
        shuffle: 200,
        second: 1 << 20,
        third: 2000,
        near32: 4 << 20,
        near64: 4 << 20,
        stream: 4 << 20,
    };

    /// Intel's processors with a second cache of 2 MiB: measured on Sapphire Rapids.
    pub const SAPPHIRE: Machine = Machine { second: 2 << 20, third: 1000, stream: 16 << 20, ..Machine::INTEL };

    /// Returns whether anything is won by vectors of 64 bytes that half as many values in as many registers do not give.
    pub(crate) fn gains_by_width(&self) -> bool {
        self.wide <= 160
    }

    /// Returns the description by `RINGFFT_MACHINE`, otherwise that of this processor.
    ///
    /// # Errors
    /// [`Error::Parse`] if the variable is malformed.
    pub(crate) fn current() -> Result<Self> {
        #[cfg(feature = "std")]
        {
            static NAMED: Variable<Machine> = Variable::new("RINGFFT_MACHINE", parse);
            static HERE: std::sync::OnceLock<Machine> = std::sync::OnceLock::new();
            Ok(NAMED.get()?.unwrap_or_else(|| *HERE.get_or_init(here)))
        }
        #[cfg(not(feature = "std"))]
        Ok(Machine::AMD)
    }
}

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Machine { wide, shuffle, second, third, near32, near64, stream } = self;
        write!(
            f,
            "wide={wide},shuffle={shuffle},second={second},third={third},near32={near32},near64={near64},stream={stream}"
        )
    }
}

impl FromStr for Machine {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        parse(text).map_err(|expected| Error::Parse { expected, found: text.chars().take(40).collect(), source: None })
    }
}

/// Returns the description that a text names, or the text that was expected in its place.
fn parse(text: &str) -> core::result::Result<Machine, &'static str> {
    let mut machine = Machine::AMD;
    for (i, item) in text.split(',').enumerate() {
        match (i, item, item.split_once('=')) {
            (0, "amd", _) => machine = Machine::AMD,
            (0, "zen3", _) => machine = Machine::ZEN3,
            (0, "intel", _) => machine = Machine::INTEL,
            (0, "sapphire", _) => machine = Machine::SAPPHIRE,
            (_, _, Some((name, value))) => {
                macro_rules! number {
                    ($field:ident, $range:expr, $text:literal) => {
                        (
                            &mut machine.$field,
                            $range,
                            concat!(
                                "for ",
                                stringify!($field),
                                " in the description of a machine (RINGFFT_MACHINE) ",
                                $text
                            ),
                        )
                    };
                }
                let (field, range, expected) = match name {
                    "wide" => number!(wide, 50..=400, "50 to 400"),
                    "shuffle" => number!(shuffle, 50..=400, "50 to 400"),
                    "second" => number!(second, CACHES, "4096 to 2^40 bytes"),
                    "third" => number!(third, 0..=10_000, "0 to 10000"),
                    "near32" => number!(near32, CACHES, "4096 to 2^40 bytes"),
                    "near64" => number!(near64, CACHES, "4096 to 2^40 bytes"),
                    "stream" => number!(stream, CACHES, "4096 to 2^40 bytes"),
                    _ => return Err(EXPECTED),
                };
                let plain = value.len() <= 13 && value.bytes().all(|digit| digit.is_ascii_digit());
                *field = value.parse().ok().filter(|value| plain && range.contains(value)).ok_or(expected)?;
            }
            _ => return Err(EXPECTED),
        }
    }
    Ok(machine)
}

const EXPECTED: &str = "the description of a machine (RINGFFT_MACHINE): amd, zen3, intel or sapphire, then wide=, shuffle=, second=, third=, near32=, near64=, stream= and a number, by commas";

/// The sizes that a cache may have.
const CACHES: core::ops::RangeInclusive<usize> = 1 << 12..=(if usize::BITS > 43 { 1 << 40 } else { 1 << 30 });

/// Returns the family of this processor with the second cache that it reports.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
fn here() -> Machine {
    let vendor = ask(0, 0);
    let intel = [vendor[1], vendor[3], vendor[2]] == [0x756e_6547, 0x4965_6e69, 0x6c65_746e];
    let (mut machine, leaf) = match intel {
        true => (Machine::INTEL, 4),
        false if super::isa::Isa::Avx512.is_available() => (Machine::AMD, 0x8000_001d),
        false => (Machine::ZEN3, 0x8000_001d),
    };
    if ask(leaf & 0x8000_0000, 0)[0] < leaf {
        return machine;
    }
    for index in 0..8 {
        let [kind, shape, sets, _] = ask(leaf, index);
        let [ways, partitions, line] = [shape >> 22, shape >> 12 & 0x3ff, shape & 0xfff].map(|x| x as usize + 1);
        let bytes = ways * partitions * line * (sets as usize + 1);
        // Data alone is 1, instructions alone 2.
        match (kind & 31, kind >> 5 & 7) {
            (0, _) => break,
            (1 | 3, 2) if CACHES.contains(&bytes) => machine.second = bytes,
            _ => {}
        }
    }
    if intel && machine.second >= Machine::SAPPHIRE.second {
        return Machine { second: machine.second, ..Machine::SAPPHIRE };
    }
    machine
}

/// Returns the description of a processor that is not asked.
#[cfg(all(not(target_arch = "x86_64"), feature = "std"))]
fn here() -> Machine {
    Machine::AMD
}

/// Returns the processor's answer to a leaf: `eax`, `ebx`, `ecx`, `edx`.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
#[allow(unsafe_code, unused_unsafe, reason = "asking the processor")]
fn ask(leaf: u32, index: u32) -> [u32; 4] {
    // SAFETY: every x86-64 processor has the instruction; an unknown leaf is answered by any numbers.
    let found = unsafe { core::arch::x86_64::__cpuid_count(leaf, index) };
    [found.eax, found.ebx, found.ecx, found.edx]
}

/// Returns the processor's vendor, family, model and stepping with the widest instruction set found. The text differs if measured
/// times would. Off x86-64 it is the architecture alone.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
pub(crate) fn machine() -> String {
    use super::isa::Isa;
    let (vendor, model) = (ask(0, 0), ask(1, 0));
    let letters = [vendor[1], vendor[3], vendor[2]].map(u32::to_le_bytes).concat();
    let vendor: String = letters.iter().map(|&byte| char::from(byte)).filter(char::is_ascii_alphanumeric).collect();
    let widest = Isa::ALL.iter().copied().rfind(|isa| isa.is_available()).unwrap_or_default();
    // Family, model and stepping with the extended fields: the bits of the leaf that name no single processor.
    format!("x86-64 {vendor} {:08x} {widest}", model[0] & 0x0fff_3fff)
}

/// Returns the architecture, if nothing more can be asked.
#[cfg(all(not(target_arch = "x86_64"), feature = "std"))]
pub(crate) fn machine() -> String {
    String::from(std::env::consts::ARCH)
}

#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests {
    use super::*;
    use alloc::string::ToString;

    #[inline]
    pub(crate) fn the_machine_is_one_line_and_stays_the_same() {
        assert!(!machine().contains('\n') && machine() == machine());
    }

    #[inline]
    pub(crate) fn descriptions_are_read_as_they_are_written() {
        for machine in [Machine::AMD, Machine::ZEN3, Machine::INTEL, Machine::SAPPHIRE, here()] {
            assert_eq!(machine.to_string().parse::<Machine>().unwrap(), machine);
        }
        let changed = Machine { wide: 150, near64: 1 << 20, ..Machine::INTEL };
        assert_eq!("intel,near64=1048576,wide=150".parse::<Machine>().unwrap(), changed);
    }

    #[inline]
    pub(crate) fn a_malformed_description_names_the_field() {
        for (text, named) in [
            ("wide=49", "wide"),
            ("wide=401", "wide"),
            ("amd,wide=+80", "wide"),
            ("intel,shuffle=0", "shuffle"),
            ("second=18446744073709551616", "second"),
            ("third=10001", "third"),
            ("near32=4k", "near32"),
            ("stream=", "stream"),
            ("", "RINGFFT_MACHINE"),
            ("zen", "RINGFFT_MACHINE"),
            ("wide=100,amd", "RINGFFT_MACHINE"),
            ("amd,", "RINGFFT_MACHINE"),
            ("first=1048576", "RINGFFT_MACHINE"),
        ] {
            let error = text.parse::<Machine>().unwrap_err();
            let (named, text) = ([named, "RINGFFT_MACHINE"], error.to_string());
            assert!(matches!(error, Error::Parse { .. }) && named.iter().all(|name| text.contains(name)), "{text}");
        }
    }
}
