//! The partition of a transform into launches: a function of the ring, the length and the limits of the device, and of nothing
//! else.
//!
//! | length | form | launches |
//! |---|---|---|
//! | a power of two within a block's reach | [`Form::Rows`] | 1 |
//! | smooth, within shared memory | [`Form::Mixed`] | 1 |
//! | a longer power of two | [`Form::Levels`]: columns, then rows written across | 2 or 3 |
//! | smooth, longer | [`Form::Passes`]: one for each radix | that many |
//! | any other | [`Form::Bluestein`] over a power of two | 1, or 3 or 5 where that is long |

use super::tiles::{CACHED, Ground, RUN, SECTOR, Tiles};
use alloc::vec::Vec;

/// The greatest length: lengths are counted in 32 bits.
const LONGEST: u64 = 1 << 31;

/// One of Stockham's passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pass {
    pub(crate) radix: u64,
    pub(crate) per_block: u64,
    pub(crate) threads: u64,
    pub(crate) shared: u64,
}

/// The partition of a transform into launches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Length 1: scales only.
    Single,
    Rows(Tiles),
    Mixed {
        radices: Vec<u64>,
        per_block: u64,
        threads: u64,
    },
    Levels(Vec<Tiles>),
    /// Columns in place at `stride`, times the powers of a root of the order `twist`.
    Columns {
        tiles: Tiles,
        stride: u64,
        twist: Option<u64>,
    },
    Passes(Vec<Pass>),
    /// A convolution with a chirp around `2^log_m` points, by one level or more.
    Bluestein {
        log_m: u64,
        levels: Vec<Tiles>,
    },
}

impl Form {
    /// Returns the launches of one call, if nothing is too long for one.
    pub(crate) fn launches(&self) -> usize {
        match self {
            Form::Single | Form::Rows(_) | Form::Mixed { .. } | Form::Columns { .. } => 1,
            Form::Levels(levels) => levels.len(),
            Form::Passes(passes) => passes.len(),
            Form::Bluestein { levels, .. } => 2 * levels.len() - 1,
        }
    }

    /// Returns the elements of memory that a member of the batch needs besides its own.
    pub(crate) fn spare(&self, n: u64) -> u64 {
        match self {
            Form::Levels(_) | Form::Passes(_) => n,
            Form::Bluestein { log_m, levels } if levels.len() > 1 => 1 << log_m,
            _ => 0,
        }
    }

    /// Returns the same for a transform in place: an odd number of passes needs twice as much.
    pub(crate) fn spare_in_place(&self, n: u64) -> u64 {
        let odd = matches!(self, Form::Passes(_)) && self.launches() % 2 == 1;
        self.spare(n) << u32::from(odd)
    }
}

