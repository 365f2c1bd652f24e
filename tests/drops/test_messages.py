"""Every refusal of the drop has a sentence, and no sentence is there for nothing."""

import ast
from pathlib import Path

from drops.messages import MESSAGES, STATUS
from rulings.messages.refusal_table import MESSAGES as BELOW

ROOT = Path(__file__).parents[2]
PLACES = [
    *(ROOT / "drops").glob("*.py"),
    *(ROOT / "printing").glob("*.py"),
    *(ROOT / "floor_ui/drop").glob("*.py"),
    ROOT / "floor_ui/views/drop.py",
    ROOT / "floor_ui/views/plaque.py",
]
# Raised below and said in the drop's own words.
OF_SIGNING_IN = {"bad_sign_in"}


def codes() -> set[str]:
    results = set()
    for path in PLACES:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal":
                code = node.args[0]
                assert isinstance(code, ast.Constant)
                results.add(str(code.value))
    return results


def test_every_code_has_a_sentence() -> None:
    assert codes() - set(MESSAGES) - set(BELOW) == set()


def test_no_sentence_is_there_for_nothing() -> None:
    assert set(MESSAGES) - codes() == OF_SIGNING_IN
    assert set(STATUS) <= set(MESSAGES)
