//! A packed transform with its parts.

use crate::{
    plan::Plan,
    real::device::DevicePart,
    rings::{ComplexRing, Real},
};
use alloc::sync::Arc;
use num_complex::Complex;

/// The transform of real images of one size, each in its own memory.
///
/// ```
/// use ringfft::real::{Packed2d, PackedSpectrum};
///
/// let plan = Packed2d::<f64>::new(3, 5)?;
/// let image: Vec<f64> = (0..15).map(f64::from).collect();
/// let mut values = image.clone();
/// plan.forward(&mut values)?;
/// let spectrum = PackedSpectrum::new(3, 5, &values)?;
/// assert!((spectrum.get(0, 0).re - 105.0).abs() < 1e-12);
/// assert_eq!(spectrum.get(-1, 2), spectrum.get(1, -2).conj());
/// plan.inverse(&mut values)?;
/// assert!(values.iter().zip(&image).all(|(a, b)| (a - b).abs() < 1e-12));
/// # Ok::<(), ringfft::Error>(())
/// ```
pub struct Packed2d<T: Real> {
    pub(super) rows: usize,
    pub(super) cols: usize,
    pub(super) channels: usize,
    /// Length `cols`, for pairs of rows.
    pub(super) along: Arc<Plan<Complex<T>, ComplexRing<T>>>,
    /// Length `rows`, for pairs of columns.
    pub(super) down: Arc<Plan<Complex<T>, ComplexRing<T>>>,
    /// The factors of both directions.
    pub(super) factors: [T; 2],
    pub(super) elsewhere: DevicePart,
    pub(super) tasks: usize,
    pub(super) scratch_each: usize,
    pub(super) bytes: u64,
}
