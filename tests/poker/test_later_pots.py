"""What pots already awarded leave open for the later ones, against every order that the hands can have (S-181)."""

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, product

from poker import later_pots
from poker.state import Award, Cell, Hand, Participant, Pot
from tests.support.play import open_table

SEATS = (1, 2, 3, 4)
POTS = ((1, 2, 3, 4), (2, 3, 4), (3, 4))  # main pot first
NO_LOW = 9
Winners = tuple[int, ...]


def subsets(seats: Sequence[int]) -> Iterator[Winners]:
    return chain.from_iterable(combinations(seats, size) for size in range(1, len(seats) + 1))


def best(ranks: dict[int, int], seats: Sequence[int]) -> Winners:
    """Return the seats with the lowest rank; () if none of them has the half."""
    top = min(ranks[seat] for seat in seats)
    return () if top == NO_LOW else tuple(seat for seat in seats if ranks[seat] == top)


def after(awards: Sequence[Award]) -> Hand:
    """Return a hand at its award, with the losers of each pot dead."""
    hand = Hand(
        number=1,
        button=4,
        parts=tuple(Participant(seat) for seat in SEATS),
        pots=tuple(Pot(100, seats) for seats in POTS),
        awards=tuple(awards),
    )
    out = later_pots.beaten(hand, 0)
    parts = tuple(Participant(seat, life="dead" if seat in out else "in") for seat in SEATS)
    return Hand(number=1, button=4, parts=parts, pots=hand.pots, awards=hand.awards)


def able(hand: Hand, pot: int, winners: Winners, half: int) -> bool:
    units = [set(unit) for unit in later_pots.units(hand, Cell(pot), half)]
    whole = {seat for unit in units if unit <= set(winners) for seat in unit}
    return whole == set(winners)


def pushed(pot: int, high: Winners, low: Winners = ()) -> Award:
    shares = tuple((seat, 1) for seat in sorted({*high, *low}))
    return Award(pot, shares, low, high=high if low else ())


def test_high_pots_allow_exactly_what_hands_can_be() -> None:
    possible = {
        tuple(best(dict(zip(SEATS, ranks, strict=True)), seats) for seats in reversed(POTS))
        for ranks in product(range(4), repeat=4)
    }
    sequences = product(*(list(subsets(seats)) for seats in reversed(POTS)))
    accepted = set()
    for last, middle, main in sequences:
        after_last = after([pushed(2, last)])
        after_both = after([pushed(2, last), pushed(1, middle)])
        if able(after_last, 1, middle, 0) and able(after_both, 0, main, 0):
            accepted.add((last, middle, main))
    assert accepted == possible


def low_able(hand: Hand, pot: int, winners: Winners) -> bool:
    """Return whether these seats may have the low; without one, whether the pot can be without a low."""
    return able(hand, pot, winners, 1) if winners else not later_pots.second_half_winners(hand, 0)


def test_low_pots_allow_exactly_what_hands_can_be() -> None:
    """Seats 3 and 4 share the high, so that a pot without a low half has no low."""
    ranks = [*range(4), NO_LOW]
    possible = {
        tuple(best(dict(zip(SEATS, low, strict=True)), seats) for seats in reversed(POTS))
        for low in product(ranks, repeat=4)
    }
    ways = ([*subsets(seats), ()] for seats in reversed(POTS))
    accepted = set()
    for last, middle, main in product(*ways):
        high = (3, 4)
        awards = [pushed(2, high, last), pushed(1, high, middle)]
        if low_able(after(awards[:1]), 1, middle) and low_able(after(awards), 0, main):
            accepted.add((last, middle, main))
    assert accepted == possible


def test_ways_list_units_whole() -> None:
    assert later_pots.ways([(5, 7), (1,)], least=2) == ((5, 7), (5, 7, 1))
    assert later_pots.ways([(5, 7), (1,)], least=1) == ((5, 7), (1,), (5, 7, 1))
    many = [(seat,) for seat in range(1, 8)]
    assert {len(seats) for seats in later_pots.ways(many, least=1)} == {1, 2, 7}


def test_half_is_named_in_split_pot_games_only() -> None:
    assert later_pots.half_name(open_table({"game": "omaha8"}), 1) == "low"
    assert later_pots.half_name(open_table({"game": "holdem"}), 0) == ""
