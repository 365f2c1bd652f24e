"""Execute the actions of a table page's forms. Values are parsed strictly; a refusal names the error."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Annotated

from django.http import QueryDict

from floor_ui.tables.buy_in import buy_in_of
from lineup.eligible_staff import eligible_dealers
from players.models import Player
from poker.commands import FinishHand, LeaveSeat, SitOut
from poker.games import MOST_SEATS
from poker.refusal import Refusal
from staff.models import Staff
from tables.actions import CommandResult, execute
from tables.closing import table_close
from tables.dealer_sign_in import dealer_push_without_tablet
from tables.lifecycle import table_open
from tables.models import Plaque, Table
from tables.plaques import plaque_newest, plaque_post
from tables.random_draws import button_cards
from tables.seat_locks import seat_lock, seat_unlock
from tables.seating import player_seat
from waitlist.seat_draws import SeatDraw, seats_draw
from waitlist.seat_undo import seat_action_undo
from web.posted import (
    Flag,
    Posted,
    Verbatim,
    amount,
    choice,
    command_id,
    every,
    keyed,
    line,
    number,
    number_up_to,
    optional,
    text,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableAction:
    table: Table
    staff: Staff
    posted: QueryDict
    command_id: str
    now: datetime


SEATS = [str(seat) for seat in range(1, MOST_SEATS + 1)]


class ActForm(Posted):
    """The fields that the actions post; each action posts some of them."""

    command: Annotated[str, command_id(40)]
    reason: Annotated[str, line(200)]  # the chosen one
    written: Annotated[str, line(200)]
    undone: Annotated[str, text(64, strip=False)]  # the command to undo
    plaque: Verbatim  # its name
    sure: Flag  # whether the plaque of an open table is to change
    everyone: Flag  # whether the players leave as the table closes
    dealer: Verbatim  # the key of the next dealer
    # The waitlist entries of a seat draw.
    name: Annotated[list[int], every(number(11, malformed=-1))]
    others: Annotated[str, text(2000, strip=False)]  # the aliases of a seat draw, with commas

    @property
    def why(self) -> str:
        """Return the written reason, or else the chosen one."""
        return self.written or self.reason


class SeatNumberForm(Posted):
    """A seat."""

    seat: Annotated[int, number_up_to(MOST_SEATS)]


class SeatForm(Posted):
    """A player with a seat and the chips bought, or brought along for a reason (S-003)."""

    who: Annotated[str, line(60, missing=Refusal("alias_missing", "S-013"))]
    seat: Annotated[int, number_up_to(MOST_SEATS)]
    chips: Annotated[int | None, optional(amount(least=1, longest=20))]
    reason: Annotated[str, line(20)]
    said: Annotated[str, line(200)]


class LockForm(SeatNumberForm):
    """A lock of a seat."""

    who: Annotated[str, line(60)]
    reason: Annotated[str, line(200)]
    minutes: Annotated[int | None, optional(number_up_to(10**6))]


class CloseForm(ActForm):
    """Closing of a table. left: the chips that each player leaves with, where counted."""

    left: Annotated[dict[str, int | None], keyed(optional(amount(least=1, longest=20)), SEATS)]

    @property
    def counts(self) -> dict[int, int]:
        """Return the counted chips by seat, in cents."""
        return {int(seat): cents for seat, cents in self.left.items() if cents}


class FinishForm(ActForm):
    """How a hand ends without its tablet: by the dealer's count, or void."""

    how: Annotated[str, choice(("count", "void"), Refusal("finish_how", "S-012"))]
    hand: Annotated[int, number_up_to(10**8)]
    flop: Flag


class CountForm(Posted):
    """The dealer's count: who won the pot, and each winner's share if known."""

    winner: Annotated[list[int], every(number_up_to(MOST_SEATS))]
    share: Annotated[dict[str, str], keyed(text())]
    pot: Annotated[int, amount(least=1, longest=20)]

    @property
    def shares(self) -> dict[int, int]:
        """Return the share of each winner in cents; either all shares are known or none.

        Raises `Refusal`: `not_an_amount`, `finish_shares`.
        """
        parse = optional(amount(least=1, longest=20))
        shares = {seat: parse(self.share.get(str(seat), "")) for seat in self.winner}
        given = {seat: cents for seat, cents in shares.items() if cents}
        if given and set(given) != set(self.winner):
            raise Refusal("finish_shares", "S-181")
        return given


