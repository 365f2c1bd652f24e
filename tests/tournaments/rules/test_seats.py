"""Balancing, breaking tables, redraws."""

import pytest
from msgspec.structs import replace

from poker.refusal import Refusal
from tests.tournaments.plans import DAILY, Room
from tournaments.rules import commands as c
from tournaments.rules.seating import (
    SuggestedMove,
    TableFacts,
    balances,
    break_next,
    stopped_tables,
    suggest_moves,
    worst_seat,
)
from tournaments.rules.state import SeatPosition


def full_room(tables: int = 3) -> Room:
    """A room with a player in every seat."""
    room = Room(tables=tables)
    room.start(tables * DAILY.seats)
    return room


def empty_seats(room: Room, *seats: tuple[str, int]) -> None:
    for table, seat in seats:
        entry = room.event.entry_at(SeatPosition(table, seat))
        assert entry is not None
        room.bust([entry.number])


def order(move: SuggestedMove) -> c.MoveOrder:
    return c.MoveOrder(move.entry, move.table, move.seat, move.to_table, move.to_seat)


def test_next_big_blind_moves_to_the_first_open_seat_after_the_small_blind() -> None:
    room = full_room()
    empty_seats(room, ("T3", 2), ("T3", 5), ("T3", 8))
    facts = [TableFacts("T1", small=3, big=4), TableFacts("T2", 1, 2), TableFacts("T3", 4, 6)]
    first, second = suggest_moves(room.event, facts)
    assert (first.table, first.seat, first.to_table, first.to_seat) == ("T1", 4, "T3", 5)
    assert (second.table, second.seat, second.to_table, second.to_seat) == ("T2", 2, "T3", 8)
    assert first.giver_is_even


def test_all_in_big_blind_is_passed_over_and_named() -> None:
    room = full_room(2)
    empty_seats(room, ("T2", 1), ("T2", 2))
    facts = [TableFacts("T1", small=3, big=4, in_hand=True, all_in=(4,)), TableFacts("T2", 7, 8)]
    (move,) = suggest_moves(room.event, facts)
    passed = room.event.entry_at(SeatPosition("T1", 4))
    assert passed is not None
    assert (move.seat, move.skipped) == (5, (passed.number,))


def test_worst_seat_is_never_the_small_blind() -> None:
    facts = TableFacts("T1", small=3, big=6)
    assert worst_seat([1, 3, 5], facts, 8) == 5  # between the blinds: the big blind at once
    assert worst_seat([2, 3], facts, 8) == 2
    assert worst_seat([], facts, 8) is None


def test_stud_moves_by_position() -> None:
    room = full_room(2)
    empty_seats(room, ("T2", 6), ("T2", 7))
    facts = [TableFacts("T1", 3, 4, is_stud=True), TableFacts("T2", 4, 5, is_stud=True)]
    (move,) = suggest_moves(room.event, facts)
    assert (move.seat, move.to_seat, move.by_position) == (6, 6, True)


def test_table_that_gave_longest_ago_gives() -> None:
    room = full_room()
    empty_seats(room, ("T3", 1), ("T3", 2))
    facts = [TableFacts(f"T{number}", 1, 2) for number in (1, 2, 3)]
    (first,) = suggest_moves(room.event, facts)
    room.send(c.OrderMoves((order(first),)))
    room.send(c.ReleaseMove(first.entry))
    room.send(c.FinishMove(first.entry))
    empty_seats(room, ("T3", 3), ("T3", 4), ("T1", 8))
    moves = suggest_moves(room.event, facts)
    assert (first.table, moves[0].table) == ("T1", "T2")


def test_ordered_move_keeps_both_seats_until_the_player_leaves() -> None:
    room = full_room(2)
    empty_seats(room, ("T2", 1), ("T2", 2))
    (move,) = suggest_moves(room.event, [])
    room.send(c.OrderMoves((order(move),)))
    assert suggest_moves(room.event, []) == ()
    entry = room.event.entries[move.entry - 1]
    assert entry.place == (move.table, move.seat)
    room.send(c.ReleaseMove(move.entry))
    entry = room.event.entries[move.entry - 1]
    assert (entry.place, entry.coming) == ((move.to_table, move.to_seat), True)
    room.send(c.FinishMove(move.entry))
    room.send(c.FinishMove(move.entry))  # a second tap
    assert not room.event.entries[move.entry - 1].coming
    assert room.event.moves == ()


def test_player_who_busts_before_the_move_leaves_no_seat_behind() -> None:
    room = full_room(2)
    empty_seats(room, ("T2", 1), ("T2", 2))
    (move,) = suggest_moves(room.event, [])
    room.send(c.OrderMoves((order(move),)))
    room.bust([move.entry])
    assert room.event.moves == ()
    late = Room(tables=0)
    late.event = room.event
    late.enter("late")
    assert late.event.entries[-1].status == "seated"


