"""How many template arguments a template needs, and how many it takes."""

from collections.abc import Sequence

from sklint.api import TemplateParam


def fits(params: Sequence[TemplateParam], count: int) -> bool:
    """Whether the template takes that many arguments; one whose parameters could not be read takes any number."""
    most = len(params) if all(it.declaration != it.name and not it.pack for it in params) else count
    return sum(map(needed, params)) <= count <= most


def needed(param: TemplateParam) -> bool:
    return not param.default and not param.pack and param.declaration != param.name
