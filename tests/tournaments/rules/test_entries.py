"""Entries, seats and registration."""

from dataclasses import dataclass

import pytest
from msgspec.structs import replace

from poker.refusal import Refusal
from tests.tournaments.plans import DAILY, Room
from tournaments.rules import commands as c
from tournaments.rules.plan import AddOn, Price, Rebuys


def refusal_of(room: Room, command: c.TournamentCommand) -> Refusal:
    with pytest.raises(Refusal) as raised:
        room.send(command)
    return raised.value


def test_every_entry_has_its_own_seat_and_its_split() -> None:
    room = Room()
    room.enter("a", "b", "c")
    assert len({entry.place for entry in room.event.seated()}) == 3
    assert room.event.collected == Price(pool=60_000, house=9_000, staff=3_000, chips=60_000)
    assert room.event.collected.paid == 72_000


def test_who_still_plays_can_not_enter_again() -> None:
    room = Room()
    room.start(9)
    assert refusal_of(room, c.Enter("p1", "P1", seats=room.drawn())).code == "still_in"


def test_player_re_enters_as_often_as_the_plan_allows() -> None:
    room = Room(replace(DAILY, reentries=1))
    room.start(4)
    room.bust([1])
    room.enter("p1")
    entry = room.event.entries[-1]
    assert (entry.kind, entry.number) == ("reentry", 5)
    room.bust([5])
    assert refusal_of(room, c.Enter("p1", "P1", seats=room.drawn())).code == "reentries_used"


def test_entry_without_an_open_seat_waits_as_an_alternate_and_gets_the_seat_of_a_bust() -> None:
    room = Room(replace(DAILY, seats=2), tables=1)
    room.start(4)
    assert [entry.number for entry in room.event.alternates()] == [3, 4]
    assert refusal_of(room, c.SeatAlternates(seats=room.drawn())).code == "no_open_seat"
    seat = room.event.entries[1].place
    room.bust([2])
    room.send(c.SeatAlternates(seats=room.drawn()))
    assert room.event.entries[2].place == seat
    assert [entry.number for entry in room.event.alternates()] == [4]


def test_new_entry_does_not_pass_the_alternates_ahead_of_it() -> None:
    room = Room(replace(DAILY, seats=2), tables=1)
    room.start(3)
    room.bust([1])
    room.enter("late")
    assert [entry.number for entry in room.event.alternates()] == [3, 4]


def test_reserved_seat_is_not_drawn() -> None:
    room = Room(tables=0)
    room.send(c.AddTable("T1", 8, (1, 2, 3, 4, 5, 6)))
    room.enter("a", "b", "c")
    assert {entry.seat for entry in room.event.seated()} == {7, 8}
    assert len(room.event.alternates()) == 1


def test_late_entry_ends_with_its_level_and_the_break_after_it() -> None:
    room = Room()
    room.start(4)
    room.wait(74)  # two levels and most of the break
    room.enter("late")
    room.wait(2)
    command = c.Enter("later", "Later", seats=room.drawn())
    assert refusal_of(room, command).code == "registration_closed"


def test_voided_entry_gives_back_its_money_and_its_seat() -> None:
    room = Room()
    room.enter("a", "b")
    room.send(c.VoidEntry(2, "wrong event"))
    assert (room.event.sold, room.event.chips) == (1, 20_000)
    assert room.event.collected.paid == 24_000
    assert refusal_of(room, c.VoidEntry(2, "again")).code == "already_void"


def test_entry_is_not_voided_once_the_pool_is_fixed() -> None:
    room = Room()
    room.start(9)
    room.close_entries()
    assert refusal_of(room, c.VoidEntry(2, "wrong event")).code == "pool_is_fixed"


def test_only_a_director_voids_an_entry_that_was_dealt_in() -> None:
    room = Room()
    room.start(4)
    command = c.VoidEntry(2, "wrong event", dealt_in=True)
    assert refusal_of(room, command).code == "void_by_director"
    room.send(replace(command, by_director=True))
    assert room.event.entries[1].status == "void"


def test_rebuy_brings_back_a_player_to_the_seat() -> None:
    plan = replace(DAILY, rebuys=Rebuys(Price(pool=10_000, chips=20_000), most=1))
    room = Room(plan)
    room.start(4)
    seat = room.event.entries[0].place
    room.bust([1])
    room.send(c.Buy(1, "rebuy"))
    assert room.event.entries[0].place == seat
    assert room.event.busts == ()
    assert room.event.chips == 5 * 20_000
    assert refusal_of(room, c.Buy(1, "rebuy")).code == "rebuys_used"
    room.wait(31)
    assert refusal_of(room, c.Buy(2, "rebuy")).code == "rebuys_over"


