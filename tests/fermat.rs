//! The rings modulo `2^K + 1`: every operation against integers, roots, counts, and what is allocated.
#![allow(unsafe_code)]

use num_bigint::BigUint;
use ringfft::{
    Error, Result,
    algebra::{Action, Domain, Lift, Module, Ring, Roots},
    conv,
    dft::{Classical, Transform, Twisted},
    plan::{Algorithm, Plan},
    rings::{Fermat, FermatElement, FermatTwiddle},
};
use ringfft_testing::{Random, count, laws};
use std::{
    alloc::{GlobalAlloc, Layout as Block, System},
    cell::Cell,
};

struct Counted;

std::thread_local! {
    static CALLS: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: every call is handed to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, block: Block) -> *mut u8 {
        let _ = CALLS.try_with(|calls| calls.set(calls.get() + 1));
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc(block) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, block: Block) {
        // SAFETY: the caller's promise is passed on.
        unsafe { System.dealloc(pointer, block) }
    }
}

#[global_allocator]
static ALLOCATOR: Counted = Counted;

fn calls(run: impl FnOnce()) -> u64 {
    let before = CALLS.get();
    run();
    CALLS.get() - before
}

fn exponents() -> impl Iterator<Item = usize> {
    (1..=70).chain(125..=130).chain([191, 192, 193, 256, 1000])
}

fn big(x: &FermatElement) -> BigUint {
    words(x.limbs())
}

fn words(x: &[u64]) -> BigUint {
    BigUint::from_slice(&x.iter().flat_map(|&x| [x as u32, (x >> 32) as u32]).collect::<Vec<_>>())
}

fn modulus(k: usize) -> BigUint {
    (BigUint::from(1u32) << k) + 1u32
}

fn element(ring: &Fermat, x: &BigUint) -> FermatElement {
    let found = ring.element(&x.to_u64_digits());
    assert_eq!(big(&found), x % modulus(ring.exponent()), "residue of {x} modulo 2^{} + 1", ring.exponent());
    found
}

/// Edges, powers of two, runs of ones, and random residues.
fn residues(ring: &Fermat) -> Vec<FermatElement> {
    let k = ring.exponent();
    let one = BigUint::from(1u32);
    let mut list = vec![BigUint::ZERO, one.clone(), &one << k, (&one << k) - 1u32, BigUint::from(2u32)];
    for e in [k / 4, k / 2, 3 * k / 4, k.saturating_sub(1)] {
        list.extend([&one << e, (&one << e) - 1u32, modulus(k) - (&one << e), (&one << e) + 1u32]);
    }
    let mut random = Random::new(k as u64);
    for _ in 0..3 {
        list.push(words(&(0..k / 64 + 2).map(|_| random.bits()).collect::<Vec<_>>()));
        list.push(words(&(0..k / 64 + 2).map(|_| [0, u64::MAX, random.bits()][random.below(3)]).collect::<Vec<_>>()));
    }
    let mut list: Vec<_> = list.iter().map(|x| element(ring, x)).collect();
    list.dedup();
    list
}

#[test]
fn arithmetic_equals_integers() {
    for k in exponents() {
        let ring = Fermat::new(k).unwrap();
        let (m, list) = (modulus(k), residues(&ring));
        assert_eq!(words(&Lift::modulus(&ring)), m);
        for a in &list {
            let x = big(a);
            let unary = |f: &dyn Fn(&mut FermatElement)| {
                let mut a = a.clone();
                f(&mut a);
                assert_eq!(a.limbs().len(), k / 64 + 1);
                big(&a)
            };
            assert_eq!(unary(&|a| ring.neg_assign(a)), (&m - &x) % &m, "-{x} modulo 2^{k} + 1");
            assert_eq!(ring.is_zero(a), x == BigUint::ZERO);
            assert_eq!(Lift::to_words(&ring, a), a.limbs());
            for b in &list {
                let y = big(b);
                let what = || format!("{x} and {y} modulo 2^{k} + 1");
                let difference = (&x + &m - &y) % &m;
                assert_eq!(unary(&|a| ring.add_assign(a, b)), (&x + &y) % &m, "{}", what());
                assert_eq!(unary(&|a| ring.sub_assign(a, b)), difference, "{}", what());
                assert_eq!(unary(&|a| ring.mul_assign(a, b)), &x * &y % &m, "{}", what());
                let (mut p, mut q) = (a.clone(), b.clone());
                ring.butterfly(&mut p, &mut q);
                assert_eq!((big(&p), big(&q)), ((&x + &y) % &m, difference), "{}", what());
                assert_eq!(ring.equal(a, b), x == y);
            }
        }
    }
}

