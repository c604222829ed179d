#!/bin/sh
# Builds GMP 6.3.0 for the CPU at hand from the sources inside the crate gmp-mpfr-sys.
#
#   ./get_gmp.sh [directory]       (ext/gmp beside this script)
#
# Distributions ship an older release built for many CPUs, which runs generic code on recent ones. GMP's own `tune` is not in the
# crate: the thresholds are those that GMP ships for the CPU. Needs cargo, gcc, make and m4; no root. Takes about two
# minutes of one core (MAKEFLAGS=-j4 for more of them).
set -eu

here=$(cd "$(dirname "$0")" && pwd)
prefix=${1:-$here/ext/gmp}
version=1.7.1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$prefix" "$work/source/src"
prefix=$(cd "$prefix" && pwd)

cd "$work/source"
: > src/lib.rs
printf '[package]\nname = "source"\nversion = "0.0.0"\n[dependencies]\ngmp-mpfr-sys = { version = "=%s", default-features = false }\n' \
    "$version" > Cargo.toml
printf '[workspace]\n' >> Cargo.toml
cargo vendor "$work/vendor" > /dev/null
cd "$work/vendor/gmp-mpfr-sys"/gmp-*-c

mkdir "$work/build"
sources=$PWD
cd "$work/build"
"$sources/configure" --prefix="$prefix" --enable-shared --disable-static --with-pic CFLAGS="-O3 -march=native"
${MAKE:-make}
${MAKE:-make} install
cp config.log "$prefix/config.log"
echo "GMP is in $prefix: GMP_DIR=$prefix target/release/integers"
