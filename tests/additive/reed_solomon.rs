//! The erasure code: against its textbook, against other programs' parity, every loss, every error.

use ringfft::{
    CodeError, Error,
    algebra::Roots,
    code::{ElementCode, ErasureCode, Isa, Rate, Workspace},
    inside::require,
    plan::Threads,
    rings::{Gf2p8, Gf2p16Leopard, Rows, binary},
};
use ringfft_testing::Random;

fn bytes(random: &mut Random, len: usize) -> Vec<u8> {
    (0..len).map(|_| random.bits() as u8).collect()
}

fn shards(random: &mut Random, count: usize, len: usize) -> Vec<Vec<u8>> {
    (0..count).map(|_| bytes(random, len)).collect()
}

/// Whether this machine has the instruction set; AVX-512 comes with GFNI here.
fn is_here(isa: Isa) -> bool {
    let here = ErasureCode::builder(1, 1).rate(Rate::High).isa(isa).build().is_ok();
    match isa {
        Isa::Avx2 => require::has("avx2", here),
        Isa::Avx512 => require::has("vbmi", here),
        _ => here,
    }
}

/// Instruction sets of this machine.
fn sets() -> Vec<Isa> {
    let mut sets = Isa::ALL.to_vec();
    sets.retain(|&isa| is_here(isa));
    assert!(sets.contains(&Isa::Scalar));
    sets
}

/// All shards, data first, as a list without gaps.
fn whole(code: &ErasureCode, data: &[Vec<u8>]) -> Vec<Option<Vec<u8>>> {
    data.iter().cloned().chain(code.encode(data).unwrap()).map(Some).collect()
}

/// A shard as elements: 64 bytes are 32 low bytes and 32 high bytes, a shorter chunk is half and half.
fn elements(shard: &[u8]) -> Vec<Gf2p16Leopard> {
    let basis = binary::<Gf2p16Leopard>().cantor_basis(16).unwrap();
    let element = |low: u8, high: u8| {
        let word = usize::from(low) | usize::from(high) << 8;
        (0..16).filter(|i| word >> i & 1 == 1).fold(Gf2p16Leopard::ZERO, |sum, i| sum + basis[i])
    };
    let chunk = |chunk: &[u8]| {
        let (low, high) = chunk.split_at(chunk.len() / 2);
        low.iter().zip(high).map(|(&low, &high)| element(low, high)).collect::<Vec<_>>()
    };
    shard.chunks(64).flat_map(chunk).collect()
}

#[test]
fn parity_is_that_of_the_textbook() {
    let mut random = Random::new(71);
    let counts = [(1, 1), (3, 2), (2, 3), (5, 3), (4, 4), (17, 40), (100, 9), (300, 290), (700, 20), (20, 600)];
    for (data, parity) in counts {
        for len in [2, 6, 64, 130].into_iter().take(if data + parity > 100 { 2 } else { 4 }) {
            let lists = shards(&mut random, data, len);
            let rows: Vec<Vec<Gf2p16Leopard>> = lists.iter().map(|shard| elements(shard)).collect();
            for rate in [Rate::High, Rate::Low] {
                let module = Rows::new(binary::<Gf2p16Leopard>(), len / 2);
                let textbook = ElementCode::new(module, 16, data, parity, rate).unwrap();
                let expected = textbook.encode(&rows).unwrap();
                for isa in sets() {
                    let code = ErasureCode::builder(data, parity).rate(rate).isa(isa).build().unwrap();
                    let found = code.encode(&lists).unwrap();
                    let found: Vec<_> = found.iter().map(|shard| elements(shard)).collect();
                    assert_eq!(found, expected, "{data} + {parity} of {len}, {rate:?}, {isa}");
                }
            }
        }
    }
}

