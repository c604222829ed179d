//! Real sequences, cosine transforms and arrays on a device: from the host's memory to the host's memory.
//!
//! Rows of `2h` real numbers are read as `h` complex ones, transformed, and taken apart or put together by kernels of their own. The
//! other axes follow one by one: columns where they lie, or, of lengths that no tile has, turned into rows and back.

use super::{
    RowKind,
    args::{Argument, Lines, Powers, Real, View},
    driver::{Driver, Memory},
    engine::{Ends, Engine, Wanted},
    host::{Host, Tables, Weights},
    ring::{DeviceRing, Plain},
    source::{Family, Kernel, Name},
    store::Store,
    vector::Gpu,
};
use crate::{Error, Result, algebra::Ring, rings::ComplexRing};
use alloc::{sync::Arc, vec::Vec};
use core::any::{Any, TypeId};
use num_complex::Complex;

/// Numbers as bytes, where they are floats or complex numbers of them.
pub(crate) fn float_bytes<T: 'static>(numbers: &[T]) -> Option<&[u8]> {
    // SAFETY: the type is one of those without padding; the length is that of the slice.
    #[allow(unsafe_code, reason = "elements as bytes")]
    is_float::<T>().then(|| unsafe { core::slice::from_raw_parts(numbers.as_ptr().cast(), size_of_val(numbers)) })
}

/// Numbers as bytes, to write, where they are floats or complex numbers of them.
pub(crate) fn float_bytes_mut<T: 'static>(numbers: &mut [T]) -> Option<&mut [u8]> {
    let len = size_of_val(numbers);
    // SAFETY: as in `float_bytes`; and every value of every byte makes a float.
    #[allow(unsafe_code, reason = "elements as bytes")]
    is_float::<T>().then(|| unsafe { core::slice::from_raw_parts_mut(numbers.as_mut_ptr().cast(), len) })
}

fn is_float<T: 'static>() -> bool {
    let floats = [TypeId::of::<f32>(), TypeId::of::<f64>(), TypeId::of::<Complex<f32>>(), TypeId::of::<Complex<f64>>()];
    floats.contains(&TypeId::of::<T>())
}

/// An axis besides the last.
struct Axis {
    engine: Engine,
    lengths: [u64; 3],
    /// Whether its columns are made rows first.
    turns: bool,
}

/// Transforms of an array of some shape along some of its axes.
pub(crate) struct Arrays {
    driver: Arc<Driver>,
    name: Name,
    kind: RowKind,
    rows: Option<Engine>,
    /// Complex numbers of a row, and rows.
    h: u64,
    count: u64,
    twiddles: Powers,
    /// What `twiddles` points to.
    #[allow(dead_code, reason = "held while it is pointed to")]
    tables: Vec<Memory>,
    axes: Vec<Axis>,
    wiped: bool,
}

