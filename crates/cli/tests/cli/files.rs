//! Input and output files.

use crate::{directory, fails, lines, ok};
use std::{fs, path::Path, process::Command};

#[test]
fn input_is_never_the_output() {
    let home = directory("same");
    let file = home.join("in");
    fs::write(&file, "1 0\n2 0\n").unwrap();
    let name = file.to_str().unwrap();
    assert!(fails(&["transform", "--ring", "c64", name, "-o", name], "", 2).contains("also an input"));
    #[cfg(unix)]
    for (link, made) in [
        ("hard", fs::hard_link(&file, home.join("hard"))),
        ("soft", std::os::unix::fs::symlink(&file, home.join("soft"))),
    ] {
        made.unwrap();
        let link = home.join(link);
        fails(&["transform", "--ring", "c64", name, "-o", link.to_str().unwrap()], "", 2);
        fails(&["convolve", "--ring", "c64", name, link.to_str().unwrap(), "-o", name], "", 2);
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), "1 0\n2 0\n");
}

/// Names in a directory.
fn listed(home: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(home).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn output_is_whole_or_absent() {
    let home = directory("whole");
    let (input, output) = (home.join("in"), home.join("out"));
    let text = lines((0..4096).map(|i| format!("{i} 0")));
    fs::write(&input, &text).unwrap();
    let (input, output) = (input.to_str().unwrap(), output.to_str().unwrap());
    // A failure leaves nothing, or what was there.
    fails(&["transform", "--ring", "mod:17", input, "-o", output], "", 2);
    assert_eq!(listed(&home), ["in"]);
    ok(&["transform", "--ring", "c64", input, "-o", output], "");
    let before = fs::read_to_string(output).unwrap();
    assert_eq!(before.lines().count(), 4096);
    fails(&["transform", "--ring", "mod:17", input, "-o", output], "", 2);
    let nowhere = home.join("no/such/out");
    assert!(
        fails(&["transform", "--ring", "c64", input, "-o", nowhere.to_str().unwrap()], "", 2).contains("directory")
    );
    assert!(fails(&["transform", "--ring", "c64", input, "-o", home.to_str().unwrap()], "", 2).contains("directory"));
    #[cfg(target_os = "linux")]
    {
        // A file size limit of 16 KiB stands for a full disk.
        let script = format!(
            "ulimit -f 16; {} transform --ring c64 --inverse {input} -o {output} 2>&1 >/dev/null | cat; exit ${{PIPESTATUS[0]}}",
            env!("CARGO_BIN_EXE_ringfft")
        );
        let limited = Command::new("bash").args(["-c", &script]).output().unwrap();
        let error = String::from_utf8(limited.stdout).unwrap();
        assert_eq!(limited.status.code(), Some(3), "{error}");
        assert!(error.lines().count() == 1 && error.contains("too large"), "{error}");
        assert!(fails(&["transform", "--ring", "c64", input, "-o", "/dev/full"], "", 3).contains("space"));
        let full = Command::new(env!("CARGO_BIN_EXE_ringfft"))
            .args(["transform", "--ring", "c64", input])
            .stdout(fs::OpenOptions::new().write(true).open("/dev/full").unwrap())
            .output()
            .unwrap();
        assert_eq!(full.status.code(), Some(3));
        ok(&["transform", "--ring", "c64", input, "-o", "/dev/null"], "");
    }
    assert_eq!(fs::read_to_string(output).unwrap(), before);
    assert_eq!(listed(&home), ["in", "out"]);
}

#[cfg(unix)]
#[test]
fn a_new_file_has_usual_permissions_and_links_stay() {
    use std::os::unix::fs::PermissionsExt;
    let home = directory("permissions");
    let (plain, new, link) = (home.join("plain"), home.join("new"), home.join("link"));
    fs::write(&plain, "").unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    std::os::unix::fs::symlink(&plain, &link).unwrap();
    for path in [&new, &link] {
        ok(&["transform", "--ring", "c64", "-", "-o", path.to_str().unwrap()], "1 0\n");
        assert_eq!(mode(path), mode(&plain));
    }
    assert!(fs::symlink_metadata(&link).unwrap().file_type().is_symlink());
    assert_eq!(fs::read_to_string(&plain).unwrap(), "1 0\n");
}

#[cfg(unix)]
#[test]
fn a_broken_pipe_is_quiet() {
    let script = format!(
        "yes '1 0' | head -n 65536 | {} transform --ring c64 --json - 2>&1 >&3 3>&- | grep -v schema; exit ${{PIPESTATUS[2]}}",
        env!("CARGO_BIN_EXE_ringfft")
    );
    let output =
        Command::new("bash").args(["-c", &format!("{{ {script}; }} 3>&1 | head -n 1 >/dev/null")]).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}
