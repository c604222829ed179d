//! Real sequences, cosine transforms and arrays on a device: the values of the processor, and errors or silence where devices have
//! no such transform or fail.

use crate::kit::{Numbers, SMALL, scenarios};
use num_complex::Complex;
use ringfft::{
    DeviceFailure, Error,
    complex::Multi,
    gpu::Gpu,
    plan::{Device, Isa, Layout, Scale},
    real::{Packed2d, RealMulti, RealPlan, Trigonometric, TrigonometricKind},
    rings::Real,
};

/// The floats with their bounds.
pub(crate) trait Float: Real {
    const BOUND: f64;
    fn wide(self) -> f64;
}
impl Float for f32 {
    const BOUND: f64 = 1e-6;
    fn wide(self) -> f64 {
        self.into()
    }
}
impl Float for f64 {
    const BOUND: f64 = 1e-14;
    fn wide(self) -> f64 {
        self
    }
}

pub(crate) fn reals<T: Float>(seed: u64, count: usize) -> Vec<T> {
    let mut numbers = Numbers(seed);
    (0..count).map(|_| T::from_f64((numbers.next() >> 11) as f64 / (1u64 << 53) as f64 - 0.5)).collect()
}

pub(crate) fn complex<T: Float>(seed: u64, count: usize) -> Vec<Complex<T>> {
    reals::<T>(seed, 2 * count).chunks(2).map(|pair| Complex::new(pair[0], pair[1])).collect()
}

pub(crate) fn near<T: Float>(found: &[T], expected: &[T]) -> bool {
    let error: f64 = found.iter().zip(expected).map(|(x, y)| (x.wide() - y.wide()).powi(2)).sum();
    let size: f64 = expected.iter().map(|x| x.wide().powi(2)).sum();
    found.len() == expected.len() && error.sqrt() <= T::BOUND * size.sqrt()
}

pub(crate) fn parts<T: Float>(values: &[Complex<T>]) -> Vec<T> {
    values.iter().flat_map(|z| [z.re, z.im]).collect()
}

pub(crate) fn sequences<T: Float>(len: usize, batch: usize, scale: Scale) {
    let plan =
        |device| RealPlan::<T>::builder(len).batch(batch, Layout::Rows).scale(scale).device(device).build().unwrap();
    let (there, here) = (plan(Device::Cuda), plan(Device::Cpu));
    assert_eq!((there.device(), here.device()), (Device::Cuda, Device::Cpu));
    let (x, zero) = (reals::<T>(1, len * batch), Complex::new(T::zero(), T::zero()));
    let count = there.spectrum_len() * batch;
    let (mut found, mut expected) = (vec![zero; count], vec![zero; count]);
    let launches = Gpu::first().unwrap().launches();
    there.forward(&x, &mut found).unwrap();
    assert!(Gpu::first().unwrap().launches() > launches);
    here.forward(&x, &mut expected).unwrap();
    assert!(near(&parts(&found), &parts(&expected)), "{len} x {batch}");
    assert!(
        found.chunks(len / 2 + 1).all(|row| row[0].im == T::zero() && (len % 2 == 1 || row[len / 2].im == T::zero()))
    );
    // The imaginary parts of the first and the last value are not read.
    for row in expected.chunks_mut(len / 2 + 1) {
        row[0].im = T::one();
        if len.is_multiple_of(2) {
            row[len / 2].im = T::from_f64(7.0);
        }
    }
    let (mut found, mut back) = (vec![T::zero(); x.len()], vec![T::zero(); x.len()]);
    there.inverse(&expected, &mut found).unwrap();
    here.inverse(&expected, &mut back).unwrap();
    assert!(near(&found, &back), "inverse, {len} x {batch}");
}

