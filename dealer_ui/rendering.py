"""From the public picture to the tablet's screen, once for all sockets of a table."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec

from dealer_ui.called import Called, called
from dealer_ui.screen import screen
from players import roster
from players.standing import Rows, marks, rows_kept

KEPT = 64  # rendered broadcasts; a table needs its last one for as long as its sockets are told
_messages: dict[tuple[int, int], tuple[str, str]] = {}


def rendered(*, table_id: int, seq: int, view: dict[str, Any], now_ms: int) -> dict[str, Any]:
    """The screen of a table's picture as of entry `seq`."""
    people, rows = roster.names(), rows_kept(_moment(now_ms))
    floor = view["floor"]
    call = called(table_id=table_id, seq=seq, at=floor["at"]) if floor else None
    return _screen(view, now_ms=now_ms, people=people, rows=rows, call=call)


def message(
    *,
    table_id: int,
    event: dict[str, Any],
    now_ms: int,
    people: Sequence[dict[str, str]],
    rows: Rows,
    call: Called | None = None,
) -> str:
    """A broadcast as it goes through each WebSocket of its table.

    `rows` is `players.standing.rows_kept`, `call` is `dealer_ui.called.called` where the floor is called.
    """
    key = (table_id, event["seq"])
    told = event["view"]
    kept = _messages.get(key)
    if kept is not None and kept[0] == told:
        return kept[1]
    view = msgspec.json.decode(told)
    shown = _screen(view, now_ms=now_ms, people=people, rows=rows, call=call)
    said = {"type": "screen", "prev": event["prev"], "seq": event["seq"], "screen": shown}
    text = msgspec.json.encode(said).decode()
    while len(_messages) >= KEPT:
        del _messages[next(iter(_messages))]
    _messages[key] = told, text
    return text


def _screen(
    view: dict[str, Any],
    *,
    now_ms: int,
    people: Sequence[dict[str, str]],
    rows: Rows,
    call: Called | None,
) -> dict[str, Any]:
    here = [seat["player"] for seat in view["seats"] if seat["player"]]
    told = marks(rows, here, _moment(now_ms))
    people = _not_here(view, people)
    return screen(view, now_ms=now_ms, people=people, marks=told, called=call)


def _moment(now_ms: int) -> datetime:
    return datetime.fromtimestamp(now_ms / 1000, UTC)


def _not_here(view: dict[str, Any], people: Sequence[dict[str, str]]) -> list[dict[str, str]]:
    """Who may sit down: everybody on the short list who does not sit here."""
    here = {seat["player"] for seat in view["seats"]}
    return [who for who in people if who["player"] not in here][: roster.SHORT_LIST]
