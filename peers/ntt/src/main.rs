//! ringfft beside the number-theoretic transforms of others, measured in alternation in one process.
//!
//! `../README.md` says how to run it and what the columns mean; `README.md` what the rows are.

mod negacyclic;
mod ours;
mod own;
mod primes;
mod quotient;
mod small;
mod wide;

use peers::{Kind, Make, Row};
use small::Job;
use std::process::ExitCode;

fn main() -> ExitCode {
    peers::main_of(rows)
}

/// Exponents of the lengths.
const LOGS: std::ops::RangeInclusive<u32> = 10..=24;

/// The first exponent whose rows have a twin with two threads.
const THREADS: u32 = 20;

/// The most elements of a matrix, as an exponent; there are none with more.
const MATRIX: u32 = 26;

/// Above this exponent of a matrix's elements, and at odd exponents of the length, rows are left out unless they are asked for.
const USUAL_MATRIX: u32 = 24;

fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    for (names, prime) in primes::ROWS {
        for (ring, inverse) in names.into_iter().zip([false, true]) {
            lengths(&mut rows, ring, 0, |log| {
                Box::new(move |request, kind| negacyclic::contest(request, prime, log, inverse, kind))
            });
        }
    }
    for (ring, order, inverse, contest) in small::ROWS {
        for log_width in [0, 4, 8] {
            lengths(&mut rows, ring, log_width, |log| {
                let job = Job { log, width: 1 << log_width, order, inverse };
                Box::new(move |request, kind| contest(request, job, kind))
            });
        }
    }
    for (ring, inverse, contest) in wide::ROWS {
        lengths(&mut rows, ring, 0, |log| Box::new(move |request, kind| contest(request, log, inverse, kind)));
    }
    for (ring, contest) in quotient::ROWS {
        lengths(&mut rows, ring, 0, |log| Box::new(move |request, kind| contest(request, log, kind)));
    }
    rows
}

/// The rows of one ring and one width.
fn lengths(rows: &mut Vec<Row>, ring: &'static str, log_width: u32, make: impl Fn(u32) -> Make) {
    for log in LOGS.filter(|log| log + log_width <= MATRIX) {
        let size = if log_width == 0 { format!("2^{log}") } else { format!("2^{log}/{}", 1 << log_width) };
        let extra = log % 2 == 1 || log + log_width > USUAL_MATRIX;
        rows.push(Row::new(ring, size.clone(), 1 << log, Kind::Peers, extra, make(log)));
        if log + log_width >= THREADS {
            rows.push(Row::new(ring, size, 1 << log, Kind::Threads, extra, make(log)));
        }
    }
}