impl Ground<'_> {
    /// Returns the form of one launch of tiles for the whole of a power of two.
    fn rows(&self, n: u64) -> Option<Form> {
        let log_n = u64::from(n.ilog2());
        let reaches = n >= self.ring.held() && self.longest().is_some_and(|longest| log_n <= longest);
        reaches.then(|| Form::Rows(self.spread(self.tiles(log_n, false, self.most_lines(1)), false, 1)))
    }

    /// Returns `2^log_n` as two lengths and as three, if possible; the preferred first.
    fn levels(&self, log_n: u64) -> Vec<Vec<Tiles>> {
        let (least, longest) = (u64::from(self.ring.held().ilog2()), self.longest().unwrap_or(0));
        let cut = |count: u64| {
            let lengths: Vec<u64> = (0..count).map(|i| (log_n + count - 1 - i) / count).collect();
            if lengths.iter().any(|&log| log < least || log > longest) {
                return None;
            }
            let tiles = |&log: &u64| self.tiles(log, true, self.most_lines(1 << (log_n - log)));
            Some(lengths.iter().map(tiles).collect::<Vec<_>>())
        };
        let element = self.ring.element_bytes();
        let run = if (self.batch * element) << log_n <= CACHED { SECTOR } else { RUN };
        let wide = |levels: &[Tiles]| levels.iter().all(|tiles| element << tiles.log_lines >= run);
        let mut ways: Vec<_> = [2, 3].into_iter().filter_map(cut).collect();
        if let [two, three] = &ways[..]
            && !wide(two)
            && wide(three)
        {
            ways.reverse();
        }
        for tiles in ways.iter_mut().flatten() {
            *tiles = self.spread(*tiles, true, 1 << (log_n - tiles.log_n));
        }
        ways
    }

    /// Returns the radices of a smooth length, greatest first.
    fn factors(&self, n: u64, greatest: u64) -> Option<Vec<u64>> {
        let (mut rest, mut list) = (n, Vec::new());
        for &radix in self.ring.radices().iter().filter(|&&radix| radix <= greatest) {
            while rest.is_multiple_of(radix) {
                rest /= radix;
                list.push(radix);
            }
        }
        (rest == 1).then_some(list)
    }

    fn mixed(&self, n: u64) -> Option<Form> {
        let radices = self.factors(n, 8)?;
        let bytes = 2 * n * self.ring.element_bytes();
        if bytes > self.limits.shared.min(64 << 10) || radices.len() > 16 {
            return None;
        }
        let threads = self.limits.threads.min(256);
        let most = if self.group.is_some() { 1 } else { self.batch };
        let mut per_block = 1;
        while 2 * per_block <= most
            && per_block * n < 4 * threads
            && 2 * per_block * bytes <= self.limits.shared.min(48 << 10)
        {
            per_block *= 2;
        }
        Some(Form::Mixed { radices, per_block, threads })
    }

    fn passes(&self, n: u64) -> Option<Form> {
        let mut s = 1;
        let pass = |radix: u64| {
            let (threads, part) = (self.limits.threads.min(256), self.ring.part_bytes());
            // While s is short, a block collects its output in shared memory, if that is large enough.
            let (mut per_block, mut shared) = (threads, 0);
            if s < 32 {
                per_block = (threads.min(self.limits.shared / (radix * part)) / s).max(1) * s;
                shared = per_block * radix * part;
                if shared > self.limits.shared || per_block > threads {
                    // Fewer threads than butterflies write apart, without it.
                    (per_block, shared) = (2 * threads.div_ceil(s) * s, 0);
                }
            }
            s *= radix;
            let threads = if shared > 0 { per_block.next_multiple_of(32).min(threads) } else { threads };
            Pass { radix, per_block, threads, shared }
        };
        Some(Form::Passes(self.factors(n, 16)?.into_iter().map(pass).collect()))
    }

    fn bluestein(&self, n: u64) -> Option<Form> {
        let least = u64::from(self.ring.held().ilog2());
        let log_m = u64::from((2 * n - 1).next_power_of_two().ilog2()).max(least);
        let order = if n % 2 == 1 { n } else { 2 * n };
        if !(self.has_root)(order) || !(self.has_root)(1 << log_m) || 1 << log_m > LONGEST {
            return None;
        }
        let levels = match self.longest() {
            Some(longest) if log_m <= longest => {
                [self.spread(self.tiles(log_m, false, self.most_lines(1)), false, 1)].into()
            }
            _ => self.levels(log_m).into_iter().next()?,
        };
        Some(Form::Bluestein { log_m, levels })
    }

    /// Returns whether a launch of tiles supports lines of this length.
    fn is_tile(&self, n: u64) -> bool {
        let reaches = |longest| u64::from(n.ilog2()) <= longest;
        n.is_power_of_two() && n >= self.ring.held() && self.longest().is_some_and(reaches) && (self.has_root)(n)
    }

    /// Returns the form of `stride` columns side by side of length `n`; `None` if a launch of tiles has no such lines.
    pub(crate) fn columns(&self, n: u64, stride: u64, twist: Option<u64>) -> Option<Form> {
        let tiles = || self.spread(self.tiles(u64::from(n.ilog2()), true, self.most_lines(stride)), true, stride);
        self.is_tile(n).then(|| Form::Columns { tiles: tiles(), stride, twist })
    }

    /// Returns `n1` of `n = n1 n2`, near the root of `n`. Columns of `n1` are tiles, and rows of `n2` have at most `most`
    /// elements.
    pub(crate) fn cut(&self, n: u64, most: u64) -> Option<u64> {
        let lengths = (1..n.ilog2()).map(|log| 1u64 << log).filter(|n1| n.is_multiple_of(*n1) && n / n1 <= most);
        lengths.filter(|&n1| self.is_tile(n1)).min_by_key(|n1| n1.abs_diff(n.isqrt()))
    }

    /// Returns the forms of a transform of length `n`; empty if there is none. The first is taken if nothing was measured.
    pub(crate) fn forms(&self, n: u64) -> Vec<Form> {
        if n == 1 {
            return [Form::Single].into();
        }
        if n == 0 || n > LONGEST || !(self.has_root)(n) {
            return Vec::new();
        }
        let mut forms = Vec::new();
        if n.is_power_of_two() {
            forms.extend(self.rows(n));
            forms.extend(self.levels(n.ilog2().into()).into_iter().map(Form::Levels));
        }
        forms.extend(self.mixed(n));
        forms.extend(self.passes(n));
        // Around twice as many points a power of two is never faster.
        if !n.is_power_of_two() {
            forms.extend(self.bluestein(n));
        }
        forms
    }

    /// Returns the form of a transform of length `n` if nothing was measured; `None` if there is none.
    pub(crate) fn form(&self, n: u64) -> Option<Form> {
        self.forms(n).into_iter().next()
    }
}

#[cfg(feature = "inside")]
pub(crate) mod tests {
    use super::{
        super::{limits::Limits, source::Name},
        *,
    };

    pub(crate) const H200: Limits =
        Limits { blocks: (1 << 31) - 1, threads: 1024, shared: 227 << 10, processors: 132, lines: LONGEST };
    pub(crate) const SMALL: Limits = Limits { blocks: 7, threads: 32, shared: 2 << 10, processors: 1, lines: LONGEST };

