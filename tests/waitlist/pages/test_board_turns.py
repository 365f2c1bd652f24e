"""When the boards of a room are notified of changes."""

from waitlist.pages.board_turns import BoardTurns


def test_first_change_after_a_quiet_period_is_reported_immediately() -> None:
    turns = BoardTurns()
    assert turns.turn_of("1.1", 100.0) == 100.0
    assert turns.turn_of("1.2", 102.5) == 102.5
    assert turns.turn_of("1.3", 900.0) == 900.0


def test_all_boards_have_the_same_turn_for_a_change() -> None:
    turns = BoardTurns()
    turns.turn_of("1.1", 100.0)
    assert turns.turn_of("1.1", 100.01) == 100.01
    assert {turns.turn_of("1.2", now) for now in (100.5, 100.51, 100.6)} == {102.0}


def test_changes_that_follow_share_a_turn_every_two_seconds() -> None:
    turns = BoardTurns()
    moments = [100.0 + step / 4 for step in range(24)]
    due = [turns.turn_of(f"1.{number}", now) for number, now in enumerate(moments)]
    assert sorted(set(due)) == [100.0, 102.0, 104.0, 106.0]
    waits = [turn - now for turn, now in zip(due, moments, strict=True)]
    assert 0 <= min(waits) <= max(waits) <= 2


def test_board_that_gets_an_earlier_change_late_shares_the_next_turn() -> None:
    turns = BoardTurns()
    turns.turn_of("1.1", 100.0)
    turns.turn_of("1.2", 100.1)
    assert turns.turn_of("1.1", 100.2) == 102.0


def test_changes_without_a_name_are_reported_in_turns_too() -> None:
    turns = BoardTurns()
    assert [turns.turn_of("", now) for now in (100.0, 100.1, 100.2, 102.1)] == [
        100.0,
        102.0,
        102.0,
        104.0,
    ]
    assert turns.turn_of("1.1", 102.2) == 104.0
