//! Products of polynomials over binary fields against the definition.

use ringfft::{
    algebra::{StaticElement, Std},
    conv, poly,
    rings::{BinaryField, Gf2p8, Gf2p16, Gf2p16Leopard, Gf2p32, Gf2p64, Gf2p128, ViaBinary, binary},
};
use ringfft_testing::Random;

fn elements<F: BinaryField>(random: &mut Random, len: usize) -> Vec<F> {
    (0..len).map(|_| F::from_bits(u128::from(random.bits()) << 64 | u128::from(random.bits()))).collect()
}

/// The definition.
fn schoolbook<F: BinaryField>(a: &[F], b: &[F]) -> Vec<F> {
    let mut out = vec![F::ZERO; (a.len() + b.len()).saturating_sub(1)];
    if a.is_empty() || b.is_empty() {
        return Vec::new();
    }
    for (i, &a) in a.iter().enumerate() {
        for (j, &b) in b.iter().enumerate() {
            out[i + j] += a * b;
        }
    }
    out
}

fn check<F: BinaryField + StaticElement<Ring = Std<F, ViaBinary>>>() {
    let ring = binary::<F>();
    let mut random = Random::new(F::BITS.into());
    let short = (0..9).flat_map(|n| (0..9).map(move |m| (n, m)));
    for (n, m) in short.chain([(31, 33), (64, 5), (100, 100), (257, 300), (3, 700)]) {
        let (a, b) = (elements::<F>(&mut random, n), elements::<F>(&mut random, m));
        assert_eq!(poly::multiply(&ring, &a, &b).unwrap(), schoolbook(&a, &b), "{}: {n} by {m}", F::name());
    }
    // Every coefficient at its largest: no column of a product may reach into the next.
    let full = vec![F::from_bits(u128::MAX); 40];
    assert_eq!(poly::square(&ring, &full).unwrap(), schoolbook(&full, &full), "{}", F::name());
    let mut out = full.clone();
    assert!(poly::multiply_into(&ring, &full, &full, &mut out).is_err());

    let (a, b) = (elements::<F>(&mut random, 20), elements::<F>(&mut random, 50));
    let product = schoolbook(&a, &b);
    let mut cyclic = vec![F::ZERO; 33];
    product.iter().enumerate().for_each(|(i, &c)| cyclic[i % 33] += c);
    assert_eq!(conv::cyclic(&ring, &a, &b, 33).unwrap(), cyclic);
    assert_eq!(conv::negacyclic(&ring, &a, &b, 33).unwrap(), cyclic, "-1 = 1");
    assert_eq!(conv::middle(&ring, &a, &b).unwrap(), product[19..50]);
}

#[test]
fn products_over_every_field() {
    check::<Gf2p8>();
    check::<Gf2p16>();
    check::<Gf2p16Leopard>();
    check::<Gf2p32>();
    check::<Gf2p64>();
    check::<Gf2p128>();
}

/// Longer than the field has elements.
#[test]
fn a_small_field_multiplies_long_polynomials() {
    let ring = binary::<Gf2p8>();
    let mut random = Random::new(9);
    let (a, b) = (elements::<Gf2p8>(&mut random, 3000), elements::<Gf2p8>(&mut random, 1700));
    let product = poly::multiply(&ring, &a, &b).unwrap();
    let point = Gf2p8::new(0x53);
    poly::verify_product(&ring, &a, &b, &product, &point).unwrap();
    assert_eq!(product, schoolbook(&a, &b));
}
