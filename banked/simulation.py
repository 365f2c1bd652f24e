"""Plays rounds of a house-banked table by the published strategy, and measures what the house wins.

Every card and decision is a command of the engine. After each round the cards of the shoe and the chips of the round
are checked against the cards that were dealt.
"""

import random
from collections.abc import Callable
from math import sqrt
from typing import Literal

import msgspec

from banked.rules import commands as c
from banked.rules.cards import RANKS, SUITS, is_two_card_21, rank_of
from banked.rules.decide import run
from banked.rules.payouts import match_kind, most_insurance
from banked.rules.plaque import BankedPlaque
from banked.rules.state import EMPTY, MatchKind, Round
from banked.rules.strategy import decision
from banked.rules.walk import BankedStep, may_insure, rescuable, step

BET = 2_500
MATCH = 500
NOW = 0
COVER_AT = 0.75  # of the shoe


class Mismatch(Exception):
    """The cards or chips of a round don't add up."""


class Measure(msgspec.Struct):
    """The sums of a kind of wager over all rounds: wagers, what players won of them, and their squares.

    Boxes of a round share the dealer's hand, so the round is the unit of the standard error.
    """

    wagered: int = 0
    won: int = 0
    wagered_squared: int = 0
    won_squared: int = 0
    product: int = 0

    def add(self, wagered: int, won: int) -> None:
        self.wagered += wagered
        self.won += won
        self.wagered_squared += wagered * wagered
        self.won_squared += won * won
        self.product += wagered * won

    def merge(self, other: "Measure") -> None:
        self.wagered += other.wagered
        self.won += other.won
        self.wagered_squared += other.wagered_squared
        self.won_squared += other.won_squared
        self.product += other.product

    @property
    def edge(self) -> float:
        """Return what the house wins per unit of the first wager."""
        return -self.won / self.wagered if self.wagered else 0.0

    @property
    def error(self) -> float:
        """Return the standard error of the edge."""
        if not self.wagered:
            return 0.0
        edge = self.edge
        squares = self.won_squared + 2 * edge * self.product + edge * edge * self.wagered_squared
        return sqrt(max(squares, 0.0)) / self.wagered


class Tally(msgspec.Struct):
    """What was played. hands are first hands of a box; envy and the super bonus are won on the wagers of the hands."""

    rounds: int = 0
    hands: int = 0
    hand: Measure = msgspec.field(default_factory=Measure)
    match: Measure = msgspec.field(default_factory=Measure)
    second: Measure = msgspec.field(default_factory=Measure)
    insurance: Measure = msgspec.field(default_factory=Measure)
    bonus: Measure = msgspec.field(default_factory=Measure)  # super bonus

    def merge(self, other: "Tally") -> None:
        self.rounds += other.rounds
        self.hands += other.hands
        self.hand.merge(other.hand)
        self.match.merge(other.match)
        self.second.merge(other.second)
        self.insurance.merge(other.insurance)
        self.bonus.merge(other.bonus)


class Shoe:
    """Shuffled cards with suits; named: how many of each rank were shown to the engine."""

    def __init__(self, plaque: BankedPlaque, dice: random.Random) -> None:
        ranks = [rank for rank in RANKS if rank not in plaque.rules.missing]
        self.cards = [rank + suit for rank in ranks for suit in SUITS] * plaque.decks
        dice.shuffle(self.cards)
        self.size = len(self.cards)
        self.named: dict[str, int] = {}

    def draw(self) -> str:
        return self.cards.pop()

    def name(self, card: str) -> None:
        rank = rank_of(card)
        self.named[rank] = self.named.get(rank, 0) + 1

    @property
    def is_cover_due(self) -> bool:
        return len(self.cards) <= (1 - COVER_AT) * self.size


