//! The mean square error of the straight butterflies of odd length, from their networks: every operation's rounding, as large as
//! may be, is taken to the values with the gain that it has there.

use num_complex::Complex;
use ringfft::{plan::Recipe, rings::root_of_unity};
use ringfft_testing::accuracy::{Rounding, rounding_bound};

type Z = Complex<f64>;

/// A sum of constants times inputs.
struct Wire {
    /// The constants.
    value: Vec<Z>,
    /// The wires that it is made of, with their factors.
    from: Vec<(usize, Z)>,
    /// The mean square of its own rounding.
    noise: f64,
}

struct Network {
    len: usize,
    wires: Vec<Wire>,
}

impl Network {
    fn new(len: usize) -> Self {
        let unit = |i: usize| (0..len).map(|j| Z::from(f64::from(u8::from(i == j)))).collect();
        Network { len, wires: (0..len).map(|i| Wire { value: unit(i), from: Vec::new(), noise: 0.0 }).collect() }
    }

    /// A wire whose rounding has `noise` times its own mean square.
    fn wire(&mut self, from: Vec<(usize, Z)>, noise: f64) -> usize {
        let value: Vec<Z> =
            (0..self.len).map(|i| from.iter().map(|(wire, c)| self.wires[*wire].value[i] * c).sum()).collect();
        let size: f64 = value.iter().map(|z| z.norm_sqr()).sum();
        self.wires.push(Wire { value, from, noise: noise * size });
        self.wires.len() - 1
    }

    fn add(&mut self, a: usize, b: usize) -> usize {
        self.wire(vec![(a, 1.0.into()), (b, 1.0.into())], 1.0)
    }

    fn sub(&mut self, a: usize, b: usize) -> usize {
        self.wire(vec![(a, 1.0.into()), (b, (-1.0).into())], 1.0)
    }

    /// A product by a real or an imaginary constant that is off by at most `error` times the roundoff.
    fn mul(&mut self, a: usize, constant: Z, error: f64) -> usize {
        self.wire(vec![(a, constant)], 1.0 + error * error / constant.norm_sqr())
    }

    /// The mean square error of the values, relative; the values must be those of the transform.
    fn rounding(&self, values: &[usize]) -> f64 {
        let n = self.len;
        let mut gains = vec![vec![Z::default(); n]; self.wires.len()];
        for (k, &wire) in values.iter().enumerate() {
            gains[wire][k] += 1.0;
            for (j, found) in self.wires[wire].value.iter().enumerate() {
                assert!((found - root_of_unity::<f64>((n - j * k % n) % n, n)).norm() < 1e-13, "{n}: value {k}");
            }
        }
        let mut total = 0.0;
        for (wire, Wire { from, noise, .. }) in self.wires.iter().enumerate().rev() {
            let gain = gains[wire].clone();
            total += noise * gain.iter().map(|z| z.norm_sqr()).sum::<f64>();
            for (source, c) in from {
                gains[*source].iter_mut().zip(&gain).for_each(|(sum, g)| *sum += g * c);
            }
        }
        total / (n * n) as f64
    }
}

/// `cos` and `-i sin` of `e` steps.
fn constants(e: usize, n: usize) -> (Z, Z) {
    let w = root_of_unity::<f64>(e % n, n);
    (w.re.into(), Z::new(0.0, -w.im))
}

/// `a + t`, then `(a + t - 3/2 t) +- s (b - c)`.
fn third() -> f64 {
    let mut net = Network::new(3);
    let (sum, difference) = (net.add(1, 2), net.sub(1, 2));
    let total = net.add(0, sum);
    let product = net.mul(sum, (-1.5).into(), 0.0);
    let even = net.add(product, total);
    let odd = net.mul(difference, constants(1, 3).1, 0.5);
    let values = [total, net.add(even, odd), net.sub(even, odd)];
    net.rounding(&values)
}

/// Winograd's five products.
fn fifth() -> f64 {
    let mut net = Network::new(5);
    let ((c1, s1), (c2, s2)) = (constants(1, 5), constants(2, 5));
    let [t1, u1, t2, u2] = [net.add(1, 4), net.sub(1, 4), net.add(3, 2), net.sub(3, 2)];
    let [sum, difference, both] = [net.add(t1, t2), net.sub(t1, t2), net.add(u1, u2)];
    let total = net.add(0, sum);
    let mean = net.mul(sum, (c1 + c2) / 2.0 - 1.0, 0.5);
    let spread = net.mul(difference, (c1 - c2) / 2.0, 0.75);
    let [a, b, c] = [net.mul(both, s1, 0.5), net.mul(u2, s1 + s2, 1.5), net.mul(u1, s2 - s1, 1.0)];
    let even = net.add(mean, total);
    let [x1, x2] = [net.add(even, spread), net.sub(even, spread)];
    let [y1, y2] = [net.sub(a, b), net.add(c, a)];
    let values = [total, net.add(x1, y1), net.add(x2, y2), net.sub(x2, y2), net.sub(x1, y1)];
    net.rounding(&values)
}

/// Sums and differences of `x_j` and `x_(r-j)`, meeting cosines and sines.
fn paired(r: usize) -> f64 {
    let (mut net, h) = (Network::new(r), r / 2);
    let pairs: Vec<_> = (1..=h).map(|j| [net.add(j, r - j), net.sub(j, r - j)]).collect();
    let total = pairs.iter().fold(0, |sum, [t, _]| net.add(sum, *t));
    let mut values = vec![total; r];
    for q in 1..=h {
        let (mut even, mut odd) = (0, None);
        for (j, &[t, u]) in pairs.iter().enumerate() {
            let (c, s) = constants((j + 1) * q, r);
            // Rounded once: half a unit of 1/2 to 1, less of less.
            let [t, u] = [net.mul(t, c, c.norm().min(0.5)), net.mul(u, s, s.norm().min(0.5))];
            even = net.add(even, t);
            odd = Some(odd.map_or(u, |odd| net.add(odd, u)));
        }
        let odd = odd.unwrap();
        (values[q], values[r - q]) = (net.add(even, odd), net.sub(even, odd));
    }
    net.rounding(&values)
}

/// What the bound has for one butterfly is at least what its network makes.
#[test]
fn butterflies_round_no_more_than_the_bound_says() {
    let bound = |r: usize| rounding_bound(&Recipe::Stockham { len: r, radices: vec![r] });
    for (found, allowed) in [(third(), bound(3).0), (fifth(), bound(5).0)] {
        assert!((0.9..=1.0).contains(&(found / allowed)), "{found}, {allowed} allowed");
    }
    println!("3: {:.3}, 5: {:.3}", third(), fifth());
    for r in [3usize, 5, 7, 11, 13, 17, 19, 23, 29, 31] {
        let (found, allowed) = (paired(r), bound(r));
        println!("{r} in pairs: {found:.3}, {:.3} allowed", allowed.0);
        assert!(Rounding(found) <= allowed, "{r}: {found}, {allowed:?}");
    }
}
