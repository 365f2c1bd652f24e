"""Views of promotions by the name of their scene: a jackpot, its claim, a royal flush, a high hand."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from poker import commands as c
from poker.promotion_terms import PostedHand
from poker.reading.five_cards import value_of
from poker.state import Table
from tests.support.play import NOW, play, stored_view
from tests.support.promotion_tables import (
    ACES_FULL_HIGH,
    JACKPOT_BOARD,
    QUADS,
    ROYALS,
    STRAIGHT_FLUSH,
    TENS_BEATEN,
    at_showdown,
    jackpot_table,
    run,
    table_with,
)

MINUTE = 60_000
QUEENS_FULL = PostedHand(
    "queens full of tens", value_of(("Qs", "Qd", "Qh", "Ts", "Td")), "T6", NOW - 28 * MINUTE
)
HIGH_HAND = replace(ACES_FULL_HIGH, best=QUEENS_FULL, ends=NOW + 14 * MINUTE)
FULL_BOARD = "Ks9d9c2h7s"
CLAIM = "claim_promotion promotion=bad-beat.1"
OMAHA = {"game": "omaha", "limit": "pot", "chips": [100, 500]}


def claimed_table() -> Table:
    return play(jackpot_table(), CLAIM)


def _answered() -> Table:
    return run(claimed_table(), c.FloorComing("Rowan"), NOW + 10_000)


def _high_hand(seats: int = 9) -> Table:
    return at_showdown(table_with(HIGH_HAND, seats=seats), FULL_BOARD, {4: "KhKc", 8: ""})


def _unshown() -> Table:
    shown = {2: STRAIGHT_FLUSH, 5: "", 7: QUADS}
    table = at_showdown(table_with(TENS_BEATEN), JACKPOT_BOARD, shown)
    return play(table, CLAIM)


def _omaha() -> Table:
    shown = {2: STRAIGHT_FLUSH + "2d2c", 7: QUADS + "5d6d"}
    return at_showdown(table_with(TENS_BEATEN, game=OMAHA), JACKPOT_BOARD, shown, to=1000)


def _ten() -> Table:
    shown = {2: STRAIGHT_FLUSH, 10: QUADS}
    return at_showdown(table_with(TENS_BEATEN, seats=10), JACKPOT_BOARD, shown)


_TABLES: Mapping[str, Callable[[], Table]] = {
    "promotion_jackpot": jackpot_table,
    "promotion_jackpot_omaha": _omaha,
    "promotion_jackpot_ten": _ten,
    "promotion_claimed": claimed_table,
    "promotion_claimed_ten": lambda: play(_ten(), CLAIM),
    "promotion_answered": _answered,
    "promotion_unshown": _unshown,
    "promotion_royal": lambda: at_showdown(table_with(ROYALS), "QsJsTs2h2d", {2: "AsKs", 7: ""}),
    "promotion_high_hand": _high_hand,
    "promotion_high_hand_first": lambda: at_showdown(
        table_with(ACES_FULL_HIGH), FULL_BOARD, {4: "KhKc", 8: ""}
    ),
    "promotion_high_hand_ten": lambda: _high_hand(10),
}
PROMOTIONS: Mapping[str, Callable[[], dict[str, Any]]] = {
    name: lambda make=make: stored_view(make())  # type: ignore[misc]
    for name, make in _TABLES.items()
}
