"""From the public picture to the tablet's screen, once for all sockets of a table."""

import json
from collections.abc import Sequence
from typing import Any

from dealer_ui.screen import screen
from players import roster

KEPT = 64  # rendered broadcasts; a table needs its last one for as long as its sockets are told
_messages: dict[tuple[int, int], tuple[dict[str, Any], str]] = {}


def rendered(*, view: dict[str, Any], now_ms: int) -> dict[str, Any]:
    """The screen of a picture."""
    return screen(view, now_ms=now_ms, people=_not_here(view, roster.names()))


def message(
    *, table_id: int, event: dict[str, Any], now_ms: int, people: Sequence[dict[str, str]]
) -> str:
    """A broadcast as it goes through each WebSocket of its table."""
    key = (table_id, event["seq"])
    view = event["view"]
    kept = _messages.get(key)
    if kept is not None and kept[0] == view:
        return kept[1]
    shown = screen(view, now_ms=now_ms, people=_not_here(view, people))
    told = json.dumps(
        {"type": "screen", "prev": event["prev"], "seq": event["seq"], "screen": shown},
        separators=(",", ":"),
    )
    while len(_messages) >= KEPT:
        del _messages[next(iter(_messages))]
    _messages[key] = view, told
    return told


def _not_here(view: dict[str, Any], people: Sequence[dict[str, str]]) -> list[dict[str, str]]:
    """Who may sit down: everybody on the short list who does not sit here."""
    here = {seat["player"] for seat in view["seats"]}
    return [who for who in people if who["player"] not in here][: roster.SHORT_LIST]
