//! The compiled kernels and the texts that hold them.

use super::args::Argument;
use crate::{Error, Result};
use alloc::{format, string::String};

/// A ring that kernels exist for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Name {
    C32,
    C64,
    Goldilocks,
    BabyBear,
    KoalaBear,
    Word32,
    Word64,
    Bls12381,
    Bn254,
}

impl Name {
    #[cfg(feature = "inside")]
    pub(crate) const ALL: [Name; 9] = [
        Name::C32,
        Name::C64,
        Name::Goldilocks,
        Name::BabyBear,
        Name::KoalaBear,
        Name::Word32,
        Name::Word64,
        Name::Bls12381,
        Name::Bn254,
    ];

    pub(crate) fn text(self) -> &'static str {
        match self {
            Name::C32 => "c32",
            Name::C64 => "c64",
            Name::Goldilocks => "goldilocks",
            Name::BabyBear => "babybear",
            Name::KoalaBear => "koalabear",
            Name::Word32 => "word32",
            Name::Word64 => "word64",
            Name::Bls12381 => "bls12_381",
            Name::Bn254 => "bn254",
        }
    }

    /// Returns the bytes of an element.
    pub(crate) fn element_bytes(self) -> u64 {
        match self {
            Name::BabyBear | Name::KoalaBear | Name::Word32 => 4,
            Name::C32 | Name::Goldilocks | Name::Word64 => 8,
            Name::C64 => 16,
            Name::Bls12381 | Name::Bn254 => 32,
        }
    }

    /// Returns the bytes that an element takes in an exchange through shared memory: wide residues go by parts.
    pub(crate) fn part_bytes(self) -> u64 {
        self.element_bytes().min(if self.is_wide() { 8 } else { 16 })
    }

    /// Returns the number of elements that a thread of a tile holds.
    pub(crate) fn held(self) -> u64 {
        match self {
            Name::C64 => 8,
            Name::Bls12381 | Name::Bn254 => 4,
            _ => 16,
        }
    }

    /// Returns the radices of passes, greatest first.
    pub(crate) fn radices(self) -> &'static [u64] {
        match self {
            Name::C32 | Name::C64 | Name::Word32 | Name::Word64 => &[16, 8, 7, 5, 4, 3, 2],
            Name::Goldilocks | Name::BabyBear => &[16, 8, 5, 4, 3, 2],
            Name::KoalaBear => &[16, 8, 4, 2],
            Name::Bls12381 | Name::Bn254 => &[4, 3, 2],
        }
    }

    /// Returns whether the inverse exchanges the parts on input and output, because kernels are forward only: those of complex
    /// numbers.
    pub(crate) fn swaps(self) -> bool {
        matches!(self, Name::C32 | Name::C64)
    }

    fn is_wide(self) -> bool {
        matches!(self, Name::Bls12381 | Name::Bn254)
    }
}

/// The operation of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Family {
    Rows,
    Columns,
    RowsAcross,
    Convolve,
    Mixed,
    Map,
    /// Complex rings: between rows of real numbers and their values.
    RealValues,
    RealHalves,
    /// Complex rings: the steps of cosine transforms.
    CosineOrder,
    CosineOrderBack,
    CosineValues,
    CosineHalves,
    /// One pass of this radix.
    Pass(u8),
}

impl Family {
    /// Returns the threads of a block that the kernel is compiled for.
    #[cfg(feature = "inside")]
    pub(crate) fn most_threads(self) -> u64 {
        match self {
            Family::Rows | Family::Columns | Family::RowsAcross | Family::Convolve => 512,
            _ => 256,
        }
    }

    /// Returns whether such a kernel takes this argument.
    pub(crate) fn takes(self, argument: &Argument) -> bool {
        match argument {
            Argument::Tile(_) => matches!(self, Family::Rows | Family::Columns | Family::RowsAcross | Family::Convolve),
            Argument::Mixed(_) => self == Family::Mixed,
            Argument::Map(_) => self == Family::Map,
            Argument::Pass(_) => matches!(self, Family::Pass(_)),
            Argument::Real(_) => matches!(self, Family::RealValues | Family::RealHalves) || self.is_cosine(),
        }
    }

