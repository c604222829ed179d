//! The program's messages about its own arguments.

use crate::{directory, fails, ok, run};

#[test]
fn arguments_that_make_no_sense_are_told_in_whole_sentences() {
    for (args, says) in [
        (&["transform", "--ring", "c64", "--frequency", "-"][..], "ringfft transform has no option \"--frequency\": "),
        (&["transform", "--rin", "c64", "-"], "did you mean --ring?"),
        (&["transform", "-"], "ringfft transform lacks --ring <RING>: "),
        (&["transform"], "--ring <RING> and <IN>"),
        (&["transform", "--ring"], "--ring <RING> has no value"),
        (&["transform", "--ring", "c64", "--ring", "c32", "-"], "is given twice"),
        (&["transform", "--ring", "c64", "--threads", "-1", "-"], "\"-1\" is no number of threads"),
        (&["transform", "--ring", "c64", "--batch", "-2", "-"], "--batch takes"),
        (&["transform", "--ring", "c64", "a", "b"], "\"b\""),
        (&["multiply", "no", "5"], "an operand is a file"),
        (&["multiply", "-0x1f", "5"], "./-0x1f"),
        (&["multiply", "-0x1f", "5"], "write -- before it"),
        (&["transfrom"], "did you mean transform?"),
        (&["rs", "chekc", "x"], "did you mean check?"),
        (&["multiply", "a", "b", "c"], "no further operand \"c\""),
        (&["multiply", "2^99999999999999999999+1", "5"], "below 2^64"),
        (&["spectrum", "--range", "-5", "x"], "above 0"),
        (&["draw", "-1"], "\"-1\" is no network"),
        (&["list", "x"], "ringfft list takes no"),
        (&["--foo"], "ringfft has no option"),
        (&["image", "filter", "blur", "photo.png"], "ringfft image filter"),
        (&["image", "filter", "photo.png"], "lacks --kind <KIND>"),
        (&["image", "warp"], "no verb \"warp\": ringfft image in this build has filter, spectrum, texture"),
        (&["rs", "encode", "x", "--data", "-1", "--parity", "1", "-o", "y"], "--data"),
        (&["verify", "--seed", "-1"], "\"-1\" is no seed"),
    ] {
        let error = fails(args, "", 2);
        assert!(error.contains(says), "{args:?}: {error}");
        for clap in ["tip:", "Usage:", "'-- ", "  ", "; see --help"] {
            assert!(!error.contains(clap), "{args:?}: {error}");
        }
    }
}

/// A name that is near to one that exists is told.
#[test]
fn near_names_are_told() {
    for (args, near) in [
        (&["transform", "--ring", "goldilock", "-"][..], "goldilocks"),
        (&["transform", "--ring", "gf2:61", "-"], "gf2:16"),
        (&["transform", "--ring", "c64", "--algorithm", "split_radix", "-"], "split-radix"),
        (&["transform", "--ring", "c64", "--kind", "dtc2", "-"], "dct2"),
        (&["transform", "--ring", "c64", "--scale", "unitry", "-"], "unitary"),
        (&["transform", "--ring", "c64", "--order", "bitreversed", "-"], "bit-reversed"),
        (&["transform", "--ring", "c64", "--layout", "column", "-"], "columns"),
        (&["transform", "--ring", "gf2:8", "--basis", "nowel", "-"], "novel"),
        (&["transform", "--ring", "c64", "--format", "nyp", "-"], "npy"),
        (&["transform", "--ring", "c64", "--isa", "avx-512", "-"], "avx512"),
        (&["transform", "--ring", "c64", "--device", "cud", "-"], "cuda"),
        (&["convolve", "--ring", "c64", "--kind", "cylic", "a", "b"], "cyclic"),
        (&["poly", "divide", "--ring", "m31", "--part", "qoutient", "a", "b"], "quotient"),
        (&["multiply", "--engine", "floatin", "1", "2"], "floating"),
        (&["spectrum", "--window", "hanning", "x"], "hann"),
        (&["spectrum", "--scale", "DB", "x"], "db"),
        (&["spectrum", "--frequency-axis", "logg", "x"], "log"),
        (&["image", "filter", "--kind", "blurr", "x"], "blur"),
        (&["image", "filter", "--kind", "blur", "--border", "miror", "x"], "mirror"),
        (&["completions", "bsh"], "bash"),
        (&["man", "multpily"], "multiply"),
        (&["explain", "c64:8:stockam"], "stockham"),
    ] {
        // An instruction set that this machine lacks is not possible here.
        if near == "avx512" && !ok(&["list"], "").contains(near) {
            continue;
        }
        let error = fails(args, "", 2);
        assert!(error.contains(&format!("did you mean {near}?")), "{args:?}: {error}");
    }
    assert!(!fails(&["transform", "--ring", "quaternions", "-"], "", 2).contains("did you mean"));
}

