//! The operation counts printed in the headers and on the paper pages, asserted.

use num_complex::Complex;
use ringfft::{
    Result,
    plan::{Accelerated, Algorithm, Plan, Recipe},
    rings::{ComplexRing, Gf2p16, Gf2p128, Modular, binary},
};
use ringfft_testing::{
    Class, Counting, Counts, Erased, ErasedElement, Tally, closed_form, closed_form_inverse, count, count_recipe,
};

const FAST: [Algorithm; 3] = [Algorithm::Classical, Algorithm::Twisted, Algorithm::Stockham];

fn stockham(radices: &[usize]) -> Recipe {
    let text = radices.iter().map(usize::to_string).collect::<Vec<_>>().join("x");
    format!("stockham({}, {text})", radices.iter().product::<usize>()).parse().unwrap()
}

/// Additions, products, products by I.
fn ring(tally: Tally) -> [u64; 3] {
    [tally.additions, tally.products(), tally.products_by_i()]
}

/// Real additions, real products.
fn real(tally: Tally) -> [u64; 2] {
    [tally.real_additions(), tally.real_products()]
}

fn modulo() -> Modular {
    Modular::new(998_244_353).unwrap()
}

fn complex() -> ComplexRing<f64> {
    ComplexRing::new()
}

/// The ring counts of radix 2: n, additions, products, products by I.
const RADIX_2: [[u64; 4]; 9] = [
    [1, 0, 0, 0],
    [2, 2, 0, 0],
    [4, 8, 1, 1],
    [8, 24, 5, 3],
    [16, 64, 17, 7],
    [64, 384, 129, 31],
    [256, 2048, 769, 127],
    [1024, 10240, 4097, 511],
    [4096, 49152, 20481, 2047],
];

#[test]
fn classical_and_twisted_over_a_ring() -> Result<()> {
    fn check<M: Accelerated>(module: M) -> Result<()> {
        for algorithm in [Algorithm::Classical, Algorithm::Twisted] {
            for [n, expected @ ..] in RADIX_2 {
                let Counts { forward, inverse } = count(algorithm, module.clone(), n as usize)?;
                assert_eq!(ring(forward), expected, "{algorithm} {n} forward");
                assert_eq!(ring(inverse), expected, "{algorithm} {n} inverse");
            }
        }
        Ok(())
    }
    check(modulo())?;
    check(complex())
}

#[test]
fn stockham_over_a_ring_whatever_the_radices() -> Result<()> {
    let lists: [(&[usize], [u64; 2]); 7] = [
        (&[2, 2, 2, 2, 2, 2], [384, 129]),
        (&[4, 4, 4], [384, 129]),
        (&[8, 8], [384, 129]),
        (&[8, 2, 4], [384, 129]),
        (&[2, 2, 2, 2, 2, 2, 2, 2, 2, 2], [10240, 4097]),
        (&[4, 4, 4, 4, 4], [10240, 4097]),
        (&[8, 8, 8, 2], [10240, 4097]),
    ];
    for (radices, expected) in lists {
        let Counts { forward, inverse } = count_recipe(&stockham(radices), modulo())?;
        for tally in [forward, inverse] {
            assert_eq!(ring(tally)[..2], expected, "{radices:?}");
        }
    }
    Ok(())
}

#[test]
fn small_kernels() -> Result<()> {
    let kernels = [(2, [2, 0, 0], [4, 0]), (4, [8, 1, 1], [16, 0]), (8, [24, 5, 3], [52, 4])];
    for (radix, over_ring, over_complex) in kernels {
        let recipe = stockham(&[radix]);
        for Counts { forward, inverse } in [count_recipe(&recipe, modulo())?, count_recipe(&recipe, complex())?] {
            assert_eq!((ring(forward), ring(inverse)), (over_ring, over_ring), "{radix}");
            assert_eq!((real(forward), real(inverse)), (over_complex, over_complex), "{radix}");
        }
    }
    Ok(())
}

