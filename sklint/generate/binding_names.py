"""What the parts of a binding are called: as the documents call them, or afresh where a name is taken."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sklint.generate.helper_uses import Uses, asks_for_count
from sklint.generate.helpers import Helpers, Seen, names_in
from sklint.generate.names import args_name, fresh, known_anywhere, words
from sklint.generate.request import BindRequest, Taken
from sklint.generate.sk_body import wants_count

PART = "splitIdx"
COUNT = "blockNum"


@dataclass(frozen=True, slots=True)
class Names:
    """What the generated things are called. `system_args` is "" where the SK function takes none; `copies` are the
    copied helpers by their qualified names, `count` the block count in them."""

    args_struct: str
    function: str
    args: str
    system_args: str
    part: str
    copies: Mapping[str, str] = field(default_factory=dict[str, str])
    count: str = ""


def chosen_names(seen: Sequence[Seen], request: BindRequest, taken: Taken, used_helpers: Helpers) -> Names:
    unit, kernel = seen[0]
    units = [it for it, _ in seen]
    scope, file_words = kernel.qualified.rpartition("::")[0], words(unit.source.data)
    inside = words(unit.source.data, kernel.extent.start, kernel.extent.end) | {it.name for it in kernel.template or ()}

    def used(name: str) -> bool:
        return name in file_words or not taken.free(scope, name, kernel.qualified) or known_anywhere(units, name)

    copied_words = frozenset[str]().union(
        *(names_in(unit.source, it) for it in used_helpers.copied), made_words(used_helpers)
    )
    uses = Uses({}, used_helpers.counting, "")
    wanted = any(wants_count(it, one, one.body) or asks_for_count(it, one.body, uses) for it, one in seen if one.body)
    given = request.with_sys_args == "always" or (request.with_sys_args == "auto" and wanted)
    return Names(
        args_struct=fresh(args_name(kernel.name), used) if kernel.params else "",
        function=fresh(f"{kernel.name}_sk", used),
        args=fresh("args", inside.__contains__) if kernel.params else "",
        system_args=fresh("sysArgs", inside.__contains__) if given else "",
        part=fresh(PART, inside.__contains__),
        copies={it.qualified: fresh(f"{it.name}_sk", used) for it in used_helpers.copied},
        count=fresh(COUNT, lambda it: it in copied_words or bool(unit.macro_definition(it))),
    )


def made_words(helpers: Helpers) -> frozenset[str]:
    """The names that macros make in the bodies of copied helpers."""
    keys = (key for piece in helpers.copied for key in piece.functions)
    bodies = (body for key in keys for _, _, _, body in helpers.found(key))
    return frozenset(it.text for body in bodies for it in body.tokens if it.from_macro)
