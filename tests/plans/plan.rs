//! Recipes, options, planners and plans: what can be asked, and that it is what one gets.

use num_complex::Complex;
use quickcheck::{Arbitrary, Gen, QuickCheck};
use ringfft::{
    Error, Result,
    order::Order,
    plan::{Algorithm, Isa, Layout, Options, Plan, Planner, Recipe, Scale, Threads, Tuning},
    rings::{Acted, ComplexRing, Modular, Monty31, Rows, ff},
};

type F = bls12_381::Scalar;

fn field() -> Modular {
    Modular::new(998_244_353).unwrap()
}

#[derive(Clone, Debug)]
struct Any(Recipe);

impl Arbitrary for Any {
    fn arbitrary(g: &mut Gen) -> Self {
        let len = usize::arbitrary(g).max(1);
        let power = 1usize << (len % 64);
        let choices: Vec<u8> = (0..6).collect();
        Any(match g.choose(&choices).unwrap() {
            0 => Recipe::plain(Algorithm::Naive, len),
            1 => Recipe::plain(Algorithm::Classical, power),
            2 => Recipe::plain(Algorithm::Twisted, len),
            3 => {
                let list = Vec::<u8>::arbitrary(g);
                let radices: Vec<usize> =
                    list.into_iter().take(20).map(|r| [2, 3, 4, 5, 7, 8][usize::from(r) % 6]).collect();
                Recipe::Stockham { len: if len % 8 == 0 { len } else { radices.iter().product() }, radices }
            }
            4 => Recipe::FourStep {
                columns: Box::new(Recipe::plain(Algorithm::Naive, 1 + len % 1000)),
                rows: Box::new(Recipe::Reorder {
                    order: Order::Natural,
                    inner: Box::new(Recipe::plain(Algorithm::Twisted, 8)),
                }),
            },
            _ => {
                let leaf = Recipe::plain(Algorithm::Twisted, power);
                let depth = usize::arbitrary(g) % 8;
                (0..depth).fold(leaf, |inner, _| Recipe::Reorder {
                    order: *g.choose(Order::ALL).unwrap_or(&Order::Natural),
                    inner: Box::new(inner),
                })
            }
        })
    }
}

#[test]
fn recipes_are_read_back() {
    fn check(Any(recipe): Any) -> bool {
        let back = recipe.to_string().parse::<Recipe>();
        let same = if recipe.check().is_ok() { back.is_ok_and(|back| back == recipe) } else { back.is_err() };
        same && !recipe.tree().is_empty()
    }
    QuickCheck::new().tests(2_000).quickcheck(check as fn(Any) -> bool);
}

#[test]
fn recipes_as_text() -> Result<()> {
    let recipe: Recipe = " reorder(natural, classical(1024)) ".parse()?;
    assert_eq!(recipe.tree(), "reorder to natural (1024)\n  classical(1024)");
    let nested = "four-step(stockham(8, 8), reorder(natural, classical(16)))";
    let four_step: Recipe = nested.parse()?;
    assert_eq!((four_step.to_string().as_str(), four_step.len()), (nested, 128));
    assert_eq!(four_step.tree().lines().count(), 4);
    assert_eq!((recipe.len(), recipe.order(), recipe.algorithm()), (1024, Order::Natural, Algorithm::Classical));
    for &algorithm in Algorithm::ALL {
        assert_eq!(algorithm.name().parse::<Algorithm>()?, algorithm);
    }
    for scale in [Scale::INVERSE, Scale::NONE, Scale::FORWARD, Scale::UNITARY] {
        assert_eq!(scale.to_string().parse::<Scale>()?, scale);
    }
    let long = "x".repeat(10_000);
    // A number that does not parse is the source of the error; what is no recipe at all has none.
    for (text, source) in [
        ("naive(0)", true),
        ("stockham(8, 2xtwo)", true),
        ("classical(99999999999999999999999)", true),
        ("reorder(natural, naive(-1))", true),
        ("mixed(8)", false),
    ] {
        let error = text.parse::<Recipe>().unwrap_err();
        assert_eq!(std::error::Error::source(&error).is_some(), source, "{error}");
    }
    for error in [long.parse::<Order>().unwrap_err(), long.parse::<Scale>().unwrap_err()] {
        assert!(error.to_string().len() < 200, "{error}");
    }
    for text in ["", "naive", "naive(0)", "stockham(8)", "mixed(8)", long.as_str()] {
        let error = text.parse::<Recipe>().unwrap_err();
        assert!(matches!(error, Error::Parse { .. }));
        assert!(error.to_string().len() < 400, "{error}");
    }
    Ok(())
}

