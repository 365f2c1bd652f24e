"""Chips brought to the table and taken off it: buy-ins, add-ons, incidentals (S-001 to S-010, H-05, H-06)."""

from poker import chips
from poker import commands as c
from poker import events as e
from poker.draft import Draft
from poker.refusal import Refusal
from poker.state import Seat, Table


def buy_in(table: Table, command: c.SeatPlayer) -> int:
    """Return the buy-in of a new player, 0 if not given; the plaque's bounds apply (S-001, S-002, S-007).

    A player keeps their chips as they are only in a house transfer: below the minimum from a similar game (S-003), or
    above the maximum, with every chip, from a must-move game (S-004). Raises `Refusal`: `buy_in`, `buy_in_twice`,
    `transfer_by`, `transfer_said`.
    """
    if command.stack is not None and command.buy_in not in (None, command.stack):
        raise Refusal("buy_in_twice", "S-007", amount=command.buy_in, stack=command.stack)
    if command.reason and not command.by:
        raise Refusal("transfer_by", "S-003", seat=command.seat)
    if command.reason == "related" and not command.said.strip():
        raise Refusal("transfer_said", "S-003", seat=command.seat)
    bought = command.buy_in if command.stack is None else command.stack
    if bought is None or table.stakes is None:
        return bought or 0
    chips.check(bought, table.stakes.chips)
    _check(table, command, bought)
    return bought


def _check(table: Table, command: c.SeatPlayer, bought: int) -> None:
    stakes = table.plaque
    below = bought < stakes.buy_in_min and not command.reason
    brought = command.reason == "must_move" or (command.above and command.reason == "broken_game")
    above = bought > stakes.buy_in_max and not brought
    if below or above:
        least = stakes.buy_in_min
        most = stakes.buy_in_max
        raise Refusal("buy_in", "S-007", amount=bought, least=least, most=most)


def add_chips(draft: Draft, command: c.AddChips, now: int) -> None:
    """Add chips, never above the plaque's maximum (H-05); during a hand they wait until it ends (S-010).

    A counted stack may not stay below the minimum, because there are no short buys (S-001). For an uncounted stack it
    is unknown whether the player rebuys or adds, so only the maximum applies. A stack in a hand is unknown until the
    hand ends; both bounds are checked again then.
    """
    seat = _taken(draft, command.seat)
    stakes = draft.table.stakes
    hand = draft.table.hand
    if stakes is not None:
        chips.check(command.amount, stakes.chips)
        has = seat.stack
        if hand is not None and (i := hand.index(command.seat)) >= 0:
            has = hand.parts[i].stack
        if (has or 0) + seat.coming + command.amount > stakes.buy_in_max:
            raise Refusal("over_maximum", "H-05", seat=command.seat, most=stakes.buy_in_max)
        if hand is None and has is not None and has + command.amount < stakes.buy_in_min:
            raise Refusal("short_buy", "S-001", seat=command.seat, least=stakes.buy_in_min)
    if hand is not None:
        draft.record(e.ChipsQueued(command.seat, command.amount))
        return
    draft.record(e.ChipsAdded(command.seat, command.amount))


def carry_out(draft: Draft) -> None:
    """Add the chips bought during the hand to the stacks, as far as the bounds allow (S-010)."""
    for seat in draft.table.seats:
        if not seat.coming:
            continue
        fits = _fits(draft.table, seat)
        if fits:
            draft.record(e.ChipsAdded(seat.number, fits, queued=True))
        if fits < seat.coming:
            draft.record(e.QueuedChipsReturned(seat.number, seat.coming - fits))


def _fits(table: Table, seat: Seat) -> int:
    stakes = table.stakes
    if stakes is None or seat.stack is None:
        return seat.coming
    room = max(stakes.buy_in_max - seat.stack, 0)
    fits = chips.round_down(min(seat.coming, room), stakes.chips)
    return fits if seat.stack + fits >= stakes.buy_in_min else 0


def take_chips(draft: Draft, command: c.RemoveChips, now: int) -> None:
    """Remove chips from play for a player who stays: up to the house's cap in total, never the whole stack.

    Raises `Refusal`: `take_all` (S-008), `take_over_cap` (H-06), `hand_in_progress` (S-010).
    """
    seat = _taken(draft, command.seat)
    draft.between_hands("S-010")
    if draft.table.stakes is not None:
        chips.check(command.amount, draft.table.stakes.chips)
    if seat.off + command.amount > command.cap:
        raise Refusal("take_over_cap", "H-06", seat=seat.number, most=command.cap, amount=seat.off)
    if seat.stack is not None and command.amount >= seat.stack:
        raise Refusal("take_all", "S-008", seat=seat.number, stack=seat.stack)
    draft.record(e.ChipsRemoved(seat.number, command.amount, command.by, command.reason))


def _taken(draft: Draft, number: int) -> Seat:
    seat = draft.table.seat(number)
    if seat is None:
        raise Refusal("no_such_seat", "S-013", seat=number, seats=len(draft.table.seats))
    if not seat.taken:
        raise Refusal("seat_empty", "S-013", seat=number)
    return seat
