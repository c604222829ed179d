//! Errors of transforms on the device and on the processor, as the experiments of figures 6 and 17 of [Govindaraju 2008]: a row of JSON
//! each, for `scripts/gpu-acceptance`; `cuda/bench/cufft.cu accuracy` makes the same rows of cuFFT. Errors are over the root mean square
//! of what is expected. It asserts that the device's are within the bound of the tests.

use crate::kit::{Numbers, Sample, random};
use num_complex::Complex;
use ringfft::{
    Error,
    gpu::{DevicePlan, Gpu},
    plan::{Accelerated, Device, Plan},
    rings::{ComplexRing, Real},
};
use std::{env, f64::consts::PI, sync::Mutex, thread};

/// Powers of two; products of small primes; primes.
const LENGTHS: [usize; 18] = [
    16, 256, 4096, 65536, 1048576, 16777216, 60, 1000, 59049, 1953125, 2985984, 10077696, 101, 1009, 10007, 65537,
    1000003, 8388593,
];

/// A float of which `exp(i angle)` is taken, and the angle's product, in that float.
trait Angle: Real {
    const BITS: u32;
    fn rotation(angle: Self) -> Complex<Self>;
}
macro_rules! angles {
    ($($float:ident)*) => {
        $(impl Angle for $float {
            const BITS: u32 = 8 * size_of::<$float>() as u32;
            fn rotation(angle: $float) -> Complex<$float> {
                Complex::new(angle.cos(), angle.sin())
            }
        })*
    };
}
angles! { f32 f64 }

/// Root mean square and greatest of the errors.
fn told<T>(
    what: &str,
    at: &str,
    n: usize,
    bits: u32,
    found: &[Complex<T>],
    expected: impl Fn(usize) -> Complex<f64>,
) -> f64
where
    T: Copy + Into<f64>,
{
    let (mut sum, mut most, mut size) = (0.0, 0.0f64, 0.0);
    for (i, z) in found.iter().enumerate() {
        let right = expected(i);
        let error = (Complex::new(z.re.into(), z.im.into()) - right).norm_sqr();
        sum += error;
        most = most.max(error);
        size += right.norm_sqr();
    }
    let rms = (sum / size).sqrt();
    println!(
        "{{\"what\": \"{what}\", \"where\": \"{at}\", \"bits\": {bits}, \"n\": {n}, \"rms\": {rms:.3e}, \"most\": {:.3e}}}",
        (most * n as f64 / size).sqrt()
    );
    rms
}

/// Bluestein's algorithm over a cyclic product on the device, with this chirp `exp(-pi i j^2/n)`.
fn bluestein<T: Angle>(gpu: &Gpu, x: &[Complex<T>], chirp: &[Complex<T>]) -> Result<Vec<Complex<T>>, Error>
where
    ComplexRing<T>: Sample<Element = Complex<T>>,
{
    let n = x.len();
    let m = (2 * n - 1).next_power_of_two();
    let zero = Complex::new(T::zero(), T::zero());
    let product = |x: Complex<T>, y: Complex<T>| Complex::new(x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re);
    let (mut a, mut b) = (vec![zero; m], vec![zero; m]);
    for j in 0..n {
        a[j] = product(x[j], chirp[j]);
        b[j] = Complex::new(chirp[j].re, -chirp[j].im);
        b[(m - j) % m] = b[j];
    }
    let plan = DevicePlan::new(gpu, ComplexRing::<T>::new(), m)?;
    let mut values = plan.load(&a)?;
    plan.forward_unordered(&mut values)?;
    let mut other = plan.load(&b)?;
    plan.forward_unordered(&mut other)?;
    plan.inverse_unordered(&mut values, Some(&other))?;
    Ok(values.to_vec()?.iter().zip(chirp).map(|(z, w)| product(*z, *w)).collect())
}

