"""What a hand that is over changes for the next: chips bought in it (S-010), the kill (S-072), the rotation's game,
a plaque that was put up during it (S-005).
"""

from poker import events as e
from poker.decide.buying import carry_out
from poker.draft import Draft
from poker.state import Hand


def after_hand(draft: Draft, hand: Hand, now: int) -> None:
    """`hand` as it was before its end; its stakes still stand. `now` in unix milliseconds."""
    carry_out(draft)
    if (coming := draft.table.next_plaque) is not None:
        # Another game begins: this one's kill and turn of the rotation end with it.
        draft.record(e.PlaqueChanged(coming.stakes, coming.rules, now))
        return
    _kill(draft, hand)
    _rotate(draft, now)


def _kill(draft: Draft, hand: Hand) -> None:
    """A whole qualifying pot to one player makes the next hand a kill hand; it stays one until a pot is split
    between high and low or is too small (S-072). A pot that nobody counted changes nothing.
    """
    table = draft.table
    kill = table.plaque.kill
    if kill is None or not hand.awards:
        return
    pot = sum(pot.amount for pot in hand.pots) + hand.rake + hand.jackpot
    if pot == 0:
        return
    winners = {seat for award in hand.awards for seat, _ in award.shares}
    if pot >= kill.trigger and len(winners) == 1:
        draft.record(e.KillChanged(True, winners.pop()))
    elif table.kill and (pot < kill.trigger or any(award.low for award in hand.awards)):
        draft.record(e.KillChanged(False))


def _rotate(draft: Draft, now: int) -> None:
    """The next game, when this one had its hands, its orbit or its minutes."""
    table = draft.table
    rotation = table.stakes.rotation if table.stakes else None
    if rotation is None or rotation.by == "choice":
        return
    reached = {
        "hands": table.leg_hands >= rotation.count,
        "orbit": table.leg_hands >= rotation.count * table.leg_size,
        "time": now - table.leg_at >= rotation.count * 60_000,
    }
    if reached[rotation.by]:
        draft.record(e.GameChanged((table.leg + 1) % (len(rotation.then) + 1), now))
