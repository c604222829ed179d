//! The header before the bytes of a shard in its file (`docs/shards.md`).

use ringfft::code::ErasureCode;
use sha2::{Digest, Sha256};

/// Bytes of a header.
pub(super) const LEN: usize = 136;

const MAGIC: [u8; 8] = *b"ringfft\0";
const VERSION: u16 = 1;
/// The kind of code: Reed-Solomon over GF(2^16) in Leopard's basis; the numbers of shards set its rate.
const KIND: u16 = 1;

/// The facts that all shards of one file have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Set {
    pub(super) data: u32,
    pub(super) parity: u32,
    /// Bytes of a shard.
    pub(super) shard_len: u64,
    /// Bytes of the file.
    pub(super) file_len: u64,
    pub(super) file_digest: [u8; 32],
}

/// The header of one shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) set: Set,
    /// Data shards first, then parity.
    pub(super) index: u32,
    pub(super) digest: [u8; 32],
}

/// The reason for which bytes are no header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wrong {
    /// Not a file of this program.
    Foreign,
    /// Written by a later version.
    Version(u16),
    /// The part that is damaged or forged.
    Damaged(&'static str),
}

impl Header {
    pub(super) fn to_bytes(self) -> [u8; LEN] {
        let mut bytes = [0; LEN];
        let mut at = 0;
        let mut put = |part: &[u8]| {
            bytes[at..at + part.len()].copy_from_slice(part);
            at += part.len();
        };
        put(&MAGIC);
        put(&VERSION.to_le_bytes());
        put(&KIND.to_le_bytes());
        put(&self.set.data.to_le_bytes());
        put(&self.set.parity.to_le_bytes());
        put(&self.index.to_le_bytes());
        put(&self.set.shard_len.to_le_bytes());
        put(&self.set.file_len.to_le_bytes());
        put(&self.set.file_digest);
        put(&self.digest);
        let check = sha256(&bytes[..LEN - 32]);
        bytes[LEN - 32..].copy_from_slice(&check);
        bytes
    }

    /// Parses a header. Its numbers are consistent, whatever the bytes are.
    pub(super) fn from_bytes(bytes: &[u8]) -> Result<Self, Wrong> {
        let Some(rest) = bytes.strip_prefix(&MAGIC) else { return Err(Wrong::Foreign) };
        let mut rest = rest;
        let version = u16::from_le_bytes(take(&mut rest)?);
        if version != VERSION {
            return Err(Wrong::Version(version));
        }
        if bytes.len() < LEN || sha256(&bytes[..LEN - 32]) != bytes[LEN - 32..LEN] {
            return Err(Wrong::Damaged("its header"));
        }
        if u16::from_le_bytes(take(&mut rest)?) != KIND {
            return Err(Wrong::Damaged("the kind of its code"));
        }
        let (data, parity) = (u32::from_le_bytes(take(&mut rest)?), u32::from_le_bytes(take(&mut rest)?));
        let index = u32::from_le_bytes(take(&mut rest)?);
        let (shard_len, file_len) = (u64::from_le_bytes(take(&mut rest)?), u64::from_le_bytes(take(&mut rest)?));
        let (file_digest, digest) = (take(&mut rest)?, take(&mut rest)?);
        if ErasureCode::usual_rate(data as usize, parity as usize).is_err() {
            return Err(Wrong::Damaged("the numbers of its shards"));
        }
        if index >= data + parity {
            return Err(Wrong::Damaged("its index"));
        }
        let held = u128::from(data) * u128::from(shard_len);
        if shard_len == 0 || shard_len % 2 == 1 || u128::from(file_len) > held {
            return Err(Wrong::Damaged("its lengths"));
        }
        let set = Set { data, parity, shard_len, file_len, file_digest };
        Ok(Header { set, index, digest })
    }
}

/// Reads the next `N` bytes of a header.
fn take<const N: usize>(rest: &mut &[u8]) -> Result<[u8; N], Wrong> {
    let (part, after) = rest.split_first_chunk().ok_or(Wrong::Damaged("its header"))?;
    *rest = after;
    Ok(*part)
}

/// Returns the SHA-256 digest of `bytes`.
pub(super) fn sha256(bytes: &[u8]) -> [u8; 32] {
    let mut digest = [0; 32];
    digest.copy_from_slice(&Sha256::digest(bytes));
    digest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_read_back_and_forged_ones_are_not() {
        let set = Set { data: 3, parity: 2, shard_len: 10, file_len: 29, file_digest: [7; 32] };
        let header = Header { set, index: 4, digest: [9; 32] };
        let bytes = header.to_bytes();
        assert_eq!(Header::from_bytes(&bytes), Ok(header));
        assert_eq!(Header::from_bytes(b"something"), Err(Wrong::Foreign));
        for at in 0..LEN {
            let mut other = bytes;
            other[at] ^= 1;
            assert!(Header::from_bytes(&other).is_err(), "{at}");
            assert!(Header::from_bytes(&bytes[..at]).is_err(), "{at}");
        }
        // Valid checksums over impossible numbers.
        let forged = [
            Header { index: 5, ..header },
            Header { index: u32::MAX, ..header },
            Header { set: Set { data: 0, ..set }, ..header },
            Header { set: Set { parity: 0, ..set }, ..header },
            Header { set: Set { data: u32::MAX, parity: u32::MAX, ..set }, ..header },
            Header { set: Set { shard_len: 11, ..set }, ..header },
            Header { set: Set { shard_len: 0, file_len: 0, ..set }, ..header },
            Header { set: Set { file_len: 31, ..set }, ..header },
            Header { set: Set { file_len: u64::MAX, ..set }, ..header },
        ];
        for header in forged {
            assert!(matches!(Header::from_bytes(&header.to_bytes()), Err(Wrong::Damaged(_))), "{header:?}");
        }
        let mut later = bytes;
        later[8] = 2;
        assert_eq!(Header::from_bytes(&later), Err(Wrong::Version(2)));
    }
}
