"""Projections of a house-banked table's log: starts of rounds, results of boxes, buy-ins, the table's name."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeAlias

from django.db.models import Q

from banked.models import BoxBuyIn, BoxRound, RoundStart
from banked.rules import events as e
from banked.rules.commands import Command
from banked.rules.state import BankedTable
from journal.effects import StoredCommand
from journal.projections import Change, Logged, Projection, Rows, RowTable
from poker.events.base import Event
from tables.models import FormerTableName, Table
from tables.table_rows import FormerNameRow, TableColumns, TableRow

StoredAtBanked: TypeAlias = StoredCommand[BankedTable, Command, Event]


@dataclass(frozen=True, slots=True)
class StartRow:
    seq: int
    number: int
    at: datetime


@dataclass(frozen=True, slots=True)
class BoxRow:
    """A row of `BoxRound`."""

    round: int
    box: int
    seq: int
    at: datetime
    dealer: str
    hands: int
    wagered: int
    paid: int
    taken: int
    corrected: int = 0
    is_void: bool = False


@dataclass(frozen=True, slots=True)
class BuyInRow:
    seq: int
    command_id: str
    box: int
    amount: int
    at: datetime


def _exists(table_id: int) -> bool:
    return Table.every.filter(pk=table_id).exists()


def _starts(_rows: Rows, logged: Logged) -> list[Change]:
    """Add the start of a round. An undo removes no row: the entries of an undone start stay readable."""
    return [(None, StartRow(logged.seq, logged.event.number, logged.at))]


STARTS = Projection(
    title="starts of rounds",
    events=(e.RoundStarted,),
    tables=(RowTable(StartRow, RoundStart, log="table_id", key=("seq",)),),
    has_owner=_exists,
    reduce=_starts,
)


def _boxes(rows: Rows, logged: Logged) -> Iterable[Change]:
    event = logged.event
    if isinstance(event, e.RoundEnded):
        return [(None, _box_row(logged, event, result)) for result in event.results]
    if isinstance(event, e.PayoutCorrected):
        row = rows.get(BoxRow, event.round, event.box)
        return [(row, replace(row, corrected=row.corrected + event.paid))] if row else []
    undone = set(logged.entries_of(event.command))
    return [(row, None) for row in tuple(rows.of(BoxRow).values()) if row.seq in undone]


def _box_row(logged: Logged, event: e.RoundEnded, result: e.BoxResult) -> BoxRow:
    return BoxRow(
        round=event.number,
        box=result.box,
        seq=logged.seq,
        at=logged.at,
        dealer=logged.actor,
        hands=result.hands,
        wagered=result.wagered,
        paid=result.paid,
        taken=result.taken,
        is_void=bool(event.reason),
    )


def _load_boxes(stored: StoredAtBanked) -> Mapping[type, Q]:
    """Return the rows of the last two rounds, which an undo may remove, and those of a corrected round."""
    rounds = {stored.state.rounds, stored.state.rounds - 1, stored.before.rounds}
    rounds |= {event.round for event in stored.events if isinstance(event, e.PayoutCorrected)}
    return {BoxRow: Q(round__in=rounds)}


BOXES = Projection(
    title="results of boxes",
    events=(e.RoundEnded, e.PayoutCorrected, e.BankedUndone),
    tables=(RowTable(BoxRow, BoxRound, log="table_id", key=("round", "box")),),
    has_owner=_exists,
    reduce=_boxes,
    load=_load_boxes,
)


def _buy_ins(rows: Rows, logged: Logged) -> Iterable[Change]:
    event = logged.event
    if isinstance(event, e.BoughtIn):
        row = BuyInRow(logged.seq, logged.command_id, event.box, event.amount, logged.at)
        return [(None, row)]
    return [
        (row, None) for row in tuple(rows.of(BuyInRow).values()) if row.command_id == event.command
    ]


def _load_buy_ins(stored: StoredAtBanked) -> Mapping[type, Q]:
    undone = [event.command for event in stored.events if isinstance(event, e.BankedUndone)]
    return {BuyInRow: Q(command_id__in=undone)}


BUY_INS = Projection(
    title="buy-ins of boxes",
    events=(e.BoughtIn, e.BankedUndone),
    tables=(RowTable(BuyInRow, BoxBuyIn, log="table_id", key=("seq",)),),
    has_owner=_exists,
    reduce=_buy_ins,
    load=_load_buy_ins,
)


def _names(rows: Rows, logged: Logged) -> Iterable[Change]:
    event = logged.event
    before = rows.get(TableRow)
    if isinstance(event, e.BankedTableCreated):
        return [(before, TableRow(event.name, event.boxes))]
    assert before is not None, "a log begins with the table's creation"
    if isinstance(event, e.BankedTableOpened | e.BankedPlaquePosted):
        return [(before, replace(before, seats=event.plaque.boxes))]
    former = FormerNameRow(before.name, logged.seq, logged.at)
    return [(before, replace(before, name=event.name)), (None, former)]


NAMES = Projection(
    title="the table's name and boxes",
    events=(e.BankedTableCreated, e.BankedTableOpened, e.BankedPlaquePosted, e.TableRenamed),
    tables=(
        TableColumns(TableRow, Table, log="stream_id", key=()),
        RowTable(FormerNameRow, FormerTableName, log="table_id", key=("seq",)),
    ),
    has_owner=_exists,
    reduce=_names,
    load=lambda _stored: {TableRow: Q()},
)