#[test]
fn radix_2_over_the_complex_numbers() -> Result<()> {
    let table: [[u64; 3]; 8] = [
        [4, 16, 0],
        [8, 52, 4],
        [16, 148, 28],
        [32, 388, 108],
        [64, 964, 332],
        [256, 5380, 2316],
        [1024, 27652, 13324],
        [4096, 135172, 69644],
    ];
    for [n, expected @ ..] in table {
        let twos = stockham(&vec![2; n.ilog2() as usize]);
        let counts = [
            count(Algorithm::Classical, complex(), n as usize)?,
            count(Algorithm::Twisted, complex(), n as usize)?,
            count_recipe(&twos, complex())?,
        ];
        let k = u64::from(n.ilog2());
        assert_eq!(expected[0] + expected[1], 5 * n * k - 10 * n + 16);
        for Counts { forward, inverse } in counts {
            assert_eq!((real(forward), real(inverse)), (expected, expected), "{n}");
        }
    }
    Ok(())
}

#[test]
fn stockham_radix_4_and_8_over_the_complex_numbers() -> Result<()> {
    let table: [(usize, [u64; 3]); 10] = [
        (4, [4, 16, 0]),
        (4, [16, 144, 24]),
        (4, [64, 920, 264]),
        (4, [256, 5080, 1800]),
        (4, [1024, 25944, 10248]),
        (4, [4096, 126296, 53256]),
        (8, [8, 52, 4]),
        (8, [64, 928, 248]),
        (8, [512, 11632, 3992]),
        (8, [4096, 126832, 48280]),
    ];
    for (radix, [n, expected @ ..]) in table {
        let k = u64::from(n.ilog2());
        let passes = n.ilog(radix as u64) as usize;
        let Counts { forward, inverse } = count_recipe(&stockham(&vec![radix; passes]), complex())?;
        assert_eq!((real(forward), real(inverse)), (expected, expected), "{n} in radix {radix}");
        if radix == 4 {
            assert_eq!(12 * (expected[0] + expected[1]), 51 * n * k - 86 * n + 128);
        }
    }
    Ok(())
}

#[test]
fn naive_over_a_ring() -> Result<()> {
    for n in 1..=40u64 {
        let Counts { forward, inverse } = count(Algorithm::Naive, complex(), n as usize)?;
        assert_eq!(forward, inverse);
        assert_eq!(forward.additions, n * (n - 1));
        let units = (1..n).flat_map(|j| (1..n).map(move |k| j * k)).filter(|&e| 2 * e % n == 0).count() as u64;
        assert_eq!(forward.products(), (n - 1) * (n - 1) - units);
    }
    Ok(())
}

#[test]
fn closed_forms_are_what_is_counted() -> Result<()> {
    let mut recipes: Vec<Recipe> = (1..=64).map(|n| format!("naive({n})").parse().unwrap()).collect();
    for k in 0..=12 {
        let n = 1usize << k;
        recipes.push(Recipe::plain(Algorithm::Classical, n));
        recipes.push(Recipe::plain(Algorithm::Twisted, n));
        recipes.push(Recipe::Stockham { len: n, radices: ringfft::dft::stockham_radices(n) });
    }
    for text in [
        "four-step(stockham(8, 8), stockham(8, 2x4))",
        "four-step(stockham(32, 8x4), reorder(natural, twisted(64)))",
        "four-step(naive(8), stockham(16, 4x4))",
        "four-step(naive(24), naive(40))",
        "four-step(four-step(naive(8), naive(8)), naive(16))",
    ] {
        recipes.push(text.parse()?);
    }
    // Every order of the radices up to 2^7.
    let mut lists: Vec<Vec<usize>> = vec![vec![]];
    while let Some(list) = lists.pop() {
        for radix in [2, 4, 8] {
            let longer = [&list[..], &[radix]].concat();
            if longer.iter().product::<usize>() <= 128 {
                lists.push(longer);
            }
        }
        if !list.is_empty() {
            recipes.push(stockham(&list));
        }
    }
    for recipe in &recipes {
        let form = closed_form(recipe, true);
        let Counts { forward, inverse } = count_recipe(recipe, complex())?;
        for tally in [forward, inverse] {
            assert!(form.agrees(&tally), "{recipe}: {form:?}, {tally:?}");
            assert_eq!([form.real_additions(), form.real_products()], real(tally), "{recipe}");
        }
        if recipe.len().is_power_of_two() {
            let Counts { forward, inverse } = count_recipe(recipe, modulo())?;
            assert!(form.agrees(&forward) && form.agrees(&inverse), "{recipe}");
        }
    }
    Ok(())
}

