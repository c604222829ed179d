//! The pages on sources: their worked examples, and each correction with the printed form beside it, failing.

use num_complex::Complex;
use ringfft::{
    arith::{inverse_mod, pow_mod},
    plan::{Algorithm, Plan, Scale},
    rings::{ComplexRing, Modular},
};
use std::{f64::consts::PI, fs};

pub(super) const P: u64 = 17;
pub(super) const W: u64 = 9;
pub(super) const X: [u64; 8] = [3, 1, 4, 1, 5, 9, 2, 6];
pub(super) const INVERSE: u64 = 2; // of w

fn page(name: &str) -> String {
    fs::read_to_string(format!("{}/../papers/source_{name}.md", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// Requires that the page contains the numbers, in this order.
pub(super) fn printed(name: &str, numbers: &[u64]) {
    let text = numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
    assert!(page(name).contains(&text), "papers/source_{name}.md does not contain {text}");
}

/// Returns the values modulo 17 of the polynomial `x`.
pub(super) fn values(x: &[u64]) -> Vec<u64> {
    let mut values = x.to_vec();
    Plan::over(Modular::new(P).unwrap(), x.len()).unwrap().forward(&mut values).unwrap();
    values
}

/// Returns `x` times `factor` modulo 17.
pub(super) fn scaled(x: &[u64], factor: u64) -> Vec<u64> {
    x.iter().map(|x| x * factor % P).collect()
}

/// The slide's inverse, as a recursion with what differs between its readings.
struct Slide {
    /// Whether the first output line says `y_k`; printed, both lines say `y_(k + n/2)`.
    first_line: bool,
    /// Whether the recursion calls the inverse; printed, it calls the forward transform.
    recursion: bool,
    /// What each level divides by, for a level of length `n`; printed, `n`.
    divisor: fn(u64) -> u64,
}

impl Slide {
    fn run(&self, root: u64, a: &[u64]) -> Vec<u64> {
        let n = a.len();
        if n == 1 {
            return a.to_vec();
        }
        let part = |start: usize| a.iter().skip(start).step_by(2).copied().collect::<Vec<u64>>();
        let half = |x: &[u64]| {
            if self.recursion {
                self.run(root * root % P, x)
            } else {
                // The forward transform of half the length, with its own root.
                let w = inverse_mod(root * root % P, P).unwrap();
                (0..x.len() as u64).map(|k| x.iter().rev().fold(0, |v, &c| (v * pow_mod(w, k, P) + c) % P)).collect()
            }
        };
        let (even, odd) = (half(&part(0)), half(&part(1)));
        let factor = inverse_mod((self.divisor)(n as u64), P).unwrap();
        let mut y = vec![0; n];
        for k in 0..n / 2 {
            let product = pow_mod(root, k as u64, P) * odd[k] % P;
            y[if self.first_line { k } else { k + n / 2 }] = (even[k] + product) * factor % P;
            y[k + n / 2] = (even[k] + P - product) * factor % P;
        }
        y
    }
}

#[test]
fn wayne_inverse() {
    let by_n: fn(u64) -> u64 = |n| n;
    let by_two: fn(u64) -> u64 = |_| 2;
    let run = |first_line, recursion, divisor| Slide { first_line, recursion, divisor }.run(INVERSE, &values(&X));
    // Each of the three slips alone is enough to fail.
    assert_ne!(run(false, false, by_n), X, "as printed");
    assert_ne!(run(false, true, by_two), X);
    assert_ne!(run(true, false, by_two), X);
    assert_ne!(run(true, true, by_n), X);
    assert_eq!(run(true, true, by_two), X);
    assert_eq!(run(true, true, |_| 1), scaled(&X, 8), "and one division by n at the end");
    // Dividing by n at every level divides n f by n (n/2) ... 2 = 2^(k (k + 1)/2), k = 3.
    let too_small = scaled(&X, 8 * inverse_mod(1 << 6, P).unwrap() % P);
    assert_eq!(run(true, true, by_n), too_small);
    for numbers in [&run(false, false, by_n), &run(true, false, by_two), &too_small, &values(&X)] {
        printed("wayne", numbers);
    }
}

/// The slides' products: evaluate, multiply, interpolate.
#[test]
fn wayne_product() {
    let (a, b) = ([3, 1, 4, 1, 0, 0, 0, 0], [5, 9, 2, 6, 0, 0, 0, 0]);
    let products: Vec<u64> = values(&a).iter().zip(values(&b)).map(|(x, y)| x * y % P).collect();
    let mut c = products.clone();
    Plan::over(Modular::new(P).unwrap(), 8).unwrap().inverse(&mut c).unwrap();
    let mut direct = [0; 8];
    (0..8).for_each(|i| (0..8 - i).for_each(|j| direct[i + j] = (direct[i + j] + a[i] * b[j]) % P));
    assert_eq!(c, direct);
    printed("wayne", &products);
    printed("wayne", &c);
}

type Values = Vec<Complex<f64>>;

fn complex_values(x: &[Complex<f64>], sign: f64) -> Values {
    let n = x.len();
    let unit = |e: usize| Complex::from_polar(1.0, sign * 2.0 * PI * (e % n) as f64 / n as f64);
    (0..n).map(|k| (0..n).map(|j| x[j] * unit(j * k)).sum()).collect()
}

fn near(a: &[Complex<f64>], b: &[Complex<f64>]) -> bool {
    a.iter().zip(b).all(|(a, b)| (a - b).norm_sqr() < 1e-20)
}

/// Section 1.7. With `C` and `S` the real sums of cosines and sines, `F[a] = C[a_S] + i s S[a_A]`; so `i b` gives
/// `i C[b_S] - s S[b_A]`. The source has `+ s` there, against linearity, and then (1.70) does not follow from (1.69).
#[test]
fn fxtbook_signs() {
    let a: Vec<f64> = X.iter().map(|&x| x as f64).collect();
    let b: Vec<f64> = [2.0, 7.0, 1.0, 8.0, 2.0, 8.0, 1.0, 8.0].to_vec();
    let zip = |re: &[f64], im: &[f64]| re.iter().zip(im).map(|(&re, &im)| Complex::new(re, im)).collect::<Values>();
    let sums = |x: &[f64], wave: fn(f64) -> f64| -> Vec<f64> {
        let term = |k: usize, j: usize| x[j] * wave(2.0 * PI * ((j * k) % 8) as f64 / 8.0);
        (0..8).map(|k| (0..8).map(|j| term(k, j)).sum()).collect()
    };
    // Sums of cosines see the symmetric part only, sums of sines the antisymmetric one.
    let (ca, sa, cb, sb) = (sums(&a, f64::cos), sums(&a, f64::sin), sums(&b, f64::cos), sums(&b, f64::sin));
    for sign in [1.0, -1.0] {
        let forward = complex_values(&zip(&a, &b), sign);
        let formula = |slip: f64| -> Values {
            (0..8).map(|k| Complex::new(ca[k] - slip * sign * sb[k], cb[k] + sign * sa[k])).collect()
        };
        assert!(near(&forward, &formula(1.0)));
        assert!(!near(&forward, &formula(-1.0)), "as printed in (1.67) and (1.68)");
        // The rule itself: parts exchanged before and after.
        let exchange = |x: &Values| x.iter().map(|z| Complex::new(z.im, z.re)).collect::<Values>();
        assert!(near(&exchange(&complex_values(&zip(&b, &a), sign)), &complex_values(&zip(&a, &b), -sign)));
        // From the printed form of (1.69), exchanged, comes the printed forward map (1.68) again, not (1.70).
        let printed_swap: Values = (0..8).map(|k| Complex::new(ca[k] + sign * sb[k], cb[k] + sign * sa[k])).collect();
        assert!(near(&printed_swap, &formula(-1.0)));
        assert!(!near(&printed_swap, &complex_values(&zip(&a, &b), -sign)));
        // Real input: negated imaginary parts of the values are those with the other sign.
        let negated: Values = complex_values(&zip(&a, &[0.0; 8]), sign).iter().map(Complex::conj).collect();
        assert!(near(&negated, &complex_values(&zip(&a, &[0.0; 8]), -sign)));
    }
}

/// The reordering is `k -> -k`; `k -> k^-1`, as printed, is no permutation of the indices modulo 8.
#[test]
fn fxtbook_reversal() {
    let twice = values(&values(&X));
    let reversed: Vec<u64> = (0..8).map(|k| twice[(8 - k) % 8]).collect();
    assert_eq!(reversed, scaled(&X, 8));
    printed("fxtbook_1_7", &twice);
    printed("fxtbook_1_7", &reversed);
    let invertible: Vec<u64> = (0..8).filter(|&k| inverse_mod(k, 8).is_some()).collect();
    assert_eq!(invertible, [1, 3, 5, 7]);
    assert!(invertible.iter().all(|&k| inverse_mod(k, 8) == Some(k)), "and where it exists it moves nothing");
}

/// The ramp through the transform and back, which the article prints.
#[test]
fn lyon_round_trip() {
    let ramp: Vec<u64> = (0..8).collect();
    let forward = values(&ramp);
    // X_0 = n (n - 1)/2, X_k = n/(w^k - 1).
    let closed = |k: u64| 8 * inverse_mod(pow_mod(W, k, P) + P - 1, P).unwrap() % P;
    assert_eq!(forward, [28 % P].into_iter().chain((1..8).map(closed)).collect::<Vec<_>>());
    printed("lyon", &ramp);
    printed("lyon", &forward);
    for algorithm in Algorithm::ALL.iter().copied().filter(|algorithm| algorithm.exists_for(8)) {
        let Ok(plan) = Plan::builder(ComplexRing::<f64>::default(), 8).algorithm(algorithm).build() else { continue };
        if plan.order() != ringfft::order::Order::Natural {
            continue;
        }
        let signal: Values = (0..8).map(|j| Complex::new(f64::from(j), 0.0)).collect();
        let mut copy = signal.clone();
        plan.forward(&mut copy).unwrap();
        plan.inverse(&mut copy).unwrap();
        assert!(near(&copy, &signal), "{algorithm}");
    }
}

/// Equation (6), step by step: all entries at once, indices modulo `N`. Forward scaled by `1/N`, as equation (1).
#[test]
fn moreland_angel_steps() {
    let mut a = X.to_vec();
    for i in 1..=3 {
        let parts = 8 >> i;
        let root = pow_mod(W, parts as u64, P); // of order 2^i
        a = (0..8)
            .map(|n| {
                let (u, even) = (n / parts, n + n / parts * parts);
                (a[even % 8] + pow_mod(root, u as u64, P) * a[(even + parts) % 8]) % P
            })
            .collect();
        printed("moreland_angel", &a);
    }
    assert_eq!(a, values(&X));
    let plan = Plan::builder(Modular::new(P).unwrap(), 8).scale(Scale::FORWARD).build().unwrap();
    let mut x = X.to_vec();
    plan.forward(&mut x).unwrap();
    assert_eq!(scaled(&x, 8), a);
    plan.inverse(&mut x).unwrap();
    assert_eq!(x, X);
}

/// One pass of figure 2 of the article, radix 2, for every column `j` of `batches` transforms; `base` is the part of
/// `j` that is not the column.
fn pass(data: &[u64], n: usize, done: usize, split: fn(usize, usize) -> (usize, usize)) -> Vec<u64> {
    let expand = |index: usize| index / done * done * 2 + index % done;
    let mut out = vec![0; data.len()];
    for j in (0..data.len()).filter(|j| j % n < n / 2) {
        let (base, column) = split(j, n);
        let root = pow_mod(W, (8 / (done * 2)) as u64, P);
        let twiddle = pow_mod(root, (column % done) as u64, P);
        let (v0, v1) = (data[j], data[j + n / 2] * twiddle % P);
        let to = base + expand(column);
        if to + done < out.len() {
            (out[to], out[to + done]) = ((v0 + v1) % P, (v0 + P - v1) % P);
        }
    }
    out
}

/// The kernel passes `j = b N + t` whole, and `expand` then sends transform `b` to the place of `2b`.
#[test]
fn govindaraju_batches() {
    let batch = [X, [2, 7, 1, 8, 2, 8, 1, 8]].concat();
    let expected = [values(&batch[..8]), values(&batch[8..])].concat();
    let run = |split: fn(usize, usize) -> (usize, usize)| {
        [1, 2, 4].iter().fold(batch.clone(), |data, &done| pass(&data, 8, done, split))
    };
    assert_eq!(run(|j, n| (j / n * n, j % n)), expected);
    assert_ne!(run(|j, _| (0, j)), expected, "as printed");
    printed("govindaraju", &expected[..8]);
}

/// Section IV.C: columns of a row-major `N_a` by `N_b` array have length `N_a`. The text exchanges the counts.
#[test]
fn govindaraju_four_steps() {
    let direct = |x: &[u64], w: u64| -> Vec<u64> {
        (0..x.len() as u64).map(|k| x.iter().rev().fold(0, |v, &c| (v * pow_mod(w, k, P) + c) % P)).collect()
    };
    // `count` transforms of length `8/count` in step 1, taken from columns; then twiddles, rows, transposition.
    let four_steps = |rows: usize, columns_len: usize| -> Vec<u64> {
        let columns = 8 / rows;
        let mut a = X.to_vec();
        for group in 0..8 / columns_len {
            let indices: Vec<usize> = (0..columns_len).map(|i| (group + i * columns) % 8).collect();
            let column: Vec<u64> = indices.iter().map(|&i| a[i]).collect();
            let w = pow_mod(W, (8 / columns_len) as u64, P);
            indices.iter().zip(direct(&column, w)).for_each(|(&i, value)| a[i] = value);
        }
        for (index, x) in a.iter_mut().enumerate() {
            *x = *x * pow_mod(W, (index / columns * (index % columns)) as u64, P) % P;
        }
        let rows_len = 8 / columns_len;
        let w = pow_mod(W, columns_len as u64, P);
        let a: Vec<u64> = a.chunks(rows_len).flat_map(|row| direct(row, w)).collect();
        (0..8).map(|k| a[k % rows * columns + k / rows]).collect()
    };
    assert_eq!(four_steps(2, 2), values(&X), "2 rows: columns of length 2");
    assert_eq!(four_steps(4, 4), values(&X));
    assert_ne!(four_steps(2, 4), values(&X), "as printed: columns of length N_b");
    assert_ne!(four_steps(4, 2), values(&X));
}

/// `e^(pi i j^2/N)` by exact `j^2 mod 2N`, and by a fraction in 32 bits, which has lost it at `N = 2^20`.
#[test]
fn govindaraju_chirp() {
    let n = 1_000_003u64;
    let (mut plain, mut repaired) = (0f64, 0f64);
    for j in (1..n).step_by(7919) {
        let exact = (j * j % (2 * n)) as f64 / (2 * n) as f64;
        let distance = |fraction: f64| (fraction - exact).abs().min(1.0 - (fraction - exact).abs());
        let single = (j as f32) * (j as f32) / (2 * n) as f32;
        plain = plain.max(distance(single.fract().into()));
        // The article's formula in halves of 32 bits; |f| is the floor.
        let (square, whole) = (j * j, 2 * n * single.floor() as u64);
        let halves = |x: u64| ((x >> 32) as i64, (x & 0xffff_ffff) as i64);
        let ((ah, al), (bh, bl)) = (halves(square), halves(whole));
        let modulus = 2 * n as i64;
        let high = ((ah - bh) * ((1i64 << 32) % modulus)) as f64 / modulus as f64;
        let low = (al - bl).rem_euclid(modulus) as f64 / modulus as f64;
        repaired = repaired.max(distance((high - high.floor() + low).fract()));
    }
    assert!(plain > 0.01 && repaired < 1e-12, "{plain} {repaired}");
}

/// The radix-4 kernel's twiddles: `alpha = -pi k/(2p)`, so that the root has order `4p`, not `2p` as the text says;
/// and its transform of length 4 leaves the values 0, 2, 1, 3.
#[test]
fn bainville_radix_4() {
    let dft4 = |[a, b, c, d]: [u64; 4], root: u64| {
        let (a, c) = ((a + c) % P, (a + P - c) % P);
        let (b, d) = ((b + d) % P, (b + P - d) * root % P);
        [(a + b) % P, (a + P - b) % P, (c + d) % P, (c + P - d) % P]
    };
    const W16: u64 = 3; // of order 16
    let x: Vec<u64> = X.into_iter().chain([2, 7, 1, 8, 2, 8, 1, 8]).collect();
    let run = |order: fn(u64) -> u64, places: [usize; 4]| {
        let mut x = x.clone();
        for p in [1u64, 4] {
            let mut y = vec![0; 16];
            for i in 0..4usize {
                let k = i as u64 & (p - 1);
                let j = (i - k as usize) * 4 + k as usize;
                let root = pow_mod(W16, 16 / order(p), P);
                let u = [0, 1, 2, 3].map(|r| x[i + 4 * r] * pow_mod(root, k * r as u64, P) % P);
                let u = dft4(u, pow_mod(W16, 4, P));
                places.iter().enumerate().for_each(|(q, &from)| y[j + q * p as usize] = u[from]);
            }
            x = y;
        }
        x
    };
    let plan = Plan::over(Modular::new(P).unwrap(), 16).unwrap();
    let mut expected = x.clone();
    plan.forward(&mut expected).unwrap();
    assert_eq!(run(|p| 4 * p, [0, 2, 1, 3]), expected, "the code");
    assert_ne!(run(|p| 2 * p, [0, 2, 1, 3]), expected, "the order of the root as the text has it");
    assert_ne!(run(|p| 4 * p, [0, 1, 2, 3]), expected);
    printed("bainville", &expected);
}

/// Bluestein over a padded length `M`: the kernel's wrapped part is `c_(M-n)`, where the note prints `c_n`. Modulo 7,
/// `N = 3`, `M = 5`; with `2N` dividing `M` the two agree.
#[test]
fn rocfft_padding() {
    const Q: u64 = 7;
    const PSI: u64 = 3;
    let (n, m, x) = (3usize, 5usize, [3u64, 1, 4]);
    let chirp = |k: usize| pow_mod(inverse_mod(PSI, Q).unwrap(), (k * k) as u64, Q);
    let unchirp = |k: usize| pow_mod(PSI, (k * k) as u64, Q);
    let run = |wrapped: &dyn Fn(usize) -> usize| -> Vec<u64> {
        let kernel: Vec<u64> = (0..m).map(|i| chirp(if i < n { i } else { wrapped(i) })).collect();
        let a: Vec<u64> = (0..n).map(|i| x[i] * unchirp(i) % Q).collect();
        (0..n).map(|k| (0..n).map(|i| a[i] * kernel[(m + k - i) % m]).sum::<u64>() * unchirp(k) % Q).collect()
    };
    let w = PSI * PSI % Q;
    let expected: Vec<u64> =
        (0..n as u64).map(|k| x.iter().rev().fold(0, |v, &c| (v * pow_mod(w, k, Q) + c) % Q)).collect();
    assert_eq!(run(&|i| m - i), expected);
    assert_ne!(run(&|i| i), expected, "as printed");
    printed("rocfft", &expected);
    for (m, agrees) in [(8i32, true), (12, true), (9, false)] {
        assert_eq!((1..4).all(|j| (m - j).pow(2) % 8 == j * j % 8), agrees, "N = 4, M = {m}");
        assert_eq!((1..4).all(|j| m * (m - 2 * j) % 8 == 0), agrees, "the condition for N = 4, M = {m}");
    }
}
