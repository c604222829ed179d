//! Real sequences, cosine transforms and arrays on a device: from the host's memory to the host's memory.
//!
//! Rows of `2h` real numbers are read as `h` complex ones, transformed, and taken apart or put together by kernels of
//! their own. The other axes follow one by one: columns in place, or, for lengths without a tile, transposed to rows
//! and back.
//!
//! An array that does not fit the device is in the host's memory between one axis and the next: rows go through the
//! device in parts, columns in tiles.

use super::{
    RowKind,
    args::{Argument, Lines, Powers, Real, View},
    call_bytes,
    driver::{Driver, Memory},
    engine::{Ends, Engine, Wanted},
    host::{Host, Tables, Weights},
    odd::{self, real_parts},
    ring::{DeviceRing, Plain, bytes},
    source::{Family, Kernel, Name},
    store::Store,
    stream::tile,
    vector::Gpu,
};
use crate::{
    DeviceFailure, Error, Result,
    algebra::Ring,
    kernel::memory::{Wiped, filled},
    rings::ComplexRing,
};
use alloc::{sync::Arc, vec::Vec};
use core::any::{Any, TypeId};
use num_complex::Complex;

/// Returns numbers as bytes; `None` unless they are floats or complex numbers of floats.
pub(crate) fn float_bytes<T: 'static>(numbers: &[T]) -> Option<&[u8]> {
    // SAFETY: the type is one of those without padding; the length is that of the slice.
    #[allow(unsafe_code, reason = "elements as bytes")]
    is_float::<T>().then(|| unsafe { core::slice::from_raw_parts(numbers.as_ptr().cast(), size_of_val(numbers)) })
}

/// Returns numbers as bytes to write; `None` unless they are floats or complex numbers of floats.
pub(crate) fn float_bytes_mut<T: 'static>(numbers: &mut [T]) -> Option<&mut [u8]> {
    let len = size_of_val(numbers);
    // SAFETY: as in `float_bytes`; and every bit pattern is a valid float.
    #[allow(unsafe_code, reason = "elements as bytes")]
    is_float::<T>().then(|| unsafe { core::slice::from_raw_parts_mut(numbers.as_mut_ptr().cast(), len) })
}

fn is_float<T: 'static>() -> bool {
    let floats = [TypeId::of::<f32>(), TypeId::of::<f64>(), TypeId::of::<Complex<f32>>(), TypeId::of::<Complex<f64>>()];
    floats.contains(&TypeId::of::<T>())
}

/// An axis besides the last: matrices of `n` rows and `stride` columns.
struct Axis {
    engine: Engine,
    n: u64,
    stride: u64,
    /// Number of columns of a matrix, and of matrices, that are on the device at a time.
    wide: u64,
    high: u64,
    /// `true` if its columns are made rows first.
    turns: bool,
}

/// Returns the error of lines that are too long.
fn no_room(line: &str, n: u64, element: u64) -> Error {
    let bytes = u128::from(n) * u128::from(element);
    let what =
        alloc::format!("{line} of {bytes} bytes, for which too little of its memory is free: take the processor");
    Error::Device { failure: DeviceFailure::OutOfMemory, what }
}

/// Transforms of an array of some shape along some of its axes.
pub(crate) struct Arrays {
    driver: Arc<Driver>,
    name: Name,
    kind: RowKind,
    rows: Option<Engine>,
    /// Complex numbers of a row, its values, and rows.
    h: u64,
    values: u64,
    count: u64,
    /// The twiddle factors of real rows; for an odd number of reals, the factors 1, 2, 2, ... of the values.
    twiddles: Powers,
    /// The tables that `twiddles` points to.
    #[allow(dead_code, reason = "held while it is pointed to")]
    tables: Vec<Memory>,
    axes: Vec<Axis>,
    /// Number of rows that are on the device at a time: all of them, or a part; then the other axes go in tiles.
    at_once: u64,
    wiped: bool,
}

