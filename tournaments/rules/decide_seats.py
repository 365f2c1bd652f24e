"""Decides the commands about tables, seats and moves."""

from poker.refusal import Refusal
from tournaments.rules import commands as c
from tournaments.rules import events as e
from tournaments.rules.draft import Draft
from tournaments.rules.seating import in_drawn_order, open_seats, used_seats
from tournaments.rules.state import Bust, Entry, Move, Penalty, SeatPosition


def add_table(draft: Draft, command: c.AddTable) -> None:
    """Raises `Refusal`: `table_in_event`, `table_seats`, `reserved_seat`."""
    draft.check_open()
    plan = draft.state.plan
    if draft.state.table(command.table) is not None:
        raise Refusal("table_in_event", "", table=command.table)
    if command.seats > max(plan.seats, plan.last_seats):
        raise Refusal("table_seats", "", seats=command.seats, most=plan.seats)
    if any(seat > command.seats for seat in command.reserved):
        raise Refusal("reserved_seat", "", table=command.table, seats=command.seats)
    reserved = tuple(sorted(set(command.reserved)))
    draft.record(e.TableAdded(command.table, command.seats, reserved))


def remove_table(draft: Draft, command: c.RemoveTable) -> None:
    """Raises `Refusal`: `table_has_players`."""
    draft.check_open()
    table = draft.table(command.table)
    players = [entry for entry in draft.state.seated() if entry.table == table.name]
    coming = [move for move in draft.state.moves if move.to_table == table.name]
    if players or coming:
        raise Refusal("table_has_players", "", table=table.name, players=len(players) + len(coming))
    draft.record(e.TableRemoved(table.name))


def order_moves(draft: Draft, command: c.OrderMoves) -> None:
    """Order moves as the director saw them.

    Raises `Refusal`: `moved_on` if a player is elsewhere by now, `moving_already`, `seat_not_open`, `move_same_table`.
    """
    draft.check_running()
    for order in command.moves:
        entry = draft.seated(order.entry)
        if entry.place != (order.table, order.seat):
            raise Refusal("moved_on", "", entry=entry.number, name=entry.name)
        if draft.state.move_of(entry.number) is not None:
            raise Refusal("moving_already", "", entry=entry.number, name=entry.name)
        if order.table == order.to_table:
            raise Refusal("move_same_table", "", table=order.table)
        to = SeatPosition(order.to_table, order.to_seat)
        table = draft.table(to.table)
        if to.seat > table.seats or to in used_seats(draft.state):
            raise Refusal("seat_not_open", "", table=to.table, seat=to.seat)
        move = Move(entry.number, *entry.place, *to, at=draft.now, reason=order.reason.strip())
        draft.record(e.MoveOrdered(move))


def release_move(draft: Draft, command: c.ReleaseMove) -> None:
    """Raises `Refusal`: `no_move`. Releasing twice changes nothing."""
    if not draft.move(command.entry).left:
        draft.record(e.MoveLeft(command.entry))


def finish_move(draft: Draft, command: c.FinishMove) -> None:
    """Record an arrival; a player who has arrived already changes nothing."""
    entry = draft.seated(command.entry)
    move = draft.state.move_of(entry.number)
    if move is not None and not move.left:
        draft.record(e.MoveLeft(entry.number))
    if draft.seated(entry.number).coming:
        draft.record(e.MoveDone(entry.number))


def cancel_move(draft: Draft, command: c.CancelMove) -> None:
    """Raises `Refusal`: `no_move`, `move_begun`."""
    move = draft.move(command.entry)
    if move.left:
        raise Refusal("move_begun", "", entry=move.entry)
    draft.record(e.MoveCanceled(move.entry, "director", command.reason.strip()))


def break_table(draft: Draft, command: c.BreakTable) -> None:
    """Break a table by two random steps: the open seats are shuffled, and each player from seat 1 draws one (TDA 9).

    Raises `Refusal`: `break_seats` with the number of seats that are missing, `numbers_not_drawn`, `last_table`.
    """
    draft.check_running()
    table = draft.table(command.table)
    event = draft.state
    if len(event.tables) < 2:
        raise Refusal("last_table", "", table=table.name)
    for move in event.moves:
        if not move.left and table.name in (move.table, move.to_table):
            draft.record(e.MoveCanceled(move.entry, "director", "break"))
    players = draft.state.at_table(table.name)
    able = open_seats(draft.state, without=[table.name])
    if len(able) < len(players):
        missing = len(players) - len(able)
        raise Refusal("break_seats", "", table=table.name, missing=missing)
    pool = in_drawn_order(command.seats, able)
    numbers = [number for number in command.numbers if number < len(players)]
    if len(pool) < len(able) or sorted(numbers) != list(range(len(players))):
        raise Refusal("seats_not_drawn")
    drawn = tuple(
        (entry.number, number + 1) for entry, number in zip(players, numbers, strict=True)
    )
    draft.record(e.TableBroken(table.name, pool, drawn, draft.now))


