//! The truncated transform in the novel basis.

use crate::points::{Field, random, random_list, subspaces};
use ringfft::{
    Error,
    additive::{NovelBasis, TruncatedNovelBasis},
    algebra::{Roots, Subspace},
    dft::Transform,
    order::Order,
    rings::{BinaryField, Gf2p8, Gf2p16, Gf2p16Leopard, Gf2p64, Rows, binary},
};
use ringfft_testing::{Counting, Random};

/// All values of a polynomial in the novel basis: the definition is tested there.
fn all<F: BinaryField>(space: &Subspace<Field<F>>, a: &[F]) -> Vec<F> {
    let mut values = a.to_vec();
    values.resize(space.len(), F::ZERO);
    NovelBasis::new(space).unwrap().forward(&mut values, &mut []).unwrap();
    values
}

fn check<F: BinaryField>(dims: impl IntoIterator<Item = u32>)
where
    Field<F>: Roots<Element = F>,
{
    let mut source = Random::new(40);
    for dim in dims {
        for space in subspaces::<F>(&mut source, dim) {
            for len in 1..=space.len() {
                let transform = TruncatedNovelBasis::new(&space, len).unwrap();
                let places = len.next_power_of_two();
                assert_eq!((transform.len(), transform.order(), transform.places()), (len, Order::Natural, places));
                assert_eq!(transform.inverse_scale(), 1);
                assert_eq!(transform.scratch_len(), if len == places { 0 } else { places / 2 });
                let a = random_list::<F>(&mut source, len);
                // Scratch that is dirty, and too long.
                let mut scratch = random_list::<F>(&mut source, transform.scratch_len() + 3);
                let mut work = a.clone();
                transform.forward(&mut work, &mut scratch).unwrap();
                assert!(work == all(&space, &a)[..len], "{dim} {len}");
                transform.inverse_unscaled(&mut work, &mut scratch).unwrap();
                assert!(work == a, "{dim} {len}");
            }
        }
    }
}

#[test]
fn the_first_values_at_every_length() {
    check::<Gf2p8>(0..=7);
    check::<Gf2p16>(0..=5);
    check::<Gf2p16Leopard>(0..=5);
    check::<Gf2p64>(0..=3);
}

#[test]
fn long_round_trips() {
    let mut source = Random::new(41);
    for space in subspaces::<Gf2p16>(&mut source, 12) {
        for len in [2049, 2730, 3000, 4095, 4096] {
            let transform = TruncatedNovelBasis::new(&space, len).unwrap();
            let a = random_list::<Gf2p16>(&mut source, len);
            let mut scratch = random_list::<Gf2p16>(&mut source, transform.scratch_len());
            let mut work = a.clone();
            transform.forward(&mut work, &mut scratch).unwrap();
            assert!(work == all(&space, &a)[..len], "{len}");
            transform.inverse_unscaled(&mut work, &mut scratch).unwrap();
            assert!(work == a, "{len}");
        }
    }
}

/// Any number of coefficients to any number of values, both ways, with dirt where nothing may be read.
#[test]
fn parts() {
    let mut source = Random::new(42);
    for dim in 0..=4 {
        for space in subspaces::<Gf2p16>(&mut source, dim) {
            let n = space.len();
            let transform = TruncatedNovelBasis::new(&space, n).unwrap();
            for nonzero in 0..=n {
                for wanted in 0..=n {
                    let a = random_list::<Gf2p16>(&mut source, nonzero);
                    let values = all(&space, &a);
                    let mut work = [a.clone(), random_list(&mut source, n - nonzero)].concat();
                    transform.forward_truncated(&mut work, nonzero, wanted).unwrap();
                    assert_eq!(work[..wanted], values[..wanted], "{n} {nonzero} {wanted}");
                    // From values to values.
                    let mut work = [&values[..nonzero], &random_list(&mut source, n - nonzero)].concat();
                    transform.extend(&mut work, nonzero, wanted).unwrap();
                    assert_eq!(work[..wanted], values[..wanted], "{n} {nonzero} {wanted}");
                }
                let a = random_list::<Gf2p16>(&mut source, nonzero);
                let mut work = [&all(&space, &a)[..nonzero], &random_list(&mut source, n - nonzero)].concat();
                transform.inverse_truncated(&mut work, nonzero).unwrap();
                assert!(work[..nonzero] == a && work[nonzero..].iter().all(|x| *x == Gf2p16::ZERO), "{n} {nonzero}");
            }
        }
    }
}

