#!/bin/sh
# Builds FFTW 3.3.10 in double and single precision with AVX-512, AVX2 and FMA codelets and threads, for the CPU at hand.
#
#   ./get_fftw.sh [directory]      (ext/fftw beside this script)
#
# Debian's binary has no AVX-512 codelets and is up to twice as slow. The sources are the release tarball where it can be
# fetched, else Debian's source package of the same release. Needs gcc and make, and for the source package a Debian or
# derived system with dpkg-dev (apt-get install build-essential dpkg-dev); no root. Takes about ten minutes of one core
# (MAKEFLAGS=-j4 for more of them), half that with PRECISIONS=double or PRECISIONS=single. With SETS=avx2 it has no AVX-512: for
# comparisons under RINGFFT_ISA=avx2.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
prefix=${1:-$here/ext/fftw}
precisions=${PRECISIONS:-double single}
case ${SETS:-avx512} in
    avx512) flags='--enable-avx512' processor=native ;;
    avx2) flags='' processor=haswell ;;
    *) echo "get_fftw.sh: SETS is avx512 or avx2" >&2; exit 1 ;;
esac
version=3.3.10
sha256=56c932549852cddcfafdab3820b0200c7742675be92179e59e6215b340e26467
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/sources" "$work/lists/partial" "$work/archives/partial" "$work/source" "$prefix"
prefix=$(cd "$prefix" && pwd)
cd "$work/source"

release() {
    curl -fsSLO --connect-timeout 20 "https://www.fftw.org/fftw-$version.tar.gz" || return 1
    echo "$sha256  fftw-$version.tar.gz" | sha256sum -c - || exit 1
    tar xzf "fftw-$version.tar.gz"
}

# The system's own package entries, for sources instead of binaries, with lists in a directory of their own.
debian() {
    for entry in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
        [ -f "$entry" ] && sed -n 's/^deb \(.*debian.*\)/deb-src \1/p' "$entry" > "$work/sources/$(basename "$entry" .list).list"
    done
    for entry in /etc/apt/sources.list.d/debian*.sources; do
        [ -f "$entry" ] && sed 's/^Types:.*/Types: deb-src/' "$entry" > "$work/sources/$(basename "$entry")"
    done
    apt update
    apt source fftw3
}
apt() {
    apt-get -q -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$work/sources" \
        -o Dir::State::lists="$work/lists" -o Dir::Cache="$work" -o APT::Sandbox::User=root "$@"
}
release || debian
cd fftw*-$version*/
[ -x configure ] || { echo "get_fftw.sh: these sources have no configure script" >&2; exit 1; }

# No Fortran, no documentation: libraries and the header alone.
for precision in $precisions; do
    mkdir "build-$precision"
    cd "build-$precision"
    [ "$precision" = single ] && float=--enable-float || float=
    ../configure --prefix="$prefix" --enable-shared --disable-static --disable-fortran --disable-doc --enable-threads \
        --enable-sse2 --enable-avx --enable-avx2 $flags --enable-fma $float CFLAGS="-O3 -march=$processor"
    make
    make install
    cd ..
done
echo "FFTW $version is in $prefix: FFTW_DIR=$prefix target/release/peers complex"
