//! Colours on light and dark ground, and dashes.

use plotters::style::RGBColor;
use std::fmt::Write as _;

/// A colour on light ground and its counterpart on dark ground.
#[derive(Clone, Copy)]
pub(super) struct Colour {
    light: u32,
    dark: u32,
}

impl Colour {
    /// Returns the colour that is drawn; the sheet replaces it on dark ground.
    pub(super) fn drawn(self) -> RGBColor {
        RGBColor((self.light >> 16) as u8, (self.light >> 8) as u8, self.light as u8)
    }
}

/// The background.
pub(super) const GROUND: Colour = Colour { light: 0xff_fffe, dark: 0x12_161b };
/// Titles, names and the line at one.
pub(super) const TEXT: Colour = Colour { light: 0x1f_2328, dark: 0xe6_edf3 };
/// Numbers and notes.
pub(super) const FAINT: Colour = Colour { light: 0x59_636e, dark: 0x9a_a4ae };
/// The grid.
pub(super) const GRID: Colour = Colour { light: 0xdc_e1e6, dark: 0x2d_333b };

/// Curves: neighbours differ in lightness too.
const CURVES: [Colour; 8] = [
    Colour { light: 0x0b_63ce, dark: 0x5c_a9ff },
    Colour { light: 0xd9_6a00, dark: 0xf2_9a3f },
    Colour { light: 0x1b_7f3b, dark: 0x4c_c26a },
    Colour { light: 0x8a_4fd0, dark: 0xc0_98ff },
    Colour { light: 0xc2_3b80, dark: 0xf5_83b5 },
    Colour { light: 0x00_8a8f, dark: 0x3f_c6c9 },
    Colour { light: 0x8d_6b1f, dark: 0xd0_ad5c },
    Colour { light: 0x6b_7580, dark: 0xa3_adb8 },
];

/// Returns the colour of a curve.
pub(super) fn curve(look: usize) -> Colour {
    CURVES[look % CURVES.len()]
}

/// Returns the pixels of a dash and of a gap; `None` for a whole line. Curves of one colour differ in them.
pub(super) fn dashes(look: usize) -> Option<(i32, i32)> {
    match look / CURVES.len() % 4 {
        0 => None,
        1 => Some((8, 4)),
        2 => Some((3, 3)),
        _ => Some((12, 3)),
    }
}

/// Returns the rules that replace every colour on dark ground.
pub fn colour_sheet() -> String {
    let mut rules = String::new();
    for Colour { light, dark } in [GROUND, TEXT, FAINT, GRID].into_iter().chain(CURVES) {
        for property in ["fill", "stroke"] {
            // Writing to a string cannot fail.
            let _ = write!(rules, "svg [{property}=\"#{light:06X}\"]{{{property}:#{dark:06X}}}");
        }
    }
    format!(
        "svg text{{font-family:system-ui,'Segoe UI',Helvetica,Arial,sans-serif}}@media (prefers-color-scheme:dark){{{rules}}}"
    )
}
