"""Effects of a finished hand on the next: chips bought in it (S-010), who sits down in a stand-up game (H-77), the kill
(S-072), the rotation's game, and a plaque posted during it (S-005).
"""

from poker import events as e
from poker.bounties import sitting_down
from poker.decide.buy_ins import carry_out
from poker.draft import Draft
from poker.reading import RANKINGS
from poker.stakes import Kill
from poker.state import Hand


def settle_next_hand(draft: Draft, hand: Hand, now: int) -> None:
    """Apply the effects. hand: as it was before its end, with its own stakes. now: Unix milliseconds."""
    carry_out(draft)
    _sit_down(draft)
    # an offline tablet continues under the plaque it shows
    if (coming := draft.table.next_plaque) is not None and not draft.unseen.plaque:
        # Another game starts, which ends the kill and this game's turn in the rotation.
        draft.record(e.PlaqueChanged(coming.stakes, coming.rules, now))
        return
    _kill(draft, hand)
    _rotate(draft, now)


def _sit_down(draft: Draft) -> None:
    bounty = draft.table.bounty
    if bounty is not None and (seats := sitting_down(bounty)):
        draft.record(e.PlayersSatDown(seats))


def _kill(draft: Draft, hand: Hand) -> None:
    """Make the next hand a kill hand if one player wins a whole qualifying pot (S-072).

    The kill lasts until a pot is split between high and low, in a game of one half between any players, or is too
    small. An uncounted pot changes nothing.
    """
    table = draft.table
    kill = table.plaque.kill
    if kill is None or not hand.awards:
        return
    pot = sum(pot.amount for pot in hand.pots) + hand.rake + hand.jackpot
    winners = {seat for award in hand.awards for seat, _ in award.shares}
    if kill.legs > 1:
        _leg_up(draft, kill, pot, winners)
        return
    if pot == 0:
        return
    whole = len(RANKINGS[table.game.ranking].halves) == 1
    if pot >= kill.trigger and len(winners) == 1:
        draft.record(e.KillChanged(True, winners.pop()))
    elif table.kill and (pot < kill.trigger or whole or any(award.low for award in hand.awards)):
        draft.record(e.KillChanged(False))


def _leg_up(draft: Draft, kill: Kill, pot: int, winners: set[int]) -> None:
    """Give the leg to the winner of a whole pot; a second one in a row that qualifies kills the next hand (H-63).

    A split leaves the leg, and the kill, with a player who shares in it; otherwise it goes back to the middle. The
    first pot may have any size, even an unknown one.
    """
    table = draft.table
    if len(winners) > 1:
        shares = table.kill_leg in winners
        on, leg = table.kill and shares, table.kill_leg if shares else 0
    else:
        (leg,) = winners
        on = leg == table.kill_leg and (pot >= kill.trigger or (table.kill and not pot))
    changed = e.KillChanged(on, leg if on else 0, leg)
    if (changed.on, changed.seat, changed.leg) != (table.kill, table.killer, table.kill_leg):
        draft.record(changed)


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