pub(crate) fn cosines<T: Float>(kind: TrigonometricKind, len: usize, batch: usize, scale: Scale) {
    let plan = |device| {
        Trigonometric::<T>::builder(kind, len).batch(batch, Layout::Rows).scale(scale).device(device).build().unwrap()
    };
    let (there, here) = (plan(Device::Cuda), plan(Device::Cpu));
    assert_eq!((there.device(), here.device()), (Device::Cuda, Device::Cpu));
    let x = reals::<T>(2, len * batch);
    let (mut found, mut expected) = (x.clone(), x);
    there.forward(&mut found).unwrap();
    here.forward(&mut expected).unwrap();
    assert!(near(&found, &expected), "{kind:?} {len} x {batch}");
    there.inverse(&mut found).unwrap();
    here.inverse(&mut expected).unwrap();
    assert!(near(&found, &expected), "inverse of {kind:?} {len} x {batch}");
}

pub(crate) fn arrays<T: Float>(shape: &[usize], axes: &[usize], scale: Scale) {
    let plan = |device| Multi::<T>::builder(shape, axes).scale(scale).device(device).build().unwrap();
    let (there, here) = (plan(Device::Cuda), plan(Device::Cpu));
    assert_eq!((there.device(), here.device()), (Device::Cuda, Device::Cpu));
    let x = complex::<T>(3, shape.iter().product());
    let (mut found, mut expected) = (x.clone(), x);
    there.forward(&mut found).unwrap();
    here.forward(&mut expected).unwrap();
    assert!(near(&parts(&found), &parts(&expected)), "{shape:?} {axes:?}");
    there.inverse(&mut found).unwrap();
    here.inverse(&mut expected).unwrap();
    assert!(near(&parts(&found), &parts(&expected)), "inverse, {shape:?} {axes:?}");
}

pub(crate) fn real_arrays<T: Float>(shape: &[usize], axes: &[usize], scale: Scale) {
    let plan = |device| RealMulti::<T>::builder(shape, axes).scale(scale).device(device).build().unwrap();
    let (there, here) = (plan(Device::Cuda), plan(Device::Cpu));
    assert_eq!((there.device(), here.device()), (Device::Cuda, Device::Cpu));
    let (x, zero) = (reals::<T>(4, shape.iter().product()), Complex::new(T::zero(), T::zero()));
    let count = there.spectrum_shape().iter().product();
    let (mut found, mut expected) = (vec![zero; count], vec![zero; count]);
    there.forward(&x, &mut found).unwrap();
    here.forward(&x, &mut expected).unwrap();
    assert!(near(&parts(&found), &parts(&expected)), "{shape:?} {axes:?}");
    let (mut back, mut right) = (x.clone(), x.clone());
    there.inverse(&mut found, &mut back).unwrap();
    here.inverse(&mut expected, &mut right).unwrap();
    assert!(near(&back, &right), "inverse, {shape:?} {axes:?}");
}

pub(crate) fn images<T: Float>(rows: usize, cols: usize, channels: usize, scale: Scale) {
    let plan =
        |device| Packed2d::<T>::builder(rows, cols).channels(channels).scale(scale).device(device).build().unwrap();
    let (there, here) = (plan(Device::Cuda), plan(Device::Cpu));
    assert_eq!((there.device(), here.device()), (Device::Cuda, Device::Cpu));
    let x = reals::<T>(6, rows * cols * channels);
    let (mut found, mut expected) = (x.clone(), x);
    there.forward(&mut found).unwrap();
    here.forward(&mut expected).unwrap();
    assert!(near(&found, &expected), "{rows} x {cols}");
    there.inverse(&mut found).unwrap();
    here.inverse(&mut expected).unwrap();
    assert!(near(&found, &expected), "inverse, {rows} x {cols}");
}

