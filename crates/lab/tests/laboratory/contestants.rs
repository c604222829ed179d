//! Contestants beside the library's own: variants, programs of others, engines of integers.

use crate::{SHORT, options, short};
use num_complex::Complex;
use ringfft::{
    plan::Plan,
    rings::{Goldilocks, native},
};
use ringfft_lab::{
    Ask, Choice, Contestant, Error, Foreign, ForeignPlan, Form, Interrupt, Laboratory, Prepared, Summary, Task,
    compare, foreign_complex, foreign_exact, open,
};

/// A peer that is not on this machine.
pub(crate) struct Nobody;

impl Contestant for Nobody {
    fn name(&self) -> String {
        "nobody".into()
    }

    fn available(&self) -> Result<(), Error> {
        Err(Error::input("nobody is not here: run get_nobody.sh"))
    }

    fn prepare(&self, _: &Ask<'_>) -> Result<Prepared, Error> {
        self.available()?;
        unreachable!("no peer that is not here is prepared")
    }
}

#[test]
fn peers_are_selected_by_name() {
    let report = short(&["c64:16", "goldilocks:16"]).unwrap();
    assert!(report.notes.is_empty());
    // Of all peers those that are here take part, and the planner's choice remains the baseline.
    let report = short(&["c64:16,32", "goldilocks:16", "--peers", "all"]).unwrap();
    assert_eq!((report.rows.len(), report.baseline.as_str()), (3 + 2 * usize::from(cfg!(feature = "rustfft")), "auto"));
    assert!(report.notes[0].contains("nobody is left out") && report.notes[0].ends_with("run get_nobody.sh"));
    assert_eq!(report.notes.len(), 1 + usize::from(cfg!(feature = "rustfft")), "{:?}", report.notes);
    // One that is named has to be here.
    let error = short(&["c64:16", "--peers", "nobody"]).unwrap_err();
    assert!(matches!(&error, Error::Input(text) if text == "nobody is not here: run get_nobody.sh"), "{error}");
}

#[test]
fn integers_have_engines() {
    let engines = ["auto", "schoolbook", "karatsuba", "primes", "floating"];
    let report = short(&["z:1,64,1000,2^14", "z/square:63,2^14", "--algorithms", &engines.join(",")]).unwrap();
    assert_eq!(report.rows.len(), 6 * engines.len());
    for row in &report.rows {
        assert_eq!((row.error, row.element_bytes), (Some(0.0), 8));
        let summary = Summary::new(&report, row);
        assert!(summary.multiplications.is_none() && summary.gflops.is_none() && summary.of_arithmetic.is_none());
        assert!(
            row.variant == "auto" || row.recipe.starts_with(&row.variant) || row.task.len() < 2000,
            "{}",
            row.recipe
        );
    }
    // Where there is memory for the product alone, it is checked in another way.
    let options =
        options(&["z:2^22", "--algorithms", "primes", "--rounds", "1", "--sample", "0.01", "--memory", "24M"]);
    let laboratory = Laboratory { open: &open, contestants: &[], peers: &[], native_order: false };
    assert_eq!(compare(&options, &laboratory, &Interrupt::watch()).unwrap().rows[0].error, Some(0.0));
    for form in [Form::Html, Form::Csv, Form::Latex, Form::Text] {
        assert!(form.render(&report).unwrap().contains("z/square"), "{form:?}");
    }
}

/// A foreign transform that is right but for one value.
struct OneWrong {
    plan: Plan<Goldilocks>,
    work: Vec<Goldilocks>,
    place: usize,
}

impl Foreign<Goldilocks> for OneWrong {
    fn load(&mut self, input: &[Goldilocks]) {
        self.work.clone_from_slice(input);
    }
    fn run(&mut self) {
        self.plan.forward(&mut self.work).unwrap();
        self.work[self.place] = Goldilocks::new(5);
    }
    fn store(&mut self, values: &mut [Goldilocks]) {
        values.clone_from_slice(&self.work);
    }
}

/// One wrong value is found where every value is compared, and a wrong transform at every length.
#[test]
fn one_wrong_value_is_found() {
    let task = |ring: &str, len| Task { ring: ring.into(), shape: vec![len], batch: 1 };
    fn plan<E>(transform: impl Foreign<E> + 'static) -> ForeignPlan<E> {
        ForeignPlan { recipe: String::new(), plan_seconds: 0.0, scratch_bytes: 0, transform: Box::new(transform) }
    }
    for place in [0, 517, 1023] {
        let task = task("goldilocks", 1024);
        let mut prepared = foreign_exact(
            &Ask::new(&task),
            native::<Goldilocks>(),
            |r| Goldilocks::new(r.bits()),
            || Ok(plan(OneWrong { plan: Plan::new(1024)?, work: vec![Goldilocks::new(0); 1024], place })),
        )
        .unwrap();
        assert!(matches!(prepared.runner.error(), Err(Error::Verification(_))), "{place}");
    }

    /// A transform that does nothing.
    struct Identity(Vec<Complex<f32>>);
    impl Foreign<Complex<f32>> for Identity {
        fn load(&mut self, input: &[Complex<f32>]) {
            self.0 = input.to_vec();
        }
        fn run(&mut self) {}
        fn store(&mut self, values: &mut [Complex<f32>]) {
            values.clone_from_slice(&self.0);
        }
    }
    for len in [1 << 10, 1 << 19] {
        let task = task("c32", len);
        let mut prepared = foreign_complex(&Ask::new(&task), || Ok(plan(Identity(Vec::new())))).unwrap();
        assert!(matches!(prepared.runner.error(), Err(Error::Verification(_))), "{len}");
        // The library's own plan passes.
        let ring = open("c32").unwrap();
        let mut prepared = ring.prepare(&Ask::new(&task), &Choice::parse("auto").unwrap()).unwrap();
        assert!(prepared.runner.error().is_ok(), "{len}");
    }
}

/// A contestant that is wrong ends the run.
#[test]
fn a_wrong_variant_is_told() {
    use ringfft::{
        algebra::{Action, Domain, Roots},
        dft::{Transform, Twisted},
        order::Order,
    };

    struct Wrong;
    struct Misplaced<M: Action>(Twisted<M>);

    impl<M: Action> Transform<M> for Misplaced<M> {
        fn len(&self) -> usize {
            self.0.len()
        }
        fn order(&self) -> Order {
            Order::Natural
        }
        fn scratch_len(&self) -> usize {
            0
        }
        fn forward(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> ringfft::Result<()> {
            self.0.forward(values, scratch)
        }
        fn inverse_unscaled(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> ringfft::Result<()> {
            self.0.inverse_unscaled(values, scratch)
        }
    }

    impl ringfft_lab::Variant for Wrong {
        fn name(&self) -> &str {
            "wrong"
        }
        fn exists_for(&self, len: usize) -> bool {
            len.is_power_of_two()
        }
        fn build<M: Action<Scalars: Roots>>(&self, domain: &Domain<M>) -> ringfft::Result<Box<dyn Transform<M>>> {
            Ok(Box::new(Misplaced(Twisted::new(domain)?)))
        }
    }

    let laboratory = Laboratory { open: &open, contestants: &[&Wrong], peers: &[], native_order: true };
    for ring in ["c64:16", "goldilocks:16"] {
        let options = options(&[&[ring][..], &SHORT].concat());
        let error = compare(&options, &laboratory, &Interrupt::watch()).unwrap_err();
        assert!(matches!(&error, Error::Verification(text) if text.starts_with("wrong: ")), "{ring}: {error}");
    }
}
