//! Tuning texts.

use super::{
    bytes::Bytes,
    recipes::of_len,
    rings::{Fuzzed, Over, RINGS, isas, lens, over},
};
use ringfft::{
    Error,
    order::Order,
    plan::{Builder, Coefficients, Device, Layout, Planner, Threads, Tuning},
};

/// Checks that a tuning's text is refused or written back as it was read. A plan with the tuning must be an error or
/// compute the same as without it. Reads the bytes as the lines of a saved tuning, and as an entry for a plan that a
/// planner makes with it.
///
/// # Panics
/// If the library is wrong.
pub fn tuning(bytes: &[u8]) {
    // The version and the machine.
    let header = Tuning::new().to_string();
    if let Ok(text) = core::str::from_utf8(bytes) {
        let _ = read(text);
        let _ = read(&format!("{header}{text}"));
    }
    let mut bytes = Bytes(bytes);
    let ring = bytes.below(RINGS);
    over(ring, &mut Planned { header, bytes });
}

/// Returns the tuning of a text, if it is one.
fn read(text: &str) -> Option<Tuning> {
    match text.parse::<Tuning>() {
        Ok(tuning) => {
            assert_eq!(tuning.to_string().parse::<Tuning>().ok().as_ref(), Some(&tuning), "{text:?}");
            Some(tuning)
        }
        Err(error) => {
            assert!(matches!(error, Error::Parse { .. }), "{text:?}: {error}");
            None
        }
    }
}

/// A plan with an entry of choices.
struct Planned<'a> {
    header: String,
    bytes: Bytes<'a>,
}

impl Over for Planned<'_> {
    fn over<R: Fuzzed>(&mut self, ring: R) {
        let bytes = &mut self.bytes;
        let len = bytes.one_of(&lens(&ring));
        let named = if bytes.below(8) == 7 { bytes.number() } else { len };
        let recipe = of_len(bytes, 3, named);
        let order = [Order::Natural, recipe.order(), bytes.one_of(Order::ALL)][bytes.below(3)];
        let batch = [1, 1, 1, 1 + bytes.below(20)][bytes.below(4)];
        let mut builder = Builder::new(ring.clone(), len)
            .order(order)
            .batch(batch, Layout::Columns)
            .threads(Threads::AtMost(1))
            .isa(bytes.one_of(&isas(&ring)))
            .device(Device::Cpu);
        if bytes.below(4) == 3 {
            builder = builder.coefficients(Coefficients::Novel);
        }
        let mut random = bytes.random();
        let Some(key) = ringfft::inside::tuning_key(&builder) else { return };
        let Some(tuning) = read(&format!("{}{key} {recipe}\n", self.header)) else { return };
        let tuned = Planner::new().with_tuning(tuning).plan(builder.clone());
        let (Ok(tuned), Ok(own)) = (tuned, builder.build()) else { return };
        assert_eq!((tuned.len(), tuned.order()), (own.len(), own.order()), "{recipe}");
        let input = ring.drawn(&mut random, len * batch);
        let (mut found, mut truth) = (input.clone(), input);
        assert!(tuned.forward(&mut found).is_ok() && own.forward(&mut truth).is_ok(), "{recipe}");
        let recipe = tuned.recipe();
        assert!(ring.is_near(&found, &truth, recipe), "{recipe} over {} for {}", ring.name(), own.recipe());
    }
}
