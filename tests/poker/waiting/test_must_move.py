"""Chains, who did not want to move, changes of seat and table, and what a broken table changes of the lists."""

import pytest

from poker.refusal import Refusal
from poker.waitlist import commands as c
from poker.waitlist import events as e
from poker.waitlist.decide import run
from poker.waitlist.evolve import evolve
from poker.waitlist.seat_draw import SeatAssignment, assign_seats, first_conflict
from poker.waitlist.state import WaitlistPolicy, Waitlists
from tests.poker.waiting.test_lists import NL, Desk

MOVE = c.MustMove(NL, "p-Lee", "T1", 4, name="Lee", table="T3", seat=2, since=7, entry="T3:9")


@pytest.fixture
def desk() -> Desk:
    desk = Desk()
    desk.ask(c.SetChain(NL, ("T1",), ("T3", "T4"), by="staff.2"))
    return desk


def refused(code: str):
    return pytest.raises(Refusal, match=f"^{code} ")


def test_a_chain_has_main_tables_and_those_that_feed_it(desk: Desk):
    with refused("chain_needs_both"):
        desk.ask(c.SetChain(NL, ("T1",)))
    with refused("chain_table_twice"):
        desk.ask(c.SetChain(NL, ("T1",), ("T1",)))
    with refused("chain_table_twice"):
        desk.ask(c.SetChain("plo", ("T5",), ("T3",)))
    assert desk.ask(c.SetChain(NL, ("T1",), ("T3", "T4"))) == (), "nothing new"
    desk.ask(c.SetChain(NL))
    assert desk.lists.chains == ()
    with refused("no_chain"):
        desk.ask(MOVE)


def test_who_is_due_moves_and_another_only_with_a_reason(desk: Desk):
    with refused("not_a_main_table"):
        desk.ask(c.MustMove(NL, "p-Lee", "T9", 4, name="Lee"))
    past = c.MustMove(NL, "p-Lee", "T1", 4, name="Lee", ahead=("Boots",))
    with refused("not_senior"):
        desk.ask(past)
    (moved,) = desk.ask(MOVE)
    assert isinstance(moved, e.MustMoved)
    assert (moved.since, moved.entry, moved.ahead) == (7, "T3:9", ())
    desk.add("Hat")
    desk.ask(c.CallPlayer(desk.number("Hat"), "T1", 6))
    with refused("seat_promised"):
        desk.ask(c.MustMove(NL, "p-Boots", "T1", 6, name="Boots"))


def test_a_name_of_the_list_waits_for_who_has_the_chair_first(desk: Desk):
    desk.add("Hat")
    for ask in (c.CallPlayer, c.ConfirmSeated):
        with refused("others_first"):
            desk.ask(ask(desk.number("Hat"), "T1", 4, before=("Lee",)))
    (waitlist_event,) = desk.ask(
        c.CallPlayer(desk.number("Hat"), "T1", 4, "Lee is at dinner", before=("Lee",))
    )
    assert isinstance(waitlist_event, e.PlayerCalled)
    assert (waitlist_event.ahead, waitlist_event.reason) == (1, "Lee is at dinner")


def test_who_does_not_want_to_move_is_written_down_with_a_reason(desk: Desk):
    with refused("reason_missing"):
        desk.ask(c.Decline(NL, "p-Lee", "stays", " ", name="Lee", since=7))
    desk.ask(c.Decline(NL, "p-Lee", "stays", "plays with a friend", name="Lee", since=7))
    chain = desk.lists.chain(NL)
    assert chain is not None
    assert [(declined_move.name, declined_move.what) for declined_move in chain.declined] == [
        ("Lee", "stays")
    ]
    desk.ask(MOVE)
    chain = desk.lists.chain(NL)
    assert chain is not None
    assert chain.declined == ()


def test_who_leaves_a_table_changes_no_seat_there_any_more(desk: Desk):
    desk.ask(c.OpenWaitlist("seat-T3", "Seat change, T3", "seat_change", of="T3"))
    desk.add("Lee", key="seat-T3")
    desk.ask(MOVE)
    assert desk.names("seat-T3") == []