scenarios! {
    packed_images [&[], SMALL] {
        for (rows, cols) in [(64, 64), (16, 128), (15, 20), (6, 2), (1, 8), (2, 4), (7, 6)] {
            images::<f64>(rows, cols, 2, Scale::INVERSE);
            images::<f32>(rows, cols, 1, Scale::UNITARY);
        }
        let odd = Packed2d::<f64>::builder(4, 5).device(Device::Cuda).build().err();
        assert!(matches!(odd, Some(Error::Unsupported { .. })));
        assert_eq!(Packed2d::<f64>::new(4, 5).unwrap().device(), Device::Cpu);
    }
    real_sequences [&[], SMALL] {
        for (len, batch) in [(2, 3), (4, 1), (32, 5), (24, 7), (2000, 1), (202, 2), (4096, 3), (1 << 14, 1), (4802, 1)] {
            sequences::<f64>(len, batch, Scale::INVERSE);
            sequences::<f32>(len, batch, Scale::UNITARY);
        }
        for (len, batch) in [(1, 3), (3, 5), (9, 2), (101, 4), (225, 3), (2187, 1)] {
            sequences::<f64>(len, batch, Scale::INVERSE);
            sequences::<f32>(len, batch, Scale::UNITARY);
        }
        sequences::<f64>(128, 2, Scale::FORWARD);
    }
    // A batch beyond the memory, in parts.
    real_batches [&[("RINGFFT_EMULATED_MEMORY", "100000")]] {
        sequences::<f64>(1 << 10, 40, Scale::INVERSE);
        sequences::<f64>(225, 70, Scale::INVERSE);
        cosines::<f32>(TrigonometricKind::Dct2, 1 << 10, 77, Scale::INVERSE);
    }
    cosine_transforms [&[], SMALL] {
        for kind in [TrigonometricKind::Dct2, TrigonometricKind::Dct3] {
            for (len, batch) in [(2, 3), (4, 1), (32, 5), (30, 7), (2000, 1), (202, 2), (4096, 3)] {
                cosines::<f64>(kind, len, batch, Scale::INVERSE);
                cosines::<f32>(kind, len, batch, Scale::NONE);
            }
            cosines::<f64>(kind, 64, 2, Scale::FORWARD);
        }
    }
    complex_arrays [&[], SMALL] {
        let shapes: [(&[usize], &[usize]); 9] = [
            (&[64, 64], &[0, 1]),
            (&[128, 16], &[0, 1]),
            (&[16, 256], &[1, 0]),
            (&[64, 20], &[0]),
            (&[12, 64], &[0, 1]),
            (&[7, 5], &[0, 1]),
            (&[8, 16, 32], &[0, 1, 2]),
            (&[16, 6, 10], &[0, 2]),
            (&[3, 4, 5, 6], &[1, 3, 0]),
        ];
        for (shape, axes) in shapes {
            arrays::<f64>(shape, axes, Scale::INVERSE);
            arrays::<f32>(shape, axes, Scale::UNITARY);
        }
        arrays::<f64>(&[40], &[0], Scale::FORWARD);
    }
    arrays_of_reals [&[], SMALL] {
        let shapes: [(&[usize], &[usize]); 7] = [
            (&[64, 64], &[0, 1]),
            (&[16, 15], &[0, 1]),
            (&[4, 6, 7], &[1, 2]),
            (&[6, 20], &[1, 0]),
            (&[5, 32], &[1]),
            (&[16, 8, 12], &[0, 1, 2]),
            (&[16, 3, 4], &[0, 2]),
        ];
        for (shape, axes) in shapes {
            real_arrays::<f64>(shape, axes, Scale::INVERSE);
            real_arrays::<f32>(shape, axes, Scale::UNITARY);
        }
    }
    // By the threshold, with what devices have.
    automatic [&[("RINGFFT_DEVICE_BYTES", "4096")]] {
        let real = |len| RealPlan::<f64>::builder(len).device(Device::Auto);
        assert_eq!([real(256), real(512), real(511), real(513)].map(|plan| plan.build().unwrap().device()), [Device::Cpu, Device::Cuda, Device::Cpu, Device::Cuda]);
        assert_eq!(real(512).device(Device::Cpu).build().unwrap().device(), Device::Cpu);
        assert_eq!(real(512).isa(Isa::Scalar).build().unwrap().device(), Device::Cpu);
        assert_eq!(real(512).batch(2, Layout::Columns).build().unwrap().device(), Device::Cpu);
        let cosine = |kind| Trigonometric::<f64>::builder(kind, 512).device(Device::Auto).build().unwrap().device();
        assert_eq!([cosine(TrigonometricKind::Dct2), cosine(TrigonometricKind::Dst2)], [Device::Cuda, Device::Cpu]);
        let array = |shape: &[usize]| Multi::<f64>::builder(shape, &[0]).device(Device::Auto).build().unwrap().device();
        assert_eq!([array(&[16, 16]), array(&[16, 15])], [Device::Cuda, Device::Cpu]);
        let reals = |shape: &[usize]| RealMulti::<f64>::builder(shape, &[0, 1]).device(Device::Auto).build().unwrap().device();
        assert_eq!([reals(&[16, 32]), reals(&[16, 31])], [Device::Cuda, Device::Cpu]);
    }
    refused [&[]] {
        let refused = |error: Option<Error>| matches!(error, Some(Error::Unsupported { .. }));
        assert!(refused(RealPlan::<f64>::builder(8).batch(2, Layout::Columns).device(Device::Cuda).build().err()));
        for kind in [TrigonometricKind::Dct1, TrigonometricKind::Dct4, TrigonometricKind::Dst3] {
            assert!(refused(Trigonometric::<f64>::builder(kind, 8).device(Device::Cuda).build().err()));
        }
        let unitary = Trigonometric::<f64>::builder(TrigonometricKind::Dct2, 8).scale(Scale::UNITARY);
        assert!(refused(unitary.device(Device::Cuda).build().err()));
        assert!(refused(Trigonometric::<f64>::builder(TrigonometricKind::Dct2, 9).device(Device::Cuda).build().err()));
    }
    no_device [&[("RINGFFT_EMULATED_NO_DEVICE", "1"), ("RINGFFT_DEVICE_BYTES", "1")]] {
        assert_eq!(RealPlan::<f64>::builder(64).device(Device::Auto).build().unwrap().device(), Device::Cpu);
        let error = RealPlan::<f64>::builder(64).device(Device::Cuda).build().err().unwrap();
        assert!(matches!(error, Error::Device { failure: DeviceFailure::NoDevice, .. }), "{error}");
    }
    // Asked for, a device that fails is an error and leaves the data as they were, also after some of a batch; the next call is another.
    insisting [&[("RINGFFT_EMULATED_FAIL_LAUNCH", "7"), ("RINGFFT_EMULATED_MEMORY", "100000")]] {
        let (calls, intact) = calls(Device::Cuda);
        assert!(intact && matches!(calls, [Err(Error::Device { failure: DeviceFailure::Launch, .. }), Ok(true)]), "{calls:?}");
    }
    falling_back [
        &[
            ("RINGFFT_EMULATED_FAIL_LAUNCH", "7"),
            ("RINGFFT_EMULATED_MEMORY", "100000"),
            ("RINGFFT_DEVICE_BYTES", "1")
        ],
        &[("RINGFFT_EMULATED_FAIL_COPY", "12"), ("RINGFFT_DEVICE_BYTES", "1")],
        &[("RINGFFT_EMULATED_FAIL_ALLOCATION", "10"), ("RINGFFT_DEVICE_BYTES", "1")]
    ] {
        let (calls, _) = calls(Device::Auto);
        assert!(matches!(calls, [Ok(true), Ok(true)]), "{calls:?}");
    }
}

/// Two calls of a plan on a device: whether each is right; and whether the first left the data as they were.
fn calls(device: Device) -> ([Result<bool, Error>; 2], bool) {
    let builder = || Trigonometric::<f64>::builder(TrigonometricKind::Dct2, 1 << 10).batch(40, Layout::Rows);
    let x = reals::<f64>(5, 40 << 10);
    let mut expected = x.clone();
    builder().device(Device::Cpu).build().unwrap().forward(&mut expected).unwrap();
    let plan = builder().device(device).build().unwrap();
    let (mut first, mut second) = (x.clone(), x.clone());
    let done = [
        plan.forward(&mut first).map(|()| near(&first, &expected)),
        plan.forward(&mut second).map(|()| near(&second, &expected)),
    ];
    (done, first == x)
}
