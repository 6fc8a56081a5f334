#!/bin/sh
# Installs the Neovims that the plugin is tested in:
#
#   .tools/nvim-0.12/bin/nvim   from Debian forky
#   .tools/nvim-0.10/bin/nvim   from Debian trixie, the oldest that is supported
#   .tools/stylua               stylua, which formats the plugin, from npm
#
# The Neovims are Debian's own packages, checked by apt against Debian's keys,
# fetched into folders of their own and run with the libc of their release:
# nothing outside of .tools changes, and no root is needed (only luacheck, and
# tmux for the tests that look at the screen, are packages of the system). A
# second run does nothing. Debian's testing release moves on: the minor version
# is checked, and nvim.lock beside bin/ holds the hashes of what was used.
#
# PTK_DEBIAN_MIRROR  a mirror of Debian; needed where apt has none (Ubuntu)
set -eu
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/debian.sh"

recipe=1
stylua_version=2.5.2

# relink: the terminal interface of Neovim starts /proc/self/exe again, so that
# the binary itself must name its loader and libraries (with absolute paths: a
# folder that was moved is made anew by the next run).
relink() {
  run_patchelf --set-interpreter "$dest/root/$multi/ld-linux-x86-64.so.2" \
    --force-rpath --set-rpath "$dest/root/$multi" "$work/root/usr/bin/nvim"
  rm -rf "$dest/root"
  mv "$work/root" "$dest/root"
  mkdir -p "$dest/bin"
  cat >"$dest/bin/nvim" <<EOF
#!/bin/sh
export VIMRUNTIME='$dest/root/usr/share/nvim/runtime'
exec '$dest/root/usr/bin/nvim' "\$@"
EOF
  chmod +x "$dest/bin/nvim"
}

version_of() {
  "$1" --version 2>/dev/null | sed -n 's/^NVIM v//p'
}

# install_nvim SERIES SUITE
install_nvim() {
  series=$1 suite=$2 dest=$tools/nvim-$1 work=$tools/nvim-$1/.work
  want="$recipe $suite $dest"
  if stamped "$dest/.stamp" "$want" && [ -n "$(version_of "$dest/bin/nvim")" ]; then
    echo "Neovim $(version_of "$dest/bin/nvim") is in $dest"
    return
  fi
  rm -rf "$work" "$dest/.stamp"
  unpack_debian neovim patchelf
  mv "$work/lock" "$dest/nvim.lock"
  relink
  rm -rf "$work"
  got=$(version_of "$dest/bin/nvim")
  case $got in
  "$series".*) ;;
  *) fail "Debian $suite has Neovim ${got:-that does not start}, and the tests want $series: look for the suite that has it now and name it at the end of this script" ;;
  esac
  echo "$want" >"$dest/.stamp"
  echo "Neovim $got is installed in $dest"
}

install_stylua() {
  want="$recipe stylua $stylua_version"
  if ! stamped "$tools/stylua/.stamp" "$want"; then
    mkdir -p "$tools/stylua"
    echo '{"private":true}' >"$tools/stylua/package.json"
    npm install --prefix "$tools/stylua" --no-audit --no-fund --loglevel=error --ignore-scripts \
      "@johnnymorganz/stylua@$stylua_version" >/dev/null ||
      fail "npm could not install stylua; the lines above say why"
    echo "$want" >"$tools/stylua/.stamp"
  fi
  echo "stylua $stylua_version is in $tools/stylua"
}

need_amd64
tools=$(tools_dir)
only_one neovim
need_commands apt-get=apt dpkg-deb=dpkg tmux=tmux luacheck=lua-check node=nodejs npm=npm
find_debian
install_nvim 0.12 forky
install_nvim 0.10 trixie
install_stylua
