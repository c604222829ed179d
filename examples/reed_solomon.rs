//! A file as shards of which some may be lost: cut, encode, lose, restore, compare.
//!
//! `cargo run --release --example reed_solomon -- FILE DATA PARITY` (default: this source, 20 and 12). Exactly `PARITY` shards are
//! lost, the most that the code promises to restore; which ones is random.

use ringfft::{CodeError, Error, code::ErasureCode};
use std::{env, error, fs};

fn main() -> Result<(), Box<dyn error::Error>> {
    let mut args = env::args().skip(1);
    let path = args.next().unwrap_or(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/reed_solomon.rs").into());
    let data = args.next().map_or(Ok(20), |text| text.parse())?;
    let parity = args.next().map_or(Ok(12), |text| text.parse())?;
    let file = fs::read(&path)?;
    let restored = run(&file, data, parity)?;
    println!(
        "{path}: {} bytes in {data} + {parity} shards, {parity} of them lost, {restored} bytes restored",
        file.len()
    );
    Ok(())
}

/// The shards of a file: data first, the last of it padded with zeros, then parity.
fn encode(file: &[u8], data: usize, parity: usize) -> Result<Vec<Vec<u8>>, Error> {
    let code = ErasureCode::new(data, parity)?;
    // All shards have one even length.
    let len = file.len().div_ceil(data).next_multiple_of(2).max(2);
    let mut shards: Vec<Vec<u8>> = file.chunks(len).map(<[u8]>::to_vec).collect();
    shards.resize(data, Vec::new());
    shards.iter_mut().for_each(|shard| shard.resize(len, 0));
    let extra = code.encode(&shards)?;
    shards.extend(extra);
    Ok(shards)
}

/// The file of which some shards are left. Its length is kept apart: padding is not seen in the shards.
fn decode(mut shards: Vec<Option<Vec<u8>>>, data: usize, parity: usize, len: usize) -> Result<Vec<u8>, Error> {
    ErasureCode::new(data, parity)?.repair(&mut shards)?;
    let mut file: Vec<u8> = shards.into_iter().take(data).flatten().flatten().collect();
    file.truncate(len);
    Ok(file)
}

fn run(file: &[u8], data: usize, parity: usize) -> Result<usize, Error> {
    let shards = encode(file, data, parity)?;
    let mut left: Vec<Option<Vec<u8>>> = shards.into_iter().map(Some).collect();

    // Shuffle the indices and lose the first ones.
    let mut order: Vec<usize> = (0..data + parity).collect();
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    for i in (1..order.len()).rev() {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        order.swap(i, (state >> 33) as usize % (i + 1));
    }
    order[..parity].iter().for_each(|&lost| left[lost] = None);

    // One more would be too many, and is an error.
    let mut fewer = left.clone();
    fewer[order[parity]] = None;
    match decode(fewer, data, parity, file.len()) {
        Err(Error::Code(CodeError::TooManyLost { lost, .. })) => assert_eq!(lost, parity + 1),
        other => panic!("{parity} shards cannot stand in for {}: {other:?}", parity + 1),
    }

    let restored = decode(left, data, parity, file.len())?;
    assert!(restored == file, "the restored file differs");
    Ok(restored.len())
}

#[cfg(test)]
#[test]
fn files_survive_the_most_losses() -> Result<(), Error> {
    let file = include_bytes!("reed_solomon.rs");
    for (data, parity) in [(1, 1), (20, 12), (3, 7), (300, 100)] {
        run(file, data, parity)?;
    }
    run(b"odd", 2, 2)?;
    run(b"", 3, 1)?;
    Ok(())
}
