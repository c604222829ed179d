//! The misses of a textbook transform in an ideal cache.
//!
//! # Idea
//! [`Touching`] is a module whose operations compute nothing and record the addresses of their operands. A textbook
//! transform that runs over it leaves the list of its accesses to values, scratch and tables. An ideal cache then reads
//! this list. It is fully associative, consists of lines, and replaces the least recently used one. A store to a line
//! that is not there is a miss, as a load is.
//!
//! Operands in registers have addresses outside values and scratch and are no accesses. A value that is computed in a
//! register counts as stored at that time; the store is known once the value is found in its place. A value that moves
//! without an operation, as in an exchange, is an access when it is next used.
//!
//! # Source
//! The ideal cache of M. Frigo, C. E. Leiserson, H. Prokop, S. Ramachandran, Cache-oblivious algorithms, *FOCS* 1999,
//! replaces optimally. Here the least recently used line is replaced instead: with twice the lines, that misses at most
//! twice as often.

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
    /// The accesses of the running transform on this thread. It is global because cloning an element is an access, and
    /// an element has no reference to its module.
    static LOG: RefCell<Log> = RefCell::default();
}

#[derive(Default)]
struct Log {
    events: Vec<Event>,
    made: u64,
}

/// An access to the address of an element in this program's memory.
#[derive(Clone, Copy)]
enum Event {
    /// An element with this number is read.
    Read(usize, u64),
    /// An element is computed and gets this number.
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

/// An element with a number and without a value.
pub struct Touched(u64);

impl Clone for Touched {
    fn clone(&self) -> Self {
        self.read();
        let copy = Touched(fresh());
        // The destination of the copy is not known here. It is found when the copy is next used.
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

/// A factor without a value, of the size of an element.
#[derive(Clone)]
pub struct Factor(NonZeroU64);

/// A module that records the accesses of its operations. Its scalars are those of a ring.
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
    /// The size of the cache in bytes.
    pub bytes: u64,
    /// The size of a line in bytes.
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

/// The accesses and misses of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Misses {
    /// The accesses to values, scratch and tables.
    pub accesses: u64,
    /// The accesses whose line was not in the cache.
    pub misses: u64,
    /// The distinct lines. Every cache misses each of them at least once.
    pub lines: u64,
}

/// Runs a plan forward once and returns the accesses and misses of a cache that is empty at first. Elements and factors
/// take `element_bytes` each.
///
/// # Errors
/// [`Error::Input`] beyond [`LONGEST`] elements; errors of the plan.
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

/// Maps the addresses of this program to those of a run with elements of another size.
struct Map {
    values: std::ops::Range<usize>,
    scratch: std::ops::Range<usize>,
    element_bytes: u64,
}

impl Map {
    /// Returns the place of an element; `None` for an element in a register.
    fn element(&self, address: usize) -> Option<u64> {
        let place = |from: usize| ((address - from) / size_of::<Touched>()) as u64 * self.element_bytes;
        match address {
            address if self.values.contains(&address) => Some(place(self.values.start)),
            // Scratch is far from the values, and tables are farther.
            address if self.scratch.contains(&address) => Some((1 << 40) + place(self.scratch.start)),
            _ => None,
        }
    }

    fn factor(&self, address: usize) -> u64 {
        (1 << 60) + (address / size_of::<Factor>()) as u64 * self.element_bytes
    }
}

/// Returns the accessed places in order, with the stores that only later events show.
fn accesses(events: &[Event], map: &Map, last: impl Iterator<Item = (usize, u64)>) -> Vec<u64> {
    let mut made: HashMap<u64, usize> = HashMap::new();
    // The last known number in each place, and the time of its last access.
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