    fn is_cosine(self) -> bool {
        use Family::{CosineHalves, CosineOrder, CosineOrderBack, CosineValues};
        matches!(self, CosineOrder | CosineOrderBack | CosineValues | CosineHalves)
    }
}

/// A kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Kernel {
    pub(crate) ring: Name,
    pub(crate) family: Family,
}

impl Kernel {
    /// Returns its name in its module.
    pub(crate) fn name(self) -> String {
        let ring = self.ring.text();
        let family = match self.family {
            Family::Rows => "rows",
            Family::Columns => "columns",
            Family::RowsAcross => "rows_across",
            Family::Convolve => "convolve",
            Family::Mixed => "mixed",
            Family::Map => "map",
            Family::RealValues => "real_values",
            Family::RealHalves => "real_halves",
            Family::CosineOrder => "cosine_order",
            Family::CosineOrderBack => "cosine_order_back",
            Family::CosineValues => "cosine_values",
            Family::CosineHalves => "cosine_halves",
            Family::Pass(radix) => return format!("ringfft_{ring}_pass{radix}"),
        };
        format!("ringfft_{ring}_{family}")
    }

    pub(crate) fn module(self) -> Module {
        let part = match self.family {
            family if family.is_cosine() => Part::Cosine,
            Family::Rows | Family::Columns | Family::RowsAcross | Family::Convolve => Part::Tiles,
            _ => Part::Rest,
        };
        Module { ring: self.ring, part }
    }
}

/// The part of a ring's kernels in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Part {
    Tiles,
    Cosine,
    Rest,
}

/// A text of kernels that are loaded together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Module {
    ring: Name,
    part: Part,
}

impl Module {
    /// Returns its name among the compiled texts.
    fn name(self) -> String {
        let ring = self.ring.text();
        match self.part {
            Part::Tiles => ring.into(),
            Part::Cosine => format!("{ring}_cosine"),
            Part::Rest => format!("{ring}_pass"),
        }
    }

    /// Returns its text, compiled for every driver from 525 on.
    pub(crate) fn text(self) -> Result<String> {
        ringfft_cuda_kernels::text(&self.name())
            .ok_or(Error::Contract { what: "every kernel must be in a compiled text" })
    }
}

#[cfg(feature = "inside")]
pub(crate) mod tests {
    use super::{
        super::args::{Map, Mixed, Pass, Real, Tile},
        *,
    };
    use alloc::vec::Vec;

    /// Checks that every kernel is in its module and in the manifest. It must take as many bytes as it is given, and be
    /// compiled for as many threads.
    #[inline]
    pub(crate) fn kernels_are_as_the_manifest_says() {
        let manifest = include_str!("../../cuda/ptx/manifest.json");
        let tiles = [Family::Rows, Family::Columns, Family::RowsAcross, Family::Convolve];
        for ring in Name::ALL {
            let passes = ring.radices().iter().map(|&radix| Family::Pass(radix as u8));
            let of_reals: &[Family] = match ring {
                Name::C32 | Name::C64 => &[
                    Family::RealValues,
                    Family::RealHalves,
                    Family::CosineOrder,
                    Family::CosineOrderBack,
                    Family::CosineValues,
                    Family::CosineHalves,
                ],
                _ => &[],
            };
            for family in
                tiles.into_iter().chain([Family::Mixed, Family::Map]).chain(passes).chain(of_reals.iter().copied())
            {
                let kernel = Kernel { ring, family };
                let name = kernel.name();
                let argument = match family {
                    Family::Mixed => Argument::Mixed(Mixed::default()),
                    Family::Map => Argument::Map(Map::default()),
                    Family::Pass(_) => Argument::Pass(Pass::default()),
                    family if of_reals.contains(&family) => Argument::Real(Real::default()),
                    _ => Argument::Tile(Tile::default()),
                };
                assert!(family.takes(&argument));
                assert!(kernel.module().text().unwrap().contains(&format!(".entry {name}(")), "{name}");
                let entry = manifest.split_once(&format!("\"{name}\"")).map(|(_, entry)| entry).unwrap_or_default();
                let numbers: Vec<u64> = entry
                    .split(|c: char| !c.is_ascii_digit())
                    .filter_map(|digits| digits.parse().ok())
                    .take(2)
                    .collect();
                assert_eq!(numbers, [8 * argument.words().len() as u64, family.most_threads()], "{name}");
            }
        }
    }
}
