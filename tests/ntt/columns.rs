//! The columns of matrices where they lie, against the textbook's transforms of each by itself.

use crate::{in_pool, residues};
use ringfft::{
    inside::require,
    order::Order,
    plan::{Accelerated, Algorithm, Builder, Isa, Layout, Plan, Scale, Threads},
    rings::{BabyBear, Goldilocks, KoalaBear, Modular32, native},
};

/// The textbook for the same map, on rows.
fn textbook<M: Accelerated<Scalars = M>>(ring: &M, len: usize, order: Order) -> Builder<M> {
    let algorithm = if order == Order::Natural { Algorithm::Stockham } else { Algorithm::TwistedRadix4 };
    Plan::builder(ring.clone(), len).algorithm(algorithm).order(order).threads(Threads::AtMost(1))
}

fn check<M>(ring: &M, modulus: u64, element: impl Fn(u64) -> M::Element, sizes: &[(usize, usize)])
where
    M: Accelerated<Scalars = M, Element: PartialEq>,
{
    let text = ring.name();
    for (index, &(len, width)) in sizes.iter().enumerate() {
        let values: Vec<M::Element> = residues(7, modulus, len * width).into_iter().map(&element).collect();
        let column = |x: &[M::Element], c: usize| x.iter().skip(c).step_by(width).cloned().collect::<Vec<_>>();
        for (case, order) in [Order::Natural, Order::BitReversed].into_iter().enumerate() {
            let shift = (case + index).is_multiple_of(2).then(|| element(12_345));
            let scale = [Scale::INVERSE, Scale::NONE, Scale::FORWARD][(index + 2 * case) % 3];
            let with = |builder: Builder<M>| match &shift {
                Some(shift) => builder.coset(shift.clone()).scale(scale),
                None => builder.scale(scale),
            };
            let book = with(textbook(ring, len, order)).build().unwrap();
            for (isa, threads) in [(Isa::Auto, 1), (Isa::Auto, 3), (Isa::Avx2, 2), (Isa::Scalar, 1)] {
                let threads = Threads::AtMost(threads);
                let builder = with(Plan::builder(ring.clone(), len).order(order).batch(width, Layout::Columns));
                let Ok(plan) = builder.isa(isa).threads(threads).build() else {
                    assert!(isa == Isa::Avx2, "{text}: {len} by {width} on {isa}");
                    require::has("avx2", isa.is_available());
                    continue;
                };
                let mut scratch = plan.scratch().unwrap();
                let mut there = values.clone();
                plan.forward_with(&mut there, &mut scratch).unwrap();
                let mut into = vec![ring.zero(); values.len()];
                plan.forward_into_with(&values, &mut into, &mut scratch).unwrap();
                assert!(there == into, "{text}: {len} by {width} on {isa}, into another slice");
                let mut back = there.clone();
                plan.inverse_with(&mut back, &mut scratch).unwrap();
                for c in [0, width / 2, width - 1] {
                    let mut expected = column(&values, c);
                    book.forward(&mut expected).unwrap();
                    assert!(
                        column(&there, c) == expected,
                        "{text}: {len} by {width}, column {c}, {order}, {isa}, {threads:?}, {scale}, {}",
                        shift.is_some()
                    );
                    book.inverse(&mut expected).unwrap();
                    assert!(
                        column(&back, c) == expected,
                        "{text}: back, {len} by {width}, column {c}, {order}, {isa}, {threads:?}, {scale}"
                    );
                }
            }
        }
    }
}

/// Few and many rows; whole vectors a row, and less, and more.
const SIZES: [(usize, usize); 12] = [
    (2, 16),
    (4, 24),
    (8, 37),
    (16, 8),
    (32, 16),
    (64, 20),
    (128, 37),
    (256, 16),
    (512, 48),
    (1024, 33),
    (2048, 16),
    (4096, 40),
];

#[test]
fn columns_equal_the_textbook() {
    in_pool(|| {
        check(&native::<BabyBear>(), 1 << 40, BabyBear::from, &SIZES);
        check(&native::<KoalaBear>(), 1 << 40, KoalaBear::from, &SIZES[4..9]);
        check(&native::<Goldilocks>(), u64::MAX, Goldilocks::new, &SIZES);
        for modulus in [469_762_049, 2_013_265_921, 3_221_225_473] {
            check(&Modular32::new(modulus).unwrap(), modulus, |x| x as u32, &SIZES[..11]);
        }
    });
}

#[test]
fn columns_need_little_scratch() {
    for (width, least) in [(16, 0), (256, 0), (40, 1)] {
        let plan = Plan::builder(native::<BabyBear>(), 1 << 10).batch(width, Layout::Columns);
        let (scalar, plan) = (plan.clone().isa(Isa::Scalar).build().unwrap(), plan.build().unwrap());
        assert!(scalar.scratch_len() >= width << 10);
        if require::has("avx512", Isa::Avx512.is_available()) {
            assert!(plan.scratch_len() >= least && plan.scratch_len() < width << 6, "{}", plan.scratch_len());
        }
    }
}
