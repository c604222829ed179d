//! No function that runs in vectors calls another one: an operation left out of line costs a factor of four to ninety, and compiles
//! silently. What may be called are panics, and copies of slices as long as a transform.

#![cfg(target_arch = "x86_64")]

use std::{
    collections::HashMap,
    io::{BufRead, BufReader},
    process::{Command, Stdio},
};

/// The functions that enter an instruction set, into which everything hot is inlined, and the one that they call.
const HOT: [&str; 2] = ["as ringfft::kernel::packed::Token>::run::Enter<", PRODUCT];

/// The product of eight elements by halves in doubles: a thousand instructions, of which many copies do not fit the cache.
const PRODUCT: &str = "ringfft::kernel::ntt::wide::multiply_doubles::product";

/// Functions that may be called or jumped to. Tiles of sixteen vectors are copied too. `Halves::shared` hands a whole sweep
/// to threads, each of which enters the instruction set again.
const ALLOWED: [&str; 9] = [
    PRODUCT,
    "core::panicking::",
    "core::slice::index::",
    "len_mismatch_fail",
    "core::option::",
    "memcpy",
    "memmove",
    "memset",
    "::shared",
];

const PROGRAM: &str = env!("CARGO_BIN_EXE_ringfft");

fn lines(program: &str, arguments: &[&str]) -> impl Iterator<Item = String> {
    let child = Command::new(program).args(arguments).arg(PROGRAM).stdout(Stdio::piped()).spawn();
    let mut child = child.unwrap_or_else(|error| panic!("{program} of binutils, which the linker comes with: {error}"));
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let end = std::iter::from_fn(move || {
        assert!(child.wait().unwrap().success());
        None
    });
    lines.map(|line| String::from_utf8_lossy(line.unwrap().as_bytes()).into()).chain(end)
}

fn hexadecimal(text: &str) -> Option<u64> {
    u64::from_str_radix(text.trim_start_matches("0x"), 16).ok()
}

/// Returns the function behind each slot of the table through which functions are called.
fn slots() -> HashMap<u64, String> {
    let named = lines("nm", &["--demangle", "--defined-only"]).filter_map(|line| {
        let mut parts = line.splitn(3, ' ');
        Some((hexadecimal(parts.next()?)?, parts.nth(1)?.to_string()))
    });
    let names: HashMap<u64, String> = named.collect();
    let slot = |line: String| {
        let mut parts = line.split_whitespace();
        let (slot, _, target) = (hexadecimal(parts.next()?)?, parts.next()?, parts.next()?);
        let inside = target.strip_prefix("*ABS*+").and_then(hexadecimal).and_then(|address| names.get(&address));
        Some((slot, inside.cloned().unwrap_or_else(|| target.to_string())))
    };
    lines("objdump", &["--dynamic-reloc"]).filter_map(slot).collect()
}

#[test]
fn hot_functions_call_nothing() {
    // Instructions that are left out of line are looked for in optimised code alone.
    if !ringfft::inside::require::has("optimised", ringfft::inside::require::OPTIMISED) {
        return;
    }
    let slots = slots();
    let mut inside = None;
    let (mut functions, mut wrong) = (0, Vec::new());
    // Stores past the caches, which another thread may read late without a fence after them.
    let (mut streams, mut fences) = (0, 0);
    // Slots whose contents a register holds, for calls through it.
    let mut held = HashMap::new();
    for line in lines("objdump", &["--disassemble", "--no-show-raw-insn", "--demangle"]) {
        if let Some(name) = line.strip_suffix(">:").and_then(|line| line.split_once(" <")).map(|(_, name)| name) {
            inside = HOT.iter().any(|hot| name.contains(hot)).then(|| name.to_string());
            functions += usize::from(inside.is_some());
            held.clear();
            continue;
        }
        let Some(name) = &inside else { continue };
        let Some((_, instruction)) = line.split_once(":\t") else { continue };
        streams += usize::from(instruction.starts_with("vmovnt"));
        fences += usize::from(instruction.starts_with("sfence"));
        // Through a slot, whose address is in a comment, or a register that was loaded from one; or to a name. A jump inside the
        // function names it with an offset.
        let slot = instruction.split_once("# ").and_then(|(_, comment)| hexadecimal(comment.split(' ').next()?));
        let call = instruction.starts_with("call");
        if !call && !instruction.starts_with("jmp") {
            let operands = instruction.split('#').next().unwrap_or("").trim_end();
            if let Some((first, register)) = operands.rsplit_once(",%") {
                let other = first.strip_prefix("mov").and_then(|first| first.trim_start().strip_prefix('%'));
                let loaded = slot.filter(|_| first.starts_with("mov ")).or_else(|| held.get(other?).copied());
                held.remove(register);
                held.extend(loaded.map(|slot| (register.to_string(), slot)));
            }
            continue;
        }
        let register = instruction.split_once("*%").map(|(_, register)| register.trim_end());
        let slot = slot.or_else(|| held.get(register?).copied());
        let target = match slot.and_then(|slot| slots.get(&slot)) {
            Some(target) => target.as_str(),
            None => instruction.split_once('<').map_or("", |(_, target)| target),
        };
        let jump_inside = !call && (target.is_empty() || target.starts_with(name.as_str()));
        if !jump_inside && !ALLOWED.iter().any(|allowed| target.contains(allowed)) {
            wrong.push(format!("{name}\n    {instruction} {target}"));
        }
    }
    assert!(functions > 0, "the program has no function of that name: the check checks nothing");
    assert!(streams > 0 && fences > 0, "{streams} stores past the caches, {fences} fences");
    wrong.dedup();
    assert!(
        wrong.is_empty(),
        "{} calls out of {functions} hot functions:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(20)].join("\n")
    );
}