/// The textbook over GF(2^8), where 256 points are all there are.
#[test]
fn the_textbook_restores_every_loss() {
    let mut random = Random::new(72);
    for (data, parity) in [(3, 2), (4, 4), (2, 5), (5, 3), (100, 100)] {
        for rate in [Rate::High, Rate::Low] {
            let code = ElementCode::new(binary::<Gf2p8>(), 8, data, parity, rate).unwrap();
            let list: Vec<Gf2p8> = (0..data).map(|_| Gf2p8::new(random.bits() as u8)).collect();
            let word: Vec<_> = list.iter().copied().chain(code.encode(&list).unwrap()).map(Some).collect();
            for pattern in patterns(&mut random, data + parity, parity) {
                let mut lost = word.clone();
                pattern.iter().for_each(|&i| lost[i] = None);
                code.repair(&mut lost).unwrap();
                assert_eq!(lost, word, "{data} + {parity} without {pattern:?}");
            }
            let mut lost = vec![None; data + parity];
            lost[0] = word[0];
            assert!(matches!(code.repair(&mut lost), Err(Error::Code(CodeError::TooManyLost { .. }))));
        }
    }
    assert!(matches!(
        ElementCode::new(binary::<Gf2p8>(), 8, 129, 128, Rate::High),
        Err(Error::Code(CodeError::Counts { .. }))
    ));
    assert!(ElementCode::new(binary::<Gf2p8>(), 8, 128, 128, Rate::High).is_ok());
}

/// Every way to lose up to `parity` of a few shards; some of many.
fn patterns(random: &mut Random, shards: usize, parity: usize) -> Vec<Vec<usize>> {
    if shards <= 8 {
        let listed = |mask: usize| (0..shards).filter(move |i| mask >> i & 1 == 1).collect::<Vec<_>>();
        return (0..1 << shards).map(listed).filter(|lost| lost.len() <= parity).collect();
    }
    let mut order: Vec<usize> = (0..shards).collect();
    let mut list = vec![(0..parity).collect(), (shards - parity..shards).collect(), vec![], vec![shards - 1]];
    for count in [parity, parity, parity.div_ceil(2), 1] {
        for i in (1..shards).rev() {
            order.swap(i, random.below(i + 1));
        }
        list.push(order[..count].to_vec());
    }
    list
}

#[test]
fn every_loss_is_restored() {
    let mut random = Random::new(73);
    let small = [(1, 1), (3, 2), (4, 4), (5, 3), (2, 6), (1, 7), (7, 1)];
    let large = [(60, 60), (257, 255), (100, 400), (900, 130)];
    for (data, parity) in small.into_iter().chain(large) {
        let len = if data + parity <= 8 { 66 } else { 4 };
        let lists = shards(&mut random, data, len);
        for rate in [Rate::High, Rate::Low] {
            for isa in sets() {
                let code = ErasureCode::builder(data, parity).rate(rate).isa(isa).build().unwrap();
                let all = whole(&code, &lists);
                for pattern in patterns(&mut random, data + parity, parity) {
                    let mut some = all.clone();
                    pattern.iter().for_each(|&i| some[i] = None);
                    let mut again = some.clone();
                    code.repair_all(&mut again).unwrap();
                    assert!(again == all, "{data} + {parity}, {rate:?}, {isa}, without {pattern:?}");
                    code.repair(&mut some).unwrap();
                    assert!(some[..data] == all[..data], "{data} + {parity}, {rate:?}, {isa}, without {pattern:?}");
                    assert!((data..data + parity).all(|i| some[i].is_none() == pattern.contains(&i)));
                }
            }
        }
    }
}

