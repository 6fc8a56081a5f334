#!/usr/bin/env bash
# Runs every fuzz target of the module for a while: test/fuzz.sh [TIME], such as 1m or 10m.
set -euo pipefail
cd "$(dirname "$0")/.."
time=${1:-1m}
grep -rlE '^func Fuzz' --include='*_test.go' --exclude-dir=node_modules --exclude-dir=.tools . | while read -r file; do
  sed -n 's/^func \(Fuzz[A-Za-z0-9_]*\)(.*/\1/p' "$file" | while read -r target; do
    echo "== $target in $(dirname "$file")"
    go test -run '^$' -fuzz "^$target\$" -fuzztime "$time" "$(dirname "$file")"
  done
done
