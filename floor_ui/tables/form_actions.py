"""Execute the actions of a table page's forms. Values are parsed strictly; a refusal names the error."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

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
from web.posted_fields import (
    Amount,
    Choice,
    CommandId,
    Flag,
    KeyedField,
    Line,
    ListField,
    Number,
    NumberUpTo,
    OptionalField,
    PostedForm,
    RefusedValue,
    Text,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableAction:
    table: Table
    staff: Staff
    posted: QueryDict
    command_id: str
    now: datetime


class ActForm(PostedForm):
    """The fields of all actions; each posts some of them."""

    command = CommandId(40)
    reason = Line(200)  # from the list
    written = Line(200)
    undone = Text(64, strip=False)  # the command to undo
    plaque = Text(strip=False)  # its name
    sure = Flag()  # changes the plaque of an open table
    everyone = Flag()  # the players leave as the table closes
    dealer = Text(strip=False)  # key of the next dealer
    name = ListField(Number(11, malformed=-1))  # waitlist entries of a seat draw
    others = Text(2000, strip=False)  # aliases of a seat draw, with commas

    @property
    def why(self) -> str:
        """Return the written reason, or else the chosen one."""
        return self.written or self.reason


class SeatNumberForm(PostedForm):
    seat = NumberUpTo(MOST_SEATS)


class SeatForm(PostedForm):
    """A player with a seat and the chips bought, or brought along for a reason (S-003)."""

    who = Line(60, missing=Refusal("alias_missing", "S-013"))
    seat = NumberUpTo(MOST_SEATS)
    chips = OptionalField(Amount(least=1, longest=20))
    reason = Line(20)
    said = Line(200)


class LockForm(SeatNumberForm):
    who = Line(60)
    reason = Line(200)
    minutes = OptionalField(NumberUpTo(10**6))


class CloseForm(ActForm):
    """Closing of a table. left: the chips that each player leaves with, where counted."""

    left = KeyedField(OptionalField(Amount(least=1, longest=20)))

    def __init__(self, data: QueryDict) -> None:
        super().__init__(data)
        self.limit_keys("left", [str(seat) for seat in range(1, MOST_SEATS + 1)])

    @property
    def counts(self) -> dict[int, int]:
        """Return the counted chips by seat, in cents."""
        return {int(seat): cents for seat, cents in self.left.items() if cents}


class FinishForm(ActForm):
    """The end of a hand without its tablet, by the dealer's count or void."""

    how = Choice(("count", "void"), Refusal("finish_how", "S-012"))
    hand = NumberUpTo(10**8)
    flop = Flag()


class CountForm(PostedForm):
    """The dealer's count: who won the pot, with the share of each if known."""

    winner = ListField(NumberUpTo(MOST_SEATS))
    share = KeyedField(OptionalField(Amount(least=1, longest=20)))
    pot = Amount(least=1, longest=20)

    def __init__(self, data: QueryDict) -> None:
        super().__init__(data)
        self.limit_keys("share", data.getlist("winner"))

    def clean_share(self) -> dict[str, int | None]:
        """Require a share for each winner or for none. Raises `RefusedValue`: `finish_shares`."""
        shares: dict[str, int | None] = self.cleaned_data["share"]
        paid = [int(seat) for seat, cents in shares.items() if cents and seat.isdecimal()]
        if paid and set(paid) != set(self.cleaned_data.get("winner", paid)):
            raise RefusedValue(Refusal("finish_shares", "S-181"))
        return shares

    @property
    def shares(self) -> dict[int, int]:
        return {int(seat): cents for seat, cents in self.share.items() if cents}


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
    form = SeatForm(action.posted).read()
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
    form = ActForm(action.posted).read()
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
    form = LockForm(action.posted).read()
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
        seat=SeatNumberForm(action.posted).read().seat,
        command_id=action.command_id,
        actor=action.staff.key,
        now=action.now,
    )


def _leave(action: TableAction) -> CommandResult:
    return execute(
        table_id=action.table.pk,
        command_id=action.command_id,
        seen=None,
        command=LeaveSeat(SeatNumberForm(action.posted).read().seat),
        actor=action.staff.key,
        now=action.now,
    )


def _away(action: TableAction) -> CommandResult:
    return execute(
        table_id=action.table.pk,
        command_id=action.command_id,
        seen=None,
        command=SitOut(SeatNumberForm(action.posted).read().seat),
        actor=action.staff.key,
        now=action.now,
    )


def _undo(action: TableAction) -> CommandResult:
    return seat_action_undo(
        table=action.table,
        undone=ActForm(action.posted).read().undone,
        command_id=action.command_id,
        actor=action.staff.key,
        now=action.now,
    )


def _plaque(action: TableAction) -> None:
    form = ActForm(action.posted).read()
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
    form = CloseForm(action.posted).read()
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
    form = FinishForm(action.posted).read()
    count = CountForm(action.posted).read() if form.how == "count" else None
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
    dealer = dealers.get(ActForm(action.posted).read().dealer)
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
