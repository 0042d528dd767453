"""`sklint generate-sk-source-scaffold`: an operator's sources copied, with a CMake project that compiles them."""

from pathlib import Path

import click

from sklint.cli.help import Examples

EXAMPLES = {
    "Examples": (
        ("sklint analyze-sk-conversion op --output-dir out", "first: whether it is ready"),
        ("sklint generate-sk-source-scaffold out", "then: out/operator-sk-source-scaffold"),
    ),
    "Exit codes": (
        ("0", "generated"),
        ("1", "blocked: the analysis is not ready-for-sk-generation"),
        ("2", "the job was not done: no analysis, one that is not current, a scaffold that somebody changed"),
    ),
}


@click.command(cls=Examples, examples=EXAMPLES, short_help="Copy an operator's sources, with a CMake project.")
@click.argument("directory", metavar="DIR", type=click.Path(path_type=Path))
def generate_sk_source_scaffold(directory: Path) -> int:
    """Copy the sources of the analysis in DIR to DIR/operator-sk-source-scaffold, with a CMakeLists.txt.

    Sources are copied byte for byte. The compiler is the one that the analysis was given, else the one CMake finds. The
    analysis has to be current.
    """
    from sklint.cli.converting import scaffold_sources

    return scaffold_sources(directory)
