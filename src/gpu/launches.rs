//! The launches of a transform. A call adds its data: addresses, the size of the batch, and the limits of reads and
//! writes.

use super::{
    args::{Argument, Hook, Lines, Map, Mixed, Pass, Powers, Tile, View},
    form::{self, Form},
    host::Table,
    source::{Family, Kernel, Name},
    store::Store,
    tiles::Tiles,
};
use crate::{Error, Result};
use alloc::vec::Vec;

/// The position of an element of a whole line.
const POSITION: View = View { stride: 1, steps: [0; 3] };

/// The memory that a launch reads or writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Source,
    Target,
    Spare,
}

/// A launch without its addresses and the size of the batch.
pub(crate) struct Launch {
    pub(crate) kernel: Kernel,
    pub(crate) threads: u64,
    pub(crate) shared: u64,
    pub(crate) from: Place,
    pub(crate) to: Place,
    /// Lines that a member of the batch has, and lines of a block; of a pass, tiles of a line.
    pub(crate) lines: u64,
    pub(crate) per_block: u64,
    pub(crate) tiles_a_line: u64,
    pub(crate) argument: Argument,
}

/// The launches of one direction.
pub(crate) struct Direction {
    pub(crate) launches: Vec<Launch>,
    /// Powers for the twist of columns that do not begin with the first.
    pub(crate) offset: Option<Powers>,
}

fn tile_radices(name: Name, log_n: u64) -> Vec<u64> {
    let (mut rest, mut list) = (1u64 << log_n, Vec::new());
    while rest >= name.held() {
        list.push(name.held());
        rest /= name.held();
    }
    if rest > 1 {
        list.push(rest);
    }
    list
}

/// A builder of the launches of one direction.
pub(crate) struct Maker<'a, 'b> {
    store: &'a mut Store<'b>,
    name: Name,
    n: u64,
    inverse: bool,
    launches: Vec<Launch>,
}

impl<'a, 'b> Maker<'a, 'b> {
    pub(crate) fn new(store: &'a mut Store<'b>, name: Name, n: u64, inverse: bool) -> Self {
        Maker { store, name, n, inverse, launches: Vec::new() }
    }

    /// Returns whether tables are of the inverse root.
    fn turned(&self) -> bool {
        self.inverse && !self.name.swaps()
    }

    fn swap(&self) -> u64 {
        if self.inverse && self.name.swaps() { Hook::SWAP } else { 0 }
    }

    fn hook(&self, at: View) -> Hook {
        Hook { at, kind: self.swap(), ..Hook::default() }
    }

    fn tile(&mut self, log_n: u64, turned: bool) -> Result<Tile> {
        Ok(Tile {
            field: self.store.field(turned)?,
            stages: self.store.stages(tile_radices(self.name, log_n), turned)?,
            log_n,
            ..Tile::default()
        })
    }

    fn push_tile(&mut self, family: Family, tiles: Tiles, [from, to]: [Place; 2], lines: u64, mut tile: Tile) {
        tile.log_lines = tiles.log_lines;
        let elements = 1 << (tiles.log_n + tiles.log_lines);
        self.launches.push(Launch {
            kernel: Kernel { ring: self.name, family },
            threads: elements / self.name.held(),
            shared: elements * self.name.part_bytes(),
            from,
            to,
            lines,
            per_block: 1 << tiles.log_lines,
            tiles_a_line: 0,
            argument: Argument::Tile(tile),
        });
    }

    /// Sets the hooks of the whole transform, on its first and last launch.
    fn close(&mut self) -> Result<()> {
        let (n, inverse) = (self.n, self.inverse);
        let count = self.launches.len();
        for (at, launch) in self.launches.iter_mut().enumerate() {
            let Some([first, last]) = launch.argument.hooks_mut() else { continue };
            if at == 0 {
                self.store.factors(first, n, inverse, false)?;
            }
            if at + 1 == count {
                self.store.factors(last, n, inverse, true)?;
            }
        }
        Ok(())
    }

