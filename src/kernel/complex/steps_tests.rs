//! Steps of any radices against the definition: every vector, both ways, anywhere in memory, over any number of threads.

use super::{
    Kernel,
    bluestein::Bluestein,
    codelet::{self, Constant, Vectors},
    columns::Columns,
    direct::{self, Direct},
    list::Twiddles,
    passes,
    rader::Rader,
    reversed::Reversed,
    roots::Roots,
    stepped::{self, Stepped},
    transposed::Transposed,
};
#[cfg(all(target_arch = "x86_64", feature = "std"))]
use super::{codelets::WIDE_CODELETS, fours::Fours, native::Native, nine_rows::NineRows, short_reversed::short};
#[cfg(all(target_arch = "x86_64", feature = "std"))]
use crate::kernel::{
    isa::Isa,
    packed::{Avx2, Avx512, C32x4, C32x8, C64x2, C64x4, ComplexPairs, F32x8, F32x16, F64x4, F64x8, Forward},
};
use crate::{
    Error,
    inside::require,
    kernel::packed::{ComplexLanes, Floats, Numbers, Scalar, Values},
    rings::{DoubleDouble, Real, root_of_unity},
};
use alloc::{vec, vec::Vec};
use num_complex::Complex;

pub(super) fn values<T: Real>(n: usize) -> Vec<Complex<T>> {
    let mut state = n as u64 + 1;
    let mut part = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // Exact in both floats.
        T::from_f64((state >> 44) as f64 / f64::from(1 << 20) - 0.5)
    };
    (0..n).map(|_| Complex::new(part(), part())).collect()
}

/// Asserts that `found` is output `k` by the definition.
fn near<T: Real>(x: &[Complex<T>], found: Complex<T>, k: usize, inverse: bool, name: &str) {
    let n = x.len();
    let root = |j: usize| root_of_unity::<f64>(if inverse { j * k % n } else { (n - j * k % n) % n }, n);
    let want: Complex<f64> =
        x.iter().enumerate().map(|(j, x)| Complex::new(x.re.as_f64(), x.im.as_f64()) * root(j)).sum();
    let error = (Complex::new(found.re.as_f64(), found.im.as_f64()) - want).norm();
    let bound = 60.0 * T::unit().as_f64() * (n as f64).sqrt();
    assert!(error <= bound, "{name} {n}: X_{k} is off by {error:e}");
}

/// Checks both directions, in place and out of place, at several alignments, with dirty scratch. The bits must be the
/// same and near the definition.
fn check<T: Real>(kernels: &[&dyn Kernel<T>], name: &str) {
    let n = kernels[0].len();
    let x = values::<T>(n);
    let nan = Complex::new(T::from_f64(f64::NAN), T::from_f64(f64::NAN));
    for inverse in [false, true] {
        let mut found: Option<Vec<Complex<T>>> = None;
        for (i, kernel) in kernels.iter().enumerate() {
            for offset in [0, 1 + i % 3] {
                let mut scratch = vec![nan; kernel.scratch_len() + offset];
                let (mut y, mut z) = (vec![nan; n + offset], vec![nan; n + offset]);
                y[offset..].copy_from_slice(&x);
                kernel.run(&mut y[offset..], &mut scratch[offset..], inverse);
                kernel.run_into(&x, &mut z[offset..], &mut scratch[offset..], inverse);
                assert!(y[offset..] == z[offset..], "{name} {n}: in place and out of place differ");
                let first = found.get_or_insert_with(|| y[offset..].to_vec());
                assert!(y[offset..] == first[..], "{name} {n}: kernel {i} at {offset} has other bits");
            }
        }
        let found = found.unwrap_or_default();
        for k in (0..n).step_by(1 + n / 50) {
            near(&x, found[k], k, inverse, name);
        }
    }
}