#[test]
fn every_shift_equals_integers() {
    for k in exponents() {
        let ring = Fermat::new(k).unwrap();
        let (m, mut list) = (modulus(k), residues(&ring));
        if k > 200 {
            list.truncate(10);
        }
        for e in 0..2 * k {
            let power = (BigUint::from(1u32) << e) % &m;
            assert_eq!(ring.prepare(&element(&ring, &power)), FermatTwiddle::Shift(e), "2^{e} modulo 2^{k} + 1");
            for a in &list {
                let (mut shifted, x) = (a.clone(), big(a));
                ring.shift(&mut shifted, e);
                assert_eq!(big(&shifted), &x * &power % &m, "{x} 2^{e} modulo 2^{k} + 1");
            }
        }
        let mut far = list[4].clone();
        ring.shift(&mut far, 6 * k + 1);
        assert_eq!(big(&far), big(&list[4]) * 2u32 % &m);
    }
}

#[test]
fn every_half_shift_equals_integers() {
    for k in exponents().chain([124, 132, 252, 260, 380, 388]) {
        let ring = Fermat::new(k).unwrap();
        let Some(root) = ring.square_root_of_two() else {
            assert_ne!(k % 4, 0);
            continue;
        };
        let (m, s) = (modulus(k), big(&root));
        assert_eq!(s, ((BigUint::from(1u32) << (3 * k / 4)) - (BigUint::from(1u32) << (k / 4))) % &m);
        assert_eq!(&s * &s % &m, BigUint::from(2u32) % &m);
        let mut list = residues(&ring);
        if k > 200 {
            list.truncate(10);
        }
        for e in 0..2 * k {
            let power = (&s << e) % &m;
            let twiddle = ring.prepare(&element(&ring, &power));
            assert_eq!(twiddle, FermatTwiddle::HalfShift(e), "2^{e} s modulo 2^{k} + 1");
            for a in &list {
                let (mut shifted, x) = (a.clone(), big(a));
                ring.apply(&mut shifted, &twiddle);
                assert_eq!(big(&shifted), &x * &power % &m, "{x} 2^{e} s modulo 2^{k} + 1");
            }
        }
    }
}

#[test]
fn inverses_laws_and_integers() {
    for k in exponents() {
        let ring = Fermat::new(k).unwrap();
        let (m, list) = (modulus(k), residues(&ring));
        for (i, a) in list.iter().enumerate() {
            match ring.inverse(a) {
                Some(inverse) => assert_eq!(big(a) * big(&inverse) % &m, BigUint::from(1u32), "{a:?} modulo 2^{k} + 1"),
                None => {
                    let (mut x, mut y) = (big(a), m.clone());
                    while x != BigUint::ZERO {
                        (x, y) = (&y % &x, x);
                    }
                    assert_ne!(y, BigUint::from(1u32), "{a:?} modulo 2^{k} + 1 is a unit");
                }
            }
            let (b, c) = (&list[(i * 7 + 3) % list.len()], &list[(i * 5 + 1) % list.len()]);
            laws::ring(&ring, [a, b, c], |x, y| x == y).unwrap();
            assert_eq!(big(&ring.pow(a, 5)), big(a).modpow(&BigUint::from(5u32), &m));
        }
        for n in [0, 1, 2, 1000, u64::MAX] {
            assert_eq!(big(&ring.integer(n)), BigUint::from(n) % &m);
        }
    }
}

#[test]
fn products_of_many_limbs() {
    for k in [31 * 64, 31 * 64 + 63, 32 * 64, 32 * 64 + 1, 33 * 64, 5000, 12_800] {
        let ring = Fermat::new(k).unwrap();
        for a in residues(&ring) {
            for b in residues(&ring).into_iter().step_by(3) {
                let mut product = a.clone();
                ring.mul_assign(&mut product, &b);
                assert_eq!(big(&product), big(&a) * big(&b) % modulus(k), "modulo 2^{k} + 1");
            }
        }
    }
}

