//! The reduction tree and its nodes: values, cosets, truncation, negacyclic transforms, and their counts.

use num_complex::Complex;
use ringfft::{
    Error, Result,
    algebra::{Action, Domain, Module, Ring, Roots},
    dft::{Classical, IncompleteNegacyclic, Negacyclic, Node, ReductionTree, Transform, Truncated},
    order::{Order, bit_reverse},
    rings::{ComplexRing, Goldilocks, Modular, native},
};
use ringfft_testing::{Counting, Random, Tally};

fn modular(m: u64) -> Modular {
    Modular::new(m).unwrap()
}

fn complex() -> ComplexRing<f64> {
    ComplexRing::new()
}

fn product<R: Ring>(ring: &R, a: &R::Element, b: &R::Element) -> R::Element {
    let mut product = a.clone();
    ring.mul_assign(&mut product, b);
    product
}

/// `f(x)` by Horner's rule.
fn value<R: Ring>(ring: &R, f: &[R::Element], x: &R::Element) -> R::Element {
    f.iter().rev().fold(ring.zero(), |mut sum, c| {
        sum = product(ring, &sum, x);
        ring.add_assign(&mut sum, c);
        sum
    })
}

fn scaled<R: Ring>(ring: &R, f: &[R::Element], scale: usize) -> Vec<R::Element> {
    f.iter().map(|c| product(ring, c, &ring.integer(scale as u64))).collect()
}

/// A ring, its domains, elements of it, and when two of them count as equal.
trait Case: Roots + Action<Scalars = Self> {
    fn domain(&self, n: usize) -> Option<Domain<Self>> {
        Domain::new(self.clone(), n).ok()
    }
    fn draw(&self, random: &mut Random) -> Self::Element {
        self.integer(random.bits() >> 1)
    }
    fn same(&self, a: &Self::Element, b: &Self::Element) -> bool {
        self.equal(a, b)
    }
    fn list(&self, random: &mut Random, n: usize) -> Vec<Self::Element> {
        (0..n).map(|_| self.draw(random)).collect()
    }
    fn check(&self, found: &[Self::Element], truth: &[Self::Element], what: &str) {
        assert_eq!(found.len(), truth.len(), "{what}");
        for (i, (a, b)) in found.iter().zip(truth).enumerate() {
            assert!(self.same(a, b), "{} {what}, position {i}", self.name());
        }
    }
}

impl Case for Modular {
    fn domain(&self, n: usize) -> Option<Domain<Self>> {
        match (self.modulus(), n) {
            // 8 has order 4 modulo 5 and modulo 13, and 64 = -1.
            (65, 1 | 2 | 4) => Domain::with_root(*self, n, self.pow(&8, 4 / n as u64)).ok(),
            _ => Domain::new(*self, n).ok(),
        }
    }
}

impl Case for ringfft::algebra::Std<Goldilocks, ringfft::rings::ViaNative> {}

impl Case for ComplexRing<f64> {
    fn draw(&self, random: &mut Random) -> Complex<f64> {
        Complex::new(random.float(), random.float())
    }
    fn same(&self, a: &Complex<f64>, b: &Complex<f64>) -> bool {
        (a - b).norm() <= 1e-10
    }
}

/// The same check over every ring: large and small primes, a ring with zero divisors, complex numbers.
macro_rules! everywhere {
    ($check:ident) => {{
        for m in [998_244_353, 17, 257, 65] {
            $check(&modular(m));
        }
        $check(&native::<Goldilocks>());
        $check(&complex());
    }};
}

