//! Refuses memory to every entry point: an error and a plan that still works, or an abort that the documentation names; never a
//! panic, never a wrong result, never half a result beside an error.
//!
//! An abort ends the process, so the attempts run in a child: this program again, with [`VARIABLE`] set. A child goes
//! on from one refusal to the next, and is started anew behind one that ended it.

use crate::{
    allocator::{self, Refusal},
    scenarios::{self, Attempt},
};
use ringfft::Error;
use ringfft_testing::Random;
use std::{
    env,
    io::{BufRead, BufReader, Read, Write},
    panic::{AssertUnwindSafe, catch_unwind},
    process::{Command, Stdio},
};

/// Tells the child what to do: scenario, mode, first attempt, and once known, the digest of the right result and what it takes.
const VARIABLE: &str = "RINGFFT_FAULTS_CHILD";

/// With little memory only allocations up to this abort: larger ones are asked for in a way that can fail, or beforehand.
const LARGE: usize = 1 << 16;

/// Attempts of a scenario and mode, each at another call or budget; [`THOROUGH`] says how many others.
const ATTEMPTS: u64 = 4;

/// A scenario that makes no more calls than this has every one of them refused.
const EVERY: u64 = 200;

/// Attempts of a scenario and mode: 1000 refuse every call of all but the few scenarios that take more, in minutes.
const THOROUGH: &str = "RINGFFT_FAULTS_ATTEMPTS";

fn attempts(mode: u64, most: u64) -> u64 {
    match env::var(THOROUGH).ok().and_then(|number| number.parse().ok()) {
        Some(number) => number,
        None if mode == Mode::Call as u64 && most <= EVERY => most,
        None => ATTEMPTS,
    }
}

/// Ends at once where the process would abort, which takes systems long that look after it.
#[cfg(unix)]
fn abort_quickly() {
    extern "C" fn end(_: libc::c_int) {
        // SAFETY: `_exit` may be called in a handler, and touches nothing of the program.
        unsafe { libc::_exit(134) }
    }
    // SAFETY: the handler does what a handler may.
    unsafe { libc::signal(libc::SIGABRT, end as *const () as libc::sighandler_t) };
}

#[cfg(not(unix))]
fn abort_quickly() {}

/// How memory is refused.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Mode {
    /// One call after another.
    Call,
    /// Whatever goes beyond a budget.
    Above,
}

/// What became of one attempt.
fn outcome(attempt: &Attempt, truth: u64, refusal: Refusal) -> String {
    allocator::arm(refusal);
    let result = catch_unwind(AssertUnwindSafe(attempt));
    allocator::disarm();
    match result {
        Err(_) => "panic".into(),
        Ok(Ok(digest)) if digest == truth => "right".into(),
        Ok(Ok(_)) => "wrong result".into(),
        Ok(Err(Error::Memory { .. })) => match attempt() {
            Ok(digest) if digest == truth => "error".into(),
            again => format!("wrong result after an error: {again:?}"),
        },
        Ok(Err(other)) => format!("error of another kind: {other}"),
    }
}

/// The child: one line before each attempt and one after.
#[test]
fn child() {
    let Ok(task) = env::var(VARIABLE) else { return };
    let (name, numbers) = task.split_once(' ').unwrap();
    let numbers: Vec<u64> = numbers.split(' ').map(|number| number.parse().unwrap()).collect();
    let attempt = scenarios::all().into_iter().find(|scenario| scenario.name == name).unwrap().make;
    let attempt = attempt();
    let mut out = std::io::stdout();
    let &[from, truth, most] = &numbers[1..] else {
        let truth = attempt().unwrap();
        allocator::arm(Refusal::Never);
        assert_eq!(attempt().unwrap(), truth);
        let asked = allocator::disarm();
        return writeln!(out, "\n@asked {truth} {} {}", asked.calls, asked.peak).unwrap();
    };
    if env::var_os("RINGFFT_FAULTS_TRACE").is_some() {
        allocator::trace();
    }
    let mut random = Random::new(most);
    abort_quickly();
    let attempts = attempts(numbers[0], most);
    for turn in 0..attempts.min(most) {
        // Every one where there are few; else one of each part, as the seed has it.
        let (start, end) = match most {
            _ if most <= attempts => (turn, turn + 1),
            _ => (most * turn / attempts, most * (turn + 1) / attempts),
        };
        let at = start + random.below((end - start) as usize) as u64;
        if turn < from {
            continue;
        }
        writeln!(out, "\n@try {turn}").unwrap();
        out.flush().unwrap();
        let refusal = if numbers[0] == Mode::Call as u64 { Refusal::Call(at) } else { Refusal::Above(at) };
        writeln!(out, "\n@found {}", outcome(&attempt, truth, refusal)).unwrap();
        out.flush().unwrap();
    }
    writeln!(out, "\n@end").unwrap();
}

/// Runs a child; what it says behind an `@`, and on its standard error.
fn spawn(task: String) -> (Vec<String>, String) {
    let mut child = Command::new(env::current_exe().unwrap())
        .args(["memory::child", "--exact", "--nocapture", "--test-threads=1"])
        .env(VARIABLE, task)
        // A backtrace takes longer than an attempt, and asks for memory.
        .env("RUST_BACKTRACE", "0")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stderr = child.stderr.take().unwrap();
    let said = std::thread::spawn(move || {
        let mut text = String::new();
        stderr.read_to_string(&mut text).map(|_| text)
    });
    let lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    let lines = lines.filter_map(|line| line.strip_prefix('@').map(String::from)).collect();
    child.wait().unwrap();
    (lines, said.join().unwrap().unwrap())
}

