"""Refusals as the dealer reads them."""

import pytest

from poker.refusal import Refusal
from web.messages.refusals import citation, refusal


def test_message_names_seat_amount_and_rule() -> None:
    message = refusal(Refusal("cannot_check", "S-105", seat=4, owed=800))
    assert message == "$8 to call; seat 4 can\u2019t check. Log a call or a fold. (Rule S-105)"


@pytest.mark.parametrize("players", [0, 2])
def test_misdeal_confirmation_counts_as_the_house_does(players: int) -> None:
    """A few acts may come before the confirmation; a round without tracking counts, whoever acted in it."""
    message = refusal(Refusal("confirm_misdeal", "H-01", players=players, with_chips=players))
    assert message == (
        "There\u2019s been substantial action. Tap MISDEAL again to confirm, or call the floor. (House rule H-01)"
    )


def test_waitlist_and_house_rule_refusals_have_messages() -> None:
    message = refusal(Refusal("button_tie", "H-25", seats=[3, 7], rank="K"))
    assert message == "Seats 3 and 7 tie. Redraw between them. (House rule H-25)"


@pytest.mark.parametrize(
    ("card", "text"), [("Ad", "A\u2666"), ("Th", "10\u2665"), ("2c", "2\u2663"), ("Zz", "Zz")]
)
def test_card_is_written_with_its_symbol(card: str, text: str) -> None:
    message = refusal(Refusal("card_twice", "S-019", card=card))
    assert message == f"{text} is entered twice. Remove one. (Rule S-019)"


def test_an_unknown_code_does_not_fail() -> None:
    message = refusal(Refusal("moon_is_full", "S-001", seat=1))
    assert message.startswith("Not logged: moon is full.")
    assert "S-001" in message


def test_a_missing_fact_does_not_fail() -> None:
    assert "$?" not in refusal(Refusal("capped", "H-03"))


def test_refusal_without_a_rule_has_no_citation() -> None:
    assert citation("") == ""
