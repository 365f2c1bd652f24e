"""Snapshot data that is not in the table's log: the next dealer, and open items after a push."""

from datetime import datetime

import msgspec
from django.utils import timezone
from msgspec import UNSET, UnsetType

from dealer_ui.messages.push_summary import destination, push_summary, summary_times
from dealer_ui.messages.texts import SummaryLine
from dealer_ui.player_flags import player_flags
from dealer_ui.tablet_commands import signed_in
from journal.unix_time import milliseconds
from lineup.actions import load_lineup
from lineup.eligible_staff import badge_of, badges, eligible_dealers, eligible_supervisors
from lineup.next_dealer import is_push_near, pushes_of
from lineup.rules.plan import next_push_of
from lineup.rules.state import Lineup, OnDutyDealer
from players.standing import standing_rows, warning_flags
from poker.currency import Currency, currency
from poker.view.model import TableView, present
from tables.models import Device, Table
from waitlist.actions import load_waitlists

OPEN_ITEMS = 4  # shown while the PIN is entered; the summary after the push has all of them
NAMES = 7  # people offered by name; others enter a badge number
SUMMARY_MS = 120_000  # milliseconds after a push during which its summary is shown


class NextPush(msgspec.Struct, frozen=True, kw_only=True):
    """The next dealer, from ten minutes before the push.

    goes: where the current dealer goes then, "" if no push is planned for them; open: open items, as text.
    """

    due: int
    at: str
    badge: str
    text: str
    name: str
    goes: str
    open: list[str]


class BadgeName(msgspec.Struct, frozen=True):
    """A staff member who may sign in here."""

    name: str
    badge: str


class OfferedStaff(msgspec.Struct, frozen=True):
    """The staff offered by name when someone signs in."""

    dealers: list[BadgeName]
    supervisors: list[BadgeName]


class Handover(msgspec.Struct, frozen=True):
    """The push summary, for two minutes after the push."""

    key: str
    title: str
    lines: list[SummaryLine]


class SnapshotExtras(msgspec.Struct, frozen=True):
    """The page's data in addition to the screen."""

    next: NextPush | None
    staff: OfferedStaff
    clocked: str  # text of the clock-in; "" if this sign-in was not a clock-in
    handover: Handover | None
    currency: Currency
    pin_key: str | UnsetType = UNSET


def snapshot_extras(device: Device, view: TableView, now: datetime) -> SnapshotExtras:
    table = device.table
    ms = milliseconds(now)
    dealers = load_lineup(table.room_id)
    fresh = _fresh(device, view, ms)
    return SnapshotExtras(
        next=_next(table, dealers, view, now),
        staff=_staff(table, dealers, view),
        clocked=_clocked(device, dealers, view) if fresh else "",
        handover=_handover(table, dealers, view, now) if fresh else None,
        currency=currency(),
    )


def _fresh(device: Device, view: TableView, now: int) -> bool:
    """Return whether the dealer signed in here was pushed in a moment ago."""
    staff = signed_in(device)
    dealer = view.dealer
    if staff is None or not dealer or dealer.name != staff.alias:
        return False
    return bool(now - dealer.since < SUMMARY_MS)


def _next(table: Table, dealers: Lineup, view: TableView, now: datetime) -> NextPush | None:
    ms = milliseconds(now)
    pushes = pushes_of(table.room_id, dealers, ms)
    push = pushes.get(table.name)
    if push is None or push.inward is None or not push.out or not is_push_near(push, ms):
        return None
    name = push.inward.name
    text = f"Next: {name} {_clock(push.due)}"
    at = _clock(push.due)
    badge = badge_of(push.inward.key)
    items = [line.text for line in _open_items(table, view, now)[:OPEN_ITEMS]]
    onward = next_push_of(push.out, pushes.values())
    goes = ""
    if onward is not None:
        later = _clock(onward.at) if onward.at > push.at else ""
        goes = destination(onward.table, push.out.name, at=later)
    return NextPush(due=push.due, at=at, badge=badge, text=text, name=name, goes=goes, open=items)


def _staff(table: Table, dealers: Lineup, view: TableView) -> OfferedStaff:
    """Return dealers on duty without a box, the longest available first, and the room's supervisors.

    Without a lineup, the dealers are all of the room's dealers who are in no box.
    """
    free = sorted((item for item in dealers.duty if item.is_free), key=lambda item: item.at)
    numbers = badges(item.key for item in free)
    names = [(item.name, numbers[item.key]) for item in free if item.key in numbers]
    if not names:
        dealing = {item.key for item in dealers.duty if item.table}
        name = view.dealer.name if view.dealer else ""
        room = [item for item in eligible_dealers(table.room_id) if not item.supervises]
        names = [
            (item.alias, item.badge)
            for item in room
            if item.key not in dealing and item.alias != name
        ]
    above = [(item.alias, item.badge) for item in eligible_supervisors(table.room_id)]
    return OfferedStaff(
        dealers=[BadgeName(name, badge) for name, badge in names[:NAMES]],
        supervisors=[BadgeName(name, badge) for name, badge in above[:NAMES]],
    )


def _clocked(device: Device, dealers: Lineup, view: TableView) -> str:
    staff = signed_in(device)
    dealer = dealers.find(staff.key) if staff else None
    at = present(view.dealer).since
    return f"Clocked in {_clock(at)}" if dealer is not None and dealer.since == at else ""


def _handover(table: Table, dealers: Lineup, view: TableView, now: datetime) -> Handover | None:
    lines = _open_items(table, view, now)
    since = present(view.dealer).since
    before = _relieved_dealer(dealers, table.name, since)
    title = f"Handoff from {before.name}" if before else "Handoff"
    return Handover(f"{table.pk}.{since}", title, lines) if lines else None


def _open_items(table: Table, view: TableView, now: datetime) -> list[SummaryLine]:
    people = [seat.player for seat in view.seats if seat.player]
    return push_summary(
        view,
        changes=_changes(table),
        marks=player_flags(warning_flags(standing_rows(now), people, now)),
        clock={at: _clock(at) for at in summary_times(view)},
    )


def _relieved_dealer(dealers: Lineup, table: str, since: int) -> OnDutyDealer | None:
    """Return the dealer who left this box at that moment."""
    return next(
        (dealer for dealer in dealers.duty if (dealer.last, dealer.at) == (table, since)), None
    )


def _changes(table: Table) -> list[str]:
    """Return the players waiting for a seat change at this table, in order."""
    waitlists = load_waitlists(table.room_id).lists
    change_lists = (
        waitlist
        for waitlist in waitlists
        if waitlist.kind == "seat_change" and waitlist.of == table.name
    )
    return [entry.name for waitlist in change_lists for entry in waitlist.entries]


def _clock(milliseconds: int) -> str:
    moment = datetime.fromtimestamp(milliseconds / 1000, tz=timezone.get_current_timezone())
    return f"{moment:%H:%M}"
