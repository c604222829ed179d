#!/usr/bin/env bash
# Compares ringfft with SciPy: run.sh [--strict] [PROGRAM]. Without PROGRAM the command line is built; with --strict what
# cannot be compared is a failure. Without Python, or without a way to get SciPy, it says so and passes; with `python` or `scipy` in
# RINGFFT_REQUIRE it fails.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
root="$(cd "$here/../.." && pwd)"
strict=''
if [ "${1:-}" = --strict ]; then
    strict=--strict
    shift
fi
# skip NAME WHY
skip() {
    echo "scipy: SKIPPED: $2"
    case ",${RINGFFT_REQUIRE:-}," in *",$1,"*) exit 1 ;; esac
    if [ -n "$strict" ]; then exit 1; fi
    exit 0
}

place="${RINGFFT_SCIPY_VENV:-$root/target/scipy}"
python="$place/bin/python"
ready() { "$python" -c 'import numpy, scipy.fft, scipy.signal' 2>/dev/null; }
if ! ready; then
    command -v python3 >/dev/null || skip python 'there is no python3'
    python3 -m venv "$place" >/dev/null 2>&1 || skip python 'python3 cannot make a virtual environment'
    "$python" -m pip install --quiet --disable-pip-version-check -r "$here/requirements.txt" >/dev/null 2>&1 || true
    ready || skip scipy 'SciPy could not be installed: no network, or no wheel for this Python'
fi

program="${1:-}"
if [ -z "$program" ]; then
    cargo build --release --manifest-path "$root/Cargo.toml" -p ringfft-cli
    program="${CARGO_TARGET_DIR:-$root/target}/release/ringfft"
fi
"$python" -B "$here/vectors.py" --check
"$python" -B "$here/check.py" $strict "$program"
