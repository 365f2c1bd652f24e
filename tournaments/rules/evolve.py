"""Applies tournament events. It refuses nothing."""

from msgspec.structs import replace

from poker.handlers import Evolve
from tournaments.rules import events as e
from tournaments.rules.state import (
    Bag,
    BrokenTable,
    Entry,
    HandForHand,
    Move,
    SeatPosition,
    Tournament,
    TournamentTable,
)

Step = Evolve[Tournament]


def evolve(event: Tournament, happened: e.TournamentEvent) -> Tournament:
    """Return the tournament after an event. Raises `KeyError` for an event without a handler."""
    return _STEPS[type(happened)](event, happened)


def _scheduled(event: Tournament, happened: e.EventScheduled) -> Tournament:
    return replace(event, plan=happened.plan, starts_at=happened.starts_at, status="scheduled")


def _event_canceled(event: Tournament, happened: e.EventCanceled) -> Tournament:
    return replace(event, status="canceled", tables=())


def _levels(event: Tournament, happened: e.LevelsChanged) -> Tournament:
    return replace(event, plan=happened.plan)


def _table_added(event: Tournament, happened: e.TableAdded) -> Tournament:
    return _with_table(event, happened.table, happened.seats, happened.reserved)


def _table_removed(event: Tournament, happened: e.TableRemoved) -> Tournament:
    return _without_tables(event, {happened.table})


def _bought(event: Tournament, happened: e.EntryBought | e.StackBrought) -> Tournament:
    return replace(event, entries=(*event.entries, happened.entry))


def _flight_brought(event: Tournament, happened: e.FlightBrought) -> Tournament:
    return replace(event, flights=(*event.flights, happened.flight))


def _kept_out(event: Tournament, happened: e.StackKeptOut) -> Tournament:
    return event


def _chips_bought(event: Tournament, happened: e.ChipsBought) -> Tournament:
    entry = event.entries[happened.number - 1]
    changed = _change(event, happened.number, bought=(*entry.bought, happened.purchase))
    if not happened.returned:
        return changed
    return _back(changed, happened.number, entry.place)


def _voided(event: Tournament, happened: e.EntryVoided) -> Tournament:
    busts = tuple(bust for bust in event.busts if bust.entry != happened.number)
    voided = _change(event, happened.number, status="void", table="", seat=0, coming=False)
    return replace(voided, busts=busts)


def _drawn(event: Tournament, happened: e.SeatDrawn) -> Tournament:
    table, seat = happened.pool[0]
    is_late = event.status == "running"  # before the start everyone is expected at the seat
    return _change(event, happened.number, status="seated", table=table, seat=seat, coming=is_late)


def _registration_closed(event: Tournament, happened: e.RegistrationClosed) -> Tournament:
    return replace(event, late_closed=True)


def _pool_fixed(event: Tournament, happened: e.PoolFixed) -> Tournament:
    return replace(event, pool=happened.fixed)


def _clock(event: Tournament, happened: e.ClockStarted | e.ClockPaused | e.ClockSet) -> Tournament:
    return replace(event, clock=happened.clock, status="running")


def _level_began(event: Tournament, happened: e.LevelBegan) -> Tournament:
    return replace(event, begun=happened.segment)


def _busted(event: Tournament, happened: e.PlayerBusted) -> Tournament:
    bust = happened.bust
    gone = _change(event, bust.entry, status="out", coming=False)
    penalties = tuple(penalty for penalty in gone.penalties if penalty.entry != bust.entry)
    return replace(gone, busts=(*gone.busts, bust), penalties=penalties)


def _bust_undone(event: Tournament, happened: e.BustUndone) -> Tournament:
    place = SeatPosition(happened.table, happened.seat)
    back = _back(event, happened.number, place)
    return _change(back, happened.number, coming=bool(happened.pool))


def _ordered(event: Tournament, happened: e.MoveOrdered) -> Tournament:
    return replace(event, moves=(*event.moves, happened.move))


def _left(event: Tournament, happened: e.MoveLeft) -> Tournament:
    moves = tuple(
        replace(move, left=True) if move.entry == happened.number else move for move in event.moves
    )
    move = next(move for move in moves if move.entry == happened.number)
    gave = tuple(
        replace(table, gave_at=move.at) if table.name == move.table else table
        for table in event.tables
    )
    moved = replace(event, moves=moves, tables=gave)
    return _change(moved, move.entry, table=move.to_table, seat=move.to_seat, coming=True)


def _done(event: Tournament, happened: e.MoveDone) -> Tournament:
    arrived = _change(event, happened.number, coming=False)
    return _without_move(arrived, happened.number)


def _canceled(event: Tournament, happened: e.MoveCanceled) -> Tournament:
    return _without_move(event, happened.number)


