//! The erasure code over GF(2^16) on whole shards.
//!
//! A shard is a column of bytes: chunks of 64, each 32 low bytes and 32 high bytes of 32 elements. The network of the
//! novel-basis transform runs on all columns at once, without unwanted rows and rows of zeros.
//!
//! | file | what it holds |
//! |---|---|
//! | `tables` | GF(2^16) as a tower over GF(2^8), products by constants as maps of bytes |
//! | `vector` | the operations that an instruction set implements; the portable implementation |
//! | `avx2`, `avx512` | the implementations for x86-64 |
//! | `rows` | the operations of encoding and repair over all of them |
//! | `block` | the network on 256 rows in the first cache |
//! | `encode`, `repair` | three passes over memory |
//! | `locator`, `walsh` | the polynomial of the lost positions, by Walsh-Hadamard transforms |
//!
//! # Equals
//! The code by its definition: parity is the value of the polynomial through the data, on every instruction set.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod block;
#[cfg(feature = "parallel")]
mod columns;
mod encode;
mod layout;
pub(crate) mod locator;
mod repair;
mod rows;
mod strip;
pub(crate) mod tables;
mod vector;
mod walsh;

pub(crate) use encode::Memory;
pub(crate) use layout::Layout;
pub(crate) use strip::Wanted;

use self::{repair::Known, rows::Rows, tables::Tables, vector::Portable};
use super::isa::Isa;
use crate::{Error, Result, kernel::memory::filled};
use alloc::{boxed::Box, format, vec::Vec};

/// Returns every engine of this machine, the best first, with the set that it belongs to.
fn engines() -> Vec<(Isa, Box<dyn Rows>)> {
    let mut all: Vec<(Isa, Box<dyn Rows>)> = Vec::new();
    #[cfg(target_arch = "x86_64")]
    {
        if let Some(v) = avx512::Avx512::detect() {
            all.push((Isa::Avx512, Box::new(v)));
        }
        if let Some(v) = avx2::Avx2Gfni::detect() {
            all.push((Isa::Avx2, Box::new(v)));
        }
        if let Some(v) = avx2::Avx2::detect() {
            all.push((Isa::Avx2, Box::new(v)));
        }
    }
    all.push((Isa::Scalar, Box::new(Portable)));
    all
}

/// Returns the best engine of an instruction set. PCLMULQDQ has nothing to offer here and is taken as `scalar`.
fn engine(isa: Isa) -> Result<Box<dyn Rows>> {
    let isa = isa.resolved()?;
    let fits = |set: Isa| isa == Isa::Auto || set == isa || (isa == Isa::Pclmul && set == Isa::Scalar);
    engines().into_iter().find(|&(set, _)| fits(set)).map(|(_, engine)| engine).ok_or_else(|| {
        let what = format!(
            "the erasure code has no {isa} on this machine (AVX-512 needs AVX512F, AVX512BW and GFNI here): take auto"
        );
        Error::Unsupported { what }
    })
}

/// An erasure code, ready to compute. Lengths and numbers are the caller's to check.
pub(crate) struct Codec {
    tables: Tables,
    layout: Layout,
    /// The transformed logarithms.
    spectrum: Vec<u16>,
    engine: Box<dyn Rows>,
}

impl Codec {
    pub(crate) fn new(layout: Layout, isa: Isa) -> Result<Self> {
        Self::with_engine(layout, engine(isa)?)
    }

    fn with_engine(layout: Layout, engine: Box<dyn Rows>) -> Result<Self> {
        let tables = Tables::new()?;
        let mut spectrum = filled("the logarithms of an erasure code", layout.span(), 0)?;
        spectrum.copy_from_slice(&tables.logs[..layout.span()]);
        locator::spectrum(&*engine, &mut spectrum);
        Ok(Codec { tables, layout, spectrum, engine })
    }

    pub(crate) fn layout(&self) -> Layout {
        self.layout
    }

    /// Computes the parity of data; all shards have one even length.
    pub(crate) fn encode(
        &self,
        data: &[&[u8]],
        parity: &mut [&mut [u8]],
        threads: usize,
        memory: &mut Memory,
    ) -> Result<()> {
        let run = |parity: &mut [&mut [u8]], first, memory: &mut Memory| {
            encode::encode(&*self.engine, &self.tables, self.layout, data, parity, first, threads, memory)
        };
        #[cfg(feature = "parallel")]
        if let Some(share) = columns::share(&*parity, threads, self.layout.rows()) {
            let mut whole = crate::kernel::memory::reserve("a list of shards", parity.len())?;
            whole.extend(parity.iter_mut().map(|shard| &mut **shard));
            return columns::in_columns(whole, share, &|part, first| run(part, first, &mut Memory::default()));
        }
        run(parity, 0, memory)
    }

