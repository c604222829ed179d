//! The kernels as transforms of a field.

use super::{cast, driver::Driver, portable::Portable};
use crate::{
    Result,
    algebra::Std,
    dft::{Transform, check_slices},
    kernel::{
        memory::{Wiped, filled},
        planes::{self, Line, bytes_of_lines, convert, lines_of_bytes, with_isa},
    },
    order::Order,
    rings::{BinaryField, ViaBinary},
};

/// Conversions of fewer bytes are not shared out over threads.
const SHARED: usize = 1 << 17;

/// The conversion between powers of `x` and the novel basis of a Cantor basis.
pub(super) struct Monomial {
    pub(super) isa: planes::Isa,
    /// Bytes of an element, as a power of two.
    pub(super) bytes: u32,
    pub(super) threads: usize,
}

impl Monomial {
    /// Converts the elements to the novel basis, or from it.
    pub(super) fn convert(&self, elements: &mut [u8], inverse: bool) {
        let shared = self.threads > 1 && elements.len() >= SHARED;
        with_isa!(self.isa, b => convert(b, elements, self.bytes, inverse, shared));
    }
}

/// The transform of coefficients in the novel basis.
pub(super) enum Novel<F> {
    Lines(Driver),
    Portable(Portable<F>),
}

/// A transform of `2^dim` elements, of coefficients of powers of `x` where there is a conversion.
pub(super) struct Kernelled<F> {
    pub(super) dim: u32,
    pub(super) novel: Novel<F>,
    pub(super) monomial: Option<Monomial>,
}

impl<F: BinaryField> Kernelled<F> {
    fn run(&self, values: &mut [F], inverse: bool) -> Result<()> {
        let monomial = self.monomial.as_ref();
        match &self.novel {
            Novel::Lines(driver) => on_bytes(driver, monomial, cast::bytes(values)?, inverse),
            Novel::Portable(portable) => {
                if let (Some(monomial), false) = (monomial, inverse) {
                    monomial.convert(cast::bytes(values)?, false);
                }
                portable.node(values, 0, inverse);
                if let (Some(monomial), true) = (monomial, inverse) {
                    monomial.convert(cast::bytes(values)?, true);
                }
                Ok(())
            }
        }
    }
}

fn on_bytes(driver: &Driver, monomial: Option<&Monomial>, bytes: &mut [u8], inverse: bool) -> Result<()> {
    let run = |x: &mut [Line]| {
        if let (Some(monomial), false) = (monomial, inverse) {
            monomial.convert(bytes_of_lines(x), false);
        }
        driver.run(x, inverse);
        if let (Some(monomial), true) = (monomial, inverse) {
            monomial.convert(bytes_of_lines(x), true);
        }
    };
    if let Some(lines) = lines_of_bytes(bytes) {
        run(lines);
        return Ok(());
    }
    // Elements of few bytes may start anywhere.
    let what = "a transform of elements that do not start at a multiple of 8 bytes";
    let mut copy = Wiped::new(filled(what, bytes.len().div_ceil(size_of::<Line>()), [0; 8])?, [0; 8]);
    bytes_of_lines(&mut copy)[..bytes.len()].copy_from_slice(bytes);
    run(&mut copy);
    bytes.copy_from_slice(&bytes_of_lines(&mut copy)[..bytes.len()]);
    Ok(())
}

impl<F: BinaryField> Transform<Std<F, ViaBinary>> for Kernelled<F> {
    fn len(&self) -> usize {
        1 << self.dim
    }

    fn order(&self) -> Order {
        Order::Natural
    }

    fn scratch_len(&self) -> usize {
        0
    }

    fn inverse_scale(&self) -> usize {
        1
    }

    fn forward(&self, values: &mut [F], scratch: &mut [F]) -> Result<()> {
        check_slices(self, values, scratch)?;
        self.run(values, false)
    }

    fn inverse_unscaled(&self, values: &mut [F], scratch: &mut [F]) -> Result<()> {
        check_slices(self, values, scratch)?;
        self.run(values, true)
    }
}
