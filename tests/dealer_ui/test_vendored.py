"""Vendored files of the tablet: each is listed with its license and is what the list says."""

import re
from hashlib import sha256
from pathlib import Path

from tests.support.stage import STATIC

FOLDER = STATIC["dealer_ui"] / "dealer_ui/vendor"
ROW = re.compile(
    r"\| `(?P<file>[^`]+)` .* `(?P<license>[^`]+LICENSE)` \| `(?P<hash>[0-9a-f]{64})` \|"
)


def _rows() -> list[re.Match[str]]:
    return list(ROW.finditer((FOLDER / "README.md").read_text()))


def test_every_vendored_file_is_listed() -> None:
    fonts = (FOLDER.parent / "fonts").glob("*.woff2")
    vendored = {*FOLDER.glob("*.js"), *fonts}
    assert {(FOLDER / row["file"]).resolve() for row in _rows()} == vendored


def test_vendored_files_are_unchanged_and_have_their_license() -> None:
    for row in _rows():
        assert sha256((FOLDER / row["file"]).read_bytes()).hexdigest() == row["hash"], row["file"]
        assert Path(FOLDER / row["license"]).read_text().strip(), row["license"]
