"""Render the public view as the tablet's screen, once for all sockets of a table."""

import asyncio
from collections.abc import Sequence
from datetime import datetime
from threading import Lock

import msgspec
from django.utils import timezone

from dealer_ui.offered_players import offered
from dealer_ui.open_call import open_call
from dealer_ui.player_flags import player_flags
from dealer_ui.room_settings import cached_room_settings
from dealer_ui.screen import screen
from dealer_ui.screen.model import Screen
from journal.caches import BROADCASTS
from journal.unix_time import from_milliseconds, milliseconds
from players import roster
from players.standing import standing_rows, warning_flags
from poker.currency import currency
from poker.event_levels import with_level
from poker.view import view as table_view
from poker.view.model import TableView
from staff.hooks import TabletKind, hooks
from tables import table_log
from tables.models import Table
from web.socket_database import socket_database

_LOCK = Lock()
_rendering: dict[tuple[asyncio.AbstractEventLoop, int, int, int], asyncio.Task[str]] = {}


def rendered(*, table_id: int, seq: int, view: TableView, now_ms: int, acted_at: int = 0) -> Screen:
    """Return the screen of a table's view as of entry `seq`.

    acted_at: when the action last moved to another seat, in Unix milliseconds; 0 to read it from the log.
    """
    view = _on_level_of_now(table_id, seq, view, now_ms)
    people = offered()
    rows = standing_rows(_moment(now_ms))
    floor = view.floor
    call = open_call(table_id=table_id, seq=seq, at=floor.at) if floor else None
    seated = [seat.player for seat in view.seats if seat.player]
    flags = player_flags(warning_flags(rows, seated, _moment(now_ms)))
    people = _seatable_players(view, people)
    return screen(
        view,
        now_ms=now_ms,
        people=people,
        marks=flags,
        call=call,
        room=cached_room_settings(table_id),
        acted_at=acted_at or (table_log.action_moved_at(table_id) if view.turn_clock else 0),
    )


def _on_level_of_now(table_id: int, seq: int, view: TableView, now_ms: int) -> TableView:
    """Return the view between hands of a tournament on the level of now; the stored view has that of its entry.

    Unchanged if a later entry is stored: its own screen follows.
    """
    if view.event is None or view.hand.started:
        return view
    table = table_log.state_at_entry(table_id, seq)
    return view if table is None else table_view(with_level(table, now_ms))


def table_kind(table_id: int) -> TabletKind | None:
    """Return what is different on the tablet of a table whose game is not poker; None for poker."""
    kind = Table.every.values_list("kind", flat=True).get(pk=table_id)
    return None if kind == Table.Kind.POKER else hooks().TABLET_KINDS[kind]


async def shared_screen_message(*, table_id: int, prev: int, seq: int) -> str:
    """Return `screen_message`, rendered once by the first socket that requests it; the others wait for it."""
    key = (asyncio.get_running_loop(), table_id, prev, seq)
    task = _rendering.get(key)
    if task is None:
        render = socket_database(screen_message)
        task = asyncio.create_task(render(table_id=table_id, prev=prev, seq=seq))
        _rendering[key] = task
        task.add_done_callback(lambda _done: _rendering.pop(key, None))
    return await asyncio.shield(task)  # Closing one socket must not cancel the task for the others.


def screen_message(*, table_id: int, prev: int, seq: int) -> str:
    """Return the table's screen for pages without the engine, after a command stored up to entry `seq`.

    If later entries exist, the screen is that of the newest entry; the page then ignores the messages in between. The
    message has three entry numbers: prev, before the command; stored, the command's last; seq, the screen's.
    """
    key = (table_id, prev, seq, currency().code)
    with _LOCK:
        cached: str | None = BROADCASTS.get(key)
    if cached is not None:
        return cached
    now_ms = milliseconds(timezone.now())
    kind = table_kind(table_id)
    if kind is None:
        newest, view = table_log.newest_view(table_id)
        shown = rendered(table_id=table_id, seq=newest, view=view, now_ms=now_ms)
    else:
        newest, shown = kind.screen(table_id=table_id, seq=seq, now=now_ms)
    context = {"type": "screen", "prev": prev, "stored": seq, "seq": newest, "screen": shown}
    text = msgspec.json.encode(context).decode()
    with _LOCK:
        BROADCASTS[key] = text
    return text


def _moment(now_ms: int) -> datetime:
    return from_milliseconds(now_ms)


def _seatable_players(view: TableView, people: Sequence[dict[str, str]]) -> list[dict[str, str]]:
    """Return the players who can be seated: those of the short list who are not at this table."""
    seated = {seat.player for seat in view.seats}
    return [person for person in people if person["player"] not in seated][: roster.OFFERED_NAMES]
