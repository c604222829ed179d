//! Power series, by what defines them.

use super::{Source, extremes, rings, textbook};
use num_complex::Complex;
use ringfft::{
    Error, poly,
    rings::{ComplexRing, Modular},
};

const LENGTHS: [usize; 12] = [0, 1, 2, 3, 7, 64, 65, 100, 127, 129, 257, 500];

fn one(n: usize) -> Vec<u64> {
    (0..n).map(|i| u64::from(i == 0)).collect()
}

#[test]
fn inverse_and_quotient() {
    let mut source = Source(1);
    for ring in rings().chain([Modular::new(15).unwrap()]) {
        for n in LENGTHS {
            for len in [1, n.div_ceil(3), n, n + 5] {
                let mut f = source.list(&ring, len.max(1));
                f[0] = 2;
                let a = source.list(&ring, n.saturating_sub(len / 2));
                let inverse = poly::inverse_series(&ring, &f, n).unwrap();
                assert_eq!(poly::low(&ring, &inverse, &f, n).unwrap(), one(n), "{ring:?} {len} {n}");
                let quotient = poly::divide_series(&ring, &a, &f, n).unwrap();
                let back = poly::low(&ring, &quotient, &f, n).unwrap();
                assert_eq!(back, poly::low(&ring, &a, &[1], n).unwrap(), "{ring:?} {len} {n}");
            }
        }
    }
}

#[test]
fn parts_of_products() {
    let mut source = Source(2);
    let ring = Modular::new(97).unwrap();
    for (i, j) in [(0, 3), (1, 1), (5, 3), (40, 130)] {
        let (a, b) = (source.list(&ring, i), source.list(&ring, j));
        let product = textbook::product(&ring, &a, &b);
        let len = if i == 0 { 0 } else { i + j - 1 };
        for n in [0, 1, 2, 4, i, j, len.saturating_sub(1), len, len + 3, usize::MAX] {
            assert_eq!(poly::high(&ring, &a, &b, n).unwrap(), product[n.min(len)..len], "{i} {j} {n}");
            if n < 1000 {
                let mut low = product[..n.min(len)].to_vec();
                low.resize(n, 0);
                assert_eq!(poly::low(&ring, &a, &b, n).unwrap(), low, "{i} {j} {n}");
            }
        }
    }
}

#[test]
fn derivative_and_integral() {
    let mut source = Source(3);
    let ring = Modular::new(0x7fff_ffff).unwrap();
    for n in [0, 1, 2, 50] {
        let f = source.list(&ring, n);
        let integral = poly::integral(&ring, &f).unwrap();
        assert_eq!(integral.len(), if n == 0 { 0 } else { n + 1 });
        assert_eq!(poly::derivative(&ring, &integral).unwrap(), f);
    }
    let small = Modular::new(7).unwrap();
    assert_eq!(poly::derivative(&small, &[1, 0, 0, 0, 0, 0, 0, 5]).unwrap(), [0; 7]);
    // The product of the integers below 200 is no float.
    let floats = poly::integral(&ComplexRing::<f64>::new(), &[Complex::new(1.0, 0.0); 199]).unwrap();
    assert!((floats[199] * 199.0 - 1.0).norm() < 1e-15);
    assert_eq!(poly::integral(&small, &[1; 6]).unwrap().len(), 7);
    let refused = poly::integral(&small, &[1; 7]).unwrap_err();
    assert!(matches!(&refused, Error::NotInvertible { what, .. } if what.starts_with("7 ")), "{refused}");
}

#[test]
fn exponential_logarithm_and_square_root() {
    let mut source = Source(4);
    for ring in rings() {
        for n in LENGTHS {
            let mut shapes = vec![source.list(&ring, n), source.list(&ring, n / 2), source.list(&ring, n + 9)];
            if n > 0 {
                shapes.extend(extremes(&ring, n));
            }
            for mut f in shapes {
                if let Some(constant) = f.first_mut() {
                    *constant = 0;
                }
                match poly::exp_series(&ring, &f, n) {
                    Ok(g) => {
                        assert!(n as u64 <= ring.modulus());
                        // g' = f' g, g_0 = 1.
                        let slope = poly::derivative(&ring, &f).unwrap();
                        let expected = poly::low(&ring, &slope, &g, n.saturating_sub(1)).unwrap();
                        assert_eq!(poly::derivative(&ring, &g).unwrap(), expected, "{ring:?} {n}");
                        assert!(g.first().is_none_or(|constant| *constant == 1));
                        let back = poly::log_series(&ring, &g, n).unwrap();
                        assert_eq!(back, poly::low(&ring, &f, &[1], n).unwrap(), "{ring:?} {n}");
                    }
                    Err(Error::NotInvertible { .. }) => assert!(n as u64 > ring.modulus(), "{ring:?} {n}"),
                    Err(error) => panic!("{error}"),
                }
                for root in [1, 2, ring.modulus() - 1] {
                    f.resize(f.len().max(1), 0);
                    f[0] = textbook::times(&ring, root, root);
                    let g = poly::square_root_series(&ring, &f, &root, n).unwrap();
                    assert!(n == 0 || g[0] == root);
                    let square = poly::low(&ring, &g, &g, n).unwrap();
                    assert_eq!(square, poly::low(&ring, &f, &[1], n).unwrap(), "{ring:?} {n}");
                }
            }
        }
    }
}
