#!/usr/bin/env bash
# Packages the extension with its server inside: vsix.sh [TARGET [OUT]]
# TARGET is VS Code's name of a platform, such as linux-x64; left out, this machine's; "all": one after the other, all that
# there are packages for.
# OUT is the file to write, with all the folder; left out, ptk-lsp-TARGET.vsix beside package.json.
set -euo pipefail
cd "$(dirname "$0")/.."

all="linux-x64 linux-arm64 darwin-x64 darwin-arm64 win32-x64 win32-arm64"

host_target() {
  local os arch
  case "$(go env GOHOSTOS)" in windows) os=win32 ;; *) os=$(go env GOHOSTOS) ;; esac
  case "$(go env GOHOSTARCH)" in amd64) arch=x64 ;; arm) arch=armhf ;; *) arch=$(go env GOHOSTARCH) ;; esac
  echo "$os-$arch"
}

build_server() {
  local os=${target%-*} arch=${target##*-} name=ptk-lsp
  case $os in win32) os=windows name=ptk-lsp.exe ;; alpine) os=linux ;; esac
  case $arch in x64) arch=amd64 ;; armhf) arch=arm ;; esac
  rm -rf server
  CGO_ENABLED=0 GOOS=$os GOARCH=$arch go build -trimpath -ldflags="-s -w -X main.version=$version" -o "server/$name" ../../cmd/ptk-lsp
}

package() {
  local target=$1 out=$2
  build_server
  npx --no-install vsce package --no-dependencies --allow-missing-repository --no-rewrite-relative-links --target "$target" --out "$out"
}

version=$(node -p 'require("./package.json").version')
target=${1:-$(host_target)}
if [ ! -e node_modules/.package-lock.json ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
  npm ci --no-audit --no-fund --ignore-scripts
  touch node_modules/.package-lock.json
fi
node scripts/build.mjs --production
if [ "$target" = all ]; then
  for one in $all; do package "$one" "${2:-.}/ptk-lsp-$one.vsix"; done
else
  package "$target" "${2:-ptk-lsp-$target.vsix}"
fi