/// Every verb, with those below it.
fn verbs() -> Vec<Vec<String>> {
    let of = |help: &str| -> Vec<String> {
        let commands = help.split("Commands:\n").nth(1).unwrap_or("").split("\n\n").next().unwrap_or("");
        let names = commands.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
        names
            .filter_map(|line| line.split_whitespace().next())
            .filter(|name| *name != "help")
            .map(String::from)
            .collect()
    };
    let mut verbs = Vec::new();
    for name in of(&ok(&["--help"], "")) {
        let below = of(&ok(&[&name, "--help"], ""));
        match below.is_empty() {
            true => verbs.push(vec![name]),
            false => verbs.extend(below.into_iter().map(|verb| vec![name.clone(), verb])),
        }
    }
    verbs
}

/// Help has examples under every verb, the options of the machine under one heading, and fits the width.
#[test]
fn help_of_every_verb() {
    let verbs = verbs();
    assert!(verbs.len() > 20, "{verbs:?}");
    for verb in verbs {
        let mut args: Vec<&str> = verb.iter().map(String::as_str).collect();
        args.push("--help");
        for width in ["60", "80", "120"] {
            let output = std::process::Command::new(env!("CARGO_BIN_EXE_ringfft"))
                .args(&args)
                .env("COLUMNS", width)
                .output()
                .unwrap();
            let help = String::from_utf8(output.stdout).unwrap();
            assert!(help.contains("Examples:\n  ") && help.contains(&verb.join(" ")), "{args:?}: {help}");
            // The line of usage is one line.
            let longest =
                help.lines().filter(|line| !line.starts_with("Usage:")).map(|line| line.chars().count()).max().unwrap();
            assert!(longest <= width.parse().unwrap(), "{args:?} {width}: {help}");
            if !help.contains("--json") {
                continue;
            }
            let (others, machine) = help.split_once("Machine options:\n").unwrap_or_else(|| panic!("{args:?}: {help}"));
            for option in ["--threads", "--isa", "--device", "--memory"] {
                let listed = |text: &str| text.lines().any(|line| line.trim_start().starts_with(option));
                // Contestants of `compare` run on the processor.
                let missing = verb == ["compare"] && option == "--device";
                assert!(listed(machine) != missing && !listed(others), "{args:?} {option}");
            }
        }
    }
}

#[test]
fn completions_and_pages_of_the_manual() {
    for (shell, holds) in [
        ("bash", "-F _ringfft"),
        ("zsh", "#compdef ringfft"),
        ("fish", "complete -c ringfft"),
        ("elvish", "edit:completion"),
        ("powershell", "Register-ArgumentCompleter"),
    ] {
        let script = ok(&["completions", shell], "");
        assert!(script.contains(holds) && script.contains("transform"), "{shell}");
        // Zsh and bash complete the names that options take.
        let named = !["bash", "zsh"].contains(&shell)
            || ["goldilocks", "split-radix", "blackman-harris", "dct2"].iter().all(|name| script.contains(name));
        assert!(named, "{shell}");
    }
    assert!(fails(&["completions", "cmd"], "", 2).contains("zsh"));
    let page = ok(&["man"], "");
    assert!(page.contains(".TH ringfft 1") && page.contains("SUBCOMMANDS"), "{page}");
    let divide = ok(&["man", "poly", "divide"], "");
    assert!(divide.contains("ringfft\\-poly\\-divide") && divide.contains("remainder"), "{divide}");
    assert!(fails(&["man", "poly", "factor"], "", 2).contains("gcd"));
    let home = directory("man");
    ok(&["man", "-o", home.to_str().unwrap()], "");
    let pages = std::fs::read_dir(&home).unwrap().count();
    assert!(pages > 24 && home.join("ringfft-rs-check.1").exists(), "{pages}");
    fails(&["man", "-o", home.join("none").to_str().unwrap()], "", 2);
}

