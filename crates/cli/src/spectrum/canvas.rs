//! A canvas of pixels and its PNG.

use crate::failure::{Failure, Outcome};
use embedded_graphics::{
    mono_font::{MonoTextStyle, iso_8859_1::FONT_9X15},
    pixelcolor::Rgb888,
    prelude::*,
    primitives::{Line, PrimitiveStyle, Rectangle},
    text::{Alignment, Baseline, Text, TextStyleBuilder},
};
use std::convert::Infallible;

/// Width of a character.
pub(super) const CHARACTER: usize = 9;

/// A picture of red, green and blue bytes, white at first.
pub(super) struct Canvas {
    width: usize,
    pixels: Vec<[u8; 3]>,
}

impl Canvas {
    pub(super) fn new(width: usize, height: usize) -> Self {
        Canvas { width, pixels: vec![[255; 3]; width * height] }
    }

    pub(super) fn set(&mut self, x: usize, y: usize, colour: [u8; 3]) {
        if let (true, Some(pixel)) = (x < self.width, self.pixels.get_mut(y * self.width + x)) {
            *pixel = colour;
        }
    }

    /// Draws a line of text at `x`, with its middle at height `y`.
    pub(super) fn text(&mut self, x: usize, y: usize, alignment: Alignment, text: &str) {
        let style = TextStyleBuilder::new().alignment(alignment).baseline(Baseline::Middle).build();
        let font = MonoTextStyle::new(&FONT_9X15, Rgb888::new(40, 40, 40));
        let Ok(_) = Text::with_text_style(text, point(x, y), font, style).draw(self);
    }

    pub(super) fn line(&mut self, from: (usize, usize), to: (usize, usize)) {
        let style = PrimitiveStyle::with_stroke(Rgb888::new(40, 40, 40), 1);
        let Ok(()) = Line::new(point(from.0, from.1), point(to.0, to.1)).into_styled(style).draw(self);
    }

    /// Draws a frame around `width` by `height` pixels, the first of which is at `(x, y)`.
    pub(super) fn frame(&mut self, x: usize, y: usize, width: usize, height: usize) {
        let style = PrimitiveStyle::with_stroke(Rgb888::new(40, 40, 40), 1);
        let size = Size::new(width as u32 + 2, height as u32 + 2);
        let Ok(()) = Rectangle::new(point(x - 1, y - 1), size).into_styled(style).draw(self);
    }

    pub(super) fn png(&self) -> Outcome<Vec<u8>> {
        let failed = |error: png::EncodingError| Failure::Internal(format!("the picture cannot be encoded: {error}"));
        let mut bytes = Vec::new();
        let height = self.pixels.len() / self.width;
        let mut encoder = png::Encoder::new(&mut bytes, self.width as u32, height as u32);
        encoder.set_color(png::ColorType::Rgb);
        let mut writer = encoder.write_header().map_err(failed)?;
        writer.write_image_data(self.pixels.as_flattened()).map_err(failed)?;
        writer.finish().map_err(failed)?;
        Ok(bytes)
    }
}

fn point(x: usize, y: usize) -> Point {
    Point::new(x as i32, y as i32)
}

impl OriginDimensions for Canvas {
    fn size(&self) -> Size {
        Size::new(self.width as u32, (self.pixels.len() / self.width) as u32)
    }
}

impl DrawTarget for Canvas {
    type Color = Rgb888;
    type Error = Infallible;

    fn draw_iter<I: IntoIterator<Item = Pixel<Rgb888>>>(&mut self, pixels: I) -> Result<(), Infallible> {
        for Pixel(at, colour) in pixels {
            if let (Ok(x), Ok(y)) = (usize::try_from(at.x), usize::try_from(at.y)) {
                self.set(x, y, [colour.r(), colour.g(), colour.b()]);
            }
        }
        Ok(())
    }
}