#[test]
fn roots_are_principal_also_where_the_modulus_is_composite() {
    for k in exponents() {
        let ring = Fermat::new(k).unwrap();
        let m = modulus(k);
        let order = if k % 4 == 0 { 4 * k } else { 2 * k };
        for log in 0..12 {
            let n = 1usize << log;
            if order % n != 0 {
                let error = ring.root(n).unwrap_err();
                assert!(matches!(error, Error::NoRoot { order, .. } if order == n));
                assert!(error.to_string().contains(&format!("up to {}", 1 << order.trailing_zeros())), "{error}");
                continue;
            }
            let w = ring.root(n).unwrap();
            ring.check_root(&w, n).unwrap();
            if n > 1 {
                assert!(ring.check_root(&w, n / 2).is_err() && ring.check_root(&w, 2 * n).is_err());
                assert_eq!(big(&w).modpow(&BigUint::from(n as u64 / 2), &m), &m - 1u32);
            }
            if 2 * k % n == 0 {
                assert_eq!(big(&w), (BigUint::from(1u32) << (2 * k / n)) % &m);
            }
            let half = ring.root(n.div_ceil(2)).unwrap();
            assert!(n == 1 || ring.equal(&ring.pow(&w, 2), &half));
        }
        assert!(ring.root(0).is_err() && ring.root(3).is_err() && ring.root(6).is_err());
    }
    // 2^12 + 1 = 17 * 241, and 2 has order 24, but only 8 modulo 17: no principal root.
    let ring = Fermat::new(12).unwrap();
    assert!(ring.check_root(&ring.power_of_two(1), 24).is_err());
    for k in [0, (1 << 29) + 1, usize::MAX] {
        assert!(matches!(Fermat::new(k), Err(Error::Unsupported { .. })));
    }
}

/// `f(w^k)` over the integers.
fn evaluations(f: &[FermatElement], w: &BigUint, m: &BigUint) -> Vec<BigUint> {
    let mut point = BigUint::from(1u32);
    (0..f.len())
        .map(|_| {
            let value = f.iter().rev().fold(BigUint::ZERO, |value, x| (value * &point + big(x)) % m);
            point = &point * w % m;
            value
        })
        .collect()
}

const ALGORITHMS: [Algorithm; 10] = [
    Algorithm::Naive,
    Algorithm::Classical,
    Algorithm::Twisted,
    Algorithm::Radix4,
    Algorithm::TwistedRadix4,
    Algorithm::Radix8,
    Algorithm::TwistedRadix8,
    Algorithm::SplitRadix,
    Algorithm::Stockham,
    Algorithm::DepthFirst,
];

#[test]
fn transforms_evaluate() -> Result<()> {
    for (k, n) in [(1, 2), (2, 4), (3, 2), (4, 8), (4, 16), (8, 32), (12, 16), (20, 16), (48, 64), (64, 128), (96, 128)]
    {
        let ring = Fermat::new(k)?;
        let list = residues(&ring);
        let f: Vec<_> = (0..n).map(|i| list[i * 5 % list.len()].clone()).collect();
        let expected = evaluations(&f, &big(&ring.root(n)?), &modulus(k));
        for algorithm in ALGORITHMS.into_iter().filter(|algorithm| algorithm.exists_for(n)) {
            let plan = Plan::builder(ring, n).algorithm(algorithm).build()?;
            let mut values = f.clone();
            plan.forward(&mut values)?;
            assert_eq!(values.iter().map(big).collect::<Vec<_>>(), expected, "{algorithm} {n} modulo 2^{k} + 1");
            plan.inverse(&mut values)?;
            assert_eq!(values, f, "{algorithm} {n} modulo 2^{k} + 1");
        }
    }
    Ok(())
}

#[test]
fn shifts_are_counted() -> Result<()> {
    for (k, n, additions, shifts) in [
        (8, 8, 24, 5),
        (16, 16, 64, 17),
        (32, 32, 160, 49),
        (64, 64, 384, 129),
        (64, 128, 896, 321),
        (128, 256, 2048, 769),
    ] {
        let counts = count(Algorithm::Classical, Fermat::new(k)?, n)?;
        for tally in [counts.forward, counts.inverse] {
            assert_eq!((tally.additions, tally.products()), (additions, shifts), "{n} modulo 2^{k} + 1");
        }
    }
    Ok(())
}

