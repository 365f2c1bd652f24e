"""The seat that holds up the hand: when it glows, what TIME offers, and what the felt shows while the clock runs."""

from typing import Any

import pytest

from dealer_ui.screen.room_settings import RoomSettings
from tests.support.play import open_table, play, stored_view
from tests.support.screens import pod
from tests.support.stage import NOW, view_of_silent_seat, view_of_silent_stud
from tests.support.view_json import screen

SINCE = NOW - 52_000


def silent(view: dict[str, Any], **context: Any) -> Any:
    return screen(view, now_ms=NOW, **({"acted_at": SINCE} | context))["silent"]


def test_the_seat_that_holds_up_the_hand_glows_after_the_rooms_seconds() -> None:
    seat = silent(view_of_silent_seat())
    assert (seat["seat"], seat["since"], seat["due"]) == (6, SINCE, SINCE + 20_000)
    assert seat["stage"]["title"] == "Seat 6 is silent"
    assert seat["stage"]["lines"] == [
        "{time} since seat 5 bet $50.",
        "TIME gives the player 30 seconds.",
    ]
    assert seat["stage"]["key"]["do"] == {"send": "call_time", "args": {"seat": 6, "seconds": 30}}
    assert seat["stage"]["key"]["look"] == "plain"
    assert seat["time"] is None


def test_seconds_are_the_rooms_and_zero_turns_the_glow_off() -> None:
    room = RoomSettings(silent_seconds=45, clock_seconds=60)
    seat = silent(view_of_silent_seat(), room=room)
    assert seat["due"] == SINCE + 45_000
    assert seat["stage"]["key"]["do"]["args"]["seconds"] == 60
    assert silent(view_of_silent_seat(), room=RoomSettings(silent_seconds=0)) is None


def test_no_seat_glows_while_the_time_of_the_last_act_is_not_known() -> None:
    assert silent(view_of_silent_seat(), acted_at=0) is None


def test_after_inferred_calls_the_first_seat_without_an_act_is_named() -> None:
    seat = silent(view_of_silent_seat("7 call"))
    assert seat["seat"] == 2
    assert seat["stage"]["lines"][0] == "{time} since seat 7 called."


def test_stud_names_the_seat_that_follows_the_bring_in() -> None:
    assert silent(view_of_silent_stud())["seat"] == 6


@pytest.mark.parametrize(
    "lines", [("call_floor",), ("close_street count=3",)], ids=["floor", "unnamed"]
)
def test_no_seat_glows_without_a_certain_order(lines: tuple[str, ...]) -> None:
    assert silent(view_of_silent_seat(*lines)) is None


def test_no_seat_glows_after_the_last_round() -> None:
    assert silent(view_of_silent_seat(*["close_street count=4"] * 3)) is None


def test_no_seat_glows_at_a_table_that_logs_streets_only() -> None:
    table = play(open_table({"game": "holdem"}), "set_tracking tracking=streets", "deal")
    assert silent(stored_view(table)) is None


def test_house_without_the_clock_has_no_glow() -> None:
    table = play(open_table({"game": "holdem"}, clock="none"), "3 call")
    assert silent(stored_view(table)) is None


def test_time_runs_on_the_felt_and_in_the_step() -> None:
    view = view_of_silent_seat(called=12)
    seat = silent(view)
    assert (seat["since"], seat["due"]) == (NOW - 12_000, NOW - 12_000)
    assert seat["time"]["until"] == NOW + 18_000
    assert seat["stage"]["title"] == "Seat 6: {time} of 0:30"
    assert seat["stage"]["lines"] == ["Called at {called}.", "At 0:00 the hand is dead."]
    assert seat["stage"]["key"]["do"] == {"send": "stop_time", "args": {"seat": 6}}
    assert seat["time"]["step"] == {
        "now": "Seat 6 has {time} to act on $50.",
        "then": "Then seats 7 and 2.",
    }
    assert screen(view, now_ms=NOW)["undo"]["sub"] == "Time for seat 6"


def test_nothing_happens_by_itself_when_the_time_is_up() -> None:
    view = view_of_silent_seat(called=40)
    data = screen(view, now_ms=NOW)
    assert [key["text"] for key in pod(data, 6)["keys"]] == ["FOLD", "RAISE"]
    over = data["silent"]["time"]["over"]
    assert over["lines"] == ["Facing a bet, the hand is dead.", "Tap FLOOR for the ruling."]
    assert data["silent"]["time"]["over_step"] == {
        "now": "Time\u2019s up for seat 6.",
        "then": "Tap FLOOR: the hand is dead.",
    }


def test_without_a_bet_the_seat_checks_at_the_end() -> None:
    table = play(open_table({"game": "holdem"}), "3 call", "close_street count=6")
    table = play(table, "call_time seat=1 seconds=30")
    time = silent(stored_view(table))
    assert time["stage"]["lines"][1] == "At 0:00 the player checks."
    assert time["time"]["step"]["now"] == "Seat 1 has {time} to check or bet."
    assert time["time"]["over"]["lines"][0] == "Without a bet, the player checks."
    assert time["time"]["over_step"]["then"] == "The player checks."
