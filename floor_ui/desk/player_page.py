"""A player's own page: their waitlist positions, the expected waits, and every change with its reason.

There is no account and there are no names: anyone with the URL sees this player's waitlists, and of other players
only how many are ahead.
"""

import re
from dataclasses import dataclass
from datetime import datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from floor_ui.desk import messages
from floor_ui.desk.board import room_hours_text
from floor_ui.desk.room_snapshot import GameSummary, RoomSnapshot, current_room_snapshot
from poker.waitlist.state import CHANGES, Waitlist, WaitlistEntry
from tables.models import Room, WaitlistChange
from tables.waitlist.change_projection import UNDONE
from tables.waitlist.quoted_waits import quote_accuracy

MAX_CHANGES = 40  # changes shown per waitlist
MAX_SIGN_UPS = 60  # times the player was added to a waitlist
MAX_WAITLISTS = 4  # waitlists shown, including ended ones
MAX_ROWS_READ = 400  # changes read per waitlist
TOKEN = re.compile(r"[A-Za-z0-9_-]{20,40}")


@dataclass(frozen=True, slots=True)
class PositionChange:
    """A change: when, what, why."""

    at: str
    text: str
    reason: str


@dataclass(frozen=True, kw_only=True)
class PlayerPosition:
    """A waitlist of the player."""

    title: str
    position: int  # position, 0 if the player is off the list
    length: int
    wait: str
    quote_accuracy: str
    called_to: str  # table and seat of the call, "" if not called
    until: str  # when the call ends
    changes: list[PositionChange]


@require_GET
@never_cache
def page(request: HttpRequest, token: str) -> HttpResponse:
    """Show the waitlists of the player with this token."""
    first = WaitlistChange.objects.filter(token=token, event="name.added").order_by("-seq")
    added = list(first.select_related("lists")[:MAX_SIGN_UPS]) if TOKEN.fullmatch(token) else []
    if not added:
        raise Http404
    now = timezone.now()
    snapshot = current_room_snapshot(added[0].lists.room_id, now)
    # Present waitlists come before ended ones, however often the player was added since.
    stands = [row for row in added if snapshot.lists.holding(row.number)]
    over = [row for row in added if row not in stands]
    added = [*stands, *over][: max(len(stands), MAX_WAITLISTS)]
    games = {game.key: game for game in snapshot.games}
    waitlists = [_player_position(row, snapshot, games.get(row.key)) for row in added]
    # What the player has to do now comes first: a call, then the lists they wait on, then the ended ones.
    waitlists.sort(key=lambda waitlist: (not waitlist.called_to, not waitlist.position))
    context = {
        "name": added[0].name,
        "waitlists": waitlists,
        "now": messages.format_public_time(now),
        "hours": _hours(snapshot.room_id, now),
    }
    answer = render(request, "floor_ui/desk/player_page.html", context)
    answer["X-Robots-Tag"] = "noindex"
    answer["Referrer-Policy"] = "no-referrer"
    return answer


def _hours(room_id: int, now: datetime) -> str:
    hours = Room.objects.values_list("opening_hours", flat=True).get(pk=room_id)
    return room_hours_text(hours, now)


def _player_position(
    row: WaitlistChange, snapshot: RoomSnapshot, game: GameSummary | None
) -> PlayerPosition:
    waitlist = snapshot.lists.line(row.key)
    entry = waitlist.find(row.number) if waitlist else None
    if waitlist is None or entry is None:
        changes = _position_changes(row, snapshot.seq, 0)
        return PlayerPosition(
            title=row.title,
            position=0,
            length=0,
            wait="",
            quote_accuracy="",
            called_to="",
            until="",
            changes=changes,
        )
    at = waitlist.at(row.number)
    ahead = sum(other.state == "waiting" for other in waitlist.places[: at - 1])
    free = game.open_seats if game else 0
    return PlayerPosition(
        title=waitlist.title,
        position=at,
        length=len(waitlist.places),
        wait=_wait_text(waitlist, game, snapshot, ahead + 1, free),
        quote_accuracy=messages.accuracy_text(quote_accuracy(snapshot.room_id, waitlist.key))
        if _is_game_list(waitlist, game)
        else "",
        called_to=_called(entry),
        until=messages.format_public_time(entry.until) if entry.until else "",
        changes=_position_changes(row, snapshot.seq, at),
    )


def _is_game_list(waitlist: Waitlist, game: GameSummary | None) -> bool:
    """Return whether the game runs; an interest list counts as a game's waitlist once its game runs."""
    return waitlist.kind not in CHANGES and (game is None or game.names_needed is None)


def _wait_text(
    waitlist: Waitlist, game: GameSummary | None, snapshot: RoomSnapshot, position: int, free: int
) -> str:
    """Return the expected wait as text. There is none for a game that does not run, or for a seat change."""
    if waitlist.kind in CHANGES:
        return messages.CHANGE
    if game is not None and game.names_needed is not None:
        return messages.interest_status(game.names_needed)
    return messages.wait_text(snapshot.wait(waitlist.key, position, free))


def _called(entry: WaitlistEntry) -> str:
    return f"{messages.table(entry.table)}, seat {entry.seat}" if entry.state != "waiting" else ""


def _position_changes(added: WaitlistChange, until: int, position: int) -> list[PositionChange]:
    """Return the changes of this entry and of its position, newest first. Other players have no names here.

    The log is read backwards from the entry `until`, at which the position is `position`, 0 for off the list.
    """
    rows = WaitlistChange.objects.filter(lists=added.lists, key=added.key, seq__gte=added.seq)
    rows, changes = rows.filter(seq__lte=until), []
    if not position:
        last = rows.filter(number=added.number).order_by("-seq").first() or added
        changes, position, rows = [_own_change(last)], last.before, rows.filter(seq__lt=last.seq)
    for row in rows.order_by("-seq", "-number")[:MAX_ROWS_READ]:
        if row.number == added.number:
            changes.append(_own_change(row))
            position = row.before
            continue
        before = _position_before(position, row)
        what = _other_change_text(row, before, position)
        if what:
            changes.append(PositionChange(messages.format_public_time(row.at), what, row.reason))
        position = before
    return changes[:MAX_CHANGES]


def _own_change(row: WaitlistChange) -> PositionChange:
    what = messages.player_change_text(row.event, row.before, row.to, row.table, row.seat)
    return PositionChange(messages.format_public_time(row.at), what, row.reason)


def _other_change_text(row: WaitlistChange, before: int, position: int) -> str:
    """Return what another player's change means here; "" if only an entry ahead has left."""
    if before != position and row.event.endswith(UNDONE):
        return f"A change was undone: you went from #{before} to #{position}"
    if before != position and row.event in ("name.moved", "name.added"):
        put = "A name was added" if row.reason else "A local was added"
        moved = "A name was moved" if row.event == "name.moved" else put
        return f"{moved}: you went from #{before} to #{position}"
    if row.ahead and row.event in ("name.called", "name.seated") and row.before > before:
        return "A name behind you was called first"
    return ""


def _position_before(position: int, row: WaitlistChange) -> int:
    """Return the position before another entry of the list changed."""
    if row.before == row.to:
        return position
    if row.to and row.to < position:
        position -= 1
    if row.before and row.before <= position:
        position += 1
    return position