class Simulation:
    """A table that plays by itself, with the same wagers in every box.

    The first box that may be insured is insured, to measure insurance; hands are measured without it.
    """

    def __init__(
        self, plaque: BankedPlaque, dice: random.Random, bet: int = BET, match: int = MATCH
    ) -> None:
        self.dice = dice
        self.tally = Tally()
        self.table = EMPTY
        self.shoe = Shoe(plaque, dice)
        self.hole = ""
        self._send(c.CreateTable("simulated", plaque.boxes))
        self._send(c.OpenTable(plaque))
        for box in range(1, plaque.boxes + 1):
            self._send(c.SetBet(box, bet))
            if match:
                self._send(c.SetBet(box, match, "match"))
            if match and plaque.has_second_match:
                self._send(c.SetBet(box, match, "second"))

    def play(self, rounds: int) -> Tally:
        """Play rounds and return the tally of all rounds so far. Raises `Mismatch`."""
        for _ in range(rounds):
            self.play_round()
        return self.tally

    def play_round(self) -> Round:
        """Play a round and return it as it ended. Raises `Mismatch`."""
        self._prepare_shoe()
        left = len(self.shoe.cards)
        self._send(c.NoMoreBets(self.table.rounds + 1))
        while self.table.round is not None:
            self._act(step(self.table))
        round_ = self.table.last
        if round_ is None:
            raise Mismatch("a round ended without a trace")
        self._check_cards(round_, left)
        check_chips(round_)
        self._count(round_)
        return round_

    def _send(self, command: msgspec.Struct) -> None:
        self.table = run(self.table, command, now=NOW).state

    def _prepare_shoe(self) -> None:
        if step(self.table).kind != "shoe":
            return
        self.shoe = Shoe(self.table.plaque, self.dice)
        self._send(c.OpenShoe())
        self.shoe.draw()
        self._send(c.Burn())

    def _act(self, turn: BankedStep) -> None:
        _ACTS[turn.kind](self, turn)

    def _deal(self, turn: BankedStep) -> None:
        """Deal the next card of the deal; the hole card follows the last one."""
        self._deal_card(turn.box, turn.hand or 1)
        dealer = self._round.dealer
        if len(dealer) == 2:
            self.hole = self.shoe.draw()

    def _deal_card(self, box: int, hand: int) -> None:
        card = self.shoe.draw()
        self.shoe.name(card)
        self._send(c.DealCard(card, box, hand))

    def _deal_to_hand(self, turn: BankedStep) -> None:
        """Deal the card of a double or of a split hand, and rescue a double by the strategy."""
        self._deal_card(turn.box, turn.hand)
        if rescuable(self.table) == (turn.box, turn.hand):
            command = decision(self.table, turn.box, turn.hand)
            if isinstance(command, c.Rescue):
                self._send(command)

    def _draw(self, turn: BankedStep) -> None:
        self._deal_card(0, 1)

    def _decide(self, turn: BankedStep) -> None:
        command = decision(self.table, turn.box, turn.hand)
        if isinstance(command, c.DealCard):
            self._deal_card(turn.box, turn.hand)
        else:
            self._send(command)

    def _insure(self, turn: BankedStep) -> None:
        box = next(box for box in self._round.boxes if may_insure(box))
        self._send(c.Insure(box.number, most_insurance(self.table.plaque, box.wager.bet)))
        self._send(c.CloseInsurance())

    def _peek(self, turn: BankedStep) -> None:
        is_blackjack = is_two_card_21((self._round.upcard, self.hole))
        self._send(c.Peek(is_blackjack))
        if is_blackjack:
            self.shoe.name(self._round.dealer[1])

    def _show_hole(self, turn: BankedStep) -> None:
        self.shoe.name(self.hole)
        self._send(c.DealCard(self.hole, 0))

    def _name_match(self, turn: BankedStep) -> None:
        """Name a match with a hole card whose rank or suit the peek did not show."""
        box = self._round.box(turn.box)
        if box is None:
            raise Mismatch(f"a question about box {turn.box}, which does not play")
        card: Literal[1, 2] = 1 if turn.card == 1 else 2
        kind = match_kind(box.first[card - 1], self.hole)
        how = msgspec.convert(kind, MatchKind)
        self._send(c.NameMatch(turn.box, card, how, "second"))

    def _settle(self, turn: BankedStep) -> None:
        if self.shoe.is_cover_due:
            self._send(c.CoverCard())
        self._send(c.Settle())

    @property
    def _round(self) -> Round:
        if self.table.round is None:
            raise Mismatch("no round is in progress")
        return self.table.round

    def _check_cards(self, round_: Round, left: int) -> None:
        """Compare the shoe of the engine with the cards, and the cards of the round with those that left the shoe.

        Raises `Mismatch`.
        """
        shoe = self.table.shoe
        cards = len(round_.dealer)
        cards += sum(len(hand.cards) for box in round_.boxes for hand in box.hands)
        dealt = left - len(self.shoe.cards)
        is_right = (
            shoe is not None
            and cards == dealt
            and shoe.left == len(self.shoe.cards)
            and shoe.rack == self.shoe.size - len(self.shoe.cards)
            and shoe.table == 0
            and shoe.seen == self.shoe.named
        )
        if not is_right:
            raise Mismatch(
                f"round {round_.number}: {dealt} cards dealt, {cards} on the table, {shoe}"
            )

    def _count(self, round_: Round) -> None:
        won: dict[str, int] = {}
        for row in round_.settled:
            won[row.kind] = won.get(row.kind, 0) + row.paid - row.taken
        bets = sum(box.wager.bet for box in round_.boxes)
        tally = self.tally
        tally.rounds += 1
        tally.hands += len(round_.boxes)
        tally.hand.add(bets, won.get("hand", 0))
        tally.bonus.add(bets, won.get("super", 0) + won.get("envy", 0))
        tally.match.add(sum(box.wager.match for box in round_.boxes), won.get("match", 0))
        tally.second.add(sum(box.wager.second for box in round_.boxes), won.get("second", 0))
        tally.insurance.add(sum(box.insurance for box in round_.boxes), won.get("insurance", 0))


def check_chips(round_: Round) -> None:
    """Check that every wager of a finished round was settled exactly once, and for no more than was staked.

    Raises `Mismatch`.
    """
    stakes = _stakes(round_)
    for row in round_.settled:
        if row.kind in ("super", "envy"):  # no chips are staked on them
            continue
        stake = stakes.pop((row.box, row.kind, row.hand), -1)
        if row.taken > stake or (row.paid and row.taken):
            raise Mismatch(f"round {round_.number}: {row} of a stake of {stake}")
    if stakes:
        raise Mismatch(f"round {round_.number}: not settled: {stakes}")


def _stakes(round_: Round) -> dict[tuple[int, str, int], int]:
    """Return the chips of each wager, by box, kind and number of the hand."""
    stakes = {}
    for box in round_.boxes:
        for number, hand in enumerate(box.hands, 1):
            stakes[box.number, "hand", number] = hand.staked
        if box.wager.match:
            stakes[box.number, "match", 0] = box.wager.match
        if box.wager.second:
            stakes[box.number, "second", 0] = box.wager.second
        if box.insurance:
            stakes[box.number, "insurance", 0] = box.insurance
    return stakes


_ACTS: dict[str, Callable[[Simulation, BankedStep], None]] = {
    "deal": Simulation._deal,
    "card": Simulation._deal_to_hand,
    "decision": Simulation._decide,
    "insurance": Simulation._insure,
    "peek": Simulation._peek,
    "hole": Simulation._show_hole,
    "second": Simulation._name_match,
    "draw": Simulation._draw,
    "settle": Simulation._settle,
}
