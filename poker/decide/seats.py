"""Commands about seats: sit down, quit, sit out, come back, chips (S-001 to S-013, S-059 to S-065)."""

from poker import chips, straddles
from poker import commands as c
from poker import events as e
from poker.betting import unit
from poker.button import entry_choices, plan
from poker.decide.buy_ins import buy_in
from poker.draft import Draft
from poker.games import GAMES, check_seats
from poker.next_hand import NextHandPlan
from poker.refusal import Refusal
from poker.seat_locks import refuse_locked
from poker.stakes import legs
from poker.state import Seat, Table
from poker.straddles import StraddleOffer


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
    """Seat a player in an empty seat; in a running game with blinds an entry post is owed (S-062, H-08)."""
    seat = _seat(draft, command.seat)
    table = draft.table
    if seat.taken:
        raise Refusal("seat_taken", "S-013", seat=command.seat, name=seat.name)
    refuse_locked(seat, now, command.player)
    if table.hand is not None and table.hand.index(command.seat) >= 0:
        # A player who folded has left; the seat is open once that hand is over.
        raise Refusal("seat_in_hand", "S-010", seat=command.seat)
    if table.stakes is not None and table.is_open:
        coming = legs(table.next_plaque.stakes) if table.next_plaque else ()
        for stakes in (*legs(table.stakes), *coming):
            check_seats(GAMES[stakes.game], sum(1 for other in table.seats if other.taken) + 1)
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
    """Record that a player quits; a player still in the hand stays until it is over (S-008, S-038)."""
    _taken(draft, command.seat)
    hand = draft.table.hand
    i = hand.index(command.seat) if hand else -1
    if hand and i >= 0 and hand.parts[i].life == "in":
        raise Refusal("seat_in_hand", "S-008", seat=command.seat)
    if command.counted and draft.table.is_open:
        chips.check(command.counted, draft.table.plaque.chips, rule="S-008")
    draft.record(e.SeatLeft(command.seat, command.counted))


def pick_up_stack(draft: Draft, command: c.PickUpStack, now: int) -> None:
    """Record that the floor picked up an absent player's chips, and open the seat (H-53).

    No guide limits absences; a supervisor decides. Raises `Refusal`: `seat_empty`, `nobody_away`, `seat_in_hand`, and
    for an amount that the table's chips can't make.
    """
    seat = _taken(draft, command.seat)
    if not seat.away:
        raise Refusal("nobody_away", "H-53", seat=command.seat, name=seat.name)
    logged = seat.stack
    hand = draft.table.hand
    i = hand.index(command.seat) if hand else -1
    if hand and i >= 0:
        if hand.parts[i].life == "in":
            raise Refusal("seat_in_hand", "S-008", seat=command.seat)
        logged = hand.parts[i].stack  # without the player's chips in the pot
    if draft.table.is_open:
        chips.check(command.amount, draft.table.plaque.chips, rule="H-53")
    draft.record(e.StackPickedUp(command.seat, seat.player, command.amount, command.reason, logged))
    draft.record(e.SeatLeft(command.seat))


def sit_out(draft: Draft, command: c.SitOut, now: int) -> None:
    """Sit a player out from the next hand; blinds that pass are missed (S-064).

    A long absence is reported to the floor now or later (S-037); the game continues. In a tournament the player is
    marked absent, and the stack is blinded off (H-80).
    """
    seat = _taken(draft, command.seat)
    if draft.table.event is not None:
        if seat.absent:
            raise Refusal("seat_absent", "H-80", seat=command.seat)
        draft.record(e.SeatMarkedAbsent(command.seat))
        return
    if seat.away and (seat.long or not command.long):
        raise Refusal("seat_away", "S-064", seat=command.seat)
    draft.record(e.SeatSatOut(command.seat, seat.away_at or now, command.long))


def sit_in(draft: Draft, command: c.SitIn, now: int) -> None:
    """Record that a player returned, or chose how to come in (S-062, S-064)."""
    seat = _taken(draft, command.seat)
    if seat.absent:
        draft.record(e.SeatMarkedPresent(command.seat))
        return
    choices = entry_choices(draft.table, seat)
    if "post" in choices and not command.choice:
        rule = "S-062" if seat.missed == "none" else "S-064"
        raise Refusal("entry_choice", rule, seat=command.seat)
    if "post" in choices and command.choice not in choices:
        raise Refusal("entry_missed", "S-064", seat=command.seat)
    draft.record(e.SeatReturned(command.seat, command.choice))


