"""Takes the picture of editors/nvim/README.md: a real Neovim in tmux, drawn by rich and Chromium.
Needs tests/e2e/setup.sh and tmux; run `python editors/pictures/neovim.py` with the Python that has sklint."""

import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from rich.console import Console
from rich.text import Text

ROOT = Path(__file__).parents[2]
WIDTH, HEIGHT = 132, 25  # characters
NEOVIM = Path.home() / ".cache/sklint-e2e/neovim/bin/nvim"
UNDERLINE = re.compile(
    r"(?<=[\[;])(4:3)?;?58[;:][25][:;]+[\d;:]+?(?=m)"
)  # its shape and colour, which rich cannot draw
SET_UP = """
vim.opt.runtimepath:prepend("{root}/editors/nvim")
vim.opt.termguicolors = true
vim.opt.background = "dark"
vim.opt.number = true
vim.opt.shortmess:append("I")
vim.opt.laststatus = 2
vim.cmd("colorscheme retrobox | highlight Normal guibg=NONE | highlight SignColumn guibg=NONE")
vim.cmd("highlight DiagnosticError guifg=#fb4934 | highlight DiagnosticWarn guifg=#fabd2f")
vim.opt.fillchars = {{ eob = " " }}
vim.diagnostic.config({{ virtual_text = {{ prefix = "●" }}, signs = true, underline = true }})
require("sklint").setup({{ cmd = {{ "{sklint}", "lsp" }} }})
"""


def tmux(*arguments: str) -> str:
    return subprocess.run(["tmux", "-L", "sklint", *arguments], capture_output=True, text=True, check=True).stdout


def wait_for(text: str) -> None:
    for _ in range(200):
        if text in tmux("capture-pane", "-p"):
            return
        time.sleep(0.1)
    sys.exit(f"waited in vain for {text}\n{tmux('capture-pane', '-p')}")


def screen(folder: Path) -> str:
    """What the terminal shows, with its colours, while the menu of quick fixes is open."""
    shutil.copy(ROOT / "examples/scale_rows.asc", folder)
    (folder / "init.lua").write_text(SET_UP.format(root=ROOT, sklint=Path(sys.executable).with_name("sklint")))
    own = " ".join(f"XDG_{it}_HOME={folder}/{it}" for it in ("CONFIG", "DATA", "STATE", "CACHE"))
    command = f"cd {folder} && {own} {shlex.quote(str(NEOVIM))} -n -i NONE -u init.lua scale_rows.asc"
    tmux("-f", os.devnull, "new-session", "-d", "-x", str(WIDTH), "-y", str(HEIGHT), command)
    try:
        wait_for("scale_rows.asc")
        tmux("send-keys", "38Gzt", "4j", "fn")
        wait_for("without alignas(4)")
        tmux("send-keys", ":lua vim.lsp.buf.code_action()", "Enter")
        wait_for("Align negate to 4")
        return UNDERLINE.sub("4", tmux("capture-pane", "-e", "-p"))
    finally:
        tmux("kill-server")


def draw(text: str, to: Path, scratch: Path) -> None:
    console = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    console.print(Text.from_ansi(text.rstrip("\n")), no_wrap=True, overflow="crop")
    drawn = console.export_svg(title="nvim scale_rows.asc", unique_id="neovim")
    width, height = (float(it) for it in drawn.split('viewBox="0 0 ')[1].split('"')[0].split())
    scale = 1100 / width
    page = scratch / "page.html"
    style = f"<style>body{{margin:0}}svg{{display:block;width:1100px;height:{height * scale:.0f}px}}</style>"
    page.write_text(f"<!doctype html><meta charset=utf-8>{style}{drawn}", encoding="utf-8")
    chromium = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]
    size = f"--window-size=1100,{height * scale:.0f}"
    shot = [*chromium, "--default-background-color=00000000", size, f"--screenshot={to}", page.as_uri()]
    subprocess.run(shot, check=True, capture_output=True)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        to = ROOT / "editors/nvim/media/quick-fix.png"
        to.parent.mkdir(exist_ok=True)
        draw(screen(Path(folder)), to, Path(folder))


if __name__ == "__main__":
    main()
