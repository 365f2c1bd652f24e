"""First to act in stud: named by a tap, by the suits of a tie, or read from upcards (S-145 to S-159, H-11,
H-12b).
"""

from msgspec.structs import replace

from poker import cards, openers
from poker import events as e
from poker.decide.absent import may_bring_in
from poker.draft import Draft
from poker.openers import Opening
from poker.state import Hand, Participant, Table
from poker.turn import can_bet, next_due


def await_opener(draft: Draft) -> None:
    """Start a stud round: the opener is read from known upcards or must be named. Starts no round if no one can bet."""
    if can_bet(draft.hand.parts) < 2:
        draft.record(e.BettingOpened(due=0, increment=draft.bet_unit))
        return
    draft.record(e.OpenerAwaited())
    derive(draft)


def brings_in(table: Table) -> bool:
    """Return whether this round starts with a bring-in: the first one, if the house uses it (S-145, H-11)."""
    hand = table.hand
    return hand is not None and hand.street == 0 and table.rules.stud_opener == "bring_in"


def opening(table: Table) -> Opening | None:
    """Return the first to act according to the upcards; None if the previous round decides it or there is no round."""
    hand = table.hand
    if hand is None or table.game.family != "stud":
        return None
    order = in_order(table, hand)
    kind = table.game.upcards
    rules = table.rules
    if hand.street == 0:
        doors = {part.seat: part.up[-1] for part in hand.parts if part.up}
        return openers.third(doors, order, rules, kind)
    if all(card == cards.UNKNOWN for part in hand.parts for card in part.up):
        return Opening(None, "S-150", order, order)  # no upcards entered: any seat may be high
    common = _common(table, hand)
    if common == cards.UNKNOWN:
        return Opening(None, "S-156", order, order)  # the common card was not entered
    up = max(len(part.up) for part in hand.live())
    upcards = {part.seat: part.up for part in hand.parts}
    return openers.later(upcards, order, rules, kind, up=up, common=common)


def in_order(table: Table, hand: Hand) -> tuple[int, ...]:
    """Return the seats that can be first by their upcards, in dealing order; for the bring-in absent ones, too."""
    return may_bring_in(hand) if brings_in(table) else tuple(part.seat for part in hand.live())


def follow(draft: Draft) -> None:
    """Open the round from entered upcards, or correct the opener while no one has acted."""
    hand = draft.hand
    if hand.stage == "opener":
        derive(draft)
    elif may_name(hand):
        by_upcards = opening(draft.table)
        if by_upcards is not None and by_upcards.seat not in (None, hand.opener):
            undo_opener(draft)
            derive(draft)


def _common(table: Table, hand: Hand) -> str:
    """Return the common card if it decides the first to act by house rule, "??" if not entered (H-14)."""
    last = hand.last_card
    if last is None or last.plan.first != "with_common" or not hand.board:
        return ""
    return hand.board[0]


def _same_as_before(table: Table, hand: Hand) -> bool:
    """Return whether the last round's opener opens again: there are no new upcards, and it is certainly still in."""
    if hand.street == 0 or hand.unnamed:
        return False
    last = hand.last_card
    common = last is not None and last.plan.kind == "common"
    if table.game.streets[hand.street].up and not common:
        return False
    if last is not None and last.plan.first == "with_common":
        return False
    i = hand.index(hand.before)
    return i >= 0 and hand.parts[i].life == "in"


def likely(table: Table) -> int:
    """Return the seat that was first by its upcards on the last street and may be again; 0 for none (S-150).

    A bring-in is the worst upcard, so it does not indicate the best hand of the next street.
    """
    hand = table.hand
    if hand is None or hand.opener or not hand.before or hand.stage != "opener":
        return 0
    if hand.street == 1 and table.rules.stud_opener == "bring_in":
        return 0
    by_upcards = opening(table)
    return hand.before if by_upcards is not None and hand.before in by_upcards.could else 0


def derive(draft: Draft) -> None:
    table = draft.table
    hand = draft.hand
    if _same_as_before(table, hand):
        name(draft, hand.before, "S-150", inferred=True)
        return
    by_upcards = opening(table)
    if by_upcards is not None and by_upcards.seat is not None:
        name(draft, by_upcards.seat, by_upcards.rule, inferred=True)


def name(draft: Draft, seat: int, rule: str, *, inferred: bool = False, short: int = 0) -> None:
    """Open the round at a seat; on the first street it brings it in (S-145), all-in for `short` if given."""
    draft.record(e.OpenerNamed(seat, rule, inferred))
    if brings_in(draft.table):
        _bring_in(draft, seat, short)
        return
    hand = draft.hand
    due = _first_able(hand, hand.index(seat))
    draft.record(e.BettingOpened(due=due, increment=draft.bet_unit))


def _first_able(hand: Hand, i: int) -> int:
    """Return the index of the seat, or of the next one clockwise that is not all-in."""
    due = next_due(hand.parts, 0, i - 1)
    return hand.parts[due].seat if due >= 0 else 0


def _bring_in(draft: Draft, seat: int, short: int) -> None:
    """Record the bring-in. If the low card is all-in for its ante, the next seat brings it in (TDA RP-10E)."""
    full = draft.table.plaque.bring_in
    part = draft.hand.parts[draft.hand.index(seat)]
    has = short or full if part.stack is None else part.stack
    amount = 0 if part.all_in else min(has, full)
    draft.record(e.BroughtIn(seat, amount, all_in=0 < amount == (short or part.stack)))
    hand = draft.hand
    parts = tuple(_answered(p, full) if p.seat == seat else p for p in hand.parts)
    due = next_due(parts, full, hand.index(seat))
    draft.record(
        e.BettingOpened(
            due=parts[due].seat if due >= 0 else 0,
            level=full,
            increment=draft.bet_unit,
            closed=(seat,),
            bring_in=True,
        )
    )


def _answered(part: Participant, level: int) -> Participant:
    return replace(part, level=level)


def may_name(hand: Hand) -> bool:
    """Return whether the first to act can still be named or corrected: no one has acted in this round.

    A hand killed after its bring-in leaves its chips, so there is no second bring-in.
    """
    if hand.stage == "opener":
        return True
    i = hand.index(hand.opener)
    return (
        hand.stage == "betting"
        and i >= 0
        and (hand.parts[i].life == "in" or hand.opener in hand.absent)
        and all(part.acted in ("", "brought_in") for part in hand.live())
        and hand.round.bettor == 0
    )


def undo_opener(draft: Draft) -> None:
    """Undo a bring-in that belonged to another seat, or a wrongly named opener."""
    hand = draft.hand
    if hand.stage != "opener":
        part = hand.parts[hand.index(hand.opener)]
        draft.record(e.BringInReturned(hand.opener, part.committed))
