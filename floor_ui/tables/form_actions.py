"""Execute the actions of a table page's forms. Values are parsed strictly; a refusal says what is wrong."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.http import QueryDict

from floor_ui.tables.buy_in import stake_of
from players.models import Player
from poker.amounts import to_cents
from poker.commands import FinishHand, LeaveSeat
from poker.games import MOST_SEATS
from poker.refusal import Refusal
from staff.models import Staff
from tables.actions import CommandResult, execute
from tables.dealer_sign_in import dealer_push_without_tablet
from tables.dealers.eligible_staff import eligible_dealers
from tables.floor_actions import SeatDraw, plaque_post, seats_draw, table_close
from tables.lifecycle import player_seat, table_open
from tables.models import Plaque, Table
from tables.plaques import plaque_newest
from tables.random_draws import button_cards
from tables.seat_locks import seat_lock, seat_unlock


@dataclass(frozen=True, slots=True, kw_only=True)
class TableAction:
    """A submitted form with its sender and time."""

    table: Table
    staff: Staff
    form: QueryDict
    command_id: str
    now: datetime

    def text(self, name: str, longest: int = 200) -> str:
        """Return a field's text with whitespace collapsed, cut at `longest` characters."""
        return " ".join(self.form.get(name, "").split())[:longest]

    def number(self, name: str, most: int) -> int:
        """Return a field's number from 1 to `most`. Raises `Refusal`: `bad_seat`."""
        return self.one_of(self.form.get(name, ""), most)

    def one_of(self, text: str, most: int) -> int:
        """Return a text's number from 1 to `most`. Raises `Refusal`: `bad_seat`."""
        if not (text.isascii() and text.isdecimal() and len(text) < 10 and 1 <= int(text) <= most):
            raise Refusal("bad_seat", "S-013", value=text[:10])
        return int(text)


def execute_action(act: str, action: TableAction) -> CommandResult | None:
    """Execute the action. If it raises `Refusal`, nothing is stored."""
    return ACTS[act](action)


def _open(action: TableAction) -> CommandResult:
    return table_open(
        table=action.table,
        command_id=action.command_id,
        seen=None,
        actor=action.staff.key,
        now=action.now,
    )


def _seat(action: TableAction) -> CommandResult:
    text = action.text("who", 60)
    if not text:
        raise Refusal("alias_missing", "S-013")
    player = Player.objects.filter(card_number=text).first()
    return player_seat(
        table_id=action.table.pk,
        seat=action.number("seat", MOST_SEATS),
        player=player.key if player else "",
        name=player.alias if player else text,
        buy_in=stake_of(
            chips=action.text("chips", 20),
            reason=action.text("reason", 20),
            text=action.text("said"),
            staff=action.staff,
        ),
        command_id=action.command_id,
        seen=None,
        actor=action.staff.key,
        now=action.now,
        together=False,
    )


def _draw(action: TableAction) -> CommandResult:
    ticked = action.form.getlist("name")
    numbers = [
        int(item) for item in ticked if item.isascii() and item.isdecimal() and len(item) < 12
    ]
    others = [item.strip()[:60] for item in action.form.get("others", "")[:2000].split(",")]
    return seats_draw(
        table=action.table,
        draw=SeatDraw(numbers=numbers, others=[item for item in others if item]),
        command_id=action.command_id,
        actor=action.staff.key,
        now=action.now,
    )


def _button(action: TableAction) -> CommandResult:
    return execute(
        table_id=action.table.pk,
        command_id=action.command_id,
        seen=None,
        command=button_cards(table_id=action.table.pk),
        actor=action.staff.key,
        now=action.now,
    )


def _lock(action: TableAction) -> CommandResult:
    return seat_lock(
        table=action.table,
        seat=action.number("seat", MOST_SEATS),
        name=action.text("who", 60),
        reason=action.text("reason"),
        minutes=action.number("minutes", 10**6) if action.form.get("minutes") else None,
        command_id=action.command_id,
        actor=action.staff.key,
        now=action.now,
    )


def _unlock(action: TableAction) -> CommandResult:
    return seat_unlock(
        table=action.table,
        seat=action.number("seat", MOST_SEATS),
        command_id=action.command_id,
        actor=action.staff.key,
        now=action.now,
    )


def _leave(action: TableAction) -> CommandResult:
    return execute(
        table_id=action.table.pk,
        command_id=action.command_id,
        seen=None,
        command=LeaveSeat(action.number("seat", MOST_SEATS)),
        actor=action.staff.key,
        now=action.now,
    )


def _plaque(action: TableAction) -> None:
    plaque = Plaque.objects.filter(name=action.form.get("plaque", "")).first()
    if plaque is None:
        raise Refusal("no_plaque", "S-005", table=action.table.name)
    plaque_post(
        table=action.table,
        plaque=plaque_newest(plaque=plaque),
        command_id=action.command_id,
        actor=action.staff.key,
        now=action.now,
    )


def _close(action: TableAction) -> CommandResult:
    return table_close(
        table=action.table,
        reason=action.text("written") or action.text("reason"),
        command_id=action.command_id,
        actor=action.staff.key,
        now=action.now,
    )


def _finish(action: TableAction) -> CommandResult:
    """End the hand without its tablet, by the dealer's count or void. Raises `Refusal`: `finish_how`."""
    how, form = action.text("how", 10), action.form
    if how not in ("count", "void"):
        raise Refusal("finish_how", "S-012")
    counted = how == "count"
    seats = [action.one_of(text, MOST_SEATS) for text in form.getlist("winner")] if counted else []
    shares = {
        seat: to_cents(text, least=1)
        for seat in seats
        if (text := action.text(f"share-{seat}", 20))
    }
    if shares and set(shares) != set(seats):
        raise Refusal("finish_shares", "S-181")
    return execute(
        table_id=action.table.pk,
        command_id=action.command_id,
        seen=None,
        command=FinishHand(
            hand=action.one_of(form.get("hand", ""), 10**8),
            by=action.staff.alias,
            reason=action.text("written") or action.text("reason"),
            pot=to_cents(action.text("pot", 20), least=1) if counted else None,
            seats=tuple(seats),
            shares=shares,
            flop=form.get("flop") == "yes",
        ),
        actor=action.staff.key,
        now=action.now,
    )


def _push(action: TableAction) -> CommandResult:
    dealers = {dealer.key: dealer for dealer in eligible_dealers(action.table.room_id)}
    dealer = dealers.get(action.form.get("dealer", ""))
    if dealer is None:
        raise Refusal("push_nobody", "S-013", table=action.table.name)
    return dealer_push_without_tablet(
        table=action.table,
        dealer=dealer,
        command_id=action.command_id,
        actor=action.staff.key,
        now=action.now,
    )


ACTS: dict[str, Callable[[TableAction], CommandResult | None]] = {
    "open": _open,
    "seat": _seat,
    "draw": _draw,
    "button": _button,
    "lock": _lock,
    "unlock": _unlock,
    "leave": _leave,
    "plaque": _plaque,
    "close": _close,
    "finish": _finish,
    "push": _push,
}