def test_second_director_sees_that_the_player_is_elsewhere() -> None:
    room = full_room(2)
    empty_seats(room, ("T2", 1), ("T2", 2))
    (move,) = suggest_moves(room.event, [])
    room.send(c.OrderMoves((order(move),)))
    with pytest.raises(Refusal, match="moving_already"):
        room.send(c.OrderMoves((order(move),)))


def test_table_three_short_stops_unless_the_director_waives_it() -> None:
    room = full_room(2)
    empty_seats(room, ("T2", 1), ("T2", 2), ("T2", 3))
    assert stopped_tables(room.event) == ("T2",)
    assert balances(room.event)[0].short == 3
    room.send(c.WaiveStop("T2"))
    assert stopped_tables(room.event) == ()


def test_broken_table_is_spread_by_two_draws() -> None:
    room = full_room()
    empty_seats(
        room, *(("T1", seat) for seat in range(1, 6)), *(("T3", seat) for seat in (1, 2, 3))
    )
    empty_seats(room, ("T2", 1))
    assert break_next(room.event) == "T3"
    players = room.event.at_table("T3")
    room.send(c.BreakTable("T3", room.drawn(), room.numbers()))
    assert [table.name for table in room.event.tables] == ["T1", "T2"]
    seats = {room.event.entries[entry.number - 1].place for entry in players}
    assert len(seats) == 5
    assert all(room.event.entries[entry.number - 1].coming for entry in players)


def test_break_without_enough_seats_names_what_is_missing() -> None:
    room = full_room(2)
    empty_seats(room, ("T1", 1))
    with pytest.raises(Refusal) as raised:
        room.send(c.BreakTable("T2", room.drawn(), room.numbers()))
    assert (raised.value.code, raised.value.facts["missing"]) == ("break_seats", 7)


def test_break_is_undone_until_a_player_is_dealt_in() -> None:
    room = full_room(2)
    empty_seats(room, *(("T1", seat) for seat in range(1, 8)), *(("T2", seat) for seat in (1, 2)))
    before = {entry.number: entry.place for entry in room.event.seated()}
    room.send(c.BreakTable("T2", room.drawn(), room.numbers()))
    broken = room.event
    room.send(c.UndoBreak("T2"))
    assert {entry.number: entry.place for entry in room.event.seated()} == before
    room.event = broken
    room.send(c.FinishMove(room.event.moves[0].entry))
    with pytest.raises(Refusal, match="break_dealt_in"):
        room.send(c.UndoBreak("T2"))


def test_bust_undone_after_its_table_broke_gets_a_drawn_seat() -> None:
    room = full_room(2)
    empty_seats(room, *(("T1", seat) for seat in range(1, 8)))
    out = room.event.entry_at(SeatPosition("T2", 4))
    assert out is not None
    room.bust([out.number])
    room.send(c.BreakTable("T2", room.drawn(), room.numbers()))
    with pytest.raises(Refusal, match="no_open_seat"):
        room.send(c.UndoBust(out.number, room.drawn()))
    room.bust([room.alive()[0]])
    room.send(c.UndoBust(out.number, room.drawn()))
    entry = room.event.entries[out.number - 1]
    assert (entry.table, entry.status, entry.coming) == ("T1", "seated", True)


def test_bust_undone_after_an_alternate_took_the_seat_gets_another() -> None:
    room = Room(replace(DAILY, seats=2), tables=2)
    room.start(5)
    room.bust([1])
    room.send(c.SeatAlternates(seats=room.drawn()))
    with pytest.raises(Refusal, match="no_open_seat"):
        room.send(c.UndoBust(1, room.drawn()))
    room.bust([2])
    room.send(c.UndoBust(1, room.drawn()))
    assert room.event.entries[0].status == "seated"


def test_bust_is_not_undone_after_a_re_entry() -> None:
    room = full_room(2)
    room.bust([1])
    room.enter("p1")
    with pytest.raises(Refusal, match="bust_reentered"):
        room.send(c.UndoBust(1, room.drawn()))


def test_final_table_is_a_redraw_for_everyone() -> None:
    room = Room(replace(DAILY, last_seats=10), tables=2)
    room.start(12)
    room.bust([1, 2])
    room.send(c.AddTable("Final", 10))
    names = tuple(table.name for table in room.event.tables)
    final = tuple((table, seat) for table, seat in room.drawn() if table == "Final")
    room.send(c.Redraw(names, final))
    assert [table.name for table in room.event.tables] == ["Final"]
    assert sorted(entry.seat for entry in room.event.seated()) == list(range(1, 11))


def test_redraw_over_two_tables_is_even() -> None:
    room = full_room(3)
    empty_seats(room, *(("T1", seat) for seat in range(1, 9)))
    empty_seats(room, ("T2", 1), ("T2", 2), ("T2", 3))
    names = tuple(table.name for table in room.event.tables)
    two = tuple((table, seat) for table, seat in room.drawn() if table != "T1")
    room.send(c.Redraw(names, two))
    assert sorted(len(room.event.at_table(name)) for name in ("T2", "T3")) == [6, 7]
