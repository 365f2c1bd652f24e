"""The published ledger of a fund: what each entry of its log moved, without names. Anyone can recompute it."""

import csv
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from io import StringIO

from django.core.cache import cache
from django.utils import timezone

from journal.projections import LogHead
from promotions.funds import FUND, load_fund
from promotions.gaming_days import gaming_day
from promotions.models import Fund
from promotions.rules import fund_events as e
from promotions.rules.fund_state import FundState
from promotions.rules.ledger_check import COLUMNS, PLACES

KEPT = 3600  # seconds; the entries up to a number never change
FIELDS = {"jackpot": "primary", "to_pay": "due"}
MOVES = ("logged", "came_in", "deposited", *PLACES)
NAMES = {
    e.FundOpened: "opened",
    e.PolicySet: "house choices changed",
    e.DropLogged: "dropped at the tables",
    e.BoxesCounted: "counted",
    e.Deposited: "deposited",
    e.AmountPosted: "posted",
    e.PostingUndone: "posting undone",
    e.Transferred: "sent",
    e.Received: "received",
    e.FundClosed: "closed",
    e.HitClaimed: "hit claimed",
    e.HitAwarded: "hit",
    e.HitRefused: "claim refused",
    e.VerificationUndone: "hit undone",
    e.SharePaid: "share paid",
    e.PaymentUndone: "payment undone",
    e.ShareHeld: "share held",
    e.ShareReleased: "share released",
    e.ShareRemitted: "held share sent",
    e.SplashDrawn: "splash drawn",
    e.SplashPaid: "splash paid",
    e.SplashUnpaid: "splash payment undone",
    e.SplashReturned: "splash returned",
    e.BoardLaid: "mystery board laid",
    e.BoxTaken: "mystery box taken",
    e.BoardOpened: "mystery board opened",
}


@dataclass(frozen=True, slots=True)
class Movement:
    """What an entry moved. moves: amounts by column; balance: in the fund after it."""

    entry: int
    at: datetime
    day: str
    event: str
    moves: dict[str, int]
    balance: int
    note: str


def movements(fund: Fund) -> tuple[Movement, ...]:
    """Return the movements of a fund. Entries of the same day's drop are one movement, with the last one's number.

    They are kept under the hash of the last entry, so that a restored backup never shows those of another log.
    """
    head = Fund.objects.values_list("stream__hash", flat=True).get(pk=fund.pk)
    key = f"promotions.movements.{fund.pk}.{head}"
    rows: tuple[Movement, ...] | None = cache.get(key)
    if rows is None:
        rows = computed_movements(fund)
        cache.set(key, rows, KEPT)
    return rows


def computed_movements(fund: Fund, until: int | None = None) -> tuple[Movement, ...]:
    """Return the movements of a fund, computed again from its log up to the entry with this number."""
    seq = until or load_fund(fund.pk)[0]
    return tuple(_merged(_movements(fund, seq)))


def states(
    fund_id: int, seq: int
) -> Iterator[tuple[int, datetime, e.FundEvent, FundState, FundState]]:
    """Yield number, time, event, and the states before and after each entry of a fund's log."""
    state = FUND.codec.empty
    for row in LogHead(fund_id, seq).rows():
        event = FUND.codec.decode_event(row.name, row.version, row.data)
        after = FUND.evolve(state, event)
        yield row.seq, row.at, event, state, after
        state = after


def statement_rows(movements: Iterable[Movement]) -> list[dict[str, str]]:
    """Return the rows of the file by column."""
    rows = []
    for movement in movements:
        row = {
            "entry": str(movement.entry),
            "at": movement.at.isoformat(timespec="seconds"),
            "gaming_day": movement.day,
            "event": movement.event,
            "balance": str(movement.balance),
            "note": movement.note,
        }
        rows.append(row | {name: str(movement.moves[name]) for name in MOVES})
    return rows


def statement_text(movements: Iterable[Movement]) -> str:
    """Return a ledger as CSV, in the smallest unit."""
    text = StringIO()
    writer = csv.DictWriter(text, COLUMNS)
    writer.writeheader()
    writer.writerows(statement_rows(movements))
    return text.getvalue()


def _movements(fund: Fund, seq: int) -> Iterator[Movement]:
    for number, at, event, before, after in states(fund.pk, seq):
        name = NAMES.get(type(event), "")
        if not name:
            continue
        moves = {name: _amount(after, name) - _amount(before, name) for name in MOVES}
        day = event.day if isinstance(event, e.DropLogged | e.BoxesCounted) else ""
        yield Movement(
            entry=number,
            at=timezone.localtime(at),
            day=day or gaming_day(fund.room, at),
            event=name,
            moves=moves,
            balance=after.inside,
            note=_note(event),
        )


def _amount(state: FundState, name: str) -> int:
    amount: int = getattr(state, FIELDS.get(name, name))
    return amount


def _merged(rows: Iterator[Movement]) -> Iterator[Movement]:
    last: Movement | None = None
    for row in rows:
        is_more = last is not None and row.event == last.event == NAMES[e.DropLogged]
        if last is not None and is_more and row.day == last.day:
            moves = {name: last.moves[name] + row.moves[name] for name in MOVES}
            last = Movement(row.entry, row.at, row.day, row.event, moves, row.balance, row.note)
            continue
        if last is not None:
            yield last
        last = row
    if last is not None:
        yield last


def _note(event: e.FundEvent) -> str:
    """Return what a row says without names. A transfer states its reason, because the public page must show it."""
    match event:
        case e.BoxesCounted(boxes=boxes, variance=variance):
            return f"{boxes} boxes, variance {variance}"
        case e.Transferred(receiver=receiver, reason=reason):
            return f"to {receiver}: {reason}"
        case e.Received(sender=sender):
            return f"from {sender}"
    return _hit_note(event) or _draw_note(event)


def _hit_note(event: e.FundEvent) -> str:
    match event:
        case e.HitClaimed(number=number, facts=facts):
            return f"claim {number}, {facts.table}, hand {facts.hand}"
        case e.HitRefused(hit=hit):
            return f"claim {hit}"
        case e.HitAwarded(hit=hit, shares=shares):
            return f"hit {hit}, {len(shares)} shares"
        case e.ShareRemitted(hit=hit, receiver=receiver):
            return f"hit {hit}, to {receiver}"
        case e.SharePaid(hit=hit, number=number, form=form):
            return f"hit {hit}, slip {number}, {form}"
    return ""


def _draw_note(event: e.FundEvent) -> str:
    match event:
        case e.SplashDrawn(splash=splash):
            return f"splash {splash.number}, {splash.table} of {len(splash.tables)} tables"
        case e.SplashPaid(splash=number, hand=hand, slip=slip):
            return f"splash {number}, hand {hand}, slip {slip}"
        case e.SplashUnpaid(splash=number):
            return f"splash {number}"
        case e.SplashReturned(splash=number, reason=reason):
            return f"splash {number}: {reason}"
        case e.BoardLaid(board=board):
            return f"board {board.number}, {len(board.prizes)} boxes"
        case e.BoxTaken(board=board_number, box=box, hit=hit):
            return f"board {board_number}, box {box}, hit {hit}"
        case e.BoardOpened(board=board_number, reason=reason):
            return f"board {board_number}: {reason}"
    return ""
