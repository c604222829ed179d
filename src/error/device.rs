//! Failures of devices.

use core::fmt;

/// The kind of failure of a device.
///
/// It is part of [`Error::Device`](crate::Error::Device).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DeviceFailure {
    /// The machine has no driver, or this build has no support for it.
    NoDriver,
    /// The device does not exist.
    NoDevice,
    /// The memory of the device is too small, or taken.
    OutOfMemory,
    /// A kernel could not be started, or failed.
    Launch,
    /// The device is lost until the process ends: it was removed or failed.
    Lost,
    /// The driver returned another error.
    Driver,
}

/// Writes the failure and the remedy.
impl fmt::Display for DeviceFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DeviceFailure::NoDriver => "no CUDA driver: install one, or let the processor do it",
            DeviceFailure::NoDevice => "no CUDA device: let the processor do it",
            DeviceFailure::OutOfMemory => "the device has too little memory: take a shorter batch or the processor",
            DeviceFailure::Launch => "the device failed to run a kernel",
            DeviceFailure::Lost => "the device is lost: start the program again",
            DeviceFailure::Driver => "the driver of the device refused",
        })
    }
}
