"""Drafts as the text of an IO contract: a new one, or one that is there with nothing of it changed."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence

from sklint.contract import contract_text
from sklint.contract_entry import has_entry_named, target_name
from sklint.contract_text import ContractText, EntryText
from sklint.error import SklintError
from sklint.generate.contract_draft import Draft, Drafted
from sklint.generate.template_arguments import listed
from sklint.json_place import object_at
from sklint.source import Source

Json = Mapping[str, "Json"] | Sequence[str] | str | int

STEP = "  "


def new_contract(drafts: Sequence[Draft]) -> str:
    entries = {it.name: entry(it) for it in drafts}
    return shown({"schema_version": 1, "entries": entries}, "", STEP) + "\n"


def entry(draft: Draft) -> dict[str, Json]:
    """What stands in a contract for a kernel. `inputs` and `outputs` are always there, to be filled."""
    found: dict[str, Json] = {
        "public_entry_name": draft.public_entry_name,
        "bind_target": draft.bind_target,
        "inputs": draft.inputs,
        "outputs": draft.outputs,
        "workspaces": draft.workspaces,
        "parameters": draft.parameters,
        "launch": {"block_dim": draft.block_dim} if draft.block_dim else {},
        "undecided": draft.undecided,
    }
    return {key: it for key, it in found.items() if it or key in ("inputs", "outputs")}


def shown(value: Json, indent: str, step: str) -> str:
    """JSON with an object's keys below each other and lists in a line."""
    if not isinstance(value, Mapping) or not value:
        return json.dumps(value, ensure_ascii=False)
    rows = [
        f"{indent}{step}{json.dumps(key, ensure_ascii=False)}: {shown(it, indent + step, step)}"
        for key, it in value.items()
    ]
    return "{\n" + ",\n".join(rows) + f"\n{indent}}}"


# a contract that is there


def missing(source: Source, drafted: Iterable[Drafted]) -> list[Drafted]:
    """The kernels for which a contract has no entry. SklintError for what is no contract."""
    top, _ = contract_text(source)
    return [it for it in drafted if it.draft and not has_entry(top, it)]


def has_entry(contract: ContractText, drafted: Drafted) -> bool:
    """Whether the contract speaks of a kernel; of this instantiation, where it names instantiations."""
    own = {drafted.kernel, drafted.qualified}
    targets = [it.bind_target for it in contract.entries.values() if isinstance(it, EntryText) and it.bind_target]
    instantiated = [it for it in targets if target_name(it) in own and "<" in it]
    if drafted.arguments and instantiated:
        return any(listed(it) == drafted.arguments for it in instantiated)
    return has_entry_named(contract, drafted.kernel, drafted.qualified)


def added(source: Source, drafts: Sequence[Draft]) -> Source:
    """The contract with further entries after its own, in its own layout; not a byte of it is changed. SklintError
    where a name is taken."""
    top, _ = contract_text(source)
    if not drafts:
        return source
    for it in drafts:
        if it.name in top.entries:
            raise SklintError(f"{source.path}: its entry {it.name} is for another kernel; give that one another name")
    start, end = object_at(source, ("entries",))
    inside = source.data[start + 1 : end - 1]
    at = start + 1 + len(inside.rstrip())
    text = inserted(drafts, inside, line_indent(source, start))
    data = source.data[:at] + text.replace("\n", source.newline).encode() + source.data[at:]
    contract_text(Source(source.path, data))
    return Source(source.path, data)


def open_questions(source: Source) -> list[str]:
    """What a person has to decide in a contract."""
    top, _ = contract_text(source)
    entries = [it for it in top.entries.values() if isinstance(it, EntryText)]
    return [name for it in entries for name in it.undecided or {}]


def line_indent(source: Source, offset: int) -> str:
    """The blanks that the line of an offset begins with."""
    line = source.line(source.line_at(offset))
    return line[: len(line) - len(line.lstrip(" \t"))]


def inserted(drafts: Sequence[Draft], inside: bytes, outer: str) -> str:
    """The text that goes behind the last entry, `inside` being all between the braces and `outer` their indent."""
    first = not inside.strip()
    lead = re.match(rb"\s*\n([ \t]+)\S", inside)
    if not first and not lead:
        return "".join(f", {key(it)}: {json.dumps(entry(it), ensure_ascii=False)}" for it in drafts)
    indent = lead[1].decode() if lead else outer + ("\t" if "\t" in outer else STEP)
    step = indent.removeprefix(outer) or STEP
    rows = ",".join(f"\n{indent}{key(it)}: {shown(entry(it), indent, step)}" for it in drafts)
    return f"{'' if first else ','}{rows}" + (f"\n{outer}" if first and b"\n" not in inside else "")


def key(draft: Draft) -> str:
    return json.dumps(draft.name, ensure_ascii=False)
