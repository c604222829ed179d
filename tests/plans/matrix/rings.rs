use super::Source;
use quickcheck::quickcheck;
use ringfft::{
    algebra::{Module, Ring},
    matrix::{self, Method},
    rings::{Goldilocks, Modular, native},
};
use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

/// Integers modulo 2^64, which count their products.
#[derive(Clone)]
struct Counting(Arc<AtomicUsize>);

impl Module for Counting {
    type Element = u64;

    fn zero(&self) -> u64 {
        0
    }

    fn add_assign(&self, a: &mut u64, b: &u64) {
        *a = a.wrapping_add(*b);
    }

    fn sub_assign(&self, a: &mut u64, b: &u64) {
        *a = a.wrapping_sub(*b);
    }
}

impl Ring for Counting {
    fn name(&self) -> String {
        "the integers modulo 2^64".into()
    }

    fn one(&self) -> u64 {
        1
    }

    fn mul_assign(&self, a: &mut u64, b: &u64) {
        self.0.fetch_add(1, Ordering::Relaxed);
        *a = a.wrapping_mul(*b);
    }

    fn is_zero(&self, a: &u64) -> bool {
        *a == 0
    }

    fn inverse(&self, _: &u64) -> Option<u64> {
        None
    }
}

fn definition<R: Ring>(
    ring: &R,
    [rows, inner, columns]: [usize; 3],
    a: &[R::Element],
    b: &[R::Element],
) -> Vec<R::Element> {
    let mut out = vec![ring.zero(); rows * columns];
    for i in 0..rows {
        for j in 0..columns {
            for t in 0..inner {
                let mut product = a[i * inner + t].clone();
                ring.mul_assign(&mut product, &b[t * columns + j]);
                ring.add_assign(&mut out[i * columns + j], &product);
            }
        }
    }
    out
}

#[test]
fn a_step_takes_seven_products() {
    for k in 0..5 {
        let n = 3usize << k;
        let mut source = Source(n as u64);
        let list: Vec<u64> = (0..n * n).map(|_| source.word()).collect();
        let counted = |method| {
            let ring = Counting(Arc::default());
            let product = matrix::multiply_by(&ring, method, [n; 3], &list, &list).unwrap();
            (product, ring.0.load(Ordering::Relaxed))
        };
        let (classical, products) = counted(Method::Classical);
        assert_eq!(products, n.pow(3));
        let (fast, products) = counted(Method::Strassen(6));
        assert_eq!((&fast, products), (&classical, 7usize.pow(k) * 27));
        assert_eq!(fast, definition(&Counting(Arc::default()), [n; 3], &list, &list));
    }
    // Down to single elements.
    let ring = Counting(Arc::default());
    assert_eq!(matrix::multiply_by(&ring, Method::Strassen(0), [16; 3], &[3; 256], &[5; 256]).unwrap(), [240; 256]);
    assert_eq!(ring.0.load(Ordering::Relaxed), 7usize.pow(4));
}

#[test]
fn every_shape_equals_the_definition() {
    let ring = Modular::new(0xffff_ffff_0000_0001).unwrap();
    for rows in 1..9 {
        for inner in 1..9 {
            for columns in 1..9 {
                let mut source = Source((rows * 100 + inner * 10 + columns) as u64);
                let mut list = |n| (0..n).map(|_| ring.element(source.word())).collect::<Vec<_>>();
                let (a, b) = (list(rows * inner), list(inner * columns));
                let shape = [rows, inner, columns];
                let expected = definition(&ring, shape, &a, &b);
                for method in
                    [Method::Auto, Method::Classical, Method::Strassen(2), Method::Strassen(3), Method::Strassen(4)]
                {
                    assert_eq!(
                        matrix::multiply_by(&ring, method, shape, &a, &b).unwrap(),
                        expected,
                        "{shape:?}, {method:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn large_matrices_equal_the_definition() {
    let ring = native::<Goldilocks>();
    for shape in [[130, 131, 129], [257, 65, 140], [64, 200, 3]] {
        let mut source = Source(shape[0] as u64);
        let mut list = |n| (0..n).map(|_| Goldilocks::new(source.word())).collect::<Vec<_>>();
        let (a, b) = (list(shape[0] * shape[1]), list(shape[1] * shape[2]));
        let expected = definition(&ring, shape, &a, &b);
        for method in [Method::Auto, Method::Classical, Method::Strassen(33)] {
            assert!(matrix::multiply_by(&ring, method, shape, &a, &b).unwrap() == expected, "{shape:?}, {method:?}");
        }
    }
}

quickcheck! {
    fn random_shapes(seed: u64) -> bool {
        let mut source = Source(seed);
        let ring = Modular::new(257).unwrap();
        let shape: [usize; 3] = [(); 3].map(|()| 1 + source.below(40) as usize);
        let mut list = |n| (0..n).map(|_| source.below(257)).collect::<Vec<_>>();
        let (a, b) = (list(shape[0] * shape[1]), list(shape[1] * shape[2]));
        let fast = matrix::multiply_by(&ring, Method::Strassen(5), shape, &a, &b).unwrap();
        fast == definition(&ring, shape, &a, &b)
    }
}

/// The worked example of the page, with the sums as they stand there.
#[test]
fn the_worked_example() {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../papers/matrix_product.md")).unwrap();
    let printed = |numbers: &[u64]| {
        let line = numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
        assert!(text.contains(&format!("`{line}`")), "{line}");
    };
    let (a, b, p) = ([3, 1, 4, 1], [5, 9, 2, 6], 17);
    let s1 = (a[2] + a[3]) % p;
    let s2 = (s1 + p - a[0]) % p;
    let s = [s1, s2, (a[0] + p - a[2]) % p, (a[1] + p - s2) % p];
    let t1 = (b[1] + p - b[0]) % p;
    let t2 = (b[3] + p - t1) % p;
    let t = [t1, t2, (b[3] + p - b[1]) % p, (t2 + p - b[2]) % p];
    let products = [a[0] * b[0], a[1] * b[2], s1 * t1, s2 * t2, s[2] * t[2], s[3] * b[3], a[3] * t[3]].map(|x| x % p);
    let [x0, x1, x2, x3, x4, x5, x6] = products;
    let product = [x0 + x1, x0 + x3 + x2 + x5, x0 + x3 + x4 + p - x6, x0 + x3 + x4 + x2].map(|x| x % p);
    [&a[..], &b, &s, &t, &products, &product].into_iter().for_each(printed);
    let ring = Modular::new(p).unwrap();
    assert_eq!(matrix::multiply_by(&ring, Method::Strassen(2), [2; 3], &a, &b).unwrap(), product);
}