#[test]
fn closed_forms_of_every_algorithm_and_length() -> Result<()> {
    fn check<M: Accelerated>(module: M, complex: bool) -> Result<usize> {
        let mut counted = 0;
        for &algorithm in Algorithm::ALL {
            let lens = (1..=81).chain([100, 127, 128, 243, 256, 360, 512, 729]);
            for n in lens.filter(|&n| algorithm.exists_for(n) && (algorithm != Algorithm::Naive || n < 82)) {
                let builder = Plan::builder(module.clone(), n).algorithm(algorithm).order(algorithm.native_order());
                let Ok(recipe) = builder.choose() else { continue };
                let Ok(Counts { forward, inverse }) = count(algorithm, module.clone(), n) else { continue };
                for (tally, form) in
                    [(forward, closed_form(&recipe, complex)), (inverse, closed_form_inverse(&recipe, complex))]
                {
                    // The scalars of a convolution inside are data: now and then one is a root of low order.
                    let bound = ["rader", "bluestein"].iter().any(|name| recipe.to_string().contains(name));
                    let fewer = tally.additions == form.additions && tally.products() <= form.products;
                    assert!(form.agrees(&tally) || (bound && fewer), "{recipe}: {form:?}, {tally:?}");
                    let flops = |parts: [u64; 2]| parts[0] + parts[1];
                    if complex {
                        let (found, form) = (real(tally), [form.real_additions(), form.real_products()]);
                        assert!(
                            found == form || (bound && flops(found) <= flops(form)),
                            "{recipe}: {form:?}, {found:?}"
                        );
                    }
                    counted += 1;
                }
            }
        }
        Ok(counted)
    }
    assert!(check(complex(), true)? > 1000);
    assert!(check(modulo(), false)? > 200);
    assert!(check(Modular::new(149_299_201)?, false)? > 500);
    Ok(())
}

#[test]
fn drivers_over_a_ring() -> Result<()> {
    for (algorithm, k) in (6..=12u64).flat_map(|k| [(Algorithm::FourStep, k), (Algorithm::DepthFirst, k)]) {
        let n = 1u64 << k;
        let Counts { forward, inverse } = count(algorithm, modulo(), n as usize)?;
        for tally in [forward, inverse] {
            assert_eq!(ring(tally)[..2], [n * k, n / 2 * k - n + 1], "{algorithm} {n}");
            if algorithm == Algorithm::DepthFirst {
                assert_eq!(ring(tally)[2], n / 2 - 1, "{n}");
            }
        }
    }
    Ok(())
}

#[test]
fn reordering_is_free() -> Result<()> {
    for algorithm in FAST {
        let plain = count(algorithm, modulo(), 64)?;
        for order in ["natural", "bit-reversed"] {
            let inner = match algorithm {
                Algorithm::Stockham => "stockham(64, 8x8)".to_string(),
                other => format!("{other}(64)"),
            };
            let recipe = format!("reorder({order}, {inner})").parse()?;
            assert_eq!(ring(count_recipe(&recipe, modulo())?.inverse), ring(plain.inverse));
            assert!(closed_form(&recipe, false).agrees(&plain.forward));
        }
    }
    Ok(())
}