#[test]
fn every_node_is_a_transform() {
    fn check<R: Case>(ring: &R) {
        let mut random = Random::new(1);
        for log_order in 0..7 {
            let order = 1usize << log_order;
            let Some(domain) = ring.domain(order) else { continue };
            let tree = ReductionTree::new(&domain).unwrap();
            assert_eq!((tree.len(), tree.root()), (order, Node { len: order, index: 0 }));
            for log_len in 0..=log_order {
                for index in 0..order >> log_len {
                    let node = Node { len: 1 << log_len, index };
                    let f = ring.list(&mut random, node.len);
                    let mut values = f.clone();
                    tree.forward(node, &mut values).unwrap();
                    let modulus = ring.power(domain.root(), order, tree.modulus_exponent(node).unwrap());
                    let mut truth = Vec::new();
                    for i in 0..node.len {
                        let e = tree.leaf_exponent(node, i).unwrap();
                        let point = ring.power(domain.root(), order, e);
                        assert!(ring.same(&ring.pow(&point, node.len as u64), &modulus));
                        truth.push(value(ring, &f, &point));
                    }
                    ring.check(&values, &truth, &format!("{node:?} of {order}"));
                    tree.inverse_unscaled(node, &mut values).unwrap();
                    ring.check(&values, &scaled(ring, &f, node.len), &format!("{node:?} of {order}, inverse"));
                    if let Some([low, high]) = node.children() {
                        let sigma = |node| tree.modulus_exponent(node).unwrap();
                        assert_eq!((2 * sigma(low), sigma(high) - sigma(low)), (sigma(node), order / 2));
                    }
                }
            }
        }
    }
    everywhere!(check);
}

#[test]
fn nodes_that_do_not_exist() {
    let tree = ReductionTree::new(&Domain::new(modular(257), 16).unwrap()).unwrap();
    for (len, index) in [(0, 0), (3, 0), (32, 0), (16, 1), (8, 2), (1, 16), (2, usize::MAX), (1 << 63, 1)] {
        let node = Node { len, index };
        let mut values = vec![0; len.min(64)];
        assert!(matches!(tree.forward(node, &mut values), Err(Error::Length { what: "a node", .. })), "{node:?}");
        assert!(tree.inverse_unscaled(node, &mut values).is_err() && tree.modulus_exponent(node).is_err());
        assert!(tree.forward_truncated(node, &mut values, 1, 1).is_err());
        assert!(tree.inverse_truncated(node, &mut values, 1, &mut [0; 64]).is_err());
        assert!(tree.inverse_truncated_unscaled(node, &mut values, 1).is_err());
    }
    let node = Node { len: 4, index: 3 };
    assert_eq!(node.children(), Some([Node { len: 2, index: 6 }, Node { len: 2, index: 7 }]));
    assert_eq!(Node { len: 1, index: 3 }.children(), None);
    assert!(tree.leaf_exponent(node, 4).is_err());
    assert!(matches!(tree.forward(node, &mut [0; 5]), Err(Error::SliceLength { expected: 4, found: 5, .. })));
    assert!(tree.forward_truncated(node, &mut [0; 4], 5, 4).is_err());
    assert!(tree.forward_truncated(node, &mut [0; 4], 4, 5).is_err());
    assert!(tree.inverse_truncated(node, &mut [0; 4], 5, &mut [0; 4]).is_err());
    assert!(matches!(tree.inverse_truncated(node, &mut [0; 4], 2, &mut [0; 3]), Err(Error::SliceLength { .. })));
    assert!(tree.inverse_truncated_unscaled(node, &mut [0; 4], 5).is_err());
    assert!(ReductionTree::new(&Domain::new(modular(257), 1).unwrap()).is_ok());
    assert!(ReductionTree::new(&Domain::new(modular(13), 12).unwrap()).is_err());
}

/// The node `(n, j)` is the classical transform of the coefficients weighted by the powers of the coset's shift.
#[test]
fn a_coset_is_a_node() {
    fn check<R: Case>(ring: &R) {
        let mut random = Random::new(2);
        let Some(domain) = ring.domain(16).or_else(|| ring.domain(4)) else { return };
        let order = domain.len();
        let tree = ReductionTree::new(&domain).unwrap();
        for n in [1, 2, 4, 8, 16].into_iter().filter(|&n| n <= order) {
            let classical = Classical::new(&domain.subdomain(order / n).unwrap()).unwrap();
            for index in 0..order / n {
                let node = Node { len: n, index };
                let exponent = tree.modulus_exponent(node).unwrap();
                assert_eq!(exponent % n, 0);
                let shift = ring.power(domain.root(), order, exponent / n);
                let f = ring.list(&mut random, n);
                let mut weighted: Vec<_> =
                    f.iter().enumerate().map(|(i, c)| product(ring, c, &ring.pow(&shift, i as u64))).collect();
                classical.forward(&mut weighted, &mut []).unwrap();
                let mut values = f;
                tree.forward(node, &mut values).unwrap();
                ring.check(&values, &weighted, &format!("{node:?}"));
            }
        }
    }
    everywhere!(check);
}

