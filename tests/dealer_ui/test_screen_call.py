"""A floor call and a ruling on the screen: the call's progress, possible irregularities, remaining
remedy steps.
"""

from collections.abc import Sequence
from typing import Any

import pytest

from dealer_ui.messages.call_keys import GROUPS
from dealer_ui.screen.open_call import OpenCall
from poker import engine
from poker.calls import RemedyStep
from poker.commands import ConfirmDelivery, MakeRuling
from poker.irregularities.evaluate import Proposal
from poker.irregularities.propose import possible_irregularities, remedy_steps
from poker.state import Table
from tests.support.play import assess_call, open_table, play, stored_view
from tests.support.screens import pod, sent_command
from tests.support.stage import NOW
from tests.support.view_json import screen
from web.messages.facts import spoken

HOLDEM = {"game": "holdem"}


def play_to_flop() -> Table:
    return play(open_table(HOLDEM), "close_street count=6")


def screen_with_call(table: Table) -> dict[str, Any]:
    """Return the screen with what the server adds to a call."""
    return screen(
        stored_view(table),
        now_ms=NOW,
        call=OpenCall(possible_irregularities(table)) if table.floor else None,
    )


def table_after_ruling(table: Table, *steps: RemedyStep) -> Table:
    """Return the table after a call and a ruling with these steps."""
    ruling = MakeRuling(
        ruling="R 1121-58",
        result="The bet is ¤1250.",
        by="Oak",
        decision="accepted",
        steps=steps,
    )
    return engine.run(play(table, "call_floor"), ruling, now=NOW).state


def screen_after_ruling(steps: Sequence[RemedyStep], *command_lines: str) -> dict[str, Any]:
    """Return the screen of a flop after a ruling with these steps and later commands."""
    return screen_with_call(play(table_after_ruling(play_to_flop(), *steps), *command_lines))


def step_for_lying_cards(*command_lines: str) -> RemedyStep:
    """Return the remedy step for the cards as they lie."""
    return RemedyStep(when="lies", do=command_lines)


def test_ten_irregularity_groups_have_fixed_positions() -> None:
    floor = screen_with_call(play(play_to_flop(), "call_floor"))["floor"]
    assert [key["group"] for key in floor["groups"]] == list(GROUPS)
    assert floor["groups"][0]["do"] == {"open": "rows", "args": {"group": "early"}}
    assert sent_command(floor["groups"][9]) == ("report", {"key": "come"})
    early_rows = floor["rows"]["early"]
    assert ("report", {"key": "premature_turn"}) in [sent_command(key) for key in early_rows]


@pytest.mark.parametrize(
    ("plaque", "first", "button"),
    [
        (HOLDEM, "Premature burn or card", "Button or blinds"),
        (
            {"game": "stud", "blinds": [], "ante": 100, "bring_in": 200},
            "Premature burn or card",
            "Bring-in or first to act",
        ),
        ({"game": "deuce7_triple"}, "Draw error", "Button or blinds"),
    ],
)
def test_report_groups_are_worded_by_game_family(plaque: Any, first: str, button: str) -> None:
    groups = screen_with_call(play(open_table(plaque), "call_floor"))["floor"]["groups"]
    assert (groups[0]["text"], groups[7]["text"]) == (first, button)


def test_impossible_kind_of_irregularity_is_outlined() -> None:
    floor = screen_with_call(play(open_table(HOLDEM), "call_floor"))["floor"]
    rows = {sent_command(key)[1]["key"] for keys in floor["rows"].values() for key in keys}
    assert "premature_turn" not in rows
    for key in floor["groups"][:8]:
        assert bool(key["do"]) == bool(floor["rows"][key["group"]])
        assert bool(key["do"]) != bool(key.get("why"))


def test_screen_without_a_call_has_no_irregularity_rows() -> None:
    floor = screen_with_call(play_to_flop())["floor"]
    assert (floor["groups"], floor["rows"], floor["heard"]) == ([], {}, "")


