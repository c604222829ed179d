//! The pages on products: their worked examples and counts, recomputed.

use ringfft::{
    Result,
    algebra::{Module, Ring},
    conv::{self, Convolve},
    integer,
    plan::Plan,
    rings::Modular,
};
use std::{
    fs,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

const A: [u64; 4] = [3, 1, 4, 1];
const B: [u64; 4] = [5, 9, 2, 6];

fn page(name: &str) -> String {
    fs::read_to_string(format!("{}/../papers/{name}.md", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

fn line(numbers: &[u64]) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn worked_examples() -> Result<()> {
    let text = page("convolution");
    let printed = |what: &str| assert!(text.contains(what), "papers/convolution.md lacks {what}");
    let mut residues = Vec::new();
    for p in [17, 41] {
        let ring = Modular::new(p)?;
        let plan = Plan::over(ring, 8)?;
        let values = |x: &[u64]| -> Result<Vec<u64>> {
            let mut x = [x, &[0; 4]].concat();
            plan.forward(&mut x)?;
            Ok(x)
        };
        let (a, b) = (values(&A)?, values(&B)?);
        let products: Vec<u64> = a.iter().zip(&b).map(|(x, y)| x * y % p).collect();
        let mut c = products.clone();
        plan.inverse(&mut c)?;
        let row = [&a, &b, &products, &c].map(|x| line(x)).join(" | ");
        printed(&format!("| {p} | {} | {row} |", plan.root()));
        assert_eq!(c[..7], conv::linear(&ring, &A, &B)?);
        residues.push(c);
    }
    let digits: Vec<u64> = (0..7).map(|k| 29 * (41 + residues[1][k] - residues[0][k]) % 41).collect();
    let coefficients: Vec<u64> = (0..7).map(|k| residues[0][k] + 17 * digits[k]).collect();
    printed(&line(&digits));
    printed(&line(&coefficients));
    assert!(coefficients.iter().all(|&c| c <= 324));
    assert_eq!(coefficients, conv::linear(&Modular::new(1009)?, &A, &B)?);

    let text = page("integer_product");
    let product = integer::multiply(&[1413], &[6295])?;
    let digits: Vec<u64> = integer::to_decimal(&product)?.bytes().rev().map(|digit| u64::from(digit - b'0')).collect();
    for what in [line(&A), line(&B), line(&coefficients), line(&digits), product[0].to_string()] {
        assert!(text.contains(&what), "papers/integer_product.md lacks {what}");
    }
    // Numbers of one bit and four more, rounded towards zero.
    let (a, b, top, one) = (13, 11, 256, 16);
    let rounded = (top + a * b) / 16 * 16;
    let (high, sum) = ((rounded - top) / 16, a * b + one - (rounded - top));
    for what in [
        format!("`256 + 143 = {}` is rounded to `{rounded} = 256 + {high} 16`", top + a * b),
        format!("`143 + (16 - {}) = {sum} = 16 + {}`", high * 16, sum - one),
        format!("`143 = {high} 16 + {}`", a * b % 16),
    ] {
        assert!(text.contains(&what), "papers/integer_product.md lacks {what}");
    }
    Ok(())
}

/// The integers modulo 65, which count their products.
#[derive(Clone)]
struct Counting(Modular, Arc<AtomicU64>);

impl Module for Counting {
    type Element = u64;

    fn zero(&self) -> u64 {
        0
    }

    fn add_assign(&self, a: &mut u64, b: &u64) {
        self.0.add_assign(a, b);
    }

    fn sub_assign(&self, a: &mut u64, b: &u64) {
        self.0.sub_assign(a, b);
    }
}

impl Ring for Counting {
    fn name(&self) -> String {
        "the integers modulo 65, counted".into()
    }

    fn one(&self) -> u64 {
        1
    }

    fn mul_assign(&self, a: &mut u64, b: &u64) {
        self.1.fetch_add(1, Relaxed);
        self.0.mul_assign(a, b);
    }

    fn is_zero(&self, a: &u64) -> bool {
        *a == 0
    }

    fn inverse(&self, a: &u64) -> Option<u64> {
        self.0.inverse(a)
    }
}

impl Convolve for Counting {}

#[test]
fn products_of_a_ring_of_which_nothing_is_known() -> Result<()> {
    let ring = Counting(Modular::new(65)?, Arc::default());
    let count = |m: usize, n: usize| -> Result<u64> {
        ring.1.store(0, Relaxed);
        conv::linear(&ring, &vec![3; m], &vec![5; n])?;
        Ok(ring.1.load(Relaxed))
    };
    assert_eq!((count(7, 19)?, count(23, 23)?, count(1, 1000)?), (7 * 19, 23 * 23, 1000));
    for k in 0..5 {
        assert_eq!(count(24 << k, 24 << k)?, 432 * 3u64.pow(k));
    }
    let text = page("convolution");
    assert!(text.contains("432 products at") && text.contains("`432 x 3^k` at `24 x 2^k`"));
    Ok(())
}

/// Quotients in limbs: all columns, and those from `B` up alone.
#[test]
fn products_by_known_factors() {
    let (b, p, w, x) = (1000u64, 97u64, 35u64, 734u64);
    let quotient = w * b / p;
    let digits = |x: u64| [x % 10, x / 10 % 10, x / 100];
    let mut upper = 0;
    for (i, a) in digits(x).into_iter().enumerate() {
        for (j, c) in digits(quotient).into_iter().enumerate() {
            let place = |k: usize| if k < 3 { 0 } else { 10u64.pow(k as u32 - 3) };
            upper += a * c % 10 * place(i + j) + a * c / 10 * place(i + j + 1);
        }
    }
    let rest = |q: u64| x * w - q * p;
    let q = x * quotient / b;
    assert_eq!((rest(q), upper), (x * w % p, q - 1));
    let text = page("wide");
    for what in [
        format!("`w' = {quotient}`"),
        format!("is {}, so `q = {q}` and `r = {} - {q} {p} = {}`", x * quotient, x * w, rest(q)),
        format!("`r = {} - {upper} {p} = {} = {} + p`", x * w, rest(upper), rest(q)),
    ] {
        assert!(text.contains(&what), "papers/wide.md lacks {what}");
    }
}

/// `papers/integer_product.md`: the square of 100 modulo 127 by four digits with weights, modulo 73.
#[test]
fn weighed_digits() {
    const P: u64 = 73;
    let power = |w: u64, k: usize| (0..k).fold(1, |x, _| x * w % P);
    assert_eq!(power(55, 4), 2);
    let starts = [0, 1, 2, 3, 4].map(|i: u64| (7 * i).div_ceil(4));
    assert_eq!(starts, [0, 2, 4, 6, 7]);
    let weights = [0, 1, 2, 3].map(|i| power(55, (4 * starts[i] - 7 * i as u64) as usize));
    assert_eq!(weights, [1, 55, 32, 8]);
    let digits = [0, 1, 2, 3].map(|i| 100 >> starts[i] & ((1 << (starts[i + 1] - starts[i])) - 1));
    assert_eq!(digits, [0, 1, 2, 1]);
    let weighed = [0, 1, 2, 3].map(|i: usize| digits[i] * weights[i] % P);
    assert_eq!(weighed, [0, 55, 64, 8]);
    let square = [0, 1, 2, 3].map(|k: usize| (0..4).map(|i| weighed[i] * weighed[(4 + k - i) % 4]).sum::<u64>() % P);
    assert_eq!(square, [12, 2, 23, 32]);
    let coefficients = [0, 1, 2, 3].map(|k: usize| square[k] * power(weights[k], P as usize - 2) % P);
    assert_eq!(coefficients, [12, 8, 3, 4]);
    let value: u64 = (0..4).map(|k| coefficients[k] << starts[k]).sum();
    assert_eq!((value, value % 127), (348, 100 * 100 % 127));
}
