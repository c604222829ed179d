//! A transform on a device: its launches with their tables, and the engine that runs them.

use super::{
    args::{Argument, Field, Hook, Lines, Map, View},
    driver::{Driver, Memory},
    form::Form,
    host::{Table, Tables},
    launches::{Direction, Launch, Maker, Place},
    source::{Family, Kernel, Name},
    store::{Key, Store},
    tiles::Ground,
};
use crate::{Error, Result};
use alloc::{sync::Arc, vec::Vec};
use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

/// The reads and writes of a launch beyond its values.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Ends {
    /// Number of values of the source that count: the rest is zero. A member of the batch takes that many in memory.
    pub(crate) read: Option<u64>,
    /// A vector whose elements the source's are multiplied by.
    pub(crate) other: Option<u64>,
    /// Number of values that are written, and that a member of the batch takes in memory.
    pub(crate) written: Option<u64>,
    /// The number of the first column, of columns with a twist.
    pub(crate) first_column: u64,
    /// `true` if the values are in the order in which the first launches leave them, if those have an order of their own.
    pub(crate) unordered: bool,
}

/// The requirements of a transform.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted<'a> {
    /// The ring's name, for messages.
    pub(crate) ring: &'a str,
    pub(crate) n: u64,
    pub(crate) batch: u64,
    /// Members of a batch that share a modulus, one after the other.
    pub(crate) group: u64,
    /// Columns side by side instead of lines in one piece; and the order of the root of their twist.
    pub(crate) columns: Option<(u64, Option<u64>)>,
    pub(crate) wiped: bool,
    /// `true` if the form is to be the fastest one.
    pub(crate) tuned: bool,
}

/// A transform of one length over one ring.
pub(crate) struct Engine {
    driver: Arc<Driver>,
    name: Name,
    n: u64,
    /// Elements from one member of the batch to the next.
    span: u64,
    moduli: u64,
    group: u64,
    form: Form,
    field: Field,
    directions: [Direction; 2],
    /// The directions without an order, if they differ.
    unordered: Option<[Direction; 2]>,
    /// The tables that the launches point to.
    #[allow(dead_code, reason = "held while it is pointed to")]
    tables: Vec<Memory>,
    table_bytes: u64,
    /// Number of members that the spare memory is for.
    at_once: u64,
    spares: Mutex<Vec<Memory>>,
    wiped: bool,
}

impl Engine {
    /// Creates the engine of this form.
    pub(super) fn of(driver: &Arc<Driver>, host: &dyn Tables, wanted: Wanted<'_>, form: Form) -> Result<Self> {
        let Wanted { n, batch, group, columns, wiped, .. } = wanted;
        let name = host.kernels();
        let span = n * columns.map_or(1, |(stride, _)| stride);
        let mut store = Store::new(driver, host, group);
        let mut direction = |inverse| Maker::new(&mut store, name, n, inverse).make(&form);
        let directions = [direction(false)?, direction(true)?];
        let mut unordered = None;
        if let Form::Levels(levels) = &form {
            let mut direction = |inverse| Maker::new(&mut store, name, n, inverse).make_unordered(levels);
            unordered = Some([direction(false)?, direction(true)?]);
        }
        let field = store.field(false)?;
        let (tables, table_bytes, made) = (store.held, store.bytes, store.made);
        let cycle = group * host.moduli();
        let spare = form.spare_in_place(n) * name.element_bytes();
        // Spare memory takes at most a quarter of the free memory; that bounds the members per launch.
        let most = (driver.room() / 4).checked_div(spare).unwrap_or(batch).clamp(1, batch.max(1));
        let at_once = if host.moduli() > 1 { (most / cycle).max(1) * cycle } else { most };
        let engine = Engine {
            driver: Arc::clone(driver),
            name,
            n,
            span,
            moduli: host.moduli(),
            group,
            form,
            field,
            directions,
            unordered,
            tables,
            table_bytes,
            at_once,
            spares: Mutex::default(),
            wiped,
        };
        if matches!(engine.form, Form::Bluestein { .. }) {
            engine.chirp_spectrum(&made)?;
        }
        Ok(engine)
    }

