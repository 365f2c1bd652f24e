"""Commands that a tablet may send, and who must be signed in for them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Protocol, cast

from journal.on_head import execute_on_head
from poker import codec
from poker import commands as c
from poker.calls import EarlierTap
from poker.commands import Command, Deal, SeatPlayer
from poker.logs.codec import tag
from poker.refusal import Refusal
from poker.tap_rights import NOT_ON_TABLETS, badge_key, needs_supervisor
from staff.hooks import TabletKind, hooks
from staff.models import Staff
from tables import dealer_sign_in, lifecycle, plaques, table_log
from tables.actions import TABLE, CommandResult, execute, log_of_table
from tables.closing import table_close_empty
from tables.lifecycle import BuyIn
from tables.models import Device, Table
from tables.pairing import DEVICE_UNCHANGED, KeptDevice
from tables.random_draws import button_cards
from tables.seating import player_seat
from tables.stale import Seen

ON_HEAD = frozenset(tag(kind) for kind in TABLE.on_head)
LATE = timedelta(seconds=30)  # a tap that arrives later than this waited for the network
MAX_AGE_MS = 366 * 24 * 3600 * 1000  # a larger age means a wrong clock


@dataclass(frozen=True, slots=True, kw_only=True)
class Tap:
    """One command as sent by a tablet."""

    command_id: str
    seen: Seen
    name: str
    args: Mapping[str, object]
    now: datetime
    dealer: str = ""  # who tapped it, "" if unknown to the page
    # For a floor call: the earlier taps that the tablet holds back.
    earlier: Sequence[EarlierTap] = ()
    age_ms: int = 0  # how long it waited before it was sent, by the tablet's clock
    shown: int = 0  # number of the last entry on the screen at the tap
    received: datetime | None = None  # when it arrived, if `now` is the time of the tap


class TapActor(Protocol):
    """The sender of a command: a dealer, a supervisor, or an integration in such a role."""

    @property
    def key(self) -> str:
        """Return the actor's key in the log."""

    @property
    def supervises(self) -> bool:
        """Return whether the actor may make a supervisor's decisions (S-012)."""


@dataclass(frozen=True, slots=True)
class TapTarget:
    """The table that a command is for. A `Device` loads its table only if a command needs it."""

    table: Table

    @property
    def table_id(self) -> int:
        """Return the primary key of the table and of its log."""
        return int(self.table.pk)

    @property
    def table_kind(self) -> str:
        return self.table.kind


def kind_of(target: Device | TapTarget) -> TabletKind | None:
    """Return what is different at a table whose game is not poker; None at a poker table."""
    kind = target.table_kind
    return None if kind == Table.Kind.POKER else hooks().TABLET_KINDS[kind]


def signed_in(device: Device) -> Staff | None:
    """Return the dealer signed in at a tablet; None if their account is not active."""
    staff = device.dealer
    return staff if staff is not None and staff.user.is_active else None


def tap_author(*, device: Device, dealer: str, now: datetime) -> Staff:
    """Return who makes a tap: the dealer signed in at the tablet, or the supervisor for a single action.

    A supervisor who did nothing for `dealer_sign_in.ASIDE` is no longer signed in. dealer: the key of the dealer who
    tapped, according to the page: "" if unknown, by badge while the PIN was unchecked.
    Raises `Refusal`: `not_signed_in`, `other_dealer`.
    """
    dealer_sign_in.dealer_return(device=device, now=now, acted=False)
    staff = signed_in(device)
    if staff is None:
        raise Refusal("not_signed_in")
    if dealer not in ("", staff.key, badge_key(staff.badge)):
        raise Refusal("other_dealer", "S-013", name=staff.alias)
    return staff


def tablet_command(*, device: Device, tap: Tap) -> CommandResult:
    """Execute a command of the signed-in dealer. After a supervisor's single action, the previous dealer is signed in
    again.

    Raises `Refusal`: `not_signed_in`, `other_dealer`.
    """
    received = tap.received or tap.now
    try:
        staff = tap_author(device=device, dealer=tap.dealer, now=received)
    except Refusal:
        # The response was lost, for example to a supervisor's single action: the tap is in the log,
        # and the dealer is back.
        stored = log_of_table(device.table_id).find_result(device.table_id, tap.command_id)
        if stored is None:
            raise
        return stored
    result = table_command(target=device, tap_actor=staff, tap=tap)
    dealer_sign_in.dealer_return(device=device, now=received, acted=result.prev is not None)
    dealer = signed_in(device)
    if dealer is None or device.aside_id is not None:
        return result
    return _late_push(device, dealer, tap, result)