def test_a_list_of_changes_counts_as_no_list(desk: Desk):
    desk.ask(c.SetPolicy(WaitlistPolicy(most_lists=1)))
    desk.ask(c.OpenWaitlist("seat-T3", "Seat change, T3", "seat_change", of="T3"))
    desk.add("Lee", key="seat-T3")
    desk.add("Lee")
    assert desk.names() == ["Lee"]


def test_who_was_seated_at_the_table_is_off_the_list(desk: Desk):
    desk.add("Hat", "Crane")
    desk.now += 60_000
    (event,) = desk.ask(c.RecordSeated(desk.number("Crane"), "T1", 4))
    assert isinstance(event, e.PlayerSeated)
    assert (event.ahead, event.waited, event.reason) == (1, 60_000, "seated at the table")
    assert desk.names() == ["Hat"]


def test_a_broken_table_and_the_lists(desk: Desk):
    desk.ask(c.OpenWaitlist("seat-T3", "Seat change, T3", "seat_change", of="T3"))
    desk.ask(c.OpenWaitlist("tables", "Table change", "table_change", of=NL))
    desk.add("Lee", key="seat-T3")
    desk.add("Lee", key="tables")
    desk.add("Hat", "Crane", "Boots")
    desk.ask(c.CallPlayer(desk.number("Hat"), "T3", 8))
    assignments = assign_seats(
        [("p-Lee", "Lee", 1), ("p-Boots", "Boots", 4), ("p-Sock", "Sock", 2)], [("T4", 5)]
    )
    assert assignments[0] == SeatAssignment("p-Lee", "Lee", 1, "T4", 5)
    break_table = c.BreakTable(
        "T3", NL, "NL", "two tables are short", assignments, (("T4", 5),), tokens=("a", "b")
    )
    desk.ask(break_table)
    assert desk.names() == ["Boots", "Sock", "Hat", "Crane"], "to the top, in the order drawn"
    first = desk.lists.lines[0].places
    assert (first[2].state, first[2].passed) == ("waiting", 0)
    assert desk.lists.line("seat-T3") is None
    assert desk.names("tables") == []
    chain = desk.lists.chain(NL)
    assert chain is not None
    assert chain.feeders == ("T4",)
    reasons = [ev.reason for ev in desk.events if isinstance(ev, e.PlayerAdded | e.PositionChanged)]
    assert reasons[-2:] == ["T3 broke, no seat left"] * 2
    desk.ask(
        c.BreakTable("T4", "new", "New", "so", assign_seats([("p-X", "X", 1)], []), tokens=("t",))
    )
    assert desk.names("new") == ["X"]
    assert desk.lists.chains == ()
    rebuilt = Waitlists()
    for event in desk.events:
        rebuilt = evolve(rebuilt, event)
    assert rebuilt == desk.lists


def test_breaking_needs_a_reason(desk: Desk):
    before = desk.lists
    with refused("reason_missing"):
        run(before, c.BreakTable("T3", NL, "NL", " ", ()), now=1)


def test_two_who_are_kept_apart_are_found():
    assignments = assign_seats(
        [("a", "A", 1), ("b", "B", 2), ("c", "C", 3)], [("T1", 1), ("T2", 1), ("T1", 2)]
    )

    def there(table: str) -> list[str]:
        return ["x"] if table == "T2" else []

    assert first_conflict(assignments, there, lambda one, other: {one, other} == {"a", "b"}) is None
    assert first_conflict(assignments, there, lambda one, other: {one, other} == {"a", "c"}) == (
        "c",
        "a",
    )
    assert first_conflict(assignments, there, lambda one, other: {one, other} == {"b", "x"}) == (
        "b",
        "x",
    )


def test_in_a_change_only_who_wants_that_chair_is_before_somebody(desk: Desk):
    desk.ask(c.OpenWaitlist("seat-T3", "Seat change, T3", "seat_change", of="T3"))
    desk.add("Lee", "Boots", key="seat-T3")
    boots = desk.number("Boots", "seat-T3")
    with refused("others_first"):
        desk.ask(c.ConfirmSeated(boots, "T3", 6, before=("Lee",)))
    (seated,) = desk.ask(c.ConfirmSeated(boots, "T3", 6))
    assert isinstance(seated, e.PlayerSeated)
    assert seated.ahead == 0
