"""Each refusal names the rule that says so and the facts that its sentence needs."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

POKER = Path(__file__).parents[2] / "poker"
# Nothing of the game: the sender said what no tablet says.
WITHOUT_RULE = {"unknown_command", "bad_command"}
WITHOUT_FACTS = {"any_amount_off", "plaque_straddle_needs_blind", "nothing_to_undo"}


def refusals() -> Iterator[tuple[str, ast.Call]]:
    for path in sorted(POKER.rglob("*.py")):
        # Files that people bring, cards that they enter; lists of names and of dealers, of which no guide speaks.
        if {"phh", "reading", "logs", "waitlist", "lineup"} & set(path.relative_to(POKER).parts):
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal":
                yield f"{path.relative_to(POKER)}:{node.lineno}", node


FOUND = list(refusals())


def literal(node: ast.Call, position: int) -> str | None:
    """The string there, "" when there is none, None when it is not written out."""
    if len(node.args) <= position:
        return ""
    argument = node.args[position]
    return argument.value if isinstance(argument, ast.Constant) else None  # type: ignore[return-value]


def test_refusals_were_found():
    assert len(FOUND) > 90


@pytest.mark.parametrize("node", [pytest.param(node, id=place) for place, node in FOUND])
def test_refusal_has_rule_and_facts(node: ast.Call):
    code = literal(node, 0)
    assert code != ""
    assert literal(node, 1) != "" or code in WITHOUT_RULE
    assert node.keywords or code in WITHOUT_FACTS
