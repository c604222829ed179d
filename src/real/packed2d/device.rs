//! Packed images through a device, which makes half of a spectrum: it holds the same numbers as the packed array.

use super::{image::Packed2d, passes::Direction};
use crate::{
    Result,
    kernel::memory::Wiped,
    plan::{Device, Isa, Options},
    real::{
        device::{DevicePart, OnDevice},
        support::{filled, own, zeros},
    },
    rings::Real,
};
use num_complex::Complex;

/// Builds the device's part for images of this size. Devices take those of an even number of columns.
pub(super) fn elsewhere<T: Real>(
    [rows, cols]: [usize; 2],
    asked: (Device, Isa),
    factors: [T; 2],
) -> Result<DevicePart> {
    let options = Options { device: asked.0, isa: asked.1, ..Options::default() };
    let wanted = || OnDevice::reals([rows, cols].into(), [true, true].into());
    DevicePart::new(&options, cols.is_multiple_of(2).then(wanted), factors.map(Some))
}

impl<T: Real> Packed2d<T> {
    /// Runs a call on a device. Returns `false`, with nothing done, if the processor is to do it.
    pub(super) fn run_elsewhere(&self, values: &mut [T], direction: Direction) -> Result<bool> {
        if self.device() == Device::Cpu {
            return Ok(false);
        }
        let pixels = self.rows * self.cols;
        let mut half = own(zeros("half of a spectrum", self.rows * (self.cols / 2 + 1))?);
        let mut results = Wiped::new(filled("results of a device", values.len(), T::zero())?, T::zero());
        for (channel, result) in values.chunks_exact(pixels).zip(results.chunks_exact_mut(pixels)) {
            let done = match direction {
                Direction::Forward => self.elsewhere.run(false, channel, &mut half)?,
                Direction::Inverse => {
                    self.unpack(channel, &mut half);
                    self.elsewhere.run(true, &half, result)?
                }
            };
            if !done {
                return Ok(false);
            }
            if direction == Direction::Forward {
                self.pack(&half, result);
            }
        }
        values.copy_from_slice(&results);
        Ok(true)
    }

    /// Packs `F(v, u)`, `u <= M/2`: columns 0 and `M/2` by themselves, the others in pairs of frequency `-u`.
    fn pack(&self, values: &[Complex<T>], packed: &mut [T]) {
        let &Packed2d { rows, cols, .. } = self;
        let half = cols / 2 + 1;
        for (v, row) in packed.chunks_exact_mut(cols).enumerate() {
            for u in [0, cols / 2] {
                let z = values[v * half + u];
                row[u] = if v <= rows / 2 { z.re } else { z.im };
            }
            let mirror = &values[(rows - v) % rows * half..][..half];
            for (u, z) in mirror.iter().enumerate().take(cols / 2).skip(1) {
                (row[u], row[cols - u]) = (z.re, -z.im);
            }
        }
    }

    fn unpack(&self, packed: &[T], values: &mut [Complex<T>]) {
        let &Packed2d { rows, cols, .. } = self;
        let half = cols / 2 + 1;
        for (v, row) in packed.chunks_exact(cols).enumerate() {
            let mirror = (rows - v) % rows;
            for u in [0, cols / 2] {
                let (here, there) = (row[u], packed[mirror * cols + u]);
                values[v * half + u] = match () {
                    () if mirror == v => Complex::new(here, T::zero()),
                    () if v <= rows / 2 => Complex::new(here, -there),
                    () => Complex::new(there, here),
                };
            }
            for u in 1..cols / 2 {
                values[mirror * half + u] = Complex::new(row[u], -row[cols - u]);
            }
        }
    }
}
