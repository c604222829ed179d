//! The definition, against Horner's rule on scalars.

use crate::points::{Field, random, random_list, subspaces, values};
use ringfft::{
    Error,
    additive::Naive,
    algebra::{Roots, Subspace},
    dft::Transform,
    rings::{BinaryField, Gf2p8, Gf2p16, Gf2p16Leopard, Gf2p128, Rows, binary},
};
use ringfft_testing::{Counting, Random};

fn check<F: BinaryField>(dims: std::ops::RangeInclusive<u32>)
where
    Field<F>: Roots<Element = F>,
{
    let mut source = Random::new(60);
    for dim in dims {
        for space in subspaces::<F>(&mut source, dim) {
            for len in 1..=space.len() {
                let transform = Naive::new(&space, len).unwrap();
                assert_eq!((transform.len(), transform.scratch_len(), transform.inverse_scale()), (len, len, 1));
                let f = random_list::<F>(&mut source, len);
                let (mut work, mut scratch) = (f.clone(), random_list(&mut source, len));
                transform.forward(&mut work, &mut scratch).unwrap();
                assert!(work == values(&space, &f, len), "{dim} {len}");
                transform.inverse_unscaled(&mut work, &mut scratch).unwrap();
                assert!(work == f, "{dim} {len}");
            }
        }
    }
}

#[test]
fn values_and_back() {
    check::<Gf2p8>(0..=5);
    check::<Gf2p16>(0..=4);
    check::<Gf2p16Leopard>(0..=4);
    check::<Gf2p128>(0..=2);
}

#[test]
fn elements_may_be_rows() {
    let mut source = Random::new(61);
    let shift = random(&mut source);
    let space = Subspace::new(Rows::new(binary::<Gf2p8>(), 2), 3).unwrap().with_shift(shift);
    let column = Subspace::new(binary::<Gf2p8>(), 3).unwrap().with_shift(shift);
    let rows: Vec<Vec<Gf2p8>> = (0..7).map(|_| random_list(&mut source, 2)).collect();
    let (mut work, mut scratch) = (rows.clone(), vec![vec![]; 7]);
    let transform = Naive::new(&space, 7).unwrap();
    transform.forward(&mut work, &mut scratch).unwrap();
    for c in 0..2 {
        let f: Vec<Gf2p8> = rows.iter().map(|row| row[c]).collect();
        assert_eq!(work.iter().map(|row| row[c]).collect::<Vec<_>>(), values(&column, &f, 7));
    }
    transform.inverse_unscaled(&mut work, &mut scratch).unwrap();
    assert_eq!(work, rows);
}

#[test]
fn counts() {
    let ring = Counting::new(binary::<Gf2p128>());
    let mut source = Random::new(62);
    for n in 1..=20u64 {
        // A zero first point, and none.
        for (shift, zero) in [(Gf2p128::ZERO, 1), (random(&mut source), 0)] {
            let space = Subspace::new(ring.clone(), 5).unwrap().with_shift(shift);
            let transform = Naive::new(&space, n as usize).unwrap();
            let [mut values, mut scratch] = [(); 2].map(|()| vec![Gf2p128::ZERO; n as usize]);
            ring.take();
            transform.forward(&mut values, &mut scratch).unwrap();
            let forward = ring.take();
            transform.inverse_unscaled(&mut values, &mut scratch).unwrap();
            let inverse = ring.take();
            let products = |tally: ringfft_testing::Tally| tally.products() + tally.by_unit;
            let expected = n * (n - 1) - zero * (n - 1);
            assert_eq!([forward.additions, products(forward)], [expected; 2], "{n}");
            assert_eq!([inverse.additions, products(inverse)], [expected; 2], "{n}");
        }
    }
}

#[test]
fn bad_lengths() {
    let space = Subspace::new(binary::<Gf2p8>(), 3).unwrap();
    for len in [0, 9, usize::MAX] {
        assert!(matches!(Naive::new(&space, len), Err(Error::Length { len: found, .. }) if found == len));
    }
    let transform = Naive::new(&space, 4).unwrap();
    let zero = Gf2p8::ZERO;
    assert!(matches!(transform.forward(&mut [zero; 5], &mut [zero; 4]), Err(Error::SliceLength { expected: 4, .. })));
    assert!(transform.inverse_unscaled(&mut [zero; 4], &mut [zero; 3]).is_err());
}
