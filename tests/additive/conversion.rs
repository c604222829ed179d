//! The change between powers of x and the novel basis.

use crate::points::{Field, expanded, random_list, random_subspace, subspaces};
use ringfft::{
    Error,
    additive::Conversion,
    algebra::{Roots, Subspace},
    rings::{BinaryField, Gf2p8, Gf2p16, Gf2p16Leopard, Gf2p64, Rows, binary},
};
use ringfft_testing::{Counting, Random, Tally};

fn check<F: BinaryField>(dims: std::ops::RangeInclusive<u32>)
where
    Field<F>: Roots<Element = F>,
{
    let mut source = Random::new(20);
    for dim in dims {
        for space in subspaces::<F>(&mut source, dim) {
            for len in 1..=space.len() {
                let conversion = Conversion::new(&space, len).unwrap();
                assert_eq!(conversion.len(), len);
                let a = random_list::<F>(&mut source, len);
                let f = expanded(&space, &a);
                let mut work = a.clone();
                conversion.to_monomial(&mut work).unwrap();
                assert!(work == f, "{dim} {len}");
                conversion.to_novel(&mut work).unwrap();
                assert!(work == a, "{dim} {len}");
            }
        }
    }
}

#[test]
fn the_definition_at_every_length() {
    check::<Gf2p8>(0..=6);
    check::<Gf2p16>(0..=5);
    check::<Gf2p16Leopard>(0..=5);
    check::<Gf2p64>(0..=3);
}

/// A shorter conversion is the beginning of a longer one of zeros; a longer one depends on what is above only.
#[test]
fn triangular() {
    let mut source = Random::new(21);
    for dim in [7, 9] {
        for space in subspaces::<Gf2p16>(&mut source, dim) {
            let full = Conversion::new(&space, 1 << dim).unwrap();
            for len in (1..1 << dim).step_by(7) {
                let f = random_list::<Gf2p16>(&mut source, len);
                let mut long = f.clone();
                long.resize(1 << dim, Gf2p16::ZERO);
                full.to_novel(&mut long).unwrap();
                let mut short = f.clone();
                Conversion::new(&space, len).unwrap().to_novel(&mut short).unwrap();
                assert!(long[..len] == short && long[len..].iter().all(|x| *x == Gf2p16::ZERO), "{dim} {len}");
                Conversion::new(&space, len).unwrap().to_monomial(&mut short).unwrap();
                assert!(short == f);
            }
        }
    }
}

#[test]
fn elements_may_be_rows() {
    let mut source = Random::new(22);
    let basis = random_subspace::<Gf2p16>(&mut source, 5).basis().to_vec();
    let ring = Rows::new(binary::<Gf2p16>(), 2);
    let single = binary::<Gf2p16>();
    let spaces = [
        (Subspace::new(ring.clone(), 5).unwrap(), Subspace::new(single, 5).unwrap()),
        (Subspace::with_basis(ring, basis.clone()).unwrap(), Subspace::with_basis(single, basis).unwrap()),
    ];
    for (space, column) in spaces {
        let rows: Vec<Vec<Gf2p16>> = (0..29).map(|_| random_list(&mut source, 2)).collect();
        let mut work = rows.clone();
        let conversion = Conversion::new(&space, 29).unwrap();
        conversion.to_novel(&mut work).unwrap();
        for c in 0..2 {
            let mut expected: Vec<Gf2p16> = rows.iter().map(|row| row[c]).collect();
            Conversion::new(&column, 29).unwrap().to_novel(&mut expected).unwrap();
            assert_eq!(work.iter().map(|row| row[c]).collect::<Vec<_>>(), expected);
        }
        conversion.to_monomial(&mut work).unwrap();
        assert_eq!(work, rows);
    }
}

fn counts(space: &Subspace<Counting<Field<Gf2p64>>>, len: usize) -> [Tally; 2] {
    let conversion = Conversion::new(space, len).unwrap();
    let mut values = vec![Gf2p64::ZERO; len];
    space.module().take();
    conversion.to_novel(&mut values).unwrap();
    let there = space.module().take();
    conversion.to_monomial(&mut values).unwrap();
    [there, space.module().take()]
}

#[test]
fn counts_of_the_tables() {
    // Dimension; additions over a Cantor basis; additions and products over another.
    let table: [[u64; 4]; 10] = [
        [1, 0, 0, 1],
        [2, 2, 2, 6],
        [3, 8, 12, 24],
        [4, 32, 48, 80],
        [5, 80, 160, 240],
        [6, 224, 480, 672],
        [7, 576, 1344, 1792],
        [8, 1536, 3584, 4608],
        [10, 7680, 23040, 28160],
        [12, 40960, 135168, 159744],
    ];
    let ring = Counting::new(binary::<Gf2p64>());
    let mut source = Random::new(23);
    for [dim, cantor, additions, products] in table {
        let (n, dim) = (1 << dim, dim as usize);
        for tally in counts(&Subspace::new(ring.clone(), dim as u32).unwrap(), n) {
            assert_eq!((tally.additions, tally.products(), tally.by_unit, tally.general), (cantor, 0, 0, 0), "{dim}");
        }
        let basis = random_subspace::<Gf2p64>(&mut source, dim).basis().to_vec();
        for tally in counts(&Subspace::with_basis(ring.clone(), basis).unwrap(), n) {
            assert_eq!((tally.additions, tally.products(), tally.by_unit, tally.general), (additions, products, 0, 0));
        }
    }
}

#[test]
fn bad_lengths() {
    let mut source = Random::new(24);
    for space in subspaces::<Gf2p8>(&mut source, 3) {
        for len in [0, 9, usize::MAX] {
            assert!(matches!(Conversion::new(&space, len), Err(Error::Length { len: found, .. }) if found == len));
        }
        let conversion = Conversion::new(&space, 5).unwrap();
        for len in [0, 4, 6, 8] {
            let result = conversion.to_novel(&mut vec![Gf2p8::ZERO; len]);
            assert!(matches!(result, Err(Error::SliceLength { expected: 5, found, .. }) if found == len));
            assert!(conversion.to_monomial(&mut vec![Gf2p8::ZERO; len]).is_err());
        }
    }
}
