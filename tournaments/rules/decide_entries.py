"""Decides the commands of the desk: entries, rebuys, voids, alternates, registration."""

from msgspec.structs import replace

from poker.refusal import Refusal
from tournaments.rules import commands as c
from tournaments.rules import events as e
from tournaments.rules.decide_play import start_clock
from tournaments.rules.draft import Draft
from tournaments.rules.payouts import fixed_pool
from tournaments.rules.plan import UNLIMITED, Price
from tournaments.rules.seating import used_seats
from tournaments.rules.state import Entry, Flight, Kind, Purchase


def enter(draft: Draft, command: c.Enter) -> None:
    """Sell an entry; the seat is drawn after the payment.

    Raises `Refusal`: `registration_closed`, `event_full`, `still_in`, `reentries_used`, or as `Draft.pool` does.
    """
    draft.check_open()
    event = draft.state
    if not draft.is_late_entry_open:
        raise Refusal("registration_closed", "", event=event.plan.name)
    if event.plan.most_entries and event.sold >= event.plan.most_entries:
        raise Refusal("event_full", "", most=event.plan.most_entries)
    kind = _kind(draft, command.player)
    purchase = Purchase("entry", event.plan.entry, command.method, draft.now)
    entry = Entry(0, command.player, command.name, kind, (purchase,), token=command.token)
    _add(draft, entry, command.seats)
    if event.plan.starts_when_full and event.status == "scheduled":
        _start_when_full(draft)


def bring_flight(draft: Draft, command: c.BringFlight) -> None:
    """Enter the stacks of a flight, and take over its pool.

    Raises `Refusal`: `pool_fixed_already`, `flight_brought`, `still_in`, `flight_seats`.
    """
    draft.check_open()
    event = draft.state
    if event.pool is not None:
        raise Refusal("pool_fixed_already")
    if any(flight.event == command.flight for flight in event.flights):
        raise Refusal("flight_brought", "", flight=command.name)
    for stack in command.stacks:
        _check_not_in(draft, stack.player)
    open_count = len(draft.pool(command.seats))
    if open_count < len(command.stacks):
        raise Refusal("flight_seats", "", stacks=len(command.stacks), seats=open_count)
    flight = Flight(
        command.flight, command.name, command.entries, command.pool, len(command.stacks)
    )
    draft.record(e.FlightBrought(flight))
    for stack in command.stacks:
        _bring_stack(draft, stack, command)
    for kept in command.kept_out:
        draft.record(e.StackKeptOut(kept.entry, kept.stack, command.name))


def buy(draft: Draft, command: c.Buy) -> None:
    """Sell a rebuy or an add-on. Raises `Refusal`: `not_sold`, `rebuys_over`, `rebuys_used`, `add_on_not_now`,
    `add_on_used`, `entry_not_seated`, `seat_not_open`.
    """
    draft.check_running()
    if command.what == "rebuy":
        _rebuy(draft, command)
    elif command.what == "add_on":
        _add_on(draft, command)
    else:
        raise Refusal("not_sold", "", what=command.what)


def void_entry(draft: Draft, command: c.VoidEntry) -> None:
    """Void an entry. Raises `Refusal`: `void_reason`, `pool_is_fixed`, `already_void`, `void_by_director`."""
    draft.check_open()
    entry = draft.find(command.entry)
    if not command.reason.strip():
        raise Refusal("void_reason")
    if entry.status == "void":
        raise Refusal("already_void", "", entry=entry.number)
    if draft.state.pool is not None:
        raise Refusal("pool_is_fixed", "", entry=entry.number)
    if (command.dealt_in or entry.status == "out") and not command.by_director:
        raise Refusal("void_by_director", "", entry=entry.number)
    if draft.state.move_of(entry.number) is not None:
        draft.record(e.MoveCanceled(entry.number, "voided"))
    draft.record(e.EntryVoided(entry.number, command.reason.strip(), entry.paid))


def seat_alternates(draft: Draft, command: c.SeatAlternates) -> None:
    """Seat alternates in their order. Raises `Refusal`: `no_alternates`, `no_open_seat`."""
    draft.check_open()
    alternates = draft.state.alternates()
    if not alternates:
        raise Refusal("no_alternates")
    if not draft.pool(command.seats):
        raise Refusal("no_open_seat")
    for entry in alternates[: command.most]:
        pool = draft.pool(command.seats)
        if pool:
            draft.record(e.SeatDrawn(entry.number, pool))
    if draft.state.plan.starts_when_full and draft.state.status == "scheduled":
        _start_when_full(draft)


def close_registration(draft: Draft, command: c.CloseRegistration) -> None:
    """Raises `Refusal`: `registration_closed`."""
    draft.check_open()
    if draft.state.late_closed:
        raise Refusal("registration_closed", "", event=draft.state.plan.name)
    draft.record(e.RegistrationClosed(draft.now))


