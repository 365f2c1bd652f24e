"""Modules of tests share helpers in `tests/support`; none imports another test, so each can move or go alone."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.static

ROOT = Path(__file__).parents[1]
SHARED = ("support", "golden", "run", "rules")  # of all packages


def imports(path: Path) -> Iterator[str]:
    """Yield each module of tests that a module imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tests"):
            yield str(node.module)
            yield from (f"{node.module}.{name.name}" for name in node.names)


def is_foreign(module: str, importer: Path) -> bool:
    """Return whether a module is a test, or a helper of another package."""
    parts = module.split(".")[1:]
    if any(part == "conftest" or part.startswith("test_") for part in parts if part not in SHARED):
        return True
    package = importer.relative_to(ROOT / "tests").parts[0]
    return bool(parts) and parts[0] not in SHARED and parts[0] != package and is_module(module)


def is_module(name: str) -> bool:
    path = ROOT / Path(*name.split("."))
    return path.with_suffix(".py").exists() or path.is_dir()


def test_no_module_imports_another_test() -> None:
    faults = [
        f"{path.relative_to(ROOT)}: {module}"
        for path in sorted((ROOT / "tests").rglob("*.py"))
        for module in imports(path)
        if is_foreign(module, path)
    ]
    assert faults == []


@pytest.mark.parametrize(
    ("module", "foreign"),
    [
        ("tests.floor_ui.test_map", True),
        ("tests.floor_ui.conftest", True),
        ("tests.poker.checks", True),
        ("tests.floor_ui.browser.past", False),
        ("tests.support.room", False),
    ],
)
def test_foreign_modules_are_found(module: str, foreign: bool) -> None:
    assert is_foreign(module, ROOT / "tests" / "floor_ui" / "test_race.py") is foreign
