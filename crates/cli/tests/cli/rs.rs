//! Shards on disk.

use crate::{directory, fails, ok, run};
use sha2::{Digest, Sha256};
use std::{fs, path::Path, process::Command};

/// A file of `len` bytes that look random, cut into `data + parity` shards.
fn encoded(name: &str, len: usize, data: usize, parity: usize) -> (std::path::PathBuf, Vec<u8>) {
    let home = directory(name);
    let mut state = 1u64;
    let file: Vec<u8> = (0..len)
        .map(|_| {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            (state >> 56) as u8
        })
        .collect();
    fs::write(home.join("file"), &file).unwrap();
    let (data, parity) = (data.to_string(), parity.to_string());
    let args =
        ["rs", "encode", &text(&home, "file"), "--data", &data, "--parity", &parity, "-o", &text(&home, "shards")];
    ok(&args, "");
    (home, file)
}

fn text(home: &Path, name: &str) -> String {
    home.join(name).to_str().unwrap().into()
}

fn shard(index: usize) -> String {
    format!("shards/{index:05}.shard")
}

fn repaired(home: &Path) -> Vec<u8> {
    ok(&["rs", "repair", &text(home, "shards"), "-o", &text(home, "out")], "");
    fs::read(home.join("out")).unwrap()
}

fn refused(home: &Path, code: i32) -> String {
    let _ = fs::remove_file(home.join("out"));
    let error = fails(&["rs", "repair", &text(home, "shards"), "-o", &text(home, "out")], "", code);
    assert!(!home.join("out").exists());
    error
}

/// `rs check` tells what is lost, and whether the rest is enough.
#[test]
fn directories_are_checked() {
    let home = crate::directory("rs-check");
    let place = |name: &str| home.join(name).to_str().unwrap().to_string();
    fs::write(place("file"), (0..=255).collect::<Vec<u8>>()).unwrap();
    ok(&["rs", "encode", &place("file"), "--data", "4", "--parity", "2", "-o", &place("shards")], "");
    let shards = place("shards");
    let text = ok(&["rs", "check", &shards], "");
    assert!(text.contains("good 6\n") && text.contains("repairable true\n"), "{text}");
    let shard = |index: usize| home.join(format!("shards/{index:05}.shard"));
    let mut bytes = fs::read(shard(1)).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(shard(1), bytes).unwrap();
    fs::remove_file(shard(4)).unwrap();
    let check = |code: i32| {
        let output = crate::run(&["rs", "check", "--json", &shards], b"");
        assert_eq!(output.status.code(), Some(code));
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        (report, String::from_utf8(output.stderr).unwrap())
    };
    let (report, error) = check(1);
    assert_eq!((&report["schema"], &report["good"]), (&"ringfft.rs_check/1".into(), &4.into()));
    assert_eq!((&report["missing"], &report["repairable"]), (&serde_json::json!([4]), &true.into()));
    assert!(report["damaged"][0].as_str().unwrap().contains("00001.shard"), "{report}");
    assert!(error.contains("4 of 6 shards are good") && error.contains("rs repair"), "{error}");
    fs::remove_file(shard(0)).unwrap();
    let (report, error) = check(1);
    assert!(report["repairable"] == false && error.contains("find 1 more"), "{report} {error}");
    fails(&["rs", "check", &place("none")], "", 2);
    fails(&["rs", "check", home.to_str().unwrap()], "", 2);
}

#[test]
fn files_survive_the_most_losses() {
    for (name, len, data, parity) in [
        ("rs-usual", 10_007, 5, 3),
        ("rs-empty", 0, 3, 2),
        ("rs-byte", 1, 4, 4),
        ("rs-many", 40_000, 300, 40),
        ("rs-low", 999, 2, 9),
    ] {
        let (home, file) = encoded(name, len, data, parity);
        assert_eq!(fs::read_dir(home.join("shards")).unwrap().count(), data + parity);
        assert_eq!(repaired(&home), file);
        // The data shards are the file.
        let mut joined: Vec<u8> =
            (0..data).flat_map(|i| fs::read(home.join(shard(i))).unwrap().split_off(136)).collect();
        joined.truncate(len);
        assert_eq!(joined, file);
        // Some are deleted, some damaged, one is cut short, one has a damaged header; names do not matter.
        for i in 0..parity {
            let path = home.join(shard(i * (data + parity - 1) / parity));
            let mut bytes = fs::read(&path).unwrap();
            match i % 4 {
                0 => fs::remove_file(&path).unwrap(),
                1 => {
                    *bytes.last_mut().unwrap() ^= 1;
                    fs::write(&path, bytes).unwrap();
                }
                2 => fs::write(&path, &bytes[..bytes.len() - 1]).unwrap(),
                _ => {
                    bytes[20] ^= 1;
                    fs::write(&path, bytes).unwrap();
                }
            }
        }
        fs::rename(home.join(shard(data + parity - 1)), home.join("shards/anything")).unwrap();
        fs::write(home.join("shards/readme"), "not a shard").unwrap();
        assert_eq!(repaired(&home), file, "{name}");
        fs::remove_file(home.join("shards/anything")).unwrap();
        let error = refused(&home, 2);
        assert!(error.contains("find 1 more"), "{error}");
    }
}

