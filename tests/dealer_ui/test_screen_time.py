"""The reminder of the time charge; what a seat's sheet says of going away (S-018, S-037) and of quitting (S-038)."""

from typing import Any

from dealer_ui.screen.build import screen
from poker import commands as c
from poker.view import view
from tests.dealer_ui.stage import NOW, fixture
from tests.poker.test_time_charge import MINUTE, opened, run


def shown(table: Any) -> Any:
    return screen(view(table), now_ms=NOW)


def test_it_is_due_at_once_at_first_and_then_as_the_plaque_says() -> None:
    table = opened(spares=True)
    first = shown(table)["time"]
    assert first["due"] == 0
    assert first["text"] == "collect time $6: seats 1, 2 and 3"
    after = shown(run(table, c.CollectTime(), at=40 * MINUTE))["time"]
    assert after["due"] == 70 * MINUTE


def test_one_tap_takes_it_and_who_is_spared_is_said() -> None:
    table = run(opened(spares=True), c.SeatPlayer(seat=5, player="p5", name="Pebble 5"))
    message = shown(table)["time"]
    assert message["text"].endswith("seat 5 pays next time")
    assert message["key"]["text"] == "TIME $6"
    assert message["key"]["do"] == {"send": "collect_time", "args": {}}
    assert message["key"]["name"] == "Time $6 collected from seats 1, 2 and 3"


def test_seats_are_offered_to_choose_from_who_sits_out_too() -> None:
    table = run(opened(), c.SitOut(seat=2))
    message = shown(table)["time"]
    assert (message["each"], message["payers"]) == (600, [1, 3])
    assert [item["seat"] for item in message["seats"]] == [1, 2, 3]
    more = next(key for key in shown(table)["more"] if key["text"] == "Time $6")
    assert more["do"] == {"open": "time", "args": {}}


def test_during_a_hand_it_waits_and_dealing_goes_on() -> None:
    table = run(run(opened(), c.SetButton(seat=1)), c.CloseStreet(3))
    screen_ = shown(table)
    assert screen_["time"]["key"] is None
    assert screen_["time"]["text"] == "time $6 due after this hand"
    assert any(key["do"] for key in screen_["count"])


def test_a_table_that_takes_rake_has_no_reminder() -> None:
    assert screen(fixture("deal"), now_ms=NOW)["time"] is None


def test_quitting_is_one_tap_on_the_seats_sheet_and_a_long_absence_another() -> None:
    message = shown(opened())["pods"][1]
    by_text = {key["text"]: key["do"] for key in message["choices"]}
    assert by_text["Leave"] == {"send": "leave_seat", "args": {"seat": 2}}
    assert by_text["Player away"] == {"send": "sit_out", "args": {"seat": 2, "long": True}}
    assert len(message["choices"]) <= 6
    assert message["alone"] == "The house isn't responsible for unattended chips."
    away = shown(run(opened(), c.SitOut(seat=2, long=True)))["pods"][1]
    assert "Player away" not in [key["text"] for key in away["choices"] if key["do"]]
    assert away["alone"].startswith("Player away, floor notified.")
