"""The wait of an alternate, from the pace of busts."""

from tests.tournaments.plans import MINUTE, Room
from tournaments.rules.alternates import LONGEST, alternate_wait
from waitlist.rules.wait_estimate import WaitEstimate


def full_room(alternates: int) -> Room:
    """Return a running event with all 24 seats taken and players in line."""
    room = Room()
    room.start(24 + alternates)
    assert len(room.event.alternates()) == alternates
    return room


def test_nothing_is_quoted_after_too_few_busts() -> None:
    room = full_room(2)
    assert alternate_wait(room.event, 1, room.now) is None


def test_open_seats_take_the_first_in_line_at_once() -> None:
    room = full_room(2)
    room.bust([1])
    assert alternate_wait(room.event, 1, room.now) == WaitEstimate(0, 0)
    assert alternate_wait(room.event, 2, room.now) is None


def test_wait_follows_the_pace_of_busts() -> None:
    room = full_room(12)
    for number in (1, 2, 3, 4):
        room.bust([number])
        room.wait(5)
    first = alternate_wait(room.event, 5, room.now)
    later = alternate_wait(room.event, 8, room.now)
    assert first is not None
    assert later is not None
    assert first.minutes == 5
    assert 0 < first.error <= first.minutes
    assert later.minutes == 20
    assert later.error < 2 * later.minutes


def test_old_busts_do_not_count() -> None:
    room = full_room(8)
    room.bust([1, 2, 3])
    room.wait(46)
    assert alternate_wait(room.event, 4, room.now) is None


def test_long_wait_is_only_a_bound() -> None:
    room = full_room(60)
    room.bust([1, 2, 3])
    room.now += 44 * MINUTE
    assert alternate_wait(room.event, 60, room.now) == WaitEstimate(LONGEST, 0, more=True)
