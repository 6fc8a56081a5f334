#!/usr/bin/env bash
# Checks what has changed since a commit, for the inner loop: test/check.sh [BASE], HEAD unless given. Files that git does not
# track yet count as changed. It builds everything, and lints and tests the packages with changes; make test runs all.
set -euo pipefail
cd "$(dirname "$0")/.."
base=${1:-HEAD}
changed=$( (git diff --name-only "$base" && git ls-files --others --exclude-standard) | sort -u)

has() { grep -qE "$1" <<<"$changed"; }

# A package is tested if a file in its folder, or in the testdata below it, has changed.
packages=$(grep -E '\.go$|/testdata/' <<<"$changed" | sed -E 's|/testdata/.*|/x|; s|^|./|' | xargs -r -n1 dirname | sort -u |
  while read -r dir; do if compgen -G "$dir/*.go" >/dev/null; then echo "$dir"; fi; done)

go build ./...
if [ -n "$packages" ]; then
  echo "== Go:" $packages
  make --no-print-directory lint-go PACKAGES="$packages"
  go test -timeout 5m ./test/floors $(grep -vE '^\./test/(vscode|neovim)$' <<<"$packages" || true)
fi
if has '^editors/neovim/|^test/neovim/'; then
  echo '== Neovim'
  go test -timeout 5m ./test/neovim
fi
if has '^editors/vscode/'; then
  echo '== VS Code'
  (cd editors/vscode && { [ -d node_modules ] || npm ci --no-audit --no-fund; } && npm run check)
fi
