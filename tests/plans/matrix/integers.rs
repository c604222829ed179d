use super::Source;
use quickcheck::quickcheck;
use ringfft::{
    integer::{self, Engine, Multiplier, Signed},
    matrix::Integers,
    plan::Threads,
};

/// Adds `a b` to `sum`, row by row.
fn add_product(sum: &mut [u64], a: &[u64], b: &[u64]) {
    for (i, x) in a.iter().enumerate() {
        let mut carry = 0;
        let (low, high) = sum[i..].split_at_mut(b.len());
        for (sum, y) in low.iter_mut().zip(b) {
            let total = u128::from(*x) * u128::from(*y) + u128::from(*sum) + carry;
            (*sum, carry) = (total as u64, total >> 64);
        }
        for sum in high {
            let total = u128::from(*sum) + carry;
            (*sum, carry) = (total as u64, total >> 64);
        }
    }
}

fn trimmed(mut x: Vec<u64>) -> Vec<u64> {
    while x.last() == Some(&0) {
        x.pop();
    }
    x
}

fn difference(a: Vec<u64>, b: &[u64]) -> Signed {
    let below = a.iter().rev().lt(b.iter().rev());
    let (large, small) = if below { (b, &a[..]) } else { (&a[..], b) };
    let mut borrow = false;
    let limbs = large.iter().zip(small).map(|(x, y)| {
        let (first, one) = x.overflowing_sub(*y);
        let (second, other) = first.overflowing_sub(u64::from(borrow));
        borrow = one | other;
        second
    });
    Signed { negative: below, limbs: trimmed(limbs.collect()) }
}

/// The product by its definition.
fn definition([rows, inner, columns]: [usize; 3], a: &[Signed], b: &[Signed]) -> Vec<Signed> {
    let longest = |list: &[Signed]| list.iter().map(|x| x.limbs.len()).max().unwrap_or(0);
    let room = longest(a) + longest(b) + 2;
    let mut out = Vec::new();
    for i in 0..rows {
        for j in 0..columns {
            let mut sums = [vec![0; room], vec![0; room]];
            for t in 0..inner {
                let (x, y) = (&a[i * inner + t], &b[t * columns + j]);
                add_product(&mut sums[usize::from(x.negative != y.negative)], &x.limbs, &y.limbs);
            }
            let [positive, negative] = sums;
            out.push(difference(positive, &negative));
        }
    }
    out
}

/// Entries of up to `limbs` limbs: random and extreme ones, zeros, and leading zeros.
fn entries(source: &mut Source, count: usize, limbs: usize, kind: u64) -> Vec<Signed> {
    (0..count)
        .map(|_| {
            let len = if kind == 3 { source.below(limbs as u64 + 1) as usize } else { limbs };
            let mut list: Vec<u64> = (0..len).map(|_| source.word()).collect();
            match (kind, source.below(5)) {
                (0, _) | (1, 0) => list.fill(u64::MAX),
                (1, 1) => list.fill(0),
                (1, 2) => list[len / 2..].fill(0),
                (1, 3) => list[..len / 2].fill(0),
                _ => {}
            }
            Signed { negative: kind > 1 && source.below(2) == 0 || kind == 0 && limbs % 2 == 1, limbs: list }
        })
        .collect()
}

fn check(shape: [usize; 3], limbs: [usize; 2], kinds: [u64; 2], threads: usize) {
    let [rows, inner, columns] = shape;
    let mut source = Source((rows * inner * columns + limbs[0] * 7 + limbs[1]) as u64);
    let a = entries(&mut source, rows * inner, limbs[0], kinds[0]);
    let b = entries(&mut source, inner * columns, limbs[1], kinds[1]);
    let expected = definition(shape, &a, &b);
    let (a, b) = (Integers::new(rows, inner, a).unwrap(), Integers::new(inner, columns, b).unwrap());
    let product = a.multiply_on(&b, Threads::AtMost(threads)).unwrap();
    assert_eq!((product.rows(), product.columns()), (rows, columns));
    assert!(product.entries() == expected, "{shape:?}, {limbs:?} limbs, {kinds:?}, {threads} threads");
    assert!(product.into_entries().iter().all(|x| x.limbs.last() != Some(&0) && !(x.limbs.is_empty() && x.negative)));
}

/// Lengths on both sides of every change of ways and of the length of transforms.
#[test]
fn products_equal_the_definition_at_every_length() {
    for limbs in [0, 1, 2, 7, 11, 12, 13, 31, 32, 33, 50, 64, 65, 80, 81, 96, 97, 128, 129, 160, 161, 193] {
        for kinds in [[0, 0], [1, 2], [2, 2], [3, 1]] {
            check([2, 3, 2], [limbs, limbs], kinds, 1 + limbs % 2);
        }
        check([1, 2, 1], [limbs, 3 * limbs + 1], [2, 3], 1);
    }
}