fn each<const L: usize, F: Floats<L>>(f: F, heads: &[usize]) {
    for &head in heads {
        for (columns, rows) in [
            (&[][..], &[7, 5][..]),
            (&[], &[13, 2, 1]),
            (&[5], &[9, 3]),
            (&[5, 3], &[12]),
            (&[3, 17, 2], &[4, 7]),
            (&[4, 4], &[5, 19, 2]),
            (&[], &[4, 8]),
            (&[8, 4], &[8, 4, 4]),
        ] {
            let exists = columns.iter().chain(rows).all(|radix| passes::serves(L, *radix));
            if !exists || rows.iter().product::<usize>() < L {
                continue;
            }
            let columns = &[&[head], columns].concat()[..];
            let kernel = |far, threads| Transposed::new(f, columns, rows, far, threads).unwrap();
            let kernels = [kernel(false, 1), kernel(false, 3), kernel(true, 1), kernel(true, 2)];
            check(&kernels.each_ref().map(|kernel| kernel as &dyn Kernel<_>), "transposed");
        }
    }
}

/// Returns whether vectors of this many lanes have a pass of this radix.
fn is_pass(lanes: usize, radix: usize) -> bool {
    passes::is_prime(radix) || passes::compiled(lanes, radix)
}

/// Checks convolutions in lanes and of two sides, in several leaves and in one.
fn convolutions<const L: usize, F: Floats<L>>(f: F) {
    for (len, columns) in
        [(61, &[5, 4][..]), (97, &[3, 17, 1]), (450, &[5, 9, 3]), (2100, &[7, 8, 10]), (5000, &[13, 7, 8, 2])]
    {
        if !columns.iter().all(|radix| is_pass(L, *radix)) {
            continue;
        }
        let q: usize = columns.iter().product();
        for rows in [&[L][..], &[L, 1]] {
            let len = len.min((q * L).div_ceil(2));
            check(&[&Bluestein::new(f, len, columns, rows).unwrap()], "bluestein");
        }
    }
    for (len, columns) in
        [(257, &[][..]), (353, &[11]), (1009, &[7, 9]), (10_177, &[6, 53, 2]), (12_289, &[12, 4, 8, 4])]
    {
        let known: usize = columns.iter().product();
        let rest = (len - 1) / known / L;
        let passes = [columns, &[rest]].concat();
        if rest * known * L == len - 1 && rest <= 13 && passes.iter().all(|radix| is_pass(L, *radix)) {
            for rows in [&[L][..], &[L, 1]] {
                check(&[&Rader::new(f, len, &passes, rows).unwrap()], "rader");
            }
        }
    }
}

/// Checks lengths with every factor that is split off, and without one.
fn definitions<const L: usize, F: Floats<L>>(f: F) {
    for len in [1, 17, 19, 23, 61, 62, 97, 102, 119, 129, 131, 133, 136, 145, 153, 170, 204, 222, 250, 343, 544] {
        check(&[&Direct::new(f, len).unwrap()], "direct");
    }
    assert_eq!(
        [97, 129, 136, 204, 343].map(|len| direct::split(len, 4)),
        [[1, 97], [3, 43], [8, 17], [12, 17], [1, 343]]
    );
}

/// Checks every radix first, between and last, on sides that the lanes divide, do not divide, or are longer than.
fn two_steps<const L: usize, P: Values<L> + Numbers<L>>(ring: P) {
    let radices = || (3..=16).chain([18, 25, 27, 35, 36, 42, 49, 50, 54, 56, 60, 63, 64, 75, 81, 108, 125, 144, 240]);
    for (n1, n2) in radices().flat_map(|n1| (3..=16).map(move |n2| (n1, n2))) {
        let all = n1 <= 16 && (n1 == n2 || [3, 5, 8, 9, 15].contains(&n2));
        if stepped::exists(L, n1, n2) && (all || n1 > 16 && n2 % 4 == 1 || n1 * n2 < 60) {
            check(&[&Stepped::new(ring, n1, n2).unwrap()], "stepped");
        }
    }
}

