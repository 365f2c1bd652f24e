"""A floor call and a ruling on the screen: how far it got, what may have happened, what is left to do."""

from collections.abc import Sequence
from typing import Any

import pytest

from dealer_ui.messages.call_keys import GROUPS
from dealer_ui.open_call import OpenCall
from dealer_ui.screen import screen
from poker import engine
from poker.calls import RemedyStep
from poker.commands import MakeRuling
from poker.irregularities.evaluate import Proposal
from poker.irregularities.propose import possible_irregularities, remedy_steps
from poker.state import Table
from rulings.messages.facts import spoken
from tests.dealer_ui.play import opened, play, seen, weighed
from tests.dealer_ui.stage import NOW
from tests.dealer_ui.test_screen import pod, sends

HOLDEM = {"game": "holdem"}


def on_the_flop() -> Table:
    return play(opened(HOLDEM), "close_street count=6")


def told(table: Table) -> dict[str, Any]:
    """The screen with what the server adds to a call."""
    return screen(
        seen(table),
        now_ms=NOW,
        call=OpenCall(possible_irregularities(table)) if table.floor else None,
    )


def rule(table: Table, *steps: RemedyStep) -> Table:
    """The table after a call and a ruling with these steps."""
    ruling = MakeRuling(
        ruling="R 1121-58",
        result="The bet is ¤1250.",
        by="Oak",
        decision="accepted",
        steps=steps,
    )
    return engine.run(play(table, "call_floor"), ruling, now=NOW).table


def ruled(steps: Sequence[RemedyStep], *lines: str) -> dict[str, Any]:
    """The flop after a ruling with these steps, and what came then."""
    return told(play(rule(on_the_flop(), *steps), *lines))


def lies(*lines: str) -> RemedyStep:
    """How it lies on the table with the ruling."""
    return RemedyStep(when="lies", do=lines)


def test_ten_kinds_of_what_happened_in_their_places() -> None:
    floor = told(play(on_the_flop(), "call_floor"))["floor"]
    assert [key["group"] for key in floor["groups"]] == list(GROUPS)
    assert floor["groups"][0]["do"] == {"open": "rows", "args": {"group": "early"}}
    assert sends(floor["groups"][9]) == ("report", {"key": "come"})
    early = floor["rows"]["early"]
    assert ("report", {"key": "premature_turn"}) in [sends(key) for key in early]


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
)  # fmt: skip
def test_a_kind_of_game_has_its_own_words(plaque: Any, first: str, button: str) -> None:
    groups = told(play(opened(plaque), "call_floor"))["floor"]["groups"]
    assert (groups[0]["text"], groups[7]["text"]) == (first, button)


def test_a_kind_that_cannot_have_happened_is_an_outline_in_its_place() -> None:
    floor = told(play(opened(HOLDEM), "call_floor"))["floor"]
    rows = {sends(key)[1]["key"] for keys in floor["rows"].values() for key in keys}
    assert "premature_turn" not in rows
    for key in floor["groups"][:8]:
        assert bool(key["do"]) == bool(floor["rows"][key["group"]])
        assert bool(key["do"]) != bool(key["why"])


def test_without_a_call_the_screen_carries_no_rows() -> None:
    floor = told(on_the_flop())["floor"]
    assert (floor["groups"], floor["rows"], floor["heard"]) == ([], {}, "")


def test_the_table_is_paused_until_it_is_said_that_nothing_stops() -> None:
    table = play(on_the_flop(), "call_floor")
    assert told(table)["header"]["log"] == "Table paused"
    assert told(table)["step"]["then"] == "Floor called."
    assert not any(key["look"] in ("due", "expected") for key in told(table)["count"])
    for key in ("come", "conduct"):
        on = told(play(table, f"report key={key}", "floor_coming by=Oak"))
        assert (on["floor"]["paused"], on["floor"]["heard"]) == (False, "Oak is on the way.")
        assert on["header"]["log"] != "Table paused"
        assert "check or bet" in on["step"]["now"]


def test_a_call_is_taken_back_with_a_reason_that_is_logged() -> None:
    table = play(on_the_flop(), "call_floor")
    reasons = [sends(key) for key in told(table)["floor"]["reasons"]]
    assert [name for name, _ in reasons] == ["cancel_floor"] * 3
    assert all(args["reason"] for _, args in reasons)


def test_what_was_sent_with_a_call_between_hands_is_no_forecast() -> None:
    assert told(play(opened(HOLDEM), "call_floor"))["floor"]["sent_with"] == "Sent along: the table"


