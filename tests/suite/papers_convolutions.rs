//! The worked examples of Bluestein, Rader and chirp-z, step by step, and what the sources print that is not so.

use ringfft::{
    Result,
    algebra::{Convolver, CyclicConvolution, Domain, MiddleProduct, Ring},
    arith::{inverse_mod, pow_mod},
    conv::Karatsuba,
    dft::{Bluestein, Chirp, ChirpZ, InverseChirpZ, Naive, Rader, Transform},
    order::generator_powers,
    rings::Modular,
};
use std::{
    path::Path,
    sync::{Arc, Mutex},
};

/// The page must contain the numbers, in this order.
fn printed(page: &str, numbers: impl IntoIterator<Item = impl Into<u64>>) {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).join("papers").join(page);
    let text = numbers.into_iter().map(|number| number.into().to_string()).collect::<Vec<_>>().join(" ");
    assert!(std::fs::read_to_string(path).unwrap().contains(&text), "{page} does not contain {text}");
}

/// Karatsuba's convolutions, with the kernels, inputs and outputs written down.
struct Recorder {
    inner: Karatsuba<Modular>,
    seen: Arc<Mutex<Vec<Vec<u64>>>>,
}

struct Recorded<T: ?Sized> {
    inner: Arc<T>,
    seen: Arc<Mutex<Vec<Vec<u64>>>>,
}

impl Recorder {
    fn new(ring: Modular) -> Self {
        Recorder { inner: Karatsuba::new(ring), seen: Arc::default() }
    }

    /// The kernels, then the inputs and the outputs of each.
    fn take<const N: usize>(&self) -> [Vec<u64>; N] {
        core::mem::take(&mut *self.seen.lock().unwrap()).try_into().unwrap()
    }
}

impl Convolver<Modular> for Recorder {
    fn module(&self) -> &Modular {
        self.inner.module()
    }

    fn len_from(&self, least: usize) -> Result<usize> {
        self.inner.len_from(least)
    }

    fn cyclic(&self, kernel: &[u64]) -> Result<Arc<dyn CyclicConvolution<Modular>>> {
        self.seen.lock().unwrap().push(kernel.to_vec());
        Ok(Arc::new(Recorded { inner: self.inner.cyclic(kernel)?, seen: self.seen.clone() }))
    }

    fn middle(&self, kernel: &[u64], inputs: usize) -> Result<Arc<dyn MiddleProduct<Modular>>> {
        self.seen.lock().unwrap().push(kernel.to_vec());
        Ok(Arc::new(Recorded { inner: self.inner.middle(kernel, inputs)?, seen: self.seen.clone() }))
    }
}

impl CyclicConvolution<Modular> for Recorded<dyn CyclicConvolution<Modular>> {
    fn len(&self) -> usize {
        self.inner.len()
    }

    fn scratch_len(&self) -> usize {
        self.inner.scratch_len()
    }

    fn convolve(&self, values: &mut [u64], scratch: &mut [u64]) -> Result<()> {
        self.seen.lock().unwrap().push(values.to_vec());
        self.inner.convolve(values, scratch)?;
        self.seen.lock().unwrap().push(values.to_vec());
        Ok(())
    }
}

impl MiddleProduct<Modular> for Recorded<dyn MiddleProduct<Modular>> {
    fn inputs(&self) -> usize {
        self.inner.inputs()
    }

    fn outputs(&self) -> usize {
        self.inner.outputs()
    }

    fn scratch_len(&self) -> usize {
        self.inner.scratch_len()
    }

    fn multiply(&self, values: &mut [u64], scratch: &mut [u64]) -> Result<()> {
        self.seen.lock().unwrap().push(values[..self.inner.inputs()].to_vec());
        self.inner.multiply(values, scratch)?;
        self.seen.lock().unwrap().push(values[..self.inner.outputs()].to_vec());
        Ok(())
    }
}

fn forward(transform: &dyn Transform<Modular>, x: &[u64]) -> Vec<u64> {
    let mut values = x.to_vec();
    transform.forward(&mut values, &mut vec![0; transform.scratch_len()]).unwrap();
    values
}

