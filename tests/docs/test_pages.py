"""The page of each pack in this repository is the one its rules make."""

from pathlib import Path

import pytest

from sklint.docs import pack_page
from sklint.packs import installed_packs
from sklint.rule import Pack

RULEPACKS = Path(__file__).parents[2] / "rulepacks"
PACKS = [pack for pack in installed_packs() if (RULEPACKS / f"sklint_{pack.name}").is_dir()]


@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.name)
def test_page_is_fresh(pack: Pack) -> None:
    page = RULEPACKS / f"sklint_{pack.name}" / "README.md"
    assert page.read_text() == pack_page(pack), f"run: sklint docs {pack.name} > {page}"
