//! The misses of a textbook transform in an ideal cache.
//!
//! # Idea
//! [`Touching`] is a module whose operations compute nothing and note the addresses of their operands. A textbook transform that runs
//! over it leaves the list of its accesses to values, scratch and tables, which an ideal cache then reads: fully associative, of lines,
//! the least recently used of which is replaced. A store to a line that is not there is a miss like a load.
//!
//! Operands in registers have addresses outside values and scratch and are no accesses. A value that was computed there is stored when
//! it is computed, which is known once it is found in its place. A value that moves without an operation, as in an exchange, is an
//! access when it is next used.
//!
//! # Source
//! The ideal cache of M. Frigo, C. E. Leiserson, H. Prokop, S. Ramachandran, Cache-oblivious algorithms, *FOCS* 1999, whose optimal
//! replacement the least recently used line stands for: with half the lines, the latter misses at most twice as often.

use crate::error::{Error, Result};
use ringfft::{
    algebra::{Action, Module},
    plan::{Accelerated, Plan},
};
use ringfft_testing::{Erased, ErasedElement};
use std::{
    cell::RefCell,
    collections::{BTreeMap, HashMap},
    num::NonZeroU64,
};

/// The greatest length that is traced.
pub const LONGEST: usize = 1 << 16;

thread_local! {
    /// The accesses of the transform under way on this thread: cloning an element is one, and knows no module.
    static LOG: RefCell<Log> = RefCell::default();
}

#[derive(Default)]
struct Log {
    events: Vec<Event>,
    made: u64,
}

/// An access, at the address of an element of this program.
#[derive(Clone, Copy)]
enum Event {
    /// An element is read that has this number.
    Read(usize, u64),
    /// An element is computed, and gets this number.
    Made(usize, u64),
    /// A factor is read.
    Factor(usize),
}

fn log(event: impl FnOnce(&mut Log) -> Event) {
    LOG.with_borrow_mut(|log| {
        let event = event(log);
        log.events.push(event);
    });
}

fn fresh() -> u64 {
    LOG.with_borrow_mut(|log| {
        log.made += 1;
        log.made
    })
}

/// An element that has a number and no value.
pub struct Touched(u64);

impl Clone for Touched {
    fn clone(&self) -> Self {
        self.read();
        let copy = Touched(fresh());
        // Where the copy goes is not known here: it is found in its place.
        log(|_| Event::Made(0, copy.0));
        copy
    }
}

impl Touched {
    fn read(&self) {
        log(|_| Event::Read(std::ptr::from_ref(self) as usize, self.0));
    }

    fn write(&mut self) {
        self.0 = fresh();
        log(|_| Event::Made(std::ptr::from_ref(self) as usize, self.0));
    }
}

/// A factor that has no value; as long as an element here, whatever is around it.
#[derive(Clone)]
pub struct Factor(NonZeroU64);

/// A module that notes what its operations touch. Its scalars are those of a ring.
#[derive(Clone)]
pub struct Touching(Erased);

impl Touching {
    /// Creates the module over the scalars of a ring.
    pub fn new(ring: Erased) -> Self {
        Touching(ring)
    }
}

impl Module for Touching {
    type Element = Touched;

    fn zero(&self) -> Touched {
        Touched(fresh())
    }

    fn add_assign(&self, a: &mut Touched, b: &Touched) {
        a.read();
        b.read();
        a.write();
    }

    fn sub_assign(&self, a: &mut Touched, b: &Touched) {
        self.add_assign(a, b);
    }

    fn neg_assign(&self, a: &mut Touched) {
        a.read();
        a.write();
    }

    fn butterfly(&self, a: &mut Touched, b: &mut Touched) {
        a.read();
        b.read();
        a.write();
        b.write();
    }
}

impl Action for Touching {
    type Scalars = Erased;
    type Twiddle = Factor;

    fn scalars(&self) -> &Erased {
        &self.0
    }

    fn prepare(&self, _: &ErasedElement) -> Factor {
        Factor(NonZeroU64::MIN)
    }

    fn apply(&self, x: &mut Touched, w: &Factor) {
        debug_assert_eq!(w.0, NonZeroU64::MIN);
        log(|_| Event::Factor(std::ptr::from_ref(w) as usize));
        x.read();
        x.write();
    }
}

impl Accelerated for Touching {
    const SUBSPACES: bool = true;
}

/// An ideal cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cache {
    /// Its bytes.
    pub bytes: u64,
    /// The bytes of a line.
    pub line: u64,
}

impl Cache {
    /// Creates a cache.
    ///
    /// # Errors
    /// [`Error::Input`] unless there is at least one line of at least one byte.
    pub fn new(bytes: u64, line: u64) -> Result<Self> {
        if line == 0 || bytes / line == 0 {
            return Err(Error::input(format!(
                "a cache of {bytes} bytes has no line of {line}: give its size and the size of a line in bytes, such as 32K,64"
            )));
        }
        Ok(Cache { bytes, line })
    }
}

/// The accesses and misses that a cache saw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Misses {
    /// The accesses to values, scratch and tables.
    pub accesses: u64,
    /// Those whose line was not there.
    pub misses: u64,
    /// The different lines, each of which is missed once by any cache.
    pub lines: u64,
}

