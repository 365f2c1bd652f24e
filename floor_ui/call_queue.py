"""The queue of open calls, today's rulings and the held pots."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F
from django.utils import timezone

from lineup.actions import load_lineup
from lineup.rules.state import Section
from poker.calls import HeldPot
from poker.formatting import money_or_blank, with_amounts
from poker.game_name import game_name
from rulings.alerts.texts import escalation_text
from rulings.calls.models import Call, Ruling
from rulings.calls.report_titles import reported_text
from staff.hooks import hooks
from staff.models import Room, Staff
from tables.models import Table
from tables.natural_order import natural_order
from tables.shown_state import tables_with_held_pots

MAX_RULINGS = 60


@dataclass(frozen=True)
class QueuedCall:
    call: Call
    game: str
    title: str
    hand_label: str
    dealer: str
    raised_by_viewer: bool  # the viewer raised it as the dealer, so may not decide it
    section: str = ""  # the supervisor whose section includes the table, or ""
    concerns_viewer: bool = True  # in the viewer's section, in no section, or escalated

    @property
    def awaits_screen(self) -> bool:
        """Whether the viewer's page must confirm that it shows the call."""
        return self.call.awaits_delivery and not self.raised_by_viewer

    @property
    def escalation(self) -> str:
        """Return who escalated the call, or that no one saw it in time."""
        return escalation_text(self.call)

    @property
    def stages(self) -> tuple[tuple[str, str, datetime | None, str], ...]:
        """Return the stages of the call: the posted value, its label, when it was reached and by whom."""
        call = self.call
        return (
            ("seen", "Seen", call.seen_at, call.seen_by),
            ("coming", "On the way", call.coming_at, call.coming_by),
            ("arrived", "At the table", call.arrived_at, call.arrived_by),
        )

    @property
    def reached_stages(self) -> tuple[tuple[str, datetime, str], ...]:
        """Return the stages in the heading of the ruling screen. "On the way" is dropped after arrival."""
        done = [(text, at, by) for _, text, at, by in self.stages if at]
        return tuple(done[:1] + done[1:][-1:])

    @property
    def answer(self) -> tuple[str, str, datetime] | None:
        """Return who is on the way or at the table, which of the two, and the time of that stage; None without an
        answer.
        """
        done = [(by, text.lower(), at) for how, text, at, by in self.stages if at and how != "seen"]
        return done[-1] if done else None

    @property
    def remaining_answers(self) -> tuple[tuple[str, str], ...]:
        """Return the answers that are still possible."""
        remaining = [(how, text) for how, text, at, _ in self.stages if not at and how != "seen"]
        return () if self.call.arrived_at else tuple(remaining)


def open_calls(room: Room, staff: Staff) -> list[QueuedCall]:
    """Return the open calls: escalated calls first, then the oldest."""
    rows = Call.objects.filter(room=room, status=Call.Status.OPEN)
    rows = rows.select_related("table__stream", "called_by", "room")
    rows = rows.order_by(F("escalated_at").asc(nulls_last=True), "called_at", "id")
    dealers = load_lineup(room.pk)
    return [queued_call(call, staff, dealers.section_of(call.table.name)) for call in rows]


def is_answered(queued_call: QueuedCall) -> bool:
    """Return whether someone is on the way or at the table: a sort key that puts such calls last."""
    return queued_call.answer is not None


def call_place(call: Call) -> str:
    """Return the hand as text. Between hands the log cannot show which hand is meant, because the deal needs no tap."""
    texts = hooks().CALL_TEXTS.get(call.table.kind)
    if texts is not None:
        return texts.place(call.hand, call.street)
    if call.street:
        return f"Hand {call.hand}"
    return (
        f"After hand {call.hand}, before {call.hand + 1}" if call.hand else "Before the first hand"
    )


def _banked_title(table: Table) -> str:
    """Return the game and limits of a house-banked table; "" before it opened."""
    return with_amounts(str(table.stream.view.get("title", "")))


def queued_call(call: Call, staff: Staff, section: Section | None = None) -> QueuedCall:
    view = call.table.listed
    return QueuedCall(
        call=call,
        game=game_name(view.game) if view.game else _banked_title(call.table),
        title=reported_text(call.key, call.table.kind),
        hand_label=call_place(call),
        dealer=call.called_by.alias if call.called_by else "",
        raised_by_viewer=call.called_by_id == staff.pk,
        section=section.name if section else "",
        concerns_viewer=section is None
        or section.key == staff.key
        or call.escalated_at is not None,
    )


def ruled_today(room: Room, now: datetime) -> list[Ruling]:
    """Return the room's final rulings of the day and the records about them, newest first."""
    rows = Ruling.objects.filter(room=room, day=timezone.localdate(now))
    return list(rows.select_related("table", "by", "about")[:MAX_RULINGS])


@dataclass(frozen=True)
class HeldPotRow:
    table: str
    hand: int
    amount: int | None
    seats: tuple[int, ...]
    reason: str
    ruling: Ruling | None  # the ruling that holds it, None if this room has none

    @property
    def amount_text(self) -> str:
        """Return the amount, such as "$54", or "not counted"."""
        return money_or_blank(self.amount) or "not counted"


def held_pots(room: Room) -> list[HeldPotRow]:
    return [
        held_pot_row
        for table in sorted(tables_with_held_pots(room), key=lambda row: natural_order(row.name))
        for held_pot_row in _table_held_pots(table)
    ]


def _table_held_pots(table: Table) -> Iterator[HeldPotRow]:
    for pot in table.listed.impounded:
        yield HeldPotRow(
            table=table.name,
            hand=pot.hand,
            amount=pot.amount,
            seats=tuple(pot.seats),
            reason=pot.reason,
            ruling=_find_holding_ruling(table, pot),
        )


def _find_holding_ruling(table: Table, pot: HeldPot) -> Ruling | None:
    rows = Ruling.objects.filter(table=table, hand=pot.hand, kind=Ruling.Kind.RULING)
    return next(
        (
            ruling
            for ruling in rows
            if any("impound" in line for step in ruling.steps for line in step.get("do", ()))
        ),
        rows.first(),
    )