    /// Transforms the chirp's kernel to its spectrum, in place and in the order that the convolution reads, with the same
    /// launches.
    fn chirp_spectrum(&self, made: &HashMap<Key, u64>) -> Result<()> {
        let Form::Bluestein { log_m, ref levels } = self.form else { return Ok(()) };
        let m = 1u64 << log_m;
        for inverse in [false, true] {
            let Some(&kernel) = made.get(&(Table::ChirpKernel { n: self.n, m }, inverse, false)) else { continue };
            for (at, launch) in self.directions[0].launches.iter().take(levels.len()).enumerate() {
                let mut argument = launch.argument;
                let Argument::Tile(tile) = &mut argument else { continue };
                // Plain reads and writes of the whole length, one member for each modulus.
                tile.first.kind = 0;
                tile.last.kind = 0;
                tile.field.group = 1;
                tile.lines.read.steps[2] = m;
                tile.lines.write.steps[2] = m;
                let family = if at + 1 == levels.len() { Family::Rows } else { Family::Columns };
                let kernel_of = Kernel { ring: self.name, family };
                let lines = launch.lines * self.moduli;
                // A block's lines have one modulus.
                let per_block = if self.moduli > 1 {
                    launch.per_block.min(launch.lines & launch.lines.wrapping_neg())
                } else {
                    launch.per_block
                };
                tile.log_lines = per_block.ilog2().into();
                let shrink = launch.per_block / per_block;
                tile.lines.from = kernel;
                tile.lines.to = kernel;
                tile.lines.count = lines;
                let blocks = lines.div_ceil(per_block).min(self.driver.description().limits.blocks);
                let (threads, shared) = (launch.threads / shrink, launch.shared / shrink);
                start(&self.driver, kernel_of, blocks, threads, shared, &argument)?;
            }
        }
        Ok(())
    }

    pub(crate) fn driver(&self) -> &Arc<Driver> {
        &self.driver
    }

    pub(crate) fn form(&self) -> &Form {
        &self.form
    }

    /// Returns the bytes of tables.
    pub(crate) fn table_bytes(&self) -> u64 {
        self.table_bytes
    }

