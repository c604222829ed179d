//! The transform of Lin, Chung and Han.

use crate::points::{Field, expanded, random, random_list, random_subspace, subspaces, values};
use ringfft::{
    Error,
    additive::{Conversion, NovelBasis},
    algebra::{Roots, Subspace},
    dft::Transform,
    order::Order,
    rings::{BinaryField, Gf2p8, Gf2p16, Gf2p16Leopard, Gf2p64, Rows, binary},
};
use ringfft_testing::{Counting, Random, Tally};

/// Forward and back on every kind of subspace, from coefficients in the novel basis as the definition has it.
fn check<F: BinaryField>(dims: std::ops::RangeInclusive<u32>)
where
    Field<F>: Roots<Element = F>,
{
    let mut source = Random::new(8);
    for dim in dims {
        for space in subspaces::<F>(&mut source, dim) {
            let transform = NovelBasis::new(&space).unwrap();
            assert_eq!((transform.len(), transform.order()), (1 << dim, Order::Natural));
            assert_eq!((transform.scratch_len(), transform.inverse_scale()), (0, 1));
            let a = random_list::<F>(&mut source, 1 << dim);
            let mut work = a.clone();
            transform.forward(&mut work, &mut []).unwrap();
            assert_eq!(work, values(&space, &expanded(&space, &a), 1 << dim), "{dim}");
            transform.inverse_unscaled(&mut work, &mut []).unwrap();
            assert_eq!(work, a, "{dim}");
        }
    }
}

#[test]
fn values_at_the_points() {
    check::<Gf2p8>(0..=8);
    check::<Gf2p16>(0..=6);
    check::<Gf2p16Leopard>(0..=6);
    check::<Gf2p64>(0..=4);
}

/// Long ones through the conversion, which the definition checks.
#[test]
fn long_round_trips() {
    let mut source = Random::new(9);
    for dim in [9, 10, 12] {
        for space in subspaces::<Gf2p16>(&mut source, dim) {
            let (transform, conversion) =
                (NovelBasis::new(&space).unwrap(), Conversion::new(&space, 1 << dim).unwrap());
            let f = random_list::<Gf2p16>(&mut source, 1 << dim);
            let mut work = f.clone();
            conversion.to_novel(&mut work).unwrap();
            transform.forward(&mut work, &mut []).unwrap();
            for _ in 0..20 {
                let j = random::<Gf2p16>(&mut source).bits() as usize % f.len();
                assert_eq!(work[j], crate::points::horner(space.module(), &f, &space.point(j)), "{dim}");
            }
            transform.inverse_unscaled(&mut work, &mut []).unwrap();
            conversion.to_monomial(&mut work).unwrap();
            assert!(work == f, "{dim}");
        }
    }
}

#[test]
fn elements_may_be_rows() {
    let mut source = Random::new(10);
    let space = Subspace::new(Rows::new(binary::<Gf2p8>(), 3), 4).unwrap().with_shift(random(&mut source));
    let column = Subspace::new(binary::<Gf2p8>(), 4).unwrap().with_shift(*space.shift());
    let rows: Vec<Vec<Gf2p8>> = (0..16).map(|_| random_list(&mut source, 3)).collect();
    let mut work = rows.clone();
    let transform = NovelBasis::new(&space).unwrap();
    transform.forward(&mut work, &mut []).unwrap();
    for c in 0..3 {
        let mut expected: Vec<Gf2p8> = rows.iter().map(|row| row[c]).collect();
        NovelBasis::new(&column).unwrap().forward(&mut expected, &mut []).unwrap();
        assert_eq!(work.iter().map(|row| row[c]).collect::<Vec<_>>(), expected);
    }
    transform.inverse_unscaled(&mut work, &mut []).unwrap();
    assert_eq!(work, rows);
}

