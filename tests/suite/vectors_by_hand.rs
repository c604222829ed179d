//! Vectors worked by hand: they pin sign, order and scale, so that no global flip can stay self-consistent.
//!
//! The ramp `x_j = j + 1` has the values `X_0 = n (n + 1)/2` and `X_k = n/(w^k - 1)`.

use num_complex::Complex;
use ringfft::{
    Result,
    order::Order,
    plan::{Algorithm, Plan, Scale},
    rings::{ComplexRing, Modular},
};

/// Every algorithm: forward, inverse, and the unscaled inverse.
fn modular(p: u64, x: &[u64], natural: &[u64], bit_reversed: Option<&[u64]>) -> Result<()> {
    let n = x.len();
    let orders = [(Order::Natural, Some(natural)), (Order::BitReversed, bit_reversed)];
    let ring = Modular::new(p)?;
    let exists = |algorithm: &Algorithm| algorithm.is_dft() && algorithm.exists_for(n) && algorithm.exists_over(&ring);
    for algorithm in Algorithm::ALL.iter().copied().filter(exists) {
        for (order, truth) in orders.into_iter().filter_map(|(order, truth)| Some((order, truth?))) {
            let builder = || Plan::builder(Modular::new(p).unwrap(), n).algorithm(algorithm).order(order);
            let plan = builder().build()?;
            let mut values = x.to_vec();
            plan.forward(&mut values)?;
            assert_eq!(values, truth, "{algorithm} {order} mod {p}");
            plan.inverse(&mut values)?;
            assert_eq!(values, x, "inverse {algorithm} {order} mod {p}");
            let mut values = truth.to_vec();
            builder().scale(Scale::NONE).build()?.inverse(&mut values)?;
            let times_n: Vec<u64> = x.iter().map(|x| n as u64 * x % p).collect();
            assert_eq!(values, times_n, "unscaled inverse {algorithm} {order} mod {p}");
        }
    }
    Ok(())
}

#[test]
fn modulo_17() -> Result<()> {
    modular(17, &[5], &[5], Some(&[5]))?;
    modular(17, &[1, 2], &[3, 16], Some(&[3, 16]))?;
    // w = 3^4 = 13: 1 + 2*13 + 3*16 + 4*4 = 91 = 6.
    modular(17, &[1, 2, 3, 4], &[10, 6, 15, 7], Some(&[10, 15, 6, 7]))?;
    // w = 3^2 = 9, powers 1 9 13 15 16 8 4 2.
    let natural = [2, 1, 12, 3, 13, 6, 14, 8];
    modular(17, &[1, 2, 3, 4, 5, 6, 7, 8], &natural, Some(&[2, 13, 12, 14, 1, 6, 3, 8]))?;
    let powers = [1, 9, 13, 15, 16, 8, 4, 2];
    modular(17, &[0, 1, 0, 0, 0, 0, 0, 0], &powers, Some(&[1, 16, 13, 4, 9, 8, 15, 2]))
}

#[test]
fn modulo_257() -> Result<()> {
    modular(257, &[200], &[200], Some(&[200]))?;
    modular(257, &[1, 2], &[3, 256], None)?;
    // w = 3^64 = -16.
    modular(257, &[1, 2, 3, 4], &[10, 30, 255, 223], Some(&[10, 255, 30, 223]))?;
    // w = 3^32 = 64, powers 1 64 -16 4 -1 -64 16 -4.
    let natural = [36, 45, 60, 174, 253, 75, 189, 204];
    modular(257, &[1, 2, 3, 4, 5, 6, 7, 8], &natural, Some(&[36, 253, 60, 189, 45, 75, 174, 204]))
}

#[test]
fn length_three_modulo_7() -> Result<()> {
    // w = 3^2 = 2: 1 + 2*2 + 3*4 = 17 = 3, 1 + 2*4 + 3*2 = 15 = 1.
    modular(7, &[1, 2, 3], &[6, 3, 1], None)
}

#[test]
fn complex() -> Result<()> {
    let h = 0.5f64.sqrt();
    // 4 cot(pi/8) = 4 + 4 sqrt 2, 4 cot(3 pi/8) = 4 sqrt 2 - 4.
    let (steep, flat) = (4.0 + 8.0 * h, 8.0 * h - 4.0);
    type Vector<'a> = (&'a [f64], &'a [(f64, f64)]);
    let vectors: [Vector<'_>; 7] = [
        (&[5.0], &[(5.0, 0.0)]),
        (&[1.0, 2.0], &[(3.0, 0.0), (-1.0, 0.0)]),
        (&[1.0, 2.0, 3.0], &[(6.0, 0.0), (-1.5, 0.75f64.sqrt()), (-1.5, -(0.75f64.sqrt()))]),
        (&[1.0, 2.0, 3.0, 4.0], &[(10.0, 0.0), (-2.0, 2.0), (-2.0, 0.0), (-2.0, -2.0)]),
        (&[0.0, 1.0, 0.0, 0.0], &[(1.0, 0.0), (0.0, -1.0), (-1.0, 0.0), (0.0, 1.0)]),
        (
            &[0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
            &[(1.0, 0.0), (h, -h), (0.0, -1.0), (-h, -h), (-1.0, 0.0), (-h, h), (0.0, 1.0), (h, h)],
        ),
        (
            &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0],
            &[
                (36.0, 0.0),
                (-4.0, steep),
                (-4.0, 4.0),
                (-4.0, flat),
                (-4.0, 0.0),
                (-4.0, -flat),
                (-4.0, -4.0),
                (-4.0, -steep),
            ],
        ),
    ];
    for (x, truth) in vectors {
        let n = x.len();
        for algorithm in
            Algorithm::ALL.iter().copied().filter(|algorithm| algorithm.is_dft() && algorithm.exists_for(n))
        {
            for order in [Order::Natural, Order::BitReversed].into_iter().filter(|order| order.exists_for(n)) {
                let builder = || Plan::builder(ComplexRing::<f64>::new(), n).algorithm(algorithm).order(order);
                let plan = builder().build()?;
                let mut values: Vec<Complex<f64>> = x.iter().map(|&re| Complex::new(re, 0.0)).collect();
                plan.forward(&mut values)?;
                for (j, value) in values.iter().enumerate() {
                    let (re, im) = truth[order.exponent(j, n)];
                    assert!((value - Complex::new(re, im)).norm() < 1e-14, "{algorithm} {order} {n} [{j}]: {value}");
                }
                let mut unscaled = values.clone();
                plan.inverse(&mut values)?;
                builder().scale(Scale::NONE).build()?.inverse(&mut unscaled)?;
                for ((value, unscaled), x) in values.iter().zip(&unscaled).zip(x) {
                    assert!((value - x).norm() < 1e-14, "{algorithm} {order} {n}: {value} for {x}");
                    assert!((unscaled - x * n as f64).norm() < 1e-13, "{algorithm} {order} {n}: {unscaled}");
                }
            }
        }
    }
    Ok(())
}