#[test]
fn products_of_polynomials() -> Result<()> {
    for (k, a, b) in [(64, 50, 40), (64, 100, 100), (64, 300, 20), (7, 30, 30), (130, 3, 5), (8, 9, 9)] {
        let ring = Fermat::new(k)?;
        let (m, list) = (modulus(k), residues(&ring));
        let f: Vec<_> = (0..a).map(|i| list[i * 5 % list.len()].clone()).collect();
        let g: Vec<_> = (0..b).map(|i| list[i * 3 % list.len()].clone()).collect();
        let mut linear = vec![BigUint::ZERO; a + b - 1];
        for (i, x) in f.iter().enumerate() {
            for (j, y) in g.iter().enumerate() {
                linear[i + j] = (&linear[i + j] + big(x) * big(y)) % &m;
            }
        }
        assert_eq!(conv::linear(&ring, &f, &g)?.iter().map(big).collect::<Vec<_>>(), linear);
        for n in [16, 32, 48] {
            let (mut cyclic, mut negacyclic) = (vec![BigUint::ZERO; n], vec![BigUint::ZERO; n]);
            for (i, x) in linear.iter().enumerate() {
                let signed = if i / n % 2 == 0 { x.clone() } else { &m - x };
                cyclic[i % n] = (&cyclic[i % n] + x) % &m;
                negacyclic[i % n] = (&negacyclic[i % n] + signed) % &m;
            }
            assert_eq!(conv::cyclic(&ring, &f, &g, n)?.iter().map(big).collect::<Vec<_>>(), cyclic);
            assert_eq!(conv::negacyclic(&ring, &f, &g, n)?.iter().map(big).collect::<Vec<_>>(), negacyclic);
        }
    }
    Ok(())
}

/// Elements of one ring in another count as the residues of their integers, and nothing panics.
#[test]
fn elements_of_another_ring_count_as_residues() {
    for (k, other) in [(64, 70), (70, 64), (5, 200), (200, 5), (63, 64), (66, 65)] {
        let (ring, m) = (Fermat::new(k).unwrap(), modulus(k));
        for a in residues(&Fermat::new(other).unwrap()) {
            let x = big(&a) % &m;
            for b in residues(&ring) {
                let y = big(&b);
                let (mut sum, mut product, mut difference, mut shifted) = (a.clone(), b.clone(), b.clone(), a.clone());
                ring.add_assign(&mut sum, &b);
                ring.mul_assign(&mut product, &a);
                ring.sub_assign(&mut difference, &a);
                ring.shift(&mut shifted, 7);
                assert_eq!(big(&sum), (&x + &y) % &m);
                assert_eq!(big(&product), &x * &y % &m);
                assert_eq!(big(&difference), (&m + &y - &x) % &m);
                assert_eq!(big(&shifted), (&x << 7) % &m);
                assert_eq!(ring.equal(&a, &b), x == y);
            }
        }
    }
}

/// In-place transforms, shifts, half shifts and short products allocate nothing.
#[test]
fn operations_allocate_nothing() -> Result<()> {
    for (k, n) in [(64, 128), (64, 256), (100, 8), (1000, 16), (32 * 64 - 1, 2), (4096, 1024)] {
        let ring = Fermat::new(k)?;
        let domain = Domain::new(ring, n)?;
        let mut values: Vec<_> = (0..n as u64).map(|i| ring.element(&[i, !i, i])).collect();
        let copy = values.clone();
        let (classical, twisted) = (Classical::new(&domain)?, Twisted::new(&domain)?);
        let algorithms: [&dyn Transform<Fermat>; 2] = [&classical, &twisted];
        for algorithm in algorithms {
            let allocated = calls(|| {
                algorithm.forward(&mut values, &mut []).unwrap();
                algorithm.inverse_unscaled(&mut values, &mut []).unwrap();
                let scale = 2 * k - n.trailing_zeros() as usize;
                values.iter_mut().for_each(|x| ring.shift(x, scale));
            });
            assert_eq!(allocated, 0, "{n} modulo 2^{k} + 1");
            assert_eq!(values, copy);
        }
        let allocated = calls(|| {
            values.clone_from_slice(&copy);
            let [a, b, ..] = &mut values[..] else { return };
            ring.add_assign(a, b);
            ring.neg_assign(a);
            if k < 2048 {
                ring.mul_assign(a, b);
            }
            assert!(ring.equal(a, a) && !ring.equal(a, b));
        });
        assert_eq!(allocated, 0, "operations modulo 2^{k} + 1");
    }
    Ok(())
}

#[test]
fn debug_is_hexadecimal() -> Result<()> {
    let ring = Fermat::new(64)?;
    assert_eq!(format!("{:?} {:?}", ring.power_of_two(64), ring.zero()), "0x10000000000000000 0x0");
    assert_eq!(format!("{ring:?}"), "Fermat(64)");
    Ok(())
}
