"""Must-move chains, declined moves, seat and table changes, and the effect of a broken table on the waitlists."""

import pytest

from poker.refusal import Refusal
from tests.support.waitlist_driver import NL, WaitlistDriver
from waitlist.rules import commands as c
from waitlist.rules import events as e
from waitlist.rules.decide import run
from waitlist.rules.evolve import evolve
from waitlist.rules.seat_draw import SeatAssignment, assign_seats, first_conflict
from waitlist.rules.state import WaitlistPolicy, Waitlists

MOVE = c.MustMove(NL, "p-Lee", "T1", 4, name="Lee", table="T3", seat=2, since=7, entry="T3:9")


@pytest.fixture
def desk() -> WaitlistDriver:
    desk = WaitlistDriver()
    desk.execute(c.SetChain(NL, ("T1",), ("T3", "T4"), by="staff.2"))
    return desk


def expect_refusal(code: str):
    return pytest.raises(Refusal, match=f"^{code} ")


def test_chain_needs_main_and_feeder_tables(desk: WaitlistDriver):
    with expect_refusal("chain_needs_both"):
        desk.execute(c.SetChain(NL, ("T1",)))
    with expect_refusal("chain_table_twice"):
        desk.execute(c.SetChain(NL, ("T1",), ("T1",)))
    with expect_refusal("chain_table_twice"):
        desk.execute(c.SetChain("plo", ("T5",), ("T3",)))
    assert desk.execute(c.SetChain(NL, ("T1",), ("T3", "T4"))) == (), "nothing new"
    desk.execute(c.SetChain(NL))
    assert desk.lists.chains == ()
    with expect_refusal("no_chain"):
        desk.execute(MOVE)


def test_next_player_moves_and_another_needs_a_reason(desk: WaitlistDriver):
    with expect_refusal("not_a_main_table"):
        desk.execute(c.MustMove(NL, "p-Lee", "T9", 4, name="Lee"))
    past = c.MustMove(NL, "p-Lee", "T1", 4, name="Lee", ahead=("Boots",))
    with expect_refusal("not_senior"):
        desk.execute(past)
    (moved_event,) = desk.execute(MOVE)
    assert isinstance(moved_event, e.MustMoved)
    assert (moved_event.since, moved_event.entry, moved_event.ahead) == (7, "T3:9", ())
    desk.add("Hat")
    desk.execute(c.CallPlayer(desk.entry_number("Hat"), "T1", 6))
    with expect_refusal("seat_promised"):
        desk.execute(c.MustMove(NL, "p-Boots", "T1", 6, name="Boots"))


def test_waitlist_entry_waits_for_the_first_claim(desk: WaitlistDriver):
    desk.add("Hat")
    for command_type in (c.CallPlayer, c.ConfirmSeated):
        with expect_refusal("others_first"):
            desk.execute(command_type(desk.entry_number("Hat"), "T1", 4, before=("Lee",)))
    (waitlist_event,) = desk.execute(
        c.CallPlayer(desk.entry_number("Hat"), "T1", 4, "Lee is at dinner", before=("Lee",))
    )
    assert isinstance(waitlist_event, e.PlayerCalled)
    assert (waitlist_event.ahead, waitlist_event.reason) == (1, "Lee is at dinner")


def test_declined_move_is_recorded_with_a_reason(desk: WaitlistDriver):
    with expect_refusal("public_reason_missing"):
        desk.execute(c.Decline(NL, "p-Lee", "stays", " ", name="Lee", since=7))
    desk.execute(c.Decline(NL, "p-Lee", "stays", "plays with a friend", name="Lee", since=7))
    chain = desk.lists.chain(NL)
    assert chain is not None
    assert [(declined_move.name, declined_move.what) for declined_move in chain.declined] == [
        ("Lee", "stays")
    ]
    desk.execute(MOVE)
    chain = desk.lists.chain(NL)
    assert chain is not None
    assert chain.declined == ()


def test_departed_player_loses_the_seat_change(desk: WaitlistDriver):
    desk.execute(c.OpenWaitlist("seat-T3", "Seat change, T3", "seat_change", of="T3"))
    desk.add("Lee", key="seat-T3")
    desk.execute(MOVE)
    assert desk.names("seat-T3") == []


