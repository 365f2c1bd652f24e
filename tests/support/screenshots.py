"""The pictures of the docs. The screen tests take them, so they show the running product.

`make pictures` runs those tests and replaces the pictures in `docs/img/`.
"""

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Page

PROJECT = Path(__file__).resolve().parents[2]
IMAGES = PROJECT / "docs" / "img"
FOLDER = "PICTURES"  # an environment variable: where pictures are saved
SETTLED_MS = 600  # until then the last tap still fills its key


def takes_pictures() -> bool:
    """Return whether this run takes pictures; a room may then have a longer past."""
    return bool(os.environ.get(FOLDER))


def pixels() -> int:
    """Return the pixels per side of a CSS pixel: two in pictures.

    Four times the pixels prove nothing more about a page, and drawing them uses up the cores.
    """
    return 2 if takes_pictures() else 1


def save_picture(page: Page, name: str) -> None:
    """Save a picture of a page in a run that takes pictures."""
    if folder := os.environ.get(FOLDER):
        page.wait_for_timeout(SETTLED_MS)
        page.screenshot(path=Path(folder) / f"{name}.png")


def shown_pictures() -> set[str]:
    """Return the names of the pictures that README and docs show."""
    pages = [PROJECT / "README.md", *(PROJECT / "docs").rglob("*.md")]
    texts = (page.read_text(encoding="utf-8") for page in pages)
    return {name for text in texts for name in re.findall(r"img/([\w-]+)\.png\)", text)}


def tests_with_pictures() -> list[str]:
    """Return the ids of the tests that take pictures, themselves or through a function of their module."""
    ids = []
    for path in sorted((PROJECT / "tests").rglob("test_*.py")):
        code = path.read_text(encoding="utf-8")
        if "save_picture" not in code:
            continue
        functions = {
            node.name: node for node in ast.parse(code).body if isinstance(node, ast.FunctionDef)
        }
        taking = {name for name, node in functions.items() if uses(node, {"save_picture"})}
        taking |= {name for name, node in functions.items() if uses(node, taking)}
        ids += [
            f"{path.relative_to(PROJECT)}::{name}"
            for name in functions
            if name in taking and name.startswith("test_")
        ]
    return ids


def uses(function: ast.FunctionDef, names: set[str]) -> bool:
    return any(isinstance(node, ast.Name) and node.id in names for node in ast.walk(function))


def main() -> int:
    """Run the tests that take pictures; keep the pictures that the docs show."""
    with TemporaryDirectory(prefix="floorbook-pictures-") as folder:
        pytest = [
            sys.executable,
            "-m",
            "pytest",
            "--quiet",
            "-n",
            "2",
            "-m",
            "browser",
            *tests_with_pictures(),
        ]
        status = subprocess.run(pytest, env={**os.environ, FOLDER: folder}, check=False).returncode
        taken = {path.stem for path in Path(folder).glob("*.png")}
        shown = shown_pictures()
        for name in taken & shown:
            shutil.copyfile(Path(folder) / f"{name}.png", IMAGES / f"{name}.png")
    if status == 0 and shown - taken:
        print(f"No test takes these: {', '.join(sorted(shown - taken))}")
        status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
