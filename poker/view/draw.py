"""The draw on screen: who is next, the cards announced and dealt, and the deck to rebuild (S-176, H-45)."""

from poker.burns import kept_in_stub
from poker.decide import draw_round
from poker.state import Hand, Table
from poker.view.model import DrawView, SeatDrawView


def draw(table: Table) -> DrawView | None:
    """Return the draw in progress, or None."""
    hand = table.hand
    if hand is None or hand.stage != "draw":
        return None
    street = table.game.streets[hand.street]
    plan = draw_round.shortage(table)
    return DrawView(
        street=street.name,
        due=draw_round.due(hand),
        most=min(street.draw, _most(hand)),
        seats=[
            SeatDrawView(part.seat, stated=part.stated, delivered=part.got)
            for part in hand.live()
            if part.stated >= 0
        ],
        announced=table.rules.draw_order == "announce",
        plan=plan,
        kept=kept_in_stub(table),
    )


def _most(hand: Hand) -> int:
    seat = draw_round.due(hand)
    return hand.parts[hand.index(seat)].cards if seat else 0
