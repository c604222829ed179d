//! Products over rings that panic, lie about their integers, or have one element: errors or nonsense, safely.

use super::odd_elements::Zero;
use ringfft::{
    Error, Result,
    algebra::{Lift, Module, Ring},
    conv::{self, Convolve, Wrap},
    poly,
    rings::Modular,
};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering::Relaxed},
    },
};

/// Z/17 with a fuse, and false words.
#[derive(Clone)]
struct Hostile {
    ring: Modular,
    fuse: Arc<AtomicI64>,
    modulus: Vec<u64>,
    words: usize,
}

impl Hostile {
    fn new(modulus: Vec<u64>, words: usize) -> Self {
        Hostile { ring: Modular::new(17).unwrap(), fuse: Arc::new(AtomicI64::new(i64::MAX)), modulus, words }
    }

    fn burn(&self) {
        assert!(self.fuse.fetch_sub(1, Relaxed) > 0, "the fuse has burnt down");
    }
}

impl Module for Hostile {
    type Element = u64;

    fn zero(&self) -> u64 {
        0
    }

    fn add_assign(&self, a: &mut u64, b: &u64) {
        self.burn();
        self.ring.add_assign(a, b);
    }

    fn sub_assign(&self, a: &mut u64, b: &u64) {
        self.burn();
        self.ring.sub_assign(a, b);
    }
}

impl Ring for Hostile {
    fn name(&self) -> String {
        "a hostile ring".into()
    }

    fn one(&self) -> u64 {
        1
    }

    fn mul_assign(&self, a: &mut u64, b: &u64) {
        self.burn();
        self.ring.mul_assign(a, b);
    }

    fn is_zero(&self, a: &u64) -> bool {
        self.ring.is_zero(a)
    }

    fn inverse(&self, a: &u64) -> Option<u64> {
        self.ring.inverse(a)
    }
}

impl Lift for Hostile {
    fn modulus(&self) -> Vec<u64> {
        self.modulus.clone()
    }

    fn to_words(&self, a: &u64) -> Vec<u64> {
        vec![*a; self.words]
    }
}

impl Convolve for Hostile {
    fn linear_into(&self, a: &[u64], b: &[u64], out: &mut [u64]) -> Result<()> {
        match conv::through_primes(self, a, b, out)? {
            true => Ok(()),
            false => Err(Error::Unsupported { what: "no modulus".into() }),
        }
    }
}

const A: [u64; 9] = [1, 2, 3, 4, 5, 6, 7, 8, 9];

#[test]
fn words_that_are_not_what_was_said() {
    for modulus in [vec![], vec![0], vec![17], vec![17, 0], vec![0; 5], vec![u64::MAX; 3]] {
        for words in [0, 1, 2, 7] {
            let ring = Hostile::new(modulus.clone(), words);
            let outcome = conv::linear(&ring, &A, &A);
            assert_eq!(outcome.is_err(), modulus.is_empty(), "{outcome:?}");
            let _ = conv::cyclic(&ring, &A, &A, 4);
            let _ = conv::middle(&ring, &A, &A[..3]);
            let _ = conv::correlate(&ring, &A, &A);
        }
    }
    let honest = conv::linear(&Hostile::new(vec![17], 1), &A, &A).unwrap();
    assert_eq!(honest, conv::linear(&Modular::new(17).unwrap(), &A, &A).unwrap());
}

#[test]
fn a_panic_in_a_product_leaves_the_ring_usable() {
    std::panic::set_hook(Box::new(|_| {}));
    let ring = Hostile::new(vec![17], 1);
    let truth = conv::linear(&ring, &A, &A).unwrap();
    let mut panics = 0;
    for fuse in 0..100 {
        ring.fuse.store(fuse, Relaxed);
        panics += i32::from(catch_unwind(AssertUnwindSafe(|| conv::linear(&ring, &A, &A).is_ok())).is_err());
        ring.fuse.store(i64::MAX, Relaxed);
        assert_eq!(conv::linear(&ring, &A, &A).unwrap(), truth);
    }
    let _ = std::panic::take_hook();
    assert!(panics > 20, "{panics}");
}

impl Convolve for Zero {}

#[test]
fn elements_of_size_zero() -> Result<()> {
    for (m, n) in [(0, 0), (1, 5), (30, 30), (100, 260)] {
        let (a, b) = (vec![(); m], vec![(); n]);
        assert_eq!(poly::multiply(&Zero, &a, &b)?.len(), if m == 0 { 0 } else { m + n - 1 });
        assert_eq!(conv::cyclic(&Zero, &a, &b, 7)?.len(), 7);
        poly::verify_product(&Zero, &a, &b, &poly::multiply(&Zero, &a, &b)?, &())?;
    }
    // Lengths whose sum no address holds: slices of nothing can be that long.
    let endless = vec![(); usize::MAX];
    assert!(matches!(poly::multiply(&Zero, &endless, &endless), Err(Error::Length { .. })));
    Ok(())
}

#[test]
fn slices_of_the_wrong_length_are_left_alone() -> Result<()> {
    let ring = Modular::new(17)?;
    for len in [0, 16, 18] {
        let mut out = vec![7; len];
        let outcome = ring.linear_into(&A, &A, &mut out);
        assert!(matches!(outcome, Err(Error::SliceLength { expected: 17, .. })), "{outcome:?}");
        assert!(out.iter().all(|&x| x == 7));
    }
    for wrap in [Wrap::Cyclic, Wrap::Negacyclic] {
        let outcome = ring.wrapped_into(&A, &A, wrap, &mut []);
        assert!(matches!(outcome, Err(Error::Length { len: 0, .. })), "{outcome:?}");
    }
    Ok(())
}
