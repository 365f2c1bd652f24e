"""Every refusal of the drop has a sentence, and no sentence is there for nothing."""

import ast
from pathlib import Path

from drops.words import SENTENCES, STATUS
from rulings.wording.refusal_table import SENTENCES as BELOW

ROOT = Path(__file__).parents[2]
PLACES = [
    *(ROOT / "drops").glob("*.py"),
    *(ROOT / "documents").glob("*.py"),
    *(ROOT / "floor_ui/drop").glob("*.py"),
    ROOT / "floor_ui/views/drop.py",
    ROOT / "floor_ui/views/plaque.py",
]
# Raised below and said in the drop's own words.
OF_SIGNING_IN = {"bad_sign_in"}


def codes() -> set[str]:
    found = set()
    for path in PLACES:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal":
                code = node.args[0]
                assert isinstance(code, ast.Constant)
                found.add(str(code.value))
    return found


def test_every_code_has_a_sentence() -> None:
    assert codes() - set(SENTENCES) - set(BELOW) == set()


def test_no_sentence_is_there_for_nothing() -> None:
    assert set(SENTENCES) - codes() == OF_SIGNING_IN
    assert set(STATUS) <= set(SENTENCES)
