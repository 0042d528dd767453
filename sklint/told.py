"""What was told of a unit and is kept for the next that asks."""

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from sklint.body import Body, Call
from sklint.declared import Key
from sklint.model import Reached
from sklint.source import Span

if TYPE_CHECKING:
    from sklint.core_values import Value
    from sklint.count_differences import CountDifference
    from sklint.member_counts import MemberCount
    from sklint.pipe_doubts import Counts
    from sklint.pipes import Pipe
    from sklint.same_body import Compared


class Told:
    """Answers by what they are about; each is found when it is first asked for."""

    @cached_property
    def runs(self) -> dict[tuple[Key, object], tuple[Reached, ...]]:
        """What `run_by` told of functions, by those and their template's values."""
        return {}

    @cached_property
    def comparisons(self) -> "dict[tuple[Span, Key, Key], list[Compared]]":
        """What `same_body` told of bindings, by those, their kernels and their SK functions."""
        return {}

    @cached_property
    def core_names(self) -> "dict[tuple[Key, object, str, int], list[Mapping[str, Value] | None]]":
        """What `core_counts` told of functions on a kind of core, by those and their template's values."""
        return {}

    @cached_property
    def arguments(self) -> dict[int, tuple[Body, dict[tuple[int, int], tuple[Call, int]]]]:
        """The calls that expressions are arguments of, by the places of those in bodies, which are held likewise."""
        return {}

    @cached_property
    def members(self) -> "dict[tuple[Key, object], list[MemberCount]]":
        """What `member_counts` told of functions."""
        return {}

    @cached_property
    def counts(self) -> "list[list[CountDifference]]":
        """What `count_differences` told of the unit, once it did."""
        return []

    @cached_property
    def pipes(self) -> "dict[tuple[int, object, object, object], tuple[Body, list[Pipe]]]":
        """What `pipes` told of functions, by their bodies, which are held so that they stay what they are."""
        return {}

    @cached_property
    def ends(self) -> "dict[tuple[object, ...], tuple[Body | None, Counts]]":
        """How often functions destroy a TPipe that they are given, by their bodies, which are held likewise, and what
        they know it by."""
        return {}

    @cached_property
    def strangers(self) -> dict[str, bool]:
        """What `others_destroy` told of the unit."""
        return {}

    @cached_property
    def modes(self) -> dict[Key, frozenset[str]]:
        """What `given_constants` told of functions."""
        return {}

    @cached_property
    def calls(self) -> dict[tuple[Key, object], tuple[frozenset[str], bool]]:
        """What `reached_call` told of functions, likewise."""
        return {}
