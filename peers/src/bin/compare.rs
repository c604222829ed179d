//! The laboratory of `ringfft compare` with the peers as contestants; see `README.md` of this package.

use std::process::ExitCode;

fn main() -> ExitCode {
    peers::laboratory::main()
}
