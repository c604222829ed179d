//! The library's own plans as contestants.

use crate::{
    choice::Choice,
    contestant::{Ask, Contestant, Prepared},
    error::{Error, Result},
    ring::TimedRing,
    task::INTEGERS,
};
use ringfft::integer::Engine;
use ringfft_testing::Tally;
use std::{cell::RefCell, collections::BTreeMap, rc::Rc};

/// A function that opens a ring by its name.
pub type Open<'a> = &'a dyn Fn(&str) -> Result<Box<dyn TimedRing>>;

/// The opened rings. Each is opened once, and contestants share it.
pub struct Rings<'a> {
    open: Open<'a>,
    opened: RefCell<BTreeMap<String, Rc<dyn TimedRing>>>,
}

impl<'a> Rings<'a> {
    /// Creates an empty list.
    pub fn new(open: Open<'a>) -> Self {
        Rings { open, opened: RefCell::default() }
    }

    /// Returns a ring by name.
    ///
    /// # Errors
    /// Errors of the function that opens rings.
    pub fn get(&self, name: &str) -> Result<Rc<dyn TimedRing>> {
        let mut opened = self.opened.borrow_mut();
        if let Some(ring) = opened.get(name) {
            return Ok(ring.clone());
        }
        let ring: Rc<dyn TimedRing> = (self.open)(name)?.into();
        opened.insert(name.to_string(), ring.clone());
        Ok(ring)
    }
}

/// The plans of one choice, over every ring.
pub(crate) struct Library<'a> {
    pub(crate) choice: Choice,
    pub(crate) rings: &'a Rings<'a>,
}

impl Contestant for Library<'_> {
    fn name(&self) -> String {
        self.choice.to_string()
    }

    fn prepare(&self, ask: &Ask<'_>) -> Result<Prepared> {
        let ring = &ask.task.ring;
        match self.choice.engine() {
            Some(engine) if engine != Engine::Auto && !INTEGERS.contains(&ring.as_str()) => Err(Error::input(format!(
                "{engine} computes products of integers, and {ring} has transforms: take it with {}",
                INTEGERS.join(" or ")
            ))),
            _ => self.rings.get(ring)?.prepare(ask, &self.choice),
        }
    }

    fn count(&self, ask: &Ask<'_>) -> Option<Tally> {
        self.rings.get(&ask.task.ring).ok()?.count(ask, &self.choice)
    }
}
