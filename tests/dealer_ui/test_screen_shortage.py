"""The deck that runs short, on the screen: forecast, plan in words and pictures, counts corrected by one tap."""

import pytest

from tests.support.screens import sent_command
from tests.support.stud_screens import scene_screen, screen_of, step
from tests.support.stud_views import Room, table_on_sixth_street, table_with_seven_left


@pytest.mark.parametrize(
    ("counts", "text"),
    [
        ((8,), "If 8 stay to seventh: common card. If only 6: shuffle in the burns."),
        ((7,), "If 7 stay to seventh: common card. If only 6: shuffle in the burns."),
        ((6,), "If 6 stay to seventh: shuffle in the burns. If only 5: stub is enough."),
        ((5,), ""),
    ],
)
def test_the_deck_is_forecast(counts: tuple[int, ...], text: str) -> None:
    room = Room().execute("opener", seat=1).count(*counts)
    assert screen_of(room)["stage"]["forecast"] == text


def test_last_card_is_shown_before_and_after_dealing() -> None:
    room = table_on_sixth_street().bet_and_call(5, 6, 7, 8, 1, 2, 3, 4)
    before = screen_of(room)
    assert before["stage"]["title"] == "Not enough cards: 4 for 8"
    assert before["stage"]["pill"] == "Proposed \u00b7 floor decides"
    assert [(item["text"], item["sub"]) for item in before["stage"]["steps"]] == [
        ("Scramble 1 + 3", "4 cards"),
        ("Cut", "4 cards"),
        ("Burn one", "3 left"),
        ("One up, center", "2 left"),
    ]
    assert before["step"]["now"] == (
        "Say \u201ccommon card\u201d. Scramble stub 1 + burns 3, cut, burn one, one face up."
    )
    assert before["caption"]["note"] == "Common card"
    assert before["count"][6]["look"] == "due"
    after = screen_of(room.count(8))
    assert after["stage"]["steps"] == before["stage"]["steps"]
    assert after["stage"]["aside"]["note"] == "5 first, as on sixth"
    assert [p["seat"] for p in after["pods"] if p["pills"]] == [5]
    last_card_screen = screen_of(room.bet_and_call(5))
    assert last_card_screen["stage"]["common"]["title"] == "Common card"


@pytest.mark.parametrize(
    ("policy", "now", "note"),
    [
        ("guide", "Say \u201ccommon card\u201d. Burn one, one face up.", "Common card"),
        ("guide_literal", "Say \u201ccommon card\u201d. Burn one, one face up.", "Common card"),
        (
            "tda",
            "Say \u201ccommon card\u201d. Burn one, one face up.",
            "Short deck on the last card \u00b7 TDA RP-10H(B)",
        ),
        (
            "hrh",
            "Say \u201ccommon card\u201d. Burn one, one face up.",
            "Short deck on the last card \u00b7 HRH stud 5d",
        ),
        (
            "rrop",
            "Burn one, deal 2 down, scramble stub 1 + burns 4, cut, no burn, deal 5 down.",
            "Short deck on the last card \u00b7 RRoP, CA-DOJ",
        ),
    ],
)
def test_shortage_policy_decides_the_step_before_seventh(policy: str, now: str, note: str) -> None:
    screen_data = screen_of(table_with_seven_left(policy))
    assert screen_data["step"]["now"] == now
    assert screen_data["caption"]["note"] == note


def test_deal_in_two_passes_is_shown() -> None:
    stage = scene_screen("stud_two_passes")["stage"]
    assert stage["title"] == "Stub 4 for 7: then burns"
    assert [(item["text"], item["sub"]) for item in stage["steps"]] == [
        ("Burn one", "3 left"),
        ("Deal 2", "1 left"),
        ("Wash 1 + 4", "5 cards, cut"),
        ("Deal 5", "no burn \u00b7 0 left"),
    ]


def test_one_tap_corrects_a_count_and_the_plan_follows() -> None:
    room = table_with_seven_left("guide_literal")
    stub, burns, players = screen_of(room)["stage"]["steppers"]
    assert (stub["value"], burns["value"], players["value"]) == (4, 3, 7)
    command, args = sent_command(players["less"])
    assert (command, args) == ("correct_counts", {"stub": 4, "burns": 3, "players": 6})
    room.execute(command, **args)
    assert step(room)[0] == "Scramble stub 4 + burns 3, cut, burn one, one down to each."
    room = table_with_seven_left("guide_literal")
    _, args = sent_command(stub["more"])
    room.execute("correct_counts", **args)
    assert screen_of(room)["stage"]["steppers"][0]["value"] == 5
    assert screen_of(room)["undo"]["sub"] == "Deck count"


def test_floor_call_keeps_the_shortage_plan() -> None:
    room = table_on_sixth_street().bet_and_call(5, 6, 7, 8, 1, 2, 3, 4).execute("call_floor")
    assert screen_of(room)["stage"]["title"] == "Not enough cards: 4 for 8"
