"""Rounds that a simulation plays through the engine, settled a second time here, and the edges that it measures."""

import json
import random
from fractions import Fraction
from io import StringIO
from typing import Any, Literal

import pytest
from django.core.management import call_command
from msgspec.structs import replace

from banked.management.commands import check_banked
from banked.rules.odds import match_edge
from banked.rules.plaque import BankedPlaque
from banked.rules.state import BoxHand, Round, Settlement
from banked.simulation import BET, Mismatch, Simulation, Tally, check_chips

Soft17 = Literal["stand", "hit"]
ACE = 1
PUBLISHED: dict[Soft17, float] = {"stand": 0.0037, "hit": 0.0078}


def points(cards: tuple[str, ...]) -> tuple[int, bool]:
    """Return the total of a hand, and whether an ace counts 11."""
    values = [
        {"A": ACE}.get(card[0]) or (10 if card[0] in "TJQKF" else int(card[0])) for card in cards
    ]
    low = sum(values)
    is_soft = ACE in values and low <= 11
    return low + 10 * is_soft, is_soft


def won_by(hand: BoxHand, dealer: tuple[str, ...], *, is_blackjack: bool) -> Fraction:
    """Return what a hand wins, in wagers: written from the printed rules, without the engine."""
    stake = Fraction(1 + len(hand.added))
    total, _ = points(hand.cards)
    if hand.end == "surrendered":
        return Fraction(-1, 2)
    if hand.end == "rescued":
        return Fraction(-1)
    if total > 21:
        return -stake
    if total == 21:
        return stake if hand.added else odds_of_21(hand)
    if is_blackjack:
        return -stake
    against, _ = points(dealer)
    if against > 21 or total > against:
        return stake
    return Fraction(0) if total == against else -stake


def odds_of_21(hand: BoxHand) -> Fraction:
    cards = hand.cards
    ranks = "".join(sorted(card[0] for card in cards))
    if len(cards) == 2:
        return Fraction(1) if hand.is_split else Fraction(3, 2)
    if ranks in ("678", "777"):
        suits = {card[1] for card in cards}
        one_suit = Fraction(3) if suits == {"s"} else Fraction(2)
        return one_suit if len(suits) == 1 else Fraction(3, 2)
    by_size = {5: Fraction(3, 2), 6: Fraction(2)}
    return by_size.get(len(cards), Fraction(3) if len(cards) > 6 else Fraction(1))


def dealer_stops(cards: tuple[str, ...], soft_17: Soft17) -> bool:
    total, is_soft = points(cards)
    return total > 17 or (total == 17 and not (is_soft and soft_17 == "hit"))


def check_dealer(round_: Round, soft_17: Soft17) -> None:
    """The dealer draws to 16 or a soft 17, and nothing if no hand waits."""
    waiting = [hand for box in round_.boxes for hand in box.hands if is_compared(hand)]
    if round_.peek == "blackjack" or not waiting:
        assert len(round_.dealer) == 2
        return
    assert dealer_stops(round_.dealer, soft_17)
    for count in range(2, len(round_.dealer)):
        assert not dealer_stops(round_.dealer[:count], soft_17)


def is_compared(hand: BoxHand) -> bool:
    return points(hand.cards)[0] < 21 and hand.end not in ("surrendered", "rescued")


@pytest.mark.parametrize("soft_17", ["stand", "hit"])
def test_each_hand_is_paid_as_printed(soft_17: Soft17) -> None:
    simulation = Simulation(BankedPlaque(boxes=7, soft_17=soft_17), random.Random(5))
    rows: set[str] = set()
    for _ in range(600):
        round_ = simulation.play_round()
        check_dealer(round_, soft_17)
        paid = {
            (row.box, row.hand): row.paid - row.taken
            for row in round_.settled
            if row.kind == "hand"
        }
        rows |= {row.row for row in round_.settled if row.kind == "hand"}
        for box in round_.boxes:
            for number, hand in enumerate(box.hands, 1):
                won = won_by(hand, round_.dealer, is_blackjack=round_.peek == "blackjack")
                assert paid[box.number, number] == BET * won, (box.number, hand, round_.dealer)
    # The rounds are many enough to show almost all of the table.
    assert rows >= {
        "natural",
        "surrendered",
        "rescued",
        "bust",
        "five",
        "678",
        "21",
        "even",
        "push",
    }


