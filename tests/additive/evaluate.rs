//! Evaluation and interpolation from and to coefficients of powers of x.

use crate::points::{Field, random_list, random_subspace, subspaces, values};
use ringfft::{
    Error,
    additive::{Evaluation, Naive, evaluate, extend, interpolate},
    algebra::{Roots, Subspace},
    dft::Transform,
    order::Order,
    rings::{BinaryField, Gf2p8, Gf2p16, Gf2p16Leopard, Gf2p64, Rows, binary},
};
use ringfft_testing::{Counting, Random};

fn check<F: BinaryField>(dims: impl IntoIterator<Item = u32>)
where
    Field<F>: Roots<Element = F>,
{
    let mut source = Random::new(70);
    for dim in dims {
        for space in subspaces::<F>(&mut source, dim) {
            for len in 1..=space.len() {
                let transform = Evaluation::new(&space, len).unwrap();
                assert_eq!((transform.len(), transform.order()), (len, Order::Natural));
                assert_eq!(transform.inverse_scale(), 1);
                let f = random_list::<F>(&mut source, len);
                let everywhere = values(&space, &f, space.len());
                let mut scratch = random_list(&mut source, transform.scratch_len());
                let mut work = f.clone();
                transform.forward(&mut work, &mut scratch).unwrap();
                assert!(work == everywhere[..len], "{dim} {len}");
                transform.inverse_unscaled(&mut work, &mut scratch).unwrap();
                assert!(work == f, "{dim} {len}");

                assert!(evaluate(&space, &f).unwrap() == everywhere, "{dim} {len}");
                assert!(interpolate(&space, &everywhere[..len]).unwrap() == f, "{dim} {len}");
                for wanted in [len, (len + space.len()) / 2, space.len()] {
                    assert!(extend(&space, &everywhere[..len], wanted).unwrap() == everywhere[..wanted], "{dim} {len}");
                }
            }
        }
    }
}

#[test]
fn values_at_the_points() {
    check::<Gf2p8>(0..=8);
    check::<Gf2p16>(0..=5);
    check::<Gf2p16Leopard>(0..=5);
    check::<Gf2p64>(0..=3);
}

#[test]
fn the_definition_agrees() {
    let mut source = Random::new(71);
    let space = random_subspace::<Gf2p64>(&mut source, 6);
    for len in [1, 2, 31, 32, 33, 47, 63, 64] {
        let transforms: [Box<dyn Transform<Field<Gf2p64>>>; 2] =
            [Box::new(Naive::new(&space, len).unwrap()), Box::new(Evaluation::new(&space, len).unwrap())];
        let f = random_list::<Gf2p64>(&mut source, len);
        let results = transforms.map(|transform| {
            let (mut forward, mut inverse, mut scratch) = (f.clone(), f.clone(), vec![Gf2p64::ZERO; len]);
            transform.forward(&mut forward, &mut scratch).unwrap();
            transform.inverse_unscaled(&mut inverse, &mut scratch).unwrap();
            (forward, inverse)
        });
        assert_eq!(results[0], results[1], "{len}");
    }
}

#[test]
fn elements_may_be_rows() {
    let mut source = Random::new(72);
    let ring = Rows::new(binary::<Gf2p16>(), 3);
    let space = Subspace::new(ring, 4).unwrap();
    let column = Subspace::new(binary::<Gf2p16>(), 4).unwrap();
    let rows: Vec<Vec<Gf2p16>> = (0..9).map(|_| random_list(&mut source, 3)).collect();
    let values_of_rows = evaluate(&space, &rows).unwrap();
    for c in 0..3 {
        let f: Vec<Gf2p16> = rows.iter().map(|row| row[c]).collect();
        assert_eq!(values_of_rows.iter().map(|row| row[c]).collect::<Vec<_>>(), values(&column, &f, 16));
    }
    assert_eq!(interpolate(&space, &values_of_rows[..9]).unwrap(), rows);
    assert_eq!(extend(&space, &values_of_rows[..9], 13).unwrap(), values_of_rows[..13]);
}

/// Those of Gao and Mateer over a Cantor basis.
#[test]
fn counts_of_the_table() {
    let table: [[u64; 3]; 10] = [
        [1, 1, 0],
        [2, 7, 1],
        [3, 25, 5],
        [4, 81, 17],
        [5, 209, 49],
        [6, 545, 129],
        [7, 1345, 321],
        [8, 3329, 769],
        [10, 16897, 4097],
        [12, 86017, 20481],
    ];
    let ring = Counting::new(binary::<Gf2p64>());
    for [dim, additions, products] in table {
        let space = Subspace::new(ring.clone(), dim as u32).unwrap();
        let transform = Evaluation::new(&space, 1 << dim).unwrap();
        let mut values = vec![Gf2p64::ZERO; 1 << dim];
        ring.take();
        transform.forward(&mut values, &mut []).unwrap();
        let forward = ring.take();
        transform.inverse_unscaled(&mut values, &mut []).unwrap();
        for tally in [forward, ring.take()] {
            assert_eq!([tally.additions, tally.products(), tally.by_unit, tally.general], [additions, products, 0, 0]);
        }
    }
}

#[test]
fn bad_input() {
    let mut source = Random::new(73);
    for space in subspaces::<Gf2p8>(&mut source, 3) {
        for len in [0, 9] {
            let list = vec![Gf2p8::ZERO; len];
            let length = |error: Error| matches!(error, Error::Length { len: found, .. } if found == len);
            assert!(length(Evaluation::new(&space, len).err().unwrap()));
            assert!(length(evaluate(&space, &list).unwrap_err()));
            assert!(length(interpolate(&space, &list).unwrap_err()));
            assert!(length(extend(&space, &list, 8).unwrap_err()));
        }
        for wanted in [0, 3, 9, usize::MAX] {
            let result = extend(&space, &[Gf2p8::ZERO; 4], wanted);
            assert!(matches!(result, Err(Error::Length { len, .. }) if len == wanted));
        }
        let transform = Evaluation::new(&space, 6).unwrap();
        assert!(transform.forward(&mut [Gf2p8::ZERO; 6], &mut [Gf2p8::ZERO; 3]).is_err());
        assert!(transform.inverse_unscaled(&mut [Gf2p8::ZERO; 7], &mut [Gf2p8::ZERO; 4]).is_err());
    }
    let large = Subspace::new(binary::<Gf2p64>(), 62).unwrap();
    assert!(matches!(evaluate(&large, &[Gf2p64::ONE]), Err(Error::Memory { .. })));
}
