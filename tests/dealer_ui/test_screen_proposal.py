"""The proposal for a reported call on the dealer's screen: never final, with basis, facts and stub."""

from typing import Any

import pytest

from dealer_ui.messages.proposal import HEADS
from dealer_ui.screen.open_call import OpenCall
from floor_ui.fact_fields import field
from poker.formatting import smart_quotes
from poker.irregularities.evaluate import FactNeeded, NoMatchingRule, Proposal
from poker.irregularities.load import catalogue
from poker.irregularities.propose import possible_irregularities
from poker.state import Table
from tests.support.play import assess_call, open_table, play, stored_view
from tests.support.screens import sent_command
from tests.support.stage import NOW
from tests.support.view_json import screen

FLOP = ("close_street count=6", "1 bet 400", "2 call", "call_floor")
STUD = {"game": "stud", "blinds": [], "ante": 100, "bring_in": 200}
TABLES: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "flop": ({"game": "holdem"}, FLOP),
    "deal": ({"game": "holdem"}, ("call_floor",)),
    "no_limit": ({"game": "holdem", "limit": "none"}, FLOP),
    "stud": (STUD, ("opener seat=2", "close_street count=6", "call_floor")),
    "draw": ({"game": "deuce7_triple"}, ("close_street count=6", "call_floor")),
}


def report_irregularity(key: str, *facts: str, table: str = "flop", **house: Any) -> Table:
    """Return a table whose call reports this irregularity, with facts as JSON lines."""
    plaque, command_lines = TABLES[table]
    message = [f"report key={key}", *(f"report facts='{fact}'" for fact in facts)]
    return play(open_table(plaque, **house), *command_lines, *message)


def call_panel(table: Table) -> dict[str, Any]:
    """Return the panel of the call."""
    call = OpenCall(possible_irregularities(table), assess_call(table))
    data: dict[str, Any] = screen(stored_view(table), now_ms=NOW, call=call)["floor"]["told"]
    return data


def test_proposal_is_marked_as_not_final_and_shows_its_basis() -> None:
    data = call_panel(report_irregularity("premature_turn", '{"burned":1,"early_card":"Jh"}'))
    assert data["title"] == "Premature turn"
    assert (data["head"], data["ask"]) == ("Proposed, not final", "")
    assert data["basis"] == "House rulebook, version 1 · FL-7"
    assert data["result"] == "The turn card is out of play, even if those yet to act fold."
    assert data["clause"] == smart_quotes(catalogue().rows["premature_turn"].text)
    assert data["sources"].startswith("003")


def test_each_proposed_step_shows_the_stub_afterwards() -> None:
    data = call_panel(report_irregularity("premature_turn", '{"burned":1,"early_card":"Jh"}'))
    assert data["stub"] == "34"  # six hands, two burns, the flop and the turn that came early
    assert [(step["text"], step["stub"]) for step in data["steps"]] == [
        ("Set the turned card J♥ aside, face up.", "34"),
        ("Finish the betting on the flop, burn, deal the turn.", "32"),
        ("Finish the betting on the turn.", "32"),
        ("Put J♥ back in the stub without burns or muck. Shuffle, cut. No burn.", "33"),
        ("No burn, deal the river.", "32"),
    ]


def test_facts_show_their_source_and_statements_are_keys() -> None:
    card, waiting, *_ = call_panel(
        report_irregularity("premature_turn", '{"burned":1,"early_card":"Jh"}')
    )["facts"]
    assert (card["value"], card["source"], card["ask"]) == ("J♥", "said", "early_card")
    assert (waiting["label"], waiting["source"], waiting["ask"]) == ("Yet to act", "log", "")
    unsaid = call_panel(report_irregularity("premature_turn"))["facts"][0]
    assert (unsaid["value"], unsaid["source"]) == ("not stated", "")


def test_deciding_question_is_asked_before_any_proposal() -> None:
    data = call_panel(report_irregularity("string_bet", table="no_limit"))
    assert (data["ask"], data["head"], data["result"]) == ("declared", "", "")
    keys = data["questions"]["declared"]["keys"]
    assert [sent_command(key)[1] for key in keys[:2]] == [
        {"facts": {"declared": "none"}},
        {"facts": {"declared": "call"}},
    ]


def test_basis_names_the_rulebook_of_the_table() -> None:
    table = report_irregularity("premature_turn", version=3, book="T6")
    assert call_panel(table)["basis"] == "T6 rulebook, version 3 · FL-7"


def test_carry_out_needs_the_row_and_the_house_rule() -> None:
    carry = call_panel(report_irregularity("button_misplaced"))["carry"]
    assert (carry["text"], sent_command(carry)) == ("CARRY OUT", ("carry_out", {}))
    for table in (
        report_irregularity("premature_turn"),  # A: a supervisor's
        report_irregularity("button_misplaced", '{"objection":true}'),
        report_irregularity("button_misplaced", dealer_remedies="routine"),
        report_irregularity("button_misplaced", dealer_remedies="none"),
    ):
        carry = call_panel(table)["carry"]
        assert (carry["text"], carry["do"]) == ("A supervisor decides", None)


