#!/bin/sh
# Installs Intel's MKL, the run-time libraries alone, from the wheel `mkl` and those it depends on.
#
#   ./get_mkl.sh [directory]      (ext/mkl beside this script)
#
# Needs python3 with venv; takes 1.2 GB while it runs and about 1 GB after. The libraries are under Intel's licence: use them for
# measurements, pass them on only as it allows.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
prefix=${1:-$here/ext/mkl}
mkdir -p "$prefix"
prefix=$(cd "$prefix" && pwd)
# `pip install --target` leaves out the wheel's data folder, where the libraries are; an environment of its own has them.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --no-cache-dir --prefix "$prefix" mkl
library=$(find "$prefix/lib" -name 'libmkl_rt.so*' | head -n 1)
[ -n "$library" ] || { echo "get_mkl.sh: no libmkl_rt.so below $prefix/lib" >&2; exit 1; }
echo "MKL is in $prefix: MKL_DIR=$prefix target/release/peers complex"
