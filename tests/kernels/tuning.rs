//! Measured recipes: kept as text, believed on the machine and by the version that measured them, and hostile text refused.

use num_complex::Complex;
use ringfft::{
    Error,
    order::Order,
    plan::{Accelerated, Builder, Coefficients, Device, Isa, Layout, Plan, Planner, Recipe, Tuning},
    rings::{ComplexRing, Gf2p16, binary},
};

fn builder(len: usize) -> Builder<ComplexRing<f64>> {
    Plan::builder(ComplexRing::<f64>::new(), len)
}

/// Text with one recipe of our own for length 12, which no model of cost would choose.
fn naive_12() -> String {
    let mut tuning = Tuning::new();
    let measured = tuning.measure(&builder(12)).unwrap().to_string();
    tuning.to_string().replace(&measured, "naive(12)")
}

#[test]
fn what_was_measured_is_planned() {
    let mut tuning = Tuning::new();
    assert!(tuning.is_empty());
    let recipes: Vec<Recipe> = [1, 30, 128].iter().map(|&len| tuning.measure(&builder(len)).unwrap()).collect();
    assert_eq!(tuning.len(), 3);
    assert_eq!(tuning.to_string().parse::<Tuning>().unwrap(), tuning);
    let mut planner = Planner::new().with_tuning(tuning);
    for (recipe, len) in recipes.iter().zip([1, 30, 128]) {
        let plan = planner.plan(builder(len)).unwrap();
        assert_eq!(plan.recipe(), recipe);
        let mut x = vec![Complex::new(0.0, 0.0); len];
        x[0].re = 1.0;
        plan.forward(&mut x).unwrap();
        assert!(x.iter().all(|x| *x == Complex::new(1.0, 0.0)));
    }
}

#[test]
fn a_recipe_serves_what_it_was_measured_for_and_nothing_else() {
    let tuning: Tuning = naive_12().parse().unwrap();
    assert_eq!(tuning.recipe(&builder(12)).unwrap().to_string(), "naive(12)");
    let others = [
        builder(13),
        builder(12).order(Order::BitReversed),
        builder(12).isa(Isa::Scalar),
        builder(12).recipe("naive(12)".parse().unwrap()),
    ];
    // Where only words exist, they are what is best.
    let only_words = tuning.to_string().contains(&format!(" {} ", Isa::Scalar));
    for (i, other) in others.iter().enumerate() {
        assert!(tuning.recipe(other).is_none() || (i == 2 && only_words), "{i}");
    }
    assert!(tuning.recipe(&Plan::builder(ComplexRing::<f32>::new(), 12)).is_none());
    let mut planner = Planner::new().with_tuning(tuning);
    assert_eq!(planner.plan(builder(12)).unwrap().recipe().to_string(), "naive(12)");
    assert_ne!(planner.plan(builder(24)).unwrap().recipe().to_string(), "naive(24)");
}

#[test]
fn another_machine_or_version_is_read_as_nothing() {
    let text = naive_12();
    let mut lines = text.lines();
    let (header, machine) = (lines.next().unwrap(), lines.next().unwrap());
    assert!(text.replace(machine, "another machine").parse::<Tuning>().unwrap().is_empty());
    assert!(text.replace(header, "ringfft-tuning 999").parse::<Tuning>().unwrap().is_empty());
    assert_eq!(text.parse::<Tuning>().unwrap().len(), 1);
}

#[test]
fn hostile_text_is_refused() {
    let text = naive_12();
    let lines: Vec<&str> = text.lines().collect();
    let [header, machine, entry] = lines[..] else { panic!("{text}") };
    let bad = [
        String::new(),
        "nonsense".into(),
        format!("{header}\n{machine}\n{}", entry.replace("naive(12)", "")),
        format!("{header}\n{machine}\n{}", entry.replace("naive(12)", "naive(13)")),
        format!("{header}\n{machine}\n{}", entry.replace("naive(12)", "naive(99999999999999999999999)")),
        format!("{header}\n{machine}\n{}", entry.replace(' ', "")),
        format!("{header}\n{machine}\n{}", "(".repeat(1 << 16)),
        format!("{header}\n{machine}\nx 12 natural 1 auto {}naive(12)", "bluestein(12, ".repeat(10_000)),
    ];
    for text in bad {
        let short: String = text.chars().take(200).collect();
        match text.parse::<Tuning>() {
            Err(Error::Parse { .. }) => {}
            other => panic!("{short}: {other:?}"),
        }
    }
}

/// The text of what is measured for a plan, and its recipe there replaced by another.
fn replaced<M: Accelerated>(builder: &Builder<M>, recipe: &str) -> (String, Recipe) {
    let mut tuning = Tuning::new();
    let measured = tuning.measure(builder).unwrap();
    let text = tuning.to_string();
    let end = format!(" {measured}\n");
    assert!(text.ends_with(&end), "{text}");
    (text[..text.len() - end.len()].to_string() + " " + recipe + "\n", measured)
}

