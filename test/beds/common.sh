# Shared by the scripts; sourced, not run. The beds are in .tools/ of the
# repository (or in PTK_TOOLS), which git ignores.

fail() {
  printf '%s: %s\n' "$0" "$*" >&2
  exit 1
}

# tools_dir: prints the folder of the beds, made if it is missing.
tools_dir() {
  dir=${PTK_TOOLS:-$(dirname "$0")/../../.tools}
  mkdir -p "$dir" && cd "$dir" && pwd -P
}

# only_one NAME: two runs at once would unpack into the same folder.
only_one() {
  command -v flock >/dev/null || return 0
  exec 9>"$tools/.$1.lock"
  flock -w 900 9 || fail "another run has held $tools/.$1.lock for 15 minutes; end it and try again"
}

# need_commands COMMAND=PACKAGE...: installs the packages of the commands that
# are missing where that is possible (apt and root), else says what to do.
need_commands() {
  packages=
  for pair in "$@"; do
    command -v "${pair%%=*}" >/dev/null 2>&1 || packages="$packages ${pair#*=}"
  done
  if [ -n "$packages" ]; then need_packages $packages; fi
}

need_packages() {
  command -v apt-get >/dev/null 2>&1 ||
    fail "missing:$(printf ' %s' "$@"); there is no apt-get here to install it, so install it by this system's own means and run this again"
  [ "$(id -u)" = 0 ] ||
    fail "missing packages; run this and then try again: sudo apt-get update && sudo apt-get install -y --no-install-recommends $*"
  echo "installing $*"
  apt-get -qq update
  DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends "$@" >/dev/null ||
    fail "apt-get could not install: $*; the lines above say why"
}

need_amd64() {
  [ "$(uname -sm)" = "Linux x86_64" ] ||
    fail "this bed is made for Linux on x86_64, and this is $(uname -sm)"
}

# stamped STAMP WANT: succeeds if the bed was finished by the same recipe.
stamped() {
  [ "$(cat "$1" 2>/dev/null)" = "$2" ]
}
