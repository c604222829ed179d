//! From coefficients of powers of `x`: the conversion to the novel basis, then the transform.

use super::conversion::Rows;
use crate::{
    Result,
    algebra::Std,
    dft::{Transform, check_slices},
    kernel::planes::Bytes,
    order::Order,
    rings::{BinaryField, ViaBinary},
};

/// A transform that takes coefficients in the novel basis of a Cantor basis, after a conversion to them.
pub(super) struct Monomial<B, T> {
    pub(super) rows: Rows<B>,
    pub(super) novel: T,
}

impl<B: Bytes, F: BinaryField, T: Transform<Std<F, ViaBinary>>> Transform<Std<F, ViaBinary>> for Monomial<B, T> {
    fn len(&self) -> usize {
        self.novel.len()
    }

    fn order(&self) -> Order {
        Order::Natural
    }

    fn scratch_len(&self) -> usize {
        self.novel.scratch_len()
    }

    fn inverse_scale(&self) -> usize {
        1
    }

    fn forward(&self, values: &mut [F], scratch: &mut [F]) -> Result<()> {
        check_slices(self, values, scratch)?;
        self.rows.elements::<false, F>(values)?;
        self.novel.forward(values, scratch)
    }

    fn inverse_unscaled(&self, values: &mut [F], scratch: &mut [F]) -> Result<()> {
        check_slices(self, values, scratch)?;
        self.novel.inverse_unscaled(values, scratch)?;
        self.rows.elements::<true, F>(values)
    }
}
