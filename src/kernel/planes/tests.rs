//! Against the definitions, element by element, on every instruction set that the machine has.

use super::{
    bytes::{Bytes, Line, from_planes, to_planes},
    isa::{Isa, with_isa},
    lanes::position,
    passes::{butterfly, factors},
    product::{load, store},
    tower::{ALPHA, BASIS, digest, digest_len, mul, mul8, square, times_alpha, width},
    *,
};
use crate::inside::require;
use alloc::{vec, vec::Vec};

impl Isa {
    /// Returns all that the machine has, the fastest first.
    pub(crate) fn all() -> impl Iterator<Item = Isa> {
        #[cfg(target_arch = "x86_64")]
        let vectors = [
            require::found("vbmi", Avx512::detect()).map(Isa::Avx512),
            require::found("gfni", Avx2::detect()).map(Isa::Avx2),
            require::found("avx2", Shuffles::detect()).map(Isa::Shuffles),
        ];
        #[cfg(not(target_arch = "x86_64"))]
        let vectors: [Option<Isa>; 0] = [];
        vectors.into_iter().flatten().chain([Isa::Portable(Portable)])
    }

    /// Returns the fastest that the machine has.
    pub(crate) fn best() -> Isa {
        Self::all().next().unwrap_or(Isa::Portable(Portable))
    }
}

struct Random(u64);

