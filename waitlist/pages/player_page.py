"""A player's own page: their waitlist positions, the expected waits, every change with its reason, and their answers.

It has no account and no names: anyone with the URL sees this player's waitlists, and only the number of players ahead.
"""

import re
from dataclasses import dataclass
from datetime import datetime
from uuid import uuid4

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from journal.unix_time import milliseconds
from players.roster import player_known
from poker.refusal import Refusal
from staff.models import Room
from tables.short_names import titles_of
from waitlist import messages
from waitlist.change_projection import UNDONE
from waitlist.departures import MAX_MINUTES
from waitlist.history import event_at
from waitlist.models import WaitlistChange
from waitlist.pages.board import room_hours_text
from waitlist.pages.join_page import joinable_games
from waitlist.pages.player_acts import PlayerForm, player_act
from waitlist.pages.room_snapshot import GameSummary, RoomSnapshot, current_room_snapshot
from waitlist.paging import is_reachable
from waitlist.quoted_waits import quote_accuracy
from waitlist.rules.events import PlayerAdded
from waitlist.rules.state import CHANGES, Waitlist, WaitlistEntry, WaitlistPolicy
from waitlist.rules.wait_estimate import WaitEstimate
from waitlist.tasks import CLOCK
from web.messages.refusals import http_status, refusal_message

MAX_CHANGES = 40  # changes shown per waitlist
MAX_SIGN_UPS = 60  # times the player was added to a waitlist
MAX_WAITLISTS = 4  # waitlists shown, including ended ones
MAX_ROWS_READ = 400  # changes read per waitlist
MINUTE = 60_000
LAST_DIGITS = 4  # digits of the player's number
TOKEN = re.compile(r"[A-Za-z0-9_-]{20,40}")


@dataclass(frozen=True, slots=True)
class PositionChange:
    """A change: when, what, why."""

    at: str
    text: str
    reason: str


@dataclass(frozen=True, kw_only=True)
class PlayerPosition:
    """One of the player's waitlists."""

    key: str
    title: str  # short
    full: str  # the plaque's name, "" if it is the same
    changes: list[PositionChange]
    number: int = 0  # number of the entry, 0 if the player is off the list
    position: int = 0  # 0 if the player is off the list
    length: int = 0
    wait: str = ""
    turnover: str = ""
    quote_accuracy: str = ""
    state: str = ""
    seat: str = ""  # table and seat of the call, "" if not called
    until: str = ""  # when the call, the held seat or a call-in ends
    left: int = 0  # milliseconds until then
    limit: int = 0  # length of the call or the held seat in milliseconds
    is_here: bool = True
    has_missed_call: bool = False  # the last call ran out without an answer


@never_cache
@require_http_methods(["GET", "POST"])
def page(request: HttpRequest, token: str) -> HttpResponse:
    """Show the waitlists of the player with this token, and run the player's action."""
    added = _added(token)
    room = Room.objects.get(pk=added[0].lists.room_id)
    refusal = None
    if request.method == "POST":
        try:
            number = player_act(PlayerForm.read(request.POST), room, token, timezone.now())
        except Refusal as error:
            refusal = error
        else:
            query = f"?joined={number}" if number else ""
            return redirect(f"{reverse('line:page', args=[token])}{query}")
    return _places(request, room, added, refusal)


