"""The next hand before its first card, as a value."""

from typing import Literal

import msgspec

from poker.commands import Post

StraddleKind = Literal["under_the_gun", "button", "any_seat", "sleeper"]


class Straddle(msgspec.Struct, frozen=True):
    """A straddle of the next hand: its seat, what is in front of it, and where its kind allows it to sit."""

    seat: int
    amount: int
    kind: StraddleKind


class NextHandPlan(msgspec.Struct, frozen=True):
    """The next hand before its first card. Seat 0 means none."""

    button: int
    order: tuple[int, ...]  # starts left of the button
    small: int
    big: int
    posts: tuple[Post, ...]
    passed: tuple[int, ...] = ()  # entering seats that the button passes
    # missed_small and missed_big: absent seats that the blinds pass (S-064).
    missed_small: tuple[int, ...] = ()
    missed_big: tuple[int, ...] = ()
    # The seat of each blind of the plaque, in its order, 0 for a dead one.
    blinds: tuple[int, ...] = ()
    stays: bool = False  # a bomb pot that leaves button and blinds where they are (H-70)
    straddles: tuple[Straddle, ...] = ()  # in the order in which they were posted