#[test]
fn truncated_of_every_length() {
    fn check<R: Case>(ring: &R) {
        let mut random = Random::new(3);
        for n in 1..=70usize {
            let Some(domain) = ring.domain(n.next_power_of_two()) else { continue };
            let transform = Truncated::new(&domain, n).unwrap();
            let order = domain.len();
            assert_eq!((transform.len(), transform.order()), (n, Order::Truncated));
            assert_eq!(transform.scratch_len(), if n == order { 0 } else { order });
            assert_eq!(transform.inverse_scale(), order);
            let f = ring.list(&mut random, n);
            let mut scratch = ring.list(&mut random, transform.scratch_len() + 3);
            let mut values = f.clone();
            transform.forward(&mut values, &mut scratch).unwrap();
            let point = |j| ring.power(domain.root(), order, Order::Truncated.exponent(j, n));
            let truth: Vec<_> = (0..n).map(|j| value(ring, &f, &point(j))).collect();
            ring.check(&values, &truth, &format!("truncated {n}"));
            let mut scratch = ring.list(&mut random, transform.scratch_len());
            transform.inverse_unscaled(&mut values, &mut scratch).unwrap();
            ring.check(&values, &scaled(ring, &f, order), &format!("truncated {n}, inverse"));
            assert!(transform.forward(&mut values[1..], &mut scratch).is_err());
            if let Some(short) = scratch.len().checked_sub(1) {
                assert!(transform.inverse_unscaled(&mut values, &mut scratch[..short]).is_err());
            }
        }
    }
    everywhere!(check);
    let domain = Domain::new(modular(257), 16).unwrap();
    for n in [0, 1, 8, 17, usize::MAX] {
        assert!(matches!(Truncated::new(&domain, n), Err(Error::Length { what: "truncated", .. })), "{n}");
    }
}

/// Every number of wanted values and of coefficients, at several nodes.
#[test]
fn truncation_at_every_node() {
    fn check<R: Case>(ring: &R) {
        let mut random = Random::new(4);
        for (order, len, index) in [(8, 8, 0), (16, 16, 0), (64, 16, 1), (64, 16, 3), (16, 4, 2), (4, 4, 0), (4, 2, 1)]
        {
            let Some(domain) = ring.domain(order) else { continue };
            let tree = ReductionTree::new(&domain).unwrap();
            let node = Node { len, index };
            for nonzero in 0..=len {
                let mut f = ring.list(&mut random, len);
                f[nonzero..].fill(ring.zero());
                let mut all = f.clone();
                tree.forward(node, &mut all).unwrap();
                for wanted in 0..=len {
                    let mut values = f[..nonzero].to_vec();
                    values.extend(ring.list(&mut random, len - nonzero));
                    tree.forward_truncated(node, &mut values, nonzero, wanted).unwrap();
                    let what = format!("{node:?} of {order}, {nonzero} to {wanted}");
                    ring.check(&values[..wanted], &all[..wanted], &what);
                }
                // The first values and a zero tail.
                let mut values = all[..nonzero].to_vec();
                values.extend(ring.list(&mut random, len - nonzero));
                tree.inverse_truncated_unscaled(node, &mut values, nonzero).unwrap();
                ring.check(&values, &scaled(ring, &f, len), &format!("{node:?} of {order}, {nonzero} back"));
            }
        }
    }
    everywhere!(check);
}