def execute_action(act: str, action: TableAction) -> CommandResult | None:
    """Execute the action. If it raises `Refusal`, nothing is stored."""
    return ACTS[act](action)


def _open(action: TableAction) -> CommandResult:
    result = table_open(
        table=action.table,
        command_id=action.command_id,
        seen=None,
        actor=action.staff.key,
        now=action.now,
    )
    if result.view.dealer is None:
        warning = Refusal("opened_without_dealer", "", table=action.table.name)
        return replace(result, warning=warning)
    return result


def _seat(action: TableAction) -> CommandResult:
    form = SeatForm.read(action.posted)
    player = Player.objects.filter(card_number=form.who).first()
    return player_seat(
        table_id=action.table.pk,
        seat=form.seat,
        player=player.key if player else "",
        name=player.alias if player else form.who,
        buy_in=buy_in_of(stack=form.chips, reason=form.reason, text=form.said, staff=action.staff),
        command_id=action.command_id,
        seen=None,
        actor=action.staff.key,
        now=action.now,
        together=False,
    )


def _draw(action: TableAction) -> CommandResult:
    form = ActForm.read(action.posted)
    numbers = [number for number in form.name if number >= 0]
    others = [item.strip()[:60] for item in form.others.split(",")]
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
    form = LockForm.read(action.posted)
    return seat_lock(
        table=action.table,
        seat=form.seat,
        name=form.who,
        reason=form.reason,
        minutes=form.minutes,
        command_id=action.command_id,
        actor=action.staff.key,
        now=action.now,
    )


def _unlock(action: TableAction) -> CommandResult:
    return seat_unlock(
        table=action.table,
        seat=SeatNumberForm.read(action.posted).seat,
        command_id=action.command_id,
        actor=action.staff.key,
        now=action.now,
    )


def _leave(action: TableAction) -> CommandResult:
    return execute(
        table_id=action.table.pk,
        command_id=action.command_id,
        seen=None,
        command=LeaveSeat(SeatNumberForm.read(action.posted).seat),
        actor=action.staff.key,
        now=action.now,
    )


def _away(action: TableAction) -> CommandResult:
    return execute(
        table_id=action.table.pk,
        command_id=action.command_id,
        seen=None,
        command=SitOut(SeatNumberForm.read(action.posted).seat),
        actor=action.staff.key,
        now=action.now,
    )


def _undo(action: TableAction) -> CommandResult:
    return seat_action_undo(
        table=action.table,
        undone=ActForm.read(action.posted).undone,
        command_id=action.command_id,
        actor=action.staff.key,
        now=action.now,
    )


def _plaque(action: TableAction) -> None:
    form = ActForm.read(action.posted)
    plaque = Plaque.objects.filter(name=form.plaque).first()
    if plaque is None:
        raise Refusal("no_plaque", "S-005", table=action.table.name)
    if action.table.is_open and not form.sure:
        facts = {"table": action.table.name, "plaque": plaque.name}
        raise Refusal("plaque_unconfirmed", "S-005", **facts)
    plaque_post(
        table=action.table,
        plaque=plaque_newest(plaque=plaque),
        command_id=action.command_id,
        actor=action.staff.key,
        now=action.now,
    )


def _close(action: TableAction) -> CommandResult:
    form = CloseForm.read(action.posted)
    return table_close(
        table=action.table,
        reason=form.why,
        command_id=action.command_id,
        actor=action.staff.key,
        now=action.now,
        everyone_leaves=form.everyone,
        counts=form.counts,
    )


def _finish(action: TableAction) -> CommandResult:
    """End the hand without its tablet, by the dealer's count or void."""
    form = FinishForm.read(action.posted)
    count = CountForm.read(action.posted) if form.how == "count" else None
    return execute(
        table_id=action.table.pk,
        command_id=action.command_id,
        seen=None,
        command=FinishHand(
            hand=form.hand,
            by=action.staff.alias,
            reason=form.why,
            pot=count.pot if count else None,
            seats=tuple(count.winner) if count else (),
            shares=count.shares if count else {},
            flop=form.flop,
        ),
        actor=action.staff.key,
        now=action.now,
    )


def _push(action: TableAction) -> CommandResult:
    dealers = {dealer.key: dealer for dealer in eligible_dealers(action.table.room_id)}
    dealer = dealers.get(ActForm.read(action.posted).dealer)
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
    "away": _away,
    "undo": _undo,
    "plaque": _plaque,
    "close": _close,
    "finish": _finish,
    "push": _push,
}
