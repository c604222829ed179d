//! STUB
use crate::{Error, Result, kernel::isa::Isa, order::Order, rings::Real};
use alloc::boxed::Box;
use num_complex::Complex;
/// stub
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Shape(usize);
impl Shape {
    /// a
    pub fn len(&self) -> usize {
        self.0
    }
    /// a
    pub fn order(&self) -> Order {
        Order::Natural
    }
    /// a
    pub fn scratch_len(&self, _: usize) -> Option<usize> {
        Some(self.0)
    }
    /// a
    pub fn table_len(&self) -> Option<usize> {
        Some(self.0)
    }
}
impl core::fmt::Display for Shape {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}", self.0)
    }
}
impl core::str::FromStr for Shape {
    type Err = Error;
    fn from_str(t: &str) -> Result<Self> {
        t.parse().map(Shape).map_err(|_| Error::Contract { what: "x" })
    }
}
pub(crate) trait Kernel<T>: Send + Sync {
    fn len(&self) -> usize;
    fn scratch_len(&self) -> usize;
    fn run(&self, x: &mut [Complex<T>], scratch: &mut [Complex<T>], inverse: bool);
    fn run_into(&self, input: &[Complex<T>], output: &mut [Complex<T>], scratch: &mut [Complex<T>], inverse: bool);
}
pub(crate) fn choose<T: Real>(len: usize, _: Order, _: Isa, _: usize) -> Result<Shape> {
    Ok(Shape(len))
}
pub(crate) fn build<T: Real>(_: &Shape, _: Isa, _: usize) -> Result<Box<dyn Kernel<T>>> {
    Err(Error::Contract { what: "stub" })
}
pub(crate) fn candidates<T: Real>(len: usize, _: Order, _: Isa, _: usize) -> alloc::vec::Vec<(Shape, f64)> {
    alloc::vec![(Shape(len), 1.0)]
}
