//! ringfft inside a shared library.

/// How many devices there are; -1 where there is no driver or no device.
#[unsafe(no_mangle)]
pub extern "C" fn cuda_probe_devices() -> i32 {
    ringfft::gpu::Device::available().map_or(-1, |devices| devices.len() as i32)
}
