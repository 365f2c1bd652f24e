"""What closed seat sessions earned, from the logs of their tables, and the balance of a player."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, timedelta
from itertools import groupby

from django.db.models import Exists, F, OuterRef, Sum
from django.utils import timezone

from drop.models import policy_of
from journal.models import Entry
from journal.unix_time import from_milliseconds, milliseconds
from players.identity import numbers_of
from players.models import Player
from poker.codec import decode_event
from poker.events import PlaqueChanged, SeatReturned, SeatSatOut, TableOpened
from poker.logs.codec import tag
from promotions.models import EarnedHours
from promotions.rules.drawings import ListedEntry
from promotions.rules.earned import (
    MINUTE,
    Clock,
    EarnedLine,
    LocalMoment,
    PlayedSession,
    RateCard,
    earned,
)
from promotions.rules.hours_state import Drawing
from staff.clock_times import clock_time
from staff.models import Room
from tables.models import SeatSession
from tables.plaque_names import TOURNAMENT, Named

SETTLED = timedelta(minutes=2)  # until then the end of a session may be undone by the dealer
MOST_AT_ONCE = 500
GAMES = (tag(TableOpened), tag(PlaqueChanged))
ABSENCES = (tag(SeatSatOut), tag(SeatReturned))


def earn_hours(room: Room, card: RateCard, named: Named, now: datetime) -> int:
    """Compute what newly closed sessions of a room earned; return the number of sessions.

    A session whose end was undone loses its lines until it ends again.
    """
    _forget_undone(room)
    rows = _uncounted(room, now)
    clock = local_clock(room)
    by_player = groupby(rows, key=lambda row: row.visit.player_id)
    for player_id, sessions in by_player:
        _earn(room, card, named, clock, player_id, list(sessions))
    return len(rows)


def local_clock(room: Room) -> Clock:
    """Return the clock of a room's gaming days: a day begins with its first shift."""
    first = min(clock_time(hour) for _, hour in policy_of(room).shifts)
    begins = timedelta(hours=first.hour, minutes=first.minute)

    def read(at: int) -> LocalMoment:
        local = timezone.localtime(from_milliseconds(at))
        day = (local.replace(tzinfo=None) - begins).date()
        return LocalMoment(day.isoformat(), local.weekday(), local.hour * 60 + local.minute)

    return read


def minutes_of(room_id: int, player: Player) -> int:
    """Return all minutes that a person has earned in a room, under all their keys."""
    rows = EarnedHours.objects.filter(room=room_id, player__in=numbers_of(player))
    return rows.aggregate(total=Sum("counted"))["total"] or 0


