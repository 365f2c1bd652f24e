"""What the database has of absences, kept by the events of a table's log and rebuilt from it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from absences.models import AwayPlayer, PickedUpStack, ReturnedStack
from journal import projections
from journal.projections import LogHead
from players.roster import player_known
from poker import codec
from poker import events as e
from poker.events import Event
from poker.logs.codec import tag
from poker.refusal import Refusal
from poker.state import Seat
from poker.view.model import SeatView
from rulings.calls.projection import notify_floor
from tables import table_log
from tables.models import Table
from tables.stored_commands import StoredAtTable

AWAY_EVENTS: tuple[type[Event], ...] = (
    e.SeatSatOut,
    e.SeatReturned,
    e.SeatLeft,
    e.SeatTaken,
    e.SeatChanged,
    e.SeatCountChanged,
    e.ButtonMoved,
    e.Undone,
)
STACK_EVENTS: tuple[type[Event], ...] = (e.StackPickedUp, e.Undone)


@dataclass(frozen=True, slots=True)
class AwayRow:
    """A player who is away, as log and database both have it."""

    seat: int
    player: str
    since: int
    reported: bool
    others_away: int
    passed_by: int


@dataclass(frozen=True, slots=True)
class StackRow:
    """A picked-up stack, as log and database both have it."""

    seq: int
    seat: int
    player: int
    amount: int
    logged: int | None
    reason: str
    at: datetime
    by: str


def away_rows(seats: Iterable[Seat] | Iterable[SeatView]) -> dict[int, AwayRow]:
    """Return who is away by seat: of a table's state, or of its view."""
    rows = {}
    for seat in seats:
        if seat.player and seat.away:
            number = seat.number if isinstance(seat, Seat) else seat.seat
            rows[number] = AwayRow(
                number, seat.player, seat.away_at, seat.long, seat.others_away, seat.passed_by
            )
    return rows


def project_away(stored: StoredAtTable) -> None:
    """Update the rows of who is away to the table after the stored events, including an undo."""
    if not any(_may_change_away(event) for event in stored.events):
        return
    wanted = away_rows(stored.state.seats)
    rows = _stored_away(stored.stream_id)
    if wanted == rows:
        return
    gone = rows.keys() - wanted.keys()
    if gone:
        AwayPlayer.objects.filter(table=stored.stream_id, seat__in=gone).delete()
    for seat, row in wanted.items():
        before = rows.get(seat)
        if row == before:
            continue
        values = _away_values(row)
        if before is None or before.player != row.player or before.since != row.since:
            values["limit_passed"] = False
        AwayPlayer.objects.update_or_create(table_id=stored.stream_id, seat=seat, defaults=values)


def _may_change_away(event: Event) -> bool:
    if isinstance(event, e.ButtonMoved):
        return event.missed_big != ()
    return isinstance(event, AWAY_EVENTS)


def notify(stored: StoredAtTable) -> None:
    """Refresh the floor's pages when someone goes away, returns or leaves."""
    if any(_is_shown(event) for event in stored.events):
        notify_floor(room_id=stored.room_id, table_id=stored.stream_id)


NOTIFIED: tuple[type[Event], ...] = (e.SeatSatOut, e.SeatReturned, e.SeatLeft, e.Undone)
UNDONE = ("sit_out", "sit_in", "leave_seat")


def _is_shown(event: Event) -> bool:
    if isinstance(event, e.Undone):
        return event.done.name in UNDONE
    return isinstance(event, NOTIFIED)


def _away_values(row: AwayRow) -> dict[str, object]:
    return {
        "player": row.player,
        "since": row.since,
        "reported": row.reported,
        "others_away": row.others_away,
        "passed_by": row.passed_by,
    }


def _stored_away(table_id: int) -> dict[int, AwayRow]:
    rows = AwayPlayer.objects.filter(table=table_id).order_by("seat")
    fields = rows.values_list("seat", "player", "since", "reported", "others_away", "passed_by")
    return {row[0]: AwayRow(*row) for row in fields}


