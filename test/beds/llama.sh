#!/bin/sh
# Installs llama.cpp's server, to which the tests of local models talk, as
# .tools/llama/llama-server: Debian's own package (forky; earlier releases lack
# it), in a folder of its own. A second run does nothing. Debian's testing
# release moves on: lock beside the program holds the hashes of what was used.
#
# PTK_DEBIAN_MIRROR  a mirror of Debian; needed if apt has none (Ubuntu)
set -eu
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/debian.sh"

recipe=1

version_of() {
  "$1" --version 2>&1 | sed -n 's/^version: //p'
}

# relink: the server looks for its backends beside its own file, and the
# libraries name folders of the system, so that a script starts it.
relink() {
  lib=$dest/root/$multi
  run_patchelf --set-interpreter "$lib/ld-linux-x86-64.so.2" "$work/root/usr/bin/llama-server"
  rm -rf "$dest/root"
  mv "$work/root" "$dest/root"
  find "$lib" -path '*backends*' -name '*.so' -exec ln -sf {} "$dest/root/usr/bin/" \;
  cat >"$dest/llama-server" <<END
#!/bin/sh
LD_LIBRARY_PATH='$lib:$lib/llama' exec '$dest/root/usr/bin/llama-server' "\$@"
END
  chmod +x "$dest/llama-server"
}

need_amd64
tools=$(tools_dir)
only_one llama
suite=forky dest=$tools/llama work=$tools/llama/.work
want="$recipe $suite $dest"
if ! stamped "$dest/.stamp" "$want" || [ -z "$(version_of "$dest/llama-server")" ]; then
  need_commands apt-get=apt dpkg-deb=dpkg
  find_debian
  rm -rf "$work" "$dest/.stamp"
  unpack_debian llama.cpp-tools patchelf
  relink
  mv "$work/lock" "$dest/lock"
  rm -rf "$work"
  [ -n "$(version_of "$dest/llama-server")" ] || fail "the llama-server of Debian $suite does not start: $("$dest/llama-server" --version 2>&1 | head -n 3)"
  echo "$want" >"$dest/.stamp"
fi
echo "llama-server $(version_of "$dest/llama-server") is in $dest"
