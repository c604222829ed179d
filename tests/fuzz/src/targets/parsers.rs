//! The parsers of files, by themselves or under the verb that needs them.

use crate::{
    command::Arguments,
    npy::{Array, header_of_shape},
    values::NpyType,
};

/// A choice and an array: what is read has the bytes its shape says, and is read again from the header of this program.
pub fn npy(bytes: &[u8]) {
    const KINDS: [(NpyType, usize); 9] = [
        (NpyType::Complex { float: 4 }, 8),
        (NpyType::Complex { float: 8 }, 16),
        (NpyType::Real { float: 4 }, 4),
        (NpyType::Real { float: 8 }, 8),
        (NpyType::Unsigned { bytes: 1 }, 1),
        (NpyType::Unsigned { bytes: 4 }, 4),
        (NpyType::Unsigned { bytes: 8 }, 8),
        (NpyType::Words { words: 2 }, 16),
        (NpyType::Words { words: 4 }, 32),
    ];
    let Some((&choice, file)) = bytes.split_first() else { return };
    let (kind, width) = KINDS[usize::from(choice) % KINDS.len()];
    let Ok(array) = Array::new(file, kind, "the input") else { return };
    let Ok(raw) = array.to_raw() else { return };
    assert_eq!(array.len().checked_mul(width), Some(raw.len()));
    let mut shape = array.shape.clone();
    if let NpyType::Words { words } = kind {
        shape.push(words);
    }
    let again = [header_of_shape(kind, &shape), raw.to_vec()].concat();
    let again = Array::new(&again, kind, "the output")
        .and_then(|array| Ok((array.shape.clone(), array.to_raw()?.into_owned())));
    let Ok(again) = again else { panic!("what was written is not read: {kind:?} {shape:?}") };
    assert_eq!(again, (array.shape, raw.into_owned()));
}

/// Options and a sound.
pub fn wav(bytes: &[u8]) {
    const OPTIONS: [&[&str]; 8] = [
        &[],
        &["--channel", "2", "--scale", "db"],
        &["--channel", "mix", "--length", "16", "--hop", "3"],
        &["--average", "median", "--length", "64", "--format", "npy", "-o", "out.npy"],
        &["--detrend", "none", "--window", "kaiser:8", "--scale", "spectrum"],
        &["--rate", "250"],
        &["-o", "out.svg"],
        &["--memory", "64K"],
    ];
    let Some((&choice, file)) = bytes.split_first() else { return };
    run(&OPTIONS, choice, &["spectrum", "in"], file);
}

/// Options and a picture.
pub fn png(bytes: &[u8]) {
    const OPTIONS: [&[&str]; 6] = [
        &["spectrum"],
        &["filter", "--kind", "blur"],
        &["filter", "--kind", "sharpen", "--border", "mirror"],
        &["filter", "--kind", "band", "--memory", "64K"],
        &["texture"],
        &["texture", "--size", "5x7"],
    ];
    let Some((&choice, file)) = bytes.split_first() else { return };
    let options = OPTIONS[usize::from(choice) % OPTIONS.len()];
    let head = ["image", options[0], "in", "-o", "out.png"];
    let limit: &[&str] = if options.contains(&"--memory") { &[] } else { &["--memory", "1M"] };
    execute(&[&head, &options[1..], limit].concat(), file);
}

fn run(options: &[&[&str]], choice: u8, head: &[&str], file: &[u8]) {
    execute(&[head, options[usize::from(choice) % options.len()]].concat(), file);
}

/// Runs a verb whose arguments are right.
fn execute(arguments: &[&str], file: &[u8]) {
    let Some(arguments) = Arguments::read(arguments) else { panic!("{arguments:?}") };
    // Whatever is wrong with the file is an error of one line, which the verb has written by now.
    let _ = arguments.run(&[("in", file)]);
}
