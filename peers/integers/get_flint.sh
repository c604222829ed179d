#!/bin/sh
# Builds FLINT 3.6.0 with its small-prime FFT (fft_small) for the CPU at hand from the sources inside the crate flint3-sys.
#
#   ./get_flint.sh [directory]     (ext/flint beside this script)
#
# By default it compiles those modules alone that limbs, polynomials modulo a prime and matrices of integers need, in about six minutes of one
# core; MODULES=all compiles FLINT, in about half an hour (MAKEFLAGS=-j4 for more cores). GMP_DIR names the GMP that FLINT links: the one
# of get_gmp.sh (default ext/gmp) if it exists, else the system's.
#
# Distributions ship FLINT without -march flags, or an older release. Needs cargo, gcc, make, m4, autoconf, automake, libtool,
# libmpfr-dev and libgmp-dev (apt-get install with these names on a Debian or derived system); no root for the rest.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
prefix=${1:-$here/ext/flint}
gmp=${GMP_DIR:-$here/ext/gmp}
version=3.6.1
modules='generic_files thread_pool thread_support ulong_extras long_extras double_extras perm d_vec mpn_extras nmod nmod_vec nmod_poly
    fmpz fmpz_vec fmpz_poly fmpz_mat nmod_mat fmpz_mod fmpz_mod_vec fmpz_mod_poly gr gr_generic gr_vec gr_poly mpn_mod
    fmpz_extras mag arf arb bernoulli fft fft_small'
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$prefix/lib" "$work/source/src"
prefix=$(cd "$prefix" && pwd)

cd "$work/source"
: > src/lib.rs
printf '[package]\nname = "source"\nversion = "0.0.0"\n[dependencies]\nflint3-sys = "=%s"\n[workspace]\n' "$version" > Cargo.toml
cargo vendor "$work/vendor" > /dev/null
cp -R "$work/vendor/flint3-sys/flint" "$work/flint"
cd "$work/flint"

sh ./bootstrap.sh
set -- --prefix="$prefix" --enable-shared --disable-static
link=
if [ -d "$gmp/lib" ]; then
    gmp=$(cd "$gmp" && pwd)
    link="-L$gmp/lib -Wl,-rpath,$gmp/lib"
    set -- "$@" --with-gmp="$gmp" LDFLAGS="$link"
fi
# Flags for this CPU: configure's own are those of any x86-64 where the compiler does not know the CPU by name. FLINT's vectors have 256
# bits; with AVX-512 gcc 12 aligns stacks to 64 bytes, and finds no registers for the longest carry chains.
sh ./configure "$@" CFLAGS="-O3 -march=native -mno-avx512f"
grep -q 'define FLINT_HAVE_FFT_SMALL 1' src/flint-config.h || {
    echo "get_flint.sh: FLINT's configure left fft_small out; the comparison would mean nothing" >&2
    exit 1
}
if [ "${MODULES:-few}" = all ]; then
    ${MAKE:-make} shared
else
    # Functions of other modules end the program and tell their name; none is called. They must exist, because tables hold their addresses.
    modules=$(echo $modules)
    ${MAKE:-make} shared DIRS="$modules"
    printf '%s\n' 'int puts(const char *);' 'int fflush(void *);' 'void abort(void);' \
        '#define MISSING(name) void name(void) { puts("FLINT lacks " #name ": build it with MODULES=all"); fflush(0); abort(); }' > missing.c
    nm -D -u libflint.so | awk '$1 == "U" && $2 !~ /@|^__gmp|^mpfr_/ { print "MISSING(" $2 ")" }' >> missing.c
    gcc -fPIC -w -c missing.c -o missing.o
    rm libflint.so*
    # shellcheck disable=SC2046,SC2086
    gcc -shared $(find build -name '*_merged.lo') missing.o -o libflint.so $link -lmpfr -lgmp -lm -lpthread
fi
rm -f "$prefix"/lib/libflint.so*
cp -P libflint.so* "$prefix/lib"
cp config.log "$prefix/config.log"
echo "FLINT is in $prefix: FLINT_DIR=$prefix target/release/integers"
