"""Amounts a seat may put in: the call, the minimum raise and the maximum (S-097 to S-118)."""

from typing import Literal, NamedTuple

from poker import chips, openers
from poker.games import GAMES
from poker.refusal import Refusal
from poker.rules import HouseRules
from poker.stakes import Stakes
from poker.state import Hand, Participant, Table

BetKind = Literal["bet", "raise", "complete"]
CAP = 4  # a bet and three raises (S-097)


class Bounds(NamedTuple):
    """The range a seat may raise to, as totals in front of it. `most` is None if there is no upper limit."""

    kind: BetKind
    least: int
    most: int | None
    increment: int  # chips above the current bet that make a full raise
    only: tuple[int, ...] = ()  # the only amounts allowed, if not the whole range (H-29)


def unit(stakes: Stakes, street: int) -> int:
    """Return the limit bet on this street; in pot limit and no limit, the opening bet (S-087, S-112)."""
    if not stakes.set_bets:
        return stakes.small_bet
    tier = GAMES[stakes.game].streets[street].tier
    return stakes.big_bet if tier else stakes.small_bet


def owed(hand: Hand, part: Participant) -> int:
    """Return the chips the seat still owes to the bet, regardless of its stack."""
    return max(hand.round.level - part.committed, 0)


def to_call(hand: Hand, part: Participant) -> int:
    """Return the chips the seat puts in to call: what it owes, or the rest of a counted stack (S-114)."""
    due = owed(hand, part)
    return due if part.stack is None else min(due, part.stack)


def can_be_answered(hand: Hand, part: Participant) -> bool:
    """Return whether another seat could call more than the current bet (S-115)."""
    level = hand.round.level
    return any(other is not part and _can_answer(other, level) for other in hand.parts)


def bounds(table: Table, part: Participant, *, called: int = 0) -> Bounds:
    """Return the raise this seat may make. `called`: chips that other seats call before it acts.

    Raises `Refusal`: `capped` (S-097, H-03), `not_reopened` (H-04), `nobody_to_raise`, `no_chips_to_raise`.
    """
    hand = table.hand
    stakes = table.plaque
    rules = table.rules
    assert hand is not None
    turn = hand.round
    if not can_be_answered(hand, part):
        raise Refusal("nobody_to_raise", "S-115", seat=part.seat, bet=turn.level)
    if stakes.capped and turn.raises >= CAP and not uncapped(hand, part, rules):
        raise Refusal("capped", "H-03", seat=part.seat, raises=turn.raises - 1, bet=turn.level)
    if not reopened(hand, part, stakes, rules):
        raise Refusal("not_reopened", "H-04", seat=part.seat, bet=turn.level, full=turn.increment)
    least, most = _payable(*_range(table, stakes, part, called), stakes.chips)
    only = (least, most) if open_pair(table) and most is not None else ()
    limit = None if part.stack is None else part.committed + part.stack
    if limit is not None:
        if limit <= turn.level:
            raise Refusal("no_chips_to_raise", "S-114", seat=part.seat, stack=part.stack)
        least = min(least, limit)
        most = limit if most is None else min(most, limit)
        only = (least, most) if only else ()
    return Bounds(bet_kind(table, hand), least, most, turn.increment, only)


def bet_kind(table: Table, hand: Hand) -> BetKind:
    """Return what the next bet is: a bet, a raise or the completion of a bring-in."""
    if completes(table):
        return "complete"
    return "raise" if hand.round.level else "bet"


def completes(table: Table) -> bool:
    """Return whether the next bet completes a bring-in: any bring-in or only a short one, by house rule (S-116,
    H-27).
    """
    hand = table.hand
    if hand is None or not hand.round.bring_in:
        return False
    brought = hand.parts[hand.index(hand.opener)].committed
    return table.rules.complete == "any" or brought < hand.round.level


