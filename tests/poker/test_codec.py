"""Bad input is refused by name; what is written is read back; a row from the future or of another name is an error."""

import pytest

from poker import commands as c
from poker import events as e
from poker.codec import command_name, decode_event, encode_event, parse_command
from poker.engine import DECIDE
from poker.evolve import TABLE
from poker.evolve_hand import HAND
from poker.logs.codec import tag
from poker.refusal import Refusal
from poker.undo_labels import LASTING


@pytest.mark.parametrize(
    ("name", "args", "code"),
    [
        ("act", {"seat": 3, "what": "raise", "to": "50"}, "bad_amount"),
        ("act", {"seat": 3, "what": "raise", "to": -50}, "bad_amount"),
        ("act", {"seat": 3, "what": "raise", "to": 0}, "bad_amount"),
        ("act", {"seat": 3, "what": "raise", "to": 2.5}, "bad_amount"),
        ("act", {"seat": 3, "what": "raise", "to": True}, "bad_amount"),
        ("act", {"seat": 3, "what": "raise", "to": 10**13}, "bad_amount"),
        ("act", {"seat": 3, "what": "jump"}, "bad_command"),
        ("act", {"seat": 0, "what": "fold"}, "bad_seat"),
        ("act", {"seat": 13, "what": "fold"}, "bad_seat"),
        ("act", {"seat": "3", "what": "fold"}, "bad_seat"),
        ("act", {"what": "fold"}, "bad_command"),
        ("act", {"seat": 3, "what": "fold", "why": "no"}, "bad_command"),
        ("close_street", {"count": -1}, "bad_count"),
        ("close_street", {"count": 3, "cards": ["Asx"]}, "bad_command"),
        ("close_street", {"count": 3, "cards": "As"}, "bad_command"),
        ("seat_player", {"seat": 3, "player": "", "name": "A"}, "bad_command"),
        ("seat_player", {"seat": 3, "player": "p", "name": "A" * 41}, "bad_command"),
        ("deal", {"posts": [{"seat": 3, "kind": "big", "live": -5}]}, "bad_command"),
        ("deal", {"posts": [{"seat": 3, "kind": "tip", "live": 5}]}, "bad_command"),
        ("award", {"seats": [1] * 13}, "bad_seat"),
        ("sit_in", {"seat": 3, "choice": "now"}, "bad_command"),
        ("set_tracking", {"tracking": "all"}, "bad_command"),
    ],
)
def test_invalid_arguments_are_refused(name: str, args: dict[str, object], code: str):
    with pytest.raises(Refusal) as refusal_info:
        parse_command(name, args)
    assert refusal_info.value.code == code


@pytest.mark.parametrize("name", ["", "Act", "fly", "act ", "command"])
def test_unknown_command_is_refused(name: str):
    with pytest.raises(Refusal, match="unknown_command"):
        parse_command(name, {})


def test_every_command_has_a_unique_tag_and_a_decide_function():
    names = [tag(kind) for kind in c.COMMANDS]
    assert len(names) == len(set(names))
    # Both need the log: `poker.timeline` decides them.
    assert set(DECIDE) == set(c.COMMANDS) - {c.Undo, c.CorrectAct}
    assert command_name(c.NextHand()) == "next_hand"


def test_every_event_has_a_unique_tag_and_an_evolve_function():
    names = [tag(kind) for kind in e.EVENTS]
    assert len(names) == len(set(names))
    assert all("." in name for name in names)
    assert set(TABLE) | set(HAND) == set(e.EVENTS) - {e.Undone}
    assert set(e.EVENTS) >= LASTING


def test_event_is_encoded_and_decoded_with_its_version():
    name, version, data = encode_event(e.Folded(3, inferred=True))
    assert (name, version) == ("hand.folded", 1)
    assert decode_event(name, version, data) == e.Folded(3, inferred=True)
    with pytest.raises(ValueError, match="version 2"):
        decode_event(name, 2, data)
    with pytest.raises(ValueError, match="row says"):
        decode_event("hand.checked", 1, data)
