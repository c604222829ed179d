//! No branch and no address depends on elements: transforms of memory that memcheck is told is undefined.
//!
//! The test runs itself under `valgrind`, where it is installed, for the rows of `SECURITY.md` that are marked, on words alone and
//! on AVX2; what needs AVX-512, which memcheck does not know, is measured by `benches/timing.rs`.
#![allow(unsafe_code)]

use num_complex::Complex;
use ringfft::{
    algebra::Ring,
    inside::require,
    order::Order,
    plan::{Accelerated, Algorithm, Isa, Plan, Threads},
    rings::{
        BabyBear, Bls12381Fr, Bn254Fr, ComplexRing, Gf2p8, Gf2p16, Gf2p32, Gf2p64, Gf2p128, Goldilocks, KoalaBear,
        binary, native,
    },
};
use std::process::Command;

/// A request to memcheck, which answers; without it the instructions do nothing.
#[cfg(target_arch = "x86_64")]
fn request(number: u64, start: *const u8, bytes: usize) -> u64 {
    let arguments: [u64; 6] = [number, start as u64, bytes as u64, 0, 0, 0];
    let mut answer = 0u64;
    // SAFETY: rdi is turned by 128 bits in all, rbx exchanged with itself; memcheck reads the arguments and writes rdx.
    unsafe {
        std::arch::asm!(
            "rol rdi, 3", "rol rdi, 13", "rol rdi, 61", "rol rdi, 51", "xchg rbx, rbx",
            inout("rdx") answer, in("rax") arguments.as_ptr(), inout("rdi") 0u64 => _,
        );
    }
    answer
}

#[cfg(not(target_arch = "x86_64"))]
fn request(_: u64, _: *const u8, _: usize) -> u64 {
    0
}

const RUNNING_ON_VALGRIND: u64 = 0x1001;
const MAKE_MEM_UNDEFINED: u64 = 0x4d43_0001;
const MAKE_MEM_DEFINED: u64 = 0x4d43_0002;

fn tell<E>(number: u64, elements: &[E]) {
    request(number, elements.as_ptr().cast(), size_of_val(elements));
}

/// Both ways, of elements that are secret.
fn both_ways<R: Accelerated>(ring: R, n: usize, isa: Isa, algorithm: Option<Algorithm>, x: &[R::Element]) {
    for order in [Order::Natural, Order::BitReversed] {
        let builder = Plan::builder(ring.clone(), n).order(order).isa(isa).threads(Threads::AtMost(1));
        let plan = match algorithm {
            Some(algorithm) => builder.algorithm(algorithm),
            None => builder,
        };
        let plan = plan.build().unwrap();
        let (mut values, mut scratch) = (x.to_vec(), plan.scratch().unwrap());
        tell(MAKE_MEM_UNDEFINED, &values);
        plan.forward_with(&mut values, &mut scratch).unwrap();
        plan.inverse_with(&mut values, &mut scratch).unwrap();
        tell(MAKE_MEM_DEFINED, &values);
        tell(MAKE_MEM_DEFINED, &scratch);
    }
}

fn list<R: Ring>(ring: &R, n: usize) -> Vec<R::Element> {
    (0..n as u64).map(|i| ring.integer(i * i + 1)).collect()
}

fn of<R: Accelerated + Ring>(ring: R, n: usize, isa: Isa, algorithm: Option<Algorithm>) {
    let x = list(&ring, n);
    both_ways(ring, n, isa, algorithm, &x);
}

/// A name, the instruction sets, and what runs it.
type Row = (&'static str, &'static [Isa], fn(Isa));

const BOTH: &[Isa] = &[Isa::Scalar, Isa::Avx2];
const WORDS: &[Isa] = &[Isa::Scalar];

/// The rows of `SECURITY.md` that are marked.
const ROWS: &[Row] = &[
    ("complex f64", BOTH, |isa| both_ways(ComplexRing::<f64>::new(), 256, isa, None, &[Complex::new(1.0, -2.0); 256])),
    ("complex f32", BOTH, |isa| both_ways(ComplexRing::<f32>::new(), 256, isa, None, &[Complex::new(1.0, -2.0); 256])),
    ("BLS12-381 Fr", WORDS, |isa| of(native::<Bls12381Fr>(), 64, isa, Some(Algorithm::DepthFirst))),
    ("BN254 Fr", WORDS, |isa| of(native::<Bn254Fr>(), 64, isa, Some(Algorithm::DepthFirst))),
    ("Goldilocks", BOTH, |isa| of(native::<Goldilocks>(), 256, isa, None)),
    ("BabyBear", BOTH, |isa| of(native::<BabyBear>(), 256, isa, None)),
    ("KoalaBear", BOTH, |isa| of(native::<KoalaBear>(), 256, isa, None)),
    ("GF(2^8)", WORDS, |isa| both_ways(binary::<Gf2p8>(), 256, isa, None, &[Gf2p8::new(7); 256])),
    ("GF(2^16)", WORDS, |isa| both_ways(binary::<Gf2p16>(), 256, isa, None, &[Gf2p16::new(7); 256])),
    ("GF(2^32)", WORDS, |isa| both_ways(binary::<Gf2p32>(), 256, isa, None, &[Gf2p32::new(7); 256])),
    ("GF(2^64)", WORDS, |isa| both_ways(binary::<Gf2p64>(), 256, isa, None, &[Gf2p64::new(7); 256])),
    ("GF(2^128)", WORDS, |isa| both_ways(binary::<Gf2p128>(), 256, isa, None, &[Gf2p128::new(7); 256])),
];

/// The environment variable that names the instruction set to a child process.
const CHILD: &str = "RINGFFT_SECRETS";

#[test]
fn control_flow_and_addresses_do_not_depend_on_elements() {
    if let Ok(isa) = std::env::var(CHILD) {
        let isa: Isa = isa.parse().unwrap();
        assert_eq!(request(RUNNING_ON_VALGRIND, std::ptr::null(), 0), 1);
        for (name, _, run) in ROWS.iter().filter(|row| row.1.contains(&isa)) {
            eprintln!("{name}:");
            run(isa);
        }
        return;
    }
    // Without optimisation the compiler branches where the source chooses, in `min` for one, as `SECURITY.md` says it may.
    let valgrind = || Command::new("valgrind").arg("--version").output().is_ok_and(|done| done.status.success());
    if !require::has("optimised", require::OPTIMISED) || !require::has("valgrind", valgrind()) {
        return;
    }
    for isa in require::sets().filter(|isa| BOTH.contains(isa)) {
        let child = Command::new("valgrind")
            .args(["--quiet", "--error-exitcode=9", "--num-callers=6"])
            .arg(std::env::current_exe().unwrap())
            .args(["--exact", "secrets::control_flow_and_addresses_do_not_depend_on_elements", "--nocapture"])
            .env(CHILD, isa.name())
            .output()
            .unwrap();
        let told = String::from_utf8_lossy(&child.stderr);
        assert!(child.status.success(), "{isa}:\n{}", told.lines().take(60).collect::<Vec<_>>().join("\n"));
    }
}
