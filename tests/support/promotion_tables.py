"""Tables with promotions at a showdown, for tests of the rules, the commands and the screens."""

from typing import Any

from msgspec.structs import replace

from poker import commands as c
from poker import engine
from poker.promotion_terms import HandFloor, TablePromotion, Tier
from poker.state import Table
from tests.support.play import NOW, open_table, play

TENS_BEATEN = TablePromotion(
    key="bad-beat.1",
    kind="bad_beat",
    title="Bad beat jackpot",
    tiers=(Tier("primary", HandFloor("quads", ("T",)), HandFloor("quads")),),
    players=4,
    pot=1000,
    asks=("talk", "deck"),
    amount=4_825_000,
)
ACES_FULL_HIGH = TablePromotion(
    key="high-hand.1",
    kind="high_hand",
    title="High hand",
    floor=HandFloor("full_house", ("9",)),
    both_cards=False,
    pocket_pair=False,
    amount=20_000,
)
ROYALS = TablePromotion(key="royal.1", kind="royal", title="Royal flush", amount=50_000)
NO_LIMIT: dict[str, Any] = {
    "game": "holdem",
    "limit": "none",
    "small_bet": 300,
    "big_bet": 300,
    "blinds": [100, 300],
    "chips": [100, 500],
    "rake": {"kind": "percent", "basis_points": 1000, "cap": 500, "jackpot": 100, "unit": 100},
}
JACKPOT_BOARD = "TdTsJsQs4h"
QUADS = "ThTc"
STRAIGHT_FLUSH = "9s8s"


def table_with(
    *promotions: TablePromotion, seats: int = 9, game: dict[str, Any] | None = None, **house: Any
) -> Table:
    """Return an open table with these promotions, between hands; every stack is counted."""
    table = open_table(NO_LIMIT | (game or {}), seats=seats, **house)
    for seat in range(1, seats + 1):
        table = play(table, f"add_chips seat={seat} amount=40000")
    return run(table, c.SetPromotions(promotions))


def run(table: Table, command: c.Command, now: int = NOW) -> Table:
    return engine.run(table, command, now=now).state


def at_showdown(table: Table, board: str, shown: dict[int, str], *, to: int = 9000) -> Table:
    """Return the table at the showdown of a hold'em or Omaha hand between two seats or more, with their cards shown,
    "" for a hand that is not shown.

    The first of the seats to act raises to an amount, and the others of `shown` call.
    """
    table = play(table, "deal")
    seats = set(shown)
    raised = False
    while table.hand is not None and table.hand.stage == "betting" and table.hand.street == 0:
        due = table.hand.parts[table.hand.round.due].seat
        if due not in seats:
            table = play(table, f"{due} fold")
        elif not raised:
            table = play(table, f"{due} raise {to}")
            raised = True
        else:
            table = play(table, f"{due} call")
    while table.hand is not None and table.hand.stage in ("betting", "complete"):
        table = play(table, f"close_street count={len(seats)}")
    table = play(table, f"show_board cards={board}")
    for seat, cards in shown.items():
        if not cards:
            continue
        table = play(table, f"show_hand seat={seat} cards={cards}")
    return table


def jackpot_table(promotion: TablePromotion = TENS_BEATEN, **changes: Any) -> Table:
    """Return quad tens of seat 7 beaten by seat 2's straight flush, both shown, and not yet claimed."""
    table = table_with(replace(promotion, **changes))
    return at_showdown(table, JACKPOT_BOARD, {2: STRAIGHT_FLUSH, 7: QUADS})