#[test]
fn another_map_or_order_is_refused() {
    for order in [Order::Natural, Order::BitReversed] {
        let builder = builder(8).order(order).device(Device::Cpu);
        let own = builder.clone().build().unwrap().recipe().clone();
        let input: Vec<_> = (0..8).map(|j| Complex::new(f64::from(j), f64::from(j * j % 5))).collect();
        let mut truth = input.clone();
        builder.clone().build().unwrap().forward(&mut truth).unwrap();
        for recipe in [
            "negacyclic(8)",
            "reorder(natural, negacyclic(8))",
            "reorder(bit-reversed, circle(8))",
            "circle(8)",
            "columns(4, 4, naive(8))",
            "classical(8)",
            "naive(8)",
            "reorder(conjugate-pair, naive(8))",
            "additive-naive(8)",
            "packed(lanes8(8x4*8))",
            "negacyclic(3)",
        ] {
            let (text, _) = replaced(&builder, recipe);
            let parsed: Result<Tuning, Error> = text.parse();
            let tuning = match (recipe, order) {
                // What is in the order asked for and might be a map that some ring's plans compute.
                ("classical(8)", Order::BitReversed) | ("naive(8)" | "additive-naive(8)", Order::Natural) => {
                    parsed.unwrap()
                }
                _ => {
                    assert!(matches!(parsed, Err(Error::Parse { .. })), "{recipe} for {order}: {parsed:?}");
                    continue;
                }
            };
            let plan = Planner::new().with_tuning(tuning).plan(builder.clone()).unwrap();
            let taken = if recipe == "additive-naive(8)" { own.to_string() } else { recipe.to_string() };
            assert_eq!((plan.order(), plan.recipe().to_string()), (order, taken));
            let mut values = input.clone();
            plan.forward(&mut values).unwrap();
            let far = |(a, b): (&Complex<f64>, &Complex<f64>)| (a - b).norm() > 1e-12;
            assert!(!values.iter().zip(&truth).any(far), "{recipe} for {order}");
        }
    }
}

#[test]
fn a_recipe_serves_the_basis_and_the_layout_it_is_asked_for() {
    let ring = binary::<Gf2p16>();
    fn planned<M: Accelerated>(builder: Builder<M>, tuning: &Tuning) -> Recipe {
        Planner::new().with_tuning(tuning.clone()).plan(builder).unwrap().recipe().clone()
    }
    // Both have one key, and what is measured for one basis computes another map for the other.
    let mut tuning = Tuning::new();
    tuning.measure(&Plan::builder(ring, 8)).unwrap();
    let novel = Plan::builder(ring, 8).coefficients(Coefficients::Novel);
    assert_eq!(planned(novel.clone(), &tuning).to_string(), "from-novel(novel-basis(8))");
    tuning.measure(&novel).unwrap();
    assert_eq!(planned(novel, &tuning).to_string(), "from-novel(novel-basis(8))");
    assert_eq!(planned(Plan::builder(ring, 8), &tuning).to_string(), "novel-basis(8)");
    // The first points of a subspace, in an order that has another name for them.
    let first = Plan::builder(ring, 5).order(Order::Truncated);
    let mut tuning = Tuning::new();
    tuning.measure(&first).unwrap();
    assert_eq!(tuning.to_string().parse::<Tuning>().unwrap(), tuning);
    assert!(tuning.recipe(&first).is_some());
    // How many there are, and how they lie, is no part of an entry.
    let field = ringfft::rings::native::<ringfft::rings::BabyBear>();
    let one = Plan::builder(field, 64).device(Device::Cpu);
    let many = one.clone().batch(32, Layout::Columns);
    let mut tuning = Tuning::new();
    tuning.measure(&many).unwrap();
    let tuning: Tuning = tuning.to_string().parse().unwrap();
    for builder in [one, many] {
        assert_eq!(&planned(builder.clone(), &tuning), builder.build().unwrap().recipe());
    }
}

#[test]
fn a_recipe_for_another_ring_is_an_error() {
    for recipe in
        ["packed(residues1(12))", "packed(residues4(16))", "packed(rader(13,columns4(4*3)))", "packed(direct16(12))"]
    {
        let (text, _) = replaced(&builder(12), recipe);
        let Ok(tuning) = text.parse::<Tuning>() else { continue };
        let outcome = Planner::new().with_tuning(tuning).plan(builder(12));
        assert!(matches!(outcome, Err(Error::Unsupported { .. })), "{recipe}: {outcome:?}");
    }
    let (text, _) = replaced(&builder(16), "packed(residues4(16))");
    let outcome = Planner::new().with_tuning(text.parse().unwrap()).plan(builder(16));
    assert!(matches!(outcome, Err(Error::Unsupported { .. })), "{outcome:?}");
}
