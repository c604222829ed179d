//! A Reed-Solomon erasure code against reed-solomon-simd.

use crate::{
    Result,
    request::{Kind, Request},
    timing::{Contest, Contestant, MANY_CALLS, Measure, Run, agree},
};
use reed_solomon_simd::{ReedSolomonDecoder, ReedSolomonEncoder};
use ringfft::{
    code::{ErasureCode, Workspace},
    plan::Threads,
};
use std::{fmt, hint::black_box};

/// Data shards, and as many parity shards.
pub const SHARDS: usize = 32768;

/// What is timed.
pub const JOBS: [Job; 3] = [Job::Encode, Job::Repair { lost: SHARDS }, Job::Repair { lost: SHARDS / 100 }];

/// Making the parity of all data, or the lost data from parity and the rest of the data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Job {
    Encode,
    /// Of the shards from the first on this many are lost; as many parity shards are there.
    Repair {
        lost: usize,
    },
}

impl fmt::Display for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Job::Encode => f.write_str("encode"),
            Job::Repair { lost: SHARDS } => f.write_str("repair"),
            Job::Repair { lost } => write!(f, "repair-{lost}"),
        }
    }
}

/// Shards of `bytes` bytes. The buffer holds data and then parity.
pub fn contest(request: &Request, bytes: usize, job: Job, kind: Kind) -> Result<Box<dyn Measure>> {
    let mut input = data(bytes);
    let mut encode = ours(bytes, Job::Encode, 1)?;
    encode.run(&mut input);
    match job {
        Job::Encode => input[SHARDS * bytes..].fill(0),
        Job::Repair { lost } => input[..lost * bytes].fill(0),
    }
    let peers = match kind {
        Kind::Peers => vec![("reed-solomon-simd", simd(bytes, job)?)],
        Kind::Threads => vec![("ringfft 1 thread", ours(bytes, job, 1)?)],
    };
    let mut contest = Contest { input, ours: ours(bytes, job, request.threads)?, peers, most_calls: MANY_CALLS };
    agree(&mut contest)?;
    Ok(Box::new(contest))
}

/// Ours, from slice to slice, with a workspace of its own.
fn ours(bytes: usize, job: Job, threads: usize) -> Result<Run<u8>> {
    let code = ErasureCode::new(SHARDS, SHARDS)?.threads(Threads::AtMost(threads));
    let mut workspace = Workspace::new();
    Ok(match job {
        Job::Encode => Box::new(move |shards: &mut [u8]| {
            let (data, parity) = shards.split_at_mut(SHARDS * bytes);
            code.encode_strided(data, parity, bytes, bytes, &mut workspace).expect("shards of the code");
        }),
        Job::Repair { lost } => {
            let present: Vec<bool> = (0..2 * SHARDS).map(|i| i >= lost && i < SHARDS + lost).collect();
            Box::new(move |shards: &mut [u8]| {
                code.repair_strided(shards, &present, bytes, bytes, &mut workspace).expect("no more lost than parity");
            })
        }
    })
}

/// reed-solomon-simd copies the shards that it is given, and shows what it made in memory of its own: the first is timed,
/// for there is no other way, the second is not copied out.
fn simd(bytes: usize, job: Job) -> Result<Run<u8>> {
    Ok(match job {
        Job::Encode => Box::new(Encoder { code: ReedSolomonEncoder::new(SHARDS, SHARDS, bytes)?, bytes }),
        Job::Repair { lost } => {
            Box::new(Decoder { code: ReedSolomonDecoder::new(SHARDS, SHARDS, bytes)?, bytes, lost })
        }
    })
}

struct Encoder {
    code: ReedSolomonEncoder,
    bytes: usize,
}

impl Encoder {
    fn encode(&mut self, shards: &mut [u8], copy: bool) {
        let (data, parity) = shards.split_at_mut(SHARDS * self.bytes);
        for shard in data.chunks(self.bytes) {
            self.code.add_original_shard(shard).expect("a shard of the code");
        }
        let result = self.code.encode().expect("all shards are there");
        if copy {
            result.recovery_iter().zip(parity.chunks_mut(self.bytes)).for_each(|(from, to)| to.copy_from_slice(from));
        }
        black_box(result.recovery(0));
    }
}

impl Contestant<u8> for Encoder {
    fn run(&mut self, shards: &mut [u8]) {
        self.encode(shards, false);
    }

    fn store(&mut self, shards: &mut [u8]) {
        self.encode(shards, true);
    }
}

struct Decoder {
    code: ReedSolomonDecoder,
    bytes: usize,
    lost: usize,
}

impl Decoder {
    fn decode(&mut self, shards: &mut [u8], copy: bool) {
        let (data, parity) = shards.split_at_mut(SHARDS * self.bytes);
        for (i, shard) in data.chunks(self.bytes).enumerate().skip(self.lost) {
            self.code.add_original_shard(i, shard).expect("a shard of the code");
        }
        for (i, shard) in parity.chunks(self.bytes).enumerate().take(self.lost) {
            self.code.add_recovery_shard(i, shard).expect("a shard of the code");
        }
        let result = self.code.decode().expect("enough shards are there");
        if copy {
            for (i, from) in result.restored_original_iter() {
                data[i * self.bytes..][..self.bytes].copy_from_slice(from);
            }
        }
        black_box(result.restored_original(0));
    }
}

impl Contestant<u8> for Decoder {
    fn run(&mut self, shards: &mut [u8]) {
        self.decode(shards, false);
    }

    fn store(&mut self, shards: &mut [u8]) {
        self.decode(shards, true);
    }
}

/// Data of all shards and zeros for parity, the same in every run.
fn data(bytes: usize) -> Vec<u8> {
    let mut state = 0x243f_6a88_85a3_08d3u64;
    let mut byte = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    };
    let mut shards: Vec<u8> = (0..SHARDS * bytes).map(|_| byte()).collect();
    shards.resize(2 * SHARDS * bytes, 0);
    shards
}
