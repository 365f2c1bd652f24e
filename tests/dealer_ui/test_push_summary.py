"""Open items for the next dealer, as lines, and nothing else."""

from typing import Any

from dealer_ui.messages.push_summary import FELT_SCALE, FELT_WIDTH, MAX_LINES
from dealer_ui.messages.text_width import width
from dealer_ui.player_flags import player_flag
from players.standing import Standing
from poker.state import Table
from tests.support.play import open_table, play, stored_view
from tests.support.stage import NOW
from tests.support.view_json import push_summary, screen, summary_times

NOTHING_OPEN: dict[str, Any] = {"changes": (), "marks": {}, "clock": {}}


def create_holdem_table() -> Table:
    return open_table({"game": "holdem"})


def summary_lines(table: Table) -> list[str]:
    view_data = stored_view(table)
    clock = dict.fromkeys(summary_times(view_data), "20:48")
    return [item["text"] for item in push_summary(view_data, **(NOTHING_OPEN | {"clock": clock}))]


def test_summary_without_open_items_is_empty() -> None:
    assert summary_lines(create_holdem_table()) == []


def test_open_call_is_the_first_line_in_coral() -> None:
    table = play(create_holdem_table(), "sit_out seat=3", "call_floor")
    summary = push_summary(stored_view(table), **NOTHING_OPEN)
    assert summary[0] == {"text": "Floor call open: no ruling yet", "look": "coral"}
    table = play(table, "floor_arrived by=Oak")
    assert summary_lines(table)[0] == "Floor call open: the supervisor is here"


def test_absent_players_are_listed_with_their_time() -> None:
    table = play(create_holdem_table(), "sit_out seat=3")
    assert any(text.startswith("Seat 3 away") for text in summary_lines(table))


def test_seat_changes_and_marks_are_counted_without_a_story() -> None:
    flags = {"p2": player_flag(Standing(warnings=1))}
    summary = push_summary(
        stored_view(create_holdem_table()), changes=["Blue Hat"], marks=flags, clock={}
    )
    assert [item["text"] for item in summary] == [
        "Seat change: Blue Hat",
        "Sanctions on file: seat 2",
    ]


def test_summary_lists_kill_held_pot_missed_blinds_ruling_and_chips() -> None:
    view_data = stored_view(create_holdem_table())
    seat = view_data["seats"][3]
    seats = [seat | {"missed": "both", "coming": 4000, "held": 500}]
    summary = push_summary(
        view_data
        | {
            "seats": seats,
            "kill": {"on": True, "seat": 4, "kind": "full", "trigger": 4000, "post": 800},
            "impounded": [{"hand": 12, "amount": 5400, "seats": [1], "reason": ""}],
            "remedy": {
                "ruling": "R 1121-03",
                "steps": [
                    {"say": "x", "when": "after", "now": False, "ruling": "R 1121-01"},
                    {"say": "y", "when": "now", "now": True, "ruling": "R 1121-03"},
                    {"say": "z", "when": "street:turn", "now": False, "ruling": "R 1121-03"},
                ],
                "missed": [],
                "result": "",
                "by": "Oak",
                "key": "",
                "decision": "",
                "hand": 0,
                "done": 0,
            },
        },
        **NOTHING_OPEN,
    )
    assert [(item["text"], item["look"]) for item in summary] == [
        ("Ruling R 1121-01: 1 step to do", "amber"),
        ("Ruling R 1121-03: 2 steps to do", "coral"),
        ("Hand 12 pot held: $54", "amber"),
        ("Kill pot, seat 4 posts $8", "amber"),
        ("Seat 4: missed both blinds", "amber"),
        ("Seat 4 adds $40 next hand", ""),
        ("Seat 4: $5 returned, no buy-in yet", ""),
    ]


def test_lines_over_the_limit_are_counted() -> None:
    view_data = stored_view(create_holdem_table())
    seat = view_data["seats"][0]
    seats = [seat | {"seat": number, "away": True, "away_at": 0} for number in range(1, 12)]
    summary = push_summary(view_data | {"seats": seats}, **NOTHING_OPEN)
    assert len(summary) == MAX_LINES
    assert summary[-1]["text"] == "and 4 more"


def push_lines(table: Table) -> tuple[str, str]:
    data = screen(stored_view(table), now_ms=NOW)["push"]
    return data["leaving"], data["coming"]


def test_leaving_dealer_reads_hands_and_corrections_of_the_down() -> None:
    table = play(create_holdem_table(), "push_dealer dealer=d1 name=Wren")
    assert push_lines(table) == ("Wren: 0 hands, no corrections.", "")
    table = play(table, "deal", "next_hand")
    assert push_lines(table)[0] == "Wren: 1 hand, no corrections."
    named = play(table, "push_dealer dealer=d2 name='Firecrest the Elder'", "deal", "next_hand")
    assert push_lines(named)[0] == "1 hand, no corrections."


def test_down_that_was_not_counted_from_its_start_has_no_line() -> None:
    view_data = stored_view(play(create_holdem_table(), "push_dealer dealer=d1 name=Wren"))
    view_data["dealer"].pop("hands")
    assert screen(view_data, now_ms=NOW)["push"]["leaving"] == ""


def test_next_dealer_reads_the_most_urgent_in_one_line() -> None:
    table = play(create_holdem_table(), "leave_seat seat=5")
    table = play(table, "deal", "next_hand", "seat_player seat=5 player=new name=Hinge")
    table = play(table, "sit_in seat=5 choice=wait", "sit_out seat=3")
    assert push_lines(table)[1] == "Seat 5 waits, seat 3 away."
    assert "Seat 5 waits for the blind" in summary_lines(table)
    assert push_lines(play(table, "call_floor"))[1] == "Floor call open, seat 5 waits, 1 more."


def test_line_of_the_next_dealer_fits_beside_the_key() -> None:
    table = play(create_holdem_table(), *[f"sit_out seat={seat}" for seat in (1, 2, 3, 4)])
    table = play(table, "call_floor")
    line = push_lines(table)[1]
    assert line == "Floor call open, 1 more."
    assert width(line) * FELT_SCALE <= FELT_WIDTH
