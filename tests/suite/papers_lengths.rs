//! The worked examples of the pages on transforms of every length, recomputed, and a correction pinned.

use ringfft::{
    Result,
    algebra::{Domain, Roots},
    arith::pow_mod,
    dft::{FourStep, GoodThomas, MixedRadix, Naive, SixStep, Stockham, Transform},
    rings::Modular,
};
use std::{fs, sync::Arc};

/// The length of the examples with an odd factor, modulo 13 with `w = 2`.
const N: usize = 12;
const X: [u64; N] = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8];

fn page(name: &str) -> String {
    fs::read_to_string(format!("{}/../papers/{name}.md", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

fn line(row: &[u64]) -> String {
    row.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
}

fn printed(name: &str, text: &str) {
    assert!(page(name).contains(text), "papers/{name}.md does not contain {text}");
}

/// The definition with a root of the caller's.
fn naive(p: u64, root: u64, x: &[u64]) -> Vec<u64> {
    let domain = Domain::with_root(Modular::new(p).unwrap(), x.len(), root).unwrap();
    let (mut values, mut scratch) = (x.to_vec(), vec![0; x.len()]);
    Naive::new(&domain).unwrap().forward(&mut values, &mut scratch).unwrap();
    values
}

fn forward(transform: &dyn Transform<Modular>, x: &[u64]) -> Vec<u64> {
    let (mut values, mut scratch) = (x.to_vec(), vec![0; transform.scratch_len()]);
    transform.forward(&mut values, &mut scratch).unwrap();
    values
}

fn columns(rows: &[Vec<u64>]) -> Vec<Vec<u64>> {
    (0..rows[0].len()).map(|c| rows.iter().map(|row| row[c]).collect()).collect()
}

fn power(e: usize) -> u64 {
    pow_mod(2, e as u64, 13)
}

#[test]
fn values_of_length_twelve() -> Result<()> {
    let domain = Domain::new(Modular::new(13)?, N)?;
    assert_eq!(*domain.root(), 2);
    let expected = naive(13, 2, &X);
    let (three, four) = (Stockham::new(&domain.subdomain(4)?)?, Stockham::new(&domain.subdomain(3)?)?);
    let (three, four) = (Arc::new(three), Arc::new(four));
    let transforms: [&dyn Transform<Modular>; 5] = [
        &Stockham::with_radices(&domain, &[4, 3])?,
        &MixedRadix::with_radices(&domain, &[3, 4])?,
        &GoodThomas::new(&domain, three.clone(), four.clone())?,
        &FourStep::new(&domain, three.clone(), four.clone())?,
        &SixStep::new(&domain, three, four)?,
    ];
    for transform in transforms {
        assert_eq!(forward(transform, &X), expected);
    }
    for name in ["stockham", "mixed_radix", "good_thomas"] {
        printed(name, &line(&expected));
        printed(name, &line(&X));
    }
    Ok(())
}

#[test]
fn mixed_radix() {
    let part = |i: usize| X.iter().skip(i).step_by(3).copied().collect::<Vec<_>>();
    let mut twisted = Vec::new();
    for i in 0..3 {
        let values = naive(13, power(3), &part(i));
        let twiddles: Vec<u64> = (0..4).map(|k| power(i * k)).collect();
        twisted.push(values.iter().zip(&twiddles).map(|(x, w)| x * w % 13).collect::<Vec<_>>());
        let cells = [&part(i), &values, &twiddles, &twisted[i]].map(|row| line(row)).join(" | ");
        printed("mixed_radix", &format!("| {i} | {cells} |"));
    }
    let joined: Vec<Vec<u64>> = columns(&twisted).iter().map(|column| naive(13, power(4), column)).collect();
    let rows = columns(&joined);
    rows.iter().for_each(|row| printed("mixed_radix", &format!("`{}`", line(row))));
    assert_eq!(rows.concat(), naive(13, 2, &X));
    // The leaves are what Stockham's first pass of radix 4 leaves.
    let first: Vec<u64> = (0..3).flat_map(|i| naive(13, power(3), &part(i))).collect();
    printed("stockham", &format!("| 4 | {} |", line(&first)));
}

#[test]
fn good_thomas() {
    let from: Vec<Vec<usize>> = (0..3).map(|i| (0..4).map(|c| (4 * i + 3 * c) % N).collect()).collect();
    let to: Vec<Vec<usize>> =
        (0..3).map(|a| (0..4).map(|b| (0..N).find(|k| k % 3 == a && k % 4 == b).unwrap()).collect()).collect();
    let entries: Vec<Vec<u64>> = from.iter().map(|row| row.iter().map(|&j| X[j]).collect()).collect();
    let rows: Vec<Vec<u64>> = entries.iter().map(|row| naive(13, power(3), row)).collect();
    let values: Vec<Vec<u64>> = columns(&rows).iter().map(|column| naive(13, power(4), column)).collect();
    let values = columns(&values);
    let expected = naive(13, 2, &X);
    for i in 0..3 {
        let indices = |row: &[usize]| line(&row.iter().map(|&x| x as u64).collect::<Vec<_>>());
        let cells = [indices(&from[i]), line(&entries[i]), line(&rows[i]), line(&values[i]), indices(&to[i])];
        printed("good_thomas", &format!("| {} |", cells.join(" | ")));
        (0..4).for_each(|b| assert_eq!(values[i][b], expected[to[i][b]]));
    }
    let [e1, e2] = ringfft::order::idempotents(3, 4).unwrap();
    printed("good_thomas", &format!("`e1 = {e1}`, `e2 = {e2}`"));
    // The same map on both sides needs other roots: with these the values are wrong.
    assert!((0..3).any(|a| (0..4).any(|b| values[a][b] != expected[from[a][b]])));
}

#[test]
fn six_steps() {
    const X: [u64; 8] = [3, 1, 4, 1, 5, 9, 2, 6];
    let mut matrix: Vec<Vec<u64>> = X.chunks(4).map(<[u64]>::to_vec).collect();
    let mut step = 0;
    let mut row = |matrix: &[Vec<u64>]| {
        step += 1;
        let text = matrix.iter().map(|row| line(row)).collect::<Vec<_>>().join(" / ");
        printed("six_step", &format!("| {step} | {text} |"));
    };
    matrix = columns(&matrix);
    row(&matrix);
    matrix.iter_mut().for_each(|column| *column = naive(17, 16, column));
    row(&matrix);
    for (c, column) in matrix.iter_mut().enumerate() {
        column[1] = column[1] * pow_mod(9, c as u64, 17) % 17;
    }
    row(&matrix);
    matrix = columns(&matrix);
    row(&matrix);
    matrix.iter_mut().for_each(|line| *line = naive(17, 13, line));
    row(&matrix);
    matrix = columns(&matrix);
    row(&matrix);
    assert_eq!(matrix.concat(), naive(17, 9, &X));
}

/// \[Govindaraju 2008\], figures 2 and 3 on one transform: a thread keeps `radix` values and exchanges them with the
/// others through shared memory after each pass. It reads back at `base(idxS, incS) + r incS`.
fn exchanged(x: &[u64], radix: usize, w: u64, base: impl Fn(usize, usize) -> usize) -> Vec<u64> {
    let ring = Modular::new(17).unwrap();
    let (n, threads) = (x.len(), x.len() / radix);
    let expand = |j: usize, n1: usize, n2: usize| j / n1 * n1 * n2 + j % n1;
    let mut v: Vec<Vec<u64>> = (0..threads).map(|j| (0..radix).map(|r| x[j + r * threads]).collect()).collect();
    let mut done = 1;
    let mut shared = vec![0; n];
    while done < n {
        for (j, v) in v.iter_mut().enumerate() {
            for (r, x) in v.iter_mut().enumerate() {
                *x = *x * ring.power(&w, n, r * (j % done) * n / (done * radix)) % 17;
            }
            *v = naive(17, ring.power(&w, n, n / radix), v);
            let to = expand(j, done, radix);
            v.iter().enumerate().for_each(|(r, x)| shared[to + r * done] = *x);
        }
        for (j, v) in v.iter_mut().enumerate() {
            let from = base(expand(j, n / radix, radix), n / radix);
            v.iter_mut().enumerate().for_each(|(r, x)| *x = shared[(from + r * (n / radix)) % n]);
        }
        done *= radix;
    }
    (0..n).map(|k| v[k % threads][k / threads]).collect()
}

#[test]
fn govindaraju_figure_3_reads_back_from_the_thread_s_own_index() {
    let x: Vec<u64> = (0..16).map(|j| (j * j + 3 * j + 1) % 17).collect();
    for (radix, x, w) in [(2, &x[..], 3), (4, &x, 3), (2, &[3, 1, 4, 1, 5, 9, 2, 6], 9)] {
        let expected = naive(17, w, x);
        assert_eq!(exchanged(x, radix, w, |index, _| index), expected);
        assert_ne!(exchanged(x, radix, w, |_, increment| increment), expected, "as printed");
    }
}