fn rows<T: Angle + Into<f64>>(gpu: &Gpu, n: usize) -> Result<(), Error>
where
    ComplexRing<T>: Sample<Element = Complex<T>> + Accelerated,
{
    let (ring, bits) = (ComplexRing::<T>::new(), T::BITS);
    let wide = |z: &Complex<T>| Complex::new(z.re.into(), z.im.into());
    let x = random(&ring, 1, n);
    let plan = DevicePlan::new(gpu, ring, n)?;
    let mut vector = plan.load(&x)?;
    plan.forward(&mut vector)?;
    plan.inverse(&mut vector)?;
    let rms = told("there and back", "device", n, bits, &vector.to_vec()?, |i| wide(&x[i]));
    assert!(rms < if bits == 32 { 4e-6 } else { 4e-13 }, "{n}: {rms}");
    let here = Plan::builder(ring, n).device(Device::Cpu).build()?;
    let mut back = x.clone();
    here.forward(&mut back)?;
    here.inverse(&mut back)?;
    told("there and back", "processor", n, bits, &back, |i| wide(&x[i]));
    // Four impulses: their values are sums of four powers of the root, by integer exponents.
    let mut numbers = Numbers(n as u64);
    let places = [(); 4].map(|()| (numbers.next() % n as u64) as usize);
    let mut impulses = vec![Complex::new(T::zero(), T::zero()); n];
    places.iter().for_each(|&place| impulses[place].re = impulses[place].re + T::one());
    let root = |e: u128, order: u128| Complex::from_polar(1.0, -2.0 * PI * ((e % order) as f64 / order as f64));
    let value = |k: usize| places.iter().map(|&place| root(place as u128 * k as u128, n as u128)).sum();
    let list: Vec<Complex<f64>> = (0..n).map(value).collect();
    let right = |k: usize| list[k];
    vector.load(&impulses)?;
    plan.forward(&mut vector)?;
    told("impulses", "device", n, bits, &vector.to_vec()?, right);
    let mut values = impulses.clone();
    here.forward(&mut values)?;
    told("impulses", "processor", n, bits, &values, right);
    if !n.is_power_of_two() && n % 2 == 1 && !n.is_multiple_of(3) && !n.is_multiple_of(5) {
        // The chirp with its index squared modulo 2n in integers, and squared and divided in floats.
        let exact: Vec<Complex<T>> = (0..n as u128)
            .map(|j| root(j * j, 2 * n as u128))
            .map(|z| Complex::new(T::from_f64(z.re), T::from_f64(z.im)))
            .collect();
        told("impulses, exact chirp", "device", n, bits, &bluestein(gpu, &impulses, &exact)?, right);
        let (over, turn) = (T::from_integer(n as u64), T::from_f64(-PI));
        let inexact: Vec<Complex<T>> =
            (0..n as u64).map(|j| T::from_integer(j)).map(|j| T::rotation(turn * (j * j / over))).collect();
        told("impulses, chirp in floats", "device", n, bits, &bluestein(gpu, &impulses, &inexact)?, right);
    }
    Ok(())
}

#[test]
#[ignore = "for a machine with a device: scripts/gpu-acceptance"]
fn table() {
    let gpu = Gpu::first().unwrap();
    let most = env::var("RINGFFT_TIMING_ELEMENTS").ok().and_then(|text| text.parse().ok()).unwrap_or(1usize << 24);
    // The longest first, on as many threads as there are: the expected values take the time.
    let mut lengths: Vec<usize> = LENGTHS.into_iter().filter(|&n| n <= most).collect();
    lengths.sort_unstable();
    let left = Mutex::new(lengths);
    // The lock is given back before the rows.
    let next = || left.lock().unwrap().pop();
    let work = || {
        while let Some(n) = next() {
            for done in [rows::<f32>(&gpu, n), rows::<f64>(&gpu, n)] {
                if let Err(error) = done {
                    println!("{{\"n\": {n}, \"error\": \"{error}\"}}");
                }
            }
        }
    };
    thread::scope(|scope| {
        (0..thread::available_parallelism().map_or(1, usize::from)).for_each(|_| drop(scope.spawn(work)))
    });
}