def command_on_head(kept: KeptDevice, tap: Tap) -> CommandResult | None:
    """Execute an act of the hand in progress with what is in memory; None if it must be executed as any other command.

    It is stored only if tablet, dealer and table are as in memory, and if the dealer may send it alone.
    """
    device = kept.device
    staff = signed_in(device)
    if staff is None or kind_of(device) is not None or device.aside_id is not None:
        return None
    if tap.name not in ON_HEAD or tap.args.get("stood") is True or device.push_due:
        return None
    if tap.dealer not in ("", staff.key, badge_key(staff.badge)):
        return None
    try:
        command = codec.parse_command(tap.name, tap.args)
    except Refusal:
        return None
    return execute_on_head(
        TABLE,
        device.table_id,
        command,
        command_id=tap.command_id,
        actor=staff.key,
        now=tap.now,
        seen=tap.seen,
        sql=DEVICE_UNCHANGED,
        params=kept.condition,
    )


def table_command(*, target: Device | TapTarget, tap_actor: TapActor, tap: Tap) -> CommandResult:
    """Execute a command. The caller has checked that the actor may send commands.

    Raises `Refusal`: `unknown_command`, `needs_supervisor`, and the table's refusals.
    """
    kind = kind_of(target)
    if kind is not None:
        return cast(CommandResult, kind.execute(table_id=target.table_id, actor=tap_actor, tap=tap))
    if tap.name in NOT_ON_TABLETS:
        raise Refusal("unknown_command", "", name=tap.name)
    is_supervised = needs_supervisor(
        lambda: target.table.view,
        tap.name,
        tap.args,
        dealers_seat=lambda: _is_late(tap) or target.table.room.dealers_seat,
    )
    if is_supervised and not tap_actor.supervises:
        raise Refusal("needs_supervisor", "S-012", name=tap.name)
    return HANDLERS.get(tap.name, _execute_as_sent)(target, tap_actor, tap)


def _is_late(tap: Tap) -> bool:
    """Return whether a tap waited for the network, so that its tablet had the settings of that time."""
    return tap.received is not None and tap.received - tap.now > LATE


def _execute_as_sent(target: Device | TapTarget, tap_actor: TapActor, tap: Tap) -> CommandResult:
    return _execute(target, tap_actor, tap, codec.parse_command(tap.name, tap.args))


def _execute(
    target: Device | TapTarget, tap_actor: TapActor, tap: Tap, command: Command
) -> CommandResult:
    return execute(
        table_id=target.table_id,
        command_id=tap.command_id,
        seen=tap.seen,
        command=command,
        actor=tap_actor.key,
        now=tap.now,
    )


def _open_table(target: Device | TapTarget, tap_actor: TapActor, tap: Tap) -> CommandResult:
    _without_args(tap)
    return lifecycle.table_open(
        table=target.table,
        command_id=tap.command_id,
        seen=tap.seen,
        actor=tap_actor.key,
        now=tap.now,
    )


def _close_table(target: Device | TapTarget, tap_actor: TapActor, tap: Tap) -> CommandResult:
    """Close an empty table, with the same check as on the floor."""
    command = codec.parse_command(tap.name, tap.args)
    assert isinstance(command, c.CloseTable)
    return table_close_empty(
        table=target.table,
        command=command,
        command_id=tap.command_id,
        seen=tap.seen,
        actor=tap_actor.key,
        now=tap.now,
    )


def _change_plaque(target: Device | TapTarget, tap_actor: TapActor, tap: Tap) -> CommandResult:
    _without_args(tap)
    if target.table.plaque is None:
        raise Refusal("no_plaque", "S-005", table=target.table.name)
    return plaques.plaque_change(
        table=target.table,
        plaque=plaques.plaque_newest(plaque=target.table.plaque),
        command_id=tap.command_id,
        seen=tap.seen,
        actor=tap_actor.key,
        now=tap.now,
    )


