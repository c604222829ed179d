//! Peers with elements, memory and an order of their own.

use peers::{Aligned, Contestant};
use std::ops::DerefMut;

/// Which value of ours a peer has at a place.
pub type Places = Box<dyn Fn(usize) -> usize>;

/// What holds a peer's elements, and can be made of a vector.
pub trait Memory<U>: DerefMut<Target = [U]> {
    fn new(values: Vec<U>) -> Self;
}

/// As every caller has it.
impl<U> Memory<U> for Vec<U> {
    fn new(values: Vec<U>) -> Self {
        values
    }
}

/// From a multiple of 64 bytes on, as the buffer in which ours works, for peers that take slices.
impl<U: Clone> Memory<U> for Aligned<U> {
    fn new(values: Vec<U>) -> Self {
        Aligned::new(values)
    }
}

/// A peer that works on elements `U` in memory `B`, beside ours on `T`.
pub struct Own<T, U, B> {
    /// The input as the peer takes it, once it is needed.
    input: Vec<U>,
    memory: Option<B>,
    here: fn(&T) -> U,
    back: fn(&U) -> T,
    takes: Option<Places>,
    gives: Option<Places>,
    run: Box<dyn FnMut(&mut B)>,
}

impl<T, U, B> Own<T, U, B> {
    /// One that takes and gives what ours does, but for the form of the elements.
    pub fn new(here: fn(&T) -> U, back: fn(&U) -> T, run: impl FnMut(&mut B) + 'static) -> Self {
        Own { input: Vec::new(), memory: None, here, back, takes: None, gives: None, run: Box::new(run) }
    }

    /// Its input has at a place the value that ours has where this says.
    pub fn takes(mut self, places: Option<Places>) -> Self {
        self.takes = places;
        self
    }

    /// The same of its result.
    pub fn gives(mut self, places: Option<Places>) -> Self {
        self.gives = places;
        self
    }
}

impl<T: Clone, U: Clone, B: Memory<U>> Contestant<T> for Own<T, U, B> {
    fn load(&mut self, input: &[T], _work: &mut [T]) {
        if self.input.is_empty() {
            let place = |j| self.takes.as_ref().map_or(j, |places| places(j));
            self.input = (0..input.len()).map(|j| (self.here)(&input[place(j)])).collect();
        }
        match &mut self.memory {
            Some(memory) => memory.clone_from_slice(&self.input),
            None => self.memory = Some(B::new(self.input.clone())),
        }
    }

    fn run(&mut self, _work: &mut [T]) {
        (self.run)(self.memory.as_mut().expect("loaded before it runs"));
    }

    fn store(&mut self, work: &mut [T]) {
        for (j, value) in self.memory.as_ref().expect("it has run").iter().enumerate() {
            let place = self.gives.as_ref().map_or(j, |places| places(j));
            work[place] = (self.back)(value);
        }
    }
}
