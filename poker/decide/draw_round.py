"""Draw rounds: cards announced, discarded and dealt, one number for each seat; short decks (S-166 to S-177, H-45,
H-48).
"""

from poker import events as e
from poker.burns import kept_in_stub
from poker.draft import Draft
from poker.draw_shortage import DrawPlan, draw_shortage
from poker.games import Street
from poker.state import Hand, Table


def open_draw(draft: Draft, street: Street) -> None:
    """Start a draw: burn by H-46, then seat by seat from the left of the button.

    The last card is never burned: if it is all that is left, the burn comes off the rebuilt deck (H-45).
    """
    waived = is_waived(draft.hand, street)
    burn = street.burn if draft.table.rules.draw_burn and not waived else 0
    short = draft.hand.ledger.stub <= burn
    draft.record(e.DrawOpened(street.name, unburned=bool(burn) and short))
    for _ in range(0 if short else burn):
        draft.record(e.CardBurned(street.name))


def is_waived(hand: Hand, street: Street) -> bool:
    """Return whether a ruling waived the burn of this draw; a waived burn of a board card is the card's own."""
    return street.name in hand.waived and not street.board


def due(hand: Hand) -> int:
    """Return the seat that draws next, 0 if all have announced."""
    for part in hand.parts:
        if part.stated < 0 and part.life == "in":
            return part.seat
    return 0


def owed(hand: Hand) -> tuple[tuple[int, int], ...]:
    """Return (seat, cards) announced and not yet dealt, in order."""
    return tuple(
        (part.seat, part.stated - part.got)
        for part in hand.parts
        if part.stated > part.got and part.life == "in"
    )


def serve(draft: Draft) -> None:
    """Deal the owed cards in order, keeping the last card, or the cards of the board to come."""
    kept = kept_in_stub(draft.table)
    for seat, cards in owed(draft.hand):
        count = min(cards, max(draft.hand.ledger.stub - kept, 0))
        if count:
            draft.record(e.DrawServed(seat, count))


def shortage(table: Table) -> DrawPlan | None:
    """Return how the deck is rebuilt for the seats that are owed cards; None if it is not short (H-45, H-49)."""
    hand = table.hand
    if hand is None or hand.stage != "draw" or not owed(hand):
        return None
    if table.rules.draw_order == "announce" and due(hand):
        return None
    thrown = {part.seat: part.thrown for part in hand.parts if part.thrown}
    return draw_shortage(
        owed(hand),
        hand.ledger.stub,
        hand.ledger.burns,
        table.rules,
        earlier=hand.ledger.earlier,
        discards=thrown,
        burned=not hand.unburned,
        kept=kept_in_stub(table),
    )


def close_draw(draft: Draft) -> None:
    """Close the draw when an act or a count shows it is over: unannounced draws are treated as pat, and the hand is
    partial.
    """
    while seat := due(draft.hand):
        draft.record(e.CardsDrawn(seat, 0, 0, 0, unsaid=True))
    serve(draft)
