"""Bounty games in the timeline of a hand, and on the floor's drawings of a table (H-76, H-77)."""

from datetime import UTC, datetime

import pytest

from floor_ui.hand_timeline import command_text
from floor_ui.replay.table_diagram import hand_diagram
from poker import engine
from poker.command_lines import commands
from poker.timeline import CommandEvents
from poker.view import view
from tables.table_log import LoggedCommand
from tests.support.bounty_views import NO_LIMIT
from tests.support.play import open_table, play

STAND_UP = "start_bounty kind=stand_up"
SEVEN_DEUCE = "start_bounty kind=seven_deuce"


@pytest.mark.parametrize(
    ("before", "line", "text"),
    [
        ((), SEVEN_DEUCE, "The table agreed to seven-deuce, $5 each"),
        ((STAND_UP,), "end_bounty", "The table ended stand-up"),
        ((STAND_UP, "3 raise 900", "1 2 fold"), "award", "Seat 3 won and sits down"),
        (
            (SEVEN_DEUCE, "3 raise 900", "1 2 fold", "award"),
            "pay_bounty",
            "Seat 3 gets for seven-deuce $5 from seat 1 and $5 from seat 2",
        ),
        (
            (STAND_UP, "3 raise 900", "1 2 fold", "award", "2 3 fold", "award"),
            "pay_bounty",
            "Seat 2 is the last one standing and pays $5 to seat 1 and $5 to seat 3",
        ),
    ],
)
def test_timeline_has_a_line_for_each_event(before: tuple[str, ...], line: str, text: str) -> None:
    table = play(open_table(NO_LIMIT, seats=3), *before)
    (command,) = commands(line)
    events = engine.run(table, command, now=1).events
    logged = LoggedCommand(1, datetime(2026, 1, 1, tzinfo=UTC), "x", CommandEvents("1", events))
    assert text in command_text(logged)


def test_drawings_of_a_table_are_those_without_a_game() -> None:
    table = open_table(NO_LIMIT, seats=3)
    without = hand_diagram(view(play(table, "deal")))
    assert hand_diagram(view(play(table, STAND_UP, "deal"))) == without
