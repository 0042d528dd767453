"""Where each value of a YAML text stands, so that an error can name its line."""

from collections.abc import Mapping
from pathlib import Path

import yaml

from sklint.error import SklintError

Steps = tuple[str | int, ...]
MOST = 10_000
"""So many values a text may have: aliases of aliases would be without end."""


def lines_of(text: str, path: Path) -> dict[Steps, int]:
    """The line, from 1, of each value by the keys that lead to it: that of its own key, if any. SklintError where the
    text is no YAML, or a key is given twice."""
    try:
        top = yaml.SafeLoader(text).get_single_node()
        found: dict[Steps, int] = {(): 1}
        if top is not None:
            enter(found, (), top, 1, path)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise SklintError(f"{path}:{line}: not valid YAML: {error.problem or error.context}") from error
    except yaml.YAMLError as error:
        raise SklintError(f"{path}: not valid YAML: {' '.join(str(error).split())}") from error
    except RecursionError as error:
        raise SklintError(f"{path}: not read: it is nested too deep") from error
    return found


def enter(found: dict[Steps, int], steps: Steps, node: yaml.Node, line: int, path: Path) -> None:
    if steps and steps in found:
        raise SklintError(f"{path}:{line}: {name_of(steps)} is given twice")
    if len(found) > MOST:
        raise SklintError(f"{path}:{line}: not read: it has more than {MOST} values")
    found[steps] = line
    match node:
        case yaml.MappingNode():
            for key, value in node.value:
                enter(found, (*steps, str(key.value)), value, key.start_mark.line + 1, path)
        case yaml.SequenceNode():
            for at, value in enumerate(node.value):
                enter(found, (*steps, at), value, value.start_mark.line + 1, path)
        case _:
            pass


def wrong(path: Path, lines: Mapping[Steps, int], steps: Steps, fact: str) -> SklintError:
    """The error that says a fact about a value, at its line or at that of what holds it."""
    near = steps
    while near not in lines:
        near = near[:-1]
    return SklintError(f"{path}:{lines[near]}: {name_of(steps) or 'the file'} {fact}")


def name_of(steps: Steps) -> str:
    """`parameters[0].kind`."""
    return "".join(f"[{it}]" if isinstance(it, int) else f".{it}" for it in steps).removeprefix(".")