/// FNV-1a, 64 bits.
fn digest(shards: &[Vec<u8>]) -> u64 {
    shards
        .iter()
        .flatten()
        .fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// Byte `i` of data shard `s`.
fn pinned(s: usize, i: usize) -> u8 {
    let x = (s as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add((i as u64).wrapping_mul(0xd1b5_4a32_d192_ed03));
    ((x ^ x >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 56) as u8
}

/// Parity as `reed-solomon-simd` 3.1.0 computes it.
#[test]
fn known_answers() {
    for (data, parity, len, expected) in KNOWN {
        let lists: Vec<Vec<u8>> = (0..data).map(|s| (0..len).map(|i| pinned(s, i)).collect()).collect();
        let found = digest(&ErasureCode::new(data, parity).unwrap().encode(&lists).unwrap());
        assert_eq!(found, expected, "{data} + {parity} of {len}: {found:#018x}");
    }
}

const KNOWN: [(usize, usize, usize, u64); 20] = [
    (1, 1, 2, 0x0832_0207_b4ea_8c3b),
    (2, 3, 64, 0x9ad9_4442_6210_b6a4),
    (3, 2, 66, 0x217d_4532_6ef6_61d5),
    (3, 5, 30, 0x3995_7a90_e6cc_66ed),
    (5, 3, 128, 0x6c89_14b0_92db_1507),
    (4, 4, 62, 0x7f73_fafb_1ad6_bebf),
    (10, 4, 1000, 0x4ac8_b678_baeb_e011),
    (17, 40, 130, 0x65d7_d54d_05c1_9f74),
    (100, 20, 64, 0x7586_3339_00df_c947),
    (128, 128, 6, 0x9904_b63b_d308_302c),
    (129, 255, 64, 0x6e82_f4da_80fb_b4e0),
    (255, 129, 66, 0x74e4_361c_f860_0221),
    (257, 257, 64, 0xa74d_247a_088f_d8c3),
    (1000, 300, 2, 0x7a3b_a345_52ce_15a1),
    (300, 1000, 34, 0x947d_4457_ff1f_a1bc),
    (4096, 5000, 2, 0xd8af_1155_1be6_43b5),
    (5000, 4096, 64, 0x4f51_be05_4aea_ff61),
    (60000, 4096, 2, 0x975a_1045_e7a2_3e24),
    (3000, 60000, 2, 0xf5e9_1d11_fa01_47c0),
    (32768, 32768, 4, 0x6d02_eb5b_fa9e_6a2b),
];

/// The most shards and the most losses that are promised. In a test build without optimisation fewer are taken.
#[test]
fn the_most_losses() {
    let count = if require::has("optimised", require::OPTIMISED) { 32768 } else { 2048 };
    let mut random = Random::new(74);
    let lists = shards(&mut random, count, 64);
    let code = ErasureCode::new(count, count).unwrap();
    let all = whole(&code, &lists);
    for pattern in patterns(&mut random, 2 * count, count).into_iter().take(5) {
        let mut some = all.clone();
        pattern.iter().for_each(|&i| some[i] = None);
        code.repair(&mut some).unwrap();
        assert!(some[..count] == all[..count]);
    }
}

#[test]
fn threads_and_memory_change_nothing() {
    let mut random = Random::new(75);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    for (data, parity, len) in [(10, 4, 10_000), (200, 100, 4098), (600, 600, 130), (700, 300, 64), (300, 1100, 66)] {
        let lists = shards(&mut random, data, len);
        let code = ErasureCode::new(data, parity).unwrap();
        let several = code.clone().threads(Threads::AtMost(3));
        let all = whole(&code, &lists);
        pool.install(|| {
            let mut workspace = Workspace::new();
            let views: Vec<&[u8]> = lists.iter().map(Vec::as_slice).collect();
            let mut found = shards(&mut random, parity, len);
            for _ in 0..2 {
                let mut places: Vec<&mut [u8]> = found.iter_mut().map(Vec::as_mut_slice).collect();
                several.encode_into(&views, &mut places, &mut workspace).unwrap();
            }
            assert!(found.iter().eq(all[data..].iter().flatten()), "{data} + {parity} of {len}");
            for pattern in patterns(&mut random, data + parity, parity) {
                let mut some = all.clone();
                pattern.iter().for_each(|&i| some[i] = None);
                several.repair_all(&mut some).unwrap();
                assert!(some == all, "{data} + {parity} of {len}");
            }
        });
    }
}

#[test]
fn one_slice() {
    let mut random = Random::new(76);
    for (data, parity, len, stride) in [(3, 2, 4, 7), (5, 5, 64, 64), (300, 300, 66, 80), (40, 300, 2, 2)] {
        let code = ErasureCode::new(data, parity).unwrap();
        let mut workspace = Workspace::new();
        let slice = bytes(&mut random, data * stride);
        let lists: Vec<&[u8]> = slice.chunks(stride).map(|shard| &shard[..len]).collect();
        let expected = code.encode(&lists).unwrap();
        let before = bytes(&mut random, (parity - 1) * stride + len);
        let mut found = before.clone();
        code.encode_strided(&slice, &mut found, len, stride, &mut workspace).unwrap();
        for ((found, before), expected) in found.chunks(stride).zip(before.chunks(stride)).zip(&expected) {
            assert_eq!(found[..len], expected[..]);
            assert_eq!(found[len..], before[len..], "what lies between shards is left alone");
        }
        let all = [slice, found].concat();
        for pattern in patterns(&mut random, data + parity, parity) {
            let mut present = vec![true; data + parity];
            let mut some = all.clone();
            for &i in &pattern {
                present[i] = false;
                some[i * stride..i * stride + len].fill(0xa5);
            }
            code.repair_strided(&mut some, &present, len, stride, &mut workspace).unwrap();
            assert!(some[..data * stride] == all[..data * stride], "{data} + {parity} without {pattern:?}");
        }
        let present = vec![true; data + parity];
        let mut short = all[..all.len() - 1].to_vec();
        assert!(matches!(
            code.repair_strided(&mut short, &present, len, stride, &mut workspace),
            Err(Error::SliceLength { .. })
        ));
        assert!(matches!(
            code.repair_strided(&mut short, &present, len, len - 1, &mut workspace),
            Err(Error::Length { .. })
        ));
        assert!(matches!(
            code.repair_strided(&mut short, &present, usize::MAX - 1, usize::MAX, &mut workspace),
            Err(Error::SliceLength { .. })
        ));
    }
}

#[test]
fn shards_as_they_arrive() {
    let mut random = Random::new(77);
    let code = ErasureCode::new(5, 3).unwrap();
    let lists = shards(&mut random, 5, 8);
    let all: Vec<Vec<u8>> = whole(&code, &lists).into_iter().flatten().collect();
    let pick = |indices: &[usize]| indices.iter().map(|&i| (i, all[i].clone())).collect::<Vec<_>>();
    let restore = |list: &[(usize, Vec<u8>)]| code.restore(list.iter().map(|(i, shard)| (*i, shard)));

    let found = restore(&pick(&[7, 0, 6, 3, 5])).unwrap();
    assert_eq!(found, pick(&[1, 2, 4]));
    assert_eq!(restore(&pick(&[0, 1, 2, 3, 4])).unwrap(), []);

    assert!(matches!(restore(&pick(&[0, 1, 2, 7])), Err(Error::Code(CodeError::TooManyLost { lost: 4, parity: 3 }))));
    assert!(matches!(restore(&[]), Err(Error::Code(CodeError::TooManyLost { lost: 8, parity: 3 }))));
    assert!(matches!(
        restore(&pick(&[0, 1, 2, 7, 2])),
        Err(Error::Code(CodeError::Index { index: 2, again: true, .. }))
    ));
    for forged in [8, 9, 255, 65_535, 65_536, usize::MAX] {
        let list = [pick(&[0, 1, 2, 7]), vec![(forged, all[0].clone())]].concat();
        let error = restore(&list).unwrap_err();
        assert!(matches!(error, Error::Code(CodeError::Index { again: false, shards: 8, .. })), "{error}");
    }
    let mut longer = pick(&[0, 1, 2, 3, 7]);
    longer[4].1.push(0);
    assert!(matches!(restore(&longer), Err(Error::Code(CodeError::Length { index: 7, expected: 8, found: 9 }))));
    longer.iter_mut().for_each(|shard| shard.1 = vec![0; 3]);
    assert!(matches!(restore(&longer), Err(Error::Length { len: 3, .. })));
    longer.iter_mut().for_each(|shard| shard.1.clear());
    assert!(matches!(restore(&longer), Err(Error::Length { len: 0, .. })));
}

#[test]
fn bad_input_is_refused() {
    for (data, parity) in
        [(0, 1), (1, 0), (0, 0), (32769, 32769), (65536, 1), (1, 65536), (usize::MAX, 1), (1, usize::MAX)]
    {
        let error = ErasureCode::new(data, parity).unwrap_err();
        assert!(
            matches!(error, Error::Code(CodeError::Counts { .. })) && error.to_string().contains("65536"),
            "{data} {parity}"
        );
    }
    for (data, parity) in [(32768, 32768), (65535, 1), (1, 65535), (61440, 4096), (4096, 61440)] {
        let code = ErasureCode::new(data, parity).unwrap();
        assert_eq!((code.data(), code.parity(), code.shards()), (data, parity, data + parity));
        assert_eq!(
            code.rate(),
            if data > parity {
                Rate::High
            } else if data < parity {
                Rate::Low
            } else {
                Rate::High
            }
        );
    }
    let code = ErasureCode::new(3, 2).unwrap();
    let refused = |data: &[&[u8]]| code.encode(data).unwrap_err();
    assert!(matches!(refused(&[b"ab", b"cd"]), Error::SliceLength { expected: 3, found: 2, .. }));
    assert!(matches!(
        refused(&[b"ab", b"cd", b"efgh"]),
        Error::Code(CodeError::Length { index: 2, expected: 2, found: 4 })
    ));
    assert!(matches!(refused(&[b"abc", b"def", b"ghi"]), Error::Length { len: 3, .. }));
    assert!(matches!(refused(&[b"", b"", b""]), Error::Length { len: 0, .. }));

    let (mut one, mut two) = ([0; 2], [0; 4]);
    let views: [&[u8]; 3] = [b"ab", b"cd", b"ef"];
    let error = code.encode_into(&views, &mut [&mut one, &mut two], &mut Workspace::new()).unwrap_err();
    assert!(matches!(error, Error::Code(CodeError::Length { index: 4, expected: 2, found: 4 })));
    let error = code.encode_into(&views, &mut [&mut one], &mut Workspace::new()).unwrap_err();
    assert!(matches!(error, Error::SliceLength { expected: 2, found: 1, .. }));

    let mut lost = vec![Some(vec![1, 2]), None, None, None, Some(vec![3, 4])];
    let before = lost.clone();
    let error = code.repair(&mut lost).unwrap_err();
    assert!(matches!(error, Error::Code(CodeError::TooManyLost { lost: 3, parity: 2 })));
    assert_eq!(error.to_string(), "3 shards are lost, but this code restores at most 2: find 1 more");
    assert_eq!(lost, before);
    assert!(matches!(code.repair(&mut lost[..4]), Err(Error::SliceLength { expected: 5, found: 4, .. })));
    lost[1] = Some(vec![1, 2, 3]);
    assert!(matches!(code.repair(&mut lost), Err(Error::Code(CodeError::Length { index: 1, .. }))));
    let mut none = vec![None; 5];
    assert!(matches!(code.repair(&mut none), Err(Error::Code(CodeError::TooManyLost { lost: 5, .. }))));
}

/// The worked example of `papers/reed_solomon.md`.
#[test]
fn worked_example() {
    let code = ElementCode::new(binary::<Gf2p8>(), 2, 2, 2, Rate::High).unwrap();
    assert_eq!(code.points(), 4);
    let data = [2, 3].map(Gf2p8::new);
    assert_eq!(code.encode(&data).unwrap(), [0xbe, 0xbf].map(Gf2p8::new));
    let mut left = vec![None, None, Some(Gf2p8::new(0xbe)), Some(Gf2p8::new(0xbf))];
    code.repair(&mut left).unwrap();
    assert_eq!(left[..2], data.map(Some));
}