def test_add_on_is_sold_once_in_its_level_and_the_break_after_it() -> None:
    plan = replace(DAILY, add_on=AddOn(Price(pool=5_000, chips=10_000), level=2))
    room = Room(plan)
    room.start(4)
    assert refusal_of(room, c.Buy(1, "add_on")).code == "add_on_not_now"
    room.wait(61)
    room.send(c.Buy(1, "add_on"))
    assert refusal_of(room, c.Buy(1, "add_on")).code == "add_on_used"
    assert room.event.chips == 90_000


def test_a_thousand_entries_without_names_are_numbers() -> None:
    room = Room(replace(DAILY, seats=9), tables=112)
    for _ in range(1_000):
        room.send(c.Enter(seats=room.drawn()))
    assert [entry.number for entry in room.event.seated()] == list(range(1, 1_001))
    assert len({entry.place for entry in room.event.seated()}) == 1_000


def test_seats_are_drawn_evenly_from_one_pool() -> None:
    """A chi-square test over 4,000 first draws from 24 seats (99.9 % with 23 degrees of freedom: 49.7)."""
    counts: dict[tuple[str, int], int] = {}
    room = Room()
    for _ in range(4_000):
        empty = room.event
        room.enter("a")
        place = room.event.entries[0].place
        counts[place] = counts.get(place, 0) + 1
        room.event = empty
    expected = 4_000 / 24
    assert sum((count - expected) ** 2 / expected for count in counts.values()) < 49.7
    assert len(counts) == 24


@dataclass(frozen=True)
class Flawed:
    """A change of the plan with the code of its refusal."""

    changes: dict[str, object]
    code: str


@pytest.mark.parametrize(
    "flawed",
    [
        Flawed({"name": " "}, "plan_name"),
        Flawed({"game": "bridge"}, "plan_game"),
        Flawed({"entry": Price(pool=-1, chips=100)}, "plan_price"),
        Flawed({"entry": Price(pool=100)}, "plan_stack"),
        Flawed({"levels": ()}, "plan_levels"),
        Flawed({"late_level": 5}, "plan_late"),
        Flawed({"seats": 11}, "plan_seats"),
        Flawed({"chips": (500, 100)}, "plan_chips"),
        Flawed({"chips": (500, 1_000)}, "plan_level_chips"),
        Flawed({"balance_at": 1}, "plan_balance"),
        Flawed({"starts_when_full": True}, "plan_sit_and_go"),
    ],
    ids=lambda flawed: flawed.code,
)
def test_flawed_plan_is_refused(flawed: Flawed) -> None:
    plan = replace(DAILY, **flawed.changes)
    with pytest.raises(Refusal) as raised:
        Room(plan)
    assert raised.value.code == flawed.code


def test_column_that_does_not_add_up_is_refused_with_what_is_over() -> None:
    columns = (replace(DAILY.payouts.columns[0], shares=(6_004, 4_000)),)
    with pytest.raises(Refusal) as raised:
        Room(replace(DAILY, payouts=replace(DAILY.payouts, columns=columns)))
    assert (raised.value.code, raised.value.facts["over"]) == ("plan_column_sum", 4)


def test_sit_and_go_starts_with_its_last_entry() -> None:
    plan = replace(DAILY, starts_when_full=True, most_entries=3, late_level=0)
    room = Room(plan, tables=1)
    room.enter("a", "b")
    assert room.event.status == "scheduled"
    room.enter("c")
    assert (room.event.status, room.event.clock.since) == ("running", room.now)
    assert not any(entry.coming for entry in room.event.seated())
    assert refusal_of(room, c.Enter("d", "D", seats=room.drawn())).code == "registration_closed"


def test_sit_and_go_without_a_seat_for_everyone_waits_for_it() -> None:
    plan = replace(DAILY, starts_when_full=True, most_entries=3, late_level=0, seats=2)
    room = Room(plan, tables=1)
    room.enter("a", "b", "c")
    assert not room.event.clock.runs
    room.send(c.AddTable("T2", 2))
    room.send(c.SeatAlternates(seats=room.drawn()))
    assert room.event.clock.runs
