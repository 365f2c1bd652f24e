"""The three numbers that a dealer is asked for: to call, minimum raise, maximum (S-097 to S-118)."""

from typing import NamedTuple

from poker import chips, openers
from poker.games import GAMES
from poker.refusal import Refusal
from poker.rules import HouseRules
from poker.stakes import Stakes
from poker.state import Hand, Part, Table

CAP = 4  # a bet and three raises (S-097)


class Bounds(NamedTuple):
    """What a seat may raise to, as totals in front of it. `most` None: as much as the seat has."""

    kind: str  # "bet", "raise" or "complete"
    least: int
    most: int | None
    increment: int  # what makes a full raise above the present level
    only: tuple[int, ...] = ()  # the amounts that there are, where not all between (H-29)


def unit(stakes: Stakes, street: int) -> int:
    """The limit's bet on this street; in pot limit and no limit the opening bet (S-087, S-112)."""
    if not stakes.set_bets:
        return stakes.small_bet
    tier = GAMES[stakes.game].streets[street].tier
    return stakes.big_bet if tier else stakes.small_bet


def owed(hand: Hand, part: Part) -> int:
    """What this seat still owes to the bet, ignoring how much it has."""
    return max(hand.round.level - part.committed, 0)


def to_call(hand: Hand, part: Part) -> int:
    """What this seat puts in to call: the bet's rest, or what is left of a counted stack (S-114)."""
    due = owed(hand, part)
    return due if part.stack is None else min(due, part.stack)


def bounds(table: Table, part: Part, *, called: int = 0) -> Bounds:
    """The raise that this seat may make; `called` chips were put in by others before it acts.

    Refuses `capped` (S-097, H-03), `not_reopened` (H-04), `nobody_to_raise`, `no_chips_to_raise`.
    """
    hand, stakes, rules = table.hand, table.plaque, table.rules
    assert hand is not None
    turn = hand.round
    if not any(other is not part and _can_answer(other, turn.level) for other in hand.parts):
        raise Refusal("nobody_to_raise", "S-115", seat=part.seat)
    if stakes.capped and turn.raises >= CAP and not uncapped(hand, part, rules):
        raise Refusal("capped", "H-03", seat=part.seat, raises=turn.raises - 1, bet=turn.level)
    if not reopened(hand, part, stakes, rules):
        raise Refusal("not_reopened", "H-04", seat=part.seat, bet=turn.level, full=turn.increment)
    least, most = _payable(*_range(table, hand, part, called), stakes.chips)
    only = (least, most) if open_pair(table) and most is not None else ()
    limit = None if part.stack is None else part.committed + part.stack
    if limit is not None:
        if limit <= turn.level:
            raise Refusal("no_chips_to_raise", "S-114", seat=part.seat, stack=part.stack)
        least = min(least, limit)
        most = limit if most is None else min(most, limit)
        only = (least, most) if only else ()
    kind = "complete" if completes(table) else "raise" if turn.level else "bet"
    return Bounds(kind, least, most, turn.increment, only)


def completes(table: Table) -> bool:
    """Whether the next bet makes up a bring-in: any, or only a short one by the house's reading (S-116, H-27)."""
    hand = table.hand
    if hand is None or not hand.round.bring_in:
        return False
    brought = hand.parts[hand.index(hand.opener)].committed
    return table.rules.complete == "any" or brought < hand.round.level


def open_pair(table: Table) -> bool:
    """Whether either limit may be bet on fourth street of stud high: an open pair, or nobody said (H-29)."""
    hand, game = table.hand, table.game
    if not table.rules.open_pair or hand is None or game.family != "stud" or hand.street != 1:
        return False
    if not table.plaque.set_bets or game.ranking != "stud_high":
        return False
    up = {part.seat: part.up for part in hand.parts}
    order = tuple(part.seat for part in hand.live())
    return openers.open_pair(up, order, table.rules) is not False


def _can_answer(other: Part, level: int) -> bool:
    """Whether a player could put in more than the present bet, as far as the stack is known."""
    return other.can_act and (other.stack is None or other.committed + other.stack > level)


def uncapped(hand: Hand, part: Part, rules: HouseRules) -> bool:
    """Whether the cap is off because two players are in (S-098, H-03). A later fold does not lift it."""
    if rules.raise_cap == "always":
        return False
    if rules.raise_cap == "two_began":
        return hand.round.began == 2
    others = sum(1 for other in hand.parts if other.committed and other.seat != part.seat)
    return others <= 1


def reopened(hand: Hand, part: Part, stakes: Stakes, rules: HouseRules) -> bool:
    """Whether a seat may raise: it has not acted yet, or the bet rose enough since it did (S-108, H-04).

    A bring-in is forced and no act: until the bet is full its seat may make it so (S-116).
    """
    if part.level < 0 or (hand.round.bring_in and part.acted == "brought_in"):
        return True
    if not stakes.set_bets and rules.big_bet_reopen == "cumulative":
        return hand.round.level - part.level >= hand.round.increment
    return hand.round.full_level > part.level


def _payable(
    least: int, most: int | None, denominations: tuple[int, ...]
) -> tuple[int, int | None]:
    """The bounds as the chips can make them (S-118); a counted stack may go in whole whatever it is."""
    least = chips.up(least, denominations)
    if most is None:
        return least, None
    return least, max(chips.down(most, denominations), least)


def _range(table: Table, hand: Hand, part: Part, called: int) -> tuple[int, int | None]:
    stakes, turn = table.plaque, hand.round
    base = turn.full_level if completes(table) or not turn.bring_in else turn.level
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
        return least, None  # players are out whom nobody named: what the pot holds is not known
    pot = table.pot + called + (turn.missing if table.rules.pot_full_blinds else 0)
    return least, max(turn.level + pot + owed(hand, part), least)


def call_pot(hand: Hand, part: Part) -> int:
    """The total in front of a seat that calls only the pot of a bet of any amount (S-111); 0 for no such call."""
    whole = part.committed + to_call(hand, part)
    before = hand.chips() - owed(hand, part)
    to = part.committed + max(before, 0)
    return to if hand.any_amount and part.committed < to < whole else 0


def pot_sized(table: Table, part: Part, *, called: int = 0, share: int = 1) -> int | None:
    """The total that a raise of the pot (or pot / `share`) makes, counting the call (S-109, S-110).

    None where the pot is not known.
    """
    hand = table.hand
    assert hand is not None
    if table.pot is None:
        return None
    due = owed(hand, part)
    return hand.round.level + (table.pot + called + due) // share


def is_full(to: int, hand: Hand, stakes: Stakes, rules: HouseRules) -> bool:
    """Whether a bet to `to` counts as a bet or raise, or is action only (S-106, H-04)."""
    turn = hand.round
    if not stakes.set_bets:
        return to - (turn.full_level if turn.bring_in else turn.level) >= turn.increment
    size = unit(stakes, hand.street)
    over = to - turn.full_level
    return over >= size or (rules.limit_reopen == "half" and 2 * over >= size)
