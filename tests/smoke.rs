//! Every first algorithm against the definition.
use bls12_381::Scalar;
use num_complex::Complex;
use ringfft::order::Order;
use ringfft::plan::*;
use ringfft::rings::{ComplexRing, ff};

#[test]
fn equal_to_naive() {
    for alg in Algorithm::ALL {
        for order in [Order::Natural, Order::BitReversed] {
            for k in 0..10 {
                let n = 1usize << k;
                let naive = Plan::builder(ff::<Scalar>(), n).algorithm(Algorithm::Naive).order(order).build().unwrap();
                let plan = Plan::builder(ff::<Scalar>(), n).algorithm(alg).order(order).build().unwrap();
                let x: Vec<Scalar> = (0..n as u64).map(|i| Scalar::from(i * i * i + 7)).collect();
                let (mut a, mut b) = (x.clone(), x.clone());
                naive.forward(&mut a).unwrap();
                plan.forward(&mut b).unwrap();
                assert_eq!(a, b, "{alg} {order} {n}");
                plan.inverse(&mut b).unwrap();
                assert_eq!(x, b, "inverse {alg} {order} {n}");
                let naive = Plan::builder(ComplexRing::<f64>::new(), n)
                    .algorithm(Algorithm::Naive)
                    .order(order)
                    .build()
                    .unwrap();
                let plan = Plan::builder(ComplexRing::<f64>::new(), n).algorithm(alg).order(order).build().unwrap();
                let x: Vec<Complex<f64>> =
                    (0..n as u64).map(|i| Complex::new((i as f64).sin(), (i as f64 * 1.7).cos())).collect();
                let (mut a, mut b) = (x.clone(), x.clone());
                naive.forward(&mut a).unwrap();
                plan.forward(&mut b).unwrap();
                assert!(a.iter().zip(&b).all(|(a, b)| (a - b).norm() < 1e-10), "{alg} {order} {n}");
                plan.inverse(&mut b).unwrap();
                assert!(x.iter().zip(&b).all(|(a, b)| (a - b).norm() < 1e-12), "{alg} {order} {n}");
            }
        }
    }
}

#[test]
fn long_transforms_agree_on_threads() {
    let pool = |t| rayon::ThreadPoolBuilder::new().num_threads(t).build().unwrap();
    let n = 1 << 13;
    let x: Vec<Scalar> = (0..n as u64).map(|i| Scalar::from(i * i * i + 7)).collect();
    let mut want = x.clone();
    Plan::builder(ff::<Scalar>(), n)
        .algorithm(Algorithm::Classical)
        .threads(Threads::AtMost(1))
        .build()
        .unwrap()
        .forward(&mut want)
        .unwrap();
    for alg in Algorithm::ALL {
        if alg == Algorithm::Naive {
            continue;
        }
        for t in [1, 2, 3] {
            pool(t).install(|| {
                let plan = Plan::builder(ff::<Scalar>(), n).algorithm(alg).build().unwrap();
                let mut y = x.clone();
                plan.forward(&mut y).unwrap();
                assert!(y == want, "{alg} {t}");
                plan.inverse(&mut y).unwrap();
                assert!(y == x, "{alg} {t}");
            });
        }
    }
}
