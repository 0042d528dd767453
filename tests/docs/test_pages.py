"""The pages are those of the code: that of each pack is the one its rules make, the README names every command."""

import re
from pathlib import Path

import pytest

from sklint.cli.commands import SECTIONS
from sklint.docs import pack_page
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
