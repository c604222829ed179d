//! The contestants over primes of a word.

use crate::{
    foreign::{self, FLINT, NTL, Operands},
    task::{Operation, Task},
};
use peers_integers::{
    Result,
    contest::{Boxed, OURS},
    libraries::{Flint, Ntl},
    operands::Words,
};
use ringfft::rings::{Modular, Modular32};

pub const SHORT: &str = "modular32";

/// The peers, and ours in words of 32 bits.
pub const NAMES: [&str; 3] = [FLINT, NTL, SHORT];

/// Returns the contestants of an operation over `n` coefficients, ours first.
///
/// # Errors
/// Returns an error if there is no memory.
pub fn contestants<'l>(
    flint: Option<&'l Flint>,
    ntl: Option<&'l Ntl>,
    prime: u64,
    operation: Operation,
    n: usize,
    names: &[&str],
) -> Result<Vec<Boxed<'l>>> {
    let ring = Modular::new(prime)?;
    let element = |words: &mut Words| (words.next() % prime).max(1);
    let task = Task::new(&ring, operation, n, element, |&x| vec![x])?;
    let operands = Operands { operation, prime: vec![prime], a: task.a.clone(), b: task.b.clone() };
    let mut peers: Vec<Boxed<'l>> = Vec::new();
    for &name in names {
        peers.extend(match name {
            FLINT => flint.and_then(|flint| foreign::flint(flint, &operands, <[u64]>::to_vec)),
            NTL => ntl.and_then(|ntl| foreign::ntl(ntl, &operands)),
            SHORT => {
                let short = |list: &[u64]| list.iter().map(|&x| x as u32).collect::<Vec<u32>>();
                let task = Task { operation, n, a: short(&task.a), b: short(&task.b) };
                Some(task.ours(SHORT, Modular32::new(prime)?, |&x| vec![u64::from(x)]))
            }
            _ => None,
        });
    }
    let mut all = vec![task.ours(OURS, ring, |&x| vec![x])];
    all.extend(peers);
    Ok(all)
}