#[test]
fn instruction_sets_have_one_list() {
    let list: serde_json::Value = serde_json::from_str(&ok(&["list", "--json"], "")).unwrap();
    let sets: Vec<&str> =
        list["instruction_sets"].as_array().unwrap().iter().map(|set| set.as_str().unwrap()).collect();
    let error = fails(&["list", "--isa", "foo"], "", 2);
    assert!(error.contains(&sets.join(", ")), "{error}");
    assert!(ok(&["list"], "").contains(&sets.join(", ")));
    sets.iter().for_each(|set| drop(ok(&["list", "--isa", set], "")));
}

#[test]
fn exponents_of_moduli() {
    for text in ["2^99999999999999999999-1", "2^18446744073709551616+1"] {
        let error = fails(&["multiply", "--mod", text, "2^3+1", "2^3+1"], "", 2);
        assert!(error.contains("too large") && error.contains("18446744073709551615"), "{error}");
    }
    for text in ["2^0-1", "2^00+1", "2^-1", "2^x-1", "3^5-1", "2^5", "2^1-2"] {
        let error = fails(&["multiply", "--mod", text, "2^3+1", "2^3+1"], "", 2);
        assert!(error.contains("N at least 1"), "{error}");
    }
    assert_eq!(ok(&["multiply", "--mod", "2^18446744073709551615-1", "2^3+1", "2^3+1"], ""), "81\n");
}

#[test]
fn lengths_that_an_algorithm_lacks_are_the_error() {
    for (algorithm, len, says) in [
        ("classical", "7", "classical does not exist for length 7: it needs a power of two"),
        ("radix-4", "7", "power of two"),
        ("twisted-radix-3", "8", "twisted-radix-3 does not exist for length 8: it needs a power of three"),
        ("tangent", "3", "tangent does not exist for length 3"),
        ("rader", "8", "prime"),
    ] {
        for args in [
            vec!["draw".into(), format!("{algorithm}:{len}")],
            vec!["count".into(), format!("c64:{len}:{algorithm}")],
            vec!["explain".into(), format!("c64:{len}:{algorithm}")],
        ] {
            let args: Vec<&str> = args.iter().map(String::as_str).collect();
            let error = fails(&args, "", 2);
            assert!(error.contains(says), "{args:?}: {error}");
        }
        let input = "1 0\n".repeat(len.parse().unwrap());
        for order in ["native", "bit-reversed", "natural"] {
            let error =
                fails(&["transform", "--ring", "c64", "--algorithm", algorithm, "--order", order, "-"], &input, 2);
            assert!(error.contains(says), "{algorithm} {order}: {error}");
        }
    }
}

#[test]
fn endings_that_belong_to_another_format_are_refused() {
    let home = directory("endings");
    let path = |name: &str| home.join(name).to_str().unwrap().to_string();
    let picture = path("in.png");
    ok(&["image", "texture", "--size", "4x4", "-o", &picture], "");
    for (args, refused, taken) in [
        (&["transform", "--ring", "c64", "-"][..], &["x.png", "x.npy", "x.JPG"][..], &["x.txt", "x", "x.values"][..]),
        (&["transform", "--ring", "c64", "--format", "npy", "-"], &["x.png", "x.svg"], &[]),
        (&["transform", "--ring", "c64", "--kind", "dct2", "--format", "raw", "-"], &["x.npy", "x.wav"], &[]),
        (&["poly", "multiply", "--ring", "gf2", "-", &picture], &["x.png"], &[]),
        (&["multiply", "2^9+1", "2^8-1"], &["x.pdf", "x.npy"], &["x.txt"]),
        (&["draw", "classical:4"], &["x.png", "x.txt", "x.jpg"], &["x.svg", "x.SVG", "x"]),
        (&["image", "texture", "--size", "4x4"], &["x.jpg", "x.svg", "x.txt"], &["x.png", "x.PNG", "x"]),
        (&["image", "spectrum", &picture], &["x.jpg"], &["y.png"]),
        (&["image", "filter", "--kind", "blur", &picture], &["x.gif"], &["y.png"]),
        (&["tune", "c64:2"], &["x.png"], &[]),
    ] {
        for name in refused {
            let _ = std::fs::remove_file(home.join(name));
            let error = fails(&[args, &["-o", &path(name)]].concat(), "", 2);
            assert!(error.contains("ends in .") && error.contains("ending"), "{args:?} {name}: {error}");
            assert!(!home.join(name).exists(), "{args:?} {name}");
        }
        for name in taken {
            ok(&[args, &["-o", &path(name)]].concat(), "1 0\n");
        }
    }
}

