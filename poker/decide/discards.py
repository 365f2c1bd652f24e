"""A discard that the tablet shows seat by seat once a round is over: crazy pineapple (S-180).

No tap is needed: the count that opens the next street says that everyone has discarded.
"""

from poker import commands as c
from poker import events as e
from poker.decide.deal import ensure_dealt
from poker.decide.showing import live_index
from poker.decide.street import infer_rest
from poker.draft import Draft
from poker.games import Street
from poker.refusal import Refusal
from poker.state import Hand, Table


def coming_discard(table: Table) -> Street | None:
    """Return the next street if each player discards before it, seat by seat; otherwise None."""
    hand = table.hand
    if hand is None or hand.stage not in ("betting", "complete"):
        return None
    streets = table.game.streets
    if hand.street + 1 >= len(streets) or not streets[hand.street + 1].by_seat:
        return None
    return streets[hand.street + 1]


def are_due(table: Table) -> bool:
    """Return whether the players discard now: the round is complete, or one of them has discarded already."""
    hand = table.hand
    if hand is None or coming_discard(table) is None:
        return False
    return hand.stage == "complete" or thrown(hand) > 0


def may_discard(table: Table, seat: int) -> bool:
    """Return whether a tap may say that this seat has discarded."""
    hand = table.hand
    if hand is None or coming_discard(table) is None:
        return False
    return seat in late(hand) and thrown(hand) < hand.still_in()


def late(hand: Hand) -> tuple[int, ...]:
    """Return the seats still in that have not discarded yet, in dealing order."""
    return tuple(part.seat for part in hand.live() if not part.threw)


def thrown(hand: Hand) -> int:
    """Return how many players still in have discarded."""
    return sum(1 for part in hand.live() if part.threw)


def discard(draft: Draft, command: c.Discard, now: int) -> None:
    """Record that a seat has discarded. It follows the betting, so open acts are checks and calls.

    Raises `Refusal`: `no_discard`, `discarded_already`, `discards_over_count`.
    """
    ensure_dealt(draft)
    street = coming_discard(draft.table)
    if street is None:
        raise Refusal("no_discard", "S-180", stage=draft.hand.stage)
    part = draft.hand.parts[live_index(draft.hand, command.seat)]
    if part.threw:
        raise Refusal("discarded_already", "S-180", seat=part.seat)
    if not may_discard(draft.table, part.seat):
        raise Refusal("discards_over_count", "S-180", players=draft.hand.still_in())
    if draft.table.tracking == "actions":
        infer_rest(draft)
    draft.record(e.SeatDiscarded(command.seat, street.discard))