/// The inverse as printed, for every number of known values and an arbitrary tail.
#[test]
fn inverse_with_a_known_tail() {
    fn check<R: Case>(ring: &R) {
        let mut random = Random::new(5);
        for (order, len, index) in [(8, 8, 0), (16, 16, 0), (64, 64, 0), (64, 16, 2), (16, 4, 3), (4, 4, 0), (4, 1, 2)]
        {
            let Some(domain) = ring.domain(order) else { continue };
            let tree = ReductionTree::new(&domain).unwrap();
            let node = Node { len, index };
            for known in 0..=len {
                let f = ring.list(&mut random, len);
                let mut values = f.clone();
                tree.forward(node, &mut values).unwrap();
                values[known..].clone_from_slice(&f[known..]);
                let mut scratch = ring.list(&mut random, len);
                tree.inverse_truncated(node, &mut values, known, &mut scratch).unwrap();
                ring.check(&values, &f, &format!("{node:?} of {order}, {known} known"));
            }
        }
    }
    everywhere!(check);
}

/// Integers modulo 2^16, in which 2 has no inverse but -1 is a principal square root of 1 all the same.
#[test]
fn without_a_half() {
    #[derive(Clone)]
    struct Words;
    impl Module for Words {
        type Element = u16;
        fn zero(&self) -> u16 {
            0
        }
        fn add_assign(&self, a: &mut u16, b: &u16) {
            *a = a.wrapping_add(*b);
        }
        fn sub_assign(&self, a: &mut u16, b: &u16) {
            *a = a.wrapping_sub(*b);
        }
    }
    impl Ring for Words {
        fn name(&self) -> String {
            "the integers modulo 2^16".into()
        }
        fn one(&self) -> u16 {
            1
        }
        fn mul_assign(&self, a: &mut u16, b: &u16) {
            *a = a.wrapping_mul(*b);
        }
        fn is_zero(&self, a: &u16) -> bool {
            *a == 0
        }
        fn inverse(&self, a: &u16) -> Option<u16> {
            (a % 2 == 1).then(|| self.pow(a, (1 << 14) - 1))
        }
    }
    impl Action for Words {
        type Scalars = Self;
        type Twiddle = u16;
        fn scalars(&self) -> &Self {
            self
        }
        fn prepare(&self, scalar: &u16) -> u16 {
            *scalar
        }
        fn apply(&self, x: &mut u16, w: &u16) {
            self.mul_assign(x, w);
        }
    }
    impl Roots for Words {
        fn root(&self, n: usize) -> Result<u16> {
            match n {
                2 => Ok(u16::MAX),
                _ => Err(Error::NoRoot { ring: self.name(), order: n, possible: "2".into() }),
            }
        }
    }
    let domain = Domain::new(Words, 2).unwrap();
    let tree = ReductionTree::new(&domain).unwrap();
    let error = tree.inverse_truncated(tree.root(), &mut [1, 2], 1, &mut [0; 2]).unwrap_err();
    assert!(matches!(error, Error::NotInvertible { .. }) && error.to_string().contains("2 (needed"), "{error}");
    let mut values = [7, 9];
    tree.inverse_truncated_unscaled(tree.root(), &mut values, 1).unwrap();
    assert_eq!(values, [14, 0]);
}

/// `f g mod (x^n + 1)`.
fn negacyclic_product<R: Ring>(ring: &R, f: &[R::Element], g: &[R::Element]) -> Vec<R::Element> {
    let n = f.len();
    let mut h = vec![ring.zero(); n];
    for (i, a) in f.iter().enumerate() {
        for (j, b) in g.iter().enumerate() {
            let term = product(ring, a, b);
            match i + j < n {
                true => ring.add_assign(&mut h[i + j], &term),
                false => ring.sub_assign(&mut h[i + j - n], &term),
            }
        }
    }
    h
}

