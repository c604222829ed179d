//! ringfft beside its peers; see the library of this package.

use std::process::ExitCode;

fn main() -> ExitCode {
    peers::main(|_| Vec::new())
}
