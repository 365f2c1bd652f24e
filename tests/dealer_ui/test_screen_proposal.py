"""What the house's rule says of a reported call, on the dealer's screen: never final, with basis, facts and stub."""

from typing import Any

import pytest

from dealer_ui.messages.proposal import HEADS
from dealer_ui.open_call import OpenCall
from dealer_ui.screen import screen
from poker.irregularities.evaluate import FactNeeded, NoMatchingRule, Proposal
from poker.irregularities.load import catalogue
from poker.irregularities.propose import possible_irregularities
from poker.state import Table
from rulings.messages.formatting import smart_quotes
from tests.dealer_ui.play import opened, play, seen, weighed
from tests.dealer_ui.stage import NOW
from tests.dealer_ui.test_screen import sends

FLOP = ("close_street count=6", "1 bet 400", "2 call", "call_floor")
STUD = {"game": "stud", "blinds": [], "ante": 100, "bring_in": 200}
TABLES: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "flop": ({"game": "holdem"}, FLOP),
    "deal": ({"game": "holdem"}, ("call_floor",)),
    "no_limit": ({"game": "holdem", "limit": "none"}, FLOP),
    "stud": (STUD, ("opener seat=2", "close_street count=6", "call_floor")),
    "draw": ({"game": "deuce7_triple"}, ("close_street count=6", "call_floor")),
}


def reported(key: str, *facts: str, table: str = "flop", **house: Any) -> Table:
    """A table whose call is of this, with facts as lines of JSON."""
    plaque, lines = TABLES[table]
    message = [f"report key={key}", *(f"report facts='{fact}'" for fact in facts)]
    return play(opened(plaque, **house), *lines, *message)


def panel(table: Table) -> dict[str, Any]:
    """What stands on the panel of the call."""
    call = OpenCall(possible_irregularities(table), weighed(table))
    data: dict[str, Any] = screen(seen(table), now_ms=NOW, call=call)["floor"]["told"]
    return data


def test_a_proposal_says_that_it_is_not_final_and_on_what_it_stands() -> None:
    data = panel(reported("premature_turn", '{"burned":1,"early_card":"Jh"}'))
    assert data["title"] == "Premature turn"
    assert (data["head"], data["ask"]) == ("Proposed, not final", "")
    assert data["basis"] == "House rulebook, version 1 · FL-7"
    assert data["result"] == "The turn card is out of play, even if seats 3, 4, 5 and 6 fold."
    assert data["clause"] == smart_quotes(catalogue().rows["premature_turn"].text)
    assert data["sources"].startswith("003")


def test_each_step_has_the_stub_after_it() -> None:
    data = panel(reported("premature_turn", '{"burned":1,"early_card":"Jh"}'))
    assert data["stub"] == "34"  # six hands, two burns, the flop and the turn that came early
    assert [(step["text"], step["stub"]) for step in data["steps"]] == [
        ("Set the turned card J♥ aside, face up.", "34"),
        ("Finish the betting on the flop, burn, deal the turn.", "32"),
        ("Finish the betting on the turn.", "32"),
        ("Put J♥ back into the stub; no burns, no muck. Shuffle, cut. No burn.", "33"),
        ("No burn, deal the river.", "32"),
    ]


def test_facts_say_who_says_so_and_what_people_say_is_a_key() -> None:
    card, waiting = panel(reported("premature_turn", '{"burned":1,"early_card":"Jh"}'))["facts"]
    assert (card["value"], card["source"], card["ask"]) == ("J♥", "said", "early_card")
    assert (waiting["label"], waiting["source"], waiting["ask"]) == ("Yet to act", "log", "")
    unsaid = panel(reported("premature_turn"))["facts"][0]
    assert (unsaid["value"], unsaid["source"]) == ("not stated", "")


def test_the_one_question_that_decides_is_asked_and_nothing_is_guessed() -> None:
    data = panel(reported("string_bet", table="no_limit"))
    assert (data["ask"], data["head"], data["result"]) == ("declared", "", "")
    keys = data["questions"]["declared"]["keys"]
    assert [sends(key)[1] for key in keys[:2]] == [
        {"facts": {"declared": "none"}},
        {"facts": {"declared": "call"}},
    ]


def test_a_table_with_a_rulebook_of_its_own_is_named() -> None:
    table = reported("premature_turn", version=3, book="T6")
    assert panel(table)["basis"] == "T6 rulebook, version 3 · FL-7"


def test_only_where_row_and_house_allow_it_the_dealer_carries_out() -> None:
    carry = panel(reported("button_misplaced"))["carry"]
    assert (carry["text"], sends(carry)) == ("CARRY OUT", ("carry_out", {}))
    for table in (
        reported("premature_turn"),  # A: a supervisor's
        reported("button_misplaced", '{"objection":true}'),
        reported("button_misplaced", dealer_remedies="routine"),
        reported("button_misplaced", dealer_remedies="none"),
    ):
        carry = panel(table)["carry"]
        assert (carry["text"], carry["do"]) == ("A supervisor decides", None)


def test_an_objection_is_said_and_taken_back_with_one_tap() -> None:
    assert sends(panel(reported("button_misplaced"))["objects"])[1] == {
        "facts": {"objection": True}
    }
    message = panel(reported("button_misplaced", '{"objection":true}'))["objects"]
    assert (message["look"], sends(message)[1]) == ("set", {"facts": {"objection": None}})
    play(reported("button_misplaced", '{"objection":true}'), "report facts='{\"objection\":null}'")


@pytest.mark.parametrize("name", TABLES)
def test_every_row_that_can_happen_can_be_answered_by_keys(name: str) -> None:
    plaque, lines = TABLES[name]
    table = play(opened(plaque), *lines)
    rows = possible_irregularities(table)
    assert rows
    kinds = set()
    for row in rows:
        said = play(table, f"report key={row.key}")
        data, assessment = panel(said), weighed(said)
        verdict = assessment.verdict
        kinds.add(type(verdict))
        if assessment.problem:
            assert data["head"].startswith("Can't be done")
            assert data["result"]
            assert not data["carry"]["do"]
            continue
        if isinstance(verdict, FactNeeded):
            asked = data["questions"][verdict.fact]
            answers = [*asked["keys"], *asked["seats"]]
            assert answers, row.key
            assert asked["text"].endswith("?"), row.key
            for key in answers:
                if "send" in key["do"]:
                    given = sends(key)[1]["facts"]
                    assert given.keys() == {verdict.fact}
        if isinstance(verdict, NoMatchingRule):
            assert data["head"] == "No rule covers this: supervisor decides"
        if isinstance(verdict, Proposal):
            assert data["result"]
            open_or_not = data["head"] in (HEADS["open"], HEADS["authority"])
            assert (verdict.open or bool(verdict.authority)) == open_or_not
        assert data["clause"]
        assert data["basis"]
    assert FactNeeded in kinds


def test_what_a_seat_is_asked_keeps_its_box_by_number() -> None:
    data = panel(reported("fold_out_of_turn"))
    seats = data["questions"][data["ask"]]["seats"]
    assert [(key["seat"], key["text"]) for key in seats] == [(n, f"Seat {n}") for n in range(1, 7)]
    assert sends(seats[2])[1] == {"facts": {"seat": 3}}
