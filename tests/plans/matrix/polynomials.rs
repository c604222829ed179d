use super::Source;
use quickcheck::quickcheck;
use ringfft::{
    Error,
    algebra::Module,
    conv::{self, Convolve},
    integer::Signed,
    matrix,
    poly::{self, integers},
    rings::{Modular, Modular32},
};

/// Primes with many roots, of 50 and 62 bits, and with few; one of 64 bits; composite moduli, odd and even; the least.
const MODULI: [u64; 8] = [
    0x3_fff3_0000_0001,
    0x3fff_c000_0000_0001,
    1_000_003,
    u64::MAX - 58,
    0xffff_ffff_0000_0001,
    15 << 40 | 1,
    1 << 20,
    3,
];

fn definition<R: Convolve>(
    ring: &R,
    [rows, inner, columns]: [usize; 3],
    a: &[Vec<R::Element>],
    b: &[Vec<R::Element>],
) -> Vec<Vec<R::Element>> {
    let longest = |list: &[Vec<R::Element>]| list.iter().map(Vec::len).max().unwrap();
    let len = if longest(a) * longest(b) == 0 { 0 } else { longest(a) + longest(b) - 1 };
    let mut out = vec![vec![ring.zero(); len]; rows * columns];
    for (number, out) in out.iter_mut().enumerate() {
        for t in 0..inner {
            let product =
                conv::linear(ring, &a[number / columns * inner + t], &b[t * columns + number % columns]).unwrap();
            product.iter().enumerate().for_each(|(k, x)| ring.add_assign(&mut out[k], x));
        }
    }
    out
}

#[test]
fn matrices_over_residues_equal_the_definition() {
    for modulus in MODULI {
        let Ok(ring) = Modular::new(modulus) else { continue };
        for (shape, len) in
            [([2, 3, 2], 5), ([1, 2, 1], 40), ([3, 1, 3], 33), ([2, 2, 3], 100), ([1, 1, 1], 170), ([2, 5, 1], 0)]
        {
            for extreme in [false, true] {
                let mut source = Source(modulus ^ len as u64);
                let mut list = |count| -> Vec<Vec<u64>> {
                    (0..count)
                        .map(|_| {
                            let len = source.below(len as u64 + 1) as usize;
                            (0..len).map(|_| if extreme { modulus - 1 } else { ring.element(source.word()) }).collect()
                        })
                        .collect()
                };
                let (a, b) = (list(shape[0] * shape[1]), list(shape[1] * shape[2]));
                let product = matrix::multiply_polynomials(&ring, shape, &a, &b).unwrap();
                assert!(product == definition(&ring, shape, &a, &b), "{modulus}, {shape:?}, {len}");
            }
        }
    }
}

#[test]
fn sums_of_products_equal_the_definition() {
    for modulus in MODULI {
        let Ok(ring) = Modular::new(modulus) else { continue };
        for (count, len) in [(0, 3), (1, 0), (3, 1), (2, 20), (5, 63), (5, 64), (4, 65), (3, 300), (40, 129)] {
            let mut source = Source(modulus ^ (len + count) as u64);
            let mut list = |len: usize| -> Vec<u64> {
                (0..len).map(|_| if count == 4 { modulus - 1 } else { ring.element(source.word()) }).collect()
            };
            let a: Vec<Vec<u64>> = (0..count).map(|i| list(len + i % 3)).collect();
            let b: Vec<Vec<u64>> = (0..count).map(|i| list(len / (1 + i % 2))).collect();
            let pairs: Vec<(&[u64], &[u64])> = a.iter().zip(&b).map(|(a, b)| (&a[..], &b[..])).collect();
            let products: Vec<_> = pairs.iter().map(|(a, b)| conv::linear(&ring, a, b).unwrap()).collect();
            let mut expected = vec![0; products.iter().map(Vec::len).max().unwrap_or(0)];
            for product in products {
                product.iter().enumerate().for_each(|(k, x)| ring.add_assign(&mut expected[k], x));
            }
            assert!(poly::inner_product(&ring, &pairs).unwrap() == expected, "{modulus}, {count}, {len}");
        }
    }
    let ring = Modular32::new(65537).unwrap();
    let ones = vec![1; 100];
    let sum = poly::inner_product(&ring, &[(&ones, &ones), (&ones, &ones)]).unwrap();
    assert_eq!((sum[0], sum[99], sum[198]), (2, 200, 2));
    let extreme = vec![u64::MAX; 70];
    let ring = Modular::new(101).unwrap();
    let rest = vec![ring.element(u64::MAX); 70];
    let expected = poly::multiply(&ring, &rest, &rest).unwrap();
    assert_eq!(poly::inner_product(&ring, &[(&extreme, &extreme)]).unwrap(), expected);
}