impl Arrays {
    /// For arrays of `shape`, in complex numbers: of real rows half of their numbers. `axes` says which are transformed; of real kinds
    /// the last is. `None` for floats that devices have not.
    pub(crate) fn new<T: 'static>(
        gpu: &Gpu,
        kind: RowKind,
        shape: &[usize],
        axes: &[bool],
        scale: [Option<T>; 2],
        wiped: bool,
    ) -> Result<Option<Self>> {
        let scale: &dyn Any = &scale;
        if let Some(scale) = scale.downcast_ref::<[Option<f32>; 2]>() {
            let scale = scale.map(|scale| scale.map(|x| Complex::new(x, 0.0)));
            return Self::over(gpu, ComplexRing::<f32>::new(), kind, shape, axes, scale, wiped).map(Some);
        }
        let Some(scale) = scale.downcast_ref::<[Option<f64>; 2]>() else { return Ok(None) };
        let scale = scale.map(|scale| scale.map(|x| Complex::new(x, 0.0)));
        Self::over(gpu, ComplexRing::<f64>::new(), kind, shape, axes, scale, wiped).map(Some)
    }

    fn over<E: Plain, R: DeviceRing + Ring<Element = E>>(
        gpu: &Gpu,
        ring: R,
        kind: RowKind,
        shape: &[usize],
        axes: &[bool],
        mut scale: [Option<E>; 2],
        wiped: bool,
    ) -> Result<Self> {
        let driver = &gpu.0;
        let (Some((&h, outer)), Some(name)) = (shape.split_last(), ring.kernels()) else {
            return Err(Error::Unsupported { what: "an array without axes: take the processor".into() });
        };
        let text = ring.name();
        let h = h as u64;
        let count: u64 = outer.iter().map(|&length| length as u64).product();
        // The scale goes with the first that runs.
        let mut engine = |n: u64, batch: u64, columns: Option<u64>| {
            let weights = Weights { coset: Vec::new(), scale: core::mem::take(&mut scale), by_length: false };
            let host = Host { rings: alloc::vec![ring.clone()], name, weights, len: n };
            let columns = columns.map(|stride| (stride, None));
            Engine::new(driver, &host, Wanted { ring: &text, n, batch, group: 1, columns, wiped })
        };
        let last = axes.last() == Some(&true);
        let rows = if last { Some(engine(h, count, None)?) } else { None };
        // Of real rows the values are one more.
        let mut stride = if kind == RowKind::Real { h + 1 } else { h };
        let mut before = count;
        let mut others = Vec::new();
        for (&n, &asked) in outer.iter().zip(axes).rev() {
            let n = n as u64;
            before /= n.max(1);
            if asked {
                let turns = !super::engine::has_columns(driver, name, n);
                let engine = if turns { engine(n, stride * before, None)? } else { engine(n, before, Some(stride))? };
                others.push(Axis { engine, lengths: [n, stride, before], turns });
            }
            stride *= n;
        }
        let weights = Weights { coset: Vec::new(), scale: [None, None], by_length: false };
        let host = Host { rings: alloc::vec![ring], name, weights, len: h };
        let mut store = Store::new(driver, &host as &dyn Tables, 1);
        let twiddles = match kind {
            RowKind::Complex => Powers::default(),
            RowKind::Real => store.powers(2 * h, false)?,
            RowKind::Cosine => store.powers(8 * h, false)?,
        };
        let tables = store.held;
        if count > driver.description().limits.lines {
            let what = alloc::format!("{count} rows, which are more than a launch counts: take the processor");
            return Err(Error::Unsupported { what });
        }
        Ok(Arrays { driver: Arc::clone(driver), name, kind, rows, h, count, twiddles, tables, axes: others, wiped })
    }

    fn memory(&self, elements: u64) -> Result<Memory> {
        let mut memory = Memory::new(&self.driver, (elements * self.name.element_bytes()) as usize)?;
        memory.wipe_when_dropped(self.wiped);
        Ok(memory)
    }

    /// One of the kernels that go between real numbers and values, over `rows` rows of so many numbers there and here.
    fn between(&self, family: Family, from: &Memory, to: &Memory, [read, write]: [u64; 2], rows: u64) -> Result<()> {
        let view = |each| View::new(1, 0, 0, each);
        let lines = Lines {
            from: from.address(),
            to: to.address(),
            read: view(read),
            write: view(write),
            count: rows,
            wide: [1, 1],
        };
        let argument = Argument::Real(Real { lines, twiddles: self.twiddles, n: self.h });
        let limits = self.driver.description().limits;
        let threads = limits.threads.min(256);
        let blocks = (rows * self.h).div_ceil(threads).clamp(1, limits.blocks);
        super::engine::start(&self.driver, Kernel { ring: self.name, family }, blocks, threads, 0, &argument)
    }

    fn along_rows(&self, inverse: bool, x: &Memory, rows: u64) -> Result<()> {
        self.rows.as_ref().map_or(Ok(()), |engine| engine.run(inverse, x, x, rows, Ends::default(), None))
    }

    fn along_axes(&self, inverse: bool, x: &Memory) -> Result<()> {
        for Axis { engine, lengths, turns } in &self.axes {
            let &[n, stride, outer] = lengths;
            if *turns {
                let y = self.memory(n * stride * outer)?;
                engine.turn(x, &y, *lengths, false)?;
                engine.run(inverse, &y, &y, stride * outer, Ends::default(), None)?;
                engine.turn(&y, x, *lengths, true)?;
            } else {
                engine.run(inverse, x, x, outer, Ends::default(), None)?;
            }
        }
        Ok(())
    }

    /// The bytes of what goes in and what comes out, of one row.
    fn row_bytes(&self, inverse: bool) -> [usize; 2] {
        let h = (self.h * self.name.element_bytes()) as usize;
        let values = if self.kind == RowKind::Real { h + self.name.element_bytes() as usize } else { h };
        if inverse { [values, h] } else { [h, values] }
    }

    /// The whole call; after an error the output is not defined. Of cosine transforms forward is kind II and the inverse kind III.
    pub(crate) fn run(&self, inverse: bool, input: &[u8], output: &mut [u8]) -> Result<()> {
        let [read, write] = self.row_bytes(inverse);
        let count = self.count as usize;
        Error::check_len("bytes of an array", read * count, input.len())?;
        Error::check_len("bytes of an array", write * count, output.len())?;
        // Rows alone go as many at once as half of the memory holds; spare memory takes a quarter.
        let room = (self.driver.description().memory / 2 / (read + write).max(1) as u64).max(1);
        let at_once = if self.axes.is_empty() { count.min(room as usize) } else { count };
        let mut parts = input.chunks(read * at_once).zip(output.chunks_mut(write * at_once));
        parts.try_for_each(|(input, output)| self.part(inverse, input, output, (input.len() / read) as u64))
    }

    fn part(&self, inverse: bool, input: &[u8], output: &mut [u8], rows: u64) -> Result<()> {
        let h = self.h;
        let mut x = self.memory(rows * h)?;
        match self.kind {
            RowKind::Complex => {
                x.write(0, input)?;
                self.along_rows(inverse, &x, rows)?;
                self.along_axes(inverse, &x)?;
            }
            RowKind::Real => {
                let mut y = self.memory(rows * (h + 1))?;
                if inverse {
                    y.write(0, input)?;
                    self.along_axes(true, &y)?;
                    self.between(Family::RealHalves, &y, &x, [h + 1, h], rows)?;
                    self.along_rows(true, &x, rows)?;
                } else {
                    x.write(0, input)?;
                    self.along_rows(false, &x, rows)?;
                    self.between(Family::RealValues, &x, &y, [h, h + 1], rows)?;
                    self.along_axes(false, &y)?;
                    return y.read(0, output);
                }
            }
            RowKind::Cosine => {
                let y = self.memory(rows * h)?;
                x.write(0, input)?;
                if inverse {
                    self.between(Family::CosineHalves, &x, &y, [2 * h, h], rows)?;
                    self.along_rows(true, &y, rows)?;
                    self.between(Family::CosineOrderBack, &y, &x, [2 * h, 2 * h], rows)?;
                } else {
                    self.between(Family::CosineOrder, &x, &y, [2 * h, 2 * h], rows)?;
                    self.along_rows(false, &y, rows)?;
                    self.between(Family::CosineValues, &y, &x, [h, 2 * h], rows)?;
                }
            }
        }
        x.read(0, output)
    }
}
