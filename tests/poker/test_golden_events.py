"""Events of every release are read by this one, and its own are kept for those that follow."""

import json

import pytest

from banked.rules import codec as banked_codec
from lineup.rules import codec as lineup_codec
from poker import codec
from poker.logs.versions import EventData, EventVersions
from promotions.rules import hours_codec
from school.rules import codec as training_codec
from tests.golden.case_runs import STEP
from tests.golden.write import missing, stored_lines
from tournaments.rules import codec as tournament_codec
from waitlist.rules import codec as waitlist_codec

LOGS = {
    "table": (codec.decode_event, codec.encode_event),
    "waitlist": (waitlist_codec.decode_event, waitlist_codec.encode_event),
    "lineup": (lineup_codec.decode_event, lineup_codec.encode_event),
    "training": (training_codec.decode_event, training_codec.encode_event),
    "banked": (banked_codec.decode_event, banked_codec.encode_event),
    "hours": (hours_codec.HOURS.decode_event, hours_codec.HOURS.encode_event),
    "tournament": (
        tournament_codec.TOURNAMENT.decode_event,
        tournament_codec.TOURNAMENT.encode_event,
    ),
}


@pytest.mark.parametrize("log", LOGS)
def test_events_of_every_release_are_read(log: str) -> None:
    decode, encode = LOGS[log]
    lines = stored_lines(log)
    assert lines
    for line in lines:
        event = decode(line["name"], line["version"], json.dumps(line["data"]))
        name, version, data = encode(event)  # type: ignore[operator]
        assert name == line["name"]
        if version == line["version"]:
            assert json.loads(data) == line["data"], name


@pytest.mark.parametrize("log", LOGS)
def test_every_field_of_every_event_is_kept(log: str) -> None:
    """Otherwise run `python -m tests.golden.write`, and add an upcaster if a version is new."""
    assert missing(log, step=STEP) == []


def with_cents(data: EventData) -> EventData:
    return {**data, "amount": int(str(data["amount"])) * 100}


def renamed(data: EventData) -> EventData:
    return {("seat" if name == "chair" else name): value for name, value in data.items()}


def test_earlier_versions_are_upcast_one_after_another() -> None:
    versions = EventVersions({"chips.added": [with_cents, renamed]})
    assert (versions.newest("chips.added"), versions.newest("hand.started")) == (3, 1)
    first = versions.upcast("chips.added", 1, b'{"amount": 4, "chair": 2}')
    assert json.loads(first) == {"amount": 400, "seat": 2}
    second = versions.upcast("chips.added", 2, b'{"amount": 400, "chair": 2}')
    assert json.loads(second) == {"amount": 400, "seat": 2}
    assert versions.upcast("chips.added", 3, b"as it is") == b"as it is"


def test_event_of_a_later_release_is_refused() -> None:
    with pytest.raises(ValueError, match=r"has version 2, this program reads up to 1"):
        codec.decode_event("hand.started", 2, "{}")