def _broken(event: Tournament, happened: e.TableBroken) -> Tournament:
    after = event
    moves: list[Move] = []
    for number, drawn in happened.drawn:
        entry = event.entries[number - 1]
        place = happened.pool[drawn - 1]
        moves.append(Move(number, *entry.place, *place, at=happened.at, why="break", left=True))
        after = _without_move(after, number)
        after = _change(after, number, table=place.table, seat=place.seat, coming=True)
    table = next(table for table in event.tables if table.name == happened.table)
    broken = BrokenTable(table, tuple(number for number, _ in happened.drawn))
    after = replace(after, moves=(*after.moves, *moves), broken=(*event.broken, broken))
    return _without_tables(after, {happened.table})


def _break_undone(event: Tournament, happened: e.BreakUndone) -> Tournament:
    broken = next(row for row in event.broken if row.table.name == happened.table)
    table = broken.table
    after = replace(
        event,
        tables=(*event.tables, table),
        broken=tuple(row for row in event.broken if row is not broken),
    )
    for move in event.moves:
        if move.table == table.name and move.why == "break":
            after = _without_move(after, move.entry)
            after = _change(after, move.entry, table=table.name, seat=move.seat, coming=False)
    return after


def _redrawn(event: Tournament, happened: e.SeatsRedrawn) -> Tournament:
    after = _seat_all(event, happened.drawn)
    used = {place.table for _, place in happened.drawn}
    return _without_tables(after, set(happened.tables) - used)


def _waived(event: Tournament, happened: e.StopWaived) -> Tournament:
    tables = tuple(
        replace(table, waived=happened.waived) if table.name == happened.table else table
        for table in event.tables
    )
    return replace(event, tables=tables)


def _hand_for_hand(event: Tournament, happened: e.HandForHandBegan) -> Tournament:
    number = event.rounds + 1
    return replace(event, hand_for_hand=HandForHand(round=number), rounds=number)


def _table_finished(event: Tournament, happened: e.TableFinishedHand) -> Tournament:
    current = event.hand_for_hand or HandForHand()
    finished = (*current.finished, happened.table)
    return replace(event, hand_for_hand=replace(current, finished=finished))


def _round_ended(event: Tournament, happened: e.RoundEnded) -> Tournament:
    number = happened.round + 1
    return replace(event, hand_for_hand=HandForHand(round=number), rounds=number)


def _hand_for_hand_ended(event: Tournament, happened: e.HandForHandEnded) -> Tournament:
    return replace(event, hand_for_hand=None)


def _colored(event: Tournament, happened: e.ChipsColoredUp) -> Tournament:
    colored = event.colored + happened.given - happened.taken
    return replace(event, colored=colored, raced=(*event.raced, happened.chip))


def _counted(event: Tournament, happened: e.StacksCounted) -> Tournament:
    after = event
    for number, chips in happened.stacks:
        after = _change(after, number, stack=chips)
    return after


def _penalty(event: Tournament, happened: e.PenaltyGiven) -> Tournament:
    return replace(event, penalties=(*event.penalties, happened.penalty))


def _served(event: Tournament, happened: e.PenaltyServed | e.PenaltyHandReopened) -> Tournament:
    return _last_penalty(event, happened.number, happened.left)


def _penalty_ended(event: Tournament, happened: e.PenaltyEnded) -> Tournament:
    return _last_penalty(event, happened.number, 0, ended=True)


def _penalty_undone(event: Tournament, happened: e.PenaltyUndone) -> Tournament:
    last = event.last_penalty_of(happened.number)
    return replace(event, penalties=tuple(row for row in event.penalties if row is not last))


def _last_penalty(event: Tournament, number: int, left: int, *, ended: bool = False) -> Tournament:
    """Return the tournament with the hands left of the penalty that an entry got last."""
    last = event.last_penalty_of(number)
    penalties = tuple(
        replace(row, left=left, ended=ended) if row is last else row for row in event.penalties
    )
    return replace(event, penalties=penalties)


def _deal(event: Tournament, happened: e.DealAgreed) -> Tournament:
    return replace(event, deal=happened.deal)


def _deal_undone(event: Tournament, happened: e.DealUndone) -> Tournament:
    return replace(event, deal=None)


def _paid(event: Tournament, happened: e.PayoutMade | e.PayoutHeld) -> Tournament:
    payout = happened.payout
    others = tuple(paid for paid in event.paid if paid.entry != payout.entry)
    return replace(event, paid=(*others, payout))


def _bagged(event: Tournament, happened: e.StackBagged) -> Tournament:
    others = tuple(bag for bag in event.bags if bag.entry != happened.number)
    bag = Bag(happened.number, happened.chips, number=happened.bag)
    return replace(event, bags=(*others, bag))


