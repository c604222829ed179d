//! Transforms from the host's memory to the host's memory, in parts that fit the device's memory.

use super::{
    driver::{Driver, Memory},
    engine::{Ends, Engine, Wanted},
    host::{Host, Tables, Weights},
    ring::{DeviceRing, bytes, bytes_mut},
    tiles::Ground,
};
use crate::{
    Result,
    algebra::Module,
    kernel::memory::{Wiped, filled},
    order::transpose,
};
use alloc::{sync::Arc, vec::Vec};

/// Bytes of a tile, and of a piece of it that is copied by itself: enough that starting a copy costs little beside it.
const TILE: u64 = 256 << 20;
const PIECE: u64 = 64 << 10;

/// Returns the columns, and the matrices, that a tile holds of `outer` matrices of `n` rows and `stride` columns. A tile holds
/// whole matrices if there is `room`, in elements, for one. Returns `None` if there is no room for one column.
pub(super) fn tile(room: u64, element: u64, [n, stride, outer]: [u64; 3]) -> Option<[u64; 2]> {
    let most = room.min(TILE / element);
    match n * stride {
        matrix if matrix <= room => Some([stride, (most / matrix.max(1)).clamp(1, outer.max(1))]),
        _ if n <= room => Some([(most / n).max(PIECE / element).clamp(1, room / n), 1]),
        _ => None,
    }
}

type Element<R> = <R as Module>::Element;

/// Copies elements to a device as residues below the modulus; `at` counts elements.
pub(super) fn upload<R: DeviceRing>(ring: &R, memory: &mut Memory, at: usize, values: &[Element<R>]) -> Result<()> {
    let reduced = ring.reduced(values);
    memory.write(at * size_of::<Element<R>>(), bytes(reduced.as_deref().unwrap_or(values)))
}

/// One transform longer than the device's memory: `n = n1 n2`, element `j1 n2 + j2` in row `j1`. The forward transform
/// takes columns with their twiddles, then rows, whose values `k2` go to `k1 + n1 k2`; the inverse takes them in the
/// opposite order. The matrix between the two is in the host's memory.
pub(super) struct Streamed {
    columns: Engine,
    rows: Engine,
    n1: usize,
    n2: usize,
    /// Number of columns, and of rows, of a tile.
    wide: usize,
    high: usize,
    wiped: bool,
}

impl Streamed {
    /// Creates the parts of a transform; `None` if the length cannot be cut into parts that fit.
    pub(super) fn new<R: DeviceRing>(
        driver: &Arc<Driver>,
        host: &Host<R>,
        name: &str,
        wiped: bool,
    ) -> Result<Option<Self>> {
        let (ring, n, element) = (&host.rings[0], host.len, host.name.element_bytes());
        let room = driver.room() / 4 / element;
        let has_root = |order| host.has_root(order);
        let limits = driver.description().limits;
        let ground = Ground { ring: host.name, limits, batch: 1, group: None, has_root: &has_root };
        let Some(n1) = ground.cut(n, room) else { return Ok(None) };
        let n2 = n / n1;
        let Some([wide, _]) = tile(room, element, [n1, n2, 1]) else { return Ok(None) };
        let high = (room.min(TILE / element) / n2).clamp(1, n1);
        // Position j1 n2 + j2: the columns are on the coset c^n2, the rows on c.
        let coset = host.weights.coset.iter().map(|coset| ring.pow(coset, n2)).collect();
        let weights = Weights { coset, scale: [None, None], by_length: false };
        let of_columns = Host { rings: host.rings.clone(), name: host.name, weights, len: n };
        let wanted =
            Wanted { ring: name, n: n1, batch: 1, group: 1, columns: Some((wide, Some(n))), wiped, tuned: false };
        let columns = Engine::new(driver, &of_columns, wanted)?;
        let rows = Engine::new(driver, host, Wanted { n: n2, batch: high, columns: None, ..wanted })?;
        let [n1, n2, wide, high] = [n1, n2, wide, high].map(|length| length as usize);
        Ok(Some(Streamed { columns, rows, n1, n2, wide, high, wiped }))
    }

    pub(super) fn table_bytes(&self) -> u64 {
        self.columns.table_bytes() + self.rows.table_bytes()
    }

