"""The draw on screen: who is next, what was announced and dealt, and the deck to rebuild (S-176, H-45)."""

import msgspec

from poker.decide import draw_round
from poker.state import Hand, Table


def draw(table: Table) -> dict[str, object] | None:
    """Return the draw in progress, or None.

    due: the seat that draws next, 0 if all have announced; most: the maximum it may exchange; seats: [{seat,
    stated, delivered}] of seats that announced; announced: whether all announce first (H-48); plan: how the deck is
    rebuilt, or None.
    """
    hand = table.hand
    if hand is None or hand.stage != "draw":
        return None
    street = table.game.streets[hand.street]
    plan = draw_round.shortage(table)
    return {
        "street": street.name,
        "due": draw_round.due(hand),
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
    seat = draw_round.due(hand)
    return hand.parts[hand.index(seat)].cards if seat else 0
