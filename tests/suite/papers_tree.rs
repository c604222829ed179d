//! The worked examples of the pages on the reduction tree and the circle are what the code computes.

use ringfft::{
    Result,
    algebra::Domain,
    dft::{
        Circle, CirclePoint, Classical, IncompleteNegacyclic, Negacyclic, Node, ReductionTree, Transform, Truncated,
    },
    rings::Modular,
};
use std::{fs, path::Path};

const X: [u64; 8] = [3, 1, 4, 1, 5, 9, 2, 6];

fn seventeen() -> Modular {
    Modular::new(17).unwrap()
}

fn domain(order: usize) -> Domain<Modular> {
    let root = match order {
        16 => 3,
        8 => 9,
        _ => 13,
    };
    Domain::with_root(seventeen(), order, root).unwrap()
}

/// The page must contain the numbers, in this order; commas and the ends of lines do not count.
fn printed(page: &str, numbers: &[u64]) {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).join("papers").join(page);
    let text = fs::read_to_string(path).unwrap().replace(',', " ");
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let numbers = numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
    assert!(text.contains(&numbers), "papers/{page} does not contain {numbers}");
}

fn forward(transform: &dyn Transform<Modular>, values: &[u64]) -> Vec<u64> {
    let mut values = values.to_vec();
    transform.forward(&mut values, &mut vec![0; transform.scratch_len()]).unwrap();
    values
}

fn inverse(transform: &dyn Transform<Modular>, values: &[u64]) -> Vec<u64> {
    let mut values = values.to_vec();
    transform.inverse_unscaled(&mut values, &mut vec![0; transform.scratch_len()]).unwrap();
    values
}

fn times(factor: u64, list: &[u64], p: u64) -> Vec<u64> {
    list.iter().map(|x| factor * x % p).collect()
}

/// `f mod (x^m - c)` modulo `p`.
fn remainder(f: &[u64], m: usize, c: u64, p: u64) -> Vec<u64> {
    let mut node = vec![0; m];
    let mut power = 1;
    for part in f.chunks(m) {
        part.iter().zip(&mut node).for_each(|(x, node)| *node = (*node + x * power) % p);
        power = power * c % p;
    }
    node
}

fn remainders(f: &[u64], m: usize, constants: &[u64]) -> Vec<u64> {
    constants.iter().flat_map(|&c| remainder(f, m, c, 17)).collect()
}

#[test]
fn tree() -> Result<()> {
    const PAGE: &str = "tree.md";
    let tree = ReductionTree::new(&domain(8))?;
    let mut values = X[..4].to_vec();
    printed(PAGE, &values);
    printed(PAGE, &remainders(&values, 2, &[13, 4]));
    let weighted: Vec<u64> = values.iter().zip([1, 9, 13, 15]).map(|(x, w)| x * w % 17).collect();
    printed(PAGE, &weighted);
    tree.forward(Node { len: 4, index: 1 }, &mut values)?;
    printed(PAGE, &values);
    assert_eq!(forward(&Classical::new(&domain(4))?, &weighted), values);
    Ok(())
}

#[test]
fn truncated() -> Result<()> {
    const PAGE: &str = "truncated.md";
    let (f, transform) = (&X[..5], Truncated::new(&domain(8), 5)?);
    printed(PAGE, f);
    let low = remainder(f, 4, 1, 17);
    printed(PAGE, &[low.clone(), remainder(f, 4, 16, 17)].concat());
    printed(PAGE, &remainders(f, 2, &[1, 16, 13]));
    let values = forward(&transform, f);
    printed(PAGE, &values);
    assert_eq!(inverse(&transform, &values), times(8, f, 17));
    printed(PAGE, &times(8, f, 17));
    // The steps of the inverse.
    let y = times(4, &low, 17);
    printed(PAGE, &y);
    printed(PAGE, &times(2, &y[1..], 17));
    printed(PAGE, &y[1..]);
    let second = (y[1] + 13 * y[3]) % 17;
    let leaf = (2 * values[4] + 17 * 9 - 9 * second) % 17;
    let first = (2 * values[4] + leaf) % 17;
    let z = (first + 17 * 13 - 13 * y[2]) % 17;
    assert_eq!([second, leaf, first, z], [5, 1, 13, 9]);
    assert_eq!(z, 4 * remainder(f, 4, 16, 17)[0] % 17);
    assert_eq!([(y[0] + z) % 17, (y[0] + 17 - z) % 17], [7, 6]);
    Ok(())
}

