//! The command line's files, compiled as they are and driven in memory; and the fuzz targets over them.
//!
//! Three of its files are replaced: [`input`] and [`output`] keep files in memory, and [`report`] prints nothing. `main.rs` with
//! `usage.rs` becomes [`command`]. The rest of `crates/cli/src` is taken by path, so what is fuzzed is what ships.

#![allow(dead_code, unused_imports, reason = "some verbs are not driven")]

pub mod command;
mod input;
mod output;
mod report;
mod shard;
pub mod targets;

#[path = "../../../crates/cli/src"]
mod files {
    pub(crate) mod args;
    pub(crate) mod binary;
    pub(crate) mod bits;
    pub(crate) mod closed;
    pub(crate) mod convolve;
    pub(crate) mod count;
    pub(crate) mod draw;
    pub(crate) mod explain;
    pub(crate) mod failure;
    pub(crate) mod floats;
    pub(crate) mod format;
    pub(crate) mod image;
    pub(crate) mod integers;
    pub(crate) mod list;
    pub(crate) mod multiply;
    pub(crate) mod npy;
    pub(crate) mod operand;
    pub(crate) mod poly;
    pub(crate) mod progress;
    pub(crate) mod real;
    pub(crate) mod residues;
    pub(crate) mod ring;
    pub(crate) mod rs;
    pub(crate) mod settings;
    pub(crate) mod spec;
    pub(crate) mod spectrum;
    pub(crate) mod stopped;
    pub(crate) mod transform;
    pub(crate) mod tune;
    pub(crate) mod values;
    pub(crate) mod verify;
    pub(crate) mod words;
}

use files::{
    args, binary, bits, closed, convolve, count, draw, explain, failure, floats, format, image, integers, list, multiply, npy, operand, poly, progress, real, residues, ring, rs, settings, spec, spectrum, stopped, transform, tune, values, verify, words,
};

/// The replaced files as they are, for the parts that the replacements keep.
#[path = "../../../crates/cli/src"]
mod original {
    pub(crate) mod input;
    pub(crate) mod output;
    pub(crate) mod report;
}
