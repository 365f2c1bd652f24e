"""The published basic strategy of Spanish 21 with six or eight decks and one double.

A row of a chart is the hand's total or pair, a column the dealer's upcard: 2 to 9, a ten value, an ace. A cell is:

    S, H, D, P, R   stand, hit, double, split, surrender
    -               play the total: the pair is not split
    S4, D5          hit instead with four cards or more, with five or more
    *, **, ***      hit instead if the next card may make a 6-7-8 or 7-7-7: any, of one suit, of spades

A pair that may not be split is played by its total; a hand that may not surrender is hit. Insurance is never taken.
Sources: published charts, completed by the expected value of each cell with the cards of the hand and the upcard taken
out of six decks.
"""

from typing import Literal

import msgspec

from banked.rules import commands as c
from banked.rules.cards import (
    FACE,
    RANKS,
    UNSEEN,
    are_equal_in_value,
    is_soft,
    rank_of,
    suits_class,
    value,
)
from banked.rules.state import BankedTable, BoxHand, RoundBox

Action = Literal["S", "H", "D", "P", "R", "-"]
UPCARDS = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "A")
COLUMNS = {rank: UPCARDS.index(rank if rank in UPCARDS else "T") for rank in (*RANKS, FACE)}
BONUS_SUITS = (
    (),
    ("mixed", "suited", "spades", ""),
    ("suited", "spades"),
    ("spades",),
)
BONUS_PAIRS = ("67", "68", "78", "77")


class Cell(msgspec.Struct, frozen=True):
    """What a chart says. hits_from: the least number of cards that is hit instead; 0: none."""

    action: Action
    hits_from: int = 0
    bonus_suits: tuple[str, ...] = ()  # suits of a possible 6-7-8 or 7-7-7 that is hit instead


Rows = dict[int, tuple[Cell, ...]]


class Chart(msgspec.Struct, frozen=True):
    """A strategy. hard and soft are by total, pairs by the value of a card, rescue by the total after a double."""

    hard: Rows
    soft: Rows
    pairs: Rows
    rescue: Rows


def _rows(text: str) -> Rows:
    """Read the rows of a chart: a number, then a cell for each upcard."""
    rows = {}
    for line in text.strip().splitlines():
        number, *cells = line.split()
        rows[int(number)] = tuple(_cell(cell) for cell in cells)
    return rows


def _cell(text: str) -> Cell:
    action: Action = text[0]  # type: ignore[assignment]  # the charts are below
    stars = text.count("*")
    digits = text[1:].rstrip("*")
    return Cell(action, int(digits or 0), BONUS_SUITS[stars])


RESCUE = _rows("""
    12   S   S   S   S   S   S   R   R   R   R
    13   S   S   S   S   S   S   R   R   R   R
    14   S   S   S   S   S   S   R   R   R   R
    15   S   S   S   S   S   S   R   R   R   R
    16   S   S   S   S   S   S   R   R   R   R
    17   S   S   S   S   S   S   S   S   S   R
""")

DEALER_STANDS = Chart(
    hard=_rows("""
         9   H    H    H     H     D4    H    H    H    H    H
        10   D5   D5   D     D     D     D4   D3   H    H    H
        11   D4   D5   D5    D5    D5    D4   D4   D4   D3   D3
        12   H    H    H     H     H     H    H    H    H    H
        13   H    H    H     H     H     H    H    H    H    H
        14   H    H    S4*   S5**  S4*   H    H    H    H    H
        15   S4*  S5*  S5*** S6    S6    H    H    H    H    H
        16   S5   S6   S6    S     S     H    H    H    H    H
        17   S    S    S     S     S     S    S6   S6   S6   R
    """),
    soft=_rows("""
        16   H    H    H     D3    D4    H    H    H    H    H
        17   H    H    D3    D4    D5    H    H    H    H    H
        18   S4   S4   D4    D5    D6    S6   S4   H    H    H
        19   S    S    S     S     S     S    S    S    S6   S6
    """),
    pairs=_rows("""
         1   P    P    P     P     P     P    P    P    P    P
         2   P    P    P     P     P     P    P    -    -    -
         3   P    P    P     P     P     P    P    -    -    -
         6   -    -    P     P     P     -    -    -    -    -
         7   P    P    P     P     P     P**  -    -    -    -
         8   P    P    P     P     P     P    P    P    P    P
         9   -    P    P     P     P     -    P    P    -    -
    """),
    rescue=RESCUE,
)

