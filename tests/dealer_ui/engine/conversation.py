"""The calls of one tablet, with what CPython answers."""

import json
from typing import Any
from uuid import UUID

import msgspec

from dealer_ui.engine import calls
from dealer_ui.engine.session import TabletSession
from dealer_ui.engine.wire import OutgoingTap, TapData
from poker import commands as c
from poker.stakes import Stakes
from tests.support.engine_room import NOW, entries_of, open_room


def conversation() -> list[tuple[str, str, str]]:
    """Return the calls of a tablet that deals a hand, calls the floor and takes back a tap, with CPython's results."""
    stakes = Stakes(
        game="omaha8",
        limit="pot",
        small_bet=400,
        big_bet=400,
        blinds=(200, 400),
        chips=(100, 500),
        buy_in_min=4000,
        buy_in_max=400000,
    )
    room = open_room(stakes, players=4)
    session = TabletSession()
    said: list[tuple[str, str, str]] = []

    def say(name: str, **content: Any) -> Any:
        text = msgspec.json.encode(content | {"now": NOW}).decode()
        said.append((name, text, calls.run(session, name, text).decode()))
        return json.loads(said[-1][2])

    say("load", table=room.data(), taps=[])
    keys: list[tuple[str, dict[str, object]]] = [
        ("act", {"seat": 3, "what": "raise", "to": 1400}),
        ("act", {"seat": 4, "what": "fold"}),
        ("undo", {}),
        ("act", {"seat": 9, "what": "fold"}),
        ("close_street", {"count": 3}),
        ("call_floor", {}),
        ("report", {"key": "action_out_of_turn"}),
        ("cancel_floor", {"reason": "solved"}),
        ("close_street", {"count": 3}),
        ("incident", {"category": "language", "seat": 1, "player": "p1"}),
    ]
    for number, (name, args) in enumerate(keys):
        tap_id = str(UUID(int=number + 1))
        say("tap", tap=TapData(tap_id, name, args, NOW + number, "staff.1", room.seq))
    before = room.seq
    room.do(c.SeatPlayer(7, "p7", "Zoë “Seven” Ünal", 40_000))
    outgoing = msgspec.convert(say("outbox", limit=20), list[OutgoingTap])
    answers, _ = room.execute(outgoing)
    say("answer", answers=answers)
    for stored in room.log:
        if stored.first > before:
            say("entries", entries=entries_of(stored), prev=stored.first - 1)
    say("drop", ids=[])
    say("render")
    say("load", table=room.data(), taps=[], saved=True)
    return said
