//! Published values: AES, GHASH, the canonical Cantor bases, the worked example.

use ringfft::{
    Error,
    algebra::Roots,
    rings::{BinaryField, Gf2p8, Gf2p16, Gf2p16Leopard, Gf2p32, Gf2p64, Gf2p128, binary},
};

/// FIPS 197, sections 4.2 and 4.2.1, and its substitution box: the affine map of the inverse.
#[test]
fn the_field_of_aes() {
    let product = |a, b| (Gf2p8::new(a) * Gf2p8::new(b)).bits();
    assert_eq!(product(0x57, 0x83), 0xc1);
    assert_eq!(product(0x57, 0x13), 0xfe);
    assert_eq!([0x02, 0x04, 0x08, 0x10].map(|b| product(0x57, b)), [0xae, 0x47, 0x8e, 0x07]);
    assert_eq!(product(0x53, 0xca), 0x01);
    let substitute = |a: u8| {
        let b = Gf2p8::new(a).inverse_or_zero().bits();
        b ^ b.rotate_left(1) ^ b.rotate_left(2) ^ b.rotate_left(3) ^ b.rotate_left(4) ^ 0x63
    };
    let row: Vec<u8> = (0..16).map(substitute).collect();
    let published = [0x63, 0x7c, 0x77, 0x7b, 0xf2, 0x6b, 0x6f, 0xc5, 0x30, 0x01, 0x67, 0x2b, 0xfe, 0xd7, 0xab, 0x76];
    assert_eq!(row, published);
    assert_eq!([0x53, 0x9a, 0xff].map(substitute), [0xed, 0xb8, 0x16]);
}

fn block(hex: u128) -> Gf2p128 {
    Gf2p128::from_gcm_block(hex.to_be_bytes())
}

/// GHASH of a list of blocks.
fn ghash(h: Gf2p128, blocks: &[u128]) -> u128 {
    let sum = blocks.iter().fold(Gf2p128::ZERO, |sum, &next| (sum + block(next)) * h);
    u128::from_be_bytes(sum.to_gcm_block())
}

/// Test cases 2 and 4 of the specification of GCM.
#[test]
fn the_field_of_ghash() {
    let h = block(0x66e94bd4ef8a2c3b884cfa59ca342b2e);
    let steps = [0x0388dace60b6a392f328c2b971b2fe78, 0x80];
    assert_eq!(ghash(h, &steps[..1]), 0x5e2ec746917062882c85b0685353deb7);
    assert_eq!(ghash(h, &steps), 0xf38cbb1ad69223dcc3457ae5b6b0f885);
    let h = block(0xb83b533708bf535d0aa6e52980d53b78);
    let blocks = [
        0xfeedfacedeadbeeffeedfacedeadbeef,
        0xabaddad2000000000000000000000000,
        0x42831ec2217774244b7221b784d0d49c,
        0xe3aa212f2c02a4e035c17e2329aca12e,
        0x21d514b25466931c7d8f6a5aac84aa05,
        0x1ba30b396a0aac973d58e09100000000,
        0x00000000000000a000000000000001e0,
    ];
    assert_eq!(ghash(h, &blocks), 0x698e57f70e6ecc7fd9463b7260a9ae5f);
    // The coefficient of 1 is the first bit of the first byte.
    assert_eq!(Gf2p128::ONE.to_gcm_block()[0], 0x80);
    assert_eq!(Gf2p128::new(1 << 127).to_gcm_block()[15], 0x01);
}

fn cantor<F: BinaryField>(first: &[u128]) {
    let ring = binary::<F>();
    let basis = ring.cantor_basis(F::BITS).unwrap();
    let bits: Vec<u128> = basis.iter().map(|beta| beta.to_bits()).collect();
    assert_eq!(bits[..first.len()], *first, "{}", F::name());
    for (i, pair) in basis.windows(2).enumerate() {
        assert_eq!(pair[1].squared() + pair[1], pair[0], "{i}");
        assert_eq!(bits[i + 1] & 1, 0, "{i}");
    }
    // Only the last vector has trace 1, so no other basis goes further; the first 2^i span a subfield.
    assert!(basis.iter().enumerate().all(|(i, beta)| beta.trace() == (i + 1 == basis.len())));
    for degree in (0..8).map(|i| 1 << i).filter(|&degree| degree <= F::BITS) {
        assert!(basis[..degree as usize].iter().all(|beta| beta.is_in_subfield(degree)));
        assert!(basis.get(degree as usize).is_none_or(|beta| !beta.is_in_subfield(degree)));
    }
    let Err(Error::Subspace { dim, possible, .. }) = ring.cantor_basis(F::BITS + 1) else { panic!() };
    assert!(dim as u32 == F::BITS + 1 && possible.contains(&F::BITS.to_string()));
}