def entries_of(room_id: int, drawing: Drawing, now: datetime) -> tuple[ListedEntry, ...]:
    """Return the entries of a drawing: for each player the full multiples of its minutes, by key of the player."""
    rows = EarnedHours.objects.filter(
        room=room_id,
        day__gte=date.fromisoformat(drawing.first_day),
        day__lte=date.fromisoformat(drawing.last_day),
    )
    sums: dict[int, int] = {}
    for player, root, minutes in rows.order_by().values_list(
        "player", "player__merged_into", "counted"
    ):
        sums[root or player] = sums.get(root or player, 0) + minutes
    return tuple(
        ListedEntry(f"p{player}", minutes // drawing.minutes)
        for player, minutes in sorted(sums.items())
        if minutes >= drawing.minutes
    )


def _forget_undone(room: Room) -> None:
    rows = EarnedHours.objects.filter(room=room).exclude(session__left=F("left"))
    rows.delete()
    EarnedHours.objects.filter(room=room, session__left=None).delete()


def _uncounted(room: Room, now: datetime) -> list[SeatSession]:
    counted = EarnedHours.objects.filter(session=OuterRef("pk"))
    rows = SeatSession.objects.filter(
        table__room=room, left__isnull=False, left_at__lte=now - SETTLED
    )
    missing = rows.exclude(Exists(counted)).select_related("table", "visit")
    return list(missing.order_by("visit__player", "left_at", "pk")[:MOST_AT_ONCE])


def _earn(
    room: Room,
    card: RateCard,
    named: Named,
    clock: Clock,
    player_id: int,
    sessions: Sequence[SeatSession],
) -> None:
    days = {
        clock(milliseconds(moment)).day
        for session in sessions
        for moment in (session.taken_at, session.left_at or session.taken_at)
    }
    before = {
        row["day"].isoformat(): row["total"]
        for row in EarnedHours.objects.filter(room=room, player=player_id, day__in=days)
        .order_by()
        .values("day")
        .annotate(total=Sum("counted"))
    }
    for session in sessions:
        played = list(_played(session, named))
        lines = earned(card, played, clock, before)
        rows = list(_rows(room, card, player_id, session, played, lines))
        EarnedHours.objects.bulk_create(rows or [_empty_row(room, card, player_id, session, clock)])
        for line in lines:
            before[line.day] = before.get(line.day, 0) + line.counted


def _rows(
    room: Room,
    card: RateCard,
    player_id: int,
    session: SeatSession,
    played: Sequence[PlayedSession],
    lines: Iterable[EarnedLine],
) -> Iterator[EarnedHours]:
    games = {part.key: part.game for part in played}
    merged: dict[tuple[str, str], EarnedHours] = {}
    for line in lines:
        game = games[line.session]
        row = merged.setdefault(
            (line.day, game),
            EarnedHours(
                session=session,
                room=room,
                player_id=player_id,
                left=session.left or 0,
                day=date.fromisoformat(line.day),
                game=game,
                played=0,
                counted=0,
                card=card.version,
                is_short=line.is_short,
            ),
        )
        row.played += line.played
        row.counted += line.counted
        row.absent += line.absent
        row.capped += line.capped
    yield from merged.values()


def _empty_row(
    room: Room, card: RateCard, player_id: int, session: SeatSession, clock: Clock
) -> EarnedHours:
    """Return the row of a session of a tournament or of less than a minute, so that it isn't read again."""
    end = milliseconds(session.left_at or session.taken_at)
    return EarnedHours(
        session=session,
        room=room,
        player_id=player_id,
        left=session.left or 0,
        day=date.fromisoformat(clock(end).day),
        game="",
        played=0,
        counted=0,
        card=card.version,
    )


def _played(session: SeatSession, named: Named) -> Iterator[PlayedSession]:
    """Yield the parts of a session between changes of the game. A tournament's seat earns nothing."""
    start = milliseconds(session.taken_at)
    end = milliseconds(session.left_at or session.taken_at)
    away = tuple(_absences(session, end))
    changes = [(start, _game_before(session, named)), *_changes(session, named)]
    ends = [*(at for at, _ in changes[1:]), end]
    for number, ((at, game), until) in enumerate(zip(changes, ends, strict=True)):
        if game != TOURNAMENT and (until > at or number == 0):
            yield PlayedSession(number, game, at, max(at, until), away, (end - start) // MINUTE)


def _entries(session: SeatSession, names: Sequence[str]) -> Iterator[Entry]:
    rows = Entry.objects.filter(
        stream=session.table.stream_id,
        seq__gt=session.taken,
        seq__lte=session.left or session.taken,
        name__in=names,
    )
    return rows.order_by("seq").iterator()


def _game_before(session: SeatSession, named: Named) -> str:
    rows = Entry.objects.filter(
        stream=session.table.stream_id, seq__lte=session.taken, name__in=GAMES
    )
    entry = rows.order_by("-seq").first()
    return _game(entry, named) if entry else ""


def _changes(session: SeatSession, named: Named) -> Iterator[tuple[int, str]]:
    for entry in _entries(session, GAMES):
        yield milliseconds(entry.at), _game(entry, named)


def _game(entry: Entry, named: Named) -> str:
    event = decode_event(entry.name, entry.version, entry.data)
    assert isinstance(event, TableOpened | PlaqueChanged)
    return named(event.stakes, "")[0]


def _absences(session: SeatSession, end: int) -> Iterator[tuple[int, int]]:
    since = 0
    for entry in _entries(session, ABSENCES):
        event = decode_event(entry.name, entry.version, entry.data)
        if isinstance(event, SeatSatOut) and event.seat == session.seat:
            since = since or event.at or milliseconds(entry.at)
        elif isinstance(event, SeatReturned) and event.seat == session.seat and since:
            yield since, milliseconds(entry.at)
            since = 0
    if since:
        yield since, end
