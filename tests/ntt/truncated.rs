//! Truncated transforms in blocks by kernels, against the textbook's.

use crate::{in_pool, residues};
use ringfft::{
    algebra::{Ring, Roots},
    arith,
    inside::require,
    order::Order,
    plan::{Accelerated, Algorithm, Isa, Plan, Scale, Threads},
    rings::{BabyBear, Bls12381Fr, Goldilocks, Modular, Modular32, native},
};

/// Every kind of step that a path can have, short and beyond a leaf of the kernels.
const LENGTHS: [usize; 16] = [16, 17, 24, 31, 33, 48, 63, 85, 100, 129, 192, 341, 1000, 1023, 2049, 6000];

fn check<R>(ring: &R, element: impl Fn(u64) -> R::Element, lengths: &[usize])
where
    R: Accelerated<Scalars = R, Element: PartialEq> + Ring + Roots,
{
    for (index, &n) in lengths.iter().enumerate() {
        let values: Vec<R::Element> = residues(n as u64, u64::MAX, n).into_iter().map(&element).collect();
        let scale = [Scale::INVERSE, Scale::NONE, Scale::FORWARD][index % 3];
        let plan = |isa| {
            let builder = Plan::builder(ring.clone(), n)
                .algorithm(Algorithm::Truncated)
                .order(Order::Truncated)
                .isa(isa)
                .scale(scale);
            let builder = builder.threads(Threads::AtMost(1 + index % 3));
            if index % 2 == 0 { builder } else { builder.coset(element(7)) }
        };
        let book = plan(Isa::Scalar).build().unwrap();
        for isa in require::sets().filter(|isa| [Isa::Auto, Isa::Avx2].contains(isa)) {
            let Ok(fast) = plan(isa).build() else { continue };
            let what = format!("{} {n} {isa} {scale}", ring.name());
            assert_eq!((fast.recipe(), fast.order()), (book.recipe(), book.order()), "{what}");
            // Coefficients, and then values of which nobody knows the coefficients.
            let (mut a, mut b) = (values.clone(), values.clone());
            for _ in 0..2 {
                fast.forward(&mut a).unwrap();
                book.forward(&mut b).unwrap();
                assert!(a == b, "{what}: forward");
            }
            fast.inverse(&mut a).unwrap();
            book.inverse(&mut b).unwrap();
            assert!(a == b, "{what}: inverse");
            assert!(fast.bytes() > 0 && fast.scratch_len() == book.scratch_len(), "{what}: {}", fast.bytes());
        }
    }
}

#[test]
fn blocks_equal_the_textbook() {
    in_pool(|| {
        for bits in [50, 62, 64] {
            let ring = Modular::new(arith::find_primes(bits, 1 << 14, 1)[0]).unwrap();
            check(&ring, |n| ring.element(n), &LENGTHS);
        }
        let ring = Modular32::new(998_244_353).unwrap();
        check(&ring, |n| ring.element(n), &LENGTHS);
        check(&native::<BabyBear>(), BabyBear::from, &LENGTHS);
        check(&native::<Goldilocks>(), Goldilocks::new, &LENGTHS);
        check(&native::<Bls12381Fr>(), Bls12381Fr::from, &LENGTHS);
    });
}