/// The square of the house example modulo `x^8 + 1`.
fn square() -> Vec<u64> {
    let mut square = vec![0; 8];
    for (i, a) in X.iter().enumerate() {
        for (j, b) in X.iter().enumerate() {
            let sign = if i + j < 8 { 1 } else { 16 };
            square[(i + j) % 8] = (square[(i + j) % 8] + sign * a * b) % 17;
        }
    }
    square
}

#[test]
fn negacyclic() -> Result<()> {
    const PAGE: &str = "negacyclic.md";
    let transform = Negacyclic::new(&domain(16))?;
    for (m, constants) in [(8, &[16][..]), (4, &[13, 4]), (2, &[9, 8, 15, 2])] {
        printed(PAGE, &remainders(&X, m, constants));
    }
    let values = forward(&transform, &X);
    printed(PAGE, &values);
    assert_eq!(inverse(&transform, &values), times(8, &X, 17));
    printed(PAGE, &times(8, &X, 17));
    printed(PAGE, &square());
    let squares: Vec<u64> = values.iter().map(|x| x * x % 17).collect();
    assert_eq!(inverse(&transform, &squares), times(8, &square(), 17));
    Ok(())
}

#[test]
fn incomplete_negacyclic() -> Result<()> {
    const PAGE: &str = "incomplete_negacyclic.md";
    let transform = IncompleteNegacyclic::new(&domain(8))?;
    for (m, constants) in [(8, &[16][..]), (4, &[13, 4]), (2, &[9, 8, 15, 2])] {
        printed(PAGE, &remainders(&X, m, constants));
    }
    let image = forward(&transform, &X);
    assert_eq!(image, remainders(&X, 2, &[9, 8, 15, 2]));
    let mut product = image.clone();
    transform.multiply(&mut product, &image, &mut [0; 2])?;
    printed(PAGE, &product);
    let product = inverse(&transform, &product);
    assert_eq!(product, times(4, &square(), 17));
    printed(PAGE, &product);
    printed(PAGE, &square());
    Ok(())
}

#[test]
fn circle() -> Result<()> {
    const PAGE: &str = "circle.md";
    let ring = Modular::new(31)?;
    let g = CirclePoint { x: 7, y: 13 };
    let transform = Circle::with_point(ring, 8, g)?;
    let at = |e| g.multiple(&ring, e);
    assert_eq!([at(2).x, at(1).x, at(5).x], [4, 7, 13]);
    printed(PAGE, &[1, 9, 5, 13].map(|e| at(e).y));
    // Remainders: the upper half of each node times its coordinate.
    let split = |f: &[u64], coordinates: &[u64]| -> Vec<u64> {
        let m = f.len() / coordinates.len() / 2;
        f.chunks(2 * m)
            .zip(coordinates)
            .flat_map(|(f, &c)| [remainder(f, m, c, 31), remainder(f, m, 31 - c, 31)].concat())
            .collect()
    };
    let first = split(&X, &[4]);
    let second = split(&first, &[7, 13]);
    let values = split(&second, &[13, 18, 24, 7]);
    [&X[..], &first, &second, &values].iter().for_each(|numbers| printed(PAGE, numbers));
    let mut unordered = X;
    transform.forward_unordered(&mut unordered)?;
    assert_eq!(unordered[..], values);
    let natural = forward(&transform, &X);
    printed(PAGE, &natural);
    assert_eq!(inverse(&transform, &natural), times(8, &X, 31));
    printed(PAGE, &times(8, &X, 31));
    Ok(())
}
