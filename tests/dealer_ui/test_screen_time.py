"""The time charge reminder, and a seat's sheet for sitting out (S-018, S-037) and quitting (S-038)."""

from typing import Any

from poker import commands as c
from tests.support.play import stored_view
from tests.support.screens import more_key
from tests.support.stage import NOW, fixture
from tests.support.time_tables import MINUTE, open_time_table, run_command
from tests.support.view_json import screen


def screen_of(table: Any) -> Any:
    return screen(stored_view(table), now_ms=NOW)


def test_time_charge_is_due_at_once_and_then_by_the_plaque() -> None:
    table = open_time_table(spares=True)
    first = screen_of(table)["time"]
    assert first["due"] == 0
    assert first["text"] == "collect time $6: seats 1, 2 and 3"
    after = screen_of(run_command(table, c.CollectTime(), at=40 * MINUTE))["time"]
    assert after["due"] == 70 * MINUTE


def test_one_tap_collects_time_and_lists_spared_players() -> None:
    table = run_command(
        open_time_table(spares=True), c.SeatPlayer(seat=5, player="p5", name="Pebble 5")
    )
    message = screen_of(table)["time"]
    assert message["text"].endswith("seat 5 pays next time")
    assert message["key"]["text"] == "TIME $6"
    assert message["key"]["do"] == {"send": "collect_time", "args": {}}
    assert message["key"]["name"] == "Time $6 collected from seats 1, 2 and 3"


def test_seat_choice_includes_players_sitting_out() -> None:
    table = run_command(open_time_table(), c.SitOut(seat=2))
    message = screen_of(table)["time"]
    assert (message["each"], message["payers"]) == (600, [1, 3])
    assert [item["seat"] for item in message["seats"]] == [1, 2, 3]
    time_key = more_key(screen_of(table), "Time $6 each")
    assert time_key["do"] == {"open": "time", "args": {}}


def test_time_charge_waits_for_the_end_of_the_hand() -> None:
    table = run_command(run_command(open_time_table(), c.SetButton(seat=1)), c.CloseStreet(3))
    screen_ = screen_of(table)
    assert screen_["time"]["key"] is None
    assert screen_["time"]["text"] == "time $6 due after this hand"
    assert any(key["do"] for key in screen_["count"])


def test_raked_table_has_no_time_reminder() -> None:
    assert screen(fixture("deal"), now_ms=NOW)["time"] is None


def test_seat_sheet_has_keys_to_leave_and_for_a_long_absence() -> None:
    message = screen_of(open_time_table())["pods"][1]
    by_text = {key["text"]: key["do"] for key in message["choices"]}
    assert by_text["Leave"] == {"send": "leave_seat", "args": {"seat": 2}}
    assert by_text["Player away"] == {"send": "sit_out", "args": {"seat": 2, "long": True}}
    assert len(message["choices"]) <= 6
    assert message["alone"] == "The house isn't responsible for unattended chips."
    absent_pod = screen_of(run_command(open_time_table(), c.SitOut(seat=2, long=True)))["pods"][1]
    assert "Player away" not in [key["text"] for key in absent_pod["choices"] if key["do"]]
    assert absent_pod["alone"].startswith("Player away, floor notified.")