    /// Releases the spare memory that the engine keeps between calls.
    pub(crate) fn release(&self) {
        self.spares.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    fn spare(&self, members: u64) -> Result<Option<Memory>> {
        let bytes = self.form.spare(self.n) * members * self.name.element_bytes();
        if bytes == 0 {
            return Ok(None);
        }
        let mut spares = self.spares.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = spares.iter().position(|spare| spare.len() as u64 >= bytes) {
            return Ok(Some(spares.swap_remove(at)));
        }
        drop(spares);
        let mut spare = Memory::new(&self.driver, bytes as usize)?;
        spare.wipe_when_dropped(self.wiped);
        Ok(Some(spare))
    }

    /// Transforms `members` members from `source` to `target`; both may be the same memory.
    pub(crate) fn run(
        &self,
        inverse: bool,
        source: &Memory,
        target: &Memory,
        members: u64,
        ends: Ends,
        other: Option<&Memory>,
    ) -> Result<()> {
        let element = self.name.element_bytes();
        let (each_read, each_written) = (ends.read.unwrap_or(self.span), ends.written.unwrap_or(self.span));
        let reaches = |memory: &Memory, each: u64| {
            each <= self.span && u128::from(each) * u128::from(members) * u128::from(element) <= memory.len() as u128
        };
        if !reaches(source, each_read)
            || !reaches(target, each_written)
            || !other.is_none_or(|other| reaches(other, each_read))
        {
            return Err(Error::Contract { what: "the memory of a transform holds its values" });
        }
        // Passes go to and fro between the target and spare memory. Where the target is the source and they are odd in number, or it
        // is too short, more spare memory takes its place.
        let odd = core::ptr::eq(source, target) && self.form.launches() % 2 == 1;
        // An unordered transform needs only a target that is long enough.
        let short = each_written < self.span;
        let in_place = ends.unordered && self.unordered.is_some();
        let apart = if in_place { short } else { matches!(self.form, Form::Passes(_)) && (odd || short) };
        let at_once = self.at_once.min(members);
        let mut spare = self.spare(at_once * (u64::from(!in_place) + u64::from(apart)))?;
        let mut from = 0;
        while from < members {
            let now = at_once.min(members - from);
            let ends = Ends { other: other.map(|other| other.address() + from * each_read * element), ..ends };
            let places = [
                source.address() + from * each_read * element,
                target.address() + from * each_written * element,
                spare.as_ref().map_or(0, Memory::address),
            ];
            let skipped = if in_place { 0 } else { self.n * at_once * element };
            let between = if apart { places[2] + skipped } else { places[1] };
            self.members(inverse, places, between, now, ends)?;
            from += now;
        }
        if let Some(spare) = spare.take() {
            self.spares.lock().unwrap_or_else(PoisonError::into_inner).push(spare);
        }
        Ok(())
    }

    fn check_map(&self, x: &Memory, y: &Memory, elements: u128) -> Result<()> {
        let fits = elements * u128::from(self.name.element_bytes()) <= x.len().min(y.len()) as u128;
        if fits {
            Ok(())
        } else {
            Err(Error::Contract { what: "memory holds what is gone through element by element" })
        }
    }

    /// Runs a map element by element over `each` lines a member.
    fn map(&self, lines: Lines, first: Hook, each: u64, members: u64) -> Result<()> {
        let threads = self.driver.description().limits.threads.min(256);
        let launch = Launch {
            kernel: Kernel { ring: self.name, family: Family::Map },
            threads,
            shared: 0,
            from: Place::Source,
            to: Place::Target,
            lines: each,
            per_block: 1,
            tiles_a_line: (self.n * each).div_ceil(threads * 4),
            argument: Argument::Map(Map { lines, first, last: Hook::default(), field: self.field, n: self.n }),
        };
        self.split(&launch, launch.argument, members)
    }

    /// Computes `x_i <- x_i y_i`, element by element.
    pub(crate) fn multiply(&self, x: &Memory, y: &Memory, members: u64) -> Result<()> {
        self.check_map(x, y, u128::from(self.n) * u128::from(members))?;
        let view = View::new(1, 0, 0, self.n);
        let lines =
            Lines { from: x.address(), to: x.address(), read: view, write: view, wide: [1, 1], ..Lines::default() };
        let first = Hook { kind: Hook::OTHER, other: y.address(), at: View::new(1, 0, 0, 0), ..Hook::default() };
        self.map(lines, first, 1, members)
    }

    /// Writes the columns of `outer` matrices of `stride` columns of the length as rows, to other memory. With `back`, writes
    /// those rows as columns.
    pub(crate) fn turn(&self, x: &Memory, y: &Memory, [n, stride, outer]: [u64; 3], back: bool) -> Result<()> {
        if n != self.n {
            return Err(Error::Contract { what: "columns have the length of their transform" });
        }
        self.check_map(x, y, u128::from(n) * u128::from(stride) * u128::from(outer))?;
        let (across, along) = (View::new(stride, 1, 0, n * stride), View::new(1, n, 0, n * stride));
        let (read, write) = if back { (along, across) } else { (across, along) };
        let lines = Lines { from: x.address(), to: y.address(), read, write, wide: [stride, 1], ..Lines::default() };
        self.map(lines, Hook::default(), stride, outer)
    }

    fn members(&self, inverse: bool, places: [u64; 3], between: u64, members: u64, ends: Ends) -> Result<()> {
        let directions = self.unordered.as_ref().filter(|_| ends.unordered).unwrap_or(&self.directions);
        let Direction { launches, offset } = &directions[usize::from(inverse)];
        for (at, launch) in launches.iter().enumerate() {
            let mut argument = launch.argument;
            let (begins, ends_here) = (at == 0, at + 1 == launches.len());
            let from = if launch.from == Place::Target { between } else { places[launch.from as usize] };
            let to = if launch.to == Place::Target && !ends_here { between } else { places[launch.to as usize] };
            let Some([first, last]) = argument.hooks_mut() else {
                return Err(Error::Contract { what: "a transform's launches have hooks" });
            };
            if begins {
                if let Some(read) = ends.read.filter(|&read| read < self.n) {
                    first.limit = if first.kind & Hook::LIMIT != 0 { first.limit.min(read) } else { read };
                    first.kind |= Hook::LIMIT;
                }
                if let Some(other) = ends.other {
                    first.kind |= Hook::OTHER;
                    first.other = other;
                }
            }
            if ends_here && let Some(written) = ends.written.filter(|&written| written < self.n) {
                // A scale alone counts no positions.
                if last.at == View::default() {
                    return Err(Error::Contract { what: "a truncated transform has positions" });
                }
                last.limit = if last.kind & Hook::LIMIT != 0 { last.limit.min(written) } else { written };
                last.kind |= Hook::LIMIT;
            }
            if let (Some(offset), true) = (offset, ends.first_column > 0) {
                let hook = if inverse { first } else { last };
                hook.kind |= Hook::WEIGHTS;
                (hook.weights, hook.at) = (*offset, View { stride: ends.first_column, ..View::default() });
            }
            let lines = argument.lines_mut();
            if begins && let Some(read) = ends.read {
                lines.read.steps[2] = read;
            }
            if ends_here && let Some(written) = ends.written {
                lines.write.steps[2] = written;
            }
            lines.from = from;
            lines.to = to;
            self.split(launch, argument, members)?;
        }
        Ok(())
    }

    /// Runs one launch, or several if its lines are more than 31 bits can count.
    fn split(&self, launch: &Launch, argument: Argument, members: u64) -> Result<()> {
        let element = self.name.element_bytes();
        let each = launch.lines.max(launch.tiles_a_line).max(1);
        let most = self.driver.description().limits.lines / each;
        let cycle = if self.moduli > 1 { self.moduli * self.group } else { 1 };
        let most = (most / cycle).max(1) * cycle;
        let mut from = 0;
        while from < members {
            let now = most.min(members - from);
            let mut argument = argument;
            let lines = argument.lines_mut();
            lines.from += from * lines.read.steps[2] * element;
            lines.to += from * lines.write.steps[2] * element;
            lines.count = now * launch.lines;
            let by = from * lines.read.steps[2] * element;
            if let Some([first, _]) = argument.hooks_mut()
                && first.kind & Hook::OTHER != 0
            {
                first.other += by;
            }
            let tiles = if launch.tiles_a_line > 0 {
                now * launch.tiles_a_line
            } else {
                (now * launch.lines).div_ceil(launch.per_block)
            };
            let blocks = tiles.clamp(1, self.driver.description().limits.blocks);
            start(&self.driver, launch.kernel, blocks, launch.threads, launch.shared, &argument)?;
            from += now;
        }
        Ok(())
    }
}

/// Starts a kernel, with the argument of its family.
#[allow(unsafe_code, reason = "a launch")]
pub(super) fn start(
    driver: &Driver,
    kernel: Kernel,
    blocks: u64,
    threads: u64,
    shared: u64,
    argument: &Argument,
) -> Result<()> {
    if !kernel.family.takes(argument) {
        return Err(Error::Contract { what: "a kernel takes the argument of its family" });
    }
    // SAFETY: the argument is the one of the kernel's family. Addresses are of tables that the caller holds and of
    // memory that it has made, or checked to be, as long as the views in the argument reach; memory is freed by calls
    // of the driver that wait for earlier launches.
    unsafe { driver.launch(kernel, blocks, threads, shared, &argument.words()) }
}

/// Returns whether columns of this length are transformed in place.
pub(super) fn has_columns(driver: &Driver, ring: Name, n: u64) -> bool {
    let limits = driver.description().limits;
    Ground { ring, limits, batch: 1, group: None, has_root: &|_| true }.columns(n, 1, None).is_some()
}
