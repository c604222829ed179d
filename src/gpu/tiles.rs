//! The tiles of a launch: how many lines share a block.

use super::{limits::Limits, source::Name};

/// Bytes side by side in memory below which a launch of columns wastes memory's width; then there is a level more.
pub(crate) const RUN: u64 = 64;

/// The same of a call that stays in a device's cache, and the bytes of such a call.
pub(crate) const SECTOR: u64 = 32;
pub(crate) const CACHED: u64 = 16 << 20;

/// The lengths of one launch of tiles: lines of `2^log_n`, `2^log_lines` a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tiles {
    pub(crate) log_n: u64,
    pub(crate) log_lines: u64,
}

/// The data that the choice of forms depends on.
pub(crate) struct Ground<'a> {
    pub(crate) ring: Name,
    pub(crate) limits: Limits,
    /// Members of a batch; and the number of neighbours in it that share a modulus, if there are several.
    pub(crate) batch: u64,
    pub(crate) group: Option<u64>,
    pub(crate) has_root: &'a dyn Fn(u64) -> bool,
}

impl Ground<'_> {
    /// Returns whether a block may have this many lines of this length.
    fn fits(&self, log_n: u64, log_lines: u64) -> bool {
        let elements = 1u64 << (log_n + log_lines);
        let threads = elements / self.ring.held();
        threads <= self.limits.threads.min(512) && elements * self.ring.part_bytes() <= self.limits.shared
    }

    /// Returns the binary logarithm of the longest tile.
    pub(crate) fn longest(&self) -> Option<u64> {
        (self.ring.held().ilog2().into()..31).take_while(|&log_n| self.fits(log_n, 0)).last()
    }

    /// Returns the lines of a block, at most `most`: enough for wide reads and writes and for a block of useful size.
    pub(crate) fn tiles(&self, log_n: u64, across: bool, most: u64) -> Tiles {
        let wanted = |log_lines: u64| {
            let threads = (1u64 << (log_n + log_lines)) / self.ring.held();
            threads < 128 || across && self.ring.element_bytes() << log_lines < 2 * RUN
        };
        let mut log_lines = 0;
        while wanted(log_lines) && self.fits(log_n, log_lines + 1) && 2 << log_lines <= most.max(1) {
            log_lines += 1;
        }
        Tiles { log_n, log_lines }
    }

    /// Returns tiles with fewer lines, so that every multiprocessor has a block; a member of the batch has `each`
    /// lines. A block keeps at least a warp, and across lines at least a sector of memory.
    pub(crate) fn spread(&self, mut tiles: Tiles, across: bool, each: u64) -> Tiles {
        while tiles.log_lines > 0
            && (each * self.batch) >> tiles.log_lines < self.limits.processors
            && (1 << (tiles.log_n + tiles.log_lines - 1)) / self.ring.held() >= 32
            && (!across || self.ring.element_bytes() << (tiles.log_lines - 1) >= SECTOR)
        {
            tiles.log_lines -= 1;
        }
        tiles
    }

    /// Returns the most lines that may share a block, of `each` that a member of the batch has.
    pub(crate) fn most_lines(&self, each: u64) -> u64 {
        match self.group {
            // A block's lines have one modulus: a power of two that divides the lines of a modulus.
            Some(group) => {
                let lines = each * group;
                lines & lines.wrapping_neg()
            }
            None => (each * self.batch).next_power_of_two(),
        }
    }
}