def _away_in_view(table_id: int) -> dict[int, AwayRow]:
    table = Table.objects.select_related("stream").filter(pk=table_id).first()
    return away_rows(table.view.seats) if table else {}  # a log can be verified without its table


def _compare_away(log: LogHead) -> str:
    wrong = set(_stored_away(log.pk).values()) ^ set(_away_in_view(log.pk).values())
    return f"players away: {len(wrong)} don't match the table" if wrong else ""


def _rebuild_away(log: LogHead) -> None:
    AwayPlayer.objects.filter(table=log.pk).delete()
    AwayPlayer.objects.bulk_create(
        AwayPlayer(table_id=log.pk, seat=row.seat, **_away_values(row))
        for row in _away_in_view(log.pk).values()
    )


def project_stacks(stored: StoredAtTable) -> None:
    """Store a row for each picked-up stack; an undo deletes the rows of its command.

    Raises `Refusal`: `stack_returned` if the player has collected it since.
    """
    for seq, event in enumerate(stored.events, stored.first):
        if isinstance(event, e.StackPickedUp):
            player = player_known(event.player)
            if player is not None:  # None in a recorded hand
                PickedUpStack.objects.create(
                    table_id=stored.stream_id,
                    seq=seq,
                    seat=event.seat,
                    player=player,
                    amount=event.amount,
                    logged=event.logged,
                    reason=event.reason,
                    at=stored.now,
                    by=stored.actor,
                )
        elif isinstance(event, e.Undone):
            _put_back(stored.stream_id, event.command)


def _put_back(table_id: int, command_id: str) -> None:
    entries = table_log.entries_of(table_id, command_id)
    stacks = PickedUpStack.objects.filter(table=table_id, seq__in=entries)
    # Locked first: a return that is being recorded holds the row.
    numbers = [stack.seq for stack in stacks.select_for_update()]
    if ReturnedStack.objects.filter(table=table_id, seq__in=numbers).exists():
        raise Refusal("stack_returned", "H-53")
    stacks.delete()


def _stacks_of_log(log: LogHead) -> list[StackRow]:
    undone = set()
    for row in log.rows(tag(e.Undone)):
        event = codec.decode_event(row.name, row.version, row.data)
        assert isinstance(event, e.Undone)
        undone.add(event.command)
    stacks = []
    for row in log.rows(tag(e.StackPickedUp)):
        event = codec.decode_event(row.name, row.version, row.data)
        assert isinstance(event, e.StackPickedUp)
        player = player_known(event.player)
        if player is None or row.command_id in undone:
            continue
        stacks.append(
            StackRow(
                row.seq,
                event.seat,
                player.pk,
                event.amount,
                event.logged,
                event.reason,
                row.at,
                row.actor,
            )
        )
    return stacks


def _stored_stacks(log: LogHead) -> list[StackRow]:
    rows = PickedUpStack.objects.filter(table=log.pk, seq__lte=log.seq).select_related("player")
    return [
        StackRow(
            row.seq,
            row.seat,
            row.player.merged_into_id or row.player_id,
            row.amount,
            row.logged,
            row.reason,
            row.at,
            row.by,
        )
        for row in rows
    ]


def _compare_stacks(log: LogHead) -> str:
    wrong = set(_stacks_of_log(log)) ^ set(_stored_stacks(log))
    return f"picked-up stacks: {len(wrong)} don't match the log" if wrong else ""


def _rebuild_stacks(log: LogHead) -> None:
    PickedUpStack.objects.filter(table=log.pk).delete()
    PickedUpStack.objects.bulk_create(
        PickedUpStack(
            table_id=log.pk,
            seq=row.seq,
            seat=row.seat,
            player_id=row.player,
            amount=row.amount,
            logged=row.logged,
            reason=row.reason,
            at=row.at,
            by=row.by,
        )
        for row in _stacks_of_log(log)
    )


AWAY = projections.Projection(_compare_away, _rebuild_away)
STACKS = projections.Projection(_compare_stacks, _rebuild_stacks)
