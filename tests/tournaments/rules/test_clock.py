"""The clock."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from poker.refusal import Refusal
from tests.tournaments.plans import DAILY, MINUTE, START, Room
from tournaments.rules import commands as c
from tournaments.rules.clock import Clock, changes_at, read, running_from, stopped_at
from tournaments.rules.plan import segments


def test_clock_runs_through_levels_and_breaks() -> None:
    clock = Clock(since=START)
    assert read(DAILY, clock, START).left == 30 * MINUTE
    in_break = read(DAILY, clock, START + 61 * MINUTE)
    assert (in_break.is_break, in_break.level, in_break.color_up) == (True, 2, (100,))
    after = read(DAILY, clock, START + 76 * MINUTE)
    assert (after.level, after.left, after.to_break) == (3, 29 * MINUTE, None)


def test_last_level_does_not_end() -> None:
    reading = read(DAILY, Clock(since=START), START + 24 * 60 * MINUTE)
    assert (reading.level, reading.left, reading.is_last) == (4, 0, True)


def test_paused_clock_loses_no_second() -> None:
    room = Room()
    room.start(2)
    room.wait(10)
    room.send(c.PauseClock())
    room.wait(300)
    assert room.event.clock == Clock(0, 10 * MINUTE)
    room.send(c.StartClock())
    room.wait(5)
    assert read(DAILY, room.event.clock, room.now).left == 15 * MINUTE


def test_director_gives_a_level_a_minute_more_or_less() -> None:
    room = Room()
    room.start(2)
    room.wait(10)
    room.send(c.ShiftClock(MINUTE))
    assert read(DAILY, room.event.clock, room.now).left == 21 * MINUTE
    room.send(c.ShiftClock(-30 * MINUTE))
    assert read(DAILY, room.event.clock, room.now).level == 1


def test_two_directors_do_not_skip_a_level_together() -> None:
    room = Room()
    room.start(2)
    room.send(c.MoveClock(1, shown=0))
    with pytest.raises(Refusal, match="clock_moved_on"):
        room.send(c.MoveClock(1, shown=0))
    assert read(DAILY, room.event.clock, room.now).level == 2


def test_later_levels_change_while_a_level_runs() -> None:
    room = Room()
    room.start(2)
    longer = replace(DAILY, levels=(*DAILY.levels[:3], replace(DAILY.levels[3], minutes=40)))
    room.send(c.ChangeLevels(longer))
    assert room.event.plan.levels[3].minutes == 40


@given(
    moments=st.lists(st.integers(0, 200 * MINUTE), min_size=1, max_size=12),
    pauses=st.lists(st.booleans(), min_size=12, max_size=12),
)
def test_pausing_and_resuming_at_once_changes_nothing(
    moments: list[int], pauses: list[bool]
) -> None:
    plain = Clock(since=START)
    paused = plain
    for moment, pause in zip(sorted(moments), pauses, strict=False):
        if pause:
            paused = running_from(DAILY, stopped_at(DAILY, paused, START + moment), START + moment)
        at = START + moment
        assert read(DAILY, paused, at) == read(DAILY, plain, at)


def test_changes_are_the_ends_of_levels_and_breaks() -> None:
    minutes = [(at - START) // MINUTE for at in changes_at(DAILY, Clock(since=START))]
    assert minutes == [30, 60, 75, 105]
    assert len(segments(DAILY)) == 5
