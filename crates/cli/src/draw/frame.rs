//! Shared by both kinds of drawing: the text beside the picture, and the colours.

use ringfft_testing::Class;

/// Holds the text beside the picture.
pub(super) struct Frame {
    pub(super) title: String,
    /// Lines below the picture.
    pub(super) notes: Vec<String>,
    pub(super) inputs: Vec<String>,
    pub(super) outputs: Vec<String>,
}

/// Returns the colour of a constant, by the work it takes over the complex numbers.
pub(super) fn style(class: Class) -> &'static str {
    match class {
        Class::One | Class::MinusOne => "u",
        Class::Fourth => "i",
        Class::Eighth => "e",
        Class::Axis => "a",
        _ => "o",
    }
}

/// Returns the legend of the colours, for the classes that occur.
pub(super) fn colours(classes: &[Class]) -> Vec<(&'static str, &'static str)> {
    [
        (Class::One, "1 and \u{2212}1"),
        (Class::Fourth, "fourth roots of unity"),
        (Class::Eighth, "eighth roots"),
        (Class::Axis, "real or imaginary"),
        (Class::Other, "others"),
    ]
    .into_iter()
    .filter(|(class, _)| classes.iter().any(|other| style(*other) == style(*class)))
    .map(|(class, text)| (style(class), text))
    .collect()
}
