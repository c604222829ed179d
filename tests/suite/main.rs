//! Tests of algorithms over many rings, in one program: each algorithm is compiled once for each ring, whatever the number of files
//! that use it.

mod accuracy;
mod circle;
mod conformance;
mod conventions;
mod convolutions;
mod counts;
#[cfg(feature = "num-bigint")]
mod double_double;
mod erased;
#[cfg(feature = "ff013")]
mod ff013;
mod laws;
mod lengths;
mod papers;
mod papers_convolutions;
mod papers_fermat;
mod papers_lengths;
mod papers_mateer;
mod papers_products;
mod papers_radix_2_family;
mod papers_radix_3_family;
mod papers_sources;
mod papers_tree;
mod poly;
mod radix_2_family;
mod radix_3_family;
mod rings;
#[cfg(feature = "num-bigint")]
mod schonhage_strassen;
mod split;
mod tracing;
mod tree;
mod vectors;
mod vectors_additive;
mod vectors_by_hand;
mod vectors_files;
mod wrong_generator;

#[path = "../through_erased.rs"]
mod through_erased;

use through_erased::{elements, erased_builder, through_erased, typed};