def test_steps_of_a_ruling_come_one_by_one_under_its_number() -> None:
    steps = (RemedyStep("Take ¤1250 from seat 3."), RemedyStep("Set the Jh aside."))
    first = ruled(steps)
    assert first["ruling"]["title"] == "Ruling final · R 1121-58 · accepted · by Oak · step 1 of 2"
    assert first["step"] == {"now": "Take $12.50 from seat 3.", "then": "The bet is $12.50."}
    assert sends(first["ruling"]["done"]) == ("step_done", {})
    second = ruled(steps, "step_done")
    assert second["ruling"]["title"].endswith("step 2 of 2")
    assert second["step"] == {"now": "Set the J♥ aside.", "then": ""}
    gone = ruled(steps, "3 check")
    assert (gone["ruling"]["title"], gone["ruling"]["done"]) == ("", None)


def test_a_ruling_without_steps_says_its_result_once() -> None:
    ruling = ruled([])["ruling"]
    assert (ruling["title"], ruling["done"], ruling["fresh"]) == ("", None, True)
    assert ruling["final"] == "Ruling final · R 1121-58 · accepted · by Oak"
    assert ruling["result"] == "The bet is $12.50."


def test_a_step_that_wants_two_lines_is_told_to() -> None:
    say = "Put the set-aside card back into the stub; no burns and no muck. Shuffle, cut, and put the stub down."
    assert ruled([RemedyStep(say)])["ruling"]["size"] == "longest"
    assert (
        ruled(
            [
                RemedyStep(
                    "Shuffle the stub and cut it, then put the turned card on top of it again."
                )
            ]
        )["ruling"]["size"]
        == "long"
    )
    assert ruled([RemedyStep("Set it aside.")])["ruling"]["size"] == ""


NO_BURN = lies("waive_burn street=turn")
WAIVED = (NO_BURN, RemedyStep("Shuffle the stub.", when="street:turn"))
KNOWN = lies("top_card card=9h")
CHECKS = tuple(f"{seat} check" for seat in range(1, 7))


def test_nobody_is_told_to_burn_where_the_ruling_waives_it() -> None:
    on = ruled([NO_BURN], "1 bet 400")
    assert on["step"]["then"] == "Then the turn, no burn."
    over = ruled([NO_BURN], *CHECKS)
    assert over["step"]["now"] == "Tap the table, no burn, one card to the turn."


def test_a_step_before_a_street_is_told_there_and_stays_announced() -> None:
    on = ruled(WAIVED, "1 bet 400")
    assert on["ruling"]["title"] == "Ruling final · R 1121-58 · accepted · by Oak"
    assert on["step"]["then"] == "Then shuffle the stub. Then the turn, no burn."
    over = ruled(WAIVED, *CHECKS)
    assert over["step"] == {"now": "Shuffle the stub.", "then": "Then the turn, no burn."}
    assert ruled(WAIVED, "close_street count=6")["ruling"]["title"] == ""


EARLY: dict[str, Any] = {"premature_turn": "set_aside", "river_after_early_turn": "no_burn"}
BACK = "Then put 9♣ back into the stub; no burns, no muck. Shuffle, cut. Then the river, no burn."


def early_turn() -> Table:
    """A turn that came too early, ruled upon by the house's rule; the turn that counts has been dealt."""
    called = play(opened(HOLDEM, **EARLY), "close_street count=6", "1 check", "call_floor")
    called = play(called, 'report key=premature_turn \'facts={"burned":1,"early_card":"9c"}\'')
    assessment = weighed(called)
    assert isinstance(assessment.verdict, Proposal)
    ruling = MakeRuling(
        ruling="R 1121-58",
        result=assessment.verdict.result,
        by="Oak",
        decision="accepted",
        key="premature_turn",
        steps=remedy_steps(assessment.verdict),
    )
    table = engine.run(called, ruling, now=NOW).table
    return play(table, "step_done", "close_street count=6")


@pytest.mark.parametrize(
    ("lines", "now"),
    [
        ((), "Seat 1 is first: check or bet."),
        (("1 check", "2 check"), "Seats 3, 4, 5, 6 to check or bet."),
        (("1 bet 800", "2 call", "3 fold"), "Bet is $8. Seats 4, 5, 6 to act."),
    ],
)
def test_what_waits_for_the_river_is_said_while_the_turn_is_bet(
    lines: tuple[str, ...], now: str
) -> None:
    on = told(play(early_turn(), *lines))
    assert on["step"] == {"now": now, "then": BACK}
    assert on["ruling"]["size"] == "longest"