def _verified(event: Tournament, happened: e.StackVerified) -> Tournament:
    bags = tuple(
        replace(bag, second=happened.chips) if bag.entry == happened.number else bag
        for bag in event.bags
    )
    return replace(event, bags=bags)


def _day_ended(event: Tournament, happened: e.DayEnded) -> Tournament:
    counts = {bag.entry: bag.second for bag in event.bags}
    entries = tuple(
        replace(entry, status="bagged", stack=counts[entry.number], table="", seat=0)
        if entry.number in counts
        else entry
        for entry in event.entries
    )
    return replace(
        event, entries=entries, status="day_over", tables=(), moves=(), hand_for_hand=None
    )


def _day_began(event: Tournament, happened: e.DayBegan) -> Tournament:
    after = _seat_all(event, happened.drawn)
    return replace(after, day=happened.day, status="running", bags=())


def _closed(event: Tournament, happened: e.ResultClosed) -> Tournament:
    after = event
    for entry in event.alive():
        is_sent = entry.status == "bagged" and event.plan.day_target  # it plays on in another event
        if not is_sent:
            after = _change(after, entry.number, status="winner", coming=False)
    return replace(after, status="closed", tables=(), moves=())


def _change(event: Tournament, number: int, **changes: object) -> Tournament:
    at = number - 1
    entry: Entry = replace(event.entries[at], **changes)
    return replace(event, entries=(*event.entries[:at], entry, *event.entries[number:]))


def _back(event: Tournament, number: int, place: SeatPosition) -> Tournament:
    busts = tuple(bust for bust in event.busts if bust.entry != number)
    back = _change(event, number, status="seated", table=place.table, seat=place.seat)
    return replace(back, busts=busts)


def _seat_all(event: Tournament, drawn: tuple[tuple[int, SeatPosition], ...]) -> Tournament:
    after = event
    for number, (table, seat) in drawn:
        after = _without_move(after, number)
        after = _change(after, number, status="seated", table=table, seat=seat, coming=True)
    return after


def _with_table(event: Tournament, name: str, seats: int, reserved: tuple[int, ...]) -> Tournament:
    table = TournamentTable(name, seats, reserved)
    return replace(event, tables=(*event.tables, table))


def _without_tables(event: Tournament, names: set[str]) -> Tournament:
    tables = tuple(table for table in event.tables if table.name not in names)
    return replace(event, tables=tables)


def _without_move(event: Tournament, number: int) -> Tournament:
    moves = tuple(move for move in event.moves if move.entry != number)
    return replace(event, moves=moves)


_STEPS: dict[type[e.TournamentEvent], Step] = {
    e.EventScheduled: _scheduled,
    e.EventCanceled: _event_canceled,
    e.LevelsChanged: _levels,
    e.TableAdded: _table_added,
    e.TableRemoved: _table_removed,
    e.EntryBought: _bought,
    e.FlightBrought: _flight_brought,
    e.StackBrought: _bought,
    e.StackKeptOut: _kept_out,
    e.ChipsBought: _chips_bought,
    e.EntryVoided: _voided,
    e.SeatDrawn: _drawn,
    e.RegistrationClosed: _registration_closed,
    e.PoolFixed: _pool_fixed,
    e.ClockStarted: _clock,
    e.ClockPaused: _clock,
    e.ClockSet: _clock,
    e.LevelBegan: _level_began,
    e.PlayerBusted: _busted,
    e.BustUndone: _bust_undone,
    e.MoveOrdered: _ordered,
    e.MoveLeft: _left,
    e.MoveDone: _done,
    e.MoveCanceled: _canceled,
    e.TableBroken: _broken,
    e.BreakUndone: _break_undone,
    e.SeatsRedrawn: _redrawn,
    e.StopWaived: _waived,
    e.HandForHandBegan: _hand_for_hand,
    e.TableFinishedHand: _table_finished,
    e.RoundEnded: _round_ended,
    e.HandForHandEnded: _hand_for_hand_ended,
    e.ChipsColoredUp: _colored,
    e.StacksCounted: _counted,
    e.PenaltyGiven: _penalty,
    e.PenaltyServed: _served,
    e.PenaltyHandReopened: _served,
    e.PenaltyEnded: _penalty_ended,
    e.PenaltyUndone: _penalty_undone,
    e.DealAgreed: _deal,
    e.DealUndone: _deal_undone,
    e.PayoutMade: _paid,
    e.PayoutHeld: _paid,
    e.StackBagged: _bagged,
    e.StackVerified: _verified,
    e.DayEnded: _day_ended,
    e.DayBegan: _day_began,
    e.ResultClosed: _closed,
}
