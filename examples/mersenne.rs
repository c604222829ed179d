//! Writes `2^p - 1` in hexadecimal or decimal digits: input for `ringfft multiply --square`.
//!
//! The default is the largest prime known in 2024, `2^136279841 - 1`, of 41,024,320 decimal digits.
//!
//! ```text
//! cargo run --release --example mersenne -- --output m.txt
//! ringfft multiply --square m.txt --radix 16 -o square.txt
//! ```

mod common;

use common::Failure;
use ringfft::integer::{to_decimal, to_hexadecimal};
use std::{
    io::{BufWriter, ErrorKind, Write},
    path::PathBuf,
    process::ExitCode,
};

const HELP: &str = "\
Writes 2^P - 1.

usage: mersenne [P] [--decimal] [--output FILE]

  P              exponent, at most 2^36 [136279841]
  --decimal      decimal digits instead of hexadecimal ones after 0x
  --output FILE  a file instead of standard output";

fn main() -> ExitCode {
    common::start(HELP, |mut args| {
        let decimal = args.flag("--decimal");
        let output: Option<PathBuf> = args.option("--output")?;
        let exponent = args.number(136_279_841, 1)?;
        if exponent > 1 << 36 {
            return Err(Failure::Usage(format!("the exponent {exponent} is too large: at most 2^36 is possible")));
        }
        let digits = digits(exponent, decimal)?;
        let prefix = if decimal { "" } else { "0x" };
        let path = output.clone().unwrap_or("standard output".into());
        let stream: Box<dyn Write> = match &output {
            Some(path) => Box::new(std::fs::File::create(path).map_err(|error| Failure::File(path.clone(), error))?),
            None => Box::new(std::io::stdout().lock()),
        };
        let mut stream = BufWriter::new(stream);
        match writeln!(stream, "{prefix}{digits}").and_then(|()| stream.flush()) {
            // Whoever reads has seen enough.
            Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Failure::File(path, error)),
            _ => Ok(()),
        }
    })
}

/// Returns the digits of `2^exponent - 1`.
fn digits(exponent: u64, decimal: bool) -> Result<String, Failure> {
    let mut number = vec![u64::MAX; exponent.div_ceil(64) as usize];
    if let (Some(top), 1..) = (number.last_mut(), exponent % 64) {
        *top >>= 64 - exponent % 64;
    }
    Ok(if decimal { to_decimal(&number)? } else { to_hexadecimal(&number)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_of_small_and_known_numbers() {
        for exponent in 1..128 {
            let number = (1u128 << exponent) - 1;
            assert_eq!(digits(exponent, true).unwrap(), number.to_string());
            assert_eq!(digits(exponent, false).unwrap(), format!("{number:x}"));
        }
        // The prime of 1963.
        let prime = digits(11_213, true).unwrap();
        assert!(prime.len() == 3376 && prime.starts_with("28141120136") && prime.ends_with("87696392191"));
    }
}
