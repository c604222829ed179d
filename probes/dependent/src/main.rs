//! Plans over seven rings and one product of integers: the calls of the README, no more.

use bls12_381::Scalar;
use ringfft::{plan::Plan, rings::ff};

/// Transforms there and back, and says whether the values returned.
macro_rules! comes_back {
    ($plan:expr, $value:expr) => {{
        let plan = $plan?;
        let values: Vec<_> = (0..1024u32).map($value).collect();
        let mut work = values.clone();
        plan.forward(&mut work)?;
        plan.inverse(&mut work)?;
        work == values
    }};
}

fn main() -> Result<(), ringfft::Error> {
    let n = 1024;
    println!("ff {}", comes_back!(Plan::over(ff::<Scalar>(), n), |j| Scalar::from(u64::from(j))));
    #[cfg(feature = "rings")]
    {
        use num_complex::Complex;
        use ringfft::{integer, rings::{BabyBear, Gf2p64, Goldilocks, Modular}};

        // Powers of two come back over floats where every rounding is exact: zeros.
        println!("c64 {}", comes_back!(Plan::<Complex<f64>>::new(n), |_| Complex::new(0.0, 0.0)));
        println!("c32 {}", comes_back!(Plan::<Complex<f32>>::new(n), |_| Complex::new(0.0, 0.0)));
        println!("Goldilocks {}", comes_back!(Plan::<Goldilocks>::new(n), |j| Goldilocks::new(j.into())));
        println!("BabyBear {}", comes_back!(Plan::<BabyBear>::new(n), |j| BabyBear::new(j.into())));
        println!("Modular {}", comes_back!(Plan::over(Modular::new(998_244_353)?, n), u64::from));
        println!("GF(2^64) {}", comes_back!(Plan::<Gf2p64>::new(n), |j| Gf2p64::new(j.into())));
        println!("product {}", integer::multiply(&[u64::MAX; 4096], &[3])?.len() == 4097);
    }
    Ok(())
}
