"""Every refusal code of the lineup has a message that uses only existing facts; every event has a text."""

import ast
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

from floor_ui.dealers import messages
from floor_ui.dealers.command_forms import FIELDS
from poker.lineup import commands as c
from poker.lineup.events import EVENTS
from poker.refusal import Refusal
from tests.floor_ui.test_messages import sample_event

ROOT = Path(__file__).parents[2]
PACKAGES = ("poker/logs", "poker/lineup", "tables/dealers", "floor_ui/dealers")
SHARED = ROOT / "tables/room_logs.py"  # of every log that a room has one of


def refusals_in_source() -> Iterator[tuple[str, frozenset[str]]]:
    """Yield code and facts of each refusal in the sources."""
    for path in (
        SHARED,
        *(path for package in PACKAGES for path in (ROOT / package).rglob("*.py")),
    ):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal":
                code = node.args[0]
                assert isinstance(code, ast.Constant), f"{path.name}:{node.lineno}"
                yield str(code.value), frozenset(keyword.arg or "" for keyword in node.keywords)


CASES = sorted(set(refusals_in_source()), key=lambda case: (case[0], sorted(case[1])))


@pytest.mark.parametrize(("code", "facts"), CASES)
def test_every_code_has_a_message(code: str, facts: frozenset[str]) -> None:
    fields = {name for _, name, _, _ in string.Formatter().parse(messages.MESSAGES[code]) if name}
    assert fields <= facts
    message = messages.refusal_message(Refusal(code, "", **{name: name.upper() for name in facts}))
    assert "{" not in message
    assert message.endswith(".")
    assert 400 <= messages.http_status(Refusal(code)) < 500


def test_every_message_has_a_code() -> None:
    assert set(messages.MESSAGES) == {code for code, _ in CASES}
    assert set(messages.STATUS) <= set(messages.MESSAGES)


@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: kind.__name__)
def test_every_event_has_a_text(kind: type) -> None:
    text = messages.event_text(sample_event(kind), {"x": "Wren"})
    assert text
    assert "somebody" not in text


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.name)
def test_the_form_has_the_bounds_of_the_command(field: object) -> None:
    minimum, maximum = getattr(field, "minimum", 0), getattr(field, "maximum", 0)
    name = getattr(field, "name", "")
    hints = c.PolicyInput.__annotations__[name].__metadata__[0]
    assert (hints.ge, hints.le) == (minimum, maximum)