#[test]
fn any_known_coefficients() {
    let mut source = Random::new(43);
    for dim in [0, 1, 2, 3, 4, 6] {
        for space in subspaces::<Gf2p8>(&mut source, dim) {
            let n = space.len();
            let transform = TruncatedNovelBasis::new(&space, n).unwrap();
            for known in 0..=n {
                let a = random_list::<Gf2p8>(&mut source, n);
                let mut work = [&all(&space, &a)[..known], &a[known..]].concat();
                let mut scratch = random_list(&mut source, n - known);
                transform.inverse_known(&mut work, known, &mut scratch).unwrap();
                assert!(work == a, "{n} {known}");
            }
        }
    }
}

#[test]
fn elements_may_be_rows() {
    let mut source = Random::new(44);
    let shift = random(&mut source);
    let space = Subspace::new(Rows::new(binary::<Gf2p8>(), 2), 4).unwrap().with_shift(shift);
    let column = Subspace::new(binary::<Gf2p8>(), 4).unwrap().with_shift(shift);
    let rows: Vec<Vec<Gf2p8>> = (0..11).map(|_| random_list(&mut source, 2)).collect();
    let (mut work, mut scratch) = (rows.clone(), vec![vec![]; 8]);
    let transform = TruncatedNovelBasis::new(&space, 11).unwrap();
    transform.forward(&mut work, &mut scratch).unwrap();
    for c in 0..2 {
        let expected: Vec<Gf2p8> = rows.iter().map(|row| row[c]).collect();
        assert_eq!(work.iter().map(|row| row[c]).collect::<Vec<_>>(), all(&column, &expected)[..11]);
    }
    transform.inverse_unscaled(&mut work, &mut scratch).unwrap();
    assert_eq!(work, rows);
}

/// The table of `papers/truncated_additive.md`.
#[test]
fn counts_of_the_table() {
    let table: [[u64; 3]; 8] = [
        [1, 0, 0],
        [17, 65, 32],
        [24, 89, 37],
        [33, 161, 80],
        [40, 185, 85],
        [48, 225, 97],
        [63, 319, 129],
        [64, 321, 129],
    ];
    let ring = Counting::new(binary::<Gf2p64>());
    for [len, additions, products] in table {
        let space = Subspace::new(ring.clone(), 6).unwrap();
        let transform = TruncatedNovelBasis::new(&space, len as usize).unwrap();
        let mut values = vec![Gf2p64::ZERO; len as usize];
        let mut scratch = vec![Gf2p64::ZERO; transform.scratch_len()];
        ring.take();
        transform.forward(&mut values, &mut scratch).unwrap();
        let forward = ring.take();
        transform.inverse_unscaled(&mut values, &mut scratch).unwrap();
        for tally in [forward, ring.take()] {
            assert_eq!([tally.additions, tally.products(), tally.by_unit, tally.general], [additions, products, 0, 0]);
        }
    }
}

#[test]
fn bad_input() {
    let mut source = Random::new(45);
    for space in subspaces::<Gf2p8>(&mut source, 3) {
        for len in [0, 9, usize::MAX] {
            assert!(
                matches!(TruncatedNovelBasis::new(&space, len), Err(Error::Length { len: found, .. }) if found == len)
            );
        }
        let transform = TruncatedNovelBasis::new(&space, 5).unwrap();
        let zero = Gf2p8::ZERO;
        assert!(matches!(
            transform.forward(&mut [zero; 5], &mut [zero; 3]),
            Err(Error::SliceLength { expected: 4, found: 3, at_least: true, .. })
        ));
        assert!(transform.inverse_unscaled(&mut [zero; 8], &mut [zero; 4]).is_err());
        assert!(matches!(
            transform.forward_truncated(&mut [zero; 5], 5, 5),
            Err(Error::SliceLength { expected: 8, found: 5, .. })
        ));
        for (a, b) in [(9, 1), (1, 9), (usize::MAX, usize::MAX)] {
            assert!(matches!(transform.forward_truncated(&mut [zero; 8], a, b), Err(Error::Length { .. })));
            assert!(matches!(transform.extend(&mut [zero; 8], a, b), Err(Error::Length { .. })));
        }
        assert!(matches!(transform.inverse_truncated(&mut [zero; 8], 9), Err(Error::Length { .. })));
        assert!(matches!(
            transform.inverse_known(&mut [zero; 8], 3, &mut [zero; 4]),
            Err(Error::SliceLength { expected: 5, found: 4, .. })
        ));
    }
}
