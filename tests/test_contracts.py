"""The import contracts cover every package: a new slice cannot be left out of them."""

import subprocess
from configparser import ConfigParser
from pathlib import Path

import pytest

pytestmark = pytest.mark.static

ROOT = Path(__file__).parents[1]
WITHOUT_CONTRACT = {"tests", "docs", "deploy"}


def contract(name: str, key: str) -> set[str]:
    contracts = ConfigParser()
    contracts.read(ROOT / ".importlinter")
    rows = contracts[name][key].replace("|", "\n").split("\n")
    return {row.strip() for row in rows if row.strip()}


def packages() -> set[str]:
    """Return the top-level packages of this checkout."""
    listing = subprocess.run(
        ["git", "ls-files", "*.py"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    paths = [Path(line) for line in listing.stdout.splitlines() if "/" in line]
    return {path.parts[0] for path in paths if (ROOT / path).exists()} - WITHOUT_CONTRACT


def test_every_package_has_a_layer() -> None:
    message = "add it to the layers in .importlinter, above the slices that it imports"
    assert contract("importlinter:contract:layers", "layers") == packages(), message
    assert contract("importlinter", "root_packages") == packages(), message


def test_every_package_of_rules_is_pure() -> None:
    folders = {path.parent for path in ROOT.glob("*/rules/__init__.py")}
    rules = {".".join(folder.relative_to(ROOT).parts) for folder in folders}
    assert rules, "there are slices with rules"
    message = "add it to the contract of the pure engine in .importlinter"
    assert rules <= contract("importlinter:contract:pure", "source_modules"), message
