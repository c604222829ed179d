//! Plans and products whatever families are on: transforms equal the definition, products equal sums of products.

use num_complex::Complex;
use ringfft::{
    Result,
    algebra::{Domain, Ring},
    conv,
    dft::{Naive, Transform},
    plan::{Accelerated, Plan},
    rings::{
        Arrays, BabyBear, Bls12381Fr, ComplexRing, Fermat, Gf2p16, Gf2p64, Goldilocks, KoalaBear, Modular, Modular32,
        binary, native,
    },
};

/// Checks transforms of exact values against the definition, and that they come back.
fn exact<R: Accelerated<Scalars = R, Element: PartialEq> + Ring>(ring: &R, lens: &[usize]) -> Result<()> {
    for &len in lens {
        let values: Vec<_> = (1..=len as u64).map(|k| ring.integer(k * k + 3)).collect();
        let naive = Naive::new(&Domain::new(ring.clone(), len)?)?;
        let (mut expected, mut scratch) = (values.clone(), vec![ring.zero(); naive.scratch_len()]);
        naive.forward(&mut expected, &mut scratch)?;
        let plan = Plan::over(ring.clone(), len)?;
        let mut found = values.clone();
        plan.forward(&mut found)?;
        assert!(found == expected, "{} {len}", ring.name());
        plan.inverse(&mut found)?;
        assert!(found == values, "{} {len}", ring.name());
    }
    Ok(())
}

#[test]
fn residues_and_prime_fields() -> Result<()> {
    let lens = [1, 2, 8, 64, 128];
    exact(&Modular::new(257)?, &lens)?;
    exact(&Modular::new(12_289)?, &[3, 96, 512])?;
    exact(&Modular32::new(257)?, &lens)?;
    exact(&native::<Goldilocks>(), &[3, 12, 64, 256])?;
    exact(&native::<BabyBear>(), &lens)?;
    exact(&native::<KoalaBear>(), &lens)?;
    exact(&native::<Bls12381Fr>(), &lens)?;
    exact(&Fermat::new(64)?, &[8, 128])
}

#[test]
fn complex_numbers() -> Result<()> {
    for len in [1, 2, 7, 64, 100, 1009] {
        let values: Vec<_> = (0..len).map(|k| Complex::new((k * k % 17) as f64, (k % 5) as f64)).collect();
        let naive = Naive::new(&Domain::new(ComplexRing::<f64>::new(), len)?)?;
        let (mut expected, mut scratch) = (values.clone(), vec![Complex::default(); naive.scratch_len()]);
        naive.forward(&mut expected, &mut scratch)?;
        let plan = Plan::<Complex<f64>>::new(len)?;
        let mut found = values.clone();
        plan.forward(&mut found)?;
        assert!(found.iter().zip(&expected).all(|(x, y)| (x - y).norm() < 1e-8), "{len}");
        plan.inverse(&mut found)?;
        assert!(found.iter().zip(&values).all(|(x, y)| (x - y).norm() < 1e-10), "{len}");
    }
    Ok(())
}

#[test]
fn binary_fields() -> Result<()> {
    for len in [1, 8, 256, 1000] {
        let values: Vec<_> = (0..len as u16).map(|k| Gf2p16::new(k.wrapping_mul(40_503))).collect();
        let plan = Plan::<Gf2p16>::new(len)?;
        let mut found = values.clone();
        plan.forward(&mut found)?;
        // The first point is 0.
        assert_eq!(found[0], values[0]);
        plan.inverse(&mut found)?;
        assert!(found == values, "{len}");
    }
    Ok(())
}

#[test]
fn arrays_of_elements() -> Result<()> {
    let values: Vec<_> = (0..64u16).map(|k| [k, 3 * k + 1].map(Gf2p16::new)).collect();
    let (plan, single) = (Plan::over(Arrays::<_, 2>::new(binary::<Gf2p16>()), 64)?, Plan::<Gf2p16>::new(64)?);
    let (mut found, mut second) = (values.clone(), values.iter().map(|x| x[1]).collect::<Vec<_>>());
    plan.forward(&mut found)?;
    single.forward(&mut second)?;
    assert!(found.iter().map(|x| x[1]).eq(second));
    plan.inverse(&mut found)?;
    assert!(found == values);
    Ok(())
}

/// Checks a product against the sums of products.
fn product<R: conv::Convolve<Element: PartialEq>>(ring: &R, value: impl Fn(u64) -> R::Element) -> Result<()> {
    for len in [3, 60, 300] {
        let a: Vec<_> = (1..=len).map(|k| value(k * 7919)).collect();
        let b: Vec<_> = (1..=len + 5).map(|k| value(k * k)).collect();
        let mut expected = vec![ring.zero(); a.len() + b.len() - 1];
        for (i, x) in a.iter().enumerate() {
            for (j, y) in b.iter().enumerate() {
                let mut term = x.clone();
                ring.mul_assign(&mut term, y);
                ring.add_assign(&mut expected[i + j], &term);
            }
        }
        assert!(conv::linear(ring, &a, &b)? == expected, "{} {len}", ring.name());
    }
    Ok(())
}

#[test]
fn products() -> Result<()> {
    let modular = Modular::new(1_000_003)?;
    product(&modular, |k| k % 1_000_003)?;
    product(&native::<BabyBear>(), |k| native::<BabyBear>().integer(k))?;
    product(&native::<Bls12381Fr>(), Bls12381Fr::from)?;
    product(&binary::<Gf2p64>(), Gf2p64::new)
}
