"""What is open when the next dealer takes over, in lines; and that nothing else is."""

from typing import Any

from dealer_ui.words.handover import MOST, handover, moments
from players.standing import Standing
from poker.state import Table
from tests.dealer_ui.play import opened, play, seen

CALM: dict[str, Any] = {"changes": (), "marks": {}, "clock": {}}


def holdem() -> Table:
    return opened({"game": "holdem"})


def lines(table: Table) -> list[str]:
    shown = seen(table)
    clock = dict.fromkeys(moments(shown), "20:48")
    return [one["text"] for one in handover(shown, **(CALM | {"clock": clock}))]


def test_a_calm_table_has_nothing_open() -> None:
    assert lines(holdem()) == []


def test_a_call_comes_first_and_is_coral() -> None:
    table = play(holdem(), "sit_out seat=3", "call_floor")
    told = handover(seen(table), **CALM)
    assert told[0] == {"text": "Floor call open: nobody has ruled yet", "look": "coral"}
    table = play(table, "floor_arrived by=Oak")
    assert lines(table)[0] == "Floor call open: the supervisor is here"


def test_who_is_away_and_since_when() -> None:
    table = play(holdem(), "sit_out seat=3")
    assert any(one.startswith("Seat 3 is away") for one in lines(table))


def test_seat_changes_and_marks_are_counted_without_a_story() -> None:
    marks = {"p2": Standing(warnings=1), "p5": Standing(suspensions=1)}
    told = handover(seen(holdem()), changes=["Blue Hat"], marks=marks, clock={})
    assert [one["text"] for one in told] == [
        "Want another seat: Blue Hat",
        "Sanctions stand: seat 2",
    ]


def test_kill_held_pot_missed_blinds_ruling_and_chips() -> None:
    shown = seen(holdem())
    seat = shown["seats"][3]
    seats = [seat | {"missed": "both", "coming": 4000, "held": 500}]
    told = handover(
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
    assert [(one["text"], one["look"]) for one in told] == [
        ("Ruling R 1121-03: 1 step is to do", "amber"),
        ("Pot of hand 12 is held: $54", "amber"),
        ("Kill hand, seat 4 posts $8", "amber"),
        ("Seat 4: both blinds missed", "amber"),
        ("Seat 4 has $40 coming", ""),
        ("Seat 4: $5 went back, not bought yet", ""),
    ]


def test_more_than_fit_are_counted() -> None:
    shown = seen(holdem())
    seat = shown["seats"][0]
    seats = [seat | {"seat": number, "away": True, "away_at": 0} for number in range(1, 12)]
    told = handover(shown | {"seats": seats}, **CALM)
    assert len(told) == MOST
    assert told[-1]["text"] == "and 4 more"
