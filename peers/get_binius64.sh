#!/bin/sh
# Puts the sources of binius64 where peers/binius64 expects them, at the commit its figures are recorded for.
#
#   ./get_binius64.sh [repository]
set -eu

commit=7ad579a1e19cd52a83803ff3b6ecf389708a931d
here=$(cd "$(dirname "$0")" && pwd)
git clone "${1:-https://github.com/binius-zk/binius64}" "$here/ext/binius64"
git -C "$here/ext/binius64" checkout --detach "$commit"
echo "binius64 is in $here/ext/binius64:"
echo "cd $here/binius64 && RUSTFLAGS='-C target-cpu=native' cargo build --release"