def test_change_request_does_not_count_toward_the_list_limit(desk: WaitlistDriver):
    desk.execute(c.SetPolicy(WaitlistPolicy(most_lists=1)))
    desk.execute(c.OpenWaitlist("seat-T3", "Seat change, T3", "seat_change", of="T3"))
    desk.add("Lee", key="seat-T3")
    desk.add("Lee")
    assert desk.names() == ["Lee"]


def test_player_seated_at_the_table_leaves_the_waitlist(desk: WaitlistDriver):
    desk.add("Hat", "Crane")
    desk.now += 60_000
    (event,) = desk.execute(c.RecordSeated(desk.entry_number("Crane"), "T1", 4))
    assert isinstance(event, e.PlayerSeated)
    assert (event.ahead, event.waited, event.reason) == (1, 60_000, "seated at the table")
    assert desk.names() == ["Hat"]


def test_broken_table_updates_the_waitlists_and_requests(desk: WaitlistDriver):
    desk.execute(c.OpenWaitlist("seat-T3", "Seat change, T3", "seat_change", of="T3"))
    desk.execute(c.OpenWaitlist("tables", "Table change", "table_change", of=NL))
    desk.add("Lee", key="seat-T3")
    desk.add("Lee", key="tables")
    desk.add("Hat", "Crane", "Boots")
    desk.execute(c.CallPlayer(desk.entry_number("Hat"), "T3", 8))
    assignments = assign_seats(
        [("p-Lee", "Lee", 1), ("p-Boots", "Boots", 4), ("p-Sock", "Sock", 2)], [("T4", 5)]
    )
    assert assignments[0] == SeatAssignment("p-Lee", "Lee", 1, "T4", 5)
    break_table = c.BreakTable(
        "T3", NL, "NL", "two tables are short", assignments, (("T4", 5),), tokens=("a", "b")
    )
    desk.execute(break_table)
    assert desk.names() == ["Boots", "Sock", "Hat", "Crane"], "to the top, in the order drawn"
    first = desk.lists.lists[0].entries
    assert (first[2].state, first[2].passed) == ("waiting", 0)
    assert desk.lists.waitlist("seat-T3") is None
    assert desk.names("tables") == []
    chain = desk.lists.chain(NL)
    assert chain is not None
    assert chain.feeders == ("T4",)
    reasons = [ev.reason for ev in desk.events if isinstance(ev, e.PlayerAdded | e.PositionChanged)]
    assert reasons[-2:] == ["T3 broke, no seat left"] * 2
    desk.execute(
        c.BreakTable("T4", "new", "New", "so", assign_seats([("p-X", "X", 1)], []), tokens=("t",))
    )
    assert desk.names("new") == ["X"]
    assert desk.lists.chains == ()
    rebuilt = Waitlists()
    for event in desk.events:
        rebuilt = evolve(rebuilt, event)
    assert rebuilt == desk.lists


def test_breaking_needs_a_reason(desk: WaitlistDriver):
    before = desk.lists
    with expect_refusal("public_reason_missing"):
        run(before, c.BreakTable("T3", NL, "NL", " ", ()), now=1)


def test_separated_players_are_found():
    assignments = assign_seats(
        [("a", "A", 1), ("b", "B", 2), ("c", "C", 3)], [("T1", 1), ("T2", 1), ("T1", 2)]
    )

    def players_at(table: str) -> list[str]:
        return ["x"] if table == "T2" else []

    assert (
        first_conflict(
            assignments, players_at, lambda one, second_key: {one, second_key} == {"a", "b"}
        )
        is None
    )
    assert first_conflict(
        assignments, players_at, lambda one, second_key: {one, second_key} == {"a", "c"}
    ) == (
        "c",
        "a",
    )
    assert first_conflict(
        assignments, players_at, lambda one, second_key: {one, second_key} == {"b", "x"}
    ) == (
        "b",
        "x",
    )


def test_seat_change_counts_only_requests_for_that_seat(desk: WaitlistDriver):
    desk.execute(c.OpenWaitlist("seat-T3", "Seat change, T3", "seat_change", of="T3"))
    desk.add("Lee", "Boots", key="seat-T3")
    boots = desk.entry_number("Boots", "seat-T3")
    with expect_refusal("others_first"):
        desk.execute(c.ConfirmSeated(boots, "T3", 6, before=("Lee",)))
    (seated_event,) = desk.execute(c.ConfirmSeated(boots, "T3", 6))
    assert isinstance(seated_event, e.PlayerSeated)
    assert seated_event.ahead == 0