    /// Returns the lengths of the columns and of the rows, and the form of each.
    pub(super) fn form(&self) -> alloc::string::String {
        alloc::format!("Streamed({:?}, {:?})", self.columns.form(), self.rows.form())
    }

    /// Returns the launches of all tiles.
    pub(super) fn launches(&self) -> usize {
        self.n2.div_ceil(self.wide) + self.n1.div_ceil(self.high) * self.rows.form().launches()
    }

    /// Runs the transform. Both slices have the length; after an error the output is not defined.
    pub(super) fn run<R: DeviceRing>(
        &self,
        ring: &R,
        input: &[Element<R>],
        output: &mut [Element<R>],
        inverse: bool,
    ) -> Result<()> {
        let matrix = || filled("the matrix of a transform in tiles", input.len(), ring.zero());
        let mut matrix = Wiped::new(matrix()?, ring.zero());
        if inverse {
            self.rows(ring, input, &mut matrix, true)?;
            self.columns(ring, &matrix, output, true)
        } else {
            self.columns(ring, input, &mut matrix, false)?;
            self.rows(ring, &matrix, output, false)
        }
    }

    fn memory(&self, elements: usize, element: usize) -> Result<Memory> {
        let mut memory = Memory::new(self.rows.driver(), elements * element)?;
        memory.wipe_when_dropped(self.wiped);
        Ok(memory)
    }

    fn columns<R: DeviceRing>(
        &self,
        ring: &R,
        from: &[Element<R>],
        to: &mut [Element<R>],
        inverse: bool,
    ) -> Result<()> {
        let &Streamed { n1, n2, wide, .. } = self;
        let element = size_of::<Element<R>>();
        let mut memory = self.memory(n1 * wide, element)?;
        // The last tile may be narrower: the columns beside it are transformed too, but not read.
        for first in (0..n2).step_by(wide) {
            let now = wide.min(n2 - first);
            for row in 0..n1 {
                upload(ring, &mut memory, row * wide, &from[row * n2 + first..][..now])?;
            }
            let ends = Ends { first_column: first as u64, ..Ends::default() };
            self.columns.run(inverse, &memory, &memory, 1, ends, None)?;
            for row in 0..n1 {
                memory.read(row * wide * element, bytes_mut(&mut to[row * n2 + first..][..now]))?;
            }
        }
        Ok(())
    }

    fn rows<R: DeviceRing>(&self, ring: &R, from: &[Element<R>], to: &mut [Element<R>], inverse: bool) -> Result<()> {
        let &Streamed { n1, n2, high, .. } = self;
        let mut memory = self.memory(n2 * high, size_of::<Element<R>>())?;
        let list = || Ok(Wiped::new(filled("a tile of rows", n2 * high, ring.zero())?, ring.zero()));
        let (mut tile, mut turned): (Wiped<Element<R>>, Wiped<Element<R>>) = (list()?, list()?);
        for first in (0..n1).step_by(high) {
            let now = high.min(n1 - first);
            let (tile, turned) = (&mut tile[..now * n2], &mut turned[..now * n2]);
            let whole = first * n2..(first + now) * n2;
            if inverse {
                for (runs, to) in from.chunks_exact(n1).zip(turned.chunks_exact_mut(now)) {
                    to.copy_from_slice(&runs[first..][..now]);
                }
                transpose(turned, tile, n2, now);
                upload(ring, &mut memory, 0, tile)?;
            } else {
                upload(ring, &mut memory, 0, &from[whole.clone()])?;
            }
            self.rows.run(inverse, &memory, &memory, now as u64, Ends::default(), None)?;
            if inverse {
                memory.read(0, bytes_mut(&mut to[whole]))?;
            } else {
                memory.read(0, bytes_mut(tile))?;
                transpose(tile, turned, now, n2);
                for (runs, from) in to.chunks_exact_mut(n1).zip(turned.chunks_exact(now)) {
                    runs[first..][..now].copy_from_slice(from);
                }
            }
        }
        Ok(())
    }
}

/// Part of a batch that lies in one piece in both memories, over one ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) ring: usize,
    /// The first member, in the host's memory and in the device's.
    pub(super) from: usize,
    pub(super) at: usize,
    pub(super) members: usize,
}