def test_what_waits_for_a_street_is_said_while_seats_that_are_out_are_named() -> None:
    river = (NO_BURN, RemedyStep("Shuffle the stub.", when="street:river"))
    on = ruled(river, "close_street count=4")
    assert on["step"]["now"].startswith("You tapped 4; the tablet has 6.")
    assert on["step"]["then"] == "Then shuffle the stub. Then burn one, river."
    named = ruled(river, "close_street count=4", "2 fold", "3 fold")
    assert named["step"]["then"] == on["step"]["then"]


def test_by_streets_a_step_before_a_street_waits_until_the_betting_is_over() -> None:
    flop = play(opened(HOLDEM), "set_tracking tracking=streets", "close_street count=6")
    on = told(rule(flop, *WAIVED))
    assert on["step"] == {
        "now": "Betting. When it\u2019s done, tap the number still in.",
        "then": "Then shuffle the stub. Then the turn, no burn.",
    }


def test_what_has_no_room_in_the_step_stands_above_it() -> None:
    say = (
        "Put Jh back into the stub; no burns, no muck. Shuffle the stub well, cut and set it down."
    )
    both = (RemedyStep(say, when="street:turn"), RemedyStep(say, when="burn"))
    on = ruled(both, "1 bet 400")
    assert on["step"]["then"] == "Then the ruling\u2019s step, before the turn."
    assert on["ruling"]["title"].startswith("R 1121-58 · Before the turn: put J♥ back into")
    assert on["ruling"]["title"].endswith("Then burn one, turn.")


def test_a_step_before_a_street_keeps_what_comes_then_however_long_it_is() -> None:
    say = "Put Jh back into the stub; no burns, no muck. Shuffle, cut."
    over = ruled((NO_BURN, RemedyStep(say, when="street:turn")), *CHECKS)
    assert over["step"] == {
        "now": "Put J♥ back into the stub; no burns, no muck. Shuffle, cut.",
        "then": "Then the turn, no burn.",
    }
    assert over["ruling"]["size"] == "long"


def test_a_burn_that_is_known_is_named() -> None:
    over = ruled([KNOWN], *CHECKS)
    assert over["step"]["now"] == "Tap the table, burn the 9♥ under the pot, one card to the turn."
    on = ruled([KNOWN], "1 bet 400")
    assert on["step"]["then"] == "Then burn the 9♥ and turn."


def test_a_seat_whose_early_act_stands_has_that_one_key() -> None:
    table = rule(play(on_the_flop(), "1 bet 400"), lies("bind seat=3 what=call"))
    keys = pod(told(table), 3)["keys"]
    assert [(key["text"], key["sub"]) for key in keys] == [("CALL", "stands")]
    assert sends(keys[0]) == ("act", {"seat": 3, "what": "call"})
    play(table, "3 call")


def test_a_held_pot_stays_on_the_felt_until_it_is_paid() -> None:
    table = rule(on_the_flop(), lies("impound reason=cameras"))
    assert told(table)["stage"]["held"] == ["Hand 1: $24 held"]
    assert told(on_the_flop())["stage"]["held"] == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Pay ¤1250 to seat 3.", "Pay $12.50 to seat 3."),
        ("Set the turned card Jh aside.", "Set the turned card J♥ aside."),
        ("As the Th is out, the As plays.", "As the 10♥ is out, the A♠ plays."),
        ("It's dead. As said, no burn.", "It\u2019s dead. As said, no burn."),
    ],
)
def test_a_rulebooks_sentence_is_said_with_money_and_faces(text: str, said: str) -> None:
    assert spoken(text) == said


def test_in_a_freeze_nothing_looks_live_that_waits_for_the_floor() -> None:
    one_left = play(on_the_flop(), *(f"{seat} fold" for seat in range(1, 6)))
    for table in (on_the_flop(), one_left):
        frozen = told(play(table, "call_floor"))
        waits = [*frozen["count"], *frozen["secondary"][:3], frozen["award"]]
        assert {(key["look"], key["do"]) for key in waits} == {("off", None)}
        assert frozen["secondary"][3]["do"]
        assert frozen["undo"]["do"] == told(table)["undo"]["do"]
        on = told(play(table, "call_floor", "report key=come"))
        assert on["award"]["do"] == told(table)["award"]["do"]


def test_a_call_that_a_supervisor_took_back_is_said_with_name_and_reason() -> None:
    table = play(on_the_flop(), "call_floor")
    assert told(table)["floor"]["off"] == ""
    cancelled = play(table, "cancel_floor reason=Solved by=Rowan")
    assert told(cancelled)["floor"]["off"] == "Call canceled by Rowan: solved."
    assert told(play(table, "cancel_floor reason=solved"))["floor"]["off"] == ""
    assert told(play(cancelled, "call_floor"))["floor"]["off"] == ""
