# make help tells the targets. Everything that a target needs beyond Go and Node it installs itself, pinned, below .tools/.
GOLANGCI = github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0
GOFUMPT  = mvdan.cc/gofumpt@v0.12.0
RG       = .tools/rg/node_modules/@vscode/ripgrep-linux-x64/bin/rg
VERSION ?= dev
FUZZTIME ?= 1m
BASE     ?= HEAD
PACKAGES ?= ./...

.PHONY: help build check test unit e2e vscode-unit lint lint-go fmt bench bench-trees fuzz beds generate vsix

help: ## tell the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 14

build: ## build the server into bin/
	CGO_ENABLED=0 go build -trimpath -ldflags '-s -w -X main.version=$(VERSION)' -o bin/ptk-lsp ./cmd/ptk-lsp

check: ## the inner loop: check and test only what has changed since BASE (HEAD)
	test/check.sh $(BASE)

test: lint beds vscode-unit unit e2e ## everything: checks, units, and the real editors end to end

unit: ## the Go tests but those of the editors, with the race detector
	go test -race -timeout 20m $$(go list ./... | grep -v -e /test/vscode -e /test/neovim -e '/test/llama$$')

e2e: ## the real editors and a real model server end to end, each with a time limit of its own
	go test -race -timeout 15m ./test/llama
	go test -race -timeout 20m ./test/neovim
	go test -race -timeout 30m ./test/vscode

vscode-unit: ## the extension's own checks and unit tests
	cd editors/vscode && npm ci --no-audit --no-fund && npm run check

beds: ## install the editors, MCP servers and the model server that the tests drive into .tools/
	test/beds/neovim.sh
	test/beds/vscode.sh
	test/beds/mcp.sh
	test/beds/llama.sh

lint: lint-go ## check the Go code, for each system
	GOOS=windows go vet ./...
	GOOS=darwin go vet ./...

lint-go: # PACKAGES, or all
	go vet $(PACKAGES)
	go run $(GOLANGCI) run $(PACKAGES)

fmt: ## format the Go code
	go run $(GOFUMPT) -modpath ptk-lsp -w cmd llm lsp ptk tools workspace test

bench: ## measure; docs/performance.md says what the figures mean
	PTK_BENCH_TREES=$${PTK_BENCH_TREES:-$(CURDIR)/.tools/trees} PTK_BENCH_RG=$${PTK_BENCH_RG:-$(CURDIR)/$(RG)} PTK_BENCH_CINDEX=$${PTK_BENCH_CINDEX:-$(CURDIR)/.tools/codesearch/usr/bin/cindex} go test -run '^$$' -bench . -benchtime 1s -timeout 60m ./...

bench-trees: ## make the trees and fetch the programs that search is measured beside, into .tools/
	test/beds/trees.sh

fuzz: ## fuzz each entry point for FUZZTIME
	test/fuzz.sh $(FUZZTIME)

generate: ## write what is generated from the Go structs
	go generate ./lsp/wire

vsix: ## build the installable VS Code extension, a .vsix for each platform with the server inside
	cd editors/vscode && npm ci --no-audit --no-fund && npm run vsix -- all
