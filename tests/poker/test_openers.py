"""The first seat to act in stud (S-145 S-146 S-148 S-150 S-151 S-152 S-156 S-159, H-11, H-12b, H-29):
data and laws.
"""

import tomllib
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pokerkit import state as oracle  # noqa: TID251 - its opening lookups, a second opinion
from pokerkit.utilities import Card

from poker import cards, openers
from poker.openers import Kind, later, named, open_pair, third, third_tied
from poker.refusal import Refusal
from poker.rules import HouseRules, read
from tests.support.law_examples import example_count

DATA = tomllib.loads((Path(__file__).parent / "data" / "openers.toml").read_text(encoding="utf-8"))
DEFAULT = HouseRules()
BY_POSITION = HouseRules(stud_tie="position")
NO_BRING_IN = HouseRules(stud_opener="high_card")
KINDS: list[Kind] = ["high", "low_a5", "deuce7"]
KIND = st.sampled_from(KINDS)
HOUSE = st.sampled_from([DEFAULT, BY_POSITION, NO_BRING_IN])


def check_case(case: dict[str, Any], opening: openers.Opening) -> None:
    seat = case.get("seat")
    assert opening.seat == seat
    assert opening.could == tuple(case.get("could", [seat]))
    assert opening.needed == tuple(case.get("needed", []))
    assert opening.tied == tuple(case.get("tied", []))
    assert opening.rule == case["rule"]


def case_params(name: str) -> list[Any]:
    return [pytest.param(case, id=case["title"]) for case in DATA[name]]


@pytest.mark.parametrize("case", case_params("third"))
def test_bring_in_seat_on_third_street(case: dict[str, Any]):
    upcards = {int(seat): card for seat, card in case["up"].items()}
    order = case.get("order", list(upcards))
    house = read(case.get("house", {}))
    check_case(case, third(upcards, order, house, case.get("kind", "high")))


@pytest.mark.parametrize("case", case_params("later"))
def test_first_to_act_on_later_streets(case: dict[str, Any]):
    upcards = {int(seat): cards.parse(text) for seat, text in case["up"].items()}
    order = case.get("order", list(upcards))
    house = read(case.get("house", {}))
    up = case.get("cards", max(len(hand) for hand in upcards.values()))
    kind = case.get("kind", "high")
    check_case(case, later(upcards, order, house, kind, up=up, common=case.get("common", "")))


TIES = [suits for size in (2, 3, 4) for suits in permutations(cards.SUITS, size)]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("suits", TIES, ids="".join)
def test_tied_door_cards_are_decided_by_suit(suits: tuple[str, ...], kind: Kind):
    """S-146, S-159: all ties of two, three and four, with the rank entered or only the suits, agree."""
    seats = list(range(2, 2 + len(suits)))
    pick = min if kind == "high" else max
    expected = seats[suits.index(pick(suits, key="cdhs".index))]
    by_suit = third_tied(dict(zip(seats, suits, strict=True)), range(1, 9), DEFAULT, kind)
    assert by_suit.seat == expected
    assert by_suit.tied == tuple(seats)
    for rank in cards.RANKS:
        hand = {seat: rank + suit for seat, suit in zip(seats, suits, strict=True)}
        assert third(hand, seats, DEFAULT, kind).seat == expected


@pytest.mark.parametrize("suits", TIES, ids="".join)
def test_tie_is_decided_once_the_needed_suits_are_entered(suits: tuple[str, ...]):
    """Two-way tie: TIE and two suits; three-way: one more; a club alone decides at once."""
    for taps in range(len(suits) + 1):
        opening = third_tied(dict(enumerate(suits[:taps], 1)), range(1, 9), DEFAULT)
        known_suits = suits[:taps]
        if taps < 2 and known_suits != ("c",):
            assert (opening.seat, opening.could) == (None, tuple(range(1, 9)))
        else:
            assert opening.seat == 1 + known_suits.index(min(known_suits, key="cdhs".index))


