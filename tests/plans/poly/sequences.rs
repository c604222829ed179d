//! Shortest recurrences.

use super::{Source, extremes, rings, textbook};
use ringfft::{
    algebra::{Module, Ring},
    poly,
    rings::Modular,
};

fn check(ring: &Modular, s: &[u64]) -> Vec<u64> {
    let recurrence = poly::minimal_polynomial(ring, s).unwrap();
    let length = recurrence.len() - 1;
    assert_eq!(recurrence[length], 1);
    assert_eq!(length, textbook::complexity(ring, s), "{ring:?} {}", s.len());
    for window in s.windows(length + 1) {
        let sum = window.iter().zip(&recurrence).fold(0, |mut sum, (s, c)| {
            ring.add_assign(&mut sum, &textbook::times(ring, *s, *c));
            sum
        });
        assert_eq!(sum, 0, "{ring:?} {} {length}", s.len());
    }
    recurrence
}

#[test]
fn recurrences_are_shortest() {
    let mut source = Source(17);
    for ring in rings() {
        for n in [0, 1, 2, 3, 4, 5, 10, 63, 127, 128, 300, 301, 600] {
            check(&ring, &source.list(&ring, n));
            if n > 0 {
                extremes(&ring, n).iter().for_each(|s| drop(check(&ring, s)));
            }
            // A recurrence of a given length, and one term that breaks it.
            for length in [1, n / 4, n / 2] {
                let c = source.full(&ring, length + 1);
                let mut s = source.list(&ring, length.min(n));
                let lead = ring.inverse(&c[length]).unwrap();
                while s.len() < n {
                    let mut next = 0;
                    for (s, c) in s[s.len() - length..].iter().zip(&c) {
                        ring.sub_assign(&mut next, &textbook::times(&ring, *s, *c));
                    }
                    s.push(textbook::times(&ring, next, lead));
                }
                let found = check(&ring, &s);
                assert!(found.len() <= length + 1);
                if 2 * length <= n {
                    assert!(poly::remainder(&ring, &c, &found).unwrap().is_empty());
                }
                if let Some(last) = s.last_mut() {
                    ring.add_assign(last, &1);
                    check(&ring, &s);
                }
            }
        }
    }
}
