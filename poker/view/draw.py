"""What a screen shows of a draw: who is next, what was said and dealt, and the deck to make up (S-176, H-45)."""

import msgspec

from poker.decide import draws
from poker.state import Hand, Table


def draw(table: Table) -> dict[str, object] | None:
    """The draw that is going on, None otherwise.

    due: the seat that draws next, 0 when all have said; most: the most it may exchange; seats: [{seat, stated,
    delivered}] of who has said; announced: whether all say first (H-48); plan: how the deck is made up, or None.
    """
    hand = table.hand
    if hand is None or hand.stage != "draw":
        return None
    street = table.game.streets[hand.street]
    plan = draws.shortage(table)
    return {
        "street": street.name,
        "due": draws.due(hand),
        "most": min(street.draw, _most(hand)),
        "seats": [
            {"seat": part.seat, "stated": part.stated, "delivered": part.got}
            for part in hand.live()
            if part.stated >= 0
        ],
        "announced": table.rules.draw_order == "announce",
        "plan": msgspec.to_builtins(plan) if plan else None,
    }


def _most(hand: Hand) -> int:
    seat = draws.due(hand)
    return hand.parts[hand.index(seat)].cards if seat else 0