def _seat_player(target: Device | TapTarget, tap_actor: TapActor, tap: Tap) -> CommandResult:
    command = codec.parse_command(tap.name, tap.args)
    assert isinstance(command, SeatPlayer)
    return player_seat(
        table_id=target.table_id,
        seat=command.seat,
        player=command.player,
        name=command.name,
        buy_in=BuyIn(command.stack, command.buy_in, command.reason, command.said, tap_actor.key),
        command_id=tap.command_id,
        seen=tap.seen,
        actor=tap_actor.key,
        now=tap.now,
    )


def _take_chips(target: Device | TapTarget, tap_actor: TapActor, tap: Tap) -> CommandResult:
    """Fill in the room's cap and the signed-in supervisor (H-06)."""
    if {"cap", "by"} & set(tap.args):
        raise Refusal("bad_command", "", name=tap.name, detail="Floorbook fills in cap and name")
    args = {**tap.args, "cap": target.table.room.incidentals_cap, "by": tap_actor.key}
    return _execute(target, tap_actor, tap, codec.parse_command(tap.name, args))


def _draw_button(target: Device | TapTarget, tap_actor: TapActor, tap: Tap) -> CommandResult:
    """Use the cards as dealt, or let the server draw them. A tablet cannot send drawn cards."""
    if "again" in tap.args or ("system" in tap.args and tap.args != {"system": True}):
        raise Refusal("bad_command", "", name=tap.name, detail="Floorbook draws the cards")
    if tap.args == {"system": True}:
        command: Command = button_cards(table_id=target.table_id)
    else:
        command = codec.parse_command(tap.name, tap.args)
    return _execute(target, tap_actor, tap, command)


def _deal(target: Device | TapTarget, tap_actor: TapActor, tap: Tap) -> CommandResult:
    """Deal with the plaque's forced bets. Only recorded hands have other ones."""
    _without_args(tap)
    return _execute(target, tap_actor, tap, Deal())


def _call_floor(target: Device | TapTarget, tap_actor: TapActor, tap: Tap) -> CommandResult:
    """Record who calls: a dealer never rules on a call at their own table (S-012)."""
    _without_args(tap)
    tapped = int(tapped_at(target.table_id, tap).timestamp() * 1000)
    command = c.CallFloor(by=tap_actor.key, earlier=tuple(tap.earlier), tapped=tapped)
    return _execute(target, tap_actor, tap, command)


def tapped_at(table_id: int, tap: Tap) -> datetime:
    """Return the time of a tap that waited for the network.

    The tablet's clock only measures how long the tap waited, so a clock that is wrong by hours does no harm. Even if it
    was set in between, the tap is not in the future, and not before the entry on the tablet's screen.
    """
    if not tap.age_ms:
        return tap.now
    shown_at = table_log.entry_time(table_id, tap.shown)
    if shown_at is None:  # a missing entry has no time
        return tap.now
    age = timedelta(milliseconds=min(tap.age_ms, MAX_AGE_MS))
    return min(max(tap.now - age, shown_at), tap.now)


def _cancel_floor(target: Device | TapTarget, tap_actor: TapActor, tap: Tap) -> CommandResult:
    """Cancel the table's own call. Only the server fills in the supervisor who cancels."""
    if "by" in tap.args:
        raise Refusal("bad_command", "", name=tap.name, detail="Floorbook fills in the name")
    return _execute(target, tap_actor, tap, codec.parse_command(tap.name, tap.args))


# Commands with fields that the server fills in.
HANDLERS: dict[str, Callable[[Device | TapTarget, TapActor, Tap], CommandResult]] = {
    "open_table": _open_table,
    "close_table": _close_table,
    "change_plaque": _change_plaque,
    "deal": _deal,
    "draw_button": _draw_button,
    "call_floor": _call_floor,
    "cancel_floor": _cancel_floor,
    "seat_player": _seat_player,
    "take_chips": _take_chips,
}


def _without_args(tap: Tap) -> None:
    if tap.args:
        raise Refusal("bad_command", "", name=tap.name, detail="Floorbook fills in the plaque")


def _late_push(device: Device, staff: Staff, tap: Tap, result: CommandResult) -> CommandResult:
    """Record a push that was postponed because the dealer signed in during a hand."""
    if not device.push_due or result.view.hand.started:
        return result
    pushed = dealer_sign_in.dealer_push(device=device, staff=staff, now=tap.now)
    return replace(result, seq=pushed.seq, state=pushed.state, make_view=pushed.make_view)