#[test]
fn bluestein() -> Result<()> {
    let ring = Modular::new(17)?;
    let domain = Domain::with_root(ring, 8, 9)?;
    let recorder = Recorder::new(ring);
    let x = [3, 1, 4, 1, 5, 9, 2, 6];
    let page = "bluestein.md";
    printed(page, x);

    let values = forward(&Bluestein::new(&domain, Chirp::Triangular, &recorder)?, &x);
    let [kernel, mut inputs, outputs] = recorder.take();
    let triangular: Vec<u64> = (0..15).map(|k: u64| k * k.saturating_sub(1) / 2 % 8).collect();
    assert!(kernel.iter().zip(&triangular).all(|(&scalar, &e)| scalar == pow_mod(9, e, 17)));
    printed(page, triangular);
    printed(page, kernel);
    printed(page, inputs.clone());
    inputs.reverse();
    printed(page, inputs);
    printed(page, outputs);
    printed(page, values.clone());

    let symmetric = Bluestein::symmetric(&Domain::with_root(ring, 16, 3)?, &recorder)?;
    assert_eq!(forward(&symmetric, &x), values);
    assert_eq!(values, forward(&Naive::new(&domain)?, &x));
    let [kernel, inputs, outputs] = recorder.take();
    printed(page, (0..8u64).map(|k| k * k % 16));
    printed(page, inputs);
    printed(page, outputs);
    // Around 16 points: from distance 0 on, a zero, the negative distances.
    printed(page, kernel[7..].iter().chain(&[0]).chain(&kernel[..7]).copied());
    Ok(())
}

#[test]
fn rader() -> Result<()> {
    let ring = Modular::new(29)?;
    let domain = Domain::with_root(ring, 7, 7)?;
    let recorder = Recorder::new(ring);
    let x = [3, 1, 4, 1, 5, 9, 2];
    let page = "rader.md";
    let values = forward(&Rader::new(&domain, &recorder)?, &x);
    assert_eq!(values, forward(&Naive::new(&domain)?, &x));
    let steps: [_; 3] = recorder.take();
    let indices = generator_powers(7).unwrap();
    let inverses: Vec<usize> = (0..6).map(|q| indices[(6 - q) % 6]).collect();
    printed(page, indices.iter().map(|&j| j as u64));
    printed(page, inverses.iter().map(|&j| j as u64));
    printed(page, inverses.iter().map(|&k| values[k]));
    steps.into_iter().for_each(|step| printed(page, step));
    printed(page, x);
    printed(page, values);
    Ok(())
}

#[test]
fn chirp_z() -> Result<()> {
    let ring = Modular::new(17)?;
    let recorder = Recorder::new(ring);
    let page = "chirp_z.md";
    let x = [3, 1, 4, 1];
    let chirp_z = ChirpZ::new(&2, &3, 4, 5, &recorder)?;
    let mut values = [0; 5];
    chirp_z.evaluate(&x, &mut values, &mut vec![0; chirp_z.scratch_len()])?;
    let points: Vec<u64> = (0..5).map(|k| 2 * pow_mod(3, k, 17) % 17).collect();
    for (point, value) in points.iter().zip(values) {
        assert_eq!(value, (0..4).map(|j| x[j] * pow_mod(*point, j as u64, 17)).sum::<u64>() % 17);
    }
    let [kernel, mut inputs, outputs] = recorder.take();
    printed(page, inputs.clone());
    inputs.reverse();
    printed(page, inputs.iter().zip(x).map(|(y, x)| y * inverse_mod(x, 17).unwrap() % 17));
    printed(page, outputs.iter().zip(values).map(|(y, x)| x * inverse_mod(*y, 17).unwrap() % 17));
    [kernel, inputs, outputs, x.to_vec(), points.clone(), values.to_vec()]
        .into_iter()
        .for_each(|list| printed(page, list));

    let inverse = InverseChirpZ::new(&2, &3, 4, &recorder)?;
    let mut f = [0; 4];
    inverse.interpolate(&values[..4], &mut f, &mut vec![0; inverse.scratch_len()])?;
    assert_eq!(f, x);
    let [_, reversed, _, _, series, product] = recorder.take();
    let weighted = (0..4).map(|k| {
        let others = (0..4).filter(|&i| i != k).map(|i| points[k] + 17 - points[i]);
        values[k] * inverse_mod(others.fold(1, |a, b| a * b % 17), 17).unwrap() % 17
    });
    printed(page, values[..4].iter().copied());
    printed(page, weighted);
    printed(page, reversed[3..].iter().copied());
    [series, product].into_iter().for_each(|list| printed(page, list));
    Ok(())
}