#[test]
fn canonical_cantor_bases() {
    cantor::<Gf2p8>(&[0x01, 0xbc, 0x5c, 0x0c, 0xae, 0x5a, 0x0e, 0x84]);
    cantor::<Gf2p16Leopard>(&[
        0x0001, 0xacca, 0x3c0e, 0x163e, 0xc582, 0xed2e, 0x914c, 0x4012, 0x6c98, 0x10d8, 0x6a72, 0xb900, 0xfdb8, 0xfb34,
        0xff38, 0x991e,
    ]);
    cantor::<Gf2p16>(&[
        0x0001, 0x0732, 0x88ac, 0xa0b6, 0x3872, 0x9ea0, 0x50f2, 0x7874, 0x1298, 0x0468, 0x0028, 0x0624, 0x88be, 0xa0b0,
        0x3870, 0xec18,
    ]);
    cantor::<Gf2p32>(&[0x00000001, 0x54fd1264, 0x76449fc2, 0x98110738, 0x327a5f52, 0x2eaa1f6c, 0x5c742ac4, 0x7214be62]);
    cantor::<Gf2p64>(&[
        0x0000000000000001,
        0x19c9369f278adc02,
        0xa181e7d66f5ff794,
        0x5db84357ce785d08,
        0xb973d466f5c9d0ca,
        0x521ac889831a075e,
    ]);
    cantor::<Gf2p128>(&[
        0x00000000000000000000000000000001,
        0x295ac0b1f4731af9676aac9fa4b20b08,
        0xa2134422cd4054c9ff1099c31bbe8f22,
        0x7959d70ce1ee694253b85b6402b1e848,
    ]);
}

/// The worked example of `papers/binary_fields.md`.
#[test]
fn worked_example() {
    let class = |a: u32, i: u32| a & (0x4924_9249 << i);
    let [a, b] = [0x57, 0x83].map(|a| [0, 1, 2].map(|i| class(a, i)));
    assert_eq!((a, b), ([0x41, 0x12, 0x04], [0x01, 0x82, 0x00]));
    let columns = [0, 1, 2].map(|k| (0..3).fold(0, |sum, i| sum ^ (a[i] * b[(k + 3 - i) % 3])));
    assert_eq!(columns, [0x249, 0x2110, 0x920]);
    let masked = [0, 1, 2].map(|k| class(columns[k], k as u32));
    assert_eq!(masked, [0x249, 0x2010, 0x920]);
    let low = |h: u32| h ^ h << 1 ^ h << 3 ^ h << 4;
    let product: u32 = masked.iter().sum();
    assert_eq!((product, low(0x2b)), (0x2b79, 0x395));
    assert_eq!((0x79 ^ 0x395, low(0x03), 0xec ^ 0x2d), (0x3ec, 0x2d, 0xc1));
    let tower = canonical_tower::<Gf2p8>();
    assert_eq!(tower, [0xbc, 0x5c, 0xf2].map(Gf2p8::new));
    assert_eq!(canonical_tower::<Gf2p16>()[..3], [0x732, 0x88ac, 0xb7ec].map(Gf2p16::new));
    let traces = |bits: u32, trace: &dyn Fn(u128) -> bool| (0..bits).filter(|i| trace(1 << i)).collect::<Vec<_>>();
    assert_eq!(traces(8, &|a| Gf2p8::from_bits(a).trace()), [5, 7]);
    assert_eq!(traces(16, &|a| Gf2p16::from_bits(a).trace()), [11, 13, 15]);
    assert_eq!(traces(16, &|a| Gf2p16Leopard::from_bits(a).trace()), [11, 13]);
    assert_eq!(traces(32, &|a| Gf2p32::from_bits(a).trace()), [25, 29]);
    assert_eq!(traces(64, &|a| Gf2p64::from_bits(a).trace()), [61, 63]);
    assert_eq!(traces(128, &|a| Gf2p128::from_bits(a).trace()), [121, 127]);
}

/// `t_0, t_1, ...`
fn canonical_tower<F: BinaryField>() -> Vec<F> {
    let (mut tower, mut all) = (Vec::new(), F::ONE);
    while 1 << tower.len() < F::BITS {
        let next = F::solve_quadratic(all).unwrap();
        all *= next;
        tower.push(next);
    }
    tower
}