#[test]
fn a_plan_runs_the_recipe_it_prints() -> Result<()> {
    for k in 0..9 {
        let n = 1usize << k;
        let x: Vec<u64> = (0..n as u64).collect();
        let exists = |algorithm: &Algorithm| algorithm.exists_for(n) && algorithm.exists_over(&field());
        for algorithm in Algorithm::ALL.iter().copied().filter(exists) {
            for order in Order::ALL.iter().copied().filter(|order| order.is_permutation(n)) {
                let plan = Plan::builder(field(), n).algorithm(algorithm).order(order).build()?;
                let again = Plan::builder(field(), n).recipe(plan.recipe().to_string().parse()?).build()?;
                assert_eq!((plan.recipe(), plan.order()), (again.recipe(), again.order()));
                assert_eq!((plan.recipe().algorithm(), plan.order()), (algorithm, order));
                let (mut a, mut b) = (x.clone(), x.clone());
                plan.forward(&mut a)?;
                again.forward(&mut b)?;
                assert_eq!(a, b, "{}", plan.recipe());
            }
        }
    }
    Ok(())
}

#[test]
fn options_all_at_once() -> Result<()> {
    let mut options = Options::default();
    options.algorithm = Some(Algorithm::Twisted);
    options.batch = 2;
    options.layout = Layout::Columns;
    options.scale = Scale::FORWARD;
    options.threads = Threads::AtMost(1);
    let plan = Plan::builder(field(), 4).options(options.clone()).build()?;
    assert_eq!(plan.options(), &options);
    assert_eq!((plan.len(), plan.batch(), plan.scale()), (4, 2, Scale::FORWARD));
    assert!(format!("{plan:?}").contains("reorder(natural, twisted(4))"));
    let (mut values, mut into) = (vec![1, 5, 2, 6, 3, 7, 4, 8], vec![0; 8]);
    plan.forward_into(&values, &mut into)?;
    plan.forward(&mut values)?;
    assert_eq!(values, into);
    plan.inverse_into(&values, &mut into)?;
    assert_eq!(into, [1, 5, 2, 6, 3, 7, 4, 8]);
    Ok(())
}

#[test]
fn automatic_choice() -> Result<()> {
    // Kernels where the ring has them, which a prime of 255 bits has on some machines.
    let chosen = |n: usize, order| Plan::builder(ff::<F>(), n).order(order).isa(Isa::Scalar).choose();
    assert_eq!(Plan::builder(field(), 1024).choose()?.algorithm(), Algorithm::Packed);
    assert_eq!(Plan::builder(field(), 14).choose()?.algorithm(), Algorithm::Stockham);
    // Else by the size of an element: words through Stockham, four words depth first.
    type Word = Monty31<469_762_049>;
    assert_eq!(Plan::builder(ff::<Word>(), 1024).choose()?.algorithm(), Algorithm::Stockham);
    assert_eq!(Plan::builder(ff::<Word>(), 1 << 22).choose()?.algorithm(), Algorithm::FourStep);
    assert_eq!(chosen(1024, Order::Natural)?, Recipe::plain(Algorithm::DepthFirst, 1024));
    assert_eq!(chosen(8, Order::Natural)?.algorithm(), Algorithm::Stockham);
    assert_eq!(chosen(1024, Order::BitReversed)?, Recipe::plain(Algorithm::TwistedRadix4, 1024));
    assert_eq!(chosen(12, Order::Natural)?.algorithm(), Algorithm::Stockham);
    assert_eq!(chosen(82, Order::Natural)?.algorithm(), Algorithm::Bluestein);
    assert!(matches!(chosen(12, Order::BitReversed), Err(Error::Length { .. })));
    assert!(matches!(chosen(0, Order::Natural), Err(Error::Length { .. })));
    Ok(())
}

#[test]
fn errors_name_the_way_out() {
    let text = |outcome: Result<Plan<u64, Modular>>| outcome.map(|_| ()).unwrap_err().to_string();
    let twelve = text(Plan::builder(field(), 12).algorithm(Algorithm::Classical).build());
    assert!(twelve.contains("12") && twelve.contains("stockham"), "{twelve}");
    let missing = text(Plan::over(field(), 1 << 24));
    assert!(missing.contains("998244353") && missing.contains("8388608"), "{missing}");
    let limited = text(Plan::builder(field(), 1024).memory_limit(1000).build());
    assert!(limited.contains("1000") && limited.contains("limit"), "{limited}");
    let recipe = text(Plan::builder(field(), 8).recipe(Recipe::plain(Algorithm::Twisted, 16)).build());
    assert!(recipe.contains("16") && recipe.contains('8'), "{recipe}");
}

