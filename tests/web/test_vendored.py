"""Vendored files: the list has each file with its license, and each file matches the list."""

import re
from hashlib import sha256
from pathlib import Path

import pytest

from tests.support.stage import STATIC

FOLDERS = [STATIC["dealer_ui"] / "dealer_ui/vendor", STATIC["web"] / "web/vendor"]
ROW = re.compile(
    r"\| `(?P<file>[^`]+)` .* `(?P<license>[^`]+LICENSE)` \| `(?P<hash>[0-9a-f]{64})` \|"
)
pytestmark = pytest.mark.parametrize("folder", FOLDERS, ids=["dealer_ui", "web"])


def _rows(folder: Path) -> list[re.Match[str]]:
    return list(ROW.finditer((folder / "README.md").read_text()))


def test_every_vendored_file_is_listed(folder: Path) -> None:
    fonts = (folder.parent / "fonts").glob("*.woff2")
    vendored = {*folder.glob("*.js"), *fonts}
    assert {(folder / row["file"]).resolve() for row in _rows(folder)} == vendored


def test_vendored_files_are_unchanged_and_have_their_license(folder: Path) -> None:
    for row in _rows(folder):
        assert sha256((folder / row["file"]).read_bytes()).hexdigest() == row["hash"], row["file"]
        assert Path(folder / row["license"]).read_text().strip(), row["license"]