def test_tie_without_a_bring_in_is_decided_by_position():
    """S-148: without a bring-in the first tied seat from the dealer's left."""
    opening = third_tied({4: "s", 2: "c"}, [3, 4, 1, 2], NO_BRING_IN)
    assert (opening.seat, opening.tied, opening.rule) == (4, (4, 2), "S-148")
    assert third_tied({4: "c"}, [3, 4, 1, 2], NO_BRING_IN).seat is None


@pytest.mark.parametrize(
    ("suits", "code"),
    [
        ({1: "c", 2: "c"}, "suit_twice"),
        ({1: "x", 2: "c"}, "no_such_suit"),
        ({1: "", 2: "c"}, "no_such_suit"),
        ({1: "cd", 2: "c"}, "no_such_suit"),
        ({9: "d", 2: "c"}, "not_in_hand"),
    ],
)
def test_invalid_suits_are_refused(suits: dict[int, str], code: str):
    with pytest.raises(Refusal) as refusal_info:
        third_tied(suits, range(1, 9), DEFAULT)
    assert refusal_info.value.code == code


def test_duplicate_or_unknown_upcard_is_refused():
    with pytest.raises(Refusal, match="card_twice"):
        third({1: "4d", 2: "4d"}, [1, 2], DEFAULT)
    with pytest.raises(Refusal, match="card_twice"):
        later({1: ("4d", "5d"), 2: ("5d", "6d")}, [1, 2], DEFAULT, up=2)
    with pytest.raises(Refusal, match="card_twice"):
        later({1: ("4d", "5d"), 2: ("5c", "6d")}, [1, 2], DEFAULT, up=2, common="4d")
    with pytest.raises(Refusal, match="no_such_card"):
        third({1: "1d", 2: "4d"}, [1, 2], DEFAULT)


def test_seat_ruled_out_by_its_upcards_is_refused():
    """The dealer's tap stands unless the cards entered rule that seat out."""
    opening = third({1: "4d", 3: "??", 5: "9c"}, [1, 3, 5], DEFAULT)
    assert named(opening, 3) == 3
    with pytest.raises(Refusal) as refusal_info:
        named(opening, 5)
    assert (refusal_info.value.code, refusal_info.value.facts) == (
        "not_first",
        {"seat": 5, "could": [1, 3]},
    )


@pytest.mark.parametrize(
    ("house", "upcards", "expected"),
    [
        (False, {1: ("4d", "4c"), 2: ("5c", "6d")}, False),
        (True, {1: ("4d", "4c"), 2: ("5c", "6d")}, True),
        (True, {1: ("4d", "3c"), 2: ("5c", "6d")}, False),
        (True, {1: ("4d", "3c"), 2: ("5c", "??")}, None),
        (True, {1: ("4d", "4c"), 2: ()}, True),
        (True, {}, None),
        (True, {1: ("4d", "3c"), 2: ("5c", "6d"), 3: ("9c", "9d")}, False),
    ],
)
def test_open_pair_allows_the_upper_limit(
    house: bool, upcards: dict[int, tuple[str, ...]], expected: bool | None
):
    """H-29: off by default; on, any live seat's pair; a folded one's is nothing."""
    assert open_pair(upcards, [1, 2], HouseRules(open_pair=house)) is expected


@st.composite
def boards(draw: st.DrawFn, max_seats: int = 4) -> dict[int, tuple[str, ...]]:
    """Draw upcards of two to eight seats, all different, from few ranks, so that groups and ties are common."""
    seats = draw(st.lists(st.integers(1, 8), min_size=2, max_size=8, unique=True))
    up = draw(st.integers(1, max_seats))
    ranks = draw(st.integers(3 if len(seats) * up < 12 else 9, 13))
    deck = [card for card in cards.DECK if cards.RANKS.index(card[0]) >= 13 - ranks]
    permuted_deck = draw(st.permutations(deck))
    return {s: tuple(permuted_deck[i * up : (i + 1) * up]) for i, s in enumerate(seats)}