#[test]
fn negacyclic_values_and_products() {
    fn check<R: Case>(ring: &R) {
        let mut random = Random::new(6);
        for n in (0..7).map(|k| 1usize << k) {
            let Some(domain) = ring.domain(2 * n) else { continue };
            let transform = Negacyclic::new(&domain).unwrap();
            assert_eq!((transform.len(), transform.order()), (n, Order::BitReversed));
            assert_eq!((transform.scratch_len(), transform.inverse_scale()), (0, n));
            let (f, g) = (ring.list(&mut random, n), ring.list(&mut random, n));
            let (mut a, mut b) = (f.clone(), g.clone());
            transform.forward(&mut a, &mut []).unwrap();
            transform.forward(&mut b, &mut []).unwrap();
            let exponents: Vec<usize> = (0..n).map(|j| transform.exponent(j)).collect();
            let expected: Vec<usize> = (0..n).map(|j| 2 * bit_reverse(j, n.trailing_zeros()) + 1).collect();
            assert_eq!(exponents, expected);
            let truth: Vec<_> =
                exponents.iter().map(|&e| value(ring, &f, &ring.power(domain.root(), 2 * n, e))).collect();
            ring.check(&a, &truth, &format!("negacyclic {n}"));
            a.iter_mut().zip(&b).for_each(|(a, b)| ring.mul_assign(a, b));
            transform.inverse_unscaled(&mut a, &mut []).unwrap();
            let truth = scaled(ring, &negacyclic_product(ring, &f, &g), n);
            ring.check(&a, &truth, &format!("negacyclic product {n}"));
            assert!(transform.forward(&mut a[1..], &mut []).is_err());
        }
    }
    everywhere!(check);
    assert!(Negacyclic::new(&Domain::new(modular(17), 1).unwrap()).is_err());
    let error = Negacyclic::new(&Domain::new(modular(13), 12).unwrap()).err().unwrap();
    assert!(matches!(error, Error::Length { what: "negacyclic", len: 6, .. }));
}

#[test]
fn incomplete_remainders_and_products() {
    fn check<R: Case>(ring: &R) {
        let mut random = Random::new(7);
        for (order, block) in [(2, 1), (2, 2), (2, 4), (4, 1), (4, 2), (4, 8), (8, 2), (16, 2), (16, 4), (32, 2)] {
            let Some(domain) = ring.domain(order) else { continue };
            let transform = IncompleteNegacyclic::with_block(&domain, block).unwrap();
            let n = order / 2 * block;
            assert_eq!((transform.len(), transform.block(), transform.scratch_len()), (n, block, 0));
            assert_eq!(transform.inverse_scale(), n / block);
            let (f, g) = (ring.list(&mut random, n), ring.list(&mut random, n));
            let (mut a, mut b) = (f.clone(), g.clone());
            transform.forward(&mut a, &mut []).unwrap();
            transform.forward(&mut b, &mut []).unwrap();
            for (i, remainder) in a.chunks(block).enumerate() {
                // f mod (x^s - c): coefficient r is the polynomial of the coefficients r, r + s, ... at c.
                let c = ring.power(domain.root(), order, transform.exponent(i));
                let part = |r| f.iter().skip(r).step_by(block).cloned().collect::<Vec<_>>();
                let truth: Vec<_> = (0..block).map(|r| value(ring, &part(r), &c)).collect();
                ring.check(remainder, &truth, &format!("order {order}, block {block} number {i}"));
            }
            let mut scratch = ring.list(&mut random, block);
            transform.multiply(&mut a, &b, &mut scratch).unwrap();
            transform.inverse_unscaled(&mut a, &mut []).unwrap();
            let truth = scaled(ring, &negacyclic_product(ring, &f, &g), n / block);
            ring.check(&a, &truth, &format!("order {order}, block {block}, product"));
            assert!(transform.multiply(&mut a, &b[1..], &mut scratch).is_err());
            assert!(transform.multiply(&mut a, &b, &mut scratch[1..]).is_err());
        }
    }
    everywhere!(check);
    for (order, block) in [(1, 2), (12, 2), (4, 3), (4, 0), (4, 1 << 63)] {
        let domain = Domain::new(modular(13), order).unwrap();
        let error = IncompleteNegacyclic::with_block(&domain, block).err().unwrap();
        assert!(matches!(error, Error::Length { what: "incomplete negacyclic", .. }), "{order} {block}");
    }
}