/// Runs a plan forward once and returns what a cache sees of it, which is empty at first. Elements and factors take `element_bytes` each.
///
/// # Errors
/// [`Error::Input`] beyond [`LONGEST`] elements; those of the plan.
pub fn misses(plan: &Plan<Touched, Touching>, element_bytes: u64, cache: Cache) -> Result<Misses> {
    if plan.len() > LONGEST {
        return Err(Error::input(format!(
            "a run of length {} would leave too long a trace: take a length up to {LONGEST}",
            plan.len()
        )));
    }
    let module = plan.module();
    let list = |len: usize| -> Vec<Touched> { (0..len).map(|_| module.zero()).collect() };
    let (mut values, mut scratch) = (list(plan.len()), list(plan.scratch_len()));
    LOG.with_borrow_mut(|log| log.events.clear());
    let outcome = plan.forward_with(&mut values, &mut scratch);
    let events = LOG.with_borrow_mut(|log| std::mem::take(&mut log.events));
    outcome?;
    let map = Map {
        values: values.as_ptr_range().start as usize..values.as_ptr_range().end as usize,
        scratch: scratch.as_ptr_range().start as usize..scratch.as_ptr_range().end as usize,
        element_bytes,
    };
    let last = values.iter().map(|value| (std::ptr::from_ref(value) as usize, value.0));
    Ok(count(&accesses(&events, &map, last), cache))
}

/// From the addresses of this program to those of a run with elements of other sizes.
struct Map {
    values: std::ops::Range<usize>,
    scratch: std::ops::Range<usize>,
    element_bytes: u64,
}

impl Map {
    /// Returns the place of an element; `None` for one in registers.
    fn element(&self, address: usize) -> Option<u64> {
        let place = |from: usize| ((address - from) / size_of::<Touched>()) as u64 * self.element_bytes;
        match address {
            address if self.values.contains(&address) => Some(place(self.values.start)),
            // Apart from the values, and from tables by more.
            address if self.scratch.contains(&address) => Some((1 << 40) + place(self.scratch.start)),
            _ => None,
        }
    }

    fn factor(&self, address: usize) -> u64 {
        (1 << 60) + (address / size_of::<Factor>()) as u64 * self.element_bytes
    }
}

/// Returns the places that are touched, in order, with the stores that are found out later.
fn accesses(events: &[Event], map: &Map, last: impl Iterator<Item = (usize, u64)>) -> Vec<u64> {
    let mut made: HashMap<u64, usize> = HashMap::new();
    // The number that each place holds as far as is known, and when it was last touched.
    let mut held: HashMap<usize, (u64, usize)> = HashMap::new();
    let mut stores: Vec<(usize, u64)> = Vec::new();
    let mut found = |held: &HashMap<usize, (u64, usize)>, made: &HashMap<u64, usize>, address: usize, number: u64| {
        let (Some(place), Some(&time)) = (map.element(address), made.get(&number)) else { return };
        let known = held.get(&address);
        if known.is_none_or(|&(other, touched)| other != number && touched < time) {
            stores.push((time, place));
        }
    };
    for (time, event) in events.iter().enumerate() {
        match *event {
            Event::Read(address, number) => {
                found(&held, &made, address, number);
                held.insert(address, (number, time));
            }
            Event::Made(address, number) => {
                made.insert(number, time);
                if map.element(address).is_some() {
                    held.insert(address, (number, time));
                }
            }
            Event::Factor(_) => {}
        }
    }
    for (address, number) in last {
        found(&held, &made, address, number);
    }
    stores.sort_unstable();
    let mut stores = stores.into_iter().peekable();
    let mut accesses = Vec::with_capacity(events.len());
    for (time, event) in events.iter().enumerate() {
        accesses.extend(match *event {
            Event::Read(address, _) | Event::Made(address, _) => map.element(address),
            Event::Factor(address) => Some(map.factor(address)),
        });
        while let Some((_, place)) = stores.next_if(|store| store.0 == time) {
            accesses.push(place);
        }
    }
    accesses
}

/// Counts the misses of a list of accesses.
fn count(accesses: &[u64], cache: Cache) -> Misses {
    let room = (cache.bytes / cache.line) as usize;
    let mut used: HashMap<u64, usize> = HashMap::new();
    let mut by_time: BTreeMap<usize, u64> = BTreeMap::new();
    let mut seen: std::collections::HashSet<u64> = std::collections::HashSet::new();
    let mut misses = 0;
    for (time, place) in accesses.iter().enumerate() {
        let line = place / cache.line;
        match used.insert(line, time) {
            Some(before) => {
                by_time.remove(&before);
            }
            None => {
                misses += 1;
                seen.insert(line);
                if used.len() > room
                    && let Some((_, oldest)) = by_time.pop_first()
                {
                    used.remove(&oldest);
                }
            }
        }
        by_time.insert(time, line);
    }
    Misses { accesses: accesses.len() as u64, misses, lines: seen.len() as u64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn least_recently_used_lines_go() {
        let cache = Cache::new(32, 16).unwrap();
        let seen = count(&[0, 8, 16, 0, 32, 0, 16], cache);
        // Line 0, line 1, a hit of line 0, line 2 in the place of line 1, a hit of line 0, line 1 again.
        assert_eq!(seen, Misses { accesses: 7, misses: 4, lines: 3 });
        assert!(Cache::new(8, 16).is_err() && Cache::new(8, 0).is_err());
    }
}
