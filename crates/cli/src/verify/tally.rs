//! The results of the checks, ring by ring.

use super::case::{Skip, Verdict};
use crate::{
    report::{Report, seconds},
    spec::{RingName, Spec},
};
use ringfft::plan::Isa;
use serde_json::Value;
use std::{fmt::Write, time::Duration};

/// Checks of one ring.
#[derive(Clone, Copy, Default)]
struct Counts {
    passed: usize,
    failed: usize,
    /// In the order of `Skip::ALL`.
    skipped: [usize; 4],
}

/// Checks of all rings.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) passed: usize,
    pub(super) failures: Vec<String>,
    rings: Vec<(String, Counts)>,
}

impl Tally {
    pub(super) fn add(&mut self, spec: &Spec, isa: Isa, verdict: Verdict) {
        let ring = spec.ring.to_string();
        let place = self.rings.iter().position(|(name, _)| *name == ring).unwrap_or_else(|| {
            self.rings.push((ring, Counts::default()));
            self.rings.len() - 1
        });
        let counts = &mut self.rings[place].1;
        match verdict {
            Verdict::Passed => {
                counts.passed += 1;
                self.passed += 1;
            }
            Verdict::Skipped(why, _) => {
                let reasons = Skip::ALL.iter().zip(&mut counts.skipped);
                reasons.filter(|((reason, ..), _)| *reason == why).for_each(|(_, count)| *count += 1);
            }
            Verdict::Failed(why) => {
                counts.failed += 1;
                let on = if isa == Isa::Auto { String::new() } else { format!(" on {isa}") };
                self.failures.push(format!("{spec}{on}: {why}"));
            }
        }
    }

    /// Returns the number of skipped checks for the key of each reason.
    pub(super) fn skipped(&self) -> impl Iterator<Item = (&'static str, Value)> {
        let sum = |i: usize| self.rings.iter().map(|(_, counts)| counts.skipped[i]).sum::<usize>();
        Skip::ALL.into_iter().enumerate().map(move |(i, (_, key, _))| (key, sum(i).into()))
    }

    /// Writes the result of a ring to standard error.
    pub(super) fn note_ring(&self, ring: &RingName, time: Duration, json: bool) {
        let ring = ring.to_string();
        let counts = self.rings.iter().find(|(name, _)| *name == ring).map_or(Counts::default(), |(_, counts)| *counts);
        Report::new("verify_ring")
            .with("ring", ring)
            .with("passed", counts.passed)
            .with("failed", counts.failed)
            .with_all(Skip::ALL.iter().zip(counts.skipped).map(|((_, key, _), count)| (*key, count.into())))
            .with("seconds", seconds(time))
            .note(json);
    }

    /// Returns everything as text.
    pub(super) fn text(&self, seed: u64) -> String {
        // Writing to a string cannot fail.
        let mut text = format!("seed {seed}\n");
        for (ring, counts) in &self.rings {
            let reasons = Skip::ALL.iter().zip(counts.skipped).filter(|(_, count)| *count != 0);
            let skipped: Vec<String> = reasons.map(|((.., words), count)| format!("{count} {words}")).collect();
            let skipped = if skipped.is_empty() { String::new() } else { format!("; skipped {}", skipped.join(", ")) };
            let _ = writeln!(text, "{ring}: {} passed, {} failed{skipped}", counts.passed, counts.failed);
        }
        for failure in &self.failures {
            let _ = writeln!(text, "FAILED {failure}");
        }
        let _ = writeln!(text, "{} passed, {} failed", self.passed, self.failures.len());
        text
    }
}
