"""The sums of the last hand on the felt, by seat and in chips, until the next hand's first tap."""

from typing import Any

from dealer_ui.screen.room_settings import RoomSettings
from poker.chip_colors import COLORS
from poker.state import Table
from tests.support.play import open_table, open_table_without_button, play, stored_view
from tests.support.stage import FOLDER, NOW, THREE_POTS
from tests.support.view_json import screen

TIMES = chr(0x00D7)
RAKE = {"kind": "percent", "basis_points": 1000, "cap": 500, "unit": 100}
COUNTS = ("close_street count=5",) * 3


def three_pots(*awards: str, **plaque: Any) -> Table:
    """Return a table after an award of three pots: seats 8 and 9 were all-in for less than 1, 4 and 7."""
    game = {"game": "holdem", "limit": "none", "blinds": [100, 300], "rake": RAKE}
    table = open_table_without_button(game | plaque, seats=9)
    for seat in range(1, 10):
        stack = {8: 3000, 9: 7500}.get(seat, 40000)
        table = play(table, f"add_chips seat={seat} amount={stack}")
    return play(table, "set_button seat=5", *THREE_POTS, *COUNTS, *awards)


def felt(table: Table) -> dict[str, Any]:
    """Return what the table surface shows."""
    stage: dict[str, Any] = screen(stored_view(table), now_ms=NOW)["stage"]
    return stage


def test_sums_are_by_seat_in_chips_largest_first() -> None:
    stage = felt(three_pots("award seats=7", "award seats=7", "award seats=8"))
    assert stage["kind"] == "totals"
    first, second, drop = stage["rows"]
    assert (first["name"], first["note"]) == ("Seat 7: $315, 2 pots", "2 pots")
    assert [(chip["count"], chip["value"], chip["color"]) for chip in first["chips"]] == [
        ("3", f"{TIMES}100", "black"),
        ("3", f"{TIMES}5", "red"),
    ]
    assert second["name"] == "Seat 8: $146"
    assert second["chips"][1]["name"] == "1 green chip of $25"
    assert (drop["seat"], drop["label"], drop["amount"]) == (None, "Rake", "$5")
    assert (stage["sum"], stage["total"]) == ("135 + 180 + 146 + 5", "$466")


def test_sums_go_with_the_first_tap_of_the_next_hand() -> None:
    table = three_pots("award seats=7", "award seats=7", "award seats=8")
    assert felt(play(table, "8 fold"))["kind"] == "board"
    assert felt(play(table, "deal"))["kind"] == "board"


def test_many_winners_have_sums_only() -> None:
    stage = felt(three_pots("award seats=1,4,7", "award seats=1,4,7,9", "award seats=1,4,7,8,9"))
    assert stage["size"] == "many"
    assert not any(row["chips"] for row in stage["rows"])
    assert len(stage["rows"]) == 6


def test_rake_and_jackpot_share_a_row() -> None:
    rake = RAKE | {"jackpot": 200, "jackpot_from": 1000}
    *_, drop = felt(three_pots(*("award seats=7",) * 3, rake=rake))["rows"]
    assert (drop["label"], drop["amount"], drop["chips"]) == ("Drop", "$5 + $2", [])
    assert drop["name"] == "Rake: $5, Jackpot: $2"


def test_chips_without_a_usual_color_have_their_value() -> None:
    table = open_table({"game": "holdem", "chips": [200]}, seats=3)
    (row,) = felt(play(table, "3 raise 800", "1 2 fold", "award seats=3"))["rows"]
    assert [chip["color"] for chip in row["chips"]] == ["other"]
    assert row["chips"][0]["name"].endswith("chips of $2")


def stage_with(colors: tuple[tuple[int, str], ...]) -> dict[str, Any]:
    view = stored_view(three_pots("award seats=7", "award seats=7", "award seats=8"))
    room = RoomSettings(chip_colors=colors)
    stage: dict[str, Any] = screen(view, now_ms=NOW, room=room)["stage"]
    return stage


def test_chips_have_the_colors_of_the_room() -> None:
    first = stage_with(((10_000, "blue"),))["rows"][0]
    assert [(chip["value"], chip["color"]) for chip in first["chips"]] == [
        (f"{TIMES}100", "blue"),
        (f"{TIMES}5", "other"),
    ]
    assert [chip["name"] for chip in first["chips"]] == ["3 blue chips of $100", "3 chips of $5"]


def test_room_without_colors_shows_sums_only() -> None:
    stage = stage_with(())
    assert stage["kind"] == "totals"
    assert [row["amount"] for row in stage["rows"]] == ["$315", "$146", "$5"]
    assert not any(row["chips"] for row in stage["rows"])


def test_every_color_has_a_disc() -> None:
    sheet = (FOLDER.parents[1] / "dealer_ui/static/dealer_ui/css/stage.css").read_text()
    assert all(f".disc.{color} " in sheet for color in COLORS)