#[test]
fn text_of_other_encodings_is_named() {
    let wide = |text: &str, big: bool| -> Vec<u8> {
        text.encode_utf16().flat_map(|unit| if big { unit.to_be_bytes() } else { unit.to_le_bytes() }).collect()
    };
    let path = directory("encodings").join("b");
    std::fs::write(&path, "1 0\n").unwrap();
    let other = path.to_str().unwrap();
    let verbs = [
        (&["transform", "--ring", "c64", "-"][..], "1 0\n2 0\n"),
        (&["transform", "--ring", "c64", "--kind", "r2c", "-"], "1\n2\n"),
        (&["convolve", "--ring", "c64", "-", other], "1 0\n2 0\n"),
        (&["convolve", "--ring", "z", "-", "-b"], "1\n2\n"),
        (&["poly", "multiply", "--ring", "gf2", "-", "-b"], "0x13\n"),
        (&["multiply", "--square", "-"], "-12\n"),
        (&["spectrum", "--rate", "8", "-"], "1\n2\n3\n"),
    ];
    for (args, text) in verbs.iter().filter(|(args, _)| !args.contains(&"-b")) {
        // A mark of UTF-8 changes nothing.
        assert_eq!(ok(args, &format!("\u{feff}{text}")), ok(args, text).replace("\u{feff}", ""));
    }
    std::fs::write(&path, "7\n").unwrap();
    for (args, text) in verbs {
        let args: Vec<&str> = args.iter().map(|&arg| if arg == "-b" { other } else { arg }).collect();
        for big in [false, true] {
            for mark in ["\u{feff}", ""] {
                let output = run(&args, &wide(&format!("{mark}{text}"), big));
                let error = String::from_utf8(output.stderr).unwrap();
                assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
                assert!(error.contains("UTF-16") && error.lines().count() == 1, "{args:?}: {error}");
            }
        }
    }
}

#[test]
fn numbers_too_large_for_a_float_are_refused() {
    let transform = |ring: &str, more: &[&str], input: &str| {
        fails(&[&["transform", "--ring", ring], more, &["-"]].concat(), input, 2)
    };
    for text in ["1e400", "-1e400", "1e309", "179769313486231590000000000000000e280"] {
        for (more, input) in [
            (&[][..], format!("1 0\n0 {text}\n")),
            (&["--kind", "r2c"], format!("1\n{text}\n")),
            (&["--coset", &format!("{text},0")], "1 0\n2 0\n".into()),
            (&["--root", &format!("{text},0")], "1 0\n2 0\n".into()),
        ] {
            let error = transform("c64", more, &input);
            assert!(error.contains("too large") && error.contains("1.7976931348623157e308"), "{more:?}: {error}");
        }
        let error = fails(&["spectrum", "--rate", "1", "-"], &format!("1\n{text}\n"), 2);
        assert!(error.contains("too large"), "{error}");
    }
    assert!(transform("c32", &[], "1e39 0\n").contains("3.4028235e38"));
    // Numbers that floats have are taken: infinities and nan by name, and the nearest float, however small.
    assert_eq!(ok(&["transform", "--ring", "c64", "-"], "inf -inf\n"), "inf -inf\n");
    assert_eq!(ok(&["transform", "--ring", "c64", "-"], "NaN 0\n"), "nan 0\n");
    assert_eq!(ok(&["transform", "--ring", "c64", "-"], "5e-324 -1e-400\n"), "5e-324 -0\n");
    assert_eq!(ok(&["transform", "--ring", "c32", "-"], "1e-45 3.4028235e38\n"), "1e-45 3.4028235e38\n");
}