    /// Builds the launches of this form.
    pub(crate) fn make(mut self, form: &Form) -> Result<Direction> {
        let mut offset = None;
        match form {
            Form::Single => self.single()?,
            Form::Rows(tiles) => {
                let mut tile = self.tile(tiles.log_n, self.turned())?;
                (tile.lines, tile.first, tile.last) = (self.whole_lines(), self.hook(POSITION), self.hook(POSITION));
                self.push_tile(Family::Rows, *tiles, [Place::Source, Place::Target], 1, tile);
            }
            Form::Mixed { radices, per_block, threads } => self.mixed(radices, *per_block, *threads)?,
            Form::Levels(levels) => {
                self.columns(levels, self.n, true)?;
                self.across(levels)?;
            }
            Form::Columns { tiles, stride, twist } => {
                let mut tile = self.tile(tiles.log_n, self.turned())?;
                let view = View::new(*stride, 1, 0, self.n * stride);
                tile.lines = Lines { read: view, write: view, wide: [*stride, 1], ..Lines::default() };
                (tile.first, tile.last) = (self.hook(POSITION), self.hook(POSITION));
                if let Some(order) = *twist {
                    tile.twist = self.store.powers(order, self.turned())?;
                    tile.twist_when = if self.inverse { 1 } else { 2 };
                    // A hook multiplies outside of the exchange of parts, so by the inverse root in every ring.
                    offset = Some(self.store.powers(order, self.inverse)?);
                }
                self.push_tile(Family::Columns, *tiles, [Place::Source, Place::Target], *stride, tile);
            }
            Form::Passes(passes) => self.passes(passes)?,
            Form::Bluestein { log_m, levels } => {
                self.bluestein(1 << log_m, levels)?;
                return Ok(Direction { launches: self.launches, offset });
            }
        }
        self.close()?;
        Ok(Direction { launches: self.launches, offset })
    }

    /// Builds the launches of these levels in place; the values stay in the order in which the columns leave them.
    pub(crate) fn make_unordered(mut self, levels: &[Tiles]) -> Result<Direction> {
        if self.inverse {
            self.matrix_rows(levels)?;
            self.columns(levels, self.n, false)?;
        } else {
            self.columns(levels, self.n, true)?;
            self.matrix_rows(levels)?;
        }
        for launch in &mut self.launches {
            for place in [&mut launch.from, &mut launch.to] {
                if *place == Place::Spare {
                    *place = Place::Target;
                }
            }
        }
        self.close()?;
        Ok(Direction { launches: self.launches, offset: None })
    }

    /// Adds the last level: rows in the place where the columns leave them.
    fn matrix_rows(&mut self, levels: &[Tiles]) -> Result<()> {
        let tiles = levels[levels.len() - 1];
        let (length, rows) = (1 << tiles.log_n, self.n >> tiles.log_n);
        let mut tile = self.tile(tiles.log_n, self.turned())?;
        let view = View::new(1, length, 0, self.n);
        tile.lines = Lines { read: view, write: view, wide: [rows, 1], ..Lines::default() };
        let position = View { steps: [length, 0, 0], ..view };
        (tile.first, tile.last) = (self.hook(position), self.hook(position));
        let from = if self.inverse { Place::Source } else { Place::Target };
        self.push_tile(Family::Rows, tiles, [from, Place::Target], rows, tile);
        Ok(())
    }

    /// Returns the lines of a whole transform: a line a member, one after the other.
    fn whole_lines(&self) -> Lines {
        let view = View::new(1, 0, 0, self.n);
        Lines { read: view, write: view, wide: [1, 1], ..Lines::default() }
    }

