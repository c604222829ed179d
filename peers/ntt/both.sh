#!/bin/sh
# One table of two builds, without RUSTFLAGS and with -C target-cpu=native, measured row by row in turn:
#   ./both.sh [filter ...]
#   OPTIONS='--ms 300' PLAIN=program NATIVE=program ./both.sh p50 goldilocks/2^16
# PLAIN and NATIVE are programs that are built already.
set -eu
cd "$(dirname "$0")"
if [ -z "${PLAIN:-}" ]; then
    cargo build --release --target-dir target >&2
    PLAIN=target/release/peers-ntt
fi
if [ -z "${NATIVE:-}" ]; then
    RUSTFLAGS='-C target-cpu=native' cargo build --release --target-dir target/native >&2
    NATIVE=target/native/release/peers-ntt
fi
rows=$("$PLAIN" list ${OPTIONS:-} "$@")
echo '| ring | n | peer | ours, ns | peer, ns | ratio | ours, native | peer, native | ratio, native | better build over ours |'
echo '|---|---|---|---|---|---|---|---|---|---|'
for row in $rows; do
    {
        "$PLAIN" --csv ${OPTIONS:-} "$row" | sed 's/^/plain,/'
        "$NATIVE" --csv ${OPTIONS:-} "$row" | sed 's/^/native,/'
    } | awk -F, '
        $2 ~ /^#/ || $2 == "ring" { next }
        $1 == "plain" { ours[$4] = $5; peer[$4] = $6; next }
        { name = $4
          printf "| %s | %s | %s | %s | %s | %.3f | %s | %s | %.3f | %.3f |\n", $2, $3, name, ours[name], peer[name],
              peer[name] / ours[name], $5, $6, $6 / $5, ($6 < peer[name] ? $6 : peer[name]) / ours[name] }'
done
