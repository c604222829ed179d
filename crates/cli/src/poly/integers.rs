//! The ring `z`: quotients by monic polynomials, and values at integers.

use super::job::{Part, Polynomials, Request, Verb};
use crate::{
    failure::{Failure, Outcome},
    format::Format,
    input,
    integers::{Integers, read},
    report::Done,
    ring::AnyRing,
    settings::check_kernels,
};
use num_bigint::BigInt;
use std::{io::Write, time::Instant};

impl AnyRing<Polynomials> for Integers {
    fn run(&self, request: Request<'_>) -> Outcome<Done<'_>> {
        let pair = &request.pair;
        if pair.format != Format::Text {
            return Err(Failure::input("integers of any size have no raw or npy format: take --format text"));
        }
        check_kernels(pair.settings.isa, &[], "division over z")?;
        input::within(pair.settings.memory, 8 * pair.bytes(), "the polynomials")?;
        let [a, b] = [0, 1].map(|i| read(pair.inputs[i], &pair.names[i]));
        let (a, b) = (a?, b?);
        pair.progress.next();
        let start = Instant::now();
        let (result, rest) = match request.verb {
            Verb::Divide(part) => {
                let (quotient, remainder) = divide(a.clone(), &b)?;
                match part {
                    Part::Both => (quotient, Some(remainder)),
                    Part::Quotient => (quotient, None),
                    Part::Remainder => (remainder, None),
                }
            }
            Verb::Evaluate => {
                let value = |x: &BigInt| a.iter().rev().fold(BigInt::ZERO, |value, c| value * x + c);
                (b.iter().map(value).collect(), None)
            }
            Verb::Gcd | Verb::Interpolate => {
                return Err(Failure::input(
                    "over z there are poly multiply, divide and evaluate: take mod:P, whose elements have inverses",
                ));
            }
        };
        let elapsed = start.elapsed();
        let lengths = [a.len(), b.len(), result.len()];
        let report = request.report("z", lengths, rest.as_ref().map(Vec::len), elapsed);
        let emit = move |out: &mut dyn Write| {
            result.iter().try_for_each(|c| writeln!(out, "{c}"))?;
            let Some(remainder) = rest else { return Ok(()) };
            out.write_all(b"\n")?;
            remainder.iter().try_for_each(|c| writeln!(out, "{c}"))
        };
        Ok(Done { report, emit: Box::new(emit) })
    }
}

/// Returns quotient and remainder, each without leading zeros and 0 as one coefficient.
fn divide(mut a: Vec<BigInt>, b: &[BigInt]) -> Outcome<(Vec<BigInt>, Vec<BigInt>)> {
    let len = b.iter().rposition(|c| *c != BigInt::ZERO).map_or(0, |top| top + 1);
    let Some((lead, b)) = b[..len].split_last() else {
        return Err(Failure::input("the divisor is the zero polynomial: give another"));
    };
    if *lead != BigInt::from(1) && *lead != BigInt::from(-1) {
        return Err(Failure::input(
            "over z the leading coefficient of the divisor must be 1 or -1, or quotients are no integers: take mod:P",
        ));
    }
    let mut quotient = Vec::new();
    for top in (b.len()..a.len()).rev() {
        let Some(c) = a.pop() else { break };
        let c = c * lead;
        for (to, b) in a[top - b.len()..].iter_mut().zip(b) {
            *to -= &c * b;
        }
        quotient.push(c);
    }
    quotient.reverse();
    [&mut quotient, &mut a].into_iter().for_each(|list| {
        while list.len() > 1 && list.last() == Some(&BigInt::ZERO) {
            list.pop();
        }
        if list.is_empty() {
            list.push(BigInt::ZERO);
        }
    });
    Ok((quotient, a))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotients_by_monic_polynomials() {
        let list = |x: &[i64]| x.iter().map(|&x| BigInt::from(x)).collect::<Vec<_>>();
        for (a, b, quotient, remainder) in [
            (&[13, 2, 5, 1, 0][..], &[2, 0, 1][..], &[5, 1][..], &[3][..]),
            (&[13, 2, 5, 1], &[-2, 0, -1, 0], &[-5, -1], &[3]),
            (&[7, 8], &[1, 0, 1], &[0], &[7, 8]),
            (&[6, 3], &[1], &[6, 3], &[0]),
            (&[0], &[5, 1], &[0], &[0]),
        ] {
            assert_eq!(divide(list(a), &list(b)).unwrap(), (list(quotient), list(remainder)), "{a:?} {b:?}");
        }
        assert!(divide(list(&[1, 2]), &list(&[1, 2])).is_err() && divide(list(&[1]), &list(&[0, 0])).is_err());
    }
}
