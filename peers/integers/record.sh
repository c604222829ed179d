#!/bin/sh
# Measures the rows of a record, in pieces of less than three minutes on one idle machine.
#
#   ./record.sh PREFIX             every piece, into PREFIX-integers.csv and so on
#   ./record.sh PREFIX 3 4         these pieces
#
# PROGRAMS is the folder of the programs (target/release). Rows that are measured again are appended: remove the files first, or let
# ringfft-docs take the last of several lines.
set -eu

prefix=${1:?"usage: ./record.sh PREFIX [PIECE...]"}
shift
here=$(cd "$(dirname "$0")" && pwd)
programs=${PROGRAMS:-$here/target/release}
pieces=13

piece() {
    case $1 in
    1) run integers integers --bits 2^6..2^20 --kind product,square --ms 60 ;;
    2) run integers integers --bits 2^20.25..2^24 --kind product --ms 60 ;;
    3) run integers integers --bits 2^20.25..2^24 --kind square --ms 60 ;;
    4) run integers integers --bits 2^24.25..2^28 --kind product --ms 60 --peer gmp,flint,malachite ;;
    5) run integers integers --bits 2^24.25..2^28 --kind square --ms 60 --peer gmp,flint,malachite ;;
    6) run integers integers --bits 2^10..2^26 --kind 1:10,1:100 --ms 40 --peer gmp,flint,malachite ;;
    7) run integers integers-threads --bits 2^14..2^26 --kind product,square --threads 2 --ms 60 ;;
    8) run integers integers-operands --bits 2^6..2^24 --per-octave 1 --kind product,square --operands ones,sparse --ms 40 \
        --peer gmp,flint ;;
    9) run polynomials polynomials --ring p31,p60,p63,bls12-381-fr --lengths 2^8..2^18 --ms 40 ;;
    10) run polynomials polynomials --ring p31,p60,p63,bls12-381-fr --lengths 2^19..2^22 --ms 40 --peer flint,ark-poly ;;
    11) run polynomials polynomials-operations --operation divide,gcd --ring p60,p63,bls12-381-fr --lengths 2^10,2^13,2^16 --ms 100 ;;
    12) run polynomials polynomials-operations --operation evaluate,interpolate --ring p60,p63,bls12-381-fr --lengths 2^10,2^13,2^16 \
        --ms 100 ;;
    13)
        run matrices matrices --order 16 --bits 2^10..2^17,100000 --ms 100
        run matrices matrices --order 64 --bits 2^10..2^14,100000 --ms 100 --peer flint
        ;;
    *)
        echo "record.sh: there is no piece $1: they are 1 to $pieces" >&2
        exit 2
        ;;
    esac
}

# Runs a program with options; the rows go to the file of this name.
run() {
    program=$1 file=$prefix-$2.csv
    shift 2
    "$programs/$program" --csv "$file" "$@"
}

if [ $# = 0 ]; then
    # shellcheck disable=SC2046
    set -- $(seq $pieces)
fi
done=0
for number in "$@"; do
    echo "piece $number, $((done * 100 / $#)) %" >&2
    piece "$number"
    done=$((done + 1))
done