def open_pair(table: Table) -> bool:
    """Return whether both limits may be bet on fourth street of stud high: an open pair shows or may show (H-29)."""
    hand = table.hand
    if hand is None or hand.street != 1 or not table.rules.open_pair:
        return False
    game = table.game
    if game.family != "stud" or game.ranking != "stud_high" or not table.plaque.set_bets:
        return False
    up = {part.seat: part.up for part in hand.parts}
    order = tuple(part.seat for part in hand.live())
    return openers.open_pair(up, order, table.rules) is not False


def _can_answer(other: Participant, level: int) -> bool:
    return other.can_act and (other.stack is None or other.committed + other.stack > level)


def uncapped(hand: Hand, part: Participant, rules: HouseRules) -> bool:
    """Return whether the cap is off because only two players are in (S-098, H-03).

    A later fold does not lift the cap.
    """
    if rules.raise_cap == "always":
        return False
    if rules.raise_cap == "two_began":
        return hand.round.began == 2
    others = sum(1 for other in hand.parts if other.committed and other.seat != part.seat)
    return others <= 1


def reopened(hand: Hand, part: Participant, stakes: Stakes, rules: HouseRules) -> bool:
    """Return whether a seat may raise: it has not acted, or the bet has risen enough since it did (S-108, H-04).

    A bring-in is forced and is not an act: its seat may complete until the bet is full (S-116).
    """
    if part.level < 0 or (hand.round.bring_in and part.acted == "brought_in"):
        return True
    if not stakes.set_bets and rules.big_bet_reopen == "cumulative":
        return hand.round.level - part.level >= hand.round.increment
    return hand.round.full_level > part.level


def _payable(
    least: int, most: int | None, denominations: tuple[int, ...]
) -> tuple[int, int | None]:
    """Return the bounds rounded to amounts that the chips can make (S-118). A counted stack may always go in whole."""
    least = chips.round_up(least, denominations)
    if most is None:
        return least, None
    return least, max(chips.round_down(most, denominations), least)


def _range(table: Table, stakes: Stakes, part: Participant, called: int) -> tuple[int, int | None]:
    hand = table.hand
    assert hand is not None
    turn = hand.round
    base = turn.full_level if not turn.bring_in or completes(table) else turn.level
    if stakes.set_bets:
        if open_pair(table):
            return base + turn.increment, base + stakes.big_bet
        target = base + unit(stakes, hand.street)
        return target, target
    least = (base if turn.bring_in else turn.level) + turn.increment
    if stakes.limit == "spread":
        return least, max((base if turn.bring_in else turn.level) + stakes.big_bet, least)
    if stakes.limit == "none" or hand.any_amount:
        return least, None
    if table.pot is None:
        return least, None  # folded seats were not named, so the pot is unknown
    pot = table.pot + called + (turn.missing if table.rules.pot_full_blinds else 0)
    return least, max(turn.level + pot + owed(hand, part), least)


def call_pot(hand: Hand, part: Participant) -> int:
    """Return the total in front of a seat that, in an unlimited bet, calls only the pot (S-111); 0 if that does not
    apply.
    """
    total = part.committed + to_call(hand, part)
    before = hand.chips() - owed(hand, part)
    to = part.committed + max(before, 0)
    return to if hand.any_amount and part.committed < to < total else 0


def pot_sized(table: Table, part: Participant, *, called: int = 0, share: int = 1) -> int | None:
    """Return the total of a raise of the pot (or pot / `share`), counting the call (S-109, S-110).

    None if the pot is unknown.
    """
    hand = table.hand
    assert hand is not None
    if table.pot is None:
        return None
    due = owed(hand, part)
    return hand.round.level + (table.pot + called + due) // share


def is_full(to: int, hand: Hand, stakes: Stakes, rules: HouseRules) -> bool:
    """Return whether a total of `to` is a full bet or raise, not just action (S-106, H-04)."""
    turn = hand.round
    if not stakes.set_bets:
        over = to - (turn.full_level if turn.bring_in else turn.level)
        half = rules.big_bet_reopen == "half" and turn.level > 0 and 2 * over >= turn.increment
        return over >= turn.increment or half
    size = unit(stakes, hand.street)
    over = to - turn.full_level
    return over >= size or (rules.limit_reopen == "half" and 2 * over >= size)
