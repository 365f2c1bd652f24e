"""Hands as data: who wins which half, what hands are called, what is refused.

The cases name their rules: S-090 S-091 S-092 S-094 S-095, stud S-154 S-156 S-157 S-160, lows and halves S-161 S-162
S-163 S-164, badugi S-165 S-167 S-168, deuce to seven S-169 S-171 S-172, the order of hands S-178 S-179, wild cards
and the spade in the hole S-180, one deck S-019.
"""

import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from poker import reading
from poker.cards import parse
from poker.reading import NONE, RANKINGS, WildCards
from poker.reading.scales import SCALES
from poker.reading.wild_cards import WILDS, queens_and_after, wild_cards_of
from poker.refusal import Refusal

FOLDER = Path(__file__).parent / "reading"


class ExpectedRefusal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    code: str
    rule: str | None = None
    facts: dict[str, Any] = {}


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`order` ranks the seats of a game of one half, best first; `win` names the winners of each half."""

    id: str
    rules: tuple[str, ...]
    title: str
    ranking: str
    hands: dict[int, str]
    board: str = ""
    wild: str = ""
    upcards: str = ""
    down: dict[int, str] = {}
    order: tuple[tuple[int, ...], ...] = ()
    win: dict[str, tuple[int, ...]] = {}
    names: dict[int, str] = {}
    refused: ExpectedRefusal | None = None


CASES = [
    msgspec.convert(case, Case, strict=False)
    for path in sorted(FOLDER.glob("*.toml"))
    for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]
]
Hands = list[tuple[int, tuple[str, ...]]]


def wild_cards(case: Case) -> WildCards:
    return wild_cards_of(case.wild, parse(case.upcards))


def half_winners(case: Case, hands: Hands) -> dict[str, tuple[int, ...]]:
    down = {seat: parse(text) for seat, text in case.down.items()}
    board = parse(case.board)
    return reading.by_half(case.ranking, hands, board, wild=wild_cards(case), down=down)


def entered_cards(case: Case) -> Hands:
    """Return the cards as entered; duplicates reach the reading."""
    return [
        (seat, tuple(text[i : i + 2] for i in range(0, len(text), 2)))
        for seat, text in case.hands.items()
    ]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_reading_case(case: Case):
    assert case.order or case.win or case.refused, "a case says what must come out"
    hands = entered_cards(case)
    if case.refused:
        with pytest.raises(Refusal) as refusal_info:
            half_winners(case, hands)
        assert refusal_info.value.code == case.refused.code
        assert case.refused.rule in (None, refusal_info.value.rule)
        assert case.refused.facts.items() <= refusal_info.value.facts.items()
        return
    if case.win:
        assert half_winners(case, hands) == case.win
    for seats in case.order:
        assert reading.winners(
            case.ranking, hands, parse(case.board), wild=wild_cards(case)
        ) == tuple(seats)
        hands = [(seat, hole) for seat, hole in hands if seat not in seats]
    assert not case.order or not hands, "the order names every seat"


@pytest.mark.parametrize("case", [case for case in CASES if case.names], ids=lambda case: case.id)
def test_hand_is_named(case: Case):
    for seat, name in case.names.items():
        down = parse(case.down[seat]) if seat in case.down else None
        hole = parse(case.hands[seat])
        board = parse(case.board)
        text = reading.label(case.ranking, hole, board, wild=wild_cards(case), down=down)
        assert text == name, f"seat {seat}"


def test_case_names_are_unique():
    assert len({case.id for case in CASES}) == len(CASES)


def test_each_ranking_has_a_case():
    assert {case.ranking for case in CASES} == set(RANKINGS)


@pytest.mark.parametrize("ranking", RANKINGS)
def test_rankings_use_only_existing_scales(ranking: str):
    assert {scale for _, scale in RANKINGS[ranking].halves} <= set(SCALES)


def test_side_pot_is_read_among_its_own_players():
    """S-164: seat 1 has the only low and is not in the side pot, so that pot has no low half."""
    hands = [
        (1, parse("As2d3h4c6sKdJh")),
        (2, parse("KsQdQhTc9sTs8s")),
        (3, parse("9h9d7cJdKh4s5s")),
    ]
    assert reading.by_half("stud8", hands, ()) == {"high": (2,), "low": (1,)}
    assert reading.by_half("stud8", hands[1:], ()) == {"high": (2,), "low": ()}


def test_each_half_is_named():
    hole = parse("As2d3h4c6sKdJh")
    assert reading.labels("stud8", hole, ()) == {"high": "High card", "low": "6-4 low"}
    low = reading.best("stud8", hole, (), half="low")
    assert low is not None
    assert low.name == "6-4 low"
    assert reading.best("stud8", parse("KsQdQhTc9sTs8s"), (), half="low") is None


def test_split_pot_ranking_has_no_single_winner():
    with pytest.raises(ValueError, match="unpack"):
        reading.winners("stud8", [(1, parse("As2d3h4c6sKdJh"))], ())


def test_low_ranking_refuses_wild_cards():
    with pytest.raises(ValueError, match="wild"):
        reading.by_half("razz", [(1, parse("As2d3h4c6sKdJh"))], (), wild=WILDS["deuces"])


QUEENS = {
    "": WildCards("Q"),
    "4s7c": WildCards("Q"),
    "4sQd7c8h": WildCards("Q7"),
    "4sQd7cQh": WildCards("Q"),
    "4sQdQh8h": WildCards("Q8"),
    "Qd7c8hQh5c2s": WildCards("Q5"),
    "??Qd7c": WildCards("Q7"),
}


@pytest.mark.parametrize("upcards", QUEENS)
def test_last_rank_after_a_queen_is_wild(upcards: str):
    """S-180: the former rank is wild no longer; a queen that was turned up last makes queens wild alone."""
    assert wild_cards_of("queens_and_after", parse(upcards)) == QUEENS[upcards]


def test_unturned_queens_are_not_wild_with_hidden_off():
    assert queens_and_after(parse("4s7c"), hidden=False) == NONE
    assert queens_and_after(parse("Qs7c"), hidden=False) == WildCards("Q7")


@pytest.mark.parametrize("upcards", ["4s??", "Qd??7c", "Qd7c??"])
def test_unseen_upcard_leaves_the_wild_rank_unknown(upcards: str):
    with pytest.raises(Refusal) as refusal_info:
        queens_and_after(parse(upcards))
    assert refusal_info.value.code == "cards_unseen"