#[test]
fn results_go_to_standard_output_and_reports_to_standard_error() {
    let (home, file) = encoded("rs-streams", 5000, 4, 2);
    let output = run(&["rs", "repair", &text(&home, "shards"), "--json", "--threads", "2"], b"");
    assert!(output.status.success());
    assert_eq!(output.stdout, file);
    let report: serde_json::Value = serde_json::from_slice(&output.stderr).unwrap();
    assert_eq!((&report["schema"], &report["data_lost"]), (&"ringfft.rs_repair/1".into(), &0.into()));
    let args = ["rs", "encode", "-", "--shard-size", "1000", "--parity", "1", "-o", &text(&home, "again"), "--json"];
    let output = run(&args, &file);
    let report: serde_json::Value = serde_json::from_slice(&output.stderr).unwrap();
    assert_eq!((&report["data"], &report["shard_bytes"]), (&5.into(), &1000.into()), "{report}");
    assert_eq!(report["sha256"].as_str().unwrap().len(), 64);
    assert!(ok(&["rs", "--help"], "").contains("repair") && ok(&["rs", "encode", "--help"], "").contains("lost"));
}

#[test]
fn bad_options() {
    let (home, _) = encoded("rs-options", 100, 2, 1);
    let encode = |more: &[&str]| {
        let file = text(&home, "file");
        let output = text(&home, "new");
        let error = fails(&[&["rs", "encode", &file, "-o", &output], more].concat(), "", 2);
        assert!(!home.join("new").exists(), "{more:?}");
        error
    };
    assert!(encode(&["--parity", "1"]).contains("--shard-size"));
    assert!(encode(&["--parity", "0", "--data", "1"]).contains("--parity"));
    assert!(encode(&["--parity", "x", "--data", "1"]).contains("--parity"));
    assert!(encode(&["--parity", "1", "--data=-1"]).contains("--data"));
    assert!(encode(&["--parity", "32769", "--data", "32769"]).contains("65536"));
    assert!(encode(&["--parity", "1", "--data", "999999999999"]).contains("65536"));
    assert!(encode(&["--parity", "1", "--shard-size", "3"]).contains("even"));
    assert!(encode(&["--parity", "1", "--shard-size", "0"]).contains("even"));
    assert!(encode(&["--parity", "1", "--data", "3", "--shard-size", "32"]).contains("do not hold"));
    assert!(fails(&["rs"], "", 2).contains("encode, repair"));

    let taken = text(&home, "shards");
    let args = ["rs", "encode", &text(&home, "file"), "--data", "2", "--parity", "1", "-o", &taken];
    assert!(fails(&args, "", 2).contains("not empty"));
    let args = ["rs", "encode", &text(&home, "none"), "--data", "2", "--parity", "1", "-o", &text(&home, "new")];
    fails(&args, "", 2);
    let args = ["rs", "encode", &text(&home, "file"), "--data", "2", "--parity", "1", "-o", &text(&home, "no/where")];
    assert!(fails(&args, "", 2).contains("directory"));
    let memory = ["--data", "2", "--parity", "1", "--memory", "150"];
    let (file, new) = (text(&home, "file"), text(&home, "new"));
    let args = [&["rs", "encode", &file, "-o", &new], &memory[..]].concat();
    assert!(fails(&args, "", 3).contains("--memory"));
    fails(&["rs", "repair", &text(&home, "none"), "-o", &text(&home, "out")], "", 2);
    fails(&["rs", "repair", &text(&home, "file"), "-o", &text(&home, "out")], "", 2);
    fs::create_dir(home.join("empty")).unwrap();
    assert!(fails(&["rs", "repair", &text(&home, "empty")], "", 2).contains("no usable shard"));
    assert_eq!(fs::read_dir(&home).unwrap().count(), 3, "nothing unfinished is left");
}