def test_table_is_paused_until_the_call_allows_play() -> None:
    table = play(play_to_flop(), "call_floor")
    assert screen_with_call(table)["header"]["paused"] == "Table paused"
    assert screen_with_call(table)["step"]["then"] == "Sent. No screen has it yet."
    assert screen_with_call(table)["floor"]["heard"] == "Sent. No floor screen has it yet."
    assert table.floor is not None
    delivery = ConfirmDelivery(called_at=table.floor.at, by="Oak")
    delivered = engine.run(table, delivery, now=NOW).state
    assert screen_with_call(delivered)["step"]["then"] == "Floor called."
    assert not any(key["look"] in ("due", "expected") for key in screen_with_call(table)["count"])
    for key in ("come", "conduct"):
        on = screen_with_call(play(table, f"report key={key}", "floor_coming by=Oak"))
        assert (on["floor"]["paused"], on["floor"]["heard"]) == (False, "Oak is on the way.")
        assert on["header"]["paused"] != "Table paused"
        assert "check or bet" in on["step"]["now"]


def test_call_is_canceled_with_a_logged_reason() -> None:
    table = play(play_to_flop(), "call_floor")
    reasons = [sent_command(key) for key in screen_with_call(table)["floor"]["reasons"]]
    assert [name for name, _ in reasons] == ["cancel_floor"] * 3
    assert all(args["reason"] for _, args in reasons)


def test_facts_sent_between_hands_are_not_a_forecast() -> None:
    assert (
        screen_with_call(play(open_table(HOLDEM), "call_floor"))["floor"]["sent_with"]
        == "Sent along: the table"
    )


def test_steps_of_a_ruling_are_shown_one_by_one() -> None:
    steps = (RemedyStep("Take ¤1250 from seat 3."), RemedyStep("Set the Jh aside."))
    first = screen_after_ruling(steps)
    assert first["ruling"]["title"] == "Ruling final · R 1121-58 · accepted · by Oak · step 1 of 2"
    assert first["step"] == {"now": "Take $12.50 from seat 3.", "then": "The bet is $12.50."}
    assert sent_command(first["ruling"]["done"]) == ("step_done", {})
    second = screen_after_ruling(steps, "step_done")
    assert second["ruling"]["title"].endswith("step 2 of 2")
    assert second["step"] == {"now": "Set the J♥ aside.", "then": ""}
    after_check = screen_after_ruling(steps, "3 check")
    assert (after_check["ruling"]["title"], after_check["ruling"]["done"]) == ("", None)


def test_ruling_without_steps_shows_its_result_once() -> None:
    ruling = screen_after_ruling([])["ruling"]
    assert (ruling["title"], ruling["done"], ruling["fresh"]) == ("", None, True)
    assert ruling["final"] == "Ruling final · R 1121-58 · accepted · by Oak"
    assert ruling["result"] == "The bet is $12.50."


def test_long_step_uses_two_lines() -> None:
    step_text = "Put the set-aside card back into the stub; no burns and no muck. Shuffle, cut, and put the stub down."
    assert screen_after_ruling([RemedyStep(step_text)])["ruling"]["size"] == "longest"
    assert (
        screen_after_ruling(
            [
                RemedyStep(
                    "Shuffle the stub and cut it, then put the turned card on top of it again."
                )
            ]
        )["ruling"]["size"]
        == "long"
    )
    assert screen_after_ruling([RemedyStep("Set it aside.")])["ruling"]["size"] == ""


NO_BURN = step_for_lying_cards("waive_burn street=turn")
WAIVED_BURN = (NO_BURN, RemedyStep("Shuffle the stub.", when="street:turn"))
KNOWN_TOP_CARD = step_for_lying_cards("top_card card=9h")
CHECKS = tuple(f"{seat} check" for seat in range(1, 7))