@given(board=boards(), kind=st.sampled_from(["high", "low_a5"]))
@settings(max_examples=example_count(150), deadline=None)
def test_later_streets_agree_with_pokerkit(board: dict[int, tuple[str, ...]], kind: Kind):
    """S-150, S-152: the best upcards by pokerkit's opening lookups, which take ties by position."""
    name = "_HighHandOpeningLookup" if kind == "high" else "_LowHandOpeningLookup"
    lookup = LOOKUPS.setdefault(name, getattr(oracle, name)())
    worth = {s: lookup.get_entry_or_none(Card.parse("".join(hand))) for s, hand in board.items()}
    best = (max if kind == "high" else min)(worth.values())
    expected = [seat for seat in board if worth[seat] == best]
    up = len(next(iter(board.values())))
    opening = later(board, list(board), BY_POSITION, kind, up=up)
    assert opening.seat == expected[0]
    by_suit = later(board, list(board), DEFAULT, kind, up=up)
    assert by_suit.seat in expected
    tied = tuple(expected) if len(expected) > 1 else ()
    assert opening.tied == by_suit.tied == tied


LOOKUPS: dict[str, Any] = {}


@given(board=boards(), kind=KIND, house=HOUSE, data=st.data())
@settings(max_examples=example_count(150), deadline=None)
def test_unknown_cards_never_change_the_opener(
    board: dict[int, tuple[str, ...]], kind: Kind, house: HouseRules, data: st.DataObject
):
    """With cards hidden the true opener is among those possible, and a seat named for sure is the true one."""
    order = list(board)
    up = len(board[order[0]])
    hidden_seats = {
        seat: tuple("??" if data.draw(st.booleans()) else card for card in hand)
        for seat, hand in board.items()
    }
    if up == 1:
        truth = third({s: hand[0] for s, hand in board.items()}, order, house, kind)
        opening = third({s: hand[0] for s, hand in hidden_seats.items()}, order, house, kind)
    else:
        truth = later(board, order, house, kind, up=up)
        opening = later(hidden_seats, order, house, kind, up=up)
    assert truth.seat is not None
    assert truth.could == (truth.seat,)
    assert truth.seat in opening.could
    assert opening.seat in (None, truth.seat)
    assert (opening.seat is None) == bool(opening.needed)
    assert set(opening.needed) <= set(opening.could)


@given(board=boards(), kind=KIND, data=st.data())
@settings(max_examples=example_count(60), deadline=None)
def test_first_to_act_does_not_depend_on_seat_order(
    board: dict[int, tuple[str, ...]], kind: Kind, data: st.DataObject
):
    up = len(next(iter(board.values())))
    order = data.draw(st.permutations(list(board)))
    opening = later(board, list(board), DEFAULT, kind, up=up)
    assert later(board, order, DEFAULT, kind, up=up).seat == opening.seat


def test_five_card_board_ranks_in_order():
    """S-156: with a common card the ladder of hands holds, each step above the one before."""
    ladder = ["9h7d5c3sKc", "AdKcQhJs9s", "2d2c3h4s5s", "2d2c3h3s4s", "2d2c2h3s4s", "Ad2c3h4s5s"]
    ladder += ["2d3c4h5s6s", "2d3d4d5d7d", "2d2c2h3s3d", "2d2c2h2s3d", "Ad2d3d4d5d", "2d3d4d5d6d"]
    for low, high in combinations(ladder, 2):
        upcards = {1: cards.parse(low), 2: cards.parse(high)}
        scores = [
            openers._score(
                tuple(cards.RANKS.index(card[0]) for card in hand),
                len({card[1] for card in hand}) == 1,
                "high",
            )
            for hand in upcards.values()
        ]
        assert scores[0] < scores[1], (low, high)
