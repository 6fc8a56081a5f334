#!/bin/sh
# Installs the MCP servers that the client is tested with, the official ones, into .tools/mcp, from npm with exact
# versions. A second run does nothing.
set -eu
. "$(dirname "$0")/common.sh"

everything_version=2026.8.31
filesystem_version=2026.8.31
recipe=1

tools=$(tools_dir)
bed=$tools/mcp
only_one mcp
want="$recipe server-everything $everything_version, server-filesystem $filesystem_version in $bed"
if ! stamped "$bed/.stamp" "$want"; then
  command -v npm >/dev/null || fail "npm is missing; install Node 20 or later with npm and run this again"
  rm -rf "$bed"
  mkdir -p "$bed"
  echo '{"private":true}' >"$bed/package.json"
  npm install --prefix "$bed" --no-audit --no-fund --loglevel=error --ignore-scripts \
    "@modelcontextprotocol/server-everything@$everything_version" \
    "@modelcontextprotocol/server-filesystem@$filesystem_version" >/dev/null ||
    fail "npm could not install the MCP servers; the lines above say why"
  echo "$want" >"$bed/.stamp"
fi
echo "$want"
