//! The identity of this machine, to label measurements.

#[cfg(target_arch = "x86_64")]
use alloc::format;
use alloc::string::String;

/// Returns the processor's vendor, family, model and stepping with the widest instruction set found. The text differs if measured
/// times would. Off x86-64 it is the architecture alone.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, unused_unsafe, reason = "asking the processor")]
pub(crate) fn machine() -> String {
    use super::isa::Isa;
    use core::arch::x86_64::__cpuid;
    // SAFETY: every x86-64 processor has the instruction and leaves 0 and 1.
    let (vendor, model) = unsafe { (__cpuid(0), __cpuid(1)) };
    let letters = [vendor.ebx, vendor.edx, vendor.ecx].map(u32::to_le_bytes).concat();
    let vendor: String = letters.iter().map(|&byte| char::from(byte)).filter(char::is_ascii_alphanumeric).collect();
    let widest = Isa::ALL.iter().copied().rfind(|isa| isa.is_available()).unwrap_or_default();
    // Family, model and stepping with the extended fields: the bits of the leaf that name no single processor.
    format!("x86-64 {vendor} {:08x} {widest}", model.eax & 0x0fff_3fff)
}

/// Returns the architecture, if nothing more can be asked.
#[cfg(not(target_arch = "x86_64"))]
pub(crate) fn machine() -> String {
    String::from(std::env::consts::ARCH)
}

#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests {
    use super::*;

    #[inline]
    pub(crate) fn the_machine_is_one_line_and_stays_the_same() {
        assert!(!machine().contains('\n') && machine() == machine());
    }
}