def collect_time(draft: Draft, command: c.CollectTime, now: int) -> None:
    """Collect time, between hands; counted stacks pay it (S-005).

    The plaque sets amount and period. Time may be collected from half of its period on; no guide covers how early. Nor
    does one cover who owes it: everyone playing except players the plaque spares (`Rake.spares_new`), or the seats
    listed.
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
    """Return the seats that owe time now."""
    return tuple(seat.number for seat in table.seats if seat.playing and not seat.spared)


def straddle(draft: Draft, command: c.Straddle, now: int) -> None:
    """Announce a straddle before the deal, by a seat whose turn it is to post one.

    Raises `Refusal`: `hand_in_progress`, `no_straddle`, `straddle_kill`, `straddle_twice`, `straddle_blind`,
    `straddle_seat`, `straddle_turn`, and for an amount that its range or the stack does not allow.
    """
    draft.between_hands("S-055")
    seat = _taken(draft, command.seat)
    table = draft.table_shown
    offered = table.plaque.straddling if table.is_open else None
    if offered is None:
        raise Refusal("no_straddle", "S-052", seat=command.seat)
    if table.kill and table.rules.straddle_in_kill == "none":
        raise Refusal("straddle_kill", "H-62", seat=command.seat)
    coming = plan(table)
    offer = _straddle_offer(table, coming, command.seat)
    amount = command.amount or offer.least
    _check_straddle(offer, amount)
    if not straddles.can_post(table, coming, command.seat, amount):
        raise Refusal(
            "more_than_stack",
            "S-113",
            seat=command.seat,
            to=amount,
            has=seat.short or seat.stack or 0,
        )
    chips.check(amount, table.plaque.chips)
    named = 0 if amount == offer.least else amount
    again = bool(coming.straddles) and not offer.replaces
    draft.record(e.StraddleNamed(command.seat, named, again))


def _straddle_offer(table: Table, coming: NextHandPlan, seat: int) -> StraddleOffer:
    """Return the offer to this seat. Raises `Refusal` with the seats that may straddle instead."""
    if any(item.seat == seat for item in coming.straddles):
        raise Refusal("straddle_twice", "S-052", seat=seat)
    offers = straddles.offers(table, coming)
    for offer in offers:
        if offer.seat == seat:
            return offer
    if not offers and not coming.straddles:
        raise Refusal("no_straddle", "S-052", seat=seat)
    if seat in coming.blinds:
        raise Refusal("straddle_blind", "S-052", seat=seat)
    if not coming.straddles and [offer.kind for offer in offers] == ["under_the_gun"]:
        raise Refusal("straddle_seat", "S-052", seat=seat, may=offers[0].seat)
    if not offers:
        raise Refusal("straddle_full", "S-052", seat=seat, seats=list(dict(table.straddles)))
    raise Refusal("straddle_turn", "S-052", seat=seat, seats=[offer.seat for offer in offers])


def _check_straddle(offer: StraddleOffer, amount: int) -> None:
    if offer.least == offer.most != amount:
        raise Refusal("straddle_exact", "S-052", seat=offer.seat, to=amount, amount=offer.least)
    if amount < offer.least:
        raise Refusal("straddle_below", "S-052", seat=offer.seat, to=amount, least=offer.least)
    if amount > offer.most:
        raise Refusal("straddle_over_cap", "S-052", seat=offer.seat, to=amount, most=offer.most)


def _full_post(table: Table) -> int:
    """Return what a player posts in the next hand at most: the amount of a bomb pot, the big blind, or the bet."""
    if table.bomb is not None:
        return table.bomb.amount
    stakes = table.plaque
    return stakes.blinds[-1] if stakes.blinds else unit(stakes, 0)


def post_short(draft: Draft, command: c.PostShort, now: int) -> None:
    """Record a short post: less than the blind but at least the smallest chip, which still gets a hand (S-059)."""
    _taken(draft, command.seat)
    draft.between_hands("S-059")
    if not draft.table.is_open:
        raise Refusal("table_closed", "S-005", table=draft.table.name)
    stakes = draft.table.plaque
    chips.check(command.amount, stakes.chips, rule="S-059")
    counted = draft.table.seats[command.seat - 1].stack
    if counted not in (None, command.amount) or command.amount >= _full_post(draft.table):
        raise Refusal("not_short", "S-059", seat=command.seat, amount=command.amount)
    draft.record(e.ShortPostNamed(command.seat, command.amount))
