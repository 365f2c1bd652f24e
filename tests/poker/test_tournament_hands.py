"""Hands of a tournament: levels by the clock, busts, holds."""

import pytest
from msgspec.structs import replace

from poker import codec, engine, step
from poker import commands as c
from poker.commands import Command
from poker.event_levels import level_at, next_level, with_level
from poker.refusal import Refusal
from poker.stakes import Stakes
from poker.state import Seat, Table
from poker.table_event import Hold, PlannedLevel, SeatMove, TableEvent

START = 1_790_000_000_000
MINUTE = 60_000
CHIPS = (100, 500, 1_000)


def level(number: int, small: int, big: int, *, pause: bool = False) -> PlannedLevel:
    return PlannedLevel(
        number, 20 * MINUTE, pause, big, big, (small, big), big, 0, "holdem", "none", CHIPS
    )


EVENT = TableEvent(
    event="tournament.1",
    name="Daily",
    levels=(
        level(1, 100, 200),
        level(2, 200, 400),
        level(2, 200, 400, pause=True),
        level(3, 500, 1_000),
    ),
    since=START,
)
STAKES = Stakes(
    "holdem", "none", 200, 200, (100, 200), 200, "big_blind", chips=CHIPS, tournament=True
)


class Play:
    """A table of a tournament that commands change, at a time."""

    def __init__(self, stacks: tuple[int | None, ...] = (None,) * 4) -> None:
        seats = tuple(Seat(number) for number in range(1, 7))
        self.table = Table("T1", seats)
        self.now = START
        self.send(c.SetTableEvent(EVENT))
        for number, stack in enumerate(stacks, start=1):
            self.send(c.SeatPlayer(number, f"p{number}", f"P{number}"))
            if stack is not None:
                seat = replace(self.table.seats[number - 1], stack=stack)
                others = self.table.seats
                self.table = replace(
                    self.table, seats=(*others[: number - 1], seat, *others[number:])
                )
        self.send(c.OpenTable(STAKES))
        self.send(c.SetButton(1))

    def send(self, command: Command) -> None:
        self.table = engine.run(self.table, command, now=self.now).state

    def wait(self, minutes: int) -> None:
        self.now += minutes * MINUTE


def test_hand_is_dealt_on_the_level_of_its_moment() -> None:
    play = Play()
    play.wait(21)
    play.send(c.Deal())
    assert play.table.plaque.blinds == (200, 400)
    assert play.table.hand is not None
    assert {part.committed for part in play.table.hand.parts} == {0, 200, 400}
    play.wait(30)  # a hand keeps its stakes
    assert play.table.plaque.blinds == (200, 400)


def test_no_hand_begins_in_a_break() -> None:
    play = Play()
    play.wait(45)
    with pytest.raises(Refusal, match="event_break"):
        play.send(c.Deal())
    play.wait(16)
    play.send(c.Deal())
    assert play.table.plaque.blinds == (500, 1_000)


def test_screen_between_hands_has_the_stakes_of_the_next_hand() -> None:
    play = Play()
    shown = with_level(play.table, START + 21 * MINUTE)
    assert shown.plaque.blinds == (200, 400)
    assert play.table.plaque.blinds == (100, 200)
    assert with_level(play.table, 0) is play.table
    following = next_level(EVENT, level_at(EVENT, START).index)
    assert following is not None
    assert following.number == 2


def test_held_table_deals_no_hand_and_names_who_moves() -> None:
    play = Play()
    held = replace(EVENT, hold=Hold("balance", (SeatMove(2, "T7", 6),)))
    play.send(c.SetTableEvent(held))
    with pytest.raises(Refusal, match="event_hold"):
        play.send(c.Deal())
    due = step.step(play.table)
    assert (due.kind, due.facts["moves"]) == ("hold", [(2, "T7", 6)])
    play.send(c.SetTableEvent(EVENT))
    play.send(c.Deal())


def all_in_and_lost(play: Play) -> None:
    """Seats 3 and 4 are all-in against seat 1, who wins; seat 4 had fewer chips."""
    play.send(c.Deal())
    play.send(c.Act(4, "all_in", 4_000))
    play.send(c.Act(1, "raise", 12_000))
    play.send(c.Act(2, "fold"))
    play.send(c.Act(3, "all_in", 9_000))
    play.send(c.RunOut(3))
    while play.table.hand is not None:
        play.send(c.AwardPot(seats=(1,)))


def test_seats_without_chips_are_due_to_bust_the_fewest_chips_first() -> None:
    play = Play()
    all_in_and_lost(play)
    assert [seat for seat, _ in play.table.out] == [4, 3]
    with pytest.raises(Refusal, match="bust_due"):
        play.send(c.Deal())
    assert step.step(play.table).kind == "bust"
    play.send(c.BustPlayer(4))
    play.send(c.KeepPlayer(3))
    assert play.table.out == ()
    assert not play.table.seats[3].taken
    assert play.table.seats[2].taken
    play.send(c.Deal())


def test_bust_is_logged_with_the_chips_before_the_hand() -> None:
    play = Play()
    all_in_and_lost(play)
    outcome = engine.run(play.table, c.BustPlayer(4), now=play.now)
    busted = outcome.events[-1]
    assert (busted.seat, busted.player, busted.stack) == (4, "p4", 4_000)
    name, version, data = codec.encode_event(busted)
    assert codec.decode_event(name, version, data) == busted


def test_new_player_of_a_tournament_owes_nothing_and_nobody_sits_out() -> None:
    play = Play()
    play.send(c.Deal())
    play.send(c.SeatPlayer(6, "p6", "P6"))
    assert not play.table.seats[5].owes_entry
    with pytest.raises(Refusal, match="event_no_sit_out"):
        play.send(c.SitOut(6))


def test_bust_is_refused_at_a_cash_table_and_in_a_hand() -> None:
    play = Play()
    play.send(c.Deal())
    with pytest.raises(Refusal, match="hand_in_progress"):
        play.send(c.BustPlayer(2))
    play.table = replace(play.table, hand=None, event=None)
    with pytest.raises(Refusal, match="no_event"):
        play.send(c.BustPlayer(2))
