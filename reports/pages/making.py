"""A whole report as one value: page, PDF and files are made of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from django.db.models import Sum
from django.utils import timezone

from poker.refusal import Refusal
from reports.figures.dashboard import Dashboard, aliases, dashboard
from reports.figures.dealt import LEAST_HANDS
from reports.figures.ranges import Range
from reports.figures.sheets import Sheet
from reports.models import Cursor, Rolled
from reports.pages.asking import fields_of, range_of, shift_of
from reports.pages.blocks import blocks
from reports.pages.heading import Figure, figures, line
from reports.pages.kinds import Kind
from reports.pages.shown import Block
from reports.proof import Proof, proof_of
from reports.rolling.days import Shift
from reports.rolling.room import calendar_of
from reports.writing.values import moment
from tables.models import Room


@dataclass(frozen=True, slots=True)
class Report:
    """One report. empty: why there is nothing in it, else ""; fields: what its address has."""

    kind: Kind
    asked: Range
    line: str
    counted: str
    empty: str
    figures: tuple[Figure, ...]
    blocks: tuple[Block, ...]
    fields: Mapping[str, str]
    of: Dashboard
    proof: Proof

    @property
    def sheets(self) -> tuple[Sheet, ...]:
        """What its files have, each once."""
        found = {sheet.key: sheet for block in self.blocks for sheet in block.sheets}
        return tuple(found.values())


def report_of(kind: Kind, room: Room, said: Mapping[str, str], now: datetime) -> Report:
    """Read a report. Refuses what `range_of` refuses, and `few_hands` of one dealer."""
    asked = range_of(kind, room, said, now)
    found = dashboard(asked)
    if asked.dealer and found.total.hands < LEAST_HANDS:
        name = aliases().get(asked.dealer, asked.dealer)
        raise Refusal("few_hands", name=name, hands=found.total.hands, least=LEAST_HANDS)
    empty = _empty(asked, found, now)
    shift = shift_of(asked) if kind.key == "shift" else None
    return Report(
        kind=kind,
        asked=asked,
        line=line(
            asked,
            None if empty else found,
            shift=(_clock(shift.begins), _clock(shift.ends)) if shift else None,
            going=not empty and _ends(asked, shift) > now.timestamp(),
        ),
        counted=counted(room),
        empty=empty,
        figures=() if empty or kind.key == "dealers" else figures(found),
        blocks=() if empty else blocks(found, kind.blocks),
        fields=fields_of(kind, asked),
        of=found,
        proof=proof_of(room),
    )  # fmt: skip


def counted(room: Room) -> str:
    """How far the logs were counted."""
    rolled = Rolled.objects.filter(room=room).first()
    if rolled is None or not rolled.until:
        return ""
    at = moment(datetime.fromtimestamp(rolled.until, tz=UTC))
    entries = Cursor.objects.filter(table__room=room).aggregate(all=Sum("seq"))["all"] or 0
    if room.own_time and not entries:
        return f"Simulated figures, without a log behind them, up to {at}"
    return f"Counted from {entries:,} entries of the tables\u2019 logs, up to {at}"


def _empty(asked: Range, found: Dashboard, now: datetime) -> str:
    """Why there is nothing to show, calmly."""
    total = found.total
    if total.hands or total.open_s or total.drop:  # the rest is read where that says nothing
        return ""
    if found.calls_total.n or found.waits_total.added or found.waits_total.seated:
        return ""
    if found.incidents or found.silences:
        return ""
    assert asked.first is not None
    if calendar_of(asked.room).begins(asked.first) > now.timestamp():
        return "That has not begun yet."
    return (
        "Nothing happened in it: no table was open, nobody was on a list, nobody called the floor."
    )


def _ends(asked: Range, shift: Shift | None) -> int:
    assert asked.last is not None
    return shift.ends if shift else calendar_of(asked.room).ends(asked.last)


def _clock(seconds: int) -> str:
    return f"{timezone.localtime(datetime.fromtimestamp(seconds, tz=UTC)):%H:%M}"