    /// Adds the launch of length 1, which only scales.
    fn single(&mut self) -> Result<()> {
        let hook = Hook { at: POSITION, ..Hook::default() };
        let (lines, field) = (self.whole_lines(), self.store.field(self.turned())?);
        self.launches.push(Launch {
            kernel: Kernel { ring: self.name, family: Family::Map },
            threads: 32,
            shared: 0,
            from: Place::Source,
            to: Place::Target,
            lines: 1,
            per_block: 32,
            tiles_a_line: 0,
            argument: Argument::Map(Map { lines, first: hook, last: hook, field, n: 1 }),
        });
        Ok(())
    }

    fn mixed(&mut self, radices: &[u64], per_block: u64, threads: u64) -> Result<()> {
        let turned = self.turned();
        let argument = Mixed {
            lines: self.whole_lines(),
            first: self.hook(POSITION),
            last: self.hook(POSITION),
            field: self.store.field(turned)?,
            stages: self.store.stages(radices.to_vec(), turned)?,
            n: self.n,
            per_block,
            radices: radices.iter().rev().fold(0, |list, radix| list << 4 | radix),
        };
        self.launches.push(Launch {
            kernel: Kernel { ring: self.name, family: Family::Mixed },
            threads,
            shared: 2 * self.n * per_block * self.name.element_bytes(),
            from: Place::Source,
            to: Place::Target,
            lines: 1,
            per_block,
            tiles_a_line: 0,
            argument: Argument::Mixed(argument),
        });
        Ok(())
    }

    /// Adds the passes, which alternate between the target and spare memory, so that the last one writes the target.
    fn passes(&mut self, passes: &[form::Pass]) -> Result<()> {
        let (n, turned) = (self.n, self.turned());
        let mut s = 1;
        for (at, pass) in passes.iter().enumerate() {
            let left = passes.len() - 1 - at;
            let edge = |is: bool| if is { self.hook(POSITION) } else { Hook::default() };
            let to = |left: usize| if left.is_multiple_of(2) { Place::Target } else { Place::Spare };
            let (first, last) = (edge(at == 0), edge(left == 0));
            let argument = Pass {
                lines: self.whole_lines(),
                first,
                last,
                field: self.store.field(turned)?,
                twiddles: self.store.powers(n, turned)?,
                n,
                s,
                per_block: pass.per_block,
            };
            self.launches.push(Launch {
                kernel: Kernel { ring: self.name, family: Family::Pass(pass.radix as u8) },
                threads: pass.threads,
                shared: pass.shared,
                from: if at == 0 { Place::Source } else { to(left + 1) },
                to: to(left),
                lines: 1,
                per_block: pass.per_block,
                tiles_a_line: (n / pass.radix).div_ceil(pass.per_block),
                argument: Argument::Pass(argument),
            });
            s *= pass.radix;
        }
        Ok(())
    }

    /// Adds all levels but the last: columns with their twiddles, from the source to the spare memory and there.
    fn columns(&mut self, levels: &[Tiles], m: u64, forward: bool) -> Result<()> {
        let turned = if forward { self.turned() } else { !self.name.swaps() };
        let swap = if forward || !self.name.swaps() { 0 } else { Hook::SWAP };
        let mut made = Vec::new();
        let (mut rest, mut before) = (m, 1);
        for (at, tiles) in levels[..levels.len() - 1].iter().enumerate() {
            let whole = rest;
            rest >>= tiles.log_n;
            let mut tile = self.tile(tiles.log_n, turned)?;
            let view = View::new(rest, 1, whole, m);
            tile.lines = Lines { read: view, write: view, wide: [rest, before], ..Lines::default() };
            let position = View::new(rest, 1, whole, 0);
            tile.first = Hook { at: position, kind: swap, ..Hook::default() };
            tile.last = tile.first;
            if forward && at == 0 {
                tile.first.kind |= self.swap();
            }
            tile.twist = self.store.powers(whole, turned)?;
            tile.twist_when = if forward { 2 } else { 1 };
            made.push((*tiles, before * rest, tile));
            before <<= tiles.log_n;
        }
        if !forward {
            made.reverse();
        }
        let count = made.len();
        for (at, (tiles, lines, tile)) in made.into_iter().enumerate() {
            let from = if forward && at == 0 { Place::Source } else { Place::Spare };
            let to = if !forward && at + 1 == count { Place::Target } else { Place::Spare };
            self.push_tile(Family::Columns, tiles, [from, to], lines, tile);
        }
        Ok(())
    }

