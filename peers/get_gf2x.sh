#!/bin/sh
# Builds gf2x with carry-less multiplication for the CPU at hand, from Debian's source package.
#
#   ./get_gf2x.sh [directory]      (ext/gf2x beside this script)
#
# Debian's binary is built without any hardware-specific code and is up to ten times slower. Needs: a Debian or derived
# system with gcc, make, dpkg-dev and m4 (apt-get install build-essential dpkg-dev m4). Needs no root: the package lists with
# sources go to a directory of their own.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
prefix=${1:-$here/ext/gf2x}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/sources" "$work/lists/partial" "$work/archives/partial" "$work/source" "$prefix"
prefix=$(cd "$prefix" && pwd)

# The system's own entries, for sources instead of binaries.
for entry in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
    [ -f "$entry" ] && sed -n 's/^deb \(.*debian.*\)/deb-src \1/p' "$entry" > "$work/sources/$(basename "$entry" .list).list"
done
for entry in /etc/apt/sources.list.d/debian*.sources; do
    [ -f "$entry" ] && sed 's/^Types:.*/Types: deb-src/' "$entry" > "$work/sources/$(basename "$entry")"
done
apt() {
    apt-get -q -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$work/sources" \
        -o Dir::State::lists="$work/lists" -o Dir::Cache="$work" -o APT::Sandbox::User=root "$@"
}
cd "$work/source"
apt update
apt source gf2x
cd gf2x-*/

./configure --prefix="$prefix" --enable-fft-interface --disable-static ABI=64 CFLAGS="-O3 -march=native"
grep -q '^#define GF2X_HAVE_PCLMUL_SUPPORT 1' gf2x/gf2x-config.h || {
    echo "get_gf2x.sh: this CPU or compiler has no carry-less multiplication; the comparison would mean nothing" >&2
    exit 1
}
make
make check
make install
echo "gf2x is in $prefix: GF2X_DIR=$prefix cargo build --release --features gf2x"
