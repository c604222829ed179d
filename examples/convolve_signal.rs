//! Filters a signal: as a whole, and as a stream in pieces. Both give the same.
//!
//! `cargo run --release --example convolve_signal`

use ringfft::real::{OverlapSave, linear};

fn main() -> ringfft::Result<()> {
    // A slow wave with a fast ripple, and a filter that averages over the period of the ripple.
    let wave = |j: usize| (j as f64 / 500.0).sin();
    let signal: Vec<f64> = (0..20_000).map(|j| wave(j) + if j % 2 == 0 { 0.3 } else { -0.3 }).collect();
    let filter = vec![1.0 / 200.0; 200];

    // All samples at once: signal.len() + filter.len() - 1 results.
    let whole = linear(&signal, &filter)?;
    assert_eq!(whole.len(), signal.len() + filter.len() - 1);
    // The ripple is gone. An average over 200 samples is late by 99.5 samples and lower by less than one part in a hundred.
    let smooth = |j: usize| ((j as f64 - 99.5) / 500.0).sin();
    assert!((200..20_000).all(|j| (whole[j] - smooth(j)).abs() < 0.01));

    // In pieces, as they arrive. `process` allocates nothing.
    let mut stream = OverlapSave::<f64>::new(&filter)?;
    let mut pieces = vec![0.0; whole.len()];
    let mut done = 0;
    for piece in signal.chunks(480) {
        done += stream.process(piece, &mut pieces[done..])?;
    }
    done += stream.finish(&mut pieces[done..])?;
    assert_eq!(done, whole.len());
    assert!(pieces.iter().zip(&whole).all(|(a, b)| (a - b).abs() < 1e-12));
    println!("{} samples, {} taps, blocks of {}: {done} results", signal.len(), filter.len(), stream.block_len());
    Ok(())
}

#[cfg(test)]
#[test]
fn runs() -> ringfft::Result<()> {
    main()
}