def test_objection_is_shown_and_withdrawn_with_one_tap() -> None:
    assert sent_command(call_panel(report_irregularity("button_misplaced"))["objects"])[1] == {
        "facts": {"objection": True}
    }
    message = call_panel(report_irregularity("button_misplaced", '{"objection":true}'))["objects"]
    assert (message["look"], sent_command(message)[1]) == ("set", {"facts": {"objection": None}})
    play(
        report_irregularity("button_misplaced", '{"objection":true}'),
        "report facts='{\"objection\":null}'",
    )


@pytest.mark.parametrize("name", TABLES)
def test_every_possible_irregularity_can_be_answered_by_keys(name: str) -> None:
    plaque, command_lines = TABLES[name]
    table = play(open_table(plaque), *command_lines)
    rows = possible_irregularities(table)
    assert rows
    kinds = set()
    for row in rows:
        table_state = play(table, f"report key={row.key}")
        data = call_panel(table_state)
        assessment = assess_call(table_state)
        verdict = assessment.verdict
        kinds.add(type(verdict))
        if assessment.problem:
            assert data["head"].startswith("Can't be done")
            assert data["result"]
            assert not data["carry"]["do"]
            continue
        if isinstance(verdict, FactNeeded):
            question = data["questions"][verdict.fact]
            keys_offered = [*question["keys"], *question["seats"]]
            assert keys_offered, row.key
            assert question["text"].endswith("?"), row.key
            for key in keys_offered:
                if "send" in key["do"]:
                    fact_values = sent_command(key)[1]["facts"]
                    assert fact_values.keys() == {verdict.fact}
        if isinstance(verdict, NoMatchingRule):
            assert data["head"] == "No rule covers this: supervisor decides"
        if isinstance(verdict, Proposal):
            assert data["result"]
            open_or_not = data["head"] in (HEADS["open"], HEADS["authority"])
            assert (verdict.open or bool(verdict.authority)) == open_or_not
        assert data["clause"]
        assert data["basis"]
    assert FactNeeded in kinds


def test_likely_seat_is_the_first_key_and_the_others_follow_by_number() -> None:
    data = call_panel(report_irregularity("string_bet", '{"declared":"none"}', table="no_limit"))
    assert data["ask"] == "seat"
    seats = data["questions"]["seat"]["seats"]
    assert [key["seat"] for key in seats] == [1, 2, 3, 4, 5, 6]
    table = play(open_table({"game": "holdem", "limit": "none"}), "3 raise 1200", "call_floor")
    seats = call_panel(play(table, "report key=accepted_action_wrong_count"))["questions"]["seat"]
    assert [key["seat"] for key in seats["seats"]] == [3, 1, 2, 4, 5, 6]
    assert sent_command(seats["seats"][0])[1] == {"facts": {"seat": 3}}


def test_cards_of_an_empty_seat_are_asked_of_empty_seats_first() -> None:
    table = play(open_table({"game": "holdem"}), "leave_seat seat=4", "deal", "call_floor")
    panel = call_panel(play(table, "report key=deal_to_empty_seat"))
    seats = panel["questions"]["seat"]["seats"]
    assert [key["seat"] for key in seats] == [4, 1, 2, 3, 5, 6]
    assert seats[0]["sub"] == "empty"
    row = catalogue().rows["deal_to_empty_seat"]
    seat_field = field("seat", catalogue().facts["seat"], None, table, "", row=row)
    assert seat_field is not None
    assert {choice.value for choice in seat_field.choices} == set("123456")


def test_rare_counts_are_behind_more() -> None:
    question = call_panel(report_irregularity("premature_turn"))["questions"]["burned"]
    assert [key["text"] for key in question["keys"]] == ["0", "1", "2"]
    assert [key["text"] for key in question["more"]] == ["3", "4", "5", "6", "7", "8", "9"]


def test_log_excludes_seats_options_and_rows() -> None:
    table = play(open_table({"game": "holdem"}), "3 raise 800", "4 fold", "call_floor")
    keys = {row.key for row in possible_irregularities(table)}
    assert "pot_limit_overbet" not in keys  # a fixed-limit plaque
    assert "hole_card_exposed_one" in keys  # its remedy is still possible after a fold
    early = play(table, "report key=action_out_of_turn_unchanged facts='{\"seat\":6}'")
    options = call_panel(early)["questions"]["early_act"]["keys"]
    assert [key["text"] for key in options] == ["Call", "Raise", "All-in", "Fold"]
    late = play(open_table({"game": "holdem"}), "3 raise 800", "4 call", "call_floor")
    assert "hole_card_exposed_one" not in {row.key for row in possible_irregularities(late)}
    on_button = call_panel(play(table, "report key=exposed_card_on_button"))
    assert on_button["ask"] == "fault"
    assert [key["seat"] for key in on_button["questions"]["seat"]["seats"]] == [6]


def test_title_answers_its_own_question() -> None:
    table = play(open_table({"game": "holdem"}), "3 raise 800", "call_floor")
    shown = call_panel(play(table, "report key=card_exposed_by_player"))
    assert shown["ask"] == "seat"
