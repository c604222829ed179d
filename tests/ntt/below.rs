//! Words that are not reduced, into transforms and products.

use crate::{residues, wide::has_ifma};
use ringfft::{
    Error, arith,
    inside::require,
    ntt::{Below, WordRing},
    order::Order,
    plan::{Isa, Layout, Plan},
    rings::{Modular, Modular32},
};

/// Sums and differences of residues, with the extremes among them, transformed both ways without a reduction between.
fn check<R: WordRing<Element: std::fmt::Debug + PartialEq>>(ring: R, modulus: u64, word: fn(u64) -> R::Element) {
    let canonical = |x: &[R::Element]| Below::<1, _, _>::new(ring, x).is_ok();
    for n in [1, 2, 12, 64, 256, 1024] {
        let list = |seed| {
            let mut list = residues(seed, modulus, n);
            list.iter_mut().step_by(3).for_each(|x| *x = modulus - 1);
            list.into_iter().map(word).collect::<Vec<_>>()
        };
        let [a, b] = [1, 2].map(list);
        let mut sum = a.clone();
        sum.iter_mut().zip(&b).for_each(|(a, b)| ring.add_assign(a, b));
        let mut difference = a.clone();
        difference.iter_mut().zip(&b).for_each(|(a, b)| ring.sub_assign(a, b));
        let mut product = sum.clone();
        product.iter_mut().zip(&difference).for_each(|(a, b)| ring.mul_assign(a, b));
        let lazy = |x: &[R::Element]| Below::<1, _, _>::new(ring, x.to_vec()).unwrap();
        let twice: Below<2, _, _> = lazy(&a).sum(&lazy(&b)).unwrap();
        let other: Below<2, _, _> = lazy(&a).difference(&lazy(&b)).unwrap();
        assert!(n == 1 || !canonical(twice.values()) && !canonical(other.values()));
        assert_eq!(twice.clone().reduce().values(), sum);
        assert_eq!(twice.clone().product(&other).unwrap().values(), product);
        let four = || twice.clone().sum::<2, 4, _>(&other);
        for isa in require::sets().filter(|isa| *isa != Isa::Pclmul) {
            for order in [Order::Natural, Order::BitReversed].into_iter().filter(|order| order.is_permutation(n)) {
                let plan = Plan::builder(ring, n).isa(isa).order(order).build().unwrap();
                let mut scratch = plan.scratch().unwrap();
                let expected = |x: &[R::Element], inverse: bool| {
                    let mut x = x.to_vec();
                    if inverse { plan.inverse(&mut x) } else { plan.forward(&mut x) }.unwrap();
                    assert!(canonical(&x));
                    x
                };
                let values = plan.forward_lazy(twice.clone(), &mut scratch).unwrap();
                assert_eq!(values.values(), expected(&sum, false), "{n} {isa} {order} modulo {modulus}");
                let values = plan.inverse_lazy(other.clone(), &mut scratch).unwrap();
                assert_eq!(values.values(), expected(&difference, true), "back {n} {isa} {order} modulo {modulus}");
                if let (Ok(four), true) = (four(), order == Order::Natural || n > 12) {
                    for inverse in [false, true] {
                        let run = |x, scratch: &mut _| {
                            if inverse {
                                plan.inverse_unreduced(x, scratch)
                            } else {
                                plan.forward_unreduced(x, scratch)
                            }
                        };
                        let values: Below<4, _, _> = run(four.clone(), &mut scratch).unwrap();
                        // Of the ranges of kernels with room for four times the modulus; what is single is reduced.
                        let bits = 64 - modulus.leading_zeros();
                        let lanes =
                            isa != Isa::Scalar && n >= 256 && require::has("avx512", Isa::Avx512.is_available());
                        // Doubles, where there are no products of 52 bits, leave nothing unreduced.
                        let short = bits == 50 && isa != Isa::Avx2 && has_ifma();
                        if lanes && !inverse && (bits == 62 || short) {
                            assert!(!canonical(values.values()), "{n} {isa} {order} modulo {modulus} is reduced");
                        }
                        assert!(Below::<4, _, _>::new(ring, values.values()).is_ok());
                        assert_eq!(values.reduce().values(), expected(four.clone().reduce().values(), inverse));
                    }
                    let values = plan.forward_lazy(four.clone(), &mut scratch).unwrap();
                    assert_eq!(
                        values.values(),
                        expected(four.reduce().values(), false),
                        "{n} {isa} {order}, four times"
                    );
                }
            }
        }
    }
}

#[test]
fn lazy_words_of_every_width() {
    for bits in [30, 50, 51, 62, 63] {
        let modulus = arith::find_primes(bits, 3 << 10, 1)[0];
        check(Modular::new(modulus).unwrap(), modulus, |x| x);
    }
    for bits in [30, 31] {
        let modulus = arith::find_primes(bits, 3 << 10, 1)[0];
        check(Modular32::new(modulus).unwrap(), modulus, |x| x as u32);
    }
}

