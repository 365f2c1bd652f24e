"""A round as its pages show it: boxes with hands, cards and chips, and the dealer's cards."""

from dataclasses import dataclass

from banked.messages import hand_text, settlement_text, wager_text
from banked.rules.cards import UNSEEN
from banked.rules.settling import dealer_total
from banked.rules.state import BankedTable, BoxHand, Round, RoundBox
from banked.tablet.messages import card_text


@dataclass(frozen=True, slots=True)
class HandRow:
    """A hand. cards: as on their tiles, "" face down."""

    cards: tuple[str, ...]
    total: str
    text: str  # its chips, and how it ended
    number: int = 0  # 0 if the box has only one


@dataclass(frozen=True, slots=True)
class BoxRow:
    """A box in a round."""

    number: int
    name: str
    wager: str
    insurance: int
    hands: tuple[HandRow, ...]
    settled: tuple[str, ...]  # chips that the house paid and took
    paid: int
    taken: int


@dataclass(frozen=True, slots=True)
class DealerRow:
    cards: tuple[str, ...]
    total: str
    peek: str


def round_of_table(table: BankedTable) -> Round | None:
    """Return the round in progress, or else the last one."""
    return table.round or table.last


def box_rows(table: BankedTable) -> list[BoxRow]:
    """Return the boxes of the round in progress, or else of the last one."""
    round_ = round_of_table(table)
    return [_box_row(round_, box) for box in round_.boxes] if round_ else []


def dealer_row(table: BankedTable) -> DealerRow | None:
    """Return the dealer's cards of the round in progress, or else of the last one; None without cards."""
    round_ = round_of_table(table)
    if round_ is None or not round_.dealer:
        return None
    total = str(dealer_total(round_)) if UNSEEN not in round_.dealer[1:] else ""
    peek = {"blackjack": "Peek: blackjack", "none": "Peek: no blackjack", "": ""}[round_.peek]
    return DealerRow(tuple(card_text(card) for card in round_.dealer), total, peek)


def _box_row(round_: Round, box: RoundBox) -> BoxRow:
    is_split = len(box.hands) > 1
    rows = round_.settlements(box.number)
    return BoxRow(
        number=box.number,
        name=box.name,
        wager=wager_text(box.wager),
        insurance=box.insurance,
        hands=tuple(
            _hand_row(hand, number if is_split else 0) for number, hand in enumerate(box.hands, 1)
        ),
        settled=tuple(settlement_text(row) for row in rows),
        paid=sum(row.paid for row in rows),
        taken=sum(row.taken for row in rows),
    )


def _hand_row(hand: BoxHand, number: int) -> HandRow:
    cards = tuple(card_text(card) for card in hand.cards)
    return HandRow(cards, str(hand.total) if hand.cards else "", hand_text(hand), number)