    /// Adds the last level: rows, with the values back in natural order.
    fn across(&mut self, levels: &[Tiles]) -> Result<()> {
        let n = self.n;
        let tiles = levels[levels.len() - 1];
        let (length, first) = (1 << tiles.log_n, 1 << levels[0].log_n);
        let rows = n >> tiles.log_n;
        let middle = rows / first;
        let turned = self.turned();
        let mut tile = self.tile(tiles.log_n, turned)?;
        tile.lines = Lines {
            read: View::new(1, middle * length, length, n),
            write: View::new(rows, 1, first, n),
            wide: [first, middle],
            ..Lines::default()
        };
        tile.first = Hook { at: View::new(1, middle * length, length, 0), ..Hook::default() };
        tile.last = self.hook(View::new(rows, 1, first, 0));
        self.push_tile(Family::RowsAcross, tiles, [Place::Spare, Place::Target], rows, tile);
        Ok(())
    }

    /// Adds a convolution with the chirp around `m` points; the chirp before and after it, limits and scales are hooks.
    fn bluestein(&mut self, m: u64, levels: &[Tiles]) -> Result<()> {
        let (n, inverse) = (self.n, self.inverse);
        // Chirps are of the inverse root in the inverse; the transforms inside are forward and back in both.
        self.inverse = false;
        let forward_only = !self.name.swaps();
        let spectrum = self.store.address(Table::ChirpKernel { n, m }, inverse, false)?;
        let chirp = |store: &mut Store<'_>, at: View, last: bool| {
            let weights = store.address(Table::Chirp { n, m, last }, inverse, inverse)?;
            Ok::<_, Error>(Hook {
                kind: Hook::LIMIT | Hook::WEIGHTS,
                limit: n,
                at,
                weights: Powers { low: weights, steps: [n, 0], ..Powers::default() },
                ..Hook::default()
            })
        };
        let tiles = levels[levels.len() - 1];
        let length = 1 << tiles.log_n;
        let rows = m >> tiles.log_n;
        self.columns(levels, m, true)?;
        let mut tile = self.tile(tiles.log_n, false)?;
        tile.back = self.store.field(forward_only)?;
        tile.back_stages = self.store.stages(tile_radices(self.name, tiles.log_n), forward_only)?;
        tile.middle_swap = self.name.swaps().into();
        let view = View::new(1, length, 0, if levels.len() > 1 { m } else { n });
        let position = View::new(1, length, 0, 0);
        tile.lines = Lines { read: view, write: view, wide: [rows, 1], ..Lines::default() };
        tile.first.at = position;
        tile.last.at = position;
        tile.middle = Hook { kind: Hook::OTHER_AT, at: position, other: spectrum, other_step: m, ..Hook::default() };
        let ends = if levels.len() > 1 { [Place::Spare; 2] } else { [Place::Source, Place::Target] };
        self.push_tile(Family::Convolve, tiles, ends, rows, tile);
        self.columns(levels, m, false)?;
        let count = self.launches.len();
        for (launch, last) in [(0, false), (count - 1, true)] {
            let Some(hooks) = self.launches[launch].argument.hooks_mut() else { continue };
            let [first, written] = hooks;
            let hook = if last { written } else { first };
            let (at, kind) = (hook.at, hook.kind);
            *hook = chirp(self.store, at, last)?;
            hook.kind |= kind;
        }
        self.launches[0].argument.lines_mut().read.steps[2] = n;
        self.launches[count - 1].argument.lines_mut().write.steps[2] = n;
        Ok(())
    }
}
