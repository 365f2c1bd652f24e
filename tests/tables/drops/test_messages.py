"""Every refusal of the drop has a message, and every message has a code."""

import ast
from pathlib import Path

from rulings.messages.drops import MESSAGES, STATUS
from rulings.messages.refusal_table import MESSAGES as BELOW
from rulings.messages.sign_in import SIGN_IN

ROOT = Path(__file__).parents[3]
SOURCE_FILES = [
    *(ROOT / "tables/drops").glob("*.py"),
    *(ROOT / "web/printing").glob("*.py"),
    *(ROOT / "floor_ui/drop").glob("*.py"),
    ROOT / "floor_ui/views/drop.py",
    ROOT / "floor_ui/views/plaque.py",
]


def codes() -> set[str]:
    results = set()
    for path in SOURCE_FILES:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal":
                code = node.args[0]
                assert isinstance(code, ast.Constant)
                results.add(str(code.value))
    return results


def test_every_code_has_a_message() -> None:
    assert codes() - set(MESSAGES) - set(BELOW) == set()


def test_every_message_has_a_code() -> None:
    assert set(MESSAGES) - codes() == set(SIGN_IN), "raised below"
    assert set(STATUS) <= set(MESSAGES)
