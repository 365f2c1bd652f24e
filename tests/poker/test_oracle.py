"""pokerkit's State as a second opinion on random hands: who acts, to call, least and most, pots and stacks.

Differences on purpose are counted under a name of `ON_PURPOSE`; a difference without a reason fails. Stacks are
also checked against a settler of fifteen lines.
"""

import random
import warnings
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from pokerkit import (
    Automation,
    FixedLimitTexasHoldem,
    Mode,
    NoLimitTexasHoldem,
    PotLimitOmahaHoldem,
)

from poker import commands as c
from poker import reading
from poker.cards import DECK
from poker.engine import create, run
from poker.refusal import Refusal
from poker.rules import HouseRules
from poker.stakes import Limit, Stakes
from poker.state import Hand, Table
from poker.view import view

SMALL, BIG = 5, 10
AUTOMATIC = tuple(
    one
    for one in Automation
    if one not in (Automation.HOLE_DEALING, Automation.BOARD_DEALING, Automation.CARD_BURNING)
)
GAMES: dict[str, tuple[str, Limit, Any]] = {
    "no limit hold'em": ("holdem", "none", NoLimitTexasHoldem),
    "fixed limit hold'em": ("holdem", "split", FixedLimitTexasHoldem),
    "pot limit Omaha": ("omaha", "pot", PotLimitOmahaHoldem),
}


class Duel:
    """One random hand, played at a table of ours and in pokerkit's State at once."""

    def __init__(self, name: str, seed: int) -> None:
        self.game, self.limit, self.variant = GAMES[name]
        self.dice = random.Random(f"{name} {seed}")
        self.count = self.dice.randint(2, 6)
        top = self.dice.choice([40, 150, 700])
        self.stacks = [self.dice.randint(1, top) for _ in range(self.count)]
        self.ante = self.dice.choice([0, 0, 2])
        self.deck = self.dice.sample(DECK, len(DECK))
        self.hole: dict[int, tuple[str, ...]] = {}
        self.paid = dict.fromkeys(range(1, self.count + 1), 0)
        self.differences: Counter[str] = Counter()
        if self.blinds_short():
            return
        self.table = self.our_table()
        self.state = self.their_state()

    def blinds_short(self) -> bool:
        """A short blind: pokerkit lets it lower the bet, we pass it on or keep the full bet (whole hand left out)."""
        small, big = (self.stacks[1], self.stacks[0]) if self.count == 2 else self.stacks[:2]
        short = big < BIG + self.ante or 2 * (small - self.ante) < SMALL
        if short:
            self.differences["S-059 S-060 short blind"] += 1
        return short

    def our_table(self) -> Table:
        table = create("T", self.count).table
        for seat, stack in enumerate(self.stacks, 1):
            table = run(table, c.SeatPlayer(seat, f"p{seat}", f"N{seat}", stack), now=0).table
        stakes = Stakes(
            self.game,
            self.limit,
            small_bet=BIG,
            big_bet=2 * BIG if self.limit == "split" else BIG,
            blinds=(SMALL, BIG),
            ante=self.ante,
            buy_in_min=1,
            buy_in_max=1000,
            chips=(1,),
        )
        rules = HouseRules(odd_chip="all_first")
        table = run(table, c.OpenTable(stakes, rules), now=0).table
        table = run(table, c.SetButton(self.count), now=0).table
        return run(table, c.Deal(), now=0).table

    def their_state(self) -> Any:
        bets = (BIG, 2 * BIG) if self.limit == "split" else (BIG,)
        state = self.variant.create_state(
            AUTOMATIC,
            True,
            self.ante,
            (SMALL, BIG),
            *bets,
            self.stacks,
            self.count,
            mode=Mode.CASH_GAME,
        )
        each = 2 if self.game == "holdem" else 4
        for seat in range(1, self.count + 1):
            self.hole[seat] = tuple(self.draw(each))
        while state.can_deal_hole():
            seat = state.hole_dealee_index + 1
            state.deal_hole("".join(self.hole[seat]))
        return state

    def draw(self, count: int) -> list[str]:
        cards, self.deck = self.deck[:count], self.deck[count:]
        return cards

    @property
    def hand(self) -> Hand:
        hand = self.table.hand
        assert hand is not None
        return hand

    def do(self, command: c.Command) -> None:
        outcome = run(self.table, command, now=0)
        self.table = outcome.table

    def play(self) -> None:
        while self.state.status:
            if self.state.actor_index is not None:
                self.turn(self.state.actor_index + 1)
            else:
                self.street()
        self.award()

    def street(self) -> None:
        """Burn and deal the same cards on both."""
        street = self.table.game.streets[self.hand.street + 1]
        cards = self.draw(street.board)
        assert self.hand.stage == "complete"
        self.do(c.CloseStreet(self.hand.still_in(), tuple(cards)))
        self.state.burn_card("??")
        self.state.deal_board("".join(cards))

    def turn(self, seat: int) -> None:
        """Compare what the seat may do, then do one of the things that both allow."""
        if self.hand.stage == "complete" and not self.state.checking_or_calling_amount:
            assert not self.state.can_complete_bet_or_raise_to()
            self.differences["a check with nobody left to bet against"] += 1
            self.state.check_or_call()
            return
        picture: Any = view(self.table)
        ours = next(one for one in picture["seats"] if one["seat"] == seat)
        assert ours.get("first"), f"pokerkit asks seat {seat}, we do not: {self.hand}"
        assert ours["to_call"] == self.state.checking_or_calling_amount
        mine = self.our_range(ours)
        theirs = self.their_range()
        if mine != theirs:
            self.differences[self.reason(mine, theirs)] += 1
        self.choose(seat, ours["to_call"], mine, theirs)

    def our_range(self, seat: dict[str, Any]) -> tuple[int, int] | None:
        return (seat["raise"]["min"], seat["raise"]["max"]) if seat["raise"] else None

    def their_range(self) -> tuple[int, int] | None:
        state = self.state
        if not state.can_complete_bet_or_raise_to():
            return None
        return (
            state.min_completion_betting_or_raising_to_amount,
            state.max_completion_betting_or_raising_to_amount,
        )

    def reason(self, mine: tuple[int, int] | None, theirs: tuple[int, int] | None) -> str:
        for name, holds in REASONS.items():
            if holds(self):
                return name
        raise AssertionError(f"ours {mine}, pokerkit {theirs} at {self.hand}")

    def choose(
        self, seat: int, owed: int, mine: tuple[int, int] | None, theirs: tuple[int, int] | None
    ) -> None:
        if mine and theirs and self.dice.random() < 0.4:
            least, most = max(mine[0], theirs[0]), min(mine[1], theirs[1])
            if least <= most:
                to = self.dice.choice([least, most, self.dice.randint(least, most)])
                if self.raised(seat, to):
                    return
        if owed and self.dice.random() < 0.25:
            self.do(c.Act(seat, "fold"))
            self.state.fold()
            return
        self.do(c.Act(seat, "call" if owed else "check"))
        self.state.check_or_call()

    def raised(self, seat: int, to: int) -> bool:
        try:
            self.do(c.Act(seat, "raise", to))
        except Refusal:  # between the bounds of limit: only the whole raise or all-in
            return False
        self.state.complete_bet_or_raise_to(to)
        return True

    def award(self) -> None:
        """Push our pots by the cards; the fifteen-line settler must give the same."""
        if self.hand.stage == "complete":
            self.do(c.CloseStreet(self.hand.still_in()))
        expected = settle(self)
        if self.hand.stage == "showdown":
            for part in self.hand.live():
                self.do(c.ShowHand(part.seat, self.hole[part.seat]))
        pots = 1
        while self.table.hand is not None:
            pots = max(pots, len(self.hand.pots))
            picture: Any = view(self.table)
            alone = tuple(part.seat for part in self.hand.live())
            self.do(c.AwardPot(tuple(picture["award"]["best"]) or alone))
        after = [seat.stack for seat in self.table.seats]
        assert after == expected
        if after != self.state.stacks:
            # A pot is split for itself; pokerkit joins pots once their losers have mucked.
            self.differences["H-10 odd chips of several pots"] += 1
            pairs = zip(after, self.state.stacks, strict=True)
            assert all(abs(mine - theirs) < pots for mine, theirs in pairs)


