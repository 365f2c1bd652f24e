"""The rule for passing a check ride, shared by the room and the tablet."""

from collections.abc import Sequence


def average_hand(milliseconds: int, hands: int) -> int:
    """Return the average milliseconds of a hand; 0 without hands."""
    return milliseconds // max(1, hands)


def is_passed(
    *, is_whole: bool, wrong: int, most_wrong: int, average: int, most_average: int
) -> bool:
    """Return whether a ride is passed: it is whole and exceeds no limit.

    is_whole: each part was dealt to its end, and mistakes were shown only then; wrong: taps; average: milliseconds of a
    hand.
    """
    return is_whole and wrong <= most_wrong and average <= most_average


def hand_of_ride(before: int, hand: int, *, is_surprise: bool) -> int:
    """Return the number of a hand within the ride.

    before: hands of earlier parts; hand: number within its part, from 1. A surprise is at another table and not one of
    the ride's hands, so it gets the number of the hand before it.
    """
    return max(1, before) if is_surprise else before + hand


def hands_before(hands: Sequence[tuple[int, bool]]) -> list[int]:
    """Return the number of the ride's hands before each part. hands: for each part, and whether it is a surprise."""
    before = 0
    numbers = []
    for count, is_surprise in hands:
        numbers.append(before)
        before += 0 if is_surprise else count
    return numbers
