//! Faults that the sanitizers must find, for `scripts/sanitize`: a read behind an allocation and a race of two threads.

use std::{hint::black_box, sync::mpsc, thread};

fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("overflow") => overflow(),
        Some("race") => race(),
        _ => panic!("overflow or race"),
    }
}

fn overflow() {
    let list = black_box(vec![1u64; 4]);
    // SAFETY: none, on purpose: one element behind the last is read.
    println!("{}", black_box(unsafe { *list.as_ptr().add(list.len()) }));
}

struct Shared(*mut u64);

// SAFETY: none, on purpose: nothing orders the two writes.
unsafe impl Send for Shared {}

fn race() {
    let mut word = 0u64;
    let shared = Shared(&raw mut word);
    // What goes through channels and joins is ordered, and must not be reported.
    let (sender, receiver) = mpsc::channel();
    let other = thread::spawn(move || {
        let shared = shared;
        sender.send(1).unwrap();
        // SAFETY: as above.
        unsafe { *shared.0 += 1 };
    });
    assert_eq!(receiver.recv(), Ok(1));
    word = black_box(word) + 1;
    other.join().unwrap();
    println!("{}", black_box(word));
}
