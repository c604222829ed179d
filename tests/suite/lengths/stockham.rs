//! Stockham and the straight transforms.

use super::{Autosort, Binary, Family, MANY, Straight, all, complex, modulo, orders, tally};
use ringfft::{
    Error, Result,
    algebra::Domain,
    dft::{Small, Stockham, stockham_radices},
    rings::Modular,
};

#[test]
fn stockham_has_every_length() -> Result<()> {
    for n in 1..=130 {
        let radices = stockham_radices(n);
        assert_eq!(radices.iter().product::<usize>(), n);
        assert!(radices.iter().all(|&r| [2, 4, 8].contains(&r) || r % 2 == 1));
        Autosort(&[]).complex(n)?;
        if 720_720 % n == 0 {
            Autosort(&[]).residues(MANY, None, n)?;
            Autosort(&[]).rows(n)?;
        }
    }
    assert_eq!(stockham_radices(5040), [8, 2, 3, 3, 5, 7]);
    assert_eq!((stockham_radices(0), stockham_radices(1)), (vec![], vec![]));
    for n in [1, 2, 3, 6, 11, 12, 19, 33, 48, 66, 209] {
        Autosort(&[]).scalars(n)?;
    }
    for n in [1, 3, 5, 7, 9, 13, 15, 35, 45, 63, 91, 315, 585] {
        Autosort(&[]).binary(n)?;
    }
    for (p, n) in [(17, 16), (257, 64), (31, 30), (71, 35), (65, 4), (91, 6), (31 * 61, 30), (71 * 211, 70)] {
        Autosort(&[]).composite(p, n)?;
    }
    Ok(())
}

#[test]
fn stockham_takes_its_radices_in_any_order() -> Result<()> {
    let lists: [&[usize]; 5] = [&[2, 3, 4, 5, 7], &[3, 8, 3], &[5, 2, 5], &[11, 2, 13], &[7, 7, 2]];
    for radices in lists.iter().flat_map(|list| orders(list)) {
        let n = radices.iter().product();
        Autosort(&radices).complex(n)?;
        if 720_720 % n == 0 {
            Autosort(&radices).residues(MANY, None, n)?;
        }
    }
    let domain = Domain::new(modulo(MANY), 72)?;
    for radices in [&[9, 8][..], &[6, 12], &[8, 3], &[8, 9, 1], &[0], &[72], &[2, 4, 3, 3, 3], &[usize::MAX, 2]] {
        let refusal = Stockham::with_radices(&domain, radices).err().unwrap().to_string();
        assert!(refusal.contains("odd primes"), "{refusal}");
    }
    Ok(())
}

#[test]
fn stockham_mixed_counts() -> Result<()> {
    // Radices, additions, products; P2 and P3 are the primes with many twos, with many threes.
    let (p2, p3) = (modulo(998_244_353), modulo(149_299_201));
    let table: [(Modular, &[usize], u64, u64); 13] = [
        (p2, &[2, 2, 2, 2, 2, 2], 384, 129),
        (p2, &[4, 4, 4], 384, 129),
        (p2, &[8, 8], 384, 129),
        (p2, &[8, 2, 4], 384, 129),
        (p2, &[2, 2, 2, 2, 2, 2, 2, 2, 2, 2], 10240, 4097),
        (p2, &[4, 4, 4, 4, 4], 10240, 4097),
        (p2, &[8, 8, 8, 2], 10240, 4097),
        (p3, &[3, 3, 3, 3], 756, 244),
        (p3, &[5, 5], 170, 66),
        (p3, &[2, 3, 5], 202, 69),
        (p3, &[8, 3, 3, 5], 3984, 1527),
        (p3, &[4, 3, 5, 2], 1048, 385),
        (p3, &[8, 3, 5], 1048, 390),
    ];
    for (ring, radices, additions, products) in table {
        let n = radices.iter().product();
        let over_ring = tally(&Autosort(radices), ring, n)?;
        assert_eq!((over_ring.additions, over_ring.products()), (additions, products), "{radices:?}");
        let over_complex = tally(&Autosort(radices), complex(), n)?;
        assert_eq!((over_complex.additions, over_complex.products()), (additions, products), "{radices:?}");
    }
    for (r, expected) in [(3, [7, 1, 16, 4]), (5, [17, 5, 34, 10]), (7, [30, 18, 60, 36]), (13, [96, 72, 192, 144])] {
        assert_eq!(all(tally(&Autosort(&[r]), complex(), r)?), expected, "{r}");
    }
    // Without one half.
    for (r, additions, products) in [(3, 7, 1), (5, 20, 16), (7, 42, 36)] {
        let over_binary = tally(&Autosort(&[r]), Binary, r)?;
        assert_eq!((over_binary.additions, over_binary.products()), (additions, products), "{r}");
    }
    Ok(())
}

#[test]
fn small_kernels() -> Result<()> {
    // Radix, by one half, additions, products, of which by I, complex additions and products.
    let table = [
        (2, false, [2, 0, 0, 4, 0]),
        (3, false, [7, 1, 0, 16, 4]),
        (3, true, [6, 2, 0, 12, 4]),
        (4, false, [8, 1, 1, 16, 0]),
        (5, false, [17, 5, 0, 34, 10]),
        (8, false, [24, 5, 3, 52, 4]),
    ];
    for (r, half, expected) in table {
        let counted = tally(&Straight(half), complex(), r)?;
        let [additions, products, real_additions, real_products] = all(counted);
        assert_eq!([additions, products, counted.products_by_i(), real_additions, real_products], expected, "{r}");
        let ring = if r == 8 { 998_244_353 } else { 149_299_201 };
        let counted = tally(&Straight(half), modulo(ring), r)?;
        assert_eq!([counted.additions, counted.products(), counted.products_by_i()], expected[..3], "{r}");
    }
    for n in 1..=24 {
        Straight(false).complex(n)?;
    }
    Straight(true).complex(3)?;
    Straight(true).residues(MANY, None, 3)?;
    Straight(true).rows(3)?;
    for n in [1, 3, 5, 7, 9, 15] {
        Straight(false).binary(n)?;
    }
    assert!(matches!(Small::with_half(&Domain::new(Binary, 3)?), Err(Error::NotInvertible { .. })));
    assert!(matches!(Small::with_half(&Domain::new(modulo(17), 4)?), Err(Error::Length { len: 4, .. })));
    Ok(())
}