/// One off the panels and the terms that are summed at once.
#[test]
fn products_equal_the_definition_for_every_shape() {
    for rows in [1, 3, 4, 5, 9] {
        for columns in [1, 2, 3, 5] {
            for inner in [1, 2, 6] {
                check([rows, inner, columns], [20, 33], [2, 2], rows % 3 + 1);
            }
        }
    }
    for inner in [127, 128, 129, 257, 400] {
        check([2, inner, 3], [14, 13], [0, 0], 1);
        check([5, inner, 1], [13, 14], [1, 2], 2);
    }
}

#[test]
fn sums_cancel() {
    for limbs in [1, 5, 40, 200] {
        let x = Signed { negative: false, limbs: vec![u64::MAX; limbs] };
        let negative = Signed { negative: true, ..x.clone() };
        let row = Integers::new(1, 2, vec![x.clone(), negative.clone()]).unwrap();
        let column = Integers::new(2, 1, vec![x.clone(), x]).unwrap();
        assert_eq!(row.multiply(&column).unwrap().entries(), [Signed::default()]);
        assert!(column.multiply(&row).unwrap().entries()[1].negative);
    }
}

#[test]
fn sums_of_products_equal_the_definition() {
    for (count, limbs) in [(0, 1), (1, 0), (1, 1), (2, 5), (3, 99), (3, 100), (5, 101), (4, 160), (7, 161), (300, 103)]
    {
        for kind in [0, 1, 3] {
            let mut source = Source(count as u64 + 100 * limbs as u64);
            let a = entries(&mut source, count, limbs, kind);
            let b = entries(&mut source, count, limbs + limbs / 3, kind);
            let pairs: Vec<(&[u64], &[u64])> = a.iter().zip(&b).map(|(a, b)| (&a.limbs[..], &b.limbs[..])).collect();
            let mut expected = vec![0; 3 * limbs + 2];
            pairs.iter().for_each(|(a, b)| add_product(&mut expected, a, b));
            let expected = trimmed(expected);
            assert!(integer::inner_product(&pairs).unwrap() == expected, "{count}, {limbs}, {kind}");
            for &engine in Engine::ALL {
                for threads in [1, 2] {
                    let multiplier = Multiplier::new().engine(engine).threads(Threads::AtMost(threads));
                    assert!(
                        multiplier.inner_product(&pairs).unwrap() == expected,
                        "{engine}: {count}, {limbs}, {kind}"
                    );
                }
            }
        }
    }
    let x = vec![u64::MAX; 150];
    let square = integer::multiply(&x, &x).unwrap();
    assert_eq!(integer::inner_product(&[(&x, &x)]).unwrap(), square);
}

quickcheck! {
    fn random_matrices(seed: u64) -> bool {
        let mut source = Source(seed);
        let mut shape = [0; 3];
        shape.iter_mut().for_each(|n| *n = 1 + source.below(7) as usize);
        let limbs = [source.below(90) as usize, source.below(90) as usize];
        let kinds = [source.below(4), source.below(4)];
        check(shape, limbs, kinds, 1 + source.below(3) as usize);
        true
    }
}

#[test]
fn words_with_signs() {
    assert_eq!(Signed::from(0), Signed::default());
    assert_eq!(Signed::from(i64::MIN), Signed { negative: true, limbs: vec![1 << 63] });
    assert_eq!(Signed::from(7), Signed { negative: false, limbs: vec![7] });
    let zero = Signed { negative: true, limbs: vec![0; 30] };
    let matrix = Integers::new(1, 1, vec![zero]).unwrap();
    assert_eq!(matrix.multiply(&matrix).unwrap().into_entries(), [Signed::default()]);
}

#[cfg(feature = "num-bigint")]
#[test]
fn integers_of_num_bigint() {
    use num_bigint::BigInt;
    let numbers: Vec<BigInt> = (0..8).map(|k| BigInt::from(7 * (k % 3) - 5).pow(40 * k as u32)).collect();
    let matrix = |list: &[BigInt]| Integers::new(2, 2, list.iter().map(Signed::from).collect()).unwrap();
    let product = matrix(&numbers[..4]).multiply(&matrix(&numbers[4..])).unwrap();
    let product: Vec<BigInt> = product.into_entries().into_iter().map(BigInt::from).collect();
    let [a, b, c, d, e, f, g, h] = &numbers[..] else { panic!() };
    assert_eq!(product, [a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h]);
    assert_eq!(BigInt::from(Signed { negative: true, limbs: vec![0, 0] }), BigInt::ZERO);
    assert_eq!(Signed::from(&BigInt::ZERO), Signed::default());
}