def undo_break(draft: Draft, command: c.UndoBreak) -> None:
    """Put the players back. Raises `Refusal`: `no_such_break`, `break_dealt_in`."""
    event = draft.state
    broken = next((row for row in event.broken if row.table.name == command.table), None)
    if broken is None or event.table(command.table) is not None:
        raise Refusal("no_such_break", "", table=command.table)
    on_the_way = {
        move.entry for move in event.moves if move.table == command.table and move.why == "break"
    }
    if not set(broken.players) <= on_the_way:
        raise Refusal("break_dealt_in", "", table=command.table)
    draft.record(e.BreakUndone(command.table))


def redraw(draft: Draft, command: c.Redraw) -> None:
    """Draw new seats for everyone at these tables; tables that no one draws are removed.

    Raises `Refusal`: `redraw_seats`, `seats_not_drawn`, `not_a_tournament_table`.
    """
    draft.check_running()
    names = [draft.table(name).name for name in command.tables]
    if len(names) != len(draft.state.tables) or draft.state.moves:
        raise Refusal("redraw_tables", "", tables=len(draft.state.tables))
    players = sorted(draft.state.seated(), key=lambda entry: entry.number)
    drawn = _draw_for(draft, players, command.seats)
    draft.record(e.SeatsRedrawn(tuple(names), drawn, draft.now))


def waive_stop(draft: Draft, command: c.WaiveStop) -> None:
    table = draft.table(command.table)
    if table.waived != command.waived:
        draft.record(e.StopWaived(table.name, command.waived))


def begin_day(draft: Draft, command: c.BeginDay) -> None:
    """Seat everyone who bagged. A player who may no longer enter is disqualified (S-045).

    Raises `Refusal`: `day_not_over`, `all_kept_out`, `redraw_seats`, `seats_not_drawn`.
    """
    if draft.state.status != "day_over":
        raise Refusal("day_not_over")
    bagged = [entry for entry in draft.state.entries if entry.status == "bagged"]
    players = [entry for entry in bagged if entry.number not in command.kept_out]
    if bagged and not players:
        raise Refusal("all_kept_out", "S-045")
    for entry in bagged:
        if entry.number in command.kept_out:
            _disqualify_bagged(draft, entry)
    drawn = _draw_for(draft, players, command.seats)
    draft.record(e.DayBegan(draft.state.day + 1, drawn))


def _disqualify_bagged(draft: Draft, entry: Entry) -> None:
    penalty = Penalty(entry.number, "disqualified", 0, "may not enter", 0)
    draft.record(e.PenaltyGiven(penalty))
    draft.record(e.PlayerBusted(Bust(entry.number, draft.now, "", 0, stack=entry.stack)))


def _draw_for(
    draft: Draft, players: list[Entry], order: c.DrawnSeats
) -> tuple[tuple[int, SeatPosition], ...]:
    """Return each player's drawn seat. The tables that are drawn fill evenly: the first seats of the draw count."""
    if not players:
        return ()
    seats = [
        SeatPosition(table.name, seat)
        for table in draft.state.tables
        for seat in range(1, table.seats + 1)
        if seat not in table.reserved
    ]
    drawn = in_drawn_order(order, seats)
    if len(drawn) < len(players):
        raise Refusal("redraw_seats", "", players=len(players), seats=len(drawn))
    return tuple(
        (entry.number, place) for entry, place in zip(players, _evenly(drawn, players), strict=True)
    )


def _evenly(drawn: tuple[SeatPosition, ...], players: list[Entry]) -> list[SeatPosition]:
    """Return one seat for each player, in the order drawn, so that no table gets two players more than another."""
    tables = list(dict.fromkeys(place.table for place in drawn))
    part, more = divmod(len(players), len(tables))
    room = {name: part + (index < more) for index, name in enumerate(tables)}
    seats: list[SeatPosition] = []
    rest: list[SeatPosition] = []
    for place in drawn:
        if room[place.table]:
            room[place.table] -= 1
            seats.append(place)
        else:
            rest.append(place)
    return [*seats, *rest][: len(players)]
