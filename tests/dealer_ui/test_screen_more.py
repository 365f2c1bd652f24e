"""The screen in rare states: a wrong count, many pots, a street to skip to, known cards."""

from typing import Any

import pytest

from dealer_ui.screen import screen
from tests.dealer_ui.play import open_table_without_button, stored_view
from tests.dealer_ui.stage import NOW, fixture
from tests.dealer_ui.test_screen import more_key


def view_with_count_mismatch(kind: str, **change: Any) -> dict[str, Any]:
    """Return the flop after a count that differs; the pot is open until the seats are named."""
    view = fixture("flop") | change
    view["step"] |= {"kind": kind, "count": 1}
    view["money"] |= {"known": False}
    view["count"] |= {"said": 4}
    return screen(view, now_ms=NOW)


def view_with_pots(count: int, turn: int) -> dict[str, Any]:
    """Return an award of `count` pots, those before `turn` already pushed, with rake and jackpot."""
    view = fixture("award")
    main = view["award"]["pots"][2]
    view["award"]["pots"] = [
        main | {"pot": count - 1 - i, "out": [], "winners": [9] if i < turn else []}
        for i in range(count)
    ]
    view["award"] |= {"turn": turn, "jackpot": 100}
    return view


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
def test_count_pot_is_disabled_during_a_count_mismatch(kind: str) -> None:
    assert more_key(view_with_count_mismatch(kind), "Count pot")["do"] is None


def test_count_pot_is_enabled_when_tracking_streets() -> None:
    assert more_key(view_with_count_mismatch("name_out", tracking="streets"), "Count pot")["do"]


def test_table_closes_when_its_seats_are_empty() -> None:
    view = fixture("deal")
    key = more_key(screen(view, now_ms=NOW), "Open or close")
    assert key["do"] is None
    assert key["why"] == "9 players are still seated. Clear the table first, then close it."
    for seat in view["seats"][1:]:
        seat["player"] = None
    assert more_key(screen(view, now_ms=NOW), "Open or close")["why"].startswith(
        "1 player is still seated"
    )
    view["seats"][0]["player"] = None
    key = more_key(screen(view, now_ms=NOW), "Open or close")
    assert key["do"] == {"open": "confirm", "args": {"of": "close"}}
    running = more_key(screen(fixture("flop"), now_ms=NOW), "Open or close")
    assert running["why"] == "Close the table between hands."


def test_felt_shows_the_button_draw_key() -> None:
    data = screen(stored_view(open_table_without_button({"game": "holdem"})), now_ms=NOW)
    felt = data["stage"]["key"]
    assert (felt["look"], felt["do"]) == ("due", {"open": "picker", "args": {"of": "button"}})
    assert felt["do"] == more_key(data, "Draw button")["do"]
    assert "key" not in screen(fixture("closed"), now_ms=NOW)["stage"]