fn parts_apart<const L: usize, F: Floats<L>>(f: F) {
    two_steps(ComplexLanes(f));
}

/// Checks the powers of two of one function that a name and this instruction set have.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
fn short_powers<T: Native + Default>(name: &str, isa: Isa) {
    for rows in ["4x4", "8x4", "8x8", "8x4x4", "8x4x8", "8x8x8"] {
        if rows != "4x4" || !name.starts_with("pairs") {
            let shape = alloc::format!("{name}*{rows})").parse().unwrap();
            check(&[&*super::build::<T>(&shape, isa, 1).unwrap()], "short_powers");
        }
    }
}

/// Checks what is one function on vectors of 64 bytes with the parts side by side.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
fn wide_pairs() {
    fn named<T: Native + Default>(name: &str) {
        check(&[&*super::build::<T>(&name.parse().unwrap(), Isa::Avx512, 1).unwrap()], "wide pairs");
    }
    for rows in ["8*8x4", "16*8x4", "16*8x8x8"] {
        named::<f64>(&alloc::format!("pairs4({rows})"));
    }
    for rows in ["8*8x4", "8*8x8", "8*8x4x4", "8*8x4x8", "16*8x4x8", "16*8x8x8"] {
        named::<f32>(&alloc::format!("pairs8({rows})"));
    }
    for (lanes, columns, rows) in WIDE_CODELETS {
        let name = alloc::format!("pairs{lanes}({columns}*{rows})");
        if *lanes == 4 { named::<f64>(&name) } else { named::<f32>(&name) }
    }
}

/// Checks transforms to bit-reversed order and from it against the definition.
fn reversed<const L: usize, F: Floats<L>>(f: F) {
    for bits in [6, 7, 8, 10, 12] {
        to_and_from(&Reversed::new(f, 1 << bits));
    }
}

/// Checks those that are one function, at several alignments of the values.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
fn short_reversed<const L: usize, F: Floats<L>>(f: F) {
    let kernels: Vec<_> = (6..=12).filter_map(|bits| short(f, 1 << bits).unwrap()).collect();
    assert!(kernels.len() >= 2);
    for kernel in kernels {
        to_and_from(&*kernel);
    }
}

fn to_and_from<T: Real + Default>(kernel: &dyn Kernel<T>) {
    let (n, bits) = (kernel.len(), kernel.len().ilog2());
    let x = values::<T>(n);
    assert_eq!(kernel.scratch_len(), 0);
    for (inverse, skew) in [(false, 0), (true, 0), (false, 1), (true, 1)] {
        let mut y = values::<T>(n + skew);
        y[skew..].copy_from_slice(&x);
        let y = &mut y[skew..];
        kernel.enter(None, y, &mut [], inverse);
        for k in (0..n).step_by(1 + n / 50) {
            near(&x, y[k.reverse_bits() >> (usize::BITS - bits)], k, inverse, "reversed");
        }
        let mut z = values::<T>(n);
        kernel.enter(Some(&x), &mut z, &mut [], inverse);
        assert!(z == *y);
        kernel.run_back(y, &mut [], !inverse);
        for (x, y) in x.iter().zip(y.iter()) {
            let scale = n as f64;
            let error = Complex::new(y.re.as_f64() / scale - x.re.as_f64(), y.im.as_f64() / scale - x.im.as_f64());
            assert!(error.norm() < 20.0 * T::unit().as_f64(), "back from bit-reversed order, {n}: {error}");
        }
    }
}

/// A function of every vector.
macro_rules! every {
    ($function:ident $(, $narrow:expr, $middle:expr, $wide:expr, $widest:expr)?) => {
        #[cfg(all(target_arch = "x86_64", feature = "std"))]
        {
            if let Some(t) = require::found("avx2", Avx2::detect()) {
                $function(F64x4(t) $(, $narrow)?);
                $function(F32x8(t) $(, $middle)?);
            }
            if let Some(t) = require::found("avx512", Avx512::detect()) {
                $function(F64x8(t) $(, $wide)?);
                $function(F32x8(t) $(, $widest)?);
            }
        }
    };
}