#[test]
fn scales() -> Result<()> {
    let x: Vec<Complex<f64>> = (0..16).map(|k| Complex::new(f64::from(k), 1.0)).collect();
    let norm = |x: &[Complex<f64>]| x.iter().map(Complex::norm_sqr).sum::<f64>();
    let plan = Plan::builder(ComplexRing::<f64>::new(), 16).scale(Scale::UNITARY).build()?;
    let mut values = x.clone();
    plan.forward(&mut values)?;
    assert!((norm(&values) / norm(&x) - 1.0).abs() < 1e-14);
    plan.inverse(&mut values)?;
    assert!(values.iter().zip(&x).all(|(a, b)| (a - b).norm() < 1e-13));
    for n in [2, 4, 16] {
        let refused = Plan::builder(field(), n).scale(Scale::UNITARY).build();
        assert!(matches!(refused, Err(Error::Unsupported { .. })), "{refused:?}");
        assert!(Plan::builder(ff::<F>(), n).scale(Scale::UNITARY).build().is_err());
    }
    Ok(())
}

#[test]
fn a_scale_is_one_product_for_each_part_on_every_instruction_set() -> Result<()> {
    for isa in [Isa::Scalar, Isa::Avx2, Isa::Avx512].into_iter().filter(|isa| isa.is_available()) {
        for n in (1..40).chain([64, 100, 1024]) {
            let x: Vec<Complex<f64>> = (0..n).map(|k| Complex::new(k as f64, 0.3)).collect();
            let [scaled, plain] = [Scale::INVERSE, Scale::NONE].map(|scale| {
                let plan = Plan::builder(ComplexRing::<f64>::new(), n).scale(scale).isa(isa).build()?;
                let mut values = x.clone();
                plan.inverse(&mut values)?;
                Ok::<_, Error>(values)
            });
            let by = 1.0 / n as f64;
            let want: Vec<_> = plain?.iter().map(|x| Complex::new(x.re * by, x.im * by)).collect();
            assert_eq!(scaled?, want, "{n} values, {isa}");
        }
    }
    Ok(())
}

#[test]
fn planners_share_tables_and_forget() -> Result<()> {
    let mut planner = Planner::with_capacity(2);
    assert!(planner.is_empty());
    let mut plans = Vec::new();
    for n in [8, 8, 16, 8] {
        plans.push(planner.plan(Plan::builder(field(), n))?);
    }
    assert_eq!(planner.len(), 2);
    // Another modulus, another root and another ring are other engines; scale, coset and batch are not.
    let values = |planner: &mut Planner, ring: Modular, root: u64| -> Result<Vec<u64>> {
        let mut x = vec![0, 1, 0, 0];
        planner.plan(Plan::builder(ring, 4).root(root))?.forward(&mut x)?;
        Ok(x)
    };
    let mut planner = Planner::new();
    assert_eq!(values(&mut planner, Modular::new(17)?, 13)?, [1, 13, 16, 4]);
    assert_eq!(values(&mut planner, Modular::new(17)?, 4)?, [1, 4, 16, 13]);
    assert_eq!(values(&mut planner, Modular::new(257)?, 16)?, [1, 16, 256, 241]);
    assert_eq!(values(&mut planner, Modular::new(17)?, 13)?, [1, 13, 16, 4]);
    assert_eq!(planner.len(), 3);
    planner.plan(Plan::builder(Modular::new(17)?, 4).scale(Scale::NONE).coset(3).batch(7, Layout::Rows))?;
    assert_eq!(planner.len(), 3);
    planner.plan(Plan::builder(ff::<F>(), 4))?;
    planner.plan(Plan::builder(ComplexRing::<f64>::new(), 4))?;
    planner.plan(Plan::builder(ComplexRing::<f32>::new(), 4))?;
    assert_eq!(planner.len(), 6);
    // Modules without an identity are planned, not kept.
    planner.plan(Plan::builder(Rows::new(Modular::new(17)?, 2), 4))?;
    assert_eq!(planner.len(), 6);
    planner.clear();
    assert!(planner.is_empty());
    let mut x = vec![1; 8];
    plans[0].forward(&mut x)?;
    assert_eq!(x[0], 8);
    let mut none = Planner::with_capacity(0);
    none.plan(Plan::builder(field(), 8))?.forward(&mut x)?;
    assert!(none.is_empty());
    Ok(())
}

