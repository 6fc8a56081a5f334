# Packages of a Debian release, unpacked into a folder of their own; sourced by
# the scripts, not run. apt checks the packages against Debian's keys, and no
# file outside of the folder changes. Programs run with the libc of their own
# release.
#
# PTK_DEBIAN_MIRROR  a mirror of Debian; needed if apt has none (Ubuntu)

multi=usr/lib/x86_64-linux-gnu

# debian_mirror: prints the mirror from which this machine gets its packages.
debian_mirror() {
  if [ -n "${PTK_DEBIAN_MIRROR:-}" ]; then
    echo "$PTK_DEBIAN_MIRROR"
    return
  fi
  apt-get indextargets --format '$(REPO_URI) $(COMPONENT)' 'Created-By: Packages' |
    awk '$2 == "main" && $1 ~ /\/debian\/?$/ { print $1; exit }'
}

debian_keyring() {
  for k in /usr/share/keyrings/debian-archive-keyring.gpg /usr/share/keyrings/debian-archive-keyring.pgp; do
    if [ -r "$k" ]; then echo "$k"; return; fi
  done
}

# find_debian: sets keyring and mirror.
find_debian() {
  keyring=$(debian_keyring)
  if [ -z "$keyring" ]; then
    need_packages debian-archive-keyring
    keyring=$(debian_keyring)
  fi
  mirror=$(debian_mirror)
  [ -n "$mirror" ] ||
    fail "apt on this machine has no Debian mirror; set PTK_DEBIAN_MIRROR to the address of one (…/debian) and run this again"
}

# private_apt ARGUMENT...: apt that knows only $work and $suite. The empty list
# of installed packages makes it download all dependencies, libc too. The hooks
# of the machine, which may clean caches, are not run.
private_apt() {
  apt-get -qq -c "$work/no-hooks.conf" \
    -o APT::Architecture=amd64 -o APT::Architectures=amd64 \
    -o APT::Sandbox::User="$(id -un)" -o APT::Install-Recommends=false \
    -o Dir::State="$work" -o Dir::State::Lists="$work/lists" -o Dir::State::status="$work/status" \
    -o Dir::Cache="$work/cache" -o Dir::Log="$work" \
    -o Dir::Etc::SourceList="$work/sources.list" -o Dir::Etc::SourceParts=/dev/null \
    -o Dir::Etc::Preferences=/dev/null -o Dir::Etc::PreferencesParts=/dev/null \
    -o Acquire::Retries=3 "$@"
}

# read_lists: downloads the list of the packages of $suite.
read_lists() {
  mkdir -p "$work/lists/partial" "$work/cache/archives/partial"
  : >"$work/status"
  echo '#clear APT::Update::Post-Invoke; #clear DPkg::Post-Invoke;' >"$work/no-hooks.conf"
  echo "deb [arch=amd64 lang=none target=Packages signed-by=$keyring] $mirror $suite main" >"$work/sources.list"
  private_apt update -o APT::Update::Error-Mode=any ||
    fail "cannot get the package list of Debian $suite from $mirror; the lines above say why (PTK_DEBIAN_MIRROR names another mirror)"
}

# unpack_debian PACKAGE...: downloads packages of $suite and what they depend on,
# unpacks them into $work/root and writes their hashes to $work/lock.
unpack_debian() {
  read_lists
  private_apt install -y --download-only "$@" >/dev/null ||
    fail "cannot get $* of Debian $suite from $mirror; the lines above say why"
  unpack_archives
}

# unpack_alone PACKAGE...: the same without what they depend on.
unpack_alone() {
  read_lists
  (cd "$work/cache/archives" && private_apt download "$@") ||
    fail "cannot get $* of Debian $suite from $mirror; the lines above say why"
  unpack_archives
}

unpack_archives() {
  mkdir -p "$work/root"
  for deb in "$work"/cache/archives/*.deb; do
    dpkg-deb --fsys-tarfile "$deb" | tar -x -C "$work/root" --no-same-owner \
      --exclude=./usr/share/doc --exclude=./usr/share/man --exclude='./usr/lib/*/gconv'
  done
  (cd "$work/cache/archives" && sha256sum -- *.deb) >"$work/lock"
}

# run_patchelf ARGUMENT...: runs the patchelf of $work/root with its own libc.
run_patchelf() {
  "$work/root/$multi/ld-linux-x86-64.so.2" --library-path "$work/root/$multi" "$work/root/usr/bin/patchelf" "$@"
}
