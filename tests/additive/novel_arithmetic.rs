//! The derivative and the product by x, against powers of x.

use crate::points::{Field, expanded, novel_polynomials, random_list, random_subspace, subspaces};
use ringfft::{
    Error,
    additive::{Conversion, derivative_novel, times_x_novel},
    algebra::{Roots, Subspace},
    rings::{BinaryField, Gf2p8, Gf2p16, Gf2p16Leopard, Gf2p64, Rows, binary},
};
use ringfft_testing::{Counting, Random};

fn check<F: BinaryField>(dims: std::ops::RangeInclusive<u32>)
where
    Field<F>: Roots<Element = F>,
{
    let mut source = Random::new(30);
    for dim in dims {
        for space in subspaces::<F>(&mut source, dim) {
            for len in 1..=space.len() {
                let a = random_list::<F>(&mut source, len);
                let f = expanded(&space, &a);

                let mut expected: Vec<F> =
                    (1..=len).map(|i| if i % 2 == 1 && i < len { f[i] } else { F::ZERO }).collect();
                Conversion::new(&space, len).unwrap().to_novel(&mut expected).unwrap();
                let mut derivative = a.clone();
                derivative_novel(&space, &mut derivative).unwrap();
                assert!(derivative == expected, "{dim} {len}");

                if len < space.len() {
                    let mut expected = [&[F::ZERO], &f[..]].concat();
                    Conversion::new(&space, len + 1).unwrap().to_novel(&mut expected).unwrap();
                    assert!(times_x_novel(&space, &a).unwrap() == expected, "{dim} {len}");
                }
            }
        }
    }
}

#[test]
fn both_against_powers_of_x() {
    check::<Gf2p8>(0..=6);
    check::<Gf2p16>(0..=5);
    check::<Gf2p16Leopard>(0..=5);
    check::<Gf2p64>(0..=3);
}

/// As many coefficients as points: the product's last one belongs to s_k.
#[test]
fn the_product_of_a_full_polynomial() {
    let mut source = Random::new(31);
    for dim in 1..=5 {
        let large = random_subspace::<Gf2p16>(&mut source, dim + 1);
        let cantor = Subspace::new(binary::<Gf2p16>(), dim as u32 + 1).unwrap();
        for large in [large, cantor] {
            let space = large.subspace(dim as u32).unwrap();
            let n = 1 << dim;
            let a = random_list::<Gf2p16>(&mut source, n);
            let product = times_x_novel(&space, &a).unwrap();
            let mut sum = expanded(&space, &product[..n]);
            sum.push(Gf2p16::ZERO);
            // X_n of the larger subspace is s_k by a constant; s_k is monic.
            let s = &novel_polynomials(&large)[n];
            let lead = s[n].inverse().unwrap();
            sum.iter_mut().zip(s).for_each(|(sum, c)| *sum += product[n] * lead * *c);
            assert_eq!(sum, [&[Gf2p16::ZERO], &expanded(&space, &a)[..]].concat(), "{dim}");
        }
    }
}

#[test]
fn elements_may_be_rows() {
    let mut source = Random::new(32);
    let basis = random_subspace::<Gf2p16>(&mut source, 4).basis().to_vec();
    let space = Subspace::with_basis(Rows::new(binary::<Gf2p16>(), 2), basis.clone()).unwrap();
    let column = Subspace::with_basis(binary::<Gf2p16>(), basis).unwrap();
    let rows: Vec<Vec<Gf2p16>> = (0..13).map(|_| random_list(&mut source, 2)).collect();
    let mut derivative = rows.clone();
    derivative_novel(&space, &mut derivative).unwrap();
    let product = times_x_novel(&space, &rows).unwrap();
    for c in 0..2 {
        let mut expected: Vec<Gf2p16> = rows.iter().map(|row| row[c]).collect();
        assert_eq!(product.iter().map(|row| row[c]).collect::<Vec<_>>(), times_x_novel(&column, &expected).unwrap());
        derivative_novel(&column, &mut expected).unwrap();
        assert_eq!(derivative.iter().map(|row| row[c]).collect::<Vec<_>>(), expected);
    }
}

#[test]
fn counts() {
    let ring = Counting::new(binary::<Gf2p64>());
    let mut source = Random::new(33);
    for dim in 1..=10u32 {
        let (n, k) = (1u64 << dim, u64::from(dim));
        let basis = random_subspace::<Gf2p64>(&mut source, dim as usize).basis().to_vec();
        let cantor = Subspace::new(ring.clone(), dim).unwrap();
        let other = Subspace::with_basis(ring.clone(), basis).unwrap();
        for (space, weighted) in [(cantor, false), (other, true)] {
            let mut values = vec![Gf2p64::ZERO; n as usize];
            ring.take();
            derivative_novel(&space, &mut values).unwrap();
            let tally = ring.take();
            assert_eq!(tally.additions, n / 2 * k + 1 - n);
            assert_eq!(tally.products(), if weighted { n / 2 * k } else { 0 });
            times_x_novel(&space, &values).unwrap();
            let tally = ring.take();
            assert_eq!(tally.additions, n - 1);
            assert_eq!(tally.products(), if weighted { n } else { 0 });
        }
    }
}

#[test]
fn bad_lengths() {
    let space = Subspace::new(binary::<Gf2p8>(), 3).unwrap();
    for len in [0, 9] {
        let mut values = vec![Gf2p8::ZERO; len];
        assert!(matches!(times_x_novel(&space, &values), Err(Error::Length { len: found, .. }) if found == len));
        assert!(matches!(derivative_novel(&space, &mut values), Err(Error::Length { len: found, .. }) if found == len));
    }
}
