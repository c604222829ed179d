//! Colours on light and dark ground, dashes, and the style sheet for dark screens.

use plotters::style::RGBColor;
use std::fmt::{self, Write as _};

/// A colour on light ground and its counterpart on dark ground. `Display` writes the light one as `#RRGGBB`, which
/// [`sheet`] replaces on dark screens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour {
    light: u32,
    dark: u32,
}

impl Colour {
    const fn new(light: u32, dark: u32) -> Self {
        Colour { light, dark }
    }

    /// Returns the colour that is drawn. The sheet replaces it on dark screens.
    pub(crate) fn drawn(self) -> RGBColor {
        RGBColor((self.light >> 16) as u8, (self.light >> 8) as u8, self.light as u8)
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:06X}", self.light)
    }
}

/// The ground.
pub const GROUND: Colour = Colour::new(0xff_ffff, 0x0d_1117);
/// Titles, names, and the line at one.
pub const TEXT: Colour = Colour::new(0x1f_2328, 0xe6_edf3);
/// Numbers and notes.
pub const FAINT: Colour = Colour::new(0x59_636e, 0x9a_a4ae);
/// The colour of a single curve.
pub const LINE: Colour = CURVES[1];
/// Lines of the grid.
pub(crate) const GRID: Colour = Colour::new(0xdc_e1e6, 0x2d_333b);
/// The tinted ground.
pub(crate) const TINT: Colour = Colour::new(0xfd_eeee, 0x3a_191d);
/// Words about the tinted ground.
pub(crate) const TINT_TEXT: Colour = Colour::new(0xb4_2318, 0xff_8a80);

/// Curves: each differs from its neighbours in lightness too. The first stands out.
pub(crate) const CURVES: [Colour; 9] = [
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

/// Returns every colour of drawings.
fn colours() -> impl Iterator<Item = Colour> {
    [GROUND, TEXT, FAINT, GRID, TINT, TINT_TEXT].into_iter().chain(CURVES)
}

/// The dashes of a curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dash {
    /// A solid line.
    Whole,
    /// Long dashes.
    Long,
    /// Short dashes.
    Short,
    /// Dashes longer than [`Dash::Long`].
    Longest,
}

impl Dash {
    /// Returns the pixels of a dash and of a gap; `None` without gaps.
    pub(crate) fn pixels(self) -> Option<(i32, i32)> {
        match self {
            Dash::Whole => None,
            Dash::Long => Some((7, 4)),
            Dash::Short => Some((2, 3)),
            Dash::Longest => Some((14, 3)),
        }
    }
}

/// The colour, the dashes and the rank of a curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// The colour.
    pub colour: Colour,
    /// The dashes.
    pub dash: Dash,
    /// The place in legends. Dots of higher ranks are larger, so that they show as rims where curves coincide.
    pub rank: usize,
}

impl Look {
    /// Creates a look with one of nine colours; the first, number 0, stands out.
    pub fn numbered(colour: usize, dash: Dash, rank: usize) -> Self {
        Look { colour: CURVES[colour % CURVES.len()], dash, rank }
    }

    /// Returns the look of one of many equal curves: the first 32 differ.
    pub fn of(rank: usize) -> Self {
        let others = CURVES.len() - 1;
        let dash = [Dash::Whole, Dash::Long, Dash::Short, Dash::Longest][rank / others % 4];
        Look::numbered(1 + rank % others, dash, rank)
    }
}

/// Returns the style sheet of drawings, without its tag. It replaces every colour on dark screens.
///
/// [`Figure::svg`](crate::Figure::svg) embeds it. A page with several drawings holds it once.
pub fn sheet() -> String {
    let mut rules = String::new();
    for colour in colours() {
        for property in ["fill", "stroke"] {
            // Writing to a string cannot fail.
            let _ = write!(rules, "[{property}=\"{colour}\"]{{{property}:#{:06X}}}", colour.dark);
        }
    }
    format!(
        "text{{font-family:system-ui,'Segoe UI',Helvetica,Arial,sans-serif}}\n@media (prefers-color-scheme:dark){{{rules}}}"
    )
}

#[cfg(test)]
mod tests {
    use super::{Look, colours};
    use std::collections::HashSet;

    #[test]
    fn colours_differ_so_that_the_sheet_tells_them_apart() {
        let names: Vec<String> = colours().map(|colour| colour.to_string()).collect();
        assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len());
    }

    #[test]
    fn many_curves_differ() {
        let looks: HashSet<String> =
            (0..32).map(Look::of).map(|look| format!("{} {:?}", look.colour, look.dash)).collect();
        assert_eq!(looks.len(), 32);
    }
}
