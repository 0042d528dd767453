"""Real Neovims, the newest that is to be had and Debian's, with the plugin of editors/nvim and the real server."""

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., dict]


@pytest.fixture(params=["newest", "Debian's"])
def neovim(request: pytest.FixtureRequest, editor: Callable[[str], str], program: Path, tmp_path: Path) -> Run:
    path = editor("neovim/bin/nvim" if request.param == "newest" else "/usr/bin/nvim")

    def run(scenario: str, file: Path, **settings: object) -> dict:
        own = {f"XDG_{it}_HOME": str(tmp_path / it) for it in ("CONFIG", "DATA", "STATE", "CACHE")}
        more = {"SCENARIO": scenario, "SKLINT": str(program), "SETTINGS": json.dumps(settings)}
        command = [path, "--headless", "-n", "-i", "NONE", "-u", Path(__file__).with_name("neovim.lua"), file]
        done = subprocess.run(
            command,
            env={**os.environ, **own, **more, "NVIM_LOG_FILE": str(tmp_path / "log")},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
        )
        seen = json.loads(next((it for it in done.stdout.splitlines() if it.startswith(("{", "["))), "{}") or "{}")
        assert done.returncode == 0, seen or done.stdout + done.stderr
        return seen or {}

    return run


def test_a_finding_is_shown_and_the_quick_fix_repairs_the_file(
    neovim: Run, kernels: Path, original: bytes, repaired: bytes
) -> None:
    seen = neovim("repair", kernels)
    assert seen["filetype"] == "asc"
    line, start, end, *rest = seen["finding"]
    shown = original.splitlines()[line - 1][start:end].decode()
    assert (line, shown.split()[-1], rest) == (12, "negate", [1, "sklint", "sk.args-struct-alignas"])
    assert seen["menu"][0] == "Align negate to 4"
    assert kernels.read_bytes() == repaired


def test_a_contract_has_its_findings_and_other_json_is_left_alone(neovim: Run, kernels: Path) -> None:
    file = kernels.with_name("operator-io-contract.json")
    file.write_text('{"entries": {\n  "add": {"inputs": ["x"], "outputs": ["y"], "luanch": {"block_dim": 8}}\n}}\n')
    file.with_name("package.json").write_text("{}\n")
    seen = neovim("contract", file)
    assert seen == {"finding": [2, "sklint", "contract.io-contract"], "others": 0}


def test_fix_all_and_the_generated_binding_are_those_of_the_command_line(
    neovim: Run, kernels: Path, bound: bytes
) -> None:
    neovim("bind", kernels)
    assert kernels.read_bytes() == bound


def test_a_binding_is_written_to_what_the_buffer_is_after_an_edit(neovim: Run, kernels: Path, bound: bytes) -> None:
    """Nothing lies between an edit, or undoing a binding, and asking for one."""
    neovim("bind_at_once", kernels)
    assert kernels.read_bytes() == bound


def test_a_source_with_windows_line_ends_keeps_them(neovim: Run, kernels: Path, bound: bytes) -> None:
    kernels.write_bytes(kernels.read_bytes().replace(b"\n", b"\r\n"))
    neovim("bind", kernels)
    assert kernels.read_bytes() == bound.replace(b"\n", b"\r\n")


def test_the_page_of_a_rule_is_shown(neovim: Run, kernels: Path) -> None:
    neovim("rule", kernels)


def test_the_contract_is_written_that_the_command_line_writes(neovim: Run, kernels: Path, program: Path) -> None:
    neovim("write_contract", kernels)
    written = kernels.with_suffix(".io-contract.json")
    expected = kernels.with_name("expected.json")
    subprocess.run([program, "write-io-contract", kernels, "--output", expected], capture_output=True)
    assert json.loads(written.read_bytes()) == json.loads(expected.read_bytes())


def test_a_rule_that_is_none_is_told_in_a_line(neovim: Run, kernels: Path) -> None:
    messages = neovim("no_rule", kernels)["messages"]
    assert "sk.nope names no rule" in messages and "stack traceback" not in messages


def test_the_server_can_be_restarted(neovim: Run, kernels: Path) -> None:
    neovim("restart", kernels)


def test_settings_reach_the_server(neovim: Run, kernels: Path, original: bytes) -> None:
    assert neovim("settings", kernels, ignore=["sk.args-struct-alignas"])["findings"] == 0
    assert kernels.read_bytes() == original


def test_checkhealth_names_the_program_and_the_running_server(neovim: Run, kernels: Path, program: Path) -> None:
    health = neovim("health", kernels)["health"]
    assert f"{program}: sklint" in health
    assert f"a server runs for {kernels.parent}" in health
    assert "ERROR" not in health


@pytest.mark.parametrize(
    ("text", "filetype"),
    [("-----BEGIN PGP SIGNATURE-----\n", ""), ("= A title\n", "asciidoc"), ("// text\n\nint x;\n", "asc")],
    ids=["PGP", "AsciiDoc", "code"],
)
def test_an_asc_that_is_no_code_is_left_to_others(neovim: Run, tmp_path: Path, text: str, filetype: str) -> None:
    file = tmp_path / "some.asc"
    file.write_text(text)
    seen = neovim("filetype", file)
    assert (seen["filetype"], seen["runs"]) == (filetype, filetype == "asc")
