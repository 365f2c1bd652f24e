"""Effects of a finished hand on the next: chips bought in it (S-010), the kill (S-072), the rotation's game, and a
plaque posted during it (S-005).
"""

from poker import events as e
from poker.decide.buy_ins import carry_out
from poker.draft import Draft
from poker.state import Hand


def settle_next_hand(draft: Draft, hand: Hand, now: int) -> None:
    """Apply the effects. hand: as it was before its end, with its own stakes. now: Unix milliseconds."""
    carry_out(draft)
    # an offline tablet continues under the plaque it shows
    if (coming := draft.table.next_plaque) is not None and not draft.unseen.plaque:
        # Another game starts, which ends the kill and this game's turn in the rotation.
        draft.record(e.PlaqueChanged(coming.stakes, coming.rules, now))
        return
    _kill(draft, hand)
    _rotate(draft, now)


def _kill(draft: Draft, hand: Hand) -> None:
    """Make the next hand a kill hand if one player wins a whole qualifying pot (S-072).

    The kill lasts until a pot is split between high and low or is too small. An uncounted pot changes nothing.
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
    """Move to the next game once this one has had its hands, its orbit or its minutes."""
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
