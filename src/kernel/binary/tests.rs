//! Against the textbook, on every instruction set that the machine has.

use super::*;
use crate::{
    additive::{Conversion, NovelBasis},
    algebra::Roots,
    inside::require,
    rings::{Gf2p8, Gf2p16, Gf2p16Leopard, Gf2p32, Gf2p64, Gf2p128, binary},
};
use alloc::{vec, vec::Vec};

fn random<F: BinaryField>(n: usize, seed: u128) -> Vec<F> {
    let mut s = seed | 1;
    (0..n)
        .map(|_| {
            s = s.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645).wrapping_add(0x5851_f42d_4c95_7f2d);
            F::from_bits(s ^ s >> 64)
        })
        .collect()
}

fn check<F: BinaryField>(dim: u32, shift: u128) {
    let points = Subspace::new(binary::<F>(), dim).unwrap().with_shift(F::from_bits(shift));
    let (novel, conversion) = (NovelBasis::new(&points).unwrap(), Conversion::new(&points, points.len()).unwrap());
    let x = random::<F>(1 << dim, 77 + dim as u128);
    for basis in [Basis::Novel, Basis::Monomial] {
        let mut want = x.clone();
        if basis == Basis::Monomial {
            conversion.to_novel(&mut want).unwrap();
        }
        novel.forward(&mut want, &mut []).unwrap();
        for isa in require::sets() {
            for threads in [1, 3] {
                let what = (F::name(), dim, shift, isa, threads, basis);
                let transform = chosen(&points, basis, threads, isa).unwrap();
                assert_eq!((transform.len(), transform.scratch_len(), transform.inverse_scale()), (1 << dim, 0, 1));
                // One element on, so that elements of few bytes do not start at a multiple of eight.
                let mut z = vec![F::ONE; x.len() + 1];
                for start in [0, 1] {
                    let z = &mut z[start..][..x.len()];
                    z.copy_from_slice(&x);
                    transform.forward(z, &mut random(3, 5)).unwrap();
                    assert!(z == want, "forward {what:?}");
                    transform.inverse_unscaled(z, &mut []).unwrap();
                    assert!(z == x, "inverse {what:?}");
                }
            }
        }
    }
}

const SHIFT: u128 = 0x1234_5678_9abc_def0_fedc_ba98_7654_3210;

pub(crate) fn short_transforms_equal_the_textbook() {
    for dim in 7..=8 {
        check::<Gf2p8>(dim, 0);
        check::<Gf2p8>(dim, SHIFT);
    }
    for dim in 7..=11 {
        for shift in [0, 0x80, SHIFT] {
            check::<Gf2p16>(dim, shift);
            check::<Gf2p16Leopard>(dim, shift);
            check::<Gf2p32>(dim, shift);
            check::<Gf2p64>(dim, shift);
            check::<Gf2p128>(dim, shift);
        }
    }
}

/// Checks long transforms, with several passes over columns, in which all digits of the index and of the shift matter.
pub(crate) fn long_transforms_equal_the_textbook() {
    check::<Gf2p16>(16, SHIFT);
    check::<Gf2p32>(15, 0);
    check::<Gf2p64>(14, SHIFT);
    for dim in 12..=14 {
        check::<Gf2p128>(dim, 0);
        check::<Gf2p128>(dim, SHIFT);
    }
    check::<Gf2p128>(17, 0);
}

/// Checks a coset in the span of the first vectors, which keeps the twiddles narrow, and a Cantor basis other than the
/// canonical one.
pub(crate) fn other_cosets_and_bases_equal_the_textbook() {
    let ring = binary::<Gf2p128>();
    let basis = ring.cantor_basis(40).unwrap();
    let x = random::<Gf2p128>(1 << 12, 9);
    for at in [13, 17, 31, 33] {
        let points = Subspace::with_basis(ring, basis[..12].to_vec()).unwrap().with_shift(basis[at] + basis[7]);
        let mut want = x.clone();
        NovelBasis::new(&points).unwrap().forward(&mut want, &mut []).unwrap();
        let mut z = x.clone();
        engine(&points, 1, Isa::Auto).unwrap().unwrap().forward(&mut z, &mut []).unwrap();
        assert!(z == want, "{at}");
    }
    // From an element of trace 1 down: every other choice of beta_i is beta_i + 1.
    let mut other = [Gf2p16::from_bits(1 << 13); 16];
    for i in (0..15).rev() {
        other[i] = other[i + 1].squared() + other[i + 1];
    }
    if other[0] == Gf2p16::ONE {
        let points = Subspace::with_basis(binary::<Gf2p16>(), other[..10].to_vec()).unwrap();
        let x = random::<Gf2p16>(1 << 10, 9);
        let (mut want, mut z) = (x.clone(), x);
        NovelBasis::new(&points).unwrap().forward(&mut want, &mut []).unwrap();
        engine(&points, 1, Isa::Auto).unwrap().unwrap().forward(&mut z, &mut []).unwrap();
        assert!(z == want);
    }
}

