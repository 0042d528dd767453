"""The pages are those of the code: that of each pack is the one its rules make, the README names every command."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from sklint.cli.commands import SECTIONS
from sklint.docs import codegen_pages, pack_page
from sklint.packs import installed_packs
from sklint.rule import Pack

ROOT = Path(__file__).parents[2]
RULEPACKS = ROOT / "rulepacks"
OPERATORS = [name for title, names in SECTIONS.items() if "Operators" in title for name in names]
PACKS = [pack for pack in installed_packs() if (RULEPACKS / f"sklint_{pack.name}").is_dir()]


@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.name)
def test_page_is_fresh(pack: Pack) -> None:
    page = RULEPACKS / f"sklint_{pack.name}" / "README.md"
    assert page.read_text() == pack_page(pack), f"run: sklint docs {pack.name} > {page}"


@pytest.mark.parametrize("command", OPERATORS)
def test_the_readme_names_every_operator_command(command: str) -> None:
    assert re.search(rf"`(?:sklint )?{command}\b", (ROOT / "README.md").read_text(encoding="utf-8"))


def ids_of_the_generator() -> Iterator[str]:
    """The ids that the generator's code gives to its findings: texts where its functions take an id."""
    for path in (ROOT / "sklint").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in TAKE_AN_ID:
                given = node.args[TAKE_AN_ID[node.func.id]]
                yield from (it.value for it in ast.walk(given) if isinstance(it, ast.Constant))


TAKE_AN_ID = {"problem": 0, "remark": 0, "Told": 0, "at_kernel": 0, "at_top": 1}


def test_each_finding_of_the_generator_has_a_page_and_no_page_is_left_over() -> None:
    assert {f"codegen.{it}" for it in ids_of_the_generator()} == set(codegen_pages())


@pytest.mark.parametrize("id", codegen_pages())
def test_page_of_the_generator_says_what_it_means_and_what_to_do(id: str, run) -> None:
    page = run("explain", id).out
    title, meaning, *rest = page.strip().split("\n\n")
    assert title == f"# {id}" and meaning.endswith(".")
    assert rest or "has to be done" in meaning


def test_each_code_of_an_input_has_a_row_in_the_list_of_inputs() -> None:
    text = (ROOT / "docs" / "published-differences.md").read_text(encoding="utf-8")
    rows = (ROOT / "tests" / "cases" / "data" / "sk-tools" / "README.md").read_text(encoding="utf-8")
    known = set(re.findall(r"^\| `([a-e]?\d+b?)_", rows, re.M))
    given = re.findall(r"\(((?:[a-e]?\d+b?(?:-\d+)?(?:, )?)+)\)", text)
    codes = {it.partition("-")[0] for one in given for it in one.split(", ")}
    assert len(codes) > 20 and codes <= known
