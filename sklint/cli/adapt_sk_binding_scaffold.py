"""`sklint adapt-sk-binding-scaffold`: the bindings that an operator's kernels lack, beside its sources."""

from pathlib import Path

import click

from sklint.cli.help import Examples

EXAMPLES = {
    "Examples": (
        ("sklint analyze-sk-conversion op --output-dir out", "first: what there is"),
        ("sklint adapt-sk-binding-scaffold out", "then: out/operator-sk-binding-scaffold"),
    ),
    "Exit codes": (
        ("0", "generated, or not-needed: every kernel is bound"),
        ("1", "blocked: a kernel needs a decision; operator-sk-binding-scaffold.md says where and why"),
        ("2", "the job was not done: no analysis, one that is not current, a scaffold that somebody changed"),
    ),
}


@click.command(cls=Examples, examples=EXAMPLES, short_help="Write the bindings that an operator lacks, beside it.")
@click.argument("directory", metavar="DIR", type=click.Path(path_type=Path))
def adapt_sk_binding_scaffold(directory: Path) -> int:
    """Write the binding of each kernel that has none, from the analysis in DIR, to DIR/operator-sk-binding-scaffold.

    It is what `sklint bind` writes, in a copy: the operator itself is not changed. The analysis has to be current.
    """
    from sklint.cli.converting import scaffold_bindings

    return scaffold_bindings(directory)
