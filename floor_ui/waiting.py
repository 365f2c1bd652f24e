"""The queue: who waits, how long, what was ruled today, which pots are held."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import F
from django.utils import timezone

from floor_ui.words import OTHERS
from poker.irregular.load import catalogue
from poker.lineup.state import Section
from rulings.calls.models import Call, Ruling
from rulings.wording.game import game_name
from rulings.wording.sayings import counted
from tables.dealers.asking import dealers_now
from tables.models import Room, Staff, Table

MOST_TODAY = 60


@dataclass(frozen=True)
class Waiting:
    """One call. own: whoever looks raised it as dealer, and so does not decide it.

    section: whose tables it is among, "" for nobody's; mine: theirs who looks, or nobody's, or escalated.
    """

    call: Call
    game: str
    what: str
    where: str
    dealer: str
    own: bool
    section: str = ""
    mine: bool = True

    @property
    def rungs(self) -> tuple[tuple[str, str, datetime | None, str], ...]:
        """How far the call got: what is sent, its words, when and by whom it was answered so."""
        call = self.call
        return (
            ("seen", "Seen", call.seen_at, call.seen_by),
            ("coming", "On the way", call.coming_at, call.coming_by),
            ("arrived", "At the table", call.arrived_at, call.arrived_by),
        )

    @property
    def said(self) -> tuple[tuple[str, datetime, str], ...]:
        """What the head of the ruling says was done: "on the way" no longer where somebody stands there."""
        done = [(words, at, by) for _, words, at, by in self.rungs if at]
        return tuple(done[:1] + done[1:][-1:])

    @property
    def still(self) -> tuple[tuple[str, str], ...]:
        """The answers that can still be given."""
        left = [(how, words) for how, words, at, _ in self.rungs if not at and how != "seen"]
        return () if self.call.arrived_at else tuple(left)


def open_calls(room: Room, staff: Staff) -> list[Waiting]:
    """Everybody who waits: escalated ones on top, then the oldest first."""
    rows = Call.objects.filter(room=room, status=Call.Status.OPEN)
    rows = rows.select_related("table__stream", "called_by")
    rows = rows.order_by(F("escalated_at").asc(nulls_last=True), "called_at", "id")
    dealers = dealers_now(room.pk).dealers
    return [waiting(call, staff, dealers.section_of(call.table.name)) for call in rows]


def _where(call: Call) -> str:
    """The hand; between two the log cannot know which one is meant, for the deal needs no tap."""
    if call.street:
        return f"Hand {call.hand}"
    return f"Hand {call.hand} over, {call.hand + 1} coming" if call.hand else "First hand coming"


def waiting(call: Call, staff: Staff, section: Section | None = None) -> Waiting:
    """A call as a line of the queue."""
    view = call.table.view
    return Waiting(
        call=call,
        game=game_name(view["game"]) if view.get("game") else "",
        what=what_of(call.key),
        where=_where(call),
        dealer=call.called_by.alias if call.called_by else "",
        own=call.called_by_id == staff.pk,
        section=section.name if section else "",
        mine=section is None or section.key == staff.key or call.escalated_at is not None,
    )


def what_of(key: str) -> str:
    """What was reported, in words."""
    row = catalogue().rows.get(key)
    return row.title if row else OTHERS.get(key, key.replace("_", " "))


def ruled_today(room: Room, now: datetime) -> list[Ruling]:
    """The final rulings of the room's day and the records about them, the newest first."""
    rows = Ruling.objects.filter(room=room, day=timezone.localdate(now))
    return list(rows.select_related("table", "by", "about")[:MOST_TODAY])


@dataclass(frozen=True)
class Held:
    """A pot that is held. ruling: by which, None where none of this room says so."""

    table: str
    hand: int
    amount: int | None
    seats: tuple[int, ...]
    reason: str
    ruling: Ruling | None

    @property
    def words(self) -> str:
        """ "$54", or that nobody counted it."""
        return counted(self.amount) or "not counted"


def held_pots(room: Room) -> list[Held]:
    """All held pots of the room's tables."""
    return [one for table in room.tables.select_related("stream") for one in _held(table)]


def _held(table: Table) -> Iterator[Held]:
    for pot in table.view.get("impounded") or ():
        yield Held(
            table=table.name,
            hand=pot["hand"],
            amount=pot["amount"],
            seats=tuple(pot["seats"]),
            reason=pot.get("reason", ""),
            ruling=_holds(table, pot),
        )


def _holds(table: Table, pot: dict[str, Any]) -> Ruling | None:
    """The ruling that held a pot."""
    rows = Ruling.objects.filter(table=table, hand=pot["hand"], kind=Ruling.Kind.RULING)
    return next(
        (
            one
            for one in rows
            if any("impound" in line for step in one.steps for line in step.get("do", ()))
        ),
        rows.first(),
    )