DEALER_HITS = Chart(
    hard=_rows("""
         9   H    H    H     H     D     H    H    H    H    H
        10   D5   D5   D     D     D     D4   D3   H    H    H
        11   D4   D5   D5    D5    D5    D4   D4   D4   D3   D3
        12   H    H    H     H     H     H    H    H    H    H
        13   H    H    H     H     S4*   H    H    H    H    H
        14   H    H    S4*   S5**  S6*** H    H    H    H    H
        15   S4*  S5** S6    S6    S     H    H    H    H    H
        16   S6   S6   S6    S     S     H    H    H    H    R
        17   S    S    S     S     S     S    S6   S6   S6   R
    """),
    soft=_rows("""
        15   H    H    H     H     D4    H    H    H    H    H
        16   H    H    H     D3    D4    H    H    H    H    H
        17   H    H    D3    D4    D5    H    H    H    H    H
        18   S4   S4   D4    D5    D6    S6   S4   H    H    H
        19   S    S    S     S     S     S    S    S    S6   S6
    """),
    pairs=_rows("""
         1   P    P    P     P     P     P    P    P    P    P
         2   P    P    P     P     P     P    P    -    -    -
         3   P    P    P     P     P     P    P    -    -    -
         6   -    -    P     P     P     -    -    -    -    -
         7   P    P    P     P     P     P**  -    -    -    -
         8   P    P    P     P     P     P    P    P    P    R
         9   -    P    P     P     P     -    P    P    -    -
    """),
    rescue=RESCUE,
)

CHARTS = {"stand": DEALER_STANDS, "hit": DEALER_HITS}


def decision(table: BankedTable, number: int, hand_number: int) -> c.BankedCommand:
    """Return the command of a hand in turn, or of a hand whose double may be rescued.

    A hit is a `DealCard` of an unseen card: the caller deals the next card of the shoe. Raises `LookupError` if the
    round has no such hand.
    """
    round_ = table.round
    box = round_.box(number) if round_ else None
    if round_ is None or box is None:
        raise LookupError(f"box {number} does not play")
    hand = box.hands[hand_number - 1]
    match _action(table, box, hand, COLUMNS[rank_of(round_.upcard)]):
        case "D":
            return c.Double(number, hand_number)
        case "P":
            return c.Split(number, hand_number)
        case "R":
            give_up = c.Rescue if hand.added else c.Surrender
            return give_up(number, hand_number)
        case "S":
            return c.Stand(number, hand_number)
    return c.DealCard(UNSEEN, number, hand_number)


def _action(table: BankedTable, box: RoundBox, hand: BoxHand, column: int) -> Action:
    chart = CHARTS[table.plaque.soft_17]
    if hand.added:
        return _double_action(table, chart, hand, column)
    action = _pair_action(chart, hand, column)
    if action == "P" and len(box.hands) >= table.plaque.rules.most_hands:
        action = "-"
    if action == "-":
        action = _total_action(chart, hand, column)
    return "H" if action == "R" and not _may_surrender(table, hand) else action


def _double_action(table: BankedTable, chart: Chart, hand: BoxHand, column: int) -> Action:
    """Return whether a double is rescued. It is never doubled again."""
    row = chart.rescue.get(hand.total)
    return row[column].action if row and table.plaque.rescue != "none" else "S"


def _pair_action(chart: Chart, hand: BoxHand, column: int) -> Action:
    """Return the action of a pair, "-" if it is played by its total."""
    if len(hand.cards) != 2 or not are_equal_in_value(hand.cards):
        return "-"
    row = chart.pairs.get(value(hand.cards[0]))
    if row is None:
        return "-"
    # The exception for a pair of sevens is the super bonus, which a split hand never gets.
    return row[column].action if hand.is_split else _cell_action(row[column], hand)


def _total_action(chart: Chart, hand: BoxHand, column: int) -> Action:
    total = hand.total
    rows, stands_from = (chart.soft, 20) if is_soft(hand.cards) else (chart.hard, 18)
    if total >= stands_from:
        return "S"
    row = rows.get(total)
    return _cell_action(row[column], hand) if row else "H"


def _cell_action(cell: Cell, hand: BoxHand) -> Action:
    """Return the action of a cell after its exceptions."""
    if cell.hits_from and len(hand.cards) >= cell.hits_from:
        return "H"
    if cell.bonus_suits and _may_make_bonus(hand) and suits_class(hand.cards) in cell.bonus_suits:
        return "H"
    return cell.action


def _may_make_bonus(hand: BoxHand) -> bool:
    """Return whether one card may make a 6-7-8 or 7-7-7."""
    return "".join(sorted(rank_of(card) for card in hand.cards)) in BONUS_PAIRS


def _may_surrender(table: BankedTable, hand: BoxHand) -> bool:
    is_first = len(hand.cards) == 2 and not hand.is_split
    return is_first and table.plaque.surrender != "none"
