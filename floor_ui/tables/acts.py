"""What a form of a table's page asks, carried out; strictly read, refused with what is wrong."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.http import QueryDict

from floor_ui.tables.stake import stake_of
from players.models import Player
from poker.commands import LeaveSeat
from poker.games import MOST_SEATS
from poker.refusal import Refusal
from tables.actions import Result, execute
from tables.drawing import button_cards
from tables.lifecycle import player_seat, table_open
from tables.locks import seat_lock, seat_unlock
from tables.models import Plaque, Staff, Table
from tables.plaques import plaque_newest
from tables.seating import Draw, plaque_put_up, seats_draw, table_close


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A form, by whom and when."""

    table: Table
    staff: Staff
    form: QueryDict
    command_id: str
    now: datetime

    def text(self, name: str, longest: int = 200) -> str:
        """A field, without what surrounds it."""
        return " ".join(self.form.get(name, "").split())[:longest]

    def number(self, name: str, most: int) -> int:
        """A whole number from 1. Refuses `bad_seat`."""
        said = self.form.get(name, "")
        if not (said.isascii() and said.isdecimal() and len(said) < 10 and 1 <= int(said) <= most):
            raise Refusal("bad_seat", "S-013", value=said[:10])
        return int(said)


def carry_out(act: str, asked: Asked) -> Result | None:
    """Do it, or raise `Refusal` and leave nothing."""
    return ACTS[act](asked)


def _open(asked: Asked) -> Result:
    return table_open(
        table=asked.table,
        command_id=asked.command_id,
        seen=None,
        actor=asked.staff.key,
        now=asked.now,
    )


def _seat(asked: Asked) -> Result:
    said = asked.text("who", 60)
    if not said:
        raise Refusal("alias_missing", "S-013")
    known = Player.objects.filter(card_number=said).first()
    return player_seat(
        table_id=asked.table.pk,
        seat=asked.number("seat", MOST_SEATS),
        player=known.key if known else "",
        name=known.alias if known else said,
        stake=stake_of(
            chips=asked.text("chips", 20),
            reason=asked.text("reason", 20),
            said=asked.text("said"),
            staff=asked.staff,
        ),
        command_id=asked.command_id,
        seen=None,
        actor=asked.staff.key,
        now=asked.now,
        together=False,
    )


def _draw(asked: Asked) -> Result:
    ticked = asked.form.getlist("name")
    numbers = [int(one) for one in ticked if one.isascii() and one.isdecimal() and len(one) < 12]
    others = [one.strip()[:60] for one in asked.form.get("others", "")[:2000].split(",")]
    return seats_draw(
        table=asked.table,
        draw=Draw(numbers=numbers, others=[one for one in others if one]),
        command_id=asked.command_id,
        actor=asked.staff.key,
        now=asked.now,
    )


def _button(asked: Asked) -> Result:
    return execute(
        table_id=asked.table.pk,
        command_id=asked.command_id,
        seen=None,
        command=button_cards(table_id=asked.table.pk),
        actor=asked.staff.key,
        now=asked.now,
    )


def _lock(asked: Asked) -> Result:
    return seat_lock(
        table=asked.table,
        seat=asked.number("seat", MOST_SEATS),
        who=asked.text("who", 60),
        reason=asked.text("reason"),
        minutes=asked.number("minutes", 10**6) if asked.form.get("minutes") else None,
        command_id=asked.command_id,
        actor=asked.staff.key,
        now=asked.now,
    )


def _unlock(asked: Asked) -> Result:
    return seat_unlock(
        table=asked.table,
        seat=asked.number("seat", MOST_SEATS),
        command_id=asked.command_id,
        actor=asked.staff.key,
        now=asked.now,
    )


def _leave(asked: Asked) -> Result:
    return execute(
        table_id=asked.table.pk,
        command_id=asked.command_id,
        seen=None,
        command=LeaveSeat(asked.number("seat", MOST_SEATS)),
        actor=asked.staff.key,
        now=asked.now,
    )


def _plaque(asked: Asked) -> None:
    found = Plaque.objects.filter(name=asked.form.get("plaque", "")).first()
    if found is None:
        raise Refusal("no_plaque", "S-005", table=asked.table.name)
    plaque_put_up(
        table=asked.table,
        plaque=plaque_newest(plaque=found),
        command_id=asked.command_id,
        actor=asked.staff.key,
        now=asked.now,
    )


def _close(asked: Asked) -> Result:
    return table_close(
        table=asked.table,
        reason=asked.text("written") or asked.text("reason"),
        command_id=asked.command_id,
        actor=asked.staff.key,
        now=asked.now,
    )


ACTS: dict[str, Callable[[Asked], Result | None]] = {
    "open": _open,
    "seat": _seat,
    "draw": _draw,
    "button": _button,
    "lock": _lock,
    "unlock": _unlock,
    "leave": _leave,
    "plaque": _plaque,
    "close": _close,
}