@pytest.mark.parametrize("soft_17", ["stand", "hit"])
def test_edges_are_the_published_ones(soft_17: Soft17) -> None:
    """1,000 rounds say little: the bound is four standard errors. `check_banked` plays millions."""
    plaque = BankedPlaque(boxes=7, soft_17=soft_17)
    tally = Simulation(plaque, random.Random(11)).play(1_000)
    assert tally.hands == 7_000
    # A hand varies by about 1.15 wagers, and more together with the other boxes of its round.
    assert 0.0115 < tally.hand.error < 0.035
    assert abs(tally.hand.edge - PUBLISHED[soft_17]) < 4 * tally.hand.error
    assert abs(tally.match.edge - float(match_edge(plaque))) < 4 * tally.match.error


@pytest.mark.parametrize(
    "fields",
    [
        {"boxes": 3, "has_second_match": True},
        {"boxes": 4, "doubles": 3, "redouble": "total", "rescue": "original"},
        {"boxes": 2, "decks": 8, "surrender": "none", "rescue": "none"},
    ],
    ids=["second match", "three doubles", "no surrender"],
)
def test_cards_and_chips_add_up_under_each_house_choice(fields: dict[str, Any]) -> None:
    tally = Simulation(BankedPlaque(**fields), random.Random(3)).play(300)
    assert tally.rounds == 300


def test_the_same_seed_deals_the_same_rounds() -> None:
    plaque = BankedPlaque(boxes=3)
    first = Simulation(plaque, random.Random(1)).play(60)
    assert first == Simulation(plaque, random.Random(1)).play(60)
    assert first != Simulation(plaque, random.Random(2)).play(60)


def test_tallies_add_up() -> None:
    plaque = BankedPlaque(boxes=2)
    first = Simulation(plaque, random.Random(1)).play(20)
    second = Simulation(plaque, random.Random(2)).play(30)
    both = Tally()
    both.merge(first)
    both.merge(second)
    assert (both.rounds, both.hands) == (50, 100)
    assert both.hand.won == first.hand.won + second.hand.won
    assert both.match.wagered == 100 * 500


def test_a_card_that_leaves_the_shoe_unseen_is_a_mismatch() -> None:
    simulation = Simulation(BankedPlaque(boxes=2), random.Random(1))
    simulation.play(2)
    simulation.shoe.draw()
    with pytest.raises(Mismatch, match="cards dealt"):
        simulation.play(1)


def test_chips_that_are_paid_twice_or_not_at_all_are_a_mismatch() -> None:
    round_ = Simulation(BankedPlaque(boxes=2), random.Random(1)).play_round()
    check_chips(round_)
    with pytest.raises(Mismatch, match="of a stake of -1"):
        check_chips(replace(round_, settled=(*round_.settled, round_.settled[0])))
    with pytest.raises(Mismatch, match="not settled"):
        check_chips(replace(round_, settled=round_.settled[1:]))
    too_much = Settlement(1, "hand", taken=10 * BET, hand=1)
    others = tuple(row for row in round_.settled if (row.box, row.kind) != (1, "hand"))
    with pytest.raises(Mismatch, match="of a stake of"):
        check_chips(replace(round_, settled=(*others, too_much)))


def test_the_command_prints_the_figures() -> None:
    out = StringIO()
    call_command("check_banked", rounds=30, boxes=2, processes=2, stdout=out)
    figures = json.loads(out.getvalue())
    assert figures["exact"]["match"]["6"] == "3.055"
    assert figures["simulated"]["hit"]["hands"] == 60
    assert figures["wrong"] == []


def test_the_command_fails_if_a_figure_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(check_banked.PUBLISHED["insurance"], 6, "24.75")
    monkeypatch.setitem(check_banked.HAND_EDGES, "hit", 90.0)
    out = StringIO()
    with pytest.raises(SystemExit) as stop:
        call_command("check_banked", rounds=30, boxes=2, stdout=out)
    assert stop.value.code == 1
    wrong = json.loads(out.getvalue())["wrong"]
    assert wrong[0] == "insurance, 6 decks: 24.74, published 24.75"
    assert "hit on soft 17" in wrong[1]
    assert len(wrong) == 2