@require_GET
@never_cache
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Show the other lists that the player may join."""
    added = _added(token)
    now = timezone.now()
    room = Room.objects.get(pk=added[0].lists.room_id)
    snapshot = current_room_snapshot(room.pk, now)
    own = {waitlist.key for waitlist, _ in _entries(snapshot, token)}
    if not own or not room.joins_by_phone:
        return redirect("line:page", token)
    games = joinable_games(snapshot, [])
    context = {
        "room": room,
        "token": token,
        "command_id": uuid4(),
        "own": [game.title for game in games if game.key in own],
        "games": [game for game in games if game.key not in own],
        "is_full": len(own) >= snapshot.lists.policy.most_lists,
        "most": snapshot.lists.policy.most_lists,
        "now": messages.format_public_time(now),
    }
    return _private(render(request, "waitlist/player_join.html", context))


def _added(token: str) -> list[WaitlistChange]:
    """Return the times when a player was added to lists, the newest first. Raises Http404 for an unknown token."""
    first = WaitlistChange.objects.filter(token=token, event="name.added").order_by("-seq")
    added = list(first.select_related("lists")[:MAX_SIGN_UPS]) if TOKEN.fullmatch(token) else []
    if not added:
        raise Http404
    return added


def _entries(snapshot: RoomSnapshot, token: str) -> list[tuple[Waitlist, WaitlistEntry]]:
    return [
        (waitlist, entry)
        for waitlist in snapshot.lists.lists
        for entry in waitlist.entries
        if entry.token == token
    ]


def _places(
    request: HttpRequest, room: Room, added: list[WaitlistChange], refusal: Refusal | None
) -> HttpResponse:
    now = timezone.now()
    token = added[0].token
    snapshot = current_room_snapshot(room.pk, now)
    # Current waitlists come before ended ones, no matter how often the player was added since.
    stands = [row for row in added if snapshot.lists.holding(row.number)]
    over = [row for row in added if row not in stands]
    shown = [*stands, *over][: max(len(stands), MAX_WAITLISTS)]
    games = {game.key: game for game in snapshot.games}
    titles = titles_of({row.key: row.title for row in shown})
    places = [
        _player_position(row, snapshot, games.get(row.key), titles[row.key], now) for row in shown
    ]
    # Calls that need an answer come first, then the lists they wait on, then the ended ones.
    places.sort(key=lambda place: (not place.seat, not place.position))
    entries = _entries(snapshot, token)
    joined = request.GET.get("joined", "")
    context = {
        "room": room,
        "token": token,
        "command_id": uuid4(),
        "name": _alias(added[0], entries),
        "places": places,
        "calls": [place for place in places if place.seat],
        "waits": [place for place in places if not place.seat],
        "joined": next((p for p in places if p.number and str(p.number) == joined), None),
        "is_listed": bool(entries),
        "is_away": any(not entry.here for _, entry in entries),
        "may_join": bool(entries) and room.joins_by_phone,
        "policy": snapshot.lists.policy,
        "paged": _paged(entries),
        "refused": refusal_message(refusal) if refusal else "",
        "now": messages.format_public_time(now),
        "hours": room_hours_text(room.opening_hours, now),
    }
    status = http_status(refusal) if refusal else 200
    return _private(render(request, "waitlist/player_page.html", context, status=status))


def _alias(added: WaitlistChange, entries: list[tuple[Waitlist, WaitlistEntry]]) -> str:
    """Return the player's present alias; the logged one of a player who is not in the registry."""
    if entries:
        return entries[0][1].name
    logged = event_at(added.lists_id, added.seq)
    event = logged.event if logged else None
    player = player_known(event.waiting.player) if isinstance(event, PlayerAdded) else None
    return player.alias if player else added.name


def _private(answer: HttpResponse) -> HttpResponse:
    """Hide the URL from search engines and other sites, because the URL alone opens the page.

    Not `no-referrer`: with it a browser sends no origin with a form either.
    """
    answer["X-Robots-Tag"] = "noindex"
    answer["Referrer-Policy"] = "same-origin"
    return answer


def _paged(entries: list[tuple[Waitlist, WaitlistEntry]]) -> str:
    """Return the end of the number that pages go to, "…0142"; "" if no text reaches the player."""
    player = player_known(entries[0][1].player) if entries else None
    if player is None or not player.phone or not is_reachable(player.key):
        return ""
    return f"\u2026{player.phone[-LAST_DIGITS:]}"


