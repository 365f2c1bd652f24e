"""Commands of the dealer on a draw: a number for each seat, and the piles added to a short deck (S-176, H-45,
H-48).
"""

from poker import commands as c
from poker import events as e
from poker.burns import kept_in_stub
from poker.decide.draw_round import due, owed, serve, shortage
from poker.decide.street import reach_draw, settle
from poker.draft import Draft
from poker.refusal import Refusal
from poker.state import Hand, Participant, Table


def draw(draft: Draft, command: c.Draw, now: int) -> None:
    """Record how many cards the seat next to draw exchanges; 0 means that the player stands pat."""
    reach_draw(draft)
    hand = draft.hand
    table = draft.table
    part = _turn(hand, command.seat)
    most = min(table.game.streets[hand.street].draw, part.cards)
    if command.count > most:
        raise Refusal(
            "draw_too_many", _limit_rule(table), seat=part.seat, cards=command.count, most=most
        )
    if table.rules.draw_order == "in_turn":
        if owed(hand):
            raise Refusal("rebuild_first", "H-45", seat=owed(hand)[0][0])
        dealt = min(command.count, max(hand.ledger.stub - kept_in_stub(table), 0))
        draft.record(e.CardsDrawn(part.seat, command.count, command.count, dealt))
    else:
        draft.record(e.CardsDrawn(part.seat, command.count, command.count, 0))
    settle(draft)


def _limit_rule(table: Table) -> str:
    return "S-166" if table.game.key == "badugi" else "S-170"


def _turn(hand: Hand, seat: int) -> Participant:
    i = hand.index(seat)
    if i < 0 or hand.parts[i].life != "in":
        raise Refusal("not_in_hand", "S-176", seat=seat)
    turn = due(hand)
    if seat != turn:
        raise Refusal("draw_turn", "S-176", seat=seat, due=turn)
    return hand.parts[i]


def rebuild_deck(draft: Draft, command: c.RebuildDeck, now: int) -> None:
    """Add the piles H-45 names to the stub, shuffle and cut, and deal the rest in order.

    Raises `Refusal`: `nothing_to_rebuild`, `draw_still_short`, `deck_count` if the count exceeds the cards there are.
    """
    hand = draft.hand
    planned = shortage(draft.table)
    if planned is None:
        raise Refusal("nothing_to_rebuild", "H-45", hand=hand.number)
    if not any(step.do == "gather" for step in planned.steps):
        raise Refusal("draw_still_short", "H-45", owed=[list(pair) for pair in owed(hand)])
    seats = tuple(p.seat for p in hand.parts if p.thrown and p.seat not in planned.excluded)
    burns = hand.ledger.burns if draft.table.rules.draw_shortage_burns else 0
    logged = next(step.stub for step in planned.steps if step.do == "shuffle")
    counted = command.stub if command.stub != logged else None
    if counted is not None and counted > logged + hand.ledger.lost:
        raise Refusal("deck_count", "H-45", stub=counted, burns=burns, players=len(owed(hand)))
    draft.record(e.DeckRebuilt(hand.ledger.earlier, seats, burns, counted))
    for step in planned.steps:
        if step.do == "burn":
            draft.record(e.CardBurned(draft.table.game.streets[hand.street].name))
    serve(draft)
    settle(draft)
