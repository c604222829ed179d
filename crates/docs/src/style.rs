//! Holds colours, dashes and names of contestants, and the sheet for dark screens.

use crate::record::OURS;
use plotters::style::RGBColor;
use std::fmt::Write as _;

/// A colour on light and on dark ground.
#[derive(Clone, Copy)]
pub struct Colour {
    light: (u8, u8, u8),
    dark: (u8, u8, u8),
}

impl Colour {
    const fn new(light: u32, dark: u32) -> Self {
        Colour { light: bytes(light), dark: bytes(dark) }
    }

    /// Returns the colour that is drawn. The sheet replaces it on dark screens.
    pub fn drawn(self) -> RGBColor {
        let (red, green, blue) = self.light;
        RGBColor(red, green, blue)
    }
}

const fn bytes(colour: u32) -> (u8, u8, u8) {
    ((colour >> 16) as u8, (colour >> 8) as u8, colour as u8)
}

/// The ground.
pub const GROUND: Colour = Colour::new(0xff_ffff, 0x0d_1117);
/// Titles, and the line of ratio one.
pub const TEXT: Colour = Colour::new(0x1f_2328, 0xe6_edf3);
/// Numbers and names of axes.
pub const FAINT: Colour = Colour::new(0x59_636e, 0x9a_a4ae);
/// Lines of the grid.
pub const GRID: Colour = Colour::new(0xdc_e1e6, 0x2d_333b);
/// The ground where the peer is faster.
pub const LOSS: Colour = Colour::new(0xfd_eeee, 0x3a_191d);
/// Words on that ground.
pub const LOSS_TEXT: Colour = Colour::new(0xb4_2318, 0xff_8a80);

/// Curves: each differs from its neighbours in lightness too.
const CURVES: [Colour; 9] = [
    Colour::new(0x10_1418, 0xf4_f7fa),
    Colour::new(0x0b_63ce, 0x5c_a9ff),
    Colour::new(0xd9_6a00, 0xf2_9a3f),
    Colour::new(0x1b_7f3b, 0x4c_c26a),
    Colour::new(0x8a_4fd0, 0xc0_98ff),
    Colour::new(0xc2_3b80, 0xf5_83b5),
    Colour::new(0x00_8a8f, 0x3f_c6c9),
    Colour::new(0x8d_6b1f, 0xd0_ad5c),
    Colour::new(0x6b_7580, 0xa3_adb8),
];

/// The dashes of a curve.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Dash {
    /// A solid line.
    Whole,
    /// Long dashes.
    Long,
    /// Short dashes.
    Short,
}

impl Dash {
    /// Returns the pixels of a dash and of a gap; `None` without gaps.
    pub fn pixels(self) -> Option<(i32, i32)> {
        match self {
            Dash::Whole => None,
            Dash::Long => Some((7, 4)),
            Dash::Short => Some((2, 3)),
        }
    }
}

/// Holds the colour and the mark of a contestant.
#[derive(Clone)]
pub struct Look {
    /// The name in legends.
    pub label: String,
    /// The colour.
    pub colour: Colour,
    /// The dashes.
    pub dash: Dash,
    /// The place in legends.
    pub rank: usize,
}

impl Look {
    /// Creates a look without a name, in one of the colours of curves.
    pub fn numbered(colour: usize, dash: Dash, rank: usize) -> Self {
        Look { label: String::new(), colour: CURVES[colour % CURVES.len()], dash, rank }
    }
}

/// Contestants: name in the CSV, in legends, colour and dashes.
const LOOKS: &[(&str, &str, usize, Dash)] = &[
    (OURS, "ringfft", 0, Dash::Whole),
    ("1 thread", "ringfft, one thread", 0, Dash::Long),
    ("flint", "FLINT", 1, Dash::Whole),
    ("flint 1 thread", "FLINT, one thread", 1, Dash::Long),
    ("flint fft", "FLINT, its transforms", 1, Dash::Short),
    ("gmp", "GMP", 2, Dash::Whole),
    ("gmp-system", "GMP of the system", 2, Dash::Long),
    ("ntl", "NTL", 3, Dash::Whole),
    ("ark-poly", "ark-poly", 4, Dash::Whole),
    ("num-bigint", "num-bigint", 5, Dash::Whole),
    ("malachite", "malachite", 6, Dash::Whole),
    ("dashu", "dashu", 7, Dash::Whole),
    ("plan", "ringfft, transforms alone", 8, Dash::Whole),
    ("entry by entry", "ringfft, entry by entry", 0, Dash::Long),
    ("fftw", "FFTW", 1, Dash::Whole),
    ("mkl", "MKL", 2, Dash::Whole),
    ("rustfft", "RustFFT", 3, Dash::Whole),
    ("zaft", "zaft", 4, Dash::Whole),
    ("fastest peer", "the fastest of its peers", 5, Dash::Whole),
    ("gf2x 1.3", "gf2x", 1, Dash::Whole),
    ("modular32", "ringfft, words of 32 bits", 8, Dash::Long),
];

/// Returns the look of a contestant.
pub fn look(name: &str) -> Look {
    match LOOKS.iter().position(|look| look.0 == name) {
        Some(rank) => {
            let (_, label, colour, dash) = LOOKS[rank];
            Look { label: label.to_owned(), ..Look::numbered(colour, dash, rank) }
        }
        None => Look { label: name.to_owned(), ..Look::numbered(8, Dash::Long, LOOKS.len()) },
    }
}

/// Returns the sheet that replaces every colour on dark screens.
pub fn sheet() -> String {
    let mut rules = String::new();
    for colour in [GROUND, TEXT, FAINT, GRID, LOSS, LOSS_TEXT].into_iter().chain(CURVES) {
        let hex = |(red, green, blue): (u8, u8, u8)| format!("#{red:02X}{green:02X}{blue:02X}");
        let (light, dark) = (hex(colour.light), hex(colour.dark));
        for property in ["fill", "stroke"] {
            let _ = write!(rules, "[{property}=\"{light}\"]{{{property}:{dark}}}");
        }
    }
    format!(
        "<style>text{{font-family:system-ui,'Segoe UI',Helvetica,Arial,sans-serif}}\n@media (prefers-color-scheme:dark){{{rules}}}</style>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::{CURVES, FAINT, GRID, GROUND, LOSS, LOSS_TEXT, TEXT};
    use std::collections::HashSet;

    #[test]
    fn colours_differ_so_that_the_sheet_tells_them_apart() {
        let all: Vec<_> = [GROUND, TEXT, FAINT, GRID, LOSS, LOSS_TEXT].into_iter().chain(CURVES).collect();
        assert_eq!(all.iter().map(|colour| colour.light).collect::<HashSet<_>>().len(), all.len());
    }
}
