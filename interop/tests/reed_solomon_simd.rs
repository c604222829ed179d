//! Parity of `ringfft::code` and of `reed-solomon-simd`, byte for byte, and each repairing what the other encoded.

use ringfft::code::ErasureCode;

fn shards(count: usize, len: usize) -> Vec<Vec<u8>> {
    let mut state = (count * 65_536 + len) as u64;
    let mut byte = || {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (state >> 56) as u8
    };
    (0..count).map(|_| (0..len).map(|_| byte()).collect()).collect()
}

#[test]
fn parity_is_the_same_and_either_repairs_it() {
    let counts = [1, 2, 3, 4, 5, 8, 9, 17, 64, 100, 129, 255, 256, 257, 600, 1025];
    let mut compared = 0;
    for (i, &data) in counts.iter().enumerate() {
        for (j, &parity) in counts.iter().enumerate() {
            let len = [2, 6, 62, 64, 66, 190][(i + 2 * j) % 6];
            let list = shards(data, len);
            let theirs = reed_solomon_simd::encode(data, parity, &list).unwrap();
            let code = ErasureCode::new(data, parity).unwrap();
            assert_eq!(code.encode(&list).unwrap(), theirs, "{data} + {parity} of {len}");
            compared += 1;

            // The first data shards are lost, the last parity shards stand in.
            let lost = data.min(parity);
            let kept = list[lost..].iter().cloned().map(Some);
            let first = theirs.iter().take(parity - lost).map(|_| None);
            let last = theirs.iter().skip(parity - lost).cloned().map(Some);
            let mut left: Vec<_> = (0..lost).map(|_| None).chain(kept).chain(first).chain(last).collect();
            code.repair(&mut left).unwrap();
            assert!(left[..data].iter().flatten().eq(&list), "{data} + {parity} of {len}");
            let originals = list.iter().enumerate().skip(lost);
            let recovery = theirs.iter().enumerate().skip(parity - lost);
            let restored = reed_solomon_simd::decode(data, parity, originals, recovery).unwrap();
            assert!((0..lost).all(|i| restored[&i] == list[i]), "{data} + {parity} of {len}");
        }
    }
    assert_eq!(compared, counts.len() * counts.len());
}

#[test]
fn the_same_numbers_are_possible() {
    let counts = [0, 1, 2, 3, 4096, 4097, 32767, 32768, 32769, 49152, 61440, 61441, 65535, 65536, 65537];
    for data in counts {
        for parity in counts {
            let theirs = reed_solomon_simd::ReedSolomonEncoder::supports(data, parity);
            assert_eq!(ErasureCode::usual_rate(data, parity).is_ok(), theirs, "{data} + {parity}");
        }
    }
}
