//! WAV files, written by hand.

/// A file of one chunk of samples: format 1 is integers, 3 floats.
pub(super) fn wav(format: u16, channels: u16, rate: u32, bits: u16, data: &[u8]) -> Vec<u8> {
    let block = channels * bits.div_ceil(8);
    let mut file = b"RIFF".to_vec();
    file.extend((36 + data.len() as u32).to_le_bytes());
    file.extend(b"WAVEfmt \x10\0\0\0");
    for field in [format, channels] {
        file.extend(field.to_le_bytes());
    }
    file.extend(rate.to_le_bytes());
    file.extend((rate * u32::from(block)).to_le_bytes());
    file.extend(block.to_le_bytes());
    file.extend(bits.to_le_bytes());
    file.extend(b"data");
    file.extend((data.len() as u32).to_le_bytes());
    file.extend(data);
    file
}

/// A tone of half of full scale at an eighth of the rate, then silence channels.
pub(super) fn tone(format: u16, channels: u16, bits: u16, count: usize) -> Vec<u8> {
    let mut data = Vec::new();
    for j in 0..count {
        let x = 0.5 * (std::f64::consts::TAU * j as f64 / 8.0).sin();
        for channel in 0..channels {
            let x = if channel == 0 { x } else { 0.0 };
            let scaled = (x * 2f64.powi(i32::from(bits) - 1)).round() as i64;
            match (format, bits) {
                (3, 64) => data.extend(x.to_le_bytes()),
                (3, _) => data.extend((x as f32).to_le_bytes()),
                (_, 8) => data.push((scaled + 128) as u8),
                _ => data.extend(&scaled.to_le_bytes()[..usize::from(bits / 8)]),
            }
        }
    }
    wav(format, channels, 8000, bits, &data)
}
