"""The kept catalogue of rules is taken for another when what is installed is another, and for nothing else."""

import sys

import pytest

from sklint.catalogue import place_of


@pytest.fixture
def place(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(tmp_path))
    return lambda: place_of((), tmp_path / "kept")


def test_a_file_in_a_folder_of_python_changes_nothing(place, tmp_path):
    before = place()
    (tmp_path / "add.asc").write_text("// new\n")
    (tmp_path / "folder").mkdir()
    assert place() == before


def test_what_is_installed_installed_anew_or_removed_does(place, tmp_path):
    seen = [place()]
    info = tmp_path / "my_pack-1.0.dist-info"
    info.mkdir()
    seen.append(place())
    (info / "entry_points.txt").write_text("[sklint.packs]\n")
    seen.append(place())
    info.rename(tmp_path / "my_pack-1.1.dist-info")
    seen.append(place())
    assert len({*seen}) == 4


def test_a_folder_that_is_not_there_has_nothing(place, monkeypatch):
    before = place()
    monkeypatch.setattr(sys, "path", [*sys.path, "/nowhere/at/all.zip"])
    assert place() != before
