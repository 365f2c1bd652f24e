"""Commands about chairs: sit down, quit, sit out, come back, chips (S-001 to S-013, S-059 to S-065)."""

from poker import chips
from poker import commands as c
from poker import events as e
from poker.betting import unit
from poker.button import entry_choices, plan
from poker.decide.buying import buy_in
from poker.decide.deal import may_straddle
from poker.draft import Draft
from poker.games import GAMES, check_seats
from poker.locks import refuse_locked
from poker.refusal import Refusal
from poker.stakes import legs
from poker.state import Seat, Table


def _seat(draft: Draft, number: int) -> Seat:
    seat = draft.table.seat(number)
    if seat is None:
        raise Refusal("no_such_seat", "S-013", seat=number, seats=len(draft.table.seats))
    return seat


def _taken(draft: Draft, number: int) -> Seat:
    seat = _seat(draft, number)
    if not seat.taken:
        raise Refusal("seat_empty", "S-013", seat=number)
    return seat


def seat_player(draft: Draft, command: c.SeatPlayer, now: int) -> None:
    """A player takes an empty chair; in a running game with blinds a way in is owed (S-062, H-08)."""
    seat = _seat(draft, command.seat)
    table = draft.table
    if seat.taken:
        raise Refusal("seat_taken", "S-013", seat=command.seat, name=seat.name)
    refuse_locked(seat, now, command.player)
    if table.hand is not None and table.hand.index(command.seat) >= 0:
        # Who folded here has left; the chair is free when the hand that they were dealt is over.
        raise Refusal("seat_in_hand", "S-010", seat=command.seat)
    if table.stakes is not None and table.is_open:
        coming = legs(table.next_plaque.stakes) if table.next_plaque else ()
        for one in (*legs(table.stakes), *coming):
            check_seats(GAMES[one.game], sum(1 for other in table.seats if other.taken) + 1)
    for other in table.seats:
        if other.player == command.player:
            raise Refusal("player_seated", "S-014", seat=other.number, name=other.name)
    bought = buy_in(table, command)
    running = table.is_open and table.button != 0 and bool(table.plaque.blinds)
    draft.record(
        e.SeatTaken(
            command.seat,
            command.player,
            command.name,
            command.stack,
            running,
            buy_in=0 if command.stack is not None else bought,
            reason=command.reason,
            said=command.said.strip(),
            by=command.by if command.reason else "",
        )
    )


def leave_seat(draft: Draft, command: c.LeaveSeat, now: int) -> None:
    """A player quits; whoever is still in the hand stays until it is over (S-008, S-038)."""
    _taken(draft, command.seat)
    hand = draft.table.hand
    i = hand.index(command.seat) if hand else -1
    if hand and i >= 0 and hand.parts[i].life == "in":
        raise Refusal("seat_in_hand", "S-008", seat=command.seat)
    draft.record(e.SeatLeft(command.seat))


def sit_out(draft: Draft, command: c.SitOut, now: int) -> None:
    """A player is away from the next hand on, cards of this one stay; blinds that pass are missed (S-064).

    That it will be for long is said to the floor at once or later (S-037); the game goes on.
    """
    seat = _taken(draft, command.seat)
    if seat.away and (seat.long or not command.long):
        raise Refusal("seat_away", "S-064", seat=command.seat)
    draft.record(e.SeatAway(command.seat, seat.away_at or now, command.long))


def sit_in(draft: Draft, command: c.SitIn, now: int) -> None:
    """A player is back, or chose how to come in (S-062, S-064)."""
    seat = _taken(draft, command.seat)
    choices = entry_choices(draft.table, seat)
    if "post" in choices and not command.choice:
        rule = "S-062" if seat.missed == "none" else "S-064"
        raise Refusal("entry_choice", rule, seat=command.seat)
    if "post" in choices and command.choice not in choices:
        raise Refusal("entry_missed", "S-064", seat=command.seat)
    draft.record(e.SeatBack(command.seat, command.choice))


def collect_time(draft: Draft, command: c.CollectTime, now: int) -> None:
    """The time charge, between hands; counted stacks pay it (S-005).

    The plaque says how much for how long. No guide says how early a charge may be taken: from half of its time on. Nor
    who owes it: everybody who plays, but for whom the plaque spares (`Rake.spares_new`), or the seats that are named.
    """
    draft.between_hands("S-005")
    table = draft.table
    charge = table.plaque.rake if table.is_open else None
    if charge is None or charge.kind != "time":
        raise Refusal("no_time_charge", "S-005", table=table.name)
    since = now - table.time_at
    if table.time_at and since < charge.time_minutes * 60_000 // 2:
        minutes = since // 60_000
        raise Refusal("time_taken", "S-005", minutes=minutes, every=charge.time_minutes)
    for number in command.seats:
        _taken(draft, number)
    seats = tuple(sorted(set(command.seats))) or payers(table)
    draft.record(e.TimeCollected(now, charge.time_charge, seats))


def payers(table: Table) -> tuple[int, ...]:
    """The seats that owe the time charge now."""
    return tuple(seat.number for seat in table.seats if seat.playing and not seat.spared)


def straddle(draft: Draft, command: c.Straddle, now: int) -> None:
    """A straddle is named before the deal, by the seat that will be left of the big blind."""
    draft.between_hands("S-055")
    seat = _taken(draft, command.seat)
    may = 0
    if draft.table.is_open and draft.table.plaque.straddle:
        may = may_straddle(plan(draft.table))
    if not may:
        raise Refusal("no_straddle", "S-052", seat=command.seat)
    if command.seat != may:
        raise Refusal("straddle_seat", "S-052", seat=command.seat, may=may)
    amount = 2 * draft.table.plaque.blinds[-1]
    if seat.stack is not None and seat.stack < amount:
        raise Refusal("more_than_stack", "S-113", seat=command.seat, to=amount, has=seat.stack)
    draft.record(e.StraddleNamed(command.seat))


def post_short(draft: Draft, command: c.PostShort, now: int) -> None:
    """A player has less than the blind; at least the smallest chip still gets a hand (S-059)."""
    _taken(draft, command.seat)
    draft.between_hands("S-059")
    if not draft.table.is_open:
        raise Refusal("table_closed", "S-005", table=draft.table.name)
    stakes = draft.table.plaque
    chips.check(command.amount, stakes.chips, rule="S-059")
    counted = draft.table.seats[command.seat - 1].stack
    if counted not in (None, command.amount) or command.amount >= (
        stakes.blinds[-1] if stakes.blinds else unit(stakes, 0)
    ):
        raise Refusal("not_short", "S-059", seat=command.seat, amount=command.amount)
    draft.record(e.ShortPostNamed(command.seat, command.amount))
