//! Measured recipes: kept as text, believed on the machine and by the version that measured them, and hostile text refused.

use num_complex::Complex;
use ringfft::{
    Error,
    order::Order,
    plan::{Builder, Isa, Plan, Planner, Recipe, Tuning},
    rings::ComplexRing,
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
    for (i, other) in others.iter().enumerate() {
        assert!(tuning.recipe(other).is_none(), "{i}");
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
