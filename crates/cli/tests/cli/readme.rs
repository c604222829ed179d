//! The command lines of the README run as they are printed.

use crate::{directory, ok};
use std::{fs, path::Path, process::Command};

const README: &str = include_str!("../../../../README.md");

/// The commands of the README that can be run in a second, without their comments.
fn commands() -> Vec<String> {
    let blocks =
        README.split("```").skip(1).step_by(2).filter(|block| block.starts_with("sh\n") || block.starts_with("bash\n"));
    blocks
        .flat_map(|block| block.replace("\\\n", " ").lines().map(str::to_string).collect::<Vec<_>>())
        .map(|line| line.split(" #").next().unwrap_or_default().trim().to_string())
        .filter(|line| line.contains("ringfft ") && !line.starts_with("cargo"))
        // A minute by itself.
        .filter(|line| line != "ringfft verify")
        .collect()
}

#[cfg(unix)]
#[test]
fn commands_of_the_readme_run() {
    let home = directory("readme");
    fs::write(home.join("samples.txt"), "1\n2\n0.5\n4\n").unwrap();
    let header = "{'descr': '<f4', 'fortran_order': False, 'shape': (512, 768), }\n";
    let header = [b"\x93NUMPY\x01\x00", &(header.len() as u16).to_le_bytes()[..], header.as_bytes()].concat();
    fs::write(home.join("field.npy"), [header, vec![0; 4 * 512 * 768]].concat()).unwrap();
    let sound: Vec<u8> = (0..4000u32).flat_map(|i| ((i * i % 997) as u16).to_le_bytes()).collect();
    let mut wav = b"RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x80\x3e\0\0\x02\0\x10\0data".to_vec();
    wav.extend((sound.len() as u32).to_le_bytes());
    wav.extend(sound);
    let size = (wav.len() as u32 - 8).to_le_bytes();
    wav[4..8].copy_from_slice(&size);
    fs::write(home.join("sound.wav"), wav).unwrap();
    ok(&["image", "texture", "--size", "16x16", "-o", home.join("photo.png").to_str().unwrap()], "");

    let commands = commands();
    assert!(commands.len() > 8, "{commands:?}");
    let folder = Path::new(env!("CARGO_BIN_EXE_ringfft")).parent().unwrap();
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap_or_default());
    for command in commands {
        let output =
            Command::new("bash").args(["-c", &command]).env("PATH", &path).current_dir(&home).output().unwrap();
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
        if command.contains("334780716978") {
            let product = String::from_utf8(output.stdout).unwrap();
            assert!(README.contains(product.trim()) && product.len() == 233, "{product}");
        }
    }
}