fn signed_words(source: &mut Source, len: usize, bits: u32) -> Vec<i64> {
    let extreme = [i64::MIN >> (63 - bits), (1i64 << bits) - 1, 0, -1];
    let all = bits == 63;
    let extreme = if all { [i64::MIN, i64::MAX, 0, -1] } else { extreme };
    (0..len)
        .map(|_| match source.below(3) {
            0 => extreme[source.below(4) as usize],
            _ => source.word() as i64 >> (63 - bits),
        })
        .collect()
}

fn product_of_words(a: &[i64], b: &[i64]) -> Option<Vec<i128>> {
    let mut out = vec![0i128; if a.is_empty() || b.is_empty() { 0 } else { a.len() + b.len() - 1 }];
    for (i, x) in a.iter().enumerate() {
        for (j, y) in b.iter().enumerate() {
            out[i + j] = out[i + j].checked_add(i128::from(*x) * i128::from(*y))?;
        }
    }
    Some(out)
}

#[test]
fn integer_polynomials_equal_the_definition() {
    for (n, m) in [(0, 3), (1, 1), (5, 7), (23, 23), (24, 24), (24, 100), (65, 64), (200, 131), (700, 600)] {
        for bits in [0, 1, 20, 43, 62] {
            let mut source = Source(n as u64 * 1000 + u64::from(bits));
            let (a, b) = (signed_words(&mut source, n, bits), signed_words(&mut source, m, bits.min(50)));
            let expected = product_of_words(&a, &b).unwrap();
            assert!(integers::multiply(&a, &b).unwrap() == expected, "{n}, {m}, {bits}");
            let long = |list: &[i64]| list.iter().map(|x| Signed::from(*x)).collect::<Vec<_>>();
            let product = integers::multiply_long(&long(&a), &long(&b)).unwrap();
            assert!(product == expected.iter().map(|x| signed(*x)).collect::<Vec<_>>(), "{n}, {m}, {bits}");
            for len in [1, 7, n.max(1), n + m] {
                let mut wrapped = vec![0; len];
                for (k, x) in expected.iter().enumerate() {
                    wrapped[k % len] += if k / len % 2 == 0 { *x } else { -*x };
                }
                assert!(integers::multiply_negacyclic(&a, &b, len).unwrap() == wrapped, "{n}, {m}, {bits}, {len}");
            }
        }
    }
}

fn signed(x: i128) -> Signed {
    let value = x.unsigned_abs();
    let mut limbs = vec![value as u64, (value >> 64) as u64];
    while limbs.last() == Some(&0) {
        limbs.pop();
    }
    Signed { negative: x < 0, limbs }
}

/// The greatest sums that 128 bits hold, and the least that they do not.
#[test]
fn coefficients_that_do_not_fit_are_refused() {
    for n in [1usize, 2, 3, 30, 100] {
        let (least, most) = (vec![i64::MIN; n], vec![i64::MAX; n]);
        let product = integers::multiply(&least, &most);
        assert_eq!(product.is_ok(), n <= 2, "{n}");
        if let Ok(product) = product {
            assert_eq!(product, product_of_words(&least, &most).unwrap());
        }
        // 2^126 is in range once.
        let square = integers::multiply(&least, &least);
        assert_eq!(square.is_ok(), n < 2, "{n}");
        if n >= 2 {
            assert!(matches!(square, Err(Error::Unsupported { .. })));
        }
        let long: Vec<Signed> = least.iter().map(|x| Signed::from(*x)).collect();
        let square = integers::multiply_long(&long, &long).unwrap();
        let count = |k: usize| (k + 1).min(2 * n - 1 - k) as u128;
        assert!((0..2 * n - 1).all(|k| square[k] == times_2_126(count(k))));
    }
    // A long product of which one coefficient reaches the bounds: 2^127 - 2^63 - ... and -2^127.
    let mut a = vec![0; 100];
    (a[0], a[1]) = (i64::MIN, i64::MIN);
    let mut b = vec![0; 100];
    (b[0], b[1]) = (i64::MAX, i64::MAX);
    let product = integers::multiply(&a, &b).unwrap();
    assert_eq!(product[1], 2 * i128::from(i64::MIN) * i128::from(i64::MAX));
    (b[0], b[1]) = (i64::MIN, i64::MIN);
    assert!(integers::multiply(&a, &b).is_err());
    (b[0], b[1]) = (i64::MIN, 0);
    assert_eq!(integers::multiply(&a, &b).unwrap()[..2], [1 << 126; 2]);
    assert!(matches!(integers::multiply_negacyclic(&a, &b, 0), Err(Error::Length { len: 0, .. })));
}