    /// Restores `wanted`, in increasing order of position, from the remaining shards, indexed by position. Lost shards,
    /// and positions that are always zero, are empty slices.
    pub(crate) fn repair(
        &self,
        shards: &[&[u8]],
        wanted: &mut [Wanted<'_>],
        threads: usize,
        memory: &mut Memory,
    ) -> Result<()> {
        let layout = self.layout;
        let mut locator = filled("the lost positions of an erasure code", layout.span(), 0u16)?;
        let known = |p: usize| shards.get(p).is_some_and(|shard| !shard.is_empty());
        let zero =
            if layout.high { layout.data_at() + layout.data..layout.span() } else { layout.data..layout.group() };
        for (p, lost) in locator.iter_mut().enumerate() {
            *lost = u16::from(!known(p) && !zero.contains(&p));
        }
        locator::logarithms(&*self.engine, &mut locator, &self.spectrum);
        let live = shards.iter().rposition(|shard| !shard.is_empty()).map_or(0, |last| last + 1);
        let known = Known { shards: &shards[..live], locator: &locator };
        let run = |wanted: &mut [Wanted<'_>], first, memory: &mut Memory| {
            repair::repair(&*self.engine, &self.tables, &known, wanted, first, threads, memory)
        };
        #[cfg(feature = "parallel")]
        if let Some(share) = columns::share(&*wanted, threads, layout.span() / layout::BLOCK) {
            let mut whole = crate::kernel::memory::reserve("a list of shards", wanted.len())?;
            whole.extend(wanted.iter_mut().map(|(p, bytes)| (*p, &mut **bytes)));
            return columns::in_columns(whole, share, &|part, first| run(part, first, &mut Memory::default()));
        }
        run(wanted, 0, memory)
    }
}

#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests {
    use super::*;
    use alloc::vec;

    /// Checks every engine behind one name (AVX2 with and without GFNI) too.
    pub(crate) fn every_engine_computes_the_same_bytes() {
        #[cfg(target_arch = "x86_64")]
        {
            use crate::inside::require;
            require::found("vbmi", avx512::Avx512::detect());
            require::found("gfni", avx2::Avx2Gfni::detect());
            require::found("avx2", avx2::Avx2::detect());
        }
        for (data, parity, high, len) in
            [(5, 3, true, 130), (3, 5, false, 62), (300, 600, true, 66), (700, 60, true, 4)]
        {
            let layout = Layout { data, parity, high };
            let mut state = 1u64;
            let mut byte = || {
                state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
                (state >> 56) as u8
            };
            let lists: Vec<Vec<u8>> = (0..data).map(|_| (0..len).map(|_| byte()).collect()).collect();
            let views: Vec<&[u8]> = lists.iter().map(Vec::as_slice).collect();
            let encode = |codec: &Codec| {
                let mut found = vec![vec![0; len]; parity];
                let mut places: Vec<&mut [u8]> = found.iter_mut().map(Vec::as_mut_slice).collect();
                codec.encode(&views, &mut places, 1, &mut Memory::default()).unwrap();
                found
            };
            let portable = Codec::with_engine(layout, Box::new(Portable)).unwrap();
            let expected = encode(&portable);
            for (isa, engine) in engines() {
                let codec = Codec::with_engine(layout, engine).unwrap();
                assert_eq!(encode(&codec), expected, "{isa} {data} + {parity}");
                // Without the first data shards.
                let lost = data.min(parity);
                let mut shards = vec![&[][..]; layout.span()];
                shards[layout.data_at() + lost..layout.data_at() + data].copy_from_slice(&views[lost..]);
                for (place, shard) in shards[layout.parity_at()..].iter_mut().zip(&expected) {
                    *place = shard;
                }
                let mut found = vec![vec![0; len]; lost];
                let places = found.iter_mut().enumerate();
                let mut wanted: Vec<Wanted<'_>> =
                    places.map(|(i, shard)| (layout.data_at() + i, shard.as_mut_slice())).collect();
                codec.repair(&shards, &mut wanted, 1, &mut Memory::default()).unwrap();
                assert_eq!(found, lists[..lost], "{isa} {data} + {parity}");
            }
        }
    }
}
