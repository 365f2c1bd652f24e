"""End a hand that its tablet can no longer log: pay the dealer's count, or void the hand."""

from poker import chips, rake
from poker import commands as c
from poker import events as e
from poker.decide.chip_remedies import void_hand
from poker.decide.deal import ensure_dealt
from poker.decide.hand_end import settle_next_hand
from poker.decide.showdown import shares_of
from poker.decide.showing import live_index
from poker.draft import Draft
from poker.refusal import Refusal
from poker.state import Award, Cell, Pot


def finish_hand(draft: Draft, command: c.FinishHand, now: int) -> None:
    """Void the hand, or pay the dealer's count of the pot to the winners. The hand is marked partial.

    Raises `Refusal`: `no_hand`, `hand_over` if another hand is in progress, `finish_reason`, `pot_awarded` once a pot
    was pushed (`timeline.finish_hand` takes the award back first), `pot_not_divided`, and the refusals of an award.
    """
    hand = draft.table.hand
    if hand is None:
        raise Refusal("no_hand", "H-47", table=draft.table.name)
    if hand.number != command.hand:
        raise Refusal("hand_over", "H-47", hand=command.hand)
    if not command.reason.strip():
        raise Refusal("finish_reason", "S-012", hand=hand.number)
    if hand.awards:
        raise Refusal("pot_awarded", "H-47", hand=hand.number)
    ensure_dealt(draft)
    reason = command.reason.strip()
    voided = command.pot is None
    draft.record(e.HandFinished(hand.number, command.by, reason, voided))
    if command.pot is None:
        void_hand(draft, c.VoidHand(reason[:200]), now)
    else:
        _pay(draft, command, command.pot, now)


def _pay(draft: Draft, command: c.FinishHand, counted: int, now: int) -> None:
    """Pay the count, less rake and drop. Stacks stay known only if the count equals the log's."""
    winners = tuple(command.shares) or command.seats
    if not winners:
        live = [part.seat for part in draft.hand.live()]
        raise Refusal("winner_missing", "S-181", seats=live)
    if len(set(winners)) != len(winners):
        raise Refusal("seat_twice", "S-181", seats=list(winners))
    for seat in winners:
        live_index(draft.hand, seat)
    table = draft.table
    chips.check(counted, table.plaque.chips)
    if not table.followed or counted != draft.hand.chips():
        draft.record(e.PotCollected(draft.hand.chips(), known=False))
    draft.record(e.PotCounted(counted))
    flop = command.flop or draft.hand.street > 0
    rake_due, jackpot = rake.due(
        table.plaque.rake,
        counted,
        flop=flop,
        players=len(draft.hand.parts),
        unraked=table.unraked,
    )
    contest = Pot(counted - rake_due - jackpot, tuple(part.seat for part in draft.hand.live()))
    draft.record(e.PotsBuilt((contest,), rake_due, jackpot))
    shares = tuple(sorted(command.shares.items())) or shares_of(draft.table, Cell(0), winners)
    paid = sum(amount for _, amount in shares)
    if paid != contest.amount:
        raise Refusal("pot_not_divided", "S-181", amount=paid, to=contest.amount)
    losers = tuple(seat for seat in contest.seats if seat not in winners)
    if losers:
        draft.record(e.LosersKilled(losers))
    draft.record(e.PotAwarded(Award(0, shares, ())))
    _end(draft, dict(shares), now)


def _end(draft: Draft, won: dict[int, int], now: int) -> None:
    hand = draft.hand
    known = draft.table.followed
    if hand.rake or hand.jackpot:
        draft.record(e.RakeTaken(hand.rake, hand.jackpot))
    stacks = tuple(
        (part.seat, part.stack + won.get(part.seat, 0) if known else None)
        for part in hand.parts
        if part.stack is not None
    )
    draft.record(e.HandEnded(partial=True, stacks=stacks))
    settle_next_hand(draft, hand, now)
