"""The Rust functions that models follow, and whether their text is what it was when the models were read beside it."""
import hashlib
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2] / "src"
LIST = pathlib.Path(__file__).with_name("sources.txt")

# File, what to look for first, and the functions after it.
FUNCTIONS = [
    ("rings/goldilocks.rs", "impl Goldilocks {", ["new", "reduce", "plus", "minus", "times", "negated"]),
    ("rings/m31.rs", "impl M31 {", ["new", "below_twice", "plus", "minus", "times", "negated"]),
    ("rings/monty31.rs", "const P_INVERSE", ["reduce", "plus", "minus", "times", "negated"]),
    ("rings/modular.rs", "impl Modular {", ["with_generator", "divide_normalised", "sum", "difference"]),
    ("rings/modular.rs", "impl Action for Modular", ["prepare", "apply"]),
    ("arith/limbs.rs", "impl WordDivisor", ["new", "divide"]),
    ("arith/factor.rs", "", ["montgomery"]),
    ("kernel/ntt/goldilocks.rs", "impl<const L: usize, W: Carrying<L>", ["mul", "butterfly", "rotate", "canonical"]),
    ("kernel/ntt/goldilocks.rs", "impl Carrying<1>", ["plus", "minus", "halves", "full", "canonical"]),
    ("kernel/ntt/words_avx512.rs", "Words52, Ifma, 52;", ["shoup", "split"]),
    ("kernel/ntt/words_avx512.rs", "Words64, Avx512, 64;", ["shoup"]),
    ("kernel/ntt/words_avx512.rs", "impl Signed<8>", ["raise", "lower", "nearest"]),
    ("kernel/ntt/words_avx512.rs", "impl Carrying<8>", ["plus", "minus", "halves", "full", "canonical"]),
    ("kernel/ntt/words_avx512.rs", "/// Returns `a - b`, plus `p`", ["difference", "rough", "high"]),
    ("kernel/ntt/words_scalar.rs", "impl Words<1>", ["trim", "shoup", "difference", "montgomery"]),
    ("kernel/ntt/words32/mod.rs", "pub(crate) trait Words32", ["reduce", "difference", "shoup", "montgomery"]),
    ("kernel/ntt/words32/scalar.rs", "impl Words32<1>", ["sub_or_add"]),
    ("kernel/ntt/lazy.rs", "", ["half", "product"]),
    ("kernel/ntt/lazy.rs", "Residues<L> for Lazy", ["butterfly", "rotate", "enter_all", "canonical_of_tight", "canonical"]),
    ("kernel/ntt/full.rs", "impl<W> Full<W>", ["new", "pair_of", "mul", "butterfly", "enter"]),
    ("kernel/ntt/small.rs", "Class<L> for Below30", ["mul", "tighten", "sum", "difference", "canonical"]),
    ("kernel/ntt/small.rs", "Class<L> for Below31", ["mul", "tighten", "sum", "difference"]),
    ("kernel/ntt/small.rs", "Class<L> for Below32", ["prepare", "mul", "sum", "difference"]),
    ("kernel/ntt/signed.rs", "Residues<L> for Nearest", ["mul", "butterfly", "enter_all", "canonical"]),
    ("kernel/ntt/wide/limbs.rs", "", ["carried", "cut", "settle", "reduce", "halve", "to_words"]),
    ("kernel/ntt/wide/multiply.rs", "", ["products"]),
    ("kernel/ntt/wide/product.rs", "", ["montgomery"]),
]


def body(text, start):
    """From `fn` to the brace that closes it, or to the end of a declaration; macros name functions without a signature."""
    depth, i = 0, start
    while i < len(text):
        if text[i] == "{":
            depth += 1
        elif text[i] == "}":
            depth -= 1
            if depth == 0:
                return text[start : i + 1]
        i += 1
    raise SystemExit("a function without an end")


def texts():
    """Name and normalised text of each function: without comments, white space as one space."""
    for file, first, names in FUNCTIONS:
        raw = (ROOT / file).read_text()
        at = raw.find(first)
        if at < 0:
            yield f"{file} {first!r}", None
            continue
        text = re.sub(r"//[^\n]*", "", raw[at:])
        for name in names:
            found = re.search(rf"\bfn {name}\b", text)
            yield f"{file} {name} {first!r}", " ".join(body(text, found.start()).split()) if found else None


def hashes():
    return {name: hashlib.sha256(text.encode()).hexdigest()[:16] if text else "missing" for name, text in texts()}


def changed():
    """The functions whose text is not the one that the models were read beside."""
    known = dict(reversed(line.split(" ", 1)) for line in LIST.read_text().splitlines())
    now = hashes()
    return [name for name in known.keys() | now.keys() if known.get(name) != now.get(name) or now[name] == "missing"]


def accept():
    LIST.write_text("".join(f"{value} {name}\n" for name, value in hashes().items()))
