//! Bad input.

use crate::{fails, run};
use std::process::Command;

#[test]
fn bad_input_is_named_in_one_line() {
    let transform = |rest: &[&str], input: &str| fails(&[&["transform"], rest, &["-"]].concat(), input, 2);
    for (arguments, input, named) in [
        (&["--ring", "c99"][..], "", "goldilocks"),
        (&["--ring", "mod:16"], "1\n", "odd"),
        (&["--ring", "mod:1"], "1\n", "odd"),
        (&["--ring", "mod:x"], "1\n", "\"x\""),
        (&["--ring", "z"], "1\n", "convolve"),
        (&["--ring", "mod:17"], "", "no element"),
        (&["--ring", "mod:17"], "# only\n\n", "no element"),
        (&["--ring", "mod:17"], "1\n17\n", "line 2"),
        (&["--ring", "mod:17"], "1\n-1\n", "line 2"),
        (&["--ring", "mod:17"], "01\n", "\"01\""),
        (&["--ring", "mod:17"], "1 2\n", "line 1"),
        (&["--ring", "mod:17"], "1\n2\n3\n", "order 3"),
        (&["--ring", "c64"], "1\n", "re im"),
        (&["--ring", "c64", "--algorithm", "twisted"], "1 0\n1 0\n1 0\n", "stockham"),
        (&["--ring", "c64", "--algorithm", "fastest"], "1 0\n", "stockham"),
        (&["--ring", "c64", "--kind", "dct5"], "1 0\n", "c2c"),
        (&["--ring", "mod:17", "--shape", "2x2"], "1\n", "--batch"),
        (&["--ring", "c64", "--order", "bit-reversed"], "1 0\n1 0\n1 0\n", "power of two"),
        (&["--ring", "c64", "--order", "odd"], "1 0\n", "native"),
        (&["--ring", "c64", "--scale", "half"], "1 0\n", "unitary"),
        (&["--ring", "mod:17", "--scale", "unitary"], "1\n2\n", "square roots"),
        (&["--ring", "goldilocks", "--scale", "unitary"], "1\n", "c64"),
        (&["--ring", "mod:17", "--coset", "0"], "1\n2\n", "unit"),
        (&["--ring", "mod:17", "--coset", "17"], "1\n2\n", "--coset"),
        (&["--ring", "mod:17", "--root", "3"], "1\n2\n", "order 2"),
        (&["--ring", "c64", "--root", "1"], "1 0\n", "RE,IM"),
        (&["--ring", "c64", "--batch", "0"], "1 0\n", "--batch"),
        (&["--ring", "c64", "--batch", "2"], "1 0\n", "multiple"),
        (&["--ring", "c64", "--layout", "heap"], "1 0\n", "rows"),
        (&["--ring", "c64", "--format", "xml"], "1 0\n", "npy"),
        (&["--ring", "c64", "--format", "npy"], "1 0\n", "npy"),
        (&["--ring", "c64", "--threads", "0"], "1 0\n", "threads"),
        (&["--ring", "fermat:8", "--isa", "avx512"], "1\n", "scalar"),
        (&["--ring", "c64", "--isa", "mmx"], "1 0\n", "auto"),
        (&["--ring", "c64", "--device", "tpu"], "1 0\n", "cuda"),
        (&["--ring", "c64", "--memory", "much"], "1 0\n", "bytes"),
        (&["--ring", "c64", "--frequency"], "1 0\n", "--help"),
        (&[], "1 0\n", "--ring"),
    ] {
        let error = transform(arguments, input);
        assert!(error.contains(named), "{arguments:?}: {error}");
    }
    assert!(fails(&[], "", 2).contains("transform"));
    assert!(fails(&["spectrum", "/no/such/file"], "", 2).contains("no such file"));
    assert!(fails(&["poly", "factor"], "", 2).contains("multiply"));
    assert!(fails(&["transform", "--ring", "c64", "/no/such/file"], "", 2).contains("no such file"));
    assert!(fails(&["transform", "--ring", "c64", "/"], "", 2).contains("directory"));
    for verb in ["count", "explain", "verify"] {
        // More than any machine has: an error before anything is computed.
        assert!(fails(&[verb, "c64:2^60:stockham"], "", 3).contains("bytes"));
    }
    assert!(fails(&["verify", "--memory", "1M", "c64:2^16"], "", 3).contains("1048576"));
    assert!(fails(&["transform", "--ring", "c64", "--device", "cuda", "-"], "1 0\n", 3).contains("cpu"));
    let error = fails(&["transform", "--ring", "c64", "--memory", "20", "-"], "1 0\n2 0\n", 3);
    assert!(error.contains("bytes") && error.contains("20"), "{error}");
    let variable = Command::new(env!("CARGO_BIN_EXE_ringfft")).arg("list").env("RINGFFT_ISA", "mmx").output().unwrap();
    assert_eq!(variable.status.code(), Some(2));
    for text in [&b"\xff\xfe\n"[..], b"\0\n", b"1 \xf0\n"] {
        assert_eq!(run(&["transform", "--ring", "c64", "-"], text).status.code(), Some(2));
    }
}