/// The number theoretic transform of FIPS 203: `n = 256`, `q = 3329`, `zeta = 17`; its pair `i` is
/// `f mod (x^2 - zeta^(2 BitRev7(i) + 1))`, its loops those of algorithm 9.
#[test]
fn ml_kem() {
    const Q: u64 = 3329;
    let bit_rev_7 = |i: u64| (0..7).fold(0, |r, bit| r | (i >> bit & 1) << (6 - bit));
    let power = |e: u64| (0..e).fold(1, |p, _| p * 17 % Q);
    let algorithm_9 = |f: &[u64]| {
        let (mut f, mut i, mut len) = (f.to_vec(), 1, 128);
        while len >= 2 {
            for start in (0..256).step_by(2 * len) {
                let zeta = power(bit_rev_7(i));
                i += 1;
                for j in start..start + len {
                    let t = zeta * f[j + len] % Q;
                    f[j + len] = (f[j] + Q - t) % Q;
                    f[j] = (f[j] + t) % Q;
                }
            }
            len /= 2;
        }
        f
    };
    let ring = modular(Q);
    assert!(Domain::new(ring, 512).is_err());
    let domain = Domain::with_root(ring, 256, 17).unwrap();
    let transform = IncompleteNegacyclic::new(&domain).unwrap();
    assert_eq!((transform.len(), transform.inverse_scale()), (256, 128));

    // x is its own remainder modulo every factor; x^2 is the root of the factor; x^255 is -x^(-1).
    let monomial = |degree: usize| {
        let mut f = vec![0; 256];
        f[degree] = 1;
        f
    };
    let transformed = |f: &[u64]| {
        let mut f = f.to_vec();
        transform.forward(&mut f, &mut []).unwrap();
        f
    };
    assert!(transformed(&monomial(1)).chunks(2).all(|pair| pair == [0, 1]));
    let squares = transformed(&monomial(2));
    assert_eq!(squares[..8], [17, 0, Q - 17, 0, 2761, 0, Q - 2761, 0]);
    for (i, pair) in squares.chunks(2).enumerate() {
        assert_eq!(pair, [power(2 * bit_rev_7(i as u64) + 1), 0]);
        assert_eq!(transform.exponent(i) as u64, 2 * bit_rev_7(i as u64) + 1);
    }
    let mut random = Random::new(8);
    let [f, g] = [(); 2].map(|()| (0..256).map(|_| random.below(3329) as u64).collect::<Vec<_>>());
    assert_eq!(transformed(&f), algorithm_9(&f));

    let mut h = transformed(&monomial(255));
    transform.multiply(&mut h, &transformed(&monomial(1)), &mut [0; 2]).unwrap();
    assert!(h.chunks(2).all(|pair| pair == [Q - 1, 0]));
    let mut h = transformed(&f);
    transform.multiply(&mut h, &transformed(&g), &mut [0; 2]).unwrap();
    transform.inverse_unscaled(&mut h, &mut []).unwrap();
    // The scale of algorithm 10: 3303 = 128^(-1).
    let h: Vec<u64> = h.iter().map(|c| c * 3303 % Q).collect();
    assert_eq!(h, negacyclic_product(&ring, &f, &g));
}

fn ring_counts(tally: Tally) -> [u64; 2] {
    assert_eq!(tally.by_unit, 0);
    [tally.additions, tally.products()]
}

/// Table 13: `N = 64`; `n`, then additions and products forward, then additions, products and halvings of the inverse
/// as printed. A halving is a product by a constant, so the tally has products and halvings together.
const TABLE_13: [[u64; 6]; 10] = [
    [1, 0, 0, 121, 0, 0],
    [16, 64, 17, 144, 17, 64],
    [17, 81, 32, 170, 43, 66],
    [24, 112, 37, 176, 37, 104],
    [32, 160, 49, 224, 49, 160],
    [33, 193, 80, 282, 106, 162],
    [40, 224, 85, 288, 93, 200],
    [48, 272, 97, 320, 97, 256],
    [63, 381, 129, 384, 129, 372],
    [64, 384, 129, 384, 129, 384],
];

/// The inverse of a zero tail, at the same lengths: additions and products.
const ZERO_TAIL: [[u64; 2]; 10] =
    [[6, 0], [96, 17], [117, 32], [152, 37], [192, 49], [229, 80], [264, 85], [304, 97], [383, 129], [384, 129]];