fn times_2_126(count: u128) -> Signed {
    // count 2^126 = (count 2^62) 2^64.
    let value = count << 62;
    let mut limbs = vec![0, value as u64, (value >> 64) as u64];
    while limbs.last() == Some(&0) {
        limbs.pop();
    }
    Signed { negative: false, limbs }
}

#[test]
fn long_coefficients_with_all_signs() {
    let long = |negative: bool, limbs: usize| Signed { negative, limbs: vec![u64::MAX; limbs] };
    for limbs in [1, 2, 5, 40] {
        for signs in 0..16 {
            let bit = |k: u32| signs >> k & 1 == 1;
            let a = [long(bit(0), limbs), long(bit(1), limbs)];
            let b = [long(bit(2), limbs), long(bit(3), limbs)];
            let product = integers::multiply_long(&a, &b).unwrap();
            let square = ringfft::integer::square(&a[0].limbs).unwrap();
            let ends = [bit(0) != bit(2), bit(1) != bit(3)];
            assert_eq!((product[0].negative, product[2].negative), (ends[0], ends[1]));
            assert!(product[0].limbs == square && product[2].limbs == square);
            let [x, y] = [bit(0) != bit(3), bit(1) != bit(2)];
            if x != y {
                assert_eq!(product[1], Signed::default());
            } else {
                assert_eq!(product[1].limbs, ringfft::integer::inner_product(&[(&square, &[2])]).unwrap());
                assert_eq!(product[1].negative, x);
            }
        }
    }
}

#[test]
fn matrices_of_integer_polynomials_equal_the_definition() {
    for (shape, len, bits) in [([2, 2, 2], 3, 62), ([1, 3, 1], 40, 50), ([3, 2, 4], 70, 20), ([2, 1, 1], 0, 5)] {
        let [rows, inner, columns] = shape;
        let mut source = Source(len as u64);
        let mut list = |count: usize| -> Vec<Vec<i64>> {
            (0..count).map(|i| signed_words(&mut source, len * (i % 3) / 2, bits)).collect()
        };
        let (a, b) = (list(rows * inner), list(inner * columns));
        let product = matrix::multiply_integer_polynomials(shape, &a, &b);
        let mut fits = true;
        for i in 0..rows {
            for j in 0..columns {
                let longest = |list: &[Vec<i64>]| list.iter().map(Vec::len).max().unwrap();
                let mut sum = vec![0i128; (longest(&a) + longest(&b)).saturating_sub(1)];
                for t in 0..inner {
                    let product = product_of_words(&a[i * inner + t], &b[t * columns + j]).unwrap();
                    for (k, x) in product.iter().enumerate() {
                        fits &= sum[k].checked_add(*x).is_some();
                        sum[k] = sum[k].wrapping_add(*x);
                    }
                }
                if let Ok(product) = &product {
                    assert_eq!(product[i * columns + j], sum, "{shape:?}");
                }
            }
        }
        assert!(product.is_ok() || !fits);
    }
}

quickcheck! {
    fn random_integer_polynomials(seed: u64) -> bool {
        let mut source = Source(seed);
        let [n, m] = [(); 2].map(|()| source.below(80) as usize);
        let (a, b) = (signed_words(&mut source, n, 60), signed_words(&mut source, m, 55));
        integers::multiply(&a, &b).unwrap() == product_of_words(&a, &b).unwrap()
    }
}

#[test]
fn matrices_over_bits_equal_the_definition() {
    use ringfft::poly::gf2;
    for (shape, len) in
        [([1, 1, 1], 0), ([2, 3, 2], 1), ([4, 4, 4], 3), ([9, 8, 11], 2), ([3, 2, 5], 40), ([4, 4, 4], 33)]
    {
        let [rows, inner, columns] = shape;
        let mut source = Source(len);
        let mut list = |count: usize| -> Vec<Vec<u64>> {
            (0..count).map(|i| (0..len as usize * (i % 4) / 2).map(|_| source.word()).collect()).collect()
        };
        let (a, b) = (list(rows * inner), list(inner * columns));
        let longest = |list: &[Vec<u64>]| list.iter().map(Vec::len).max().unwrap();
        let words = if longest(&a) * longest(&b) == 0 { 0 } else { longest(&a) + longest(&b) };
        let product = matrix::multiply_gf2(shape, &a, &b).unwrap();
        for i in 0..rows {
            for j in 0..columns {
                let mut sum = vec![0; words];
                for t in 0..inner {
                    let product = gf2::multiply(&a[i * inner + t], &b[t * columns + j]).unwrap();
                    sum.iter_mut().zip(&product).for_each(|(sum, x)| *sum ^= x);
                }
                assert_eq!(product[i * columns + j], sum, "{shape:?}, {len}");
            }
        }
    }
}
