"""What stands beside the table's own picture: who comes next, and what is open when somebody takes over."""

from datetime import datetime
from typing import Any

from django.utils import timezone

from dealer_ui.words.handover import handover, moments
from players.standing import marks, rows_kept
from poker.lineup.state import Dealers, Duty
from tables.dealers.asking import dealers_now
from tables.dealers.coming import near, pushes_of
from tables.dealers.people import badge_of
from tables.lists.asking import lists_now
from tables.models import Device, Table
from tables.tablet import signed_in

FRESH = 120_000  # ms after a push that its hand-over is shown


def beside(device: Device, view: dict[str, Any], now: datetime) -> dict[str, Any]:
    """{next, clocked, handover} for the tablet's page; None for what there is nothing to say of.

    next: {text, due, name, badge}, from ten minutes before the push; clocked: since when, where this sign-in was a
    clock-in; handover: {key, title, lines}, for two minutes after the push, where anything is open.
    """
    table, ms = device.table, int(now.timestamp() * 1000)
    dealers = dealers_now(table.room_id).dealers
    fresh = _fresh(device, view, ms)
    return {
        "next": _next(table, dealers, ms),
        "clocked": _clocked(device, dealers, view) if fresh else "",
        "handover": _handover(table, dealers, view, now) if fresh else None,
    }


def _fresh(device: Device, view: dict[str, Any], now: int) -> bool:
    """Whether whoever is signed in here was pushed in just now."""
    staff, dealer = signed_in(device), view["dealer"]
    if staff is None or not dealer or dealer["name"] != staff.alias:
        return False
    return bool(now - dealer["since"] < FRESH)


def _next(table: Table, dealers: Dealers, now: int) -> dict[str, Any] | None:
    push = pushes_of(table.room_id, dealers, now).get(table.name)
    if push is None or push.inward is None or not push.out or not near(push, now):
        return None
    name = push.inward.name
    text = f"Next: {name} {_clock(push.due)}"
    return {"text": text, "due": push.due, "name": name, "badge": badge_of(push.inward.key)}


def _clocked(device: Device, dealers: Dealers, view: dict[str, Any]) -> str:
    staff = signed_in(device)
    one = dealers.find(staff.key) if staff else None
    at = view["dealer"]["since"]
    return f"Clocked in {_clock(at)}" if one is not None and one.since == at else ""


def _handover(
    table: Table, dealers: Dealers, view: dict[str, Any], now: datetime
) -> dict[str, Any] | None:
    people = [seat["player"] for seat in view["seats"] if seat["player"]]
    lines = handover(
        view,
        changes=_changes(table),
        marks=marks(rows_kept(now), people, now),
        clock={at: _clock(at) for at in moments(view)},
    )
    since = view["dealer"]["since"]
    before = _before(dealers, table.name, since)
    title = f"Hand-over from {before.name}" if before else "Hand-over"
    return {"key": f"{table.pk}.{since}", "title": title, "lines": lines} if lines else None


def _before(dealers: Dealers, table: str, since: int) -> Duty | None:
    """Whoever stood up from this box in that moment."""
    return next((one for one in dealers.duty if (one.last, one.at) == (table, since)), None)


def _changes(table: Table) -> list[str]:
    """Who waits for another chair of this table, in order."""
    lines = lists_now(table.room_id).lists.lines
    here = (line for line in lines if line.kind == "seat_change" and line.of == table.name)
    return [one.name for line in here for one in line.places]


def _clock(milliseconds: int) -> str:
    moment = datetime.fromtimestamp(milliseconds / 1000, tz=timezone.get_current_timezone())
    return f"{moment:%H:%M}"