/// The members of a batch by moduli: `cycles` times a `group` for each modulus.
#[derive(Clone, Copy, Debug)]
pub(super) struct Batch {
    pub(super) moduli: usize,
    pub(super) group: usize,
    pub(super) cycles: usize,
}

impl Batch {
    pub(super) fn members(self) -> usize {
        self.moduli * self.group * self.cycles
    }

    /// Returns a part of about this many members: fewer cycles, or of one cycle a smaller group.
    pub(super) fn part(self, members: usize) -> Self {
        let share = (members / self.moduli).max(1);
        if self.cycles > 1 {
            return Batch { cycles: (share / self.group).clamp(1, self.cycles), ..self };
        }
        Batch { group: share.min(self.group), ..self }
    }

    /// Returns the tiles into which parts of this size cut the batch: for each, the number of members the device
    /// transforms, and their pieces.
    pub(super) fn tiles(self, part: Self) -> Vec<(usize, Vec<Piece>)> {
        let moduli = 0..self.moduli;
        if self.cycles > 1 {
            let cycle = self.moduli * self.group;
            let piece = |at: usize, first: usize, ring: usize| {
                let at = at * cycle + ring * self.group;
                Piece { ring, from: first * cycle + at, at, members: self.group }
            };
            let tile = |first: usize| {
                let now = part.cycles.min(self.cycles - first);
                let pieces = (0..now).flat_map(|at| moduli.clone().map(move |ring| piece(at, first, ring)));
                (now * cycle, pieces.collect())
            };
            return (0..self.cycles).step_by(part.cycles).map(tile).collect();
        }
        let tile = |first: usize| {
            let now = part.group.min(self.group - first);
            let piece = |ring| Piece { ring, from: ring * self.group + first, at: ring * part.group, members: now };
            // Of several moduli each keeps its place, and the last tile has members that no piece names.
            let members = if self.moduli > 1 { part.group * self.moduli } else { now };
            (members, moduli.clone().map(piece).collect())
        };
        (0..self.group).step_by(part.group).map(tile).collect()
    }
}

#[cfg(feature = "inside")]
pub(crate) mod tests {
    use super::*;
    use alloc::vec;

    /// Checks that tiles are whole matrices where one fits, else columns that fit, in pieces worth a copy where there
    /// is room for them.
    #[inline]
    pub(crate) fn tiles_of_columns_fit() {
        for (room, lengths, expected) in [
            (1000, [10, 10, 70], Some([10, 10])),
            (1000, [10, 10, 7], Some([10, 7])),
            (1000, [30, 40, 2], Some([33, 1])),
            (1000, [1000, 2, 1], Some([1, 1])),
            (1000, [1001, 2, 1], None),
            (1 << 30, [1 << 12, 1 << 12, 1 << 10], Some([1 << 12, 1])),
            (1 << 30, [1 << 12, 1 << 20, 1], Some([1 << 12, 1])),
            (1 << 30, [1 << 17, 1 << 17, 1], Some([1 << 12, 1])),
        ] {
            assert_eq!(tile(room, 16, lengths), expected, "{lengths:?}");
        }
    }

    /// Checks that every member is in one piece, over its ring, at the position that the device expects.
    #[inline]
    pub(crate) fn tiles_hold_every_member_once() {
        for [moduli, group, cycles] in [[1, 7, 1], [3, 7, 1], [3, 1, 5], [2, 2, 3], [4, 1, 1]] {
            let batch = Batch { moduli, group, cycles };
            for most in 1..=batch.members() + 1 {
                let part = batch.part(most);
                assert!(part.members() <= most.max(moduli * if cycles > 1 { group } else { 1 }));
                let mut seen = vec![0; batch.members()];
                for (members, pieces) in batch.tiles(part) {
                    assert!(members <= part.members());
                    for Piece { ring, from, at, members: count } in pieces {
                        for i in 0..count {
                            seen[from + i] += 1;
                            assert_eq!((from + i) / group % moduli, ring);
                            assert!(at + i < members && (at + i) / part.group % moduli == ring);
                        }
                    }
                }
                assert!(seen.iter().all(|&times| times == 1), "{batch:?} {most}");
            }
        }
    }
}