impl Arrays {
    /// Creates the transforms of arrays of `shape`, in complex numbers: half as many as an even number of reals. `axes` says
    /// which axes are transformed; for real kinds the last one is. Returns `None` for floats that devices do not support.
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
        // Every number that follows from the shape fits a word: see `MOST_BYTES`.
        let lengths: Vec<u64> = outer.iter().map(|&length| length as u64).chain([h.saturating_add(1)]).collect();
        call_bytes(&lengths, name.element_bytes())?;
        let count: u64 = outer.iter().map(|&length| length as u64).product();
        let values = match kind {
            RowKind::Real => h + 1,
            RowKind::Odd => h / 2 + 1,
            RowKind::Complex | RowKind::Cosine => h,
        };
        // Half of the free memory is for the array and, unless it is in place, its result: spare memory takes a
        // quarter.
        let (room, element) = (driver.room() / name.element_bytes(), name.element_bytes());
        let turns = |n: usize| !super::engine::has_columns(driver, name, n as u64);
        let moves = kind != RowKind::Complex || outer.iter().zip(axes).any(|(&n, &asked)| asked && turns(n));
        let last = axes.last() == Some(&true);
        let at_once = room / 2 / if moves { 2 * values.max(h) } else { values }.max(1);
        if last && at_once == 0 {
            return Err(no_room("a row", values, element));
        }
        let at_once = at_once.clamp(1, driver.description().limits.lines).min(count);
        let whole = at_once == count;
        // The scale goes with the first that runs.
        let mut engine = |n: u64, batch: u64, columns: Option<u64>| {
            let weights = Weights { coset: Vec::new(), scale: core::mem::take(&mut scale), by_length: false };
            let host = Host { rings: alloc::vec![ring.clone()], name, weights, len: n };
            let columns = columns.map(|stride| (stride, None));
            Engine::new(driver, &host, Wanted { ring: &text, n, batch, group: 1, columns, wiped, tuned: false })
        };
        let rows = if last { Some(engine(h, at_once, None)?) } else { None };
        let mut stride = values;
        let mut before = count;
        let mut others = Vec::new();
        for (&length, &asked) in outer.iter().zip(axes).rev() {
            let n = length as u64;
            before /= n.max(1);
            if asked {
                let turns = turns(length);
                let part = if whole { Some([stride, before]) } else { tile(room / 4, element, [n, stride, before]) };
                let [wide, high] = part.ok_or_else(|| no_room("a column", n, element))?;
                let engine = if turns { engine(n, wide * high, None)? } else { engine(n, high, Some(wide))? };
                others.push(Axis { engine, n, stride, wide, high, turns });
            }
            stride *= n;
        }
        let weights = Weights { coset: Vec::new(), scale: [None, None], by_length: false };
        let host = Host { rings: alloc::vec![ring.clone()], name, weights, len: h };
        let mut store = Store::new(driver, &host as &dyn Tables, 1);
        let twiddles = match kind {
            RowKind::Complex => Powers::default(),
            RowKind::Real => store.powers(2 * h, false)?,
            RowKind::Cosine => store.powers(8 * h, false)?,
            RowKind::Odd => {
                store.held.push(Memory::holding(driver, bytes(&odd::factors(&ring, values)?))?);
                Powers { low: store.held[0].address(), steps: [values, 0], ..Powers::default() }
            }
        };
        let tables = store.held;
        let (driver, axes) = (Arc::clone(driver), others);
        Ok(Arrays { driver, name, kind, rows, h, values, count, twiddles, tables, axes, at_once, wiped })
    }

    fn memory(&self, elements: u64) -> Result<Memory> {
        let mut memory = Memory::new(&self.driver, (elements * self.name.element_bytes()) as usize)?;
        memory.wipe_when_dropped(self.wiped);
        Ok(memory)
    }

    /// Runs one of the kernels between real numbers and values, over `rows` rows of this many numbers there and here.
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
        let (mut family, mut n) = (family, self.h);
        let mut argument = Argument::Real(Real { lines, twiddles: self.twiddles, n });
        if self.kind == RowKind::Odd {
            (family, n, argument) = (Family::Map, write, odd::argument(lines, self.twiddles, [read, write]));
        }
        let limits = self.driver.description().limits;
        let threads = limits.threads.min(256);
        let blocks = (rows * n).div_ceil(threads).clamp(1, limits.blocks);
        super::engine::start(&self.driver, Kernel { ring: self.name, family }, blocks, threads, 0, &argument)
    }

    fn along_rows(&self, inverse: bool, x: &Memory, rows: u64) -> Result<()> {
        let Some(engine) = &self.rows else { return Ok(()) };
        engine.run(inverse, x, x, rows, Ends::default(), None)?;
        // Its spare memory is room for the other axes.
        if !self.axes.is_empty() {
            engine.release();
        }
        Ok(())
    }

    /// Transforms an axis of this many matrices, or of those of a tile.
    fn along(&self, inverse: bool, axis: &Axis, x: &Memory, matrices: u64) -> Result<()> {
        let &Axis { ref engine, n, wide, turns, .. } = axis;
        if !turns {
            return engine.run(inverse, x, x, matrices, Ends::default(), None);
        }
        let y = self.memory(n * wide * matrices)?;
        engine.turn(x, &y, [n, wide, matrices], false)?;
        engine.run(inverse, &y, &y, wide * matrices, Ends::default(), None)?;
        engine.turn(&y, x, [n, wide, matrices], true)
    }

    /// Transforms the axes of an array that is whole on the device.
    fn along_axes(&self, inverse: bool, x: &Memory) -> Result<()> {
        for axis in self.axes.iter().filter(|_| self.is_whole()) {
            self.along(inverse, axis, x, axis.high)?;
            axis.engine.release();
        }
        Ok(())
    }

    /// Transforms an axis in tiles, between the host's memory and the host's memory.
    fn stream(&self, inverse: bool, axis: &Axis, values: &mut [u8]) -> Result<()> {
        let &Axis { n, stride, wide, high, .. } = axis;
        let mut x = self.memory(n * wide * high)?;
        let matrix = n * stride;
        // Lines of the tile, and the copied part of each: whole matrices in one piece.
        let pieces = if wide == stride { [matrix * high; 2] } else { [stride, wide] };
        let [line, piece, matrix] =
            [pieces[0], pieces[1], matrix].map(|len| (len * self.name.element_bytes()) as usize);
        for matrices in values.chunks_mut(matrix * high as usize) {
            // The last tile may be narrower: the columns beside it are transformed too, but not read.
            for first in (0..line).step_by(piece) {
                let part = |len: usize| first..len.min(first + piece);
                for (at, line) in matrices.chunks(line).enumerate() {
                    x.write(at * piece, &line[part(line.len())])?;
                }
                self.along(inverse, axis, &x, (matrices.len() / matrix) as u64)?;
                for (at, line) in matrices.chunks_mut(line).enumerate() {
                    let part = part(line.len());
                    x.read(at * piece, &mut line[part])?;
                }
            }
        }
        axis.engine.release();
        Ok(())
    }

    fn is_whole(&self) -> bool {
        self.at_once == self.count
    }

    /// Returns the bytes of the input and of the output of one row.
    fn row_bytes(&self, inverse: bool) -> [usize; 2] {
        let element = self.name.element_bytes();
        let row = self.h * element / if self.kind == RowKind::Odd { 2 } else { 1 };
        let [row, values] = [row, self.values * element].map(|bytes| bytes as usize);
        if inverse { [values, row] } else { [row, values] }
    }

    /// Runs the whole call; after an error the output is not defined. Of cosine transforms, forward is kind II and the inverse
    /// kind III.
    pub(crate) fn run(&self, inverse: bool, input: &[u8], output: &mut [u8]) -> Result<()> {
        let [read, write] = self.row_bytes(inverse);
        let count = self.count as usize;
        Error::check_len("bytes of an array", read * count, input.len())?;
        Error::check_len("bytes of an array", write * count, output.len())?;
        if self.is_whole() {
            return self.part(inverse, input, output, self.count);
        }
        let columns = |values: &mut [u8]| self.axes.iter().try_for_each(|axis| self.stream(inverse, axis, values));
        // Values that are longer than their result are not in place there.
        if read > write && !self.axes.is_empty() {
            let mut values = Wiped::new(filled("values of an array in tiles", input.len(), 0u8)?, 0);
            values.copy_from_slice(input);
            columns(&mut values)?;
            return self.parts(true, &values, output);
        }
        self.parts(inverse, input, output)?;
        columns(output)
    }

    /// Transforms all rows, as many at once as there is room for.
    fn parts(&self, inverse: bool, input: &[u8], output: &mut [u8]) -> Result<()> {
        let [read, write] = self.row_bytes(inverse);
        if self.rows.is_none() {
            output.copy_from_slice(input);
            return Ok(());
        }
        let at_once = self.at_once as usize;
        let mut parts = input.chunks(read * at_once).zip(output.chunks_mut(write * at_once));
        parts.try_for_each(|(input, output)| self.part(inverse, input, output, (input.len() / read) as u64))
    }

    fn part(&self, inverse: bool, input: &[u8], output: &mut [u8], rows: u64) -> Result<()> {
        let h = self.h;
        let [read, write] = if inverse { [self.values, h] } else { [h, self.values] };
        let is_odd = self.kind == RowKind::Odd;
        let mut x = self.memory(rows * read)?;
        let element = self.name.element_bytes() as usize;
        if is_odd && !inverse {
            let mut numbers = odd::numbers(rows * self.h * self.name.element_bytes())?;
            real_parts(element, &mut numbers, input.chunks_exact(element / 2), |number, part| {
                number.copy_from_slice(part)
            });
            x.write(0, &numbers)?;
        } else {
            x.write(0, input)?;
        }
        match self.kind {
            RowKind::Complex => {
                self.along_rows(inverse, &x, rows)?;
                self.along_axes(inverse, &x)?;
            }
            RowKind::Real | RowKind::Odd if inverse => {
                self.along_axes(true, &x)?;
                let y = self.memory(rows * write)?;
                self.between(Family::RealHalves, &x, &y, [read, write], rows)?;
                drop(x);
                self.along_rows(true, &y, rows)?;
                if !is_odd {
                    return y.read(0, output);
                }
                let mut numbers = odd::numbers(rows * self.h * self.name.element_bytes())?;
                y.read(0, &mut numbers)?;
                let parts = output.chunks_exact_mut(element / 2);
                real_parts(element, &mut numbers, parts, |number, part| part.copy_from_slice(number));
                return Ok(());
            }
            RowKind::Real | RowKind::Odd => {
                self.along_rows(false, &x, rows)?;
                let y = self.memory(rows * write)?;
                self.between(Family::RealValues, &x, &y, [read, write], rows)?;
                drop(x);
                self.along_axes(false, &y)?;
                y.read(0, output)?;
                // Real values have an imaginary part of exactly 0.
                for row in output.chunks_exact_mut(write as usize * element).filter(|_| is_odd && self.axes.is_empty())
                {
                    row[element / 2..element].fill(0);
                }
                return Ok(());
            }
            RowKind::Cosine => {
                let y = self.memory(rows * h)?;
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
