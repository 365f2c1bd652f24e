"""Hands of players who are not at a tournament table: dead once the deal is complete, and the posts stay (H-80)."""

from msgspec.structs import replace

from poker import events as e
from poker.draft import Draft
from poker.state import Hand, Table
from poker.turn import can_bet


def kill_absent_hands(draft: Draft) -> None:
    """Kill the hands of absent players and of those who serve a penalty, after the deal and the posts.

    The first round is open, so that a redeal finds its forced bets. In stud the upcards still decide who brings it in.
    A tablet without the network deals by the penalties that it shows.
    """
    table = draft.table
    if draft.unseen.event is not None:
        table = replace(table, event=draft.unseen.event)
    for seat in dead_at_deal(table):
        draft.record(e.HandKilled(seat, "penalty" if _serves(table, seat) else "absent"))
    hand = draft.hand
    if hand.stage == "opener" and can_bet(hand.parts) < 2:
        draft.record(e.BettingOpened(due=0, increment=draft.bet_unit))


def dead_at_deal(table: Table) -> tuple[int, ...]:
    """Return the seats whose hands die after the deal, in dealing order. One hand lives even if no player is there."""
    hand = table.hand
    if hand is None or table.event is None:
        return ()
    order = [part.seat for part in hand.live()]
    gone = [seat for seat in order if _dies(table, seat)]
    if len(gone) == len(order):
        gone.remove(_last_hand(table, hand, order))
    return tuple(gone)


def may_bring_in(hand: Hand) -> tuple[int, ...]:
    """Return the seats whose upcards can bring it in, in dealing order.

    The hand of an absent player is dead, but its upcard counts, and the stack pays the bring-in (TDA R30).
    """
    return tuple(part.seat for part in hand.parts if part.life == "in" or part.seat in hand.absent)


def _dies(table: Table, seat: int) -> bool:
    if _serves(table, seat):
        return True
    return table.seats[seat - 1].absent and table.rules.absent_hand == "deal"


def _serves(table: Table, seat: int) -> bool:
    return table.event is not None and table.event.hands_left(seat) > 0


def _last_hand(table: Table, hand: Hand, order: list[int]) -> int:
    """Return the hand that lives if no player is at the table (H-81)."""
    if table.rules.all_absent == "big_blind" and hand.big in order:
        return hand.big
    return order[-1]
