"""`sklint validate-contracts`: whether the contracts of a delivery hold, before its later steps rely on them."""

import click

from sklint.cli.help import Examples

EXAMPLES = {
    "Examples": (
        ("sklint validate-contracts --layout operator-asset-layout.json", "what adapt-asset wrote,"),
        ("… --build-context operator-build-context.json", "also after a person has edited it"),
        ("… --verify-context operator-verify-context.json", ""),
    ),
    "Exit codes": (
        ("0", 'the contracts are valid; {"status": "valid"} is printed'),
        ("2", "one is not: each error is a line with file, line and key"),
    ),
}


@click.command(cls=Examples, examples=EXAMPLES, short_help="Check the contracts of a delivery.")
@click.option("--layout", required=True, metavar="FILE", help="operator-asset-layout.json.")
@click.option("--build-context", required=True, metavar="FILE", help="operator-build-context.json.")
@click.option("--verify-context", required=True, metavar="FILE", help="operator-verify-context.json.")
@click.option("--adapter-report", default="", metavar="FILE", help="adapter-report.json.")
def validate_contracts(layout: str, build_context: str, verify_context: str, adapter_report: str) -> int:
    """Check the contracts of a delivery: their keys, that the files they name are there, and that each kernel source
    defines its kernel, as the parser sees it.
    """
    from sklint.cli.contracts_given import errors_of
    from sklint.cli.output import error, say
    from sklint.resolve import resolver

    given = {
        "layout": layout,
        "build_context": build_context,
        "verify_context": verify_context,
        "adapter_report": adapter_report,
    }
    errors = list(errors_of(given, resolver()))
    for it in errors:
        error(it)
    if not errors:
        say('{"status": "valid"}\n')
    return 2 if errors else 0
