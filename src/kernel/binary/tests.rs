use super::*;
use crate::{additive::NovelBasis, rings::*};
use alloc::vec::Vec;
use std::{println, time::Instant};

fn random<F: BinaryField>(n: usize, seed: u128) -> Vec<F> {
    let mut s = seed | 1;
    (0..n)
        .map(|_| {
            s = s
                .wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645)
                .wrapping_add(0x5851_f42d_4c95_7f2d_1405_7b7e_f767_814f);
            F::from_bits(s ^ s >> 64)
        })
        .collect()
}

fn check<F: BinaryField>(dim: u32, shift: u128) {
    let points = Subspace::new(binary::<F>(), dim).unwrap().with_shift(F::from_bits(shift));
    let want = NovelBasis::new(&points).unwrap();
    let x = random::<F>(1 << dim, 77 + dim as u128);
    let mut y = x.clone();
    want.forward(&mut y, &mut []).unwrap();
    for isa in [Isa::Avx512, Isa::Avx2] {
        for threads in [1, 3] {
            let t = engine(&points, threads, isa).unwrap().unwrap();
            let mut z = x.clone();
            t.forward(&mut z, &mut []).unwrap();
            assert!(z == y, "forward {} {dim} {shift:x} {isa} {threads}", F::name());
            t.inverse_unscaled(&mut z, &mut []).unwrap();
            assert!(z == x, "inverse {} {dim} {shift:x} {isa} {threads}", F::name());
        }
    }
}

#[test]
fn equal() {
    for dim in 7..=8 {
        check::<Gf2p8>(dim, 0x35);
    }
    for dim in 7..=13 {
        for shift in [0, 0x1234_5678_9abc_def0_fedc_ba98_7654_3210, 9] {
            check::<Gf2p16>(dim, shift);
            check::<Gf2p16Leopard>(dim, shift);
            check::<Gf2p32>(dim, shift);
            check::<Gf2p64>(dim, shift);
            check::<Gf2p128>(dim, shift);
        }
    }
}

#[test]
fn speed() {
    for isa in [Isa::Avx512, Isa::Avx2] {
        for dim in 10..=20 {
            let points = Subspace::new(binary::<Gf2p128>(), dim).unwrap();
            let t = engine(&points, 1, isa).unwrap().unwrap();
            let mut x = random::<Gf2p128>(1 << dim, 3);
            let mut best = [f64::MAX; 2];
            let reps = ((1usize << 23) >> dim).clamp(5, 500);
            for _ in 0..reps {
                let s = Instant::now();
                t.forward(&mut x, &mut []).unwrap();
                best[0] = best[0].min(s.elapsed().as_secs_f64());
                let s = Instant::now();
                t.inverse_unscaled(&mut x, &mut []).unwrap();
                best[1] = best[1].min(s.elapsed().as_secs_f64());
            }
            let bf = (dim as f64) * (1u64 << dim) as f64 / 2.0;
            println!(
                "{isa} 2^{dim} {:.2} {:.2} us  {:.3} {:.3} ns/bf",
                best[0] * 1e6,
                best[1] * 1e6,
                best[0] * 1e9 / bf,
                best[1] * 1e9 / bf
            );
        }
    }
}