#[test]
fn shards_of_several_files_and_forged_ones() {
    let (home, file) = encoded("rs-several", 3000, 3, 2);
    let (other, _) = encoded("rs-several-other", 3001, 3, 2);
    let bring = |index: usize, name: &str| fs::copy(other.join(shard(index)), home.join("shards").join(name)).unwrap();
    // Too few of the other file to be meant.
    bring(0, "a");
    bring(1, "b");
    assert_eq!(repaired(&home), file);
    bring(2, "c");
    assert!(refused(&home, 2).contains("2 files or codes"));
    ["a", "b", "c"].iter().for_each(|name| fs::remove_file(home.join("shards").join(name)).unwrap());

    // The same shard twice is no harm.
    fs::copy(home.join(shard(1)), home.join("shards/copy")).unwrap();
    assert_eq!(repaired(&home), file);
    // Every byte of a header damaged in turn: the shard is lost, and that is all.
    fs::remove_file(home.join("shards/copy")).unwrap();
    let whole = fs::read(home.join(shard(0))).unwrap();
    for at in 0..136 {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x41;
        fs::write(home.join(shard(0)), bytes).unwrap();
        if at % 17 == 0 {
            assert_eq!(repaired(&home), file, "{at}");
        }
    }
    fs::write(home.join(shard(0)), []).unwrap();
    assert_eq!(repaired(&home), file);
}

/// A shard file with a valid header, whatever it claims.
fn forged([data, parity, index]: [u32; 3], shard: &[u8], file_len: u64, file_digest: [u8; 32]) -> Vec<u8> {
    let mut header = b"ringfft\0\x01\0\x01\0".to_vec();
    [data, parity, index].iter().for_each(|number| header.extend(number.to_le_bytes()));
    [shard.len() as u64, file_len].iter().for_each(|number| header.extend(number.to_le_bytes()));
    header.extend(file_digest);
    header.extend(Sha256::digest(shard));
    let check = Sha256::digest(&header);
    [&header, &check[..], shard].concat()
}

/// A header claims 128 GiB of shards: memory is taken for those that are there.
#[cfg(target_os = "linux")]
#[test]
fn what_a_header_claims_is_compared_with_the_files_first() {
    let home = directory("rs-claims");
    fs::create_dir(home.join("shards")).unwrap();
    let shard = vec![5; 2 << 20];
    let digest: [u8; 32] = Sha256::digest(&shard).into();
    let limited = |rest: &str| {
        // A limit on all memory keeps a program that believes the header from taking that of the machine.
        let script = format!("ulimit -v 4000000; exec \"$0\" rs repair --threads 1 {:?} {rest}", home.join("shards"));
        let output = Command::new("bash").args(["-c", &script, env!("CARGO_BIN_EXE_ringfft")]).output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned(), output.stdout)
    };
    fs::write(home.join("shards/0"), forged([32768, 32768, 0], &shard, 1 << 30, digest)).unwrap();
    let (code, error, _) = limited("");
    assert!(code == Some(2) && error.contains("find 32767 more"), "{error}");
    // One shard is enough, and no room is needed for sixty thousand that are not there.
    fs::write(home.join("shards/0"), forged([1, 60000, 0], &shard, 2 << 20, digest)).unwrap();
    let (code, error, file) = limited("");
    assert!(code == Some(0) && file == shard, "{error}");
    let (code, error, file) = limited("--memory 64M");
    assert!(code == Some(0) && file == shard, "{error}");
    // Lengths that the file has not.
    for (claim, len) in [(1u64 << 40, 2 << 20), (2 << 20, (2 << 20) - 1), ((2 << 20) + 2, 2 << 20)] {
        let mut bytes = forged([1, 1, 0], &shard, 7, digest)[..136 + len].to_vec();
        bytes[24..32].copy_from_slice(&claim.to_le_bytes());
        let check = Sha256::digest(&bytes[..104]);
        bytes[104..136].copy_from_slice(&check);
        fs::write(home.join("shards/0"), bytes).unwrap();
        let (code, error, _) = limited("");
        assert!(code == Some(2) && error.contains("lost or gained bytes"), "{error}");
    }
}
