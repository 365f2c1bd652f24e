"""From the public picture to the tablet's screen, once for all sockets of a table."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec

from dealer_ui.screen import screen
from players import roster
from players.standing import Rows, marks, rows_kept

KEPT = 64  # rendered broadcasts; a table needs its last one for as long as its sockets are told
_messages: dict[tuple[int, int], tuple[str, str]] = {}


def rendered(*, view: dict[str, Any], now_ms: int) -> dict[str, Any]:
    """The screen of a picture."""
    now = _moment(now_ms)
    return _screen(view, now_ms=now_ms, people=roster.names(), rows=rows_kept(now))


def message(
    *,
    table_id: int,
    event: dict[str, Any],
    now_ms: int,
    people: Sequence[dict[str, str]],
    rows: Rows,
) -> str:
    """A broadcast as it goes through each WebSocket of its table; `rows` is `players.standing.rows_kept`."""
    key = (table_id, event["seq"])
    told = event["view"]
    kept = _messages.get(key)
    if kept is not None and kept[0] == told:
        return kept[1]
    view = msgspec.json.decode(told)
    shown = _screen(view, now_ms=now_ms, people=people, rows=rows)
    said = {"type": "screen", "prev": event["prev"], "seq": event["seq"], "screen": shown}
    text = msgspec.json.encode(said).decode()
    while len(_messages) >= KEPT:
        del _messages[next(iter(_messages))]
    _messages[key] = told, text
    return text


def _screen(
    view: dict[str, Any], *, now_ms: int, people: Sequence[dict[str, str]], rows: Rows
) -> dict[str, Any]:
    here = [seat["player"] for seat in view["seats"] if seat["player"]]
    told = marks(rows, here, _moment(now_ms))
    return screen(view, now_ms=now_ms, people=_not_here(view, people), marks=told)


def _moment(now_ms: int) -> datetime:
    return datetime.fromtimestamp(now_ms / 1000, UTC)


def _not_here(view: dict[str, Any], people: Sequence[dict[str, str]]) -> list[dict[str, str]]:
    """Who may sit down: everybody on the short list who does not sit here."""
    here = {seat["player"] for seat in view["seats"]}
    return [who for who in people if who["player"] not in here][: roster.SHORT_LIST]
