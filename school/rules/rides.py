"""What a check ride comes to: the one rule by which it is passed, for the room and for the tablet."""

from collections.abc import Sequence


def average_hand(milliseconds: int, hands: int) -> int:
    """Return the milliseconds of a hand on average; 0 without hands."""
    return milliseconds // max(1, hands)


def is_passed(
    *, is_whole: bool, wrong: int, most_wrong: int, average: int, most_average: int
) -> bool:
    """Return whether no limit is exceeded. is_whole: each part was dealt to its end, and told of its mistakes after it.

    wrong: taps; average: milliseconds of a hand.
    """
    return is_whole and wrong <= most_wrong and average <= most_average


def hand_of_ride(before: int, hand: int, *, is_surprise: bool) -> int:
    """Return the number of a hand among those of the ride. hand: of the part, from 1; before: hands of earlier parts.

    A surprise is at another table, so it is none of the ride's hands and has the number of the hand before it.
    """
    return max(1, before) if is_surprise else before + hand


def hands_before(hands: Sequence[tuple[int, bool]]) -> list[int]:
    """Return for each part how many hands of the ride come before it.

    hands: of each part, and whether it is a surprise.
    """
    before = 0
    numbers = []
    for count, is_surprise in hands:
        numbers.append(before)
        before += 0 if is_surprise else count
    return numbers