def _player_position(
    row: WaitlistChange,
    snapshot: RoomSnapshot,
    game: GameSummary | None,
    title: str,
    now: datetime,
) -> PlayerPosition:
    waitlist = snapshot.lists.waitlist(row.key)
    entry = waitlist.find(row.number) if waitlist else None
    full = row.title if row.title != title else ""
    if waitlist is None or entry is None:
        changes = _position_changes(row, snapshot.seq, 0)
        return PlayerPosition(key=row.key, title=title, full=full, changes=changes)
    at = waitlist.at(row.number)
    is_game = _is_game_list(waitlist, game)
    ahead = sum(other.state == "waiting" for other in waitlist.entries[: at - 1])
    wait = snapshot.wait(waitlist.key, ahead + 1, game.open_seats if game else 0)
    return PlayerPosition(
        key=row.key,
        title=title,
        full=full,
        number=entry.number,
        position=at,
        length=len(waitlist.entries),
        wait=_wait_text(waitlist, game, wait),
        turnover=_turnover(snapshot, row.key) if is_game and wait is not None else "",
        quote_accuracy=messages.accuracy_text(quote_accuracy(snapshot.room_id, waitlist.key))
        if is_game
        else "",
        state=entry.state,
        seat=_called(entry),
        until=messages.format_public_time(entry.until) if entry.until else "",
        left=max(entry.until - milliseconds(now), 0),
        limit=_limit(entry, snapshot.lists.policy),
        is_here=entry.here,
        has_missed_call=entry.state == "waiting" and _has_missed_call(row),
        changes=_position_changes(row, snapshot.seq, at),
    )


def _turnover(snapshot: RoomSnapshot, key: str) -> str:
    freed = snapshot.departures.get(key, 0)
    text = messages.turnover_text(freed, snapshot.observed_minutes.get(key, MAX_MINUTES))
    return text if freed else ""


def _limit(entry: WaitlistEntry, policy: WaitlistPolicy) -> int:
    return MINUTE * (policy.call_minutes if entry.state == "called" else policy.hold_minutes)


def _has_missed_call(added: WaitlistChange) -> bool:
    """Return whether the last event of an entry was the expiry of its call."""
    rows = WaitlistChange.objects.filter(lists=added.lists, number=added.number).order_by("-seq")
    last = rows.values_list("event", "by").first()
    return last == ("name.passed", CLOCK)


def _is_game_list(waitlist: Waitlist, game: GameSummary | None) -> bool:
    """Return whether the game runs; an interest list counts as a game's waitlist once its game runs."""
    return waitlist.kind not in CHANGES and (game is None or game.names_needed is None)


def _wait_text(waitlist: Waitlist, game: GameSummary | None, wait: WaitEstimate | None) -> str:
    """Return the expected wait as text; "" for a game that does not run, and for a seat change."""
    if waitlist.kind in CHANGES:
        return messages.CHANGE
    if game is not None and game.names_needed is not None:
        return messages.interest_status(game.names_needed)
    return messages.player_wait_text(wait)


def _called(entry: WaitlistEntry) -> str:
    return f"{messages.table(entry.table)}, seat {entry.seat}" if entry.state != "waiting" else ""


def _position_changes(added: WaitlistChange, until: int, position: int) -> list[PositionChange]:
    """Return the changes of this entry and of its position, newest first. Other players have no names here.

    The log is read backwards from the entry `until`, at which the position is `position`, 0 for off the list.
    """
    rows = WaitlistChange.objects.filter(lists=added.lists, key=added.key, seq__gte=added.seq)
    rows = rows.filter(seq__lte=until)
    changes = []
    if not position:
        last = rows.filter(number=added.number).order_by("-seq").first() or added
        changes = [_own_change(last)]
        position = last.before
        rows = rows.filter(seq__lt=last.seq)
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
    """Return the effect of another player's change here; "" if only an entry ahead has left."""
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
