"""Render the public view as the tablet's screen, once for all sockets of a table."""

from collections.abc import Sequence
from datetime import datetime
from threading import Lock

import msgspec

from dealer_ui.offered_players import offered
from dealer_ui.open_call import open_call
from dealer_ui.player_flags import player_flags
from dealer_ui.screen import screen
from dealer_ui.screen.model import Screen
from dealer_ui.screen.open_call import OpenCall
from journal.caches import BROADCASTS
from journal.unix_time import from_milliseconds
from players import roster
from players.standing import Rows, standing_rows, warning_flags
from poker.view import decode_view
from poker.view.model import TableView
from tables.broadcast import TableViewEvent

_LOCK = Lock()


def rendered(*, table_id: int, seq: int, view: TableView, now_ms: int) -> Screen:
    """Return the screen of a table's view as of entry `seq`."""
    people, rows = offered(), standing_rows(_moment(now_ms))
    floor = view.floor
    call = open_call(table_id=table_id, seq=seq, at=floor.at) if floor else None
    return _screen(view, now_ms=now_ms, people=people, rows=rows, call=call)


def message(
    *,
    table_id: int,
    event: TableViewEvent,
    now_ms: int,
    people: Sequence[dict[str, str]],
    rows: Rows,
    call: OpenCall | None = None,
) -> str:
    """Return a broadcast as each WebSocket of its table sends it.

    `rows`: `players.standing.standing_rows`; `call`: `dealer_ui.open_call.open_call` while the floor is called.
    """
    key = (table_id, event["seq"], event["view"])
    with _LOCK:
        cached: str | None = BROADCASTS.get(key)
    if cached is not None:
        return cached
    view = decode_view(event["view"])
    shown = _screen(view, now_ms=now_ms, people=people, rows=rows, call=call)
    context = {"type": "screen", "prev": event["prev"], "seq": event["seq"], "screen": shown}
    text = msgspec.json.encode(context).decode()
    with _LOCK:
        BROADCASTS[key] = text
    return text


def _screen(
    view: TableView,
    *,
    now_ms: int,
    people: Sequence[dict[str, str]],
    rows: Rows,
    call: OpenCall | None,
) -> Screen:
    seated = [seat.player for seat in view.seats if seat.player]
    flags = player_flags(warning_flags(rows, seated, _moment(now_ms)))
    people = _seatable_players(view, people)
    return screen(view, now_ms=now_ms, people=people, marks=flags, call=call)


def _moment(now_ms: int) -> datetime:
    return from_milliseconds(now_ms)


def _seatable_players(view: TableView, people: Sequence[dict[str, str]]) -> list[dict[str, str]]:
    """Return the players who can be seated: those of the short list who are not at this table."""
    seated = {seat.player for seat in view.seats}
    return [person for person in people if person["player"] not in seated][: roster.OFFERED_NAMES]