def test_waived_burn_is_not_announced() -> None:
    on = screen_after_ruling([NO_BURN], "1 bet 400")
    assert on["step"]["then"] == "Then the turn, no burn."
    over = screen_after_ruling([NO_BURN], *CHECKS)
    assert over["step"]["now"] == "Tap the table, no burn, one card to the turn."


def test_step_before_a_street_stays_announced() -> None:
    on = screen_after_ruling(WAIVED_BURN, "1 bet 400")
    assert on["ruling"]["title"] == "Ruling final · R 1121-58 · accepted · by Oak"
    assert on["step"]["then"] == "Then shuffle the stub. Then the turn, no burn."
    over = screen_after_ruling(WAIVED_BURN, *CHECKS)
    assert over["step"] == {"now": "Shuffle the stub.", "then": "Then the turn, no burn."}
    assert screen_after_ruling(WAIVED_BURN, "close_street count=6")["ruling"]["title"] == ""


EARLY_STREETS: dict[str, Any] = {"premature_turn": "set_aside", "river_after_early_turn": "no_burn"}
RETURN_TEXT = (
    "Then put 9♣ back in the stub without burns or muck. Shuffle, cut. Then the river, no burn."
)


def table_after_early_turn() -> Table:
    """Return a table after the ruling on an early turn; the final turn has been dealt."""
    called_table = play(
        open_table(HOLDEM, **EARLY_STREETS), "close_street count=6", "1 check", "call_floor"
    )
    called_table = play(
        called_table, 'report key=premature_turn \'facts={"burned":1,"early_card":"9c"}\''
    )
    assessment = assess_call(called_table)
    assert isinstance(assessment.verdict, Proposal)
    ruling = MakeRuling(
        ruling="R 1121-58",
        result=assessment.verdict.result,
        by="Oak",
        decision="accepted",
        key="premature_turn",
        steps=remedy_steps(assessment.verdict),
    )
    table = engine.run(called_table, ruling, now=NOW).state
    return play(table, "step_done", "close_street count=6")


@pytest.mark.parametrize(
    ("command_lines", "now"),
    [
        ((), "Seat 1 is first: check or bet."),
        (("1 check", "2 check"), "Seats 3, 4, 5, 6 to check or bet."),
        (("1 bet 800", "2 call", "3 fold"), "Bet is $8. Seats 4, 5, 6 to act."),
    ],
)
def test_river_step_is_announced_during_the_turn(command_lines: tuple[str, ...], now: str) -> None:
    on = screen_with_call(play(table_after_early_turn(), *command_lines))
    assert on["step"] == {"now": now, "then": RETURN_TEXT}
    assert on["ruling"]["size"] == "longest"


def test_street_step_is_announced_while_folds_are_entered() -> None:
    river = (NO_BURN, RemedyStep("Shuffle the stub.", when="street:river"))
    on = screen_after_ruling(river, "close_street count=4")
    assert on["step"]["now"].startswith("You tapped 4; the tablet has 6.")
    assert on["step"]["then"] == "Then shuffle the stub. Then burn one, river."
    ruled_screen = screen_after_ruling(river, "close_street count=4", "2 fold", "3 fold")
    assert ruled_screen["step"]["then"] == on["step"]["then"]


def test_tracking_streets_announces_the_street_step_after_the_betting() -> None:
    flop = play(open_table(HOLDEM), "set_tracking tracking=streets", "close_street count=6")
    on = screen_with_call(table_after_ruling(flop, *WAIVED_BURN))
    assert on["step"] == {
        "now": "Betting. When it\u2019s done, tap the number still in.",
        "then": "Then shuffle the stub. Then the turn, no burn.",
    }


