#!/bin/sh
# Compiles ntl.cpp against the system's NTL.
#
#   ./get_ntl.sh [directory]       (ext/ntl beside this script)
#
# Needs g++ and NTL with its headers (apt-get install libntl-dev on a Debian or derived system). Distributions build NTL for any CPU
# of the architecture. Takes seconds.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
prefix=${1:-$here/ext/ntl}
mkdir -p "$prefix/lib"
prefix=$(cd "$prefix" && pwd)
g++ -O3 -march=native -shared -fPIC -o "$prefix/lib/libpeersntl.so" "$here/ntl.cpp" -lntl -lgmp
echo "NTL is behind $prefix/lib/libpeersntl.so: NTL_DIR=$prefix target/release/polynomials"