#[test]
fn table_13() {
    let ring = Counting::new(modular(998_244_353));
    let tree = ReductionTree::new(&Domain::new(ring.clone(), 64).unwrap()).unwrap();
    for ([n, a, m, a_inverse, m_inverse, halvings], zero_tail) in TABLE_13.into_iter().zip(ZERO_TAIL) {
        let (mut values, mut scratch) = (vec![1; 64], vec![0; 64]);
        let part = n as usize;
        ring.take();
        tree.forward_truncated(tree.root(), &mut values, part, part).unwrap();
        assert_eq!(ring_counts(ring.take()), [a, m], "{n} forward");
        tree.inverse_truncated(tree.root(), &mut values, part, &mut scratch).unwrap();
        assert_eq!(ring_counts(ring.take()), [a_inverse, m_inverse + halvings], "{n} inverse as printed");
        tree.inverse_truncated_unscaled(tree.root(), &mut values, part).unwrap();
        assert_eq!(ring_counts(ring.take()), zero_tail, "{n} inverse of a zero tail");
        assert!(zero_tail[0] <= a_inverse && zero_tail[1] <= m_inverse, "{n}");
        assert!(n == 64 || zero_tail[0] < a_inverse, "{n}: strictly fewer");
    }
}

/// Table 16: `n`, additions, products; both directions.
#[test]
fn table_16() {
    const TABLE_16: [[u64; 3]; 6] =
        [[4, 8, 4], [8, 24, 12], [16, 64, 32], [64, 384, 192], [256, 2048, 1024], [1024, 10240, 5120]];
    let ring = Counting::new(modular(998_244_353));
    for [n, expected @ ..] in TABLE_16 {
        let transform = Negacyclic::new(&Domain::new(ring.clone(), 2 * n as usize).unwrap()).unwrap();
        let mut values = vec![1; n as usize];
        ring.take();
        transform.forward(&mut values, &mut []).unwrap();
        let forward = ring.take();
        transform.inverse_unscaled(&mut values, &mut []).unwrap();
        assert_eq!(forward, ring.take());
        assert_eq!(ring_counts(forward), expected, "{n}");
        assert_eq!((forward.by_fourth, forward.by_eighth), (n / 2, n / 2), "{n}");
    }
    // Over the complex numbers: 4 A/2 + 6 per product, the fourth roots free and the eighth roots at 4.
    let ring = Counting::new(complex());
    let transform = Negacyclic::new(&Domain::new(ring.clone(), 32).unwrap()).unwrap();
    transform.forward(&mut [Complex::new(0.0, 0.0); 16], &mut []).unwrap();
    let tally = ring.take();
    assert_eq!((tally.by_fourth, tally.by_eighth, tally.by_axis, tally.by_other), (8, 8, 0, 16));
    assert_eq!([tally.real_additions(), tally.real_products()], [2 * (64 + 24), 2 * 8 + 4 * 16]);
}

#[test]
fn counts_of_the_incomplete_transform() {
    let ring = Counting::new(modular(998_244_353));
    for (order, block) in [(2, 2), (4, 2), (16, 2), (256, 2), (16, 4), (64, 1)] {
        let transform = IncompleteNegacyclic::with_block(&Domain::new(ring.clone(), order).unwrap(), block).unwrap();
        let n = transform.len() as u64;
        let (levels, s) = (u64::from(order.trailing_zeros()) - 1, block as u64);
        let (mut values, other) = (vec![1; n as usize], vec![1; n as usize]);
        ring.take();
        transform.forward(&mut values, &mut []).unwrap();
        assert_eq!(ring_counts(ring.take()), [n * levels, n / 2 * levels]);
        transform.inverse_unscaled(&mut values, &mut []).unwrap();
        assert_eq!(ring_counts(ring.take()), [n * levels, n / 2 * levels]);
        transform.multiply(&mut values, &other, &mut vec![0; block]).unwrap();
        let tally = ring.take();
        // The one factor of order 2, x^s + 1, has no product by a root.
        let by_root = if order == 2 { 0 } else { n / s * (s - 1) };
        assert_eq!((tally.additions, tally.products(), tally.general), (n * (s - 1), by_root, n * s));
    }
}
