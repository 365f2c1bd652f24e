"""What is open when the next dealer takes over, in lines; and that nothing else is."""

from typing import Any

from dealer_ui.messages.push_summary import MAX_LINES, push_summary, summary_times
from players.standing import Standing
from poker.state import Table
from tests.dealer_ui.play import opened, play, seen

CALM: dict[str, Any] = {"changes": (), "marks": {}, "clock": {}}


def holdem() -> Table:
    return opened({"game": "holdem"})


def lines(table: Table) -> list[str]:
    shown = seen(table)
    clock = dict.fromkeys(summary_times(shown), "20:48")
    return [item["text"] for item in push_summary(shown, **(CALM | {"clock": clock}))]


def test_a_calm_table_has_nothing_open() -> None:
    assert lines(holdem()) == []


def test_a_call_comes_first_and_is_coral() -> None:
    table = play(holdem(), "sit_out seat=3", "call_floor")
    told = push_summary(seen(table), **CALM)
    assert told[0] == {"text": "Floor call open: no ruling yet", "look": "coral"}
    table = play(table, "floor_arrived by=Oak")
    assert lines(table)[0] == "Floor call open: the supervisor is here"


def test_who_is_away_and_since_when() -> None:
    table = play(holdem(), "sit_out seat=3")
    assert any(text.startswith("Seat 3 away") for text in lines(table))


def test_seat_changes_and_marks_are_counted_without_a_story() -> None:
    marks = {"p2": Standing(warnings=1), "p5": Standing(suspensions=1)}
    told = push_summary(seen(holdem()), changes=["Blue Hat"], marks=marks, clock={})
    assert [item["text"] for item in told] == [
        "Seat change: Blue Hat",
        "Sanctions on file: seat 2",
    ]


def test_kill_held_pot_missed_blinds_ruling_and_chips() -> None:
    shown = seen(holdem())
    seat = shown["seats"][3]
    seats = [seat | {"missed": "both", "coming": 4000, "held": 500}]
    told = push_summary(
        shown
        | {
            "seats": seats,
            "kill": {"on": True, "seat": 4, "post": 800},
            "impounded": [{"hand": 12, "amount": 5400, "seats": [1], "reason": ""}],
            "remedy": {
                "ruling": "R 1121-03",
                "steps": [{"say": "x", "when": "street:turn", "now": False}],
                "missed": [],
            },
        },
        **CALM,
    )
    assert [(item["text"], item["look"]) for item in told] == [
        ("Ruling R 1121-03: 1 step to do", "amber"),
        ("Hand 12 pot held: $54", "amber"),
        ("Kill hand, seat 4 posts $8", "amber"),
        ("Seat 4: missed both blinds", "amber"),
        ("Seat 4 adds $40 next hand", ""),
        ("Seat 4: $5 returned, no buy-in yet", ""),
    ]


def test_more_than_fit_are_counted() -> None:
    shown = seen(holdem())
    seat = shown["seats"][0]
    seats = [seat | {"seat": number, "away": True, "away_at": 0} for number in range(1, 12)]
    told = push_summary(shown | {"seats": seats}, **CALM)
    assert len(told) == MAX_LINES
    assert told[-1]["text"] == "and 4 more"
