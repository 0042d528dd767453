#!/usr/bin/env bash
# Draws icon.png from icon.svg: vsce takes no SVG as the icon. Needs Chromium.
cd "$(dirname "$0")"
page=$(mktemp --suffix .html)
{ echo '<!doctype html><style>body{margin:0;background:transparent}svg{display:block}</style>'; cat icon.svg; } >"$page"
chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size=128,128 \
  --default-background-color=00000000 --screenshot="$PWD/icon.png" "file://$page"
