"""Each refusal of a house-banked table has a sentence, and the facts of the sentence wherever it is raised."""

import ast
import string
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from banked import refusals
from banked.rules.codec import BANKED
from web.messages.catalogue import MESSAGES, STATUS

SLICE = Path(__file__).parents[2] / "banked"
RULES = SLICE / "rules"
# The id of the command is no fact for a reader.
WITHOUT_FACTS = {"undo_overtaken"}


def refusal_nodes(folder: Path) -> Iterator[tuple[str, ast.Call]]:
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal":
                yield f"{path.relative_to(folder)}:{node.lineno}", node


REFUSALS = list(refusal_nodes(RULES))


def code_of(node: ast.Call) -> str:
    code = node.args[0]
    assert isinstance(code, ast.Constant)
    return str(code.value)


def facts_by_code() -> dict[str, set[frozenset[str]]]:
    facts = defaultdict(set)
    for _, node in REFUSALS:
        facts[code_of(node)].add(frozenset(str(keyword.arg) for keyword in node.keywords))
    return facts


FACTS = facts_by_code()


def test_refusal_scan_finds_refusals():
    assert len(REFUSALS) > 90
    assert len(FACTS) > 60


@pytest.mark.parametrize("code", sorted(FACTS))
def test_code_has_the_same_facts_everywhere(code: str):
    shared = frozenset.intersection(*FACTS[code])
    assert shared or code in WITHOUT_FACTS
    sentence = refusals.BANKED.get(code) or MESSAGES[code]
    fields = {name for _, name, _, _ in string.Formatter().parse(sentence) if name}
    assert fields <= shared


def test_sentences_have_a_refusal():
    """No sentence is left from a code that is no longer raised."""
    raised = {code_of(node) for _, node in refusal_nodes(SLICE)}
    assert set(refusals.BANKED) - raised - BANKED.refusal_codes == set()
    assert set(refusals.STATUS) <= set(refusals.BANKED)
    assert set(refusals.STATUS) <= set(STATUS)
