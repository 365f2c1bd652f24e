"""The screen in rare states: a wrong count, many pots, a street to skip to, known cards."""

from typing import Any

import pytest

from tests.support.play import open_table_without_button, stored_view
from tests.support.pot_views import view_with_pots
from tests.support.screens import has_more_key, more_key, pod, sent_command
from tests.support.stage import NOW, fixture
from tests.support.view_json import screen


def view_with_count_mismatch(kind: str, **change: Any) -> dict[str, Any]:
    """Return the flop after a count that differs; the pot is open until the seats are named."""
    view = fixture("flop") | change
    view["step"] |= {"kind": kind, "count": 1}
    view["money"] |= {"known": False}
    view["uncounted"] = {"logged": 5400, "drops": [[0, 0, 0]]}
    view["count"] |= {"said": 4}
    return screen(view, now_ms=NOW)


@pytest.mark.parametrize(
    ("count", "turn", "names"),
    [
        (5, 0, ["Side pot 4", "Side pot 3", "Side pot 2", "Side pot 1", "Main pot"]),
        (8, 0, ["Side pot 7", "Side pot 6", "Side pot 5", "Side pot 4", "4 more"]),
        (8, 3, ["Side pot 7", "Side pot 6", "Side pot 5", "Side pot 4", "4 more"]),
        (8, 4, ["4 awarded", "Side pot 3", "Side pot 2", "Side pot 1", "Main pot"]),
        (8, 7, ["4 awarded", "Side pot 3", "Side pot 2", "Side pot 1", "Main pot"]),
        (9, 4, ["4 awarded", "Side pot 4", "Side pot 3", "Side pot 2", "2 more"]),
    ],
)
def test_the_pot_in_turn_is_always_on_the_felt(count: int, turn: int, names: list[str]) -> None:
    rows = screen(view_with_pots(count, turn), now_ms=NOW)["stage"]["rows"]
    assert [row["name"] for row in rows] == names
    assert sum(row["turn"] for row in rows) == 1


@pytest.mark.parametrize("kind", ["name_out", "name_in"])
def test_pot_is_not_counted_during_a_count_mismatch(kind: str) -> None:
    assert "key" not in view_with_count_mismatch(kind)["stage"]["numbers"][0]
    streets = view_with_count_mismatch(kind, tracking="streets")
    assert streets["stage"]["numbers"][0]["key"]["do"]


def test_count_of_the_pot_has_its_key_where_the_drop_needs_it() -> None:
    view = fixture("uncounted")
    view["step"]["facts"] |= {"count_pot": True}
    data = screen(view, now_ms=NOW)
    assert (data["stage"]["title"], data["stage"]["key"]["text"]) == ("Pot not known", "COUNT\nPOT")
    assert data["stage"]["key"]["look"] == "due"
    assert data["stage"]["numbers"][1]["seats"] == view["step"]["seats"]
    assert data["caption"]["note"] == "WINS works without the count"
    assert data["pot_count"]["logged"] == 7200
    assert [stack["text"] for stack in data["pot_count"]["stacks"]] == ["+20", "+100"]


def test_table_closes_when_its_seats_are_empty() -> None:
    view = fixture("deal")
    key = more_key(screen(view, now_ms=NOW), "Close table")
    assert key["do"] is None
    assert key["why"] == "9 players are still seated. Clear the table first, then close it."
    for seat in view["seats"][1:]:
        seat["player"] = ""
    assert more_key(screen(view, now_ms=NOW), "Close table")["why"].startswith(
        "1 player is still seated"
    )
    view["seats"][0]["player"] = ""
    key = more_key(screen(view, now_ms=NOW), "Close table")
    assert key["do"] == {"open": "confirm", "args": {"of": "close"}}
    assert not has_more_key(screen(fixture("flop"), now_ms=NOW), "Close table")


def test_button_is_one_tap_on_its_seat_or_a_draw() -> None:
    data = screen(stored_view(open_table_without_button({"game": "holdem"})), now_ms=NOW)
    felt = data["stage"]["key"]
    assert (felt["look"], felt["do"]) == ("expected", {"open": "picker", "args": {"of": "button"}})
    assert sent_command(more_key(data, "Auto draw")) == ("draw_button", {"system": True})
    (here,) = pod(data, 3)["keys"]
    assert (here["text"], sent_command(here)) == ("BUTTON\nIS HERE", ("set_button", {"seat": 3}))


def test_cards_that_tie_in_the_draw_have_one_height() -> None:
    heights = screen(stored_view(open_table_without_button({"game": "holdem"})), now_ms=NOW)[
        "button_heights"
    ]
    assert heights["Kd"] > heights["Kc"] > heights["Qs"]
    redraws = open_table_without_button({"game": "holdem"}, button_tie="redraw")
    heights = screen(stored_view(redraws), now_ms=NOW)["button_heights"]
    assert heights["Kd"] == heights["Kc"] > heights["Qs"]
    assert screen(fixture("flop"), now_ms=NOW)["button_heights"] == {}


def test_closed_table_opens_with_a_key_on_the_felt() -> None:
    key = screen(fixture("closed"), now_ms=NOW)["stage"]["key"]
    assert (key["look"], sent_command(key)) == ("due", ("open_table", {}))


def test_school_is_offered_only_at_a_table_without_a_game() -> None:
    closed = screen(
        fixture("closed") | {"table": fixture("closed")["table"] | {"open": False}}, now_ms=NOW
    )
    assert more_key(closed, "Dealer school")["do"]["open"] == "school"
    for name in ("deal", "flop", "award"):
        assert not has_more_key(screen(fixture(name), now_ms=NOW), "Dealer school")
