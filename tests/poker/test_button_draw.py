"""The draw for the button by the room: whatever the shuffled deck, its rounds name one seat (S-048, H-25)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from poker import button
from poker.cards import DECK
from poker.refusal import Refusal
from poker.rules import HouseRules

SUITS = HouseRules(button_tie="suit")
REDRAW = HouseRules(button_tie="redraw")


@given(
    st.permutations(DECK),
    st.lists(st.integers(1, 10), min_size=2, max_size=10, unique=True),
    st.sampled_from([SUITS, REDRAW]),
)
def test_button_draw_ends_and_its_record_names_the_winner(
    deck: list[str], seats: list[int], rules: HouseRules
):
    """Every seat gets a card from the top, in order; the record alone names the seat again."""
    rounds = button.dealt(deck, seats, rules)
    assert list(rounds[0].items()) == list(zip(sorted(seats), deck, strict=False))
    winner = button.draw_winner(rounds, rules)
    assert winner in rounds[-1]
    highest = max(rounds[0].values(), key=lambda card: "23456789TJQKA".index(card[0]))
    assert rounds[0][winner][0] == highest[0]


def test_tied_seats_draw_from_the_same_deck():
    deck = ["Kc", "Kd", "9h", "4c", "4d", "6s", "5s"]
    assert button.dealt(deck, [1, 2, 3], SUITS) == [{1: "Kc", 2: "Kd", 3: "9h"}]
    rounds = button.dealt(deck, [1, 2, 3], REDRAW)
    assert rounds[1:] == [{1: "4c", 2: "4d"}, {1: "6s", 2: "5s"}]
    assert button.draw_winner(rounds, REDRAW) == 1


def test_draw_without_a_winner_is_a_tie():
    with pytest.raises(Refusal, match="button_tie"):
        button.dealt(["Kc", "Kd", "4c", "4d"], [1, 2], REDRAW)
