"""Messages of the pages: every kind of fact, every kind of step, every event of a log."""

from typing import Any

import msgspec
import pytest

from floor_ui.fact_fields import field, read
from floor_ui.hand_timeline import UNLISTED_TAGS, WORDS
from floor_ui.remedy_form import parse_steps
from floor_ui.step_kinds import KINDS
from poker.amounts import parse_amount
from poker.events import EVENTS, Event
from poker.irregularities.load import catalogue
from poker.irregularities.report_checks import check_report
from poker.refusal import Refusal
from poker.remedies import check
from tests.support.samples import TABLE, sample_event

ANSWERS_BY_TYPE = {
    "bool": ["true"],
    "int": ["3"],
    "seat": ["7"],
    "seats": ["7", "9"],
    "card": ["J"],
    "money": ["12.50"],
    "text": ["words"],
}


@pytest.mark.parametrize("name", catalogue().facts)
def test_every_fact_has_an_input_field(name: str) -> None:
    fact = catalogue().facts[name]
    fact_field = field(name, fact, None, TABLE, fact.ask)
    assert fact_field is not None
    value = [fact.options[0][0]] if fact.type == "choice" else ANSWERS_BY_TYPE[fact.type]
    fact_values = read(name, fact, {name: value, f"{name}-suit": ["h"]})
    check_report("", {name: fact_values})
    rebuilt = field(name, fact, fact_values, TABLE, fact.ask)
    assert rebuilt is not None
    checked_choices = [choice for choice in rebuilt.choices if choice.checked]
    assert checked_choices or rebuilt.value


ARGS = {"seat": "3", "int": "2", "money": "4", "card": "Jh", "cards": "Jh 10d", "street": "turn"}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.key)
def test_every_step_kind_builds_a_valid_step(kind: Any) -> None:
    args = {arg.name: arg.options[0][0] if arg.options else ARGS[arg.type] for arg in kind.args}
    step_text = "As said." if kind.key == "words" else ""
    sent_steps = [{"kind": kind.key, "say": step_text, "args": args}]
    steps = parse_steps(msgspec.json.encode(sent_steps).decode(), None)
    check(steps)
    assert "{" not in steps[0].say
    assert steps[0].say


@pytest.mark.parametrize("text", ["", "x", "-1", "1e999", "NaN", "0.001", "9" * 40, "∞"])
def test_invalid_amount_is_refused(text: str) -> None:
    with pytest.raises(Refusal, match="not_an_amount"):
        parse_amount(text, least=0)


@pytest.mark.parametrize("kind", WORDS, ids=lambda kind: kind.__name__)
def test_every_event_with_a_text_shows_it(kind: type[Event]) -> None:
    assert isinstance(WORDS[kind](sample_event(kind)), str)


def test_events_without_a_text_are_listed() -> None:
    assert {kind.__struct_config__.tag for kind in EVENTS} >= UNLISTED_TAGS
