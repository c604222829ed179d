//! The device engine, from the planner of launches to the driver, on the emulated driver that `scripts/gpu-shim driver` builds.
//!
//! Each test is a scenario in a process of its own, because a driver is opened once a process and the emulated one takes its limits
//! and failures from the environment: the test starts this program again, with the driver's folder in `LD_LIBRARY_PATH`. Without
//! that driver nothing is checked, and the tests say so; with `gpu-emulator` in `RINGFFT_REQUIRE` that is a failure. With
//! `RINGFFT_GPU_TESTS=device` the scenarios that ask nothing of the driver run on the machine's own.
#![cfg(target_os = "linux")]

mod accuracy;
mod conformance;
mod dispatch;
mod failures;
mod inside;
mod kit;
mod launches;
mod primes;
mod real;
mod streamed;
mod timing;
mod tuned;
mod vectors;
