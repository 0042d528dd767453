"""operator-sample-runner.py: the script that launches each kernel of a package, and the command that runs it."""

from pathlib import Path

from sklint.sample.given_values import VALUES
from sklint.sample.input_spec import Spec

RUNNER, COMMAND = "operator-sample-runner.py", "operator-sk-target-runtime-command-spec.json"
TEMPLATE = Path(__file__).parent.parent / "data" / "sample" / "runner.py.in"
LIMIT = 60
"""Seconds that a run may take."""


def runner(spec: Spec, origin: str) -> bytes:
    """The script for a package; `origin` says where expected outputs come from."""
    constants = f"PACKAGE = {spec.python_package!r}\nORACLE_SOURCE = {origin!r}\n"
    return TEMPLATE.read_text("utf-8").replace("# @CONSTANTS@\n", constants).encode()


def command_json() -> dict[str, object]:
    """The command, which runs in the folder of the script."""
    return {
        "runtime_command": {
            "argv": ["python3", RUNNER, VALUES],
            "cwd": ".",
            "timeout_seconds": LIMIT,
            "env": {},
            "input_binding": {"kind": "values_manifest_argv", "argv_index": 2},
        }
    }
