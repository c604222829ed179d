//! The definitions, by quadratic loops.

use ringfft::{
    algebra::{Module, Ring},
    poly,
    rings::Modular,
};

pub(super) fn trimmed(mut f: Vec<u64>) -> Vec<u64> {
    while f.last() == Some(&0) {
        f.pop();
    }
    f
}

pub(super) fn add(ring: &Modular, a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut sum = vec![0; a.len().max(b.len())];
    for list in [a, b] {
        for (sum, a) in sum.iter_mut().zip(list) {
            ring.add_assign(sum, a);
        }
    }
    sum
}

pub(super) fn scaled(ring: &Modular, f: &[u64], factor: u64) -> Vec<u64> {
    f.iter().map(|a| times(ring, *a, factor)).collect()
}

pub(super) fn times(ring: &Modular, mut a: u64, b: u64) -> u64 {
    ring.mul_assign(&mut a, &b);
    a
}

pub(super) fn product(ring: &Modular, a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut product = vec![0; (a.len() + b.len()).saturating_sub(1)];
    for (i, a) in a.iter().enumerate() {
        for (j, b) in b.iter().enumerate() {
            ring.add_assign(&mut product[i + j], &times(ring, *a, *b));
        }
    }
    product
}

pub(super) fn divide(ring: &Modular, a: &[u64], b: &[u64]) -> (Vec<u64>, Vec<u64>) {
    let (mut a, b) = (trimmed(a.to_vec()), trimmed(b.to_vec()));
    let lead = ring.inverse(b.last().unwrap()).unwrap();
    let mut quotient = vec![0; (a.len() + 1).saturating_sub(b.len())];
    while a.len() >= b.len() {
        let (shift, factor) = (a.len() - b.len(), times(ring, *a.last().unwrap(), lead));
        quotient[shift] = factor;
        for (a, b) in a[shift..].iter_mut().zip(&b) {
            ring.sub_assign(a, &times(ring, *b, factor));
        }
        a = trimmed(a);
    }
    (quotient, a)
}

pub(super) fn gcd(ring: &Modular, a: &[u64], b: &[u64]) -> Vec<u64> {
    let (mut a, mut b) = (trimmed(a.to_vec()), trimmed(b.to_vec()));
    while !b.is_empty() {
        (a, b) = (b.clone(), divide(ring, &a, &b).1);
    }
    let Some(lead) = a.last() else { return a };
    scaled(ring, &a, ring.inverse(lead).unwrap())
}

/// Lagrange's formula.
pub(super) fn interpolate(ring: &Modular, points: &[u64], values: &[u64]) -> Vec<u64> {
    let mut sum = vec![0; points.len()];
    for (k, value) in values.iter().enumerate() {
        let mut basis = vec![1];
        for (i, point) in points.iter().enumerate().filter(|(i, _)| *i != k) {
            let mut difference = points[k];
            ring.sub_assign(&mut difference, &points[i]);
            let scale = ring.inverse(&difference).unwrap();
            let mut minus = *point;
            ring.neg_assign(&mut minus);
            basis = scaled(ring, &product(ring, &basis, &[minus, 1]), scale);
        }
        sum = add(ring, &sum, &scaled(ring, &basis, *value));
    }
    sum
}

/// Horner's rule.
pub(super) fn compose(ring: &Modular, f: &[u64], g: &[u64], n: usize) -> Vec<u64> {
    let mut sum = vec![0; n];
    for coefficient in f.iter().rev() {
        sum = product(ring, &sum, g);
        sum.resize(n, 0);
        if let Some(constant) = sum.first_mut() {
            ring.add_assign(constant, coefficient);
        }
    }
    sum
}

/// Massey's algorithm: the degree of the shortest recurrence.
pub(super) fn complexity(ring: &Modular, s: &[u64]) -> usize {
    let (mut connection, mut before) = (vec![1], vec![1]);
    let (mut length, mut gap, mut last) = (0, 1, 1);
    for n in 0..s.len() {
        let mut discrepancy = 0;
        for (i, c) in connection.iter().enumerate().take(length + 1) {
            ring.add_assign(&mut discrepancy, &times(ring, *c, s[n - i]));
        }
        if discrepancy == 0 {
            gap += 1;
            continue;
        }
        let mut factor = times(ring, discrepancy, ring.inverse(&last).unwrap());
        ring.neg_assign(&mut factor);
        let mut shifted = vec![0; gap];
        shifted.extend(scaled(ring, &before, factor));
        let changed = add(ring, &connection, &shifted);
        if 2 * length <= n {
            (length, before, last, gap) = (n + 1 - length, connection, discrepancy, 1);
        } else {
            gap += 1;
        }
        connection = changed;
    }
    length
}

/// The determinant of Sylvester's matrix, by elimination.
pub(super) fn resultant(ring: &Modular, a: &[u64], b: &[u64]) -> u64 {
    let (m, n) = (a.len() - 1, b.len() - 1);
    let row = |list: &[u64], shift: usize| {
        let mut row = vec![0; m + n];
        for (i, a) in list.iter().rev().enumerate() {
            row[shift + i] = *a;
        }
        row
    };
    let mut rows: Vec<Vec<u64>> = (0..n).map(|i| row(a, i)).chain((0..m).map(|i| row(b, i))).collect();
    let mut determinant = 1;
    for k in 0..m + n {
        let Some(pivot) = (k..m + n).find(|&i| rows[i][k] != 0) else { return 0 };
        if pivot != k {
            rows.swap(pivot, k);
            ring.neg_assign(&mut determinant);
        }
        determinant = times(ring, determinant, rows[k][k]);
        let inverse = ring.inverse(&rows[k][k]).unwrap();
        for i in k + 1..m + n {
            let factor = times(ring, rows[i][k], inverse);
            let (above, below) = rows.split_at_mut(i);
            for (entry, pivot) in below[0].iter_mut().zip(&above[k]).skip(k) {
                ring.sub_assign(entry, &times(ring, *pivot, factor));
            }
        }
    }
    determinant
}

pub(super) fn values(ring: &Modular, f: &[u64], points: &[u64]) -> Vec<u64> {
    points.iter().map(|point| poly::evaluate(ring, f, point)).collect()
}