/// The values by the symmetric chirp around `m` points, with the wrapped part of the kernel as `wrapped` says which
/// chirp stands at position `i`.
fn around(ring: Modular, u: u64, x: &[u64], m: usize, wrapped: impl Fn(usize) -> usize) -> Result<Vec<u64>> {
    let n = x.len();
    let power = |exponent: usize| ring.pow(&u, (exponent % (2 * n)) as u64);
    let inverse = |k: usize| power(2 * n - k * k % (2 * n));
    let mut kernel = vec![0; m];
    (0..n).for_each(|k| kernel[k] = inverse(k));
    (m - n + 1..m).for_each(|i| kernel[i] = inverse(wrapped(i)));
    let cyclic = Karatsuba::new(ring).cyclic(&kernel)?;
    let mut values = vec![0; m];
    (0..n).for_each(|j| values[j] = x[j] * power(j * j) % ring.modulus());
    cyclic.convolve(&mut values, &mut vec![0; cyclic.scratch_len()])?;
    Ok((0..n).map(|k| values[k] * power(k * k) % ring.modulus()).collect())
}

/// The rocFFT design text gives the wrapped part of its kernel as `c_n` at position `n`; it is `c_(M-n)`.
#[test]
fn the_wrapped_kernel_counts_from_the_end() -> Result<()> {
    let ring = Modular::new(11)?;
    // Five points; u = 2 has order 10.
    let domain = Domain::with_root(ring, 5, 4)?;
    let x = [3, 1, 4, 1, 5];
    let values = forward(&Naive::new(&domain)?, &x);
    for m in [9, 11, 12, 16, 32] {
        assert_eq!(around(ring, 2, &x, m, |i| m - i)?, values, "{m}");
        assert_ne!(around(ring, 2, &x, m, |i| i)?, values, "{m}: the printed kernel");
    }
    // Where 2n divides m the printed one happens to be right.
    assert_eq!(around(ring, 2, &x, 20, |i| i)?, values);
    Ok(())
}

/// `j^2/(2n)` as a float has lost its fraction when `j` is large.
#[test]
fn floats_lose_the_exponent() {
    let exact = |j: u64, n: u64| (u128::from(j) * u128::from(j) % (2 * u128::from(n))) as u64;
    let single = |j: u64, n: u64| {
        let turns = j as f32 * j as f32 / (2 * n) as f32;
        ((turns - turns.floor()) * (2 * n) as f32).round() as u64 % (2 * n)
    };
    let double = |j: u64, n: u64| {
        let turns = j as f64 * j as f64 / (2 * n) as f64;
        ((turns - turns.floor()) * (2 * n) as f64).round() as u64 % (2 * n)
    };
    let wrong = |n: u64| (0..n).filter(|&j| single(j, n) != exact(j, n)).count();
    assert_eq!(wrong(37), 0);
    assert!(wrong(16411) > 8000, "{}", wrong(16411));
    let n = (1 << 30) + 3;
    assert!((n - 1000..n).filter(|&j| double(j, n) != exact(j, n)).count() > 900);
}

/// The formula in 32-bit pieces of Govindaraju et al. is the reduction modulo `2n`, although its estimate is a float.
#[test]
fn the_formula_in_pieces_is_a_reduction() {
    for n in [37u64, 4099, 65537, 1_000_003, (1 << 29) + 11] {
        for j in (0..n).step_by(1 + n as usize / 1000) {
            let estimate = (j as f32 * j as f32 / (2 * n) as f32).floor();
            let (square, multiple) = (j * j, 2 * n * estimate as u64);
            let pieces = |x: u64| ((x >> 32) as i128, (x & 0xffff_ffff) as i128);
            let ((a_high, a_low), (b_high, b_low)) = (pieces(square), pieces(multiple));
            let modulus = i128::from(2 * n);
            let sum = (a_high - b_high) * ((1i128 << 32) % modulus) + (a_low - b_low);
            assert_eq!(sum.rem_euclid(modulus) as u64, square % (2 * n), "{j} {n}");
        }
    }
    // One line has |f| for the floor of f: nothing would be left. 3^2 = 9 modulo 10, but 9 - 10 |9/10| = 0.
    let (j, n) = (3.0f64, 5.0f64);
    assert_ne!(j * j - 2.0 * n * (j * j / (2.0 * n)).abs(), 9.0);
    assert_eq!(j * j - 2.0 * n * (j * j / (2.0 * n)).floor(), 9.0);
}
