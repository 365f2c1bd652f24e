"""Each refusal names its rule and the facts of its message."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

POKER = Path(__file__).parents[2] / "poker"
# Not about the game: no tablet sends these.
WITHOUT_RULE = {"table_name", "unknown_command", "bad_command", "not_an_amount"}
# Of the record of a tournament and its clock, not of the game: who is out, and when a break ends.
WITHOUT_RULE |= {"no_event", "bust_due", "bust_not_due", "event_break"}
# Of the house's promotions, of which no guide speaks.
WITHOUT_RULE |= {"claim_open", "claim_not_due", "claim_answered", "no_claim"}
WITHOUT_RULE |= {"high_hand_not_due", "high_hand_lower"}
WITHOUT_FACTS = {"any_amount_off", "plaque_straddle_needs_blind", "nothing_to_undo"}


def refusal_nodes() -> Iterator[tuple[str, ast.Call]]:
    for path in sorted(POKER.rglob("*.py")):
        # Files that people bring, and cards that they enter, of which no guide speaks.
        if {"phh", "reading", "logs"} & set(path.relative_to(POKER).parts):
            continue
        text = path.read_text()
        if "Refusal(" not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal":
                yield f"{path.relative_to(POKER)}:{node.lineno}", node


REFUSALS = list(refusal_nodes())


def literal_text(node: ast.Call, position: int) -> str | None:
    """Return the string argument, an empty string without one, None if it is not a literal."""
    if len(node.args) <= position:
        return ""
    argument = node.args[position]
    return argument.value if isinstance(argument, ast.Constant) else None  # type: ignore[return-value]


def test_refusal_scan_finds_refusals():
    assert len(REFUSALS) > 90


@pytest.mark.parametrize("node", [pytest.param(node, id=place) for place, node in REFUSALS])
def test_refusal_has_rule_and_facts(node: ast.Call):
    code = literal_text(node, 0)
    assert code != ""
    assert literal_text(node, 1) != "" or code in WITHOUT_RULE
    assert node.keywords or code in WITHOUT_FACTS
