"""One cache for a test session, so that the user's own is neither read nor written."""

import os
import shutil
import tempfile

import pytest

CACHE = pytest.StashKey[str]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[CACHE] = os.environ["XDG_CACHE_HOME"] = tempfile.mkdtemp(prefix="sklint-tests-")


def pytest_unconfigure(config: pytest.Config) -> None:
    shutil.rmtree(config.stash[CACHE], ignore_errors=True)