#[test]
fn what_has_no_room_is_refused() {
    let ring = |bits| Modular::new(arith::find_primes(bits, 1 << 10, 1)[0]).unwrap();
    let room = |bits| {
        let twice = Below::<2, _, _>::new(ring(bits), [0]);
        let four = Below::<1, _, _>::new(ring(bits), [0]).unwrap().widen::<4>();
        [twice.is_ok(), four.is_ok()]
    };
    assert_eq!([62, 63, 64].map(room), [[true, true], [true, false], [false, false]]);
    let small = |bits| Modular32::new(arith::find_primes(bits, 1 << 10, 1)[0]).unwrap();
    assert!(Below::<2, _, _>::new(small(32), [0]).is_err() && Below::<2, _, _>::new(small(31), [0]).is_ok());
    let refused = Below::<4, _, _>::new(small(31), [0]).unwrap_err().to_string();
    assert!(refused.contains("no room for 4 times") && refused.contains("for 2 times"), "{refused}");

    // Words that are not what is said of them; operands that do not belong together.
    let ring = Modular::new(97).unwrap();
    let error = Below::<2, _, _>::new(ring, [0, 193, 194]).unwrap_err();
    assert!(matches!(&error, Error::NotReduced { index: 2, times: 2, .. }), "{error}");
    let one = || Below::<1, _, _>::new(ring, [1, 2]).unwrap();
    assert!(one().sum::<1, 2, _>(&Below::new(ring, [1]).unwrap()).is_err());
    let other = Modular::new(257).unwrap();
    assert!(one().product(&Below::<1, _, _>::new(other, [1, 2]).unwrap()).is_err());
    assert!(Plan::over(other, 2).unwrap().forward_lazy(one(), &mut [0; 8]).is_err());
}

/// Words of any size, of which the caller says less than is true: their residues come out.
fn beyond<R: WordRing<Element: std::fmt::Debug + PartialEq>>(
    ring: R,
    modulus: u64,
    top: u64,
    word: fn(u64) -> R::Element,
) {
    let words = |seed| {
        let mut words = residues(seed, top, 24);
        words[..6].copy_from_slice(&[top, top - 1, modulus, modulus + 1, 0, modulus / 2]);
        words.into_iter().map(word).collect::<Vec<_>>()
    };
    let reduced = |x: &[R::Element]| Below::<1, _, _>::unchecked(ring, x.to_vec()).unwrap().reduce().into_inner();
    let [a, b] = [7, 8].map(words);
    let b: Vec<_> = b[3..].iter().chain(&b[..3]).copied().collect();
    let mut expected = reduced(&a);
    expected.iter_mut().zip(reduced(&b)).for_each(|(a, b)| ring.mul_assign(a, &b));
    let found = Below::<1, _, _>::unchecked(ring, a.clone()).unwrap();
    let found = found.product(&Below::<1, _, _>::unchecked(ring, &b[..]).unwrap()).unwrap();
    assert_eq!(found.values(), expected, "modulo {modulus}");
    for isa in [Isa::Auto, Isa::Scalar] {
        for n in [1, 2, 12, 24] {
            let plan = Plan::builder(ring, n).isa(isa).build().unwrap();
            for inverse in [false, true] {
                let run = |x: &mut Vec<_>| if inverse { plan.inverse(x) } else { plan.forward(x) };
                let mut expected = reduced(&a[..n]);
                run(&mut expected).unwrap();
                let x = Below::<1, _, _>::unchecked(ring, a[..n].to_vec()).unwrap();
                let mut scratch = plan.scratch().unwrap();
                let found =
                    if inverse { plan.inverse_lazy(x, &mut scratch) } else { plan.forward_lazy(x, &mut scratch) };
                assert_eq!(found.unwrap().values(), expected, "{n} {isa} {inverse} modulo {modulus}");
            }
        }
    }
}

#[test]
fn words_beyond_what_is_said_count_as_their_residues() {
    for bits in [10, 20, 30, 50, 62, 63, 64] {
        let modulus = arith::find_primes(bits, 24, 1)[0];
        beyond(Modular::new(modulus).unwrap(), modulus, u64::MAX, |x| x);
    }
    for bits in [10, 20, 31, 32] {
        let modulus = arith::find_primes(bits, 24, 1)[0];
        beyond(Modular32::new(modulus).unwrap(), modulus, u32::MAX.into(), |x| x as u32);
    }
}

#[test]
fn elements_between_strides_are_reduced_too() {
    let ring = Modular::new(97).unwrap();
    for (n, batch, layout) in
        [(4, 1, Layout::Strided { stride: 3, distance: 1 }), (2, 2, Layout::Strided { stride: 1, distance: 4 })]
    {
        let plan = Plan::builder(ring, n).batch(batch, layout).build().unwrap();
        let words: Vec<u64> = (0..layout.span(n, batch).unwrap() as u64).map(|i| 97 + 31 * i).collect();
        let mut expected: Vec<u64> = words.iter().map(|word| word % 97).collect();
        plan.forward(&mut expected).unwrap();
        let lazy = || Below::<8, _, _>::new(ring, words.clone()).unwrap();
        let mut scratch = plan.scratch().unwrap();
        let one: Below<1, _, _> = plan.forward_lazy(lazy(), &mut scratch).unwrap();
        assert_eq!(one.values(), expected, "{layout:?}");
        assert!(Below::<1, _, _>::new(ring, one.values()).is_ok());
        let four: Below<4, _, _> = plan.forward_unreduced(lazy(), &mut scratch).unwrap();
        assert_eq!(four.reduce().values(), expected, "{layout:?}, unreduced");
    }
}