#[test]
fn classes_of_constants() {
    use ringfft::algebra::{Ring, Roots};
    fn check<S: Roots>(scalars: S) {
        let classes: Vec<Class> =
            (0..16).map(|k| Class::of(&scalars, &scalars.power(&scalars.root(16).unwrap(), 16, k))).collect();
        use Class::*;
        let half = [One, Other, Eighth, Other, Fourth, Other, Eighth, Other];
        assert_eq!(classes[..8], half);
        assert_eq!(classes[8..], [MinusOne, Other, Eighth, Other, Fourth, Other, Eighth, Other]);
    }
    check(complex());
    check(ComplexRing::<f32>::new());
    check(modulo());
    assert_eq!(Class::of(&complex(), &Complex::new(0.0, 0.3)), Class::Axis);
    let counting = Counting::new(modulo());
    let mut a = 3;
    counting.mul_assign(&mut a, &5);
    assert_eq!((a, counting.take().general), (15, 1));
}

#[test]
fn additive_transforms_over_the_cantor_basis() -> Result<()> {
    let ring = || Erased::new(binary::<Gf2p128>());
    for algorithm in Algorithm::ALL.iter().copied().filter(|algorithm| algorithm.is_additive()) {
        // These are counted over another basis below.
        if matches!(algorithm, Algorithm::GathenGerhard | Algorithm::GaoMateerGeneral) {
            continue;
        }
        for n in (1..=40).chain([64, 100, 128, 256, 512]).filter(|&n| algorithm.exists_for(n)) {
            if algorithm == Algorithm::AdditiveNaive && n > 64 {
                continue;
            }
            let Counts { forward, inverse } = count(algorithm, ring(), n)?;
            let recipe = Recipe::plain(algorithm, n);
            let (there, back) = (closed_form(&recipe, false), closed_form_inverse(&recipe, false));
            assert!(there.agrees(&forward), "{algorithm} {n}: {there:?}, {forward:?}");
            assert!(back.agrees(&inverse), "{algorithm} {n}, inverse: {back:?}, {inverse:?}");
        }
    }
    for (algorithm, table) in [
        (Algorithm::Cantor, [[4096, 112_641, 20481], [256, 4225, 769], [8, 25, 5]]),
        (Algorithm::GaoMateer, [[4096, 86017, 20481], [256, 3329, 769], [8, 25, 5]]),
        (Algorithm::NovelBasis, [[4096, 45057 + 40960, 20481], [256, 1793 + 1536, 769], [8, 17 + 8, 5]]),
    ] {
        for [n, additions, products] in table {
            let Counts { forward, inverse } = count(algorithm, Erased::new(binary::<Gf2p16>()), n as usize)?;
            for tally in [forward, inverse] {
                assert_eq!([tally.additions, tally.products()], [additions, products], "{algorithm} {n}");
            }
        }
    }
    Ok(())
}

#[test]
fn additive_transforms_over_any_basis() -> Result<()> {
    for algorithm in [Algorithm::GathenGerhard, Algorithm::GaoMateerGeneral] {
        for k in 0..=8u32 {
            let ring = Counting::new(Erased::new(binary::<Gf2p128>()));
            let basis = (0..k).map(|i| ErasedElement::new(Gf2p128::new(1 << i))).collect();
            let plan = Plan::builder(ring.clone(), 1 << k).algorithm(algorithm).basis(basis).build()?;
            let form = closed_form(plan.recipe(), false);
            let mut values = vec![ErasedElement::new(Gf2p128::ZERO); 1 << k];
            ring.take();
            plan.forward(&mut values)?;
            assert!(form.agrees(&ring.take()), "{algorithm} 2^{k}");
            plan.inverse(&mut values)?;
            assert!(form.agrees(&ring.take()), "{algorithm} 2^{k}, inverse");
        }
    }
    Ok(())
}
