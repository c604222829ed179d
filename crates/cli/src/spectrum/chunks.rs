//! The chunks of a WAV file, for the files that its reader does not know: unknown lengths, and floats of 64 bits.

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

fn half(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

/// Returns name, place and stated length of each chunk that begins within the file.
fn chunks(bytes: &[u8]) -> impl Iterator<Item = (&[u8], usize, u32)> {
    let mut at = if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WAVE") { 12 } else { bytes.len() };
    std::iter::from_fn(move || {
        let (name, size) = (bytes.get(at..at.checked_add(4)?)?, word(bytes, at + 4)?);
        let body = at + 8;
        // Chunks begin at even offsets.
        at = body.checked_add(size as usize)?.checked_add(size as usize & 1)?;
        Some((name, body, size))
    })
}

/// Sets the length of the data chunk to the rest of the file if the header does not state it. Programs that write to a
/// pipe leave such files.
pub(super) fn end_stream(bytes: &mut [u8]) {
    let format = chunks(bytes).find(|&(name, ..)| name == b"fmt ");
    let block = format.and_then(|(_, body, _)| half(bytes, body + 12)).map_or(1, |block| u32::from(block.max(1)));
    let Some((_, body, size)) = chunks(bytes).find(|&(name, ..)| name == b"data") else { return };
    if let (true, Ok(rest)) = (size == u32::MAX || size == 0, u32::try_from(bytes.len() - body)) {
        bytes[body - 4..body].copy_from_slice(&(rest / block * block).to_le_bytes());
    }
}

/// A file of floats of 64 bits.
pub(super) struct Doubles<'a> {
    pub(super) rate: u32,
    pub(super) channels: usize,
    pub(super) data: &'a [u8],
}

impl<'a> Doubles<'a> {
    /// Returns the file if it is complete, and its header states floats of 64 bits. The errors of all other files come
    /// from the other reader.
    pub(super) fn find(bytes: &'a [u8]) -> Option<Self> {
        const FLOAT: u16 = 3;
        const EXTENSIBLE: u16 = 0xfffe;
        let (_, format, size) = chunks(bytes).find(|&(name, ..)| name == b"fmt ")?;
        let kind = match half(bytes, format)? {
            EXTENSIBLE if size >= 40 => half(bytes, format + 24)?,
            kind => kind,
        };
        let (channels, rate) = (usize::from(half(bytes, format + 2)?), word(bytes, format + 4)?);
        let (block, bits) = (usize::from(half(bytes, format + 12)?), half(bytes, format + 14)?);
        if kind != FLOAT || bits != 64 || size < 16 || channels == 0 || rate == 0 || block != 8 * channels {
            return None;
        }
        let (_, body, size) = chunks(bytes).find(|&(name, ..)| name == b"data")?;
        let data = bytes.get(body..body.checked_add(size as usize)?)?;
        data.len().is_multiple_of(block).then_some(Doubles { rate, channels, data })
    }
}
