//! The header of a shard, which only the verbs of `rs` see, and directories of shards.

#[path = "../../../crates/cli/src/rs/header.rs"]
mod header;

use crate::command::Arguments;
use header::{Header, LEN, Set};
use ringfft::code::ErasureCode;
use sha2::{Digest, Sha256};
use std::{cell::RefCell, fs};
use tempfile::TempDir;

/// Returns the digest that headers hold.
fn sha256(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

/// The fields of a header and a fault: what is written is read, what is possible is possible, and a wrong check sum is found.
pub fn shard_header(bytes: &[u8]) {
    let mut header = [0; LEN];
    let len = bytes.len().min(LEN);
    header[..len].copy_from_slice(&bytes[..len]);
    assert!(Header::from_bytes(bytes).map_or(true, |found| found.to_bytes()[..] == bytes[..LEN]));
    // The same fields with the right beginning and the right check sum.
    header[..12].copy_from_slice(b"ringfft\0\x01\0\x01\0");
    if bytes.get(8).is_some_and(|byte| byte % 8 != 0) {
        // Small numbers, some of which agree.
        header[14..16].fill(0);
        header[18..20].fill(0);
        header[22..24].fill(0);
        header[26..32].fill(0);
        header[34..40].fill(0);
    }
    let check = sha256(&header[..LEN - 32]);
    header[LEN - 32..].copy_from_slice(&check);
    let Ok(read) = Header::from_bytes(&header) else { return };
    assert_eq!(read.to_bytes(), header);
    let Set { data, parity, shard_len, file_len, .. } = read.set;
    assert!(data >= 1 && parity >= 1 && u64::from(data) + u64::from(parity) <= 1 << 16 && read.index < data + parity);
    assert!(shard_len >= 2 && shard_len % 2 == 0);
    assert!(u128::from(file_len) <= u128::from(data) * u128::from(shard_len));
    let place = usize::from(bytes.first().copied().unwrap_or(0)) % LEN;
    header[place] ^= 1 << (bytes.get(1).copied().unwrap_or(0) % 8);
    assert!(Header::from_bytes(&header).is_err());
}

thread_local! {
    /// One directory for all runs.
    static PLACE: RefCell<Option<TempDir>> = const { RefCell::new(None) };
}

/// A directory of shards with faults: the file that was encoded, or an error.
pub fn repair(bytes: &[u8]) {
    let mut bytes = bytes.iter().copied();
    let mut byte = || bytes.next().unwrap_or(0);
    let (data, parity) = (1 + usize::from(byte() % 5), 1 + usize::from(byte() % 5));
    let len = 2 + 2 * usize::from(byte() % 8);
    let file: Vec<u8> = (0..data * len - usize::from(byte()) % len).map(|_| byte()).collect();
    let mut whole = file.clone();
    whole.resize(data * len, 0);
    let parts: Vec<Vec<u8>> = whole.chunks(len).map(<[u8]>::to_vec).collect();
    let Ok(found) = ErasureCode::new(data, parity).and_then(|code| code.encode(&parts)) else { panic!("no code") };
    let set = Set {
        data: data as u32,
        parity: parity as u32,
        shard_len: len as u64,
        file_len: file.len() as u64,
        file_digest: sha256(&file),
    };
    PLACE.with_borrow_mut(|place| {
        let place = place.get_or_insert_with(|| TempDir::new().expect("a place for files"));
        let mut good = 0;
        let mut forged = false;
        for (index, part) in parts.iter().chain(&found).enumerate() {
            let path = place.path().join(format!("{index}.shard"));
            let mut header = Header { set, index: index as u32, digest: sha256(part) };
            let mut part = part.clone();
            match byte() % 8 {
                0 => {
                    let _ = fs::remove_file(&path);
                    continue;
                }
                1 => part[usize::from(byte()) % len] ^= byte(),
                // Claims that a check sum makes whole.
                2 => {
                    forged = true;
                    let claim = u64::from_le_bytes([byte(), byte(), byte(), byte(), byte(), 0, 0, 0]);
                    match byte() % 5 {
                        0 => header.set.data = claim as u32,
                        1 => header.set.parity = claim as u32,
                        2 => header.set.shard_len = claim,
                        3 => header.set.file_len = claim,
                        _ => header.index = claim as u32,
                    }
                }
                3 => part.truncate(usize::from(byte()) % len),
                _ => good += 1,
            }
            let mut content = header.to_bytes().to_vec();
            content.extend(&part);
            fs::write(&path, content).expect("room for a shard");
        }
        for index in data + parity..10 {
            let _ = fs::remove_file(place.path().join(format!("{index}.shard")));
        }
        let Some(directory) = place.path().to_str() else { return };
        let Some(arguments) = Arguments::read(["rs", "repair", directory, "-o", "out", "--memory", "1M"]) else {
            return;
        };
        match arguments.run(&[]) {
            Ok(output) => assert_eq!(output, file),
            Err(message) => assert!(forged || good < data, "{message}"),
        }
    });
}