pub(super) use every;

pub(crate) fn steps_of_any_radices_are_the_definition() {
    every!(each, &[4, 8, 12], &[8], &[8], &[8]);
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    if let Some(t) = require::found("avx512", Avx512::detect()) {
        each(F32x16(t), &[16]);
    }
}

pub(crate) fn powers_of_one_function_are_the_definition() {
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    if require::found("avx2", Avx2::detect()).is_some() {
        short_powers::<f64>("pairs2(8", Isa::Avx2);
        short_powers::<f32>("pairs4(8", Isa::Avx2);
    }
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    if require::found("avx512", Avx512::detect()).is_some() {
        short_powers::<f64>("lanes8(8", Isa::Avx512);
        short_powers::<f32>("lanes8(8", Isa::Avx512);
        short_powers::<f32>("lanes16(16", Isa::Avx512);
        wide_pairs();
    }
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    if let Some(t) = require::found("avx2", Avx2::detect()) {
        check(&[&Fours::<8, 4, 1, _>(C32x4(t))], "eight singles");
        check(&[&Fours::<8, 2, 2, _>(C64x2(t))], "eight doubles");
        check(&[&Fours::<16, 4, 1, _>(C32x4(t))], "sixteen singles");
        check(&[&Fours::<16, 2, 2, _>(C64x2(t))], "sixteen doubles");
    }
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    if let Some(t) = require::found("avx512", Avx512::detect()) {
        check(&[&Fours::<8, 4, 1, _>(C64x4(t))], "eight doubles");
        check(&[&Fours::<16, 4, 1, _>(C64x4(t))], "sixteen doubles");
    }
}

pub(crate) fn bit_reversed_order_is_the_definition_and_goes_back() {
    every!(reversed);
    every!(short_reversed);
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    if let Some(t) = require::found("avx512", Avx512::detect()) {
        short_reversed(F64x4(t));
    }
}

pub(crate) fn two_steps_through_the_first_cache_are_the_definition() {
    every!(parts_apart);
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    if let Some(t) = require::found("avx512", Avx512::detect()) {
        two_steps(ComplexPairs(C64x4(t), Forward));
        two_steps(ComplexPairs(C32x8(t), Forward));
        check(&[&NineRows::new(F64x4(t)).unwrap()], "nine rows");
        check(&[&NineRows::new(F32x8(t)).unwrap()], "nine rows");
    }
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    if let Some(t) = require::found("avx2", Avx2::detect()) {
        two_steps(ComplexPairs(C64x2(t), Forward));
        two_steps(ComplexPairs(C32x4(t), Forward));
        check(&[&NineRows::new(F64x4(t)).unwrap()], "nine rows on sixteen registers");
        check(&[&NineRows::new(F32x8(t)).unwrap()], "nine rows on sixteen registers");
    }
}

/// Checks that a radix without a pass is refused at every position.
pub(crate) fn radices_without_a_pass_are_refused() {
    let f = Scalar::<f64>::new();
    for radix in [0, 14, 16, 25, 131] {
        for radices in [&[radix][..], &[4, radix, 3]] {
            assert!(matches!(Columns::new(f, radices, &[4]), Err(Error::Length { len, .. }) if len == radix));
            assert!(Columns::new(f, &[4], radices).is_err());
        }
    }
}

pub(crate) fn convolutions_are_the_definition() {
    convolutions(Scalar::<f64>::new());
    every!(convolutions);
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    if let Some(t) = require::found("avx512", Avx512::detect()) {
        convolutions(F32x16(t));
    }
}

pub(crate) fn the_definition_in_lanes_is_the_definition() {
    definitions(Scalar::<f32>::new());
    every!(definitions);
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    if let Some(t) = require::found("avx512", Avx512::detect()) {
        definitions(F32x16(t));
    }
}