def fix_pool(draft: Draft, command: c.FixPool) -> None:
    """Fix the pool. Raises `Refusal`: `pool_fixed_already`, `registration_open`, `rebuys_open`, `nobody_entered`."""
    draft.check_running()
    event = draft.state
    if event.pool is not None:
        raise Refusal("pool_fixed_already")
    if draft.is_late_entry_open:
        raise Refusal("registration_open", "", level=event.plan.late_level)
    if _still_sells_chips(draft):
        raise Refusal("rebuys_open")
    if not event.sold:
        raise Refusal("nobody_entered")
    draft.record(e.PoolFixed(fixed_pool(event), event.pool_collected))


def _kind(draft: Draft, player: str) -> Kind:
    """Return the kind of a player's next entry. Raises `Refusal`: `still_in`, `reentries_used`."""
    _check_not_in(draft, player)
    before = len(draft.state.entries_of(player))
    if not before:
        return "first"
    most = draft.state.plan.reentries
    if most != UNLIMITED and before > most:
        raise Refusal("reentries_used", "", most=most)
    return "reentry"


def _check_not_in(draft: Draft, player: str) -> None:
    for entry in draft.state.entries_of(player):
        if entry.is_alive:
            raise Refusal("still_in", "", entry=entry.number, name=entry.name)


def _add(draft: Draft, entry: Entry, order: c.DrawnSeats) -> None:
    """Record an entry and its seat, or its place in the line of alternates."""
    number = len(draft.state.entries) + 1
    numbered = replace(entry, number=number, since=draft.now)
    draft.record(e.EntryBought(numbered))
    _seat(draft, number, order)


def _start_when_full(draft: Draft) -> None:
    """Start the clock of a sit-and-go once everyone it needs has a seat."""
    event = draft.state
    if event.sold >= event.plan.most_entries and not event.alternates():
        start_clock(draft, c.StartClock())


def _seat(draft: Draft, number: int, order: c.DrawnSeats) -> None:
    """Draw a seat unless other alternates are ahead or no seat is open."""
    ahead = [entry for entry in draft.state.alternates() if entry.number != number]
    pool = draft.pool(order)
    if pool and not ahead:
        draft.record(e.SeatDrawn(number, pool))


def _rebuy(draft: Draft, command: c.Buy) -> None:
    event = draft.state
    rebuys = event.plan.rebuys
    entry = draft.find(command.entry)
    if rebuys is None:
        raise Refusal("not_sold", "", what="rebuy")
    if draft.reading.level > rebuys.last_level or event.pool is not None:
        raise Refusal("rebuys_over", "", level=rebuys.last_level)
    before = sum(purchase.what == "rebuy" for purchase in entry.bought)
    if rebuys.most != UNLIMITED and before >= rebuys.most:
        raise Refusal("rebuys_used", "", most=rebuys.most)
    returned = entry.status == "out"
    if returned:
        _check_seat_free(draft, entry)
    elif entry.status != "seated":
        raise Refusal("entry_not_seated", "", entry=entry.number, name=entry.name)
    purchase = Purchase("rebuy", rebuys.price, command.method, draft.now)
    draft.record(e.ChipsBought(entry.number, purchase, returned))


def _add_on(draft: Draft, command: c.Buy) -> None:
    event = draft.state
    add_on = event.plan.add_on
    entry = draft.seated(command.entry)
    if add_on is None:
        raise Refusal("not_sold", "", what="add-on")
    if draft.reading.level != add_on.level or event.pool is not None:
        raise Refusal("add_on_not_now", "", level=add_on.level)
    if any(purchase.what == "add_on" for purchase in entry.bought):
        raise Refusal("add_on_used", "", entry=entry.number, name=entry.name)
    purchase = Purchase("add_on", add_on.price, command.method, draft.now)
    draft.record(e.ChipsBought(entry.number, purchase))


def _check_seat_free(draft: Draft, entry: Entry) -> None:
    """Raise `Refusal` unless a player who rebuys after a bust still finds the seat: `seat_not_open`."""
    table = draft.state.table(entry.table)
    if table is None or entry.place in used_seats(draft.state):
        raise Refusal("seat_not_open", "", table=entry.table, seat=entry.seat)


def _bring_stack(draft: Draft, stack: c.FlightStack, command: c.BringFlight) -> None:
    number = len(draft.state.entries) + 1
    purchase = Purchase("entry", Price(chips=stack.stack), "ticket", draft.now)
    entry = Entry(
        number,
        stack.player,
        stack.name,
        "qualifier",
        (purchase,),
        stack=stack.stack,
        since=draft.now,
        token=stack.token,
    )
    draft.record(e.StackBrought(entry, command.name))
    draft.record(e.SeatDrawn(number, draft.pool(command.seats)))


def _still_sells_chips(draft: Draft) -> bool:
    plan = draft.state.plan
    level = draft.reading.level
    rebuys = plan.rebuys is not None and level <= plan.rebuys.last_level
    add_on = plan.add_on is not None and level <= plan.add_on.level
    return rebuys or add_on