impl Random {
    fn word(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn bytes(&mut self, p: usize) -> u128 {
        (self.word() as u128 | (self.word() as u128) << 64) & (u128::MAX >> (128 - 8 * p))
    }
}

fn byte(lines: &[Line], at: usize) -> u8 {
    (lines[at / 64][at % 64 / 8] >> (8 * (at % 8))) as u8
}

fn set(lines: &mut [Line], at: usize, byte: u8) {
    let shift = 8 * (at % 8);
    let word = &mut lines[at / 64][at % 64 / 8];
    *word = *word & !(0xff << shift) | (byte as u64) << shift;
}

/// Returns element `lane` of block `block`.
fn element(lines: &[Line], p: usize, block: usize, lane: usize) -> u128 {
    (0..p).map(|i| (byte(lines, (block * p + i) * 64 + lane) as u128) << (8 * i)).sum()
}

fn blocks(p: usize, elements: &[u128]) -> Vec<Line> {
    let mut lines = vec![[0; 8]; elements.len() * p / 64];
    for (j, &x) in elements.iter().enumerate() {
        for i in 0..p {
            set(&mut lines, (j / 64 * p + i) * 64 + j % 64, (x >> (8 * i)) as u8);
        }
    }
    lines
}

/// Computes the transform by its definition, on single elements, with `s_i(theta)` by its recurrence.
fn reference(x: &mut [u128], basis: &[u128], theta: u128, k: u32) {
    if x.len() < 2 {
        return;
    }
    let i = x.len().trailing_zeros() as usize - 1;
    let mut w = theta;
    for _ in 0..i {
        w ^= square(w, k);
    }
    let (u, v) = x.split_at_mut(1 << i);
    for (u, v) in u.iter_mut().zip(v.iter_mut()) {
        *u ^= mul(w, *v, k);
        *v ^= *u;
    }
    reference(u, basis, theta, k);
    reference(v, basis, theta ^ basis[i], k);
}

pub(crate) fn the_tower_is_one() {
    assert_eq!(mul8(0x53, 0xca), 1);
    let mut random = Random(3);
    for k in 0..5u32 {
        let bytes = 1 << k;
        let mut trace = 0;
        let mut x = (ALPHA as u128) << (8 * (bytes - 1));
        for _ in 0..8 * bytes {
            trace ^= x;
            x = square(x, k);
        }
        assert_eq!(trace, 1, "alpha has trace 1");
        let [x, y, z] = [0; 3].map(|_| random.bytes(bytes));
        assert_eq!(mul(x, mul(y, z, k), k), mul(mul(x, y, k), z, k));
        assert_eq!(mul(x, y ^ z, k), mul(x, y, k) ^ mul(x, z, k));
        assert_eq!(mul(x, 1, k), x);
        assert_eq!(square(x, k), mul(x, x, k));
        assert_eq!(times_alpha(x, k), mul(x, (ALPHA as u128) << (8 * (bytes - 1)), k));
        if k < 4 {
            let u = 1u128 << (8 * bytes);
            assert_eq!(square(u, k + 1), u ^ (ALPHA as u128) << (8 * (bytes - 1)));
            assert_eq!(mul(x, y, k), mul(x, y, 4), "a subfield");
        }
    }
}

pub(crate) fn the_basis_is_cantors() {
    assert_eq!(BASIS[0], 1);
    for i in 0..128 {
        assert_eq!(BASIS[i], if i < 127 { square(BASIS[i + 1], 4) ^ BASIS[i + 1] } else { BASIS[i] });
        assert!(width(BASIS[i]) <= (i / 8 + 1).next_power_of_two());
    }
}

pub(crate) fn vectors_do_what_they_say() {
    let mut random = Random(5);
    let mut line = || [0; 8].map(|_| random.word());
    for _ in 0..20 {
        let (x, y, z) = (line(), line(), line());
        for isa in Isa::all() {
            with_isa!(isa, b => b.run(|| {
                let (p, q) = (b.load(&x), b.load(&y));
                let get = |v| {
                    let mut l = [0; 8];
                    b.store(&mut l, v);
                    l
                };
                let (product, image) = (b.mul(b.coordinates(p), b.coordinates(q)), get(b.affine(p, b.block(y[0]))));
                let product = get(b.out_of_coordinates(product));
                let sums = [get(b.xor(p, q)), get(b.xor3(p, q, b.load(&z)))];
                let (even, odd) = b.unzip(p, q);
                let (first, second) = b.zip(even, odd);
                assert_eq!((get(first), get(second)), (x, y));
                let unzipped = [get(even), get(odd)];
                for i in 0..64 {
                    let (a, c) = (byte(&[x], i), byte(&[y], i));
                    assert_eq!(byte(&sums, i), a ^ c);
                    assert_eq!(byte(&sums, 64 + i), a ^ c ^ byte(&[z], i));
                    assert_eq!(byte(&[product], i), mul8(a, c));
                    let rows = (0..8).map(|r| ((byte(&[y], 7 - r) & a).count_ones() as u8 & 1) << r);
                    assert_eq!(byte(&[image], i), rows.sum::<u8>());
                    assert_eq!(byte(&unzipped, i), byte(&[x, y], 2 * i));
                    assert_eq!(byte(&unzipped, 64 + i), byte(&[x, y], 2 * i + 1));
                    assert_eq!(byte(&[get(b.splat(7))], i), 7);
                }
                macro_rules! exchanges {
                    ($($bit:literal)*) => { $(
                        let (e, f) = b.exchange::<$bit>(p, q);
                        let exchanged = [get(e), get(f)];
                        for i in 0..128 {
                            let swapped = i & !(64 | 1 << $bit) | (i >> 6 & 1) << $bit | (i >> $bit & 1) << 6;
                            assert_eq!(byte(&exchanged, i), byte(&[x, y], swapped));
                        }
                    )* };
                }
                exchanges!(0 1 2 3 4 5);
            }));
        }
    }
}

fn planes_of_memory<const P: usize>() {
    let mut random = Random(6);
    let memory: [Line; P] = [[0; 8]; P].map(|line| line.map(|_: u64| random.word()));
    for isa in Isa::all() {
        with_isa!(isa, b => b.run(|| {
            let x = load(b, &memory);
            let planes = to_planes::<P, _>(b, x);
            let (mut lines, mut back) = ([[0; 8]; P], [[0; 8]; P]);
            store(b, &mut lines, &planes);
            store(b, &mut back, &from_planes::<P, _>(b, planes));
            assert_eq!(back, memory);
            for at in 0..64 * P {
                assert_eq!(byte(&lines, at), byte(&memory, at % 64 * P + at / 64));
            }
        }));
    }
}

pub(crate) fn bytes_of_elements_become_planes() {
    planes_of_memory::<1>();
    planes_of_memory::<2>();
    planes_of_memory::<4>();
    planes_of_memory::<8>();
    planes_of_memory::<16>();
}

/// Checks butterflies by elements of `W` bytes on groups of `W` planes, and products of variable elements of `P` bytes.
fn butterflies<const P: usize, const W: usize, const N: usize>() {
    let (mut random, k) = (Random(7), P.trailing_zeros());
    let mut elements = [0; 128].map(|_| random.bytes(P));
    elements[64..].iter_mut().for_each(|x| *x |= 1);
    let w = random.bytes(W);
    assert_eq!(digest_len(W), N);
    let d = digest(w, k).first_chunk::<N>().copied().unwrap();
    for isa in Isa::all() {
        let mut x = blocks(P, &elements);
        with_isa!(isa, b => b.run(|| {
            let t = factors::<N, _>(b, &d);
            for inverse in [false, true] {
                let (u, v) = x.split_at_mut(P);
                for (pu, pv) in u.as_chunks_mut::<W>().0.iter_mut().zip(v.as_chunks_mut::<W>().0) {
                    let (mut u, mut v) = (load(b, pu), load(b, pv));
                    if inverse {
                        butterfly::<W, N, true, _>(b, &mut u, &mut v, &t);
                    } else {
                        butterfly::<W, N, false, _>(b, &mut u, &mut v, &t);
                    }
                    store(b, pu, &u);
                    store(b, pv, &v);
                }
                for lane in 0..64 {
                    let (u, v) = (elements[lane], elements[64 + lane]);
                    let (p, q) = (u ^ mul(v, w, k), u ^ mul(v, w, k) ^ v);
                    let expected = if inverse { (u, v) } else { (p, q) };
                    assert_eq!((element(&x, P, 0, lane), element(&x, P, 1, lane)), expected);
                }
            }
        }));
        let mut x = blocks(P, &elements[..64]);
        with_isa!(isa, b => multiply_blocks::<P, _>(b, &mut x, &blocks(P, &elements[64..])));
        for lane in 0..64 {
            assert_eq!(element(&x, P, 0, lane), mul(elements[lane], elements[64 + lane], k));
        }
    }
}

pub(crate) fn butterflies_are_products() {
    butterflies::<1, 1, 1>();
    butterflies::<2, 1, 1>();
    butterflies::<2, 2, 3>();
    butterflies::<4, 1, 1>();
    butterflies::<4, 2, 3>();
    butterflies::<4, 4, 9>();
    butterflies::<8, 1, 1>();
    butterflies::<8, 2, 3>();
    butterflies::<8, 4, 9>();
    butterflies::<8, 8, 27>();
    butterflies::<16, 1, 1>();
    butterflies::<16, 2, 3>();
    butterflies::<16, 4, 9>();
    butterflies::<16, 8, 27>();
    butterflies::<16, 16, 81>();
}

/// Returns the most bytes of a twiddle that transforms are compiled for.
fn most<B: Bytes>(_: B) -> usize {
    B::WIDEST
}

fn transforms<const P: usize>(dim: u32, basis: &[u128], shift: u128) {
    let mut random = Random(9);
    let elements: Vec<u128> = (0..1 << dim).map(|_| random.bytes(P)).collect();
    let mut expected = elements.clone();
    reference(&mut expected, basis, shift, P.trailing_zeros());
    let t = Twiddles::with_basis(P, &basis[..dim as usize], shift);
    let width = t.tables.widest(0, dim, dim, 0);
    for isa in Isa::all().filter(|&isa| with_isa!(isa, b => most(b)) >= width) {
        let mut x = blocks(P, &elements);
        with_isa!(isa, b => forward(b, &t, &mut x));
        for (i, &value) in expected.iter().enumerate() {
            let at = i & !127 | position(i & 127);
            assert_eq!(
                element(&x, P, at / 64, at % 64),
                value,
                "2^{dim} elements of {P} bytes, shift {shift:x}, value {i}"
            );
        }
        with_isa!(isa, b => inverse(b, &t, &mut x));
        assert_eq!(x, blocks(P, &elements));
    }
}

pub(crate) fn transforms_equal_their_definition() {
    // Another Cantor basis: a sum of the first one's vectors, shifted down.
    let other =
        |k: usize| -> Vec<u128> { (0..128).map(|i| BASIS[i] ^ if i >= k { BASIS[i - k] } else { 0 }).collect() };
    let mut random = Random(11);
    for dim in 7..=8 {
        transforms::<1>(dim, &BASIS, 0);
        transforms::<1>(dim, &other(3), random.bytes(1));
    }
    for dim in 7..=12 {
        transforms::<2>(dim, &BASIS, 0);
        transforms::<4>(dim, &other(5), 0);
        transforms::<8>(dim, &BASIS, 0);
        transforms::<16>(dim, &BASIS, 0);
    }
    for width in [1, 2, 4, 8, 16] {
        for dim in 7..=10 {
            let shift = random.bytes(width);
            if width <= 2 {
                transforms::<2>(dim, &other(1), shift);
            }
            if width <= 4 {
                transforms::<4>(dim, &BASIS, shift);
            }
            if width <= 8 {
                transforms::<8>(dim, &other(9), shift);
            }
            transforms::<16>(dim, &BASIS, shift);
        }
    }
    // The longest runs of indices: twiddles of four bytes without a shift.
    if require::has("optimised", require::OPTIMISED) {
        transforms::<4>(18, &BASIS, 0);
        transforms::<8>(19, &BASIS, 0);
        transforms::<16>(17, &BASIS, 0);
    }
}

fn truncated<const P: usize>(dim: u32, shift: u128) {
    let mut random = Random(13);
    let t = Twiddles::with_basis(P, &BASIS[..dim as usize], shift);
    let pairs = 1usize << (dim - 7);
    for z in 1..=pairs {
        let elements: Vec<u128> = (0..128 * pairs).map(|j| if j < 128 * z { random.bytes(P) } else { 0 }).collect();
        let mut expected = elements.clone();
        reference(&mut expected, &BASIS, shift, P.trailing_zeros());
        for n in 1..=pairs {
            for isa in Isa::all() {
                // Values behind the coefficients are not read.
                let mut x = blocks(P, &elements);
                x[2 * P * z..].fill([0x5555; 8]);
                with_isa!(isa, b => forward_truncated(b, &t, &mut x, z, n));
                for (i, &value) in expected[..128 * n].iter().enumerate() {
                    let at = i & !127 | position(i & 127);
                    assert_eq!(element(&x, P, at / 64, at % 64), value, "{z} to {n} of {pairs}, value {i}");
                }
                if z <= n {
                    x[2 * P * n..].fill([0x3333; 8]);
                    with_isa!(isa, b => inverse_truncated(b, &t, &mut x, n));
                    assert_eq!(x[..2 * P * n], blocks(P, &elements)[..2 * P * n], "from {n} of {pairs}");
                }
            }
        }
    }
}

pub(crate) fn truncated_transforms_equal_the_whole() {
    for dim in 7..=11 {
        truncated::<2>(dim, 0);
        truncated::<8>(dim.min(9), 0);
        truncated::<4>(dim.min(9), 0x1234_5678);
    }
}