/// Checks that lists and single roots are the truth rounded once, and that the rests are what the rounding left.
#[inline]
pub(crate) fn roots_of_tables_are_rounded_once() {
    let near = |found: f64, rest: f64, truth: DoubleDouble| {
        let error = (DoubleDouble::from(found) - truth + DoubleDouble::from(rest)).high().abs();
        error <= truth.high().abs() * 2f64.powi(-75)
    };
    for n in (1..130).chain([1000, 1009, 1 << 12, 65_537, crate::arith::saturating_power_of_two(40) - 87]) {
        let truth = |k: usize| root_of_unity::<DoubleDouble>((n - k) % n, n);
        let indices = || (0..n).step_by(n.div_ceil(300));
        let mut found = Vec::new();
        Roots::new(n).each::<f64>(indices(), |root, rest| found.push([root, rest]));
        for ([root, rest], k) in found.into_iter().zip(indices()) {
            let w = truth(k);
            assert!(near(root.re, rest.re, w.re) && near(root.im, rest.im, w.im), "{k}/{n}");
        }
        if n < 5000 {
            let (list, short) = (Twiddles::<f64>::new(n, n), Twiddles::<f32>::new(n, n));
            for k in indices() {
                assert_eq!(list.power(k), root_of_unity((n - k) % n, n), "{k}/{n}");
                assert_eq!(short.power(k), root_of_unity((n - k) % n, n), "{k}/{n} in f32");
            }
        }
    }
}

/// Factors that are constants are those of lists, to the sign of a zero.
#[cfg(target_arch = "x86_64")]
pub(crate) fn constant_factors_are_those_of_lists() {
    macro_rules! check {
        ($float:ident $lanes:literal $parts:literal $vector:ty: $($columns:literal $rows:literal $groups:literal),*) => { $(
            let ways = &<$float as Constant<$lanes, $columns, $rows, $groups, $parts, $vector>>::FACTORS.0;
            let list = Twiddles::<$float>::new($columns * $rows, $columns * $rows);
            for (g, k, lane) in (0..$groups * $columns * $lanes).map(|i| (i / ($columns * $lanes), i / $lanes % $columns, i % $lanes)) {
                let order = <<$vector as Vectors<$lanes>>::Ring as Values<$lanes>>::ORDER;
                let [re, im] = list.parts(k * (codelet::start(g, $rows, $lanes) + order[lane]));
                let row = |way: usize| ways[way][g][k].as_flattened().iter().flat_map(|z| [z.re, z.im]).collect::<Vec<_>>();
                let bits = |x: &[$float]| x.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
                let forward = row(0);
                if $parts == 1 {
                    assert_eq!(bits(&[forward[lane], forward[$lanes + lane]]), bits(&[re, im]), "row {k}, lane {lane}");
                    continue;
                }
                for (row, im) in [(forward, im), (row($parts - 1), -im)] {
                    let found = [&row[2 * lane..][..2], &row[2 * ($lanes + lane)..][..2]].concat();
                    assert_eq!(bits(&found), bits(&[re, re, -im, im]), "row {k}, lane {lane}");
                }
            }
        )* };
    }
    check!(f64 2 2 ComplexPairs<C64x2<Avx2>>: 3 6 3, 11 2 1, 12 16 8);
    check!(f32 4 2 ComplexPairs<C32x4<Avx512>>: 2 11 3, 5 5 2);
    check!(f64 8 1 ComplexLanes<F64x8>: 5 8 1, 8 12 2, 8 16 2);
    check!(f32 8 1 ComplexLanes<F32x8<Avx512>>: 6 9 2, 8 9 2);
    check!(f64 4 2 ComplexPairs<C64x4>: 4 8 2, 12 16 4);
    check!(f32 8 2 ComplexPairs<C32x8>: 5 8 1, 15 16 2);
}