    pub(crate) fn ground<'a>(ring: Name, limits: Limits, has_root: &'a dyn Fn(u64) -> bool) -> Ground<'a> {
        Ground { ring, limits, batch: 3, group: None, has_root }
    }

    /// Checks the limits that every launch must keep.
    fn check(ring: Name, limits: Limits, form: &Form) {
        let tile = |tiles: &Tiles| {
            let elements = 1u64 << (tiles.log_n + tiles.log_lines);
            assert!(1 << tiles.log_n >= ring.held() && elements / ring.held() <= limits.threads.min(512), "{form:?}");
            assert!(elements * ring.part_bytes() <= limits.shared, "{ring:?} {form:?}");
        };
        match form {
            Form::Single => {}
            Form::Rows(tiles) | Form::Columns { tiles, .. } => tile(tiles),
            Form::Levels(levels) | Form::Bluestein { levels, .. } => levels.iter().for_each(tile),
            Form::Mixed { radices, per_block, threads } => {
                let n: u64 = radices.iter().product();
                assert!(
                    2 * n * per_block * ring.element_bytes() <= limits.shared && *threads <= limits.threads.min(256)
                );
                assert!(radices.iter().all(|radix| *radix <= 8 && ring.radices().contains(radix)));
            }
            Form::Passes(passes) => {
                let mut s = 1;
                for pass in passes {
                    assert!(pass.shared <= limits.shared && pass.threads <= limits.threads.min(256), "{form:?}");
                    assert!(s >= 32 || pass.per_block % s == 0, "{form:?}");
                    let gathers = s < 32 && pass.threads >= pass.per_block;
                    assert!(!gathers || pass.shared >= pass.per_block * pass.radix * ring.part_bytes(), "{form:?}");
                    s *= pass.radix;
                }
            }
        }
    }

    /// Returns the length that the parts of a form make up, for a transform of length `n`.
    fn made(form: &Form, n: u64) -> u64 {
        match form {
            Form::Single => 1,
            Form::Rows(tiles) | Form::Columns { tiles, .. } => 1 << tiles.log_n,
            Form::Mixed { radices, .. } => radices.iter().product(),
            Form::Levels(levels) => 1 << levels.iter().map(|tiles| tiles.log_n).sum::<u64>(),
            Form::Passes(passes) => passes.iter().map(|pass| pass.radix).product(),
            Form::Bluestein { log_m, levels } => {
                assert_eq!(*log_m, levels.iter().map(|tiles| tiles.log_n).sum::<u64>());
                assert!(1u64 << log_m >= 2 * n - 1);
                n
            }
        }
    }

    #[inline]
    pub(crate) fn forms_keep_to_the_limits_and_make_up_the_length() {
        for ring in Name::ALL {
            for limits in [H200, SMALL] {
                let any = |_: u64| true;
                let ground = ground(ring, limits, &any);
                for n in (1..5000).chain([1 << 14, 3 << 12, 1 << 20, 10007, 65537, 7 << 17, 6 << 17]) {
                    let forms = ground.forms(n);
                    assert!(!forms.is_empty() || limits == SMALL && n > 1 << 14, "{ring:?} {n}");
                    for form in forms {
                        check(ring, limits, &form);
                        assert_eq!(made(&form, n), n, "{ring:?} {form:?}");
                    }
                }
            }
        }
    }

    #[inline]
    pub(crate) fn launches_are_counted() {
        let any = |_: u64| true;
        let c32 = ground(Name::C32, H200, &any);
        for (n, launches) in
            [(1 << 10, 1), (1 << 12, 1), (1000, 1), (1 << 20, 2), (1 << 24, 3), (1 << 28, 3), (1009, 1), (65537, 3)]
        {
            assert_eq!(c32.form(n).map(|form| form.launches()), Some(launches), "{n}");
        }
        let even = |order: u64| !order.is_multiple_of(3);
        let ring = ground(Name::KoalaBear, H200, &even);
        assert_eq!(ring.form(3), None);
        // A prime order with roots in the ring, which lacks roots of a long enough power of two.
        let odd = |order: u64| order == 127;
        assert_eq!(ground(Name::KoalaBear, H200, &odd).form(127), None);
    }

    /// Checks that there are two levels while both are wide in memory, and three beyond.
    #[inline]
    pub(crate) fn levels_stay_wide() {
        let any = |_: u64| true;
        for (ring, log_n, count) in
            [(Name::C32, 20, 2), (Name::C32, 24, 3), (Name::Bn254, 20, 2), (Name::BabyBear, 18, 2)]
        {
            let form = ground(ring, H200, &any).form(1 << log_n);
            let Some(Form::Levels(levels)) = form else { panic!("{ring:?} {log_n} {form:?}") };
            assert_eq!(levels.len(), count, "{ring:?} {levels:?}");
            assert!(levels.iter().all(|tiles| ring.element_bytes() << tiles.log_lines >= SECTOR), "{levels:?}");
        }
    }
}
