//! No function that runs in vectors calls another one: an operation left out of line costs a factor of four to ninety, and compiles
//! silently. What may be called are panics.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

/// The functions that enter an instruction set: everything hot is inlined into them.
const HOT: &str = "as ringfft::kernel::packed::Token>::run::inner";

/// What may be called or jumped to.
const ALLOWED: [&str; 4] = ["core::panicking::", "core::slice::index::", "core::option::", "core::result::"];

#[test]
fn hot_functions_call_nothing() {
    let program = Command::new("objdump")
        .args(["--disassemble", "--no-show-raw-insn", "--demangle", env!("CARGO_BIN_EXE_ringfft")])
        .stdout(Stdio::piped())
        .spawn();
    let mut program = program.expect("objdump of binutils, which the linker comes with");
    let mut inside = None;
    let (mut functions, mut wrong) = (0, Vec::new());
    for line in BufReader::new(program.stdout.take().unwrap()).lines() {
        let line = line.unwrap();
        if let Some(name) = line.strip_suffix(">:").and_then(|line| line.split_once(" <")).map(|(_, name)| name) {
            inside = name.contains(HOT).then(|| name.to_string());
            functions += usize::from(inside.is_some());
            continue;
        }
        let Some(name) = &inside else { continue };
        let Some((_, instruction)) = line.split_once(":\t") else { continue };
        let jump = instruction.starts_with("jmp") || instruction.starts_with("call");
        // A jump inside the function names it with an offset.
        let target = instruction.split_once('<').map_or(instruction, |(_, target)| target);
        let fine =
            |target: &str| target.starts_with(name.as_str()) || ALLOWED.iter().any(|allowed| target.contains(allowed));
        if jump && !fine(target) && (instruction.starts_with("call") || instruction.contains('<')) {
            wrong.push(format!("{name}\n    {instruction}"));
        }
    }
    assert!(program.wait().unwrap().success());
    assert!(functions > 0, "the binary has no function of that name: the check checks nothing");
    assert!(wrong.is_empty(), "{} of {functions} hot functions call out:\n{}", wrong.len(), wrong.join("\n"));
}
