//! Real and imaginary parts in two slices: the same values as interleaved, and the inverse by exchanging them.

use num_complex::Complex;
use ringfft::{
    Error, Result,
    order::Order,
    plan::{Algorithm, Layout, Plan, Scale, Split},
    rings::ComplexRing,
};
use ringfft_testing::Random;

type Parts = (Vec<f64>, Vec<f64>);

fn sample(len: usize) -> Vec<Complex<f64>> {
    let mut random = Random::new(7);
    (0..len).map(|_| Complex::new(random.float(), random.float())).collect()
}

fn apart(values: &[Complex<f64>]) -> Parts {
    values.iter().map(|z| (z.re, z.im)).unzip()
}

fn lengths(algorithm: Algorithm) -> impl Iterator<Item = usize> {
    [1, 2, 3, 8, 12, 64, 128].into_iter().filter(move |&n| algorithm.exists_for(n))
}

/// Bit for bit, every algorithm, order, scale, coset, batch and layout.
#[test]
fn equal_to_interleaved() -> Result<()> {
    for algorithm in Algorithm::ALL.iter().copied().filter(|algorithm| algorithm.is_dft()) {
        for n in lengths(algorithm) {
            for order in [Order::Natural, Order::BitReversed].into_iter().filter(|order| order.is_permutation(n)) {
                for (batch, layout) in [(1, Layout::Rows), (3, Layout::Rows), (3, Layout::Columns)] {
                    let ring = ComplexRing::<f64>::new();
                    let builder = Plan::builder(ring, n).algorithm(algorithm).order(order).batch(batch, layout);
                    let plan = builder.scale(Scale::UNITARY).coset(Complex::new(0.0, 1.0)).build()?;
                    let mut values = sample(n * batch);
                    let (mut re, mut im) = apart(&values);
                    let mut parts = Split { re: &mut re, im: &mut im };
                    plan.forward(&mut values)?;
                    plan.forward_split(parts.reborrow())?;
                    let (values_re, values_im) = apart(&values);
                    assert_eq!((&*parts.re, &*parts.im), (&values_re[..], &values_im[..]), "{}", plan.recipe());
                    plan.inverse(&mut values)?;
                    plan.inverse_split(parts)?;
                    assert_eq!((re, im), apart(&values), "inverse of {}", plan.recipe());
                }
            }
        }
    }
    Ok(())
}

/// The unscaled inverse is the forward map with the parts exchanged, for every algorithm.
#[test]
fn inverse_is_forward_with_parts_exchanged() -> Result<()> {
    for algorithm in Algorithm::ALL.iter().copied().filter(|algorithm| algorithm.is_dft()) {
        for n in lengths(algorithm) {
            let plan = Plan::builder(ComplexRing::<f64>::new(), n).algorithm(algorithm).scale(Scale::NONE).build()?;
            let x = sample(n);
            let mut truth = x.clone();
            plan.inverse(&mut truth)?;
            let (mut re, mut im) = apart(&x);
            plan.forward_split(Split { re: &mut re, im: &mut im }.swapped())?;
            let far = |re: &[f64], im: &[f64]| {
                let found = re.iter().zip(im).map(|(&re, &im)| Complex::new(re, im));
                found.zip(&truth).map(|(z, truth)| (z - truth).norm()).fold(0.0, f64::max)
            };
            assert!(far(&re, &im) < 1e-12, "{algorithm}, {n}");
            // Exchanging them is what does it.
            if n > 2 {
                let (mut re, mut im) = apart(&x);
                plan.forward_split(Split { re: &mut re, im: &mut im })?;
                assert!(far(&re, &im) > 1e-3, "{algorithm}, {n}");
            }
        }
    }
    Ok(())
}

#[test]
fn slices_of_the_wrong_length_are_left_alone() -> Result<()> {
    let plan = Plan::builder(ComplexRing::<f64>::new(), 8).batch(2, Layout::Columns).build()?;
    let needed = plan.split_scratch_len()?;
    assert_eq!(needed, 16 + plan.scratch_len());
    let zero = Complex::new(0.0, 0.0);
    for (re, im, scratch) in [(15, 16, needed), (16, 17, needed), (0, 16, needed), (16, 16, needed - 1)] {
        let (mut re, mut im, mut scratch) = (vec![1.0; re], vec![2.0; im], vec![zero; scratch]);
        for run in [Plan::forward_split_with, Plan::inverse_split_with] {
            let outcome = run(&plan, Split { re: &mut re, im: &mut im }, &mut scratch);
            assert!(matches!(outcome, Err(Error::SliceLength { .. })), "{outcome:?}");
        }
        assert!(re.iter().all(|&x| x == 1.0) && im.iter().all(|&x| x == 2.0));
    }
    let mut dirty = vec![Complex::new(f64::NAN, 3.0); needed + 5];
    let (mut re, mut im) = (vec![1.0; 16], vec![0.0; 16]);
    plan.forward_split_with(Split { re: &mut re, im: &mut im }, &mut dirty)?;
    assert_eq!((re[0], re[1], re[2]), (8.0, 8.0, 0.0));
    Ok(())
}