#[test]
fn planners_return_the_plan_of_an_equal_request() -> Result<()> {
    let mut planner = Planner::new();
    let scales = [Scale::default(), Scale::NONE, Scale::UNITARY];
    let ring = ComplexRing::<f64>::new();
    let batches = [1, 2, 3];
    // More requests than an entry keeps plans for, in turn: each has its own scale and batch, and all have one engine.
    for (scale, batch) in scales.into_iter().flat_map(|scale| batches.map(|batch| (scale, batch))).cycle().take(30) {
        for _ in 0..2 {
            let plan = planner.plan(Plan::builder(ring, 101).scale(scale).batch(batch, Layout::Rows))?;
            assert_eq!((plan.len(), plan.batch(), plan.scale()), (101, batch, scale));
            let mut x = vec![Complex::new(1.0, 0.0); 101 * batch];
            plan.forward(&mut x)?;
            let want = Plan::builder(ring, 101).scale(scale).build()?;
            let mut y = vec![Complex::new(1.0, 0.0); 101];
            want.forward(&mut y)?;
            assert_eq!(x[101 * (batch - 1)..], y);
        }
    }
    assert_eq!(planner.len(), 1);
    // A plan with a coset is not taken for one without.
    let shift = Complex::new(0.0, 1.0);
    let mut forward = |builder: ringfft::plan::Builder<ComplexRing<f64>>| -> Result<Vec<Complex<f64>>> {
        let mut x = vec![Complex::new(0.0, 0.0); 101];
        x[1] = Complex::new(1.0, 0.0);
        planner.plan(builder)?.forward(&mut x)?;
        Ok(x)
    };
    let plain = forward(Plan::builder(ring, 101))?;
    let moved = forward(Plan::builder(ring, 101).coset(shift))?;
    assert!((plain[0] - 1.0).norm() < 1e-12 && (moved[0] - shift).norm() < 1e-12);
    assert_eq!((forward(Plan::builder(ring, 101))?, forward(Plan::builder(ring, 101).coset(shift))?), (plain, moved));
    // What a tuning says holds from then on.
    let planned = planner.plan(Plan::builder(ring, 144))?;
    let mut tuning = Tuning::new();
    let measured = tuning.measure(&Plan::builder(ring, 144))?;
    let mut planner = planner.with_tuning(tuning);
    assert_eq!(*planner.plan(Plan::builder(ring, 144))?.recipe(), measured);
    assert_eq!(planned.len(), 144);
    Ok(())
}

#[test]
fn plans_go_everywhere() {
    fn shared<T: Send + Sync + 'static>() {}
    shared::<Plan<Complex<f64>>>();
    shared::<Plan<F, ringfft::algebra::Std<F, ringfft::rings::ViaFf>>>();
    shared::<Plan<Vec<u64>, Rows<Modular>>>();
    shared::<Planner>();
    shared::<Error>();
    let plan = Plan::over(field(), 64).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                let mut x: Vec<u64> = (0..64).collect();
                plan.forward(&mut x).unwrap();
                plan.inverse(&mut x).unwrap();
                assert!(x.into_iter().eq(0..64));
            });
        }
    });
}

/// A batch inside a batch inside a pool: rayon inside rayon.
#[cfg(feature = "parallel")]
#[test]
fn nested_pools() -> Result<()> {
    use rayon::prelude::*;
    let plan = Plan::builder(field(), 32).batch(9, Layout::Rows).build()?;
    let input: Vec<u64> = (0..32 * 9).collect();
    let mut truth = input.clone();
    plan.forward(&mut truth)?;
    for threads in 1..=3 {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let same = pool.install(|| {
            (0..8).into_par_iter().all(|_| {
                let mut x = input.clone();
                plan.forward(&mut x).is_ok() && x == truth
            })
        });
        assert!(same, "{threads} threads");
    }
    Ok(())
}

#[test]
fn points_of_a_curve_with_a_coset() -> Result<()> {
    use bls12_381::G1Projective;
    let points = Acted::new(ff::<F>(), G1Projective::identity());
    let plan = Plan::builder(points, 4).coset(F::from(7)).build()?;
    let scalars = Plan::builder(ff::<F>(), 4).coset(F::from(7)).build()?;
    let mut x = [1u64, 2, 3, 4].map(F::from);
    let mut p = x.map(|x| G1Projective::generator() * x);
    plan.forward(&mut p)?;
    scalars.forward(&mut x)?;
    assert_eq!(p, x.map(|x| G1Projective::generator() * x));
    Ok(())
}