/// How often each thing happened to a scenario.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    errors: u64,
    right: u64,
    aborts: u64,
    /// Bytes of the largest allocation that aborted.
    largest: usize,
}

/// What a child said on its standard error before it aborted.
#[derive(Debug, PartialEq)]
enum Said {
    /// The bytes of the largest allocation that aborted.
    Bytes(usize),
    /// Two threads spoke at once, so the digits of two numbers may stand side by side.
    Mixed,
    /// Nothing about memory.
    Nothing,
}

impl Said {
    fn read(text: &str) -> Self {
        let mut numbers = text.split("memory allocation of ").skip(1).map(|rest| {
            let digits = rest.find(|digit: char| !digit.is_ascii_digit()).unwrap_or(rest.len());
            rest[..digits].parse::<usize>().ok()
        });
        match numbers.try_fold(None, |largest, bytes| Some(largest.max(Some(bytes?)))) {
            None => Said::Mixed,
            Some(None) => Said::Nothing,
            Some(Some(bytes)) => Said::Bytes(bytes),
        }
    }
}

#[test]
fn sizes_are_read_unless_two_threads_spoke_at_once() {
    let one = "memory allocation of 288 bytes failed\n";
    assert_eq!(Said::read(one), Said::Bytes(288));
    assert_eq!(Said::read(&format!("memory allocation of 17{one} bytes failed")), Said::Bytes(288));
    assert_eq!(Said::read(&format!("memory allocation of {one}")), Said::Mixed);
    assert_eq!(Said::read("memory allocation of memory allocation of 288224 bytes failed bytes failed"), Said::Mixed);
    assert_eq!(Said::read("thread panicked"), Said::Nothing);
}

/// Attempts of a scenario and mode that are made again because their words were [`Said::Mixed`], or go on after a refusal outside of them, at most.
const AGAIN: usize = 20;

/// Runs children until every attempt was made.
fn run(name: &str, mode: Mode, truth: &str, most: &str) -> Result<Tally, String> {
    let mut tally = Tally::default();
    let mut from = 0;
    let mut again = 0;
    loop {
        let (lines, said) = spawn(format!("{name} {} {from} {truth} {most}", mode as u8));
        let mut tried = None;
        for line in &lines {
            match line.split_once(' ') {
                Some(("try", turn)) => tried = turn.parse::<u64>().ok(),
                Some(("found", found)) => match found {
                    "error" => tally.errors += 1,
                    "right" => tally.right += 1,
                    found => return Err(format!("{name}, {mode:?}, attempt {tried:?}: {found}: {said}")),
                },
                _ => {}
            }
        }
        match (tried, lines.last().map(String::as_str)) {
            (_, Some("end")) => return Ok(tally),
            (Some(turn), Some(last)) if last.starts_with("try") => {
                let bytes = match Said::read(&said) {
                    Said::Bytes(bytes) => bytes,
                    Said::Mixed if again < AGAIN => {
                        again += 1;
                        from = turn;
                        continue;
                    }
                    _ => return Err(format!("{name}, {mode:?}, attempt {turn}: ended without a size: {said}")),
                };
                if mode == Mode::Above && bytes > LARGE {
                    return Err(format!("{name}, attempt {turn}: {bytes} bytes aborted for want of memory: {said}"));
                }
                tally.aborts += 1;
                tally.largest = tally.largest.max(bytes);
                from = turn + 1;
            }
            // Memory was refused outside an attempt, which was seen once, with three threads beside other load. Any other end is an error.
            _ if again < AGAIN && matches!(Said::read(&said), Said::Mixed | Said::Bytes(..=LARGE)) => {
                again += 1;
                from = tried.map_or(from, |turn| turn + 1);
            }
            _ => return Err(format!("{name}, {mode:?} from attempt {from}: the child failed: {said}")),
        }
    }
}

/// Every scenario whose name begins with one of `families`.
fn check(families: &[&str]) {
    let only = env::var("RINGFFT_FAULTS_ONLY").unwrap_or_default();
    let mut wrong = Vec::new();
    for scenario in scenarios::all() {
        let name = &scenario.name;
        if !families.iter().any(|family| name.starts_with(family)) || !name.contains(&only) {
            continue;
        }
        let (lines, said) = spawn(format!("{name} 0"));
        let asked: Vec<&str> = lines.first().map_or("", String::as_str).split(' ').collect();
        let &["asked", truth, calls, peak] = &asked[..] else {
            wrong.push(format!("{name}: {said}"));
            continue;
        };
        for (mode, most) in [(Mode::Call, calls), (Mode::Above, peak)] {
            match run(name, mode, truth, most) {
                Ok(tally) => println!("{name} {mode:?} of {most}: {tally:?}"),
                Err(what) => wrong.push(what),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn plans() {
    check(&["complex", "residues", "field", "wide", "binary"]);
}

#[test]
fn real_plans() {
    check(&["real", "signal"]);
}

#[test]
fn products() {
    check(&["rns", "integer", "poly", "gf2", "code", "ntt"]);
}
