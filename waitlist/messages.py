"""Texts of the waitlists, for the desk, the board and the player's own page."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from journal.unix_time import from_milliseconds
from poker.formatting import listed
from tables.opening_hours import OpeningState
from waitlist import paging
from waitlist.pages.text_width import text_width
from waitlist.quoted_waits import QuoteAccuracy
from waitlist.rules.wait_estimate import WaitEstimate
from waitlist.seat_availability import SeatReservation

AUTO = "clock"
CHANGE = "until a seat you asked for opens"


def format_time(at: datetime | int) -> str:
    """Return a datetime or Unix milliseconds as 21:42 in the room's time zone."""
    moment = from_milliseconds(at) if isinstance(at, int) else at
    return f"{timezone.localtime(moment):%H:%M}"


def format_public_time(at: datetime | int) -> str:
    """Return a datetime or Unix milliseconds as 9:42 pm in the room's time zone, for the board and the players."""
    moment = from_milliseconds(at) if isinstance(at, int) else at
    return paging.format_public_time(moment)


def opening_text(state: OpeningState, now: datetime) -> str:
    """Return the room's hours: "Open until 4:00 am", "Opens Mon at 10:00 am"; "" if it never closes."""
    if state.changes_at is None:
        return "" if state.is_open else "Closed"
    at = timezone.localtime(state.changes_at)
    today = timezone.localdate(now)
    if state.is_open:
        is_soon = state.changes_at - now < timedelta(days=1)
        return f"Open until {'' if is_soon else f'{at:%a} at '}{format_public_time(at)}"
    return f"Opens {'' if at.date() == today else f'{at:%a} '}at {format_public_time(at)}"


def countdown(milliseconds: int) -> str:
    """Return a duration as 3:10, at least 0:00."""
    seconds = max(milliseconds, 0) // 1000
    return f"{seconds // 60}:{seconds % 60:02d}"


def reservation_reason(seat: SeatReservation) -> str:
    """Return why an empty seat is reserved."""
    if seat.kind == "locked":
        return f"locked up: {seat.name}"
    return f"held for {seat.name or 'no one yet'}"


def turnover_text(freed: int, minutes: int = 60) -> str:
    """Return how often a seat opens, as text. freed: seats opened within `minutes` (an hour, or since the game
    started).
    """
    if not freed:
        span = "in the last hour" if minutes >= 60 else "since the game started"
        return f"no seat has opened {span}"
    often = f"{minutes / freed:.1f}".removesuffix(".0")
    seen = "in the last hour" if minutes >= 60 else f"in {minutes} min"
    return f"a seat opens every {often} min ({freed} {seen})"


def accuracy_text(off: QuoteAccuracy) -> str:
    """Return the quote accuracy as text for staff and players."""
    if off.minutes is None:
        seated = f"{off.seats} so far" if off.seats else "none so far"
        return f"not enough players seated from this list yet to rate its quoted waits: {seated}"
    return (
        f"quoted waits here have been off by {off.minutes} min on average (last {off.seats} seated)"
    )


def wait_text(wait: WaitEstimate | None) -> str:
    """Return the wait for a player: "about 26 min, give or take 8"; "more than 40 min"."""
    if wait is None:
        return "no estimate yet: too few seats have opened lately"
    if wait.more:
        return f"more than {wait.minutes} min"
    if not wait.minutes:
        return "now"
    return f"about {wait.minutes} min, give or take {wait.error}"


def player_wait_text(wait: WaitEstimate | None) -> str:
    """Return the wait for a player as an honest range: "about 18 to 34 min"; "more than 40 min"."""
    if wait is None or wait.more or not wait.minutes:
        return wait_text(wait)
    low = max(wait.minutes - wait.error, 0)
    high = wait.minutes + wait.error
    return f"about {low} to {high} min" if low < high else f"about {low} min"


@dataclass(frozen=True, slots=True)
class ChangeText:
    """The text of a change to an entry. `{seat}` is the reader's name for the seat, `{skipped}` who was passed over."""

    staff: str
    player: str


CHANGE_TEXTS = {
    "name.added": ChangeText("added at #{to}", "Added at #{to}"),
    "name.arrived": ChangeText("arrived", "Checked in"),
    "name.called": ChangeText("called for {seat}{skipped}", "Called to {seat}"),
    "name.held": ChangeText("{seat} held", "{seat} is held for you"),
    "name.paged": ChangeText("paged again for {seat}", "Called again to {seat}"),
    "name.passed": ChangeText("passed on {seat}", "You passed a call; you keep your spot"),
    "name.seated": ChangeText("seated in {seat}{skipped}", "Seated at {seat}"),
    "name.off": ChangeText("removed, was #{before}", "Removed from the list"),
    "name.released": ChangeText(
        "call canceled, still waiting", "The call was canceled; you keep your spot"
    ),
    "name.moved": ChangeText("moved from #{before} to #{to}", "Moved from #{before} to #{to}"),
    "line.closed": ChangeText("list closed", "List closed"),
    "name.added.undone": ChangeText(
        "adding undone, was #{before}", "Taken off the list: adding was undone"
    ),
    "name.arrived.undone": ChangeText("arrival undone, on the way", "Check-in undone"),
    "name.called.undone": ChangeText(
        "call for {seat} undone", "The call was canceled; you keep your spot"
    ),
    "name.held.undone": ChangeText("hold on {seat} undone, still called", "Called to {seat}"),
    "name.passed.undone": ChangeText("pass undone, called for {seat}", "Called to {seat}"),
    "name.released.undone": ChangeText(
        "cancellation undone, called for {seat} again", "Called to {seat}"
    ),
    "name.seated.undone": ChangeText("seating undone, back at #{to}", "Back at #{to}"),
    "name.off.undone": ChangeText("removal undone, back at #{to}", "Back at #{to}"),
    "name.moved.undone": ChangeText("move undone, back at #{to}", "Back at #{to}"),
}