/// Every block of the points is a coset of its own.
#[test]
fn blocks() {
    let mut source = Random::new(11);
    for space in subspaces::<Gf2p16>(&mut source, 5) {
        let transform = NovelBasis::new(&space).unwrap();
        for dim in 0..=5 {
            for block in 0..32 >> dim {
                let coset = space.subspace(dim).unwrap().with_shift(space.point(block << dim));
                let a = random_list::<Gf2p16>(&mut source, 1 << dim);
                let [mut work, mut expected] = [a.clone(), a.clone()];
                transform.forward_block(&mut work, block).unwrap();
                NovelBasis::new(&coset).unwrap().forward(&mut expected, &mut []).unwrap();
                assert_eq!(work, expected, "{dim} {block}");
                transform.inverse_block(&mut work, block).unwrap();
                assert_eq!(work, a, "{dim} {block}");
            }
        }
        for (len, block) in [(0, 0), (3, 0), (64, 0), (32, 1), (1, 32), (8, usize::MAX)] {
            let result = transform.forward_block(&mut vec![Gf2p16::ZERO; len], block);
            assert!(matches!(result, Err(Error::Length { len: found, .. }) if found == len));
        }
    }
}

fn counts(space: &Subspace<Counting<Field<Gf2p64>>>) -> [Tally; 2] {
    let transform = NovelBasis::new(space).unwrap();
    let mut values = vec![Gf2p64::ZERO; transform.len()];
    space.module().take();
    transform.forward(&mut values, &mut []).unwrap();
    let forward = space.module().take();
    transform.inverse_unscaled(&mut values, &mut []).unwrap();
    [forward, space.module().take()]
}

#[test]
fn counts_of_the_table() {
    let table: [[u64; 3]; 10] = [
        [1, 1, 0],
        [2, 5, 1],
        [3, 17, 5],
        [4, 49, 17],
        [5, 129, 49],
        [6, 321, 129],
        [7, 769, 321],
        [8, 1793, 769],
        [10, 9217, 4097],
        [12, 45057, 20481],
    ];
    let ring = Counting::new(binary::<Gf2p64>());
    let mut source = Random::new(12);
    for [dim, additions, products] in table {
        let basis = random_subspace::<Gf2p64>(&mut source, dim as usize).basis().to_vec();
        let spaces =
            [Subspace::new(ring.clone(), dim as u32).unwrap(), Subspace::with_basis(ring.clone(), basis).unwrap()];
        for space in spaces {
            for tally in counts(&space) {
                assert_eq!(
                    (tally.additions, tally.products(), tally.by_unit, tally.general),
                    (additions, products, 0, 0)
                );
            }
            let n = 1u64 << dim;
            for tally in counts(&space.with_shift(random(&mut source))) {
                assert_eq!((tally.additions, tally.products()), (additions + n - 1, products + n - 1), "{dim}");
            }
        }
    }
}

#[test]
fn twiddles_kept() {
    let mut source = Random::new(13);
    for dim in 0..=8 {
        let kept: Vec<_> = subspaces::<Gf2p64>(&mut source, dim)
            .iter()
            .map(|space| NovelBasis::new(space).unwrap().twiddle_count())
            .collect();
        let n = 1 << dim;
        assert_eq!(kept, [n / 2, n - 1, n - 1, n - 1], "{dim}");
    }
}

#[test]
fn bad_input() {
    let space = Subspace::new(binary::<Gf2p64>(), 3).unwrap();
    let transform = NovelBasis::new(&space).unwrap();
    for len in [0, 7, 9] {
        let result = transform.forward(&mut vec![Gf2p64::ZERO; len], &mut []);
        assert!(matches!(result, Err(Error::SliceLength { expected: 8, found, .. }) if found == len));
    }
    // 2^59 twiddles or more: no memory, no panic.
    for dim in [60, 62, 63] {
        let large = Subspace::new(binary::<Gf2p64>(), dim).unwrap();
        assert!(matches!(NovelBasis::new(&large), Err(Error::Memory { .. })), "{dim}");
    }
}