pub(crate) fn the_conversion_equals_the_textbook() {
    for k in 0..=18 {
        let points = Subspace::new(binary::<Gf2p32>(), k).unwrap();
        let conversion = Conversion::new(&points, 1 << k).unwrap();
        let x = random::<Gf2p32>(1 << k, 4);
        let (mut want, mut z) = (x.clone(), x.clone());
        conversion.to_novel(&mut want).unwrap();
        for threads in [1, 3] {
            for isa in planes::Isa::all() {
                let monomial = Monomial { isa, bytes: 2, threads };
                z.copy_from_slice(&x);
                monomial.convert(cast::bytes(&mut z).unwrap(), false);
                assert!(z == want, "{k}");
                monomial.convert(cast::bytes(&mut z).unwrap(), true);
                assert!(z == x, "{k}");
            }
        }
    }
}

pub(crate) fn what_has_no_kernel_says_so() {
    let ring = binary::<Gf2p16>();
    assert!(engine(&Subspace::new(ring, 6).unwrap(), 1, Isa::Auto).is_none());
    let other = (0..8).map(|i| Gf2p16::from_bits(1 << i)).collect();
    assert!(engine(&Subspace::with_basis(ring, other).unwrap(), 1, Isa::Auto).is_none());
    let points = Subspace::new(ring, 8).unwrap();
    for &isa in Isa::ALL {
        assert_eq!(engine(&points, 1, isa).unwrap().is_ok(), isa.is_available(), "{isa}");
    }
    let transform = engine(&points, 1, Isa::Auto).unwrap().unwrap();
    assert!(matches!(transform.forward(&mut [Gf2p16::ONE; 255], &mut []), Err(Error::SliceLength { .. })));
}

#[cfg(all(target_arch = "x86_64", feature = "std"))]
pub(crate) fn carry_less_transforms_equal_the_textbook() {
    let Some(isa) = require::found("vpclmul", clmul512::Clmul512::detect()) else { return };
    for dim in (3..=14).chain([18]) {
        // Shifts by 0, by elements of GF(2^8) and GF(2^32), by the roots of s_2 and s_4, by one outside all subfields.
        let basis = binary::<Gf2p128>().cantor_basis(32).unwrap();
        for shift in [0, basis[7].to_bits(), basis[31].to_bits(), basis[1].to_bits(), basis[3].to_bits(), SHIFT] {
            if dim > 13 && shift != SHIFT {
                continue;
            }
            let points = Subspace::new(binary::<Gf2p128>(), dim).unwrap().with_shift(Gf2p128::from_bits(shift));
            let x = random::<Gf2p128>(1 << dim, 77 + dim as u128);
            let mut want = x.clone();
            NovelBasis::new(&points).unwrap().forward(&mut want, &mut []).unwrap();
            for threads in [1, 2, 3] {
                let novel = planes::Isa::Portable(planes::Portable);
                let kernel = Box::new(clmul::Clmul::new(isa, &points));
                let transform = with_kernel(novel, &points, kernel, Basis::Novel, threads);
                // One element on, so that lines do not start where cache lines do.
                let mut z = vec![Gf2p128::ONE; x.len() + 1];
                for start in [0, 1] {
                    let z = &mut z[start..][..x.len()];
                    z.copy_from_slice(&x);
                    transform.forward(z, &mut []).unwrap();
                    assert!(z == want, "forward {dim} {shift:x} {threads}");
                    transform.inverse_unscaled(z, &mut []).unwrap();
                    assert!(z == x, "inverse {dim} {shift:x} {threads}");
                }
            }
        }
    }
}