def test_long_remedy_is_shown_above_the_step() -> None:
    step_text = (
        "Put Jh back into the stub; no burns, no muck. Shuffle the stub well, cut and set it down."
    )
    both_steps = (RemedyStep(step_text, when="street:turn"), RemedyStep(step_text, when="burn"))
    on = screen_after_ruling(both_steps, "1 bet 400")
    assert on["step"]["then"] == "Then the ruling\u2019s step, before the turn."
    assert on["ruling"]["title"].startswith("R 1121-58 · Before the turn: put J♥ back into")
    assert on["ruling"]["title"].endswith("Then burn one, turn.")


def test_long_step_before_a_street_still_shows_the_street() -> None:
    step_text = "Put Jh back into the stub; no burns, no muck. Shuffle, cut."
    over = screen_after_ruling((NO_BURN, RemedyStep(step_text, when="street:turn")), *CHECKS)
    assert over["step"] == {
        "now": "Put J♥ back into the stub; no burns, no muck. Shuffle, cut.",
        "then": "Then the turn, no burn.",
    }
    assert over["ruling"]["size"] == "long"


def test_known_burn_is_named() -> None:
    over = screen_after_ruling([KNOWN_TOP_CARD], *CHECKS)
    assert over["step"]["now"] == "Tap the table, burn the 9♥ under the pot, one card to the turn."
    on = screen_after_ruling([KNOWN_TOP_CARD], "1 bet 400")
    assert on["step"]["then"] == "Then burn the 9♥ and turn."


def test_seat_with_a_binding_early_act_has_one_key() -> None:
    table = table_after_ruling(
        play(play_to_flop(), "1 bet 400"), step_for_lying_cards("bind seat=3 what=call")
    )
    keys = pod(screen_with_call(table), 3)["keys"]
    assert [(key["text"], key["sub"]) for key in keys] == [("CALL", "stands")]
    assert sent_command(keys[0]) == ("act", {"seat": 3, "what": "call"})
    play(table, "3 call")


def test_held_pot_is_shown_until_paid() -> None:
    table = table_after_ruling(play_to_flop(), step_for_lying_cards("impound reason=cameras"))
    assert screen_with_call(table)["stage"]["held"] == ["Hand 1: $24 held"]
    assert screen_with_call(play_to_flop())["stage"]["held"] == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Pay ¤1250 to seat 3.", "Pay $12.50 to seat 3."),
        ("Set the turned card Jh aside.", "Set the turned card J♥ aside."),
        ("As the Th is out, the As plays.", "As the 10♥ is out, the A♠ plays."),
        ("It's dead. As said, no burn.", "It\u2019s dead. As said, no burn."),
    ],
)
def test_rulebook_sentence_is_shown_with_money_and_faces(text: str, expected: str) -> None:
    assert spoken(text) == expected


def test_paused_hand_has_no_live_keys_that_wait_for_the_floor() -> None:
    one_left = play(play_to_flop(), *(f"{seat} fold" for seat in range(1, 6)))
    for table in (play_to_flop(), one_left):
        frozen = screen_with_call(play(table, "call_floor"))
        waits = [*frozen["count"], *frozen["secondary"][:3], frozen["award"]]
        assert {(key["look"], key["do"]) for key in waits} == {("off", None)}
        assert frozen["secondary"][3]["do"]
        assert frozen["undo"]["do"] == screen_with_call(table)["undo"]["do"]
        on = screen_with_call(play(table, "call_floor", "report key=come"))
        assert on["award"]["do"] == screen_with_call(table)["award"]["do"]


def test_call_canceled_by_a_supervisor_shows_name_and_reason() -> None:
    table = play(play_to_flop(), "call_floor")
    assert screen_with_call(table)["floor"]["off"] == ""
    cancelled = play(table, "cancel_floor reason=Solved by=Rowan")
    assert screen_with_call(cancelled)["floor"]["off"] == "Call canceled by Rowan: solved."
    assert screen_with_call(play(table, "cancel_floor reason=solved"))["floor"]["off"] == ""
    assert screen_with_call(play(cancelled, "call_floor"))["floor"]["off"] == ""