def short_all_in(duel: Duel) -> bool:
    """A short all-in on this street lifted the bet but is no raise."""
    return duel.hand.round.level != duel.hand.round.full_level


def cap(duel: Duel) -> bool:
    """pokerkit counts four raises beside the blinds and has no exception for two players."""
    return duel.limit == "split" and duel.hand.round.raises >= 4


def short_small_blind(duel: Duel) -> bool:
    """Before the flop the pot-limit maximum counts a short blind as full."""
    return duel.limit == "pot" and duel.hand.round.missing > 0


REASONS: dict[str, Callable[[Duel], bool]] = {
    "S-109 short blind in the pot": short_small_blind,
    "H-03 raise cap": cap,
    "H-04 short all-in": short_all_in,
}


def settle(duel: Duel) -> list[int]:
    """Stacks after the hand: layers of contribution, those of the same contenders together, each to its best hands."""
    hand, ranking = duel.hand, duel.table.game.ranking
    left = {part.seat: part.total for part in hand.parts}
    live = tuple(sorted(part.seat for part in hand.live()))
    won = {part.seat: part.stack or 0 for part in hand.parts}
    pots: Counter[tuple[int, ...]] = Counter()
    while any(left.values()):
        layer = min(paid for paid in left.values() if paid)
        able = tuple(seat for seat in live if left[seat]) or max(pots, key=len, default=live)
        pots[able] += layer * sum(1 for paid in left.values() if paid)
        left = {seat: max(paid - layer, 0) for seat, paid in left.items()}
    for able, amount in pots.items():
        shown = [(seat, duel.hole[seat]) for seat in able]
        best = reading.winners(ranking, shown, hand.board) if len(able) > 1 else able
        for seat in best:
            won[seat] += amount // len(best) + amount % len(best) * (seat == min(best))
    return [won[seat] for seat in sorted(won)]


HANDS = 250
ON_PURPOSE = {
    *REASONS,
    "S-059 S-060 short blind",
    "a check with nobody left to bet against",
    "H-10 odd chips of several pots",
}


@pytest.mark.parametrize("name", GAMES)
def test_random_hands(name: str):
    found: Counter[str] = Counter()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for seed in range(HANDS):
            duel = Duel(name, seed)
            if not duel.differences:
                duel.play()
            found.update(set(duel.differences))  # hands, not decisions
    print(name, dict(found))
    assert set(found) <= ON_PURPOSE
    assert sum(found.values()) < HANDS / 2, "most hands agree in everything"