def staff_change_text(event: str, before: int, to: int, table: str, seat: int, ahead: int) -> str:
    """Return what happened to an entry, for staff: "moved from #2 to #6"."""
    if event not in CHANGE_TEXTS:
        return event
    seat_label = f"{table} seat {seat}" if table else "a seat"
    skipped = f", skipped {ahead}" if ahead else ""
    return CHANGE_TEXTS[event].staff.format(before=before, to=to, seat=seat_label, skipped=skipped)


def player_change_text(event: str, before: int, to: int, table: str, seat: int) -> str:
    """Return what happened to an entry, for the player; "" for an event that a player does not see."""
    if event not in CHANGE_TEXTS:
        return ""
    seat_label = player_seat_label(table, seat) if table else "a seat"
    text = CHANGE_TEXTS[event].player.format(before=before, to=to, seat=seat_label)
    return f"{text[:1].upper()}{text[1:]}"


def other_places(seats: Sequence[str], lists: Sequence[str]) -> str:
    """Return where else a player is: "in T3·S9, also on NL 1/3 and Stud"; "" for nowhere."""
    parts = [f"in {listed(seats, 'and')}"] if seats else []
    if lists:
        parts.append(f"also on {listed(lists, 'and')}")
    return ", ".join(parts)


def added_text(title: str, position: int, lists: int) -> str:
    """Return where a player was added, for the bar with UNDO. title, position: those on the first of `lists` lists."""
    return f"added to {lists} lists" if lists > 1 else f"added to {title} at #{position}"


def move_text(table: str, seat: int, to_table: str, to_seat: int) -> str:
    """Return a must-move for staff: "moved from T1 seat 3 to T9 seat 5"."""
    return f"moved from {table} seat {seat} to {to_table} seat {to_seat}"


def player_seat_label(name: str, seat: int) -> str:
    """Return "table 7, seat 5" for T7: players know tables by number, as on the board."""
    label = table(name)
    return f"{label[:1].lower()}{label[1:]}, seat {seat}"


def tables(count: int) -> str:
    """Return the number of tables of a game for the board, "" for none."""
    return f"{count} table{'' if count == 1 else 's'}" if count else ""


def table(name: str) -> str:
    """Return "Table 2" for T2; other names unchanged."""
    number = name.removeprefix("T")
    return f"Table {number if number.isdecimal() else name}"


def wait_range(wait: WaitEstimate | None) -> str:
    """Return the wait as a rounded range, such as 20 to 38 min, that does not change each minute."""
    if wait is None:
        return "not known"  # short, because the number of tables is next to it
    if wait.more:
        return f"over {wait.minutes} min"
    low = max(wait.minutes - wait.error, 0)
    high = wait.minutes + wait.error
    if not high:
        return "no wait"
    return f"{low}\u2013{high} min" if low < high else f"{low} min"


def opens_at_the_desk(to_go: int) -> str:
    """Return the number of names that an interest list still needs, or the desk's next step."""
    if to_go > 0:
        return interest_status(to_go)
    return "enough names to start: a supervisor opens a table and draws seats"


def interest_status(to_go: int) -> str:
    """Return the status of a game that does not run: how many more names it needs."""
    return f"starts with {to_go} more" if to_go > 0 else "not open yet"


def no_list_detail(open_seats: int) -> str:
    """Return the board's text for a running game without waiting players; "" for a full one."""
    return f"{open_seats} open seat{'' if open_seats == 1 else 's'}" if open_seats else ""


def tables_each(counts: Sequence[int]) -> str:
    """Return the number of tables of the games without a list: "1 table each", "5 tables"."""
    if len(counts) > 1 and len(set(counts)) == 1:
        return f"{tables(counts[0])} each"
    return tables(sum(counts))


def page_label(titles: Sequence[str], width: int) -> str:
    """Return the lists of a page of the board, as many as fit: "NL 1/3, LHE 4/8, and 2 more", "NL 1/3 +3".

    width: in hundredths of the font size.
    """
    labels = [", ".join(titles)]
    for count in range(len(titles) - 1, 0, -1):
        labels.append(f"{', '.join(titles[:count])}, and {len(titles) - count} more")
    if len(titles) > 1:
        labels.append(f"{titles[0]} +{len(titles) - 1}")
    return next((label for label in labels if text_width(label) <= width), labels[-1])
