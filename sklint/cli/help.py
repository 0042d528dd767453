"""Help pages: options in named sections, then examples and exit codes as they were written."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

import click
from click.core import ParameterSource

Rows = Sequence[tuple[str, str]]
NARROW, WIDE = 28, 32
"""Columns: where the texts beside options begin, and the widest thing to type that still has its text beside it."""
F = TypeVar("F", bound=Callable[..., object])


class SectionOption(click.Option):
    """An option that names the section of the help page it stands in."""

    def __init__(self, *args: object, section: str, **more: object) -> None:
        super().__init__(*args, **more)  # pyright: ignore[reportArgumentType, reportCallIssue] - passed on as given
        self.section = section


class Examples(click.Command):
    """A command whose help ends with tables, such as examples: title -> rows of what to type and what that does."""

    def __init__(self, *args: object, examples: Mapping[str, Rows] | None = None, **more: object) -> None:
        super().__init__(*args, **more)  # pyright: ignore[reportArgumentType, reportCallIssue] - passed on as given
        self.examples = examples or {}

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for title, rows in self.examples.items():
            with formatter.section(title):
                longest = max(len(typed) for typed, _ in rows)
                formatter.write_dl(list(rows), col_max=longest if longest <= WIDE else NARROW)


class Sectioned(Examples):
    """A command whose options are shown in the sections they name, in the order these are first named."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        sections: dict[str, list[tuple[str, str]]] = {}
        for param in sorted(self.get_params(ctx), key=lambda it: not isinstance(it, SectionOption)):
            if isinstance(param, click.Option) and (record := param.get_help_record(ctx)):
                section = param.section if isinstance(param, SectionOption) else "Help"
                sections.setdefault(section, []).append((f"{record[0]:<{NARROW}}", record[1]))
        for title, rows in sections.items():
            with formatter.section(title):
                formatter.write_dl(rows, col_max=NARROW)


def in_section(title: str) -> Callable[..., Callable[[F], F]]:
    """`click.option` for the options of one section."""

    def option(*names: str, **how: object) -> Callable[[F], F]:
        return click.option(*names, cls=SectionOption, section=title, **how)  # pyright: ignore[reportArgumentType]

    return option


def comma_list(_context: click.Context, _param: click.Parameter, given: Sequence[str]) -> tuple[str, ...]:
    """The words of an option that takes comma lists and may be given several times."""
    return tuple(word.strip() for text in given for word in text.split(",") if word.strip())


def comma_list_not_empty(context: click.Context, param: click.Parameter, given: Sequence[str]) -> tuple[str, ...]:
    """The words of such an option, which has one where it is given."""
    words = comma_list(context, param, given)
    if given and not words:
        raise click.BadParameter("is empty", context, param)
    return words


def not_empty(context: click.Context, param: click.Parameter, given: str) -> str:
    """The text of an option that is given only with one."""
    if not given.strip() and context.get_parameter_source(str(param.name)) is not ParameterSource.DEFAULT:
        raise click.BadParameter("is empty", context, param)
    return given
