"""One random hand of a flop game, compared with pokerkit act by act."""

import random
from collections import Counter
from typing import Any

from pokerkit import Mode

from poker import commands as c
from poker import events as e
from poker.cards import DECK
from poker.engine import create, run
from poker.games import GAMES, Game
from poker.refusal import Refusal
from poker.rules import HouseRules
from poker.stakes import Stakes
from poker.state import Hand, Table
from poker.view import view
from poker.view.model import SeatView, present
from tests.poker.oracle.kinds import (
    AUTOMATIC,
    BIG,
    BRING_IN,
    CAP,
    HALF_BET,
    HI_LO_SIDE,
    KINDS,
    NOBODY,
    ODD,
    SHORT_ALL_IN,
    SHORT_BLIND,
    SHORT_POT,
    SMALL,
    HandLeftOut,
)
from tests.poker.oracle.settle import Settled, settle


class Duel:
    """One random hand of a flop game."""

    def __init__(self, name: str, seed: int) -> None:
        self.kind = KINDS[name]
        self.game: Game = GAMES[self.kind.game]
        self.dice = random.Random(f"{name} {seed}")
        self.count = self.dice.randint(2, self.kind.seats)
        top = self.dice.choice([40, 150, 700])
        self.stacks = [self.dice.randint(1, top) for _ in range(self.count)]
        self.ante = self.antes()
        self.stays = self.dice.random() < 0.3  # no player folds: the deck runs low
        ranks = set(self.game.ranks) - set(self.kind.without)
        deck = [card for card in DECK if card[0] in ranks]
        self.deck = self.dice.sample(deck, len(deck))
        self.hole: dict[int, list[str]] = {seat: [] for seat in range(1, self.count + 1)}
        self.went_short = False  # an all-in of this round raised the bet by less than a full raise
        self.differences: Counter[str] = Counter()
        self.check_stacks()
        self.table = self.our_table()
        self.state = self.their_state()
        self.deal()

    def antes(self) -> int:
        return self.dice.choice([0, 0, 2])

    def check_stacks(self) -> None:
        """Skip the whole hand on a short blind."""
        small, big_blind = (self.stacks[1], self.stacks[0]) if self.count == 2 else self.stacks[:2]
        if big_blind < BIG + self.ante or 2 * (small - self.ante) < SMALL:
            raise HandLeftOut(SHORT_BLIND)

    @property
    def split(self) -> bool:
        return self.kind.limit == "split"

    def our_table(self) -> Table:
        table = create("T", self.count).state
        for seat, stack in enumerate(self.stacks, 1):
            table = run(table, c.SeatPlayer(seat, f"p{seat}", f"N{seat}", stack), now=0).state
        stakes = Stakes(
            self.kind.game,
            self.kind.limit,
            small_bet=BIG,
            big_bet=2 * BIG if self.split else BIG,
            ante=self.ante,
            buy_in_min=1,
            buy_in_max=1000,
            chips=(1,),
            **self.forced(),
        )
        table = run(table, c.OpenTable(stakes, self.house()), now=0).state
        return self.begin(run(table, c.SetButton(self.count), now=0).state)

    def begin(self, table: Table) -> Table:
        return run(table, c.Deal(), now=0).state

    def forced(self) -> dict[str, Any]:
        return {"blinds": (SMALL, BIG)}

    def house(self) -> HouseRules:
        return HouseRules(odd_chip="all_first")

    def their_state(self) -> Any:
        bets = (BIG, 2 * BIG) if self.split else (BIG,)
        (forced,) = self.forced().values()
        return self.kind.theirs.create_state(
            AUTOMATIC,
            True,
            self.ante,
            forced,
            *bets,
            self.stacks,
            self.count,
            mode=Mode.CASH_GAME,
        )

    def deal(self) -> None:
        """Deal the first cards to both."""
        cards_each = self.kind.theirs.hole if self.kind.keeps else self.game.streets[0].each
        for seat in self.hole:
            self.hole[seat] = self.draw(cards_each)
        first = self.game.streets[0]
        while self.state.can_deal_hole():
            seat = self.state.hole_dealee_index + 1
            self.state.deal_hole("".join(self.hole[seat]))
        if first.board:
            self.state.burn_card("??")
            cards = self.draw(first.board)
            self.do(c.ShowBoard(tuple(cards)))
            self.state.deal_board("".join(cards))

    def draw(self, count: int) -> list[str]:
        cards = self.deck[:count]
        self.deck = self.deck[count:]
        return cards

    @property
    def hand(self) -> Hand:
        hand = self.table.hand
        assert hand is not None
        return hand

    @property
    def live(self) -> list[int]:
        return [part.seat for part in self.hand.live()]

    def do(self, command: c.Command) -> None:
        outcome = run(self.table, command, now=0)
        self.table = outcome.state
        for event in outcome.events:
            if isinstance(event, e.BettingOpened):
                self.went_short = False
            elif isinstance(event, e.BetMade):
                self.went_short = self.went_short or not event.full

    def play(self) -> None:
        while self.state.status:
            if self.state.actor_index is not None:
                self.turn(self.state.actor_index + 1)
            else:
                assert self.hand.stage == "complete", self.hand.stage
                self.street()
        self.award()

    def street(self) -> None:
        """Burn and deal the same cards on both."""
        street = self.game.streets[self.hand.street + 1]
        cards = self.draw(street.board)
        self.do(c.CloseStreet(self.hand.still_in(), tuple(cards)))
        if street.burn:
            self.state.burn_card("??")
        self.state.deal_board("".join(cards))

    def turn(self, seat: int) -> None:
        """Compare what the seat may do, then do one of the things that both allow."""
        if self.hand.stage == "complete" and not self.state.checking_or_calling_amount:
            assert not self.state.can_complete_bet_or_raise_to()
            self.differences[NOBODY] += 1
            self.state.check_or_call()
            return
        our_actions = self.ours(seat)
        assert our_actions.first, f"pokerkit asks seat {seat}, we do not: {self.hand}"
        assert our_actions.to_call == self.state.checking_or_calling_amount
        our_bounds, their_bounds = self.raise_bounds(our_actions)
        self.choose(seat, our_actions.to_call, our_bounds, their_bounds)

    def ours(self, seat: int) -> SeatView:
        view_data = view(self.table)
        return next(item for item in view_data.seats if item.seat == seat)

    def raise_bounds(self, our_actions: SeatView) -> tuple[tuple[int, int] | None, ...]:
        """Return the minimum and maximum raise, ours and theirs."""
        raises = our_actions.raises
        our_bounds = (raises.min, present(raises.max)) if raises else None
        their_bounds = self.their_range()
        if our_bounds != their_bounds:
            self.differences[self.reason(our_bounds, their_bounds)] += 1
        return our_bounds, their_bounds

    def their_range(self) -> tuple[int, int] | None:
        state = self.state
        if not state.can_complete_bet_or_raise_to():
            return None
        return (
            state.min_completion_betting_or_raising_to_amount,
            state.max_completion_betting_or_raising_to_amount,
        )

    def reason(
        self, our_bounds: tuple[int, int] | None, their_bounds: tuple[int, int] | None
    ) -> str:
        turn = self.hand.round
        reasons = {
            SHORT_POT: self.kind.limit == "pot" and turn.missing > 0,
            # Without blinds the first bet is the first of the four there and here.
            CAP: self.split and turn.raises >= 4,
            HALF_BET: turn.bring_in and turn.level > BRING_IN,
            SHORT_ALL_IN: self.went_short,
        }
        for name, holds in reasons.items():
            if holds:
                return name
        raise AssertionError(f"ours {our_bounds}, pokerkit {their_bounds} at {self.hand}")

    def choose(
        self,
        seat: int,
        chips_owed: int,
        our_bounds: tuple[int, int] | None,
        their_bounds: tuple[int, int] | None,
    ) -> None:
        if our_bounds and their_bounds and self.dice.random() < (0.15 if self.stays else 0.4):
            minimum = max(our_bounds[0], their_bounds[0])
            maximum = min(our_bounds[1], their_bounds[1])
            if minimum <= maximum:
                to = self.dice.choice([minimum, maximum, self.dice.randint(minimum, maximum)])
                if self.raised(seat, to):
                    return
        if chips_owed and not self.stays and self.dice.random() < 0.25:
            self.do(c.Act(seat, "fold"))
            self.state.fold()
            return
        self.do(c.Act(seat, "call" if chips_owed else "check"))
        self.state.check_or_call()

    def raised(self, seat: int, to: int) -> bool:
        try:
            self.do(c.Act(seat, "raise", to))
        except Refusal:  # between the bounds of limit: only a full raise or all-in
            return False
        self.state.complete_bet_or_raise_to(to)
        return True

    def award(self) -> None:
        """Push our pots by the cards; the settler must agree, and pokerkit except for intended differences."""
        if self.hand.stage == "complete":
            self.do(c.CloseStreet(self.hand.still_in()))
        settled = settle(self.table, self.hole)
        if self.hand.stage == "showdown":
            for seat in self.live:
                self.do(c.ShowHand(seat, tuple(self.hole[seat])))
        while self.table.hand is not None:
            self.do(self.push())
        after = [seat.stack for seat in self.table.seats]
        assert after == settled.stacks
        if after != self.state.stacks:
            self.differences[self.payout(settled)] += 1

    def push(self) -> c.AwardPot:
        """Award the pot in turn to the seats that the view names."""
        view_data = view(self.table)
        award = present(view_data.award)
        if not present(award).best:
            return c.AwardPot(tuple(self.live))
        low = tuple(present(present(award).halves).parts[1].best) if present(award).halves else ()
        return c.AwardPot(tuple(present(award).best), low=low or None)

    def payout(self, settled: Settled) -> str:
        if settled.low_elsewhere:
            return HI_LO_SIDE
        pairs = zip(settled.stacks, self.state.stacks, strict=True)
        assert all(
            abs(our_chips - their_chips) <= settled.odd for our_chips, their_chips in pairs
        ), settled
        return ODD
