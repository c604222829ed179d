//! The devices as three libraries see them in one program.

fn main() {
    let by_ringfft = cuda_probe::cuda_probe_devices();
    // No context is made, so nothing has to be current.
    let by_cust = cust::init(cust::CudaFlags::empty()).and_then(|()| cust::device::Device::num_devices());
    let by_cust = by_cust.map_or(-1, |count| count as i32);
    // SAFETY: it opens the driver's library, if there is one.
    let by_cudarc = if unsafe { cudarc::driver::sys::is_culib_present() } {
        cudarc::driver::CudaContext::device_count().unwrap_or(-1)
    } else {
        -1
    };
    println!("devices: ringfft {by_ringfft}, cust {by_cust}, cudarc {by_cudarc}");
    // An error of `cust` can be printed, whatever the driver knows of it.
    println!("an error: {}", cust::error::CudaError::NoDevice);
}
